// Commands and processes of a sandbox.

import type {
  CommandHistory,
  Completion,
  ExecOptions,
  Jobs,
  Plan,
  Process,
  ProcessEntry,
  RunOptions,
  RunResult,
  SpawnOptions,
  Terminal,
  TerminalOptions,
} from '../api/commands.js';
import type { PatchOptions, PatchResult } from '../api/edits.js';
import { destroyedError, SandboxError } from '../api/errors.js';
import type { Files } from '../files/files.js';
import { SandboxFiles } from '../files/sandbox-files.js';
import type { SpawnRequest } from '../kernel/processes.js';
import type { Machine } from '../machine/kernel-client.js';
import { checkString, checkVariable } from '../options/checks.js';
import {
  checkCommandBytes,
  checkSpawn,
  readExecCommand,
  readRunOptions,
  readTerminalOptions,
} from '../options/command-options.js';
import { checkPatch } from '../options/edit-options.js';
import type { ResolvedOptions } from '../options/sandbox-options.js';
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
import { runCommand } from '../shell/run.js';
import { busyError, type Session } from '../shell/session.js';
import { checkCursor, completeLine, listJobs, planCommand, signalJob } from '../shell/shell-services.js';
import type { Work } from './work.js';

/** What commands need of a sandbox. */
export interface CommandParts {
  readonly machine: Machine;
  readonly options: ResolvedOptions;
  readonly session: Session;
  readonly files: Files;
  readonly work: Work;
  /** Aborts running commands before the last save; `undefined`: the state is not saved. */
  readonly end: AbortSignal | undefined;
  /** For metrics. */
  readonly counts: { runs: number; timeouts: number };
}

/** What of a sandbox is about its commands and processes. */
export class SandboxCommands extends SandboxFiles {
  readonly #machine: Machine;
  readonly #options: ResolvedOptions;
  readonly #session: Session;
  readonly #work: Work;
  readonly #end: AbortSignal | undefined;
  readonly #counts: CommandParts['counts'];
  readonly #processes = new HostProcesses();
  readonly #room = new Room();
  /** How many of the calls that are not done are completions. */
  #completing = 0;

  /** @internal */
  constructor({ machine, options, session, files, work, end, counts }: CommandParts) {
    super(files);
    this.#machine = machine;
    this.#options = options;
    this.#session = session;
    this.#work = work;
    this.#end = end;
    this.#counts = counts;
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
    const turn = this.#work.done;
    const result = this.#mayYield((yielding) =>
      this.#work.inTurn(async (wanted) =>
        this.#counted(
          asked.signal?.aborted || !wanted() ? cancelledResult() : await this.#run(command, asked, wanted, yielding),
          wanted,
        ),
      ),
    );
    return asked.signal === undefined ? result : cancellableWait(turn, result, asked.signal, cancelledResult);
  }

  async #run(command: string, asked: RunOptions, wanted: () => boolean, yielding: Yielding): Promise<RunResult> {
    try {
      return await runCommand(this.#machine, this.#session, this.#options, command, this.#ending(asked), yielding);
    } catch (error) {
      // A restore began as the command was about to begin.
      if (wanted() || !(error instanceof SandboxError && error.code === 'EBUSY')) throw error;
      return cancelledResult();
    }
  }

  /**
   * Runs one command beside the session. A string is a command line for a bash of its own; a list is a program with its arguments. The command
   * begins in the directory and the environment that the sandbox was created with. Only the files carry over. Results, limits and options are
   * those of `run`, and any number of commands can run at a time. A program that cannot be started is a result too, with the exit code 127 or
   * 126. If the limits leave no room for another process, the command waits until one of these commands ends or goes on after `yieldMs`.
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
    await this.#work.settled();
    if (asked.signal?.aborted) return cancelledResult();
    this.#machine.assertAlive();
    const wanted = this.#work.wanted();
    const identity = identityOf(this.#machine, asked.user);
    const { cwd, env } = this.#session.beginning(asked.cwd, { ...identity?.variables, ...asked.env });
    const path = typeof program === 'string' ? '/bin/bash' : (program[0] as string);
    const executed = { path, argv, env, cwd, user: identity?.credentials };
    return this.#mayYield(async (yielding) => {
      const surroundings = { machine: this.#machine, limits: this.#options, room: this.#room, wanted, yielding };
      return this.#counted(await executeCommand(surroundings, executed, this.#ending(asked)), wanted);
    });
  }

  #counted(ended: RunResult, wanted: () => boolean): RunResult {
    this.#counts.runs++;
    if (ended.timedOut) this.#counts.timeouts++;
    this.#machine.changed();
    if (this.#end?.aborted) throw destroyedError();
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

  // A sandbox that is saved at its end cannot kill commands by destroying their kernel.
  #ending(options: RunOptions): RunOptions {
    if (this.#end === undefined) return options;
    return { ...options, signal: AbortSignal.any([this.#end, ...(options.signal ? [options.signal] : [])]) };
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
    if (this.#work.pending > this.#completing) throw busyError();
    this.#completing++;
    return this.#work.inTurn(() => completeLine(this.#session, line, at)).finally(() => this.#completing--);
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
}
