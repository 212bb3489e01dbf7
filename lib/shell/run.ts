// One command line of the session, from start to result.

import { UsageField } from '../abi/generated/kernel-fields.js';
import { destroyedError, SandboxError } from '../api/errors.js';
import { type LimitName, type ResolvedLimits, timeLimitIn } from '../api/limits.js';
import type { ErrorClass, ExitStatus, RunOptions, RunResult } from '../api/types.js';
import type { Machine } from '../machine/kernel-client.js';
import { turnstileOf } from '../machine/pacer.js';
import { Input } from '../processes/input.js';
import { Output } from '../processes/output.js';
import { exitStatus, timeoutExitCode } from '../processes/process.js';
import { concatenate, decode, encode } from '../text/text.js';
import { graceMs, type RunEnd, type RunStreams, type Session } from './session.js';

const stdinCapacity = 1024 * 1024;
const killedExitCode = 137;
const cannotStartExitCode = 126;

// Processes left behind by the command may be about to write their last words: process substitutions, mostly. Longer than this
// is a background job, and a command does not wait for those.
const lingerMs = [1, 2, 4, 8, 16];

/** The defaults of the sandbox. */
export type RunLimits = Pick<ResolvedLimits, 'timeoutMs' | 'cpuTimeoutMs' | 'maxOutputBytes'>;

class Collector {
  readonly output: Output;
  readonly #onChunk: ((chunk: Uint8Array) => void) | undefined;
  readonly #chunks: Uint8Array[] = [];
  truncated = false;

  constructor(machine: Machine, stream: number, onChunk: RunOptions['onStdout'], failed: (error: unknown) => void) {
    this.#onChunk = onChunk;
    // Without a listener the bytes stay in the kernel until the end and are copied once.
    const take = (): void => {
      try {
        this.take();
      } catch (error) {
        failed(error);
      }
    };
    this.output = new Output(machine, stream, onChunk && take);
  }

  take(): void {
    const piece = this.output.take();
    if (piece === undefined) return;
    this.#chunks.push(piece);
    // The listener gets bytes of its own: those kept here are part of the result.
    this.#onChunk?.(piece.slice());
  }

  finish(): Uint8Array {
    this.take();
    this.truncated = this.output.state().truncated;
    this.output.close();
    const [only] = this.#chunks;
    if (this.#chunks.length === 1 && only !== undefined) return only;
    return concatenate(this.#chunks);
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function neverStarted(exitCode: number, errorClass: ErrorClass, stderr: string): RunResult {
  return {
    exitCode,
    stdout: '',
    stderr,
    stdoutBytes: new Uint8Array(),
    stderrBytes: encode(stderr),
    executionTimeMs: 0,
    timedOut: false,
    truncated: { stdout: false, stderr: false },
    errorClass,
    usage: { cpuMs: 0, peakMemoryBytes: 0, processes: 0, limitsHit: [] },
  };
}

/** The result of a command that was cancelled before it began. */
export function cancelledResult(): RunResult {
  return { ...neverStarted(killedExitCode, 'CANCELLED', ''), signal: 'SIGKILL' };
}

/** The result of a command that was not wanted any more when it ended: one that was killed was killed for that. */
export function unwantedResult(result: RunResult): RunResult {
  if (result.signal !== 'SIGKILL' || result.timedOut) return result;
  const { limit: _limit, ...killed } = result;
  return { ...killed, errorClass: 'CANCELLED' };
}

function noRoomResult(limit: LimitName): RunResult {
  const result = neverStarted(cannotStartExitCode, 'LIMIT_EXCEEDED', `bash: cannot start: '${limit}' is reached\n`);
  return { ...result, limit, usage: { ...result.usage, limitsHit: [limit] } };
}

// What can end a run before it ends by itself.
class Cut {
  timedOut = false;
  cancelled = false;
  failure: { error: unknown } | undefined;
  readonly #machine: Machine;
  readonly #session: Session;
  readonly #run: number;
  #signal: AbortSignal | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(machine: Machine, session: Session, run: number) {
    this.#machine = machine;
    this.#session = session;
    this.#run = run;
  }

  get happened(): boolean {
    return this.timedOut || this.cancelled || this.failure !== undefined;
  }

  arm(began: number, timeoutMs: number, cpuTimeoutMs: number, signal: AbortSignal | undefined): void {
    if (timeoutMs > 0 || cpuTimeoutMs > 0) {
      const left = timeoutMs > 0 ? Math.max(1, timeoutMs - (performance.now() - began)) : 0;
      this.#machine.armDeadline(this.#run, left, cpuTimeoutMs, () => {
        this.timedOut = true;
        this.#letGo();
      });
    }
    signal?.addEventListener('abort', this.#cancel, { once: true });
    this.#signal = signal;
    // While the shell was starting.
    if (signal?.aborted) this.#cancel();
  }

  disarm(): void {
    clearTimeout(this.#grace);
    this.#machine.disarmDeadline(this.#run);
    this.#signal?.removeEventListener('abort', this.#cancel);
  }

  /** A stream or a callback of the caller's has thrown. */
  readonly fail = (error: unknown): void => {
    this.failure ??= { error };
    this.#kill();
  };

  readonly #cancel = (): void => {
    this.cancelled = true;
    this.#kill();
  };

  #kill(): void {
    if (!this.#machine.isDestroyed) this.#machine.kernel.killRun(this.#run);
    this.#letGo();
  }

  // A shell that waits for its turn is not to blame.
  #letGo(): void {
    if (this.#session.withdraw(this.#run)) return;
    this.#grace ??= setTimeout(() => this.#session.kill(this.#run), graceMs);
  }
}

/** What the sandbox has used since this was made, for a run that was asked for a little before. */
class UsageMeter {
  readonly #kernel: Machine['kernel'];
  readonly #began: number;
  readonly #before = new Float64Array(UsageField.count);

  constructor(kernel: Machine['kernel'], began: number) {
    this.#kernel = kernel;
    this.#began = began;
    kernel.resetPeakMemory();
    kernel.usage(this.#before);
  }

  read(limitsHit: LimitName[]): Pick<RunResult, 'executionTimeMs' | 'usage'> {
    const now = new Float64Array(UsageField.count);
    this.#kernel.usage(now);
    const grown = (field: number): number => (now[field] ?? 0) - (this.#before[field] ?? 0);
    return {
      executionTimeMs: performance.now() - this.#began,
      usage: {
        cpuMs: grown(UsageField.cpuMs),
        peakMemoryBytes: now[UsageField.peakMemoryBytes] ?? 0,
        processes: grown(UsageField.processesStarted),
        limitsHit,
      },
    };
  }
}

/** Hands a command line to the shell. `capacity`: of each output, when the options do not say. */
function ask(
  machine: Machine,
  session: Session,
  run: number,
  { command, cwd, capacity }: { command: string; cwd: string; capacity: number },
  options: RunOptions,
): RunStreams {
  const env = Object.entries(options.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const streams = {
    runId: run,
    stdin: options.stdin === undefined ? null : stdinCapacity,
    capacity: options.maxOutputBytes ?? capacity,
    announceStdout: options.onStdout !== undefined,
    announceStderr: options.onStderr !== undefined,
  };
  try {
    return session.run({ command, cwd, args: options.args, env }, streams);
  } catch (error) {
    machine.limitsMet(run);
    throw error;
  }
}

/** Runs a command line. Rejects only when the host is at fault: a stream or a callback of the caller's that throws. */
export async function runCommand(
  machine: Machine,
  session: Session,
  limits: RunLimits,
  command: string,
  options: RunOptions,
): Promise<RunResult> {
  machine.assertAlive();
  const began = performance.now();
  await turnstileOf(machine.platform).pass();
  machine.assertAlive();
  const meter = new UsageMeter(machine.kernel, began);
  const cwd = options.cwd === undefined ? '' : session.startDirectory(options.cwd);
  try {
    await session.ready();
  } catch (error) {
    if (!(error instanceof SandboxError && error.code === 'EAGAIN')) throw error;
    return noRoomResult(error.limit ?? 'maxProcesses');
  }
  const run = machine.newWatchedRun();
  const started = ask(machine, session, run, { command, cwd, capacity: limits.maxOutputBytes }, options);
  const cut = new Cut(machine, session, run);
  const stdout = new Collector(machine, started.stdout, options.onStdout, cut.fail);
  const stderr = new Collector(machine, started.stderr, options.onStderr, cut.fail);
  const input = options.stdin === undefined ? undefined : new Input(machine, started.stdin);
  try {
    const { timeoutMs = limits.timeoutMs, cpuTimeoutMs = limits.cpuTimeoutMs, signal } = options;
    cut.arm(began, timeoutMs, cpuTimeoutMs, signal);
    if (input !== undefined && options.stdin !== undefined) input.feed(options.stdin).catch(cut.fail);
    const end = await started.ended;
    if (cut.happened) await gone(machine, run);
    else await lastWords(machine, run, [stdout.output, stderr.output]);
    if (machine.isDestroyed) throw destroyedError();
    const output = [collect(stdout, cut.fail), collect(stderr, cut.fail)] as const;
    if (cut.failure !== undefined) throw cut.failure.error;
    const truncated = { stdout: stdout.truncated, stderr: stderr.truncated };
    return resultOf(end, cut, output, truncated, meter.read(limitsOf(machine, run, end)));
  } finally {
    cut.disarm();
    machine.limitsMet(run);
    input?.close();
    stdout.output.close();
    stderr.output.close();
  }
}

function resultOf(
  end: RunEnd,
  cut: Cut,
  [stdoutBytes, written]: readonly [Uint8Array, Uint8Array],
  truncated: RunResult['truncated'],
  used: Pick<RunResult, 'executionTimeMs' | 'usage'>,
): RunResult {
  const met = used.usage.limitsHit;
  const timeLimit = timeLimitIn(met) ?? (cut.timedOut ? 'timeoutMs' : undefined);
  // The shell's last reply can be here before what says that time was up.
  const timedOut = timeLimit !== undefined;
  let stderrBytes = written;
  if (timedOut) {
    const lineIsOpen = written.length > 0 && written[written.length - 1] !== 0x0a;
    stderrBytes = concatenate([written, encode(`${lineIsOpen ? '\n' : ''}command timed out`)]);
  }
  const result: RunResult = {
    ...runStatus(end, timedOut, cut.cancelled),
    stdout: decode(stdoutBytes),
    stderr: decode(stderrBytes),
    stdoutBytes,
    stderrBytes,
    truncated,
    ...used,
  };
  const lost = truncated.stdout || truncated.stderr;
  if (timedOut) {
    result.errorClass = 'TIMEOUT';
    result.limit = timeLimit;
  } else if (cut.cancelled) {
    result.errorClass = 'CANCELLED';
  } else if (lost || (result.exitCode !== 0 && met.length > 0)) {
    result.limit = met[0] ?? 'maxOutputBytes';
    result.errorClass = result.limit === 'network' ? 'CAPABILITY_DENIED' : 'LIMIT_EXCEEDED';
  }
  return result;
}

function limitsOf(machine: Machine, run: number, end: RunEnd): LimitName[] {
  const met = machine.limitsMet(run);
  return 'end' in end ? [...new Set([...end.limits, ...met])] : met;
}

function runStatus(end: RunEnd, timedOut: boolean, cancelled: boolean): ExitStatus {
  if ('end' in end) return exitStatus(end.end, timedOut);
  if (timedOut) return { exitCode: timeoutExitCode, timedOut };
  if (cancelled) return { exitCode: killedExitCode, signal: 'SIGKILL', timedOut };
  // Withdrawn is only what was cut, or failed.
  return { exitCode: 'reply' in end ? end.reply.status : killedExitCode, timedOut };
}

// A killed process leaves as soon as its worker notices: within milliseconds.
async function gone(machine: Machine, run: number): Promise<void> {
  while (!machine.isDestroyed && machine.kernel.runProcesses(run) > 0) await delay(1);
}

async function lastWords(machine: Machine, run: number, outputs: Output[]): Promise<void> {
  for (const ms of lingerMs) {
    if (machine.isDestroyed || machine.kernel.runProcesses(run) === 0) return;
    if (!outputs.some((output) => output.state().open)) return;
    await delay(ms);
  }
}

function collect(collector: Collector, fail: (error: unknown) => void): Uint8Array {
  try {
    return collector.finish();
  } catch (error) {
    fail(error);
    return new Uint8Array();
  }
}

/**
 * A command that waits for its turn is cancelled at once, not when its turn comes: that then finds the signal aborted and runs
 * nothing.
 */
export async function cancellableWait(
  turn: Promise<unknown>,
  result: Promise<RunResult>,
  signal: AbortSignal,
): Promise<RunResult> {
  let abort = (): void => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    abort = () => resolve('aborted');
  });
  signal.addEventListener('abort', abort, { once: true });
  const first = await Promise.race([turn, aborted]);
  signal.removeEventListener('abort', abort);
  return first === 'aborted' ? cancelledResult() : result;
}
