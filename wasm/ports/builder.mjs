// Builds one recipe: unpack, configure with known answers, make, post-link. README.md describes recipes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, clangVersion } from '../../scripts/setup/places.mjs';
import { run } from '../../scripts/setup/progress.mjs';
import { applyEdits, unpackSource } from '../../scripts/setup/sources.mjs';
import { postlink } from '../toolchain/postlink.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const compiler = join(here, '../toolchain/wasmsand-cc');

// Generated files in the order in which they are made. Debian's patches touch their sources, and make would run
// autotools, makeinfo and help2man again; equal times for everything else keep it quiet.
const generated = [
  (name) => name === 'aclocal.m4',
  (name) => ['configure', 'config.h.in', 'config.hin'].includes(name),
  (name) => name === 'Makefile.in',
  (name) => /\.(1|info|[a-z]+\.gmo)$/.test(name),
];

function settleTimes(directory, now = Math.floor(Date.now() / 1000) - 60) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) settleTimes(path, now);
    const time = now + 1 + generated.findIndex((matches) => matches(entry.name));
    lutimesSync(path, time, time);
  }
}

const automakeFiles = () => execFileSync('automake', ['--print-libdir'], { encoding: 'utf8' }).trim();

/** Makes `tree` the port's sources, ready to configure. */
export async function prepareSources(recipe, tree) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(dirname(tree), { recursive: true });
  await unpackSource(recipe.name, recipe.source, tree);
  applyEdits(recipe.name, tree, recipe.edits);
  for (const [path, text] of Object.entries(recipe.write ?? {})) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  for (const path of recipe.auxiliary ?? []) copyFileSync(join(automakeFiles(), basename(path)), join(tree, path));
  if (recipe.autoreconf) await run(recipe.name, 'autoreconf', ['--force', '--install'], { cwd: tree });
  settleTimes(tree);
}

function environment(recipe, tree, { libc, libraries, answers }) {
  const flags = libraries.flatMap((library) => [`-I${library}/include`]);
  return {
    AR: `llvm-ar-${clangVersion}`,
    CC: compiler,
    CC_FOR_BUILD: 'gcc',
    CFLAGS: [recipe.optimise ?? '-O2', `-ffile-prefix-map=${tree}=.`, ...(recipe.cflags ?? [])].join(' '),
    CONFIG_SITE: answers,
    CPPFLAGS: flags.join(' '),
    LDFLAGS: [...libraries.map((library) => `-L${library}/lib`), ...(recipe.ldflags ?? [])].join(' '),
    NM: `llvm-nm-${clangVersion}`,
    PKG_CONFIG: 'false',
    RANLIB: `llvm-ranlib-${clangVersion}`,
    STRIP: 'true',
    // coreutils' configure refuses to run as root without it.
    FORCE_UNSAFE_CONFIGURE: '1',
    WASMSAND_LIBC: libc,
    ...recipe.environment,
  };
}

/** Writes the answers configure starts from: those of all ports, then the port's own. */
function writeAnswers(tree, files) {
  const known = files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
  const path = join(tree, 'config.site');
  writeFileSync(path, known.join('\n'));
  return path;
}

/** Runs configure and returns the environment make needs as well. `own` false leaves the port's answers out. */
export async function configure(recipe, tree, places, { own = true } = {}) {
  const names = own ? ['common', recipe.name] : ['common'];
  const answers = writeAnswers(
    tree,
    names.map((name) => join(here, 'answers', name)),
  );
  const env = environment(recipe, tree, { ...places, answers });
  if (recipe.configure) {
    const machine = execFileSync('gcc', ['-dumpmachine'], { encoding: 'utf8' }).trim();
    const args = ['--host=wasm32-unknown-linux-musl', `--build=${machine}`, '--prefix=/usr', ...recipe.configure];
    const shell = ['./configure', '--cache-file=config.cache', ...args];
    await run(recipe.name, 'sh', shell, { cwd: tree, env });
  }
  return env;
}

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

/** The entries of everything a recipe installs, with what is built in `tree` put into `directory`. */
async function install(recipe, tree, directory) {
  const entries = [];
  for (const { built, path, postlink: options } of recipe.programs ?? []) {
    const file = `${basename(path)}.wasm`;
    await postlink(join(tree, built), join(directory, file), options);
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
  return entries;
}

/** Builds the port into `directory`: its files, and entries.json with what is installed where. */
export async function buildPort(recipe, directory, places) {
  const tree = join(build, 'wasm/ports', recipe.name);
  await prepareSources(recipe, tree);
  const env = await configure(recipe, tree, places);
  for (const args of recipe.make ?? [[]]) {
    await run(recipe.name, 'make', [`-j${availableParallelism()}`, ...args], { cwd: tree, env });
  }

  const entries = await install(recipe, tree, directory);
  for (const [part, files] of Object.entries(recipe.library ?? {})) {
    mkdirSync(join(directory, part), { recursive: true });
    for (const file of files) copyFileSync(join(tree, file), join(directory, part, basename(file)));
  }
  writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries, null, 1));
  rmSync(tree, { recursive: true });
}
