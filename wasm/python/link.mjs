// One program of two modules: CPython as the npm package has it, built for Emscripten, and what it asks of JavaScript there, which is
// here the C of this directory over our C library. What comes out imports the kernel's calls and nothing else.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import binaryen from 'binaryen';
import { readModule as describe } from '../toolchain/module.mjs';
import { sectionIds, withImports, withSections, withTable } from './sections.mjs';

const features = {
  ...{ 'mutable-globals': 'MutableGlobals', 'nontrapping-float-to-int': 'NontrappingFPToInt', simd: 'SIMD128' },
  ...{ 'bulk-memory': 'BulkMemory', 'bulk-memory-opt': 'BulkMemoryOpt', 'sign-ext': 'SignExt' },
  ...{ 'exception-handling': 'ExceptionHandling', 'reference-types': 'ReferenceTypes', multivalue: 'Multivalue' },
  ...{ 'call-indirect-overlong': 'CallIndirectOverlong' },
};
const flags = ['--mvp-features', ...Object.keys(features).map((name) => `--enable-${name}`)];

/** Where the door's own data lies: at the bottom of CPython's stack, of which it takes a twentieth. */
export const doorBase = 62 * 65536;
/** Its functions in the table follow those of CPython. */
export const doorTable = 8800;
/** Then come those that modules may ask for by their names. */
const namedTable = 9216;
/** What modules bring along that are linked while it runs comes behind those. */
export const tableEntries = 16384;
const tableMost = 100000;

/** What is left of all that the two modules export. */
const exported = new Set([
  ...['_start', 'memory', '__signal_deliver', '__child_main', '__stack_pointer'],
  // What modules get that are linked while it runs.
  ...['__indirect_function_table', '__cpp_exception', '__c_longjmp'],
]);

export function readModule(bytes) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(Object.values(features).reduce((all, name) => all | binaryen.Features[name], 0));
  return module;
}

const exportOf = (module, name) => {
  const found = module.getExport(name);
  if (!found) throw new Error(`CPython exports no ${name}`);
  return binaryen.getExportInfo(found).value;
};

/** The address of a variable that the module exports. */
export function addressOf(module, name) {
  const { init } = binaryen.getGlobalInfo(module.getGlobal(exportOf(module, name)));
  return binaryen.getExpressionInfo(init).value;
}

const arityMost = 3;

/** How many parameters each function of the table has, as far as Python calls it with objects. */
export function aritiesOf(module) {
  const { data } = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(0));
  if (data.length + 1 > doorTable) throw new Error('CPython has more functions in its table than there is room for');
  const arity = (name) => {
    const parameters = binaryen.expandType(binaryen.getFunctionInfo(module.getFunction(name)).params);
    return Math.min(parameters.length, arityMost);
  };
  const more = Array.from({ length: namedTable - 1 - data.length }, () => arityMost);
  return [0, ...data.map(arity), ...more, ...namedFunctions(module).map(([, name]) => arity(name))];
}

/** What takes any number of arguments: their types do not say so. */
const variadic = [
  ...['printf', 'fprintf', 'sprintf', 'snprintf', 'scanf', 'fscanf', 'sscanf', 'open', 'fcntl', 'ioctl'],
  ...['PyArg_Parse', 'PyArg_ParseTuple', 'PyArg_ParseTupleAndKeywords', 'PyArg_UnpackTuple', 'PyErr_Format'],
  ...['PyErr_WarnFormat', 'PyObject_CallFunction', 'PyObject_CallFunctionObjArgs', 'PyObject_CallMethod'],
  ...['PyObject_CallMethodObjArgs', 'PyOS_snprintf', 'PyBytes_FromFormat', 'PySys_WriteStdout', 'PySys_WriteStderr'],
  ...['PyTuple_Pack', 'PyUnicode_FromFormat', 'Py_BuildValue'],
];

/**
 * The types of the functions in the table, where ctypes calls them: a letter for each parameter (i32, I64, f32, F64), `*` for what any
 * number of arguments is in, then the result's; `ofEntries` says which each entry has.
 */
export function typesOf(module) {
  const { data } = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(0));
  const values = new Map(exportsOf(module, binaryen.ExternalFunction));
  const takeAny = new Set(variadic.map((name) => values.get(name)));
  const letters = { [binaryen.i32]: 'i', [binaryen.i64]: 'I', [binaryen.f32]: 'f', [binaryen.f64]: 'F' };
  const types = [''];
  const typeOf = (name) => {
    const { params, results } = binaryen.getFunctionInfo(module.getFunction(name));
    const parameters = binaryen.expandType(params).map((type) => letters[type] ?? '?');
    if (takeAny.has(name)) parameters[parameters.length - 1] = '*';
    const text = `${parameters.join('')}:${binaryen.expandType(results).map((type) => letters[type] ?? '?')}`;
    if (text.includes('?') || text.includes(',')) return 0;
    const known = types.indexOf(text);
    return known < 0 ? types.push(text) - 1 : known;
  };
  const none = Array.from({ length: namedTable - 1 - data.length }, () => 0);
  const ofEntries = [0, ...data.map(typeOf), ...none, ...namedFunctions(module).map(([, name]) => typeOf(name))];
  return { types, ofEntries };
}

/** Of no use where there is no JavaScript. */
const ofJavaScript =
  /^_?(emscripten_gl|emscripten_webgl|gl[A-Z]|egl[A-Z]|al[A-Z]|Jsv?[A-Z]|js2python|python2js|pyproxy|hiwire)/;

function exportsOf(module, kind) {
  return Array.from({ length: module.getNumExports() }, (_, i) => binaryen.getExportInfo(module.getExportByIndex(i)))
    .filter((entry) => entry.kind === kind)
    .map(({ name, value }) => [name, value]);
}

/** The functions that CPython exports and has in no place of its table: one name of each, and what it is called within. */
function namedFunctions(module) {
  const { data } = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(0));
  const known = new Set(data);
  return exportsOf(module, binaryen.ExternalFunction).filter(([name, value]) => {
    if (known.has(value) || ofJavaScript.test(name)) return false;
    known.add(value);
    return true;
  });
}

/**
 * Puts into the table what modules may ask for that are linked later: what CPython exports (`names`: of namedFunctions, in their order)
 * and what the door offers. Returns the list of symbols, as wasm/python/linking/symbols.c reads it.
 */
function offerSymbols(module, names, offered) {
  const values = new Map(exportsOf(module, binaryen.ExternalFunction));
  const placed = new Map();
  for (let i = 0; i < module.getNumElementSegments(); i++) {
    const { data, offset } = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(i));
    const first = binaryen.getExpressionInfo(offset).value;
    for (const [at, name] of data.entries()) placed.set(name, first + at);
  }
  const wanted = names.map(([name]) => values.get(name));
  for (const name of offered) {
    const value = values.get(name);
    if (name.includes(':') || exported.has(name) || placed.has(value) || wanted.includes(value)) continue;
    wanted.push(value);
  }
  if (namedTable + wanted.length > tableEntries)
    throw new Error('CPython exports more functions than the table has room for');
  const table = module.getTableByIndex(0);
  module.addActiveElementSegment(binaryen.getTableInfo(table).name, 'named', wanted, module.i32.const(namedTable));
  for (const [i, name] of wanted.entries()) placed.set(name, namedTable + i);
  const symbols = [...values].filter(
    ([name, value]) => placed.has(value) && !name.includes(':') && !exported.has(name),
  );
  const functions = symbols.map(([name, value]) => [name, placed.get(value), true]);
  const variables = exportsOf(module, binaryen.ExternalGlobal).flatMap(([name, value]) => {
    const { mutable, init } = binaryen.getGlobalInfo(module.getGlobal(value));
    return mutable || init === 0 ? [] : [[name, binaryen.getExpressionInfo(init).value, false]];
  });
  return symbolList([...functions, ...variables]);
}

function symbolList(symbols) {
  const named = symbols.map(([name, ...rest]) => [Buffer.from(`${name}\0`), ...rest]);
  named.sort(([one], [other]) => Buffer.compare(one, other));
  const list = Buffer.alloc(4 + 8 * named.length);
  list.writeUInt32LE(named.length, 0);
  let at = 0;
  named.forEach(([name, value, isFunction], i) => {
    list.writeUInt32LE((at | (isFunction ? 2 ** 31 : 0)) >>> 0, 4 + 8 * i);
    list.writeUInt32LE(value >>> 0, 8 + 8 * i);
    at += name.length;
  });
  return Buffer.concat([list, ...named.map(([name]) => name)]);
}

/** CPython's errno numbers by their names, as its JavaScript knows them; without the second names that Linux has for some. */
export function errnoNumbers(javascript) {
  const [, list] = /ERRNO_CODES=\{([^}]*)\}/.exec(javascript) ?? [];
  const seconds = new Set(['EOPNOTSUPP', 'EWOULDBLOCK', 'EDEADLOCK']);
  return [...list.matchAll(/(\w+):(\d+)/g)]
    .map(([, name, number]) => [name, number])
    .filter(([name]) => !seconds.has(name));
}

const typeNames = new Map(['i32', 'i64', 'f32', 'f64', 'externref'].map((name) => [binaryen[name], name]));

/** A function that is there to be imported: what of CPython calls JavaScript is never reached, or may be told that there is none. */
function absent(name, params, results) {
  const list = (word, types) => types.map((type) => ` (${word} ${typeNames.get(type)})`).join('');
  const body = results[0] === binaryen.externref ? '(ref.null extern)' : '(unreachable)';
  return `(func (export "${name}")${list('param', params)}${list('result', results)} ${body})`;
}

/** The module of all that CPython imports and the door does not offer. Variables are the addresses of functions that nobody has. */
function absentText(module) {
  const lines = [];
  for (let i = 0; i < module.getNumFunctions(); i++) {
    const { module: from, base, params, results } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
    if (from === 'absent') lines.push(absent(base, binaryen.expandType(params), binaryen.expandType(results)));
  }
  for (let i = 0; i < module.getNumGlobals(); i++) {
    const { module: from, base } = binaryen.getGlobalInfo(module.getGlobalByIndex(i));
    if (from === 'absent') lines.push(`(global (export "${base}") (mut i32) (i32.const 0))`);
  }
  return `(module\n${lines.join('\n')})\n`;
}

const stackPointer = ' (global $__stack_pointer (mut i32)';

/** The door's module, its stack, memory and table those of CPython. */
function onPython(text) {
  const lines = text.split('\n').filter((line) => !/^ \(export "(__stack_pointer|memory)"/.test(line));
  const own = lines.findIndex((line) => line.startsWith(stackPointer));
  lines.splice(own, 1);
  const imports = lines.findIndex((line) => line.startsWith(' (import'));
  lines.splice(imports, 0, ` (import "python" "__stack_pointer" (global $__stack_pointer (mut i32)))`);
  return lines.join('\n').replaceAll(/\(import "env" "(memory|__indirect_function_table)"/g, '(import "python" "$1"');
}

const run = promisify(execFile);

/** Binaryen's programs. What comes out of them may depend on what they are told: names are always the same, the environment is empty. */
class Linker {
  constructor(root, directory) {
    this.tools = join(root, 'node_modules/.bin');
    this.directory = directory;
  }

  async run(tool, args) {
    const options = { cwd: this.directory, env: { PATH: process.env.PATH }, maxBuffer: 2 ** 26 };
    return (await run(join(this.tools, tool), [...flags, ...args], options)).stdout;
  }

  write(name, content) {
    writeFileSync(join(this.directory, name), content);
  }

  read(name) {
    return readFileSync(join(this.directory, name));
  }

  async assemble(name, text) {
    this.write(`${name}.wat`, text);
    await this.run('wasm-as', [`${name}.wat`, '-o', `${name}.wasm`]);
  }
}

/** Functions that only call another, which their callers do as well: the wrapper was put inline. */
const wrappers = new Set(['dlopen', 'dlsym', 'dlclose', 'Py_FinalizeEx']);

/** The function that another only calls. */
function calledBy(target) {
  const { body } = binaryen.getFunctionInfo(target);
  const call = binaryen.getExpressionInfo(body);
  if (call.id !== binaryen.CallId) throw new Error('a function of CPython is not what it was taken for');
  return call.target;
}

function setBody(module, target, called) {
  const { params, results } = binaryen.getFunctionInfo(target);
  const values = binaryen.expandType(params).map((type, index) => module.local.get(index, type));
  new binaryen.Function(target).setBody(module.call(called, values, results));
}

/** Gives functions of CPython's C library the bodies that the door exports as replaced:NAME. */
function replaceBodies(module) {
  for (let i = 0; i < module.getNumExports(); i++) {
    const { name, value } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (!name.startsWith('replaced:')) continue;
    const replaced = name.slice('replaced:'.length);
    const target = module.getFunction(exportOf(module, replaced));
    if (wrappers.has(replaced)) setBody(module, module.getFunction(calledBy(target)), value);
    setBody(module, target, value);
  }
}

/** Has `first` called whenever the function `name` is, with as many of its arguments as `first` takes. */
function callBefore(module, name, first) {
  const target = module.getFunction(exportOf(module, name));
  const { body, results } = binaryen.getFunctionInfo(target);
  const { params } = binaryen.getFunctionInfo(module.getFunction(exportOf(module, first)));
  const values = binaryen.expandType(params).map((type, index) => module.local.get(index, type));
  const call = module.call(exportOf(module, first), values, binaryen.none);
  new binaryen.Function(target).setBody(module.block(null, [call, body], results));
}

/**
 * CPython measures how deep it is by its stack in memory, of which some functions take nothing at all; the engine's own, on which they
 * do take something, would be at its end before. Those that recurse, which ask whether they may or free what objects hold, take this much more.
 */
const bytesOfRecursion = 128;

function takeStack(module, functions) {
  const stack = exportOf(module, '__stack_pointer');
  const { i32 } = binaryen;
  const move = (by) => module.global.set(stack, module.i32.add(module.global.get(stack, i32), module.i32.const(by)));
  // A value passes through where the stack is given back.
  const passed = (results) => `stack:${results}`;
  for (const type of [i32, binaryen.i64, binaryen.f64]) {
    module.addFunction(
      passed(type),
      type,
      type,
      [],
      module.block(null, [move(bytesOfRecursion), module.local.get(0, type)], type),
    );
  }
  for (const name of functions) {
    const target = module.getFunction(name);
    const { body, params, results } = binaryen.getFunctionInfo(target);
    const outer = new binaryen.Function(target);
    const locals = Array.from({ length: outer.getNumVars() }, (_, i) => outer.getVar(i));
    const inner = `${name}:inner`;
    module.addFunction(inner, params, results, locals, module.copyExpression(body));
    const values = binaryen.expandType(params).map((type, i) => module.local.get(i, type));
    const call = module.call(inner, values, results);
    const after =
      results === binaryen.none ? [call, move(bytesOfRecursion)] : [module.call(passed(results), [call], results)];
    outer.setBody(module.block(null, [move(-bytesOfRecursion), ...after], results));
  }
}

/** The function by which streams ask whether an exception is that of an interrupted call: it compares with CPython's own number. */
function asksForInterrupt(module, bytes) {
  const { exports, functions, imports } = describe(bytes);
  const names = ['ExceptionMatches', 'GetRaisedException', 'SetRaisedException'].map((name) => `PyErr_${name}`);
  const called = [...names, 'PyLong_AsLongAndOverflow'].map((name) => exports.get(name));
  const found = functions.flatMap(({ calls }, i) =>
    called.every((index) => calls.has(index)) && calls.size <= called.length + 2 ? [i + imports.length] : [],
  );
  if (found.length !== 1) throw new Error('what of CPython asks whether a call was interrupted cannot be found');
  return module.getFunctionByIndex(found[0]);
}

/** The functions that recurse. `bytes`: the module's. */
function recursive(module, bytes) {
  const { exports, functions, imports } = describe(bytes);
  const checks = exports.get('_Py_CheckRecursiveCall');
  const asking = functions.flatMap(({ calls }, i) => (calls.has(checks) ? [i + imports.length] : []));
  if (asking.length < 10) throw new Error('what of CPython asks how deep it is cannot be found');
  return [exports.get('_Py_Dealloc'), ...asking].map(
    (index) => binaryen.getFunctionInfo(module.getFunctionByIndex(index)).name,
  );
}

/**
 * The program. `python`: the bytes of CPython's module; `door`: those of the linked module of this directory's C, made with doorBase
 * and doorTable; `directory`: for files on the way; `root`: of the checkout.
 */
export async function link({ python, door, directory, root }) {
  const linker = new Linker(root, directory);
  linker.write('linked.wasm', door);
  const doorText = onPython(await linker.run('wasm-dis', ['linked.wasm']));
  await linker.assemble('door', doorText);
  const offered = new Set([...doorText.matchAll(/\(export "([^"]+)" \(func/g)].map(([, name]) => name));
  const place = (name, kind) => {
    if (kind !== 0) return ['absent', `variable:${name}`];
    return [offered.has(name) ? 'door' : 'absent', name];
  };
  const change = (id, content) => {
    if (id === sectionIds.import) return withImports(content, place);
    if (id === sectionIds.table) return withTable(content, tableEntries, tableMost);
    return id === sectionIds.custom ? undefined : content;
  };
  linker.write('main.wasm', withSections(python, change));
  await linker.assemble('absent', absentText(readModule(linker.read('main.wasm'))));
  const modules = ['main.wasm', 'python', 'door.wasm', 'door', 'absent.wasm', 'absent'];
  await linker.run('wasm-merge', ['--skip-export-conflicts', ...modules, '-o', 'merged.wasm']);
  const named = namedFunctions(readModule(linker.read('main.wasm')));
  const merged = linker.read('merged.wasm');
  const module = readModule(merged);
  replaceBodies(module);
  callBefore(module, 'PyErr_SetFromErrnoWithFilenameObjects', 'raise_linux_errno');
  callBefore(module, 'PyErr_SetObject', 'tell_linux_errno');
  setBody(module, asksForInterrupt(module, merged), exportOf(module, 'is_interrupted'));
  takeStack(module, recursive(module, merged));
  const symbols = offerSymbols(module, named, offered);
  const count = module.getNumExports();
  const names = Array.from({ length: count }, (_, i) => binaryen.getExportInfo(module.getExportByIndex(i)).name);
  for (const name of names) if (!exported.has(name)) module.removeExport(name);
  module.runPasses(['remove-unused-module-elements']);
  if (!module.validate()) throw new Error('what was linked is no valid module');
  return { linked: Buffer.from(module.emitBinary()), symbols };
}
