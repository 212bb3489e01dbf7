// The processes of a sandbox, as its host lists and signals them.

import type { ProcessEntry } from '../api/commands.js';
import { optionError, systemError } from '../api/errors.js';
import type { Machine } from '../machine/kernel-client.js';
import { worded } from '../text/worded.js';
import { readSignal } from './read-signal.js';
import { readUsers } from './users.js';

const noSuchProcess = 3;
const everybody = -1;

export function listProcesses(machine: Machine): ProcessEntry[] {
  const users = readUsers(machine);
  return machine.kernel.processes().map((entry) => ({
    pid: entry.pid,
    ppid: entry.parentPid,
    pgid: entry.group,
    sid: entry.session,
    user: users.nameOf(entry.uid),
    state: entry.state,
    argv: entry.arguments,
    cwd: entry.cwd,
    cpuMs: entry.cpuMs,
    memoryBytes: entry.memoryBytes,
    ...(entry.terminal < 0 ? {} : { tty: `pts/${entry.terminal}` }),
  }));
}

/** Sends a signal to a process, or to all. Throws ESRCH. */
export function signalProcesses(machine: Machine, pid: number | 'all', signal: string | number): void {
  const number = readSignal(signal);
  // kill(2) also takes the negative numbers of groups. They are refused, since they are likely to be mistakes.
  if (pid !== 'all' && !(Number.isInteger(pid) && pid > 0 && pid < 2 ** 31)) {
    throw optionError('pid', `must be the number of a process or 'all', not ${worded(pid)}`);
  }
  const result = machine.kernel.signal(pid === 'all' ? everybody : pid, number);
  if (result < 0 && pid !== 'all') throw systemError(noSuchProcess, 'kill', String(pid));
}
