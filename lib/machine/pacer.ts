// Splits long work into pieces, between which the event loop turns.

import type { Platform } from '../kernel/backend.js';

// Timers may be late by twice as much.
const pieceMs = 4;

/** Resolves at once, or after a turn of the event loop if the work has taken a while. */
export function pacer(platform: Platform): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < pieceMs) return;
    await platform.nextTurn();
    began = performance.now();
  };
}

/** How many tasks may begin in one turn of the event loop. A new session takes a fifth of a millisecond. */
const perTurn = 8;

/** Begins tasks in order, a few in each turn of the event loop, however many are asked for at a time. */
export class Turnstile {
  readonly #platform: Pick<Platform, 'nextTurn'>;
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  /** Since the last turn that was asked for. */
  #passed = 0;

  constructor(platform: Pick<Platform, 'nextTurn'>, perTurn: number) {
    this.#platform = platform;
    this.#perTurn = perTurn;
  }

  async pass(): Promise<void> {
    if (this.#waiting.length === 0 && this.#passed < this.#perTurn) {
      this.#passed++;
      return;
    }
    await new Promise<void>((resolve) => {
      if (this.#waiting.push(resolve) === 1) void this.#platform.nextTurn().then(this.#turn);
    });
  }

  readonly #turn = (): void => {
    const passing = this.#waiting.splice(0, this.#perTurn);
    this.#passed = passing.length;
    if (this.#waiting.length > 0) void this.#platform.nextTurn().then(this.#turn);
    for (const go of passing) go();
  };
}

const turnstiles = new WeakMap<Platform, Turnstile>();

/** The instance that all sandboxes of a platform share. */
export function turnstileOf(platform: Platform): Turnstile {
  const known = turnstiles.get(platform);
  if (known !== undefined) return known;
  const made = new Turnstile(platform, perTurn);
  turnstiles.set(platform, made);
  return made;
}

/**
 * The same for long work of many tasks. All of them together take no more of a turn of the event loop than one piece of a few milliseconds.
 * They continue in the order of their calls.
 */
export class SharedPace {
  readonly #platform: Pick<Platform, 'nextTurn'>;
  readonly #waiting: (() => void)[] = [];
  /** When the work of this turn began. */
  #began: number | undefined;

  constructor(platform: Pick<Platform, 'nextTurn'>) {
    this.#platform = platform;
  }

  /** `undefined`: continue now, in the same turn of microtasks. A promise: await it, then continue at once. */
  pass(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#hasTime()) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #hasTime(): boolean {
    if (this.#began !== undefined) return performance.now() - this.#began < pieceMs;
    this.#began = performance.now();
    void this.#platform.nextTurn().then(this.#turn);
    return true;
  }

  readonly #turn = async (): Promise<void> => {
    this.#began = undefined;
    while (this.#waiting.length > 0 && this.#hasTime()) {
      this.#waiting.shift()?.();
      // The task does its work before this function continues.
      await undefined;
    }
  };
}

const sharedPaces = new WeakMap<Platform, SharedPace>();

/** The instance that all sandboxes of a platform share. */
export function sharedPaceOf(platform: Platform): SharedPace {
  const known = sharedPaces.get(platform);
  if (known !== undefined) return known;
  const made = new SharedPace(platform);
  sharedPaces.set(platform, made);
  return made;
}
