// Sessions of Python, as callers see them.

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

export interface PythonResult {
  outputs: PythonOutput[];
  /** Of the last expression, unless it is None. */
  value?: MimeBundle;
  error?: PythonError;
  /** Whether `outputs` ends before the output did. */
  truncated: boolean;
}

export interface PythonRunOptions {
  /** Called with each output when it comes. What it throws interrupts the code, and is what `run` rejects with. */
  onOutput?: (output: PythonOutput) => void;
  /** After this time it is interrupted, as by `interrupt`, and soon after that the session ends. Default: the sandbox's. */
  timeoutMs?: number;
}

export interface PythonSessionOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** It ends when nothing has been run for so long. Default: 30 minutes. */
  idleMs?: number;
}

export interface PythonSession {
  /** The same in snapshots of its sandbox, and in the sandboxes that begin as them. */
  readonly id: string;
  /**
   * Runs code. Exceptions of the code are results; it rejects with E_PYTHON when the session ends before the code does. What is asked
   * for meanwhile waits.
   */
  run(code: string, options?: PythonRunOptions): Promise<PythonResult>;
  /** KeyboardInterrupt in the code that runs, or that is to run next. */
  interrupt(): void;
  /** What the code has defined. */
  variables(): Promise<PythonVariable[]>;
  /** Ends the interpreter; the next code runs in a new one. */
  reset(): void;
  close(): void;
}
