// The runtime of a module of WebAssembly: its instance, and what only one can do that is made of a memory, a stack pointer and
// exports: to be forked and cloned.

import { ENOSYS } from '../abi/generated/errno.js';
import { After, Block, LaunchKind } from '../abi/generated/guest-block.js';
import { Follow } from './bridge.js';
import type { CompiledProgram } from './compiled-programs.js';
import type { SpareInstance } from './instance-pool.js';
import { Linking, startExport } from './linking.js';
import {
  type GuestFunction,
  type Launch,
  type Runtime,
  type RuntimeProcess,
  StartFailure,
  type Steps,
  type Thrown,
} from './runtime.js';

const cannotExecute = 126;
const asyncifyNormal = 0;
const asyncifyUnwinding = 1;
const asyncifyRewinding = 2;

export class Instance implements Runtime {
  readonly #guest: RuntimeProcess;
  #made: SpareInstance | undefined;
  /** Whether the next process may have it, once nothing runs in it any more: whether that is so. */
  #renewable = false;
  #linking: Linking | undefined;
  #left = false;
  #yields = false;
  #throughClone = false;
  #asyncifyData = 0;
  #forkResult = 0;
  #afterFork: number = After.resume;

  constructor(guest: RuntimeProcess) {
    this.#guest = guest;
  }

  prepare(program: CompiledProgram, launch: Launch): void {
    this.#yields = program.yields;
    this.#made = this.#guest.takeInstance(program, launch);
    if (this.#made === undefined) this.#make(program, launch);
    else this.#renew(this.#made, launch);
    this.#guest.surroundings.bridge.table.set(this.#guest.slot, this.#export('__signal_deliver') ?? null);
  }

  #make(program: CompiledProgram, launch: Launch): void {
    const { bridge, native } = this.#guest.surroundings;
    const memory = this.#guest.takeMemory(program, launch.parentPages);
    const { module } = program;
    const { exports } = new WebAssembly.Instance(module, {
      linux: bridge.linux,
      wasi_snapshot_preview1: bridge.wasi,
      wasmsand: { memory: memory.memory, grow: this.#guest.growMemory },
    });
    const exported = exports.__stack_pointer;
    const stackPointer = exported instanceof WebAssembly.Global ? exported : undefined;
    this.#made = { module, exports, memory, stackPointer, top: Number(stackPointer?.value ?? 0) };
    this.#renewable = program.renewable && native.keepNewMemory();
  }

  #renew({ stackPointer, top }: SpareInstance, launch: Launch): void {
    if (stackPointer !== undefined) stackPointer.value = top;
    // Of any other kind it becomes a copy of what there was.
    if (launch.kind === LaunchKind.start && !this.#guest.surroundings.native.makeNewMemory())
      throw new Error('what the memory of a new instance is has been forgotten');
    this.#renewable = true;
  }

  /** What can serve the next process. */
  get spare(): SpareInstance | undefined {
    return this.#renewable && this.#left ? this.#made : undefined;
  }

  get #stackPointer(): WebAssembly.Global | undefined {
    return this.#made?.stackPointer;
  }

  /** Whether handlers of signals can be called. */
  get takesSignals(): boolean {
    return this.#export('__signal_deliver') !== undefined;
  }

  /** What the guest's import `new_stack` calls, and who has none cannot have called. */
  newStack(): GuestFunction | undefined {
    return this.#export('__new_stack');
  }

  #export(name: string): GuestFunction | undefined {
    const value = this.#made?.exports[name];
    return typeof value === 'function' ? (value as GuestFunction) : undefined;
  }

  *run(launch: Launch): Steps<Thrown | undefined> {
    const thrown = yield* this.#enter(launch);
    this.#left = (this.#export('asyncify_get_state')?.() ?? asyncifyNormal) === asyncifyNormal;
    return thrown;
  }

  *#enter(launch: Launch): Steps<Thrown | undefined> {
    const start = this.#export(startExport);
    if (start !== undefined) {
      const thrown = yield { function: start, arguments: [] };
      if (thrown !== undefined) return thrown;
    }
    if (launch.kind !== LaunchKind.start) {
      const thrown = yield* this.#linkAgain();
      if (thrown !== undefined) return thrown;
      if (this.#stackPointer !== undefined) this.#stackPointer.value = launch.stackPointer;
      this.#guest.surroundings.native.copyParent();
    }
    if (this.#yields) this.#guest.surroundings.native.beginYielding();
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
    const block = this.#guest.surroundings.block;
    const data = this.#asyncifyData;
    this.#export('asyncify_stop_unwind')?.();
    for (;;) {
      block[Block.arguments] = data;
      block[Block.arguments + 1] = Number(this.#stackPointer?.value ?? 0);
      block[Block.arguments + 2] = this.#throughClone ? 1 : 0;
      this.#guest.surroundings.native.fork();
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

  fork(): { result: number; follow: number } {
    const state = this.#export('asyncify_get_state');
    const buffer = this.#export('__fork_buffer');
    if (state === undefined || buffer === undefined) return { result: -ENOSYS, follow: Follow.nothing };
    if (state() === asyncifyRewinding) {
      this.#export('asyncify_stop_rewind')?.();
      return { result: this.#forkResult, follow: this.#afterFork };
    }
    // A handler is called through frames of the bridge, which asyncify cannot take apart.
    if (this.#guest.inHandler || this.#linking !== undefined) return { result: -ENOSYS, follow: Follow.nothing };
    this.#asyncifyData = buffer();
    this.#export('asyncify_start_unwind')?.(this.#asyncifyData);
    return { result: 0, follow: Follow.nothing };
  }

  link(request: number): number {
    return this.#made === undefined ? -ENOSYS : this.#linkingOf(this.#made).link(request);
  }

  /** What it has linked, no other instance has: it serves this process alone. */
  #linkingOf({ exports, memory }: SpareInstance): Linking {
    this.#renewable = false;
    const { surroundings, growMemory } = this.#guest;
    this.#linking ??= new Linking(surroundings, { exports, memory: memory.memory, growMemory });
    return this.#linking;
  }

  *#linkAgain(): Steps<Thrown | undefined> {
    const count = this.#guest.surroundings.native.linkedCount();
    return count === 0 || this.#made === undefined ? undefined : yield* this.#linkingOf(this.#made).again(count);
  }

  clone(functionIndex: number, argument: number): number {
    const block = this.#guest.surroundings.block;
    if (this.#export('__child_main') === undefined || this.#stackPointer === undefined) return -ENOSYS;
    block[Block.arguments] = functionIndex;
    block[Block.arguments + 1] = argument;
    block[Block.arguments + 2] = Number(this.#stackPointer.value);
    this.#guest.surroundings.native.clone();
    return block[Block.result] as number;
  }
}
