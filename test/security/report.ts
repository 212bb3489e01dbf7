// What an attack does to the host: what is promised of it, and what bench/attacks.mjs makes a table of.

import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

export interface AttackFigures {
  /** How long after its deadline the last process ended, in ms. */
  lateMs?: number;
  /** The longest time for which the event loop did not turn. */
  stallMs: number;
  /** The same of a process beside it that does nothing. */
  besideMs: number;
  /** How many wanted each processor before: what computes, and is to end, waits for its turn. */
  crowd: number;
  /** What the host's memory grew by at most, in MiB. */
  peakMb?: number;
}

/** Of any attack, on a machine that has time for its host. */
const promisedMs = { late: 200, stall: 50 };
const attempts = 6;

export function report(figures: AttackFigures): void {
  const path = process.env.WASMSAND_ATTACK_REPORT;
  if (path === undefined) return;
  const { lateMs, stallMs, besideMs, peakMb } = figures;
  const name = expect.getState().currentTestName;
  appendFileSync(path, `${JSON.stringify({ name, lateMs, stallMs, besideMs, peakMb })}\n`);
}

/** How far beyond what is promised, but for what the machine did to others; not above 0: it was kept. */
function excessMs({ lateMs = 0, stallMs, besideMs, crowd }: AttackFigures): number {
  return Math.max(lateMs - promisedMs.late * crowd, stallMs - promisedMs.stall) - besideMs;
}

/** Makes an attack again if a time was not kept to, for other things happen on this machine: the best of a few counts. */
export async function expectPrompt<Figures extends AttackFigures>(attack: () => Promise<Figures>): Promise<Figures> {
  let best = await attack();
  for (let attempt = 1; attempt < attempts && excessMs(best) > 0; attempt++) {
    const next = await attack();
    if (excessMs(next) < excessMs(best)) best = next;
  }
  const { lateMs, stallMs, besideMs } = best;
  expect({ lateMs, stallMs, besideMs, excessMs: Math.max(0, excessMs(best)) }).toMatchObject({ excessMs: 0 });
  return best;
}
