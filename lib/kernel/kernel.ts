// A kernel as the floor above sees it: all that this package asks of one, whatever it is made of and whichever thread it runs in.
//
// Functions return a number: what was asked for when it is not negative, a negative errno of Linux otherwise. Bytes are filled into
// arrays of the caller's; text is decoded here, not there. Sizes are bytes, times milliseconds, paths absolute.

import type { ConnectionCalls } from './connections.js';
import type { FileCalls } from './files.js';
import type { MountCalls } from './mounts.js';
import type { ProcessCalls, ProcessEnd } from './processes.js';
import type { SessionCalls } from './sessions.js';
import type { StateCalls } from './state.js';

/** What a kernel is made with. */
export interface KernelOptions {
  /** Without the files of the base image. */
  empty?: boolean;
  hostname: string;
  /** Limits; 0 means none. */
  memoryBytes: number;
  fileSystemBytes: number;
  fileCount: number;
  processes: number;
  descriptors: number;
  snapshots: number;
  /** Room of all pipes. */
  pipeBytes: number;
  /** Record locks. */
  locks: number;
  /** Sockets, with connections that wait to be accepted. */
  sockets: number;
  /** Of one file that a process writes. */
  fileBytes: number;
  /** Of one process: open descriptors, bytes of arguments and environment, timers, queued signals. */
  openFiles: number;
  argumentBytes: number;
  timers: number;
  queuedSignals: number;
  /** Of a program that is not of the base image. */
  programBytes: number;
}

/**
 * One sandbox's kernel. The host acts as root, but what it creates belongs to the guest's user (uid and gid 1000). No call waits for
 * a guest.
 *
 * Functions that fill `into` return the full length of what they had to say; when that is more than `into.length`, what is in
 * `into` is incomplete: call again with that much room.
 */
export interface Kernel
  extends FileCalls<Kernel>,
    MountCalls,
    ProcessCalls,
    SessionCalls,
    StateCalls<Kernel>,
    ConnectionCalls {
  /**
   * Kills everything; event `destroyed` when the last process is gone. From now on all other functions answer ESHUTDOWN, but those
   * that hold the event loop.
   */
  destroy(): void;
}

/** What a kernel says by itself, in a turn of the event loop: never within a call of its functions. */
export interface KernelEvents {
  /** There is output to take from a stream, or a reply from a channel. Comes again only after it was taken. */
  data(stream: number): void;
  /** There is room again in a stream of input. */
  drained(stream: number): void;
  /** No process can write to a stream of output any more. After `awaitClose` only. */
  closed(stream: number): void;
  /** The process of a session, which was asked to, rests. */
  rested(channel: number): void;
  /** No process is left of a run. After `awaitEnd` only. */
  ended(run: number): void;
  /** A guest wants a connection to a port outside; 0: to the resolver. Not before `openGate`. */
  connecting(connection: number, port: number): void;
  /** What a connection could not do, it may be able to now; or a guest has asked for TLS. */
  connection(connection: number): void;
  /** A guest has asked something of a provided tree. */
  asked(mount: number, question: number): void;
  /** A process of `spawn` or `startSession` has ended. */
  exited(pid: number, end: ProcessEnd): void;
  /** The deadline of a run has passed. */
  expired(run: number): void;
  /** `destroy` is complete. */
  destroyed(): void;
}
