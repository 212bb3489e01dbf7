// One process on this worker: has its program made ready and run to its end, and follows what its calls lead to: exec, signals. A
// generator: what enters the guest or waits is done by whoever runs it, on the worker's stack or on one that can be switched.

import { ENOEXEC, ENOSYS } from '../abi/generated/errno.js';
import { After, Block, LaunchKind } from '../abi/generated/guest-block.js';
import { signals } from '../abi/generated/signals.js';
import { Follow, Taken } from './bridge.js';
import type { CompiledProgram } from './compiled-programs.js';
import { Instance } from './instance.js';
import type { SpareInstance } from './instance-pool.js';
import type { PooledMemory } from './memory-pool.js';
import type { Compilation } from './modules.js';
import {
  type GuestFunction,
  type GuestSurroundings,
  type Launch,
  type Runtime,
  type RuntimeProcess,
  StartFailure,
  type Steps,
} from './runtime.js';
import { describeFailure, signalOfTrap } from './traps.js';
import type { WorkerNative } from './worker-native.js';

const pageBytes = 65536;
/** By so much the memory of an instance that is used again may be larger than that of a new one. */
const sparePages = 16;
const mostPages = 65536;
const cannotExecute = 126;
const freshStart: Launch = {
  kind: LaunchKind.start,
  parentPages: 0,
  functionIndex: 0,
  functionArgument: 0,
  stackPointer: 0,
  asyncifyData: 0,
  throughClone: false,
};

/** A program on its way: there already or not to be had, or being compiled, for this process or another; or neither: another worker loads it. */
interface Loading {
  outcome?: CompiledProgram | string;
  compilation?: Compilation;
}

export class Guest implements RuntimeProcess {
  readonly surroundings: GuestSurroundings;
  readonly slot: number;
  readonly #native: WorkerNative;
  readonly #block: Int32Array;

  // Of the image that runs now.
  #memory: PooledMemory | undefined;
  buffer = new ArrayBuffer(0);
  /** Nothing: it is no module. */
  #instance: Instance | undefined;
  /** What is left of the last one. */
  #spare: SpareInstance | undefined;
  #handlerDepth = 0;
  #nextProgram: CompiledProgram | undefined;
  #loading: Loading | undefined;
  /** How many pages the next image may have. */
  #limit = 0;

  constructor(surroundings: GuestSurroundings, slot: number) {
    this.surroundings = surroundings;
    this.#native = surroundings.native;
    this.#block = surroundings.block;
    this.slot = slot;
    const { table } = surroundings.bridge;
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
      if (outcome === undefined) return this.#leave(compilation);
      for (let program = outcome; ; ) {
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
      if (compilation.error !== undefined) this.surroundings.modules.keepFailure(compilation);
      this.#native.programSettled(compilation.id);
    });
    this.#native.processLeft(compilation?.id ?? 0);
    return false;
  }

  /** The process has ended, however: its instance keeps no memory. */
  forget(): void {
    this.buffer = new ArrayBuffer(0);
    this.#spare = this.#instance?.spare;
    this.#instance = undefined;
    this.#nextProgram = undefined;
    this.#loading = undefined;
    this.surroundings.bridge.table.set(this.slot, null);
    this.surroundings.bridge.forget();
  }

  /** Nothing of the instance can run any more: it, or its memory alone, is another's if that is as new. */
  releaseMemory(): void {
    const memory = this.#memory;
    const spare = this.#spare ?? this.#instance?.spare;
    this.#memory = this.#spare = undefined;
    const isNew = this.#native.releaseMemory();
    if (memory === undefined) return;
    if (!isNew) this.surroundings.memories.drop(memory.memory.buffer.byteLength);
    else if (spare !== undefined) this.surroundings.instances.give(spare);
    else this.surroundings.memories.give(memory);
  }

  #readLaunch(): Launch {
    const block = this.#block;
    return {
      kind: block[Block.launchKind] as number,
      parentPages: block[Block.parentPages] as number,
      functionIndex: block[Block.function] as number,
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
      this.#loading.compilation?.waiters.push(() => this.#native.wakeSlot(this.slot));
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
    const { modules } = this.surroundings;
    const id = (block[Block.programHigh] as number) * 2 ** 32 + ((block[Block.programLow] as number) >>> 0);
    const shared = block[Block.programShared] === 1;
    const known = modules.get(id, shared);
    if (known !== undefined) return { outcome: known };
    const failure = modules.takeFailure(id);
    if (failure !== undefined) return { outcome: describeFailure(failure) };
    let compilation = modules.compiling(id);
    if (compilation === undefined) {
      const bytes = this.#native.readProgram(next);
      if (bytes === undefined) return {};
      if (typeof bytes === 'string') {
        this.#native.dropProgram();
        return { outcome: bytes };
      }
      compilation = modules.compile(id, shared, bytes, {
        minimumPages: block[Block.minimumPages] as number,
        maximumPages: block[Block.declaredPages] as number,
        engineBytes: block[Block.engineBytes] as number,
        renewable: block[Block.renewable] === 1,
        yields: block[Block.yields] === 1,
      });
    }
    return compilation.settled ? { outcome: this.#loaded(compilation) } : { compilation };
  }

  /** False: exec has prepared another program. */
  *#runImage(program: CompiledProgram, launch: Launch): Steps<boolean> {
    try {
      this.releaseMemory();
      this.#handlerDepth = 0;
      const runtime = this.#runtimeOf(program);
      runtime.prepare(program, launch);
      const thrown = yield* runtime.run(launch);
      if (thrown === undefined) return true;
      if (thrown.error !== this.surroundings.unwind) throw thrown.error;
    } catch (error) {
      if (error !== this.surroundings.unwind) throw error;
    }
    return this.#nextProgram === undefined;
  }

  #runtimeOf(program: CompiledProgram): Runtime {
    const other = this.surroundings.runtimeOf?.(program, this);
    this.#instance = other === undefined ? new Instance(this) : undefined;
    return other ?? (this.#instance as Instance);
  }

  takeMemory(program: CompiledProgram, least: number): PooledMemory {
    const initial = Math.max(program.minimumPages, least);
    const maximum = Math.min(program.maximumPages, this.#limit);
    // Asked even for what cannot be: the sandbox's owner is to hear of it.
    if (!this.#reserve(program, initial * pageBytes) || initial > maximum) {
      throw new StartFailure(
        'cannot allocate memory: the limit memoryLimitBytes of the sandbox or that of ulimit -v is reached',
        0,
        signals.SIGKILL,
      );
    }
    const memory = this.surroundings.memories.take(initial, maximum);
    if (memory === undefined)
      throw new StartFailure('cannot allocate memory: the host process has no mappings left', 0, signals.SIGKILL);
    this.#bind(memory);
    return memory;
  }

  takeInstance(program: CompiledProgram, { kind, parentPages }: Launch): SpareInstance | undefined {
    if (!program.renewable) return undefined;
    const least = Math.max(program.minimumPages, parentPages);
    // A memory that is larger than it must be has grown before; a copy of another has the size of that.
    const most = kind === LaunchKind.start ? least + sparePages : least;
    const maximum = Math.min(program.maximumPages, this.#limit);
    const spare = this.surroundings.instances.take(program.module, least, most, maximum);
    if (spare === undefined) return undefined;
    if (!this.#reserve(program, spare.memory.memory.buffer.byteLength)) {
      this.surroundings.instances.give(spare);
      return undefined;
    }
    this.#bind(spare.memory);
    return spare;
  }

  #reserve({ engineBytes }: CompiledProgram, bytes: number): boolean {
    return this.#native.reserveEngine(engineBytes) && this.#native.reserveMemory(bytes);
  }

  #bind(memory: PooledMemory): void {
    this.#memory = memory;
    this.#native.bindMemory(memory.memory);
    this.buffer = memory.memory.buffer;
  }

  readonly growMemory = (delta: number): number => {
    const block = this.#block;
    const { memory } = this.#memory as PooledMemory;
    const old = memory.buffer.byteLength / pageBytes;
    const pages = old + (delta >>> 0);
    if (pages === old) return old;
    if (pages > mostPages) return -1;
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
    this.buffer = this.#memory.memory.buffer;
  }

  /** What the guest's import `new_stack` calls, and who has none cannot have called. */
  newStack(): GuestFunction | undefined {
    return this.#instance?.newStack();
  }

  /** The guest's call of fork, on its way out or on its way back in. */
  fork(): { result: number; follow: number } {
    return this.#instance?.fork() ?? { result: -ENOSYS, follow: Follow.nothing };
  }

  /** The guest's call of clone: what followed it is in the block. */
  clone(functionIndex: number, argument: number): number {
    this.#block[Block.after] = After.resume;
    return this.#instance?.clone(functionIndex, argument) ?? -ENOSYS;
  }

  /** The guest's call of link. */
  link(request: number): number {
    return this.#instance?.link(request) ?? -ENOSYS;
  }

  get inHandler(): boolean {
    return this.#handlerDepth > 0;
  }

  /** The next handler that is to run: `Taken`. */
  takeSignal(): number {
    for (;;) {
      const handler = this.#native.takeSignal() === true;
      if (!handler && this.#block[Block.after] === After.blocked) return Taken.wait;
      if (!handler) return this.#block[Block.restart] === 1 ? Taken.restart : Taken.none;
      this.#handlerDepth++;
      if (this.#instance?.takesSignals) return Taken.handler;
      this.signalDone(this.#block[Block.signalFrame] as number);
    }
  }

  /** BridgeCalls.signalWord. */
  signalWord(index: number): number {
    return index === 8 ? this.slot : (this.#block[Block.signal + index] as number);
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
    if (typeof program === 'string') return -ENOEXEC;
    this.#nextProgram = program;
    this.#native.commitExec();
    return 0;
  }

  *#fail(error: unknown): Steps<void> {
    if (error === this.surroundings.unwind) return;
    if (error instanceof StartFailure) {
      yield* this.#writeError(`wasmsand: ${error.message}\n`);
      this.#native.setStatus(error.exitCode, error.signal);
      return;
    }
    const signal = signalOfTrap(error);
    if (signal === undefined) yield* this.#writeError(`wasmsand: ${describeFailure(error)}\n`);
    this.#native.setStatus(0, signal ?? signals.SIGKILL);
  }

  *#writeError(message: string): Steps<void> {
    while (!this.#native.writeError(message)) yield 'wait';
  }
}
