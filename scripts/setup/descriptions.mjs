// The two files of dist/wasm that describe it: manifest.json is what the sandbox reads, products.json what another checkout
// needs to tell that all of it is what its lock names.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { contents } from './product-lock.mjs';

/** `entries`: of all products, with the digests of their files; `missing`: the ports that are not there. */
export function manifestText(entries, missing = []) {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  return `${JSON.stringify({ version: 1, entries: sorted, ...(missing.length > 0 && { missing }) }, null, 1)}\n`;
}

/** `products`: of each, by name, what it holds with digests, and its entries.json. */
export const descriptionText = (products) => `${JSON.stringify(products)}\n`;

/** `places`: the directories of products, NAME-HASH. */
export function productsText(places) {
  const products = places.map((place) => {
    const name = basename(place).replace(/-[0-9a-f]+$/, '');
    return [name, { contents: contents(place), entries: readFileSync(join(place, 'entries.json'), 'utf8') }];
  });
  return descriptionText(Object.fromEntries(products));
}
