// Reads the compact notation of abi.json: arguments ("fd: fd", "buffer: buffer-out size"), struct fields ("pad: u8[5]").

/** @type {Record<string, number>} */
/**
 * What abi.json says, and what the emitters take.
 * @typedef {{ name: string, kind: string, parameter: string, slot: number, partner?: number }} Argument
 * @typedef {{ errno: string, reason: string }} Refusal
 * @typedef {{ name: string, number: number, arguments: Argument[], refused?: Refusal, restart?: boolean }} Call
 * @typedef {{ name: string, type: string, count: number | undefined, offset: number }} Field
 * @typedef {{ name: string, size: number, alignment: number, note?: string, c?: Record<string, string>, fields: Field[] }} Layout
 * @typedef {{ name: string, kind: string, values: Record<string, number> }} ValueSet
 * @typedef {{ name: string, parameters: string[], restarts?: boolean, within?: boolean, note: string }} Import
 * @typedef {{ name: string, number: number, message: string, wasi: number }} ErrnoEntry
 * @typedef {{ without: string[], unserved: Record<string, number> }} CLibrary
 * @typedef {{ imports: Import[], calls: Call[], structs: Layout[], sets: ValueSet[], cLibrary: CLibrary }} LinuxDoor
 * @typedef {{ name: string, arguments: Argument[] }} WasiFunction
 * @typedef {{ functions: WasiFunction[], structs: Layout[], sets: ValueSet[] }} WasiDoor
 * @typedef {{ errno: ErrnoEntry[], signals: Record<string, number>, signalAliases: Record<string, string>, linux: LinuxDoor, wasi: WasiDoor }} Model
 * @typedef {Omit<Layout, 'fields' | 'alignment'> & { fields: string[] }} WrittenLayout
 * @typedef {Omit<Call, 'arguments'> & { arguments: string[] }} WrittenCall
 * @typedef {{ imports: Import[], calls: WrittenCall[], structs: WrittenLayout[], sets: ValueSet[], c_library: CLibrary }} WrittenLinux
 * @typedef {{ functions: { name: string, arguments: string[] }[], structs: WrittenLayout[], sets: ValueSet[] }} WrittenWasi
 * @typedef {Pick<Model, 'errno' | 'signals'> & { signal_aliases: Record<string, string>, linux: WrittenLinux, wasi: WrittenWasi }} Written
 */

/**
 * The bytes of each.
 * @type {Record<string, number>}
 */
const scalars = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, u64: 8 };
const twoSlots = new Set(['offset', 'offset-high-first']);

// `slots`: how many i32 a 64-bit argument takes: 2 at the door linux, 1 at the door of WASI.
/**
 * @param {string[]} notations
 * @param {boolean} wide
 * @param {string} call
 * @returns {Argument[]}
 */
function parseArguments(notations, wide, call) {
  let slot = 0;
  /** @type {Argument[]} */
  const parsed = notations.map((notation) => {
    const [name, kind, parameter] = notation.split(/:? /);
    const argument = { name, kind, parameter, slot };
    slot += wide && twoSlots.has(kind) ? 2 : 1;
    return argument;
  });
  if (slot > (wide ? 6 : 10)) throw new Error(`${call} has too many arguments`);
  for (const argument of parsed) {
    if (!argument.kind?.startsWith('buffer-')) continue;
    argument.partner = parsed.find(({ name }) => name === argument.parameter)?.slot;
    if (argument.partner === undefined) throw new Error(`${call}: no argument ${argument.parameter}`);
  }
  return parsed;
}

/** @param {WrittenLayout[]} structs */
function parseStructs(structs) {
  /** @type {Map<string, Layout>} */
  const known = new Map();
  for (const { name, size, fields, note, c } of structs) {
    let offset = 0;
    let alignment = 1;
    /** @type {Field[]} */
    const parsed = fields.map((notation) => {
      const [, field = '', type = '', count] = /^(\w+): (\w+)(?:\[(\d+)\])?$/.exec(notation) ?? [];
      const element = scalars[type] ?? known.get(type)?.size;
      const align = scalars[type] ?? known.get(type)?.alignment ?? 1;
      if (element === undefined) throw new Error(`struct ${name}: ${notation}`);
      offset = Math.ceil(offset / align) * align;
      alignment = Math.max(alignment, align);
      const result = { name: field, type, count: count === undefined ? undefined : Number(count), offset };
      offset += element * (result.count ?? 1);
      return result;
    });
    const end = Math.ceil(offset / alignment) * alignment;
    if (end !== size) throw new Error(`struct ${name} has ${end} bytes, not ${size}`);
    known.set(name, { name, size, alignment, note, c, fields: parsed });
  }
  return [...known.values()];
}

/**
 * @param {Argument[][]} argumentLists
 * @param {ValueSet[]} sets
 */
function checkSets(argumentLists, sets) {
  for (const { kind, parameter } of argumentLists.flat()) {
    if ((kind === 'flags' || kind === 'enum') && !sets.some(({ name }) => name === parameter))
      throw new Error(`no set ${parameter}`);
  }
}

/**
 * @param {Written} json
 * @returns {Model}
 */
export function readModel(json) {
  const linux = {
    imports: json.linux.imports,
    calls: json.linux.calls.map((call) => ({ ...call, arguments: parseArguments(call.arguments, true, call.name) })),
    structs: parseStructs(json.linux.structs),
    sets: json.linux.sets,
    cLibrary: json.linux.c_library,
  };
  const wasi = {
    functions: json.wasi.functions.map((f) => ({ ...f, arguments: parseArguments(f.arguments, false, f.name) })),
    structs: parseStructs(json.wasi.structs),
    sets: json.wasi.sets,
  };
  const argumentsOf = (/** @type {WasiFunction[]} */ calls) => calls.map((call) => call.arguments);
  checkSets(argumentsOf(linux.calls), linux.sets);
  checkSets(argumentsOf(wasi.functions), wasi.sets);
  return { errno: json.errno, signals: json.signals, signalAliases: json.signal_aliases, linux, wasi };
}

/**
 * One of a door's sets.
 * @param {ValueSet[]} sets
 * @param {string} name
 */
export function setOf(sets, name) {
  const found = sets.find((set) => set.name === name);
  if (found === undefined) throw new Error(`no set ${name}`);
  return found;
}
