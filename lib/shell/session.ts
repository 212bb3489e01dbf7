// The session: a live shell that serves one command line after the other, and what the host knows of it in between.
//
// The shell is a process that waits for the next request. The kernel takes its thread away meanwhile, which no script can notice. If the
// shell is killed, a new one takes its place, with the same directory, exported variables and history. After `exit` the session begins
// anew.

import { EPIPE } from '../abi/generated/errno.js';
import {
  type CompleteReply,
  encodeCompleteRequest,
  encodeRestoreRequest,
  encodeRunRequest,
  type ReportedJob,
  type RunReply,
  type RunRequest,
} from '../abi/generated/session-messages.js';
import type { HistoryEntry } from '../api/commands.js';
import { SandboxError, systemError } from '../api/errors.js';
import type { ProcessEnd } from '../kernel/processes.js';
import type { SessionStreams } from '../kernel/sessions.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';
import { type Answer, type Asking, SessionProcess } from '../processes/session-process.js';
import { fromAssignment, toAssignments } from '../text/environment.js';
import { haveRoom, listed, split } from './environment.js';
import { History } from './session-history.js';
import { decodeComplete, decodeRun } from './session-protocol.js';

const executable = 1;
const bash = 'bash';
const shell = '/bin/bash';

/** complete() does not wait for commands. */
export function busyError(): SandboxError {
  return new SandboxError('EBUSY: the session is running a command, complete', { code: 'EBUSY', syscall: 'complete' });
}

/**
 * A shell must give up its run, or a completion, when it is told to. A shell that does not within this time is replaced: see
 * `Kernel.setGrace`, which counts only time that the shell was given.
 */
const graceMs = 150;

/** The limits of a completion before it is interrupted: wall-clock and processor time. */
const completion = { timeMs: 2000, cpuMs: 200 };

const defaultEnvironment: readonly (readonly [string, string])[] = [
  ['HOME', '/home/user'],
  ['USER', 'user'],
  ['LOGNAME', 'user'],
  ['SHELL', '/bin/bash'],
  ['PATH', '/usr/local/bin:/usr/bin:/bin'],
  ['LANG', 'C.UTF-8'],
  ['TERM', 'dumb'],
];

/** Of one shell only. */
const ownVariables = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD']);

/** How a run ended: with a reply, with the end of the shell, or withdrawn before it began. */
export type RunEnd = Answer<RunReply>;

export interface RunStreams {
  stdin: number;
  stdout: number;
  stderr: number;
  ended: Promise<RunEnd>;
}

/** The host's part of a session's state, for snapshots. */
export interface SessionState {
  environment: Map<string, string>;
  workingDirectory: string;
  initialDirectory: string;
  initialEnvironment: Map<string, string>;
  /** Changes that the shell has not been told yet. */
  set: Map<string, string>;
  clearHistory: boolean;
  history: { first: number; commands: string[] };
}

export class Session {
  readonly #machine: Machine;
  /** Most that a process can be started with. */
  readonly #environmentBytes: number;
  /** What the sandbox was created with. */
  readonly #created: { directory: string; environment: Map<string, string> };
  #environment: Map<string, string>;
  #workingDirectory: string;
  // How the session begins, and begins again after exit: with the values that the host has set.
  #initialDirectory: string;
  #initialEnvironment: Map<string, string>;
  // Values that the host has set since the last request.
  #set = new Map<string, string>();
  #shell: SessionProcess | undefined;
  readonly #history = new History();
  #clearHistory = false;
  #jobs: ReportedJob[] = [];

  constructor(
    machine: Machine,
    workingDirectory: string,
    environment: Record<string, string>,
    environmentBytes: number,
  ) {
    this.#machine = machine;
    this.#environmentBytes = environmentBytes;
    this.#workingDirectory = this.#initialDirectory = workingDirectory;
    this.#initialEnvironment = new Map([...defaultEnvironment, ...Object.entries(environment)]);
    this.#environment = new Map(this.#initialEnvironment);
    this.#created = { directory: workingDirectory, environment: new Map(this.#initialEnvironment) };
  }

  get workingDirectory(): string {
    return this.#workingDirectory;
  }

  get history(): HistoryEntry[] {
    return this.#history.entries();
  }

  get jobs(): ReportedJob[] {
    return this.#jobs;
  }

  clearHistory(): void {
    this.#history.clear();
    this.#clearHistory = true;
  }

  /**
   * Where a process begins: in `cwd` if that is given, else in `usual`, the session's directory, or, when a command has removed that, in
   * the nearest one above it that is left.
   */
  startDirectory(cwd?: string, usual = this.#workingDirectory): string {
    const { kernel } = this.#machine;
    // The trailing dot makes the kernel check that it is a directory, and that it may be entered.
    const enter = (path: string): number => kernel.access(`${path}/.`, executable);
    if (cwd !== undefined) {
      const path = cwd.startsWith('/') ? cwd : `${usual}/${cwd}`;
      const error = enter(path);
      if (error < 0) throw systemError(-error, 'chdir', cwd);
      return path;
    }
    let path = usual;
    while (path !== '' && enter(path) < 0) path = path.slice(0, path.lastIndexOf('/'));
    return path || '/';
  }

  getEnv(name: string): string | undefined {
    return name === 'PWD' ? this.#workingDirectory : this.#environment.get(name);
  }

  setEnv(name: string, value: string): void {
    this.#initialEnvironment.set(name, value);
    this.#environment.set(name, value);
    this.#set.set(name, value);
  }

  /**
   * The environment of a process that the host starts with `argv`, as `NAME=value`. If the session exports more than a process can have,
   * the process gets only the variables that the host has set. Otherwise it could not start.
   */
  environment(cwd: string, added: Record<string, string> = {}, argv: readonly string[] = []): string[] {
    const first = new Map([['PWD', cwd], ...Object.entries(added)]);
    const fits = haveRoom(first, this.#environment, argv, this.#environmentBytes);
    return listed(fits ? this.#environment : this.#initialEnvironment, cwd, added);
  }

  /** Where a process begins that has nothing of the session: where the sandbox has begun, with what it was created with. */
  beginning(cwd: string | undefined, added: Record<string, string> = {}): { cwd: string; env: string[] } {
    const { directory, environment } = this.#created;
    const from = this.startDirectory(cwd, directory);
    return { cwd: from, env: listed(environment, from, added) };
  }

  /** What is to be kept of it beside its shell. */
  save(): SessionState {
    return {
      environment: new Map(this.#environment),
      workingDirectory: this.#workingDirectory,
      initialDirectory: this.#initialDirectory,
      initialEnvironment: new Map(this.#initialEnvironment),
      set: new Map(this.#set),
      clearHistory: this.#clearHistory,
      history: { first: this.#history.first, commands: this.#history.commands },
    };
  }

  /** Goes back to a snapshot, with the shell that the kernel has restored, if there was one. */
  restore(state: SessionState, shell: StartedSession | undefined, run: number): void {
    this.#environment = new Map(state.environment);
    this.#workingDirectory = state.workingDirectory;
    this.#initialDirectory = state.initialDirectory;
    this.#initialEnvironment = new Map(state.initialEnvironment);
    this.#set = new Map(state.set);
    this.#clearHistory = state.clearHistory;
    Object.assign(this.#history, state.history);
    this.#jobs = [];
    this.#shell = undefined;
    if (shell === undefined) return;
    const live = SessionProcess.resume(this.#machine, bash, shell, run, (end) => this.#ended(live, end));
    this.#shell = live;
  }

  /** The number of the channel to the shell; 0: there is none. */
  get channel(): number {
    return this.#shell?.channel ?? 0;
  }

  /** The shell's number; 0: there is none. */
  get pid(): number {
    return this.#shell?.pid ?? 0;
  }

  /** Makes sure that there is a shell. Throws EAGAIN when the sandbox has no room for one. */
  async ready(): Promise<void> {
    this.#machine.assertAlive();
    this.#shell ??= this.#start();
  }

  /** Sends a command line to the shell, which must be ready and idle. */
  run(request: Omit<RunRequest, 'set' | 'clearHistory'>, streams: SessionStreams): RunStreams {
    this.#machine.assertAlive();
    // The command begins with the values that were set.
    this.#shell ??= this.#start();
    const set = toAssignments(this.#set);
    const clearHistory = this.#clearHistory;
    const bytes = encodeRunRequest({ ...request, set, clearHistory });
    const [live, asking] = this.#ask({ bytes, streams, syscall: 'run' }, (reply) => this.#learn(decodeRun(reply)));
    const sent = new Map(this.#set);
    this.#set.clear();
    this.#clearHistory = false;
    const { stdin, stdout, stderr } = asking;
    const ended = asking.answer.then((answer) => {
      if ('withdrawn' in answer) {
        for (const [name, value] of sent) if (!this.#set.has(name)) this.#set.set(name, value);
        this.#clearHistory ||= clearHistory;
      }
      return answer;
    });
    if (asking.hasReplied) live.receive();
    return { stdin, stdout, stderr, ended };
  }

  /**
   * Ends a run; the shell has been told. If the shell has not begun with the run, the run is withdrawn. If the shell does not give up the
   * run in time, the shell is replaced.
   */
  cut(run: number): void {
    this.#shell?.cut(run, graceMs);
  }

  /**
   * Asks the shell, which must be ready and idle, for completions at `cursor` (in bytes). A completion function that takes too long is
   * interrupted; its completions so far count. Rejects with ETIMEDOUT when the shell does not answer even then; the shell goes on.
   */
  async complete(line: string, cursor: number): Promise<CompleteReply> {
    const runId = this.#machine.newRun();
    const [live, asking] = this.#ask(
      { bytes: encodeCompleteRequest({ cursor, line }), streams: { runId }, syscall: 'complete' },
      (bytes) => decodeComplete(bytes, cursor),
    );
    this.#machine.armDeadline(runId, completion.timeMs, completion.cpuMs, () => live.cut(runId, graceMs));
    if (asking.hasReplied) live.receive();
    const answer = await asking.answer;
    this.#machine.disarmDeadline(runId);
    if ('reply' in answer) return answer.reply;
    this.#machine.assertAlive();
    throw new SandboxError('ETIMEDOUT: the session did not answer, complete', {
      code: 'ETIMEDOUT',
      syscall: 'complete',
    });
  }

  /** The sandbox has been destroyed. */
  destroyed(): void {
    this.#shell = undefined;
  }

  /**
   * Sends a request to the shell, which must be idle. If the shell was killed and this side has not heard of it yet, a new one gets the
   * request.
   */
  #ask<Reply>(
    request: Parameters<SessionProcess['ask']>[0],
    understand: (bytes: Uint8Array) => Reply | undefined,
  ): [SessionProcess, Asking<Reply>] {
    const live = this.#shell ?? this.#start();
    const asking = live.ask(request, understand);
    if (asking !== undefined) return [live, asking];
    this.#forget();
    const next = this.#start();
    const asked = next.ask(request, understand);
    if (asked === undefined) throw systemError(EPIPE, request.syscall, bash);
    return [next, asked];
  }

  #start(): SessionProcess {
    const cwd = this.startDirectory();
    const { fitting, left } = split(listed(this.#environment, cwd), this.#environmentBytes);
    const live = SessionProcess.start(
      this.#machine,
      { path: shell, argv: [bash, '--session'], env: fitting, cwd },
      (end) => this.#ended(live, end),
    );
    this.#set.clear();
    for (const [name, value] of left) this.#set.set(name, value);
    if (this.#history.commands.length > 0) live.tell(encodeRestoreRequest(this.#history));
    this.#shell = live;
    return live;
  }

  #ended(live: SessionProcess, end: ProcessEnd): void {
    if (this.#shell === live) {
      this.#forget();
      // Not killed: the shell was replaced by a program (exec), which has ended.
      if (end.signal === 0) this.#beginAnew();
    }
    // The shell may have been killed before this side has heard of it. A new shell then does what the old one has not begun.
    live.handOver(() => {
      this.#shell ??= this.#start();
      return this.#shell;
    });
  }

  #forget(): void {
    this.#shell = undefined;
    this.#jobs = [];
  }

  #learn(reply: RunReply | undefined): RunReply | undefined {
    if (reply === undefined || !this.#history.update(reply.history)) return undefined;
    if (reply.cwd.startsWith('/')) this.#workingDirectory = reply.cwd;
    this.#jobs = reply.ended ? [] : reply.jobs;
    if (reply.environment !== undefined) {
      const after = new Map<string, string>();
      for (const variable of reply.environment) {
        const [name, value] = fromAssignment(variable);
        if (name !== '' && !ownVariables.has(name)) after.set(name, value);
      }
      // Values that the host has set meanwhile win.
      for (const [name, value] of this.#set) after.set(name, value);
      this.#environment = after;
    }
    if (reply.ended) {
      this.#forget();
      this.#beginAnew();
    }
    return reply;
  }

  // After exit: only the files stay.
  #beginAnew(): void {
    this.#workingDirectory = this.#initialDirectory;
    this.#environment = new Map(this.#initialEnvironment);
  }
}
