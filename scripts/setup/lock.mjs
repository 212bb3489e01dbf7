// `npm test` and `npm start` may run side by side in a checkout; each group of steps is run by one set-up at a time.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './places.mjs';
import { report } from './progress.mjs';

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file */
function holderIsAlive(file) {
  try {
    return isAlive(Number(readFileSync(file, 'utf8')));
  } catch {
    return false;
  }
}

/** @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (!holderIsAlive(file)) rmSync(file, { force: true });
    return false;
  }
}

/** A wait that is over before is not worth a word. */
const silentMs = 2000;

/**
 * @param {string} name
 * @param {() => Promise<void>} work
 */
export async function withLock(name, work) {
  const file = join(build, `${name}.lock`);
  mkdirSync(build, { recursive: true });
  const begun = performance.now();
  let told = false;
  while (!tryLock(file)) {
    if (!told && performance.now() - begun > silentMs && holderIsAlive(file)) {
      report(name, 'waiting for another set-up of this checkout');
      told = true;
    }
    await sleep(100);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}
