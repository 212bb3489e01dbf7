// One set-up at a time per checkout: `npm test` and `npm start` may run side by side.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './places.mjs';
import { report } from './progress.mjs';

const file = join(build, 'setup.lock');

function holderIsAlive() {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function tryLock() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!holderIsAlive()) rmSync(file, { force: true });
    return false;
  }
}

export async function withLock(work) {
  mkdirSync(build, { recursive: true });
  let waited = false;
  while (!tryLock()) {
    if (!waited && holderIsAlive()) {
      report('setup', 'waiting for another set-up of this checkout');
      waited = true;
    }
    await sleep(200);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}
