// What a module makes the engine allocate and compile: nothing of it can end, stall or fill the host. Each attack has a process of its
// own, so that an abort of the engine is a failed test.

import { describe, expect, it } from 'vitest';
import { assemble, linuxNumber, linuxSyscall, magic, op, syscall, unsigned } from './assembler.js';
import {
  type Attack,
  attack,
  body,
  bytes,
  expectRefused,
  manyIfs,
  program,
  repeat,
  section,
  signature,
} from './own-process.js';

const small = { memoryLimitMb: 16 };

describe('tables', () => {
  const grow = (table: number, by: number): Buffer => bytes(0xd0, 0x6f, op.i32(by), 0xfc, 0x0f, table);

  it('cannot hold more than their share of the memory', async () => {
    const tables = Array.from({ length: 80 }, () => bytes(0x6f, 0, unsigned(10_000_000)));
    expectRefused(await attack({ modules: [program({ tables, functions: [body(0)] })], options: small }), /entries/);
  });

  it('are charged before they are made', async () => {
    const module = program({ tables: [bytes(0x6f, 0, unsigned(1_000_000))], functions: [body(0)] });
    const outcome = await attack({ modules: [module], options: { memoryLimitMb: 12 } });
    expect(outcome.works).toBe(true);
    expect(outcome.ended[0]).toMatchObject({ exitCode: 137, stderr: expect.stringMatching(/cannot allocate memory/) });
    expect((await attack({ modules: [module] })).ended[0]).toMatchObject({ exitCode: 0 });
  });

  it('answer -1 when they would grow too large', async () => {
    // Traps unless a first growth succeeds and one of ten million does not.
    const code = [
      Buffer.concat([grow(0, 100), bytes(op.i32(-1), op.eq, 0x04, 0x40, 0x00, 0x0b)]),
      Buffer.concat([grow(0, 10_000_000), bytes(op.i32(-1), op.ne, 0x04, 0x40, 0x00, 0x0b)]),
    ];
    const outcome = await attack({
      modules: [program({ tables: [bytes(0x6f, 0, 1)], functions: [body(0, ...code)] })],
      options: small,
    });
    expect(outcome.works).toBe(true);
    expect(outcome.ended[0]).toMatchObject({ exitCode: 0 });
  });

  it('of many processes are charged together', async () => {
    // 600 000 entries of 16 bytes each; they stay until the deadline. They wait: what computes lets others begin late on a busy machine.
    const module = assemble({
      imports: [linuxSyscall],
      memory: { minimum: 1 },
      tables: [[0x6f, 0, ...unsigned(600_000)]],
      functions: [{ body: [syscall(linuxNumber.sigsuspend, 4096, 8)] }],
      exports: { _start: 1 },
    });
    const outcome = await attack({ modules: [module], options: { memoryLimitMb: 64 }, timeoutMs: 8_000, copies: 20 });
    expect(outcome.works).toBe(true);
    const refused = outcome.ended.filter(({ stderr }) => /cannot allocate/.test(stderr)).length;
    expect(refused).toBeGreaterThanOrEqual(12);
    expect(refused).toBeLessThan(20);
  });

  it('cannot be filled with functions without end', async () => {
    const elements = Buffer.concat([bytes(1, 1, 0, unsigned(90_000)), repeat([0], 90_000)]);
    const fill = bytes(op.i32(0), op.i32(0), op.i32(90_000), 0xfc, 0x0c, 0, 0);
    const filling = (...functions: Buffer[]): Attack => ({
      modules: [program({ tables: [bytes(0x70, 0, unsigned(90_000))], elements: [section(9, elements)], functions })],
      timeoutMs: 1_000,
    });
    // The engine does not look for interrupts in such a loop for very long.
    expectRefused(await attack(filling(body(0, bytes(op.loop), fill, bytes(op.br(0), op.end)))), /in a loop/);
    const outcome = await attack(filling(body(0, bytes(op.loop, op.call(1), op.br(0), op.end)), body(0, fill)));
    expect(outcome.works).toBe(true);
    expect(outcome.ended[0]).toMatchObject({ timedOut: true });
  });
});

describe('objects of the engine', () => {
  it('are refused as types, instructions and tables', async () => {
    const outcomes = [
      program({ types: [bytes(0x5e, 0x78, 1)], functions: [body(0)] }),
      program({ types: [bytes(0x4e, 1, 0x5f, 1, 0x7f, 1)], functions: [body(0)] }),
      program({ functions: [body(0, bytes(0x41, 0, 0xfb, 0x1c, 0x1a))] }),
      program({ tables: [bytes(0x69, 0, 1)], functions: [body(0)] }),
      program({ tables: [bytes(0x40, 0, 0x70, 0, 1, 0xd0, 0x70, 0x0b)], functions: [body(0)] }),
    ];
    for (const module of outcomes) {
      expectRefused(await attack({ modules: [module] }), /garbage collection|not run|a table of/);
    }
  });

  it('thrown and kept as exceptions end the process, not the host', async () => {
    // Each level keeps the exception it has caught while it calls itself in the handler.
    const tag = section(13, bytes(1, 0, 1));
    const values = Buffer.concat(Array.from({ length: 16 }, () => bytes(op.i32(7))));
    const recurse = body(
      0,
      bytes(op.try),
      values,
      bytes(0x08, 0, 0x07, 0, Array(16).fill(0x1a), op.call(1), 0x09, 0, 0x0b),
    );
    const module = program({
      types: [signature(16, 0)],
      middle: [tag],
      functions: [body(0, bytes(op.loop, op.try, op.call(1), op.catchAll, op.end, op.br(0), op.end)), recurse],
    });
    const outcome = await attack({ modules: [module], timeoutMs: 3_000, copies: 2 });
    expect(outcome.works).toBe(true);
    for (const { exitCode } of outcome.ended) expect(exitCode).not.toBe(0);
  });
});

describe('compiling', () => {
  it.each([
    ['15 KB of branches over 49 000 locals', body(49_000, manyIfs(3_000))],
    ['250 KB of branches over 49 000 locals', body(49_000, manyIfs(50_000))],
    ['branches over a high operand stack', body(0, repeat(op.i32(0), 5_000), manyIfs(3_000), repeat(op.drop, 5_000))],
    [
      'branches out of three hundred loops',
      body(3, repeat(op.loop, 300), repeat([...op.i32(0), ...op.brIf(290)], 5_900), repeat(op.end, 300)),
    ],
    [
      'more loops than any program has',
      body(1, repeat([...op.loop, ...op.localGet(0), ...op.brIf(0), ...op.end], 30_000)),
    ],
    ['blocks nested without end', body(0, repeat(op.block, 60_000), repeat(op.end, 60_000))],
    [
      'more conditions than any program has',
      body(1, repeat([...op.localGet(0), 0x04, 0x40, ...op.i32(5), ...op.localSet(0), 0x0b], 6_001)),
    ],
    ['a thousand divisions', body(1, repeat([...op.localGet(0), ...op.localGet(0), 0x6d, ...op.drop], 1_000))],
    ['a body of a megabyte', body(0, repeat([0x01], 1_000_000))],
    [
      'calls in a try over many locals',
      body(10_000, bytes(op.try), repeat(op.call(1), 3_000), bytes(op.catchAll, op.end)),
    ],
    ['more handlers than a try has', body(0, bytes(op.try), repeat([0x07, 0], 2_000), bytes(op.end))],
    [
      'more handlers than a try_table has',
      body(0, bytes(op.block, 0x1f, 0x40, unsigned(2_000)), repeat([0, 0, 0], 2_000), bytes(op.end, op.end)),
    ],
    [
      'more tables of branches than any program has',
      body(1, repeat([...op.block, ...op.localGet(0), 0x0e, 9, ...Array(10).fill(0), ...op.end], 40_000)),
    ],
    [
      'a table of branches over many locals',
      body(10_000, bytes(op.block, op.i32(0), 0x0e, unsigned(3_000)), repeat([0], 3_001), bytes(op.end)),
    ],
  ])('%s is refused before the engine sees it', async (_name, main) => {
    const tag = section(13, bytes(1, 0, 0));
    const module = program({ middle: [tag], functions: [main, body(0)] });
    const outcome = await attack({ modules: [module], timeoutMs: 1_000 });
    expectRefused(outcome, /the module is not run/);
  });

  it('blocks of a thousand values is refused before the engine sees it', async () => {
    const main = body(0, repeat(op.i32(0), 1_000), repeat([0x02, 1, 0x0b], 30_000), repeat(op.drop, 1_000));
    const outcome = await attack({ modules: [program({ types: [signature(1_000, 1_000)], functions: [main] })] });
    expectRefused(outcome, /the module is not run/);
  });

  it('long lists are refused', async () => {
    const many = (id: number, count: number, entry: number[]): Buffer =>
      section(id, bytes(unsigned(count)), repeat(entry, count));
    const functions = [body(0)];
    const types = Array.from({ length: 30_000 }, () => signature(0, 0));
    const modules = [
      program({ types, functions }),
      program({ middle: [many(6, 100_000, [0x7f, 1, 0x41, 0, 0x0b])], functions }),
      program({ elements: [many(9, 200_000, [1, 0, 0])], functions }),
      program({ middle: [many(13, 1_000, [0, 0])], functions }),
      Buffer.concat([bytes(magic), repeat([0, 1, 0], 1_000_000)]),
    ];
    for (const module of modules) {
      expectRefused(await attack({ modules: [module] }), /malformed module|too many|custom sections/);
    }
  });

  it('brings a bounded number of function types into the host', async () => {
    // The engine keeps them for ever, and ends the host at a million.
    const modules = Array.from({ length: 12 }, (_, round) =>
      program({
        types: Array.from({ length: 1_000 }, (_entry, index) => {
          const number = round * 1_000 + index;
          return bytes(
            0x60,
            14,
            Array.from({ length: 14 }, (_bit, bit) => 0x7e + ((number >> bit) & 1)),
            0,
          );
        }),
        functions: [body(0)],
      }),
    );
    const outcome = await attack({ modules, rounds: 12, together: true });
    expect(outcome.works).toBe(true);
    const refused = outcome.ended.map(({ stderr }) => /more function types/.test(stderr));
    expect(refused).toEqual([...Array(10).fill(false), ...Array(2).fill(true)]);
  });

  it('what is just allowed ends with its deadline', async () => {
    // Hot functions with nearly as many values at branches as may be, of nearly the largest size, and with as many branches in tables.
    const heavy = body(1_000, manyIfs(1_900));
    const long = body(1, repeat([...op.localGet(0), 0x04, 0x40, ...op.i32(5), ...op.localSet(0), 0x0b], 6_000));
    const tables = body(1, repeat([...op.block, ...op.localGet(0), 0x0e, 9, ...Array(10).fill(0), ...op.end], 2_000));
    const main = body(0, bytes(op.loop, op.call(1), op.call(2), op.call(3), op.br(0), op.end));
    const outcome = await attack({ modules: [program({ functions: [main, heavy, long, tables] })], timeoutMs: 1_000 });
    expect(outcome.works).toBe(true);
    // The process of the attack has ended too: nothing is compiled without end.
    expect(outcome.ended[0]).toMatchObject({ timedOut: true });
  });
});

describe('instructions that take long', () => {
  const pages = 1_600;
  it.each([
    ['memory.fill', [...op.i32(0), ...op.i32(0), ...op.i32(pages * 65_536), 0xfc, 0x0b, 0]],
    ['memory.copy', [...op.i32(0), ...op.i32(65_536), ...op.i32((pages - 1) * 65_536), 0xfc, 0x0a, 0, 0]],
  ])('%s of all memory in a loop is ended by the deadline', async (_name, code) => {
    const module = program({ functions: [body(0, bytes(op.loop, code, op.br(0), op.end))], pages });
    const outcome = await attack({ modules: [module], timeoutMs: 500 });
    expect(outcome.works).toBe(true);
    expect(outcome.ended[0]).toMatchObject({ timedOut: true });
  });
});

describe('a small loop of calls', () => {
  const around = (...code: Buffer[]): Buffer => body(0, bytes(op.loop), ...code, bytes(op.br(0), op.end));
  const load = [...op.localGet(0), 0x28, 0, 0, ...op.localSet(0)];
  const fill = bytes(op.i32(0), op.i32(0), op.i32(1 << 20), 0xfc, 0x0b, 0);
  it.each([
    ['of a long function that calls nothing', [around(bytes(op.call(1))), body(1, repeat(load, 85_000))]],
    [
      'of a function with a large frame',
      [around(bytes(op.call(1))), body(5_000, repeat(load, 20_000), bytes(op.call(2))), body(0)],
    ],
    [
      'through a table',
      [around(bytes(op.i32(0), 0x11, 0, 0)), body(1, repeat(load, 85_000))],
      [bytes(0x70, 0, 1)],
      [section(9, bytes(1, 0, op.i32(0), op.end, 1, 1))],
    ],
    // What fills is optimised before the loop begins that is not.
    [
      'of what fills memory, which is optimised already',
      [
        body(
          1,
          bytes(op.loop, op.call(1)),
          bytes(op.localGet(0), op.i32(1), op.add, 0x22, 0, op.i32(1 << 20)),
          bytes(op.ne, op.brIf(0), op.end, op.call(2)),
        ),
        body(0, bytes(op.i32(0), op.i32(0), op.i32(0), 0xfc, 0x0b, 0)),
        around(fill),
      ],
    ],
    [
      'of functions that call each other last',
      [around(bytes(op.call(1))), body(0, bytes(0x12, 2)), body(0, bytes(0x12, 1))],
    ],
  ] as [string, Buffer[], Buffer[]?, Buffer[]?][])(
    '%s is ended by the deadline',
    async (_name, functions, tables = [], elements = []) => {
      const module = program({ functions, tables, elements, pages: 17 });
      const outcome = await attack({ modules: [module], timeoutMs: 1_000 });
      expect(outcome.works).toBe(true);
      expect(outcome.ended[0]).toMatchObject({ timedOut: true });
    },
  );
});

describe('compiled programs', () => {
  const padded = (size: number, seed: number): Uint8Array => {
    // Distinct code, so that the engine finds nothing it has.
    const functions = Array.from({ length: Math.ceil(size / 100_000) }, (_, i) =>
      body(1, repeat([...op.i32(seed * 1_000 + i), ...op.localSet(0)], 100_000 / 6)),
    );
    return program({ functions: [body(0, ...functions.map((_, i) => bytes(op.call(i + 1)))), ...functions] });
  };

  it('go with their sandboxes', { timeout: 180_000 }, async () => {
    // 300 MB of modules one after the other.
    const modules = Array.from({ length: 300 }, (_, seed) => padded(1_000_000, seed));
    const outcome = await attack({ modules, rounds: 300 });
    expect(outcome.works).toBe(true);
    expect(new Set(outcome.ended.map(({ exitCode }) => exitCode))).toEqual(new Set([0]));
  });

  it.each([false, true])('end with their deadline while they are compiled (by exec: %s)', async (byExec) => {
    const options = { fsLimitMb: 512, memoryLimitMb: 1_024 };
    const timeoutMs = 150;
    const outcome = await attack({ modules: [padded(60_000_000, 3)], options, timeoutMs, byExec });
    expect(outcome.ended[0]).toMatchObject({ timedOut: true });
    // Though the engine needs a second, which nothing can interrupt.
    expect(outcome.works).toBe(true);
  });

  it('are bounded in size and charged to the sandbox', { timeout: 180_000 }, async () => {
    const huge = Buffer.concat([padded(100_000, 1), section(0, bytes(1, 0x78), Buffer.alloc(200 * 2 ** 20))]);
    const outcome = await attack({ modules: [huge], options: { fsLimitMb: 512 }, copies: 2, timeoutMs: 10_000 });
    for (const { exitCode } of outcome.ended) expect(exitCode).toBe(126);
    expect(outcome.works).toBe(true);

    // 30 MB are a program, in eight processes at a time too, each of which has two copies while it is loaded; not in a sandbox
    // of 64 MB.
    const large = padded(30_000_000, 2);
    const fits = await attack({ modules: [large], options: { memoryLimitMb: 640 }, copies: 8, timeoutMs: 30_000 });
    expect(fits.works).toBe(true);
    for (const { exitCode, stderr } of fits.ended) expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const refused = await attack({ modules: [large], options: { memoryLimitMb: 64 }, timeoutMs: 30_000 });
    expect(refused.ended[0]).toMatchObject({ exitCode: 137, stderr: expect.stringMatching(/cannot allocate memory/) });
  });
});
