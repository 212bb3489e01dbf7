// Long work in pieces, between which the event loop runs.

import { setImmediate as nextTurn } from 'node:timers/promises';

const pieceMs = 8;

/** Resolves at once, or, when a piece of work has taken a while, after the event loop has run. */
export function pacer(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < pieceMs) return;
    await nextTurn();
    began = performance.now();
  };
}
