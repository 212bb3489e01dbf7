// What CMake builds under a sanitizer. Of the kernel its tests, its fuzzers and the addon share one library; of the shell
// its tests and its fuzzers one build.
//   kernel-build.mjs address|thread|shell TARGET…     prints the directory
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, cache, root } from '../setup/places.mjs';

/**
 * Rejects with what the command has printed when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<void>}
 */
export function runQuietly(command, args, env = kept) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env } });
  /** @type {Buffer[]} */
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')}\n${Buffer.concat(output).toString().slice(-8000)}`));
    });
  });
}

function nodeHeaders() {
  const ofInstallation = join(dirname(dirname(process.execPath)), 'include/node');
  return existsSync(join(ofInstallation, 'node_api.h')) ? ofInstallation : '/usr/include/node';
}

// Objects are kept between clones: under two sanitizers they take a quarter of an hour. The paths of a clone are left out of their names.
const launcher = existsSync('/usr/bin/ccache') ? ['-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'] : [];
/** @type {NodeJS.ProcessEnv} */
const kept = {
  CCACHE_DIR: join(cache, 'ccache'),
  CCACHE_BASEDIR: root,
  CCACHE_NOHASHDIR: '1',
  CCACHE_MAXSIZE: '3G',
  CCACHE_SLOPPINESS: 'pch_defines,time_macros',
};

/**
 * Builds `targets` under `sanitizer` (address or thread) and says where they are.
 * @param {string} sanitizer
 * @param {string[]} targets
 */
export async function buildKernel(sanitizer, targets) {
  const place = join(build, `kernel-${sanitizer}`);
  await runQuietly('cmake', [
    ...[
      '-S',
      root,
      '-B',
      place,
      '-DCMAKE_CXX_COMPILER=clang++-19',
      ...launcher,
      `-DWASMSAND_NODE_HEADERS=${nodeHeaders()}`,
    ],
    ...(sanitizer === 'address'
      ? ['-DWASMSAND_SANITIZE=address,undefined', '-DWASMSAND_FUZZ=ON']
      : ['-DWASMSAND_SANITIZE=thread']),
  ]);
  await runQuietly('cmake', ['--build', place, '-j2', '--target', ...targets]);
  return place;
}

/**
 * Builds `targets` of the shell for this machine, under address and undefined.
 * @param {string[]} targets
 */
export async function buildShell(targets) {
  const place = join(build, 'shell-address');
  await runQuietly('cmake', [
    ...['-S', join(root, 'wasm/shell'), '-B', place, '-DCMAKE_CXX_COMPILER=clang++-19', ...launcher],
    ...['-DCMAKE_BUILD_TYPE=RelWithDebInfo', '-DSANITIZE=address,undefined', '-DFUZZ=ON'],
  ]);
  await runQuietly('cmake', ['--build', place, '-j2', '--target', ...targets]);
  return place;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [sanitizer, ...targets] = process.argv.slice(2);
  try {
    console.log(await (sanitizer === 'shell' ? buildShell(targets) : buildKernel(sanitizer, targets)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
