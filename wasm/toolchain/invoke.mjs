// wasm-opt's exceptions are JavaScript's: each call that may throw goes out to a function invoke_…, which tries it, and in again,
// which takes a quarter of the time. Here these functions are WebAssembly, which catches what JavaScript throws.

const types = { i: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c };
const zeros = { i: [0x41, 0], j: [0x42, 0], f: [0x43, 0, 0, 0, 0], d: [0x44, 0, 0, 0, 0, 0, 0, 0, 0] };

const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
const list = (items) => [...number(items.length), ...items.flat()];
const sized = (bytes) => [...number(bytes.length), ...bytes];
const section = (id, content) => [id, ...sized(content)];
const named = (name, kind, index) => [...sized([...Buffer.from(name)]), kind, ...number(index)];
const type = (parameters, results) => [0x60, ...list(parameters), ...list(results)];

const i32 = types.i;
const functionReference = 0x70;
const nothing = 0x40;
const op = {
  ...{ if: 0x04, try: 0x06, rethrow: 0x09, end: 0x0b, callIndirect: 0x11, catchAll: 0x19 },
  ...{ localGet: 0x20, localSet: 0x21, globalGet: 0x23, globalSet: 0x24, i32Const: 0x41, i32Eqz: 0x45 },
};

// The tables: of wasm-opt's functions, and of those that it keeps its stack with.
const [callees, stack] = [0, 1];
// The global: whether an exception of C++'s is under way.
const thrown = 0;
const stackFunctions = { save: 0, restore: 1, setThrew: 2 };
const stackTypes = [type([], [i32]), type([i32], []), type([i32, i32], [])];
// Each is alone of its type, and has its number.
const callStack = (name) => [op.i32Const, stackFunctions[name], op.callIndirect, stackFunctions[name], stack];

/** invoke_RESULT PARAMETERS…: a letter for each type. The first parameter, before these, says which function to call. */
function signatureOf(name) {
  const [result, ...parameters] = name.slice('invoke_'.length);
  return { result: result === 'v' ? [] : [result], parameters: parameters.map((letter) => types[letter]) };
}

function body({ result, parameters }, calleeType) {
  const saved = parameters.length + 1;
  const code = [
    ...[...callStack('save'), op.localSet, saved],
    ...[op.try, result.length > 0 ? types[result[0]] : nothing],
    ...parameters.flatMap((_, i) => [op.localGet, i + 1]),
    ...[op.localGet, 0, op.callIndirect, ...number(calleeType), callees],
    op.catchAll,
    // What is no exception of C++'s, the end of the program, goes on.
    ...[op.globalGet, thrown, op.i32Eqz, op.if, nothing, op.rethrow, 1, op.end],
    ...[op.i32Const, 0, op.globalSet, thrown],
    ...[op.localGet, saved, ...callStack('restore')],
    ...[op.i32Const, 1, op.i32Const, 0, ...callStack('setThrew')],
    ...result.flatMap((letter) => zeros[letter]),
    ...[op.end, op.end],
  ];
  return sized([...list([[1, i32]]), ...code]);
}

/** A module with functions of these names, and what connect() fills. */
function assemble(names) {
  const signatures = names.map(signatureOf);
  const letters = ({ result }) => result.map((letter) => types[letter]);
  const pairs = signatures.flatMap((signature) => [
    type(signature.parameters, letters(signature)),
    type([i32, ...signature.parameters], letters(signature)),
  ]);
  const calleeType = (i) => stackTypes.length + 2 * i;
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([...stackTypes, ...pairs])),
    ...section(3, list(names.map((_, i) => number(calleeType(i) + 1)))),
    ...section(4, list([0, 3].map((size) => [functionReference, 0, size]))),
    ...section(6, list([[i32, 1, op.i32Const, 0, op.end]])),
    ...section(
      7,
      list([
        ...names.map((name, i) => named(name, 0, i)),
        named('callees', 1, callees),
        named('stack', 1, stack),
        named('thrown', 3, thrown),
      ]),
    ),
    ...section(10, list(signatures.map((signature, i) => body(signature, calleeType(i))))),
  ]);
}

let compiled;

/**
 * Replaces functions among the imports of a program of Emscripten's, whose `source` tells the names of its exports. Returns what
 * must be called with these before it runs.
 */
export function keepCalls(imports, source) {
  const names = Object.entries(imports).map(([key, { name }]) => ({ key, name }));
  const invoking = names.filter(({ name }) => name?.startsWith('invoke_'));
  compiled ??= new WebAssembly.Module(assemble(invoking.map(({ name }) => name)));
  const own = new WebAssembly.Instance(compiled).exports;
  for (const { key, name } of invoking) imports[key] = own[name];
  for (const { key } of names.filter(({ name }) => /^___(cxa_(re)?throw|resumeException)$/.test(name))) {
    const raise = imports[key];
    imports[key] = (...args) => {
      own.thrown.value = 1;
      raise(...args);
    };
  }
  return (exports) => {
    const exported = (name) => exports[new RegExp(`\\b${name}=wasmExports\\["(\\w+)"\\]`).exec(source)[1]];
    const table = exported('wasmTable');
    own.callees.grow(table.length);
    for (let i = 0; i < table.length; i++) own.callees.set(i, table.get(i));
    const parts = ['_emscripten_stack_get_current', '__emscripten_stack_restore', '_setThrew'];
    for (const [i, name] of parts.entries()) own.stack.set(i, exported(name));
  };
}
