// Reads of a WebAssembly module what postlink.mjs must know: which function calls which, directly and through pointers, who is in
// a table, and which globals a function reads. Every instruction that our compilers emit is decoded; an unknown one is an error.

const text = new TextDecoder();
const sections = { import: 2, global: 6, export: 7, element: 9, code: 10, custom: 0 };
const kinds = ['function', 'table', 'memory', 'global', 'tag'];

class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** LEB128 of up to 32 bits, unsigned. */
  number() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      result += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return result;
    }
  }

  /** LEB128 of any width: only passed over. */
  skipNumber() {
    while (this.byte() >= 0x80);
  }

  skipNumbers(count) {
    for (let i = 0; i < count; i++) this.skipNumber();
  }

  string() {
    const length = this.number();
    this.at += length;
    return text.decode(this.bytes.subarray(this.at - length, this.at));
  }

  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

function readImport(reader) {
  const module = reader.string();
  const name = reader.string();
  const kind = kinds[reader.byte()];
  if (kind === 'function') reader.skipNumber();
  else if (kind === 'global') reader.at += 2;
  else if (kind === 'tag') reader.skipNumbers(2);
  else {
    if (kind === 'table') reader.at++;
    const limited = reader.byte() & 1;
    reader.skipNumbers(limited ? 2 : 1);
  }
  return { module, name, kind };
}

const memoryAccess = (reader) => {
  const flags = reader.number();
  // Bit 6: another memory than the first.
  reader.skipNumbers(flags & 0x40 ? 2 : 1);
};

function skipBlockType(reader) {
  reader.skipNumber();
}

// Immediates after 0xfc: saturating conversions have none.
const bulk = { 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1 };

function skipSimd(reader) {
  const code = reader.number();
  if (code <= 11 || code === 92 || code === 93) memoryAccess(reader);
  else if (code === 12 || code === 13) reader.at += 16;
  else if (code >= 21 && code <= 34) reader.at++;
  else if (code >= 84 && code <= 91) {
    memoryAccess(reader);
    reader.at++;
  } else if (code > 275) throw new Error(`unknown SIMD instruction ${code}`);
}

// Nothing that anybody else could notice: local variables, constants, arithmetic that cannot trap, the end.
const quiet = [0x01, 0x0b, 0x0f, 0x1a, 0x1b, 0x20, 0x21, 0x22];
const traps = [0x6d, 0x6e, 0x6f, 0x70, 0x7f, 0x80, 0x81, 0x82, 0xa8, 0xa9, 0xaa, 0xab, 0xae, 0xaf, 0xb0, 0xb1];
const isQuiet = (code) => quiet.includes(code) || (code >= 0x41 && code <= 0xc4 && !traps.includes(code));

/**
 * Decodes one instruction into `found`: `{ calls, globals, indirect, references, forwards }`. `forwards`: so far there are quiet
 * instructions and at most one call.
 */
function readInstruction(reader, found) {
  const code = reader.byte();
  const isCall = code >= 0x10 && code <= 0x13;
  const isVector = code === 0xfd && reader.bytes[reader.at] === 12; // a constant
  found.forwards &&= isCall ? !found.indirect && found.calls.size === 0 : isQuiet(code) || isVector;
  switch (code) {
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x06: // block, loop, if, try
      return skipBlockType(reader);
    case 0x10:
    case 0x12: // call, return_call
      return found.calls.add(reader.number());
    case 0x11:
    case 0x13: // call_indirect, return_call_indirect
      found.indirect = true;
      return reader.skipNumbers(2);
    case 0x23:
    case 0x24: // global.get, global.set
      return found.globals.add(reader.number());
    case 0xd2: // ref.func
      return found.references.add(reader.number());
    case 0x0e: // br_table
      return reader.skipNumbers(reader.number() + 1);
    case 0x1c: // select with types
      return reader.skipNumbers(reader.number());
    case 0x43:
      reader.at += 4;
      return;
    case 0x44:
      reader.at += 8;
      return;
    case 0xfc:
      return reader.skipNumbers(bulk[reader.number()] ?? 0);
    case 0xfd:
      return skipSimd(reader);
  }
  if (code >= 0x28 && code <= 0x3e) return memoryAccess(reader);
  // catch, throw, rethrow, br, br_if, delegate, local.*, table.*, memory.size and grow, constants, ref.null
  const one = [0x07, 0x08, 0x09, 0x0c, 0x0d, 0x18, 0x20, 0x21, 0x22, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0];
  if (one.includes(code)) return reader.skipNumber();
  const none = [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1].includes(code) || (code >= 0x45 && code <= 0xc4);
  if (!none) throw new Error(`unknown instruction 0x${code.toString(16)} at ${reader.at - 1}`);
}

function readFunction(reader) {
  const end = reader.number() + reader.at;
  const found = { calls: new Set(), globals: new Set(), references: new Set(), indirect: false, forwards: true };
  const groups = reader.number();
  for (let i = 0; i < groups; i++) reader.skipNumbers(2);
  while (reader.at < end) readInstruction(reader, found);
  return found;
}

/** A constant expression, up to its end; functions that it refers to go into `functions`. */
function readConstant(reader, functions) {
  const found = { calls: new Set(), globals: new Set(), references: functions };
  while (reader.bytes[reader.at] !== 0x0b) readInstruction(reader, found);
  reader.at++;
}

function readElements(reader, functions) {
  const flags = reader.number();
  const passive = (flags & 1) !== 0;
  const expressions = (flags & 4) !== 0;
  if (!passive && flags & 2) reader.skipNumber();
  if (!passive) readConstant(reader, new Set());
  if (flags & 3) reader.at++;
  reader.list(() => (expressions ? readConstant(reader, functions) : functions.add(reader.number())));
}

function readNames(reader) {
  const names = new Map();
  if (reader.string() !== 'name') return names;
  while (reader.at < reader.end) {
    const part = reader.byte();
    const end = reader.number() + reader.at;
    if (part === 1) reader.list(() => names.set(reader.number(), reader.string()));
    reader.at = end;
  }
  return names;
}

/** The sections of a module: `{ id, start, begin, end }`, where the section, its content and the next one begin. */
function* sectionsOf(bytes) {
  const reader = new Reader(bytes, 8);
  while (reader.at < reader.end) {
    const start = reader.at;
    const id = reader.byte();
    const end = reader.number() + reader.at;
    yield { id, start, begin: reader.at, end };
    reader.at = end;
  }
}

/** The module without the names of its functions. */
export function withoutNames(bytes) {
  const named = ({ id, begin, end }) => id === sections.custom && new Reader(bytes, begin, end).string() === 'name';
  const kept = [...sectionsOf(bytes)].filter((section) => !named(section));
  return Buffer.concat([bytes.subarray(0, 8), ...kept.map(({ start, end }) => bytes.subarray(start, end))]);
}

/**
 * `imports`: functions that are imported, in order; `functions`: the others, with what they do; `exports`: functions by name;
 * `pointers`: functions in tables or otherwise referred to; `names`: of functions, by number, as far as the module has them.
 */
export function readModule(bytes) {
  const module = { imports: [], functions: [], exports: new Map(), pointers: new Set(), names: new Map() };
  for (const { id, begin, end } of sectionsOf(bytes)) {
    const part = new Reader(bytes, begin, end);
    if (id === sections.import) {
      module.imports = part.list(() => readImport(part)).filter(({ kind }) => kind === 'function');
    } else if (id === sections.export) {
      part.list(() => {
        const name = part.string();
        const kind = kinds[part.byte()];
        const index = part.number();
        if (kind === 'function') module.exports.set(name, index);
      });
    } else if (id === sections.global) {
      part.list(() => {
        part.at += 2;
        readConstant(part, module.pointers);
      });
    } else if (id === sections.element) part.list(() => readElements(part, module.pointers));
    else if (id === sections.code) module.functions = part.list(() => readFunction(part));
    else if (id === sections.custom) for (const [index, name] of readNames(part)) module.names.set(index, name);
  }
  for (const { references } of module.functions) for (const index of references) module.pointers.add(index);
  return module;
}
