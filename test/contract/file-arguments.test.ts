// What calls about files make of arguments that nobody should give them: an error that says which, and nothing else.

import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await create({ files: { '/tmp/f': 'text\n' } });
});

function refused(option: string): object {
  return { code: 'E_INVALID_OPTION', message: expect.stringContaining(`option '${option}' must`) };
}

describe('arguments of calls about files', () => {
  it.each([undefined, null, '755', Number.NaN, 1.5, -1, {}])('refuse %j as a mode', async (mode) => {
    expect(() => sandbox.chmod('/tmp/f', mode as number)).toThrow(expect.objectContaining(refused('mode')));
    await expect(sandbox.fs.chmod('/tmp/f', mode as number)).rejects.toMatchObject(refused('mode'));
    expect(sandbox.stat('/tmp/f').mode).toBe(0o100644);
  });

  it('accept the mode that stat returns', () => {
    sandbox.chmod('/tmp/f', 0o100600);
    expect(sandbox.stat('/tmp/f').mode).toBe(0o100600);
  });

  it.each(['hex', 'latin1', 5, true, ''])('refuse %j as an encoding', async (encoding) => {
    const wrong = encoding as 'utf8';
    expect(() => sandbox.readFile('/tmp/f', wrong)).toThrow(expect.objectContaining(refused('encoding')));
    await expect(sandbox.fs.readFile('/tmp/f', { encoding: wrong })).rejects.toMatchObject(refused('encoding'));
    await expect(sandbox.fs.writeFile('/tmp/f', '6869', { encoding: wrong })).rejects.toMatchObject(
      refused('encoding'),
    );
    expect(sandbox.readFile('/tmp/f', 'utf8')).toBe('text\n');
  });

  it('accept null instead of an encoding or options', async () => {
    const none = null as unknown as undefined;
    const bytes = new TextEncoder().encode('text\n');
    expect(sandbox.readFile('/tmp/f', none as unknown as 'utf8')).toEqual(bytes);
    expect(await sandbox.fs.readFile('/tmp/f', null)).toEqual(bytes);
    sandbox.mkdir('/tmp/d', none);
    await sandbox.fs.mkdir('/tmp/d/e', none);
    expect(await sandbox.fs.readdir('/tmp/d', none)).toEqual(['e']);
    sandbox.rm('/tmp/f', none);
    expect(sandbox.exists('/tmp/f')).toBe(false);
  });

  it('refuse unknown options, and flags that are not booleans', async () => {
    const objects = { code: 'E_INVALID_OPTION', message: 'options must be an object' };
    expect(() => sandbox.mkdir('/tmp/d', 0o755 as unknown as object)).toThrow(expect.objectContaining(objects));
    await expect(sandbox.fs.rm('/tmp/f', 'force' as unknown as object)).rejects.toMatchObject(objects);
    const yes = 'yes' as unknown as boolean;
    expect(() => sandbox.rm('/tmp', { recursive: yes })).toThrow(expect.objectContaining(refused('recursive')));
    await expect(sandbox.fs.readdir('/tmp', { recursive: yes })).rejects.toMatchObject(refused('recursive'));
    await expect(sandbox.fs.cp('/tmp/f', '/tmp/g', { recursive: yes })).rejects.toMatchObject(refused('recursive'));
    expect(sandbox.exists('/tmp/d')).toBe(false);
  });

  it('refuse invalid owners, times and lengths', async () => {
    const { fs } = sandbox;
    const before = sandbox.stat('/tmp/f');
    for (const wrong of [undefined, null, '0', Number.NaN, 1.5, -2]) {
      await expect(fs.chown('/tmp/f', wrong as number, 0)).rejects.toMatchObject(refused('uid'));
      await expect(fs.lchown('/tmp/f', 0, wrong as number)).rejects.toMatchObject(refused('gid'));
    }
    for (const wrong of [
      undefined,
      null,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      'noon',
      '',
      2 ** 40,
      new Date(Number.NaN),
    ]) {
      await expect(fs.utimes('/tmp/f', wrong as number, 0)).rejects.toMatchObject(refused('atime'));
      await expect(fs.lutimes('/tmp/f', 0, wrong as number)).rejects.toMatchObject(refused('mtime'));
    }
    for (const wrong of [null, '3', Number.NaN, 1.5]) {
      await expect(fs.truncate('/tmp/f', wrong as number)).rejects.toMatchObject(refused('size'));
    }
    await expect(fs.truncate('/tmp/f', -1)).rejects.toMatchObject({ code: 'EINVAL' });
    await expect(fs.access('/tmp/f', 8)).rejects.toMatchObject(refused('mode'));
    await expect(fs.copyFile('/tmp/f', '/tmp/g', '1' as unknown as number)).rejects.toMatchObject(refused('mode'));
    await fs.chown('/tmp/f', -1, -1);
    const { uid, gid, size, mtimeMs } = sandbox.stat('/tmp/f');
    expect({ uid, gid, size, mtimeMs }).toEqual({ uid: 1000, gid: 1000, size: 5, mtimeMs: before.mtimeMs });
  });

  it('refuse data that is neither bytes nor text', async () => {
    for (const wrong of [undefined, null, 'a', 5, [], { a: 1 }]) {
      expect(() => sandbox.writeFiles(wrong as unknown as Record<string, string>)).toThrow(
        expect.objectContaining(refused('files')),
      );
    }
    await expect(sandbox.fs.mkdtemp(undefined as unknown as string)).rejects.toMatchObject(refused('prefix'));
    expect(() => sandbox.symlink(null as unknown as string, '/tmp/l')).toThrow(
      expect.objectContaining({ code: 'EINVAL', syscall: 'symlink' }),
    );
    // A proxy has no bytes that could be read.
    expect(() => sandbox.writeFile('/tmp/f', new Proxy(new Uint8Array(4), {}))).toThrow(
      expect.objectContaining({ code: 'EINVAL' }),
    );
    expect(sandbox.readFile('/tmp/f', 'utf8')).toBe('text\n');
  });

  it('accept a Uint8Array of another realm', async () => {
    sandbox.writeFile('/tmp/f', runInNewContext('new Uint8Array([111, 107])') as Uint8Array);
    expect(sandbox.readFile('/tmp/f', 'utf8')).toBe('ok');
  });
});

describe('copies', () => {
  it('leave a file unchanged when it is copied onto itself', async () => {
    sandbox.symlink('f', '/tmp/link');
    await sandbox.fs.link('/tmp/f', '/tmp/hard');
    for (const to of ['/tmp/f', '/tmp/../tmp/f', '/tmp/link', '/tmp/hard']) await sandbox.fs.copyFile('/tmp/f', to);
    expect(sandbox.readFile('/tmp/f', 'utf8')).toBe('text\n');
    await expect(sandbox.fs.copyFile('/tmp/f', '/tmp/f', 1)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('of a directory onto or into itself are refused by cp', async () => {
    const { fs } = sandbox;
    sandbox.mkdir('/tmp/d');
    sandbox.writeFile('/tmp/d/x', '1');
    sandbox.symlink('d', '/tmp/to-d');
    const refusal = { code: 'EINVAL', syscall: 'cp' };
    await expect(fs.cp('/tmp/f', '/tmp/f')).rejects.toMatchObject(refusal);
    for (const to of ['/tmp/d', '/tmp/d/in', '/tmp/to-d/in/deep', '/tmp/d/']) {
      await expect(fs.cp('/tmp/d', to, { recursive: true })).rejects.toMatchObject(refusal);
    }
    await fs.cp('/tmp/d', '/tmp/d/../d2', { recursive: true });
    await fs.cp('/tmp/d', '/tmp/dd', { recursive: true });
    expect(sandbox.readFile('/tmp/f', 'utf8') + sandbox.readFile('/tmp/d2/x', 'utf8')).toBe('text\n1');
    expect(await fs.readdir('/tmp/d', { recursive: true })).toEqual(['x']);
  });

  it('replace earlier copies of links, and are refused for FIFOs', async () => {
    const { fs } = sandbox;
    await sandbox.run('mkdir /tmp/d; ln -s x /tmp/d/l; mkfifo /tmp/p');
    for (let time = 0; time < 2; time++) await fs.cp('/tmp/d', '/tmp/e', { recursive: true });
    expect(sandbox.readlink('/tmp/e/l')).toBe('x');
    await expect(fs.cp('/tmp/p', '/tmp/q')).rejects.toMatchObject({ code: 'EINVAL', syscall: 'cp' });
    expect(sandbox.exists('/tmp/q')).toBe(false);
  });
});

describe('a file that is made through a link', () => {
  it("is the user's", async () => {
    sandbox.symlink('/tmp/made', '/tmp/dangling');
    sandbox.symlink('/tmp/copied', '/tmp/dangling-too');
    sandbox.writeFile('/tmp/dangling', '1');
    await sandbox.fs.copyFile('/tmp/f', '/tmp/dangling-too');
    expect(await sandbox.run('stat -c %U /tmp/made /tmp/copied; echo 2 >>/tmp/made')).toMatchObject({
      stdout: 'user\nuser\n',
      stderr: '',
    });
  });
});
