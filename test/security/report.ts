// What an attack did to the host, for bench/attacks.mjs, which runs these tests and makes a table of it. Tests themselves bound
// times generously: other things happen on their machines.

import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

export interface AttackFigures {
  /** How long after its deadline the last process ended, in ms. */
  lateMs?: number;
  /** The longest time for which the event loop did not turn. */
  stallMs: number;
  /** What the host's memory grew by at most, in MiB. */
  peakMb?: number;
}

export function report(figures: AttackFigures): void {
  const path = process.env.WASMSAND_ATTACK_REPORT;
  if (path === undefined) return;
  appendFileSync(path, `${JSON.stringify({ name: expect.getState().currentTestName, ...figures })}\n`);
}

/** Watches the event loop until it is asked for the longest time that it did not turn, in ms. */
export function watchEventLoop(each = (): void => {}): () => number {
  const intervalMs = 5;
  let longest = 0;
  let due = performance.now() + intervalMs;
  const timer = setInterval(() => {
    each();
    const now = performance.now();
    longest = Math.max(longest, now - due);
    due = now + intervalMs;
  }, intervalMs);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
