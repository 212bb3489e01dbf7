import { mkdtempSync, rmSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxFs } from 'wasmsand';
import { SandboxError } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('files of the sandbox', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await create();
  });

  it('are written and read as text and as bytes', () => {
    sandbox.writeFile('/tmp/text', 'grüße\n');
    expect(sandbox.readFile('/tmp/text', 'utf8')).toBe('grüße\n');
    expect(sandbox.readFile('/tmp/text')).toEqual(new TextEncoder().encode('grüße\n'));
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256);
    sandbox.writeFile('/tmp/bytes', bytes);
    // Compared as buffers: an element-wise comparison of that many takes seconds.
    expect(Buffer.compare(sandbox.readFile('/tmp/bytes'), bytes)).toBe(0);
    sandbox.writeFile('/tmp/bytes', '');
    expect(sandbox.readFile('/tmp/bytes')).toEqual(new Uint8Array());
  });

  it('are the same for guests', async () => {
    sandbox.writeFile('from-host', 'host\n');
    await sandbox.run('cat from-host >from-guest; echo guest >>from-guest');
    expect(sandbox.readFile('/home/user/from-guest', 'utf8')).toBe('host\nguest\n');
    expect(await sandbox.run('stat -c "%U %G %a %s" from-host')).toMatchObject({ stdout: 'user user 644 5\n' });
  });

  it('can be named from the working directory of the session', async () => {
    await sandbox.run('cd /tmp');
    sandbox.writeFile('here', '');
    expect(sandbox.exists('/tmp/here')).toBe(true);
  });

  it('can be written together with the directories they lie in', () => {
    sandbox.writeFiles({ 'a/b/c': '1', '/tmp/x/y': new Uint8Array([50]) });
    expect(sandbox.readFile('a/b/c', 'utf8') + sandbox.readFile('/tmp/x/y', 'utf8')).toBe('12');
  });

  it('are listed by name with their kind', () => {
    sandbox.mkdir('/tmp/d');
    sandbox.writeFile('/tmp/d/file', '');
    sandbox.mkdir('/tmp/d/dir');
    sandbox.symlink('file', '/tmp/d/link');
    const listing = sandbox.readDir('/tmp/d').map((entry) => [entry.name, entry.type, entry.parentPath]);
    expect(listing).toEqual([
      ['dir', 'directory', '/tmp/d'],
      ['file', 'file', '/tmp/d'],
      ['link', 'symlink', '/tmp/d'],
    ]);
    expect(sandbox.listDir('/tmp/d')).toEqual(sandbox.readDir('/tmp/d'));
    expect(sandbox.readDir('/tmp/d/dir')).toEqual([]);
  });

  it('are listed when there are many', () => {
    sandbox.mkdir('/tmp/many');
    const names = Array.from({ length: 5000 }, (_, index) => `a file with quite a long name ${index}`).sort();
    for (const name of names) sandbox.writeFile(`/tmp/many/${name}`, '');
    expect(sandbox.readDir('/tmp/many').map((entry) => entry.name)).toEqual(names);
  });

  it('have size, times, owner and mode in stat', () => {
    const before = Date.now();
    sandbox.writeFile('/tmp/f', '12345');
    const stat = sandbox.stat('/tmp/f');
    expect(stat).toMatchObject({ type: 'file', mode: 0o100644, size: 5, nlink: 1, uid: 1000, gid: 1000 });
    expect([stat.isFile(), stat.isDirectory(), stat.isSymbolicLink()]).toEqual([true, false, false]);
    // The kernel's clock has nanoseconds, Date has not.
    expect(stat.mtimeMs).toBeGreaterThanOrEqual(before - 1);
    expect(stat.mtime.getTime()).toBe(Math.floor(stat.mtimeMs));
    sandbox.symlink('f', '/tmp/l');
    expect(sandbox.stat('/tmp/l').ino).toBe(stat.ino);
    expect(sandbox.lstat('/tmp/l')).toMatchObject({ type: 'symlink', size: 1 });
    sandbox.chmod('/tmp/f', 0o600);
    expect(sandbox.stat('/tmp/f').mode).toBe(0o100600);
    expect(sandbox.readlink('/tmp/l')).toBe('f');
  });

  it('are renamed and removed', () => {
    sandbox.mkdir('/tmp/a/b/c', { recursive: true });
    sandbox.writeFile('/tmp/a/b/c/f', '');
    sandbox.rename('/tmp/a/b', '/tmp/moved');
    expect(sandbox.exists('/tmp/moved/c/f')).toBe(true);
    sandbox.rm('/tmp/moved', { recursive: true });
    expect(sandbox.exists('/tmp/moved')).toBe(false);
    sandbox.rm('/tmp/moved', { force: true });
    expect(() => sandbox.rm('/tmp/moved')).toThrow(SandboxError);
  });

  it('refuse data that is neither text nor bytes', () => {
    expect(() => sandbox.writeFile('/tmp/x', 5 as unknown as string)).toThrow(
      expect.objectContaining({ code: 'EINVAL' }),
    );
    expect(() => sandbox.writeFile('/tmp/a\0b', '')).toThrow(expect.objectContaining({ code: 'EINVAL' }));
  });

  it('cannot be read when they never end', async () => {
    await sandbox.run('ln -s /dev/zero zero; ln -s /dev/urandom random');
    for (const name of ['zero', 'random']) {
      expect(() => sandbox.readFile(name)).toThrow(expect.objectContaining({ code: 'EFBIG' }));
    }
  });

  it('show nothing of the host', async () => {
    expect(sandbox.exists(process.cwd())).toBe(false);
    const result = await sandbox.run(
      'cat /proc/version /proc/mounts /proc/self/environ; uname -a; hostname; df 2>/dev/null',
    );
    expect(result.stdout).not.toContain(process.version);
    expect(result.stdout).not.toContain(tmpdir() === '/tmp' ? process.cwd() : tmpdir());
  });
});

// The same calls on a real directory and on the sandbox's: same answers, same errors.
describe('fs is a subset of node:fs/promises', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'wasmsand-contract-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  type Fs = Pick<typeof nodeFs, keyof typeof nodeFs & keyof SandboxFs>;

  const steps: Record<string, (fs: Fs, root: string) => Promise<unknown>> = {
    'readFile of text': async (fs, root) => {
      await fs.writeFile(`${root}/f`, 'text');
      return [await fs.readFile(`${root}/f`, 'utf8'), Array.from(await fs.readFile(`${root}/f`))];
    },
    'readFile of nothing': (fs, root) => fs.readFile(`${root}/none`),
    'readFile through a file': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '');
      await fs.readFile(`${root}/f/x`);
    },
    'writeFile without a parent': (fs, root) => fs.writeFile(`${root}/none/f`, ''),
    'writeFile to a directory': (fs, root) => fs.writeFile(root, ''),
    'writeFile with flag a': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '1');
      await fs.writeFile(`${root}/f`, '2', { flag: 'a' });
      return fs.readFile(`${root}/f`, 'utf8');
    },
    'writeFile with flag wx': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '1', { flag: 'wx' });
      await fs.writeFile(`${root}/f`, '2', { flag: 'wx' });
    },
    'writeFile with a mode': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '', { mode: 0o640 });
      return (await fs.stat(`${root}/f`)).mode;
    },
    appendFile: async (fs, root) => {
      await fs.appendFile(`${root}/f`, 'a');
      await fs.appendFile(`${root}/f`, 'b');
      return fs.readFile(`${root}/f`, 'utf8');
    },
    'readdir of names': async (fs, root) => {
      await fs.mkdir(`${root}/d/e`, { recursive: true });
      await fs.writeFile(`${root}/d/f`, '');
      return [await fs.readdir(`${root}/d`), (await fs.readdir(root, { recursive: true })).sort()];
    },
    'readdir of entries': async (fs, root) => {
      await fs.mkdir(`${root}/d`);
      await fs.symlink('nowhere', `${root}/l`);
      const entries = await fs.readdir(root, { withFileTypes: true });
      return entries.map((entry) => [entry.name, entry.isDirectory(), entry.isSymbolicLink()]).sort();
    },
    'readdir of a file': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '');
      await fs.readdir(`${root}/f`);
    },
    'mkdir twice': async (fs, root) => {
      await fs.mkdir(`${root}/d`);
      await fs.mkdir(`${root}/d`);
    },
    'mkdir recursive': async (fs, root) => {
      const first = await fs.mkdir(`${root}/a/b/c`, { recursive: true });
      const again = await fs.mkdir(`${root}/a/b/c`, { recursive: true });
      return [first?.slice(root.length), again];
    },
    'mkdir recursive over a file': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '');
      await fs.mkdir(`${root}/f/d`, { recursive: true });
    },
    mkdtemp: async (fs, root) => {
      const made = await fs.mkdtemp(`${root}/temp-`);
      return [made.length - root.length, (await fs.stat(made)).mode];
    },
    'rmdir of a full directory': async (fs, root) => {
      await fs.mkdir(`${root}/a/b`, { recursive: true });
      await fs.rmdir(`${root}/a`);
    },
    'unlink of nothing': (fs, root) => fs.unlink(`${root}/none`),
    'unlink of a directory': (fs, root) => fs.unlink(root),
    'stat of nothing': (fs, root) => fs.stat(`${root}/none`),
    'lstat of nothing': (fs, root) => fs.lstat(`${root}/none`),
    'stat of a link in a circle': async (fs, root) => {
      await fs.symlink('l', `${root}/l`);
      await fs.stat(`${root}/l`);
    },
    'rename of nothing': (fs, root) => fs.rename(`${root}/none`, `${root}/x`),
    'rename of a directory into itself': async (fs, root) => {
      await fs.mkdir(`${root}/d`);
      await fs.rename(`${root}/d`, `${root}/d/e`);
    },
    'rename over a full directory': async (fs, root) => {
      await fs.mkdir(`${root}/a`);
      await fs.mkdir(`${root}/b/c`, { recursive: true });
      await fs.rename(`${root}/a`, `${root}/b`);
    },
    'symlink that is there': async (fs, root) => {
      await fs.symlink('a', `${root}/l`);
      await fs.symlink('b', `${root}/l`);
    },
    link: async (fs, root) => {
      await fs.writeFile(`${root}/f`, 'x');
      await fs.link(`${root}/f`, `${root}/g`);
      return [(await fs.stat(`${root}/f`)).nlink, await fs.readFile(`${root}/g`, 'utf8')];
    },
    'link to nothing': (fs, root) => fs.link(`${root}/none`, `${root}/x`),
    'readlink of a file': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '');
      await fs.readlink(`${root}/f`);
    },
    realpath: async (fs, root) => {
      await fs.mkdir(`${root}/d`);
      await fs.symlink('d', `${root}/l`);
      return (await fs.realpath(`${root}/l/../l/.`)).endsWith('/d');
    },
    'realpath of nothing': (fs, root) => fs.realpath(`${root}/none`),
    'chmod of nothing': (fs, root) => fs.chmod(`${root}/none`, 0o600),
    utimes: async (fs, root) => {
      await fs.writeFile(`${root}/f`, '');
      await fs.utimes(`${root}/f`, 1.5, new Date(2500));
      const { atimeMs, mtimeMs } = await fs.stat(`${root}/f`);
      return [atimeMs, mtimeMs];
    },
    'utimes of nothing': (fs, root) => fs.utimes(`${root}/none`, 0, 0),
    truncate: async (fs, root) => {
      await fs.writeFile(`${root}/f`, '12345');
      await fs.truncate(`${root}/f`, 2);
      return fs.readFile(`${root}/f`, 'utf8');
    },
    'truncate of nothing': (fs, root) => fs.truncate(`${root}/none`),
    'access to nothing': (fs, root) => fs.access(`${root}/none`),
    copyFile: async (fs, root) => {
      await fs.writeFile(`${root}/f`, 'x', { mode: 0o600 });
      await fs.copyFile(`${root}/f`, `${root}/g`);
      return [await fs.readFile(`${root}/g`, 'utf8'), (await fs.stat(`${root}/g`)).mode];
    },
    'copyFile over a file, exclusively': async (fs, root) => {
      await fs.writeFile(`${root}/f`, '');
      await fs.copyFile(`${root}/f`, `${root}/f2`, 1);
      await fs.copyFile(`${root}/f`, `${root}/f2`, 1);
    },
    'cp of a tree': async (fs, root) => {
      await fs.mkdir(`${root}/a/b`, { recursive: true });
      await fs.writeFile(`${root}/a/b/f`, 'x');
      await fs.cp(`${root}/a`, `${root}/c`, { recursive: true });
      return fs.readFile(`${root}/c/b/f`, 'utf8');
    },
    'rm of a tree': async (fs, root) => {
      await fs.mkdir(`${root}/a/b`, { recursive: true });
      await fs.rm(`${root}/a`, { recursive: true });
      await fs.rm(`${root}/a`, { force: true });
      return fs.readdir(root);
    },
    'an empty path': (fs) => fs.readFile(''),
    'a name that is too long': (fs, root) => fs.writeFile(`${root}/${'x'.repeat(256)}`, ''),
  };

  async function outcome(step: (fs: Fs, root: string) => Promise<unknown>, fs: Fs, root: string): Promise<unknown> {
    try {
      return { value: await step(fs, root) };
    } catch (error) {
      const { message, code, errno, syscall } = error as SandboxError;
      return { message: message.replaceAll(root, '<root>'), code, errno, syscall };
    }
  }

  it.each(Object.keys(steps))('%s', async (name) => {
    const step = steps[name]!;
    const sandbox = await create();
    sandbox.mkdir('/tmp/root');
    expect(await outcome(step, sandbox.fs as unknown as Fs, '/tmp/root')).toEqual(
      await outcome(step, nodeFs, directory),
    );
  });
});
