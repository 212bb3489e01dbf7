// Measures the usage of a run, and tells which limit ended it or made it fail.

import { UsageField } from '../abi/generated/kernel-fields.js';
import type { ErrorClass, RunUsage } from '../api/commands.js';
import type { LimitName } from '../api/limit-table.js';
import { timeLimitIn } from '../api/limits.js';
import type { Kernel } from '../kernel/kernel.js';

/** The meters that measure now. The kernel has one peak, and each new meter resets it. */
const measuring = new WeakMap<Kernel, Set<UsageMeter>>();

/** The sandbox's usage since this meter was made, for a run that was requested shortly before. */
export class UsageMeter {
  readonly #kernel: Kernel;
  readonly #began: number;
  readonly #before = new Float64Array(UsageField.count);
  /** The peak that earlier meters have seen. */
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

  /** `own`: what the run has used apart from what ran beside it, where that is known. */
  read(
    limitsHit: LimitName[],
    own: { cpuMs?: number; processes?: number } = {},
  ): { executionTimeMs: number; usage: RunUsage } {
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
        ...own,
        limitsHit,
      },
    };
  }

  /** The meter is no longer read. */
  close(): void {
    measuring.get(this.#kernel)?.delete(this);
  }
}

/** The usage of a command that never ran. */
export function noUsage(limitsHit: LimitName[] = []): RunUsage {
  return { cpuMs: 0, peakMemoryBytes: 0, processes: 0, limitsHit };
}

interface Ending {
  timedOut: boolean;
  cancelled: boolean;
  /** Whether output was lost. */
  truncated: boolean;
  /** Whether the command failed. */
  failed: boolean;
}

/** The error class and limit of a run that has met these limits, given in order. */
export function causeOf(
  { timedOut, cancelled, truncated, failed }: Ending,
  met: LimitName[],
): { timedOut: boolean; errorClass?: ErrorClass; limit?: LimitName } {
  // The last reply can arrive before the event that time was up.
  const timeLimit = timeLimitIn(met) ?? (timedOut ? 'timeoutMs' : undefined);
  if (timeLimit !== undefined) return { timedOut: true, errorClass: 'TIMEOUT', limit: timeLimit };
  if (cancelled) return { timedOut: false, errorClass: 'CANCELLED' };
  if (!truncated && !(failed && met.length > 0)) return { timedOut: false };
  const limit = met[0] ?? 'maxOutputBytes';
  return { timedOut: false, errorClass: limit === 'network' ? 'CAPABILITY_DENIED' : 'LIMIT_EXCEEDED', limit };
}
