// One kernel, and the dispatch of its events to their listeners. Everything above this file uses promises and callbacks.

import { E2BIG, EAGAIN, EMFILE, ENFILE, ENOMEM, ENOSPC } from '../abi/generated/errno.js';
import { limitNames } from '../abi/generated/kernel-fields.js';
import { destroyedError, type SandboxError, systemError } from '../api/errors.js';
import type { LimitName } from '../api/limit-table.js';
import type { Backend, Platform, PlatformOptions } from '../kernel/backend.js';
import type { Kernel, KernelEvents, KernelOptions } from '../kernel/kernel.js';
import type { ProcessEnd, SpawnRequest } from '../kernel/processes.js';
import type { SessionStart } from '../kernel/sessions.js';

/** The streams of a started process, by name; 0: there is no such stream. */
export interface Started {
  pid: number;
  stdin: number;
  stdout: number;
  stderr: number;
  ended: Promise<ProcessEnd>;
}

/** The process of a session. */
export interface StartedSession {
  pid: number;
  channel: number;
}

/** Ends it. */
export type Listening = () => void;

/** The errnos of a call that a limit may have refused. They can have other reasons too. */
const refusals = new Set([E2BIG, EAGAIN, EMFILE, ENFILE, ENOMEM, ENOSPC]);
/** Stands for "no run": calls of the host itself. */
const hostRun = 0;

/** The listeners for the events of a kernel. */
class Listeners implements KernelEvents {
  readonly streams = new Map<number, () => void>();
  readonly processes = new Map<number, (end: ProcessEnd) => void>();
  readonly deadlines = new Map<number, () => void>();
  /** Of those who wait for the end of a run. */
  readonly ends = new Map<number, Set<() => void>>();
  /** Of those who wait for the rest of a session, or its end. */
  readonly rests = new Set<() => void>();
  readonly connections = new Map<number, () => void>();
  readonly watches = new Map<number, () => void>();
  provider: ((mount: number, question: number) => void) | undefined;
  wantsOut: ((connection: number, port: number) => void) | undefined;
  end: (() => void) | undefined;

  data(stream: number): void {
    this.streams.get(stream)?.();
  }
  drained(stream: number): void {
    this.streams.get(stream)?.();
  }
  closed(stream: number): void {
    this.streams.get(stream)?.();
  }
  rested(): void {
    for (const tell of [...this.rests]) tell();
  }
  ended(run: number): void {
    for (const tell of [...(this.ends.get(run) ?? [])]) tell();
  }
  connecting(connection: number, port: number): void {
    this.wantsOut?.(connection, port);
  }
  connection(connection: number): void {
    this.connections.get(connection)?.();
  }
  watched(watch: number): void {
    this.watches.get(watch)?.();
  }
  asked(mount: number, question: number): void {
    this.provider?.(mount, question);
  }
  exited(pid: number, end: ProcessEnd): void {
    this.processes.get(pid)?.(end);
    this.rested();
  }
  expired(run: number): void {
    this.deadlines.get(run)?.();
  }
  destroyed(): void {
    this.end?.();
  }
}

/** A machine on a new kernel. */
export async function startMachine(backend: Backend, given: PlatformOptions, options: KernelOptions): Promise<Machine> {
  const listeners = new Listeners();
  return new Machine(await backend.createKernel(given, options, listeners), listeners, backend.platform);
}

export class Machine {
  readonly kernel: Kernel;
  readonly platform: Platform;
  /** Called when the state that is kept of a sandbox may have changed. */
  changed: () => void = () => {};
  /** Called when the sandbox is destroyed, after all processes are killed. */
  readonly endings = new Set<() => void>();
  readonly #listeners: Listeners;
  #nextRun = 1;
  #retired = false;
  #destroyed: Promise<void> | undefined;

  constructor(kernel: Kernel, listeners: Listeners, platform: Platform) {
    this.kernel = kernel;
    this.platform = platform;
    this.#listeners = listeners;
  }

  get isDestroyed(): boolean {
    return this.#destroyed !== undefined;
  }

  /** Reserves the number of a run. The run's processes and those they start can be killed by it. */
  newRun(): number {
    return this.#nextRun++;
  }

  /** Reserves the number of a run and records the limits that it meets, until `limitsMet` is called. */
  newWatchedRun(): number {
    const run = this.newRun();
    this.kernel.watchLimits(run);
    return run;
  }

  /** The limits that a run has met, in order. Each call clears them. */
  limitsMet(run: number): LimitName[] {
    const places = new Uint8Array(limitNames.length);
    const count = this.kernel.limitsMet(run, places);
    return Array.from(places.subarray(0, Math.max(count, 0)), (place) => limitNames[place] as LimitName);
  }

  /** What a watched run has used. Ask for it before `limitsMet`. */
  usageOf(run: number): { cpuMs?: number; processes?: number } {
    const used = new Float64Array(2);
    if (this.isDestroyed || this.kernel.runUsage(run, used) < 0) return {};
    const [cpuMs = 0, processes = 0] = used;
    return { cpuMs, processes };
  }

  /** The error of a failed call of the host, with the limit that was the reason. */
  error(errno: number, syscall: string, path?: string, dest?: string): SandboxError {
    return systemError(errno, syscall, path, dest, refusals.has(errno) ? this.refusedBy() : undefined);
  }

  /** The limit because of which the last call of the host failed; `undefined`: none. */
  refusedBy(): LimitName | undefined {
    return this.limitsMet(hostRun)[0];
  }

  #startError(run: number, errno: number, command: string): SandboxError {
    this.limitsMet(run);
    return this.error(errno, 'spawn', command);
  }

  /** Starts a process. The event loop stays alive until the process has ended. Errors name `command`. */
  start(request: SpawnRequest, command: string): Started {
    const result = new Int32Array(4);
    const error = this.kernel.spawn(request, result);
    if (error < 0) throw this.#startError(request.runId, -error, command);
    const [pid = 0, stdin = 0, stdout = 0, stderr = 0] = result;
    this.platform.hold();
    const ended = new Promise<ProcessEnd>((resolve) => {
      this.#listeners.processes.set(pid, (end) => {
        this.#listeners.processes.delete(pid);
        this.platform.release();
        this.changed();
        resolve(end);
      });
    });
    return { pid, stdin, stdout, stderr, ended };
  }

  /**
   * Starts the process of a session. `replied` is called when its channel has a reply, `ended` when the process has ended. Does not keep
   * the event loop alive.
   */
  startSession(request: SessionStart, replied: () => void, ended: (end: ProcessEnd) => void): StartedSession {
    const result = new Int32Array(2);
    const error = this.kernel.startSession(request, result);
    if (error < 0) throw this.#startError(request.runId, -error, request.argv[0] ?? request.path);
    const [pid = 0, channel = 0] = result;
    this.listenToSession({ pid, channel }, replied, ended);
    return { pid, channel };
  }

  /** Listens to a session that exists already. */
  listenToSession({ pid, channel }: StartedSession, replied: () => void, ended: (end: ProcessEnd) => void): void {
    this.#listeners.streams.set(channel, replied);
    this.#listeners.processes.set(pid, (end) => {
      this.#listeners.processes.delete(pid);
      ended(end);
    });
  }

  /** Whether a process that the host has started may still be running. */
  get hasProcesses(): boolean {
    return this.#listeners.processes.size > 0;
  }

  /** While held, the event loop stays alive. Calls nest. */
  hold(): void {
    this.platform.hold();
  }

  release(): void {
    this.platform.release();
  }

  /**
   * Waits until `done` is called or the sandbox is destroyed. The event loop stays alive. `listen` returns a function that ends the
   * listening, or `undefined` if there is nothing to wait for.
   */
  async wait(listen: (done: () => void) => Listening | undefined): Promise<void> {
    if (this.isDestroyed) return;
    let finish = (): void => {};
    const heard = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const stop = listen(finish);
    if (stop === undefined) return;
    this.endings.add(finish);
    this.hold();
    await heard;
    this.release();
    this.endings.delete(finish);
    stop();
  }

  /** Calls `tell` once a run has no process left; run 0: once there is no process at all. `undefined`: there is none already. */
  whenEnded(run: number, tell: () => void): Listening | undefined {
    if (this.kernel.awaitEnd(run) <= 0) return undefined;
    const { ends } = this.#listeners;
    ends.set(run, (ends.get(run) ?? new Set()).add(tell));
    return () => {
      const listeners = ends.get(run);
      listeners?.delete(tell);
      if (listeners?.size === 0) ends.delete(run);
    };
  }

  /** Calls `tell` whenever a session that was told to rest does so, or a process of the host has ended. */
  whenRested(tell: () => void): Listening {
    this.#listeners.rests.add(tell);
    return () => this.#listeners.rests.delete(tell);
  }

  /** Calls `listener` whenever the stream has output, has room for input, or is closed by the guest. */
  watch(stream: number, listener: () => void): void {
    this.#listeners.streams.set(stream, listener);
  }

  close(stream: number): void {
    this.#listeners.streams.delete(stream);
    if (!this.isDestroyed) this.kernel.closeStream(stream);
  }

  /** Calls `listener` when a guest connects to a port of the outside; port 0: to the resolver. */
  onConnecting(listener: (connection: number, port: number) => void): void {
    this.#listeners.wantsOut = listener;
  }

  /** Calls `listener` when a guest needs something from a provided tree. */
  onAsked(listener: (mount: number, question: number) => void): void {
    this.#listeners.provider = listener;
  }

  /** Calls `listener` when the state of a connection may have changed. */
  watchConnection(connection: number, listener: () => void): void {
    this.#listeners.connections.set(connection, listener);
  }

  unwatchConnection(connection: number): void {
    this.#listeners.connections.delete(connection);
  }

  /** Calls `listener` when a watch of files has changes to take. */
  listenToWatch(watch: number, listener: () => void): void {
    this.#listeners.watches.set(watch, listener);
  }

  /** Ends a watch of files. */
  endWatch(watch: number): void {
    this.#listeners.watches.delete(watch);
    if (!this.isDestroyed) this.kernel.unwatchFiles(watch);
  }

  /** Kills the run after `afterMs` of wall-clock or processor time, and reports it. 0: no limit. */
  armDeadline(run: number, afterMs: number, cpuMs: number, expired: () => void): void {
    this.#listeners.deadlines.set(run, expired);
    this.kernel.setDeadline(run, afterMs, cpuMs);
  }

  /** Nobody is told any more. It ends what is left of the run all the same, and with the last of that. */
  leaveDeadline(run: number): void {
    this.#listeners.deadlines.delete(run);
  }

  disarmDeadline(run: number): void {
    if (this.#listeners.deadlines.delete(run) && !this.isDestroyed) this.kernel.clearDeadline(run);
  }

  /** From here on the sandbox counts as destroyed for its user. The remaining work is for its end. */
  retire(): void {
    this.#retired = true;
  }

  assertAlive(): void {
    if (this.#retired || this.isDestroyed) throw destroyedError();
  }

  /** Kills everything. Resolves when the last process has left its worker. */
  destroy(): Promise<void> {
    if (this.#destroyed === undefined) {
      this.#destroyed = new Promise((resolve) => {
        this.#listeners.end = () => {
          this.platform.release();
          resolve();
        };
      });
      // Teardown is short, and whoever awaits it must get its answer.
      this.platform.hold();
      this.kernel.destroy();
      for (const end of [...this.#listeners.processes.values()]) {
        end({ exitCode: 137, signal: 9, cpuMs: 0, peakMemoryBytes: 0 });
      }
      for (const tell of [...this.#listeners.streams.values(), ...this.endings]) tell();
    }
    return this.#destroyed;
  }
}
