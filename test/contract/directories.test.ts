// Directories as a whole: listings of trees, and glob, opendir and mkdtemp as Node 24 has them.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const files = [
  'a/1.ts',
  'a/b/2.ts',
  'a/b/B.TS',
  'a/b/c/3.js',
  'a/[x].ts',
  'a/.hidden/5.ts',
  '.h/x/4.ts',
  '.dot',
  'end.md',
  'é/ü.ts',
  'a+b(c)/f.txt',
];
const links = { 'link-to-a': 'a', 'a/b/up': '..', dangling: 'none', 'link-to-file': 'end.md' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasmsand-directories-'));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A sandbox with the same tree in its working directory. */
async function prepared(): Promise<Sandbox> {
  const sandbox = await create({ cwd: '/tmp', files: Object.fromEntries(files.map((name) => [name, name])) });
  for (const [name, target] of Object.entries(links)) sandbox.symlink(target, name);
  return sandbox;
}

/** All that lies below the folder. Node's own listing enters links, and so a loop of them. */
function listed(): string[] {
  const text = execFileSync('find', ['.', '-mindepth', '1', '-printf', '%P\\n'], { cwd: folder, encoding: 'utf8' });
  return text.trimEnd().split('\n').sort();
}

async function listOf<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

const patterns = [
  ...['**', '**/*.ts', '*', 'a/*', 'a/**', '**/', 'a/', '.*', '**/.*', 'a/[0-9].ts', '{a,b}/*.ts', 'a/../a/*.ts'],
  ...[
    './a/*.ts',
    'a/b',
    'nope',
    'a//b',
    '**/b/**',
    'a/@(1|2).ts',
    'a/!(1).ts',
    '.h/**',
    'a/**/c',
    'a/.',
    '*/',
    'a/?.ts',
  ],
  ...[
    '',
    'a/**/**/3.js',
    'link-to-a/*',
    'l*/*',
    'l*',
    'd*',
    '**/up/**',
    'end.md/**',
    'end.md/*',
    'e*/**',
    'a/b/c/3.js',
  ],
  ...[
    '{a,.h}/**/*.{ts,js}',
    'a/b/{1..3}.ts',
    '*.{md,txt',
    '[!a]*',
    '[^a]*',
    '[[:alpha:]]',
    '*(a|b)',
    '+([a-z]).md',
    '?(a)',
  ],
  ...[
    'é/*',
    '*/ü.ts',
    'a+b(c)/*',
    '**/[[]x].ts',
    'nope/**',
    'a/*/*',
    '**/*.TS',
    'link-to-a/**',
    '*/b/*.ts',
    'a/{b,b}/2.ts',
  ],
];

const recorded = { glob: typeof (nodeFs as { glob?: unknown }).glob === 'function' };

describe('glob', () => {
  it.runIf(recorded.glob)('finds what that of Node finds', async () => {
    const sandbox = await prepared();
    const nodes = execFileSync(
      process.execPath,
      [
        '--no-warnings',
        '--input-type=module',
        '-e',
        `import { glob } from 'node:fs/promises';
      const found = [];
      for (const pattern of ${JSON.stringify(patterns)}) found.push(await Array.fromAsync(glob(pattern)));
      console.log(JSON.stringify(found));`,
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    const expected = JSON.parse(nodes) as string[][];
    const found: string[][] = [];
    const wanted: string[][] = [];
    for (const [index, pattern] of patterns.entries()) {
      found.push([pattern, ...(await listOf(sandbox.fs.glob(pattern))).sort()]);
      wanted.push([pattern, ...(expected[index] ?? []).sort()]);
    }
    expect(found).toEqual(wanted);
  });

  it('finds files by patterns', async () => {
    const sandbox = await prepared();
    const find = async (pattern: string | string[], options?: object) =>
      (await listOf(sandbox.fs.glob(pattern, options as undefined))).sort();
    expect(await find('**/*.ts')).toEqual(['a/1.ts', 'a/[x].ts', 'a/b/2.ts', 'é/ü.ts']);
    expect(await find(['a/*.ts', '**/1.ts', '*.md'])).toEqual(['a/1.ts', 'a/[x].ts', 'end.md']);
    expect(await find('a/\\[x\\].ts')).toEqual(['a/[x].ts']);
    expect(await find('b/**', { cwd: 'a' })).toEqual(['b', 'b/2.ts', 'b/B.TS', 'b/c', 'b/c/3.js', 'b/up']);
    expect(await find('/tmp/a/*.ts')).toEqual(['/tmp/a/1.ts', '/tmp/a/[x].ts']);
    expect(await find('**', { exclude: ['**/b', 'é', 'a+b*', 'l*', 'd*'] })).toEqual([
      '.',
      'a',
      'a/1.ts',
      'a/[x].ts',
      'end.md',
    ]);
    expect(await find('a/**/*.ts', { exclude: (name: string) => name === 'b' })).toEqual(['a/1.ts', 'a/[x].ts']);
  });

  it('answers entries', async () => {
    const sandbox = await prepared();
    const entries = await listOf(
      sandbox.fs.glob('a/*', { withFileTypes: true, exclude: (entry) => entry.isDirectory() && entry.name === 'b' }),
    );
    expect(entries.map(({ name, parentPath, type }) => [name, parentPath, type])).toEqual([
      ['1.ts', '/tmp/a', 'file'],
      ['[x].ts', '/tmp/a', 'file'],
    ]);
  });

  it('takes time that grows with the name only, whatever pattern and name are', async () => {
    const sandbox = await create({ files: { ['a'.repeat(255)]: 'x' } });
    expect(await listOf(sandbox.fs.glob(`${'*a'.repeat(60)}*b`))).toEqual([]);
    expect(await listOf(sandbox.fs.glob(`${'*(a|aa)'.repeat(20)}b`))).toEqual([]);
    expect(await listOf(sandbox.fs.glob(`*(*(*(a)))`))).toHaveLength(1);
  });

  it.each([[5], [['a', 5]], ['{1..100000}'], ['{a,b}'.repeat(20)]])('refuses %j', async (pattern) => {
    const sandbox = await create();
    await expect(listOf(sandbox.fs.glob(pattern as string))).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await expect(listOf(sandbox.fs.glob('*', { exclude: pattern as string[] }))).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
    });
  });
});

describe('listings of trees', () => {
  it('have all that find lists, and enter no links', async () => {
    const sandbox = await prepared();
    const nodes = listed();
    expect((await sandbox.fs.readdir('.', { recursive: true })).sort()).toEqual(nodes);
    const paths = sandbox.readDir('/tmp', { recursive: true }).map(({ parentPath, name }) => `${parentPath}/${name}`);
    expect(paths.sort()).toEqual(nodes.map((name) => `/tmp/${name}`).sort());
    const entries = await sandbox.fs.readdir('.', { recursive: true, withFileTypes: true });
    const kinds = entries.map(({ name, parentPath, type }) => [`${parentPath}/${name}`, type]);
    expect(kinds).toContainEqual(['./a/b', 'directory']);
    expect(kinds).toContainEqual(['./a/b/up', 'symlink']);
    expect(kinds).toContainEqual(['./a/b/c/3.js', 'file']);
    expect(kinds).toHaveLength(nodes.length);
  });

  it('have so many levels', async () => {
    const sandbox = await create({ cwd: '/tmp', files: { 'a/b/c/d': 'x', e: 'x' } });
    const names = (options?: object): string[] =>
      sandbox.readDir('.', options).map(({ parentPath, name }) => `${parentPath}/${name}`);
    expect(names()).toEqual(['./a', './e']);
    expect(names({ recursive: false })).toEqual(['./a', './e']);
    expect(names({ depth: 1 })).toEqual(['./a', './e']);
    expect(names({ depth: 2 })).toEqual(['./a', './e', './a/b']);
    expect(names({ recursive: true, depth: 3 })).toEqual(['./a', './e', './a/b', './a/b/c']);
    expect(await sandbox.fs.readdir('.', { depth: 3 })).toEqual(['a', 'e', 'a/b', 'a/b/c']);
  });

  it.each([{ depth: 0 }, { depth: 1.5 }, { depth: '2' }, { recursive: 'yes' }])('refuse %j', async (wrong) => {
    const sandbox = await create();
    const options = wrong as { depth: number };
    expect(() => sandbox.readDir('/', options)).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
    await expect(sandbox.fs.readdir('/', options)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});

describe('opendir', () => {
  it('has the entries one by one, as that of Node', async () => {
    const sandbox = await prepared();
    const ours = await sandbox.fs.opendir('a');
    expect(ours.path).toBe('a');
    const names = [];
    for (let entry = await ours.read(); entry !== null; entry = await ours.read()) names.push(entry.name);
    const nodes = await nodeFs.readdir(join(folder, 'a'));
    expect(names).toEqual(nodes.sort());
    expect(await ours.read()).toBeNull();
    await ours.close();
    await expect(ours.read()).rejects.toMatchObject({ code: 'EBADF' });
    await expect(ours.close()).rejects.toMatchObject({ code: 'EBADF' });
    await ours[Symbol.asyncDispose]();
  });

  it('is closed after a loop, and has trees', async () => {
    const sandbox = await prepared();
    const directory = await sandbox.fs.opendir('.', { recursive: true });
    const names = (await listOf(directory)).map(({ parentPath, name }) => join(parentPath, name));
    expect(names.sort()).toEqual(listed());
    await expect(directory.read()).rejects.toMatchObject({ code: 'EBADF' });
    const other = await sandbox.fs.opendir('a');
    for await (const _ of other) break;
    await expect(other.close()).rejects.toMatchObject({ code: 'EBADF' });
    const empty = await sandbox.fs.opendir('/mnt');
    expect(await empty.read()).toBeNull();
    await expect(sandbox.fs.opendir('none')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(sandbox.fs.opendir('end.md')).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});

describe('statfs', () => {
  it('says what df says', async () => {
    const sandbox = await create({ fsLimitBytes: 64 * 2 ** 20 });
    sandbox.writeFile('f', new Uint8Array(2 ** 20));
    const { bsize, blocks, bfree, bavail, files, ffree } = await sandbox.fs.statfs('/home/user');
    const { stdout } = await sandbox.run('stat -f -c "%S %b %f %a %c %d" /home/user');
    expect(stdout).toBe(`${[bsize, blocks, bfree, bavail, files, ffree].join(' ')}\n`);
    expect(bsize * blocks).toBe(64 * 2 ** 20);
    await expect(sandbox.fs.statfs('none')).rejects.toMatchObject({ code: 'ENOENT', syscall: 'statfs' });
  });
});
