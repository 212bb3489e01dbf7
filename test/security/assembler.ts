// A tiny WebAssembly assembler, for modules that no compiler would make.

export type ValueType = 'i32' | 'i64';

const valueTypes = { i32: 0x7f, i64: 0x7e } as const;

/** Unsigned LEB128. */
export function unsigned(value: number | bigint): number[] {
  let rest = BigInt(value);
  const bytes: number[] = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return bytes;
}

/** Signed LEB128. */
export function signed(value: number | bigint): number[] {
  let rest = BigInt(value);
  const bytes: number[] = [];
  for (;;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    const done = (rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

const name = (text: string): number[] => {
  const bytes = [...Buffer.from(text)];
  return [...unsigned(bytes.length), ...bytes];
};
const vector = (items: number[][]): number[] => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: number[]): number[] => [id, ...unsigned(content.length), ...content];

// Keeps the arrays plain: bodies are lists of them.
function instructions<T extends Record<string, number[] | ((argument: never) => number[])>>(table: T): T {
  return table;
}

export const op = instructions({
  unreachable: [0x00],
  block: [0x02, 0x40],
  if: [0x04, 0x40],
  loop: [0x03, 0x40],
  try: [0x06, 0x40],
  catchAll: [0x19],
  end: [0x0b],
  br: (depth: number) => [0x0c, ...unsigned(depth)],
  brIf: (depth: number) => [0x0d, ...unsigned(depth)],
  call: (index: number) => [0x10, ...unsigned(index)],
  drop: [0x1a],
  localGet: (index: number) => [0x20, ...unsigned(index)],
  localSet: (index: number) => [0x21, ...unsigned(index)],
  i32Load: [0x28, 0x02, 0x00],
  i32Store: [0x36, 0x02, 0x00],
  i32StoreByte: [0x3a, 0x00, 0x00],
  memoryGrow: [0x40, 0x00],
  memorySize: [0x3f, 0x00],
  memoryFill: [0xfc, 0x0b, 0x00],
  i32: (value: number) => [0x41, ...signed(value | 0)],
  i64: (value: bigint) => [0x42, ...signed(BigInt.asIntN(64, value))],
  eqz: [0x45],
  eq: [0x46],
  ne: [0x47],
  add: [0x6a],
  sub: [0x6b],
  mul: [0x6c],
  shrU: [0x76],
});

export interface Import {
  module: string;
  name: string;
  parameters: ValueType[];
  results: ValueType[];
}

export interface ModuleParts {
  imports?: Import[];
  /** Pages. `export: false` hides it. */
  memory?: { minimum: number; maximum?: number; export?: boolean };
  /** Type and limits of each. */
  tables?: number[][];
  /** Bodies of functions () → (), without the final `end`; their indices follow those of the imports. `locals`: of type i32. */
  functions?: { body: number[][]; locals?: number }[];
  exports?: Record<string, number>;
  /** Index of the start function. */
  start?: number;
  data?: { offset: number; bytes: Uint8Array }[];
  /** Exports a global `__stack_pointer` with this value: what `clone` asks for. */
  stackPointer?: number;
}

export const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

export function assemble(parts: ModuleParts): Uint8Array {
  const { imports = [], functions = [], exports = {}, memory, tables = [], start, data = [], stackPointer } = parts;
  const type = (parameters: ValueType[], results: ValueType[]): number[] => [
    0x60,
    ...vector(parameters.map((kind) => [valueTypes[kind]])),
    ...vector(results.map((kind) => [valueTypes[kind]])),
  ];
  const types = [...imports.map((entry) => type(entry.parameters, entry.results)), type([], [])];
  const bytes = [...magic, ...section(1, vector(types))];
  bytes.push(
    ...section(
      2,
      vector(imports.map((entry, index) => [...name(entry.module), ...name(entry.name), 0, ...unsigned(index)])),
    ),
  );
  bytes.push(...section(3, vector(functions.map(() => unsigned(imports.length)))));
  if (tables.length > 0) bytes.push(...section(4, vector(tables)));
  if (memory) {
    const limits =
      memory.maximum === undefined
        ? [0, ...unsigned(memory.minimum)]
        : [1, ...unsigned(memory.minimum), ...unsigned(memory.maximum)];
    bytes.push(...section(5, vector([limits])));
  }
  if (stackPointer !== undefined) bytes.push(...section(6, vector([[0x7f, 1, ...op.i32(stackPointer), ...op.end]])));
  const exported = Object.entries(exports).map(([key, index]) => [...name(key), 0, ...unsigned(index)]);
  if (memory && memory.export !== false) exported.push([...name('memory'), 2, 0]);
  if (stackPointer !== undefined) exported.push([...name('__stack_pointer'), 3, 0]);
  bytes.push(...section(7, vector(exported)));
  if (start !== undefined) bytes.push(...section(8, unsigned(start)));
  const bodies = functions.map(({ body, locals = 0 }) => {
    const code = [...(locals > 0 ? [1, ...unsigned(locals), 0x7f] : [0]), ...body.flat(), ...op.end];
    return [...unsigned(code.length), ...code];
  });
  bytes.push(...section(10, vector(bodies)));
  if (data.length > 0) {
    const segments = data.map(({ offset, bytes: content }) => [
      0,
      ...op.i32(offset),
      ...op.end,
      ...unsigned(content.length),
      ...content,
    ]);
    bytes.push(...section(11, vector(segments)));
  }
  return Uint8Array.from(bytes);
}

export const i32s = (count: number): ValueType[] => Array<ValueType>(count).fill('i32');

export const linuxSyscall: Import = { module: 'linux', name: 'syscall', parameters: i32s(7), results: ['i32'] };
export const linuxClone: Import = { module: 'linux', name: 'clone', parameters: i32s(2), results: ['i32'] };
export const linuxNumber = { write: 64, exitGroup: 94, sigsuspend: 133, getppid: 173, brk: 214, execve: 221 } as const;

/** A call of import 0, which must be `linuxSyscall`; its result is dropped. */
export function syscall(number: number, ...values: number[]): number[] {
  const padded = [...values, 0, 0, 0, 0, 0, 0].slice(0, 6);
  return [...op.i32(number), ...padded.flatMap((value) => op.i32(value)), ...op.call(0), ...op.drop];
}

/** A `linux` program with one page of memory that runs `body` and exits with `status`. */
export function linuxProgram(
  body: number[][],
  options: { status?: number; locals?: number; pages?: number } = {},
): Uint8Array {
  return assemble({
    imports: [linuxSyscall],
    memory: { minimum: options.pages ?? 1 },
    functions: [{ body: [...body, syscall(linuxNumber.exitGroup, options.status ?? 0)], locals: options.locals ?? 0 }],
    exports: { _start: 1 },
    data: [{ offset: 1024, bytes: Buffer.from('alive\n') }],
  });
}
