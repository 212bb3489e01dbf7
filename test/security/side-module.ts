// Modules as Emscripten links them for programs that run ("side modules"), and such that no linker would make.

import { magic, op, unsigned } from './assembler.js';

const name = (text: string): number[] => {
  const bytes = [...Buffer.from(text)];
  return [...unsigned(bytes.length), ...bytes];
};
const vector = (items: number[][]): number[] => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: number[]): number[] => [id, ...unsigned(content.length), ...content];

export interface SideModule {
  /** Bytes and alignment of its memory, entries and alignment of its part of the table. Nothing: it has no section dylink.0. */
  dylink?: { memory?: number; memoryAlignment?: number; table?: number; tableAlignment?: number } | 'none';
  needed?: string[];
  /** Raw: kind and type, behind `module.name`. Each functional type is `() → i32` (0) or `() → ()` (1). */
  imports?: [module: string, name: string, description: number[]][];
  /** Of the type 0, each. */
  functions?: number[][];
  exports?: [name: string, kind: number, index: number][];
  /** Raw global entries. */
  globals?: number[][];
  start?: number;
  /** Raw. */
  elements?: number[][];
  data?: { offset: number[]; bytes: number[] }[];
  /** Raw sections, where they do not belong. */
  more?: number[];
  tables?: number[][];
  memories?: number[][];
}

export const kinds = {
  function: (type = 0) => [0, type],
  table: [1, 0x70, 0, 0],
  memory: [2, 0, 0],
  address: [3, 0x7f, 0],
  variable: [3, 0x7f, 1],
};
export const memory: [string, string, number[]] = ['env', 'memory', kinds.memory];
export const table: [string, string, number[]] = ['env', '__indirect_function_table', kinds.table];
export const memoryBase: [string, string, number[]] = ['env', '__memory_base', kinds.address];
export const tableBase: [string, string, number[]] = ['env', '__table_base', kinds.address];

export function sideModule(parts: SideModule): Uint8Array {
  const { dylink = {}, needed = [], imports = [], functions = [], exports = [], globals = [] } = parts;
  const bytes = [...magic];
  if (dylink !== 'none') {
    const { memory: size = 0, memoryAlignment = 0, table: entries = 0, tableAlignment = 0 } = dylink;
    const own = [size, memoryAlignment, entries, tableAlignment].flatMap(unsigned);
    const libraries = vector(needed.map(name));
    const described = [...section(1, own), ...(needed.length > 0 ? section(2, libraries) : [])];
    bytes.push(...section(0, [...name('dylink.0'), ...described]));
  }
  bytes.push(
    ...section(
      1,
      vector([
        [0x60, 0, 1, 0x7f],
        [0x60, 0, 0],
      ]),
    ),
  );
  bytes.push(
    ...section(2, vector(imports.map(([module, of, description]) => [...name(module), ...name(of), ...description]))),
  );
  bytes.push(...section(3, vector(functions.map(() => [0]))));
  if (parts.tables) bytes.push(...section(4, vector(parts.tables)));
  if (parts.memories) bytes.push(...section(5, vector(parts.memories)));
  bytes.push(...section(6, vector(globals)));
  bytes.push(...section(7, vector(exports.map(([of, kind, index]) => [...name(of), kind, ...unsigned(index)]))));
  if (parts.start !== undefined) bytes.push(...section(8, unsigned(parts.start)));
  if (parts.elements) bytes.push(...section(9, vector(parts.elements)));
  const bodies = functions.map((body) => [...unsigned(body.length + 2), 0, ...body, ...op.end]);
  bytes.push(...section(10, vector(bodies)));
  if (parts.data) {
    const segments = parts.data.map(({ offset, bytes: content }) => [
      0,
      ...offset,
      ...op.end,
      ...unsigned(content.length),
      ...content,
    ]);
    bytes.push(...section(11, vector(segments)));
  }
  bytes.push(...(parts.more ?? []));
  return Uint8Array.from(bytes);
}
