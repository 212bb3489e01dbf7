// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// What runs a guest and the kernel below it exchange as numbers.

/**
 * The block of 32-bit integers through which a worker's JavaScript and C++ exchange arguments and results: a call without arguments
 * is half as expensive as one with.
 */
export const Block = {
  result: 0,
  /** What must happen before guest code goes on: After. */
  after: 1,
  /** 1: issue the interrupted call again. */
  restart: 2,
  /** Seven: of `linux` calls. */
  arguments: 4,
  /** Signo, handler, flags, code, pid, uid, value, frame. */
  signal: 12,
  /** The last of them. */
  signalFrame: 19,
  /** Of the process to start, or of the next image, with what follows. */
  launchKind: 24,
  programLow: 25,
  programHigh: 26,
  /** What the sandbox allows. */
  maximumPages: 27,
  /** Clone, fork: size of the memory to copy. */
  parentPages: 28,
  function: 29,
  functionArgument: 30,
  stackPointer: 31,
  asyncifyData: 32,
  throughClone: 33,
  /** Of the module just read, with what follows. */
  minimumPages: 34,
  /** Its own maximum. */
  declaredPages: 35,
  /** What the engine takes for an instance of it, at most. */
  engineBytes: 36,
  /** 1: of the base image. */
  programShared: 37,
  /** Its instances serve several processes. */
  renewable: 38,
  /** It may look at the word that asks for a call (kYieldWord). */
  yields: 39,
  wasiFunction: 40,
  /** Ten of 64 bits. */
  wasiArguments: 42,
  length: 64,
} as const;

/** What must happen after a call before guest code goes on. */
export const After = {
  resume: 0,
  /** Unwind: the process has ended or was killed. */
  exit: 1,
  /** Run handlers: take_signal() until it says there is none, then restart the call if `restart`. */
  signal: 2,
  /** `next_image` is prepared: compile it, then commit_exec(), or go on with -ENOEXEC. */
  exec: 3,
  /** The result counts for nothing: ask again when woken, or when `wake_at` has come. */
  blocked: 4,
  /** Unwind: the process goes on from the image it has of its memory (Kernel::begin_rest). */
  rest: 5,
} as const;

/** How a worker brings a process to life. */
export const LaunchKind = {
  /** A fresh instance of the image, entry point _start. */
  start: 0,
  /** A copy of the parent's memory, entry __child_main(function, argument). */
  clone: 1,
  /** A copy of the parent's memory, asyncify rewinds into fork(). */
  fork: 2,
  /** What it was before its rest, entry __child_main(function, argument). */
  wake: 3,
} as const;

/** What a turn of a process on a stack of its own is for. */
export const StackTurn = {
  start: 0,
  resume: 1,
  ended: 2,
  dropped: 3,
  unwind: 4,
} as const;
