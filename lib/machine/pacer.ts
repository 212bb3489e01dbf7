// Long work in pieces, between which the event loop runs.

import type { Platform } from '../kernel/backend.js';

// A timer may be late by twice as much.
const pieceMs = 4;

/** Resolves at once, or, when a piece of work has taken a while, after the event loop has run. */
export function pacer(platform: Platform): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < pieceMs) return;
    await platform.nextTurn();
    began = performance.now();
  };
}

/** How much may begin in one turn of the event loop: a new session takes a fifth of a millisecond. */
const perTurn = 8;

/** Lets what many ask for at a time, or one again and again, begin in order, a little in each turn of the event loop. */
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

/** The one that all sandboxes of a platform share. */
export function turnstileOf(platform: Platform): Turnstile {
  const known = turnstiles.get(platform);
  if (known !== undefined) return known;
  const made = new Turnstile(platform, perTurn);
  turnstiles.set(platform, made);
  return made;
}

/**
 * The same for the work of many at a time: however many they are, all of them together do no more in a turn of the event loop than one piece
 * of a few milliseconds, in the order in which they asked.
 */
export class SharedPace {
  readonly #platform: Pick<Platform, 'nextTurn'>;
  readonly #waiting: (() => void)[] = [];
  /** When the work of this turn began. */
  #began: number | undefined;

  constructor(platform: Pick<Platform, 'nextTurn'>) {
    this.#platform = platform;
  }

  /** `undefined`: go on, in this very turn of microtasks. Else wait, and then go on at once. */
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
      // What it does it does before this goes on.
      await undefined;
    }
  };
}

const sharedPaces = new WeakMap<Platform, SharedPace>();

/** The one that all sandboxes of a platform share. */
export function sharedPaceOf(platform: Platform): SharedPace {
  const known = sharedPaces.get(platform);
  if (known !== undefined) return known;
  const made = new SharedPace(platform);
  sharedPaces.set(platform, made);
  return made;
}
