// A command ends soon after its deadline, whatever state it is in then.

import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { withSandbox } from './hostile.js';
import { killStates } from './kill-states.mjs';
import { expectPrompt, report } from './report.js';
import { watchEventLoop } from './watch.mjs';

const timeoutMs = 300;

/** Runs a command against a deadline; `before` is called a little before that. */
async function late(sandbox: Sandbox, command: string, before: () => void) {
  const endWatch = await watchEventLoop();
  const begin = performance.now();
  const running = sandbox.run(command, { timeoutMs });
  await delay(timeoutMs - 20);
  before();
  const { timedOut } = await running;
  const figures = { lateMs: performance.now() - begin - timeoutMs, ...(await endWatch()) };
  report(figures);
  return { timedOut, ...figures };
}

describe('a command is ended at its deadline while it', () => {
  for (const [name, { command, prepare, wait }] of Object.entries(killStates)) {
    it(name, { timeout: 60_000 }, async () => {
      await withSandbox({ fsLimitMb: 512, memoryLimitMb: 1_024 }, async (sandbox) => {
        let waited = 0;
        const figures = await expectPrompt(async () => {
          await sandbox.run(':');
          await prepare?.(sandbox);
          return late(sandbox, command, () => {
            if (wait !== undefined) waited += sandbox.metrics().waits[wait];
          });
        });
        expect(figures.timedOut).toBe(true);
        // Elsewise it is not what was to be seen.
        if (wait !== undefined) expect(waited).toBeGreaterThan(0);
        expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n', exitCode: 0 });
        expect(sandbox.metrics().processes).toBe(1);
      });
    });
  }
});
