// The cache of slow products. A product is a directory, made once per hash of its inputs. None is used, made now or found, that
// does not run or is not what wasm/products.lock.json says (product-lock.mjs).
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './places.mjs';
import { isIntact, recordProduct, verifyProduct } from './product-lock.mjs';
import { report } from './progress.mjs';
import { smokeTest } from './smoke.mjs';

/** @import { SmokeTest } from '../../wasm/ports/recipes.mjs' */

/**
 * @param {string} name
 * @param {string} hash
 */
const placeOf = (name, hash) => join(cache, `${name}-${hash}`);

/**
 * Whether the cache has it; it may yet be found to be another than it should be.
 * @param {string} name
 * @param {string} hash
 */
export const isMade = (name, hash) => existsSync(placeOf(name, hash));

/**
 * The directory of a product; when the cache does not have it `make(directory)` fills it and returns the revision of the source
 * package it was made from, if any. `smoke`: what is tried beyond `--version`; false: nothing is. `shell()`: the shell's product.
 * @param {string} name
 * @param {string} hash
 * @param {(directory: string) => Promise<string | void>} make
 * @param {{ smoke?: SmokeTest[] | false, shell?: () => Promise<string> }} [options]
 */
export async function product(name, hash, make, { smoke, shell } = {}) {
  const place = placeOf(name, hash);
  if (existsSync(place)) {
    if (isIntact(place)) {
      verifyProduct(name, place);
      return place;
    }
    report('products', `${name}: the cached files are not those that were made; making them again`);
    rmSync(place, { recursive: true });
  }
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, `.${name}-`));
  try {
    const source = (await make(unfinished)) ?? undefined;
    if (smoke !== false) await smokeTest(name, unfinished, { tests: smoke, shell: await shell?.() });
    recordProduct(unfinished, hash, source);
    verifyProduct(name, unfinished);
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
  return place;
}
