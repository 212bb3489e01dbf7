// What else a stranger could do with archives: names in other places, what is compressed, what a guest makes for the host to export.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { collect, native, nativeDirectory } from '../contract/tar-trees.js';
import { useSandboxes } from '../contract/use-sandbox.js';
import { reportGrowth } from './report.js';
import { archive, file, header, pax } from './tar-bytes.js';

const create = useSandboxes();
const mebibyte = 2 ** 20;

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

const names = (sandbox: Sandbox, path: string): string[] => sandbox.readDir(path).map(({ name }) => name);

describe('an archive', () => {
  const elsewhere: [string, Uint8Array][] = [
    ['a PAX record', archive(pax({ path: '/tmp/out/f' }), file({}, 'bad'))],
    ['a global PAX record', archive(file({ type: 'g' }, '19 path=/tmp/out/f\n'), file({}, 'bad'))],
    ['a long name of GNU', archive(file({ name: '././@LongLink', type: 'L' }, '/tmp/out/f\0'), file({}, 'bad'))],
    ['a prefix', archive(file({ name: 'f', prefix: '/tmp/out' }, 'bad'))],
    [
      'a name of a sparse file',
      archive(pax({ 'GNU.sparse.map': '0,3', 'GNU.sparse.name': '/tmp/out/f' }), file({}, 'bad')),
    ],
  ];
  it.each(elsewhere)('unpacks below its directory what has its name in %s', async (_where, bytes) => {
    const sandbox = await create({ files: { '/tmp/out/f': 'good' } });
    await sandbox.importTar('/tmp/w', bytes);
    expect(sandbox.readFile('/tmp/out/f', 'utf8')).toBe('good');
    expect(sandbox.readFile('/tmp/w/tmp/out/f', 'utf8')).toBe('bad');
  });

  it('links to a link itself, not to what that leads to', async () => {
    const sandbox = await create({ files: { '/tmp/out/f': 'good' } });
    const links = [header({ name: 'l', type: '2', link: '/tmp/out' }), header({ name: 'm', type: '1', link: 'l' })];
    await sandbox.importTar('/tmp/w', archive(...links));
    expect(sandbox.readlink('/tmp/w/m')).toBe('/tmp/out');
    // By that name nothing goes through it either.
    expect(await codeOf(sandbox.importTar('/tmp/v', archive(...links, file({ name: 'm/f' }, 'bad'))))).toBe(
      'E_TAR_CORRUPT',
    );
    expect(names(sandbox, '/tmp')).toEqual(['out', 'w']);
  });

  it('brings no set-user-id programs and no devices', async () => {
    const sandbox = await create();
    const program = file({ name: 'su', mode: '0006755', uid: '0000000' }, '#!');
    const { skipped } = await sandbox.importTar('/tmp/w', archive(program, header({ name: 'disk', type: '4' })));
    expect(sandbox.stat('/tmp/w/su')).toMatchObject({ uid: 1000, mode: 0o100755 });
    expect([skipped, names(sandbox, '/tmp/w')]).toEqual([1, ['su']]);
  });

  it('is refused when what is compressed is damaged', async () => {
    const sandbox = await create();
    const zipped = gzipSync(archive(file({ name: 'f' }, 'x'.repeat(700))));
    // Its checksum is known at the end only.
    for (const at of [12, 40, zipped.length - 8, zipped.length - 1]) {
      const bytes = Buffer.from(zipped);
      bytes[at]! ^= 0x55;
      expect(await codeOf(sandbox.importTar('/tmp/w', bytes))).toBe('E_TAR_CORRUPT');
    }
    expect(names(sandbox, '/tmp')).toEqual([]);
  });

  it('is refused when it is compressed with what is not known', async () => {
    const sandbox = await create();
    for (const start of ['BZh91AY&SY', '\xfd7zXZ\0']) {
      const bytes = Buffer.from(start.padEnd(600, 'x'), 'latin1');
      expect(await codeOf(sandbox.importTar('/tmp/w', bytes))).toBe('E_UNSUPPORTED');
    }
  });

  it('is refused when its source gives what are no bytes', async () => {
    const sandbox = await create();
    const source = (async function* () {
      yield header({ size: 600 });
      yield 'text' as unknown as Uint8Array;
    })();
    expect(await codeOf(sandbox.importTar('/tmp/w', source))).toBe('E_INVALID_OPTION');
  });

  it('leaves nothing behind when it is refused', async () => {
    const sandbox = await create();
    const { mtimeMs } = sandbox.stat('/tmp');
    const refused = archive(file({ name: 'a' }, Buffer.alloc(30 * mebibyte, 1)), file({ name: 'b', wrong: 1 }));
    const attempt = async (): Promise<void> => {
      expect(await codeOf(sandbox.importTar('/tmp/deep/down', refused))).toBe('E_TAR_CORRUPT');
      // What is dropped is freed on another thread.
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    for (let i = 0; i < 5; i++) await attempt();
    const { fileBytes, files } = sandbox.metrics();
    await reportGrowth(async () => {
      for (let i = 0; i < 20; i++) await attempt();
    });
    await expect.poll(() => sandbox.metrics()).toMatchObject({ fileBytes, files });
    // The directory that it was to be unpacked in was not there, and never was.
    expect(sandbox.stat('/tmp').mtimeMs).toBe(mtimeMs);
    expect(names(sandbox, '/tmp')).toEqual([]);
  });

  it('is not unpacked where a link leads nowhere, or what is missing has no place', async () => {
    const sandbox = await create();
    await sandbox.run('ln -s nowhere /tmp/link');
    for (const path of ['/tmp/link', '/tmp/link/x', '/tmp/missing/../x']) {
      expect(await codeOf(sandbox.importTar(path, archive(file({}))))).toBe('ENOENT');
    }
    expect(names(sandbox, '/tmp')).toEqual(['link']);
  });
});

describe('a tree made by a guest', () => {
  it('is exported whatever it is, as far as a path leads to it', async () => {
    const sandbox = await create();
    const component = 'd'.repeat(100);
    // Deeper than a path is long.
    const deepest = Math.floor((4095 - '/tmp/w'.length) / 101);
    await sandbox.run(`mkdir /tmp/w; cd /tmp/w
      for i in $(seq 120); do mkdir ${component} && cd ${component}; done; echo deep >file; cd /tmp/w
      ln -s loop loop; mkdir closed; echo x >closed/f; chmod 0 closed closed/f; printf x >$'a\\nb\\001\\177'; cd`);
    const bytes = await collect(sandbox.exportTar('/tmp/w'));
    const listed = native(nativeDirectory(), 'tar -tf - --quoting-style=escape', bytes).toString();
    expect(listed.trimEnd().split('\n').sort()).toEqual(
      [
        './',
        ...Array.from({ length: deepest }, (_, i) => `./${`${component}/`.repeat(i + 1)}`),
        './loop',
        './closed/',
        './closed/f',
        './a\\nb\\001\\177',
      ].sort(),
    );
    // The sandbox has it as it was.
    expect(names(sandbox, '/')).not.toContainEqual(expect.stringMatching(/-.*-/));
    expect((await sandbox.run('find /tmp/w -name file | wc -c')).stdout).toBe(`${7 + 120 * 101 + 5}\n`);
    // All that is in the archive is what importTar takes.
    await sandbox.importTar('/tmp/again', bytes);
    expect(names(sandbox, '/tmp/again')).toEqual(['a\nb\x01\x7f', 'closed', component, 'loop']);
  });

  it('of 20 000 directories in one another is an archive of some megabytes', { timeout: 120_000 }, async () => {
    const sandbox = await create();
    await sandbox.run('cd /tmp; perl -e \'for (1..20000) { mkdir "d"; chdir "d" or die }\'; cd');
    let bytes = 0;
    for await (const chunk of sandbox.exportTar('/tmp')) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(2 ** 20);
    expect(bytes).toBeLessThan(16 * 2 ** 20);
  });
});
