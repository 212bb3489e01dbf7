// What a process is run with: a program is a module of WebAssembly (instance.ts), or, in a worker that was told of others, something
// that is none, such as an interpreter with JavaScript of its own. Whatever it is, its process is admitted, waits, is limited, charged
// and killed as any: guest.ts sees to that, and C++.
// When a guest is killed nothing of it gets to run any more, not even a finally; what must happen then is done in C++.

import type { CompiledProgram } from './compiled-programs.js';
import type { Guest } from './guest.js';

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

/** The runtime of a program that is no plain module. Its functions are entered on the thread's own stack. */
export type RuntimeOf = (program: CompiledProgram, guest: Guest) => Runtime | undefined;

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
