// The other public types: mounts, snapshots, archives, counters. Both kernels offer exactly these.

import type { LimitName } from './limit-table.js';
import type { Provider, Tree } from './mounts.js';

/** Options of {@link Sandbox.mount}. */
export interface MountOptions {
  /** Whether nothing can be changed there. Default true. */
  readOnly?: boolean;
  /**
   * How many bytes may be written there, all in all: what is written over counts too, each name that is made as 4096, and nothing comes
   * back until it is mounted anew. Then ENOSPC. Default 16 GiB; `Infinity`: what the disk has.
   */
  maxBytes?: number;
}

/** Options of {@link Sandbox.mount} for what is provided. */
export interface ProvideOptions {
  /** How long a guest waits for an answer before it gets ETIMEDOUT. Default 30 000. */
  timeoutMs?: number;
}

/** A tree in memory to be mounted: its files are shared, not copied. */
export interface MountedTree extends ProvideOptions {
  /** Names with files, functions and further trees. */
  tree: Tree;
}

/** A tree that somebody else has, to be mounted. */
export interface MountedProvider extends ProvideOptions {
  /** The object that is asked about the tree. */
  provider: Provider;
}

/** A folder of the host to be mounted. */
export interface MountedFolder extends MountOptions {
  /** Its path; one that is relative lies under the directory of this process. */
  folder: string;
}

/** A folder of the host with changes that the host does not see: see {@link Sandbox.overlay}. */
export interface Overlay {
  /** Where it is mounted. */
  readonly path: string;
  /**
   * What has changed, by path. What was renamed is deleted and created.
   *
   * @throws `EINVAL`: it was unmounted.
   * @throws `E_DESTROYED`
   *
   * @example
   * const overlay = sandbox.overlay('/project', '/home/me/project');
   * await sandbox.run('cd /project && npm run format');
   * for (const { kind, path } of overlay.diff()) console.log(kind, path);
   * overlay.commit(['src']); // or overlay.discard()
   */
  diff(): Change[];
  /**
   * Does the changes to the folder of the host, and keeps them here no longer: all, or those at `paths` and below. Each file comes as a
   * whole; those before one that fails are there. FIFOs and sockets stay here. Who has a file open goes on with the one here.
   *
   * @throws `EACCES`, `ENOSPC`, `EROFS`, …: the folder of the host does not take one of them.
   * @throws `EINVAL`: it was unmounted.
   * @throws `E_INVALID_OPTION`: one of `paths` does not lie in it.
   * @throws `E_DESTROYED`
   */
  commit(paths?: string[]): void;
  /**
   * Forgets all changes.
   *
   * @throws `EBUSY`: something there is open, or the directory of a process.
   * @throws `EINVAL`: it was unmounted.
   * @throws `E_DESTROYED`
   */
  discard(): void;
}

/** Names a snapshot; never used again. */
export type SnapshotId = string;

/** Options of {@link Sandbox.snapshot}. */
export interface SnapshotOptions {
  /** Without the session: the snapshot does not wait for commands. */
  filesOnly?: boolean;
}

/** Options of {@link Sandbox.exportState}. */
export interface ExportOptions {
  /** Default: none. `'zstd'` needs Node 22.15 or newer, here and where it is imported. */
  compression?: 'zstd';
}

/** Options of {@link Sandbox.importState}. */
export interface ImportOptions {
  /** Without the session: that begins anew, with the directory, exported variables and history that it has. */
  filesOnly?: boolean;
}

/** What an archive is imported from. */
export type TarSource = Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Options of {@link Sandbox.importTar}. */
export interface ImportTarOptions {
  /** Owners, and set-user-id and set-group-id bits, are as the archive says. Default: all belongs to the user, 1000. */
  preserveOwner?: boolean;
  /** How many directories are taken from the front of each name; what has no more than these is left out. Default 0. */
  stripComponents?: number;
}

/** Options of {@link Sandbox.exportTar}. */
export interface ExportTarOptions {
  /** Default: none. `zstd` needs a Node whose `zlib` has it. */
  compression?: 'gzip' | 'zstd';
}

/** What {@link Sandbox.importTar} has unpacked. */
export interface TarContents {
  /** Files, directories and links of the archive. */
  members: number;
  /** Devices and the like, which a sandbox cannot have, and the names of the first hundred. */
  skipped: number;
  /** The names of the first hundred of these. */
  skippedNames: string[];
}

/** A difference between two states of the files: see {@link Sandbox.diff}. */
export interface Change {
  /** What has happened to it. */
  kind: 'created' | 'deleted' | 'modified' | 'renamed';
  /** Its path now; of what was deleted, its path before. */
  path: string;
  /** The path before, of what was renamed. */
  from?: string;
  /** The kind of file. */
  type: FileType;
  /** Bytes; of what was deleted, as it was. */
  size: number;
  /** Type and permissions, as `stat` has them. */
  mode: number;
}

/** The kind of a file. */
export type FileType = 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'character-device' | 'block-device';

/** How many processes of a sandbox wait for what, at the time of {@link Sandbox.metrics}. */
export interface Waits {
  /** To begin, or to go on after a rest: for a thread of the host. */
  thread: number;
  /** They could go on, and others have their turn on the same thread. */
  turn: number;
  /** Their program is read and compiled. */
  compilation: number;
  /** A pipe is empty, or full. */
  pipeData: number;
  /** A pipe is full. */
  pipeRoom: number;
  /** Nobody has opened the other end of a FIFO. */
  fifo: number;
  /** A child is to end, or to have its copy of the memory. */
  child: number;
  /** `sleep` and the like. */
  time: number;
  /** A signal is to come: `sigsuspend`, `pause`. */
  signal: number;
  /** `poll` and `select` on files. */
  poll: number;
  /** Somebody else has locked the file. */
  lock: number;
  /** To be connected, or for somebody who connects. */
  connection: number;
  /** A datagram, or the host's answer about a connection to the outside. */
  network: number;
  /** The provider of a mount is to answer. */
  provider: number;
  /** The host is to write to a standard input, or to read an output. */
  input: number;
  /** The host is to read an output. */
  output: number;
  /** The session's shell has no command. */
  request: number;
  /** Stopped by a signal, while it waited or before. */
  stopped: number;
}

/** A sandbox's counters at the time of {@link Sandbox.metrics}. */
export interface Metrics {
  /** WebAssembly memory of all processes now. */
  memoryBytes: number;
  /** Most since the last `run` began. */
  peakMemoryBytes: number;
  /** Bytes of files beyond the base image. */
  fileBytes: number;
  /** Files, directories and links beyond the base image. */
  files: number;
  /** Snapshots held; bytes and files that count only because snapshots keep them. */
  snapshots: number;
  /** Bytes that count only because snapshots keep them. */
  snapshotBytes: number;
  /** Files that count only because snapshots keep them. */
  snapshotFiles: number;
  /** Processes alive: without those that have ended and whose parent has not asked how. */
  processes: number;
  /** Processes started since the sandbox was made. */
  processesStarted: number;
  /** Open file descriptors of all processes. */
  descriptors: number;
  /** Room of all pipes. */
  pipeBytes: number;
  /** Record locks of all processes. */
  locks: number;
  /** Sockets of all processes, with connections that wait to be accepted. */
  sockets: number;
  /** Processor time since the sandbox was made. */
  cpuMs: number;
  /** 1 while the session is at rest: it has no thread then. */
  sessionsAtRest: number;
  /** What it takes in the host meanwhile; `memoryBytes` still has its memory, which it gets back. */
  imageBytes: number;
  /** Of all sandboxes of this thread together: worker threads, processes that run in them, and those that wait for their turn. */
  threads: number;
  /** Processes that run in worker threads, of all sandboxes of this thread. */
  running: number;
  /** Processes and commands that wait for their turn, of all sandboxes of this thread. */
  waiting: number;
  /** WebAssembly memory of all sandboxes of this process: what `Sandbox.limitHost` limits. */
  hostMemoryBytes: number;
  /** What the processes of this sandbox wait for. */
  waits: Waits;
  /** How often each limit has refused something, or ended a command, since the sandbox was made. */
  limitsHit: Record<LimitName, number>;
  /** Commands `run` has finished, and how many of them timed out. */
  runs: number;
  /** Commands that have timed out. */
  timeouts: number;
  /** The same as text in Prometheus's exposition format, labelled with the sandbox's id. */
  prometheus(): string;
}
