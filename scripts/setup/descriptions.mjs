// The two files of dist/wasm that describe it: image.tsv is what the kernel reads (native/kernel/vfs/image_list.h), products.json
// what another checkout needs to tell that all of it is what its lock names.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { contents } from './product-lock.mjs';

/** @import { MissingPort } from './image.mjs' */
/** @typedef {{ path: string, type: string, mode?: number, size?: number, file?: string, target?: string }} ListedEntry */

const title = 'wasmsand image 1';

/** @param {string[]} fields */
function line(fields) {
  const broken = fields.find((field) => /[\t\n]/.test(field));
  if (broken !== undefined) throw new Error(`${JSON.stringify(broken)} cannot stand in the list of an image`);
  return `${fields.join('\t')}\n`;
}

/** @param {ListedEntry} entry */
function entryLine({ type, path, mode = 0o755, size = 0, file, target }) {
  if (type === 'link' || type === 'symlink') return line([type, path, /** @type {string} */ (target)]);
  return line([type, mode.toString(8), String(size), path, /** @type {string} */ (file)]);
}

/**
 * `entries`: of all products, `{ type: 'program' | 'file', path, mode, size, file }` or `{ type: 'symlink' | 'link', path, target }`;
 * `missing`: the ports that are not there, `{ name, reason, paths }`, with the paths of their programs.
 * @param {ListedEntry[]} entries
 * @param {MissingPort[]} [missing]
 */
export function imageText(entries, missing = []) {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  // Links come after what they lead to.
  const inOrder = [...sorted.filter(({ type }) => type !== 'link'), ...sorted.filter(({ type }) => type === 'link')];
  const notThere = missing.map(({ name, reason, paths }) =>
    line(['missing', name, reason.replaceAll(/[\t\n]+/g, ' '), ...paths]),
  );
  return [`${title}\n`, ...inOrder.map(entryLine), ...notThere].join('');
}

/**
 * What `imageText` was given, from the directory that has it.
 * @param {string} directory
 * @returns {{ entries: ListedEntry[], missing: MissingPort[] }}
 */
export function readImage(directory) {
  const [first, ...lines] = readFileSync(join(directory, 'image.tsv'), 'utf8').trimEnd().split('\n');
  if (first !== title) throw new Error(`${directory} has no list of an image`);
  /** @type {ListedEntry[]} */
  const entries = [];
  /** @type {MissingPort[]} */
  const missing = [];
  for (const [type, ...fields] of lines.map((text) => text.split('\t'))) {
    if (type === 'missing') {
      const [name, reason, ...paths] = fields;
      missing.push({ name, reason, paths });
    } else if (fields.length === 2) entries.push({ type, path: fields[0], target: fields[1] });
    else {
      const [mode, size, path, file] = fields;
      entries.push({ type, path, mode: Number.parseInt(mode, 8), size: Number(size), file });
    }
  }
  return { entries, missing };
}

/**
 * `products`: of each, by name, what it holds with digests, and its entries.json.
 * @param {Record<string, { contents: [path: string, digest: string][], entries: string }>} products
 */
export const descriptionText = (products) => `${JSON.stringify(products)}\n`;

/**
 * `places`: the directories of products, NAME-HASH.
 * @param {string[]} places
 */
export function productsText(places) {
  const products = places.map((place) => {
    const name = basename(place).replace(/-[0-9a-f]+$/, '');
    return [name, { contents: contents(place), entries: readFileSync(join(place, 'entries.json'), 'utf8') }];
  });
  return descriptionText(Object.fromEntries(products));
}
