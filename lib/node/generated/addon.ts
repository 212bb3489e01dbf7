// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// What the addon and the thread that owns a pool exchange as numbers.

/** What happened in a kernel, or what a pool wants of the thread that owns it: then of kernel 0. */
export const EventKind = {
  /** `id`: the stream. */
  data: 1,
  /** `id`: the stream. */
  drained: 2,
  /** `id`: the connection, to the port `a`; 0: of the resolver. */
  connecting: 3,
  /** `id`: the one that has something to say. */
  connection: 4,
  /** `id`: the question, of the mount `a`. */
  asked: 5,
  /** `id`: the pid, then exit code, signal, milliseconds of CPU and peak memory. */
  exit: 6,
  /** `id`: the run. */
  deadline: 7,
  destroyed: 8,
  /** Start `id` more workers of the host `a`. */
  grow: 9,
  /** End the worker `id`: its guest cannot be stopped otherwise. */
  terminate: 10,
} as const;

/** Of what kind a worker is: with a process at a time, or with many that share its thread. */
export const Host = {
  threads: 0,
  stacks: 1,
} as const;
