// dist/wasm: what the sandbox contains, assembled from products, with a list that says what goes where. For a port that is not
// there its programs are a script that says so.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { imageText, productsText, readImage } from './descriptions.mjs';
import { root } from './places.mjs';

/** @import { Recipe } from '../../wasm/ports/recipes.mjs' */
/** @import { ListedEntry } from './descriptions.mjs' */
/** @typedef {{ name: string, reason: string, paths: string[] }} MissingPort A port that is not there, with the paths of its programs. */

/**
 * Writes a file unless it is there already, so that processes that have mapped it go on.
 * @param {Buffer} bytes
 * @param {string} path
 */
function put(bytes, path) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

/**
 * The paths at which a recipe installs what a user may run.
 * @param {Recipe} recipe
 */
export function executablesOf({ programs = [], files = [], scripts = [], links = {}, symlinks = {} }) {
  /** @param {{ mode: number }} options */
  /** @param {{ mode?: number }} file */
  const isExecutable = ({ mode = 0 }) => (mode & 0o111) !== 0;
  const paths = [...programs, ...[...files, ...scripts].filter(isExecutable)].map(({ path }) => path);
  const all = [...paths, ...Object.values(links).flat(), ...Object.keys(symlinks)];
  return all.filter((path) => /^\/usr\/s?bin\//.test(path));
}

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * What stands in the place of a program that is not there.
 * @param {string} reason
 */
const placeholder = (reason) => `#!/bin/sh
printf '%s: not in this build of wasmsand: %s; to try again: node scripts/setup.mjs\\n' "\${0##*/}" ${quoted(reason)} >&2
exit 127
`;

/**
 * @param {MissingPort} port
 * @param {string} output
 */
function placeholderEntries({ name, reason, paths }, output) {
  const text = Buffer.from(placeholder(reason));
  const file = `missing/${name}`;
  put(text, join(output, file));
  // Each a file of its own: other ports have links to some.
  return paths.map((path) => ({ path, type: 'file', file, mode: 0o755, size: text.length }));
}

/**
 * @param {string} place
 * @param {string} output
 * @returns {ListedEntry[]}
 */
function productEntries(place, output) {
  const entries = JSON.parse(readFileSync(join(place, 'entries.json'), 'utf8'));
  for (const { file } of entries) if (file) put(readFileSync(join(place, file)), join(output, file));
  return entries;
}

/**
 * Fills `output` from the directories of products; `missing` are the ports that are not there: `{ name, reason, paths }`.
 * @param {string[]} places
 * @param {MissingPort[]} missing
 * @param {string} output
 */
export function assemble(places, missing, output) {
  mkdirSync(output, { recursive: true });
  /** @type {ListedEntry[]} */
  const entries = [
    ...places.flatMap((place) => productEntries(place, output)),
    ...missing.flatMap((port) => placeholderEntries(port, output)),
  ];
  const there = new Set(entries.map(({ path }) => path));
  // A link into a port that is not there leads nowhere.
  const installed = entries.filter(
    ({ type, target }) => type !== 'link' || (target !== undefined && there.has(target)),
  );
  const descriptions = [
    ['image.tsv', imageText(installed, missing)],
    ['products.json', productsText(places)],
  ];
  for (const [name, text] of descriptions) put(Buffer.from(text), join(output, name));
  /** @type {Set<string | undefined>} */
  const kept = new Set([...descriptions.map(([name]) => name), ...entries.map((entry) => entry.file)]);
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!kept.has(name) && !statSync(join(output, name)).isDirectory()) rmSync(join(output, name));
  }
}

export const installedImage = join(root, 'dist/wasm');
export const installedFiles = ['image.tsv', 'products.json'].map((name) => join(installedImage, name));

/** The ports that the installed image lacks. */
export const missingPorts = () => readImage(installedImage).missing;
