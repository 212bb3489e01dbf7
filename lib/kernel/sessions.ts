// Kernel calls about the processes of sessions (shells and interpreters), which serve one request after the other.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

import type { Credentials } from './processes.js';

/** The process of a session to be started: as in `SpawnRequest`. Its descriptors 0 to 2 come with each request. */
export interface SessionStart {
  path: string;
  argv: string[];
  env: string[];
  cwd: string;
  /** The run of the process itself. Its children belong to the run of the request that it serves. */
  runId: number;
}

/** The streams of one request to a session. A stream without a capacity is /dev/null. */
export interface SessionStreams {
  runId: number;
  /** Capacity of standard input. */
  stdin?: number | null;
  /** Of standard output and of standard error, each. */
  capacity?: number;
  /** Whether a writer waits when the capacity is used up. Otherwise its further output is dropped. */
  blockWhenFull?: boolean;
  /** Whether a `data` event comes when there is output. Each event costs a turn of the owner's event loop. */
  announceStdout?: boolean;
  announceStderr?: boolean;
  /** Standard error is the same open file as standard output; its stream is 0. */
  merge?: boolean;
  /** Whose the process is while it serves the request. Default: its own user. */
  user?: Credentials | undefined;
  /** The signal that tells the process that the run is to end. Default: that of a session shell, which then waits for nothing any more. */
  interrupt?: number;
}

export interface SessionCalls {
  /** Starts the process of a session. Fills in `[pid, channel]`. A `data` event of the channel says that there is a reply. */
  startSession(request: SessionStart, result: Int32Array): number;
  /**
   * Sends a request to the process. Fills in `[stdin, stdout, stderr]`, the streams of this request. Positive: the reply came at once and
   * can be taken.
   */
  sessionRequest(channel: number, bytes: Uint8Array, streams: SessionStreams, result: Int32Array): number;
  /** Returns the size of the next reply, and takes it if `into` has room for all of it. */
  takeReply(channel: number, into: Uint8Array): number;
  /** 1: the process has not begun with the request of a run. */
  requestWaits(channel: number, runId: number): number;
  /** Withdraws the request of a run if the process has not begun with it: 1. */
  withdrawRequest(channel: number, runId: number): number;
  /** Passes the request with its streams on to another process. -ESRCH: the process has begun with it. */
  passRequest(channel: number, runId: number, to: number): number;
  /**
   * Kills the process at `channel` if it has not replied to the request of a run within `graceMs`. Time counts while the process, or one of
   * the run, has a processor, and while none of them wants one. So a busy machine alone kills nobody. Only the first call for a run counts.
   * Nothing happens while the process has not begun with the request. -ESRCH: it has ended.
   */
  setGrace(channel: number, runId: number, graceMs: number): number;
}
