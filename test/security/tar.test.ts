// Hostile archives: nothing of them lands elsewhere, nothing changes when they are refused, and they take no more than a sandbox may.

import { createHash } from 'node:crypto';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions, TarSource } from 'wasmsand';
import { collect, native, nativeDirectory } from '../contract/tar-trees.js';
import { useSandboxes } from '../contract/use-sandbox.js';
import { report, reportGrowth } from './report.js';
import { archive, data, type Fields, file, header, pax, summed } from './tar-bytes.js';
import { watchEventLoop } from './watch.mjs';

const create = useSandboxes();

async function filled(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await create(options);
  await sandbox.run(
    'mkdir /tmp/w /tmp/out; cd /tmp/w; mkdir d; echo f >f; echo in >d/in; ln -s /tmp/out out; ln -s ../out up; cd',
  );
  return sandbox;
}

const all = (sandbox: Sandbox): Promise<Buffer> => collect(sandbox.exportTar('/tmp'));

/** That it is refused with that code, and all is as it was. */
async function refused(sandbox: Sandbox, source: TarSource, code: string, limit?: string): Promise<string> {
  const before = await all(sandbox);
  const { fileBytes, files } = sandbox.metrics();
  let message = 'it was not refused';
  await sandbox.importTar('/tmp/w', source).catch((error: Error & { code: string; limit?: string }) => {
    message = error.code === code ? error.message : `${error.code}: ${error.message}`;
    expect(error.code).toBe(code);
    if (limit !== undefined) expect(error.limit).toBe(limit);
  });
  expect(message).not.toBe('it was not refused');
  expect((await all(sandbox)).equals(before)).toBe(true);
  expect(sandbox.metrics()).toMatchObject({ fileBytes, files });
  return message;
}

async function* repeated(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (;;) yield* pieces;
}

async function* then(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

describe('names that lead out', () => {
  it.each([
    ['/etc/passwd', 'etc/passwd'],
    ['../../etc/passwd', undefined],
    ['d/../../../etc/x', undefined],
    ['a/..', undefined],
    ['//x', 'x'],
    ['./././y', 'y'],
  ])('%s lands where tar puts it, below the directory, or nowhere', async (name, landed) => {
    const sandbox = await filled();
    const before = sandbox.readFile('/etc/passwd');
    const hostile = archive(file({ name }, 'evil'));
    if (landed === undefined) {
      await refused(sandbox, hostile, 'E_TAR_CORRUPT');
    } else {
      await sandbox.importTar('/tmp/w', hostile);
      expect(sandbox.readFile(`/tmp/w/${landed}`, 'utf8')).toBe('evil');
      const directory = nativeDirectory();
      native(directory, 'tar -xf -', hostile);
      expect(native(directory, `cat ${landed}`).toString()).toBe('evil');
    }
    expect(sandbox.readFile('/etc/passwd')).toEqual(before);
    expect(sandbox.readDir('/tmp').map((entry) => entry.name)).toEqual(['out', 'w']);
  });

  it('a symbolic link and a file through it are refused', async () => {
    const sandbox = await filled();
    for (const link of ['/etc', '..', '../out', 'd', '/tmp/out', '/proc/self', '/dev/shm']) {
      const hostile = archive(header({ name: 'link', type: '2', link }), file({ name: 'link/evil' }, 'x'));
      expect(await refused(sandbox, hostile, 'E_TAR_CORRUPT')).toContain('lies below what is a symbolic link');
      const below = archive(header({ name: 'link', type: '2', link }), header({ name: 'link/evil/', type: '5' }));
      await refused(sandbox, below, 'E_TAR_CORRUPT');
    }
    expect(await refused(sandbox, archive(file({}), file({ name: 'f/g' })), 'E_TAR_CORRUPT')).toContain('no directory');
  });

  it('links of the sandbox are replaced, not followed', async () => {
    const sandbox = await filled();
    await sandbox.importTar(
      '/tmp/w',
      archive(
        file({ name: 'out/evil' }, 'x'),
        file({ name: 'up' }, 'plain'),
        header({ name: 'link', type: '2', link: '/tmp/out' }),
      ),
    );
    expect(sandbox.readDir('/tmp/out')).toEqual([]);
    expect(sandbox.lstat('/tmp/w/out').isDirectory()).toBe(true);
    expect(sandbox.lstat('/tmp/w/up').isFile()).toBe(true);
    await sandbox.importTar('/tmp/w', archive(file({ name: 'link' }, 'x')));
    expect(sandbox.lstat('/tmp/w/link').isFile()).toBe(true);
    expect(sandbox.readDir('/tmp/out')).toEqual([]);
  });

  it('hard links lead to files of the archive only', async () => {
    const sandbox = await filled();
    for (const link of ['/etc/passwd', 'f', 'd', 'later', '.', '', 'self']) {
      const hostile = archive(
        header({ name: 'self', type: '1', link }),
        file({ name: 'later' }),
        header({ name: 'd', type: '5' }),
      );
      expect(await refused(sandbox, hostile, 'E_TAR_CORRUPT')).toContain('which is no file before it in the archive');
    }
    // Through a link, too.
    const through = archive(
      header({ name: 's', type: '2', link: '/etc' }),
      header({ name: 'h', type: '1', link: 's/passwd' }),
    );
    await refused(sandbox, through, 'E_TAR_CORRUPT');
  });
});

describe('archives that are none', () => {
  const good = archive(pax({ mtime: '5.25', path: 'long' }), file({}, 'content'), header({ name: 'd/', type: '5' }));

  it('an archive that is cut anywhere', async () => {
    const sandbox = await filled();
    for (let length = 0; length < good.length - 1024; length += length % 512 < 3 ? 1 : 127) {
      await refused(sandbox, good.subarray(0, length), 'E_TAR_CORRUPT');
      if (length > 0) await refused(sandbox, gzipSync(good).subarray(0, Math.floor(length / 20)), 'E_TAR_CORRUPT');
    }
  });

  const corrupt: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['text', Buffer.from('not an archive '.repeat(100))],
    ['a wrong checksum', archive(file({ wrong: 1 }))],
    ['a negative size', archive(header({ size: `\xff${'\xff'.repeat(11)}` }))],
    ['a size beyond numbers', archive(header({ size: `\x80\0\0\0${'\x7f'.repeat(8)}` }))],
    ['a size that is no number', archive(header({ size: '12x45' }))],
    ['a size of exabytes', archive(header({ size: `\x80\0\0\0\0\x10${'\0'.repeat(6)}` }))],
    ['a size of PAX that is none', archive(pax({ size: '-5' }), file({}))],
    ['a size of PAX beyond numbers', archive(pax({ size: '9'.repeat(30) }), file({}))],
    ['a time that is none', archive(pax({ mtime: 'now' }), file({}))],
    ['a time out of range', archive(pax({ mtime: '99999999999999' }), file({}))],
    ['a name with a NUL', archive(pax({ path: 'a\0b' }), file({}))],
    ['a component that is too long', archive(pax({ path: 'x'.repeat(256) }), file({}))],
    ['a path that is too long', archive(pax({ path: 'x/'.repeat(3000) }), file({ type: '5' }))],
    ['a name of 200 KiB', archive(file({ name: '././@LongLink', type: 'L' }, 'y/'.repeat(100_000)), file({}))],
    ['a link without a target', archive(header({ type: '2' }))],
    ['a target that is too long', archive(pax({ linkpath: 'x'.repeat(5000) }), header({ type: '2', link: 'x' }))],
    ['a file called nothing', archive(file({ name: '' }, 'x'))],
    ['a file that is the directory', archive(file({ name: '.' }, 'x'))],
    ['records without a length', archive(file({ type: 'x' }, 'path=x\n'), file({}))],
    ['records that are longer than their header', archive(file({ type: 'x' }, '99 path=x\n'), file({}))],
    ['records without an end', archive(file({ type: 'x' }, '9 path=xx'), file({}))],
    ['records of no length', archive(file({ type: 'x' }, '0 path=x\n'), file({}))],
    ['records without a key', archive(file({ type: 'x' }, '5 =x\n'), file({}))],
    ['an extended header of 8 GiB', archive(header({ type: 'x', size: 2 ** 33 - 1 }))],
    ['a global header of 2 MiB', archive(file({ type: 'g' }, 'x'.repeat(2 ** 21)))],
    ['a torn map of holes', archive(pax({ 'GNU.sparse.map': '0,5,10', 'GNU.sparse.size': '20' }), file({}, 'xxxxx'))],
    [
      'a map that is not in order',
      archive(pax({ 'GNU.sparse.map': '10,2,0,3', 'GNU.sparse.size': '20' }), file({}, 'xxxxx')),
    ],
    ['a map past the end', archive(pax({ 'GNU.sparse.map': '18,5', 'GNU.sparse.size': '20' }), file({}, 'xxxxx'))],
    ['a map of other data', archive(pax({ 'GNU.sparse.map': '0,3', 'GNU.sparse.size': '20' }), file({}, 'xxxxx'))],
    [
      'a map of numbers beyond numbers',
      archive(pax({ 'GNU.sparse.map': '9007199254740991,5', 'GNU.sparse.size': '20' }), file({}, 'xxxxx')),
    ],
    [
      'a map in data that has none',
      archive(pax({ 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '5' }), file({}, 'no map here')),
    ],
    [
      'a map of a billion pieces',
      archive(pax({ 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '5' }), file({}, '1000000000\n')),
    ],
    [
      'a map without lines',
      archive(pax({ 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '5' }), file({}, '1'.repeat(5000))),
    ],
    ['a file that is a directory with files', archive(file({ name: 'a/b' }), file({ name: 'a' }))],
  ];
  it.each(corrupt)('%s', async (_name, bytes) => {
    const sandbox = await filled();
    await refused(sandbox, archive(), 'E_TAR_CORRUPT').catch(() => {});
    expect(await refused(sandbox, bytes, 'E_TAR_CORRUPT')).toMatch(/^the archive cannot be unpacked: /);
  });

  it('users that cannot be', async () => {
    const sandbox = await filled();
    const hostile = archive(pax({ uid: '4294967295' }), file({}));
    await expect(sandbox.importTar('/tmp/w', hostile, { preserveOwner: true })).rejects.toMatchObject({
      code: 'E_TAR_CORRUPT',
    });
    await sandbox.importTar('/tmp/w', hostile);
  });

  it('what could not give way', async () => {
    const sandbox = await filled();
    await refused(sandbox, archive(file({ name: 'first' }), file({ name: 'd' }, 'x')), 'EISDIR');
  });

  it('mutations of good ones are unpacked or refused, and nothing else', { timeout: 120_000 }, async () => {
    const directory = nativeDirectory();
    native(
      directory,
      'mkdir -p d/e; echo x >d/f; ln d/f d/g; ln -s f d/s; truncate -s 300000 h; printf y >>h; mkfifo p',
    );
    const seeds = ['gnu', 'posix', 'oldgnu'].map((format) => native(directory, `tar --format=${format} -Scf - d h p`));
    const sandbox = await filled();
    let refusals = 0;
    for (let i = 0; i < 600; i++) {
      const bytes = Buffer.from(seeds[i % seeds.length]!).subarray(0, 8192);
      const random = createHash('sha256').update(String(i)).digest();
      for (let change = 0; change <= random[0]! % 3; change++) {
        bytes[random.readUInt16LE(1 + 4 * change) % bytes.length] = random[3 + 4 * change]!;
      }
      // Most would end at the checksum.
      for (let at = 0; i % 2 === 0 && at < bytes.length; at += 512) {
        if (bytes.toString('latin1', at + 257, at + 262) === 'ustar') summed(bytes.subarray(at, at + 512));
      }
      await sandbox.importTar(`/tmp/w/${i}`, bytes).catch((error: { code: string }) => {
        expect(['E_TAR_CORRUPT', 'E_LIMIT_FS']).toContain(error.code);
        expect(sandbox.exists(`/tmp/w/${i}`)).toBe(false);
        refusals++;
      });
    }
    expect(refusals).toBeGreaterThan(50);
    expect(refusals).toBeLessThan(590);
    expect(sandbox.readDir('/tmp').map((entry) => entry.name)).toEqual(['out', 'w']);
  });
});

describe('archives that are too much', () => {
  const limits = { fsLimitMb: 16, fileCountLimit: 2000 };
  const zeros = new Uint8Array(1024 * 1024);

  /** The same bytes, and how many of them have been taken. */
  function counted(source: TarSource): { source: AsyncGenerator<Uint8Array>; taken: () => number } {
    let taken = 0;
    async function* counting(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        taken += chunk.length;
        yield chunk;
      }
    }
    return { source: counting(), taken: () => taken };
  }

  async function* numbered(fields: (i: number) => Fields): AsyncGenerator<Uint8Array> {
    for (let i = 0; ; i += 100) yield Buffer.concat(Array.from({ length: 100 }, (_, j) => header(fields(i + j))));
  }

  const bombs: [string, () => TarSource, string][] = [
    ['a file without end', () => then(header({ size: 2 ** 33 - 1 }), repeated(zeros)), 'E_LIMIT_FS'],
    ['files without end', () => numbered((i) => ({ name: `f${i}` })), 'E_LIMIT_FS'],
    ['directories without end', () => numbered((i) => ({ name: `${i % 7}/d${i}/x`, type: '5' })), 'E_LIMIT_FS'],
    [
      'links without end',
      () =>
        then(
          file({}),
          numbered((i) => ({ name: `f${i}`, type: '1', link: 'f' })),
        ),
      'E_LIMIT_FS',
    ],
    [
      'symbolic links with long targets',
      () => numbered((i) => ({ name: `f${i}`, type: '2', link: 'x'.repeat(100) })),
      'E_LIMIT_FS',
    ],
    ['deep paths', () => then(new Uint8Array(), deep()), 'E_LIMIT_FS'],
    [
      'an extended header without end',
      () => then(header({ type: 'x', size: 2 ** 33 - 1 }), repeated(zeros)),
      'E_TAR_CORRUPT',
    ],
    ['a list of extents without end', () => then(extended(), repeated(extended())), 'E_TAR_CORRUPT'],
  ];

  async function* deep(): AsyncGenerator<Uint8Array> {
    for (let i = 0; ; i++) yield Buffer.concat([pax({ path: `${'d/'.repeat(1900)}${i}/f` }), file({})]);
  }

  function extended(): Buffer {
    const bytes = header({ type: 'S', magic: 'ustar  \0' });
    bytes[482] = bytes[504] = 1;
    return summed(bytes);
  }

  it.each(bombs)('%s', { timeout: 60_000 }, async (_name, source, code) => {
    const sandbox = await filled(limits);
    const { source: bytes, taken } = counted(source());
    await reportGrowth(() => refused(sandbox, bytes, code));
    // What the limits allow, and the headers of that.
    expect(taken()).toBeLessThan(2 * limits.fsLimitMb * 2 ** 20);
  });

  it('many members in deep directories of their own', { timeout: 120_000 }, async () => {
    const sandbox = await create();
    const deep = (i: number): Buffer => Buffer.concat([pax({ path: `${i}/${'d/'.repeat(2000)}f` }), file({})]);
    const members = Array.from({ length: 40 }, (_, i) => deep(i));
    const endWatch = await watchEventLoop();
    const { members: count } = await sandbox.importTar('/tmp/w', gzipSync(Buffer.concat([...members, zeros, zeros])));
    expect(count).toBe(40);
    report(await endWatch());
  });

  it('one whose work goes on for long ends with its sandbox', { timeout: 120_000 }, async () => {
    const sandbox = await create({ fileCountLimit: 1_000_000 });
    let taken = 0;
    const members = (async function* () {
      for (let i = 0; ; i++) {
        taken = i;
        yield Buffer.concat([pax({ path: `${i}/${'d/'.repeat(2000)}f` }), file({})]);
      }
    })();
    const imported = sandbox.importTar('/tmp/w', members);
    const ended = expect(imported).rejects.toMatchObject({ code: 'E_DESTROYED' });
    while (taken < 20) await new Promise((resolve) => setImmediate(resolve));
    sandbox.destroy();
    const then = taken;
    await ended;
    expect(taken).toBeLessThanOrEqual(then + 1);
  });

  it('gzip of zeros', { timeout: 60_000 }, async () => {
    const sandbox = await filled(limits);
    const bomb = await new Promise<Buffer>((resolve) => {
      const gzip = createGzip();
      const chunks: Buffer[] = [];
      gzip.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
      gzip.write(header({ size: 2 ** 33 - 1 }));
      for (let i = 0; i < 300; i++) gzip.write(zeros);
      gzip.end();
    });
    expect(bomb.length).toBeLessThan(2 ** 20);
    await reportGrowth(() => refused(sandbox, bomb, 'E_LIMIT_FS', 'fsLimitBytes'));
    // Only zeros: an archive that has ended.
    const ended = gzipSync(Buffer.alloc(64 * 2 ** 20));
    await sandbox.importTar('/tmp/w/empty', ended);
  });

  it('more than there is room for beside what there is', async () => {
    const sandbox = await filled(limits);
    sandbox.writeFile('/tmp/w/large', new Uint8Array(12 * 2 ** 20).fill(1));
    const content = new Uint8Array(10 * 2 ** 20).fill(2);
    await refused(sandbox, archive(file({ name: 'other' }, content)), 'E_LIMIT_FS', 'fsLimitBytes');
    await sandbox.importTar('/tmp/w', archive(file({ name: 'large' }, content)));
    const counted = Array.from({ length: 1990 }, (_, i) => file({ name: `f${i}` }));
    await sandbox.importTar('/tmp/w/many', archive(...counted.slice(0, 1000)));
    await refused(sandbox, archive(...counted.slice(0, 1000)), 'E_LIMIT_FS', 'fileCountLimit');
  });

  it('a hole costs nothing, however large', async () => {
    const sandbox = await filled(limits);
    const map = { 'GNU.sparse.map': '4503599627370496,1', 'GNU.sparse.size': '4503599627370497' };
    await sandbox.importTar('/tmp/w', archive(pax(map), file({}, 'x')));
    expect(sandbox.stat('/tmp/w/f').size).toBe(2 ** 52 + 1);
    expect(sandbox.metrics().fileBytes).toBeLessThan(200_000);
  });

  it('a source that says nothing ends with its sandbox', async () => {
    const sandbox = await filled();
    let cancelled = false;
    const silent = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true;
      },
    });
    const waiting = sandbox.importTar('/tmp/w', silent);
    const next = sandbox.importTar('/tmp/w', archive());
    await new Promise((resolve) => setTimeout(resolve, 20));
    sandbox.destroy();
    await expect(waiting).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect(next).rejects.toMatchObject({ code: 'E_DESTROYED' });
    expect(cancelled).toBe(true);
  });

  it('the event loop goes on meanwhile', { timeout: 60_000 }, async () => {
    const sandbox = await filled();
    const many = archive(
      ...Array.from({ length: 20_000 }, (_, i) => file({ name: `d${i % 100}/f${i}` }, data(String(i)))),
    );
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await sandbox.importTar('/tmp/w', many);
    await all(sandbox);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});
