// The programs that one command line needs, so that the first one need not wait for all.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { musl } from '../../wasm/libc/musl.mjs';
import { missingPorts } from './image.mjs';
import { libcHash } from './libc.mjs';
import { isMade } from './products.mjs';
import {
  buildAll,
  installImage,
  isPart,
  isWhole,
  loadParts,
  loadRecipes,
  productOf,
  programs,
  shell,
  tellMissing,
  unbuilt,
} from './programs.mjs';
import { report } from './progress.mjs';
import { inOrder, secondsOf } from './schedule.mjs';
import { fetchAhead } from './sources.mjs';
import { namesIn, programsIn, programsOfScript, withPlan } from './wanted.mjs';

/** @import { ListedEntry } from './descriptions.mjs' */
/** @import { Planner } from './wanted.mjs' */

// Without them other programs would be there and give other results.
const always = ['tools', 'tzdata'];

/**
 * Begins to fetch the sources of what will be built: for all programs, or for those that a command line seems to name.
 * @param {string | undefined} command
 */
export async function sourcesAhead(command) {
  if (!isMade('libc', libcHash())) fetchAhead('libc', musl.source);
  if (isWhole() || (command !== undefined && isPart())) return;
  const recipes = await loadRecipes();
  const ports = inOrder(await unbuilt(await partsNamed(command))).filter((name) => recipes.has(name));
  const libraries = await unbuilt(ports.flatMap((name) => recipes.get(name)?.libraries ?? []));
  for (const name of new Set([...libraries, ...ports])) {
    const source = recipes.get(name)?.source;
    if (source) fetchAhead(name, source);
  }
}

/**
 * The parts whose programs a command line seems to name, and what all command lines need; without one, all.
 * @param {string | undefined} command
 */
async function partsNamed(command) {
  const words = command === undefined ? undefined : new Set(namesIn(command));
  /** @param {[string, string[]]} pair */
  /** @param {[name: string, paths: string[]]} part */
  const isNamed = ([name, paths]) => !words || always.includes(name) || paths.some((path) => words.has(basename(path)));
  return [...(await loadParts())].filter(isNamed).map(([name]) => name);
}

/** A part that takes longer is built when it is known that the command runs it, and does not only say its name. */
const secondsAhead = 100;

/**
 * What a part installs at a program's path: its bytes, or none where it is a link.
 * @param {string} directory
 * @param {string} name
 */
function bytesOf(directory, name) {
  /** @type {ListedEntry[]} */
  const entries = JSON.parse(readFileSync(join(directory, 'entries.json'), 'utf8'));
  const { file } = entries.find(({ path }) => basename(path) === name && /\/s?bin\//.test(path)) ?? {};
  return file ? readFileSync(join(directory, file)) : Buffer.alloc(0);
}

/**
 * Builds the parts that install programs, what the libraries of these install, and what those of the programs that are scripts
 * run. Resolves to the failures.
 * @param {Iterable<string>} names
 * @param {Planner} plan
 * @param {Map<string, string>} owners
 * @param {Map<string, string[]>} parts
 */
async function buildPrograms(names, plan, owners, parts) {
  const recipes = await loadRecipes();
  const wanted = new Set(always);
  const seen = new Set();
  const failures = new Map();
  let next = [...names];
  do {
    for (const owner of next.flatMap((name) => owners.get(name) ?? [])) {
      for (const part of [owner, ...(recipes.get(owner)?.libraries ?? [])]) if (parts.has(part)) wanted.add(part);
    }
    const missing = (await unbuilt([...wanted])).filter((name) => !failures.has(name));
    for (const [name, reason] of await buildAll(missing)) failures.set(name, reason);
    /** @type {string[]} */
    const run = [];
    for (const name of next) {
      seen.add(name);
      const owner = owners.get(name);
      if (owner === undefined || failures.has(owner)) continue;
      const bytes = bytesOf(await productOf(owner), name);
      run.push(...(await programsOfScript(bytes, plan, (other) => owners.has(other))));
    }
    next = run.filter((name) => !seen.has(name));
  } while (next.length > 0);
  return failures;
}

/**
 * The programs of a command line; all when what it runs cannot be known.
 * @param {string} command
 */
export async function programsFor(command) {
  if (isWhole()) return;
  const ahead = (await unbuilt(await partsNamed(command))).filter((name) => secondsOf(name) <= secondsAhead);
  await Promise.all([buildAll(ahead), shell()]);
  if (!isPart()) await installImage();
  const parts = await loadParts();
  const owners = new Map(
    [...parts].flatMap(([part, paths]) =>
      paths.map((path) => /** @type {[string, string]} */ ([basename(path), part])),
    ),
  );
  const before = missingPorts();
  const failures = await withPlan(async (plan) => {
    const names = await programsIn(command, plan, (name) => owners.has(name));
    return names && buildPrograms(names, plan, owners, parts);
  });
  if (failures === undefined) {
    report('programs', 'what this command runs cannot be known beforehand');
    return programs();
  }
  const left = await unbuilt(before.map(({ name }) => name));
  if (left.length === before.length && failures.size === 0) return;
  const known = before
    .filter(({ name }) => left.includes(name))
    .map(({ name, reason }) => /** @type {[string, string]} */ ([name, reason]));
  const missing = await installImage(new Map([...known, ...failures]));
  tellMissing(missing.filter(({ name }) => failures.has(name)));
}
