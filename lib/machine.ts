// One kernel and the dispatch of its events to whom they concern. Everything above this file talks to promises and callbacks.

import { destroyedError, systemError } from './errors.js';
import {
  type BaseImage,
  KernelEvent,
  type KernelOptions,
  type NativeAddon,
  type NativeKernel,
  type SessionStart,
  type SpawnRequest,
} from './host/native.js';
import { listen } from './host/pool.js';

/** How the kernel says that a process has ended. */
export interface ProcessEnd {
  exitCode: number;
  /** 0: none. */
  signal: number;
  cpuMs: number;
  peakMemoryBytes: number;
}

/** What `start` made: stream names, 0 where there is none. */
export interface Started {
  pid: number;
  stdin: number;
  stdout: number;
  stderr: number;
  ended: Promise<ProcessEnd>;
}

export class Machine {
  readonly kernel: NativeKernel;
  readonly #addon: NativeAddon;
  readonly #streams = new Map<number, () => void>();
  readonly #processes = new Map<number, (end: ProcessEnd) => void>();
  readonly #deadlines = new Map<number, () => void>();
  #nextRun = 1;
  #destroyed: Promise<void> | undefined;
  #resolveDestroyed: (() => void) | undefined;

  /** `addon`: with its pool attached. */
  constructor(addon: NativeAddon, options: KernelOptions, base: BaseImage) {
    this.#addon = addon;
    this.kernel = addon.createKernel(options, base);
    listen(addon, this.kernel.id, (kind, id, a, b, c, d) => this.#event(kind, id, a, b, c, d));
  }

  get isDestroyed(): boolean {
    return this.#destroyed !== undefined;
  }

  /** A number for a run: its processes, and those they start, can be killed by it. */
  newRun(): number {
    return this.#nextRun++;
  }

  /** Starts a process. The event loop stays alive until it has ended. `command` is what an error calls it. */
  start(request: SpawnRequest, command: string): Started {
    const result = new Int32Array(4);
    const error = this.kernel.spawn(request, result);
    if (error < 0) throw systemError(-error, 'spawn', command);
    const [pid = 0, stdin = 0, stdout = 0, stderr = 0] = result;
    this.#addon.hold();
    const ended = new Promise<ProcessEnd>((resolve) => {
      this.#processes.set(pid, (end) => {
        this.#processes.delete(pid);
        this.#addon.release();
        resolve(end);
      });
    });
    return { pid, stdin, stdout, stderr, ended };
  }

  /**
   * Starts a session shell and returns its channel. `replied` is called when there is something to take from it, `ended` when
   * the shell is gone. Does not keep the event loop alive.
   */
  startSession(request: SessionStart, replied: () => void, ended: (end: ProcessEnd) => void): number {
    const result = new Int32Array(2);
    const error = this.kernel.startSession(request, result);
    if (error < 0) throw systemError(-error, 'spawn', 'bash');
    const [pid = 0, channel = 0] = result;
    this.#streams.set(channel, replied);
    this.#processes.set(pid, (end) => {
      this.#processes.delete(pid);
      ended(end);
    });
    return channel;
  }

  /** While held, the event loop stays alive. Calls nest. */
  hold(): void {
    this.#addon.hold();
  }

  release(): void {
    this.#addon.release();
  }

  /** Calls `listener` whenever the stream has output to take, or room for input. */
  watch(stream: number, listener: () => void): void {
    this.#streams.set(stream, listener);
  }

  close(stream: number): void {
    this.#streams.delete(stream);
    if (!this.isDestroyed) this.kernel.closeStream(stream);
  }

  /** Kills the run after `afterMs` and says so. */
  armDeadline(run: number, afterMs: number, expired: () => void): void {
    this.#deadlines.set(run, expired);
    this.kernel.setDeadline(run, afterMs);
  }

  disarmDeadline(run: number): void {
    if (this.#deadlines.delete(run) && !this.isDestroyed) this.kernel.clearDeadline(run);
  }

  assertAlive(): void {
    if (this.isDestroyed) throw destroyedError();
  }

  /** Kills everything. Resolves when the last process has left its worker. */
  destroy(): Promise<void> {
    if (this.#destroyed === undefined) {
      this.#destroyed = new Promise((resolve) => {
        this.#resolveDestroyed = resolve;
      });
      // Teardown is short, and whoever awaits it must get its answer.
      this.#addon.hold();
      this.kernel.destroy();
      for (const end of [...this.#processes.values()]) {
        end({ exitCode: 137, signal: 9, cpuMs: 0, peakMemoryBytes: 0 });
      }
      for (const changed of [...this.#streams.values()]) changed();
    }
    return this.#destroyed;
  }

  #event(kind: number, id: number, a: number, b: number, c: number, d: number): void {
    switch (kind) {
      case KernelEvent.data:
      case KernelEvent.drained:
        this.#streams.get(id)?.();
        break;
      case KernelEvent.exit:
        this.#processes.get(id)?.({ exitCode: a, signal: b, cpuMs: c, peakMemoryBytes: d });
        break;
      case KernelEvent.deadline:
        this.#deadlines.get(id)?.();
        break;
      case KernelEvent.destroyed:
        listen(this.#addon, this.kernel.id, undefined);
        this.#addon.release();
        this.#resolveDestroyed?.();
        break;
    }
  }
}
