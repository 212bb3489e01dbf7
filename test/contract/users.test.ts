import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { skipWithout } from '../setup/missing-programs.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const folders: string[] = [];
const rootLine = 'uid=0(root) gid=0(root) groups=0(root)\n';

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'wasmsand-users-'));
  folders.push(made);
  return made;
}

describe('option user', () => {
  it('names the user of one command, whichever call starts it', async () => {
    const sandbox = await create();
    const command = 'id; echo "$HOME $USER $LOGNAME"';
    const expected = `${rootLine}/root root root\n`;
    expect((await sandbox.run(command, { user: 'root' })).stdout).toBe(expected);
    expect((await sandbox.exec(command, { user: 0 })).stdout).toBe(expected);
    const process = sandbox.spawn('bash', ['-c', command], { user: 'root' });
    expect(await new Response(process.stdout).text()).toBe(expected);
    expect((await sandbox.run(command)).stdout).toBe(
      'uid=1000(user) gid=1000(user) groups=1000(user)\n/home/user user user\n',
    );
  });

  it('takes a name that a guest has added, and a number without a name', async () => {
    const sandbox = await create();
    await sandbox.exec(
      'echo "ann:x:2000:2000::/home/ann:/bin/sh" >> /etc/passwd; echo "crew:x:3000:ann" >> /etc/group',
      {
        user: 'root',
      },
    );
    expect((await sandbox.exec('id; echo $HOME', { user: 'ann' })).stdout).toBe(
      'uid=2000(ann) gid=2000 groups=2000,3000(crew)\n/home/ann\n',
    );
    expect((await sandbox.exec(['id'], { user: 4242 })).stdout).toBe('uid=4242 gid=4242 groups=4242\n');
  });

  it('refuses a user that there is not', async () => {
    const sandbox = await create();
    for (const user of ['nosuch', '', -1, 1.5, 2 ** 32 - 1, null]) {
      await expect(sandbox.exec('true', { user: user as string })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
      await expect(sandbox.run('true', { user: user as string })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    }
    await sandbox.exec('head -c 200000 /dev/zero | tr "\\\\0" x >> /etc/passwd', { user: 'root' });
    await expect(sandbox.exec('true', { user: 'root' })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    expect((await sandbox.exec('id -u', { user: 0 })).stdout).toBe('0\n');
  });

  it('leaves the session its own: variables stay, rights do not', async () => {
    const sandbox = await create();
    await sandbox.run('x=1; cd /root; mkdir /srv/made; sleep 1000 & true', { user: 'root' });
    const { stdout } = await sandbox.run('echo $x; pwd; ls /root 2>&1; id -u; stat -c %U /srv/made; kill $! 2>&1');
    expect(stdout).toMatch(/^1\n\/root\nls: .*Permission denied\n1000\nroot\n.*Operation not permitted\n$/);
    expect(sandbox.processes().find(({ argv }) => argv[0] === 'sleep')?.user).toBe('root');
  });

  it('gives a session that is cut as another user its rights back', async () => {
    const sandbox = await create();
    expect(await sandbox.run('x=2; while :; do :; done', { user: 'root', timeoutMs: 100 })).toMatchObject({
      timedOut: true,
    });
    expect((await sandbox.run('id -u; touch /etc/made 2>&1')).stdout).toMatch(/^1000\n.*Permission denied/);
  });

  it('is no part of what is kept of a session', async () => {
    const sandbox = await create();
    await sandbox.run('x=3', { user: 'root' });
    const snapshot = await sandbox.snapshot();
    await sandbox.restore(snapshot);
    expect((await sandbox.run('echo $x; id -u')).stdout).toBe('3\n1000\n');
    const other = await create({ from: await sandbox.exportState() });
    expect((await other.run('echo $x; id -u')).stdout).toBe('3\n1000\n');
  });
});

describe('sudo and su', () => {
  it('make root of the user, without a password', async (context) => {
    skipWithout(context, 'sudo su');
    const sandbox = await create();
    for (const [command, output] of [
      ['sudo id', rootLine],
      ['sudo -n whoami', 'root\n'],
      ['sudo -u nobody id -un', 'nobody\n'],
      ["sudo -u '#1234' id -u", '1234\n'],
      ['sudo -g sudo id -gn', 'sudo\n'],
      ['sudo -i pwd', '/root\n'],
      ['sudo -s echo "a b" "c;d"', 'a b c;d\n'],
      ['A=1 sudo B=2 sh -c \'echo "$A,$B,$HOME,$SUDO_USER,$USER"\'', ',2,/root,user,root\n'],
      ['A=1 sudo -E sh -c \'echo "$A,$HOME"\'', '1,/home/user\n'],
      ['A=1 sudo --preserve-env=A sh -c \'echo "$A,$HOME"\'', '1,/root\n'],
      ['sudo sh -c "exit 7"; echo $?', '7\n'],
      ['echo line | sudo tee -a /etc/motd', 'line\n'],
      ['sudo chown -R user /srv && touch /srv/made && stat -c %U /srv/made', 'user\n'],
      ['su -c id', rootLine],
      ['su - -c "pwd; echo $HOME"', '/root\n/home/user\n'],
      ["su - user -c 'echo $HOME'", '/home/user\n'],
      ['sudo su nobody -s /bin/sh -c "id -un"', 'nobody\n'],
    ] as const) {
      const { stdout, stderr } = await sandbox.run(command);
      expect({ command, stdout, stderr }).toEqual({ command, stdout: output, stderr: '' });
    }
  });

  it('word their refusals as natively', async (context) => {
    skipWithout(context, 'sudo su');
    const sandbox = await create();
    expect(await sandbox.run('sudo nosuch')).toMatchObject({
      exitCode: 1,
      stderr: 'sudo: nosuch: command not found\n',
    });
    expect(await sandbox.run('sudo -u nosuch id')).toMatchObject({
      exitCode: 1,
      stderr: /^sudo: unknown user nosuch\n/,
    });
    expect(await sandbox.exec(['sudo', 'id'], { user: 'nobody' })).toMatchObject({
      exitCode: 1,
      stderr: 'nobody is not in the sudoers file.\n',
    });
    expect(await sandbox.exec(['su', '-c', 'id'], { user: 'nobody' })).toMatchObject({
      exitCode: 1,
      stderr: 'su: Authentication failure\n',
    });
  });

  it('do nothing with sudo: false, nor does any other program with such a bit', async (context) => {
    skipWithout(context, 'sudo su');
    const sandbox = await create({ sudo: false });
    expect(await sandbox.run('sudo id')).toMatchObject({ exitCode: 1, stderr: /effective uid is not 0/ });
    expect(await sandbox.run('su -c id')).toMatchObject({ exitCode: 1, stderr: 'su: Authentication failure\n' });
    await sandbox.exec('cp /usr/bin/bash /opt/raised; chmod 4755 /opt/raised', { user: 'root' });
    expect((await sandbox.run('/opt/raised -c "echo $EUID; touch /etc/made 2>&1"')).stdout).toMatch(
      /^1000\n.*Permission denied/,
    );
    expect((await (await sandbox.fork()).run('sudo id')).exitCode).toBe(1);
    const open = await create();
    await open.exec('cp /usr/bin/bash /opt/raised; chmod 4755 /opt/raised', { user: 'root' });
    const closed = await create({ sudo: false, from: await open.exportState() });
    expect((await closed.run('/opt/raised -c "touch /etc/made"; sudo true')).exitCode).toBe(1);
    await expect(create({ sudo: 'no' as never })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});

describe('root of a sandbox', () => {
  it('is a user like any other in folders of the host', async () => {
    const host = folder();
    writeFileSync(join(host, 'closed'), 'secret', { mode: 0o000 });
    writeFileSync(join(host, 'open'), 'text', { mode: 0o644 });
    const before = statSync(join(host, 'open'));
    const sandbox = await create({ mounts: { '/mnt/host': { folder: host, readOnly: false } } });
    const { stdout } = await sandbox.exec(
      [
        'cat /mnt/host/closed',
        'chown root /mnt/host/open',
        'chown nobody:nogroup /mnt/host/open',
        'chmod 4755 /mnt/host/open; stat -c %a /mnt/host/open',
        'cp /bin/bash /mnt/host/raised; chmod 6755 /mnt/host/raised; stat -c %a /mnt/host/raised',
        'mknod /mnt/host/disk b 8 0',
        'mknod /mnt/host/null c 1 3',
      ].join('; '),
      { user: 'root', merge: true },
    );
    expect(stdout).toMatch(/closed: Permission denied/);
    expect(stdout).toMatch(/755\n755\n/);
    expect(stdout.match(/Operation not permitted/g)?.length).toBe(4);
    const after = statSync(join(host, 'open'));
    expect([after.uid, after.gid, after.mode & 0o7000]).toEqual([before.uid, before.gid, 0]);
    expect(statSync(join(host, 'raised')).mode & 0o7000).toBe(0);
    expect(readFileSync(join(host, 'closed'), 'utf8')).toBe('secret');
    expect((await sandbox.run('/mnt/host/raised -c "id -u"')).stdout).toBe('1000\n');
  });

  it('cannot go beyond the limits of the sandbox', async () => {
    const sandbox = await create({ limits: { maxOpenFiles: 64 }, maxProcesses: 16 });
    const { stdout } = await sandbox.exec(
      'ulimit -Hn 100000; ulimit -Hu 100000; ulimit -Hn; nice -n -5 nice 2>/dev/null',
      { user: 'root', merge: true },
    );
    expect(stdout).toMatch(/^(bash: .*: cannot modify limit: Operation not permitted\n){2}64\n0\n$/);
    const { stderr } = await sandbox.exec('for i in $(seq 40); do sleep 1000 & done >/dev/null', {
      user: 'root',
      yieldMs: 1000,
    });
    expect(stderr).toMatch(/fork: .*Resource temporarily unavailable/);
    expect(sandbox.processes().length).toBeLessThanOrEqual(17);
  });

  it('makes no devices', async () => {
    const sandbox = await create();
    const { stdout } = await sandbox.exec('cd /srv; mknod sda b 8 0; mknod mem c 1 1; mknod null c 1 3; ls', {
      user: 'root',
      merge: true,
    });
    expect(stdout).toBe(['sda', 'mem', 'null'].map((name) => `mknod: ${name}: Operation not permitted\n`).join(''));
  });
});
