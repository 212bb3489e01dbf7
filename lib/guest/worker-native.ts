// The part of the addon that workers use. Functions without arguments take and give what they need in the block (abi/generated/guest-block.ts).

/** A module that is to be linked, what it is given, and where what it exports comes: of struct link_request (native/abi/abi.json). */
export interface LinkPlan {
  bytes: ArrayBuffer;
  /** Two words for each import: a number (of a function: its place in the table), and whether it may change. */
  imports: Uint32Array;
  /** Where each function comes in the table; 0: nowhere. */
  exports: Uint32Array;
  tableLength: number;
  tableGrowth: number;
}

export interface WorkerNative {
  /** `unwind` is what calls throw when the guest must go; `probe` is called now and then while it waits. False: this worker is not wanted. */
  register(pool: number, worker: number, block: Int32Array, unwind: object, probe: () => void): boolean;
  /**
   * The same for a worker whose processes have stacks of their own. `turn` gives a slot its turn (stacks.ts); `tidy` is called now and
   * then between turns, and tells whether the worker has no process.
   */
  registerStacks(
    pool: number,
    worker: number,
    block: Int32Array,
    unwind: object,
    turn: (slot: number, what: number) => boolean,
    tidy: (idle: boolean) => void,
  ): void;
  /** Of the process whose turn it is. */
  processEnded(): void;
  /** The same begins anew on another worker, or when programSettled says that its `program` is there. */
  processLeft(program: number): void;
  programSettled(program: number): void;
  /** Whether another worker is to run it, since it has become another program by exec, or its program can link modules. */
  misplaced(): boolean;
  /** The same waits until wakeSlot for its program, which is being compiled. Throws `unwind` when it was killed. */
  hostWait(): void;
  wakeSlot(slot: number): void;
  /** Blocks. False: end. */
  waitForJob(): boolean;
  /** Calls `run`, whatever becomes of it, and ends the process. */
  runJob(run: () => void): void;
  describeImage(next: boolean): void;
  /** A sentence instead of bytes says why the program cannot run. Nothing: the process is misplaced here. */
  readProgram(next: boolean): ArrayBuffer | string | undefined;
  /** The program has been compiled: frees the bytes of readProgram. Throws `unwind` when the process was killed meanwhile. */
  dropProgram(): void;
  /**
   * What a call of `link` asks for, charged; or the result of the call, when it cannot be. `dropProgram` follows, as after `readProgram`.
   */
  readLinked(request: number): LinkPlan | number;
  /** It was linked: the result of the call. `exports`: the words of the plan, with the values of globals in their places. */
  keepLinked(exports: Uint32Array, tableLength: number): number;
  /** It was not, and what was charged is given back: the result of the call, which tells the guest why. */
  dropLinked(error: number, why: string, tableLength: number): number;
  /** How many modules the process, as a copy of another, is to be given before it goes on. */
  linkedCount(): number;
  /** One of them. A sentence says why it cannot be linked. `dropProgram` follows in any case. */
  readLinkedAgain(index: number): LinkPlan | string;
  /** Whether some sandbox still has the program; asked only about those that are not of the base image. */
  programExists(id: number): boolean;
  /** How many of those have gone so far. */
  programsGone(): number;
  /** The number of the compilation that begins with what was read last, for `compiled`. */
  beginCompilation(): number;
  /** It has become a module, or none. */
  compiled(compilation: number, module: WebAssembly.Module | undefined): void;
  /** Now and then. `settled`: nothing is being compiled. Whether modules that are only remembered are to be dropped. */
  tidyCode(settled: boolean): boolean;
  collectGarbage(): void;
  /** Charges the sandbox for what the engine takes for an instance beside its memory. */
  reserveEngine(bytes: number): boolean;
  reserveMemory(bytes: number): boolean;
  /** Charges the sandbox for the stacks that the process has beside its first one. */
  chargeStacks(bytes: number): boolean;
  bindMemory(memory: WebAssembly.Memory): void;
  /** The memory bound last is a new instance's: whether it is kept for those that are used again. */
  keepNewMemory(): boolean;
  /** The memory bound last, which is all zero, becomes that of a new instance. Whether it did. */
  makeNewMemory(): boolean;
  /** The guest, whose program yields, is about to run in the memory bound last. */
  beginYielding(): void;
  /** Whether the host process has mappings left for one more memory. */
  mayMakeMemory(): boolean;
  /** For when the engine collects: a memory was made. */
  memoryMade(bytes: number): void;
  /** Likewise: nothing refers to one any more, with so many bytes that could not be given back. */
  memoryDropped(bytes: number): void;
  /** Nothing of the instance that had the memory bound last runs any more. Whether that memory is all zero again. */
  releaseMemory(): boolean;
  /** The guest has grown its memory: before its next call. */
  memoryChanged(): void;
  /** Whether the memory may have that many pages: 0 or -1. */
  growMemory(): void;
  copyParent(): void;
  setStatus(exitCode: number, signal: number): void;
  /** False: it must wait, and be called again when it was woken. */
  writeError(message: string): boolean;

  syscall(): void;
  initStack(): void;
  spawn(): void;
  clone(): void;
  fork(): void;
  wasi(): void;
  takeSignal(): true | undefined;
  signalDone(): void;
  commitExec(): void;
}
