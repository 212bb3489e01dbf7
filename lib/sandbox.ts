// The sandbox: what this package is for, on whichever kernel.

import type { Backend } from './backend.js';
import { Files } from './files.js';
import { SandboxFs } from './fs.js';
import { type Machine, startMachine } from './machine.js';
import { readMetrics } from './metrics.js';
import {
  checkArguments,
  checkRunOptions,
  checkSpawnOptions,
  checkString,
  checkVariable,
  type ResolvedOptions,
  resolveOptions,
} from './options.js';
import { turnstileOf } from './pacer.js';
import { LiveProcess, liveCapacity } from './process.js';
import { cancelledResult, runCommand } from './run.js';
import { busyError, Session } from './session.js';
import { completeLine, listJobs, planCommand, signalJob } from './shell-services.js';
import type { DirEntry, StatResult } from './stats.js';
import type {
  CommandHistory,
  Completion,
  Data,
  Jobs,
  Metrics,
  Plan,
  Process,
  RunOptions,
  RunResult,
  SandboxOptions,
  SpawnOptions,
} from './types.js';

const hostname = 'sandbox';

// Descriptors of all processes together: enough for every process to hold its own table's worth of what tools open.
const descriptorLimit = 16_384;

/** What a sandbox is made of. */
export interface SandboxParts {
  backend: Backend['name'];
  machine: Machine;
  options: ResolvedOptions;
}

/**
 * Makes a sandbox on a new kernel of `backend`. `make`: each package has a class of its own, which says in its types which kernel it
 * is. Rejects when an option is wrong or a limit that was asked for cannot be armed.
 */
export async function createSandbox<Made extends KernelSandbox>(
  backend: Backend,
  options: SandboxOptions,
  make: (parts: SandboxParts) => Made,
): Promise<Made> {
  const resolved = resolveOptions(options);
  await turnstileOf(backend.platform).pass();
  const machine = await startMachine(backend, resolved.parts, {
    hostname,
    memoryBytes: resolved.memoryLimitBytes,
    fileSystemBytes: resolved.fsLimitBytes,
    fileCount: resolved.fileCountLimit,
    processes: resolved.maxProcesses,
    descriptors: descriptorLimit,
  });
  try {
    const sandbox = make({ backend: backend.name, machine, options: resolved });
    sandbox.mkdir(resolved.cwd, { recursive: true });
    sandbox.writeFiles(resolved.files);
    return sandbox;
  } catch (error) {
    void machine.destroy();
    throw error;
  }
}

/** All of a sandbox but where its kernel comes from. */
export class KernelSandbox {
  /** Unique within this process. */
  readonly id: string;
  /** Which kernel runs the sandbox. */
  readonly backend: Backend['name'];
  /** The sandbox's files as a subset of `node:fs/promises`. */
  readonly fs: SandboxFs;

  readonly #machine: Machine;
  readonly #session: Session;
  readonly #files: Files;
  readonly #options: ResolvedOptions;
  // Settles when the last command that was asked for has ended.
  #tail: Promise<unknown> = Promise.resolve();
  /** Commands that were asked for and have not ended. */
  #asked = 0;
  #runs = 0;
  #timeouts = 0;

  /** @internal */
  constructor({ backend, machine, options }: SandboxParts) {
    this.id = crypto.randomUUID();
    this.backend = backend;
    this.#machine = machine;
    this.#options = options;
    this.#session = new Session(machine, options.cwd, options.env);
    this.#files = new Files(machine, () => this.#session.workingDirectory, options.fsLimitBytes);
    this.fs = new SandboxFs(this.#files);
  }

  /**
   * Runs a command line in the session's bash. Working directory and exported variables carry over to the next one; commands
   * asked for at the same time run one after the other. A non-zero exit is a result, never a rejection.
   */
  async run(command: string, options: RunOptions = {}): Promise<RunResult> {
    checkString(command, 'command');
    checkRunOptions(options);
    this.#machine.assertAlive();
    this.#asked++;
    const turn = this.#tail;
    const result = turn.then(() =>
      options.signal?.aborted
        ? cancelledResult()
        : runCommand(this.#machine, this.#session, this.#options, command, options),
    );
    this.#tail = result.then(
      ({ timedOut }) => {
        this.#asked--;
        this.#runs++;
        if (timedOut) this.#timeouts++;
      },
      () => {
        this.#asked--;
      },
    );
    return options.signal === undefined ? result : cancellableWait(turn, result, options.signal);
  }

  /**
   * Starts a program, searched in the session's `PATH`, and returns at once with its live streams. It shares the session's files
   * and begins in its directory and environment, but changes neither. Throws when it cannot be started.
   */
  spawn(command: string, args: string[] = [], options: SpawnOptions = {}): Process {
    checkString(command, 'command');
    checkArguments(args);
    checkSpawnOptions(options);
    this.#machine.assertAlive();
    const run = this.#machine.newRun();
    const cwd = this.#session.startDirectory(options.cwd);
    const output = { capacity: liveCapacity, wait: true };
    const started = this.#machine.start(
      {
        path: command,
        argv: [command, ...args],
        env: this.#session.environment(cwd, options.env),
        cwd,
        runId: run,
        stdin: { capacity: liveCapacity },
        stdout: output,
        stderr: output,
      },
      command,
    );
    return new LiveProcess(this.#machine, run, started, options);
  }

  /** Reads a file: as bytes, or as text with `'utf8'`. Relative paths lie under the session's working directory. */
  readFile(path: string): Uint8Array;
  readFile(path: string, encoding: 'utf8' | 'utf-8'): string;
  readFile(path: string, encoding?: 'utf8' | 'utf-8'): Data {
    return encoding === undefined ? this.#files.readBytes(path) : this.#files.readText(path);
  }

  /** Writes a file, replacing what was there. */
  writeFile(path: string, data: Data): void {
    this.#files.write(path, data);
  }

  /** Writes several files and makes the directories they lie in. */
  writeFiles(files: Record<string, Data>): void {
    for (const [path, data] of Object.entries(files)) this.#files.writeWithParents(path, data);
  }

  /** The entries of a directory by name, without `.` and `..`. */
  readDir(path: string): DirEntry[] {
    return this.#files.readDirectory(path);
  }

  /** The same as {@link readDir}. */
  listDir(path: string): DirEntry[] {
    return this.readDir(path);
  }

  /** Makes a directory; with `recursive` those above it too, and one that exists is no error. */
  mkdir(path: string, options: { recursive?: boolean } = {}): void {
    this.#files.mkdir(path, options);
  }

  /** What there is at a path, links followed. */
  stat(path: string): StatResult {
    return this.#files.stat(path);
  }

  /** As `stat`, of a link itself. */
  lstat(path: string): StatResult {
    return this.#files.lstat(path);
  }

  /** Whether a path leads to something. */
  exists(path: string): boolean {
    return this.#files.exists(path);
  }

  /** Removes a file, or with `recursive` a directory and what is in it; with `force` a missing path is no error. */
  rm(path: string, options: { recursive?: boolean; force?: boolean } = {}): void {
    this.#files.rm(path, options);
  }

  /** Renames or moves; a file that has the new name is replaced. */
  rename(from: string, to: string): void {
    this.#files.rename(from, to);
  }

  /** Makes `path` a symbolic link to `target`. */
  symlink(target: string, path: string): void {
    this.#files.symlink(target, path);
  }

  /** Where a symbolic link points. */
  readlink(path: string): string {
    return this.#files.readlink(path);
  }

  /** Sets the permissions: `0o644`. */
  chmod(path: string, mode: number): void {
    this.#files.chmod(path, mode);
  }

  /** Sets an exported variable of the session. */
  setEnv(name: string, value: string): void {
    checkVariable(name, value);
    this.#machine.assertAlive();
    this.#session.setEnv(name, value);
  }

  /** The value of an exported variable of the session. */
  getEnv(name: string): string | undefined {
    return this.#session.getEnv(name);
  }

  /** The command lines of the session. */
  readonly history: CommandHistory = {
    list: () => this.#session.history,
    clear: () => this.#session.clearHistory(),
  };

  /** The session's background jobs. */
  readonly jobs: Jobs = {
    list: () => listJobs(this.#machine, this.#session),
    signal: (jobOrPid, signal) => signalJob(this.#machine, this.#session, jobOrPid, signal),
  };

  /**
   * What could stand at `cursor` (default: the end) of a command line: commands, files, variables, functions, options. Blocks
   * for some tens of milliseconds at most: a completion function (`complete -F`) that takes longer is interrupted. Throws EBUSY while
   * a command runs or waits to begin, ETIMEDOUT when the shell has not answered in time; the session is as it was.
   */
  complete(line: string, cursor: number = line.length): Completion {
    checkString(line, 'line');
    this.#machine.assertAlive();
    if (this.#asked > 0) throw busyError();
    return completeLine(this.#session, line, cursor);
  }

  /** Parses a command line without running anything, for hosts that ask a person first. What does not parse is a result too. */
  async plan(command: string): Promise<Plan> {
    checkString(command, 'command');
    this.#machine.assertAlive();
    return planCommand(this, command);
  }

  /** The sandbox's counters. */
  metrics(): Metrics {
    this.#machine.assertAlive();
    return readMetrics(this.id, this.#machine.kernel, { runs: this.#runs, timeouts: this.#timeouts });
  }

  /** Kills every process and frees the memory. Commands that are running or waiting reject. May be called again. */
  destroy(): void {
    this.#session.destroyed();
    void this.#machine.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  /** Settles when the last process has gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#session.destroyed();
    await this.#machine.destroy();
  }
}

// A command that waits for its turn is cancelled at once, not when its turn comes: that then finds the signal aborted and runs
// nothing.
async function cancellableWait(
  turn: Promise<unknown>,
  result: Promise<RunResult>,
  signal: AbortSignal,
): Promise<RunResult> {
  let abort = (): void => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    abort = () => resolve('aborted');
  });
  signal.addEventListener('abort', abort, { once: true });
  const first = await Promise.race([turn, aborted]);
  signal.removeEventListener('abort', abort);
  return first === 'aborted' ? cancelledResult() : result;
}
