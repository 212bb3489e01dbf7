// Counts how much of its budget a sandbox has used.

import type { NetworkBudget, NetworkErrorCode } from '../api/network.js';

/** A budget that is used up. */
export interface Exhausted {
  readonly code: NetworkErrorCode;
  readonly reason: string;
}

const codes = {
  requests: 'E_NET_REQUESTS',
  sentBytes: 'E_NET_SENT_BYTES',
  receivedBytes: 'E_NET_RECEIVED_BYTES',
  timeMs: 'E_NET_TIME',
  concurrency: 'E_NET_CONCURRENCY',
} as const;

const exhausted = (name: keyof typeof codes, limit: number): Exhausted => ({
  code: codes[name],
  reason: `network.budget.${name} (${limit}) is used up`,
});

export class Budget {
  readonly #limits: Readonly<NetworkBudget>;
  readonly #now: () => number;
  readonly #used = { requests: 0, sentBytes: 0, receivedBytes: 0, timeMs: 0 };
  #underWay = 0;
  #since = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(limits: Readonly<NetworkBudget>, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The reason to refuse one more request. Without a reason the request is under way until `end`. */
  begin(): Exhausted | undefined {
    const { concurrency = Number.POSITIVE_INFINITY } = this.#limits;
    const spent = this.spent();
    if (spent !== undefined) return spent;
    if (this.#underWay >= concurrency) return exhausted('concurrency', concurrency);
    const { requests = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#used.requests >= requests) return exhausted('requests', requests);
    this.#used.requests++;
    if (this.#underWay++ === 0) this.#since = this.#now();
    return undefined;
  }

  end(): void {
    if (--this.#underWay === 0) this.#used.timeMs += this.#now() - this.#since;
  }

  addSent(bytes: number): void {
    this.#used.sentBytes += bytes;
  }

  addReceived(bytes: number): void {
    this.#used.receivedBytes += bytes;
  }

  /** The used-up part of the budget for bytes or time; all requests under way must then end. */
  spent(): Exhausted | undefined {
    const { sentBytes = Number.POSITIVE_INFINITY, receivedBytes = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#used.sentBytes > sentBytes) return exhausted('sentBytes', sentBytes);
    if (this.#used.receivedBytes > receivedBytes) return exhausted('receivedBytes', receivedBytes);
    return this.timeLeftMs() <= 0 ? exhausted('timeMs', this.#limits.timeMs!) : undefined;
  }

  timeLeftMs(): number {
    const { timeMs = Number.POSITIVE_INFINITY } = this.#limits;
    const running = this.#underWay > 0 ? this.#now() - this.#since : 0;
    return timeMs - this.#used.timeMs - running;
  }
}
