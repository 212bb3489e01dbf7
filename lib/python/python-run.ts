// One piece of code of a Python session, from the request to the result. Also the list of variables.

import { SandboxError } from '../api/errors.js';
import type { LimitName } from '../api/limit-table.js';
import { type ResolvedLimits, timeLimitIn } from '../api/limits.js';
import type { PythonError, PythonResult, PythonRunOptions, PythonVariable } from '../api/python.js';
import { signalName } from '../api/signals.js';
import type { Machine } from '../machine/kernel-client.js';
import { Cancellation } from '../processes/cancellation.js';
import type { Answer } from '../processes/session-process.js';
import { causeOf, noUsage, UsageMeter } from '../processes/usage-meter.js';
import { Outputs } from './outputs.js';
import { encodeRequest, type Hearer, type Interpreter, sessionEnded } from './python-interpreter.js';

/** The sandbox's limits that apply to code of a session. */
export type SessionLimits = Pick<ResolvedLimits, 'timeoutMs' | 'cpuTimeoutMs' | 'maxOutputBytes' | 'maxCommandBytes'>;

/** What runs in its turn. */
export interface Running {
  machine: Machine;
  interpreter: Interpreter;
  limits: SessionLimits;
  /** When its turn began. */
  began: number;
  /** Whether it was interrupted while it waited for its turn. */
  interrupts: boolean;
}

/** The error of code that was interrupted before it began. */
const interrupted: PythonError = { name: 'KeyboardInterrupt', value: '', traceback: 'KeyboardInterrupt\n' };

/** The result of code that was aborted while it waited for its turn. */
export function cancelledResult(): PythonResult {
  return {
    ...{ outputs: [], error: { ...interrupted }, truncated: false, timedOut: false, errorClass: 'CANCELLED' },
    ...{ executionTimeMs: 0, usage: noUsage() },
  };
}

/** The limits for which an interpreter is killed. */
const memoryLimits = new Set<LimitName>(['memoryLimitBytes', 'hostMemoryBytes']);

/** The error for an interpreter that ended while it ran code. `met`: limits that the code has met. */
function endError(
  { end, limits }: Extract<Answer<never>, { end: unknown }>,
  cut: Cancellation,
  met: LimitName[],
  signal: AbortSignal | undefined,
): SandboxError {
  const timeLimit = timeLimitIn(met) ?? (cut.timedOut ? 'timeoutMs' : undefined);
  if (timeLimit !== undefined) {
    return sessionEnded(`the code did not end when '${timeLimit}' was reached`, { limit: timeLimit });
  }
  if (cut.cancelled) return sessionEnded('the code did not end when it was aborted', { cause: signal?.reason });
  const limit = limits[0] ?? (end.signal === 9 ? met.find((name) => memoryLimits.has(name)) : undefined);
  if (limit !== undefined) return sessionEnded(`'${limit}' was reached`, { limit });
  return sessionEnded(
    end.signal === 0 ? `it has exited with status ${end.exitCode}` : `it was killed by ${signalName(end.signal)}`,
  );
}

/** An error that a function of the caller threw. */
export class CallerError {
  readonly error: unknown;
  /** Whether the interpreter cannot be used any more. */
  readonly isSpoiled: boolean;

  constructor(error: unknown, isSpoiled: boolean) {
    this.error = error;
    this.isSpoiled = isSpoiled;
  }
}

interface Asked {
  run: number;
  request: Uint8Array;
  hearer: Hearer;
  cut: Cancellation;
}

/** Sends a request with limits of time, and returns the limits that were met. Rejects when the interpreter ends, and with a CallerError. */
async function askWithin(
  { machine, interpreter, limits, began, interrupts }: Running,
  { run, request, hearer, cut }: Asked,
  { timeoutMs = limits.timeoutMs, cpuTimeoutMs = limits.cpuTimeoutMs, signal }: PythonRunOptions,
): Promise<{ met: LimitName[]; isWithdrawn: boolean }> {
  try {
    const asked = interpreter.ask(run, request, hearer);
    cut.arm(began, { timeoutMs, cpuTimeoutMs, signal });
    if (interrupts) interpreter.interrupt();
    const answer = await asked;
    const met = machine.limitsMet(run);
    if (cut.failure !== undefined) throw new CallerError(cut.failure.error, false);
    if ('end' in answer) throw endError(answer, cut, met, signal);
    return { met, isWithdrawn: 'withdrawn' in answer };
  } catch (error) {
    if (cut.failure === undefined || error instanceof CallerError) throw error;
    throw new CallerError(cut.failure.error, true);
  } finally {
    cut.disarm();
    // Programs that interrupted code has started must end with it.
    if (cut.happened && !machine.isDestroyed) machine.kernel.killRun(run);
    machine.limitsMet(run);
  }
}

/** Runs code. Rejects as `askWithin` does. */
export async function runCode(running: Running, request: Uint8Array, options: PythonRunOptions): Promise<PythonResult> {
  const { machine, interpreter, limits, began } = running;
  if (options.signal?.aborted) return cancelledResult();
  const meter = new UsageMeter(machine.kernel, began);
  const run = machine.newWatchedRun();
  const cut = new Cancellation(machine, run, () => interpreter.cut(run));
  const outputs = new Outputs(options.maxOutputBytes ?? limits.maxOutputBytes, options.onOutput, cut.fail);
  try {
    const { met, isWithdrawn } = await askWithin(running, { run, request, hearer: outputs, cut }, options);
    if (isWithdrawn) outputs.error = { ...interrupted };
    const { value, error, truncated } = outputs;
    return {
      outputs: outputs.all,
      ...(value === undefined ? {} : { value }),
      ...(error === undefined ? {} : { error }),
      truncated,
      ...meter.read(met),
      ...causeOf({ timedOut: cut.timedOut, cancelled: cut.cancelled, truncated, failed: error !== undefined }, met),
    };
  } finally {
    meter.close();
  }
}

/** The variables of the code. Rejects as `askWithin` does, with ETIMEDOUT and with ECANCELED. */
export async function listVariables(running: Running): Promise<PythonVariable[]> {
  const { machine, interpreter, limits } = running;
  const run = machine.newWatchedRun();
  const cut = new Cancellation(machine, run, () => interpreter.cut(run));
  let listed: PythonVariable[] = [];
  let failure: PythonError | undefined;
  const hearer: Hearer = {
    longest: limits.maxOutputBytes,
    isWanted: (kind) => kind === 'variables' || kind === 'error',
    heard({ variables, error }) {
      listed = variables ?? listed;
      failure = error ?? failure;
    },
    printed: () => {},
  };
  const request = encodeRequest({}, limits.maxOutputBytes);
  const { met, isWithdrawn } = await askWithin(running, { run, request, hearer, cut }, {});
  const limit = timeLimitIn(met) ?? (cut.timedOut ? 'timeoutMs' : undefined);
  if (limit !== undefined) {
    const message = `ETIMEDOUT: '${limit}' was reached, variables`;
    throw new SandboxError(message, { code: 'ETIMEDOUT', syscall: 'variables', limit });
  }
  if (isWithdrawn || failure !== undefined) {
    const message = `ECANCELED: ${failure?.name ?? interrupted.name}, variables`;
    throw new SandboxError(message, { code: 'ECANCELED', syscall: 'variables' });
  }
  return listed;
}
