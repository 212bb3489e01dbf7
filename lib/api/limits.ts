// The limits of a sandbox: their names, ranges and defaults.

import type { limitNames } from '../abi/generated/kernel-fields.js';

/** The name of a limit, which is the name of the option that sets it. */
export type LimitName = (typeof limitNames)[number];

/** The limits that can be set for one sandbox. */
type SandboxLimit = Exclude<LimitName, 'hostMemoryBytes' | 'network'>;

export type ResolvedLimits = Record<SandboxLimit, number>;

/** The rare limits, each by its name, and the `preset` for all limits that you do not set. */
export interface LimitOptions {
  /** Default `'default'`. */
  preset?: LimitPreset;
  /** Open descriptors of all processes together. Default 16 384. */
  maxDescriptors?: number;
  /** Room of all pipes together; new ones hold 4 KiB when it is used up. Default 64 MiB, or a quarter of `memoryLimitBytes` if that is less. */
  maxPipeBytes?: number;
  /** Record locks (`fcntl`) of all processes together. Default, and at most, 8192. */
  maxLocks?: number;
  /** Sockets of all processes, with connections that wait to be accepted. Default, and at most, 4096. */
  maxSockets?: number;
  /** Size to which a process may write a file; 0: any. Default 0. */
  maxFileBytes?: number;
  /** Open descriptors of one process, 1024 of them until it asks for more (`ulimit -n`). Default, and at most, 4096. */
  maxOpenFiles?: number;
  /** Arguments and environment of one process. Default, and at most, 2 MiB; at least the 128 KiB that programs count on. */
  maxArgumentBytes?: number;
  /** Timers (`timer_create`) of one process. Default, and at most, 64. */
  maxTimers?: number;
  /** Real-time signals that wait for one process. Default, and at most, 1024. */
  maxQueuedSignals?: number;
  /** Size of a program that the sandbox brings itself. Default, and at most, 64 MiB. */
  maxProgramBytes?: number;
  /** Bytes of a command line of `run` with its `args`, and of code of a session of Python. Default 8 MiB. */
  maxCommandBytes?: number;
}

/** `'strict'`: for the command lines of strangers. */
export type LimitPreset = 'default' | 'strict';

const kibi = 1024;
const mebi = 1024 * kibi;
const pipeBytes = 64 * mebi;
const pipeShare = 4;

// A process has 4 GiB of memory at most.
const mostMemory = 4096 * 2 ** 32;
// No JavaScript string can be longer, and the output becomes one.
const mostOutput = 2 ** 29 - 24;

/** The unit, minimum and maximum of each limit that is a whole number. */
export const limitRanges: Record<Exclude<SandboxLimit, 'timeoutMs' | 'cpuTimeoutMs'>, [string, number, number]> = {
  memoryLimitBytes: ['bytes', mebi, mostMemory],
  fsLimitBytes: ['bytes', 1, mostMemory],
  fileCountLimit: ['files', 1, 2 ** 32],
  // Much of the kernel's work loops over all processes.
  maxProcesses: ['processes', 1, 4096],
  maxOutputBytes: ['bytes', 1, mostOutput],
  // The kernel walks over earlier snapshots to find what one of them costs.
  maxSnapshots: ['snapshots', 1, 256],
  maxDescriptors: ['descriptors', 64, 262_144],
  maxPipeBytes: ['bytes', 64 * kibi, kibi * mebi],
  // A call about a lock looks at all locks of its file.
  maxLocks: ['locks', 1, 8192],
  maxSockets: ['sockets', 1, 4096],
  maxFileBytes: ['bytes', 0, Number.MAX_SAFE_INTEGER],
  maxOpenFiles: ['descriptors', 16, 4096],
  maxArgumentBytes: ['bytes', 128 * kibi, 2 * mebi],
  maxTimers: ['timers', 1, 64],
  maxQueuedSignals: ['signals', 1, 1024],
  maxProgramBytes: ['bytes', 1, 64 * mebi],
  maxCommandBytes: ['bytes', 1, 32 * mebi],
};

export const limitPresets: Record<LimitPreset, ResolvedLimits> = {
  default: {
    timeoutMs: 30_000,
    cpuTimeoutMs: 0,
    memoryLimitBytes: 256 * mebi,
    fsLimitBytes: 256 * mebi,
    fileCountLimit: 100_000,
    maxProcesses: 64,
    maxOutputBytes: 8 * mebi,
    maxSnapshots: 64,
    maxDescriptors: 16_384,
    maxPipeBytes: pipeBytes,
    maxLocks: 8192,
    maxSockets: 4096,
    maxFileBytes: 0,
    maxOpenFiles: 4096,
    maxArgumentBytes: 2 * mebi,
    maxTimers: 64,
    maxQueuedSignals: 1024,
    maxProgramBytes: 64 * mebi,
    maxCommandBytes: 8 * mebi,
  },
  strict: {
    timeoutMs: 10_000,
    cpuTimeoutMs: 5000,
    memoryLimitBytes: 128 * mebi,
    fsLimitBytes: 64 * mebi,
    fileCountLimit: 10_000,
    maxProcesses: 32,
    maxOutputBytes: mebi,
    maxSnapshots: 16,
    maxDescriptors: 2048,
    maxPipeBytes: 4 * mebi,
    maxLocks: 512,
    maxSockets: 256,
    maxFileBytes: 32 * mebi,
    maxOpenFiles: 256,
    maxArgumentBytes: 256 * kibi,
    maxTimers: 8,
    maxQueuedSignals: 128,
    maxProgramBytes: 8 * mebi,
    maxCommandBytes: 64 * kibi,
  },
};

/** The limit of time among these limits that ended a command; `undefined`: none. */
export function timeLimitIn(met: LimitName[]): 'timeoutMs' | 'cpuTimeoutMs' | undefined {
  return met.find((limit) => limit === 'timeoutMs' || limit === 'cpuTimeoutMs');
}

/** Fills in and checks all limits of a sandbox. `given` has some of them. */
export function resolveLimits(preset: LimitPreset, given: Partial<ResolvedLimits>): ResolvedLimits {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const limits: ResolvedLimits = { ...limitPresets[preset], ...set };
  const share = Math.max(Math.floor(limits.memoryLimitBytes / pipeShare), limitRanges.maxPipeBytes[1]);
  if (given.maxPipeBytes === undefined) limits.maxPipeBytes = Math.min(limits.maxPipeBytes, share);
  return limits;
}
