// One command that has a process of its own, from start to result.

import type { ExecOptions, RunResult } from '../api/commands.js';
import { SandboxError } from '../api/errors.js';
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
import { limitInTheWay, type Room } from './room.js';
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

/** Where a command runs, and with whom it shares that. */
export interface Surroundings {
  machine: Machine;
  limits: RunLimits;
  room: Room;
  /** Whether the command is still to begin: no snapshot has been restored since the call. */
  wanted: () => boolean;
  yielding: Yielding;
}

/**
 * Runs a program. One that cannot be started is a result, with the status that a shell gives it. Rejects only when the host is at fault: a
 * stream or a callback of the caller's that throws.
 */
export async function executeCommand(
  { machine, limits, room, wanted, yielding }: Surroundings,
  executed: Executed,
  options: ExecOptions,
): Promise<RunResult> {
  const run = machine.newWatchedRun();
  const begin = (): Begun | undefined => {
    machine.assertAlive();
    return wanted() ? start(machine, run, executed, options, limits) : undefined;
  };
  let begun: Begun | undefined;
  try {
    begun = await room.begin(begin, options.signal);
  } catch (error) {
    machine.limitsMet(run);
    if (error === options.signal?.reason) return cancelledResult();
    return refusedResult(error, executed);
  }
  let isInRoom = true;
  const leaveRoom = (): void => {
    if (isInRoom) room.end();
    isInRoom = false;
  };
  if (begun === undefined) {
    machine.limitsMet(run);
    leaveRoom();
    return cancelledResult();
  }
  const { started, began, meter } = begun;
  try {
    // Whatever its process does with signals: SIGKILL has been sent to all that it has started.
    const cut = new Cancellation(machine, run, () => {});
    const { pid } = started;
    const command = { ...started, run, ended: started.ended.then(commandEnd) };
    const gathering = gather(machine, command, options, limits, cut, {
      pid,
      meter,
      kill: (signal) => !machine.isDestroyed && machine.kernel.signal(pid, signal) === 0,
      yielding: (result, process) => {
        // Nobody waits for a command that may never end.
        leaveRoom();
        yielding(result, process);
      },
    });
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
    leaveRoom();
  }
}

interface Begun {
  started: Started;
  /** When its time has begun to count. */
  began: number;
  meter: UsageMeter;
}

/** Starts its process, from when on its time and what it uses count. */
function start(machine: Machine, run: number, executed: Executed, options: ExecOptions, limits: RunLimits): Begun {
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
  const limit = limitInTheWay(error);
  if (limit !== undefined) return noRoomResult(limit);
  const refusal = error instanceof SandboxError ? refusals[error.code] : undefined;
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
