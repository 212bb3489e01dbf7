// Compiles a conformance program for the real machine and for the sandbox. Results stay among the set-up's products, by the
// hash of what they are made of.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));
const sources = fileURLToPath(new URL('./c/', import.meta.url));
const toolchain = join(repository, 'wasm/toolchain');
const libc = join(repository, '.setup/wasm/libc');
const products = join(repository, '.setup/conformance');
const flags = ['-D_GNU_SOURCE', '-O1', '-w'];

export interface Compiled {
  native: string;
  wasm: string;
}

/** The names of a program's cases, in order. */
export function casesOf(program: string): string[] {
  const text = readFileSync(join(sources, `${program}.c`), 'utf8');
  return Array.from(text.matchAll(/^CASE\((\w+)\)/gm), (match) => match[1] ?? '');
}

/** `directory`: where its source is. */
export async function compile(program: string, directory = sources): Promise<Compiled> {
  const source = join(directory, `${program}.c`);
  const hash = createHash('sha256');
  for (const path of [
    source,
    ...readdirSync(sources)
      .filter((name) => name.endsWith('.h'))
      .sort()
      .map((name) => join(sources, name)),
    join(toolchain, 'flags'),
    join(toolchain, 'wasmsand-cc'),
    join(toolchain, 'postlink.mjs'),
    join(libc, 'lib/libc.a'),
  ]) {
    hash.update(readFileSync(path));
  }
  mkdirSync(products, { recursive: true });
  const base = join(products, `${program}-${hash.digest('hex').slice(0, 16)}`);
  const native = await product(base, (output) => execute('cc', [...flags, '-o', output, source, '-lm']));
  const wasm = await product(`${base}.wasm`, async (output) => {
    await execute(join(toolchain, 'wasmsand-cc'), [...flags, '-o', `${output}.linked`, source], {
      env: { ...process.env, WASMSAND_LIBC: libc },
    });
    await execute(process.execPath, [join(toolchain, 'postlink.mjs'), `${output}.linked`, output, '-O1']);
    rmSync(`${output}.linked`);
  });
  return { native, wasm };
}

// Made under a name of its own first, so that a file that exists is whole.
async function product(path: string, make: (output: string) => Promise<unknown>): Promise<string> {
  if (existsSync(path) && statSync(path).size > 0) return path;
  const partial = `${path}.${process.pid}`;
  await make(partial);
  renameSync(partial, path);
  return path;
}
