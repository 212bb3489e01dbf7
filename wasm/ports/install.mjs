// What a port installs: programs, post-linked, and data.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { postlink } from '../toolchain/postlink.mjs';

const sizeOf = (path) => readFileSync(path).length;

/** What a directory of data holds, as entries to install below `path`; equal files become links of the first. */
function treeEntries(directory, path, only, firsts = new Map()) {
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const from = join(directory, entry.name);
      const to = `${path}/${entry.name}`;
      if (entry.isDirectory()) return treeEntries(from, to, only, firsts);
      if (!only.test(to)) return [];
      if (entry.isSymbolicLink()) return [{ path: to, type: 'symlink', target: readlinkSync(from) }];
      const content = readFileSync(from, 'latin1');
      if (firsts.has(content)) return [{ path: to, type: 'link', target: firsts.get(content) }];
      firsts.set(content, to);
      return [{ path: to, type: 'file', from, mode: statSync(from).mode & 0o111 ? 0o755 : 0o644 }];
    });
}

/** Puts a data file into the product and returns its entry. */
function dataEntry(directory, path, mode, put) {
  const file = `files${path}`;
  mkdirSync(dirname(join(directory, file)), { recursive: true });
  put(join(directory, file));
  return { path, type: 'file', file, mode, size: sizeOf(join(directory, file)) };
}

/** Puts everything a recipe installs, from where it was built, into `directory`, with an entries.json that says where to. */
export async function install(recipe, tree, directory) {
  const entries = [];
  for (const { built, path, postlink: options } of recipe.programs ?? []) {
    const file = `${basename(path)}.wasm`;
    await postlink(join(tree, built), join(directory, file), { level: recipe.optimise ?? '-Oz', ...options });
    chmodSync(join(directory, file), 0o644);
    entries.push({ path, type: 'program', file, mode: 0o755, size: sizeOf(join(directory, file)) });
  }
  for (const { from, path, mode = 0o644 } of recipe.files ?? []) {
    entries.push(dataEntry(directory, path, mode, (to) => copyFileSync(join(tree, from), to)));
  }
  for (const { text, path, mode = 0o644 } of recipe.scripts ?? []) {
    entries.push(dataEntry(directory, path, mode, (to) => writeFileSync(to, text)));
  }
  for (const { from: top, path: below, only = /^/ } of recipe.trees ?? []) {
    for (const { from, ...entry } of treeEntries(join(tree, top), below, only)) {
      entries.push(from ? dataEntry(directory, entry.path, entry.mode, (to) => copyFileSync(from, to)) : entry);
    }
  }
  for (const [target, paths] of Object.entries(recipe.links ?? {})) {
    for (const path of paths) entries.push({ path, type: 'link', target });
  }
  for (const [path, target] of Object.entries(recipe.symlinks ?? {})) entries.push({ path, type: 'symlink', target });
  writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries, null, 1));
}
