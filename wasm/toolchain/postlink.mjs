// After the linker: optimises a module and, when it imports linux.fork, instruments the functions on
// the way to fork so that the host can suspend and copy them. Usage: postlink.mjs IN OUT [options]

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { forks, proveDirect, proveInstrumented, proveList } from './fork-proof.mjs';
import { withoutNames } from './module.mjs';
import { optimise } from './optimizer.mjs';

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

/** asyncify, with what the recipe knows of the way to fork, once that is proven. `exempt`: functions it leaves out with reason. */
function instrumentation(linked, { directFork, wayToFork }) {
  const args = ['--asyncify', '--pass-arg=asyncify-imports@linux.fork'];
  let exempt = new Set();
  if (directFork) {
    proveDirect(linked);
    args.push('--pass-arg=asyncify-ignore-indirect');
  }
  if (wayToFork) {
    exempt = proveList(linked, wayToFork);
    args.push(`--pass-arg=asyncify-onlylist@${wayToFork.functions.join(',')}`);
  }
  return { args, exempt };
}

/**
 * @param {{ level?: string, passes?: string[], directFork?: boolean, wayToFork?: object }} options
 *   level: wasm-opt's optimisation level. passes: further passes, before asyncify.
 *   directFork: fork is never reached through a function pointer, so that functions which call
 *   through pointers need no instrumentation.
 *   wayToFork: the only functions to instrument, as fork-proof.mjs's proveList takes them.
 */
export async function postlink(input, output, { level = '-O2', passes = [], directFork = false, wayToFork } = {}) {
  const linked = readFileSync(input);
  // Inlining would be a third of its work, and takes one byte in a hundred from what is not made for speed.
  const left = level === '-Oz' ? ['--skip-pass=inlining-optimizing'] : [];
  const common = [...FEATURES, '--strip-producers', ...left, ...passes];
  if (!forks(linked)) {
    await optimise(input, output, [...common, '--strip-debug', level]);
    return;
  }
  // With the names, which the proof needs.
  const { args, exempt } = instrumentation(linked, { directFork, wayToFork });
  await optimise(input, output, [...common, '--strip-dwarf', '-g', ...args, level]);
  const instrumented = readFileSync(output);
  proveInstrumented(instrumented, exempt);
  writeFileSync(output, withoutNames(instrumented));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [input, output, ...rest] = process.argv.slice(2);
  await postlink(input, output, {
    level: rest.find((option) => /^-O/.test(option)),
    passes: rest.filter((option) => option.startsWith('--') && option !== '--direct-fork'),
    directFork: rest.includes('--direct-fork'),
  });
}
