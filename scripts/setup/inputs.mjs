// What a product is made from, as one hash; and the stamp that says which hash a product was made from.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './places.mjs';

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/**
 * What is in a directory, but what is for people.
 * @param {string} directory
 */
export const inputsIn = (directory) =>
  readdirSync(join(root, directory))
    .filter((name) => name !== 'README.md')
    .map((name) => `${directory}/${name}`)
    .sort();

/**
 * Hashes files and directories (by their paths in the checkout) and further facts.
 * @param {string[]} paths
 * @param {unknown[]} [facts]
 */
export function hashOf(paths, facts = []) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  hash.update(JSON.stringify(facts));
  return hash.digest('hex').slice(0, 20);
}

/** @param {string} name */
const stamp = (name) => join(build, 'stamps', name);

/**
 * @param {string} name
 * @param {string} hash
 * @param {string[]} outputs
 */
export function isCurrent(name, hash, outputs) {
  if (!outputs.every((output) => existsSync(output))) return false;
  return existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === hash;
}

/**
 * @param {string} name
 * @param {string} hash
 */
export function markCurrent(name, hash) {
  mkdirSync(join(build, 'stamps'), { recursive: true });
  writeFileSync(stamp(name), hash);
}
