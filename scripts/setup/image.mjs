// dist/wasm: what the sandbox contains, assembled from products, with a list that says what goes where. For a port that is not
// there its programs are a script that says so.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { imageText, productsText, readImage } from './descriptions.mjs';
import { root } from './places.mjs';

/** Writes a file unless it is there already, so that processes that have mapped it go on. */
function put(bytes, path) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

/** The paths at which a recipe installs what a user may run. */
export function executablesOf({ programs = [], files = [], scripts = [], links = {}, symlinks = {} }) {
  const isExecutable = ({ mode }) => (mode & 0o111) !== 0;
  const paths = [...programs, ...[...files, ...scripts].filter(isExecutable)].map(({ path }) => path);
  const all = [...paths, ...Object.values(links).flat(), ...Object.keys(symlinks)];
  return all.filter((path) => /^\/usr\/s?bin\//.test(path));
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** What stands in the place of a program that is not there. */
const placeholder = (reason) => `#!/bin/sh
printf '%s: not in this build of wasmsand: %s; to try again: node scripts/setup.mjs\\n' "\${0##*/}" ${quoted(reason)} >&2
exit 127
`;

function placeholderEntries({ name, reason, paths }, output) {
  const text = Buffer.from(placeholder(reason));
  const file = `missing/${name}`;
  put(text, join(output, file));
  // Each a file of its own: other ports have links to some.
  return paths.map((path) => ({ path, type: 'file', file, mode: 0o755, size: text.length }));
}

function productEntries(place, output) {
  const entries = JSON.parse(readFileSync(join(place, 'entries.json'), 'utf8'));
  for (const { file } of entries) if (file) put(readFileSync(join(place, file)), join(output, file));
  return entries;
}

/** Fills `output` from the directories of products; `missing` are the ports that are not there: `{ name, reason, paths }`. */
export function assemble(places, missing, output) {
  mkdirSync(output, { recursive: true });
  const entries = [
    ...places.flatMap((place) => productEntries(place, output)),
    ...missing.flatMap((port) => placeholderEntries(port, output)),
  ];
  const there = new Set(entries.map(({ path }) => path));
  // A link into a port that is not there leads nowhere.
  const installed = entries.filter(({ type, target }) => type !== 'link' || there.has(target));
  const descriptions = [
    ['image.tsv', imageText(installed, missing)],
    ['products.json', productsText(places)],
  ];
  for (const [name, text] of descriptions) put(Buffer.from(text), join(output, name));
  const kept = new Set([...descriptions.map(([name]) => name), ...entries.map((entry) => entry.file)]);
  for (const name of readdirSync(output, { recursive: true })) {
    if (!kept.has(name) && !statSync(join(output, name)).isDirectory()) rmSync(join(output, name));
  }
}

export const installedImage = join(root, 'dist/wasm');
export const installedFiles = ['image.tsv', 'products.json'].map((name) => join(installedImage, name));

/** The ports that the installed image lacks. */
export const missingPorts = () => readImage(installedImage).missing;
