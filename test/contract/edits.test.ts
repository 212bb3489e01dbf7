import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

/** All files below the working directory, with their modes and owners. */
async function tree(sandbox: Sandbox): Promise<string> {
  const { stdout } = await sandbox.exec(
    'find . -not -path "./.git*" -printf "%p %m %u\\n" | sort; find . -type f -not -path "./.git*" | sort | xargs -d "\\n" -r cat -A',
  );
  return stdout;
}

describe('edit', () => {
  it('replaces what is there once, and says where', async () => {
    const sandbox = await create({ files: { f: 'one\ntwo\nthree\n' } });
    expect(await sandbox.edit('f', { old: 'two\nthree', new: '2\n3' })).toEqual({ replaced: 1, firstLine: 2 });
    expect(sandbox.readFile('f', 'utf8')).toBe('one\n2\n3\n');
  });

  it('replaces all where it is told to', async () => {
    const sandbox = await create({ files: { f: 'a b\na a\n' } });
    expect(await sandbox.edit('f', { old: 'a', new: 'aa', all: true })).toEqual({ replaced: 3, firstLine: 1 });
    expect(sandbox.readFile('f', 'utf8')).toBe('aa b\naa aa\n');
  });

  it('refuses what is not there, and shows the lines that are like it', async () => {
    const sandbox = await create({ files: { f: 'import os\n\ndef main(args):\n    pass\n' } });
    const edit = sandbox.edit('f', { old: 'def main(arguments):\n', new: 'x' });
    await expect(edit).rejects.toMatchObject({ code: 'E_EDIT_NO_MATCH', path: 'f' });
    await expect(edit).rejects.toThrow('line 3: def main(args):');
    expect(sandbox.readFile('f', 'utf8')).toBe('import os\n\ndef main(args):\n    pass\n');
  });

  it('refuses what is there more than once, and names the lines', async () => {
    const sandbox = await create({ files: { f: 'x\ny\nx\n'.repeat(20) } });
    const edit = sandbox.edit('f', { old: 'x', new: 'z' });
    await expect(edit).rejects.toMatchObject({ code: 'E_EDIT_MANY_MATCHES' });
    await expect(edit).rejects.toThrow('40 times: at lines 1, 3, 4, 6, 7, 9, 10, 12, 13, 15 and 30 more');
  });

  it('keeps mode, owner, line ends, byte order mark and bytes that are no text', async () => {
    const sandbox = await create();
    sandbox.writeFile(
      'f',
      Buffer.concat([Buffer.from('\ufeffone\r\ntwo\r\n'), Buffer.from([0xff, 0xfe, 0, 0x0d, 0x0a])]),
    );
    await sandbox.exec('chown nobody f; chmod 6751 f; ln f g', { user: 'root' });
    await sandbox.edit('f', { old: 'one\ntwo\n', new: '1\n2\n3\n' });
    expect(Buffer.from(sandbox.readFile('g')).toString('latin1')).toBe('\xef\xbb\xbf1\r\n2\r\n3\r\n\xff\xfe\x00\r\n');
    expect((await sandbox.exec('stat -c "%U %a" f')).stdout).toBe('nobody 6751\n');
  });

  it('takes time that grows with the file, whatever is in it', async () => {
    const sandbox = await create();
    sandbox.writeFile('f', 'a'.repeat(4 << 20));
    await expect(sandbox.edit('f', { old: `${'a'.repeat(1 << 20)}b`, new: '' })).rejects.toMatchObject({
      code: 'E_EDIT_NO_MATCH',
    });
  });

  it('refuses edits that are none', async () => {
    const sandbox = await create({ files: { f: 'x' } });
    for (const edit of [{ old: '', new: 'x' }, { old: 'x', new: 'x' }, { old: 'x' }, { old: 1, new: '' }, {}, null]) {
      await expect(sandbox.edit('f', edit as never)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    }
    await expect(sandbox.edit('nosuch', { old: 'a', new: 'b' })).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(sandbox.edit('/tmp', { old: 'a', new: 'b' })).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('insert and view', () => {
  it('put whole lines after a line', async () => {
    const sandbox = await create({ files: { f: 'one\ntwo' } });
    await sandbox.insert('f', 0, 'zero');
    await sandbox.insert('f', 3, 'three');
    await sandbox.insert('f', 1, 'half\n');
    expect(sandbox.readFile('f', 'utf8')).toBe('zero\nhalf\none\ntwo\nthree');
    await expect(sandbox.insert('f', 6, 'x')).rejects.toThrow('f has 5 lines');
    sandbox.writeFile('empty', '');
    await sandbox.insert('empty', 0, 'first');
    expect(sandbox.readFile('empty', 'utf8')).toBe('first\n');
  });

  it('show lines as cat -n and sed do', async () => {
    const sandbox = await create({ files: { f: Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('') } });
    for (const [options, command] of [
      [{}, 'cat f'],
      [{ numbers: true }, 'cat -n f'],
      [{ start: 3, end: 5 }, 'sed -n 3,5p f'],
      [{ start: 10, end: 99, numbers: true }, 'cat -n f | sed -n "10,99p"'],
    ] as const) {
      expect(await sandbox.view('f', options)).toBe((await sandbox.exec(command)).stdout);
    }
    await expect(sandbox.view('f', { start: 13 })).rejects.toThrow('the file has 12 lines');
    await expect(sandbox.view('f', { start: 5, end: 4 })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});

describe('applyPatch', () => {
  const program = 'import os\n\n\ndef one():\n    return 1\n\n\ndef two():\n    return 1\n';

  it('applies the form that models are taught', async (context) => {
    skipWithout(context, 'apply_patch');
    const sandbox = await create({ files: { 'a.py': program, 'old.txt': 'x\ny\n', 'move.txt': 'top\nend\n' } });
    const patch = `*** Begin Patch
*** Update File: a.py
@@ def two():
-    return 1
+    return 2
*** Add File: new/dir/file.txt
+first
+
+third
*** Delete File: old.txt
*** Update File: move.txt
*** Move to: there/moved.txt
@@
 top
+middle
 end
*** End Patch
`;
    const files = [
      { path: 'a.py', kind: 'modified', added: 1, removed: 1 },
      { path: 'new/dir/file.txt', kind: 'created', added: 3, removed: 0 },
      { path: 'old.txt', kind: 'deleted', added: 0, removed: 2 },
      { path: 'there/moved.txt', kind: 'renamed', from: 'move.txt', added: 1, removed: 0 },
    ];
    expect(await sandbox.applyPatch(patch, { check: true })).toEqual({ files });
    expect(sandbox.exists('old.txt')).toBe(true);
    expect(await sandbox.applyPatch(patch)).toEqual({ files });
    expect(sandbox.readFile('a.py', 'utf8')).toBe(program.replace(/1\n$/, '2\n'));
    expect(sandbox.readFile('new/dir/file.txt', 'utf8')).toBe('first\n\nthird\n');
    expect(sandbox.exists('old.txt')).toBe(false);
    expect(sandbox.readFile('there/moved.txt', 'utf8')).toBe('top\nmiddle\nend\n');
  });

  it('finds lines whose blanks or quotes are not those of the file, and keeps the file its own', async (context) => {
    skipWithout(context, 'apply_patch');
    const sandbox = await create({ files: { f: 'if x:  \n\tsay(“hi”)\n\tend()\n' } });
    await sandbox.applyPatch(
      '*** Begin Patch\n*** Update File: f\n if x:\n say("hi")\n-end()\n+\tstop()\n*** End Patch',
    );
    expect(sandbox.readFile('f', 'utf8')).toBe('if x:  \n\tsay(“hi”)\n\tstop()\n');
  });

  it('applies what git diff writes: renames, modes, new and deleted files', async (context) => {
    skipWithout(context, 'apply_patch git patch');
    const sandbox = await create({ files: { 'a.txt': 'one\ntwo\nthree\nfour\n', 'b.txt': 'b\n', 'c d.txt': 'open' } });
    await sandbox.run(`git init -q .; git config user.name n; git config user.email e; git add -A; git commit -qm first
      mkdir sub; git mv a.txt sub/a.txt; sed -i s/two/2/ sub/a.txt; git rm -q b.txt; echo new > n; chmod +x n; echo more >> 'c d.txt'; git add -A`);
    const after = await tree(sandbox);
    const { stdout: diff } = await sandbox.run('git diff --cached -M; git reset -q --hard');
    const { files } = await sandbox.applyPatch(diff);
    expect(files.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
      'created n',
      'deleted b.txt',
      'modified c d.txt',
      'renamed sub/a.txt',
    ]);
    expect(await tree(sandbox)).toBe(after);
    await expect(sandbox.applyPatch(diff)).rejects.toMatchObject({ code: 'E_PATCH' });
  });

  it('applies unified diffs as GNU patch does', async (context) => {
    skipWithout(context, 'apply_patch patch diff');
    const sandbox = await create();
    // The file has moved on since the diff was made: lines are displaced, and lines of context are others.
    const { stdout } = await sandbox.run(`seq 40 > base; sed 's/^20$/twenty/; 30d; 5a five' base > want
      sed '1i top' base | sed 's/^17$/other/' > now; diff -u base want > d; sed -i 's/^--- .*/--- now/; s/^+++ .*/+++ now/' d
      cp now expected; patch -s expected < d; echo $?`);
    expect(stdout).toBe('0\n');
    const patch = sandbox.readFile('d', 'utf8');
    expect(await sandbox.applyPatch(patch)).toEqual({
      files: [{ path: 'now', kind: 'modified', added: 2, removed: 2 }],
    });
    expect(sandbox.readFile('now', 'utf8')).toBe(sandbox.readFile('expected', 'utf8'));
  });

  it('changes all files or none, and names file, hunk and reason', async (context) => {
    skipWithout(context, 'apply_patch patch');
    const sandbox = await create({ files: { a: '1\n2\n3\n', b: 'x\n' } });
    const before = await tree(sandbox);
    const refused = async (patch: string, path: string | undefined, reason: RegExp): Promise<void> => {
      const applied = sandbox.applyPatch(patch);
      await expect(applied).rejects.toMatchObject({ code: 'E_PATCH', ...(path === undefined ? {} : { path }) });
      await expect(applied).rejects.toThrow(reason);
      expect(await tree(sandbox)).toBe(before);
    };
    const envelope = (text: string): string => `*** Begin Patch\n${text}*** End Patch\n`;
    const change = '*** Update File: a\n-2\n+two\n';
    await refused(
      envelope(`${change}*** Update File: b\n-nosuch\n+y\n`),
      'b',
      /b: hunk 1: these lines are not in the file/,
    );
    await refused(envelope(`${change}*** Update File: nosuch\n-x\n`), 'nosuch', /there is no such file/);
    await refused(envelope(`${change}*** Add File: b\n+y\n`), 'b', /there already/);
    await refused(envelope(`${change}*** Update File: a\n-1\n`), 'a', /in the patch twice/);
    await refused(`*** Begin Patch\n${change}`, undefined, /"\*\*\* End Patch" is missing/);
    await refused(envelope(''), undefined, /names no file/);
    await refused('', undefined, /empty/);
    await refused('words\n', undefined, /it is no patch/);
    const unified = '--- a\n+++ a\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n';
    await refused(`${unified}--- b\n+++ b\n@@ -1 +1 @@\n-nosuch\n+y\n`, 'b', /b: hunk 1/);
    await refused(
      `${unified}--- ../../etc/passwd\n+++ ../../etc/passwd\n@@ -1 +1 @@\n-x\n+y\n`,
      '../../etc/passwd',
      /below/,
    );
    await refused('--- /etc/motd\n+++ /etc/motd\n@@ -0,0 +1 @@\n+y\n', '/etc/motd', /below/);
    await sandbox.exec('chmod 444 b; chown root b', { user: 'root' });
    const closed = await tree(sandbox);
    await expect(sandbox.applyPatch(envelope(`${change}*** Update File: b\n-x\n+y\n`))).rejects.toThrow(
      /Permission denied/,
    );
    expect(await tree(sandbox)).toBe(closed);
  });

  it('leaves all as it is or applies, whatever is wrong in a patch', { timeout: 120_000 }, async (context) => {
    skipWithout(context, 'apply_patch patch');
    const sandbox = await create({ files: { a: '1\n2\n3\n4\n5\n', b: 'x\ny\nz\n' } });
    const snapshot = await sandbox.snapshot();
    const before = await tree(sandbox);
    const patches = [
      '*** Begin Patch\n*** Update File: a\n@@ 2\n 3\n-4\n+four\n*** Add File: c\n+new\n*** Delete File: b\n*** End Patch\n',
      '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n--- a/b\n+++ b/b\n@@ -1,3 +1,2 @@\n x\n-y\n z\n',
    ];
    let random = 12_345;
    const next = (below: number): number => {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      return random % below;
    };
    for (let round = 0; round < 60; round++) {
      const patch = patches[round % 2] as string;
      const lines = patch.split('\n');
      const at = next(lines.length);
      if (round % 3 === 0) lines.splice(at, 1);
      else if (round % 3 === 1) lines.splice(at, 0, lines[next(lines.length)] as string);
      else lines[at] = (lines[at] as string).slice(next(5)) + String.fromCharCode(next(127));
      try {
        await sandbox.applyPatch(lines.join('\n'));
        await sandbox.restore(snapshot);
      } catch (error) {
        expect(error).toMatchObject({ code: 'E_PATCH' });
        expect({ patch: lines, tree: await tree(sandbox) }).toEqual({ patch: lines, tree: before });
      }
    }
    expect((await sandbox.exec('ls -A /tmp')).stdout).toBe('');
  });

  it('is a command of the guest too', async (context) => {
    skipWithout(context, 'apply_patch');
    const sandbox = await create({ files: { f: 'one\n' } });
    const patch = '*** Begin Patch\n*** Update File: f\n-one\n+two\n*** End Patch';
    expect(await sandbox.run('apply_patch <<"EOF"\n$1\nEOF', { args: [patch] })).toMatchObject({ exitCode: 1 });
    expect(await sandbox.run('apply_patch "$1"', { args: [patch] })).toMatchObject({
      exitCode: 0,
      stdout: 'Success. Updated the following files:\nM f\n',
    });
    expect(await sandbox.run('apply_patch "$1"', { args: [patch] })).toMatchObject({
      exitCode: 1,
      stderr: 'apply_patch: f: hunk 1: these lines are not in the file:\none\n',
    });
    expect(await sandbox.run('apply_patch --nosuch')).toMatchObject({ exitCode: 2, stderr: /^usage: apply_patch/ });
  });
});
