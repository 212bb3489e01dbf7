// How many threads the system still gives this process. A pool that finds out when it asks for one may by then have given those that
// there are to processes which all wait for others (native/binding/pool/admission.h).

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Node makes some for itself when they are first needed, four of them for its files. */
const forNode = 8;

/** A user whose limit is higher is not counted: that takes a look at each process of the machine. */
const seldomReached = 4096;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function leftOfGroup(directory: string): number {
  const most = textOf(join(directory, 'pids.max')).trim();
  // None, or "max".
  if (!/^\d+$/.test(most)) return Number.POSITIVE_INFINITY;
  return Math.max(0, Number(most) - Number(textOf(join(directory, 'pids.current'))));
}

/** Of the control groups that it is in, of either version, and of those around them. */
function leftOfGroups(list: string, root: string): number {
  let left = Number.POSITIVE_INFINITY;
  for (const [, controllers = '', path = ''] of list.matchAll(/^\d+:([^:]*):(\/.*)$/gm)) {
    const names = controllers.split(',');
    // The second version's is the one without a name, beside the first version's, or alone.
    const mounts = names.includes('pids') ? ['pids', controllers] : controllers === '' ? ['', 'unified'] : [];
    for (const mount of mounts) {
      // A container sees its own as the root, whatever path it reads.
      for (let group = path; ; group = dirname(group)) {
        left = Math.min(left, leftOfGroup(join(root, mount, group)));
        if (group === dirname(group)) break;
      }
    }
  }
  return left;
}

function threadsOfUser(user: number): number {
  let threads = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (statSync(join('/proc', name)).uid === user)
        threads += Number(/^Threads:\s*(\d+)$/m.exec(readFileSync(join('/proc', name, 'status'), 'latin1'))?.[1] ?? 1);
    } catch {
      // It has ended meanwhile.
    }
  }
  return threads;
}

/** Of what its user may have (`ulimit -u`). Root may have any number. */
function leftOfUser(limits: string, user: number): number {
  const most = Number(/^Max processes\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  if (user === 0 || most >= seldomReached) return Number.POSITIVE_INFINITY;
  return Math.max(0, most - threadsOfUser(user));
}

/** Infinity: nothing is known of a limit. `groups` and `limits` are as in /proc/self, `root` is where control groups are. */
export function threadsLeft({
  root = '/sys/fs/cgroup',
  groups = textOf('/proc/self/cgroup'),
  limits = textOf('/proc/self/limits'),
  user = process.getuid?.() ?? 0,
} = {}): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  const left = Math.min(leftOfGroups(groups, root), leftOfUser(limits, user));
  return Math.max(0, left - forNode);
}
