// Reads the compact notation of abi.json: arguments ("fd: fd", "buffer: buffer-out size"), struct fields ("pad: u8[5]").

const scalars = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, u64: 8 };
const twoSlots = new Set(['offset', 'offset-high-first']);

// `slots`: how many i32 a 64-bit argument takes: 2 at the door linux, 1 at the door of WASI.
function parseArguments(notations, wide, call) {
  let slot = 0;
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

function parseStructs(structs) {
  const known = new Map();
  for (const { name, size, fields, note, c } of structs) {
    let offset = 0;
    let alignment = 1;
    const parsed = fields.map((notation) => {
      const [, field, type, count] = /^(\w+): (\w+)(?:\[(\d+)\])?$/.exec(notation) ?? [];
      const element = scalars[type] ?? known.get(type)?.size;
      const align = scalars[type] ?? known.get(type)?.alignment;
      if (element === undefined) throw new Error(`struct ${name}: ${notation}`);
      offset = Math.ceil(offset / align) * align;
      alignment = Math.max(alignment, align);
      const result = { name: field, type, count: count && Number(count), offset };
      offset += element * (result.count ?? 1);
      return result;
    });
    const end = Math.ceil(offset / alignment) * alignment;
    if (end !== size) throw new Error(`struct ${name} has ${end} bytes, not ${size}`);
    known.set(name, { name, size, alignment, note, c, fields: parsed });
  }
  return [...known.values()];
}

function checkSets(argumentLists, sets) {
  for (const { kind, parameter } of argumentLists.flat()) {
    if ((kind === 'flags' || kind === 'enum') && !sets.some(({ name }) => name === parameter))
      throw new Error(`no set ${parameter}`);
  }
}

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
  for (const { calls, functions, sets } of [linux, wasi])
    checkSets(
      (calls ?? functions).map((c) => c.arguments),
      sets,
    );
  return { errno: json.errno, signals: json.signals, signalAliases: json.signal_aliases, linux, wasi };
}
