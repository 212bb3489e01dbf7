import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { stillWorks, withSandbox } from './hostile.js';

// A parent and the child that copies it are on two threads: killing both at once must leave neither with the other's memory.
describe('a shell that makes processes', () => {
  it('dies with its whole run at any moment, beside others that do', { timeout: 120_000 }, async () => {
    await withSandbox({}, async (sandbox) => {
      const scripts = [
        'while :; do x=$(echo a | cat); done',
        'yes | cat | cat >/dev/null',
        'while :; do (exec /usr/bin/true); done',
        'sleep 10 & sleep 10 & wait',
        'trap "" TERM; while :; do /usr/bin/true & /usr/bin/true & wait; done',
      ];
      for (let round = 0; round < 40; round++) {
        const ends = Array.from({ length: 4 }, async (_, index) => {
          const killer = new AbortController();
          const script = scripts[(round + index * 2) % scripts.length] ?? '';
          // One forks, the other clones.
          const shell = index % 2 === 0 ? 'dash' : 'bash';
          const child = sandbox.spawn(shell, ['-c', script], { stdin: '', signal: killer.signal });
          void child.stdout.cancel();
          void child.stderr.cancel();
          await delay((round * 37 + index * 13) % 61);
          killer.abort();
          return (await child.exited).signal;
        });
        for (const signal of await Promise.all(ends)) expect(['SIGKILL', 'SIGPIPE']).toContain(signal);
      }
      expect(await stillWorks(sandbox)).toBe(true);
      expect(sandbox.metrics().processes).toBe(0);
    });
  });
});
