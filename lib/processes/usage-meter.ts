// What a run has used, and what its limits have to do with how it ended.

import { UsageField } from '../abi/generated/kernel-fields.js';
import type { LimitName } from '../api/limit-table.js';
import { timeLimitIn } from '../api/limits.js';
import type { ErrorClass, RunUsage } from '../api/types.js';
import type { Kernel } from '../kernel/kernel.js';

/** Those that measure now: the kernel has one peak, which each of them begins anew. */
const measuring = new WeakMap<Kernel, Set<UsageMeter>>();

/** What the sandbox has used since this was made, for a run that was asked for a little before. */
export class UsageMeter {
  readonly #kernel: Kernel;
  readonly #began: number;
  readonly #before = new Float64Array(UsageField.count);
  /** As others have found it when they began. */
  #peakMemoryBytes = 0;

  constructor(kernel: Kernel, began: number) {
    this.#kernel = kernel;
    this.#began = began;
    kernel.usage(this.#before);
    const all = measuring.get(kernel) ?? new Set();
    for (const meter of all) meter.#notePeak(this.#before);
    measuring.set(kernel, all.add(this));
    kernel.resetPeakMemory();
  }

  #notePeak(usage: Float64Array): void {
    this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes, usage[UsageField.peakMemoryBytes] ?? 0);
  }

  read(limitsHit: LimitName[]): { executionTimeMs: number; usage: RunUsage } {
    const now = new Float64Array(UsageField.count);
    this.#kernel.usage(now);
    this.#notePeak(now);
    const grown = (field: number): number => (now[field] ?? 0) - (this.#before[field] ?? 0);
    return {
      executionTimeMs: performance.now() - this.#began,
      usage: {
        cpuMs: grown(UsageField.cpuMs),
        peakMemoryBytes: this.#peakMemoryBytes,
        processes: grown(UsageField.processesStarted),
        limitsHit,
      },
    };
  }

  /** It is not read any more. */
  close(): void {
    measuring.get(this.#kernel)?.delete(this);
  }
}

/** The usage of what never ran. */
export function noUsage(limitsHit: LimitName[] = []): RunUsage {
  return { cpuMs: 0, peakMemoryBytes: 0, processes: 0, limitsHit };
}

interface Ending {
  timedOut: boolean;
  cancelled: boolean;
  /** Whether output was lost. */
  truncated: boolean;
  /** Whether it has not managed. */
  failed: boolean;
}

/** What has ended a run that has met these limits, the first one first, or why it failed. */
export function causeOf(
  { timedOut, cancelled, truncated, failed }: Ending,
  met: LimitName[],
): { timedOut: boolean; errorClass?: ErrorClass; limit?: LimitName } {
  // The last reply can be here before what says that time was up.
  const timeLimit = timeLimitIn(met) ?? (timedOut ? 'timeoutMs' : undefined);
  if (timeLimit !== undefined) return { timedOut: true, errorClass: 'TIMEOUT', limit: timeLimit };
  if (cancelled) return { timedOut: false, errorClass: 'CANCELLED' };
  if (!truncated && !(failed && met.length > 0)) return { timedOut: false };
  const limit = met[0] ?? 'maxOutputBytes';
  return { timedOut: false, errorClass: limit === 'network' ? 'CAPABILITY_DENIED' : 'LIMIT_EXCEEDED', limit };
}
