// Guests that ask the kernel for as much work as one call can be asked for. The event loop goes on, host calls are served,
// and deadlines are kept. Each of these once took seconds to minutes.

import { describe, expect, it, vi } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { linuxProgram, op, syscall } from './assembler.js';
import { runModule, stillWorks, withSandbox } from './hostile.js';
import { report } from './report.js';
import { watchEventLoop } from './watch.mjs';

const call = {
  getcwd: 17,
  fcntl: 25,
  mkdirat: 34,
  ftruncate: 46,
  fallocate: 47,
  chdir: 49,
  openat: 56,
  read: 63,
  readv: 65,
  setitimer: 103,
  sigaction: 134,
  getrandom: 278,
} as const;
const atWorkingDirectory = -100;

/** Of the some 300 that there are in 1.5 s. */
const fewTurns = 10;

/** Runs `body`, while each turn of the event loop asks the sandbox for something: how many turns there were. */
async function whileAsking(sandbox: Sandbox, body: () => Promise<unknown>): Promise<number> {
  const endWatch = await watchEventLoop(() => sandbox.exists('/tmp'));
  await body();
  const { turns, ...figures } = await endWatch();
  report(figures);
  return turns;
}

/** Text in the program's memory, NUL-terminated, by stores of single words. */
function text(address: number, content: string): number[][] {
  const bytes = Buffer.from(`${content}\0\0\0\0`);
  return Array.from({ length: Math.ceil((content.length + 1) / 4) }, (_, i) => [
    ...op.i32(address + 4 * i),
    ...op.i32(bytes.readInt32LE(4 * i)),
    ...op.i32Store,
  ]);
}

const forever = (...body: number[][]): number[][] => [op.loop, ...body, op.br(0), op.end];
function times(count: number, ...body: number[][]): number[][] {
  const step = [...op.localGet(0), ...op.i32(1), ...op.add, ...op.localSet(0)];
  return [op.loop, ...body, step, [...op.localGet(0), ...op.i32(count), ...op.ne, ...op.brIf(0)], op.end];
}

describe('the kernel is not held up by', () => {
  const openFile = (flags: number): number[][] => [
    ...text(2048, '/tmp/f'),
    syscall(call.openat, atWorkingDirectory, 2048, flags, 0o600),
  ];
  const readWriteCreate = 0o102;
  // The first descriptor a program opens.
  const fd = 3;
  const cases: Record<string, { body: number[][]; pages?: number }> = {
    'the working directory at a great depth': {
      body: [
        [...op.i32(2048), ...op.i32(100), ...op.i32(255), ...op.memoryFill],
        ...times(30_000, syscall(call.mkdirat, atWorkingDirectory, 2048, 0o755), syscall(call.chdir, 2048)),
        ...forever(syscall(call.getcwd, 4096, 60_000)),
      ],
    },
    'random bytes': { body: forever(syscall(call.getrandom, 0, 33_554_431)), pages: 513 },
    'random bytes into a thousand overlapping vectors': {
      body: [
        ...text(2048, '/dev/urandom'),
        syscall(call.openat, atWorkingDirectory, 2048, 0),
        ...Array.from({ length: 1024 }, (_, i) => [
          ...[...op.i32(8192 + 8 * i), ...op.i32(65536), ...op.i32Store],
          ...[...op.i32(8196 + 8 * i), ...op.i32(16 << 20), ...op.i32Store],
        ]),
        syscall(call.readv, fd, 8192, 1024),
      ],
      pages: 300,
    },
    'space that is reserved and given back': {
      body: [
        ...openFile(readWriteCreate),
        ...forever(syscall(call.fallocate, fd, 0, 0, 0, 200 << 20, 0), syscall(call.ftruncate, fd, 1, 0)),
      ],
    },
    'locks on every second byte': {
      // struct flock { type: F_WRLCK, whence: 0, start, length: 1 }
      body: [
        ...openFile(readWriteCreate),
        [...op.i32(4096), ...op.i32(1), ...op.i32Store],
        [...op.i32(4112), ...op.i32(1), ...op.i32Store],
        ...forever(
          [...op.localGet(0), ...op.i32(2), ...op.add, ...op.localSet(0)],
          [...op.i32(4104), ...op.localGet(0), ...op.i32Store],
          syscall(call.fcntl, fd, 13, 4096),
        ),
      ],
    },
    'a timer of a microsecond that nobody hears': {
      body: [
        // SIG_IGN for SIGALRM, then ITIMER_REAL with both times 1 µs.
        [...op.i32(4096), ...op.i32(1), ...op.i32Store],
        syscall(call.sigaction, 14, 4096, 0, 8),
        [...op.i32(5004), ...op.i32(1), ...op.i32Store],
        [...op.i32(5012), ...op.i32(1), ...op.i32Store],
        syscall(call.setitimer, 0, 5000, 0),
        ...forever(),
      ],
    },
  };
  for (const [title, { body, pages = 1 }] of Object.entries(cases)) {
    it(title, { timeout: 60_000 }, async () => {
      const program = linuxProgram(body, { pages, locals: 1 });
      await withSandbox({ cwd: '/tmp', memoryLimitMb: 64 }, async (sandbox) => {
        const turns = await whileAsking(sandbox, async () => {
          expect(await runModule(sandbox, program, 1500)).toMatchObject({ timedOut: true });
        });
        // Held up, it turns once in each call of the program's.
        expect(turns).toBeGreaterThan(fewTurns);
        expect(await stillWorks(sandbox)).toBe(true);
      });
    });
  }

  it('standard input that is read byte by byte', { timeout: 60_000 }, async () => {
    const reads = linuxProgram([
      op.loop,
      [...[call.read, 0, 4096, 1, 0, 0, 0].flatMap((value) => op.i32(value)), ...op.call(0), ...op.brIf(0)],
      op.end,
    ]);
    await withSandbox({ files: { '/tmp/reads': reads } }, async (sandbox) => {
      sandbox.chmod('/tmp/reads', 0o755);
      await whileAsking(sandbox, async () => {
        const { exited } = sandbox.spawn('/tmp/reads', [], { stdin: 'x'.repeat(2 << 20) });
        expect(await exited).toMatchObject({ exitCode: 0 });
      });
    });
  });
});

/** Reports how long a call of the host takes, for which it stalls its thread. */
async function reportDuration(call: () => unknown): Promise<void> {
  const endWatch = await watchEventLoop();
  const begin = performance.now();
  await call();
  const stallMs = performance.now() - begin;
  // So that the idle process has stood still as long as it has.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { besideMs } = await endWatch();
  report({ stallMs, besideMs });
}

describe('the host', () => {
  it('removes 50 000 directories side by side', { timeout: 60_000 }, async () => {
    await withSandbox({}, async (sandbox) => {
      const before = sandbox.metrics().files;
      sandbox.mkdir('/tmp/flat');
      for (let i = 0; i < 50_000; i++) sandbox.mkdir(`/tmp/flat/${i}`);
      expect(sandbox.readDir('/tmp/flat')).toHaveLength(50_000);
      await reportDuration(() => sandbox.rm('/tmp/flat', { recursive: true }));
      expect(sandbox.exists('/tmp/flat')).toBe(false);
      await vi.waitFor(() => expect(sandbox.metrics().files).toBe(before), { timeout: 20_000 });
    });
  });

  it('reads and copies a file that is large and holds nothing', async () => {
    await withSandbox({ fsLimitMb: 4 }, async (sandbox) => {
      sandbox.writeFile('/tmp/sparse', 'begin');
      await sandbox.fs.truncate('/tmp/sparse', 2 ** 31);
      for (const call of [() => sandbox.readFile('/tmp/sparse'), () => sandbox.readFile('/tmp/sparse', 'utf8')]) {
        expect(call).toThrow(expect.objectContaining({ code: 'EFBIG' }));
      }
      await expect(sandbox.fs.readFile('/tmp/sparse')).rejects.toMatchObject({ code: 'EFBIG' });
      await reportDuration(() => sandbox.fs.copyFile('/tmp/sparse', '/tmp/copy'));
      expect(sandbox.stat('/tmp/copy').size).toBe(2 ** 31);
      await sandbox.fs.truncate('/tmp/sparse', 60 << 20);
      let bytes: Uint8Array = new Uint8Array();
      const read = (): void => {
        bytes = sandbox.readFile('/tmp/sparse');
      };
      await reportDuration(read);
      expect([bytes.length, bytes[0], bytes[4], bytes[5], bytes.at(-1)]).toEqual([60 << 20, 98, 110, 0, 0]);
      expect(Buffer.compare(await sandbox.fs.readFile('/tmp/sparse'), bytes)).toBe(0);
    });
  });

  it('destroys a sandbox that holds much', { timeout: 60_000 }, async () => {
    await withSandbox({ fsLimitMb: 512 }, async (sandbox) => {
      for (let i = 0; i < 20_000; i++) sandbox.writeFile(`/tmp/${i}`, 'x');
      for (let i = 0; i < 20; i++) sandbox.writeFile(`/tmp/large${i}`, new Uint8Array(20 << 20));
      await reportDuration(() => sandbox.destroy());
      expect(() => sandbox.metrics()).toThrow('destroyed');
    });
  });
});
