// One command line of the session, from start to result.

import { destroyedError, SandboxError } from '../api/errors.js';
import type { LimitName } from '../api/limit-table.js';
import type { ResolvedLimits } from '../api/limits.js';
import type { ErrorClass, ExitStatus, RunOptions, RunResult } from '../api/types.js';
import type { Listening, Machine } from '../machine/kernel-client.js';
import { turnstileOf } from '../machine/pacer.js';
import { Cancellation } from '../processes/cancellation.js';
import { Input } from '../processes/input.js';
import { Output } from '../processes/output.js';
import { exitStatus, timeoutExitCode } from '../processes/process.js';
import { causeOf, noUsage, UsageMeter } from '../processes/usage-meter.js';
import { toAssignments } from '../text/environment.js';
import { concatenate, decode, encode } from '../text/text.js';
import type { RunEnd, RunStreams, Session } from './session.js';

const stdinCapacity = 1024 * 1024;
const killedExitCode = 137;
const cannotStartExitCode = 126;

// Background processes, mostly process substitutions, may be about to write their last output. A process that lives longer than this is a
// background job, and a command does not wait for it.
const lingerMs = 31;

/** The defaults from the sandbox's options. */
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
    // The listener gets a copy, since these bytes become part of the result.
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
    usage: noUsage(),
  };
}

/** The result of a command that was cancelled before it began. */
export function cancelledResult(): RunResult {
  return { ...neverStarted(killedExitCode, 'CANCELLED', ''), signal: 'SIGKILL' };
}

/** The result of a command whose caller no longer wanted it when it ended. If it was killed, that is why. */
export function unwantedResult(result: RunResult): RunResult {
  if (result.signal !== 'SIGKILL' || result.timedOut) return result;
  const { limit: _limit, ...killed } = result;
  return { ...killed, errorClass: 'CANCELLED' };
}

function noRoomResult(limit: LimitName): RunResult {
  const result = neverStarted(cannotStartExitCode, 'LIMIT_EXCEEDED', `bash: cannot start: '${limit}' is reached\n`);
  return { ...result, limit, usage: noUsage([limit]) };
}

/** Sends a command line to the shell. `capacity`: of each output, unless the options say otherwise. */
function ask(
  machine: Machine,
  session: Session,
  run: number,
  { command, cwd, capacity }: { command: string; cwd: string; capacity: number },
  options: RunOptions,
): RunStreams {
  const env = toAssignments(Object.entries(options.env ?? {}));
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

/** Runs a command line. Rejects only when a stream or callback of the caller throws. */
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
  try {
    return await runMeasured(machine, session, limits, command, options, began, meter);
  } finally {
    meter.close();
  }
}

async function runMeasured(
  machine: Machine,
  session: Session,
  limits: RunLimits,
  command: string,
  options: RunOptions,
  began: number,
  meter: UsageMeter,
): Promise<RunResult> {
  const cwd = options.cwd === undefined ? '' : session.startDirectory(options.cwd);
  try {
    await session.ready();
  } catch (error) {
    if (!(error instanceof SandboxError && error.code === 'EAGAIN')) throw error;
    return noRoomResult(error.limit ?? 'maxProcesses');
  }
  const run = machine.newWatchedRun();
  const started = ask(machine, session, run, { command, cwd, capacity: limits.maxOutputBytes }, options);
  const cut = new Cancellation(machine, run, () => session.cut(run));
  const stdout = new Collector(machine, started.stdout, options.onStdout, cut.fail);
  const stderr = new Collector(machine, started.stderr, options.onStderr, cut.fail);
  const input = options.stdin === undefined ? undefined : new Input(machine, started.stdin);
  try {
    const { timeoutMs = limits.timeoutMs, cpuTimeoutMs = limits.cpuTimeoutMs, signal } = options;
    cut.arm(began, { timeoutMs, cpuTimeoutMs, signal });
    if (input !== undefined && options.stdin !== undefined) input.feed(options.stdin).catch(cut.fail);
    const end = await started.ended;
    // A killed process ends as soon as its worker notices, within milliseconds.
    if (cut.happened) await machine.wait((gone) => machine.whenEnded(run, gone));
    else await machine.wait((done) => lastWords(machine, run, [stdout.output, stderr.output], done));
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
  cut: Cancellation,
  [stdoutBytes, written]: readonly [Uint8Array, Uint8Array],
  truncated: RunResult['truncated'],
  used: Pick<RunResult, 'executionTimeMs' | 'usage'>,
): RunResult {
  const met = used.usage.limitsHit;
  const lost = truncated.stdout || truncated.stderr;
  const failed = runStatus(end, false, false).exitCode !== 0;
  const cause = causeOf({ timedOut: cut.timedOut, cancelled: cut.cancelled, truncated: lost, failed }, met);
  const { timedOut } = cause;
  let stderrBytes = written;
  if (timedOut) {
    const lineIsOpen = written.length > 0 && written[written.length - 1] !== 0x0a;
    stderrBytes = concatenate([written, encode(`${lineIsOpen ? '\n' : ''}command timed out`)]);
  }
  return {
    ...runStatus(end, timedOut, cut.cancelled),
    stdout: decode(stdoutBytes),
    stderr: decode(stderrBytes),
    stdoutBytes,
    stderrBytes,
    truncated,
    ...used,
    ...cause,
  };
}

function limitsOf(machine: Machine, run: number, end: RunEnd): LimitName[] {
  const met = machine.limitsMet(run);
  return 'end' in end ? [...new Set([...end.limits, ...met])] : met;
}

function runStatus(end: RunEnd, timedOut: boolean, cancelled: boolean): ExitStatus {
  if ('end' in end) return exitStatus(end.end, timedOut);
  if (timedOut) return { exitCode: timeoutExitCode, timedOut };
  if (cancelled) return { exitCode: killedExitCode, signal: 'SIGKILL', timedOut };
  // A request is withdrawn only after it was cut or has failed.
  return { exitCode: 'reply' in end ? end.reply.status : killedExitCode, timedOut };
}

/** Waits until no process is left that could write. */
function lastWords(machine: Machine, run: number, outputs: Output[], done: () => void): Listening | undefined {
  const ends = machine.whenEnded(run, done);
  if (ends === undefined) return undefined;
  let open = 0;
  const closes = outputs.map((output) =>
    output.whenClosed(() => {
      if (--open === 0) done();
    }),
  );
  open = closes.filter((stop) => stop !== undefined).length;
  const patience = open > 0 ? setTimeout(done, lingerMs) : undefined;
  const stop = (): void => {
    clearTimeout(patience);
    for (const each of [ends, ...closes]) each?.();
  };
  if (open > 0) return stop;
  stop();
  return undefined;
}

function collect(collector: Collector, fail: (error: unknown) => void): Uint8Array {
  try {
    return collector.finish();
  } catch (error) {
    fail(error);
    return new Uint8Array();
  }
}
