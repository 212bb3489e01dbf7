// Random modules, random shapes of hot code, or random session shells, in real sandboxes: the host stays alive, answers, ends them on
// time, and stays small.
//   sandboxes.mjs [--kind modules|shapes|shells] [--seconds N] [--seed S] [--count N] [--keep DIRECTORY]
// Module i has seed S + i; `--seed S+i --count 1` runs it again.
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { watchLateness } from './lateness.mjs';
import { randomModule } from './modules.mjs';
import { randomShape } from './shapes.mjs';
import { randomShell } from './shells.mjs';

/** @typedef {{ seed: number, outcomes: string[], took: number, stall: number, after: number, resident: number, size: number }} Report Of one run. */
/** @typedef {Report | { timeoutMs: number, resident: number } | { began: number } | { rejection: string }} Message */

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string', default: 'modules' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    count: { type: 'string', default: String(2 ** 30) },
    keep: { type: 'string' },
  },
});

// Bounds for a machine that does other things as well. They find what takes minutes or gigabytes, not milliseconds.
const perProcess = 40;
const lateMs = 4_000;
const runs = { modules: 1, shapes: 1, shells: 3 }; // one after the other, each with a deadline
// complete() waits, on the caller's thread, until a shell that has to be started first has begun.
const stallMs = { modules: 1_000, shapes: 1_000, shells: 2_500 };
// What the optimising compiler goes on with when its program is gone: processor time on Node's own threads.
const afterMs = 6_000;
const grownBytes = 768 * 2 ** 20;
const silentMs = 20_000;

// The sandboxes have no programs but the random one, so nothing needs to be built for this.
const programs = mkdtempSync(join(tmpdir(), 'wasmsand-fuzz-'));
const kinds = { modules: randomModule, shapes: randomShape, shells: randomShell };
/** @returns {keyof typeof kinds} */
function readKind() {
  const found = /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds)).find((name) => name === options.kind);
  if (found === undefined) throw new Error(`unknown kind ${options.kind}`);
  return found;
}
const kind = readKind();

/** This process only waits: what keeps it from its turn is not the fuzzed one's doing. */
const lateness = watchLateness();
const until = performance.now() + Number(options.seconds) * 1000;
let judged = 0;
/** @type {Map<string, number>} */
const outcomes = new Map();
const longest = { took: 0, stall: 0, after: 0, grown: 0 };
/** @type {number[]} */
const findings = [];

/**
 * @param {number} seed
 * @param {string} what
 */
function found(seed, what) {
  findings.push(seed);
  process.stdout.write(`FOUND: module ${seed}: ${what}\n`);
  if (options.keep === undefined) return;
  mkdirSync(options.keep, { recursive: true });
  writeFileSync(join(options.keep, `${options.kind}-${seed}.wasm`), kinds[kind](seed));
}

/**
 * @param {Report} report
 * @param {number} base
 * @param {number} timeoutMs
 */
function judge(report, base, timeoutMs) {
  const grown = report.resident - base;
  const stall = report.stall - lateness();
  longest.took = Math.max(longest.took, report.took);
  longest.stall = Math.max(longest.stall, stall);
  longest.after = Math.max(longest.after, report.after);
  longest.grown = Math.max(longest.grown, grown);
  judged++;
  for (const outcome of report.outcomes) {
    if (/^(spoilt|wrong books):/.test(outcome)) found(report.seed, outcome);
    else outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  if (report.took > runs[kind] * timeoutMs + lateMs)
    found(report.seed, `took ${Math.round(report.took)} ms of ${timeoutMs}`);
  if (stall > stallMs[kind]) found(report.seed, `the event loop stood for ${Math.round(stall)} ms`);
  if (report.after > afterMs) found(report.seed, `the engine worked for ${Math.round(report.after)} ms after it`);
  if (grown > grownBytes) found(report.seed, `the host grew by ${Math.round(grown / 2 ** 20)} MiB`);
}

/**
 * Runs modules from `first` on in a process of its own. Resolves with the seed to go on with.
 * @param {number} first
 * @param {number} count
 * @returns {Promise<number>}
 */
function runProcess(first, count) {
  return new Promise((resolve) => {
    const worker = fileURLToPath(new URL('sandbox-worker.mjs', import.meta.url));
    const child = fork(worker, [options.kind, String(first), String(count), programs]);
    let seed = first;
    let base = 0;
    let timeoutMs = 0;
    let over = false;
    /** @type {NodeJS.Timeout | undefined} */
    let silence;
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        over = true;
        found(seed, `the host has said nothing for ${silentMs / 1000} s`);
        child.kill('SIGKILL');
      }, silentMs);
    };
    wait();
    child.on('message', (sent) => {
      const report = /** @type {Message} */ (sent);
      wait();
      if ('timeoutMs' in report) [base, timeoutMs] = [report.resident, report.timeoutMs];
      else if ('began' in report) seed = report.began;
      else if ('rejection' in report) found(seed, `unhandled rejection: ${report.rejection}`);
      else judge(report, base, timeoutMs);
      if (performance.now() > until && !('began' in report)) {
        over = true;
        child.kill('SIGKILL');
      }
    });
    child.on('exit', (code, signal) => {
      clearTimeout(silence);
      if (!over && code !== 0) found(seed, `the host ended with ${signal ?? `status ${code}`}`);
      resolve(code === 0 ? first + count : seed + 1);
    });
  });
}

const first = Number(options.seed);
const end = first + Number(options.count);
let next = first;
while (next < end && performance.now() < until && findings.length < 20) {
  next = await runProcess(next, Math.min(perProcess, end - next));
}
rmSync(programs, { recursive: true });
// One in three or so gives a good answer when it is asked to complete: else nothing has reached the decoder.
if (options.kind === 'shells' && judged > 100 && !outcomes.has('completed')) found(first, 'no completion was read');

const shares = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ');
process.stdout.write(
  `${judged} ${options.kind} from seed ${first}: ${shares}; longest ${Math.round(longest.took)} ms, ` +
    `stall ${Math.round(longest.stall)} ms, after it ${Math.round(longest.after)} ms, grown ${Math.round(longest.grown / 2 ** 20)} MiB\n`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
