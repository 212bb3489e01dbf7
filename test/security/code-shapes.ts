// Programs whose functions are dear: few bytes of which the engine makes much code. Each says that it lives, and waits for its input.

import { linuxSyscall, magic, op, unsigned } from './assembler.js';
import { bytes, repeat, section } from './own-process.js';

const [i32, i64, f64, v128] = [0x7f, 0x7e, 0x7c, 0x7b];
const many = (type: number, count: number): number[] => Array<number>(count).fill(type);
const type = (parameters: number[], results: number[]): number[] => [
  0x60,
  ...unsigned(parameters.length),
  ...parameters,
  ...unsigned(results.length),
  ...results,
];
const name = (text: string): number[] => [text.length, ...Buffer.from(text)];

// Types of functions by what they take and leave.
const types = {
  none: type([], []),
  syscall: type(many(i32, linuxSyscall.parameters.length), [i32]),
  one: type([i32], []),
  vectors: type(many(v128, 16), []),
  longs: type(many(i64, 16), []),
  toVectors: type([], many(v128, 16)),
  take1000: type(many(i32, 1000), []),
  take1000Vectors: type(many(v128, 1000), []),
  leave1000: type([], many(i32, 1000)),
  leave1000Vectors: type([], many(v128, 1000)),
  pass1000: type(many(i32, 1000), many(i32, 1000)),
  pass1000Vectors: type(many(v128, 1000), many(v128, 1000)),
};
type TypeName = keyof typeof types;
const at = (wanted: TypeName): number => Object.keys(types).indexOf(wanted);

// Behind the import: the program, the shape, and what it calls.
const callees = ['one', 'vectors', 'take1000', 'take1000Vectors', 'leave1000', 'leave1000Vectors'] as const;
const callee = (wanted: (typeof callees)[number]): number => 3 + callees.indexOf(wanted);
const tags = { empty: 0, vectors: 1, longs: 2 };

/** `called`: how many functions behind those of `callees` are called first. */
function sayAndWait(called: number): number[] {
  const call = (number: number, ...values: number[]): number[] => [
    ...[number, ...values, 0, 0, 0].flatMap((value) => op.i32(value)),
    ...op.call(0),
    ...op.drop,
  ];
  const first = Array.from({ length: called }, (_, i) => [...op.i32(0), ...op.call(3 + callees.length + i)]);
  return [...first.flat(), ...call(64, 1, 16, 6), ...call(63, 0, 64, 1), 0x0b];
}

/** `locals`: how many of which type, beside the parameter, local 0. `more` such functions are called. */
function moduleOf(body: Buffer, locals: [count: number, type: number][] = [], more = 0): Buffer {
  const sized = (code: Buffer): Buffer => Buffer.concat([bytes(unsigned(code.length)), code]);
  const declared = bytes(unsigned(locals.length), ...locals.map(([count, of]) => [...unsigned(count), of]));
  const whole = Buffer.concat([declared, body, bytes(0x0b)]);
  const bodies = [
    bytes(0, sayAndWait(more)),
    whole,
    ...callees.map(() => bytes(0, 0, 0x0b)),
    ...Array<Buffer>(more).fill(whole),
  ];
  const functions = ['none', 'one', ...callees, ...Array(more).fill('one')] as TypeName[];
  return Buffer.concat([
    bytes(magic),
    section(1, bytes(Object.keys(types).length, ...Object.values(types))),
    section(2, bytes(1, name('linux'), name('syscall'), 0, at('syscall'))),
    section(3, bytes(unsigned(functions.length), functions.map(at))),
    section(4, bytes(1, 0x70, 1, 1, 1)),
    section(5, bytes(1, 0, 1)),
    section(13, bytes(3, 0, at('none'), 0, at('vectors'), 0, at('longs'))),
    section(7, bytes(2, name('_start'), 0, 1, name('memory'), 2, 0)),
    section(10, bytes(unsigned(bodies.length)), ...bodies.map(sized)),
    section(11, bytes(1, 0, op.i32(16), 0x0b, name('alive\n'))),
  ]);
}

const size = 20_000;
const fill = (code: number[], bytesOfAll = size): Buffer => repeat(code, bytesOfAll / code.length);
const times = (count: number, code: number[]): Buffer => repeat(code, count);
const all = (...parts: (Buffer | number[])[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));
const get = (index: number): number[] => [0x20, ...unsigned(index)];
const drops = (count: number): Buffer => times(count, op.drop);
const vectorLocal: [number, number][] = [[1, v128]];
const vectors = [...times(16, get(1))];
const asked = (code: number[]): number[] => [...get(0), 0x04, 0x40, ...code, 0x0b];
// `between`: what is done before each is put into its local.
const constants = (count: number, between: number[] = []): Buffer =>
  all(...Array.from({ length: count }, (_, i) => [...op.i32(5), ...between, 0x21, ...unsigned(i + 1)]));
const assigned = (first: number, count: number, code: number[]): Buffer =>
  all(...Array.from({ length: count }, (_, i) => [...code, 0x21, first + i]));
const leaving = [...get(0), 0x0d, 0];
// Values in all registers, which are not those of the label.
const inRegisters = (first: number): Buffer =>
  all(assigned(first, 9, [...get(0), ...op.i32(3), ...op.add]), assigned(first + 20, 8, [...get(0), 0xfd, 0x0f]));
const registerLocals: [number, number][] = [
  [20, i32],
  [40, v128],
];
// try_table with so many clauses that catch a tag; and its end, where nothing arrives.
const tryTable = (clauses: number, tag: number): number[] => [
  ...[0x02, at('toVectors'), 0x1f, 0x40, ...unsigned(clauses)],
  ...Array.from({ length: clauses }, () => [0, tag, 0]).flat(),
  ...[...get(0), ...op.call(callee('one')), 0x0b, 0x00, 0x0b],
  ...drops(16),
];

export const codeShapes: Record<string, Buffer> = {
  nothing: moduleOf(bytes()),
  'a throw of vectors': moduleOf(fill(asked([...vectors, 0x08, tags.vectors])), vectorLocal),
  'a throw of numbers': moduleOf(fill(asked([...times(16, [0x42, 1]), 0x08, tags.longs]))),
  'a throw of nothing': moduleOf(fill(asked([0x08, tags.empty]))),
  'a catch of vectors': moduleOf(
    fill([0x06, 0x40, ...get(0), ...op.call(callee('one')), 0x07, tags.vectors, ...drops(16), 0x0b]),
    vectorLocal,
  ),
  'catches in one try': moduleOf(
    all([0x06, 0x40, ...get(0), ...op.call(callee('one'))], fill([0x07, tags.vectors, ...drops(16)], 15_000), [0x0b]),
  ),
  rethrows: moduleOf(fill([0x06, 0x40, ...get(0), ...op.call(callee('one')), 0x19, 0x09, 0, 0x0b])),
  'a try_table': moduleOf(fill(tryTable(1, tags.vectors))),
  'a try_table of many clauses': moduleOf(fill(tryTable(100, tags.vectors))),
  'calls in tries': moduleOf(fill([0x06, 0x40, ...get(0), ...op.call(callee('one')), 0x19, 0x0b])),
  'calls in a try with constants': moduleOf(
    all([0x06, 0x40], constants(1000), fill([...get(0), ...op.call(callee('one'))], 8000), [0x19, 0x0b]),
    [[1000, i32]],
  ),
  'calls with vectors': moduleOf(fill([...vectors, ...op.call(callee('vectors'))]), vectorLocal),
  'calls with 1000 numbers': moduleOf(fill([...times(1000, get(0)), ...op.call(callee('take1000'))])),
  'calls with 1000 vectors': moduleOf(
    fill([...times(1000, get(1)), ...op.call(callee('take1000Vectors'))]),
    vectorLocal,
  ),
  'calls for 1000 numbers': moduleOf(fill([...op.call(callee('leave1000')), ...drops(1000)])),
  'calls for 1000 vectors': moduleOf(fill([...op.call(callee('leave1000Vectors')), ...drops(1000)])),
  'indirect calls': moduleOf(fill([...get(0), ...op.i32(0), 0x11, at('one'), 0])),
  calls: moduleOf(fill([...get(0), ...op.call(callee('one'))])),
  'tail calls': moduleOf(fill(asked([...get(0), 0x12, callee('one')]))),
  'blocks of 1000 values': moduleOf(
    all(times(1000, get(0)), fill([0x02, at('pass1000'), ...leaving, 0x0b], 4000), drops(1000)),
  ),
  'loops of 1000 vectors': moduleOf(
    all(times(1000, get(1)), fill([0x03, at('pass1000Vectors'), 0x0b], 500), drops(1000)),
    vectorLocal,
  ),
  'branches that move 1000 numbers': moduleOf(
    all([0x02, at('leave1000'), ...get(0)], times(1000, get(0)), fill(leaving, 8000), [0x0c, 0, 0x0b], drops(1000)),
  ),
  'branches that move 1000 vectors': moduleOf(
    all(
      [0x02, at('leave1000Vectors'), ...get(0)],
      times(1000, get(1)),
      fill(leaving, 8000),
      [0x0c, 0, 0x0b],
      drops(1000),
    ),
    vectorLocal,
  ),
  'a table of branches': moduleOf(all([0x02, 0x40, ...get(0), 0x0e, ...unsigned(15_000)], times(15_001, [0]), [0x0b])),
  'tables of 100 branches': moduleOf(fill([0x02, 0x40, ...get(0), 0x0e, 100, ...times(101, [0]), 0x0b])),
  branches: moduleOf(all([0x02, 0x40], fill(leaving), [0x0b])),
  'branches from registers': moduleOf(
    all([0x02, 0x40, ...leaving], inRegisters(1), fill(leaving), [0x0b]),
    registerLocals,
  ),
  'branches from registers to registers': moduleOf(
    all(
      [0x02, 0x40],
      inRegisters(1),
      leaving,
      [...get(0), ...op.call(callee('one'))],
      inRegisters(10),
      fill(leaving),
      [0x0b],
    ),
    registerLocals,
  ),
  'branches with constants from below a call': moduleOf(
    all(
      [0x02, 0x40, ...leaving],
      constants(1000, [...get(0), ...op.call(callee('one'))]),
      fill(asked([0x0c, 1]), 6000),
      [0x0b],
    ),
    [[1000, i32]],
  ),
  'branches with constants': moduleOf(
    all([0x02, 0x40, ...leaving], constants(1000), fill(asked([0x0c, 1]), 6000), [0x0b]),
    [[1000, i32]],
  ),
  ifs: moduleOf(fill(asked([]))),
  'ifs that assign': moduleOf(all(constants(100), fill(asked([...op.i32(6), 0x21, 1]))), [[100, i32]]),
  loops: moduleOf(times(1000, [0x03, 0x40, 0x0b])),
  returns: moduleOf(fill(asked([0x0f]))),
  traps: moduleOf(fill(asked([0x00]))),
  'conversions of numbers': moduleOf(all(get(1), fill([0xba, 0xb1], 10_000), op.drop), [[1, i64]]),
  'conversions that saturate': moduleOf(fill([...get(1), 0xfc, 7, ...op.drop]), [[1, f64]]),
  rotations: moduleOf(all(get(1), fill([...get(1), 0x89]), op.drop), [[1, i64]]),
  shifts: moduleOf(all(get(0), fill([...get(0), 0x74]), op.drop)),
  divisions: moduleOf(fill([...get(0), ...get(0), 0x6d, ...op.drop], 2400)),
  negations: moduleOf(all(get(1), fill([0x9a]), op.drop), [[1, f64]]),
  minima: moduleOf(fill([...get(1), ...get(1), 0xa4, ...op.drop]), [[1, f64]]),
  'comparisons with zero': moduleOf(all(get(0), fill(op.eqz), op.drop)),
  'counts of bits': moduleOf(all(get(0), fill([0x67]), op.drop)),
  loads: moduleOf(all(get(0), fill([0x28, 0, 0]), op.drop)),
  stores: moduleOf(fill([...op.i32(0), ...op.i32(1), ...op.i32Store])),
  'copies of locals': moduleOf(
    all(...Array.from({ length: size / 4 }, (_, i) => [...get(1 + (i % 100)), 0x21, 1 + ((i * 7 + 3) % 100)])),
    [[100, v128]],
  ),
  'copies of memory': moduleOf(fill([...op.i32(0), ...op.i32(0), ...op.i32(0), 0xfc, 0x0a, 0, 0])),
  'growth of the memory': moduleOf(fill([...get(0), ...op.memoryGrow, ...op.drop])),
  'reads of a table': moduleOf(fill([...op.i32(0), 0x25, 0, ...op.drop])),
  selects: moduleOf(all(get(1), fill([...get(1), ...get(0), 0x1c, 1, v128]), op.drop), vectorLocal),
  'vectors of saturated numbers': moduleOf(fill([...get(1), 0xfd, ...unsigned(0xf9), ...op.drop]), vectorLocal),
  'vectors of counted bits': moduleOf(fill([...get(1), 0xfd, 0x62, ...op.drop]), vectorLocal),
  'vectors that are shifted': moduleOf(fill([...get(1), ...get(0), 0xfd, 0x6b, ...op.drop]), vectorLocal),
  'vectors that are multiplied': moduleOf(
    fill([...get(1), ...get(1), 0xfd, ...unsigned(0xd5), ...op.drop]),
    vectorLocal,
  ),
  'constant vectors': moduleOf(fill([0xfd, 0x0c, ...Array.from({ length: 16 }, (_, i) => i + 1), ...op.drop])),
  shuffles: moduleOf(
    fill([...get(1), ...get(1), 0xfd, 0x0d, ...Array.from({ length: 16 }, (_, i) => (i * 7) % 32), ...op.drop]),
    vectorLocal,
  ),
};

const throwsInFunction = 5000;

/** A program with so many megabytes of throws of vectors, all in functions that it calls. */
export function throwsOf(megabytes: number): Buffer {
  const body = times(throwsInFunction, asked([...vectors, 0x08, tags.vectors]));
  return moduleOf(body, vectorLocal, Math.round((megabytes * 1_000_000) / body.length));
}
