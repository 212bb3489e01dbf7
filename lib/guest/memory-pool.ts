// Memories of processes that have ended, for new ones of the same size: a memory reserves gigabytes of addresses, and making and
// collecting one for each process costs more than a small program's run. C++ has made them zero again, once no instance could reach them.

import type { WorkerNative } from './worker-native.js';

const pageBytes = 65536;

/** Memories kept by a worker: they cost addresses only. */
const capacity = 4;

export interface PooledMemory {
  memory: WebAssembly.Memory;
  maximum: number;
}

export class MemoryPool {
  readonly #native: WorkerNative;
  readonly #spares: PooledMemory[] = [];

  constructor(native: WorkerNative) {
    this.#native = native;
  }

  /** A memory that is all zero. Nothing: the host process can have no more. */
  take(initial: number, maximum: number): PooledMemory | undefined {
    const found = this.#spares.findIndex(
      (spare) => spare.maximum === maximum && spare.memory.buffer.byteLength === initial * pageBytes,
    );
    if (found !== -1) return this.#spares.splice(found, 1)[0] as PooledMemory;
    if (!this.#native.mayMakeMemory()) return undefined;
    const memory = new WebAssembly.Memory({ initial, maximum });
    this.#native.memoryMade(initial * pageBytes);
    return { memory, maximum };
  }

  /** One that is all zero again, and that nobody can write to. */
  give(memory: PooledMemory): void {
    this.#spares.push(memory);
    if (this.#spares.length > capacity && this.#spares.shift() !== undefined) this.drop(0);
  }

  /** One that is nobody's any more, with so many bytes that are not zero. */
  drop(bytes: number): void {
    this.#native.memoryDropped(bytes);
  }
}
