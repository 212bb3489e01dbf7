// After the linker: optimises a module and, when it imports linux.fork, instruments the functions on
// the way to fork so that the host can suspend and copy them. Usage: postlink.mjs IN OUT [options]

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { buildEnvironment } from '../../scripts/setup/environment.mjs';

// Named one by one: --all-features makes modules that Node 20 refuses.
const FEATURES = [
  'bulk-memory',
  'exception-handling',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
  'simd',
].map((name) => `--enable-${name}`);

const wasmOpt = join(dirname(createRequire(import.meta.url).resolve('binaryen/package.json')), 'bin', 'wasm-opt');

export function forks(bytes) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  return imports.some(({ module, name }) => module === 'linux' && name === 'fork');
}

/**
 * @param {{ level?: string, passes?: string[], directFork?: boolean }} options
 *   level: wasm-opt's optimisation level. passes: further passes, before asyncify.
 *   directFork: fork is never reached through a function pointer, so that functions which call
 *   through pointers need no instrumentation.
 */
export async function postlink(input, output, { level = '-O2', passes = [], directFork = false } = {}) {
  const args = [...FEATURES, input, '-o', output, '--strip-debug', '--strip-producers', ...passes];
  if (forks(readFileSync(input))) {
    args.push('--asyncify', '--pass-arg=asyncify-imports@linux.fork');
    if (directFork) args.push('--pass-arg=asyncify-ignore-indirect');
  }
  args.push(level);
  await promisify(execFile)(process.execPath, [wasmOpt, ...args], { env: buildEnvironment() });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [input, output, ...rest] = process.argv.slice(2);
  await postlink(input, output, {
    level: rest.find((option) => /^-O/.test(option)),
    passes: rest.filter((option) => option.startsWith('--') && option !== '--direct-fork'),
    directFork: rest.includes('--direct-fork'),
  });
}
