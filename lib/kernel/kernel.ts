// The interface of a kernel: everything that this package needs of one, whatever it is made of and in whichever thread it runs.
//
// Functions return a number: a result if it is not negative, or else a negative errno of Linux. They fill bytes into arrays of the caller.
// Text is decoded here, not in the kernel. Sizes are bytes, times milliseconds, paths absolute.

import type { ConnectionCalls } from './connections.js';
import type { FileCalls } from './files.js';
import type { MountCalls } from './mounts.js';
import type { OpenFileCalls } from './open-files.js';
import type { ProcessCalls, ProcessEnd } from './processes.js';
import type { SessionCalls } from './sessions.js';
import type { StateCalls } from './state.js';
import type { WatchCalls } from './watches.js';

/** The options of a new kernel. */
export interface KernelOptions {
  /** Begin without the files of the base image. */
  empty?: boolean;
  hostname: string;
  /** Whether programs with the set-user-ID bit get the rights of their owner: without that nobody in the sandbox becomes root. */
  setUserId?: boolean;
  /** Limits; 0 means none. */
  memoryBytes: number;
  fileSystemBytes: number;
  fileCount: number;
  processes: number;
  descriptors: number;
  snapshots: number;
  /** The memory of all pipes. */
  pipeBytes: number;
  /** Record locks. */
  locks: number;
  /** Sockets, with connections that wait to be accepted. */
  sockets: number;
  /** The maximal size of a file that a process writes. */
  fileBytes: number;
  /** Limits of one process: open descriptors, bytes of arguments and environment, timers, queued signals. */
  openFiles: number;
  argumentBytes: number;
  timers: number;
  queuedSignals: number;
  /** The maximal size of a program that is not in the base image. */
  programBytes: number;
}

/**
 * The kernel of one sandbox. The host acts as root, but its new files belong to the guest's user (uid and gid 1000). No call waits for a
 * guest.
 *
 * Functions that fill `into` return the full length of their result. If that is more than `into.length`, `into` is incomplete: call again
 * with that much room.
 */
export interface Kernel
  extends FileCalls<Kernel>,
    OpenFileCalls,
    MountCalls,
    ProcessCalls,
    SessionCalls,
    StateCalls<Kernel>,
    WatchCalls,
    ConnectionCalls {
  /**
   * Kills everything; event `destroyed` follows when the last process has ended. From now on all other functions answer ESHUTDOWN, except
   * those that hold the event loop.
   */
  destroy(): void;
}

/** The events of a kernel. They arrive in a turn of the event loop, never within a call. */
export interface KernelEvents {
  /** A stream has output, or a channel has a reply. Comes again only after that was taken. */
  data(stream: number): void;
  /** An input stream has room again. */
  drained(stream: number): void;
  /** No process can write to an output stream any more. Only after `awaitClose`. */
  closed(stream: number): void;
  /** The process of a session rests, as it was told to. */
  rested(channel: number): void;
  /** A run has no process left. Only after `awaitEnd`. */
  ended(run: number): void;
  /** A guest wants a connection to a port outside; 0: to the resolver. Not before `openGate`. */
  connecting(connection: number, port: number): void;
  /** The state of a connection may have changed, or a guest has sent a TLS request. */
  connection(connection: number): void;
  /** A watch of files has changes to take. Comes again only after some were taken. */
  watched(watch: number): void;
  /** A guest needs data of a provided tree. */
  asked(mount: number, question: number): void;
  /** A process of `spawn` or `startSession` has ended. */
  exited(pid: number, end: ProcessEnd): void;
  /** The deadline of a run has passed. */
  expired(run: number): void;
  /** `destroy` is complete. */
  destroyed(): void;
}
