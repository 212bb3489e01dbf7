// The addon as TypeScript sees it. File operations and the like return a number: what they ask for when it is not negative, a
// negative errno otherwise. Bytes are filled into arrays that JavaScript allocated; text is decoded here, not there.

import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { SandboxError } from '../errors.js';
import type { Waits } from '../types.js';

/** The base image of all sandboxes of this thread: an opaque handle. */
export interface BaseImage {
  readonly baseImage: unique symbol;
}

/** What the base image holds. Parent directories come before what they contain. Times are those of the image's creation. */
export type BaseImageEntry =
  | { type: 'directory'; path: string; mode: number; uid: number; gid: number }
  | { type: 'file'; path: string; mode: number; uid: number; gid: number; data: Uint8Array }
  | { type: 'symlink'; path: string; target: string }
  /** A hard link to an entry before it. */
  | { type: 'link'; path: string; target: string }
  /** A file whose bytes are read from `hostPath` on first use. */
  | { type: 'program'; path: string; mode: number; size: number; hostPath: string };

export interface KernelOptions {
  hostname: string;
  /** Limits; 0 means none. */
  memoryBytes: number;
  fileSystemBytes: number;
  fileCount: number;
  processes: number;
  descriptors: number;
}

/** How a guest's output reaches the host. */
export interface OutputOptions {
  /** Bytes kept for the host to take. */
  capacity: number;
  /** At `capacity`: true makes the writer wait, false ends the stream there (EFBIG for the guest, `truncated` for the host). */
  wait: boolean;
}

export interface SpawnRequest {
  /** Absolute, or a name searched in the PATH of `env`. */
  path: string;
  argv: string[];
  /** `NAME=value`. */
  env: string[];
  cwd: string;
  /** Chosen by the caller, > 0; every descendant belongs to it. Two processes may share one. */
  runId: number;
  /** `null`: standard input is /dev/null. */
  stdin: { capacity: number } | null;
  stdout: OutputOptions;
  /** `null`: the same open file as standard output. */
  stderr: OutputOptions | null;
}

/** A session shell to be started: as in `SpawnRequest`. Its descriptors 0 to 2 come with each request. */
export interface SessionStart {
  path: string;
  argv: string[];
  env: string[];
  cwd: string;
  /** Of the shell itself. What it starts belongs to the run of the request it serves. */
  runId: number;
}

/** The streams of one request to a session shell; what has no capacity is /dev/null. */
export interface SessionStreams {
  runId: number;
  /** Capacity of standard input. */
  stdin?: number | null;
  /** Of standard output and of standard error, each. */
  capacity?: number;
  /** Whether a `data` event comes when there is output. Each costs the owner's event loop a turn. */
  announceStdout?: boolean;
  announceStderr?: boolean;
}

/** Filled in by spawn: `[pid, stdin, stdout, stderr]`, the last three names of streams (0: none). */
export type SpawnResult = Int32Array;

/** Places in the array that `stat` fills. Times are milliseconds since 1970. */
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
  count: 14,
} as const;

/** The keys of `Metrics.waits`, in the order of native/kernel/process/wait_cause.h. */
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
  'input',
  'output',
  'request',
  'stopped',
] as const satisfies (keyof Waits)[];

/** Places in the array that `usage` fills. */
export const UsageField = {
  memoryBytes: 0,
  peakMemoryBytes: 1,
  fileBytes: 2,
  inodes: 3,
  processes: 4,
  descriptors: 5,
  /** Since the kernel was made. */
  processesStarted: 6,
  /** Of all processes, ended and running. */
  cpuMs: 7,
  /** Sessions at rest, and what their images take in the host. */
  atRest: 8,
  imageBytes: 9,
  /** Of this thread, all sandboxes together: workers, processes that have one and do not wait, and those that wait for one. */
  workers: 10,
  running: 11,
  waiting: 12,
  /** How many wait for each of `waitCauses`. */
  waits: 13,
  count: 13 + waitCauses.length,
} as const;

/** Places in the array that `outputState` fills. */
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

export interface NativeProcess {
  pid: number;
  parentPid: number;
  group: number;
  session: number;
  runId: number;
  /** R, S, T or Z as in ps. */
  state: string;
  name: string;
  arguments: string[];
  cpuMs: number;
  memoryBytes: number;
}

/**
 * One sandbox's kernel. Paths are absolute. The host acts as root, but what it creates belongs to the guest's user (uid and gid
 * 1000).
 *
 * Functions that fill `into` return the full length of what they had to say; when that is more than `into.length`, what is in
 * `into` is incomplete: call again with that much room.
 */
export interface NativeKernel {
  /** Names the kernel in events. */
  readonly id: number;

  /** Reads a whole file. `zeroed`: `into` holds zeros, so that holes of the file need not be written. */
  readFile(path: string, into: Uint8Array, zeroed: boolean): number;
  /** Reads at most `into.length` bytes of a regular file from `position`; 0 at the end. */
  readAt(path: string, position: number, into: Uint8Array, zeroed: boolean): number;
  /** `flags`: O_WRONLY | O_CREAT | O_TRUNC, O_APPEND or O_EXCL in Linux's numbers. Returns the bytes written. */
  writeFile(path: string, data: Uint8Array | string, flags: number, mode: number): number;
  /** Fills the `StatField`s. */
  stat(path: string, follow: boolean, into: Float64Array): number;
  /** For each entry, sorted by name: one byte with the type (DT_REG 8, DT_DIR 4, DT_LNK 10 …), the name, a NUL. Without "." and "..". */
  readDirectory(path: string, into: Uint8Array): number;
  /** What readDirectory had no room for, once. */
  takeListing(into: Uint8Array): number;
  /** With `recursive` a directory that exists is no error, and 0 is returned for "nothing made", 1 otherwise. */
  mkdir(path: string, mode: number, recursive: boolean): number;
  /**
   * As rm(1): without `recursive` a directory is EISDIR. `force`: a missing path is no error. The name is gone on return; what a
   * large tree used is given back soon after.
   */
  rm(path: string, recursive: boolean, force: boolean): number;
  rmdir(path: string): number;
  unlink(path: string): number;
  rename(from: string, to: string): number;
  symlink(target: string, path: string): number;
  link(existing: string, path: string): number;
  readlink(path: string, into: Uint8Array): number;
  realpath(path: string, into: Uint8Array): number;
  chmod(path: string, mode: number): number;
  /** An id of -1 stays as it is. */
  chown(path: string, uid: number, gid: number, follow: boolean): number;
  utimes(path: string, atimeMs: number, mtimeMs: number, follow: boolean): number;
  truncate(path: string, size: number): number;
  /** Whether `path` leads to something: `mode` 0 exists, 4 read, 2 write, 1 execute, for the guest's user. */
  access(path: string, mode: number): number;
  /** Copies a regular file; `exclusive`: EEXIST when `to` exists. */
  copyFile(from: string, to: string, exclusive: boolean): number;

  /** Starts a process; it may have to wait for its turn. Returns 0 or a negative errno. */
  spawn(request: SpawnRequest, result: SpawnResult): number;
  /** Copies bytes the guest wrote; returns how many. */
  takeOutput(stream: number, into: Uint8Array): number;
  outputState(stream: number, into: Float64Array): number;
  /** The host listens no longer: what the guest still writes is dropped or, when it would `wait`, answered by EPIPE and SIGPIPE. */
  detachOutput(stream: number): number;
  /** Everything is accepted; returns the room left in the stream: at 0 wait for `drained` before the next. EPIPE: nobody can read it. */
  putInput(stream: number, data: Uint8Array): number;
  endInput(stream: number): number;
  /** Forgets the stream's name. Output is detached, input ended. */
  closeStream(stream: number): void;

  /** Starts a session shell; fills in `[pid, channel]`. A `data` event of the channel says that there is a reply. */
  startSession(request: SessionStart, result: Int32Array): number;
  /**
   * Sends bytes to the shell; fills in `[stdin, stdout, stderr]`, the streams of this request. Positive: the reply came at
   * once and can be taken.
   */
  sessionRequest(channel: number, bytes: Uint8Array, streams: SessionStreams, result: Int32Array): number;
  /** Returns the bytes of the next reply, and takes it when `into` has room for all. */
  takeReply(channel: number, into: Uint8Array): number;
  /** Blocks this thread until there is a reply: so long until the shell begins, and so long after that. -ETIMEDOUT. */
  awaitReply(channel: number, beginMs: number, replyMs: number): number;
  /** Whether the shell has not begun with the request of a run: 1. */
  requestWaits(channel: number, runId: number): number;
  /** Takes back the request of a run if the shell has not begun with it: 1. */
  withdrawRequest(channel: number, runId: number): number;
  /** Hands it to another shell instead, with its streams. -ESRCH: the shell has begun with it. */
  passRequest(channel: number, runId: number, to: number): number;

  /** kill(2), with its rules for pids that are not positive, by root. */
  signal(pid: number, signo: number): number;
  /** SIGKILL to every process of the run; the session shell that serves it is told to end it. */
  killRun(runId: number): void;
  /** At expiry: event `deadline`, then killRun. Replaces an earlier one. */
  setDeadline(runId: number, afterMs: number): void;
  clearDeadline(runId: number): void;
  /** How many processes of the run are left. */
  runProcesses(runId: number): number;
  /** Fills the `UsageField`s. */
  usage(into: Float64Array): void;
  resetPeakMemory(): void;
  processes(): NativeProcess[];

  /** Kills everything; event `destroyed` when the last worker has left. All other functions answer ESHUTDOWN from now on. */
  destroy(): void;
}

/** What happened in a kernel; `id` and the rest as said. */
export const KernelEvent = {
  /** There is output to take. `id`: the stream. Comes again only after `takeOutput`. */
  data: 1,
  /** A source has room again. `id`: the stream. */
  drained: 2,
  /** A process of `spawn` has ended. `id`: its pid, then exit code, signal (0: none), CPU milliseconds (with waited-for children), peak memory. */
  exit: 3,
  /** A deadline passed. `id`: the run. */
  deadline: 4,
  /** `destroy` is complete. */
  destroyed: 5,
} as const;

/** What a pool wants of the thread that owns it: events of kernel 0. */
export const PoolEvent = {
  /** Start `id` more workers of kind `a`: 0 threads, 1 stacks. */
  grow: 6,
  /** End the worker `id`: its guest cannot be stopped otherwise. */
  terminate: 7,
} as const;

export type EventListener = (
  kernel: number,
  kind: number,
  id: number,
  a: number,
  b: number,
  c: number,
  d: number,
) => void;

export interface NativeAddon {
  createBaseImage(entries: BaseImageEntry[]): BaseImage;
  createKernel(options: KernelOptions, base: BaseImage | null): NativeKernel;
  /**
   * Once per thread that owns kernels, before its first one. Up to so many processes of each kind are had by all alike; beyond, one
   * sandbox at a time gets what it needs to come to an end. With threads of their own, and on stacks that the engine switches (0: it
   * cannot).
   */
  attach(listener: EventListener, maximumThreads: number, maximumStacks: number): void;
  /** Names this thread's pool for the workers' `workerData`. */
  poolId(): number;
  /** While held, events keep the event loop alive. Calls nest. */
  hold(): void;
  release(): void;
  /** The thread of a worker has ended, or could not be started. */
  workerExited(kind: number, workerId: number): void;
  /** Ends every worker of this thread's pool for good. For process.on('exit'). */
  shutDown(): void;
}

/** The version of this system's glibc, which decides what it can load. */
function glibc(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? 'no glibc' : `glibc ${header.glibcVersionRuntime}`;
}

/** Loads the addon; throws when this system cannot. */
export function loadAddon(path: string): NativeAddon {
  try {
    return createRequire(path)(path) as NativeAddon;
  } catch (error) {
    const reason = (error as Error).message.replaceAll(path, basename(path)).split('\n', 1)[0];
    const system = process.platform === 'linux' ? `, ${glibc()}` : '';
    throw new SandboxError(
      `wasmsand's native binary cannot be loaded on ${process.platform}-${process.arch}${system}: ${reason}`,
      { code: 'E_NO_BINARY' },
    );
  }
}
