// FileHandle, compared with that of node:fs/promises on a real directory.

import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxFs } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

type Fs = Pick<SandboxFs, 'open' | 'readFile' | 'writeFile' | 'appendFile' | 'mkdir' | 'stat'>;
const real = { open, readFile, writeFile, appendFile, mkdir, stat } as unknown as Fs;

/** Bytes as text, so that buffers of both are equal. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
      .toString('latin1')
      .replace(/\0+$/, '');
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}

/** What an act answers, or the code that it rejects with. */
async function outcome(act: () => unknown): Promise<unknown> {
  try {
    return plain(await act());
  } catch (error) {
    return { code: (error as { code: string }).code };
  }
}

const acts: Record<string, (fs: Fs, folder: string) => Promise<unknown[]>> = {
  'read goes on where it ended, and with a position does not': async (fs, folder) => {
    await fs.writeFile(`${folder}/f`, '0123456789');
    const file = await fs.open(`${folder}/f`);
    const said = [
      await file.read(new Uint8Array(3)),
      await file.read(new Uint8Array(3), 0, 2, 7),
      await file.read(new Uint8Array(6), 2, 4, null),
      await file.read({ buffer: new Uint8Array(2), position: 0 }),
      await file.read(new Uint8Array(4), { offset: 1, length: 2 }),
      await file.read(new Uint8Array(4)),
      await file.read(new Uint8Array(4)),
      await file.read(new Uint8Array(4), 0, 4, 100),
      await file.read(new Uint8Array(4), 0, 0, 1),
      await file.read(new Uint16Array(2), 0, 4, 0),
      await file.read(new DataView(new ArrayBuffer(4)), 1, 3, 0),
    ];
    await file.close();
    return said;
  },
  'read makes a buffer': async (fs, folder) => {
    await fs.writeFile(`${folder}/f`, 'text');
    const file = await fs.open(`${folder}/f`);
    const { bytesRead, buffer } = await file.read();
    await file.close();
    return [bytesRead, buffer.length, buffer.subarray(0, 5)];
  },
  'readv and writev take several buffers': async (fs, folder) => {
    const file = await fs.open(`${folder}/f`, 'w+');
    const said = [
      await file.writev([Buffer.from('one '), Buffer.from('two ')]),
      await file.writev([Buffer.from('ONE')], 0),
      await file.writev([Buffer.from('three'), Buffer.from('four')]),
      await file.readv([new Uint8Array(3), new Uint8Array(20)], 1),
      await file.readv([new Uint8Array(3)]),
    ];
    await file.close();
    return [...said, await fs.readFile(`${folder}/f`, 'utf8')];
  },
  'write takes buffers, parts of them and texts': async (fs, folder) => {
    const file = await fs.open(`${folder}/f`, 'w');
    const said = [
      await file.write(Buffer.from('abcdef')),
      await file.write(Buffer.from('XYZ'), 1, 1, 0),
      await file.write('text'),
      await file.write('é', 20),
      await file.write(Buffer.from('mnop'), { offset: 2, length: 1, position: 4 }),
      await file.write(Buffer.alloc(0)),
      await file.write('!'),
    ];
    await file.close();
    return [...said, await fs.readFile(`${folder}/f`)];
  },
  'in a file opened to add, all goes to the end': async (fs, folder) => {
    await fs.writeFile(`${folder}/f`, 'first ');
    const file = await fs.open(`${folder}/f`, 'a+');
    await file.write('second ', 0);
    await file.appendFile('third');
    const said = [await file.read(new Uint8Array(5), 0, 5, 0)];
    await file.close();
    return [...said, await fs.readFile(`${folder}/f`, 'utf8')];
  },
  'readFile and writeFile work from the position on': async (fs, folder) => {
    await fs.writeFile(`${folder}/f`, '0123456789');
    const file = await fs.open(`${folder}/f`, 'r+');
    await file.read(new Uint8Array(4));
    const said = [await file.readFile('utf8'), await file.readFile()];
    await file.writeFile('ab');
    await file.write('X', 0);
    await file.close();
    return [...said, await fs.readFile(`${folder}/f`, 'utf8')];
  },
  'truncate, chmod, utimes, sync and stat': async (fs, folder) => {
    await fs.writeFile(`${folder}/f`, '0123456789');
    const file = await fs.open(`${folder}/f`, 'r+');
    const said: unknown[] = [];
    await file.truncate(4);
    said.push((await file.stat()).size);
    await file.truncate(6);
    said.push(await file.readFile());
    await file.chmod(0o640);
    await file.utimes(1_000_000, new Date(2_000_000_500));
    await file.sync();
    await file.datasync();
    const { mode, mtimeMs, atimeMs, size } = await file.stat();
    said.push([mode, mtimeMs, atimeMs, size, (await file.stat()).isFile()]);
    await file.truncate();
    said.push((await file.stat()).size);
    await file.close();
    return said;
  },
  'lines end with LF, CR LF and CR': async (fs, folder) => {
    const said: unknown[] = [];
    for (const text of ['a\nb\r\nc\rd', 'end\n', '', '\n\n', 'x\r\n\r\ny', `${'long'.repeat(100_000)}\r\nlast`]) {
      await fs.writeFile(`${folder}/f`, text);
      const file = await fs.open(`${folder}/f`);
      const lines: string[] = [];
      for await (const line of file.readLines()) lines.push(line);
      said.push(lines, await outcome(() => file.read(new Uint8Array(1))));
    }
    await fs.writeFile(`${folder}/f`, '0123\n56789\n');
    const file = await fs.open(`${folder}/f`);
    for await (const line of file.readLines({ start: 2, end: 7 })) said.push(line);
    return said;
  },
  'flags say what may be done': async (fs, folder) => {
    const said: unknown[] = [];
    await fs.writeFile(`${folder}/f`, 'there');
    for (const flags of ['r', 'rs', 'r+', 'w', 'wx', 'w+', 'wx+', 'a', 'ax', 'a+', 'as', 'as+', 0, 1, 2]) {
      for (const name of ['f', 'none']) {
        await fs.writeFile(`${folder}/f`, 'there');
        const file = await outcomeOf(() => fs.open(`${folder}/${name}`, flags));
        if ('code' in file) {
          said.push([flags, name, file.code]);
          continue;
        }
        const { value } = file;
        said.push([
          flags,
          name,
          await outcome(() => value.read(new Uint8Array(3))),
          await outcome(() => value.write('new')),
          await outcome(() => value.truncate(2)),
          (await value.stat()).size,
        ]);
        await value.close();
        if (name === 'none') await (await fs.open(`${folder}/none`, 'w')).close();
      }
    }
    return said;
  },
  'a closed file is none': async (fs, folder) => {
    await fs.writeFile(`${folder}/f`, 'x');
    const file = await fs.open(`${folder}/f`, 'r+');
    await file.close();
    return Promise.all([
      outcome(() => file.read(new Uint8Array(1))),
      outcome(() => file.write('x')),
      outcome(() => file.stat()),
      outcome(() => file.truncate(0)),
      outcome(() => file.readFile()),
      outcome(() => file.sync()),
    ]);
  },
  'paths that lead to no such file': async (fs, folder) => {
    await fs.mkdir(`${folder}/d`);
    await fs.writeFile(`${folder}/f`, 'x');
    const file = await fs.open(`${folder}/d`);
    const said = [await outcome(() => file.read(new Uint8Array(1))), await outcome(() => file.readFile())];
    await file.close();
    for (const [path, flags] of [
      ['d', 'w'],
      ['d', 'r+'],
      ['none', 'r'],
      ['none/f', 'w'],
      ['f/g', 'r'],
      ['d', 'wx'],
      ['x'.repeat(300), 'r'],
    ] as const)
      said.push(await outcome(() => fs.open(`${folder}/${path}`, flags)));
    return said;
  },
  'a name that is gone leaves the file': async (fs, folder) => {
    const file = await fs.open(`${folder}/f`, 'wx+', 0o600);
    await file.writeFile('text');
    const { mode } = await file.stat();
    return [mode, await file.read(new Uint8Array(4), 0, 4, 0), await file.close()];
  },
};

async function outcomeOf<Value>(act: () => Promise<Value>): Promise<{ value: Value } | { code: string }> {
  try {
    return { value: await act() };
  } catch (error) {
    return { code: (error as { code: string }).code };
  }
}

describe('an open file', () => {
  it.each(Object.entries(acts))('%s, as in Node', async (_, act) => {
    const folder = mkdtempSync(join(tmpdir(), 'wasmsand-handles-'));
    folders.push(folder);
    const sandbox = await create();
    sandbox.mkdir('/tmp/work');
    const [ours, nodes] = [await act(sandbox.fs, '/tmp/work'), await act(real, folder)];
    expect(plain(ours)).toEqual(plain(nodes));
  });

  it('does its calls in their order, and closes after them', async () => {
    const sandbox = await create();
    const file = await sandbox.fs.open('f', 'w');
    const writes = Array.from({ length: 100 }, (_, i) => file.write(`${i}\n`));
    const closed = file.close();
    await Promise.all([...writes, closed]);
    expect(sandbox.readFile('f', 'utf8')).toBe(Array.from({ length: 100 }, (_, i) => `${i}\n`).join(''));
  });

  // Node 20 takes neither for what it is.
  it('takes positions that are bigints, and lines that end as Unicode has them', async () => {
    const sandbox = await create({ files: { f: 'one\u2028two' } });
    const file = await sandbox.fs.open('f');
    expect(plain(await file.read(new Uint8Array(2), 0, 2, 1n))).toEqual({ bytesRead: 2, buffer: 'ne' });
    const lines: string[] = [];
    for await (const line of file.readLines({ start: 0 })) lines.push(line);
    expect(lines).toEqual(['one', 'two']);
  });

  it('is closed at the end of a block', async () => {
    const sandbox = await create({ files: { f: 'x' } });
    const file = await sandbox.fs.open('f');
    await file[Symbol.asyncDispose]();
    await file.close();
    await expect(file.stat()).rejects.toMatchObject({ code: 'EBADF' });
  });

  it('reads 20 MB at once, and writes them', async () => {
    const sandbox = await create();
    const file = await sandbox.fs.open('f', 'w+');
    const bytes = Uint8Array.from({ length: 20_000_000 }, (_, i) => i * 7);
    expect((await file.write(bytes)).bytesWritten).toBe(20_000_000);
    const { bytesRead, buffer } = await file.read(new Uint8Array(25_000_000), 0, 25_000_000, 0);
    expect(bytesRead).toBe(20_000_000);
    expect(Buffer.compare(buffer.subarray(0, bytesRead), bytes)).toBe(0);
    expect(Buffer.compare(await sandbox.fs.readFile('f'), bytes)).toBe(0);
    await file.close();
  });

  it('says how much was written when the sandbox is full', async () => {
    const sandbox = await create({ fsLimitBytes: 4 * 2 ** 20 });
    const file = await sandbox.fs.open('f', 'w');
    const { bytesWritten } = await file.write(new Uint8Array(16 * 2 ** 20).fill(1));
    expect(bytesWritten).toBeLessThanOrEqual(4 * 2 ** 20);
    await expect(file.writeFile(new Uint8Array(2 ** 20).fill(1))).rejects.toMatchObject({ code: 'ENOSPC' });
    await file.close();
  });

  it('waits for nobody at a FIFO', async () => {
    const sandbox = await create();
    await sandbox.run('mkfifo f');
    await expect(sandbox.fs.open('f', 'w')).rejects.toMatchObject({ code: 'ENXIO' });
    const file = await sandbox.fs.open('f', 'r+');
    await expect(file.read()).rejects.toMatchObject({ code: 'EAGAIN' });
    await expect(file.read(new Uint8Array(1), 0, 1, 5)).rejects.toMatchObject({ code: 'ESPIPE' });
    await file.write('through the pipe');
    expect((await sandbox.run('head -c 7 f')).stdout).toBe('through');
    const { bytesRead, buffer } = await file.read();
    expect(new TextDecoder().decode(buffer.subarray(0, bytesRead))).toBe(' the pipe');
    await expect(file.truncate(5)).rejects.toMatchObject({ code: 'EINVAL' });
    await file.close();
  });

  it('reads no more of an endless file than a sandbox may hold', async () => {
    const sandbox = await create({ fsLimitBytes: 2 ** 20 });
    const file = await sandbox.fs.open('/dev/zero');
    await expect(file.readFile()).rejects.toMatchObject({ code: 'EFBIG' });
    const lines = file.readLines()[Symbol.asyncIterator]();
    await expect(lines.next()).rejects.toMatchObject({ code: 'EFBIG' });
    await expect(file.stat()).rejects.toMatchObject({ code: 'EBADF' });
  });

  it('belongs to the user of the sandbox when it is made', async () => {
    const sandbox = await create();
    const file = await sandbox.fs.open('f', 'w', 0o600);
    await file.chown(-1, 33);
    expect((await sandbox.run('stat -c "%u %g %a" f')).stdout).toBe('1000 33 600\n');
    await file.close();
  });

  it('streams what is left', async () => {
    const sandbox = await create({ files: { f: '0123456789' } });
    const file = await sandbox.fs.open('f');
    await file.read(new Uint8Array(4));
    expect(await new Response(file.readableWebStream()).text()).toBe('456789');
    expect((await file.stat()).size).toBe(10);
    expect(await new Response(file.readableWebStream({ autoClose: true })).text()).toBe('');
    await expect(file.stat()).rejects.toMatchObject({ code: 'EBADF' });
  });

  it.each<[string, (file: Awaited<ReturnType<SandboxFs['open']>>) => Promise<unknown>]>([
    ['a number as buffer', (file) => file.write(5 as unknown as string)],
    ['an offset beyond the buffer', (file) => file.read(new Uint8Array(2), 3)],
    ['a length beyond the buffer', (file) => file.read(new Uint8Array(2), 1, 2)],
    ['a negative length', (file) => file.read(new Uint8Array(2), 0, -1)],
    ['a position that is no number', (file) => file.read(new Uint8Array(2), 0, 1, '0' as unknown as number)],
    ['a position that is no whole number', (file) => file.write('x', 0.5)],
    ['a position below -1', (file) => file.write('x', -2)],
    ['an encoding', (file) => file.write('x', 0, 'latin1' as 'utf8')],
    ['data', (file) => file.writeFile({} as unknown as string)],
    ['buffers', (file) => file.readv(['x'] as unknown as Uint8Array[])],
    ['a size', (file) => file.truncate(1.5)],
    ['a mode', (file) => file.chmod('644' as unknown as number)],
    ['a time', (file) => file.utimes(Number.NaN, 0)],
    ['options', (file) => file.read('x' as unknown as object)],
  ])('refuses %s', async (_, act) => {
    const sandbox = await create();
    const file = await sandbox.fs.open('f', 'w+');
    await expect(act(file)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await file.close();
  });

  it.each(['rw', '', 'R', -1, 1.5, 2 ** 40, {}])('refuses %j as flags', async (flags) => {
    const sandbox = await create();
    await expect(sandbox.fs.open('f', flags as string)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});
