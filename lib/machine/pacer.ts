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
