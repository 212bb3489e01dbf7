// What a worker is told when it begins, and what both kinds of worker begin with.

import type { Announcement } from './compiled-programs.js';
import type { ModuleStore } from './modules.js';
import type { WorkerNative } from './worker-native.js';

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
