// Compiled programs. A program of the base image is compiled by the first worker of the pool that runs it; the others get the module
// itself, which shares its code. One that belongs to a sandbox stays with the workers that ran it, and goes with its file: when
// another worker compiles the same bytes the engine finds the code that is there.

import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { WorkerNative } from './worker-native.js';

export interface CompiledProgram {
  module: WebAssembly.Module;
  /** Of the module. The engine's code comes to a few times as much. */
  bytes: number;
  minimumPages: number;
  /** The maximum the program itself declares. */
  maximumPages: number;
  /** What the engine takes for an instance beside its memory, at most. */
  engineBytes: number;
}

/** A program that the engine compiles, or has compiled. */
export interface Compilation {
  id: number;
  program: CompiledProgram;
  settled: boolean;
  /** Why it has become none. */
  error?: unknown;
  /** Called when it has settled. */
  waiters: (() => void)[];
}

interface Announcement {
  id: number;
  program: CompiledProgram;
}

/** Bytes of programs that a worker remembers: of the image, where all share the code, and of sandboxes. */
const sharedCapacity = 64 * 2 ** 20;
const ownCapacity = 16 * 2 ** 20;

/** Reasons that nobody has asked for yet. */
const failuresKept = 16;

/** Bytes of forgotten programs after which even a busy worker collects garbage. */
const garbageLimit = 8 * 2 ** 20;

/** A worker's heap is a few megabytes; beyond this it is what a dead process made the engine keep, tables and exceptions. */
const heapLimit = 32 * 2 ** 20;

/** Programs in the order of use, the oldest first, and their bytes. */
class Remembered {
  readonly programs = new Map<number, CompiledProgram>();
  readonly #capacity: number;
  #bytes = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the bytes that had to go for it. */
  add(id: number, program: CompiledProgram): number {
    this.remove(id);
    this.programs.set(id, program);
    this.#bytes += program.bytes;
    let gone = 0;
    for (const oldest of this.programs.keys()) {
      if (this.#bytes <= this.#capacity || oldest === id) break;
      gone += this.remove(oldest);
    }
    return gone;
  }

  remove(id: number): number {
    const bytes = this.programs.get(id)?.bytes ?? 0;
    this.programs.delete(id);
    this.#bytes -= bytes;
    return bytes;
  }
}

export class ModuleStore {
  readonly #native: WorkerNative;
  readonly #channel: BroadcastChannel;
  readonly #shared = new Remembered(sharedCapacity);
  readonly #own = new Remembered(ownCapacity);
  readonly #compiling = new Map<number, Compilation>();
  readonly #failures = new Map<number, unknown>();
  readonly #besides: boolean;
  #gone = 0;
  #garbage = 0;
  #rested = true;

  /** `besides`: the worker does other things while the engine compiles. */
  constructor(native: WorkerNative, channel: string, besides: boolean) {
    this.#native = native;
    this.#besides = besides;
    this.#channel = new BroadcastChannel(channel);
    this.#channel.unref();
    // The declaration knows browsers' only. A worker whose event loop does not turn would be kept from ending by it.
    if (besides) this.#channel.onmessage = (event) => this.#hear((event as { data: Announcement }).data);
  }

  get(id: number, shared: boolean): CompiledProgram | undefined {
    if (!shared) {
      const program = this.#own.programs.get(id);
      if (program !== undefined) this.#own.add(id, program);
      return program;
    }
    if (!this.#shared.programs.has(id)) this.#receive();
    const program = this.#shared.programs.get(id);
    if (program !== undefined) this.#garbage += this.#shared.add(id, program);
    return program;
  }

  /** A program that is being compiled now. */
  compiling(id: number): Compilation | undefined {
    return this.#compiling.get(id);
  }

  /** For a process that was elsewhere while its program was compiled, and became none. */
  keepFailure({ id, error }: Compilation): void {
    this.#failures.set(id, error);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > failuresKept) this.#failures.delete(oldest as number);
  }

  /** It is forgotten: the next process tries again. */
  takeFailure(id: number): unknown {
    const failure = this.#failures.get(id);
    this.#failures.delete(id);
    return failure;
  }

  compile(
    id: number,
    shared: boolean,
    bytes: ArrayBuffer,
    facts: Omit<CompiledProgram, 'module' | 'bytes'>,
  ): Compilation {
    const program = { ...facts, bytes: bytes.byteLength } as CompiledProgram;
    const compilation: Compilation = { id, program, settled: false, waiters: [] };
    const compiled = (module: WebAssembly.Module): void => {
      program.module = module;
      this.#add(id, program, shared);
    };
    const failed = (error: unknown): void => {
      compilation.error = error;
    };
    const settle = (): void => {
      compilation.settled = true;
      this.#compiling.delete(id);
      for (const waiter of compilation.waiters) waiter();
    };
    if (this.#besides) {
      this.#compiling.set(id, compilation);
      void WebAssembly.compile(bytes).then(compiled, failed).then(settle);
    } else {
      try {
        compiled(new WebAssembly.Module(bytes));
      } catch (error) {
        failed(error);
      }
      settle();
    }
    return compilation;
  }

  // Remembers a program. Of one of the image the other workers are told.
  #add(id: number, program: CompiledProgram, shared: boolean): void {
    if (!shared) {
      this.#garbage += this.#own.add(id, program);
      return;
    }
    this.#garbage += this.#shared.add(id, program);
    const announcement: Announcement = { id, program };
    this.#channel.postMessage(announcement);
  }

  /** Between two processes, and now and then while the worker waits: what waits in the channel or has gone keeps no memory. */
  tidy(idle: boolean): void {
    this.#receive();
    const gone = this.#native.programsGone();
    if (gone !== this.#gone) {
      this.#gone = gone;
      for (const id of this.#own.programs.keys()) {
        if (!this.#native.programExists(id)) this.#garbage += this.#own.remove(id);
      }
    }
    if (idle && !this.#rested && getHeapStatistics().used_heap_size > heapLimit) this.#garbage += heapLimit;
    this.#rested = idle;
    if (this.#garbage > (idle ? 0 : garbageLimit)) {
      this.#garbage = 0;
      this.#native.collectGarbage();
    }
  }

  #hear({ id, program }: Announcement): void {
    this.#garbage += this.#shared.add(id, program);
  }

  // For workers whose event loop does not turn, or not now. The declaration knows ports only; Node takes channels as well.
  #receive(): void {
    for (;;) {
      const received = receiveMessageOnPort(this.#channel as never) as { message: Announcement } | undefined;
      if (received === undefined) return;
      this.#hear(received.message);
    }
  }
}
