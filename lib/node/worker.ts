// A worker of the pool. A worker of the kind `threads` runs one process at a time: it waits for a process in native code, runs it and waits
// for the next one. Its event loop does not turn meanwhile. A worker of the kind `stacks` runs many processes, each on a stack that the
// engine can switch, and its event loop turns.

import { createRequire } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Block } from '../abi/generated/guest-block.js';
import type { Announcement } from '../guest/compiled-programs.js';
import { ModuleStore, type ModuleSurroundings } from '../guest/modules.js';
import type { RuntimeOf } from '../guest/runtime.js';
import { runOnStacks } from '../guest/stacks.js';
import { runOnThread } from '../guest/thread.js';
import type { WorkerNative } from '../guest/worker-native.js';
import type { WorkerParts, WorkerStart } from '../guest/worker-parts.js';

/** Tells the other workers what it is told. */
const owner = parentPort as MessagePort;

const moduleSurroundings: ModuleSurroundings = {
  heapBytes: () => getHeapStatistics().used_heap_size,
  announce: (announcement) => owner.postMessage(announcement),
  announced: () => (receiveMessageOnPort(owner) as { message: Announcement } | undefined)?.message,
};

/** `runtimeOf`: of programs that are no plain modules; for workers with a thread for each process. */
export function runWorker(runtimeOf?: RuntimeOf): void {
  const start = workerData as WorkerStart;
  const native = (createRequire(start.addon)(start.addon) as { worker: WorkerNative }).worker;
  const parts: WorkerParts = {
    start,
    native,
    // An ArrayBuffer of its own is outside of the collected heap, so C++ can keep its address.
    block: new Int32Array(new ArrayBuffer(Block.length * 4)),
    // Not an Error: a guest's exit must not pay for a stack trace.
    unwind: Object.freeze({}),
    modules: new ModuleStore(native, moduleSurroundings, start.programs, start.kind === 'stacks'),
  };
  if (start.kind === 'threads') {
    runOnThread(parts, runtimeOf);
    return;
  }
  // A process that was ended in the middle may leave a rejected promise that nobody handles any more.
  process.on('unhandledRejection', () => {});
  runOnStacks(parts);
}
