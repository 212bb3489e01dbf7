// A command ends soon after its deadline, whatever state it is in then.

import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';
import { withSandbox } from './hostile.js';
import { killStates } from './kill-states.mjs';
import { report } from './report.js';
import { watchEventLoop } from './watch.mjs';

type KillState = (typeof killStates)[string];

/** Runs a command against a deadline. `reached`: whether it was in the state a little before that. */
async function endAt(sandbox: Sandbox, { command, prepare, wait }: KillState, timeoutMs: number) {
  await sandbox.run(':');
  await prepare?.(sandbox);
  const endWatch = await watchEventLoop();
  const begin = performance.now();
  const running = sandbox.run(command, { timeoutMs });
  await delay(timeoutMs * 0.9);
  const reached = wait === undefined || sandbox.metrics().waits[wait] > 0;
  const { timedOut } = await running;
  const lateMs = performance.now() - begin - timeoutMs;
  const { besideMs } = await endWatch();
  // What the event loop does meanwhile is measured of other attacks.
  if (reached) report({ lateMs, besideMs });
  return { timedOut, reached };
}

/** A busy machine takes longer to come into a state. */
async function endInState(sandbox: Sandbox, state: KillState) {
  let outcome = await endAt(sandbox, state, 300);
  for (let timeoutMs = 1_200; !outcome.reached && timeoutMs < 30_000; timeoutMs *= 4)
    outcome = await endAt(sandbox, state, timeoutMs);
  return outcome;
}

describe('a command is ended at its deadline while it', () => {
  for (const [name, state] of Object.entries(killStates)) {
    it(name, { timeout: 200_000 }, async () => {
      await withSandbox({ fsLimitMb: 512, memoryLimitMb: 1_024 }, async (sandbox) => {
        const { timedOut, reached } = await endInState(sandbox, state);
        expect({ timedOut, reached }).toEqual({ timedOut: true, reached: true });
        expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n', exitCode: 0 });
        expect(sandbox.metrics().processes).toBe(1);
      });
    });
  }
});

it('python3 can be killed at any moment of its beginning', { timeout: 200_000 }, async (context) => {
  skipWithout(context, 'python3');
  const rounds = 12;
  const ends = async (): Promise<void> =>
    withSandbox({}, async (sandbox) => {
      for (let round = 0; round < rounds; round++) {
        // It has begun, is read, compiled, made anew on another thread, or computes.
        await sandbox.run('python3 -c "while True: pass"', { timeoutMs: 1 + 15 * round });
        expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n', exitCode: 0 });
      }
    });
  await Promise.all(Array.from({ length: 4 }, ends));
});
