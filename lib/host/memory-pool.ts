// Memories of processes that have ended, for new ones of the same size: a memory reserves gigabytes of addresses, and making and
// collecting one for each process costs more than a small program's run. C++ has made them zero again, once no instance could reach them.

import type { WorkerNative } from './worker-native.js';

const pageBytes = 65536;

/** Memories kept by a worker: they cost addresses only. */
const capacity = 4;

interface Spare {
  memory: WebAssembly.Memory;
  maximum: number;
}

export class MemoryPool {
  readonly #native: WorkerNative;
  readonly #spares: Spare[] = [];
  #inUse: Spare | undefined;

  constructor(native: WorkerNative) {
    this.#native = native;
  }

  /** The instance that has the memory given out last has returned to us for good: only now can nobody write to it. */
  release(): void {
    const released = this.#inUse;
    this.#inUse = undefined;
    if (!this.#native.releaseMemory() || released === undefined) return;
    this.#spares.push(released);
    if (this.#spares.length > capacity) this.#spares.shift();
  }

  /** A memory that is all zero. */
  take(initial: number, maximum: number): WebAssembly.Memory {
    const found = this.#spares.findIndex(
      (spare) => spare.maximum === maximum && spare.memory.buffer.byteLength === initial * pageBytes,
    );
    const spare = found === -1 ? this.#make(initial, maximum) : (this.#spares.splice(found, 1)[0] as Spare);
    this.#inUse = spare;
    return spare.memory;
  }

  #make(initial: number, maximum: number): Spare {
    this.#native.memoryMade();
    return { memory: new WebAssembly.Memory({ initial, maximum }), maximum };
  }
}
