// find and grep, compared with the programs of those names and with git.

import { describe, expect, it } from 'vitest';
import type { FindOptions, GrepOptions, Sandbox } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

const files = {
  'README.md': 'one\ntwo\nthree\n',
  'src/main.py': 'import os\n\ndef main():\n    # TODO: all\n    pass\n',
  'src/lib/util.py': 'def helper():\n    return 1  # fixme\n',
  'src/lib/util.js': 'export const a = "TODO";\r\nexport const b = 2;\r\n',
  'src/.hidden/x.py': 'TODO hidden',
  'build/out.js': 'TODO built\n',
  'data/long.txt': `${'x'.repeat(100_000)}TODO\nTODO short\n`,
  'data/binary.bin': 'TODO\0TODO\n',
  'data/empty': '',
};

async function prepared(more: Record<string, string> = {}): Promise<Sandbox> {
  return create({ cwd: '/tmp', files: { ...files, ...more } });
}

async function found(sandbox: Sandbox, options?: FindOptions): Promise<string[]> {
  return (await sandbox.find(options)).map(({ path }) => path);
}

async function lines(sandbox: Sandbox, options: GrepOptions): Promise<string[]> {
  return (await sandbox.grep(options)).map(({ path, line, text }) => `${path}:${line}:${text}`);
}

describe('find', () => {
  it('finds all that find finds', async () => {
    const sandbox = await prepared();
    await sandbox.run('mkfifo pipe; ln -s src link; ln -s / root; ln -s none dangling');
    const { stdout } = await sandbox.exec('find . -mindepth 1 -printf "%P %y %s\\n"', { cwd: '/tmp' });
    const letters = { file: 'f', directory: 'd', symlink: 'l', fifo: 'p' } as Record<string, string>;
    const all = (await sandbox.find()).map(({ path, type, size }) => `${path} ${letters[type]} ${size}`);
    expect(all.sort()).toEqual(stdout.trimEnd().split('\n').sort());
  });

  it('begins its answers with the path that it was given', async () => {
    const sandbox = await prepared();
    expect(await found(sandbox, { path: 'src/lib' })).toEqual(['src/lib/util.js', 'src/lib/util.py']);
    expect(await found(sandbox, { path: './src/lib/' })).toEqual(['./src/lib/util.js', './src/lib/util.py']);
    expect(await found(sandbox, { path: '/tmp/src/../src/lib' })).toEqual([
      '/tmp/src/../src/lib/util.js',
      '/tmp/src/../src/lib/util.py',
    ]);
    expect(await found(sandbox, { path: 'README.md' })).toEqual(['README.md']);
    expect((await found(sandbox, { path: '/', glob: '/tmp/*.md' })).sort()).toEqual(['/tmp/README.md']);
  });

  it('takes patterns, types and a number', async () => {
    const sandbox = await prepared();
    expect(await found(sandbox, { glob: '*.py' })).toEqual(['src/.hidden/x.py', 'src/lib/util.py', 'src/main.py']);
    expect(await found(sandbox, { glob: 'src/*.py' })).toEqual(['src/main.py']);
    expect(await found(sandbox, { glob: ['src/**/*.{py,js}', '*.md'] })).toEqual([
      'README.md',
      'src/.hidden/x.py',
      'src/lib/util.js',
      'src/lib/util.py',
      'src/main.py',
    ]);
    expect(await found(sandbox, { type: 'directory' })).toEqual(['build', 'data', 'src', 'src/.hidden', 'src/lib']);
    expect(await found(sandbox, { type: 'file', maxResults: 2 })).toEqual(['README.md', 'build/out.js']);
  });

  it('leaves out what it is told to', async () => {
    const sandbox = await prepared();
    expect(
      await found(sandbox, { type: 'file', ignore: ['/build', '*.py', '!main.py', 'data/*', '!data/empty'] }),
    ).toEqual(['README.md', 'data/empty', 'src/lib/util.js', 'src/main.py']);
    expect(await found(sandbox, { ignore: ['*'] })).toEqual([]);
  });

  it('leaves out what git leaves out', async () => {
    const sandbox = await prepared({
      '.gitignore': [
        '# a comment',
        'build/',
        '*.log',
        '!keep.log',
        '/only-here',
        'a/**/z',
        'sub/deep',
        'foo/**',
        '\\#name',
        '\\!name',
        'blank ',
        'escaped\\ ',
        '[ab].txt',
        '**/anywhere',
        'x?z',
        'dir-only/',
      ].join('\n'),
      'src/.gitignore': '*.tmp\n!/special.log\nmain.py\n',
      'one.log': '',
      'keep.log': '',
      'src/special.log': '',
      'src/two.log': '',
      'src/three.tmp': '',
      'only-here': '',
      'src/only-here': '',
      'a/z': '',
      'a/b/c/z': '',
      'a/b/zz': '',
      'sub/deep': '',
      'src/sub/deep': '',
      'foo/bar': '',
      'src/foo/bar': '',
      '#name': '',
      '!name': '',
      blank: '',
      'escaped ': '',
      'a.txt': '',
      'c.txt': '',
      'p/q/anywhere/f': '',
      xyz: '',
      'dir-only': '',
      'src/dir-only/f': '',
    });
    await sandbox.run('git init -q .');
    const { stdout } = await sandbox.exec('git -c core.quotePath=off ls-files -co --exclude-standard', { cwd: '/tmp' });
    const seen = stdout.trimEnd().split('\n').sort();
    expect(seen.length).toBeGreaterThan(15);
    expect((await found(sandbox, { type: 'file', ignore: 'git' })).sort()).toEqual(seen);
    const inSource = seen.filter((path) => path.startsWith('src/'));
    expect((await found(sandbox, { path: 'src', type: 'file', ignore: 'git' })).sort()).toEqual(inSource);
  });

  it('goes on while guests change the tree, and waits for none', async () => {
    const sandbox = await create({ cwd: '/tmp' });
    await sandbox.run('mkdir d; for i in {1..3000}; do echo TODO > d/$i; done; mkfifo d/.gitignore');
    const change = sandbox.run('rm -r d');
    const all = await sandbox.find({ ignore: 'git' });
    const matches = await sandbox.grep({ pattern: 'TODO', maxMatches: 5000, ignore: 'git' });
    await change;
    expect(all.length).toBeLessThanOrEqual(3002);
    expect(matches.length).toBeLessThanOrEqual(3000);
    expect(await sandbox.find()).toEqual([]);
  });

  it('is not held up by rules and names of a guest', async () => {
    const rule = '*a'.repeat(120);
    const sandbox = await create({
      cwd: '/tmp',
      files: { '.gitignore': `${rule}b\n`.repeat(500), [`${'a'.repeat(254)}c`]: '', f: '' },
    });
    expect(await found(sandbox, { ignore: 'git' })).toHaveLength(3);
  });

  it('goes 256 directories deep, and enters no loop', async () => {
    const sandbox = await create({ cwd: '/tmp' });
    await sandbox.run('for i in {1..300}; do mkdir d; ln -s .. d/up; cd d; done');
    const directories = await found(sandbox, { path: '/tmp', type: 'directory', ignore: 'git' });
    expect(directories).toHaveLength(256);
    expect(directories.at(-1)).toBe(`/tmp${'/d'.repeat(256)}`);
  });

  it('waits for trees that are provided later', async () => {
    const sandbox = await create();
    const bytes = new TextEncoder().encode('one\ntwo\n');
    sandbox.mount('/data', {
      stat: async (path) => (path === '' || path === 'd' ? { type: 'directory' } : { size: bytes.length }),
      list: async (path) => (path === '' ? [{ name: 'd', type: 'directory' }] : [{ name: 'f' }]),
      read: async (_path, offset, length) => bytes.subarray(offset, offset + length),
    });
    expect(await found(sandbox, { path: '/data' })).toEqual(['/data/d', '/data/d/f']);
    expect(await lines(sandbox, { pattern: 't', path: '/data' })).toEqual(['/data/d/f:2:two']);
  });

  it('ends when it is told to, and with the sandbox', async () => {
    const sandbox = await prepared();
    expect(await sandbox.find({ signal: AbortSignal.abort() })).toEqual([]);
    await expect(sandbox.find({ path: 'none' })).rejects.toMatchObject({ code: 'ENOENT' });
    const search = sandbox.grep({ pattern: 'x', path: '/' });
    sandbox.destroy();
    await expect(search).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it.each<[object]>([
    [{ path: '' }],
    [{ path: 5 }],
    [{ glob: 5 }],
    [{ glob: '{1..99999}' }],
    [{ type: 'folder' }],
    [{ maxResults: 0 }],
    [{ ignore: 'svn' }],
    [{ ignore: [5] }],
    [{ signal: {} }],
    [{ recursive: true }],
  ])('refuses %j', async (options) => {
    const sandbox = await create();
    await expect(sandbox.find(options)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});

describe('grep', () => {
  it('finds the lines that grep finds', async () => {
    const sandbox = await prepared();
    for (const pattern of ['TODO', 'def .*:$', '^$', '[0-9]', 'x{1000}', 'ne$']) {
      const { stdout } = await sandbox.exec(['grep', '-rnIE', pattern, 'src', 'README.md'], { cwd: '/tmp' });
      const ours = [
        ...(await lines(sandbox, { pattern, path: 'README.md' })),
        ...(await lines(sandbox, { pattern, path: 'src' })),
      ];
      const theirs = stdout === '' ? [] : stdout.trimEnd().replaceAll('\r', '').split('\n');
      expect([pattern, ours.sort()]).toEqual([pattern, theirs.sort()]);
    }
  });

  it('takes texts, expressions and patterns of paths', async () => {
    const sandbox = await prepared();
    expect(await lines(sandbox, { pattern: 'main()', literal: true, glob: '*.py' })).toEqual([
      'src/main.py:3:def main():',
    ]);
    expect(await lines(sandbox, { pattern: /FIXME/i, ignore: ['build'] })).toEqual([
      'src/lib/util.py:2:    return 1  # fixme',
    ]);
    expect(await lines(sandbox, { pattern: /^TODO/gy, path: 'data' })).toEqual(['data/long.txt:2:TODO short']);
    expect(await lines(sandbox, { pattern: 'TODO', glob: '*.js' })).toEqual([
      'build/out.js:1:TODO built',
      'src/lib/util.js:1:export const a = "TODO";',
    ]);
  });

  it('has lines before and after', async () => {
    const sandbox = await create({ cwd: '/tmp', files: { f: '1\n2\n3 x\n4\n5 x\n6\n7\n8\n9 x' } });
    expect(await sandbox.grep({ pattern: 'x', context: 2 })).toEqual([
      { path: 'f', line: 3, text: '3 x', before: ['1', '2'], after: ['4', '5 x'] },
      { path: 'f', line: 5, text: '5 x', before: ['3 x', '4'], after: ['6', '7'] },
      { path: 'f', line: 9, text: '9 x', before: ['7', '8'], after: [] },
    ]);
    expect(await sandbox.grep({ pattern: 'x', context: 1, maxMatches: 1 })).toEqual([
      { path: 'f', line: 3, text: '3 x', before: ['2'], after: ['4'] },
    ]);
  });

  it('ends with so many matches, and so many bytes', async () => {
    const sandbox = await create({ cwd: '/tmp', files: { a: 'match\n'.repeat(5000), b: 'match\n' } });
    expect(await sandbox.grep({ pattern: 'match' })).toHaveLength(1000);
    expect(await sandbox.grep({ pattern: 'match', maxMatches: 3 })).toHaveLength(3);
    expect(await sandbox.grep({ pattern: 'match', maxBytes: 51 })).toHaveLength(11);
    expect(await sandbox.grep({ pattern: 'match', maxMatches: 100_000 })).toHaveLength(5001);
  });

  it('searches the beginning of a long line, and shows the beginning of it', async () => {
    const text = `${'a'.repeat(9000)}needle${'b'.repeat(2_000_000)}end\nneedle`;
    const sandbox = await create({ cwd: '/tmp', files: { f: text } });
    expect((await sandbox.grep({ pattern: 'needle' })).map(({ line }) => line)).toEqual([2]);
    const [first, second] = await sandbox.grep({ pattern: 'needle', literal: true });
    expect(first).toEqual({ path: 'f', line: 1, text: 'a'.repeat(4096) });
    expect(second).toEqual({ path: 'f', line: 2, text: 'needle' });
    expect(await sandbox.grep({ pattern: 'end', literal: true })).toEqual([]);
  });

  it('joins lines and characters that lie in two pieces', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `${'é'.repeat(i % 50)}${i}`).join('\n');
    const sandbox = await create({ cwd: '/tmp', files: { f: text } });
    const wanted = text.split('\n').flatMap((line, i) => (line.endsWith('77') ? [`f:${i + 1}:${line}`] : []));
    expect(await lines(sandbox, { pattern: '77$' })).toEqual(wanted);
  });

  it('lets other work go on, whatever a file has', async () => {
    const sandbox = await create({ cwd: '/tmp', files: { f: `${' '.repeat(5000)}x\n`.repeat(60) } });
    let turns = 0;
    const timer = setInterval(() => turns++);
    expect(await sandbox.grep({ pattern: '\\s+$' })).toEqual([]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it('reads no sparse file to its end, no device and no FIFO', async () => {
    const sandbox = await create({ cwd: '/tmp' });
    await sandbox.run('truncate -s 1T sparse; mkfifo fifo; ln -s /dev/zero zero');
    expect(await sandbox.grep({ pattern: 'x' })).toEqual([]);
    expect(await sandbox.grep({ pattern: 'x', path: '/dev' })).toEqual([]);
    expect(await sandbox.grep({ pattern: 'x', path: 'fifo' })).toEqual([]);
    expect(await sandbox.grep({ pattern: 'x', path: 'zero' })).toEqual([]);
  });

  it.each<[object]>([
    [{}],
    [{ pattern: '' }],
    [{ pattern: 5 }],
    [{ pattern: '(' }],
    [{ pattern: /x/, literal: true }],
    [{ pattern: 'x', context: -1 }],
    [{ pattern: 'x', maxMatches: 0 }],
    [{ pattern: 'x', maxBytes: '1' }],
    [{ pattern: 'x', flags: 'i' }],
  ])('refuses %j', async (options) => {
    const sandbox = await create();
    await expect(sandbox.grep(options as GrepOptions)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});
