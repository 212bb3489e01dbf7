// A pooled worker. Of the kind `threads`, a worker runs one process at a time: it waits in native code for one, runs it,
// waits for the next, and its event loop does not turn meanwhile. Of the kind `stacks` it runs many, each on a stack that the engine
// can switch, and its event loop turns.

import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { Block } from '../abi/generated/guest-block.js';
import type { Announcement } from '../guest/compiled-programs.js';
import { ModuleStore } from '../guest/modules.js';
import type { RuntimeOf } from '../guest/runtime.js';
import { runOnStacks } from '../guest/stacks.js';
import { runOnThread } from '../guest/thread.js';
import type { WorkerNative } from '../guest/worker-native.js';

export interface WorkerStart {
  addon: string;
  /** NativeAddon.poolId() of the owning thread. */
  pool: number;
  /** Names this worker to the pool. */
  worker: number;
  /** What other workers have compiled of the image so far. */
  programs: Announcement[];
  kind: 'threads' | 'stacks';
  /** Of a stack that the engine switches. */
  stackBytes: number;
}

/** What both kinds of worker begin with. */
export interface WorkerParts {
  start: WorkerStart;
  native: WorkerNative;
  block: Int32Array;
  /** What calls throw when the guest must go. */
  unwind: object;
  modules: ModuleStore;
}

/** `runtimeOf`: of programs that are no plain modules; for workers with a thread for each process. */
export function runWorker(runtimeOf?: RuntimeOf): void {
  const start = workerData as WorkerStart;
  const native = (createRequire(start.addon)(start.addon) as { worker: WorkerNative }).worker;
  const parts: WorkerParts = {
    start,
    native,
    // An ArrayBuffer of its own lies outside the collected heap: C++ keeps its address.
    block: new Int32Array(new ArrayBuffer(Block.length * 4)),
    // No Error: a guest's exit must not pay for a stack trace.
    unwind: Object.freeze({}),
    modules: new ModuleStore(native, start.programs, start.kind === 'stacks'),
  };
  if (start.kind === 'stacks') runOnStacks(parts);
  else runOnThread(parts, runtimeOf);
}
