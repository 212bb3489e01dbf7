// How many more threads the system allows this process. A pool must know this in advance: if it finds out by a failure, all existing
// threads may already be taken by processes that wait for others (native/binding/pool/admission.h).

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Node makes some threads itself when they are first needed, four of them for files. */
const forNode = 8;

/** A user with a higher limit is not counted, because counting looks at each process of the machine. */
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

/** The control groups of the process, of version 1 or 2, and the groups around them. */
function leftOfGroups(list: string, root: string): number {
  let left = Number.POSITIVE_INFINITY;
  for (const [, controllers = '', path = ''] of list.matchAll(/^\d+:([^:]*):(\/.*)$/gm)) {
    const names = controllers.split(',');
    // The second version's is the one without a name, beside the first version's, or alone.
    const mounts = names.includes('pids') ? ['pids', controllers] : controllers === '' ? ['', 'unified'] : [];
    for (const mount of mounts) {
      // A container sees its own group as the root, whatever path it reads.
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
      // The process has ended meanwhile.
    }
  }
  return threads;
}

/** The rest of the user's limit (`ulimit -u`). Root has no limit. */
function leftOfUser(limits: string, user: number): number {
  const most = Number(/^Max processes\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  if (user === 0 || most >= seldomReached) return Number.POSITIVE_INFINITY;
  return Math.max(0, most - threadsOfUser(user));
}

/** Infinity: no limit is known. `groups` and `limits` are files as in /proc/self, `root` is the directory of control groups. */
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
