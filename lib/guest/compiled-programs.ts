// Compiled programs that are kept while there is room for them.

export interface CompiledProgram {
  module: WebAssembly.Module;
  /** Of the module. The engine's code comes to a few times as much. */
  bytes: number;
  minimumPages: number;
  /** The maximum the program itself declares. */
  maximumPages: number;
  /** What the engine takes for an instance beside its memory, at most. */
  engineBytes: number;
  /** Whether instances of it can be used again. */
  renewable: boolean;
  /** Whether it looks at a word of its memory that makes it give up its turn. */
  yields: boolean;
}

/** How workers tell each other of one. */
export interface Announcement {
  id: number;
  program: CompiledProgram;
}

/** Bytes of programs of the image, where all share the code, that a thread remembers. */
export const sharedCapacity = 64 * 2 ** 20;

/** Programs in the order of use, the oldest first, and their bytes. */
export class Remembered {
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
