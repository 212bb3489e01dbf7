// The public types of Python sessions.

import type { ErrorClass, RunUsage } from './commands.js';
import type { LimitName } from './limit-table.js';

/** A value in several forms, by MIME type as in Jupyter: text, or base64 for other data. */
export type MimeBundle = Record<string, unknown>;

/** An exception that the code did not catch. */
export interface PythonError {
  name: string;
  value: string;
  traceback: string;
}

export interface PythonVariable {
  name: string;
  type: string;
  /** The beginning of its `repr()`. */
  repr: string;
}

/** Outputs of the code, in order. */
export type PythonOutput =
  | { type: 'stream'; name: 'stdout' | 'stderr'; text: string }
  | { type: 'display'; data: MimeBundle };

/** How a piece of code ended. An exception in the code is a result, not an error. */
export interface PythonResult {
  outputs: PythonOutput[];
  /** The value of the last expression, unless it is None. */
  value?: MimeBundle;
  /** The exception that ended the code. After a timeout or an abort this is KeyboardInterrupt. */
  error?: PythonError;
  /**
   * Whether output is missing. Either `outputs` reached `maxOutputBytes` or its maximal number (1024, and one more for each 64 bytes of
   * `maxOutputBytes`), or one output or the value was too large (16 MiB, 65 536 values, 64 levels of lists and dictionaries).
   */
  truncated: boolean;
  /** Wall-clock milliseconds, without the wait for earlier code. */
  executionTimeMs: number;
  /** Whether the code met `timeoutMs` or `cpuTimeoutMs`. */
  timedOut: boolean;
  /** As for a command. `LIMIT_EXCEEDED`: output was lost, or the code raised an exception after it met a limit. */
  errorClass?: ErrorClass;
  /** The limit that is the reason for `errorClass`. */
  limit?: LimitName;
  /** What the interpreter and its programs used. Includes other work in the sandbox at the same time. */
  usage: RunUsage;
}

/** Options of {@link PythonSession.run}. A name that is not listed here is refused. */
export interface PythonRunOptions {
  /**
   * Called with each output as it comes. If the function throws, `run` rejects with its error, the code is interrupted as after
   * `timeoutMs`, and the function is not called again.
   */
  onOutput?: (output: PythonOutput) => void;
  /**
   * Wall-clock milliseconds that the code may take; 0: no limit. After that time the programs that the code has started are killed, and the
   * code gets a KeyboardInterrupt. If the code does not end within one more second of its time, the session ends. Default: the sandbox's
   * `timeoutMs`.
   */
  timeoutMs?: number;
  /** The same limit for processor time, including the programs that the code starts. Default: the sandbox's `cpuTimeoutMs`. */
  cpuTimeoutMs?: number;
  /** Bytes of all `outputs` together. Default: the sandbox's `maxOutputBytes`. */
  maxOutputBytes?: number;
  /** Aborting interrupts the code as `timeoutMs` does. Code that still waits for its turn does not run, and `run` resolves at once. */
  signal?: AbortSignal;
}

/** Options of {@link Python.session}. A name that is not listed here is refused. */
export interface PythonSessionOptions {
  /** Working directory. Default: the directory of the sandbox's session when the interpreter begins. */
  cwd?: string;
  /** Added to the environment of the sandbox's session. */
  env?: Record<string, string>;
  /** Milliseconds without a run after which the session is closed. Default: 30 minutes. */
  idleMs?: number;
}

/** An interpreter that runs one piece of code after the other and keeps its variables. */
export interface PythonSession {
  /** Stays the same in snapshots of the sandbox, and in sandboxes that begin from them. */
  readonly id: string;
  /**
   * Runs code. An exception in the code is a result. Later calls wait until earlier ones have ended.
   *
   * The session is unharmed when code is refused before it runs. What `onOutput` throws, it rejects with.
   *
   * @throws `E_PYTHON`: the session has ended before the code has, and the next code runs in a new interpreter. `limit` says which limit was
   * the reason (`timeoutMs`: the code did not listen; `memoryLimitBytes`: it was killed), `cause` has any other.
   * @throws `E_LIMIT_COMMAND`: the code is longer than `maxCommandBytes`.
   * @throws `EAGAIN`, `ENOENT`, `ENOTDIR`, `E2BIG`: no interpreter can be started, with that `cwd` and `env` or at all: as `spawn`.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const { value, error, timedOut } = await session.run('sum(range(10))', { timeoutMs: 1000 });
   * // value: { 'text/plain': '45' }
   */
  run(code: string, options?: PythonRunOptions): Promise<PythonResult>;
  /** Raises KeyboardInterrupt in the running code, or else in the code that runs next. */
  interrupt(): void;
  /**
   * The variables that the code has defined, by name; only the first 1000 if there is too much text. Waits for earlier code. Limited by
   * the sandbox's `timeoutMs` and `cpuTimeoutMs`, since a `repr()` may take long.
   *
   * @throws `ETIMEDOUT`: a limit of time was reached; `limit` says which.
   * @throws `ECANCELED`: `interrupt` was called.
   * @throws `E_PYTHON`: the session has ended, or was closed.
   * @throws `EAGAIN`, `ENOENT`, `ENOTDIR`, `E2BIG`: no interpreter can be started: as `run`.
   * @throws `E_DESTROYED`
   *
   * @example
   * await session.run('x = [1, 2]');
   * await session.variables(); // [{ name: 'x', type: 'list', repr: '[1, 2]' }]
   */
  variables(): Promise<PythonVariable[]>;
  /** Ends the interpreter; later code runs in a new one. The running code rejects with E_PYTHON. */
  reset(): void;
  /** Ends the session for good. All later calls reject with E_PYTHON. */
  close(): void;
}
