// How many threads of the host there are at most while a crowd runs.

import { expect } from 'vitest';
import type { Sandbox } from 'wasmsand';

/** Runs `body`: the most threads that there were at any moment. Their number grows only when one is made. */
export async function mostThreadsDuring(sandbox: Sandbox, body: () => Promise<unknown>): Promise<number> {
  let most = sandbox.metrics().threads;
  const look = (): void => {
    most = Math.max(most, sandbox.metrics().threads);
  };
  process.on('worker', look);
  try {
    await body();
    return most;
  } finally {
    process.off('worker', look);
  }
}

/** A crowd of command lines that start one program after the other: all are answered, and never are there more than 150 threads. */
export async function expectFewThreads(sandboxes: Sandbox[]): Promise<void> {
  const [first] = sandboxes as [Sandbox, ...Sandbox[]];
  const most = await mostThreadsDuring(first, async () => {
    const results = await Promise.all(
      sandboxes.map((sandbox) => sandbox.run('for i in {1..8}; do sed s/1/2/ <<<$i; done | grep 2', { timeoutMs: 0 })),
    );
    expect(new Set(results.map(({ stdout, stderr }) => stdout + stderr))).toEqual(new Set(['2\n2\n']));
  });
  expect(most).toBeLessThan(150);
}
