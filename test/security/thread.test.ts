// What a process makes its thread hold beside its memory, the engine's heap and the stack, counts as memory of its sandbox.

import { describe, expect, it } from 'vitest';
import { assemble, linuxNumber, linuxSyscall, op, syscall } from './assembler.js';
import { attack, body, bytes, program, repeat, section } from './own-process.js';

const v128 = 0x7b;
const values = 16;

/** Each call keeps a hundred exceptions that it has caught, the largest there are, while it calls itself. */
function hoarder(): Uint8Array {
  const held = 100;
  const throws = Buffer.concat([repeat([0xfd, 0x0c, ...Array(16).fill(1)], values), bytes(0x08, 0)]);
  const hoards = Buffer.concat([
    repeat([...op.try, ...op.call(2), ...op.catchAll], held),
    bytes(op.call(1)),
    repeat([0x09, 0, ...op.end], held),
  ]);
  const main = bytes(op.loop, op.try, op.call(1), op.catchAll, op.end, op.br(0), op.end);
  return program({
    types: [bytes(0x60, values, Array(values).fill(v128), 0)],
    middle: [section(13, bytes(1, 0, 1))],
    functions: [body(0, main), body(0, hoards), body(0, throws)],
  });
}

const bottomLine = 'at the bottom\n';

/**
 * Calls on until it has some 48 MiB of stack, says so, and does `bottom` there. Functions call each other in a ring, none so often that the
 * engine optimises it: its frame would be small.
 */
function digger(bottom: number[]): Uint8Array {
  const ring = 100;
  const count = [...op.i32(2048), ...op.i32Load];
  const say = syscall(linuxNumber.write, 1, 1024, bottomLine.length);
  const dig = (index: number) => [
    [...op.i32(2048), ...count, ...op.i32(1), ...op.add, ...op.i32Store],
    [...count, ...op.i32(6_000), ...op.eq, ...op.if, ...say, ...bottom, ...op.end],
    op.call(2 + ((index + 1) % ring)),
  ];
  return assemble({
    imports: [linuxSyscall],
    memory: { minimum: 1 },
    functions: [
      { body: [op.call(2)] },
      ...Array.from({ length: ring }, (_, index) => ({ body: dig(index), locals: 2_000 })),
    ],
    exports: { _start: 1 },
    data: [{ offset: 1024, bytes: Buffer.from(bottomLine) }],
  });
}

describe('exceptions that are kept', () => {
  it('are charged to the sandbox', async () => {
    const outcome = await attack({ modules: [hoarder()], options: { memoryLimitMb: 64 }, timeoutMs: 6_000, copies: 4 });
    expect(outcome.works).toBe(true);
    for (const end of outcome.ended) expect(end).toMatchObject({ exitCode: 137, timedOut: false });
  });

  it('end the process when the heap is full, and not the host', { timeout: 120_000 }, async () => {
    const outcome = await attack({ modules: [hoarder()], options: { memoryLimitMb: 4_000 }, timeoutMs: 30_000 });
    expect(outcome.works).toBe(true);
    expect(outcome.ended[0]).toMatchObject({ exitCode: 137, timedOut: false });
  });
});

describe('a deep stack', () => {
  const copies = 16;
  it.each([
    ['runs', [...op.loop, ...op.br(0), ...op.end]],
    ['waits', syscall(linuxNumber.sigsuspend, 4096, 8)],
  ])('is charged to the sandbox while its process %s', async (_name, bottom) => {
    const outcome = await attack({
      modules: [digger(bottom)],
      options: { memoryLimitMb: 64 },
      timeoutMs: 6_000,
      copies,
    });
    expect(outcome.works).toBe(true);
    // One fits, and another may have come there just before the deadline, and not have been measured.
    const deep = outcome.ended.filter(({ stdout, timedOut }) => timedOut && stdout === bottomLine);
    expect(deep.length).toBeLessThanOrEqual(copies / 2);
    expect(outcome.ended.some(({ exitCode, timedOut }) => exitCode === 137 && !timedOut)).toBe(true);
    expect(new Set(outcome.ended.map(({ exitCode }) => exitCode)).has(0)).toBe(false);
  });
});
