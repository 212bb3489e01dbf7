// The programs of the sandbox: each port is a product of its own; dist/wasm and its list are assembled from them.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { assemble, executablesOf, installedFiles, installedImage } from './image.mjs';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { installedLibc, libcHash } from './libc.mjs';
import { rustVersion } from './packages.mjs';
import { root } from './places.mjs';
import { sourceOf } from './product-lock.mjs';
import { isMade, product } from './products.mjs';
import { report } from './progress.mjs';
import { python, pythonHash, pythonPaths } from './python.mjs';
import { inOrder, Schedule } from './schedule.mjs';
import { shell as makeShell } from './shell.mjs';
import { tools, toolsHash, toolsPaths } from './tools.mjs';
import { wheels, wheelsAreMade } from './wheels.mjs';

/** @import { Recipe } from '../../wasm/ports/recipes.mjs' */
/** @import { MissingPort } from './image.mjs' */

const postlinker = ['fork-proof', 'invoke', 'module', 'optimizer', 'optimizer-worker', 'postlink'].map(
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

/**
 * @param {Map<string, Recipe>} recipes
 * @param {string} name
 */
function recipeOf(recipes, name) {
  const recipe = recipes.get(name);
  if (recipe === undefined) throw new Error(`there is no recipe of ${name}`);
  return recipe;
}

/**
 * @param {Map<string, Recipe>} recipes
 * @param {string} name
 * @returns {string}
 */
export function portHash(recipes, name) {
  const recipe = recipeOf(recipes, name);
  const { ours } = recipe;
  const own = [`wasm/ports/recipes/${name}.mjs`, `wasm/ports/answers/${name}`, ...(ours ? [ours] : [])];
  const libraries = (recipe.libraries ?? []).map((library) => portHash(recipes, library));
  if (recipe.builder === 'cargo') {
    return hashOf([...sharedByCargo, ...own], [binaryenVersion(), rustVersion(), ...libraries]);
  }
  return hashOf([...shared, ...own], [libcHash(), binaryenVersion(), ...libraries]);
}

/** @param {Recipe} recipe */
const installs = ({ programs, files, scripts, trees }) => programs || files || scripts || trees;

/** The ports that put something into the sandbox; others are libraries. */
export async function installedPorts() {
  return [...(await loadRecipes()).values()].filter(installs).map(({ name }) => name);
}

/** The parts that are no ports: their products, what these are made from, and the paths of their programs. */
const ownParts = new Map([
  ['tools', { make: tools, hash: toolsHash, paths: toolsPaths }],
  ['python', { make: () => python(shell), hash: pythonHash, paths: pythonPaths }],
]);

/** The parts of the sandbox beside its shell, with the paths of their programs. */
export async function loadParts() {
  const recipes = await loadRecipes();
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const [name, { paths }] of ownParts) parts.set(name, paths());
  for (const name of await installedPorts()) parts.set(name, executablesOf(recipeOf(recipes, name)));
  return parts;
}

/** @type {Promise<string> | undefined} */
let shellUnderway;
/** The directory of the shell. It is compiled while the first ports are configured. */
export function shell() {
  shellUnderway ??= makeShell();
  return shellUnderway;
}

/** @type {Map<string, Promise<string>>} */
const underway = new Map();

/**
 * The directory of a built part.
 * @param {string} name
 * @returns {Promise<string>}
 */
export function productOf(name) {
  const made = underway.get(name) ?? ownParts.get(name)?.make() ?? makeProduct(name);
  underway.set(name, made);
  return made;
}

/**
 * @param {string} name
 * @returns {Promise<string>}
 */
async function makeProduct(name) {
  const recipes = await loadRecipes();
  const recipe = recipeOf(recipes, name);
  const names = recipe.libraries ?? [];
  /** @param {string} directory */
  const make = async (directory) => {
    const libraries = await Promise.all(names.map(productOf));
    report('programs', `building ${name} ${recipe.version}`);
    const { buildPort } = await import(`../../wasm/ports/${recipe.builder ?? 'builder'}.mjs`);
    const revision = await buildPort(recipe, directory, { libc: installedLibc, libraries });
    const inside = libraries.map((place, i) => [names[i], sourceOf(place)]);
    const foreign = inside.filter(([, source]) => source).map((words) => words.join(' '));
    return [revision, ...foreign].filter(Boolean).join(', ') || undefined;
  };
  return product(`port-${name}`, portHash(recipes, name), make, { smoke: recipe.smoke, shell });
}

const told = new Set();
/**
 * Says once why a part cannot be had: it may be asked for again.
 * @param {string} name
 * @param {Error & { reason?: string }} error
 */
function tellFailure(name, error) {
  if (told.has(name)) return;
  told.add(name);
  report('programs', `${name} cannot be had: ${error.name === 'Error' ? error.message : error.stack}`);
}
/** @param {Error & { reason?: string }} error */
const reasonOf = (error) => error.reason ?? 'its build failed';

/**
 * Builds ports, as many at a time as there are processors: configure and the post-link optimiser use one each. Resolves to the
 * failures: why a port cannot be had, by its name.
 * @param {string[]} names
 * @param {(name: string) => Promise<unknown>} [build]
 */
export async function buildAll(names, build = productOf) {
  const waiting = inOrder(names);
  const schedule = new Schedule(waiting);
  const failures = new Map();
  /** @param {string} name */
  const buildOne = async (name) => {
    const begun = performance.now();
    try {
      await build(name);
      schedule.done(name);
      const seconds = Math.round((performance.now() - begun) / 1000);
      report('programs', `built ${name} in ${seconds} s (${schedule})`);
    } catch (error) {
      schedule.done(name);
      tellFailure(name, /** @type {Error} */ (error));
      failures.set(name, reasonOf(/** @type {Error} */ (error)));
    }
  };
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await buildOne(name);
  };
  if (waiting.length > 0) report('programs', `to build: ${waiting.join(' ')} (${schedule})`);
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failures;
}

/**
 * The parts whose products the cache lacks.
 * @param {string[]} names
 */
export async function unbuilt(names) {
  const recipes = await loadRecipes();
  /** @param {string} name */
  const isBuilt = (name) => {
    const own = ownParts.get(name);
    return own ? isMade(name, own.hash()) : isMade(`port-${name}`, portHash(recipes, name));
  };
  return names.filter((name) => !isBuilt(name));
}

/** @type {string | undefined} */
let hash;
/** Of all that goes into dist/wasm, as it was when the set-up began. */
function imageHash() {
  const parts = ['ports', 'products.lock.json', 'python', 'shell', 'sys', 'toolchain', 'tools'].map(
    (name) => `wasm/${name}`,
  );
  hash ??= hashOf([...parts, 'scripts/setup'], [libcHash(), binaryenVersion()]);
  return hash;
}

// An image that lacks ports has another stamp: nothing takes it for the whole one.
export const isWhole = () => isCurrent('programs', imageHash(), installedFiles);
export const isPart = () => isCurrent('some-programs', imageHash(), installedFiles);

/** Installs the shell and what is built; `failures` says why another part is not there. Returns these. */
export async function installImage(failures = new Map()) {
  const parts = await loadParts();
  const absent = new Set([...(await unbuilt([...parts.keys()])), ...failures.keys()]);
  const why = new Map([...absent].map((name) => [name, failures.get(name) ?? 'not built yet']));
  const places = [await shell()];
  for (const name of [...parts.keys()].filter((name) => !absent.has(name))) {
    try {
      places.push(await productOf(name));
    } catch (error) {
      // It was built, and is not what it should be.
      tellFailure(name, /** @type {Error} */ (error));
      why.set(name, reasonOf(/** @type {Error} */ (error)));
    }
  }
  const missing = [...why].map(([name, reason]) => ({ name, reason, paths: parts.get(name) ?? [] }));
  // Made by `npm run wheels` only.
  if (!absent.has('python') && wheelsAreMade()) places.push(await wheels());
  assemble(places, missing, installedImage);
  markCurrent(missing.length > 0 ? 'some-programs' : 'programs', imageHash());
  return missing;
}

/** @param {MissingPort[]} missing */
export function tellMissing(missing) {
  for (const { name, reason, paths } of missing) {
    const programs = paths.map((path) => basename(path)).join(' ');
    report('programs', `missing: ${name}: ${reason}${programs && `; these answer with 127: ${programs}`}`);
  }
  if (missing.length > 0) report('programs', 'to try again: node scripts/setup.mjs');
}

/** All programs. A port that cannot be had costs that port only. */
export async function programs() {
  if (isWhole()) return;
  const names = [...(await loadParts()).keys()];
  const [failures] = await Promise.all([buildAll(await unbuilt(names)), shell()]);
  const missing = await installImage(failures);
  tellMissing(missing);
  const there = names.length - missing.length;
  report('programs', `the shell and ${there} of the ${names.length} other parts in dist/wasm`);
}
