// Programs from a pack are used when each is what the lock names; whatever else a pack holds changes nothing.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageText, productsText, readImage } from '../../scripts/setup/descriptions.mjs';
import { readPack, replaceDirectory } from '../../scripts/setup/packed.mjs';
import { digestOf, type Lock } from '../../scripts/setup/product-lock.mjs';
import { packageRoot } from '../e2e/run-node.js';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-packed-'));
const names = ['shell', 'port-pear'];
const lock: Lock['products'] = {};
const wasm = join(directory, 'good/package/dist/wasm');
const archive = join(directory, 'good.tgz');
// Longer than a plain tar header holds.
const longName = `files/usr/share/${'pear/'.repeat(24)}data`;

const write = (path: string, data: string | Uint8Array): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
};

function makeProduct(name: string, files: Record<string, string>): string {
  const place = join(directory, 'products', `${name}-0123456789abcdef0123`);
  const entries = Object.entries(files).map(([file, text]) => {
    write(join(place, file), text);
    write(join(wasm, file), text);
    return { path: `/usr/${file}`, type: 'file', file, mode: 0o644, size: text.length };
  });
  writeFileSync(join(place, 'entries.json'), JSON.stringify(entries));
  // Not installed, and part of the product all the same.
  writeFileSync(join(place, 'library.a'), 'library');
  const other = { sha256: 'of another revision', programs: {} };
  lock[name] = { inputs: '0123456789abcdef0123', revisions: [other, digestOf(place)] };
  return place;
}

const tar = (...args: string[]) => execFileSync('tar', ['--format=pax', ...args]);
const compressed = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** Packs archives of programs as the package has them. */
function packArchives(to: string, ...archives: Uint8Array[]): string {
  const top = mkdtempSync(join(directory, 'pack-'));
  for (const [index, bytes] of archives.entries()) write(join(top, `package/dist/packed/${index}.tar.br`), bytes);
  tar('-czf', to, '-C', top, 'package');
  return to;
}

const archived = (from: string) => tar('-cf', '-', '-C', join(from, 'package/dist/wasm'), '--transform=s,^\\./,,', '.');

function pack(from: string, to: string): string {
  return packArchives(to, compressed(archived(from)));
}

beforeAll(() => {
  const places = [
    makeProduct('shell', { 'bash.wasm': 'a shell' }),
    makeProduct('port-pear', { 'pear.wasm': 'a pear', [longName]: 'data', 'files/empty': '' }),
  ];
  writeFileSync(join(wasm, 'image.tsv'), 'is not looked at');
  writeFileSync(join(wasm, 'products.json'), productsText(places));
  pack(join(directory, 'good'), archive);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** A copy of the good directory, edited. */
function edited(edit: (wasm: string) => void): string {
  const copy = mkdtempSync(join(directory, 'edited-'));
  cpSync(join(directory, 'good'), copy, { recursive: true });
  edit(join(copy, 'package/dist/wasm'));
  return copy;
}

const texts = (files: Map<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));

describe('the list of an image', () => {
  it('says what it was given, links after what they lead to', () => {
    const entries = [
      { type: 'link', path: '/bin/a', target: '/bin/z' },
      { type: 'program', path: '/bin/z', mode: 0o755, size: 3, file: 'z.wasm' },
      { type: 'symlink', path: '/bin/b', target: 'z' },
    ];
    const missing = [{ name: 'pear', reason: 'no\n\tsource', paths: ['/bin/pear', '/bin/pears'] }];
    const place = join(directory, 'listed');
    write(join(place, 'image.tsv'), imageText(entries, missing));
    const [link, program, symlink] = entries;
    expect(readImage(place)).toEqual({
      entries: [symlink, program, link],
      missing: [{ ...missing[0], reason: 'no source' }],
    });
  });

  it.each(['a\tb', 'a\nlink'])('has no place for %j', (name) => {
    expect(() => imageText([{ type: 'symlink', path: `/${name}`, target: 'z' }])).toThrow('cannot stand in the list');
  });
});

describe('a pack', () => {
  it('is an archive, where it was unpacked, or the directory of the programs', () => {
    const fromArchive = texts(readPack(archive, names, lock));
    const { 'image.tsv': list = '', 'products.json': products, ...files } = fromArchive;
    expect(files).toEqual({ 'bash.wasm': 'a shell', 'pear.wasm': 'a pear', [longName]: 'data', 'files/empty': '' });
    expect(products).toBe(readFileSync(join(wasm, 'products.json'), 'utf8'));
    const described = join(directory, 'described');
    write(join(described, 'image.tsv'), list);
    expect(list).toBe(imageText(readImage(described).entries));
    expect(texts(readPack(join(directory, 'good/package'), names, lock))).toEqual(fromArchive);
    const installed = mkdtempSync(join(directory, 'installed-'));
    tar('-xzf', archive, '-C', installed);
    expect(texts(readPack(join(installed, 'package'), names, lock))).toEqual(fromArchive);
    expect(texts(readPack(wasm, names, lock))).toEqual(fromArchive);
  });

  it.each([
    [
      'another program',
      'pear.wasm of port-pear has another SHA-256',
      (at: string) => write(join(at, 'pear.wasm'), 'a bear'),
    ],
    [
      'a longer program',
      'bash.wasm of shell has another SHA-256',
      (at: string) => write(join(at, 'bash.wasm'), 'a shell!'),
    ],
    ['no program', 'pear.wasm of port-pear is missing', (at: string) => rmSync(join(at, 'pear.wasm'))],
    ['no description', 'no products.json of programs is in it', (at: string) => rmSync(join(at, 'products.json'))],
    [
      'half a description',
      'its products.json cannot be read',
      (at: string) => write(join(at, 'products.json'), '{"she'),
    ],
    ['an empty description', 'shell is missing', (at: string) => write(join(at, 'products.json'), '{}')],
    ['no object', 'its products.json cannot be read', (at: string) => write(join(at, 'products.json'), 'null')],
    [
      'a bad entry',
      'its products.json has a bad entry for "shell"',
      (at: string) => write(join(at, 'products.json'), '{"shell":{"contents":[1]}}'),
    ],
  ])('with %s is refused', (_, message, edit) => {
    const copy = edited(edit);
    expect(() => readPack(join(copy, 'package'), names, lock)).toThrow(message);
    expect(() => readPack(pack(copy, join(copy, 'it.tgz')), names, lock)).toThrow(message);
  });

  it('whose program is a device is refused', () => {
    const copy = edited((at) => {
      rmSync(join(at, 'bash.wasm'));
      symlinkSync('/dev/zero', join(at, 'bash.wasm'));
    });
    expect(() => readPack(join(copy, 'package'), names, lock)).toThrow('bash.wasm of shell is missing');
  });

  it('is refused where its description was written anew for other programs', () => {
    const copy = edited((at) => {
      const place = join(directory, 'products/port-pear-0123456789abcdef0123');
      const forged = join(at, '../port-pear-0123');
      cpSync(place, forged, { recursive: true });
      write(join(forged, 'pear.wasm'), 'a bear');
      write(join(at, 'pear.wasm'), 'a bear');
      const shell = join(directory, 'products/shell-0123456789abcdef0123');
      write(join(at, 'products.json'), productsText([shell, forged]));
    });
    expect(() => readPack(join(copy, 'package'), names, lock)).toThrow(
      'port-pear is not what wasm/products.lock.json of this checkout names',
    );
    const entries = edited((at) => {
      const products = JSON.parse(readFileSync(join(at, 'products.json'), 'utf8'));
      products.shell.entries = products.shell.entries.replace('/usr/', '/etc/');
      write(join(at, 'products.json'), JSON.stringify(products));
    });
    expect(() => readPack(join(entries, 'package'), names, lock)).toThrow('the entries of shell are not its own');
  });

  it('is refused where the lock or the pack does not know a product', () => {
    expect(() => readPack(wasm, [...names, 'port-fig'], lock)).toThrow('port-fig is missing');
    expect(() => readPack(wasm, names, {})).toThrow('wasm/products.lock.json of this checkout does not know shell');
  });

  it('is refused when it was cut short anywhere', () => {
    const whole = readFileSync(archive);
    const cut = join(directory, 'cut.tgz');
    for (const length of [0, 1, 10, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(cut, whole.subarray(0, length));
      expect(() => readPack(cut, names, lock)).toThrow('the archive is damaged');
    }
    const outer = gunzipSync(whole);
    for (let length = 0; length < outer.length - 20 * 512; length += 512) {
      writeFileSync(cut, gzipSync(outer.subarray(0, length)));
      expect(() => readPack(cut, names, lock)).toThrow('the archive is damaged: its end is missing');
    }
    const inner = archived(join(directory, 'good'));
    for (let length = 0; length < inner.length - 20 * 512; length += 512) {
      packArchives(cut, compressed(inner.subarray(0, length)));
      expect(() => readPack(cut, names, lock)).toThrow('the archive is damaged: its end is missing');
    }
    const programs = compressed(inner);
    for (const length of [0, 1, 10, programs.length - 1]) {
      packArchives(cut, programs.subarray(0, length));
      expect(() => readPack(cut, names, lock)).toThrow('the archive is damaged');
    }
  });

  it('is refused when a byte of it is another, or changes nothing', () => {
    const outer = gunzipSync(readFileSync(archive));
    const inner = archived(join(directory, 'good'));
    const bent = join(directory, 'bent.tgz');
    const good = texts(readPack(archive, names, lock));
    const bendings = [outer, inner].flatMap((whole) =>
      Array.from({ length: Math.ceil(whole.length / 97) }, (_, index) => [whole, index * 97] as const),
    );
    for (const [whole, at] of bendings) {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 0x55;
      if (whole === outer) writeFileSync(bent, gzipSync(copy, { level: 1 }));
      else packArchives(bent, compressed(copy));
      let read: object = good;
      try {
        read = texts(readPack(bent, names, lock));
      } catch (error) {
        expect((error as Error).constructor.name).toBe('StepFailed');
      }
      expect(read).toEqual(good);
    }
  });

  it.each([
    'pear',
    '12 path=pear\npear=',
    '0 path=pear\n',
    '-12 path=pear\n',
    '1e1 path=pear\n',
    '14 path=pear\n',
    '1 path=pear\n',
    '3 a\n',
    ' 12 path=pear\n',
    '9007199254740993 path=pear\n',
  ])('is refused where the extended header %j stands before a file', (records) => {
    const header = Buffer.alloc(512);
    header.write('pear', 0);
    header.write(records.length.toString(8).padStart(11, '0'), 124);
    header.write('x', 156);
    header.fill(' ', 148, 156);
    header.write(
      header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0'),
      148,
    );
    const torn = join(directory, 'torn.tgz');
    const body = Buffer.alloc(512, records, 'latin1').fill(0, records.length);
    writeFileSync(torn, gzipSync(Buffer.concat([header, body, gunzipSync(readFileSync(archive))])));
    expect(() => readPack(torn, names, lock)).toThrow('the archive is damaged: an extended header');
  });

  it('is refused when it would unpack to more than half a gigabyte, holds links, or a file twice', () => {
    const bomb = join(directory, 'bomb.tgz');
    // 100 MiB of zeros each: gzip's members add up.
    const member = gzipSync(Buffer.alloc(100 * 1024 * 1024), { level: 1 });
    writeFileSync(bomb, Buffer.concat(Array.from({ length: 6 }, () => member)));
    expect(() => readPack(bomb, names, lock)).toThrow('the archive holds more than 512 MiB');
    packArchives(bomb, compressed(Buffer.alloc(513 * 1024 * 1024)));
    expect(() => readPack(bomb, names, lock)).toThrow('the archive holds more than 512 MiB');
    const copy = edited((at) => symlinkSync('/etc/passwd', join(at, 'more.wasm')));
    expect(() => readPack(pack(copy, join(copy, 'it.tgz')), names, lock)).toThrow(
      'the archive holds something else than a file: "more.wasm"',
    );
    const twice = join(directory, 'twice.tgz');
    tar('--hard-dereference', '-czf', twice, '-C', join(directory, 'good'), 'package', 'package');
    expect(() => readPack(twice, names, lock)).toThrow('the archive holds a file twice');
    const programs = compressed(archived(join(directory, 'good')));
    packArchives(twice, programs, programs);
    expect(() => readPack(twice, names, lock)).toThrow('the archives hold a file twice');
    const inside = tar('--hard-dereference', '-cf', '-', '-C', wasm, 'bash.wasm', 'bash.wasm');
    packArchives(twice, compressed(inside));
    expect(() => readPack(twice, names, lock)).toThrow('the archive holds a file twice');
  });
});

describe('setup.mjs --from', () => {
  const setUp = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/setup.mjs', ...args], { cwd: packageRoot, encoding: 'utf8' });

  it('changes nothing when a pack cannot be used', () => {
    const list = join(packageRoot, 'dist/wasm/image.tsv');
    const before = readFileSync(list, 'utf8');
    const { status, stderr } = setUp('--from', archive);
    expect(status).toBe(1);
    expect(stderr).toContain(`${archive} cannot be used, nothing was changed: `);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(readFileSync(list, 'utf8')).toBe(before);
  });

  it('wants to know from where', () => {
    for (const args of [['--from'], ['--from', 'a', 'b'], ['native', 'a']]) expect(setUp(...args).status).toBe(2);
  });

  it('replaces a directory as a whole', () => {
    const target = join(directory, 'target');
    write(join(target, 'stale.wasm'), 'stale');
    replaceDirectory(target, readPack(archive, names, lock));
    expect(readdirSync(target).sort()).toEqual(['bash.wasm', 'files', 'image.tsv', 'pear.wasm', 'products.json']);
  });

  it('leaves a directory as it was when a file cannot be written', () => {
    const target = join(directory, 'target-of-failure');
    write(join(target, 'bash.wasm'), 'old');
    const impossible = new Map([
      ['a', Buffer.from('file')],
      ['a/b', Buffer.from('below a file')],
    ]);
    expect(() => replaceDirectory(target, impossible)).toThrow();
    expect(readdirSync(target)).toEqual(['bash.wasm']);
    expect(readdirSync(join(packageRoot, '.setup')).filter((name) => name.startsWith('packed-'))).toEqual([]);
  });
});
