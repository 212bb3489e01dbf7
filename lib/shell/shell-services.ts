// Services of the sandbox's shell beside running commands: completion, jobs, plans.

import type { Completion, Job, Plan, Process, SpawnOptions } from '../api/commands.js';
import { optionError, SandboxError, systemError } from '../api/errors.js';
import type { Machine } from '../machine/kernel-client.js';
import { readSignal } from '../processes/read-signal.js';
import { concatenate, decode, encode } from '../text/text.js';
import { worded } from '../text/worded.js';
import type { Session } from './session.js';

const planTimeoutMs = 10_000;
const noSuchProcess = 3;

export function checkCursor(line: string, cursor: number): void {
  if (!Number.isInteger(cursor) || cursor < 0 || cursor > line.length) {
    throw optionError('cursor', `must be a whole number from 0 to ${line.length}`);
  }
}

export async function completeLine(session: Session, line: string, cursor: number): Promise<Completion> {
  await session.ready();
  // The shell counts bytes.
  const { start, end, words } = await session.complete(line, encode(line.slice(0, cursor)).length);
  const bytes = encode(line);
  const offset = (at: number): number => decode(bytes.subarray(0, at)).length;
  return {
    replacementStart: offset(start),
    replacementEnd: offset(end),
    completions: words,
    commonPrefix: commonPrefix(words),
  };
}

function commonPrefix(words: string[]): string {
  const [first = '', ...others] = words;
  let length = first.length;
  for (const word of others) {
    let same = 0;
    while (same < length && word[same] === first[same]) same++;
    length = same;
  }
  return first.slice(0, length);
}

export function listJobs(machine: Machine, session: Session): Job[] {
  machine.assertAlive();
  const states = new Map(machine.kernel.processes().map((process) => [process.pid, process.state]));
  return session.jobs.map(({ number, pids, command }) => {
    const alive = pids.map((pid) => states.get(pid)).filter((state) => state !== undefined && state !== 'Z');
    const stopped = alive.length > 0 && alive.every((state) => state === 'T');
    const state = alive.length === 0 ? 'done' : stopped ? 'stopped' : 'running';
    return { id: number, pid: pids[0] ?? 0, pids: [...pids], state, command };
  });
}

export function signalJob(
  machine: Machine,
  session: Session,
  jobOrPid: number | string,
  signal: string | number,
): void {
  machine.assertAlive();
  const number = readSignal(signal);
  if (typeof jobOrPid !== 'number' && typeof jobOrPid !== 'string') {
    throw optionError('jobOrPid', `must be a process number or a job such as '%1', not ${worded(jobOrPid)}`);
  }
  const text = String(jobOrPid);
  const pids = text.startsWith('%')
    ? session.jobs.find((job) => `%${job.number}` === text)?.pids
    : /^[1-9][0-9]*$/.test(text)
      ? [Number(text)]
      : undefined;
  if (pids === undefined) throw systemError(noSuchProcess, 'kill', text);
  let sent = false;
  let error = -noSuchProcess;
  for (const pid of pids) {
    const result = machine.kernel.signal(pid, number);
    sent ||= result === 0;
    if (result < 0) error = result;
  }
  if (!sent) throw systemError(-error, 'kill', text);
}

interface Spawner {
  spawn(command: string, args: string[], options: SpawnOptions): Process;
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return decode(concatenate(pieces));
}

/** A separate shell plans, so that the session may be busy. */
export async function planCommand(machine: Machine, sandbox: Spawner, command: string): Promise<Plan> {
  const process = sandbox.spawn('/bin/bash', ['--plan', command], { stdin: '', timeoutMs: planTimeoutMs });
  const [text] = await Promise.all([readAll(process.stdout), readAll(process.stderr), process.exited]);
  try {
    return JSON.parse(text) as Plan;
  } catch {
    machine.assertAlive();
    throw new SandboxError('the command line could not be planned', { code: 'E_PLAN' });
  }
}
