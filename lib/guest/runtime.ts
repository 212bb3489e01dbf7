// What a process is run with: a program is a module of WebAssembly (instance.ts), or, in a worker that was told of others, something
// that is none, such as an interpreter with JavaScript of its own. Whatever it is, its process is admitted, waits, is limited, charged
// and killed as any: guest.ts sees to that, and C++.
// When a guest is killed nothing of it gets to run any more, not even a finally; what must happen then is done in C++.

import type { Bridge } from './bridge.js';
import type { CompiledProgram } from './compiled-programs.js';
import type { InstancePool, SpareInstance } from './instance-pool.js';
import type { MemoryPool, PooledMemory } from './memory-pool.js';
import type { ModuleStore } from './modules.js';
import type { WorkerNative } from './worker-native.js';

export interface Launch {
  kind: number;
  parentPages: number;
  functionIndex: number;
  functionArgument: number;
  stackPointer: number;
  asyncifyData: number;
  throughClone: boolean;
}

export type GuestFunction = (...parameters: number[]) => number;

/** What whoever runs a process is to do: to wait until it is woken, or to enter the guest. */
export type Step = 'wait' | Entry;
export interface Entry {
  function: GuestFunction;
  arguments: number[];
}
/** The answer to an entry that did not return. To throw it again would cost each process that ends. */
export interface Thrown {
  error: unknown;
}
export type Steps<Result> = Generator<Step, Result, Thrown | undefined>;

/** One image of a process, from its beginning to its end or to the next exec. */
export interface Runtime {
  /** Brings it to where it can run: makes its memory (Guest.takeMemory), which is what its calls are about. */
  prepare(program: CompiledProgram, launch: Launch): void;
  /** Runs it to its end. What it was left by, if it has not returned. */
  run(launch: Launch): Steps<Thrown | undefined>;
}

/** The process that a runtime runs: what Guest (guest.ts) is to it. */
export interface RuntimeProcess {
  readonly surroundings: GuestSurroundings;
  /** No other guest of the worker has it. */
  readonly slot: number;
  /** Of the memory that was taken last. */
  readonly buffer: ArrayBuffer;
  /** For the image that begins: charged to the sandbox, with what the engine takes beside it. At least `least` pages. */
  takeMemory(program: CompiledProgram, least: number): PooledMemory;
  /** The same with an instance that has served another process, if there is one that fits. */
  takeInstance(program: CompiledProgram, launch: Launch): SpareInstance | undefined;
  /** What memory.grow of a program of the guest's own has become. */
  readonly growMemory: (delta: number) => number;
  /** Whether a handler runs: a fork cannot take the frames apart through which it was called. */
  readonly inHandler: boolean;
}

/** What a worker has for all its processes. */
export interface GuestSurroundings {
  readonly native: WorkerNative;
  readonly block: Int32Array;
  /** What calls throw when the guest must go. */
  readonly unwind: object;
  readonly modules: ModuleStore;
  readonly memories: MemoryPool;
  readonly instances: InstancePool;
  readonly bridge: Bridge;
  /** Where programs may be other things than modules. */
  readonly runtimeOf?: RuntimeOf | undefined;
}

/** The runtime of a program that is no plain module. Its functions are entered on the thread's own stack. */
export type RuntimeOf = (program: CompiledProgram, guest: RuntimeProcess) => Runtime | undefined;

/** A program that cannot be started: the message is for its standard error. */
export class StartFailure extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
    readonly signal = 0,
  ) {
    super(message);
  }
}
