// Sessions of Python, as callers see them.

import type { LimitName } from './limit-table.js';
import type { ErrorClass, RunUsage } from './types.js';

/** Representations of a value by their MIME types, as Jupyter has them: text, or base64 of what is none. */
export type MimeBundle = Record<string, unknown>;

/** An exception that nobody caught. */
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

/** What a piece of code has shown, in order. */
export type PythonOutput =
  | { type: 'stream'; name: 'stdout' | 'stderr'; text: string }
  | { type: 'display'; data: MimeBundle };

/** How a piece of code ended. An exception is a result, not an error. */
export interface PythonResult {
  outputs: PythonOutput[];
  /** Of the last expression, unless it is None. */
  value?: MimeBundle;
  /** What has ended the code. After a timeout or an abort, the KeyboardInterrupt with which it was interrupted. */
  error?: PythonError;
  /**
   * Whether something is missing: the outputs have reached `maxOutputBytes` or, one for each 64 bytes of it and 1024 more, their number; or
   * one of them, or the value, was larger than is told (16 MiB, 65 536 values, 64 levels of lists and dictionaries).
   */
  truncated: boolean;
  /** Wall-clock milliseconds, without the wait for earlier code. */
  executionTimeMs: number;
  /** Whether `timeoutMs` or `cpuTimeoutMs` has ended it. */
  timedOut: boolean;
  /** As of a command: `LIMIT_EXCEEDED` when it lost output, or raised an exception and a limit had refused something to it. */
  errorClass?: ErrorClass;
  /** The limit of which `errorClass` tells. */
  limit?: LimitName;
  /** What the interpreter and the programs that it started have used; with what else ran in the sandbox meanwhile. */
  usage: RunUsage;
}

/** Options of {@link PythonSession.run}. A name that is not listed here is refused. */
export interface PythonRunOptions {
  /**
   * Called with each output when it comes. What it throws is what `run` rejects with; the code is interrupted as after `timeoutMs`, and the
   * function is not called again.
   */
  onOutput?: (output: PythonOutput) => void;
  /**
   * Wall-clock milliseconds that the code may take; 0: no limit. Then the programs that it has started are killed, and it is interrupted by
   * KeyboardInterrupt. Code that does not end within a second of the time that it is given then ends the session. Default: the sandbox's
   * `timeoutMs`.
   */
  timeoutMs?: number;
  /** The same after so many milliseconds of processor time, with that of the programs that it starts. Default: the sandbox's `cpuTimeoutMs`. */
  cpuTimeoutMs?: number;
  /** Bytes of `outputs` in all. Default: the sandbox's `maxOutputBytes`. */
  maxOutputBytes?: number;
  /** Aborting interrupts the code as after `timeoutMs`. Code that waits for its turn is not run at all; the result is there at once. */
  signal?: AbortSignal;
}

/** Options of {@link Python.session}. A name that is not listed here is refused. */
export interface PythonSessionOptions {
  /** Working directory. Default: that of the sandbox's session when the interpreter begins. */
  cwd?: string;
  /** Added to the environment of the sandbox's session. */
  env?: Record<string, string>;
  /** Milliseconds after which it is closed when nothing has been run. Default: 30 minutes. */
  idleMs?: number;
}

/** An interpreter that runs one piece of code after the other and keeps what they define. */
export interface PythonSession {
  /** The same in snapshots of its sandbox, and in the sandboxes that begin as them. */
  readonly id: string;
  /**
   * Runs code. Exceptions of the code are results. What is asked for meanwhile waits.
   *
   * What is refused before it runs has cost the session nothing. What `onOutput` throws, it rejects with.
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
  /** KeyboardInterrupt in the code that runs, or that is to run next. */
  interrupt(): void;
  /**
   * What the code has defined, by name; the first 1000 where that is too much to tell. Waits for its turn, and is bounded by the sandbox's
   * `timeoutMs` and `cpuTimeoutMs`: a `repr()` may take its time.
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
  /** Ends the interpreter; the next code runs in a new one. Code that runs is rejected with E_PYTHON. */
  reset(): void;
  /** The same for good: from now on all is rejected with E_PYTHON. */
  close(): void;
}
