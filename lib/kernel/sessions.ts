// Calls about the processes of sessions, shells and interpreters, which serve one request after the other.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

/** The process of a session to be started: as in `SpawnRequest`. Its descriptors 0 to 2 come with each request. */
export interface SessionStart {
  path: string;
  argv: string[];
  env: string[];
  cwd: string;
  /** Of the process itself. What it starts belongs to the run of the request it serves. */
  runId: number;
}

/** The streams of one request to a session; what has no capacity is /dev/null. */
export interface SessionStreams {
  runId: number;
  /** Capacity of standard input. */
  stdin?: number | null;
  /** Of standard output and of standard error, each. */
  capacity?: number;
  /** Who writes more than that waits until it is taken; else it is dropped. */
  wait?: boolean;
  /** Whether a `data` event comes when there is output. Each costs the owner's event loop a turn. */
  announceStdout?: boolean;
  announceStderr?: boolean;
  /** The signal that tells the process that the run is to end. Default: that of a session shell, which then waits for nothing any more. */
  interrupt?: number;
}

export interface SessionCalls {
  /** Starts the process of a session, a shell or an interpreter; fills in `[pid, channel]`. A `data` event of the channel says that there is a reply. */
  startSession(request: SessionStart, result: Int32Array): number;
  /**
   * Sends bytes to the shell; fills in `[stdin, stdout, stderr]`, the streams of this request. Positive: the reply came at
   * once and can be taken.
   */
  sessionRequest(channel: number, bytes: Uint8Array, streams: SessionStreams, result: Int32Array): number;
  /** Returns the bytes of the next reply, and takes it when `into` has room for all. */
  takeReply(channel: number, into: Uint8Array): number;
  /** Whether the shell has not begun with the request of a run: 1. */
  requestWaits(channel: number, runId: number): number;
  /** Takes back the request of a run if the shell has not begun with it: 1. */
  withdrawRequest(channel: number, runId: number): number;
  /** Hands it to another shell instead, with its streams. -ESRCH: the shell has begun with it. */
  passRequest(channel: number, runId: number, to: number): number;
  /**
   * Kills the process at `channel` if it has not replied to the request of a run within `graceMs`. Time counts while the process, or one of the
   * run, is given a processor, and while none of them wants one: a busy machine kills nobody. Only the first call for a run counts. Nothing
   * happens while the process has not begun with the request. -ESRCH: it has ended.
   */
  setGrace(channel: number, runId: number, graceMs: number): number;
}
