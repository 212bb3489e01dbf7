// wasm/products.lock.json, the digests of all products (setup/product-lock.mjs).
//   node scripts/check/products-lock.mjs            write it: after a change of what products are made from
//   node scripts/check/products-lock.mjs --check    fail if it is not of the recipes, sources and tools as they are now
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { libc, libcHash } from '../setup/libc.mjs';
import { withLock } from '../setup/lock.mjs';
import { build, cache } from '../setup/places.mjs';
import { acceptAll, staleProducts, writeLock } from '../setup/product-lock.mjs';
import { loadRecipes, portHash, productOf } from '../setup/programs.mjs';
import { pythonHash } from '../setup/python.mjs';
import { shell, shellHash } from '../setup/shell.mjs';
import { sysroot } from '../setup/sysroot.mjs';
import { toolsHash } from '../setup/tools.mjs';

const recipes = await loadRecipes();
/** @type {[string, string][]} */
const ports = [...recipes.keys()].map((name) => [`port-${name}`, portHash(recipes, name)]);
const products = new Map([
  ['libc', libcHash()],
  ['shell', shellHash()],
  ['python', pythonHash()],
  ['tools', toolsHash()],
  ...ports,
]);

async function write() {
  acceptAll();
  // The installed library may be there without the product it was copied from.
  rmSync(join(build, 'stamps/libc'), { force: true });
  await sysroot();
  await libc();
  await shell();
  for (const name of ['tools', 'python', ...recipes.keys()]) await productOf(name);
  writeLock(new Map([...products].map(([name, hash]) => [name, join(cache, `${name}-${hash}`)])));
}

if (process.argv.includes('--check')) {
  const stale = staleProducts(products);
  if (stale.length > 0) {
    console.error(`wasm/products.lock.json is not of these: ${stale.join(', ')}: run scripts/check/products-lock.mjs`);
    process.exitCode = 1;
  }
} else {
  process.umask(0o022);
  await withLock('wasm', write);
}
