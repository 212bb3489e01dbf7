// A program that links modules itself, by `linux.link`, and nothing but modules: each is another one, so that the engine can share none.

import { linkRequest } from '../../lib/abi/generated/structs.js';
import { magic, op, unsigned } from './assembler.js';

const name = (text: string): number[] => [...unsigned(text.length), ...Buffer.from(text)];
const section = (id: number, ...content: (number | number[])[]): number[] => {
  const bytes = content.flat();
  return [id, ...unsigned(bytes.length), ...bytes];
};
const i32 = 0x7f;
const store = [0x36, 0, 0];

/** Where the program has the module, and the request that is about it. */
const moduleAt = 1024;
const requestAt = 2048;

/** Of a type, a function and its body, which begins with a constant of four bytes. */
const head = [...magic, ...section(1, 1, 0x60, 0, 1, i32), ...section(3, 1, 0), ...[10, 12, 1, 10, 0], ...[0x43]];
const module = [...head, 0, 0, 0, 0, ...op.drop, ...op.i32(0), ...op.end];

/**
 * Links as many modules as it can, up to `most`, and then calls `then`, which is code of a function () → (). Its exit status is how many
 * there were, in hundreds; 255 is more than all that can be said so.
 */
export function linkingProgram(most: number, then: number[] = []): Uint8Array {
  const request = new Uint8Array(linkRequest.size);
  linkRequest.write(new DataView(request.buffer), 0, {
    ...{ module: moduleAt, size: module.length },
    ...{ imports: 0, importCount: 0, exports: 0, exportCount: 0 },
    ...{ tableLength: 1, tableGrowth: 0 },
    ...{ text: 0, textSize: 0 },
  });
  const count = 0;
  const body = [
    ...op.block,
    ...op.loop,
    ...[...op.i32(moduleAt + head.length), ...op.localGet(count), ...store],
    ...[...op.i32(requestAt), ...op.call(1), ...op.brIf(1)],
    ...[...op.localGet(count), ...op.i32(1), ...op.add, 0x22, count],
    ...[...op.i32(most), 0x48, ...op.brIf(0)],
    ...op.end,
    ...op.end,
    ...then,
    ...[...op.i32(94), ...op.localGet(count), ...op.i32(100), 0x6e],
    ...[...Array(5).fill(op.i32(0)).flat(), ...op.call(0), ...op.drop],
  ];
  const code = [1, 1, i32, ...body, ...op.end];
  const data = (at: number, bytes: ArrayLike<number>): number[] => [
    0,
    ...op.i32(at),
    ...op.end,
    ...unsigned(bytes.length),
    ...Array.from(bytes),
  ];
  return Uint8Array.from([
    ...magic,
    ...section(1, 3, [0x60, 7, ...Array(7).fill(i32), 1, i32], [0x60, 1, i32, 1, i32], [0x60, 0, 0]),
    ...section(2, 2, name('linux'), name('syscall'), 0, 0, name('linux'), name('link'), 0, 1),
    ...section(3, 1, 2),
    ...section(4, 1, 0x70, 0, 1),
    ...section(5, 1, 0, 1),
    ...section(7, 3, name('_start'), 0, 2, name('memory'), 2, 0, name('__indirect_function_table'), 1, 0),
    ...section(10, 1, unsigned(code.length), code),
    ...section(11, 2, data(moduleAt, module), data(requestAt, request)),
  ]);
}
