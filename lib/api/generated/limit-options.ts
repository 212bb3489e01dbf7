// Generated from lib/api/limit-table.ts by scripts/docs/generate.mjs. Do not edit.

/** Limits that are options of {@link Sandbox.create}. */
export interface LimitsInCreate {
  /**
   * Wall-clock time that a `run`, or code of a session of Python, may take.
   *
   * Unit: milliseconds, 0 (no limit) to 2 147 483 647 ms.
   * Default: 30 000 ms; with `limits: 'strict'`: 10 000 ms.
   * The guest hears: it is killed; code of Python gets KeyboardInterrupt first.
   * Your program hears: exit code 124, `timedOut`, `TIMEOUT`.
   */
  timeoutMs?: number;
  /**
   * Processor time that it may use with all that it starts.
   *
   * Unit: milliseconds, 0 (no limit) to 2 147 483 647 ms.
   * Default: no limit; with `limits: 'strict'`: 5 000 ms.
   * The guest hears: it is killed; code of Python gets KeyboardInterrupt first.
   * Your program hears: exit code 124, `timedOut`, `TIMEOUT`.
   */
  cpuTimeoutMs?: number;
  /**
   * WebAssembly memory of all processes together.
   *
   * Unit: bytes, 1 MiB to 16 384 GiB.
   * Default: 256 MiB; with `limits: 'strict'`: 128 MiB.
   * The guest hears: `ENOMEM`, or SIGKILL.
   * Your program hears: a session of a snapshot or a state that has more: `E_LIMIT_MEMORY`.
   */
  memoryLimitBytes?: number;
  /**
   * Bytes that the files may hold beyond the base image, with what snapshots keep of them.
   *
   * Unit: bytes, 1 byte to 16 384 GiB.
   * Default: 256 MiB; with `limits: 'strict'`: 64 MiB.
   * The guest hears: `ENOSPC`.
   * Your program hears: calls: `ENOSPC`; snapshots: `E_LIMIT_FS`; `readFile` of a sparse file larger than this and than 64 MiB: `EFBIG`.
   */
  fsLimitBytes?: number;
  /**
   * Files, directories and links beyond the base image, with those that snapshots keep.
   *
   * Unit: files, 1 to 4 294 967 296.
   * Default: 100 000; with `limits: 'strict'`: 10 000.
   * The guest hears: `ENOSPC`.
   * Your program hears: calls: `ENOSPC`; snapshots: `E_LIMIT_FS`.
   */
  fileCountLimit?: number;
  /**
   * Processes alive at one time.
   *
   * Unit: processes, 1 to 4 096.
   * Default: 64; with `limits: 'strict'`: 32.
   * The guest hears: `EAGAIN`.
   * Your program hears: `spawn` throws `EAGAIN`.
   */
  maxProcesses?: number;
  /**
   * Bytes of standard output, and of standard error, that a `run` may write, each.
   *
   * Unit: bytes, 1 byte to 536 870 888 bytes.
   * Default: 8 MiB; with `limits: 'strict'`: 1 MiB.
   * The guest hears: `EFBIG`.
   * Your program hears: `truncated`.
   */
  maxOutputBytes?: number;
  /**
   * Snapshots held at one time.
   *
   * Unit: snapshots, 1 to 256.
   * Default: 64; with `limits: 'strict'`: 16.
   * Your program hears: `snapshot` rejects with `E_LIMIT_SNAPSHOTS`.
   */
  maxSnapshots?: number;
}

/** Limits that are set in the option `limits`. */
export interface LimitsInLimits {
  /**
   * Open descriptors of all processes together.
   *
   * Unit: descriptors, 64 to 262 144.
   * Default: 16 384; with `limits: 'strict'`: 2 048.
   * The guest hears: `ENFILE`.
   */
  maxDescriptors?: number;
  /**
   * Room of all pipes together; new ones hold 4 KiB when it is used up.
   *
   * Unit: bytes, 64 KiB to 1 GiB.
   * Default: 64 MiB; with `limits: 'strict'`: 4 MiB; when it is not set, a quarter of `memoryLimitBytes` at most.
   * The guest hears: `EPERM` for `F_SETPIPE_SZ`.
   */
  maxPipeBytes?: number;
  /**
   * Record locks (`fcntl`) of all processes together.
   *
   * Unit: locks, 1 to 8 192.
   * Default: 8 192; with `limits: 'strict'`: 512.
   * The guest hears: `ENOLCK`.
   */
  maxLocks?: number;
  /**
   * Sockets of all processes, with connections that wait to be accepted.
   *
   * Unit: sockets, 1 to 4 096.
   * Default: 4 096; with `limits: 'strict'`: 256.
   * The guest hears: `ENOBUFS`.
   */
  maxSockets?: number;
  /**
   * Size to which a process may write a file.
   *
   * Unit: bytes, from 0 (any).
   * Default: any; with `limits: 'strict'`: 32 MiB.
   * The guest hears: SIGXFSZ, `EFBIG`.
   */
  maxFileBytes?: number;
  /**
   * Open descriptors of one process, 1024 of them until it asks for more (`ulimit -n`).
   *
   * Unit: descriptors, 16 to 4 096.
   * Default: 4 096; with `limits: 'strict'`: 256.
   * The guest hears: `EMFILE`.
   */
  maxOpenFiles?: number;
  /**
   * Arguments and environment of one process.
   *
   * Unit: bytes, 128 KiB to 2 MiB.
   * Default: 2 MiB; with `limits: 'strict'`: 256 KiB.
   * The guest hears: `E2BIG`.
   * Your program hears: `spawn` throws `E2BIG`.
   */
  maxArgumentBytes?: number;
  /**
   * Timers (`timer_create`) of one process.
   *
   * Unit: timers, 1 to 64.
   * Default: 64; with `limits: 'strict'`: 8.
   * The guest hears: `EAGAIN`.
   */
  maxTimers?: number;
  /**
   * Real-time signals that wait for one process.
   *
   * Unit: signals, 1 to 1 024.
   * Default: 1 024; with `limits: 'strict'`: 128.
   * The guest hears: `EAGAIN`.
   */
  maxQueuedSignals?: number;
  /**
   * Size of a program that the sandbox brings itself.
   *
   * Unit: bytes, 1 byte to 64 MiB.
   * Default: 64 MiB; with `limits: 'strict'`: 8 MiB.
   * The guest hears: `ENOEXEC`: exit code 126.
   */
  maxProgramBytes?: number;
  /**
   * Bytes of a command line of `run` with its `args`, and of code of a session of Python.
   *
   * Unit: bytes, 1 byte to 32 MiB.
   * Default: 8 MiB; with `limits: 'strict'`: 64 KiB.
   * Your program hears: `run`, and that of a session of Python, rejects with `E_LIMIT_COMMAND`.
   */
  maxCommandBytes?: number;
}
