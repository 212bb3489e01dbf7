// Memories of processes that have ended, for new ones of the same size: a memory reserves gigabytes of addresses, and making and
// collecting one for each process costs more than a small program's run. C++ has given their pages back, so they are zero again.

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

  /** A memory that is all zero. The one given out before is dead by now. */
  take(initial: number, maximum: number): WebAssembly.Memory {
    if (this.#inUse !== undefined && this.#native.memoryIsClean()) {
      this.#spares.push(this.#inUse);
      if (this.#spares.length > capacity) this.#spares.shift();
    }
    const found = this.#spares.findIndex(
      (spare) => spare.maximum === maximum && spare.memory.buffer.byteLength === initial * pageBytes,
    );
    const spare =
      found === -1
        ? { memory: new WebAssembly.Memory({ initial, maximum }), maximum }
        : (this.#spares.splice(found, 1)[0] as Spare);
    this.#inUse = spare;
    return spare.memory;
  }
}
