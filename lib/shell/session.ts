// The session: one live shell that serves one command line after the other, and what the host knows of it in between.
//
// The shell is a process that waits for the next request; the kernel takes its thread away meanwhile, which nobody notices. A
// shell that was killed is replaced by one with the same directory, exported variables and history; after exit the session
// begins anew.

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
import { SandboxError, systemError } from '../api/errors.js';
import type { HistoryEntry } from '../api/types.js';
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
 * A session shell lets go of its run, or of a completion, when it is told to. One that does not within this time is replaced: see
 * `Kernel.setGrace`, which counts time that it was given.
 */
const graceMs = 150;

/** What a completion may take before it is interrupted: by the clock, and of a processor. */
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

/** How a run ended: with a reply, with the shell, or withdrawn before it began. */
export type RunEnd = Answer<RunReply>;

export interface RunStreams {
  stdin: number;
  stdout: number;
  stderr: number;
  ended: Promise<RunEnd>;
}

/** What this side knows of a session, for a snapshot. */
export interface SessionState {
  environment: Map<string, string>;
  workingDirectory: string;
  initialDirectory: string;
  initialEnvironment: Map<string, string>;
  /** What the shell has still to be told. */
  set: Map<string, string>;
  clearHistory: boolean;
  history: { first: number; commands: string[] };
}

export class Session {
  readonly #machine: Machine;
  /** Most that a process can be started with. */
  readonly #environmentBytes: number;
  #environment: Map<string, string>;
  #workingDirectory: string;
  // Where the session begins, and begins again after exit: with what the host has set.
  #initialDirectory: string;
  #initialEnvironment: Map<string, string>;
  // What the host has set since the last request.
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
   * Where a process begins: in `cwd` if that is given, else in the session's directory or, when a command has removed that, in
   * the nearest one above it that is left.
   */
  startDirectory(cwd?: string): string {
    const { kernel } = this.#machine;
    // The trailing dot asks for a directory, and for the right to enter it.
    const enter = (path: string): number => kernel.access(`${path}/.`, executable);
    if (cwd !== undefined) {
      const path = cwd.startsWith('/') ? cwd : `${this.#workingDirectory}/${cwd}`;
      const error = enter(path);
      if (error < 0) throw systemError(-error, 'chdir', cwd);
      return path;
    }
    let path = this.#workingDirectory;
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
   * The environment of a process that the host starts with `argv`, as `NAME=value`. When a command line has exported more than any
   * process can have, the process gets the variables that the host has set: it would not start otherwise.
   */
  environment(cwd: string, added: Record<string, string> = {}, argv: readonly string[] = []): string[] {
    const first = new Map([['PWD', cwd], ...Object.entries(added)]);
    const fits = haveRoom(first, this.#environment, argv, this.#environmentBytes);
    return listed(fits ? this.#environment : this.#initialEnvironment, cwd, added);
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

  /** Goes on as it was then, with the shell that the kernel has brought back if there was one. */
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

  /** Leads to the shell; 0: there is none. */
  get channel(): number {
    return this.#shell?.channel ?? 0;
  }

  /** Makes sure that there is a shell. Throws EAGAIN when the sandbox has no room for one. */
  async ready(): Promise<void> {
    this.#machine.assertAlive();
    this.#shell ??= this.#start();
  }

  /** Hands a command line to the shell, which must be ready and idle. */
  run(request: Omit<RunRequest, 'set' | 'clearHistory'>, streams: SessionStreams): RunStreams {
    this.#machine.assertAlive();
    // It begins with what was set.
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
   * A run is to end, and the shell was told. Takes the run back if the shell, waiting for its turn, has not begun with it; else the shell
   * is replaced if it does not let go of the run in time.
   */
  cut(run: number): void {
    this.#shell?.cut(run, graceMs);
  }

  /**
   * Asks the shell, which must be ready and idle, what could stand at `cursor` (in bytes). A completion function that takes too long is
   * interrupted, and what there is by then counts. Rejects with ETIMEDOUT when the shell has not answered even so; it goes on as it was.
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

  /** The sandbox is gone. */
  destroyed(): void {
    this.#shell = undefined;
  }

  /** Asks the shell, which must be idle; a new one where that was killed and its end is not known on this side yet. */
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
      // Not killed: it was replaced by a program (exec) that has ended.
      if (end.signal === 0) this.#beginAnew();
    }
    // A shell may be asked after it was killed and before we hear of it: what it has not begun with a new one does.
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
      // What the host has set meanwhile wins.
      for (const [name, value] of this.#set) after.set(name, value);
      this.#environment = after;
    }
    if (reply.ended) {
      this.#forget();
      this.#beginAnew();
    }
    return reply;
  }

  // After exit: only the files are kept.
  #beginAnew(): void {
    this.#workingDirectory = this.#initialDirectory;
    this.#environment = new Map(this.#initialEnvironment);
  }
}
