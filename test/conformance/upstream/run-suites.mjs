// Runs the cases of suites, a few sandboxes at a time.

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { readImage } from '../../../scripts/setup/descriptions.mjs';
import { installedImage } from '../../../scripts/setup/image.mjs';
import { build, cache } from '../../../scripts/setup/places.mjs';
import { unpackSource } from '../../../scripts/setup/sources.mjs';
import { recipes } from '../../../wasm/ports/recipes.mjs';
import { suites } from './suites.mjs';

export const defaultTimeoutMs = 60_000;

/** Paths that the base image has; not those of programs that could not be had. */
export function installedPaths() {
  const { entries, missing } = readImage(installedImage);
  const placeholders = new Set(missing.flatMap(({ paths }) => paths));
  return new Set(entries.map(({ path }) => path).filter((path) => !placeholders.has(path)));
}

const directoryName = ({ package: name, version }) => `${name}-${version}`;

/** Whether the source of a program's suite is in the cache, so that nothing has to be downloaded. */
export function hasSource(program) {
  if (suites.get(program)?.[0].hasSource !== undefined) return suites.get(program)[0].hasSource();
  const { source } = recipes.get(program);
  return existsSync(join(cache, 'sources', directoryName(source), source.orig));
}

/** The unpacked source of a recipe; it stays in the set-up's directory. */
async function sourceOf(name) {
  const { source } = recipes.get(name);
  const directory = join(build, 'upstream', directoryName(source));
  if (!existsSync(directory)) {
    mkdirSync(join(build, 'upstream'), { recursive: true });
    const partial = `${directory}.${process.pid}`;
    await unpackSource(`${name} tests`, source, partial);
    renameSync(partial, directory);
  }
  return directory;
}

/** The cases of a program: `{ name, run }`; or why there are none. */
export async function casesOf(program, installed) {
  if (suites.get(program) === undefined) return { cases: [], note: 'there is no port of it' };
  const [{ note }] = suites.get(program);
  if (note !== undefined) return { cases: [], note };
  const cases = [];
  let missing;
  for (const suite of suites.get(program)) {
    missing ??= suite.requires.find((path) => !installed.has(path));
    if (missing !== undefined) continue;
    try {
      cases.push(...(await suite.cases(await (suite.source?.() ?? sourceOf(program)))));
    } catch (error) {
      if (suite.source === undefined) throw error;
      return { cases: [], note: error.message };
    }
  }
  return missing === undefined ? { cases } : { cases: [], note: `${missing} is not among the programs` };
}

/**
 * Runs cases, `jobs` at a time, and returns their outcomes in order. `onOutcome` is called as each is known. Where many are run at a
 * time, `run` has them in `cases`.
 */
export async function runCases(cases, { jobs = 2, onOutcome = () => {}, ...options } = {}) {
  const outcomes = new Array(cases.length);
  let next = 0;
  const worker = async () => {
    while (next < cases.length) {
      const index = next++;
      const { name, run } = cases[index];
      const started = performance.now();
      const outcome = await run({ timeoutMs: defaultTimeoutMs, ...options }).catch((error) => ({
        outcome: 'fail',
        reason: `the harness: ${error.message}`,
        output: String(error.stack),
      }));
      const seconds = (performance.now() - started) / 1000;
      outcomes[index] = (outcome.cases ?? [{ name, ...outcome }]).map((one) => ({ ...one, seconds }));
      outcomes[index].forEach(onOutcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, cases.length) }, worker));
  return outcomes.flat();
}
