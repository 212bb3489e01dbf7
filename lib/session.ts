// The session: one live shell that serves one command line after the other, and what the host knows of it in between.
//
// The shell is a process on a worker of its own, blocked until the next request. A sandbox that has been idle for a while, or
// the longest idle one of many, has its shell parked: the shell writes its state down as a script and ends, and the next command
// starts a new one from that. A shell that was killed is replaced by one with the same directory and exported variables; after
// exit the session begins anew.

import { destroyedError, SandboxError, systemError } from './errors.js';
import type { SessionStreams } from './host/native.js';
import type { Machine, ProcessEnd } from './machine.js';
import { History } from './session-history.js';
import {
  type CompletionReply,
  decodeComplete,
  decodePark,
  decodeRun,
  encodeComplete,
  encodePark,
  encodeRestore,
  encodeRun,
  isComplete,
  type ReportedJob,
  type RunReply,
  type RunRequest,
} from './session-protocol.js';
import type { HistoryEntry } from './types.js';

const executable = 1;
const shell = '/bin/bash';

/** Idle shells of all sandboxes of this thread: each holds a worker, of which there are 128. */
const maximumShells = 48;
const idleMs = 60_000;
const completionMs = 2000;

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

/** How a run ended: with a reply, or with the shell. */
export type RunEnd = { reply: RunReply } | { end: ProcessEnd };

export interface RunStreams {
  stdin: number;
  stdout: number;
  stderr: number;
  ended: Promise<RunEnd>;
}

interface LiveShell {
  channel: number;
  /** Kills the shell itself; what it starts belongs to the runs. */
  run: number;
  reply: ((bytes: Uint8Array) => void) | undefined;
  ended: ((end: ProcessEnd) => void) | undefined;
  isIdle: boolean;
}

// Those that are idle, the longest first.
const liveSessions = new Set<Session>();

export class Session {
  readonly #machine: Machine;
  #environment: Map<string, string>;
  #workingDirectory: string;
  // Where the session begins, and begins again after exit: with what the host has set.
  readonly #initialDirectory: string;
  readonly #initialEnvironment: Map<string, string>;
  // What the host has set since the last request.
  readonly #set = new Map<string, string>();
  #shell: LiveShell | undefined;
  #parking: Promise<void> | undefined;
  #parked: string | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #history = new History();
  #clearHistory = false;
  #jobs: ReportedJob[] = [];

  constructor(machine: Machine, workingDirectory: string, environment: Record<string, string>) {
    this.#machine = machine;
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

  /** Makes sure that there is a shell. Throws EAGAIN when the sandbox has no room for one. */
  async ready(): Promise<void> {
    await this.#parking;
    this.#machine.assertAlive();
    this.#shell ??= this.#start();
    // Not to be parked before it gets its request.
    this.#claim();
  }

  /** Hands a command line to the shell, which must be ready and idle. */
  run(request: Omit<RunRequest, 'set' | 'clearHistory'>, streams: SessionStreams): RunStreams {
    const live = this.#idleShell();
    const set = Array.from(this.#set, ([name, value]) => `${name}=${value}`);
    const message = encodeRun({ ...request, set, clearHistory: this.#clearHistory });
    const result = new Int32Array(3);
    const answered = this.#machine.kernel.sessionRequest(live.channel, message, streams, result);
    if (answered < 0) throw systemError(-answered, 'run', 'bash');
    this.#set.clear();
    this.#clearHistory = false;
    const [stdin = 0, stdout = 0, stderr = 0] = result;
    this.#machine.hold();
    const ended = this.#answer(live).then((answer) => {
      this.#machine.release();
      if ('end' in answer) {
        // Not killed: the shell was replaced by a program (exec) that has ended.
        if (answer.end.signal === 0) this.#beginAnew();
        return answer;
      }
      const reply = decodeRun(answer.bytes);
      this.#learn(reply);
      return { reply };
    });
    if (answered > 0) this.#receive(live);
    return { stdin, stdout, stderr, ended };
  }

  /** Kills the shell itself: it did not let go of its run. */
  kill(): void {
    if (this.#shell !== undefined && !this.#machine.isDestroyed) this.#machine.kernel.killRun(this.#shell.run);
  }

  /** Asks the idle shell what could stand at `cursor` (in bytes), and waits for the answer. */
  complete(line: string, cursor: number): CompletionReply {
    this.#machine.assertAlive();
    if (this.#parking !== undefined || (this.#shell !== undefined && !this.#shell.isIdle)) {
      throw new SandboxError('EBUSY: the session is running a command, complete', {
        code: 'EBUSY',
        syscall: 'complete',
      });
    }
    this.#shell ??= this.#start();
    const { kernel } = this.#machine;
    const { channel } = this.#shell;
    const error = this.#send(channel, encodeComplete(line, cursor), this.#machine.newRun());
    if (error < 0) throw systemError(-error, 'complete', 'bash');
    let bytes: Uint8Array | undefined;
    while (bytes === undefined) {
      if (kernel.awaitReply(channel, completionMs) < 0) {
        this.kill();
        throw new SandboxError('ETIMEDOUT: the session did not answer, complete', {
          code: 'ETIMEDOUT',
          syscall: 'complete',
        });
      }
      bytes = this.#takeReply(channel);
    }
    this.#rest();
    return decodeComplete(bytes);
  }

  /** The sandbox is gone. */
  destroyed(): void {
    clearTimeout(this.#idleTimer);
    liveSessions.delete(this);
    this.#shell?.ended?.({ exitCode: 137, signal: 9, cpuMs: 0, peakMemoryBytes: 0 });
    this.#shell = undefined;
  }

  /** Sends a request that has no streams of its own. Negative: an errno. */
  #send(channel: number, message: Uint8Array, runId: number): number {
    return this.#machine.kernel.sessionRequest(channel, message, { runId }, new Int32Array(3));
  }

  #idleShell(): LiveShell {
    if (this.#machine.isDestroyed) throw destroyedError();
    if (this.#shell === undefined) throw new Error('the session has no shell');
    return this.#shell;
  }

  #start(): LiveShell {
    const cwd = this.startDirectory();
    const run = this.#machine.newRun();
    const live: LiveShell = { channel: 0, run, reply: undefined, ended: undefined, isIdle: true };
    live.channel = this.#machine.startSession(
      { path: shell, argv: ['bash', '--session'], env: this.environment(cwd), cwd, runId: run },
      () => this.#receive(live),
      (end) => {
        this.#machine.close(live.channel);
        if (this.#shell === live) this.#forget();
        live.ended?.(end);
      },
    );
    this.#set.clear();
    if (this.#parked !== undefined || this.#history.commands.length > 0) {
      this.#send(live.channel, encodeRestore(this.#parked ?? '', this.#history), run);
      this.#parked = undefined;
    }
    this.#shell = live;
    this.#rest();
    return live;
  }

  // Comes with the next reply or the end of the shell.
  #answer(live: LiveShell): Promise<{ bytes: Uint8Array } | { end: ProcessEnd }> {
    live.isIdle = false;
    this.#claim();
    return new Promise((resolve) => {
      const settle = (answer: { bytes: Uint8Array } | { end: ProcessEnd }): void => {
        live.reply = undefined;
        live.ended = undefined;
        live.isIdle = true;
        if (this.#shell === live) this.#rest();
        resolve(answer);
      };
      live.reply = (bytes) => settle({ bytes });
      live.ended = (end) => settle({ end });
    });
  }

  #claim(): void {
    liveSessions.delete(this);
    clearTimeout(this.#idleTimer);
  }

  #rest(): void {
    this.#claim();
    liveSessions.add(this);
    this.#idleTimer = setTimeout(() => this.park(), idleMs).unref();
    // Others may wait for the worker of one that has nothing to do.
    if (liveSessions.size > maximumShells) for (const other of liveSessions) if (other.park()) break;
  }

  #forget(): void {
    this.#shell = undefined;
    clearTimeout(this.#idleTimer);
    liveSessions.delete(this);
    this.#jobs = [];
  }

  /** Writes the shell's state down and ends it. False: it is busy, or has jobs that would be lost. */
  park(): boolean {
    const live = this.#shell;
    if (live === undefined || !live.isIdle || this.#parking !== undefined || this.#jobs.length > 0) return false;
    if (this.#machine.isDestroyed) return false;
    if (this.#send(live.channel, encodePark(), live.run) < 0) return false;
    this.#parking = this.#answer(live).then((answer) => {
      this.#parking = undefined;
      if (this.#shell === live) this.#forget();
      if ('bytes' in answer) this.#parked = decodePark(answer.bytes);
      // The end of its requests ends the shell.
      this.#machine.close(live.channel);
    });
    return true;
  }

  #receive(live: LiveShell): void {
    const bytes = this.#takeReply(live.channel);
    if (bytes !== undefined) live.reply?.(bytes);
  }

  #takeReply(channel: number): Uint8Array | undefined {
    if (this.#machine.isDestroyed) return undefined;
    const { kernel } = this.#machine;
    const nothing = new Uint8Array();
    const length = kernel.takeReply(channel, nothing);
    if (length <= 0) return undefined;
    const bytes = new Uint8Array(length);
    kernel.takeReply(channel, bytes);
    if (isComplete(bytes)) return bytes;
    // One write makes one reply; anything else is not from our shell.
    this.kill();
    return undefined;
  }

  #learn(reply: RunReply): void {
    if (reply.cwd.startsWith('/')) this.#workingDirectory = reply.cwd;
    this.#history.update(reply.history);
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
  }

  // After exit: only the files are kept.
  #beginAnew(): void {
    this.#workingDirectory = this.#initialDirectory;
    this.#environment = new Map(this.#initialEnvironment);
  }
}
