// One command that has a process of its own, from start to result.

import { SandboxError } from '../api/errors.js';
import type { ExecOptions, RunResult } from '../api/types.js';
import type { Credentials, OutputOptions, ProcessEnd } from '../kernel/processes.js';
import type { Machine, Started } from '../machine/kernel-client.js';
import { Cancellation } from './cancellation.js';
import {
  type CommandEnd,
  cancelledResult,
  followCommand,
  killedExitCode,
  neverStarted,
  noRoomResult,
  type RunLimits,
  stdinCapacity,
} from './command.js';
import { exitStatus, timeoutExitCode } from './process.js';
import type { Room } from './room.js';
import { UsageMeter } from './usage-meter.js';
import { gather, streamsFor, type Yielding } from './yielding.js';

/** What is to run. */
export interface Executed {
  path: string;
  argv: string[];
  env: string[];
  cwd: string;
  user: Credentials | undefined;
}

/** What a shell says of a program that cannot be started, by the code of the error. */
const refusals: Record<string, [exitCode: number, words: string]> = {
  ENOENT: [127, 'command not found'],
  ENOTDIR: [127, 'Not a directory'],
  EACCES: [126, 'Permission denied'],
  EISDIR: [126, 'Is a directory'],
  ELOOP: [126, 'Too many levels of symbolic links'],
  ENAMETOOLONG: [126, 'File name too long'],
  ENOEXEC: [126, 'cannot execute binary file: Exec format error'],
};

/**
 * Runs a program. One that cannot be started is a result, with the status that a shell gives it. Rejects only when the host is at fault: a
 * stream or a callback of the caller's that throws.
 */
export async function executeCommand(
  machine: Machine,
  executed: Executed,
  limits: RunLimits,
  options: ExecOptions,
  room: Room,
  yielding: Yielding,
): Promise<RunResult> {
  const run = machine.newWatchedRun();
  let begun: { started: Started; began: number; meter: UsageMeter };
  try {
    begun = await room.begin(() => start(machine, run, executed, options, limits), options.signal);
  } catch (error) {
    machine.limitsMet(run);
    if (error === options.signal?.reason) return cancelledResult();
    return refusedResult(error, executed);
  }
  const { started, began, meter } = begun;
  try {
    // Whatever its process does with signals: SIGKILL has been sent to all that it has started.
    const cut = new Cancellation(machine, run, () => {});
    const { pid } = started;
    const kill = (signal: number): boolean => !machine.isDestroyed && machine.kernel.signal(pid, signal) === 0;
    const command = { ...started, run, ended: started.ended.then(commandEnd) };
    const gathering = gather(machine, command, options, limits, cut, { pid, meter, kill, yielding });
    return await followCommand(machine, {
      begun: command,
      cut,
      gathering,
      options,
      limits,
      began,
      meter,
      isAlone: true,
    });
  } finally {
    meter.close();
    room.end();
  }
}

/** Starts its process, from when on its time and what it uses count. */
function start(
  machine: Machine,
  run: number,
  executed: Executed,
  options: ExecOptions,
  limits: RunLimits,
): { started: Started; began: number; meter: UsageMeter } {
  const { capacity, blockWhenFull, announceStdout, announceStderr } = streamsFor(options, limits);
  const output = (announce: boolean): OutputOptions => ({ capacity, blockWhenFull, announce });
  const began = performance.now();
  const meter = new UsageMeter(machine.kernel, began);
  try {
    const started = machine.start(
      {
        ...executed,
        runId: run,
        stdin: options.stdin === undefined ? null : { capacity: stdinCapacity },
        stdout: output(announceStdout),
        stderr: options.merge ? null : output(announceStderr),
      },
      executed.path,
    );
    return { started, began, meter };
  } catch (error) {
    meter.close();
    throw error;
  }
}

function refusedResult(error: unknown, { path }: Executed): RunResult {
  if (!(error instanceof SandboxError)) throw error;
  if (error.limit !== undefined && error.code === 'EAGAIN') return noRoomResult(error.limit);
  const refusal = refusals[error.code];
  if (refusal === undefined) throw error;
  return neverStarted(refusal[0], undefined, `${path}: ${refusal[1]}\n`);
}

function commandEnd(end: ProcessEnd): CommandEnd {
  return {
    status(timedOut, cancelled) {
      if (timedOut) return { exitCode: timeoutExitCode, timedOut };
      if (cancelled) return { exitCode: killedExitCode, signal: 'SIGKILL', timedOut };
      return exitStatus(end, timedOut);
    },
    limits: [],
  };
}
