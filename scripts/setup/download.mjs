// One file from whichever mirror has it, by apt's own downloader, which knows the machine's proxies and certificates. What is not
// the file of that checksum never gets its name.
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './lock.mjs';
import { attempt, StepFailed } from './progress.mjs';

/** @import { Mirrors } from './mirrors.mjs' */
/** @typedef {{ size: number, sha256: string, urls: string[] }} WantedFile */

const helper = '/usr/lib/apt/apt-helper';

/** @param {string} path */
export async function hashOfFile(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const parallel = 4;
let underway = 0;
/** @type {((value?: unknown) => void)[]} */
const waiting = [];

/**
 * At most so many at a time, in the order in which they were asked for.
 * @template Result
 * @param {() => Promise<Result>} work
 */
async function inTurn(work) {
  if (underway < parallel) underway++;
  else await new Promise((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underway--;
  }
}

const ending = new AbortController();
const { signal } = ending;

/** Ends what is fetched ahead and nobody needs any more. */
export const endDownloads = () => ending.abort();

let parts = 0;

/**
 * Removes what a set-up that was killed had fetched of a file.
 * @param {string} directory
 */
export function removeParts(directory) {
  for (const name of readdirSync(directory)) {
    const pid = /\.part-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(directory, name), { force: true });
  }
}

/**
 * Resolves to why it failed, or undefined.
 * @param {string} url
 * @param {Omit<WantedFile, 'urls'>} file
 * @param {string} to
 * @param {Mirrors} mirrors
 * @returns {Promise<string | undefined>}
 */
async function download(url, { size, sha256 }, to, { options, patience }) {
  const part = `${to}.part-${process.pid}-${++parts}`;
  const remove = () => {
    // The second is what apt makes of a file of another checksum.
    for (const path of [part, `${part}.FAILED`, `${part}.copy`]) rmSync(path, { force: true });
  };
  remove();
  try {
    const args = [...options, 'download-file', url, part, `SHA256:${sha256}`];
    const { reason, errors } = await attempt(helper, args, { timeout: patience.downloadMs(size), signal });
    if (reason)
      return /^E: Failed to fetch \S+ +(.*?)(?: \[IP: .*)?$/m.exec(errors)?.[1].replace(/\s+/g, ' ') ?? reason;
    // What a file: mirror has, apt only links.
    copyFileSync(part, `${part}.copy`);
    if ((await hashOfFile(`${part}.copy`)) !== sha256) return 'Hash Sum mismatch';
    renameSync(`${part}.copy`, to);
  } finally {
    remove();
  }
}

// Two tries of what a mirror says it has not: the machines behind one name are not always of one mind.
/**
 * @param {string} reason
 * @param {number} tries
 */
const isFinal = (reason, tries) => tries > 1 && /^4\d\d /.test(reason);

/** @param {string} reason */
const isSilence = (reason) => !/^\d\d\d |^Hash Sum/.test(reason);

/**
 * Downloads a file, `{ size, sha256, urls }`, to the path `to`: each URL in turn, again after a pause when any of them may yet have
 * it. `mirrors` has apt's `options`, the `patience`, and the origins that were `silent`: these are asked last, and once.
 * @param {string} step
 * @param {WantedFile} file
 * @param {string} to
 * @param {Mirrors} mirrors
 */
export async function fetchFile(step, file, to, mirrors) {
  const { urls, size, sha256 } = file;
  const { silent } = mirrors;
  const failures = new Map();
  /** @param {string} url */
  const origin = (url) => new URL(url).origin;
  /** @param {string} url */
  const last = (url) => Number(silent.has(origin(url)));
  let left = [...urls].sort((a, b) => last(a) - last(b));
  for (const [round, pause] of [0, ...mirrors.patience.pausesMs].entries()) {
    if (left.length === 0) break;
    if (pause > 0) await sleep(pause, undefined, { signal });
    for (const url of left) {
      signal.throwIfAborted();
      const reason = await inTurn(() => download(url, { size, sha256 }, to, mirrors));
      if (reason === undefined) {
        silent.delete(origin(url));
        return;
      }
      failures.set(url, reason);
    }
    left = left.filter((url) => !isFinal(failures.get(url), round + 1) && !silent.has(origin(url)));
  }
  for (const [url, reason] of failures) if (isSilence(reason)) silent.add(origin(url));
  const tried = [...failures].map(([url, reason]) => `\n  ${url}: ${reason}`).join('');
  const name = basename(to);
  throw new StepFailed(`${step}: no mirror gives ${name}:${tried}`, `no mirror gives ${name}`);
}
