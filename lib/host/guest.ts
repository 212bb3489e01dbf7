// One process on this worker: makes its instance, runs it to its end, and follows what its calls lead to: handlers, fork, exec.
// When a guest is killed nothing here gets to run any more, not even a finally; what must happen then is done in C++.

import { After, Block, LaunchKind } from './block.js';
import { type Continuation, type ImportFunctions, linuxImports, restart, wasiImports } from './imports.js';
import { MemoryPool } from './memory-pool.js';
import type { CompiledProgram, ModuleStore } from './modules.js';
import { describeFailure, signalOfTrap } from './traps.js';
import type { WorkerNative } from './worker-native.js';

const pageBytes = 65536;
const maximumPages = 65536;
const enosys = -38;
const enoexec = -8;
const sigkill = 9;
const cannotExecute = 126;
const asyncifyUnwinding = 1;
const asyncifyRewinding = 2;

interface Launch {
  kind: number;
  parentPages: number;
  functionIndex: number;
  functionArgument: number;
  stackPointer: number;
  asyncifyData: number;
  throughClone: boolean;
}

const freshStart: Launch = {
  kind: LaunchKind.start,
  parentPages: 0,
  functionIndex: 0,
  functionArgument: 0,
  stackPointer: 0,
  asyncifyData: 0,
  throughClone: false,
};

type GuestFunction = (...parameters: number[]) => number;

/** A program that cannot be started: the message is for its standard error. */
class StartFailure extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
    readonly signal = 0,
  ) {
    super(message);
  }
}

export class Guest implements Continuation {
  readonly #native: WorkerNative;
  readonly #block: Int32Array;
  readonly #unwind: object;
  readonly #modules: ModuleStore;
  readonly #memories: MemoryPool;
  readonly #linux: ImportFunctions;
  readonly #wasi: ImportFunctions;

  // Of the instance that runs now.
  #memory: WebAssembly.Memory | undefined;
  buffer = new ArrayBuffer(0);
  #exports: WebAssembly.Exports = {};
  #stackPointer: WebAssembly.Global | undefined;
  #throughClone = false;
  #forkResult = 0;
  #afterFork: number = After.resume;
  #handlerDepth = 0;
  #nextProgram: CompiledProgram | undefined;

  constructor(native: WorkerNative, block: Int32Array, unwind: object, modules: ModuleStore) {
    this.#native = native;
    this.#block = block;
    this.#unwind = unwind;
    this.#modules = modules;
    this.#memories = new MemoryPool(native);
    this.#linux = linuxImports(native, block, this);
    this.#wasi = wasiImports(native, block, this);
  }

  /** Runs the process of the current job. Returns when it has ended. */
  run(): void {
    try {
      this.#native.describeImage(false);
      let launch = this.#readLaunch();
      let program = this.#load(false);
      if (typeof program === 'string') throw new StartFailure(program, cannotExecute);
      for (;;) {
        this.#nextProgram = undefined;
        const limit = this.#block[Block.maximumPages] as number;
        if (this.#runImage(program, launch, limit)) return;
        program = this.#nextProgram as unknown as CompiledProgram;
        launch = freshStart;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The process has ended, however: its instance keeps no memory. */
  forget(): void {
    this.#exports = {};
    this.#stackPointer = undefined;
    this.#nextProgram = undefined;
  }

  #readLaunch(): Launch {
    const block = this.#block;
    return {
      kind: block[Block.launchKind] as number,
      parentPages: block[Block.parentPages] as number,
      functionIndex: block[Block.functionIndex] as number,
      functionArgument: block[Block.functionArgument] as number,
      stackPointer: block[Block.stackPointer] as number,
      asyncifyData: block[Block.asyncifyData] as number,
      throughClone: block[Block.throughClone] !== 0,
    };
  }

  #load(next: boolean): CompiledProgram | string {
    const block = this.#block;
    const id = (block[Block.programHigh] as number) * 2 ** 32 + ((block[Block.programLow] as number) >>> 0);
    const shared = block[Block.programShared] === 1;
    const known = this.#modules.get(id, shared);
    if (known !== undefined) return known;
    const bytes = this.#native.readProgram(next);
    if (typeof bytes === 'string') return bytes;
    try {
      const program: CompiledProgram = {
        bytes: bytes.byteLength,
        module: new WebAssembly.Module(bytes),
        minimumPages: block[Block.minimumPages] as number,
        maximumPages: block[Block.declaredPages] as number,
        engineBytes: block[Block.engineBytes] as number,
      };
      this.#modules.add(id, program, shared);
      return program;
    } catch (error) {
      return describeFailure(error);
    } finally {
      this.#native.dropProgram();
    }
  }

  /** False: exec has prepared another program. */
  #runImage(program: CompiledProgram, launch: Launch, limit: number): boolean {
    try {
      this.#instantiate(program, launch, limit);
      this.#enter(launch);
      return true;
    } catch (error) {
      if (error !== this.#unwind) throw error;
      return this.#nextProgram === undefined;
    }
  }

  #instantiate(program: CompiledProgram, launch: Launch, limit: number): void {
    const native = this.#native;
    this.#memories.release();
    const initial = Math.max(program.minimumPages, launch.parentPages);
    const maximum = Math.min(program.maximumPages, limit);
    if (initial > maximum || !native.reserveEngine(program.engineBytes) || !native.reserveMemory(initial * pageBytes)) {
      throw new StartFailure(
        'cannot allocate memory: the limit memoryLimitBytes of the sandbox or that of ulimit -v is reached',
        0,
        sigkill,
      );
    }
    const memory = this.#memories.take(initial, maximum);
    native.bindMemory(memory);
    this.#memory = memory;
    this.buffer = memory.buffer;
    this.#handlerDepth = 0;
    this.#exports = {};
    this.#stackPointer = undefined;
    const instance = new WebAssembly.Instance(program.module, {
      linux: this.#linux,
      wasi_snapshot_preview1: this.#wasi,
      wasmsand: { memory, grow: this.#grow },
    });
    this.#exports = instance.exports;
    const stackPointer = instance.exports.__stack_pointer;
    if (stackPointer instanceof WebAssembly.Global) this.#stackPointer = stackPointer;
  }

  // What memory.grow of a program of the guest's own has become.
  readonly #grow = (delta: number): number => {
    const block = this.#block;
    const memory = this.#memory as WebAssembly.Memory;
    const old = memory.buffer.byteLength / pageBytes;
    const pages = old + (delta >>> 0);
    if (pages === old) return old;
    if (pages > maximumPages) return -1;
    block[Block.arguments] = pages;
    this.#native.growMemory();
    if (block[Block.result] !== 0) return -1;
    try {
      memory.grow(pages - old);
    } catch {
      // Its own maximum, or the machine's.
      return -1;
    }
    this.memoryChanged();
    return old;
  };

  memoryChanged(): void {
    if (this.#memory === undefined) return;
    this.#native.memoryChanged();
    this.buffer = this.#memory.buffer;
  }

  #export(name: string): GuestFunction | undefined {
    const value = this.#exports[name];
    return typeof value === 'function' ? (value as GuestFunction) : undefined;
  }

  #enter(launch: Launch): void {
    if (launch.kind !== LaunchKind.start) {
      if (this.#stackPointer !== undefined) this.#stackPointer.value = launch.stackPointer;
      this.#native.copyParent();
    }
    this.#throughClone = launch.kind === LaunchKind.clone || launch.kind === LaunchKind.wake || launch.throughClone;
    if (launch.kind === LaunchKind.fork) this.#rewind(launch.asyncifyData, 0, After.resume);
    const entry = this.#export(this.#throughClone ? '__child_main' : '_start');
    if (entry === undefined) throw new StartFailure('the program has no function _start', cannotExecute);
    for (;;) {
      entry(launch.functionIndex, launch.functionArgument);
      if (this.#export('asyncify_get_state')?.() !== asyncifyUnwinding) return;
      this.#forkUnwound();
    }
  }

  // The guest has left its stack in memory and returned to us: the child copies it, then both go back in.
  #forkUnwound(): void {
    const block = this.#block;
    const data = this.#asyncifyData;
    this.#export('asyncify_stop_unwind')?.();
    block[Block.arguments] = data;
    block[Block.arguments + 1] = Number(this.#stackPointer?.value ?? 0);
    block[Block.arguments + 2] = this.#throughClone ? 1 : 0;
    this.#native.fork();
    this.#rewind(data, block[Block.result] as number, block[Block.after] as number);
  }

  #asyncifyData = 0;

  #rewind(data: number, result: number, after: number): void {
    this.#forkResult = result;
    this.#afterFork = after;
    this.#export('asyncify_start_rewind')?.(data);
  }

  fork(): number {
    const state = this.#export('asyncify_get_state');
    const buffer = this.#export('__fork_buffer');
    if (state === undefined || buffer === undefined) return enosys;
    if (state() === asyncifyRewinding) {
      this.#export('asyncify_stop_rewind')?.();
      if (this.#afterFork === After.resume) return this.#forkResult;
      this.#block[Block.after] = this.#afterFork;
      const followed = this.follow(this.#forkResult);
      return followed === restart ? this.#forkResult : followed;
    }
    // A handler is called through frames of JavaScript, which asyncify cannot take apart.
    if (this.#handlerDepth > 0) return enosys;
    this.#asyncifyData = buffer();
    this.#export('asyncify_start_unwind')?.(this.#asyncifyData);
    return 0;
  }

  clone(functionIndex: number, argument: number): number {
    if (this.#export('__child_main') === undefined || this.#stackPointer === undefined) return enosys;
    const block = this.#block;
    block[Block.arguments] = functionIndex;
    block[Block.arguments + 1] = argument;
    block[Block.arguments + 2] = Number(this.#stackPointer.value);
    this.#native.clone();
    const result = block[Block.result] as number;
    if (block[Block.after] === After.resume) return result;
    // A clone is never issued again: there would be two children.
    const followed = this.follow(result);
    return followed === restart ? result : followed;
  }

  follow(result: number): number | typeof restart {
    if (this.#block[Block.after] === After.exec) return this.#exec();
    if (this.#block[Block.after] !== After.signal) return result;
    while (this.#native.takeSignal() === true) this.#deliver();
    return this.#block[Block.restart] === 1 ? restart : result;
  }

  #deliver(): void {
    const block = this.#block;
    const [signo, handler, flags, code, pid, uid, value, frame] = block.subarray(Block.signal, Block.signal + 8);
    this.#handlerDepth++;
    try {
      this.#export('__signal_deliver')?.(
        signo as number,
        handler as number,
        flags as number,
        code as number,
        pid as number,
        uid as number,
        value as number,
      );
    } finally {
      // A handler may leave by siglongjmp, which is an exception that passes through here.
      this.#handlerDepth--;
    }
    block[Block.arguments] = frame as number;
    this.#native.signalDone();
  }

  // The old program goes only when the new one is known to be fit to run.
  #exec(): number {
    this.#native.describeImage(true);
    const program = this.#load(true);
    if (typeof program === 'string') return enoexec;
    this.#nextProgram = program;
    this.#native.commitExec();
    return 0;
  }

  #fail(error: unknown): void {
    if (error === this.#unwind) return;
    if (error instanceof StartFailure) {
      this.#native.writeError(`wasmsand: ${error.message}\n`);
      this.#native.setStatus(error.exitCode, error.signal);
      return;
    }
    const signal = signalOfTrap(error);
    if (signal === undefined) this.#native.writeError(`wasmsand: ${describeFailure(error)}\n`);
    this.#native.setStatus(0, signal ?? sigkill);
  }
}
