// The programs of the sandbox: each port is a product of its own; dist/wasm and its manifest are assembled from them.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { manifestText, productsText } from './descriptions.mjs';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { installedLibc, libcHash } from './libc.mjs';
import { rustVersion } from './packages.mjs';
import { root } from './places.mjs';
import { product } from './products.mjs';
import { report } from './progress.mjs';
import { shell } from './shell.mjs';
import { tools } from './tools.mjs';

const output = join(root, 'dist/wasm');
const postlinker = ['fork-proof', 'module', 'optimizer', 'optimizer-worker', 'postlink'].map(
  (name) => `wasm/toolchain/${name}.mjs`,
);
const shared = [
  'scripts/setup/environment.mjs',
  ...postlinker,
  'wasm/toolchain/flags',
  'wasm/toolchain/wasmsand-cc',
  'wasm/ports/builder.mjs',
  'wasm/ports/install.mjs',
  'wasm/ports/answers/common',
];
const sharedByCargo = [
  'scripts/setup/environment.mjs',
  ...postlinker,
  'wasm/ports/cargo.mjs',
  'wasm/ports/install.mjs',
];

function binaryenVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.binaryen;
}

export async function loadRecipes() {
  return (await import('../../wasm/ports/recipes.mjs')).recipes;
}

export function portHash(recipes, name) {
  const own = [`wasm/ports/recipes/${name}.mjs`, `wasm/ports/answers/${name}`];
  const libraries = (recipes.get(name).libraries ?? []).map((library) => portHash(recipes, library));
  if (recipes.get(name).builder === 'cargo') {
    return hashOf([...sharedByCargo, ...own], [binaryenVersion(), rustVersion(), ...libraries]);
  }
  return hashOf([...shared, ...own], [libcHash(), binaryenVersion(), ...libraries]);
}

const underway = new Map();

/** The directory of a built port. */
export function productOf(name) {
  if (!underway.has(name)) underway.set(name, makeProduct(name));
  return underway.get(name);
}

async function makeProduct(name) {
  const recipes = await loadRecipes();
  const recipe = recipes.get(name);
  const make = async (directory) => {
    const libraries = await Promise.all((recipe.libraries ?? []).map(productOf));
    report('programs', `building ${name} ${recipe.version}`);
    const { buildPort } = await import(`../../wasm/ports/${recipe.builder ?? 'builder'}.mjs`);
    const begun = performance.now();
    const revision = await buildPort(recipe, directory, { libc: installedLibc, libraries });
    report('programs', `built ${name} in ${Math.round((performance.now() - begun) / 1000)} s`);
    return revision;
  };
  return product(`port-${name}`, portHash(recipes, name), make, { smoke: recipe.smoke });
}

/** As many ports at a time as there are processors: configure and the post-link optimiser use one each. */
async function buildAll(names) {
  const waiting = [...names];
  const places = new Map();
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) places.set(name, await productOf(name));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return names.map((name) => places.get(name));
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function install(from, file) {
  const bytes = readFileSync(from);
  const to = join(output, file);
  const hash = sha256(bytes);
  mkdirSync(dirname(to), { recursive: true });
  if (!existsSync(to) || sha256(readFileSync(to)) !== hash) {
    copyFileSync(from, `${to}.new`);
    renameSync(`${to}.new`, to);
  }
  return hash;
}

function assemble(places) {
  mkdirSync(output, { recursive: true });
  const entries = [];
  for (const place of places) {
    for (const entry of JSON.parse(readFileSync(join(place, 'entries.json'), 'utf8'))) {
      entries.push(entry.file ? { ...entry, sha256: install(join(place, entry.file), entry.file) } : entry);
    }
  }
  const descriptions = [
    ['manifest.json', manifestText(entries)],
    ['products.json', productsText(places)],
  ];
  for (const [name, text] of descriptions) {
    writeFileSync(join(output, `${name}.new`), text);
    renameSync(join(output, `${name}.new`), join(output, name));
  }
  const kept = new Set([...descriptions.map(([name]) => name), ...entries.map((entry) => entry.file)]);
  for (const name of readdirSync(output, { recursive: true })) {
    if (!kept.has(name) && !statSync(join(output, name)).isDirectory()) rmSync(join(output, name));
  }
}

/** The ports that put something into the sandbox; others are libraries. */
export async function installedPorts() {
  const installs = ({ programs, files, scripts, trees }) => programs || files || scripts || trees;
  return [...(await loadRecipes()).values()].filter(installs).map(({ name }) => name);
}

export async function programs() {
  const hash = hashOf(
    [
      'wasm/products.lock.json',
      'wasm/ports',
      'wasm/shell',
      'wasm/sys',
      'wasm/tools',
      'wasm/toolchain',
      'scripts/setup',
    ],
    [libcHash(), binaryenVersion()],
  );
  if (isCurrent('programs', hash, [join(output, 'manifest.json'), join(output, 'products.json')])) return;
  const names = await installedPorts();
  assemble([await shell(), await tools(), ...(await buildAll(names))]);
  report('programs', `the shell and ${names.length} ports in dist/wasm`);
  markCurrent('programs', hash);
}
