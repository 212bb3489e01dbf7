// sandbox.watch and fs.watch: who is told of what.

import { afterEach, describe, expect, it } from 'vitest';
import { type FileChange, Sandbox, type SandboxOptions } from 'wasmsand';

const sandboxes: Sandbox[] = [];
async function create(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await Sandbox.create(options);
  sandboxes.push(sandbox);
  return sandbox;
}
afterEach(async () => {
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.destroy()));
});

const shown = ({ kind, path, from }: FileChange): string => [kind, path, ...(from ? [from] : [])].join(' ');

/** The changes up to the one of `mark`, a file that is made last. */
async function until(watch: AsyncIterable<FileChange>, mark: string): Promise<string[]> {
  const changes: string[] = [];
  for await (const change of watch) {
    if (change.path === mark) break;
    changes.push(shown(change));
  }
  return changes;
}

describe('watch', () => {
  it('tells of each kind of change, made by the host', async () => {
    const sandbox = await create();
    const watch = sandbox.watch('.');
    sandbox.mkdir('sub');
    sandbox.writeFile('a', '1');
    sandbox.writeFile('sub/not told', '1');
    sandbox.writeFile('a', '2');
    sandbox.rename('a', 'b');
    sandbox.chmod('b', 0o600);
    sandbox.rename('b', '/tmp/c');
    sandbox.rename('/tmp/c', 'd');
    sandbox.rm('d');
    sandbox.rm('sub', { recursive: true });
    sandbox.writeFile('end', '');
    expect(await until(watch, '/home/user/end')).toEqual([
      'created /home/user/sub',
      'created /home/user/a',
      'renamed /home/user/b /home/user/a',
      'modified /home/user/b',
      'deleted /home/user/b',
      'created /home/user/d',
      'deleted /home/user/d',
      'deleted /home/user/sub',
    ]);
  });

  it('tells of what commands change, in directories that they make', async () => {
    const sandbox = await create();
    const watch = sandbox.watch('/home/user', { recursive: true });
    await sandbox.run('mkdir -p a/b; echo 1 > a/b/c; mv a moved; echo 2 >> moved/b/c; rm -r moved; touch end');
    expect(await until(watch, '/home/user/end')).toEqual([
      'created /home/user/a',
      'created /home/user/a/b',
      'created /home/user/a/b/c',
      'renamed /home/user/moved /home/user/a',
      'modified /home/user/moved/b/c',
      'deleted /home/user/moved/b/c',
      'deleted /home/user/moved/b',
      'deleted /home/user/moved',
    ]);
  });

  it('tells of one file', async () => {
    const sandbox = await create({ files: { a: '1', b: '1' } });
    const watch = sandbox.watch('a');
    sandbox.writeFile('b', '2');
    sandbox.writeFile('a', '2');
    expect((await watch.next()).value).toEqual({ kind: 'modified', path: '/home/user/a' });
    sandbox.rm('a');
    expect((await watch.next()).value).toEqual({ kind: 'modified', path: '/home/user/a' });
    expect((await watch.next()).value).toEqual({ kind: 'deleted', path: '/home/user/a' });
  });

  it('waits for a change', async () => {
    const sandbox = await create();
    const watch = sandbox.watch('/tmp');
    const [first, second] = [watch.next(), watch.next()];
    await sandbox.run('mkdir /tmp/a /tmp/b');
    expect([(await first).value?.path, (await second).value?.path]).toEqual(['/tmp/a', '/tmp/b']);
  });

  it('keeps a bounded number of changes and says that it lost some', { timeout: 120_000 }, async () => {
    const sandbox = await create({ fileCountLimit: 200_000 });
    const watch = sandbox.watch('.', { recursive: true });
    const before = sandbox.metrics().memoryBytes;
    const flood = 'import os\nfor i in range(100_000):\n os.close(os.open(str(i), os.O_CREAT | os.O_WRONLY))\n';
    const { exitCode } = await sandbox.run(`mkdir flood && cd flood && python3 -c '${flood}'`, { timeoutMs: 0 });
    expect(exitCode).toBe(0);
    expect(sandbox.metrics().memoryBytes - before).toBeLessThan(64 << 20);
    const kinds: string[] = [];
    for await (const { kind } of watch) {
      kinds.push(kind);
      if (kind === 'lost') break;
    }
    expect(kinds.length).toBe(8193);
  });

  it('says that it lost something when the files are replaced, and goes on', async () => {
    const sandbox = await create();
    const snapshot = await sandbox.snapshot();
    const watch = sandbox.watch('.');
    await sandbox.restore(snapshot);
    expect((await watch.next()).value).toEqual({ kind: 'lost', path: '/home/user' });
    sandbox.writeFile('a', '');
    expect((await watch.next()).value).toEqual({ kind: 'created', path: '/home/user/a' });
  });

  it('ends with the signal, the loop, the sandbox', async () => {
    const sandbox = await create();
    const end = new AbortController();
    const aborted = sandbox.watch('.', { signal: end.signal });
    const waiting = aborted.next();
    end.abort();
    expect(await waiting).toEqual({ value: undefined, done: true });
    sandbox.writeFile('a', '');
    expect((await aborted.next()).done).toBe(true);
    expect((await sandbox.watch('.', { signal: AbortSignal.abort() }).next()).done).toBe(true);

    const left = sandbox.watch('.');
    const still = left.next();
    await left.return?.();
    expect((await still).done).toBe(true);

    const [idle, other] = [sandbox.watch('.'), sandbox.watch('.')];
    const last = other.next();
    await sandbox.destroy();
    expect((await last).done).toBe(true);
    expect((await idle.next()).done).toBe(true);
  });

  it('gives back what it has when the loop is left', async () => {
    const sandbox = await create();
    const before = sandbox.metrics().memoryBytes;
    sandbox.writeFile('a', '');
    // More than there may be at a time.
    for (let i = 0; i < 10_000; i++) {
      for await (const { kind } of watchingOneChange(sandbox)) {
        expect(kind).toBe('modified');
        break;
      }
    }
    expect(sandbox.metrics().memoryBytes).toBe(before);
  });

  function watchingOneChange(sandbox: Sandbox): AsyncIterable<FileChange> {
    const watch = sandbox.watch('a');
    sandbox.writeFile('a', '');
    return watch;
  }

  it('serves 500 watchers in 50 sandboxes', { timeout: 120_000 }, async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => create()));
    const told = all.flatMap((sandbox) => Array.from({ length: 10 }, () => sandbox.watch('.').next()));
    for (const [index, sandbox] of all.entries()) sandbox.writeFile(`file-${index}`, '');
    const changes = await Promise.all(told);
    expect(changes.map(({ value }) => value?.path)).toEqual(
      all.flatMap((_, index) => Array.from({ length: 10 }, () => `/home/user/file-${index}`)),
    );
  });

  it('refuses what cannot be watched, and bad options', async () => {
    const sandbox = await create();
    const refused = (watch: () => unknown): string => {
      try {
        watch();
      } catch (error) {
        return (error as { code: string }).code;
      }
      return 'none';
    };
    expect(refused(() => sandbox.watch('missing'))).toBe('ENOENT');
    expect(refused(() => sandbox.watch('a\0'))).toBe('EINVAL');
    expect(refused(() => sandbox.watch('.', { recursive: 1 as never }))).toBe('E_INVALID_OPTION');
    expect(refused(() => sandbox.watch('.', { signal: {} as never }))).toBe('E_INVALID_OPTION');
    expect(refused(() => sandbox.watch('.', { deep: true } as never))).toBe('E_INVALID_OPTION');
    for (let i = 0; i < 8192; i++) sandbox.watch('.');
    expect(refused(() => sandbox.watch('.'))).toBe('ENOSPC');
    await sandbox.destroy();
    expect(refused(() => sandbox.watch('.'))).toBe('E_DESTROYED');
  });
});

describe('fs.watch', () => {
  it('tells in the words of node:fs', async () => {
    const sandbox = await create({ files: { 'sub/a': '1' } });
    const watch = sandbox.fs.watch('.', { recursive: true });
    const first = watch.next();
    sandbox.writeFile('sub/a', '2');
    sandbox.rename('sub/a', 'b');
    expect((await first).value).toEqual({ eventType: 'change', filename: 'sub/a' });
    expect((await watch.next()).value).toEqual({ eventType: 'rename', filename: 'sub/a' });
    expect((await watch.next()).value).toEqual({ eventType: 'rename', filename: 'b' });
    await watch.return();
  });

  it('rejects with the reason of the signal', async () => {
    const sandbox = await create();
    const end = new AbortController();
    const waiting = sandbox.fs.watch('.', { signal: end.signal }).next();
    end.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(sandbox.fs.watch('missing').next()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
