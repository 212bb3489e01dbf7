// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// What the addon and the thread that owns a pool exchange as numbers.

/** What happened in a kernel, or what a pool wants of the thread that owns it: then of kernel 0. */
export const EventKind = {
  /** `id`: the stream. */
  data: 1,
  /** `id`: the stream. */
  drained: 2,
  /** `id`: the stream, to which nobody can write any more. */
  closed: 3,
  /** `id`: the channel of the session that rests. */
  rested: 4,
  /** `id`: the run, of which no process is left. */
  ended: 5,
  /** `id`: the connection, to the port `a`; 0: of the resolver. */
  connecting: 6,
  /** `id`: the one that has something to say. */
  connection: 7,
  /** `id`: the watch of files, which has changes to take. */
  watched: 8,
  /** `id`: the question, of the mount `a`. */
  asked: 9,
  /** `id`: the pid, then exit code, signal, milliseconds of CPU and peak memory. */
  exit: 10,
  /** `id`: the run. */
  deadline: 11,
  destroyed: 12,
  /** Start `id` more workers of the kind `a`. */
  grow: 13,
  /** End the worker `id`: its guest cannot be stopped otherwise. */
  terminate: 14,
} as const;

/** Of what kind a worker is: with a process at a time, or with many that share its thread. */
export const WorkerKind = {
  threads: 0,
  stacks: 1,
} as const;
