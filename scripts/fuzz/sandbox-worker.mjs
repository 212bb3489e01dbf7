// One process of the sandboxes' fuzzers: runs random modules or session shells in small sandboxes with short deadlines,
// and reports each.
//   sandbox-worker.mjs modules|shapes|shells FIRST-SEED COUNT PROGRAMS-DIRECTORY
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Sandbox, SandboxError } from '../../dist/esm/index.js';
import { imageText } from '../setup/descriptions.mjs';
import { watchLateness } from './lateness.mjs';
import { randomModule } from './modules.mjs';
import { randomShape } from './shapes.mjs';
import { randomShell } from './shells.mjs';

/** @import { Message } from './sandboxes.mjs' */
/** @import { ListedEntry } from '../setup/descriptions.mjs' */

/** What `sandboxes.mjs` is told, which began this process with a channel.
 * @param {Message} message */
const tell = (message) => process.send?.(message);

const [kind, first, count, place] = process.argv.slice(2);
/** @type {Map<string, (seed: number) => Buffer>} */
const makes = new Map([
  ['modules', randomModule],
  ['shapes', randomShape],
  ['shells', randomShell],
]);
/** @param {number} seed */
function make(seed) {
  const random = makes.get(kind);
  if (random === undefined) throw new Error(`unknown kind ${kind}`);
  return random(seed);
}
const timeoutMs = 300;
const memoryLimit = 16 * 2 ** 20;
/** What cannot be asked for before it is there: a stack, what the engine keeps. */
const foundLate = 192 * 2 ** 20;

const lateness = watchLateness();

/** The most memory this process has had since it was asked last. */
function peak() {
  const kibibytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error('this system does not say how much memory a process had');
  writeFileSync('/proc/self/clear_refs', '5');
  return Number(kibibytes) * 1024;
}

/** Whether a thread beside this one computes, or would if it had a processor. */
function othersRun() {
  return readdirSync('/proc/self/task').some((id) => {
    if (Number(id) === process.pid) return false;
    try {
      return /\) R [^)]*$/.test(readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
    } catch {
      return false; // it has just ended
    }
  });
}

/** Waits until the engine has finished with a program that has ended. What it took of the processors, in ms. */
async function afterglow() {
  const atMostMs = 15_000;
  const begun = performance.now();
  const before = process.cpuUsage();
  for (let calm = 0; calm < 3 && performance.now() - begun < atMostMs; ) {
    await pause(30);
    calm = othersRun() ? 0 : calm + 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** @param {ReadableStream<Uint8Array>} stream */
async function drain(stream) {
  for await (const _ of stream);
}

/**
 * The first bytes of it.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function beginning(stream) {
  let text = '';
  for await (const chunk of stream) if (text.length < 1000) text += Buffer.from(chunk).toString('latin1');
  return text;
}

/**
 * What the sandbox is still booked for when none of its processes is left. They may outlive a program that was not killed.
 * @param {Sandbox} sandbox
 * @param {boolean} killed
 */
async function leftBehind(sandbox, killed) {
  // Killed ones go within moments, and what is being compiled for them when it is.
  const until = performance.now() + 5_000;
  for (;;) {
    const { processes, memoryBytes, descriptors } = sandbox.metrics();
    if (processes > 0 ? !killed : memoryBytes === 0 && descriptors === 0) return undefined;
    if (performance.now() > until)
      return `wrong books: ${processes} processes, ${memoryBytes} bytes of memory, ${descriptors} descriptors`;
    await pause(5);
  }
}

/**
 * @param {Sandbox} sandbox
 * @param {Uint8Array} bytes
 * @param {boolean} isValid
 */
async function runProgram(sandbox, bytes, isValid) {
  sandbox.writeFile('/tmp/module', bytes);
  sandbox.chmod('/tmp/module', 0o755);
  const child = sandbox.spawn('/tmp/module', [], { stdin: 'x'.repeat(100), timeoutMs });
  const [, said, { timedOut }] = await Promise.all([drain(child.stdout), beginning(child.stderr), child.exited]);
  // We may refuse a module, but what we make of one is as good as it was.
  if (isValid && /not a valid program: WebAssembly|does not fit its imports/.test(said)) return `spoilt: ${said}`;
  const peak = sandbox.metrics().peakMemoryBytes;
  if (peak > memoryLimit + foundLate) return `wrong books: ${peak} bytes of memory at a time`;
  return (await leftBehind(sandbox, timedOut)) ?? (timedOut ? 'timed out' : 'ended');
}

/**
 * Everything the session shell is asked for. Each answer may be an error, none may be missing. Says how each ended.
 * @param {Sandbox} sandbox
 */
async function runSession(sandbox) {
  const complete = async () => sandbox.complete('echo a longer line', 12);
  const steps = [
    () => [sandbox.run('true', { timeoutMs }), sandbox.run('echo a | cat', { timeoutMs, onStdout: () => {} })],
    () => [complete()],
    () => [sandbox.run('true', { timeoutMs })],
    () => [complete()],
  ];
  const ends = [];
  for (const step of steps) ends.push(...(await Promise.allSettled(step())));
  return ends.map((end) => {
    if (end.status === 'rejected') {
      if (!(end.reason instanceof SandboxError)) throw end.reason;
      return end.reason.code;
    }
    const { value } = end;
    if ('completions' in value) return 'completed';
    return value.timedOut ? 'timed out' : 'ran';
  });
}

/**
 * @param {string | number} seed
 * @param {ListedEntry[]} entries
 */
function programs(seed, entries) {
  const wasmDir = join(place, String(seed));
  mkdirSync(wasmDir, { recursive: true });
  writeFileSync(join(wasmDir, 'image.tsv'), imageText(entries));
  return wasmDir;
}

/** @param {number} seed */
async function run(seed) {
  const bytes = make(seed);
  const shell = { path: '/usr/bin/bash', type: 'program', file: 'bash', size: bytes.length };
  const wasmDir = kind === 'shells' ? programs(seed, [shell]) : programs('none', []);
  if (kind === 'shells') writeFileSync(join(wasmDir, 'bash'), bytes);
  const isValid = kind !== 'shells' && WebAssembly.validate(bytes);
  await pause(10);
  lateness();
  const begun = performance.now();
  const sandbox = await Sandbox.create({
    wasmDir,
    memoryLimitMb: memoryLimit / 2 ** 20,
    fsLimitMb: 8,
    maxProcesses: 8,
  });
  let outcomes;
  try {
    outcomes = kind === 'shells' ? await runSession(sandbox) : [await runProgram(sandbox, bytes, isValid)];
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    outcomes = [error.code];
  } finally {
    sandbox.destroy();
  }
  const took = performance.now() - begun;
  await pause(10);
  const stall = lateness();
  const after = kind === 'shapes' ? await afterglow() : 0;
  tell({ seed, outcomes, took, stall, after, resident: peak(), size: bytes.length });
}

process.on('unhandledRejection', (/** @type {Error | undefined} */ error) => {
  tell({ rejection: String(error?.stack ?? error) });
  process.exit(70);
});
tell({ timeoutMs, resident: peak() });
for (let i = 0; i < Number(count); i++) {
  tell({ began: Number(first) + i });
  await run(Number(first) + i);
}
process.exit(0);
