// Kernel calls about processes, their streams, their runs, and the limits of these.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

/** How a guest's output reaches the host. */
export interface OutputOptions {
  /** Bytes kept for the host to take. */
  capacity: number;
  /** At `capacity`: true makes the writer wait, false ends the stream there (EFBIG for the guest, `truncated` for the host). */
  blockWhenFull: boolean;
  /** Whether a `data` event comes when there is output. Each costs the owner's event loop a turn. Default: true. */
  announce?: boolean;
}

/** Whose a process is: users and groups of the sandbox. */
export interface Credentials {
  uid: number;
  gid: number;
  /** Supplementary groups, 256 at most. */
  groups: Uint32Array;
}

/** A process to be started. */
export interface SpawnRequest {
  /** Absolute, or a name searched in the PATH of `env`. */
  path: string;
  argv: string[];
  /** `NAME=value`. */
  env: string[];
  cwd: string;
  /** Default: the sandbox's user. */
  user?: Credentials | undefined;
  /** Chosen by the caller, > 0; every descendant belongs to it. Two processes may share one. */
  runId: number;
  /** `null`: standard input is /dev/null. */
  stdin: { capacity: number } | null;
  stdout: OutputOptions;
  /** `null`: the same open file as standard output. */
  stderr: OutputOptions | null;
  /** All three are a terminal of this size: `stdin` is typed there, `stdout` is what it shows. Then `stdin` is given, and `stderr` is `null`. */
  terminal?: { columns: number; rows: number } | undefined;
}

/** A process, as ps(1) lists it. */
export interface ProcessEntry {
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
  uid: number;
  /** The number of its controlling terminal; -1: it has none. */
  terminal: number;
  /** Empty: it has ended, or its directory has no name any more. */
  cwd: string;
}

/** How a process has ended. */
export interface ProcessEnd {
  exitCode: number;
  /** 0: none. */
  signal: number;
  /** Includes the children that it has waited for. */
  cpuMs: number;
  peakMemoryBytes: number;
}

export interface ProcessCalls {
  /**
   * Starts a process, which may have to wait for a thread. Fills in `[pid, stdin, stdout, stderr]`, the last three as numbers of streams
   * (0: none).
   */
  spawn(request: SpawnRequest, result: Int32Array): number;
  /** Copies bytes that the guest wrote; returns how many. */
  takeOutput(stream: number, into: Uint8Array): number;
  /** Fills the `OutputField`s. */
  outputState(stream: number, into: Float64Array): number;
  /** 1: a process of the guest can still write to the stream. Event `closed` then follows, once. */
  awaitClose(stream: number): number;
  /**
   * Reports how many taken bytes of an output stream are still held here. They count as memory of the sandbox until the next such call or
   * the close of the stream. -ENOMEM: there is no room for them, and nothing changes.
   */
  holdOutput(stream: number, bytes: number): number;
  /** Charges the sandbox for so many bytes more, or less where negative, that are kept here of streams that are closed: as `holdOutput`. */
  holdBytes(bytes: number): number;
  /**
   * Accepts all bytes and returns the room that is left in the stream. At 0 wait for `drained` before you write again. EPIPE: nobody can
   * read it.
   */
  putInput(stream: number, data: Uint8Array): number;
  endInput(stream: number): number;
  /** Gives the terminal whose output the stream has another size. EBADF: there is none. */
  resizeTerminal(stream: number, columns: number, rows: number): number;
  /**
   * Closes the host's end of a stream. Input is ended. Later output of the guest is dropped or, if the stream would `wait`, refused with
   * EPIPE and SIGPIPE.
   */
  closeStream(stream: number): void;
  /** kill(2), with its rules for pids that are not positive, by root. */
  signal(pid: number, signo: number): number;
  /**
   * Sends SIGKILL to every process of the run, and tells the session that serves it to end it, with its `interrupt`. May take effect a
   * little later.
   */
  killRun(runId: number): void;
  /** 1: a process that acts for the run has not ended. */
  runLives(runId: number): number;
  /**
   * When this much time has passed, or the run has used this much processor time (0: no limit): event `expired`, then killRun.
   * Replaces an earlier deadline.
   */
  setDeadline(runId: number, afterMs: number, cpuMs: number): void;
  clearDeadline(runId: number): void;
  /** From now on, records the limits that the run meets. */
  watchLimits(runId: number): void;
  /**
   * The limits that a run has met, each once, in order: fills in their places in `limitNames`, and returns how many. Clears the record. Run
   * 0 is the host itself, which is always recorded.
   */
  limitsMet(runId: number, into: Uint8Array): number;
  /** Fills in `[cpuMs, processes]` that a run has used, which is watched: after `watchLimits`, before `limitsMet`. */
  runUsage(runId: number, into: Float64Array): number;
  /** How many processes of the run are left; run 0: of all. If there are any, event `ended` follows, once. */
  awaitEnd(runId: number): number;
  /** Fills the `UsageField`s. */
  usage(into: Float64Array): void;
  resetPeakMemory(): void;
  processes(): ProcessEntry[];
}
