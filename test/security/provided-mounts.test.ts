// Providers that fail, lie, or never answer: the guest gets an errno, and nobody else notices.

import { describe, expect, it } from 'vitest';
import type { ProvidedStat, Provider } from 'wasmsand';
import { useSandboxes } from '../contract/use-sandbox.js';

const create = useSandboxes();

const never = new Promise<never>(() => {});
const good: Provider = {
  stat: (path) => (path === 'f' || path === 'd/f' ? { size: 3 } : path === 'd' ? { type: 'directory' } : undefined),
  list: (path) => (path === '' ? ['f', { name: 'd', type: 'directory' }] : ['f']),
  read: (_, offset, length) => new TextEncoder().encode('abc').subarray(offset, offset + length),
};

function* endless() {
  for (let i = 0; ; i++) yield `name${i}`;
}

describe('lists of directories that stay open', () => {
  const names = Array.from({ length: 65_536 }, (_, i) => `${i}`.padStart(200, 'n'));
  const large: Provider = {
    stat: (path) => (path.includes('/') ? undefined : { type: 'directory' }),
    list: (path) => (path === '' ? ['same'] : names),
    read: () => new Uint8Array(),
  };
  /** Forty directories that one program has open, all of them read from. */
  const open = (path: string): string =>
    `python3 -c 'import os; a = [os.scandir(${path}) for i in range(40)]; [next(d) for d in a]; print("all")'`;

  it('are one list for one directory, and bounded for all', { timeout: 120_000 }, async () => {
    const sandbox = await create({ memoryLimitMb: 512 });
    sandbox.mount('/m', large);
    expect(await sandbox.run(open('"/m/same"'), { timeoutMs: 60_000 })).toMatchObject({ stdout: 'all\n' });
    const others = await sandbox.run(open('f"/m/d{i}"'), { timeoutMs: 60_000 });
    expect(others.stderr).toContain('Cannot allocate memory');
    expect(await sandbox.run(open('"/m/same"'), { timeoutMs: 60_000 })).toMatchObject({ stdout: 'all\n' });
  });
});

describe('what cannot be true', () => {
  const stat = (value: unknown): Provider => ({ ...good, stat: () => value as ProvidedStat });
  const list = (value: unknown): Provider => ({ ...good, list: () => value as string[] });
  const read = (value: unknown): Provider => ({ ...good, read: () => value as Uint8Array });
  it.each<[string, Provider, string?]>([
    ['a negative size', stat({ size: -1 })],
    ['a size that is no number', stat({ size: Number.NaN })],
    ['an infinite size', stat({ size: Number.POSITIVE_INFINITY })],
    ['a size past 2^53', stat({ size: 2 ** 60 })],
    ['a mode of 2^32', stat({ mode: 2 ** 32 })],
    ['a time that is text', stat({ mtimeMs: 'now' })],
    ['an unknown type', stat({ type: 'device' })],
    ['a link without a target', stat({ type: 'symlink' })],
    ['a link to a NUL', stat({ type: 'symlink', target: 'a\0b' })],
    ['a link longer than a path', stat({ type: 'symlink', target: 'x'.repeat(5000) })],
    ['a number for a file', stat(5)],
    [
      'a getter that throws',
      stat({
        get size() {
          throw new Error('no');
        },
      }),
    ],
    ['a name with a slash', list(['../../etc/passwd'])],
    ['a name with a NUL', list(['a\0b'])],
    ['an empty name', list([''])],
    ['..', list(['..'])],
    ['a name that is too long', list(['ü'.repeat(128)])],
    ['a name that is a number', list([5])],
    ['nothing', list(undefined)],
    ['a list without end', list(endless())],
    ['millions of entries', list({ length: 1e7, [Symbol.iterator]: endless })],
    ['more bytes than asked for', read(new Uint8Array(64 * 1024 * 1024))],
    ['text for bytes', read('abc')],
    ['no bytes at all', read(undefined)],
    ['an array for bytes', read([1, 2, 3])],
    [
      'a thenable that throws',
      read(
        Object.defineProperty({}, 'then', {
          value: () => {
            throw new Error('no');
          },
        }),
      ),
    ],
    [
      'a code that is a getter',
      {
        ...good,
        read: () => {
          throw {
            get code() {
              throw new Error('no');
            },
          };
        },
      },
    ],
    [
      'undefined, thrown',
      {
        ...good,
        read: () => {
          throw undefined;
        },
      },
    ],
    ['a rejection of null', { ...good, read: () => Promise.reject(null) }],
  ])('%s is EIO', async (_, provider) => {
    const sandbox = await create({ mounts: { '/p': { provider } } });
    const { stdout, stderr, exitCode } = await sandbox.run('ls /p >/dev/null && cat /p/f');
    expect({ stdout, exitCode: exitCode > 0 }).toEqual({ stdout: '', exitCode: true });
    expect(stderr).toMatch(/^(cat|ls): .*Input\/output error\n$/);
    expect(await sandbox.run('echo goes on')).toMatchObject({ stdout: 'goes on\n' });
  });

  it('is not asked for what the object does not own', async () => {
    const sandbox = await create({ mounts: { '/p': { tree: { f: 'x' } } } });
    const { stderr } = await sandbox.run(
      'cd /p; for name in __proto__ constructor toString f/x ... ; do cat $name; done',
    );
    expect(stderr.match(/No such file|Not a directory/g)).toHaveLength(5);
  });
});

describe('an answer that does not come', () => {
  const silent: Provider = { ...good, read: () => never };

  it('is ETIMEDOUT', async () => {
    const sandbox = await create();
    sandbox.mount('/p', silent, { timeoutMs: 50 });
    expect(await sandbox.run('cat /p/f')).toMatchObject({ stderr: 'cat: /p/f: Connection timed out\n' });
    await expect(sandbox.fs.readFile('/p/f')).rejects.toThrow(expect.objectContaining({ code: 'ETIMEDOUT' }));
  });

  it('keeps nobody else waiting, and a kill ends the wait', async () => {
    // Its own end of the wait comes after that of this test.
    const mounts = { '/p': { provider: silent, timeoutMs: 600_000 } };
    const [sandbox, other] = [await create({ mounts }), await create({ mounts })];
    const script = `cat /p/f & waits=$!; for i in 1 2 3; do ls /p; cat /etc/hostname >/dev/null; done; kill -9 $waits; wait $waits; echo $?`;
    const [first, second] = await Promise.all([sandbox.run(script), other.run('cat /p/d/x; echo here')]);
    expect(first.stdout).toBe(`${'d\nf\n'.repeat(3)}137\n`);
    expect(second.stdout).toBe('here\n');
    const { timedOut } = await sandbox.run('cat /p/f', { timeoutMs: 200 });
    expect(timedOut).toBe(true);
    const waiting = sandbox.run('cat /p/f');
    sandbox.destroy();
    await waiting.catch(() => {});
  });

  it('is asked for so often and no more', async () => {
    let asked = 0;
    const provider: Provider = {
      ...good,
      stat: () => {
        asked++;
        return never;
      },
    };
    const sandbox = await create();
    sandbox.mount('/p', provider, { timeoutMs: 1 });
    const { stdout } = await sandbox.run('for i in {1..400}; do test -e /p/$i; done; echo done');
    expect(stdout).toBe('done\n');
    expect(asked).toBeLessThanOrEqual(256);
  });

  it('is of no use once the mount is gone', async () => {
    let answer: (bytes: Uint8Array) => void = () => {};
    const late = new Promise<Uint8Array>((resolve) => {
      answer = resolve;
    });
    const sandbox = await create();
    sandbox.mount('/p', { ...good, read: () => late }, { timeoutMs: 30 });
    await sandbox.run('cat /p/f');
    sandbox.unmount('/p');
    answer(Uint8Array.of(1));
    await late;
    sandbox.mount('/p', good);
    expect(await sandbox.run('cat /p/f')).toMatchObject({ stdout: 'abc' });
  });
});

describe('a crowd', () => {
  it('asks, waits and is killed', async () => {
    const slow: Provider = {
      stat: async (path) => {
        await new Promise((resolve) => setTimeout(resolve, path.length % 3));
        return path.endsWith('d') ? { type: 'directory' } : { size: 1000 };
      },
      list: async () => Array.from({ length: 200 }, (_, index) => `f${index}`),
      read: async (path, offset, length) => {
        if (path.endsWith('7')) return never;
        await new Promise((resolve) => setTimeout(resolve, 1));
        return new Uint8Array(1000).fill(120).subarray(offset, offset + length);
      },
    };
    const crowd = await Promise.all(Array.from({ length: 12 }, () => create({ mounts: { '/p': { provider: slow } } })));
    const results = await Promise.all(
      crowd.map((sandbox) =>
        sandbox.run(
          `for i in {0..19}; do cat /p/d/f$i | wc -c >$i & done
           until [ $(cat {0..19} 2>/dev/null | grep -cx 1000) -gt 10 ]; do sleep 0.05; done
           kill -9 $(jobs -p) 2>/dev/null; wait; cat {0..19}; echo end`,
          {
            timeoutMs: 60_000,
          },
        ),
      ),
    );
    for (const { stdout } of results) {
      expect(stdout.endsWith('end\n')).toBe(true);
      expect(stdout.match(/^1000$/gm)?.length ?? 0).toBeGreaterThan(10);
    }
  });

  it('finds a bounded table of names', async () => {
    const provider: Provider = { ...good, stat: () => ({ size: 0 }), list: () => [] };
    const sandbox = await create({ mounts: { '/p': { provider } } });
    const before = sandbox.metrics().memoryBytes;
    const { stdout } = await sandbox.run(
      'cd /p; for ((i = 0; i < 40000; i++)); do test -e n$i || echo $i; done; echo end',
      { timeoutMs: 0 },
    );
    expect(stdout).toBe('end\n');
    expect(sandbox.metrics().memoryBytes - before).toBeLessThan(64 * 1024 * 1024);
  });
});
