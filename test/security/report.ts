// What an attack or a crowd costs the host. No test asserts these figures: `npm run bench:bounds` compares them with those that are stored
// in bench/bounds.json, and `npm run bench:attacks` prints them.

import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

export interface Figures {
  /** How long after its deadline the last process ended, in ms. */
  lateMs?: number;
  /** The longest time for which the event loop did not turn, in ms. */
  stallMs?: number;
  /** The same of a process beside it that does nothing. */
  besideMs?: number;
  /** What the host's memory grew by at most, in MiB. */
  peakMb?: number;
  /** What it had grown by when all was over, in MiB. */
  leftMb?: number;
}

const mebibyte = 2 ** 20;

/** The file in which a bench that runs this test wants its figures. */
const path = process.env.WASMSAND_FIGURES;

/** Hands figures to the bench that runs this test, if one does. */
export function report({ lateMs, stallMs, besideMs, peakMb, leftMb }: Figures): void {
  if (path === undefined) return;
  const { currentTestName: name, testPath: file } = expect.getState();
  appendFileSync(path, `${JSON.stringify({ file, name, lateMs, stallMs, besideMs, peakMb, leftMb })}\n`);
}

/** Reports what the host's memory grows by while `body` runs: at most, and in the end. */
export async function reportGrowth<Result>(body: () => Promise<Result>): Promise<Result> {
  if (path === undefined) return body();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = (): number => {
    const now = process.memoryUsage.rss();
    most = Math.max(most, now);
    return now;
  };
  const timer = setInterval(look, 5);
  try {
    const result = await body();
    const left = look();
    report({ peakMb: (most - before) / mebibyte, leftMb: (left - before) / mebibyte });
    return result;
  } finally {
    clearInterval(timer);
  }
}
