// Saved state and processes that are killed: whatever the moment, what is read back is the last state that was said to be saved, or the one
// whose save had begun, whole.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sandbox } from '../../dist/esm/index.js';
import { expect } from './operations.mjs';

/** @import { Soak } from './operations.mjs' */
/** @import { PersistenceOptions } from '../../dist/esm/index.js' */
/** @typedef {{ directory: string, key?: string }} Place Where states are kept; `key` in hexadecimal. */
/** @typedef {{ states: number, afterMs: number }} Moment So long after so many states are saved. */

export const sandboxes = 2;

const writer = fileURLToPath(new URL('writer.mjs', import.meta.url));
const longestMs = 100;

/**
 * `key`: in hexadecimal.
 * @param {Place} place
 * @returns {PersistenceOptions}
 */
export const persistenceOf = ({ directory, key }) => ({
  mode: 'persistent',
  namespace: 'n',
  directory,
  autosaveMs: 0,
  key: key === undefined ? undefined : new Uint8Array(Buffer.from(key, 'hex')),
});

/** @param {number} number */
const filesOf = (number) => (number % 5 === 0 ? 300 : 8);
/** @param {number} number */
const textOf = (number) => `${number} `.repeat(600);

/**
 * All of a state has its number in it, so that a mixture is found out. Every fifth is more than goes into one transaction.
 * @param {Sandbox} sandbox
 * @param {number} number
 */
export async function fill(sandbox, number) {
  sandbox.rm('state', { recursive: true, force: true });
  sandbox.mkdir('state');
  for (let i = 0; i < filesOf(number); i++) sandbox.writeFile(`state/${i}`, textOf(number));
  sandbox.writeFile('number', `${number}`);
  if (number % 3 === 0) await sandbox.run(`v=${number}`);
}

/**
 * The number of the state that is there; -1: none.
 * @param {Place} place
 */
async function read(place) {
  const sandbox = await Sandbox.create({ persistence: persistenceOf(place) });
  try {
    if (!sandbox.exists('number')) return -1;
    const number = Number(sandbox.readFile('number', 'utf8'));
    const names = sandbox.readDir('state').map(({ name }) => name);
    expect(names.length, filesOf(number), `files of state ${number}`);
    for (const name of names) expect(sandbox.readFile(`state/${name}`, 'utf8'), textOf(number), `file ${name}`);
    const { stdout } = await sandbox.run('echo $v');
    expect(stdout, `${number - (number % 3)}\n`, 'session');
    return number;
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
}

/**
 * Has a process save from state `first` on, and kills it: `afterMs` after it has saved so many.
 * @param {Place} place
 * @param {number} first
 * @param {Moment} moment
 */
async function write(place, first, { states, afterMs }) {
  const child = spawn(process.execPath, [writer, JSON.stringify({ ...place, first })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let killing = false;
  /** @param {string} word */
  const numbers = (word) =>
    Array.from(said.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm')), ([, number]) => Number(number));
  child.stdout.on('data', (data) => {
    said += data;
    if (killing || numbers('saved').length < states) return;
    killing = true;
    setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  const [, signal] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)));
  expect(signal, 'SIGKILL', 'end of the writer');
  return { begun: numbers('begin').at(-1) ?? -1, saved: numbers('saved').at(-1) ?? -1 };
}

/**
 * A namespace that writers are killed over. `round` throws when what is there afterwards should not be.
 * @param {string | undefined} key
 */
export async function crashSite(key) {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-crashes-'));
  const place = { directory, key };
  let saved = -1;
  return {
    /** @param {Moment} moment */
    async round(moment) {
      const outcome = await write(place, saved + 1, moment);
      if (outcome.saved >= 0) saved = outcome.saved;
      const found = await read(place);
      if (found !== outcome.begun) expect(found, saved, `state after a kill, where ${outcome.begun} had begun,`);
      saved = found;
    },
    states: () => saved + 1,
    remove: () => rm(directory, { recursive: true }),
  };
}

/** @param {Soak} soak */
export async function live({ choices, operations, isOver }) {
  const site = await crashSite(choices.chance(2) ? 'ab'.repeat(32) : undefined);
  while (!isOver()) {
    const moment = { states: choices.below(3), afterMs: choices.below(10 * longestMs) / 10 };
    await operations.run('crash', JSON.stringify(moment), () => site.round(moment));
  }
  await site.remove();
}
