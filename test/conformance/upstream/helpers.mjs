// Small programs of the build trees that the suites call: of our own, in helpers/, compiled with the ports' toolchain.
// They stay among the set-up's products, by the hash of what they are made of.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('./helpers/', import.meta.url));
const repository = fileURLToPath(new URL('../../../', import.meta.url));
const toolchain = join(repository, 'wasm/toolchain');
const libc = join(repository, '.setup/wasm/libc');
const products = join(repository, '.setup/conformance');

function mustRun(command, args) {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, WASMSAND_LIBC: libc },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

function compile(name) {
  const source = join(sources, `${name}.c`);
  const hash = createHash('sha256');
  for (const path of [source, join(toolchain, 'flags'), join(libc, 'lib/libc.a')]) hash.update(readFileSync(path));
  const product = join(products, `helper-${name}-${hash.digest('hex').slice(0, 16)}.wasm`);
  if (!existsSync(product)) {
    mkdirSync(products, { recursive: true });
    const partial = `${product}.${process.pid}`;
    mustRun(join(toolchain, 'wasmsand-cc'), ['-D_GNU_SOURCE', '-O1', '-o', `${partial}.linked`, source]);
    mustRun(process.execPath, [join(toolchain, 'postlink.mjs'), `${partial}.linked`, partial, '-O1']);
    rmSync(`${partial}.linked`);
    renameSync(partial, product);
  }
  return readFileSync(product);
}

/** Entries for a sandbox; `helpers`: path → name in helpers/. */
export function helperEntries(helpers) {
  return Object.entries(helpers).map(([path, name]) => [path, { data: compile(name), mode: 0o755 }]);
}
