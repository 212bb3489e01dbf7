// The causes that end a run early: a timeout, an AbortSignal, or a stream or callback of the caller that throws.

import type { Machine } from '../machine/kernel-client.js';

/** The limits of a run, with defaults filled in; 0: no limit. */
export interface Bounds {
  timeoutMs: number;
  cpuTimeoutMs: number;
  signal: AbortSignal | undefined;
}

export class Cancellation {
  timedOut = false;
  cancelled = false;
  failure: { error: unknown } | undefined;
  readonly #machine: Machine;
  readonly #run: number;
  readonly #letGo: () => void;
  #signal: AbortSignal | undefined;

  /** `letGo` is called after all processes of the run were killed. A session that serves the run must then give it up. */
  constructor(machine: Machine, run: number, letGo: () => void) {
    this.#machine = machine;
    this.#run = run;
    this.#letGo = letGo;
  }

  get happened(): boolean {
    return this.timedOut || this.cancelled || this.failure !== undefined;
  }

  /** `began`: when the time of the run has begun. */
  arm(began: number, { timeoutMs, cpuTimeoutMs, signal }: Bounds): void {
    if (timeoutMs > 0 || cpuTimeoutMs > 0) {
      const left = timeoutMs > 0 ? Math.max(1, timeoutMs - (performance.now() - began)) : 0;
      this.#machine.armDeadline(this.#run, left, cpuTimeoutMs, () => {
        this.timedOut = true;
        this.#letGo();
      });
    }
    signal?.addEventListener('abort', this.cancel, { once: true });
    this.#signal = signal;
    // While the process was starting.
    if (signal?.aborted) this.cancel();
  }

  disarm(): void {
    this.#machine.disarmDeadline(this.#run);
    this.#signal?.removeEventListener('abort', this.cancel);
  }

  /** A stream or a callback of the caller threw. */
  readonly fail = (error: unknown): void => {
    this.failure ??= { error };
    this.#kill();
  };

  /** As an abort of the signal. */
  readonly cancel = (): void => {
    this.cancelled = true;
    this.#kill();
  };

  #kill(): void {
    if (!this.#machine.isDestroyed) this.#machine.kernel.killRun(this.#run);
    this.#letGo();
  }
}

/**
 * The result of `work`, or `cancelled` as soon as the signal aborts during the wait for earlier commands. When its turn comes, the signal
 * is found aborted and nothing runs.
 */
export async function cancellableWait<Result>(
  turn: Promise<unknown>,
  result: Promise<Result>,
  signal: AbortSignal,
  cancelled: () => Result,
): Promise<Result> {
  let abort = (): void => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    abort = () => resolve('aborted');
  });
  signal.addEventListener('abort', abort, { once: true });
  const first = await Promise.race([turn, aborted]);
  signal.removeEventListener('abort', abort);
  return first === 'aborted' ? cancelled() : result;
}
