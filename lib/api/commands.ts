// Commands, processes and terminals, and what the shell of a session knows.

import type { Data, InputSource } from './data.js';
import type { LimitName } from './limit-table.js';

/** Options of {@link Sandbox.run}. */
export interface RunOptions {
  /**
   * Standard input; without it the command reads an empty file. A stream is read only as fast as the command does. What is
   * left of it has been cancelled when the result is there; a `cancel()` that takes its time is not waited for.
   */
  stdin?: InputSource;
  /** Environment of this command only. */
  env?: Record<string, string>;
  /** Working directory of this command only. */
  cwd?: string;
  /** `$1`, `$2`, … of the command line. */
  args?: string[];
  /** Instead of the sandbox's `timeoutMs`; 0: no limit. */
  timeoutMs?: number;
  /** Instead of the sandbox's `cpuTimeoutMs`; 0: no limit. */
  cpuTimeoutMs?: number;
  /** Instead of the sandbox's `maxOutputBytes`. */
  maxOutputBytes?: number;
  /** Aborting kills the command. */
  signal?: AbortSignal;
  /** Called with each piece of standard output as it is written. */
  onStdout?: (chunk: Uint8Array) => void;
  /** Called with each piece of standard error as it is written. */
  onStderr?: (chunk: Uint8Array) => void;
  /**
   * Whose the command is: a name of the sandbox's `/etc/passwd`, or a number. Default: `user`. `root` is root of the sandbox, and of nothing
   * else. `HOME`, `USER` and `LOGNAME` are those of that user.
   */
  user?: string | number;
  /** Both outputs are one pipe, so that `stdout` has all in the order in which it was written, and `stderr` is empty. Default: false. */
  merge?: boolean;
  /**
   * After that many milliseconds the promise resolves with `running: true` and the output so far. The command goes on, without a limit of
   * time unless `timeoutMs` or `cpuTimeoutMs` is given here; {@link Sandbox.process} leads to the rest. With this option the last
   * `maxOutputBytes` of both outputs together are kept, not the first of each. Each piece of output takes 64 bytes of them besides.
   */
  yieldMs?: number;
}

/** Options of {@link Sandbox.exec}. */
export type ExecOptions = RunOptions;

/**
 * Why a command was ended from outside, or failed. `LIMIT_EXCEEDED`: it lost output, or it failed and a limit had refused
 * something to it.
 */
export type ErrorClass = 'TIMEOUT' | 'CANCELLED' | 'LIMIT_EXCEEDED' | 'CAPABILITY_DENIED';

/** What a command used. */
export interface RunUsage {
  /** Processor time of the command's processes. For `run`: of all processes of the sandbox while it ran. */
  cpuMs: number;
  /** Most WebAssembly memory the sandbox held while it ran. */
  peakMemoryBytes: number;
  /** Processes started, counted as `cpuMs` is. */
  processes: number;
  /** The limits that it has met, the first one first; a command may have managed all the same. */
  limitsHit: LimitName[];
}

/** How a command ended. A non-zero exit is a result, not an error. */
export interface RunResult {
  /** Exit status of the command; 128 + number after a signal, 124 after a timeout. */
  exitCode: number;
  /** Standard output read as UTF-8. */
  stdout: string;
  /** Standard error read as UTF-8. */
  stderr: string;
  /** Standard output as it was written. */
  stdoutBytes: Uint8Array;
  /** Standard error as it was written. */
  stderrBytes: Uint8Array;
  /** Wall-clock time, without the wait for earlier commands. */
  executionTimeMs: number;
  /** Whether `timeoutMs` or `cpuTimeoutMs` ended it. */
  timedOut: boolean;
  /** Whether a stream reached `maxOutputBytes` and lost what came after. */
  truncated: { stdout: boolean; stderr: boolean };
  /** Name of the signal that ended the command, such as `SIGKILL`. */
  signal?: string;
  /** Why it was ended or has failed; not set when it succeeded. */
  errorClass?: ErrorClass;
  /** The limit of which `errorClass` tells: with `LIMIT_EXCEEDED` the first that was met, with `TIMEOUT` the one that ended it. */
  limit?: LimitName;
  /** What it has used. */
  usage: RunUsage;
  /** The command has not ended: `yieldMs` has passed. `exitCode` is -1. */
  running?: true;
  /** With `running`: the number by which {@link Sandbox.process} gives the command's process. */
  pid?: number;
  /** With `running`: where {@link Process.read} goes on. */
  seq?: number;
}

/** Options of {@link Sandbox.spawn}. */
export interface SpawnOptions {
  /** Fed to standard input, which is then closed. Without it `Process.stdin` is the caller's to write. */
  stdin?: InputSource;
  /** Added to the session's environment. */
  env?: Record<string, string>;
  /** Instead of the session's working directory. */
  cwd?: string;
  /** The process and all it started are killed after that many milliseconds, also what outlives it. Default: never. */
  timeoutMs?: number;
  /** The same after so much processor time. Default: never. */
  cpuTimeoutMs?: number;
  /** Aborting kills the process and all it started, also what outlives it. Where it is aborted already, `spawn` throws ECANCELED. */
  signal?: AbortSignal;
  /**
   * Whose the process is: a name of the sandbox's `/etc/passwd`, or a number. Default: `user`. `root` is root of the sandbox, and of nothing
   * else. `HOME`, `USER` and `LOGNAME` are those of that user.
   */
  user?: string | number;
  /** Standard output and standard error are one pipe: `stdout` has both, in the order in which they were written. Default: false. */
  merge?: boolean;
  /**
   * Keeps the last so many bytes of both outputs for {@link Process.read}, whether anybody reads or not, so that the process never waits for
   * a reader. They count as memory of the sandbox. Each piece of output takes 64 bytes of them besides.
   */
  keepBytes?: number;
  /**
   * The process has a terminal of this size as its controlling terminal: what is written to `stdin` is typed there, `stdout` is what it
   * shows, and `stderr` ends at once. It is hung up when the process ends, or `stdin` is closed and `stdout` cancelled. The end of `stdin` alone
   * is no end of input: that is the character Ctrl-D, `'\x04'`.
   */
  tty?: TerminalSettings;
}

/** The terminal of a process: see {@link SpawnOptions.tty}. */
export interface TerminalSettings {
  /** Columns, at most 65 535. */
  cols: number;
  /** Rows, at most 65 535. */
  rows: number;
  /** What `TERM` says. Default: `xterm-256color`. */
  term?: string;
}

/** Options of {@link Sandbox.terminal}. */
export interface TerminalOptions {
  /** Columns, at most 65 535. Default: 80. */
  cols?: number;
  /** Rows, at most 65 535. Default: 24. */
  rows?: number;
  /** What `TERM` says. Default: `xterm-256color`. */
  term?: string;
  /** A command line for a bash, or a program with its arguments, instead of an interactive bash. */
  command?: string | string[];
}

/**
 * A terminal, and what runs in it: see {@link Sandbox.terminal}. It is hung up when `process` ends.
 *
 * @example
 * const terminal = sandbox.terminal({ cols: 100, rows: 30 });
 * const typist = terminal.input.getWriter();
 * await typist.write('stty size; exit\n');
 * for await (const chunk of terminal.output) process.stdout.write(chunk);
 */
export interface Terminal {
  /** What runs in it. */
  readonly process: Process;
  /** What is typed. Writing waits while nothing reads it. */
  readonly input: WritableStream<Data>;
  /** What it shows. The processes in it wait while nobody reads. */
  readonly output: ReadableStream<Uint8Array>;
  /**
   * Gives it another size: as {@link Process.resize}.
   *
   * @throws `E_INVALID_OPTION`: an argument is no whole number from 0 to 65 535.
   */
  resize(cols: number, rows: number): boolean;
  /** Hangs it up: the process in it gets SIGHUP, and `output` ends. Idempotent. */
  close(): void;
}

/** A piece of what a process has written. */
export interface OutputChunk {
  /** The number of its first byte: how many bytes of both outputs came before it. */
  seq: number;
  /** 1: standard output, or both where they are one pipe; 2: standard error. */
  fd: 1 | 2;
  bytes: Uint8Array;
}

/** What {@link Process.read} found. */
export interface ProcessOutput {
  /** In the order in which they came. Between the two outputs, where they are two pipes, that order is not exact. */
  chunks: OutputChunk[];
  /** So many bytes from `fromSeq` on are not kept any more. */
  dropped: number;
  /** Where to read on. */
  seq: number;
  /** How the process has ended. Processes that it has left behind may still write. */
  ended?: ExitStatus;
}

/** A process, as ps(1) lists it. */
export interface ProcessEntry {
  pid: number;
  /** The process that started it; 0: the host did. */
  ppid: number;
  /** Its process group. */
  pgid: number;
  /** Its session, in the sense of setsid(2). */
  sid: number;
  /** The name of its user, or the number of one without a name. */
  user: string;
  /** R: it could run; S: it waits; T: it is stopped; Z: it has ended, and its parent has not asked how. */
  state: string;
  argv: string[];
  /** Its working directory. */
  cwd: string;
  /** Processor time that it has used. */
  cpuMs: number;
  /** Its WebAssembly memory. */
  memoryBytes: number;
  /** Its controlling terminal, as `pts/0`; not set when it has none. */
  tty?: string;
}

/** A command line of the session, as `history` lists it. */
export interface HistoryEntry {
  /** Its number, from 1. */
  id: number;
  /** The command line, as it was given. */
  command: string;
}

/** The command lines of the session. */
export interface CommandHistory {
  /** Oldest first. */
  list(): HistoryEntry[];
  /** Makes the shell forget them too. */
  clear(): void;
}

/** The background jobs of the session. */
export interface Jobs {
  /**
   * As of the end of the last command; whether a job still runs is as of now.
   *
   * @throws `E_DESTROYED`
   */
  list(): Job[];
  /**
   * Sends a signal to a job (`'%1'`), all its processes, or to a process by its pid.
   *
   * @throws `ESRCH`: there is no such job or process.
   * @throws `E_INVALID_OPTION`: no signal has that name or number.
   * @throws `E_DESTROYED`
   *
   * @example
   * await sandbox.run('sleep 1000 &');
   * sandbox.jobs.signal('%1', 'SIGTERM');
   */
  signal(jobOrPid: number | string, signal: string | number): void;
}

/** A background job of the session. */
export interface Job {
  /** The number of `%1`. */
  id: number;
  /** Of its first process. */
  pid: number;
  /** All of its processes. */
  pids: number[];
  /** Whether it runs now. */
  state: 'running' | 'stopped' | 'done';
  /** The command line, as the shell prints it. */
  command: string;
}

/** What could stand in the place of `line.slice(replacementStart, replacementEnd)`; offsets are UTF-16 units, as in JavaScript. */
export interface Completion {
  /** Where the part of the line begins that a completion replaces. */
  replacementStart: number;
  /** Where that part ends. */
  replacementEnd: number;
  /** All that could stand there. */
  completions: string[];
  /** What all of them begin with. */
  commonPrefix: string;
}

/** A redirection of a planned command. */
export interface PlannedRedirect {
  /** As written: `>`, `>>`, `2>&1` has the operator `>&`. */
  operator: string;
  /** The descriptor that is redirected. */
  fd: number;
  /** The word after the operator, as written. */
  target: string;
}

/** A simple command found in a command line, wherever it stands. */
export interface PlannedCommand {
  /** The kind of command. */
  kind: string;
  /** As written; only known for certain when `static`. */
  name: string;
  /** Its words as written, the name first. */
  words: string[];
  /** The name needs no expansion. */
  static: boolean;
  /** Assignments before the name, as written. */
  assignments: string[];
  /** Its redirections. */
  redirects: PlannedRedirect[];
  /** The line of the text where it stands. */
  line: number;
  /** Commands with the same number stand in one pipeline. */
  pipeline: number;
}

/** A command line as data: what {@link Sandbox.plan} found in it without running anything. */
export type Plan =
  | {
      ok: true;
      commands: PlannedCommand[];
      /** Names that are neither built-ins nor functions defined in the text. */
      programs: string[];
      builtins: string[];
      /** Functions the text defines. */
      functions: string[];
      /** Words and redirection targets that look like paths. */
      paths: string[];
    }
  | { ok: false; error: { line: number; message: string } };

/** How a process ended. */
export interface ExitStatus {
  /** 128 + number after a signal, 124 after a timeout. */
  exitCode: number;
  /** Name of the signal that ended it. */
  signal?: string;
  /** Whether `timeoutMs` or `cpuTimeoutMs` ended it. */
  timedOut: boolean;
  /** Of a process that failed: the limit that ended it or, with what it had started, was met first. */
  limit?: LimitName;
}

/**
 * A running process: see {@link Sandbox.spawn}. A process that writes more than 1 MiB waits until somebody reads.
 *
 * @example
 * const child = sandbox.spawn('make', ['-j2']);
 * for await (const chunk of child.stdout) process.stdout.write(chunk);
 * const { exitCode, signal, timedOut } = await child.exited;
 */
export interface Process {
  /** The sandbox's number of the process. */
  readonly pid: number;
  /** Writing waits while the process is slow to read; closing is end of file. */
  readonly stdin: WritableStream<Data>;
  /** The process waits while nobody reads. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** As `stdout`. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** Settles when the process has ended; never rejects. Output may still be in the streams. */
  readonly exited: Promise<ExitStatus>;
  /**
   * Sends a signal, SIGTERM by default, by name or number. Returns false when the process has ended.
   *
   * @throws `E_INVALID_OPTION`: no signal has that name or number.
   */
  kill(signal?: string | number): boolean;
  /**
   * The output that is kept, from byte `fromSeq` (default: 0) on. When there is none yet and the process has not ended, waits for some, at most
   * `waitMs` (default: 0). For processes that were started with `keepBytes`, and commands that have gone on after `yieldMs`.
   *
   * @throws `E_INVALID_OPTION`: the output of the process is not kept, or an argument is wrong.
   *
   * @example
   * const server = sandbox.spawn('python3', ['-u', 'server.py'], { keepBytes: 65_536 });
   * let { chunks, seq } = await server.read(0, 1000);
   * // Later, perhaps for another reader:
   * ({ chunks, seq } = await sandbox.process(server.pid)!.read(seq));
   */
  read(fromSeq?: number, waitMs?: number): Promise<ProcessOutput>;
  /**
   * Gives the terminal of a process that was started with `tty` another size. The foreground of the terminal gets SIGWINCH. Returns false when
   * the process has ended.
   *
   * @throws `E_INVALID_OPTION`: the process was started without `tty`, or an argument is no whole number from 0 to 65 535.
   *
   * @example
   * const child = sandbox.spawn('bash', ['-c', 'sleep 1; stty size'], { tty: { cols: 80, rows: 24 } });
   * child.resize(120, 40);
   */
  resize(cols: number, rows: number): boolean;
}
