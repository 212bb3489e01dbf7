// Builds native/module as WebAssembly with our own toolchain: the reader of modules for hosts whose kernel is not C++, and its tests.
//   module-reader.mjs     prints the directory that holds reader.wasm and tests.wasm
// The set-up must have made the C library (node scripts/setup.mjs).
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postlink } from '../../wasm/toolchain/postlink.mjs';
import { hashOf } from '../setup/inputs.mjs';
import { installedLibc, libcHash } from '../setup/libc.mjs';
import { cache, root } from '../setup/places.mjs';
import { toolchain } from '../setup/product-lock.mjs';
import { installedSysroot } from '../setup/sysroot.mjs';
import { runQuietly } from './kernel-build.mjs';

const inputs = ['native/module', 'native/kernel/result.h', 'native/syscall/generated', 'wasm/module', 'wasm/toolchain'];
const tests = ['module_test', 'module_rewrite_test', 'module_yield_points_test', 'instructions_test'];
const testInputs = ['native/test/module_bytes.h', ...tests.map((name) => `native/test/${name}.cc`)];
const googleTest = '/usr/src/googletest/googletest';

// They count for a whole process of Node.
/** @param {string} name */
const isShared = (name) => !name.endsWith('_ledger.cc');

/** @param {string} directory */
async function make(directory) {
  const compiler = join(root, 'wasm/toolchain/wasmsand-c++');
  const env = { WASMSAND_LIBC: installedLibc, WASMSAND_SYSROOT: installedSysroot };
  const include = ['-Inative', '-Inative/test', `-I${googleTest}/include`, `-I${googleTest}`];
  const settings = ['-DGTEST_HAS_PTHREAD=0', '-DGTEST_HAS_EXCEPTIONS=0', '-DGTEST_HAS_RTTI=0'];
  const all = readdirSync(join(root, 'native/module')).filter((name) => name.endsWith('.cc'));
  /** @param {string[]} names */
  const inRoom = (names) => names.map((/** @type {string} */ name) => `native/module/${name}`);
  const shared = [...inRoom(all.filter(isShared)), 'native/syscall/generated/wasi_calls.cc'];
  const forTests = [
    ...inRoom(all.filter((name) => !isShared(name))),
    ...tests.map((name) => `native/test/${name}.cc`),
    'wasm/module/test_surroundings.cc',
    ...['gtest-all.cc', 'gtest_main.cc'].map((name) => `${googleTest}/src/${name}`),
  ];
  /** @param {string} file */
  const object = (file) => join(directory, `${file.replaceAll('/', '.')}.o`);
  const waiting = [...shared, 'wasm/module/reader.cc', ...forTests];
  const compile = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift())
      await runQuietly(
        compiler,
        ['-O2', `-ffile-prefix-map=${root}=.`, ...include, ...settings, '-c', file, '-o', object(file)],
        env,
      );
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compile));
  /**
   * @param {string[]} files
   * @param {string} name
   */
  const link = async (files, name) => {
    const linked = join(directory, `${name}.linked`);
    await runQuietly(compiler, [...files.map(object), '-o', linked], env);
    await postlink(linked, join(directory, `${name}.wasm`), { level: '-O3' });
    rmSync(linked);
  };
  await link([...shared, 'wasm/module/reader.cc'], 'reader');
  await link([...shared, ...forTests], 'tests');
  for (const name of readdirSync(directory)) if (name.endsWith('.o')) rmSync(join(directory, name));
}

/** The directory with both modules; made when it is missing. */
export async function moduleReader() {
  const own = ['scripts/suites/module-reader.mjs', ...inputs, ...testInputs];
  const place = join(cache, `module-reader-${hashOf(own, [libcHash(), toolchain()['@yowasp/clang']])}`);
  if (existsSync(place)) return place;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, '.module-reader-'));
  try {
    await make(unfinished);
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
  return place;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await moduleReader());
