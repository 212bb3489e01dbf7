// Puts addons where the package carries them, so that users need not compile: prebuilds/<platform>-<arch>/wasmsand.node.
//   node scripts/release/prebuild.mjs          this machine's own, as set-up built it
//   node scripts/release/prebuild.mjs arm64    for Linux on another processor, compiled by Debian's g++-aarch64-linux-gnu
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addonInputs, compileAddon } from '../setup/addon.mjs';
import { missingPorts } from '../setup/image.mjs';
import { hashOf, isCurrent, markCurrent } from '../setup/inputs.mjs';
import { build, root } from '../setup/places.mjs';

const crossPrefixes = new Map([['arm64', 'aarch64-linux-gnu-']]);
const sources = hashOf(addonInputs);
/** @param {string} target */
const binaryOf = (target) => join(root, 'prebuilds', target, 'wasmsand.node');

/** What was made from other sources is not packed. */
function dropStale() {
  const prebuilds = join(root, 'prebuilds');
  mkdirSync(prebuilds, { recursive: true });
  for (const target of readdirSync(prebuilds)) {
    if (isCurrent(`prebuild-${target}`, sources, [binaryOf(target)])) continue;
    rmSync(join(prebuilds, target), { recursive: true });
    console.error(`prebuild: removed ${target}, which was made from other sources`);
  }
}

/**
 * @param {string} binary
 * @param {string} target
 * @param {string | undefined} strip
 */
function place(binary, target, strip) {
  const to = binaryOf(target);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(binary, `${to}.new`);
  // Symbols are for debuggers, and those are for checkouts.
  if (strip) execFileSync(strip, ['--strip-unneeded', `${to}.new`]);
  renameSync(`${to}.new`, to);
  markCurrent(`prebuild-${target}`, sources);
}

/**
 * Compiles in a directory of its own: build/ is this machine's.
 * @param {string} arch
 */
async function crossCompile(arch) {
  const prefix = crossPrefixes.get(arch);
  if (!prefix) throw new Error(`prebuild: no cross compiler is known for ${arch}`);
  if (spawnSync(`${prefix}g++`, ['--version']).status !== 0) {
    throw new Error(`prebuild: ${prefix}g++ is missing; as root: apt-get install g++-${prefix.slice(0, -1)}`);
  }
  const directory = join(build, `addon-${arch}`);
  mkdirSync(directory, { recursive: true });
  for (const input of ['binding.gyp', 'native']) {
    rmSync(join(directory, input), { force: true });
    symlinkSync(join(root, input), join(directory, input));
  }
  const env = { CC: `${prefix}gcc`, CXX: `${prefix}g++`, AR: `${prefix}ar` };
  await compileAddon({ cwd: directory, env, options: [`--arch=${arch}`] });
  place(join(directory, 'build/Release/wasmsand.node'), `linux-${arch}`, `${prefix}strip`);
}

const missing = missingPorts().map(({ name, reason }) => `${name}: ${reason}`);
if (missing.length > 0) throw new Error(`prebuild: a package has all programs; missing: ${missing.join(', ')}`);
dropStale();
const [arch = process.arch] = process.argv.slice(2);
if (arch === process.arch) {
  const strip = process.platform === 'linux' ? 'strip' : undefined;
  place(join(root, 'build/Release/wasmsand.node'), `${process.platform}-${arch}`, strip);
} else {
  await crossCompile(arch);
}
