// Our own shell, wasm/shell: compiled file by file, linked on our C library.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hashOf } from './inputs.mjs';
import { installedLibc, libcHash } from './libc.mjs';
import { build, root } from './places.mjs';
import { toolchain } from './product-lock.mjs';
import { product } from './products.mjs';
import { report, run, StepFailed } from './progress.mjs';
import { installedSysroot } from './sysroot.mjs';

const inputs = ['wasm/shell', 'wasm/sys', 'wasm/toolchain', 'scripts/setup/shell.mjs', 'scripts/setup/sysroot.mjs'];
const notShipped = /^(test|fuzz)\//;
// What most sources include of the standard library: it takes longer to read than most of them.
const standardHeaders = [
  ...['algorithm', 'array', 'charconv', 'functional', 'map', 'memory', 'optional', 'set', 'span', 'string'],
  ...['string_view', 'unordered_map', 'utility', 'vector'],
];

function sources() {
  const shell = readdirSync(join(root, 'wasm/shell'), { recursive: true })
    .filter((name) => name.endsWith('.cc') && !notShipped.test(name))
    .map((name) => `wasm/shell/${name}`);
  return [...shell, 'wasm/sys/process_wasm.cc', 'wasm/sys/runtime_wasm.cc'].sort();
}

const headersIn = (place) =>
  readdirSync(join(root, place), { recursive: true })
    .filter((name) => name.endsWith('.h'))
    .map((name) => `${place}/${name}`);

/** What each source is compiled with: an object is named by the hash of that and of the source. */
function commonHash() {
  const headers = [...headersIn('wasm/shell'), ...headersIn('wasm/sys')].sort();
  return hashOf([...headers, 'wasm/toolchain', 'scripts/setup/sysroot.mjs'], facts());
}

async function make(directory, hash) {
  report('shell', 'compiling');
  const objects = join(build, 'wasm/shell');
  mkdirSync(objects, { recursive: true });
  const env = { WASMSAND_LIBC: installedLibc, WASMSAND_SYSROOT: installedSysroot };
  const compiler = join(root, 'wasm/toolchain/wasmsand-c++');
  const files = sources();
  const common = commonHash();
  const names = new Map(files.map((file) => [file, `${file.replaceAll('/', '.')}.${hashOf([file], [common])}.o`]));
  const object = (file) => join(objects, names.get(file));
  // The objects stay as long as they are of use.
  const kept = new Set(names.values());
  for (const name of readdirSync(objects)) if (!kept.has(name)) rmSync(join(objects, name));
  const waiting = files.filter((file) => !existsSync(object(file)));
  const compile = (args) => run('shell', compiler, ['-Os', `-ffile-prefix-map=${root}=.`, '-c', ...args], { env });
  const headers = join(objects, 'standard-library.h');
  if (waiting.length > 0) {
    writeFileSync(headers, standardHeaders.map((name) => `#include <${name}>\n`).join(''));
    await compile(['-x', 'c++-header', headers, '-o', `${headers}.pch`]);
  }
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      await compile(['-include-pch', `${headers}.pch`, join(root, file), '-o', `${object(file)}.new`]);
      renameSync(`${object(file)}.new`, object(file));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const linked = join(objects, 'bash.wasm');
  await run('shell', compiler, [...files.map(object), '-o', linked], { env });
  // The product is named by what it was made from.
  if (shellHash() !== hash) throw new StepFailed('the sources of the shell changed while they were compiled');
  const { postlink } = await import('../../wasm/toolchain/postlink.mjs');
  const program = join(directory, 'bash.wasm');
  await postlink(linked, program, { level: '-O3' });
  writeFileSync(
    join(directory, 'entries.json'),
    JSON.stringify([
      { path: '/usr/bin/bash', type: 'program', file: 'bash.wasm', mode: 0o755, size: statSync(program).size },
      { path: '/usr/bin/sh', type: 'link', target: '/usr/bin/bash' },
      { path: '/usr/bin/rbash', type: 'symlink', target: 'bash' },
    ]),
  );
}

const smoke = [
  {
    run: ['bash', '-c', '(echo child) & wait; echo parent | { read -r line; echo "$line"; }'],
    prints: 'child\nparent\n',
  },
];
// Our C library and the pinned C++ library of another package.
const facts = () => [libcHash(), toolchain()['@yowasp/clang']];
export const shellHash = () => hashOf(inputs, facts());

export function shell() {
  const hash = shellHash();
  return product('shell', hash, (directory) => make(directory, hash), { smoke });
}
