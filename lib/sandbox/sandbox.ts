// The class of sandboxes, for kernels of any platform.

import type { PatchOptions, PatchResult } from '../api/edits.js';
import { destroyedError, SandboxError } from '../api/errors.js';
import type {
  Change,
  CommandHistory,
  Completion,
  ExecOptions,
  ExportOptions,
  ExportTarOptions,
  ImportOptions,
  ImportTarOptions,
  Jobs,
  Metrics,
  Plan,
  Process,
  ProcessEntry,
  RunOptions,
  RunResult,
  SnapshotId,
  SnapshotOptions,
  SpawnOptions,
  TarContents,
  TarSource,
  Terminal,
  TerminalOptions,
} from '../api/types.js';
import { Files } from '../files/files.js';
import { SandboxFiles } from '../files/sandbox-files.js';
import type { Backend } from '../kernel/backend.js';
import type { GuestConnection, SandboxNetwork } from '../kernel/connection.js';
import type { SpawnRequest } from '../kernel/processes.js';
import { connectToGuest } from '../machine/connections.js';
import type { Machine } from '../machine/kernel-client.js';
import { readMetrics } from '../machine/metrics.js';
import { NetworkAccess } from '../machine/network-access.js';
import { turnstileOf } from '../machine/pacer.js';
import { Turns } from '../machine/turns.js';
import { checkString, checkVariable } from '../options/checks.js';
import {
  checkCommandBytes,
  checkSpawn,
  readExecCommand,
  readRunOptions,
  readTerminalOptions,
} from '../options/command-options.js';
import { checkPatch } from '../options/edit-options.js';
import {
  checkExportOptions,
  checkExportTarOptions,
  checkImport,
  checkImportTarOptions,
  checkSnapshotOptions,
  checkTarSource,
} from '../options/file-options.js';
import type { ResolvedOptions } from '../options/sandbox-options.js';
import { keptIn, Persistence, type WriteChanges } from '../persistence/persistence.js';
import type { SavedState } from '../persistence/saved-state.js';
import { applyPatch } from '../processes/apply-patch.js';
import { cancellableWait } from '../processes/cancellation.js';
import { cancelledResult, unwantedResult } from '../processes/command.js';
import { executeCommand } from '../processes/exec.js';
import { HostProcesses } from '../processes/host-processes.js';
import { LiveProcess, liveCapacity } from '../processes/process.js';
import { listProcesses, signalProcesses } from '../processes/process-list.js';
import { Room } from '../processes/room.js';
import { terminalOf, terminalVariables } from '../processes/terminal.js';
import { identityOf } from '../processes/users.js';
import type { Yielding } from '../processes/yielding.js';
import { Python } from '../python/python-session.js';
import { runCommand } from '../shell/run.js';
import { busyError, Session } from '../shell/session.js';
import { checkCursor, completeLine, listJobs, planCommand, signalJob } from '../shell/shell-services.js';
import type { Origin } from '../state/origin.js';
import { Snapshots } from '../state/snapshots.js';
import { checkCompression, compressState, readState, stateRoom } from '../state/state.js';
import { Archives } from '../tar/archives.js';
import { newMachine } from './new-machine.js';

/** The parts that a sandbox is made of. */
export interface SandboxParts {
  backend: Backend;
  machine: Machine;
  options: ResolvedOptions;
  /** The place where its state is kept. */
  saved?: SavedState | undefined;
  /** Makes another sandbox of the same class. */
  make: (parts: SandboxParts) => KernelSandbox;
}

/** Everything of a sandbox except its platform. */
export class KernelSandbox extends SandboxFiles {
  /** Unique within this process. */
  readonly id: string;
  /** Which kernel runs the sandbox. */
  readonly backend: Backend['name'];

  readonly #parts: SandboxParts;
  readonly #machine: Machine;
  /** Python sessions. */
  readonly python: Python;
  readonly #session: Session;
  readonly #files: Files;
  readonly #snapshots: Snapshots;
  readonly #archives: Archives;
  readonly #options: ResolvedOptions;
  readonly #persistence: Persistence | undefined;
  readonly #network: NetworkAccess;
  /** Ends running commands before the last save. */
  readonly #end = new AbortController();
  /** The queue of commands, and of calls that wait for them. */
  readonly #turns = new Turns();
  readonly #processes = new HostProcesses();
  readonly #room = new Room();
  /** Settled when no snapshot is being restored. */
  #restored: Promise<unknown> = Promise.resolve();
  /** How many times a snapshot was to be restored: what was asked for before is not to be done any more. */
  #era = 0;
  /** How many of the calls that are not done are completions. */
  #completing = 0;
  #runs = 0;
  #timeouts = 0;

  /** @internal */
  constructor(parts: SandboxParts) {
    const { backend, machine, options, saved } = parts;
    const session = new Session(machine, options.cwd, options.env, options.maxArgumentBytes);
    const files = new Files(machine, () => session.workingDirectory, options.fsLimitBytes);
    super(files);
    this.id = crypto.randomUUID();
    this.backend = backend.name;
    this.#parts = parts;
    this.#machine = machine;
    this.#options = options;
    this.#session = session;
    this.#files = files;
    this.python = new Python({ machine, shell: session, limits: options });
    this.#snapshots = new Snapshots(machine, session, this.python);
    this.#archives = new Archives(backend, machine, options);
    this.#network = new NetworkAccess(machine, options.network, options.security);
    const write: WriteChanges = (journal) => this.#inTurn(() => this.#snapshots.writeChanges(journal));
    this.#persistence = saved && options.persistence && new Persistence(saved, options.persistence, machine, write);
    machine.changed = () => this.#persistence?.changed();
  }

  /** @internal Opens the network as the options say, and as another sandbox allows beyond them. */
  beginNetwork(like?: KernelSandbox): Promise<void> {
    return this.#network.begin(like === undefined ? undefined : like.#network);
  }

  /**
   * Allows more of the network than the option `network`, from now on, for this sandbox and later forks of it. Patterns are as in that
   * option.
   *
   * @throws `E_INVALID_OPTION`: one of them is no pattern.
   * @throws `E_UNSUPPORTED`: there is no network on this platform.
   * @throws `E_DESTROYED`
   *
   * @example
   * sandbox.allowNetwork(['registry.npmjs.org', 'https://api.example.com/v1/']);
   */
  allowNetwork(domains: string[]): void {
    this.#machine.assertAlive();
    this.#network.allow(domains);
  }

  /** Opens the way to the outside. Rejects when it cannot be opened. */
  protected openNetwork(): Promise<SandboxNetwork> {
    this.#machine.assertAlive();
    return this.#network.open();
  }

  /** Connects to a server on a port of the sandbox. Throws ECONNREFUSED. */
  protected connectToGuest(port: number): GuestConnection {
    return connectToGuest(this.#machine, port);
  }

  /** Calls `end` when the sandbox is destroyed. The returned function cancels that. Throws E_DESTROYED. */
  protected atEnd(end: () => void): () => void {
    this.#machine.assertAlive();
    this.#machine.endings.add(end);
    return () => this.#machine.endings.delete(end);
  }

  /**
   * Runs a command line in the session's bash. The working directory and the shell's variables carry over to the next one. Commands run
   * one after the other, in the order of the calls. A non-zero exit is a result, never a rejection. What your `stdin`, `onStdout` and
   * `onStderr` throw, it rejects with.
   *
   * @throws `E_LIMIT_COMMAND`: the command line with its `args` is longer than `maxCommandBytes`.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EACCES`: the option `cwd` leads to no directory.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * await sandbox.run('cd /tmp && export GREETING=hello');
   * const { stdout, exitCode } = await sandbox.run('echo $GREETING; pwd; cat', { stdin: 'more', timeoutMs: 5000 });
   * // stdout: 'hello\n/tmp\nmore'
   */
  async run(command: string, options: RunOptions = {}): Promise<RunResult> {
    checkString(command, 'command');
    const asked = readRunOptions(options);
    checkCommandBytes([command, ...(asked.args ?? [])], this.#options.maxCommandBytes);
    this.#machine.assertAlive();
    const turn = this.#turns.done;
    const result = this.#mayYield((yielding) =>
      this.#inTurn(async (wanted) => {
        const ended =
          asked.signal?.aborted || !wanted()
            ? cancelledResult()
            : await runCommand(
                this.#machine,
                this.#session,
                this.#options,
                command,
                this.#ending(asked),
                yielding,
              ).catch((error) => {
                // A snapshot was to be restored as it was about to begin.
                if (wanted() || !(error instanceof SandboxError && error.code === 'EBUSY')) throw error;
                return cancelledResult();
              });
        return this.#resultOf(ended, wanted);
      }),
    );
    return asked.signal === undefined ? result : cancellableWait(turn, result, asked.signal, cancelledResult);
  }

  /**
   * Runs one command beside the session, and any number of them at a time: a command line by a bash of its own, or a program with its arguments,
   * given as a list, by itself. It begins in the directory and the environment that the sandbox was created with, and those of `options`;
   * nothing carries over, in either direction, but the files. Results, limits and options are those of `run`. A program that cannot be
   * started is a result too, with exit code 127 or 126. Where `maxProcesses` leaves no room for another, the command waits for one of them to end.
   *
   * @throws `E_LIMIT_COMMAND`: the command with its arguments is longer than `maxCommandBytes`.
   * @throws `E2BIG`: arguments and environment are larger than `maxArgumentBytes`.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EACCES`: the option `cwd` leads to no directory.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const results = await Promise.all(['a', 'b'].map((name) => sandbox.exec(['gzip', '-k', name])));
   */
  async exec(command: string | string[], options: ExecOptions = {}): Promise<RunResult> {
    const asked = readRunOptions(options);
    const program = readExecCommand(command, asked);
    const argv = typeof program === 'string' ? ['bash', '-c', program, 'bash', ...(asked.args ?? [])] : program;
    checkCommandBytes(argv, this.#options.maxCommandBytes);
    this.#machine.assertAlive();
    // What is asked for while a snapshot is restored waits for that.
    await this.#restored;
    if (asked.signal?.aborted) return cancelledResult();
    this.#machine.assertAlive();
    const era = this.#era;
    const identity = identityOf(this.#machine, asked.user);
    const { cwd, env } = this.#session.beginning(asked.cwd, { ...identity?.variables, ...asked.env });
    const path = typeof program === 'string' ? '/bin/bash' : (program[0] as string);
    return this.#mayYield(async (yielding) => {
      const executed = { path, argv, env, cwd, user: identity?.credentials };
      const ended = await executeCommand(
        this.#machine,
        executed,
        this.#options,
        this.#ending(asked),
        this.#room,
        yielding,
      );
      return this.#resultOf(ended, () => era === this.#era);
    });
  }

  #resultOf(ended: RunResult, wanted: () => boolean): RunResult {
    this.#runs++;
    if (ended.timedOut) this.#timeouts++;
    this.#machine.changed();
    if (this.#end.signal.aborted) throw destroyedError();
    return wanted() ? ended : unwantedResult(ended);
  }

  /** The result of a command or, if it goes on after `yieldMs`, what there is by then. */
  #mayYield(begin: (yielding: Yielding) => Promise<RunResult>): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      begin((result, command) => {
        this.#processes.add(command, command.log);
        resolve(result);
      }).then(resolve, reject);
    });
  }

  /**
   * A process that the host has started, by its number: by `spawn` while it runs, and with `keepBytes` also afterwards; and a command that
   * has gone on after `yieldMs`. Of processes that have ended the last 64 are known.
   *
   * @example
   * const { running, pid, seq } = await sandbox.run('npm test', { yieldMs: 10_000 });
   * if (running) console.log(await sandbox.process(pid)!.read(seq, 5000));
   */
  process(pid: number): Process | undefined {
    return this.#processes.get(pid);
  }

  /**
   * All processes of the sandbox, as `ps -e` lists them.
   *
   * @throws `E_DESTROYED`
   */
  processes(): ProcessEntry[] {
    this.#machine.assertAlive();
    return listProcesses(this.#machine);
  }

  /**
   * Sends a signal, by name or number, to a process or to all of them, as root would. The session's shell is one of them: without it the
   * session goes on with the next command in a new one.
   *
   * @throws `ESRCH`: there is no such process.
   * @throws `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * for (const { pid, argv } of sandbox.processes()) if (argv[0] === 'sleep') sandbox.signal(pid, 'SIGTERM');
   */
  signal(pid: number | 'all', signal: string | number): void {
    this.#machine.assertAlive();
    signalProcesses(this.#machine, pid, signal);
  }

  // What saves at its end cannot kill commands by destroying their kernel.
  #ending(options: RunOptions): RunOptions {
    if (this.#persistence === undefined) return options;
    return { ...options, signal: AbortSignal.any([this.#end.signal, ...(options.signal ? [options.signal] : [])]) };
  }

  /** Runs `work` after all earlier calls. `wanted`: asked first, whether it should still run. */
  #inTurn<Result>(act: (wanted: () => boolean) => Promise<Result>): Promise<Result> {
    const era = this.#era;
    return this.#turns.take(() => act(() => era === this.#era));
  }

  /**
   * Starts a program, which is searched in the session's `PATH`, and returns at once with live streams. It shares the session's files, and
   * begins with the session's directory and environment, but cannot change them. If the session exports more than `maxArgumentBytes`, the
   * program gets only the variables that you set with `env` and `setEnv`.
   *
   * @throws `ENOENT`: there is no such program, or no such directory `cwd`.
   * @throws `EACCES`, `ENOEXEC`: the file must not be executed, or is no program.
   * @throws `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path, or `cwd`, leads nowhere.
   * @throws `EAGAIN`: there are `maxProcesses` already.
   * @throws `E2BIG`: arguments and environment are larger than `maxArgumentBytes`.
   * @throws `ENOSPC`, `ENOMEM`: with `tty`, there are 64 terminals already, or 'maxPipeBytes' leaves no room for another.
   * @throws `ECANCELED`: the option `signal` is aborted already.
   * @throws `E_OUTPUT_DROPPED`: not the call, but a stream of a process with `keepBytes`, when it is read too slowly.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const child = sandbox.spawn('sort', ['-n'], { timeoutMs: 5000 });
   * const writer = child.stdin.getWriter();
   * await writer.write('10\n9\n');
   * await writer.close();
   * console.log(await new Response(child.stdout).text(), await child.exited); // '9\n10\n' { exitCode: 0, … }
   */
  spawn(command: string, args: string[] = [], options: SpawnOptions = {}): Process {
    checkSpawn(command, args, options);
    this.#machine.assertAlive();
    const run = this.#machine.newWatchedRun();
    const cwd = this.#session.startDirectory(options.cwd);
    const argv = [command, ...args];
    const identity = identityOf(this.#machine, options.user);
    const terminal = options.tty && terminalVariables(options.tty);
    const env = this.#session.environment(cwd, { ...identity?.variables, ...terminal, ...options.env }, argv);
    return this.#start({ path: command, argv, env, cwd, user: identity?.credentials, runId: run }, options);
  }

  #start(
    program: Pick<SpawnRequest, 'path' | 'argv' | 'env' | 'cwd' | 'user' | 'runId'>,
    options: SpawnOptions,
  ): LiveProcess {
    const output = { capacity: liveCapacity, blockWhenFull: true };
    const { tty } = options;
    const started = this.#machine.start(
      {
        ...program,
        stdin: { capacity: liveCapacity },
        stdout: output,
        stderr: options.merge || tty !== undefined ? null : output,
        terminal: tty && { columns: tty.cols, rows: tty.rows },
      },
      program.path,
    );
    const process = new LiveProcess(this.#machine, program.runId, started, options);
    this.#processes.add(process, process.log);
    return process;
  }

  /**
   * Opens a terminal with an interactive bash, or another command, and returns at once. It begins in the directory and the environment that
   * the sandbox was created with, and shares nothing with the session but the files. Any number of them can be open, up to 64.
   *
   * @throws `ENOENT`, `EACCES`, `ENOEXEC`: `command` names no program.
   * @throws `ENOSPC`: there are 64 terminals already.
   * @throws `ENOMEM`: 'maxPipeBytes' leaves no room for another terminal.
   * @throws `EAGAIN`: there are `maxProcesses` processes already.
   * @throws `E2BIG`: arguments and environment are larger than `maxArgumentBytes`.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const terminal = sandbox.terminal({ command: 'tty; stty size' });
   * console.log(await new Response(terminal.output).text()); // '/dev/pts/0\r\n24 80\r\n'
   */
  terminal(options: TerminalOptions = {}): Terminal {
    const tty = readTerminalOptions(options);
    this.#machine.assertAlive();
    const { command = ['bash', '-i'] } = options;
    const argv = typeof command === 'string' ? ['bash', '-c', command] : [...command];
    const { cwd, env } = this.#session.beginning(undefined, terminalVariables(tty));
    const run = this.#machine.newWatchedRun();
    const path = argv[0] as string;
    return terminalOf(this.#start({ path, argv, env, cwd, user: undefined, runId: run }, { tty }));
  }

  /**
   * Applies a patch to all of its files or to none: a unified diff, as `diff -u` and `git diff` write it, or the form with `*** Begin Patch`
   * that models are taught. Where the lines are not exactly as the patch says they are found as GNU patch does, or, in the second form, without
   * regard to blanks. Mode, owner and line ends stay. The program `apply_patch` of the sandbox does the same.
   *
   * @throws `E_PATCH`: it does not apply, or is no patch. The message names file, hunk and reason, and nothing has changed.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EACCES`: the option `cwd` leads to no directory.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * await sandbox.applyPatch(`*** Begin Patch
   * *** Update File: server.py
   * @@ def main():
   * -    port = 80
   * +    port = 8080
   * *** End Patch`);
   */
  async applyPatch(patch: string, options: PatchOptions = {}): Promise<PatchResult> {
    checkPatch(patch, options);
    this.#machine.assertAlive();
    return applyPatch((command, given) => this.exec(command, given), this.#session.startDirectory(), patch, options);
  }

  /**
   * Sets an exported variable of the session.
   *
   * @throws `E_INVALID_OPTION`: the name is empty or has `=` in it, or one of both has a NUL.
   * @throws `E_DESTROYED`
   */
  setEnv(name: string, value: string): void {
    checkVariable(name, value);
    this.#machine.assertAlive();
    this.#session.setEnv(name, value);
    this.#machine.changed();
  }

  /** The value of an exported variable of the session. */
  getEnv(name: string): string | undefined {
    return this.#session.getEnv(name);
  }

  /** The command lines of the session. */
  readonly history: CommandHistory = {
    list: () => this.#session.history,
    clear: () => {
      this.#session.clearHistory();
      this.#machine.changed();
    },
  };

  /** The session's background jobs. */
  readonly jobs: Jobs = {
    list: () => listJobs(this.#machine, this.#session),
    signal: (jobOrPid, signal) => signalJob(this.#machine, this.#session, jobOrPid, signal),
  };

  /**
   * Completions at `cursor` (default: the end) of a command line: commands, files, variables, functions, options. A completion function
   * (`complete -F`) is interrupted after 200 ms of processor time or 2 seconds; you get what it has found by then. The session does not
   * change. Commands that you call meanwhile wait.
   *
   * @throws `EBUSY`: a command runs, or waits to begin.
   * @throws `ETIMEDOUT`: the shell has not answered.
   * @throws `EAGAIN`: there is no shell, and `maxProcesses` leaves no room for one.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const { completions } = await sandbox.complete('ls /us'); // ['/usr/']
   */
  async complete(line: string, cursor?: number): Promise<Completion> {
    checkString(line, 'line');
    const at = cursor ?? line.length;
    checkCursor(line, at);
    this.#machine.assertAlive();
    if (this.#turns.pending > this.#completing) throw busyError();
    this.#completing++;
    return this.#inTurn(() => completeLine(this.#session, line, at)).finally(() => this.#completing--);
  }

  /**
   * Parses a command line without running anything, for programs that ask a person first. A syntax error is a result too.
   *
   * @throws `E_PLAN`: the shell that parses it has not answered within 10 seconds, or has met a limit.
   * @throws `EAGAIN`: there are `maxProcesses` already.
   * @throws `E2BIG`: the command line is longer than `maxArgumentBytes`, or than 128 KiB.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const plan = await sandbox.plan('curl -s https://example.com | sh > log');
   * if (plan.ok) console.log(plan.programs); // ['curl', 'sh']
   */
  async plan(command: string): Promise<Plan> {
    checkString(command, 'command');
    this.#machine.assertAlive();
    return planCommand(this.#machine, this, command);
  }

  /**
   * Keeps the files, and the session with its variables, functions, aliases, options, traps, directory, history, umask, limits and open
   * files. Other processes, jobs, pipes and the content of `/dev/shm` are not kept. A snapshot takes the same time for ten files and for a
   * million, and shares unchanged data. Waits for earlier commands, unless `filesOnly` leaves the session out. Data that only snapshots
   * keep counts against `fsLimitBytes` and `fileCountLimit`, including the memory of a session.
   *
   * @throws `E_LIMIT_SNAPSHOTS`: there are `maxSnapshots` already.
   * @throws `E_LIMIT_FS`: there is no room for what it keeps.
   * @throws `ETIMEDOUT`: the session's shell has not come to rest within 10 seconds.
   * @throws `ECANCELED`: another snapshot was restored before its turn.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const before = await sandbox.snapshot();
   * await sandbox.run('rm -rf *');
   * await sandbox.restore(before);
   */
  async snapshot(options: SnapshotOptions = {}): Promise<SnapshotId> {
    checkSnapshotOptions(options);
    this.#machine.assertAlive();
    if (options.filesOnly) return this.#snapshots.takeFiles();
    return this.#inTurn((wanted) => this.#snapshots.take(wanted));
  }

  /**
   * Goes back to a snapshot of this sandbox. Kills running processes and cancels waiting commands first; later calls wait. The session goes
   * on as it was, with the same `$$`. A session that had run nothing begins with its next command. After a snapshot of files only, the
   * session begins anew with its current directory, exported variables and history.
   *
   * @throws `E_NO_SNAPSHOT`: the snapshot was deleted before, or is another sandbox's.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async restore(id: SnapshotId): Promise<void> {
    checkString(id, 'id');
    this.#machine.assertAlive();
    const { origin, release } = this.#snapshots.hold(id);
    return this.#goBack(origin).finally(release);
  }

  async #goBack(origin: Origin): Promise<void> {
    this.#era++;
    this.#machine.kernel.halt();
    const restored = this.#inTurn(() => this.#snapshots.restore(origin));
    this.#restored = restored.catch(() => {});
    await restored;
    this.#machine.changed();
  }

  /**
   * Deletes a snapshot; data that only this snapshot kept is freed soon after. While several later states depend on it, as after
   * `restore`, it stays inside and counts.
   *
   * @throws `E_NO_SNAPSHOT`: it was deleted before, or is another sandbox's.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  deleteSnapshot(id: SnapshotId): void {
    checkString(id, 'id');
    this.#machine.assertAlive();
    this.#snapshots.delete(id);
  }

  /**
   * Makes another sandbox that begins as this one is now, with equal limits of its own. Both share unchanged data. Waits for earlier
   * commands, and keeps what a snapshot keeps.
   *
   * @throws `E_LIMIT_FS`, `E_LIMIT_MEMORY`: there is no room for what it has, the limit of `Sandbox.limitHost` included.
   * @throws `ETIMEDOUT`, `ECANCELED`: as `snapshot`.
   * @throws `E_DESTROYED`
   *
   * @example
   * await sandbox.run('npm ci');
   * const attempts = await Promise.all([sandbox.fork(), sandbox.fork()]);
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
      await sandbox.beginNetwork(this);
      await this.#snapshots.fork(sandbox.#snapshots, wanted);
      return sandbox as this;
    } catch (error) {
      void machine.destroy();
      throw error;
    }
  }

  /**
   * The state as bytes that you can store and import anywhere: the files that differ from the base image, and the session as in a
   * snapshot. Equal states give equal bytes. Waits for earlier commands.
   *
   * @throws `E_UNSUPPORTED`: there is no such compression here.
   * @throws `ETIMEDOUT`, `ECANCELED`: as `snapshot`.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * await writeFile('work.state', await sandbox.exportState());
   * const later = await Sandbox.create({ from: await readFile('work.state') });
   */
  async exportState(options: ExportOptions = {}): Promise<Uint8Array> {
    checkExportOptions(options);
    const { platform } = this.#machine;
    checkCompression(platform, options.compression);
    this.#machine.assertAlive();
    const written = await this.#inTurn((wanted) => this.#snapshots.write(wanted));
    const blob = platform.allocate(written.size);
    await written.copyTo(blob);
    return options.compression === undefined ? blob : compressState(platform, blob);
  }

  /**
   * Goes back to a state as `restore` goes back to a snapshot; with `filesOnly` without its session. The state may come from a stranger:
   * all of it is checked before anything changes.
   *
   * @throws `E_STATE_CORRUPT`: it is damaged, or no state.
   * @throws `E_STATE_VERSION`: it is of another version of the format, or of other programs than there are here.
   * @throws `E_LIMIT_FS`, `E_LIMIT_MEMORY`: it has more than this sandbox may have.
   * @throws `E_UNSUPPORTED`: it is compressed, and there is no such compression here.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const state = await sandbox.exportState();
   * const other = await Sandbox.create();
   * await other.importState(state, { filesOnly: true });
   */
  async importState(state: Uint8Array, options: ImportOptions = {}): Promise<void> {
    checkImport(state, options);
    this.#machine.assertAlive();
    const origin = await readState(this.#machine, state, options.filesOnly === true, stateRoom(this.#options));
    this.#machine.assertAlive();
    return this.#goBack(origin);
  }

  /**
   * Saves the state as option `persistence` says. Waits for earlier commands; later ones do not wait. When it rejects, the last saved state
   * stays.
   *
   * @throws `E_PERSIST_UNAVAILABLE`: the sandbox was made without the option.
   * @throws `E_PERSIST_FULL`: it would come to more than `persistence.maxBytes`, or the store has no room.
   * @throws `E_PERSIST_FAILED`: the store has failed; `cause` says how.
   * @throws `E_PERSIST_LOCKED`: somebody else has claimed the state meanwhile.
   * @throws `ETIMEDOUT`: as `snapshot`.
   * @throws `E_DESTROYED`
   *
   * @example
   * const notes = await Sandbox.create({ persistence: { mode: 'session', namespace: 'notes' } });
   * await notes.run('echo remember > notes.txt');
   * await notes.save();
   * await notes.run('rm notes.txt');
   * await notes.load(); // notes.txt is there again
   */
  async save(): Promise<void> {
    this.#machine.assertAlive();
    return keptIn(this.#persistence).save();
  }

  /**
   * Goes back to the last saved state as `restore` does.
   *
   * @throws `E_PERSIST_EMPTY`: nothing was saved.
   * @throws `E_PERSIST_CORRUPT`, `E_PERSIST_KEY`, `E_PERSIST_VERSION`: what was saved cannot be read.
   * @throws `E_STATE_VERSION`, `E_LIMIT_FS`, `E_LIMIT_MEMORY`: it can be read, and is not for this sandbox: as `importState`.
   * @throws `E_PERSIST_FAILED`: the store has failed; `cause` says how.
   * @throws `E_PERSIST_LOCKED`: somebody else saves there again and again meanwhile.
   * @throws `E_PERSIST_UNAVAILABLE`: the sandbox was made without option `persistence`.
   * @throws `E_DESTROYED`
   */
  async load(): Promise<void> {
    this.#machine.assertAlive();
    const origin = await keptIn(this.#persistence).load(stateRoom(this.#options));
    if (origin === undefined) throw new SandboxError('nothing has been saved', { code: 'E_PERSIST_EMPTY' });
    this.#machine.assertAlive();
    return this.#goBack(origin);
  }

  /** Begins with its saved state, if there is one. @internal */
  async resume(): Promise<boolean> {
    const origin = await this.#persistence?.load(stateRoom(this.#options));
    if (origin !== undefined) this.begin(origin, this.#options.env);
    return origin !== undefined;
  }

  /** From now on changes are saved, and also the beginning, unless it was a saved state. @internal */
  beginSaving(resumed: boolean): void {
    this.#persistence?.begin(!resumed);
  }

  /**
   * The changes in the files from one snapshot of this sandbox to another, or to now, sorted by path. A moved file is `renamed`, and also
   * `modified` if its content or attributes differ. A file that was written anew under its name is `modified`. The content of a moved
   * directory is not listed. Below a path of more than 3840 bytes, the last directory above stands as `modified` for all changes in it. A
   * file with equal bytes, times, owner and mode is not listed, even if `importState` has brought it back.
   *
   * The call blocks for about 4 µs per change, and for as long as it takes to compare the bytes of rewritten files with equal size and
   * time.
   *
   * @throws `E_NO_SNAPSHOT`: one of them was deleted, or is another sandbox's.
   * @throws `E_LIMIT_DIFF`: there is more to say than 64 MiB.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const before = await sandbox.snapshot({ filesOnly: true });
   * await sandbox.run('echo new > notes.txt');
   * sandbox.diff(before); // [{ kind: 'created', path: '/home/user/notes.txt', type: 'file', … }, …]
   */
  diff(from: SnapshotId, to?: SnapshotId): Change[] {
    checkString(from, 'from');
    if (to !== undefined) checkString(to, 'to');
    this.#machine.assertAlive();
    return this.#snapshots.diff(from, to);
  }

  /**
   * Unpacks a tar archive, plain or compressed with gzip or zstd, into a directory, which is made if missing. If it rejects, nothing has
   * changed. Follows the rules of tar(1); nothing lands outside of the directory. Does not wait for commands. Several imports take turns.
   * It rejects with errors of `source`, too.
   *
   * @throws `E_TAR_CORRUPT`: the archive is damaged, or none.
   * @throws `E_LIMIT_FS`: there is no room for what it holds.
   * @throws `E_UNSUPPORTED`: it is compressed in a way that is not known here.
   * @throws `EISDIR`: a directory that is not empty would have to give way to a file.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `EXDEV`, `ENAMETOOLONG`: the path is no place for it.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const { body } = await fetch('https://example.com/project.tar.gz');
   * const { members } = await sandbox.importTar('/home/user/project', body, { stripComponents: 1 });
   */
  async importTar(path: string, source: TarSource, options: ImportTarOptions = {}): Promise<TarContents> {
    checkTarSource(source);
    checkImportTarOptions(options);
    this.#machine.assertAlive();
    return this.#archives.import(this.#files.absolute(path, 'importTar'), source, options);
  }

  /**
   * A file, or a directory with its content, as a tar archive of the files as they are at the call. Equal files give equal bytes. Files
   * with a path longer than 4095 bytes are left out: each member repeats the names of all directories above it, so a guest could make an
   * endless archive, and `importTar` accepts no such names.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `E_LIMIT_EXPORTS`: there are 16 streams that are neither read to the end nor cancelled.
   * @throws `E_UNSUPPORTED`: there is no such compression here.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`: the stream fails with it, too.
   *
   * @example
   * await pipeline(sandbox.exportTar('/home/user', { compression: 'gzip' }), createWriteStream('home.tar.gz'));
   */
  exportTar(path: string, options: ExportTarOptions = {}): ReadableStream<Uint8Array> {
    checkExportTarOptions(options);
    this.#machine.assertAlive();
    return this.#archives.export(this.#files.absolute(path, 'exportTar'), options);
  }

  /** Begins from another sandbox or snapshot. @internal */
  begin(origin: Origin, environment: Record<string, string>): void {
    this.#snapshots.begin(origin);
    for (const [name, value] of Object.entries(environment)) this.#session.setEnv(name, value);
  }

  /** Kills all processes, and starts no more. @internal */
  halt(): void {
    this.#machine.kernel.halt();
  }

  /**
   * The sandbox's counters.
   *
   * @throws `E_DESTROYED`
   *
   * @example
   * const { memoryBytes, processes, limitsHit, prometheus } = sandbox.metrics();
   * console.log(memoryBytes, processes, limitsHit.maxProcesses, prometheus());
   */
  metrics(): Metrics {
    this.#machine.assertAlive();
    return readMetrics(this.id, this.#machine.kernel, { runs: this.#runs, timeouts: this.#timeouts });
  }

  /**
   * Kills every process and frees the memory. Running and waiting commands reject. You can call it again. With the option `persistence` the
   * state is saved first, if it has changed; to learn whether that worked, await `[Symbol.asyncDispose]()` instead.
   */
  destroy(): void {
    this.#destroy().catch(() => {});
  }

  /** As `destroy`. */
  [Symbol.dispose](): void {
    this.destroy();
  }

  /**
   * Settles when the last process has ended.
   *
   * @throws `E_PERSIST_FAILED`, `E_PERSIST_FULL`, `E_PERSIST_LOCKED`: the state could not be saved.
   * @throws `ETIMEDOUT`: the session did not come to rest for that.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#destroy();
  }

  async #destroy(): Promise<void> {
    if (this.#persistence === undefined || this.#machine.isDestroyed) return this.#free();
    this.#machine.retire();
    this.#era++;
    this.#end.abort();
    try {
      // There is no event for changes by background jobs.
      this.#machine.changed();
      await this.#persistence.close();
    } finally {
      await this.#free();
    }
  }

  #free(): Promise<void> {
    this.#snapshots.destroyed();
    this.#archives.destroyed();
    this.#session.destroyed();
    this.python.destroyed();
    return this.#machine.destroy();
  }
}
