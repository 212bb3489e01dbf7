// One command line of the session, from start to result.

import type { ExitStatus, RunOptions, RunResult } from '../api/commands.js';
import { SandboxError } from '../api/errors.js';
import type { Machine } from '../machine/kernel-client.js';
import { turnstileOf } from '../machine/pacer.js';
import { Cancellation } from '../processes/cancellation.js';
import {
  type BegunCommand,
  type CommandEnd,
  followCommand,
  killedExitCode,
  noRoomResult,
  type RunLimits,
  stdinCapacity,
} from '../processes/command.js';
import { exitStatus, timeoutExitCode } from '../processes/process.js';
import { UsageMeter } from '../processes/usage-meter.js';
import { identityOf } from '../processes/users.js';
import { gather, streamsFor, type Yielding } from '../processes/yielding.js';
import { toAssignments } from '../text/environment.js';
import type { RunEnd, Session } from './session.js';

/** Runs a command line. Rejects only when the host is at fault: a stream or a callback of the caller's that throws. */
export async function runCommand(
  machine: Machine,
  session: Session,
  limits: RunLimits,
  command: string,
  options: RunOptions,
  yielding: Yielding,
): Promise<RunResult> {
  machine.assertAlive();
  const began = performance.now();
  await turnstileOf(machine.platform).pass();
  machine.assertAlive();
  const meter = new UsageMeter(machine.kernel, began);
  try {
    const cwd = options.cwd === undefined ? '' : session.startDirectory(options.cwd);
    try {
      await session.ready();
    } catch (error) {
      if (!(error instanceof SandboxError && error.code === 'EAGAIN')) throw error;
      return noRoomResult(error.limit ?? 'maxProcesses');
    }
    const begun = ask(machine, session, { command, cwd }, options, limits);
    const cut = new Cancellation(machine, begun.run, () => session.cut(begun.run));
    const kill = (): boolean => {
      cut.cancel();
      return true;
    };
    const gathering = gather(machine, begun, options, limits, cut, { pid: session.pid, meter, kill, yielding });
    return await followCommand(machine, { begun, cut, gathering, options, limits, began, meter });
  } finally {
    meter.close();
  }
}

/** Hands a command line to the shell. */
function ask(
  machine: Machine,
  session: Session,
  { command, cwd }: { command: string; cwd: string },
  options: RunOptions,
  limits: RunLimits,
): BegunCommand {
  const run = machine.newWatchedRun();
  const identity = identityOf(machine, options.user);
  const env = toAssignments(Object.entries({ ...identity?.variables, ...options.env }));
  const { capacity, blockWhenFull, announceStdout, announceStderr } = streamsFor(options, limits);
  const streams = {
    runId: run,
    stdin: options.stdin === undefined ? null : stdinCapacity,
    capacity,
    blockWhenFull,
    announceStdout,
    announceStderr,
    merge: options.merge === true,
    user: identity?.credentials,
  };
  try {
    const started = session.run({ command, cwd, args: options.args, env }, streams);
    return { ...started, run, ended: started.ended.then(commandEnd) };
  } catch (error) {
    machine.limitsMet(run);
    throw error;
  }
}

function commandEnd(end: RunEnd): CommandEnd {
  return {
    status: (timedOut, cancelled) => runStatus(end, timedOut, cancelled),
    limits: 'end' in end ? end.limits : [],
  };
}

function runStatus(end: RunEnd, timedOut: boolean, cancelled: boolean): ExitStatus {
  if ('end' in end) return exitStatus(end.end, timedOut);
  if (timedOut) return { exitCode: timeoutExitCode, timedOut };
  if (cancelled) return { exitCode: killedExitCode, signal: 'SIGKILL', timedOut };
  // Withdrawn is only what was cut, or failed.
  return { exitCode: 'reply' in end ? end.reply.status : killedExitCode, timedOut };
}
