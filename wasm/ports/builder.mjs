// Builds one recipe: unpack, configure with known answers, make, install. README.md describes recipes.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, clangVersion, root } from '../../scripts/setup/places.mjs';
import { revisionOf } from '../../scripts/setup/product-lock.mjs';
import { run } from '../../scripts/setup/progress.mjs';
import { applyEdits, unpackSource } from '../../scripts/setup/sources.mjs';
import { install } from './install.mjs';

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
  if (recipe.ours) cpSync(join(root, recipe.ours), tree, { recursive: true });
  else await unpackSource(recipe.name, recipe.source, tree);
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
    CFLAGS: [recipe.optimise ?? '-Os', `-ffile-prefix-map=${tree}=.`, ...(recipe.cflags ?? [])].join(' '),
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
    const common = ['--host=wasm32-unknown-linux-musl', `--build=${machine}`, '--prefix=/usr'];
    // Nothing is built a second time.
    const args = [...common, '--disable-dependency-tracking', ...recipe.configure];
    const shell = ['./configure', '--cache-file=config.cache', ...args];
    await run(recipe.name, 'sh', shell, { cwd: tree, env });
  }
  return env;
}

/** Builds the port into `directory` and returns the revision of its source package, if it has one. */
export async function buildPort(recipe, directory, places) {
  const tree = join(build, 'wasm/ports', recipe.name);
  await prepareSources(recipe, tree);
  const env = await configure(recipe, tree, places);
  for (const args of recipe.make ?? [[]]) {
    await run(recipe.name, 'make', [`-j${availableParallelism()}`, ...args], { cwd: tree, env });
  }

  await install(recipe, tree, directory);
  for (const [part, files] of Object.entries(recipe.library ?? {})) {
    mkdirSync(join(directory, part), { recursive: true });
    for (const file of files) copyFileSync(join(tree, file), join(directory, part, basename(file)));
  }
  const revision = recipe.ours ? undefined : revisionOf(tree);
  rmSync(tree, { recursive: true });
  return revision;
}
