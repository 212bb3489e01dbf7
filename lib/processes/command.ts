// A command from its beginning to its result, whoever serves it: the session's shell, or a process of its own.

import type { ErrorClass, ExitStatus, RunOptions, RunResult } from '../api/commands.js';
import { destroyedError } from '../api/errors.js';
import type { LimitName } from '../api/limit-table.js';
import type { ResolvedLimits } from '../api/limits.js';
import type { Listening, Machine } from '../machine/kernel-client.js';
import { concatenate, decode, encode } from '../text/text.js';
import type { Cancellation } from './cancellation.js';
import { Collector } from './collector.js';
import { Input } from './input.js';
import type { Output } from './output.js';
import { causeOf, noUsage, type UsageMeter } from './usage-meter.js';

export const stdinCapacity = 1024 * 1024;
export const killedExitCode = 137;
const cannotStartExitCode = 126;

// Background processes, mostly process substitutions, may be about to write their last output. A process that lives longer than this is a
// background job, and a command does not wait for it.
const lingerMs = 31;

/** The defaults of the sandbox. */
export type RunLimits = Pick<ResolvedLimits, 'timeoutMs' | 'cpuTimeoutMs' | 'maxOutputBytes'>;

/** How a command has ended, as whoever served it knows. */
export interface CommandEnd {
  status(timedOut: boolean, cancelled: boolean): ExitStatus;
  limits: LimitName[];
}

/** A command that has begun. Streams that there are none of are 0. */
export interface BegunCommand {
  run: number;
  stdin: number;
  stdout: number;
  /** 0: it is one with standard output. */
  stderr: number;
  ended: Promise<CommandEnd>;
}

/** The result of what never began. */
export function neverStarted(exitCode: number, errorClass: ErrorClass | undefined, stderr: string): RunResult {
  return {
    exitCode,
    stdout: '',
    stderr,
    stdoutBytes: new Uint8Array(),
    stderrBytes: encode(stderr),
    executionTimeMs: 0,
    timedOut: false,
    truncated: { stdout: false, stderr: false },
    ...(errorClass === undefined ? {} : { errorClass }),
    usage: noUsage(),
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

/** The result of a command for which `limit` left no room. */
export function noRoomResult(limit: LimitName): RunResult {
  const result = neverStarted(cannotStartExitCode, 'LIMIT_EXCEEDED', `bash: cannot start: '${limit}' is reached\n`);
  return { ...result, limit, usage: noUsage([limit]) };
}

/** What became of the outputs of a command. */
interface Gathered {
  stdout: Uint8Array;
  stderr: Uint8Array;
  truncated: RunResult['truncated'];
}

/** Has the outputs of a command until it ends. */
export interface Gathering {
  readonly outputs: readonly Output[];
  /** Takes all that is there. Throws what a function of the caller's has thrown. */
  finish(): Gathered;
  /** The result is there, or lost. */
  ended?(status: ExitStatus): void;
}

/** The outputs stay in the kernel, which bounds them, and are taken at the end or as `onStdout` and `onStderr` hear of them. */
export function collect(machine: Machine, begun: BegunCommand, options: RunOptions, cut: Cancellation): Gathering {
  const stdout = new Collector(machine, begun.stdout, options.onStdout, cut.fail);
  const stderr = begun.stderr === 0 ? undefined : new Collector(machine, begun.stderr, options.onStderr, cut.fail);
  return {
    outputs: stderr === undefined ? [stdout.output] : [stdout.output, stderr.output],
    finish() {
      const written = [finished(stdout, cut), stderr ? finished(stderr, cut) : new Uint8Array()] as const;
      const truncated = { stdout: stdout.truncated, stderr: stderr?.truncated ?? false };
      return { stdout: written[0], stderr: written[1], truncated };
    },
  };
}

// The other output is to be finished all the same.
function finished(collector: Collector, cut: Cancellation): Uint8Array {
  try {
    return collector.finish();
  } catch (error) {
    cut.fail(error);
    return new Uint8Array();
  }
}

export interface Followed {
  begun: BegunCommand;
  cut: Cancellation;
  gathering: Gathering;
  options: RunOptions;
  limits: RunLimits;
  /** When its time has begun. */
  began: number;
  meter: UsageMeter;
  /** Whether all that it uses is used by processes of its run: it has no shell that serves others, too. */
  isAlone?: boolean;
}

/** Waits for the end of a command. Rejects only when the host is at fault: a stream or a callback of the caller's that throws. */
export async function followCommand(machine: Machine, followed: Followed): Promise<RunResult> {
  const { begun, cut, gathering, options, limits, began, meter } = followed;
  const { run } = begun;
  const input = options.stdin === undefined ? undefined : new Input(machine, begun.stdin);
  let status: ExitStatus = { exitCode: killedExitCode, signal: 'SIGKILL', timedOut: false };
  try {
    const { signal, yieldMs } = options;
    const { timeoutMs, cpuTimeoutMs } = timeLimits(options, limits, yieldMs);
    cut.arm(began, { timeoutMs, cpuTimeoutMs, signal });
    if (input !== undefined && options.stdin !== undefined) input.feed(options.stdin).catch(cut.fail);
    const end = await begun.ended;
    // A killed process leaves as soon as its worker notices: within milliseconds.
    if (cut.happened) await machine.wait((gone) => machine.whenEnded(run, gone));
    else await machine.wait((done) => lastWords(machine, run, gathering.outputs, done));
    if (machine.isDestroyed) throw destroyedError();
    const gathered = gathering.finish();
    if (cut.failure !== undefined) throw cut.failure.error;
    const own = followed.isAlone ? machine.usageOf(run) : {};
    const met = [...new Set([...end.limits, ...machine.limitsMet(run)])];
    const result = resultOf(end, cut, gathered, meter.read(met, own));
    status = statusOf(result);
    return result;
  } finally {
    cut.disarm();
    machine.limitsMet(run);
    input?.close();
    for (const output of gathering.outputs) output.close();
    gathering.ended?.(status);
  }
}

function statusOf({ exitCode, signal, timedOut, limit }: RunResult): ExitStatus {
  return { exitCode, timedOut, ...(signal === undefined ? {} : { signal }), ...(limit === undefined ? {} : { limit }) };
}

/** Those of the sandbox do not hold for a command that goes on after them. */
function timeLimits(
  options: RunOptions,
  limits: RunLimits,
  yieldMs: number | undefined,
): Pick<RunLimits, 'timeoutMs' | 'cpuTimeoutMs'> {
  const usual =
    yieldMs !== undefined && (limits.timeoutMs === 0 || yieldMs < limits.timeoutMs)
      ? { timeoutMs: 0, cpuTimeoutMs: 0 }
      : limits;
  return { timeoutMs: options.timeoutMs ?? usual.timeoutMs, cpuTimeoutMs: options.cpuTimeoutMs ?? usual.cpuTimeoutMs };
}

function resultOf(
  end: CommandEnd,
  cut: Cancellation,
  { stdout: stdoutBytes, stderr: written, truncated }: Gathered,
  used: Pick<RunResult, 'executionTimeMs' | 'usage'>,
): RunResult {
  const met = used.usage.limitsHit;
  const lost = truncated.stdout || truncated.stderr;
  const failed = end.status(false, false).exitCode !== 0;
  const cause = causeOf({ timedOut: cut.timedOut, cancelled: cut.cancelled, truncated: lost, failed }, met);
  const { timedOut } = cause;
  let stderrBytes = written;
  if (timedOut) {
    const lineIsOpen = written.length > 0 && written[written.length - 1] !== 0x0a;
    stderrBytes = concatenate([written, encode(`${lineIsOpen ? '\n' : ''}command timed out`)]);
  }
  return {
    ...end.status(timedOut, cut.cancelled),
    stdout: decode(stdoutBytes),
    stderr: decode(stderrBytes),
    stdoutBytes,
    stderrBytes,
    truncated,
    ...used,
    ...cause,
  };
}

/** Until no process is left that could write. */
function lastWords(machine: Machine, run: number, outputs: readonly Output[], done: () => void): Listening | undefined {
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
