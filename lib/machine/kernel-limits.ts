// The limits of a sandbox as its kernel enforces them.

import type { ResolvedLimits } from '../api/limits.js';
import type { KernelOptions } from '../kernel/kernel.js';

/** `maxOutputBytes`, `maxCommandBytes` and the limits of time are enforced on this side. */
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
