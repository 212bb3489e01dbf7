// Instances of programs of the image whose processes have ended, for the next processes of the same programs: to make one costs
// more than a small program's run, and each is garbage later. Nothing of an instance runs any more when it comes here, and nothing but
// its memory and its stack pointer tells it from a new one (ModuleInfo in native/module/module.h).

import type { MemoryPool, PooledMemory } from './memory-pool.js';

const pageBytes = 65536;

/** How many a worker keeps when it has nothing to do. */
const warm = 4;

export interface SpareInstance {
  module: WebAssembly.Module;
  exports: WebAssembly.Exports;
  memory: PooledMemory;
  /** What the program exports as `__stack_pointer`, and what that is in the beginning. */
  stackPointer: WebAssembly.Global | undefined;
  top: number;
}

export class InstancePool {
  /** The one given last is the one taken first: its caches are warm. */
  readonly #spares: SpareInstance[] = [];
  readonly #capacity: number;
  readonly #memories: MemoryPool;
  /** Since the last look. */
  #taken = false;

  /** Keeps so many at most. */
  constructor(capacity: number, memories: MemoryPool) {
    this.#capacity = capacity;
    this.#memories = memories;
  }

  /** One whose memory, all zero, has at least and at most so many pages, and may get as many as `maximum`. */
  take(module: WebAssembly.Module, least: number, most: number, maximum: number): SpareInstance | undefined {
    this.#taken = true;
    const found = this.#spares.findLastIndex((spare) => {
      if (spare.module !== module || spare.memory.maximum !== maximum) return false;
      const pages = spare.memory.memory.buffer.byteLength / pageBytes;
      return pages >= least && pages <= most;
    });
    return found === -1 ? undefined : this.#spares.splice(found, 1)[0];
  }

  /** One whose memory is all zero again. */
  give(instance: SpareInstance): void {
    this.#spares.push(instance);
    if (this.#spares.length > this.#capacity) this.#drop(1);
  }

  /** Called now and then; `idle`: the worker has no process. */
  tidy(idle: boolean): void {
    if (idle && !this.#taken) this.#drop(this.#spares.length - warm);
    this.#taken = false;
  }

  /** The first ones, which are the oldest. */
  #drop(count: number): void {
    for (let dropped = 0; dropped < count; dropped++) {
      this.#spares.shift();
      this.#memories.drop(0);
    }
  }
}
