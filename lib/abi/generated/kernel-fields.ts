// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// Places in the arrays of numbers that a kernel fills.

/** What a process waits for, in the order of `UsageField.waits`. */
export const waitCauses = [
  'thread',
  'turn',
  'compilation',
  'pipeData',
  'pipeRoom',
  'fifo',
  'child',
  'time',
  'signal',
  'poll',
  'lock',
  'connection',
  'network',
  'provider',
  'input',
  'output',
  'request',
  'stopped',
] as const;

/** The limits of a sandbox, in the order of `UsageField.refusals`, by the names of the options that set them. */
export const limitNames = [
  'timeoutMs',
  'cpuTimeoutMs',
  'memoryLimitBytes',
  'fsLimitBytes',
  'fileCountLimit',
  'maxProcesses',
  'maxOutputBytes',
  'maxSnapshots',
  'maxDescriptors',
  'maxPipeBytes',
  'maxLocks',
  'maxSockets',
  'maxFileBytes',
  'maxOpenFiles',
  'maxArgumentBytes',
  'maxTimers',
  'maxQueuedSignals',
  'maxProgramBytes',
  'maxCommandBytes',
  'hostMemoryBytes',
  'network',
] as const;

/** What `stat` fills. Times are milliseconds since 1970. */
export const StatField = {
  dev: 0,
  ino: 1,
  mode: 2,
  nlink: 3,
  uid: 4,
  gid: 5,
  rdev: 6,
  size: 7,
  blksize: 8,
  blocks: 9,
  atimeMs: 10,
  mtimeMs: 11,
  ctimeMs: 12,
  birthtimeMs: 13,
  /** The same exactly, in seconds and nanoseconds. */
  atimeSeconds: 14,
  atimeNanoseconds: 15,
  mtimeSeconds: 16,
  mtimeNanoseconds: 17,
  count: 18,
} as const;

/** What `statfs` fills. Sizes are blocks of `bsize` bytes. */
export const StatfsField = {
  type: 0,
  bsize: 1,
  blocks: 2,
  bfree: 3,
  files: 4,
  ffree: 5,
  count: 6,
} as const;

/** What `usage` fills. */
export const UsageField = {
  memoryBytes: 0,
  peakMemoryBytes: 1,
  fileBytes: 2,
  inodes: 3,
  processes: 4,
  descriptors: 5,
  /** Room of all pipes. */
  pipeBytes: 6,
  /** Record locks. */
  locks: 7,
  /** With connections that wait to be accepted. */
  sockets: 8,
  /** And what counts only because they keep it. */
  snapshots: 9,
  snapshotBytes: 10,
  snapshotInodes: 11,
  /** Since the kernel was made. */
  processesStarted: 12,
  /** Of all processes, ended and running. */
  cpuMs: 13,
  /** Sessions at rest, and what their images take in the host. */
  atRest: 14,
  imageBytes: 15,
  /** Of this thread, all sandboxes together: workers, processes that have one and do not wait, and those that wait for one. */
  workers: 16,
  /** Of all sandboxes of the process. */
  hostMemoryBytes: 17,
  running: 18,
  waiting: 19,
  /** How many wait for each cause. */
  waits: 20,
  /** How often each limit has refused something. */
  refusals: 38,
  count: 59,
} as const;

/** What `outputState` fills. */
export const OutputField = {
  /** Bytes that `takeOutput` would give now. */
  available: 0,
  /** Bytes the guest has written so far. */
  total: 1,
  /** 1 when bytes were refused because of the capacity. */
  truncated: 2,
  /** 1 while a process of the guest could still write. */
  open: 3,
  count: 4,
} as const;
