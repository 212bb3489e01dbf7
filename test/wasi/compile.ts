// Compiles a program with the public WASI C library, as a user would. Results stay under .setup/ by the hash of what they
// are made of.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));
const sources = fileURLToPath(new URL('./c/', import.meta.url));
const sysroot = join(repository, '.setup/wasm/sysroot');
const products = join(repository, '.setup/wasi-tests');

export async function compile(program: string): Promise<Uint8Array> {
  const source = join(sources, `${program}.c`);
  const hash = createHash('sha256');
  for (const path of [source, join(sources, 'check.h'), join(sysroot, 'lib/wasm32-wasip1/libc.a')]) {
    hash.update(readFileSync(path));
  }
  mkdirSync(products, { recursive: true });
  const output = join(products, `${program}-${hash.digest('hex').slice(0, 16)}.wasm`);
  if (!existsSync(output)) {
    const { stdout } = await execute('clang-19', ['-print-resource-dir']);
    const builtins = join(stdout.trim(), 'lib/wasi/libclang_rt.builtins-wasm32.a');
    const partial = `${output}.${process.pid}`;
    const target = ['--target=wasm32-wasip1', `--sysroot=${sysroot}`, '-nodefaultlibs'];
    await execute('clang-19', [...target, '-O1', '-Wall', '-Werror', '-o', partial, source, '-lc', builtins]);
    renameSync(partial, output);
  }
  return readFileSync(output);
}
