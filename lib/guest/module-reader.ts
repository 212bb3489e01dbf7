// The reader of guests' modules as WebAssembly (wasm/module/reader.cc), for hosts whose kernel is not C++. The bytes of a stranger's module
// are looked at in its memory and nowhere else.

import { ENOMEM, ENOSYS } from '../abi/generated/errno.js';

/** A module as the engine is to get it, and what is known of it. */
export interface ReadModule {
  bytes: Uint8Array;
  /** Which set of imports it calls. */
  door: 'linux' | 'wasi';
  /** Pages of 64 KiB of its memory, and its own maximum. */
  minimumPages: number;
  declaredPages: number | undefined;
  /** An instance in which nothing runs any more is as new once its memory and its stack pointer are. */
  renewable: boolean;
  /** Of one that is linked: an instance is as another once its start function has run and the memory is the same. */
  copyable: boolean;
  /** Bytes that the engine allocates for each instance beside the memory, and for the code, at most. */
  engineBytes: number;
  codeBytes: number;
}

export interface ReadOptions {
  /** A program of the base image: trusted to ask before it grows. */
  image?: boolean;
  /** Gives a program of the image yield points. */
  yields?: boolean;
  /** A module that a program links. */
  linked?: boolean;
}

interface Exports {
  _start(): void;
  allocate(size: number): number;
  read(module: number, size: number, flags: number): number;
}

const flags = { linked: 1, image: 2, yields: 4 };
/** Words of the answer, in its order: wasm/module/reader.cc. */
const answerWords = 14;
const none = 0xffff_ffff;

const calls = { brk: 214, exit: 93, exitGroup: 94 };
/** Most that reading one module may take. */
const largestBytes = 2 ** 30;

/** A reader whose memory has grown beyond this is dropped with it: memories never shrink. */
const keptBytes = 16 * 2 ** 20;

/** What `_exit` throws: the instance serves calls from then on. */
const begun = Symbol('begun');

class Reader {
  readonly #exports: Exports;
  readonly #memory: WebAssembly.Memory;

  constructor(module: WebAssembly.Module) {
    const linux = {
      syscall: (number: number, argument: number): number => this.#call(number, argument >>> 0),
      // No arguments, no environment: argc and three ends of lists.
      init_stack: (place: number, length: number): number => {
        if (length > 0) new Uint32Array(this.#buffer, place >>> 0, 4).fill(0);
        return 16;
      },
    };
    const { exports } = new WebAssembly.Instance(module, { linux });
    this.#exports = exports as unknown as Exports;
    this.#memory = exports.memory as WebAssembly.Memory;
    try {
      this.#exports._start();
    } catch (error) {
      if (error !== begun) throw error;
    }
  }

  get #buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  get size(): number {
    return this.#buffer.byteLength;
  }

  // All that malloc needs of a kernel: it says how large the memory is to become, and grows it itself.
  #call(number: number, argument: number): number {
    if (number === calls.exit || number === calls.exitGroup) throw begun;
    if (number !== calls.brk) return -ENOSYS;
    return argument <= largestBytes ? 0 : -ENOMEM;
  }

  read(module: Uint8Array, options: ReadOptions): ReadModule | string {
    const { allocate, read } = this.#exports;
    const place = allocate(module.length) >>> 0;
    if (place === 0) return `there is no room to read the module (errno ${ENOMEM})`;
    new Uint8Array(this.#buffer, place, module.length).set(module);
    const chosen =
      (options.linked === true ? flags.linked : 0) |
      (options.image === true ? flags.image : 0) |
      (options.yields === true ? flags.yields : 0);
    const at = read(place, module.length, chosen) >>> 0;
    const words = new Uint32Array(this.#buffer, at, answerWords);
    const word = (index: number): number => words[index] as number;
    if (word(0) === 0) return text(new Uint8Array(this.#buffer, word(1), word(2)));
    const large = (index: number): number => word(index) + word(index + 1) * 2 ** 32;
    return {
      bytes: new Uint8Array(this.#buffer, word(3), word(4)).slice(),
      door: word(5) === 1 ? 'linux' : 'wasi',
      minimumPages: word(6),
      declaredPages: word(7) === none ? undefined : word(7),
      renewable: word(8) === 1,
      copyable: word(9) === 1,
      engineBytes: large(10),
      codeBytes: large(12),
    };
  }
}

// Sentences of ours, but for names that a module gives itself.
function text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '?')).join('');
}

export class ModuleReader {
  readonly #module: WebAssembly.Module;
  #reader: Reader | undefined;

  /** `module`: reader.wasm, compiled. */
  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Reads a module, each byte once, and makes of it what the engine is to get. A sentence says why it cannot be run. */
  read(module: Uint8Array, options: ReadOptions = {}): ReadModule | string {
    this.#reader ??= new Reader(this.#module);
    const reader = this.#reader;
    // Of one that fails in the middle nothing is used again.
    this.#reader = undefined;
    const answer = reader.read(module, options);
    if (reader.size <= keptBytes) this.#reader = reader;
    return answer;
  }
}
