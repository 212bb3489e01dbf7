// Random WebAssembly modules, most of them valid: what a hostile compiler could make. A seed names a module.
import { readFileSync } from 'node:fs';
import { Choices } from './choices.mjs';

/** @typedef {{ name?: string, parameters: number[], results: number[], type?: number }} Signature */

/** @param {number} value */
export function unsigned(value) {
  /** @type {number[]} */
  const bytes = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return bytes;
}

/** @param {number} value */
export function signed(value) {
  /** @type {number[]} */
  const bytes = [];
  for (let rest = BigInt(value); ; ) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    const done = (rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

const i32 = 0x7f;
const i64 = 0x7e;
const f32 = 0x7d;
const f64 = 0x7c;
const funcref = 0x70;
const externref = 0x6f;
const types = [i32, i64, f32, f64];
const end = 0x0b;

/** @param {string} value */
export const text = (value) => [...unsigned(value.length), ...Buffer.from(value)];
/** @param {number[][]} items */
export const vector = (items) => [...unsigned(items.length), ...items.flat()];

/**
 * Sections can be long: nothing here spreads one into arguments.
 * @param {number} id
 * @param {ArrayLike<number>} content
 */
export function section(id, content) {
  return Buffer.concat([Buffer.from([id, ...unsigned(content.length)]), Buffer.from(content)]);
}

const abi = JSON.parse(readFileSync(new URL('../../native/abi/abi.json', import.meta.url), 'utf8'));
/** @type {{ name: string, parameters: unknown[] }[]} */
const described = abi.linux.imports;
/** @type {Signature[]} */
const linuxImports = described.map(({ name, parameters }) => ({
  name,
  parameters: parameters.map(() => i32),
  results: [i32],
}));
const wasiImports = [
  { name: 'fd_write', parameters: [i32, i32, i32, i32], results: [i32] },
  { name: 'fd_read', parameters: [i32, i32, i32, i32], results: [i32] },
  { name: 'random_get', parameters: [i32, i32], results: [i32] },
  { name: 'poll_oneoff', parameters: [i32, i32, i32, i32], results: [i32] },
  { name: 'sched_yield', parameters: [], results: [i32] },
  { name: 'proc_exit', parameters: [i32], results: [] },
];
const systemCalls = [17, 24, 25, 29, 32, 48, 56, 57, 59, 61, 62, 63, 64, 65, 79, 93, 94, 129, 134, 160, 172, 178, 214];

/** Writes a function's body: expressions of a wanted type, statements that leave nothing behind. */
class Body {
  /**
   * @param {Module} module
   * @param {Signature} signature
   */
  constructor(module, signature) {
    this.module = module;
    this.choices = module.choices;
    this.fuel = module.choices.count(120, 4000);
    this.locals = [...signature.parameters];
    this.groups = [];
    for (let left = this.choices.below(4); left > 0; left--) {
      const count = this.choices.count(6, 3000);
      const type = this.choices.pick(types);
      this.groups.push([...unsigned(count), type]);
      for (let i = 0; i < count && this.locals.length < 4000; i++) this.locals.push(type);
    }
    this.depth = 0;
    this.loops = 0;
    this.out = [];
    const statements = this.choices.count(12, 60);
    for (let i = 0; i < statements; i++) this.statement();
    for (const type of signature.results) this.value(type);
    this.out.push(end);
  }

  bytes() {
    return [...vector(this.groups), ...this.out];
  }

  /**
   * @param {number} type
   * @returns {number | undefined}
   */
  local(type) {
    const start = this.choices.below(Math.max(this.locals.length, 1));
    for (let i = 0; i < Math.min(this.locals.length, 20); i++) {
      const index = (start + i) % this.locals.length;
      if (this.locals[index] === type) return index;
    }
    return undefined;
  }

  /** @param {number} type */
  constant(type) {
    const edges = [0, 1, -1, 8, 64, 1024, 65535, 65536, 0x7fffffff, -0x80000000];
    if (type === i32) this.out.push(0x41, ...signed(this.choices.pick(edges)));
    else if (type === i64) this.out.push(0x42, ...signed(this.choices.pick(edges)));
    else this.out.push(type === f32 ? 0x43 : 0x44, ...Array(type === f32 ? 4 : 8).fill(this.choices.below(256)));
  }

  /**
   * Leaves one value of `type`.
   * @param {number} type
   * @returns {unknown}
   */
  value(type) {
    if (this.fuel-- <= 0) return this.constant(type);
    const { choices, out } = this;
    const local = this.local(type);
    switch (choices.below(9)) {
      case 0:
        if (local !== undefined) return out.push(0x20, ...unsigned(local));
        return this.constant(type);
      case 1: {
        this.value(type);
        this.value(type);
        /** @type {Record<number, number>} */
        const codes = { [i32]: choices.pick([0x6a, 0x6c, 0x6d, 0x71]), [i64]: 0x7c, [f32]: 0x92, [f64]: 0xa3 };
        return out.push(codes[type]);
      }
      case 2: {
        if (!this.module.memory) return this.constant(type);
        this.value(i32);
        /** @type {Record<number, number>} */
        const codes = { [i32]: 0x28, [i64]: 0x29, [f32]: 0x2a, [f64]: 0x2b };
        return out.push(codes[type], 0, ...unsigned(choices.count(64, 0xffffffff)));
      }
      case 3:
        out.push(0x02, type);
        this.nested(() => this.value(type));
        return out.push(end);
      case 4:
        this.value(i32);
        out.push(0x04, type);
        this.nested(() => {
          this.value(type);
          out.push(0x05);
          this.value(type);
        });
        return out.push(end);
      case 5:
        return this.call(type);
      case 6:
        this.value(type);
        this.value(type);
        this.value(i32);
        return out.push(0x1b);
      case 7:
        if (type !== i32) return this.constant(type);
        return this.special();
      default:
        return this.constant(type);
    }
  }

  /**
   * i32 from the memory, the tables, a reference, a comparison.
   * @returns {unknown}
   */
  special() {
    const { choices, out, module } = this;
    switch (choices.below(5)) {
      case 0:
        if (!module.memory) return this.constant(i32);
        return out.push(0x3f, 0);
      case 1:
        if (!module.memory) return this.constant(i32);
        out.push(0x41, ...signed(choices.count(4, 20000)));
        return out.push(0x40, 0);
      case 2: {
        if (module.tables.length === 0) return this.constant(i32);
        const table = choices.below(module.tables.length);
        out.push(0xd0, module.tables[table], 0x41, ...signed(choices.count(16, 2 ** 31)));
        return out.push(0xfc, 15, ...unsigned(table));
      }
      case 3:
        return out.push(...module.reference(), 0xd1);
      default:
        this.value(i64);
        return out.push(0x50);
    }
  }

  /**
   * @param {number} type
   * @returns {unknown}
   */
  call(type) {
    const { choices, out, module } = this;
    /** @type {(Signature & { index: number })[]} */
    const fitting = module.signatures
      .map((signature, index) => ({ ...signature, index }))
      .filter(({ results, parameters }) => results.length === 1 && results[0] === type && parameters.length < 8);
    if (fitting.length === 0 || this.fuel < 10) return this.constant(type);
    const target = choices.pick(fitting);
    target.parameters.forEach((parameter, index) => {
      if (target.name === 'syscall' && index === 0) out.push(0x41, ...signed(choices.pick(systemCalls)));
      else this.value(parameter);
    });
    const functions = module.tables.indexOf(funcref);
    if (functions >= 0 && target.type !== undefined && choices.chance(3)) {
      this.value(i32);
      return out.push(0x11, ...unsigned(target.type), ...unsigned(functions));
    }
    return out.push(0x10, ...unsigned(target.index));
  }

  /** @param {() => void} inside */
  nested(inside) {
    this.depth++;
    inside();
    this.depth--;
  }

  /** @returns {unknown} */
  statement() {
    if (this.fuel-- <= 0) return;
    const { choices, out, module } = this;
    switch (choices.below(10)) {
      case 0: {
        const type = choices.pick(types);
        const local = this.local(type);
        this.value(type);
        return local === undefined ? out.push(0x1a) : out.push(0x21, ...unsigned(local));
      }
      case 1:
        if (!module.memory) return;
        this.value(i32);
        this.value(i32);
        return out.push(choices.pick([0x36, 0x3a, 0x3b]), 0, ...unsigned(choices.count(64, 0xffffffff)));
      case 2:
        out.push(0x02, 0x40);
        this.nested(() => {
          for (let left = choices.below(4); left > 0; left--) this.statement();
          this.value(i32);
          out.push(0x0d, ...unsigned(choices.below(this.depth)));
        });
        return out.push(end);
      case 3:
        // Some end, some do not.
        out.push(0x03, 0x40);
        this.nested(() => {
          for (let left = choices.below(4); left > 0; left--) this.statement();
          this.value(i32);
          out.push(0x0d, 0);
        });
        return out.push(end);
      case 4: {
        const targets = Array.from({ length: choices.count(8, 30_000) }, () => unsigned(0));
        out.push(0x02, 0x40);
        this.value(i32);
        out.push(0x0e);
        for (const byte of vector(targets)) out.push(byte);
        return out.push(...unsigned(0), end);
      }
      case 5:
        return this.deep();
      case 6:
        if (!module.memory) return;
        this.value(i32);
        this.value(i32);
        this.value(i32);
        return choices.chance(2) ? out.push(0xfc, 0x0b, 0) : out.push(0xfc, 0x0a, 0, 0);
      case 7:
        // try … catch_all
        if (module.exceptions === false) return;
        out.push(0x06, 0x40);
        this.nested(() => {
          for (let left = choices.below(3); left > 0; left--) this.statement();
          out.push(0x19);
          for (let left = choices.below(3); left > 0; left--) this.statement();
        });
        return out.push(end);
      default:
        this.value(choices.pick(types));
        return out.push(0x1a);
    }
  }

  /** Many blocks in one another, or behind one another. */
  deep() {
    const { choices, out } = this;
    const count = choices.count(20, 5000);
    const nested = choices.chance(2);
    for (let i = 0; i < count; i++) out.push(0x41, 0, 0x04, 0x40, ...(nested ? [] : [end]));
    if (nested) for (let i = 0; i < count; i++) out.push(end);
  }
}

class Module {
  /** @param {number} seed */
  constructor(seed) {
    const choices = new Choices(seed);
    this.choices = choices;
    this.memory = !choices.chance(8);
    this.exceptions = choices.chance(3);
    this.door = choices.pick(['linux', 'linux', 'wasi_snapshot_preview1', '']);
    /** @type {Record<string, Signature[]>} */
    const doors = { linux: linuxImports, wasi_snapshot_preview1: wasiImports, '': [] };
    const needed = ['syscall', 'clone', 'fd_write'];
    this.imports = doors[this.door].filter(({ name = '' }) => needed.includes(name) || choices.chance(3));
    this.tables = Array.from({ length: choices.count(3, 60) }, () => choices.pick([funcref, externref]));
    const own = Array.from({ length: 1 + choices.count(6, 300) }, () => ({
      parameters: Array.from({ length: choices.count(4, 900) }, () => choices.pick(types)),
      results: Array.from({ length: choices.count(2, 30) }, () => choices.pick(types)),
    }));
    own[0] = { parameters: [], results: [] };
    this.signatures = [...this.imports, ...own].map((signature, type) => ({ ...signature, type }));
    this.own = own;
    this.globals = choices.count(4, 2000);
  }

  /** ref.func of the program, which is exported: of no other that nothing names may there be one. */
  reference() {
    return [0xd2, ...unsigned(this.imports.length)];
  }

  /**
   * @param {number} usual
   * @param {number} extreme
   */
  limits(usual, extreme) {
    const minimum = this.choices.count(usual, extreme);
    return this.choices.chance(2)
      ? [0, ...unsigned(minimum)]
      : [1, ...unsigned(minimum), ...unsigned(minimum + this.choices.count(usual, extreme))];
  }

  memorySection() {
    return this.memory ? [section(5, vector([this.limits(4, 65536)]))] : [];
  }

  globalSection() {
    const globals = Array.from({ length: this.globals }, () => [i32, 1, 0x41, 0, end]);
    if (this.choices.chance(4)) globals.push([funcref, 0, ...this.reference(), end]);
    return globals.length > 0 ? [section(6, vector(globals))] : [];
  }

  exportSection() {
    const entries = [[...text('_start'), 0, ...unsigned(this.imports.length)]];
    if (this.memory && !this.choices.chance(8)) entries.push([...text('memory'), 2, 0]);
    // What clone and signals need.
    if (this.globals > 0) entries.push([...text('__stack_pointer'), 3, 0]);
    if (this.choices.chance(2)) entries.push([...text('__child_main'), 0, ...unsigned(this.imports.length)]);
    if (this.choices.chance(4)) entries.push([...text('__signal_deliver'), 0, ...unsigned(this.imports.length)]);
    const more = this.choices.count(3, 3000);
    for (let i = 0; i < more; i++) {
      const name = this.choices.chance(20) ? `long${i}-${'n'.repeat(this.choices.below(5000))}` : `export${i}`;
      entries.push([...text(name), 0, ...unsigned(this.choices.below(this.signatures.length))]);
    }
    return section(7, vector(entries));
  }

  elementSection() {
    const table = this.tables.indexOf(funcref);
    if (table < 0) return [];
    const functions = Array.from({ length: this.choices.count(6, 5000) }, () =>
      unsigned(this.choices.below(this.signatures.length)),
    );
    const offset = signed(this.choices.count(3, 100));
    const segments = [[2, ...unsigned(table), 0x41, ...offset, end, 0, ...vector(functions)]];
    if (this.choices.chance(2)) segments.push([1, 0, ...vector(functions)]);
    if (this.choices.chance(4)) segments.push([5, funcref, ...vector([[...this.reference(), end]])]);
    return [section(9, vector(segments))];
  }

  dataSection() {
    if (!this.memory) return [];
    const segments = Array.from({ length: this.choices.count(3, 2000) }, () => [
      0,
      0x41,
      ...signed(this.choices.count(4096, 2 ** 31)),
      end,
      ...vector([...this.choices.bytes(this.choices.count(32, 3000))].map((byte) => [byte])),
    ]);
    return segments.length > 0 ? [section(11, vector(segments))] : [];
  }

  bytes() {
    /** @param {{ parameters: number[], results: number[] }} options */
    const type = ({ parameters, results }) => [
      0x60,
      ...vector(parameters.map((one) => [one])),
      ...vector(results.map((one) => [one])),
    ];
    const imports = this.imports.map((entry, index) => [
      ...text(this.door),
      ...text(entry.name ?? ''),
      0,
      ...unsigned(index),
    ]);
    const tables = this.tables.map((kind) => [kind, ...this.limits(10, this.choices.chance(3) ? 10_000_000 : 5000)]);
    const bodies = this.own.map((signature) => {
      const code = new Body(this, signature).bytes();
      return [...unsigned(code.length), ...code];
    });
    const parts = [
      Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
      section(1, vector(this.signatures.map(type))),
      ...(imports.length > 0 ? [section(2, vector(imports))] : []),
      section(3, vector(this.own.map((_, index) => unsigned(this.imports.length + index)))),
      ...(tables.length > 0 ? [section(4, vector(tables))] : []),
      ...this.memorySection(),
      ...this.globalSection(),
      this.exportSection(),
      ...(this.choices.chance(8) ? [section(8, unsigned(this.imports.length))] : []),
      ...this.elementSection(),
      section(10, vector(bodies)),
      ...this.dataSection(),
    ];
    return Buffer.concat(parts);
  }
}

/**
 * The module of `seed`; one in eight is damaged afterwards.
 * @param {number} seed
 */
export function randomModule(seed) {
  const module = new Module(seed);
  const bytes = module.bytes();
  const { choices } = module;
  if (choices.chance(8)) {
    for (let left = 1 + choices.below(4); left > 0; left--)
      bytes[8 + choices.below(bytes.length - 8)] = choices.below(256);
  }
  return bytes;
}
