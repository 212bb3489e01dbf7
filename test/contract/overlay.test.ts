import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Overlay, Sandbox } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

/** A tree as lines: what has which content. */
function treeOf(folder: string, from = folder): string[] {
  // Not by `recursive`: Node 26 follows links then.
  return readdirSync(from, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(from, entry.name);
      const name = path.slice(folder.length + 1);
      if (entry.isSymbolicLink()) return [`${name} -> ${readlinkSync(path)}`];
      return entry.isDirectory() ? [`${name}/`, ...treeOf(folder, path)] : [`${name}: ${readFileSync(path, 'utf8')}`];
    })
    .sort();
}

const original = ['a: a', 'd/', 'd/e/', 'd/e/f: f', 'd/g: g', 'link -> a', 'other/', 'other/h: h'];

describe('an overlay', () => {
  let folder: string;
  let sandbox: Sandbox;
  let overlay: Overlay;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wasmsand-overlay-'));
    mkdirSync(join(folder, 'd/e'), { recursive: true });
    mkdirSync(join(folder, 'other'));
    for (const name of ['a', 'd/g', 'd/e/f', 'other/h']) writeFileSync(join(folder, name), name.at(-1) as string);
    symlinkSync('a', join(folder, 'link'));
    sandbox = await create();
    overlay = sandbox.overlay('/o', folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (script: string) => {
    const { stdout, stderr } = await sandbox.run(`cd /o; ${script}; cd /`);
    return stdout + stderr;
  };
  const changes = () => overlay.diff().map(({ kind, path, type }) => `${kind} ${path} ${type}`);

  it('shows the folder, and keeps changes away from it', async () => {
    expect(await run('cat a d/g; find . | sort')).toBe(
      'ag.\n./a\n./d\n./d/e\n./d/e/f\n./d/g\n./link\n./other\n./other/h\n',
    );
    expect(changes()).toEqual([]);
    expect(
      await run(
        'echo new >new; echo more >>a; printf changed >d/e/f; rm d/g; mkdir -p x/y; ln -s x l; chmod 600 other/h; ls -A . d',
      ),
    ).toBe('.:\na\nd\nl\nlink\nnew\nother\nx\n\nd:\ne\n');
    expect(await run('cat a d/e/f d/g; stat -c "%a %n" other/h')).toBe(
      'amore\nchanged600 other/h\ncat: d/g: No such file or directory\n',
    );
    expect(treeOf(folder)).toEqual(original);
    expect(changes()).toEqual([
      'modified /o/a file',
      'modified /o/d/e/f file',
      'deleted /o/d/g file',
      'created /o/l symlink',
      'created /o/new file',
      'modified /o/other/h file',
      'created /o/x directory',
      'created /o/x/y directory',
    ]);
  });

  it('commits all changes, or those at some paths', async () => {
    await run(
      'echo new >new; printf A >a; rm d/g; mkdir -p x/y; echo z >x/y/z; ln -s x l; chmod 750 x; touch -d 2001-02-03 new',
    );
    overlay.commit(['/o/a', 'x/y/z']);
    expect(treeOf(folder)).toEqual([
      'a: A',
      'd/',
      'd/e/',
      'd/e/f: f',
      'd/g: g',
      'link -> a',
      'other/',
      'other/h: h',
      'x/',
      'x/y/',
      'x/y/z: z\n',
    ]);
    expect(changes()).toEqual(['deleted /o/d/g file', 'created /o/l symlink', 'created /o/new file']);
    expect(await run('cat x/y/z; echo 2 >x/second')).toBe('z\n');
    expect(changes()).toEqual([
      'deleted /o/d/g file',
      'created /o/l symlink',
      'created /o/new file',
      'created /o/x/second file',
    ]);
    overlay.commit();
    expect(changes()).toEqual([]);
    expect(treeOf(folder)).toEqual([
      'a: A',
      'd/',
      'd/e/',
      'd/e/f: f',
      'l -> x',
      'link -> a',
      'new: new\n',
      'other/',
      'other/h: h',
      'x/',
      'x/second: 2\n',
      'x/y/',
      'x/y/z: z\n',
    ]);
    expect(statSync(join(folder, 'x')).mode & 0o777).toBe(0o750);
    expect(statSync(join(folder, 'new')).mtime.toISOString()).toBe('2001-02-03T00:00:00.000Z');
    expect(await run('cat a new x/y/z; ls d')).toBe('Anew\nz\ne\n');
    expect(() => overlay.commit(['/etc/passwd'])).toThrow("option 'paths' must lie in /o");
    for (const paths of ['a', 5, null, [5]]) {
      expect(() => overlay.commit(paths as unknown as string[])).toThrow("option 'paths' must be an array of strings");
    }
  });

  it('commits whatever files a guest has made', async () => {
    expect(
      await run(
        'mkfifo pipe; echo x >new; (for i in $(seq 300); do mkdir dddddddddddddddddddd && cd dddddddddddddddddddd; done) 2>/dev/null',
      ),
    ).toBe('');
    expect(overlay.diff().length).toBeGreaterThan(100);
    overlay.commit(['new', 'pipe']);
    expect(changes()).toContain('created /o/pipe fifo');
    expect(treeOf(folder)).toEqual([...original.slice(0, -2), 'new: x\n', ...original.slice(-2)]);
    sandbox.rm('/o/dddddddddddddddddddd', { recursive: true });
    expect(changes()).toEqual(['created /o/pipe fifo']);
  });

  it('discards all changes', async () => {
    await run('rm -r d; echo x >a; mkdir d; echo y >d/new');
    expect(await run('find d')).toBe('d\nd/new\n');
    await sandbox.run('cd /o');
    expect(() => overlay.discard()).toThrow(expect.objectContaining({ code: 'EBUSY' }));
    await sandbox.run('cd /');
    overlay.discard();
    expect(changes()).toEqual([]);
    expect(await run('cat a d/g d/e/f')).toBe('agf');
    expect(treeOf(folder)).toEqual(original);
  });

  it('knows opaque directories and whiteouts', async () => {
    expect(
      await run(
        'rm -r d && ls; mkdir d && ls -A d; echo n >d/g; cat d/g; rmdir other; rm other/h; rmdir other; echo file >other; cat other',
      ),
    ).toBe("a\nlink\nother\nn\nfile\nrmdir: failed to remove 'other': Directory not empty\n");
    expect(changes()).toEqual([
      'deleted /o/d directory',
      'created /o/d directory',
      'created /o/d/g file',
      'deleted /o/other directory',
      'created /o/other file',
    ]);
    overlay.commit();
    expect(treeOf(folder)).toEqual(['a: a', 'd/', 'd/g: n\n', 'link -> a', 'other: file\n']);
    expect(await run('ls -A . d')).toBe('.:\na\nd\nlink\nother\n\nd:\ng\n');
  });

  it('renames files, and refuses to rename directories of the folder', async () => {
    expect(
      await run(
        'mv a b; cat b; ls; mv d moved; cat moved/e/f moved/g; ls; mv b d; cat d; mkdir n; echo 1 >n/x; mv n m; ls m; mv -T m other',
      ),
    ).toBe("ab\nd\nlink\nother\nfgb\nlink\nmoved\nother\nax\nmv: cannot move 'm' to 'other': Directory not empty\n");
    overlay.commit();
    expect(treeOf(folder)).toEqual([
      'd: a',
      'link -> a',
      'm/',
      'm/x: 1\n',
      'moved/',
      'moved/e/',
      'moved/e/f: f',
      'moved/g: g',
      'other/',
      'other/h: h',
    ]);
    expect(await run('cat d moved/e/f m/x')).toBe('af1\n');
  });

  it('keeps open files, inode numbers and hard links', async () => {
    expect(
      await run('exec 5<a; echo later >a; cat <&5; cat a; exec 5<&-; exec 6<>d/g; rm d/g; echo in >&6; ls d'),
    ).toBe('alater\ne\n');
    await sandbox.run('exec 6<&-');
    expect(
      await run(
        'n=$(stat -c %i d/e/f); echo x >>d/e/f; [ $n = $(stat -c %i d/e/f) ] && echo same; ln d/e/f hard; echo y >>hard; cat d/e/f; stat -c %h hard',
      ),
    ).toBe('same\nfx\ny\n2\n');
  });

  it('serves find, tar, git and other tools', async () => {
    const script = `git init -q . && git add -A && git -c user.name=n -c user.email=e@x commit -qm 1 && echo more >>a && git mv d/g d/k
      git status --short; git stash -q; git status --short; cat a; git checkout -q -b other; rm -rf d; git checkout -q -- d; ls d; sed -i s/a/b/ a; cat a; cp -a d copy; diff -r d copy && tar cf /tmp/t.tar . && tar tf /tmp/t.tar | grep -vc .git`;
    expect(await run(script)).toBe(' M a\nR  d/g -> d/k\nae\ng\nb13\n');
    expect(treeOf(folder)).toEqual(original);
    expect(await sandbox.run('find /o/.git -type f | head -n 1 | wc -l; grep overlay /proc/mounts')).toMatchObject({
      stdout: '1\noverlay /o overlay rw,relatime 0 0\n',
    });
  });

  it('keeps sparse files sparse', async () => {
    const terabyte = 2 ** 40;
    const sparse = join(folder, 'sparse');
    writeFileSync(sparse, 'begin');
    writeFileSync(sparse, 'middle', { flag: 'a' });
    truncateSync(sparse, terabyte);
    const { blocks } = statSync(sparse);
    expect(await run('echo end >>sparse; stat -c %s sparse; head -c 11 sparse; tail -c 4 sparse')).toBe(
      `${terabyte + 4}\nbeginmiddleend\n`,
    );
    expect(sandbox.metrics().fileBytes).toBeLessThan(2 ** 20);
    expect(await run(`truncate -s ${terabyte} made; echo at the end >>made; chmod 600 sparse`)).toBe('');
    overlay.commit();
    expect(statSync(sparse).size).toBe(terabyte + 4);
    expect(statSync(sparse).blocks).toBeLessThan(blocks + 1024);
    const made = statSync(join(folder, 'made'));
    expect(made.size).toBe(terabyte + 11);
    expect(made.blocks).toBeLessThan(1024);
  });

  it("counts against the sandbox's limits until it is unmounted", async () => {
    const small = await create({ fsLimitMb: 1 });
    const over = small.overlay('/o', folder);
    const { stderr } = await small.run('head -c 3000000 /dev/zero >/o/a');
    expect(stderr).toContain('No space left on device');
    over.discard();
    expect(small.metrics().fileBytes).toBe(0);
    await small.run('head -c 900000 /dev/zero >/o/a');
    small.unmount('/o');
    expect(small.metrics().fileBytes).toBe(0);
    expect(existsSync(join(folder, 'a'))).toBe(true);
    expect(treeOf(folder)).toEqual(original);
  });
});
