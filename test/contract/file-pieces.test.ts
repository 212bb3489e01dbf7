// Files read and written in pieces: ranges, and streams of the web.

import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return text;
}

async function writeTo(stream: WritableStream<string | Uint8Array>, chunks: (string | Uint8Array)[]): Promise<void> {
  const writer = stream.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  await writer.close();
}

function openFiles(sandbox: Sandbox): number {
  return sandbox.metrics().descriptors;
}

describe('readFile of a part', () => {
  it('has the first and the last byte, and what there is of them', async () => {
    const sandbox = await create({ files: { f: '0123456789' } });
    const read = (start?: number, end?: number) =>
      sandbox.readFile('f', {
        encoding: 'utf8',
        ...(start === undefined ? {} : { start }),
        ...(end === undefined ? {} : { end }),
      });
    expect(read(2, 4)).toBe('234');
    expect(read(7)).toBe('789');
    expect(read(undefined, 0)).toBe('0');
    expect(read(9, 100)).toBe('9');
    expect(read(10, 100)).toBe('');
    expect(read()).toBe('0123456789');
    expect(sandbox.readFile('f', { start: 8 })).toEqual(Uint8Array.of(56, 57));
    expect(sandbox.readFile('f', {})).toHaveLength(10);
  });

  it('reads a part of a file that is too large as a whole', async () => {
    const sandbox = await create();
    await sandbox.run('truncate -s 1T f; printf end | dd of=f bs=1 seek=1000000000000 conv=notrunc status=none');
    expect(() => sandbox.readFile('f')).toThrow(expect.objectContaining({ code: 'EFBIG' }));
    expect(() => sandbox.readFile('f', { start: 1 })).toThrow(expect.objectContaining({ code: 'EFBIG' }));
    expect(sandbox.readFile('f', { encoding: 'utf8', start: 1e12, end: 1e12 + 2 })).toBe('end');
  });

  it('reads parts of files without a size', async () => {
    const sandbox = await create();
    expect(sandbox.readFile('/proc/version', { encoding: 'utf8', start: 1, end: 4 })).toBe('inux');
    expect(sandbox.readFile('/dev/null', { start: 5 })).toEqual(new Uint8Array());
    expect(() => sandbox.readFile('/tmp', { end: 1 })).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });

  it.each([{ start: -1 }, { start: 1.5 }, { end: Number.NaN }, { end: '5' }, { start: 5, end: 4 }, { flag: 'r' }])(
    'refuses %j',
    async (options) => {
      const sandbox = await create({ files: { f: 'x' } });
      const wrong = options as { start: number };
      expect(() => sandbox.readFile('f', wrong)).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
      expect(() => sandbox.createReadStream('f', wrong)).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
    },
  );
});

describe('createReadStream', () => {
  it('gives the bytes from the first to the last', async () => {
    const text = 'abcdefghij'.repeat(100_000);
    const sandbox = await create({ files: { f: text } });
    expect(await textOf(sandbox.createReadStream('f'))).toBe(text);
    expect(await textOf(sandbox.createReadStream('f', { start: 300_005, end: 700_000 }))).toBe(
      text.slice(300_005, 700_001),
    );
    expect(await textOf(sandbox.createReadStream('f', { start: 2_000_000 }))).toBe('');
  });

  it('reads 2 GB in small pieces, while other work goes on', async () => {
    const sandbox = await create();
    await sandbox.run('truncate -s 2G f');
    let length = 0;
    let turns = 0;
    let most = 0;
    const timer = setInterval(() => turns++);
    for await (const bytes of sandbox.createReadStream('f')) {
      length += bytes.length;
      most = Math.max(most, bytes.length);
    }
    clearInterval(timer);
    expect(length).toBe(2 ** 31);
    expect(most).toBeLessThanOrEqual(256 * 1024);
    expect(turns).toBeGreaterThan(0);
  });

  it('reads no further than the reader asks', async () => {
    const sandbox = await create();
    const reader = sandbox.createReadStream('/dev/zero').getReader();
    expect((await reader.read()).value).toHaveLength(256 * 1024);
    await reader.cancel();
  });

  it('fills the buffers of a reader that has its own', async () => {
    const sandbox = await create({ files: { f: 'hello' } });
    const reader = sandbox.createReadStream('f').getReader({ mode: 'byob' });
    expect((await reader.read(new Uint8Array(3))).value).toEqual(Uint8Array.of(104, 101, 108));
    expect((await reader.read(new Uint8Array(3))).value).toEqual(Uint8Array.of(108, 111));
    expect((await reader.read(new Uint8Array(3))).done).toBe(true);
  });

  it('opens the file for the first bytes, and closes it after the last, when it is cancelled and when it fails', async () => {
    const sandbox = await create({ files: { f: 'x', 'folder/f': 'x' } });
    await sandbox.run('true');
    const before = openFiles(sandbox);
    const unread = sandbox.createReadStream('none');
    expect(openFiles(sandbox)).toBe(before);
    await expect(unread.getReader().read()).rejects.toMatchObject({ name: 'SandboxError', code: 'ENOENT' });
    const reader = sandbox.createReadStream('/dev/zero').getReader();
    await reader.read();
    expect(openFiles(sandbox)).toBe(before + 1);
    await reader.cancel();
    expect(openFiles(sandbox)).toBe(before);
    await textOf(sandbox.createReadStream('f'));
    await expect(textOf(sandbox.createReadStream('folder'))).rejects.toMatchObject({ code: 'EISDIR' });
    for await (const _ of sandbox.createReadStream('f')) break;
    expect(openFiles(sandbox)).toBe(before);
  });

  it('ends where a file does that shrinks meanwhile', async () => {
    const sandbox = await create({ files: { f: 'x'.repeat(2_000_000) } });
    const reader = sandbox.createReadStream('f').getReader();
    await reader.read();
    await sandbox.run('truncate -s 300000 f');
    let rest = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      rest += value.length;
    }
    expect(rest).toBe(300_000 - 256 * 1024);
  });

  it('does not wait for the writer of a FIFO', async () => {
    const sandbox = await create();
    await sandbox.run('mkfifo f; sleep 100 > f & sleep 0');
    expect(await textOf(sandbox.createReadStream('f')).catch(({ code }) => code)).toMatch(/^$|EAGAIN/);
    await expect(textOf(sandbox.createReadStream('f', { start: 1 }))).rejects.toMatchObject({ code: 'ESPIPE' });
  });

  it('stays with the file and the directory that it began with', async () => {
    const sandbox = await create({ files: { f: 'old', 'folder/f': 'other' } });
    const stream = sandbox.createReadStream('f');
    await sandbox.run('cd folder');
    expect(await textOf(stream)).toBe('old');
  });

  it('waits for what a provider answers later', async () => {
    const sandbox = await create();
    const bytes = new TextEncoder().encode('provided '.repeat(100_000));
    sandbox.mount('/data', {
      stat: async (path) => (path === '' ? { type: 'directory' } : { size: bytes.length }),
      list: async () => [{ name: 'f' }],
      read: async (_path, offset, length) => bytes.subarray(offset, offset + length),
    });
    expect((await textOf(sandbox.createReadStream('/data/f'))).length).toBe(bytes.length);
    const file = await sandbox.fs.open('/data/f');
    const [first, second] = await Promise.all([file.read(new Uint8Array(9)), file.read(new Uint8Array(4))]);
    expect(new TextDecoder().decode(first.buffer)).toBe('provided ');
    expect(new TextDecoder().decode(second.buffer)).toBe('prov');
    await file.close();
  });

  it('fails when the sandbox is destroyed', async () => {
    const sandbox = await create();
    const reader = sandbox.createReadStream('/dev/zero').getReader();
    await reader.read();
    sandbox.destroy();
    await expect(reader.read()).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });
});

describe('createWriteStream', () => {
  it('writes texts and bytes as they come', async () => {
    const sandbox = await create();
    await writeTo(sandbox.createWriteStream('f'), ['one ', Uint8Array.of(0x32, 0x20), '']);
    expect(sandbox.readFile('f', 'utf8')).toBe('one 2 ');
    await writeTo(sandbox.createWriteStream('f', { flags: 'a' }), ['three']);
    expect(sandbox.readFile('f', 'utf8')).toBe('one 2 three');
    await writeTo(sandbox.createWriteStream('f', { flags: 'r+', start: 4 }), ['TWO', '!']);
    expect(sandbox.readFile('f', 'utf8')).toBe('one TWO!ree');
    await writeTo(sandbox.createWriteStream('f', { mode: 0o600 }), []);
    expect(sandbox.readFile('f', 'utf8')).toBe('');
    await writeTo(sandbox.createWriteStream('g', { mode: 0o600 }), ['x']);
    expect((await sandbox.run('stat -c "%a %U" g')).stdout).toBe('600 user\n');
  });

  it('takes a stream of any length, and tells its writer to wait', async () => {
    const sandbox = await create();
    const writer = sandbox.createWriteStream('f').getWriter();
    const chunk = new Uint8Array(1_000_000).fill(7);
    const written = writer.write(chunk);
    expect(writer.desiredSize).toBeLessThan(0);
    await written;
    for (let i = 0; i < 49; i++) await writer.write(chunk);
    await writer.close();
    expect(sandbox.stat('f').size).toBe(50_000_000);
    await sandbox.createReadStream('f').pipeTo(sandbox.createWriteStream('copy'));
    expect((await sandbox.run('cmp f copy && echo equal')).stdout).toBe('equal\n');
  });

  it('fails when there is no room, and closes the file', async () => {
    const sandbox = await create({ fsLimitBytes: 8 * 2 ** 20 });
    await sandbox.run('true');
    const before = openFiles(sandbox);
    const chunks = Array.from({ length: 12 }, () => new Uint8Array(2 ** 20).fill(1));
    await expect(writeTo(sandbox.createWriteStream('f'), chunks)).rejects.toMatchObject({
      code: 'ENOSPC',
      limit: 'fsLimitBytes',
    });
    expect(openFiles(sandbox)).toBe(before);
  });

  it.each([
    ['none/f', 'ENOENT'],
    ['/tmp', 'EISDIR'],
    ['/proc/version', 'EACCES'],
    ['fifo', 'ENXIO'],
  ])('fails for %s', async (path, code) => {
    const sandbox = await create();
    await sandbox.run('mkfifo fifo');
    const error = await writeTo(sandbox.createWriteStream(path), ['x']).catch((reason) => reason);
    expect(error.name).toBe('SandboxError');
    expect([code, 'EBADF', 'EINVAL']).toContain(error.code);
  });

  it('refuses chunks that are neither, and is over then', async () => {
    const sandbox = await create();
    await sandbox.run('true');
    const before = openFiles(sandbox);
    const wrong = sandbox.createWriteStream('f').getWriter();
    await expect(wrong.write(5 as unknown as string)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await wrong.closed.catch(() => {});
    const aborted = sandbox.createWriteStream('f').getWriter();
    await aborted.write('x');
    await aborted.abort();
    expect(openFiles(sandbox)).toBe(before);
  });

  it.each([{ flags: 'read' }, { flags: -1 }, { mode: '644' }, { start: -1 }, { end: 5 }])(
    'refuses %j',
    async (wrong) => {
      const sandbox = await create();
      expect(() => sandbox.createWriteStream('f', wrong as object)).toThrow(
        expect.objectContaining({ code: 'E_INVALID_OPTION' }),
      );
    },
  );
});

describe('files that the host has open', () => {
  it('count as descriptors', async () => {
    const sandbox = await create({ limits: { maxDescriptors: 64 }, files: { f: 'x' } });
    const open = Array.from({ length: 80 }, () => sandbox.fs.open('f'));
    const results = await Promise.allSettled(open);
    const refused = results
      .filter(({ status }) => status === 'rejected')
      .map((result) => (result as PromiseRejectedResult).reason);
    expect(refused.length).toBeGreaterThanOrEqual(16);
    expect(refused[0]).toMatchObject({ code: 'ENFILE', limit: 'maxDescriptors' });
    for (const result of results) if (result.status === 'fulfilled') await result.value.close();
    await (await sandbox.fs.open('f')).close();
  });

  it('are closed when a snapshot is restored', async () => {
    const sandbox = await create({ files: { f: 'x' } });
    const snapshot = await sandbox.snapshot();
    const file = await sandbox.fs.open('f', 'r+');
    sandbox.rm('f');
    await file.write('still there');
    await sandbox.restore(snapshot);
    await expect(file.read()).rejects.toMatchObject({ code: 'EBADF' });
    await file.close();
    expect(sandbox.readFile('f', 'utf8')).toBe('x');
  });

  it('are none of a fork', async () => {
    const sandbox = await create({ files: { f: 'text' } });
    const file = await sandbox.fs.open('f');
    const fork = await sandbox.fork();
    sandbox.destroy();
    await expect(file.read()).rejects.toMatchObject({ code: 'E_DESTROYED' });
    await expect(file.close()).rejects.toMatchObject({ code: 'E_DESTROYED' });
    expect(fork.readFile('f', 'utf8')).toBe('text');
    fork.destroy();
  });

  it('keep a folder mounted', async () => {
    const sandbox = await create();
    sandbox.mount('/data', { tree: { f: 'x' } });
    const file = await sandbox.fs.open('/data/f');
    expect(() => sandbox.unmount('/data')).toThrow(expect.objectContaining({ code: 'EBUSY' }));
    await file.close();
    sandbox.unmount('/data');
  });
});
