// Which programs a command line needs, as far as that can be known before it runs: the shell's own plan of it says.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kernelIsMade } from './kernel.mjs';
import { root } from './places.mjs';

/** @import { Plan, Sandbox } from '../../dist/esm/index.js' */
/** @typedef {(text: string) => Promise<Plan>} Planner */

/** What runs a file or a text: everything may be in it. */
const interpreters = new Set(['.', 'bash', 'dash', 'eval', 'gnu-bash', 'make', 'sh', 'source']);
/** What runs, or asks about, a program among its words. */
const runners = new Set([
  ...['alias', 'builtin', 'command', 'env', 'exec', 'find', 'flock', 'hash', 'nice', 'nohup', 'parallel', 'setsid'],
  ...['stdbuf', 'time', 'timeout', 'trap', 'type', 'watch', 'which', 'xargs'],
]);

/** @param {string} word */
const baseName = (word) => word.slice(word.lastIndexOf('/') + 1);

/**
 * The names in a text that could be programs'.
 * @param {string} text
 */
export const namesIn = (text) => text.match(/[A-Za-z0-9_[][\w.+-]*/g) ?? [];

/** The text of a word that expands to nothing but itself. */
function literal(word = '') {
  const [, single, double] = /^(?:'([^']*)'|"([^"\\$`]*)")$/.exec(word) ?? [];
  return single ?? double ?? (/^[\w./+-]+$/.test(word) ? word : undefined);
}

/**
 * The text that an interpreter is given on its command line, if it is known.
 * @param {string[]} words
 */
function textOf([name, ...words]) {
  if (name === 'eval') return words.length === 1 ? literal(words[0]) : undefined;
  return words[0] === '-c' ? literal(words[1]) : undefined;
}

/**
 * The names of the programs in a command line, by `plan`; undefined when it may run anything. `isProgram` tells whether a name is
 * one that the sandbox can have.
 * @param {string} text
 * @param {Planner} plan
 * @param {(name: string) => boolean} isProgram
 * @returns {Promise<Set<string> | undefined>}
 */
export async function programsIn(text, plan, isProgram) {
  const planned = await plan(text);
  if (!planned.ok) return new Set();
  const names = new Set();
  for (const { kind, name, static: isStatic, words } of planned.commands) {
    if (kind !== 'simple' || words.length === 0) continue;
    // The plan takes [ for a pattern.
    if (!isStatic && name !== '[') return undefined;
    const program = baseName(name);
    names.add(program);
    if (runners.has(program)) for (const word of words.slice(1).flatMap(namesIn)) names.add(word);
    const isScript = name.includes('/') && !/^\/(usr\/)?s?bin\//.test(name);
    if (isScript) return undefined;
    if (!interpreters.has(program)) continue;
    const inner = textOf([program, ...words.slice(1)]);
    const found = inner === undefined ? undefined : await programsIn(inner, plan, isProgram);
    if (found === undefined) return undefined;
    for (const other of found) names.add(other);
  }
  return new Set([...names].filter(isProgram));
}

/**
 * The programs that a script runs, as far as its text says; none of another kind of program.
 * @param {Buffer} bytes
 * @param {Planner} plan
 * @param {(name: string) => boolean} isProgram
 */
export async function programsOfScript(bytes, plan, isProgram) {
  const interpreter = /^#! *(?:\/usr\/bin\/env +)?(\S+)/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  if (interpreter === undefined) return [];
  const names = [baseName(interpreter)];
  if (!/^(ba|da)?sh$/.test(names[0])) return names.filter(isProgram);
  const planned = await plan(bytes.toString());
  if (planned.ok)
    names.push(
      ...planned.commands.filter(({ words }) => (words?.length ?? 0) > 0).map(({ name = '' }) => baseName(name)),
    );
  return names.filter(isProgram);
}

/**
 * A machine that is busy with builds may not plan in time.
 * @param {Sandbox} sandbox
 * @param {string} text
 * @returns {Promise<Plan>}
 */
async function planOf(sandbox, text, tries = 3) {
  try {
    return await sandbox.plan(text);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'E_PLAN' || tries === 1) throw error;
    return planOf(sandbox, text, tries - 1);
  }
}

/**
 * Runs `work` with the plan function of a sandbox made of what is installed.
 * @template Result
 * @param {(plan: Planner) => Promise<Result>} work
 */
export async function withPlan(work) {
  await kernelIsMade();
  const { Sandbox } = await import(pathToFileURL(join(root, 'dist/esm/index.js')).href);
  const sandbox = await Sandbox.create();
  try {
    return await work((text) => planOf(sandbox, text));
  } finally {
    sandbox.destroy();
  }
}
