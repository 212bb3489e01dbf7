// A crowd of command lines that start one program after the other.

import { expect } from 'vitest';
import type { Sandbox } from 'wasmsand';

/** All are answered, and never more than 150 threads are there meanwhile. */
export async function expectFewThreads(sandboxes: Sandbox[]): Promise<void> {
  let most = 0;
  const results = await Promise.all(
    sandboxes.map(async (sandbox) => {
      const result = await sandbox.run('for i in {1..8}; do sed s/1/2/ <<<$i; done | grep 2', { timeoutMs: 0 });
      most = Math.max(most, sandbox.metrics().threads);
      return result;
    }),
  );
  expect(new Set(results.map(({ stdout, stderr }) => stdout + stderr))).toEqual(new Set(['2\n2\n']));
  expect(most).toBeLessThan(150);
}
