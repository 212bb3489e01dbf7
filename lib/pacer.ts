// Long work in pieces, between which the event loop runs.

import type { Platform } from './backend.js';

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

/** The same for what is asked for again and again, and is often there at once: promises alone never let the event loop run. */
export class Breather {
  readonly #platform: Platform;
  // When the event loop had its last turn, or a little later; nothing is known of one that nobody has used.
  #since: number | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async after<T>(answer: Promise<T>): Promise<T> {
    if (this.#since === undefined) {
      this.#since = performance.now();
      void this.#platform.nextTurn().then(() => {
        this.#since = undefined;
      });
    }
    try {
      return await answer;
    } finally {
      if (this.#since !== undefined && performance.now() - this.#since >= pieceMs) await this.#platform.nextTurn();
    }
  }
}
