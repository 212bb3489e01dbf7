// Hostile modules: what is not a program is refused, what is one is confined.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import {
  assemble,
  type Import,
  i32s,
  linuxNumber,
  linuxProgram,
  linuxSyscall,
  magic,
  op,
  syscall,
  unsigned,
} from './assembler.js';
import { runModule, stillWorks, withSandbox } from './hostile.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox?.destroy());

// Node's types leave it out.
const { validate } = WebAssembly as unknown as { validate(bytes: Uint8Array): boolean };

const sayAlive = syscall(linuxNumber.write, 1, 1024, 6);
const alive = { status: 0, stdout: 'alive\n', stderr: '', timedOut: false };

describe('a module', () => {
  it('runs when it is well formed', async () => {
    expect(await runModule(sandbox, linuxProgram([sayAlive]))).toEqual(alive);
  });

  it('is refused with bad magic or version', async () => {
    for (const [index, value] of [
      [0, 1],
      [3, 0],
      [4, 2],
      [7, 1],
    ] as const) {
      const bytes = linuxProgram([sayAlive]);
      bytes[index] = value;
      const { status, stdout } = await runModule(sandbox, bytes);
      expect(stdout).toBe('');
      expect([126, 127, 2]).toContain(status);
    }
  });

  it('is refused when it is cut short anywhere', async () => {
    const whole = linuxProgram([sayAlive]);
    for (let length = magic.length; length < whole.length; length++) {
      // Cut between two sections it may still be a module.
      if (validate(whole.slice(0, length))) continue;
      const { stdout, status } = await runModule(sandbox, whole.subarray(0, length));
      expect({ length, stdout, failed: status !== 0 }).toEqual({ length, stdout: '', failed: true });
    }
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('cannot harm the host with flipped bytes', async () => {
    const whole = linuxProgram([sayAlive]);
    for (let round = 0; round < 200; round++) {
      const bytes = whole.slice();
      bytes[8 + ((round * 7919) % (bytes.length - 8))] = (round * 104_729) & 0xff;
      bytes[8 + ((round * 15_485_863) % (bytes.length - 8))] = (round * 32_452_843) & 0xff;
      await runModule(sandbox, bytes, 500);
    }
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('is refused with lengths and counts that lie', async () => {
    const lies = [
      [...magic, 1, ...unsigned(0xffff_ffff)],
      [...magic, 1, 5, ...unsigned(0xffff_ffff)],
      [...magic, 2, 6, ...unsigned(0x0fff_ffff), 0xff],
      [...magic, 5, 6, 1, 1, ...unsigned(0xffff_ffff)],
      [...magic, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
      [...magic, 99, 0],
      [...magic, 0, 5, 10, 1, 2, 3, 4],
      [...magic, 10, 1, 0, 1, 1, 0],
      [...magic],
    ];
    for (const bytes of lies) {
      const { status, stdout } = await runModule(sandbox, Uint8Array.from(bytes));
      expect(status).not.toBe(0);
      expect(stdout).toBe('');
    }
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('is refused with imports that do not exist', async () => {
    const foreign = [
      { module: 'env', name: 'eval', parameters: [], results: [] },
      { module: 'linux', name: 'none', parameters: [], results: [] },
      { module: 'linux', name: '__proto__', parameters: [], results: [] },
      { module: '__proto__', name: 'toString', parameters: [], results: [] },
      { module: 'wasi_snapshot_preview1', name: 'constructor', parameters: [], results: [] },
      { module: 'wasi_unstable', name: 'fd_write', parameters: i32s(4), results: i32s(1) },
      { module: 'node:fs', name: 'readFileSync', parameters: i32s(1), results: [] },
      { module: 'linux', name: 'syscall', parameters: [], results: [] },
      { module: 'wasi_snapshot_preview1', name: 'fd_write', parameters: i32s(1), results: i32s(1) },
    ];
    for (const entry of foreign) {
      const bytes = assemble({
        imports: [linuxSyscall, entry],
        memory: { minimum: 1 },
        functions: [{ body: [sayAlive, syscall(linuxNumber.exitGroup, 0)] }],
        exports: { _start: 2 },
        data: [{ offset: 1024, bytes: Buffer.from('alive\n') }],
      });
      const { status, stdout, stderr } = await runModule(sandbox, bytes);
      expect({ entry, stdout, status }).toEqual({ entry, stdout: '', status: 126 });
      expect(stderr).not.toBe('');
    }
  });

  it('is refused without _start', async () => {
    const functions = [{ body: [sayAlive, syscall(linuxNumber.exitGroup, 0)] }];
    for (const exports of [{}, { main: 1 }] as Record<string, number>[]) {
      const bytes = assemble({ imports: [linuxSyscall], memory: { minimum: 1 }, functions, exports });
      const { status, stdout } = await runModule(sandbox, bytes);
      expect({ status, stdout }).toEqual({ status: 126, stdout: '' });
    }
  });

  it('without a memory has no valid address', async () => {
    // write answers EFAULT (14), which becomes the status.
    const bytes = assemble({
      imports: [linuxSyscall],
      functions: [
        {
          body: [
            op.i32(linuxNumber.exitGroup),
            [...op.i32(0), ...op.i32(linuxNumber.write), ...op.i32(1), ...op.i32(1024), ...op.i32(6)],
            [...op.i32(0), ...op.i32(0), ...op.i32(0), ...op.call(0), ...op.sub],
            [...op.i32(0), ...op.i32(0), ...op.i32(0), ...op.i32(0), ...op.i32(0), ...op.call(0), ...op.drop],
          ],
        },
      ],
      exports: { _start: 1 },
    });
    expect(await runModule(sandbox, bytes)).toEqual({ ...alive, stdout: '', status: 14 });
  });

  it('may call the system from its start function', async () => {
    const bytes = assemble({
      imports: [linuxSyscall],
      memory: { minimum: 1 },
      functions: [{ body: [sayAlive] }, { body: [syscall(linuxNumber.exitGroup, 7)] }],
      exports: { _start: 2 },
      start: 1,
      data: [{ offset: 1024, bytes: Buffer.from('alive\n') }],
    });
    expect(await runModule(sandbox, bytes)).toEqual({ ...alive, status: 7 });
  });

  it('may exit from its start function', async () => {
    const bytes = assemble({
      imports: [linuxSyscall],
      memory: { minimum: 1 },
      functions: [{ body: [syscall(linuxNumber.exitGroup, 9)] }, { body: [] }],
      exports: { _start: 2 },
      start: 1,
    });
    expect((await runModule(sandbox, bytes)).status).toBe(9);
  });

  it('may trap in its start function', async () => {
    const bytes = assemble({
      imports: [linuxSyscall],
      memory: { minimum: 1 },
      functions: [{ body: [op.unreachable] }, { body: [] }],
      exports: { _start: 2 },
      start: 1,
    });
    const { status, timedOut } = await runModule(sandbox, bytes);
    expect(status).toBeGreaterThan(128);
    expect(timedOut).toBe(false);
    expect(await stillWorks(sandbox)).toBe(true);
  });
});

describe('memory of a module', () => {
  it('cannot begin larger than the limit', async () => {
    await withSandbox({ memoryLimitMb: 32 }, async (small) => {
      const { status, stdout } = await runModule(small, linuxProgram([sayAlive], { pages: 65_536 }));
      expect(status).not.toBe(0);
      expect(stdout).toBe('');
      expect((await runModule(small, linuxProgram([sayAlive], { pages: 65 * 16 }))).status).not.toBe(0);
      expect(await runModule(small, linuxProgram([sayAlive], { pages: 16 * 16 }))).toEqual(alive);
    });
  });

  // Grows by 1 MiB, up to 64 times; exits with the number of times it was given.
  const grower = assemble({
    imports: [linuxSyscall],
    memory: { minimum: 1 },
    functions: [
      {
        locals: 1,
        body: [
          op.block,
          op.loop,
          [...op.i32(16), ...op.memoryGrow, ...op.i32(-1), ...op.eq, ...op.brIf(1)],
          [...op.localGet(0), ...op.i32(1), ...op.add, ...op.localSet(0)],
          [...op.localGet(0), ...op.i32(64), ...op.ne, ...op.brIf(0)],
          op.end,
          op.end,
          [
            ...op.i32(linuxNumber.exitGroup),
            ...op.localGet(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.call(0),
            ...op.drop,
          ],
        ],
      },
    ],
    exports: { _start: 1 },
  });

  it('cannot grow past the limit', async () => {
    await withSandbox({ memoryLimitMb: 32 }, async (small) => {
      const { status } = await runModule(small, grower);
      // Refused, or killed with SIGKILL by the kernel that finds it over the total.
      expect(status === 137 || status < 32).toBe(true);
      expect(await stillWorks(small)).toBe(true);
    });
    await withSandbox({ memoryLimitMb: 256 }, async (large) => {
      expect((await runModule(large, grower)).status).toBe(64);
    });
  });

  it('cannot be imported from elsewhere twice or in kinds the host does not serve', async () => {
    const memorySection = (content: number[]): Uint8Array =>
      Uint8Array.from([...magic, 5, ...unsigned(content.length), ...content]);
    for (const content of [
      [2, 0, 1, 0, 1],
      [1, 3, 1, 1],
      [1, 4, 1],
      [1, 0, ...unsigned(65_537)],
    ]) {
      expect((await runModule(sandbox, memorySection(content))).status).not.toBe(0);
    }
  });
});

describe('running code', () => {
  it('ends with SIGSEGV when it recurses without end', async () => {
    const bytes = assemble({
      imports: [linuxSyscall],
      memory: { minimum: 1 },
      functions: [{ body: [op.call(1), syscall(linuxNumber.exitGroup, 0)] }],
      exports: { _start: 1 },
    });
    expect((await runModule(sandbox, bytes)).status).toBe(139);
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('is ended by the deadline when it loops without end', async () => {
    const { status, timedOut } = await runModule(sandbox, linuxProgram([op.loop, op.br(0), op.end]), 300);
    expect({ status, timedOut }).toEqual({ status: 124, timedOut: true });
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('cannot catch its own exit', async () => {
    // exit inside try … catch_all, then a message that must never appear, then a loop without end.
    const bytes = linuxProgram([
      op.try,
      syscall(linuxNumber.exitGroup, 5),
      op.catchAll,
      op.end,
      sayAlive,
      op.loop,
      op.try,
      syscall(linuxNumber.write, 1, 1024, 6),
      op.catchAll,
      op.end,
      op.br(0),
      op.end,
    ]);
    const { stdout, timedOut, status } = await runModule(sandbox, bytes, 5_000);
    expect({ stdout, timedOut, status }).toEqual({ stdout: '', timedOut: false, status: 5 });
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('reports traps as signals', async () => {
    const divide = [...op.i32(1), ...op.i32(0), 0x6d, ...op.drop];
    const outside = [...op.i32(-4), ...op.i32Load, ...op.drop];
    expect((await runModule(sandbox, linuxProgram([divide]))).status).toBe(136);
    expect((await runModule(sandbox, linuxProgram([outside]))).status).toBe(139);
    expect((await runModule(sandbox, linuxProgram([op.unreachable]))).status).toBeGreaterThan(128);
  });

  it('that asks for stacks without end has an end', async () => {
    const newStack: Import = { module: 'linux', name: 'new_stack', parameters: i32s(1), results: ['i32'] };
    const ask = [...op.i32(0), ...op.call(1)];
    const bytes = assemble({
      imports: [linuxSyscall, newStack],
      memory: { minimum: 1 },
      functions: [{ body: [ask, op.drop] }, { body: [ask, op.drop] }],
      exports: { _start: 2, __new_stack: 3 },
    });
    expect((await runModule(sandbox, bytes)).status).toBe(139);
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('is told that it has nothing to call on a new stack', async () => {
    const newStack: Import = { module: 'linux', name: 'new_stack', parameters: i32s(1), results: ['i32'] };
    const negated = [...op.i32(0), ...op.i32(0), ...op.call(1), 0x6b];
    const exit = [...op.i32(linuxNumber.exitGroup), ...negated, ...Array(5).fill(op.i32(0)).flat(), ...op.call(0)];
    const bytes = assemble({
      imports: [linuxSyscall, newStack],
      memory: { minimum: 1 },
      functions: [{ body: [exit, op.drop] }],
      exports: { _start: 2 },
    });
    expect((await runModule(sandbox, bytes)).status).toBe(38);
  });

  it('sees only an empty memory', async () => {
    // Adds up one page word by word: whatever an earlier process left would show.
    const bytes = assemble({
      imports: [linuxSyscall],
      memory: { minimum: 16 },
      functions: [
        {
          locals: 2,
          body: [
            op.loop,
            [...op.localGet(0), ...op.i32Load, ...op.localGet(1), 0x72, ...op.localSet(1)],
            [...op.localGet(0), ...op.i32(4), ...op.add, ...op.localSet(0)],
            [...op.localGet(0), ...op.i32(16 * 65_536), ...op.ne, ...op.brIf(0)],
            op.end,
            [
              ...op.i32(linuxNumber.exitGroup),
              ...op.localGet(1),
              ...op.eqz,
              ...op.i32(0),
              ...op.i32(0),
              ...op.i32(0),
              ...op.i32(0),
              ...op.i32(0),
              ...op.call(0),
              ...op.drop,
            ],
          ],
        },
      ],
      exports: { _start: 1 },
    });
    const dirty = sandbox.spawn('sh', ['-c', 'head -c 5000000 /dev/urandom | sort | tail -c 1 >/dev/null'], {
      stdin: '',
    });
    await dirty.exited;
    for (let round = 0; round < 5; round++) expect((await runModule(sandbox, bytes)).status).toBe(1);
  });
});
