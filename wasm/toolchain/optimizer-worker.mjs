// Runs wasm-opt, one module after the other: compiled once, with a memory of its own for each. What comes out of it may depend on
// where things lie in that memory (it has tables in the order of addresses), so that nothing of the machine or of earlier runs
// gets there: names of files are always the same, and the environment is empty.
import fs, { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { keepCalls } from './invoke.mjs';

const require = createRequire(import.meta.url);
const wasmOpt = join(dirname(require.resolve('binaryen/package.json')), 'bin', 'wasm-opt');
const source = readFileSync(wasmOpt, 'utf8').replace(/^#!.*/, '');
const program = new Function(
  'Module',
  'require',
  'process',
  'WebAssembly',
  'module',
  '__filename',
  '__dirname',
  source,
);

let compiled;

function instantiate(imports) {
  const connect = keepCalls(imports.a, source);
  const instance = new WebAssembly.Instance(compiled, imports);
  connect(instance.exports);
  return instance;
}

const engine = Object.create(WebAssembly, {
  instantiate: {
    value: async (binary, imports) => {
      compiled = new WebAssembly.Module(binary);
      return { module: compiled, instance: instantiate(imports) };
    },
  },
});

/** The file system as wasm-opt sees it: `in.wasm` and `out.wasm` are files elsewhere, and what it says goes to `said`. */
const fileSystem = (files, said) =>
  new Proxy(fs, {
    get(target, name) {
      if (typeof target[name] !== 'function') return target[name];
      return (first, ...rest) => {
        if (name === 'writeSync' && (first === 1 || first === 2)) {
          const [bytes, offset = 0, length = bytes.length] = rest;
          said.push(Buffer.from(bytes.subarray(offset, offset + length)));
          return length;
        }
        const own = typeof first === 'string' ? files[first.split('/').at(-1)] : undefined;
        return target[name](own ?? first, ...rest);
      };
    },
  });

/** Resolves to the exit status and what was said. */
function run(files, args) {
  const said = [];
  const shownFs = fileSystem(files, said);
  const shownRequire = (name) => (/^(node:)?fs$/.test(name) ? shownFs : require(name));
  const shownProcess = Object.create(process, {
    argv: { value: ['node', 'wasm-opt'] },
    cwd: { value: () => '/' },
    env: { value: {} },
    exitCode: { value: 0, writable: true },
    on: { value: () => {} },
  });
  return new Promise((resolve, reject) => {
    const Module = {
      arguments: args,
      thisProgram: 'wasm-opt',
      onAbort: reject,
      postRun: () => resolve({ status: shownProcess.exitCode, said: Buffer.concat(said).toString() }),
    };
    if (compiled) {
      Module.instantiateWasm = (imports, receive) => {
        receive(instantiate(imports));
        return {};
      };
    }
    program(Module, shownRequire, shownProcess, engine, {}, '/wasm-opt', '/');
  });
}

parentPort.on('message', async ({ input, output, args }) => {
  try {
    parentPort.postMessage(await run({ 'in.wasm': input, 'out.wasm': output }, args));
  } catch (error) {
    parentPort.postMessage({ status: 1, said: String(error) });
  }
});
