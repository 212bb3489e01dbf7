// The sandbox: what this package is for, on whichever kernel.

import type { Backend } from './backend.js';
import { optionError, SandboxError } from './errors.js';
import { Files } from './files.js';
import { SandboxFs } from './fs.js';
import { type Machine, startMachine } from './machine.js';
import { readMetrics } from './metrics.js';
import {
  checkArguments,
  checkRunOptions,
  checkSnapshotOptions,
  checkSpawnOptions,
  checkString,
  checkVariable,
  type ResolvedOptions,
  resolveOptions,
} from './options.js';
import { turnstileOf } from './pacer.js';
import { LiveProcess, liveCapacity } from './process.js';
import { cancelledResult, runCommand, unwantedResult } from './run.js';
import { busyError, Session } from './session.js';
import { completeLine, listJobs, planCommand, signalJob } from './shell-services.js';
import { type Origin, originOf, Snapshots } from './snapshots.js';
import type { DirEntry, StatResult } from './stats.js';
import { SandboxTemplate } from './template.js';
import type {
  Change,
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
  SnapshotId,
  SnapshotOptions,
  SpawnOptions,
} from './types.js';

const hostname = 'sandbox';

// Descriptors of all processes together: enough for every process to hold its own table's worth of what tools open.
const descriptorLimit = 16_384;

/** What a sandbox is made of. */
export interface SandboxParts {
  backend: Backend;
  machine: Machine;
  options: ResolvedOptions;
  /** Makes another of its class. */
  make: (parts: SandboxParts) => KernelSandbox;
}

function newMachine(backend: Backend, options: ResolvedOptions): Promise<Machine> {
  return startMachine(backend, options.parts, {
    hostname,
    memoryBytes: options.memoryLimitBytes,
    fileSystemBytes: options.fsLimitBytes,
    fileCount: options.fileCountLimit,
    processes: options.maxProcesses,
    descriptors: descriptorLimit,
    snapshots: options.maxSnapshots,
  });
}

function originIn({ from, cwd }: SandboxOptions): Origin | undefined {
  if (from === undefined) return undefined;
  const origin = typeof from === 'string' ? originOf(from) : from.origin();
  if (origin.session !== undefined && cwd !== undefined) {
    throw optionError('cwd', "cannot be given with option 'from': the session is where it was");
  }
  return origin;
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
  originIn(options);
  await turnstileOf(backend.platform).pass();
  const machine = await newMachine(backend, resolved);
  try {
    const sandbox = make({ backend, machine, options: resolved, make });
    // It may have been deleted while others had their turn.
    const origin = originIn(options);
    if (origin !== undefined) sandbox.begin(origin, resolved.env);
    if (origin?.session === undefined) sandbox.mkdir(resolved.cwd, { recursive: true });
    sandbox.writeFiles(resolved.files);
    return sandbox;
  } catch (error) {
    void machine.destroy();
    throw error;
  }
}

/**
 * Sets a sandbox up once, for others to begin as. Rejects with what `setUp` does. `options` are those of the sandbox that is set up
 * and, but for `files`, of those made from it.
 */
export async function createTemplate<Made extends KernelSandbox>(
  backend: Backend,
  setUp: (sandbox: Made) => Promise<unknown>,
  options: SandboxOptions,
  make: (parts: SandboxParts) => Made,
): Promise<SandboxTemplate<Made>> {
  const sandbox = await createSandbox(backend, options, make);
  try {
    await setUp(sandbox);
    const id = await sandbox.snapshot();
    sandbox.halt();
    // The rest of them is in the snapshot.
    const { files: _files, cwd: _cwd, env: _env, wasmDir: _wasmDir, ...limits } = options;
    return new SandboxTemplate<Made>({
      origin: () => originOf(id),
      create: (from, overrides) => createSandbox(backend, { ...limits, ...overrides, from }, make),
      dispose: () => sandbox.destroy(),
    });
  } catch (error) {
    sandbox.destroy();
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

  readonly #parts: SandboxParts;
  readonly #machine: Machine;
  readonly #session: Session;
  readonly #files: Files;
  readonly #snapshots: Snapshots;
  readonly #options: ResolvedOptions;
  // Settles when the last command that was asked for has ended.
  #tail: Promise<unknown> = Promise.resolve();
  /** Commands that were asked for and have not ended. */
  #asked = 0;
  /** How many times a snapshot was to be restored: what was asked for before is not to be done any more. */
  #era = 0;
  #runs = 0;
  #timeouts = 0;

  /** @internal */
  constructor(parts: SandboxParts) {
    const { backend, machine, options } = parts;
    this.id = crypto.randomUUID();
    this.backend = backend.name;
    this.#parts = parts;
    this.#machine = machine;
    this.#options = options;
    this.#session = new Session(machine, options.cwd, options.env);
    this.#files = new Files(machine, () => this.#session.workingDirectory, options.fsLimitBytes);
    this.fs = new SandboxFs(this.#files);
    this.#snapshots = new Snapshots(machine, this.#session);
  }

  /**
   * Runs a command line in the session's bash. Working directory and exported variables carry over to the next one; commands
   * asked for at the same time run one after the other. A non-zero exit is a result, never a rejection.
   */
  async run(command: string, options: RunOptions = {}): Promise<RunResult> {
    checkString(command, 'command');
    checkRunOptions(options);
    this.#machine.assertAlive();
    const turn = this.#tail;
    const result = this.#inTurn(async (wanted) => {
      const ended =
        options.signal?.aborted || !wanted()
          ? cancelledResult()
          : await runCommand(this.#machine, this.#session, this.#options, command, options).catch((error) => {
              // A snapshot was to be restored as it was about to begin.
              if (wanted() || !(error instanceof SandboxError && error.code === 'EBUSY')) throw error;
              return cancelledResult();
            });
      this.#runs++;
      if (ended.timedOut) this.#timeouts++;
      return wanted() ? ended : unwantedResult(ended);
    });
    return options.signal === undefined ? result : cancellableWait(turn, result, options.signal);
  }

  /** Does what was asked for when all that was asked for before is done. `wanted`: whether it is still to be done. */
  #inTurn<Result>(act: (wanted: () => boolean) => Promise<Result>): Promise<Result> {
    const era = this.#era;
    this.#asked++;
    const result = this.#tail.then(() => act(() => era === this.#era));
    const done = (): void => {
      this.#asked--;
    };
    this.#tail = result.then(done, done);
    return result;
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

  /**
   * Keeps the state as it is: the files, and the session with its variables, functions, aliases, options, traps, directory, history,
   * umask, limits and open files. Other processes, jobs, pipes and what is in `/dev/shm` are not along. It takes the same time for ten
   * files and for a million, and shares all that does not change. Waits for its turn behind commands; with `filesOnly`, which leaves
   * the session out, it does not. What only snapshots keep counts against `fsLimitBytes` and `fileCountLimit`, the memory of a session too.
   *
   * Rejects with E_LIMIT_SNAPSHOTS (`maxSnapshots`), E_LIMIT_FS (no room for what it keeps), ETIMEDOUT when the session's shell has
   * not come to rest within 10 seconds, ECANCELED when another snapshot was restored before its turn.
   */
  async snapshot(options: SnapshotOptions = {}): Promise<SnapshotId> {
    checkSnapshotOptions(options);
    this.#machine.assertAlive();
    if (options.filesOnly) return this.#snapshots.takeFiles();
    return this.#inTurn((wanted) => this.#snapshots.take(wanted));
  }

  /**
   * Makes everything as it was in a snapshot of this sandbox. Kills first what runs here, and cancels commands that wait; what
   * is asked for from now on waits. The session goes on as it was, `$$` included. One that had run nothing then begins with its
   * next command; after a snapshot of the files alone it begins anew with the directory, exported variables and history that it has.
   *
   * Rejects with E_NO_SNAPSHOT when the snapshot was deleted or is another sandbox's.
   */
  async restore(id: SnapshotId): Promise<void> {
    checkString(id, 'id');
    this.#machine.assertAlive();
    this.#snapshots.check(id);
    this.#era++;
    this.#machine.kernel.halt();
    return this.#inTurn(() => this.#snapshots.restore(id));
  }

  /**
   * Forgets a snapshot; what only it kept is freed soon after. One that several later states come from, as after `restore`, is kept
   * inside, and counts, until at most one of them is left. Throws E_NO_SNAPSHOT.
   */
  deleteSnapshot(id: SnapshotId): void {
    checkString(id, 'id');
    this.#machine.assertAlive();
    this.#snapshots.delete(id);
  }

  /**
   * Makes another sandbox that is as this one is now, with limits of its own that are the same. They share all that neither changes.
   * Waits for its turn behind commands, and comes with what a snapshot has. Rejects as `snapshot` does, and with E_LIMIT_MEMORY.
   */
  async fork(): Promise<this> {
    this.#machine.assertAlive();
    return this.#inTurn((wanted) => this.#fork(wanted));
  }

  async #fork(wanted: () => boolean): Promise<this> {
    const { backend, options, make } = this.#parts;
    await turnstileOf(backend.platform).pass();
    const machine = await newMachine(backend, options);
    try {
      const sandbox = make({ backend, machine, options, make });
      await this.#snapshots.fork(sandbox.#snapshots, wanted);
      return sandbox as this;
    } catch (error) {
      void machine.destroy();
      throw error;
    }
  }

  /**
   * What has changed in the files from one snapshot of this sandbox to another, or to how they are now; sorted by path. Only what
   * differs is looked at. A file that was moved is `renamed`, and `modified` besides when its content or attributes are others; one
   * that was written anew under its name is `modified`; of a directory that was moved what is in it is not listed. Below a path of
   * more than 3840 bytes the last directory above is `modified`, in the place of all that has changed in it.
   *
   * Throws E_NO_SNAPSHOT, and E_LIMIT_DIFF when there is more to say than 64 MiB.
   */
  diff(from: SnapshotId, to?: SnapshotId): Change[] {
    checkString(from, 'from');
    if (to !== undefined) checkString(to, 'to');
    this.#machine.assertAlive();
    return this.#snapshots.diff(from, to);
  }

  /** Begins as another sandbox is or was. @internal */
  begin(origin: Origin, environment: Record<string, string>): void {
    this.#snapshots.begin(origin);
    for (const [name, value] of Object.entries(environment)) this.#session.setEnv(name, value);
  }

  /** Kills what runs, and lets nothing run any more. @internal */
  halt(): void {
    this.#machine.kernel.halt();
  }

  /** The sandbox's counters. */
  metrics(): Metrics {
    this.#machine.assertAlive();
    return readMetrics(this.id, this.#machine.kernel, { runs: this.#runs, timeouts: this.#timeouts });
  }

  /** Kills every process and frees the memory. Commands that are running or waiting reject. May be called again. */
  destroy(): void {
    this.#snapshots.destroyed();
    this.#session.destroyed();
    void this.#machine.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  /** Settles when the last process has gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#snapshots.destroyed();
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
