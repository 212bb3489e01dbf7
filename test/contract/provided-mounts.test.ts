import { describe, expect, it } from 'vitest';
import type { Provider } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

const code = (name: string) => expect.objectContaining({ code: name });

/** A tree of numbers: `n/…` holds the squares of what it is asked for. */
const squares: Provider = {
  stat: async (path) => {
    if (path === 'n') return { type: 'directory' };
    if (path === 'first') return { type: 'symlink', target: 'n/1' };
    const number = /^n\/(\d+)$/.exec(path)?.[1];
    return number === undefined
      ? undefined
      : { size: String(Number(number) ** 2).length + 1, mode: 0o640, mtimeMs: 1000 };
  },
  list: async (path) =>
    path === ''
      ? [
          { name: 'n', type: 'directory' },
          { name: 'first', type: 'symlink' },
        ]
      : ['1', '2', '3'],
  read: async (path, offset, length) =>
    new TextEncoder().encode(`${Number(path.slice(2)) ** 2}\n`).subarray(offset, offset + length),
};

describe('a mounted tree', () => {
  const bytes = Uint8Array.of(0, 255, 10);

  it("shows an object's names as files and directories", async () => {
    const sandbox = await create();
    sandbox.mount('/data', {
      tree: { 'a.txt': 'text\n', ü: 'umlaut\n', more: { deep: { bytes } }, empty: {}, nothing: '' },
    });
    const script =
      'cd /data; cat a.txt ü; find . | sort; wc -c <more/deep/bytes; grep -r text .; stat -c "%A %s %U" a.txt more';
    expect(await sandbox.run(script)).toMatchObject({
      stderr: '',
      stdout:
        'text\numlaut\n.\n./a.txt\n./empty\n./more\n./more/deep\n./more/deep/bytes\n./nothing\n./ü\n3\n./a.txt:text\n' +
        '-r--r--r-- 5 user\ndr-xr-xr-x 0 user\n',
    });
    expect(sandbox.readFile('/data/more/deep/bytes')).toEqual(bytes);
    expect(sandbox.readDir('/data/more').map((entry) => [entry.name, entry.isDirectory()])).toEqual([['deep', true]]);
    expect(sandbox.exists('/data/none')).toBe(false);
    expect(() => sandbox.readFile('/data/more')).toThrow(code('EISDIR'));
  });

  it('calls a function once, when its file is first looked at', async () => {
    const made: string[] = [];
    const lazy =
      <Value>(name: string, value: Value) =>
      () => {
        made.push(name);
        return value;
      };
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of ['one ', 'two\n']) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const sandbox = await create({
      mounts: {
        '/lazy': {
          tree: {
            now: lazy('now', 'at once\n'),
            later: lazy('later', new Promise<string>((resolve) => setTimeout(resolve, 5, 'later\n'))),
            stream: lazy('stream', stream),
            unused: lazy('unused', ''),
          },
        },
      },
    });
    expect(await sandbox.run('ls /lazy; find /lazy -type f | wc -l')).toMatchObject({
      stdout: 'later\nnow\nstream\nunused\n4\n',
    });
    expect(made).toEqual([]);
    expect(await sandbox.run('cd /lazy; cat now later stream; cat later; wc -c <stream')).toMatchObject({
      stdout: 'at once\nlater\none two\nlater\n8\n',
    });
    expect(made).toEqual(['now', 'later', 'stream']);
  });

  it('shares large files, and reads them in pieces', async () => {
    const sandbox = await create();
    const large = new Uint8Array(20_000_003).map((_, index) => index % 251);
    sandbox.mount('/data', { tree: { large } });
    await sandbox.run(
      'cp /data/large /tmp; tail -c 5 /data/large >/tmp/end; dd if=/data/large of=/tmp/some bs=1000 skip=300 count=2 status=none',
    );
    expect(Buffer.compare(sandbox.readFile('/tmp/large'), large)).toBe(0);
    expect(sandbox.readFile('/tmp/end')).toEqual(large.slice(-5));
    expect(sandbox.readFile('/tmp/some')).toEqual(large.slice(300_000, 302_000));
    expect(Buffer.compare(sandbox.readFile('/data/large'), large)).toBe(0);
    expect(Buffer.compare(await sandbox.fs.readFile('/data/large'), large)).toBe(0);
  });

  it('is refused when it is not an object of files', async () => {
    const sandbox = await create();
    const mount = (tree: unknown) => () => sandbox.mount('/m', { tree } as { tree: Record<string, string> });
    expect(mount({ 'a/b': '' })).toThrow("option 'tree['a/b']' has no name that a file can have");
    expect(mount({ a: { '..': '' } })).toThrow("option 'tree['a']['..']' has no name that a file can have");
    expect(mount({ a: 5 })).toThrow(
      "option 'tree['a']' must be a string, a Uint8Array, a function that returns one, or an object of names",
    );
    const circle: Record<string, unknown> = {};
    circle.a = circle;
    expect(mount(circle)).toThrow(/must not be deeper than 256 directories/);
    expect(mount('text')).toThrow("option 'tree' must be an object of names");
    expect(() => sandbox.mount('/m', {} as Provider)).toThrow("option 'provider' must have a function 'stat'");
    await expect(create({ mounts: { '/m': { tree: 5 } as never } })).rejects.toThrow(
      "option 'mounts['/m'].tree' must be",
    );
    expect(sandbox.exists('/m')).toBe(false);
  });
});

describe('a provider', () => {
  it('is asked when guests look at a file', async () => {
    const sandbox = await create({ mounts: { '/sq': { provider: squares } } });
    const script =
      'cd /sq; cat n/12 n/7 first; ls -l --time-style=+%F n; readlink first; cat n/x; echo n/*; cd n && pwd && cat 9';
    expect(await sandbox.run(script)).toMatchObject({
      stdout: `144
49
1
total 2
-rw-r----- 1 user user 2 1970-01-01 1
-rw-r----- 1 user user 2 1970-01-01 2
-rw-r----- 1 user user 2 1970-01-01 3
n/1
n/1 n/2 n/3
/sq/n
81
`,
      stderr: 'cat: n/x: No such file or directory\n',
    });
  });

  it('is waited for by calls of sandbox.fs; other calls throw EAGAIN', async () => {
    const sandbox = await create();
    sandbox.mount('/sq', squares);
    expect(() => sandbox.readFile('/sq/n/5', 'utf8')).toThrow(code('EAGAIN'));
    expect(await sandbox.fs.readFile('/sq/n/5', 'utf8')).toBe('25\n');
    expect(await sandbox.fs.readdir('/sq/n')).toEqual(['1', '2', '3']);
    expect((await sandbox.fs.stat('/sq/first')).size).toBe(2);
    expect(await sandbox.fs.readlink('/sq/first')).toBe('n/1');
    await sandbox.fs.cp('/sq', '/tmp/copy', { recursive: true });
    expect(await sandbox.run('cat /tmp/copy/n/* /tmp/copy/first')).toMatchObject({ stdout: '1\n4\n9\n1\n' });
    await expect(sandbox.fs.readFile('/sq/none')).rejects.toThrow(code('ENOENT'));
    expect((await Promise.all([...'123'].map((name) => sandbox.fs.readFile(`/sq/n/${name}`, 'utf8')))).join('')).toBe(
      '1\n4\n9\n',
    );
  });

  it('passes the code of an error it throws on to the guest', async () => {
    const fail = (name?: string): Provider['stat'] => {
      throw Object.assign(new Error('of the host: /secret'), { code: name });
    };
    const provider: Provider = {
      stat: (path) => (path === 'denied' ? fail('EACCES')(path) : path === 'odd' ? fail('EWHAT')(path) : { size: 5 }),
      list: () => fail()('') as never,
      read: async (path) => fail(path === 'gone' ? 'ENOENT' : undefined)(path) as never,
    };
    const sandbox = await create({ mounts: { '/p': { provider } } });
    expect(await sandbox.run('cd /p; cat denied; cat odd; cat gone; cat file; ls')).toMatchObject({
      stderr:
        'cat: denied: Permission denied\ncat: odd: Input/output error\ncat: gone: No such file or directory\n' +
        "cat: file: Input/output error\nls: reading directory '.': Input/output error\n",
    });
  });

  it('is a file system of its own, read-only and without programs', async () => {
    const sandbox = await create({ mounts: { '/p': { tree: { d: {}, 'run.sh': '#!/bin/sh\necho ran\n' } } } });
    expect(
      await sandbox.run(
        'grep "/p " /proc/mounts; df --output=target /p | tail -n 1; touch /p/x; rm /p/run.sh; mkdir /p/d/e',
      ),
    ).toMatchObject({
      stdout: 'host /p fuse ro,relatime 0 0\n/p\n',
      stderr:
        "touch: cannot touch '/p/x': Read-only file system\nrm: cannot remove '/p/run.sh': Read-only file system\n" +
        'mkdir: cannot create directory ‘/p/d/e’: Read-only file system\n',
    });
    expect(await sandbox.run('ln /p/run.sh /tmp/x; mv /p/run.sh /tmp; /p/run.sh; sh /p/run.sh')).toMatchObject({
      stdout: 'ran\n',
      stderr: expect.stringContaining('Invalid cross-device link'),
    });
    expect(() => sandbox.writeFile('/p/new', '')).toThrow(code('EROFS'));
    await sandbox.run('exec 7</p/run.sh');
    expect(() => sandbox.unmount('/p')).toThrow(code('EBUSY'));
    await sandbox.run('exec 7<&-');
    sandbox.unmount('/p');
    expect(sandbox.readDir('/p')).toEqual([]);
  });

  it('stays mounted when a snapshot is restored, and is not mounted in forks', async () => {
    const sandbox = await create({ mounts: { '/sq': { provider: squares } } });
    const snapshot = await sandbox.snapshot();
    await sandbox.run('cat /sq/n/1; echo x >/tmp/x');
    await sandbox.restore(snapshot);
    expect(await sandbox.run('cat /sq/n/8; cat /tmp/x 2>/dev/null')).toMatchObject({ stdout: '64\n' });
    const fork = await sandbox.fork();
    expect(fork.readDir('/sq')).toEqual([]);
    fork.destroy();
  });

  it('shows changes after one second', async () => {
    let content = 'old';
    const provider: Provider = {
      stat: () => ({ size: content.length }),
      list: () => ['file'],
      read: (_, offset, length) => new TextEncoder().encode(content).subarray(offset, offset + length),
    };
    const sandbox = await create({ mounts: { '/p': { provider } } });
    expect(await sandbox.run('cat /p/file')).toMatchObject({ stdout: 'old' });
    content = 'newer';
    await expect
      .poll(async () => (await sandbox.run('cat /p/file; stat -c %s /p/file')).stdout, { timeout: 5000 })
      .toBe('newer5\n');
  });
});
