// The owning side of the worker pool. It starts workers when the addon asks for them, and passes events on to their kernels.

import { setFlagsFromString } from 'node:v8';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { optionError } from '../api/errors.js';
import { type Announcement, Remembered, sharedCapacity } from '../guest/compiled-programs.js';
import type { WorkerStart } from '../guest/worker-parts.js';
import { Deliveries } from './deliveries.js';
import { EventKind, Host } from './generated/addon.js';
import { loadAddon, type NativeAddon } from './native.js';
import type { Parts } from './package-paths.js';
import {
  fewestThreads,
  firstCollectionMb,
  maximumProcesses,
  maximumStarting,
  shareBesideStacks,
  switchedStackBytes,
  workerLimits,
} from './policy.js';
import { threadsLeft } from './threads-left.js';

/** A kernel's listener: the kind and the data of an event. */
export type KernelListener = (kind: number, id: number, a: number, b: number, c: number, d: number) => void;

const kinds = Object.keys(Host) as WorkerStart['kind'][];

/** Whether the engine can switch stacks: from Node 24 on, after a flag is set there. */
function switchesStacks(): boolean {
  const [major = 0, minor = 0] = (process.versions.v8 ?? '').split('.').map(Number);
  if (major === 13 && minor >= 6 && WebAssembly.Suspending === undefined)
    setFlagsFromString('--experimental-wasm-jspi');
  if (WebAssembly.Suspending === undefined || WebAssembly.promising === undefined) return false;
  // From Node 26 on this is the default (native/module/yield_points.h).
  if (major <= 14) setFlagsFromString('--experimental-wasm-branch-hinting');
  // The engine takes the smaller one. Threads that exist, or that Node makes, get their stack size by other means.
  for (const flag of ['stack-size', 'wasm-stack-switching-stack-size'])
    setFlagsFromString(`--${flag}=${switchedStackBytes / 1024}`);
  setFlagsFromString(`--initial-old-space-size=${firstCollectionMb}`);
  return true;
}

/** For processes with a thread each; undefined: no bound. */
function threadsToHave(stacks: boolean): number | undefined {
  const wanted = process.env.WASMSAND_THREADS || undefined;
  const most = Number(wanted ?? Number.POSITIVE_INFINITY);
  if (wanted !== undefined && !(Number.isInteger(most) && most >= fewestThreads))
    throw optionError('WASMSAND_THREADS', `is not a number of threads, from ${fewestThreads}`);
  const left = Math.min(most, threadsLeft());
  if (left === Number.POSITIVE_INFINITY) return undefined;
  // Workers with stacks are few, and one is enough for all. If even one cannot start, the attempt shows it.
  return Math.max(fewestThreads, stacks ? Math.floor(left * shareBesideStacks) : left);
}

type KernelEventArguments = [kernel: number, ...Parameters<KernelListener>];

class Pool {
  readonly listeners = new Map<number, KernelListener>();
  readonly script: string;
  readonly #addon: NativeAddon;
  readonly #binding: string;
  readonly #workers = new Map<number, Worker>();
  /** Compiled programs of the image, shared by the workers. */
  readonly #programs = new Remembered(sharedCapacity);
  /** The kinds of the workers that were requested and not started yet. */
  readonly #wanted: WorkerStart['kind'][] = [];
  readonly #deliveries = new Deliveries<KernelEventArguments>(([kernel, ...event]) =>
    this.listeners.get(kernel)?.(...event),
  );
  #starting = 0;
  #lastId = 0;
  #exiting = false;

  constructor(addon: NativeAddon, { nativeBinding, workerScript }: Parts) {
    this.#addon = addon;
    this.#binding = nativeBinding;
    this.script = workerScript;
    // Not in Electron, where it may be too late to set flags here.
    const usual = process.versions.electron === undefined ? 'stacks' : 'threads';
    const stacks = (process.env.WASMSAND_HOST || usual) === 'stacks' && switchesStacks();
    addon.attach(
      (kernel, kind, id, a, b, c, d) => {
        if (kind === EventKind.grow) this.#grow(id, kinds[a] ?? 'threads');
        else if (kind === EventKind.terminate) void this.#workers.get(id)?.terminate();
        else this.#deliveries.take([kernel, kind, id, a, b, c, d]);
      },
      maximumProcesses.threads,
      stacks ? maximumProcesses.stacks : 0,
      threadsToHave(stacks),
    );
    // Starts the first worker while this thread reads the base image.
    this.#starting++;
    this.#start(++this.#lastId, stacks ? 'stacks' : 'threads');
    // A worker that waits in native code would prevent Node from joining it.
    process.on('exit', () => {
      this.#exiting = true;
      addon.shutDown();
    });
  }

  #grow(count: number, kind: WorkerStart['kind']): void {
    for (let i = 0; i < count; i++) this.#wanted.push(kind);
    this.#startNext();
  }

  // One per turn of the event loop: each start takes this thread a millisecond or two.
  #startNext(): void {
    if (this.#starting >= maximumStarting) return;
    const kind = this.#wanted.shift();
    if (kind === undefined) return;
    this.#starting++;
    setImmediate(() => {
      if (this.#exiting) return;
      this.#start(++this.#lastId, kind);
      this.#startNext();
    });
  }

  #started(): void {
    this.#starting--;
    this.#startNext();
  }

  #pass(announcement: Announcement, from: Worker): void {
    this.#programs.add(announcement.id, announcement.program);
    for (const worker of this.#workers.values()) if (worker !== from) worker.postMessage(announcement);
  }

  #start(id: number, kind: WorkerStart['kind']): void {
    const workerData: WorkerStart = {
      addon: this.#binding,
      pool: this.#addon.poolId(),
      worker: id,
      programs: Array.from(this.#programs.programs, ([id, program]) => ({ id, program })),
      kind,
      stackBytes: switchedStackBytes,
    };
    let worker: Worker;
    try {
      worker = new Worker(this.script, {
        workerData,
        name: 'wasmsand',
        env: SHARE_ENV,
        execArgv: [],
        trackUnmanagedFds: false,
        // Keeps workers from this thread's streams, which an extension host may lack. Workers print nothing.
        stdout: true,
        stderr: true,
        resourceLimits: workerLimits[kind],
      });
    } catch {
      this.#started();
      this.#addon.workerExited(Host[kind], id);
      return;
    }
    this.#workers.set(id, worker);
    let starting = true;
    const started = (): void => {
      if (starting) this.#started();
      starting = false;
    };
    worker.on('online', started);
    worker.on('message', (announcement: Announcement) => this.#pass(announcement, worker));
    // Adding a listener for messages keeps the event loop alive, so unref comes after it.
    worker.unref();
    // An error in a worker ends its process; the exit tells the pool.
    worker.on('error', () => {});
    worker.on('exit', () => {
      started();
      this.#workers.delete(id);
      this.#addon.workerExited(Host[kind], id);
    });
  }
}

// The ES and the CommonJS build of the package share the addon of a thread, and so its pool.
interface SharedAddon extends NativeAddon {
  attached?: Pool;
}

let attachedAddon: NativeAddon | undefined;

/** The addon of this thread's kernels. There are none before `attachPool`. */
export function ownAddon(): NativeAddon {
  if (attachedAddon === undefined) throw new Error('no kernel has been made in this thread');
  return attachedAddon;
}

/** The addon of this thread, with its pool running. */
export function attachPool(parts: Parts): NativeAddon {
  const addon: SharedAddon = loadAddon(parts.nativeBinding);
  addon.attached ??= new Pool(addon, parts);
  attachedAddon = addon;
  if (addon.attached.script !== parts.workerScript) {
    throw optionError(
      'workerScript',
      'is not that of the sandboxes made before in this thread, which share their workers',
    );
  }
  return addon;
}

/** Sets the listener for the events of a kernel. */
export function listen(addon: SharedAddon, kernel: number, listener: KernelListener | undefined): void {
  if (listener === undefined) addon.attached?.listeners.delete(kernel);
  else addon.attached?.listeners.set(kernel, listener);
}
