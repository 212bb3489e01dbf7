// The C library of the ports: musl from Debian's source package, with our wasm32 architecture laid over it.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { musl } from '../../wasm/libc/musl.mjs';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { compilerVersion } from './packages.mjs';
import { build, clangVersion, root } from './places.mjs';
import { revisionOf } from './product-lock.mjs';
import { product } from './products.mjs';
import { report, run } from './progress.mjs';
import { applyEdits, unpackSource } from './sources.mjs';

const parts = ['arch', 'crt', 'include', 'src'];
const inputs = [...parts, 'musl.mjs']
  .map((part) => `wasm/libc/${part}`)
  .concat('wasm/toolchain/flags', 'scripts/setup/environment.mjs');
/** @type {string | undefined} */
let hash;
/** As it was when it was first asked for: every port's hash has it. */
export function libcHash() {
  hash ??= hashOf(inputs, [compilerVersion()]);
  return hash;
}
export const installedLibc = join(build, 'wasm/libc');

/** @param {string} directory */
async function make(directory) {
  const tree = join(build, 'wasm/musl');
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(join(build, 'wasm'), { recursive: true });
  await unpackSource('libc', musl.source, tree);
  for (const part of parts) {
    cpSync(join(root, 'wasm/libc', part), join(tree, part), { recursive: true });
  }
  applyEdits('libc', tree, musl.edits);
  writeFileSync(join(tree, 'config.mak'), musl.configuration({ clangVersion, root, prefix: directory }));
  report('libc', 'compiling musl');
  const targets = ['lib/libc.a', 'lib/crt1.o', ...musl.emptyLibraries.map((name) => `lib/lib${name}.a`)];
  await run('libc', 'make', [`-j${availableParallelism()}`, ...targets], { cwd: tree });
  await run('libc', 'make', ['install-headers'], { cwd: tree });
  cpSync(join(tree, 'lib'), join(directory, 'lib'), { recursive: true });
  cpSync(musl.compilerRuntime(clangVersion), join(directory, 'lib/libcompiler_rt.a'));
  const revision = revisionOf(tree);
  rmSync(tree, { recursive: true });
  return revision;
}

export async function libc() {
  if (isCurrent('libc', libcHash(), [installedLibc])) return;
  const made = await product('libc', libcHash(), make);
  rmSync(installedLibc, { recursive: true, force: true });
  cpSync(made, installedLibc, { recursive: true });
  markCurrent('libc', libcHash());
}
