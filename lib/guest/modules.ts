// Compiled programs. A program of the base image is compiled by the first worker of the pool that runs it; the others get the module
// itself, which shares its code, from the thread that owns the pool. One that belongs to a sandbox stays with the workers that ran it,
// and goes with its file: when another worker compiles the same bytes the engine finds the code that is there.

import { type Announcement, type CompiledProgram, Remembered, sharedCapacity } from './compiled-programs.js';
import { LinkedModules } from './linked-modules.js';
import type { WorkerNative } from './worker-native.js';

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

/** Bytes of programs of sandboxes that a worker remembers. */
const ownCapacity = 16 * 2 ** 20;

/** Reasons that nobody has asked for yet. */
const failuresKept = 16;

/** Bytes of forgotten programs after which even a busy worker collects garbage. */
const garbageLimit = 8 * 2 ** 20;

/** A worker's heap is a few megabytes; beyond this it is what a dead process made the engine keep, tables and exceptions. */
const heapLimit = 32 * 2 ** 20;

/** What a store has of the platform that its worker runs on. */
export interface ModuleSurroundings {
  /** Bytes of the worker's heap in JavaScript that are in use. */
  heapBytes(): number;
  /** Tells the other workers of a program of the image. */
  announce(announcement: Announcement): void;
  /** The next that others have announced, if any: asked for, since no event loop turns where processes wait in native code. */
  announced(): Announcement | undefined;
}

export class ModuleStore {
  readonly #native: WorkerNative;
  readonly #surroundings: ModuleSurroundings;
  readonly #shared = new Remembered(sharedCapacity);
  readonly #own = new Remembered(ownCapacity);
  readonly #compiling = new Map<number, Compilation>();
  readonly #failures = new Map<number, unknown>();
  readonly #besides: boolean;
  readonly #linked = new LinkedModules();
  #gone = 0;
  #garbage = 0;
  #rested = true;

  /** `known`: programs of the image. `besides`: the worker does other things while the engine compiles. */
  constructor(
    native: WorkerNative,
    surroundings: ModuleSurroundings,
    known: readonly Announcement[],
    besides: boolean,
  ) {
    this.#native = native;
    this.#surroundings = surroundings;
    this.#besides = besides;
    for (const announcement of known) this.#hear(announcement);
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

  /** A module that a program links, or why it has become none. */
  compileLinked(bytes: ArrayBuffer): { module: WebAssembly.Module } | { error: unknown } {
    const number = this.#native.beginCompilation();
    try {
      const module = new WebAssembly.Module(bytes);
      this.#native.compiled(number, module);
      this.#garbage += this.#linked.add(module, bytes.byteLength);
      return { module };
    } catch (error) {
      this.#native.compiled(number, undefined);
      return { error };
    }
  }

  compile(
    id: number,
    shared: boolean,
    bytes: ArrayBuffer,
    facts: Omit<CompiledProgram, 'module' | 'bytes'>,
  ): Compilation {
    const program = { ...facts, bytes: bytes.byteLength } as CompiledProgram;
    const compilation: Compilation = { id, program, settled: false, waiters: [] };
    if (this.#besides) this.#compiling.set(id, compilation);
    this.#settle(compilation, bytes, (module) => {
      program.module = module;
      this.#add(id, program, shared);
    });
    return compilation;
  }

  #settle(compilation: Compilation, bytes: ArrayBuffer, compiled: (module: WebAssembly.Module) => void): void {
    const number = this.#native.beginCompilation();
    const failed = (error: unknown): void => {
      compilation.error = error;
      this.#native.compiled(number, undefined);
    };
    const settle = (): void => {
      compilation.settled = true;
      this.#compiling.delete(compilation.id);
      for (const waiter of compilation.waiters) waiter();
    };
    const made = (module: WebAssembly.Module): void => {
      this.#native.compiled(number, module);
      compiled(module);
    };
    if (this.#besides) {
      void WebAssembly.compile(bytes).then(made, failed).then(settle);
    } else {
      try {
        made(new WebAssembly.Module(bytes));
      } catch (error) {
        failed(error);
      }
      settle();
    }
  }

  // Remembers a program. Of one of the image the other workers are told.
  #add(id: number, program: CompiledProgram, shared: boolean): void {
    if (!shared) {
      this.#garbage += this.#own.add(id, program);
      return;
    }
    this.#garbage += this.#shared.add(id, program);
    this.#surroundings.announce({ id, program });
  }

  /** The worker's one process has ended. */
  processEnded(): void {
    this.#linked.processEnded();
    this.tidy(false);
  }

  /** Between two processes, and now and then while the worker waits: what has been announced or has gone keeps no memory. */
  tidy(idle: boolean): void {
    this.#receive();
    const gone = this.#native.programsGone();
    if (gone !== this.#gone) {
      this.#gone = gone;
      for (const id of this.#own.programs.keys()) {
        if (!this.#native.programExists(id)) this.#garbage += this.#own.remove(id);
      }
    }
    this.#garbage += this.#linked.tidy(idle);
    if (this.#native.tidyCode(!this.#besides)) {
      const linked = this.#linked.forget();
      if (this.#forget(this.#own) + linked > 0) this.#garbage += garbageLimit;
    }
    if (idle && !this.#rested && this.#surroundings.heapBytes() > heapLimit) this.#garbage += heapLimit;
    this.#rested = idle;
    if (this.#garbage > (idle ? 0 : garbageLimit)) {
      this.#garbage = 0;
      this.#native.collectGarbage();
    }
  }

  /** Returns how many they were. */
  #forget(remembered: Remembered): number {
    const { size } = remembered.programs;
    for (const id of remembered.programs.keys()) this.#garbage += remembered.remove(id);
    return size;
  }

  #hear({ id, program }: Announcement): void {
    this.#garbage += this.#shared.add(id, program);
  }

  #receive(): void {
    for (;;) {
      const announcement = this.#surroundings.announced();
      if (announcement === undefined) return;
      this.#hear(announcement);
    }
  }
}
