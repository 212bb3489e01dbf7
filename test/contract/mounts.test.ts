import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Sandbox } from 'wasmsand';
import { linkTo, useFolder } from './use-folder.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

let folder: string;
useFolder(
  () => ({ readme: 'hello\n', 'src/deep/file': 'needle\n', 'src/link': linkTo('../readme') }),
  (made) => {
    folder = made;
  },
);

/** What this process has open below the folder. */
function openBelow(place: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(place) ? [path] : [];
    } catch {
      return [];
    }
  });
}

describe('mounts', () => {
  it.skipIf(!existsSync('/proc/self/fd'))('leave nothing open when their sandboxes are gone', async () => {
    const resolved = realpathSync(folder);
    for (const how of ['mount', 'overlay', 'writable'] as const) {
      const sandboxes = await Promise.all(Array.from({ length: 4 }, () => create()));
      for (const sandbox of sandboxes) {
        if (how === 'overlay') sandbox.overlay('/m', folder);
        else sandbox.mount('/m', folder, { readOnly: how === 'mount' });
        // In a shell, in a program that runs, in a folder that is somebody's working directory.
        await sandbox.run('cd /m/src; exec 5<deep/file; sleep 1000 </m/readme & cat /m/readme >/dev/null; find /m');
        const reader = sandbox.spawn('sleep', ['1000'], { cwd: '/m/src/deep' });
        expect(reader.pid).toBeGreaterThan(1);
        sandbox.readFile('/m/readme');
      }
      expect(openBelow(resolved).length).toBeGreaterThan(0);
      await Promise.all(sandboxes.map((sandbox) => sandbox[Symbol.asyncDispose]()));
      // What is dropped is closed on another thread.
      await vi.waitFor(() => expect(openBelow(resolved)).toEqual([]), { timeout: 10_000 });
    }
  });

  it('show a folder of the host read-only', async () => {
    const sandbox = await create({ mounts: { '/mnt/project': folder } });
    expect(sandbox.readFile('/mnt/project/src/link', 'utf8')).toBe('hello\n');
    expect(sandbox.readDir('/mnt/project').map((entry) => entry.name)).toEqual(['readme', 'src']);
    const run = await sandbox.run('cd /mnt/project && cat readme && grep -r needle . && touch new');
    expect(run).toMatchObject({
      stdout: 'hello\n./src/deep/file:needle\n',
      stderr: "touch: cannot touch 'new': Read-only file system\n",
    });
    expect(() => sandbox.writeFile('/mnt/project/new', '')).toThrow(expect.objectContaining({ code: 'EROFS' }));
    expect(readdirSync(folder)).toEqual(['readme', 'src']);
  });

  it('change the folder at once when they are writable', async () => {
    const sandbox = await create();
    sandbox.mount('/mnt/project', folder, { readOnly: false });
    sandbox.writeFile('/mnt/project/from-host', 'host\n');
    const script =
      'cd /mnt/project; echo guest >from-guest; { echo a & echo b & wait; } >>log; mv readme src/; chmod 700 log; mkdir -p x/y';
    expect(await sandbox.run(script)).toMatchObject({ stderr: '', exitCode: 0 });
    expect(readFileSync(join(folder, 'from-host'), 'utf8')).toBe('host\n');
    expect(readFileSync(join(folder, 'from-guest'), 'utf8')).toBe('guest\n');
    expect(readFileSync(join(folder, 'log'), 'utf8').split('\n').sort()).toEqual(['', 'a', 'b']);
    expect(statSync(join(folder, 'log')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, 'src/readme'), 'utf8')).toBe('hello\n');
    sandbox.rm('/mnt/project/x', { recursive: true });
    expect(existsSync(join(folder, 'x'))).toBe(false);
    expect(await sandbox.run('rm -r src && ls')).toMatchObject({ stdout: 'from-guest\nfrom-host\nlog\n' });
  });

  it('show changes by the host at the next access', async () => {
    const sandbox = await create({ mounts: { '/mnt/project': folder } });
    await sandbox.run('cd /mnt/project && ls');
    writeFileSync(join(folder, 'readme'), 'changed\n');
    writeFileSync(join(folder, 'more'), '');
    rmSync(join(folder, 'src'), { recursive: true });
    expect(await sandbox.run('cat readme; ls')).toMatchObject({ stdout: 'changed\nmore\nreadme\n' });
  });

  it('are listed, without a path of the host, and have sizes', async () => {
    const sandbox = await create({ mounts: { '/mnt/a b': folder, '/rw': { folder, readOnly: false } } });
    const { stdout } = await sandbox.run('grep hostfs /proc/mounts; df --output=target /rw | tail -n 1');
    expect(stdout).toBe('host /mnt/a\\040b hostfs ro,relatime 0 0\nhost /rw hostfs rw,relatime 0 0\n/rw\n');
    expect(stdout).not.toContain(folder);
  });

  it('have device numbers of their own', async () => {
    const sandbox = await create({ mounts: { '/rw': { folder, readOnly: false } } });
    expect(() => sandbox.rename('/rw/readme', '/tmp/readme')).toThrow(expect.objectContaining({ code: 'EXDEV' }));
    expect(await sandbox.run('ln /rw/readme /tmp/x')).toMatchObject({
      stderr: "ln: failed to create hard link '/tmp/x' => '/rw/readme': Invalid cross-device link\n",
    });
    expect(await sandbox.run('mv /rw/readme /tmp/ && cat /tmp/readme')).toMatchObject({ stdout: 'hello\n' });
    expect(existsSync(join(folder, 'readme'))).toBe(false);
    sandbox.mount('/tmp/m', folder);
    expect(await sandbox.run('find /tmp/m -name file; find /tmp -xdev -name file; rmdir /tmp/m')).toMatchObject({
      stdout: '/tmp/m/src/deep/file\n',
      stderr: "rmdir: failed to remove '/tmp/m': Device or resource busy\n",
    });
  });

  it('serve find, diff, cp and other tools', async () => {
    const sandbox = await create({ mounts: { '/rw': { folder, readOnly: false } } });
    const script = `cd /rw && git init -q . && git add -A && git -c user.name=n -c user.email=e@x commit -qm first
      echo more >>readme; git status --short; git diff --stat | tail -n 1
      cp -a src copy && diff -r src copy && rm -r copy
      tar cf /tmp/t.tar --exclude=.git . && tar tf /tmp/t.tar | sort
      find . -name .git -prune -o -type f -print | sort; find . -type l; stat -c %h readme; readlink -f src/link`;
    expect(await sandbox.run(script)).toMatchObject({
      stderr: '',
      stdout: ` M readme
 1 file changed, 1 insertion(+)
./
./readme
./src/
./src/deep/
./src/deep/file
./src/link
./readme
./src/deep/file
./src/link
1
/rw/readme
`,
    });
  });

  it('run programs that lie in them', async () => {
    const sandbox = await create({ mounts: { '/rw': { folder, readOnly: false } } });
    writeFileSync(join(folder, 'script'), '#!/bin/sh\necho "ran $1"\n');
    chmodSync(join(folder, 'script'), 0o755);
    expect(await sandbox.run('/rw/script it; exec /rw/script again')).toMatchObject({ stdout: 'ran it\nran again\n' });
    await sandbox.run('cp /usr/bin/dash /usr/bin/bc /rw');
    expect(await sandbox.run("/rw/dash -c 'echo $0'; echo 6*7 | /rw/bc")).toMatchObject({ stdout: '/rw/dash\n42\n' });
    // The program is what the file is now.
    await sandbox.run('cp /rw/dash /rw/bc');
    expect(await sandbox.run("/rw/bc -c 'echo dash'")).toMatchObject({ stdout: 'dash\n' });
    writeFileSync(join(folder, 'script'), '#!/bin/sh\necho "changed"\n');
    expect(await sandbox.run('/rw/script')).toMatchObject({ stdout: 'changed\n' });
  });

  it('cannot be unmounted while a file or directory in them is in use', async () => {
    const sandbox = await create({ mounts: { '/rw': { folder, readOnly: false } } });
    const busy = expect.objectContaining({ code: 'EBUSY', path: '/rw' });
    await sandbox.run('cd /rw');
    expect(() => sandbox.unmount('/rw')).toThrow(busy);
    await sandbox.run('cd /; exec 7</rw/readme');
    expect(() => sandbox.unmount('/rw')).toThrow(busy);
    sandbox.mount('/rw/src', folder);
    await sandbox.run('exec 7<&-');
    expect(() => sandbox.unmount('/rw')).toThrow(busy);
    sandbox.unmount('/rw/src');
    sandbox.unmount('/rw');
    expect(sandbox.readDir('/rw')).toEqual([]);
    expect(() => sandbox.unmount('/rw')).toThrow(expect.objectContaining({ code: 'EINVAL' }));
    expect(() => sandbox.unmount('/proc')).toThrow(expect.objectContaining({ code: 'EINVAL' }));
  });

  it('report errors of a folder without its path on the host', async () => {
    const sandbox = await create();
    const missing = join(folder, 'missing');
    expect(() => sandbox.mount('/m', missing)).toThrow(
      "ENOENT: no such file or directory, mount of your machine's folder at '/m'",
    );
    expect(() => sandbox.mount('/m', join(folder, 'readme'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    expect(() => sandbox.mount('/m', '')).toThrow("option 'folder' must be a string that is not empty");
    expect(() => sandbox.mount('/m', 'a\0b')).toThrow("option 'folder' must not contain a NUL character");
    expect(() => sandbox.mount('/', folder)).toThrow(expect.objectContaining({ code: 'EBUSY' }));
    sandbox.mkdir('/there');
    for (const place of ['/m', '/there/a/b']) expect(() => sandbox.mount(place, missing)).toThrow();
    expect(sandbox.exists('/m')).toBe(false);
    expect(sandbox.readDir('/there')).toEqual([]);
    await expect(create({ mounts: { '/m': missing } })).rejects.toThrow(expect.objectContaining({ code: 'ENOENT' }));
    await expect(create({ mounts: { m: folder } })).rejects.toThrow(
      'option \'mounts\' must have absolute paths of the sandbox: "m" is none',
    );
    const wrong = { '/m': { folder, readonly: true } } as unknown as Record<string, string>;
    await expect(create({ mounts: wrong })).rejects.toThrow(
      "option 'mounts['/m'].readonly' is not known: did you mean 'mounts['/m'].readOnly'?",
    );
  });

  it('release the folder when the sandbox is destroyed', async () => {
    const leadsHere = (fd: string) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false; // closed meanwhile
      }
    };
    const open = () => readdirSync('/proc/self/fd').filter(leadsHere).length;
    const sandbox = await Sandbox.create({ mounts: { '/rw': { folder, readOnly: false } } });
    await sandbox.run('cd /rw/src/deep; exec 7<file 8>/rw/new; cat /rw/readme; ls -R /rw');
    expect(open()).toBeGreaterThan(0);
    sandbox.destroy();
    await expect.poll(open).toBe(0);
  });
});

describe('the state of a sandbox with mounts', () => {
  it('leaves the mounts out, and they stay when it is restored', async () => {
    const sandbox = await create();
    const empty = await sandbox.snapshot();
    sandbox.mount('/mnt/project', folder, { readOnly: false });
    await sandbox.run('cd /mnt/project; echo 1 >new; echo 1 >/tmp/own');
    const inside = await sandbox.snapshot();
    await sandbox.run('cd /; echo 2 >/mnt/project/new; echo 2 >/tmp/own');
    expect(sandbox.diff(inside).map((change) => change.path)).toEqual(['/tmp/own']);
    await sandbox.restore(inside);
    // The session is where it was; what is the host's is as the host has it.
    expect(await sandbox.run('pwd; cat new /tmp/own')).toMatchObject({ stdout: '/mnt/project\n2\n1\n' });
    await sandbox.run('cd /');
    await sandbox.restore(empty);
    expect(await sandbox.run('cat /mnt/project/readme')).toMatchObject({ stdout: 'hello\n' });
    sandbox.unmount('/mnt/project');
  });

  it('goes to a fork without them', async () => {
    const sandbox = await create({ mounts: { '/mnt/project': folder } });
    await sandbox.run('cd /mnt/project');
    const fork = await sandbox.fork();
    try {
      expect(await fork.run('pwd; ls -A /mnt/project')).toMatchObject({ stdout: '/mnt/project\n' });
      fork.mount('/mnt/project', folder);
      expect(await fork.run('cat /mnt/project/readme')).toMatchObject({ stdout: 'hello\n' });
    } finally {
      fork.destroy();
    }
  });

  it('can be imported where folders are mounted', async () => {
    const sandbox = await create({ mounts: { '/mnt/project': folder } });
    await sandbox.run('cd /mnt/project/src; x=1');
    const state = await sandbox.exportState();
    const other = await create({ from: state, mounts: { '/mnt/project': folder } });
    expect(await other.run('pwd; echo $x; cat link')).toMatchObject({ stdout: '/mnt/project/src\n1\nhello\n' });
    const without = await create({ from: state });
    expect(await without.run('echo $x; ls /mnt/project')).toMatchObject({ stdout: '1\n', exitCode: 0 });
    expect(without.exists('/mnt/project/readme')).toBe(false);
  });

  it('cannot get an archive imported into a mount', async () => {
    const sandbox = await create({ mounts: { '/rw': { folder, readOnly: false } } });
    await sandbox.run('tar cf /tmp/t.tar -C /rw readme');
    await expect(sandbox.importTar('/rw', sandbox.readFile('/tmp/t.tar'))).rejects.toThrow(
      expect.objectContaining({ code: 'EXDEV' }),
    );
  });
});

describe('maxBytes of a mount', () => {
  it('bounds all bytes that are ever written there', async () => {
    const sandbox = await create();
    sandbox.mount('/rw', folder, { readOnly: false, maxBytes: 100_000 });
    const script =
      'cd /rw; head -c 50000 /dev/zero >a; wc -c <a; head -c 50000 /dev/zero >b; wc -c <b; echo x >c; df --output=avail -B1 . | tail -n 1';
    const { stdout, stderr } = await sandbox.run(script);
    // Two names have been made by then.
    expect(stdout.match(/\d+/g)).toEqual(['50000', '41808', '0']);
    expect(stderr).toContain('No space left on device');
    expect(() => sandbox.writeFile('/rw/readme', 'more')).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    await sandbox.run('cd /');
    sandbox.unmount('/rw');
    sandbox.mount('/rw', folder, { readOnly: false, maxBytes: Number.POSITIVE_INFINITY });
    await sandbox.run('echo x >/rw/c; fallocate -l 1000000 /rw/d');
    expect(readFileSync(join(folder, 'c'), 'utf8')).toBe('x\n');
    expect(statSync(join(folder, 'd')).size).toBe(1_000_000);
    const wrong = { readOnly: false, maxBytes: -1 };
    expect(() => sandbox.mount('/x', folder, wrong)).toThrow(
      "option 'maxBytes' must be a number of bytes, or Infinity",
    );
  });
});
