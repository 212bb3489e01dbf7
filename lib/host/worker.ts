// The script of a pooled worker: waits in native code for a process, runs it, waits for the next. Its event loop does not turn
// meanwhile.

import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { Block } from './block.js';
import { Guest } from './guest.js';
import { ModuleStore } from './modules.js';
import type { WorkerNative } from './worker-native.js';

export interface WorkerStart {
  addon: string;
  /** NativeAddon.poolId() of the owning thread. */
  pool: number;
  /** Names this worker to the pool. */
  worker: number;
  /** The name of the channel on which workers share compiled programs. */
  channel: string;
}

const start = workerData as WorkerStart;
const native = (createRequire(start.addon)(start.addon) as { worker: WorkerNative }).worker;
// An ArrayBuffer of its own lies outside the collected heap: C++ keeps its address.
const block = new Int32Array(new ArrayBuffer(Block.length * 4));
// No Error: a guest's exit must not pay for a stack trace.
const unwind = Object.freeze({});

const modules = new ModuleStore(native, start.channel);
let idle = true;

if (native.register(start.pool, start.worker, block, unwind, () => modules.tidy(idle))) {
  const guest = new Guest(native, block, unwind, modules);
  const run = (): void => guest.run();
  while (native.waitForJob()) {
    idle = false;
    native.runJob(run);
    guest.forget();
    modules.tidy(false);
    idle = true;
  }
}
