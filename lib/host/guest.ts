// One process on this worker: makes its instance, runs it to its end, and follows what its calls lead to: fork, exec. A generator: what
// enters the guest or waits is done by whoever runs it, on the worker's stack or on one that can be switched.
// When a guest is killed nothing here gets to run any more, not even a finally; what must happen then is done in C++.

import { After, Block, LaunchKind } from './block.js';
import { type Bridge, Follow, Taken } from './bridge.js';
import type { Instance, InstancePool } from './instances.js';
import type { MemoryPool } from './memory-pool.js';
import type { Compilation, ModuleStore } from './modules.js';
import type { CompiledProgram } from './remembered.js';
import { describeFailure, signalOfTrap } from './traps.js';
import type { WorkerNative } from './worker-native.js';

const pageBytes = 65536;
/** By so much the memory of an instance that is used again may be larger than that of a new one. */
const sparePages = 16;
const maximumPages = 65536;
export const enosys = -38;
const enoexec = -8;
const sigkill = 9;
const cannotExecute = 126;
const asyncifyNormal = 0;
const asyncifyUnwinding = 1;
const asyncifyRewinding = 2;
/** By what name the start function of a module is exported: native/module/module.h. */
const startExport = 'wasmsand:start';

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

/** A program on its way: there already or not to be had, or being compiled, for this process or another. */
interface Loading {
  outcome?: CompiledProgram | string;
  compilation?: Compilation;
}

/** What a worker has for all its processes. */
export interface GuestHost {
  readonly native: WorkerNative;
  readonly block: Int32Array;
  /** What calls throw when the guest must go. */
  readonly unwind: object;
  readonly modules: ModuleStore;
  readonly memories: MemoryPool;
  readonly instances: InstancePool;
  readonly bridge: Bridge;
}

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
type Steps<Result> = Generator<Step, Result, Thrown | undefined>;

export class Guest {
  readonly #host: GuestHost;
  readonly #native: WorkerNative;
  readonly #block: Int32Array;
  readonly #slot: number;

  // Of the instance that runs now.
  #instance: Instance | undefined;
  /** Whether the next process may have it, once nothing runs in it any more: whether that is so. */
  #renewable = false;
  #left = false;
  buffer = new ArrayBuffer(0);
  #exports: WebAssembly.Exports = {};
  #throughClone = false;
  #asyncifyData = 0;
  #forkResult = 0;
  #afterFork: number = After.resume;
  #handlerDepth = 0;
  #nextProgram: CompiledProgram | undefined;
  #loading: Loading | undefined;
  /** How many pages the next image may have. */
  #limit = 0;

  /** `slot`: no other guest of the worker has it. */
  constructor(host: GuestHost, slot: number) {
    this.#host = host;
    this.#native = host.native;
    this.#block = host.block;
    this.#slot = slot;
    const { table } = host.bridge;
    if (table.length <= slot) table.grow(Math.max(slot + 1 - table.length, table.length));
  }

  /** Runs the process of the current job. Whether it has ended, and is not to go on in another place. */
  *run(): Steps<boolean> {
    try {
      this.#native.describeImage(false);
      let launch = this.#readLaunch();
      this.#limit = this.#block[Block.maximumPages] as number;
      const { outcome, compilation } = this.#begin(false);
      if (typeof outcome === 'string') throw new StartFailure(outcome, cannotExecute);
      if (compilation !== undefined) return this.#leave(compilation);
      for (let program = outcome as CompiledProgram; ; ) {
        this.#nextProgram = undefined;
        if (yield* this.#runImage(program, launch)) return true;
        if (this.#native.misplaced()) return this.#leave();
        program = this.#nextProgram as unknown as CompiledProgram;
        launch = freshStart;
      }
    } catch (error) {
      yield* this.#fail(error);
      return true;
    }
  }

  #leave(compilation?: Compilation): boolean {
    compilation?.waiters.push(() => {
      if (compilation.error !== undefined) this.#host.modules.keepFailure(compilation);
      this.#native.programSettled(compilation.id);
    });
    this.#native.processLeft(compilation?.id ?? 0);
    return false;
  }

  /** The process has ended, however: its instance keeps no memory. */
  forget(): void {
    this.buffer = new ArrayBuffer(0);
    this.#exports = {};
    this.#nextProgram = undefined;
    this.#loading = undefined;
    this.#host.bridge.table.set(this.#slot, null);
  }

  /** Nothing of the instance can run any more: it, or its memory alone, is another's if that is as new. */
  releaseMemory(): void {
    const instance = this.#instance;
    this.#instance = undefined;
    if (!this.#native.releaseMemory() || instance === undefined) return;
    if (this.#renewable && this.#left) this.#host.instances.give(instance);
    else this.#host.memories.give(instance.memory);
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

  /** The program that exec has prepared, or why it cannot run; nothing while it is being compiled: call again. */
  #load(): CompiledProgram | string | undefined {
    if (this.#loading === undefined) {
      this.#loading = this.#begin(true);
      this.#loading.compilation?.waiters.push(() => this.#native.wakeSlot(this.#slot));
    }
    const { outcome, compilation } = this.#loading;
    if (compilation !== undefined && !compilation.settled) {
      this.#native.hostWait();
      return undefined;
    }
    this.#loading = undefined;
    return compilation === undefined ? outcome : this.#loaded(compilation);
  }

  #loaded({ program, error }: Compilation): CompiledProgram | string {
    this.#native.dropProgram();
    return error === undefined ? program : describeFailure(error);
  }

  #begin(next: boolean): Loading {
    const block = this.#block;
    const { modules } = this.#host;
    const id = (block[Block.programHigh] as number) * 2 ** 32 + ((block[Block.programLow] as number) >>> 0);
    const shared = block[Block.programShared] === 1;
    const known = modules.get(id, shared);
    if (known !== undefined) return { outcome: known };
    const failure = modules.takeFailure(id);
    if (failure !== undefined) return { outcome: describeFailure(failure) };
    let compilation = modules.compiling(id);
    if (compilation === undefined) {
      const bytes = this.#native.readProgram(next);
      if (typeof bytes === 'string') {
        this.#native.dropProgram();
        return { outcome: bytes };
      }
      compilation = modules.compile(id, shared, bytes, {
        minimumPages: block[Block.minimumPages] as number,
        maximumPages: block[Block.declaredPages] as number,
        engineBytes: block[Block.engineBytes] as number,
        renewable: block[Block.renewable] === 1,
      });
    }
    return compilation.settled ? { outcome: this.#loaded(compilation) } : { compilation };
  }

  /** False: exec has prepared another program. */
  *#runImage(program: CompiledProgram, launch: Launch): Steps<boolean> {
    try {
      this.#instantiate(program, launch);
      const thrown = yield* this.#enter(launch);
      this.#left = (this.#export('asyncify_get_state')?.() ?? asyncifyNormal) === asyncifyNormal;
      if (thrown === undefined) return true;
      if (thrown.error !== this.#host.unwind) throw thrown.error;
    } catch (error) {
      if (error !== this.#host.unwind) throw error;
    }
    return this.#nextProgram === undefined;
  }

  #instantiate(program: CompiledProgram, launch: Launch): void {
    const native = this.#native;
    this.releaseMemory();
    const initial = Math.max(program.minimumPages, launch.parentPages);
    const maximum = Math.min(program.maximumPages, this.#limit);
    // A memory that is larger than it must be has grown before; a copy of another has the size of that.
    const slack = launch.kind === LaunchKind.start ? sparePages : 0;
    let spare = program.renewable
      ? this.#host.instances.take(program.module, initial, initial + slack, maximum)
      : undefined;
    const fits = initial <= maximum && native.reserveEngine(program.engineBytes);
    if (spare !== undefined && !(fits && native.reserveMemory(spare.memory.memory.buffer.byteLength))) {
      this.#host.instances.give(spare);
      spare = undefined;
    }
    if (!fits || (spare === undefined && !native.reserveMemory(initial * pageBytes))) {
      throw new StartFailure(
        'cannot allocate memory: the limit memoryLimitBytes of the sandbox or that of ulimit -v is reached',
        0,
        sigkill,
      );
    }
    this.#handlerDepth = 0;
    this.#exports = {};
    this.#left = this.#renewable = false;
    if (spare === undefined) this.#make(program, initial, maximum);
    else this.#renew(spare, launch);
    this.#exports = (this.#instance as unknown as Instance).exports;
    this.#host.bridge.table.set(this.#slot, this.#export('__signal_deliver') ?? null);
  }

  #bind(instance: Instance): void {
    this.#instance = instance;
    this.#native.bindMemory(instance.memory.memory);
    this.buffer = instance.memory.memory.buffer;
  }

  #make({ module, renewable }: CompiledProgram, initial: number, maximum: number): void {
    const { bridge, memories } = this.#host;
    const instance: Instance = {
      module,
      exports: {},
      memory: memories.take(initial, maximum),
      stackPointer: undefined,
      top: 0,
    };
    this.#bind(instance);
    instance.exports = new WebAssembly.Instance(module, {
      linux: bridge.linux,
      wasi_snapshot_preview1: bridge.wasi,
      wasmsand: { memory: instance.memory.memory, grow: this.#grow },
    }).exports;
    const stackPointer = instance.exports.__stack_pointer;
    if (stackPointer instanceof WebAssembly.Global) {
      instance.stackPointer = stackPointer;
      instance.top = Number(stackPointer.value);
    }
    this.#renewable = renewable && this.#native.keepNewMemory();
  }

  #renew(instance: Instance, launch: Launch): void {
    this.#bind(instance);
    if (instance.stackPointer !== undefined) instance.stackPointer.value = instance.top;
    // Of any other kind it becomes a copy of what there was.
    if (launch.kind === LaunchKind.start && !this.#native.makeNewMemory()) throw new Error('a new memory is not known');
    this.#renewable = true;
  }

  get #stackPointer(): WebAssembly.Global | undefined {
    return this.#instance?.stackPointer;
  }

  // What memory.grow of a program of the guest's own has become.
  readonly #grow = (delta: number): number => {
    const block = this.#block;
    const { memory } = (this.#instance as Instance).memory;
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
    if (this.#instance === undefined) return;
    this.#native.memoryChanged();
    this.buffer = this.#instance.memory.memory.buffer;
  }

  /** What the guest's import `new_stack` calls, and who has none cannot have called. */
  newStack(): GuestFunction | undefined {
    return this.#export('__new_stack');
  }

  #export(name: string): GuestFunction | undefined {
    const value = this.#exports[name];
    return typeof value === 'function' ? (value as GuestFunction) : undefined;
  }

  *#enter(launch: Launch): Steps<Thrown | undefined> {
    const start = this.#export(startExport);
    if (start !== undefined) {
      const thrown = yield { function: start, arguments: [] };
      if (thrown !== undefined) return thrown;
    }
    if (launch.kind !== LaunchKind.start) {
      if (this.#stackPointer !== undefined) this.#stackPointer.value = launch.stackPointer;
      this.#native.copyParent();
    }
    this.#throughClone = launch.kind === LaunchKind.clone || launch.kind === LaunchKind.wake || launch.throughClone;
    if (launch.kind === LaunchKind.fork) this.#rewind(launch.asyncifyData, 0, After.resume);
    const name = this.#throughClone ? '__child_main' : '_start';
    const entered = this.#export(name);
    if (entered === undefined) throw new StartFailure(`the program has no function ${name}`, cannotExecute);
    for (;;) {
      const thrown = yield { function: entered, arguments: [launch.functionIndex, launch.functionArgument] };
      if (thrown !== undefined || this.#export('asyncify_get_state')?.() !== asyncifyUnwinding) return thrown;
      yield* this.#forkUnwound();
    }
  }

  // The guest has left its stack in memory and returned to us: the child copies it, then both go back in.
  *#forkUnwound(): Steps<void> {
    const block = this.#block;
    const data = this.#asyncifyData;
    this.#export('asyncify_stop_unwind')?.();
    for (;;) {
      block[Block.arguments] = data;
      block[Block.arguments + 1] = Number(this.#stackPointer?.value ?? 0);
      block[Block.arguments + 2] = this.#throughClone ? 1 : 0;
      this.#native.fork();
      if (block[Block.after] !== After.blocked) break;
      yield 'wait';
    }
    this.#rewind(data, block[Block.result] as number, block[Block.after] as number);
  }

  #rewind(data: number, result: number, after: number): void {
    this.#forkResult = result;
    this.#afterFork = after;
    this.#export('asyncify_start_rewind')?.(data);
  }

  /** The guest's call of fork, on its way out or on its way back in. */
  fork(): { result: number; follow: number } {
    const state = this.#export('asyncify_get_state');
    const buffer = this.#export('__fork_buffer');
    if (state === undefined || buffer === undefined) return { result: enosys, follow: Follow.nothing };
    if (state() === asyncifyRewinding) {
      this.#export('asyncify_stop_rewind')?.();
      return { result: this.#forkResult, follow: this.#afterFork };
    }
    // A handler is called through frames of the bridge, which asyncify cannot take apart.
    if (this.#handlerDepth > 0) return { result: enosys, follow: Follow.nothing };
    this.#asyncifyData = buffer();
    this.#export('asyncify_start_unwind')?.(this.#asyncifyData);
    return { result: 0, follow: Follow.nothing };
  }

  /** The guest's call of clone: what followed it is in the block. */
  clone(functionIndex: number, argument: number): number {
    const block = this.#block;
    block[Block.after] = After.resume;
    if (this.#export('__child_main') === undefined || this.#stackPointer === undefined) return enosys;
    block[Block.arguments] = functionIndex;
    block[Block.arguments + 1] = argument;
    block[Block.arguments + 2] = Number(this.#stackPointer.value);
    this.#native.clone();
    return block[Block.result] as number;
  }

  /** The next handler that is to run: `Taken`. */
  takeSignal(): number {
    for (;;) {
      const handler = this.#native.takeSignal() === true;
      if (!handler && this.#block[Block.after] === After.blocked) return Taken.wait;
      if (!handler) return this.#block[Block.restart] === 1 ? Taken.restart : Taken.none;
      this.#handlerDepth++;
      if (this.#export('__signal_deliver') !== undefined) return Taken.handler;
      this.signalDone(this.#block[Block.signal + 7] as number);
    }
  }

  /** BridgeCalls.signalWord. */
  signalWord(index: number): number {
    return index === 8 ? this.#slot : (this.#block[Block.signal + index] as number);
  }

  /** It may have left by siglongjmp, which is an exception. */
  signalLeft(): void {
    this.#handlerDepth--;
  }

  signalDone(frame: number): void {
    this.#handlerDepth--;
    this.#block[Block.arguments] = frame;
    this.#native.signalDone();
  }

  /** Whether exec has begun and waits for its program. */
  get executing(): boolean {
    return this.#loading !== undefined;
  }

  /** Nothing: it must wait, and be called again. The old program goes only when the new one is known to be fit to run. */
  exec(): number | undefined {
    if (!this.executing) {
      this.#native.describeImage(true);
      this.#limit = this.#block[Block.maximumPages] as number;
    }
    const program = this.#load();
    if (program === undefined) return undefined;
    if (typeof program === 'string') return enoexec;
    this.#nextProgram = program;
    this.#native.commitExec();
    return 0;
  }

  *#fail(error: unknown): Steps<void> {
    if (error === this.#host.unwind) return;
    if (error instanceof StartFailure) {
      yield* this.#writeError(`wasmsand: ${error.message}\n`);
      this.#native.setStatus(error.exitCode, error.signal);
      return;
    }
    const signal = signalOfTrap(error);
    if (signal === undefined) yield* this.#writeError(`wasmsand: ${describeFailure(error)}\n`);
    this.#native.setStatus(0, signal ?? sigkill);
  }

  *#writeError(message: string): Steps<void> {
    while (!this.#native.writeError(message)) yield 'wait';
  }
}
