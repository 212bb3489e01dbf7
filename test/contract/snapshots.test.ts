// Snapshots, forks, differences and templates.

import { describe, expect, it, onTestFinished } from 'vitest';
import { Sandbox, SandboxError, type SandboxOptions } from 'wasmsand';
import { reportGrowth } from '../security/report.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

function kept(sandbox: Sandbox): Sandbox {
  onTestFinished(() => sandbox.destroy());
  return sandbox;
}

const output = async (sandbox: Sandbox, command: string): Promise<string> => {
  const { stdout, stderr } = await sandbox.run(command);
  return stdout + stderr;
};

describe('a snapshot', () => {
  it('brings back the files', async () => {
    const sandbox = await create({ files: { a: 'one', 'd/b': 'two' } });
    await sandbox.run('ln -s a link; ln a hard; mkfifo fifo; chmod 700 d; touch -d @86400 d/b');
    const id = await sandbox.snapshot();
    await sandbox.run('rm -r d link fifo; echo three >>a; mkdir more; : >more/x');
    await sandbox.restore(id);
    expect(await output(sandbox, 'cat a d/b; readlink link; stat -c "%F %a %h" a d fifo; stat -c %Y d/b; ls')).toBe(
      'onetwoa\nregular file 644 2\ndirectory 700 2\nfifo 644 1\n86400\na\nd\nfifo\nhard\nlink\n',
    );
    // As often as one likes.
    sandbox.rm('a');
    await sandbox.restore(id);
    expect(sandbox.readFile('a', 'utf8')).toBe('one');
  });

  it('brings back the session', async () => {
    const sandbox = await create();
    await sandbox.run(
      'a=1; b=(x "y z"); declare -A m=([k]=v); export E=out; f() { echo "f $1 $a"; }; alias hi="echo hello"; set -o noglob; ' +
        'shopt -s nullglob; umask 027; trap "echo usr" USR1; mkdir d; cd d; set -- p q; ulimit -n 100; echo one >five; ' +
        'exec 5<>five; read -r first <&5; RANDOM=7; SECONDS=50; (exit 3)',
    );
    const ask =
      'echo $? $a ${b[1]} ${m[k]} $E $# $2 $first; f x; hi; echo *; shopt -p nullglob; umask; trap -p; pwd; ulimit -n; ' +
      'echo two >&5; cat five; echo $RANDOM $((SECONDS >= 50))';
    const id = await sandbox.snapshot();
    const expected = await output(sandbox, ask);
    const history = sandbox.history.list();
    await sandbox.run('unset a b m E f; unalias hi; set +o noglob; cd /; umask 0; trap - USR1; set --; exec 5>&-');
    await sandbox.restore(id);
    expect(sandbox.getEnv('E')).toBe('out');
    expect(sandbox.getEnv('PWD')).toBe('/home/user/d');
    expect(await output(sandbox, ask)).toBe(expected);
    expect(expected).toContain('3 1 y z v out 2 q one\nf x 1\nhello\n*\n');
    expect(sandbox.history.list()).toEqual(history);
    expect(await output(sandbox, 'history | wc -l')).toBe('3\n');
  });

  it('brings the shell back as the same process', async () => {
    const sandbox = await create();
    const pid = await output(sandbox, 'echo $$; n=0');
    const id = await sandbox.snapshot();
    for (let i = 0; i < 5; i++) {
      await sandbox.restore(id);
      expect(await output(sandbox, 'echo $$; let n++; [ $n = 1 ]')).toBe(pid);
      expect(await output(sandbox, 'echo $n')).toBe('1\n');
    }
  });

  it('leaves other processes, jobs and pipes behind', async () => {
    const sandbox = await create();
    await sandbox.run('sleep 1000 & exec 7< <(sleep 1000); echo x >/dev/shm/x');
    const id = await sandbox.snapshot();
    const child = sandbox.spawn('sleep', ['1000']);
    await sandbox.restore(id);
    expect(await child.exited).toEqual({ exitCode: 137, signal: 'SIGKILL', timedOut: false });
    // The shell finds that they were killed.
    expect(await output(sandbox, 'jobs; wait %1; echo $?')).toMatch(/^\[1\]\+ {2}Killed +sleep 1000\n137\n$/);
    expect(sandbox.jobs.list()).toEqual([]);
    expect(sandbox.metrics().processes).toBe(1);
    expect(await output(sandbox, 'ls /dev/shm; read -r <&7; echo $?')).toBe(
      '1\nbash: line 1: 7: Bad file descriptor\n',
    );
  });

  it('waits for earlier commands, unless it is of the files alone', async () => {
    const sandbox = await create();
    const running = sandbox.run('sleep 0.3; echo x >file; v=1');
    const all = sandbox.snapshot();
    const files = await sandbox.snapshot({ filesOnly: true });
    expect(sandbox.exists('file')).toBe(false);
    const id = await all;
    expect(await running).toMatchObject({ exitCode: 0 });
    await sandbox.restore(files);
    expect(await output(sandbox, 'echo $v; ls')).toBe('\n');
    await sandbox.restore(id);
    expect(await output(sandbox, 'echo $v; ls')).toBe('1\nfile\n');
  });

  it('of the files alone leaves the session its directory, exported variables and history', async () => {
    const sandbox = await create();
    const id = await sandbox.snapshot({ filesOnly: true });
    await sandbox.run('export KEPT=1; lost=1; cd /tmp');
    await sandbox.restore(id);
    expect(await output(sandbox, 'echo $KEPT $lost $PWD; history | wc -l')).toBe('1 /tmp\n2\n');
  });

  it('of a session that has run nothing begins anew', async () => {
    const sandbox = await create({ env: { E: 'first' } });
    sandbox.setEnv('S', 'set');
    const id = await sandbox.snapshot();
    await sandbox.run('export E=second S=other; cd /; v=1');
    await sandbox.restore(id);
    expect(sandbox.getEnv('E')).toBe('first');
    expect(await output(sandbox, 'echo $E $S $PWD $v; history | wc -l')).toBe('first set /home/user\n1\n');
    expect(sandbox.metrics().snapshotBytes).toBe(0);
  });

  it('shares unchanged files, and counts those that only it keeps', async () => {
    const sandbox = await create({ fsLimitMb: 8 });
    sandbox.writeFile('big', new Uint8Array(4 << 20).fill(1));
    const before = sandbox.metrics();
    const id = await sandbox.snapshot({ filesOnly: true });
    expect(sandbox.metrics()).toMatchObject({ snapshots: 1, snapshotBytes: 0, snapshotFiles: 0 });
    await sandbox.fs.appendFile('big', 'x');
    expect(sandbox.metrics()).toMatchObject({
      fileBytes: before.fileBytes + 65536,
      snapshotBytes: 0,
      snapshotFiles: 1,
    });
    const child = sandbox.spawn('sh', ['-c', 'printf y | dd of=big conv=notrunc status=none']);
    await child.exited;
    expect(sandbox.metrics().snapshotBytes).toBe(65536);
    sandbox.rm('big');
    expect(sandbox.metrics()).toMatchObject({ fileBytes: 0, snapshotBytes: 4 << 20 });
    expect(() => sandbox.writeFile('more', new Uint8Array(5 << 20))).toThrow(
      expect.objectContaining({ code: 'ENOSPC' }),
    );
    sandbox.deleteSnapshot(id);
    expect(sandbox.metrics()).toMatchObject({ snapshots: 0, snapshotBytes: 0, snapshotFiles: 0 });
    sandbox.writeFile('more', new Uint8Array(5 << 20));
  });

  it('counts the memory of the session', async () => {
    const sandbox = await create({ fsLimitMb: 8 });
    await sandbox.run('printf -v v %3000000s x');
    const id = await sandbox.snapshot();
    const { snapshotBytes } = sandbox.metrics();
    expect(snapshotBytes).toBeGreaterThan(3_000_000);
    // The same memory counts once.
    await sandbox.snapshot();
    expect(sandbox.metrics().snapshotBytes).toBe(snapshotBytes);
    await sandbox.run('v+=$v');
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: 'E_LIMIT_FS' });
    await sandbox.restore(id);
    expect(await output(sandbox, 'echo ${#v}')).toBe('3000000\n');
  });

  it('cannot be taken beyond maxSnapshots', async () => {
    const sandbox = await create({ maxSnapshots: 3 });
    const ids = [await sandbox.snapshot(), await sandbox.snapshot(), await sandbox.snapshot({ filesOnly: true })];
    expect(new Set(ids).size).toBe(3);
    for (const filesOnly of [true, false]) {
      await expect(sandbox.snapshot({ filesOnly })).rejects.toMatchObject({
        code: 'E_LIMIT_SNAPSHOTS',
        message: "there are as many snapshots as 'maxSnapshots' allows",
      });
    }
    sandbox.deleteSnapshot(ids[1] ?? '');
    await sandbox.snapshot();
    // A fork needs none.
    kept(await sandbox.fork());
  });

  it('can be restored in its own sandbox only, until it is deleted', async () => {
    const sandbox = await create();
    const other = await create();
    const id = await sandbox.snapshot();
    const unknown = { code: 'E_NO_SNAPSHOT' };
    await expect(other.restore(id)).rejects.toMatchObject(unknown);
    expect(() => other.deleteSnapshot(id)).toThrow(expect.objectContaining(unknown));
    expect(() => other.diff(id)).toThrow(expect.objectContaining(unknown));
    expect((await other.run('echo lives')).stdout).toBe('lives\n');
    sandbox.deleteSnapshot(id);
    await expect(sandbox.restore(id)).rejects.toBeInstanceOf(SandboxError);
    await expect(sandbox.restore(id)).rejects.toMatchObject(unknown);
    expect(() => sandbox.deleteSnapshot(id)).toThrow(expect.objectContaining(unknown));
    expect(() => sandbox.diff(id)).toThrow(expect.objectContaining(unknown));
    await expect(Sandbox.create({ from: id })).rejects.toMatchObject(unknown);
    await expect(sandbox.restore(1 as unknown as string)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await expect(sandbox.snapshot({ files: true } as object)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });

  it('ends with its sandbox', async () => {
    const sandbox = await create();
    const id = await sandbox.snapshot();
    const taking = sandbox.snapshot();
    sandbox.destroy();
    await expect(taking).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect(sandbox.restore(id)).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect(sandbox.fork()).rejects.toMatchObject({ code: 'E_DESTROYED' });
    expect(() => sandbox.diff(id)).toThrow(expect.objectContaining({ code: 'E_DESTROYED' }));
    await expect(Sandbox.create({ from: id })).rejects.toMatchObject({ code: 'E_NO_SNAPSHOT' });
  });

  it('between two others can be deleted without a change to them', async () => {
    const sandbox = await create();
    const ids: string[] = [];
    for (const text of ['1', '2', '3', '4']) {
      sandbox.writeFile('f', text.repeat(100_000));
      ids.push(await sandbox.snapshot({ filesOnly: true }));
    }
    await sandbox.restore(ids[1] ?? '');
    sandbox.writeFile('f', '5'.repeat(100_000));
    ids.push(await sandbox.snapshot({ filesOnly: true }));
    sandbox.deleteSnapshot(ids[1] ?? '');
    sandbox.deleteSnapshot(ids[2] ?? '');
    for (const [at, text] of [
      [0, '1'],
      [3, '4'],
      [4, '5'],
    ] as const) {
      await sandbox.restore(ids[at] ?? '');
      expect(sandbox.readFile('f', 'utf8')).toBe(text.repeat(100_000));
    }
    for (const at of [0, 3, 4]) sandbox.deleteSnapshot(ids[at] ?? '');
    expect(sandbox.metrics().snapshotBytes).toBe(0);
  });
});

describe('restoring', () => {
  it('kills running processes and cancels waiting commands', async () => {
    const sandbox = await create();
    const id = await sandbox.snapshot();
    const running = sandbox.run('echo begun >file; while :; do :; done');
    const waiting = sandbox.run('echo waited');
    const late = sandbox.snapshot();
    await expect.poll(() => sandbox.exists('file')).toBe(true);
    const restored = sandbox.restore(id);
    const after = sandbox.run('echo after; ls');
    expect(() => sandbox.spawn('ls')).toThrow(expect.objectContaining({ code: 'EBUSY' }));
    await expect(sandbox.complete('l')).rejects.toMatchObject({ code: 'EBUSY' });
    expect(await running).toMatchObject({ exitCode: 137, signal: 'SIGKILL', errorClass: 'CANCELLED' });
    expect(await waiting).toMatchObject({ exitCode: 137, signal: 'SIGKILL', errorClass: 'CANCELLED', stdout: '' });
    await expect(late).rejects.toMatchObject({ code: 'ECANCELED' });
    await restored;
    expect((await after).stdout).toBe('after\n');
  });

  it('can be requested again before it is done', async () => {
    const sandbox = await create({ files: { f: '1' } });
    const one = await sandbox.snapshot();
    await sandbox.run('echo 2 >f; v=2');
    const two = await sandbox.snapshot();
    await Promise.all([sandbox.restore(one), sandbox.restore(two), sandbox.restore(one), sandbox.restore(two)]);
    expect(await output(sandbox, 'cat f; echo $v')).toBe('2\n2\n');
  });

  it('completes although the snapshot is deleted meanwhile', async () => {
    const sandbox = await create({ maxSnapshots: 1 });
    await sandbox.run('v=kept; echo 1 >f');
    const id = await sandbox.snapshot();
    void sandbox.run('rm f; v=; while :; do :; done');
    const restored = [sandbox.restore(id), sandbox.restore(id)];
    sandbox.deleteSnapshot(id);
    await expect(sandbox.restore(id)).rejects.toMatchObject({ code: 'E_NO_SNAPSHOT' });
    await Promise.all(restored);
    expect(await output(sandbox, 'echo $v; cat f')).toBe('kept\n1\n');
    // And then no more.
    expect(sandbox.metrics()).toMatchObject({ snapshots: 0 });
    await sandbox.snapshot();
  });

  it('ends with an error when the sandbox is destroyed meanwhile', async () => {
    const sandbox = await create();
    const next = await sandbox.snapshot();
    void sandbox.run('while :; do :; done').catch(() => {});
    const last = sandbox.restore(next);
    sandbox.destroy();
    await expect(last).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it('works while a large tree is being removed', async () => {
    const sandbox = await create();
    await sandbox.run('mkdir d; for ((i = 0; i < 3000; i++)); do : >d/$i; done');
    const id = await sandbox.snapshot();
    for (let i = 0; i < 5; i++) {
      sandbox.rm('d', { recursive: true });
      await sandbox.restore(id);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sandbox.readDir('d')).toHaveLength(3000);
  });
});

describe('a fork', () => {
  it('copies the sandbox, and never changes the original', async () => {
    const sandbox = await create({ files: { f: 'one' }, env: { E: '1' }, timeoutMs: 5000 });
    await sandbox.run('v=1; cd /tmp; g() { echo g $v; }');
    const fork = kept(await sandbox.fork());
    expect(fork).toBeInstanceOf(Sandbox);
    expect(fork.id).not.toBe(sandbox.id);
    await fork.run('v=2; echo two >~/f; export E=2');
    await sandbox.run('v=3; echo three >>~/f');
    expect(await output(fork, 'g; pwd; cat ~/f; echo $E')).toBe('g 2\n/tmp\ntwo\n2\n');
    expect(await output(sandbox, 'g; cat ~/f; echo $E')).toBe('g 3\nonethree\n1\n');
    const again = kept(await fork.fork());
    fork.destroy();
    expect(await output(again, 'g; cat ~/f')).toBe('g 2\ntwo\n');
  });

  it('has its own limits and counts', async () => {
    const sandbox = await create({ fsLimitMb: 4, files: { f: new Uint8Array(3 << 20).fill(1) } });
    const fork = kept(await sandbox.fork());
    expect(fork.metrics().fileBytes).toBe(sandbox.metrics().fileBytes);
    sandbox.rm('f');
    expect(fork.metrics().fileBytes).toBe(3 << 20);
    expect(sandbox.metrics().fileBytes).toBe(0);
    expect(() => fork.writeFile('g', new Uint8Array(2 << 20))).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    sandbox.writeFile('g', new Uint8Array(3 << 20));
    expect(fork.metrics()).toMatchObject({ snapshots: 0, runs: 0 });
  });

  it('waits for earlier commands of its sandbox', async () => {
    const sandbox = await create();
    void sandbox.run('sleep 0.2; v=1');
    expect(await output(kept(await sandbox.fork()), 'echo $v')).toBe('1\n');
  });

  it('shares files and memory with many other forks', async () => {
    const sandbox = await create({ files: { big: new Uint8Array(16 << 20).fill(7) } });
    await sandbox.run('printf -v v %100000s x');
    const forks = await reportGrowth(() => Promise.all(Array.from({ length: 50 }, () => sandbox.fork())));
    for (const fork of forks) kept(fork);
    const answers = await Promise.all(
      forks.map((fork, i) =>
        fork.run(`echo $((${'${#v}'} + ${i})); echo ${i} >own; cmp -n 9 big own >/dev/null; echo $?`),
      ),
    );
    expect(answers.map(({ stdout }) => stdout)).toEqual(forks.map((_, i) => `${100_000 + i}\n1\n`));
    expect(forks.map((fork) => fork.readFile('own', 'utf8'))).toEqual(forks.map((_, i) => `${i}\n`));
  }, 120_000);
});

describe('diff', () => {
  it('lists changes between two snapshots, and since one', async () => {
    const sandbox = await create({ files: { a: '1', b: '2', 'd/c': '3', gone: '4' } });
    const one = await sandbox.snapshot({ filesOnly: true });
    expect(sandbox.diff(one)).toEqual([]);
    sandbox.writeFile('a', '11');
    sandbox.rename('b', 'd/b');
    sandbox.rm('gone');
    const two = await sandbox.snapshot({ filesOnly: true });
    sandbox.chmod('d', 0o700);
    sandbox.symlink('a', 'link');
    const home = '/home/user';
    const first = [
      { kind: 'modified', path: `${home}/a`, type: 'file', size: 2, mode: 0o100644 },
      { kind: 'renamed', path: `${home}/d/b`, from: `${home}/b`, type: 'file', size: 1, mode: 0o100644 },
      { kind: 'deleted', path: `${home}/gone`, type: 'file', size: 1, mode: 0o100644 },
    ];
    expect(sandbox.diff(one, two)).toEqual(first);
    const second = [
      { kind: 'modified', path: `${home}/d`, type: 'directory', size: 4096, mode: 0o040700 },
      { kind: 'created', path: `${home}/link`, type: 'symlink', size: 1, mode: 0o120777 },
    ];
    expect(sandbox.diff(two)).toEqual(second);
    expect(sandbox.diff(one).map(({ kind, path }) => `${kind} ${path.slice(home.length + 1)}`)).toEqual([
      'modified a',
      'modified d',
      'renamed d/b',
      'deleted gone',
      'created link',
    ]);
  });

  it('leaves out files that an imported state brings back unchanged', async () => {
    const sandbox = await create({ files: { a: '1', 'd/c': 'x'.repeat(200_000), changed: '2' } });
    await sandbox.run('ln -s a link; ln a hard; chmod 600 d/c');
    const id = await sandbox.snapshot({ filesOnly: true });
    const state = await sandbox.exportState();
    await sandbox.importState(state);
    expect(sandbox.diff(id)).toEqual([]);
    sandbox.writeFile('changed', '3');
    await sandbox.importState(await sandbox.exportState());
    expect(sandbox.diff(id)).toMatchObject([{ kind: 'modified', path: '/home/user/changed' }]);
    // Files of another sandbox have the same numbers, and are others.
    const other = await create({ files: { other: '1' } });
    await sandbox.importState(await other.exportState());
    expect(sandbox.diff(id).filter(({ kind }) => kind === 'renamed')).toEqual([]);
  });

  it('can list many changes, whatever the names', async () => {
    const sandbox = await create();
    const id = await sandbox.snapshot({ filesOnly: true });
    const names = Array.from({ length: 3000 }, (_, i) => `many/${i} ü\n "x`);
    sandbox.writeFiles(Object.fromEntries(names.map((name) => [name, ''])));
    expect(
      sandbox
        .diff(id)
        .map(({ path }) => path)
        .filter((path) => path.includes('ü'))
        .sort(),
    ).toEqual(names.map((name) => `/home/user/${name}`).sort());
  });
});

describe('a sandbox that begins from a snapshot', () => {
  it("has the snapshot's files and session, and its own options", async () => {
    const sandbox = await create({ files: { f: 'one' } });
    await sandbox.run('v=1; cd /tmp; export E=1');
    const id = await sandbox.snapshot();
    await sandbox.run('v=2; rm ~/f');
    const other = await create({ from: id, env: { E: '2', F: '3' }, files: { g: 'more' }, maxProcesses: 5 });
    expect(await output(other, 'echo $v $E $F $PWD; cat ~/f; cat /tmp/g')).toBe('1 2 3 /tmp\nonemore');
    sandbox.deleteSnapshot(id);
    expect(await output(other, 'echo $v')).toBe('1\n');
    const files = await other.snapshot({ filesOnly: true });
    const third = await create({ from: files, cwd: '/srv/new' });
    expect(await output(third, 'echo $v $E $PWD; cat ~/f')).toBe('/srv/new\none');
  });

  it('is refused when the limits are too low or options contradict each other', async () => {
    const sandbox = await create({ files: { f: new Uint8Array(2 << 20) } });
    await sandbox.run(':');
    const id = await sandbox.snapshot();
    const refused = async (options: SandboxOptions): Promise<unknown> =>
      Sandbox.create({ from: id, ...options }).then(
        (made) => made.destroy(),
        (error: unknown) => error,
      );
    expect(await refused({ fsLimitMb: 1 })).toMatchObject({ code: 'E_LIMIT_FS' });
    expect(await refused({ fileCountLimit: 1 })).toBeUndefined();
    expect(await refused({ memoryLimitMb: 1 })).toMatchObject({ code: 'E_LIMIT_MEMORY' });
    expect(await refused({ cwd: '/' })).toMatchObject({ code: 'E_INVALID_OPTION' });
    expect(await refused({ wasmDir: '/x' })).toMatchObject({ code: 'E_INVALID_OPTION' });
    expect(await refused({ from: 7 as unknown as string })).toMatchObject({ code: 'E_INVALID_OPTION' });
    expect(await refused({ from: 'none' })).toMatchObject({ code: 'E_NO_SNAPSHOT' });
  });
});

describe('a template', () => {
  it('is set up once, and its sandboxes begin there', async () => {
    let times = 0;
    const template = await Sandbox.template(
      async (sandbox) => {
        times++;
        sandbox.writeFile('ready', 'yes\n');
        await sandbox.run('v=1; cd /tmp; sleep 1000 & trap "echo bye" EXIT');
      },
      { env: { E: 'template' }, maxProcesses: 7, timeoutMs: 4000 },
    );
    onTestFinished(() => template.dispose());
    const one = kept(await template.create());
    const two = kept(await template.create({ env: { E: 'own' }, maxProcesses: 9 }));
    expect(one).toBeInstanceOf(Sandbox);
    expect(await output(one, 'echo $v $E $PWD; cat ~/ready; v=2')).toBe('1 template /tmp\nyes\n');
    expect(await output(two, 'echo $v $E; ulimit -u')).toBe('1 own\n9\n');
    expect(times).toBe(1);
    const third = kept(await Sandbox.create({ from: template }));
    expect(await output(third, 'echo $v')).toBe('1\n');
    template.dispose();
    template.dispose();
    expect(await output(one, 'echo $v')).toBe('2\n');
    await expect(template.create()).rejects.toMatchObject({ code: 'E_NO_SNAPSHOT' });
  });

  it('rejects with the error of its set-up', async () => {
    const failure = new Error('no');
    await expect(
      Sandbox.template(async () => {
        throw failure;
      }),
    ).rejects.toBe(failure);
  });

  it('makes many sandboxes at once', async () => {
    const template = await Sandbox.template((sandbox) => sandbox.run('v=1; mkdir -p a/b; echo x >a/b/c'));
    onTestFinished(() => template.dispose());
    const made: Sandbox[] = [];
    await reportGrowth(async () => {
      for (let i = 0; i < 500; i++) made.push(kept(await template.create()));
    });
    const some = made.filter((_, i) => i % 25 === 0);
    const answers = await Promise.all(some.map((sandbox) => output(sandbox, 'echo $v; cat a/b/c')));
    expect(answers).toEqual(some.map(() => '1\nx\n'));
  }, 120_000);
});
