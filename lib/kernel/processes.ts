// Calls about processes, their streams, the runs that they belong to, and what these may take.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

/** How a guest's output reaches the host. */
export interface OutputOptions {
  /** Bytes kept for the host to take. */
  capacity: number;
  /** At `capacity`: true makes the writer wait, false ends the stream there (EFBIG for the guest, `truncated` for the host). */
  wait: boolean;
}

/** A process to be started. */
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

/** A process as ps(1) lists it. */
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
}

/** How a process has ended. */
export interface ProcessEnd {
  exitCode: number;
  /** 0: none. */
  signal: number;
  /** With that of the children it has waited for. */
  cpuMs: number;
  peakMemoryBytes: number;
}

export interface ProcessCalls {
  /**
   * Starts a process; it may have to wait for its turn. Fills in `[pid, stdin, stdout, stderr]`, the last three names of streams
   * (0: none).
   */
  spawn(request: SpawnRequest, result: Int32Array): number;
  /** Copies bytes the guest wrote; returns how many. */
  takeOutput(stream: number, into: Uint8Array): number;
  /** Fills the `OutputField`s. */
  outputState(stream: number, into: Float64Array): number;
  /** 1: a process of the guest could still write to the stream. Then event `closed` follows, once. */
  awaitClose(stream: number): number;
  /**
   * So many bytes of what was taken from a stream of output are still held here: they count as memory of the sandbox until it is called
   * again or the stream is closed. -ENOMEM: there is no room for them, and nothing changes.
   */
  holdOutput(stream: number, bytes: number): number;
  /** Everything is accepted; returns the room left in the stream: at 0 wait for `drained` before the next. EPIPE: nobody can read it. */
  putInput(stream: number, data: Uint8Array): number;
  endInput(stream: number): number;
  /**
   * Forgets the stream's name. Input is ended; what the guest still writes is dropped or, when it would `wait`, answered by EPIPE
   * and SIGPIPE.
   */
  closeStream(stream: number): void;
  /** kill(2), with its rules for pids that are not positive, by root. */
  signal(pid: number, signo: number): number;
  /** SIGKILL to every process of the run; the session that serves it is told to end it, by its `interrupt`. It may come to pass a little later. */
  killRun(runId: number): void;
  /** 1: a process that acts for the run has not ended. */
  runLives(runId: number): number;
  /**
   * When so much time has passed, or the run has used so much processor time (0: no matter how much): event `expired`, then killRun.
   * Replaces an earlier one.
   */
  setDeadline(runId: number, afterMs: number, cpuMs: number): void;
  clearDeadline(runId: number): void;
  /** From now on it is kept which limits the run meets. */
  watchLimits(runId: number): void;
  /**
   * Which limits a run has met, each once, the first one first: fills in their places in `limitNames`, and returns how many. They
   * are not kept any more. Run 0 is the host itself, and always watched.
   */
  limitsMet(runId: number, into: Uint8Array): number;
  /** How many processes of the run are left; of all, run 0. When there are any, event `ended` follows, once. */
  awaitEnd(runId: number): number;
  /** Fills the `UsageField`s. */
  usage(into: Float64Array): void;
  resetPeakMemory(): void;
  processes(): ProcessEntry[];
}
