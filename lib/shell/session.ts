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
import type { LimitName } from '../api/limits.js';
import type { HistoryEntry } from '../api/types.js';
import type { ProcessEnd } from '../kernel/processes.js';
import type { SessionStreams } from '../kernel/sessions.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';
import { encode } from '../text/text.js';
import { History } from './session-history.js';
import { decodeComplete, decodeRun } from './session-protocol.js';
import { takeReply } from './session-reply.js';

const executable = 1;
const shell = '/bin/bash';

/** complete() cannot wait for its turn. */
export function busyError(): SandboxError {
  return new SandboxError('EBUSY: the session is running a command, complete', { code: 'EBUSY', syscall: 'complete' });
}

/** A session shell lets go of its run, or of a completion, when it is told to. One that does not within this time is replaced. */
export const graceMs = 150;

// complete() blocks the caller's thread. What a guest can draw out is short: when the answer has not come in time, what
// computes it is interrupted, and what it has by then counts. How soon the shell begins depends on the machine only.
const completionMs = { begin: 100, start: 1000, answer: 30, interrupted: 15 };

/** As exec accepts it. */
const variableBytes = 128 * 1024;
const pointerBytes = 4;
const argumentRoom = 4096;

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

// `limits`: what a shell that could not begin has met itself.
type Answer<Reply> = { reply: Reply } | { end: ProcessEnd; limits: LimitName[] } | { withdrawn: true };

interface LiveShell {
  channel: number;
  /** Of the shell itself, to kill it by; what it starts belongs to the runs. */
  run: number;
  /** Whether it has answered once: it could start. */
  served: boolean;
  /** What it was asked for; `undefined`: it is idle. */
  request: Asked | undefined;
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

interface Asked {
  run: number;
  /** False: the bytes are no such reply. */
  reply(bytes: Uint8Array): boolean;
  ended(end: ProcessEnd, limits: LimitName[]): void;
  withdrawn(): void;
}

/** What a process can be started with, and the variables that are left: a command line may have exported more than that. */
function split(environment: string[], environmentBytes: number): { fitting: string[]; left: [string, string][] } {
  const fitting: string[] = [];
  const left: [string, string][] = [];
  let room = environmentBytes - argumentRoom;
  for (const variable of environment) {
    const bytes = encode(variable).length + 1;
    const cost = bytes + pointerBytes;
    if (bytes < variableBytes && cost <= room) {
      fitting.push(variable);
      room -= cost;
    } else {
      const equals = variable.indexOf('=');
      left.push([variable.slice(0, equals), variable.slice(equals + 1)]);
    }
  }
  return { fitting, left };
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
  #shell: LiveShell | undefined;
  // While the shell has not answered complete() yet: until it can be asked again.
  #settling: Promise<void> | undefined;
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

  /** The environment of a process, as `NAME=value`. */
  environment(cwd: string, added: Record<string, string> = {}): string[] {
    const all = new Map([...this.#environment, ['PWD', cwd], ...Object.entries(added)]);
    return Array.from(all, ([name, value]) => `${name}=${value}`);
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
    const live: LiveShell = { channel: shell.channel, run, served: true, request: undefined };
    this.#machine.listenToSession(
      shell,
      () => this.#receive(live),
      (end) => this.#ended(live, end),
    );
    this.#shell = live;
  }

  /** Leads to the shell; 0: there is none. */
  get channel(): number {
    return this.#shell?.channel ?? 0;
  }

  /** Waits for a shell that has not answered complete(). */
  async settled(): Promise<void> {
    while (this.#settling !== undefined) {
      this.#machine.hold();
      await this.#settling;
      this.#machine.release();
    }
  }

  /** Makes sure that there is a shell. Throws EAGAIN when the sandbox has no room for one. */
  async ready(): Promise<void> {
    await this.settled();
    this.#machine.assertAlive();
    this.#shell ??= this.#start();
  }

  /** Hands a command line to the shell, which must be ready and idle. */
  run(request: Omit<RunRequest, 'set' | 'clearHistory'>, streams: SessionStreams): RunStreams {
    const idle = this.#idleShell();
    const set = Array.from(this.#set, ([name, value]) => `${name}=${value}`);
    const clearHistory = this.#clearHistory;
    const message = encodeRunRequest({ ...request, set, clearHistory });
    const result = new Int32Array(3);
    const [live, answered] = this.#ask(idle, ({ channel }) =>
      this.#machine.kernel.sessionRequest(channel, message, streams, result),
    );
    if (answered < 0) throw systemError(-answered, 'run', 'bash');
    const sent = new Map(this.#set);
    this.#set.clear();
    this.#clearHistory = false;
    const [stdin = 0, stdout = 0, stderr = 0] = result;
    this.#machine.hold();
    const ended = this.#answer(live, streams.runId, (bytes) => this.#learn(decodeRun(bytes))).then((answer) => {
      this.#machine.release();
      if ('withdrawn' in answer) {
        for (const [name, value] of sent) if (!this.#set.has(name)) this.#set.set(name, value);
        this.#clearHistory ||= clearHistory;
      }
      return answer;
    });
    if (answered > 0) this.#receive(live);
    return { stdin, stdout, stderr, ended };
  }

  /** Takes a run back that the shell, waiting for its turn, has not begun. False: it has. */
  withdraw(run: number): boolean {
    const live = this.#shell;
    if (live?.request === undefined || this.#machine.isDestroyed) return false;
    if (this.#machine.kernel.withdrawRequest(live.channel, run) <= 0) return false;
    live.request.withdrawn();
    live.request = undefined;
    return true;
  }

  /** Kills the shell itself if it has not let go of a run. */
  kill(run: number): void {
    if (this.#shell?.request?.run === run) this.#killUnanswered(this.#shell);
  }

  /**
   * Asks the idle shell what could stand at `cursor` (in bytes), and waits for the answer. Throws EBUSY while it does something
   * else, ETIMEDOUT when it has not answered in time; it goes on as it was.
   */
  complete(line: string, cursor: number): CompleteReply {
    this.#machine.assertAlive();
    if (this.#settling !== undefined || this.#shell?.request !== undefined) throw busyError();
    const known = this.#shell;
    const { kernel } = this.#machine;
    const run = this.#machine.newRun();
    const [live, error] = this.#ask(known ?? this.#start(), ({ channel }) =>
      this.#send(channel, encodeCompleteRequest({ cursor, line }), run),
    );
    if (error < 0) throw systemError(-error, 'complete', 'bash');
    let reply: CompleteReply | undefined;
    const answered = this.#answer(live, run, (bytes) => {
      reply = decodeComplete(bytes, cursor);
      return reply;
    });
    if (
      kernel.awaitReply(live.channel, live !== known ? completionMs.start : completionMs.begin, completionMs.answer) < 0
    ) {
      kernel.killRun(run);
      kernel.awaitReply(live.channel, 0, completionMs.interrupted);
    }
    this.#receive(live);
    if (reply !== undefined) return reply;
    if (!this.withdraw(run)) this.#settle(live, answered);
    throw new SandboxError('ETIMEDOUT: the session did not answer, complete', {
      code: 'ETIMEDOUT',
      syscall: 'complete',
    });
  }

  /** The sandbox is gone. */
  destroyed(): void {
    const live = this.#shell;
    this.#shell = undefined;
    live?.request?.ended({ exitCode: 137, signal: 9, cpuMs: 0, peakMemoryBytes: 0 }, []);
  }

  /** Sends a request to the shell; to a new one where that was killed and its end is not known on this side yet. */
  #ask(live: LiveShell, send: (to: LiveShell) => number): [LiveShell, number] {
    const answered = send(live);
    if (answered !== -EPIPE) return [live, answered];
    this.#forget();
    const next = this.#start();
    return [next, send(next)];
  }

  /** Sends a request that has no streams of its own. Negative: an errno. */
  #send(channel: number, message: Uint8Array, runId: number): number {
    return this.#machine.kernel.sessionRequest(channel, message, { runId }, new Int32Array(3));
  }

  #idleShell(): LiveShell {
    this.#machine.assertAlive();
    return this.#shell ?? this.#start();
  }

  #start(): LiveShell {
    const cwd = this.startDirectory();
    const run = this.#machine.newWatchedRun();
    const { fitting, left } = split(this.environment(cwd), this.#environmentBytes);
    const live: LiveShell = { channel: 0, run, served: false, request: undefined };
    ({ channel: live.channel } = this.#machine.startSession(
      { path: shell, argv: ['bash', '--session'], env: fitting, cwd, runId: run },
      () => this.#receive(live),
      (end) => this.#ended(live, end),
    ));
    this.#set.clear();
    for (const [name, value] of left) this.#set.set(name, value);
    if (this.#history.commands.length > 0) this.#send(live.channel, encodeRestoreRequest(this.#history), run);
    this.#shell = live;
    return live;
  }

  #ended(live: LiveShell, end: ProcessEnd): void {
    const met = this.#machine.limitsMet(live.run);
    if (this.#shell === live) {
      this.#forget();
      // Not killed: it was replaced by a program (exec) that has ended.
      if (end.signal === 0) this.#beginAnew();
    }
    if (!this.#passOn(live)) live.request?.ended(end, live.served ? [] : met);
    live.request = undefined;
    this.#machine.close(live.channel);
  }

  // A shell may be asked after it was killed and before we hear of it: what it has not begun with a new one does. Not after
  // one that never answered: it may be that none can start.
  #passOn(live: LiveShell): boolean {
    const { request } = live;
    if (request === undefined || !live.served || this.#machine.isDestroyed) return false;
    const { kernel } = this.#machine;
    if (kernel.requestWaits(live.channel, request.run) <= 0) return false;
    try {
      this.#shell ??= this.#start();
    } catch {
      return false;
    }
    if (kernel.passRequest(live.channel, request.run, this.#shell.channel) < 0) return false;
    this.#shell.request = request;
    return true;
  }

  // Comes with the reply or the end of the shell, never with an error. `decode` gives `undefined` for what is no reply.
  #answer<Reply>(
    live: LiveShell,
    run: number,
    decode: (bytes: Uint8Array) => Reply | undefined,
  ): Promise<Answer<Reply>> {
    return new Promise((resolve) => {
      live.request = {
        run,
        reply: (bytes) => {
          const reply = decode(bytes);
          if (reply !== undefined) resolve({ reply });
          return reply !== undefined;
        },
        ended: (end, limits) => resolve({ end, limits }),
        withdrawn: () => resolve({ withdrawn: true }),
      };
    });
  }

  // Others wait until the shell has answered, or is gone because it did not.
  #settle(live: LiveShell, answered: Promise<unknown>): void {
    const dismiss = this.#machine.platform.remind(graceMs, () => this.#killUnanswered(live));
    this.#settling = answered.then(() => {
      dismiss();
      this.#settling = undefined;
    });
  }

  #kill(live: LiveShell): void {
    if (!this.#machine.isDestroyed) this.#machine.kernel.killRun(live.run);
  }

  // The answer may be there and this thread have been too busy to hear of it.
  #killUnanswered(live: LiveShell): void {
    this.#receive(live);
    if (live.request !== undefined) this.#kill(live);
  }

  #forget(): void {
    this.#shell = undefined;
    this.#jobs = [];
  }

  #receive(live: LiveShell): void {
    if (this.#machine.isDestroyed) return;
    const bytes = takeReply(this.#machine.kernel, live.channel);
    if (bytes === undefined) return;
    // Whoever says what it was not asked for is not the shell we started: its end is the answer.
    if (live.request?.reply(bytes) === true) {
      live.request = undefined;
      live.served = true;
    } else {
      this.#kill(live);
    }
  }

  #learn(reply: RunReply | undefined): RunReply | undefined {
    if (reply === undefined || !this.#history.update(reply.history)) return undefined;
    if (reply.cwd.startsWith('/')) this.#workingDirectory = reply.cwd;
    this.#jobs = reply.ended ? [] : reply.jobs;
    if (reply.environment !== undefined) {
      const after = new Map<string, string>();
      for (const variable of reply.environment) {
        const equals = variable.indexOf('=');
        const name = variable.slice(0, Math.max(equals, 0));
        if (name !== '' && !ownVariables.has(name)) after.set(name, variable.slice(equals + 1));
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
