// Translates the limits of a sandbox for its kernel.

import type { ResolvedLimits } from '../api/limits.js';
import type { KernelOptions } from '../kernel/kernel.js';

/** The TypeScript side enforces `maxOutputBytes`, `maxCommandBytes` and the limits of time. */
export function kernelLimits(limits: ResolvedLimits): Omit<KernelOptions, 'hostname'> {
  return {
    memoryBytes: limits.memoryLimitBytes,
    fileSystemBytes: limits.fsLimitBytes,
    fileCount: limits.fileCountLimit,
    processes: limits.maxProcesses,
    descriptors: limits.maxDescriptors,
    snapshots: limits.maxSnapshots,
    pipeBytes: limits.maxPipeBytes,
    locks: limits.maxLocks,
    sockets: limits.maxSockets,
    fileBytes: limits.maxFileBytes,
    openFiles: limits.maxOpenFiles,
    argumentBytes: limits.maxArgumentBytes,
    timers: limits.maxTimers,
    queuedSignals: limits.maxQueuedSignals,
    programBytes: limits.maxProgramBytes,
  };
}
