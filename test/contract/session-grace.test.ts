// A deadline ends a command, and not the session: its shell has as much time to let go as it is given a processor.

import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('fifty sessions', () => {
  it('keep their variables when all of them time out at once', { timeout: 300_000 }, async () => {
    const sandboxes = await Promise.all(Array.from({ length: 50 }, () => create()));
    await Promise.all(sandboxes.map((sandbox, i) => sandbox.run(`kept=${i}`)));
    const spinning = sandboxes.map((sandbox) => sandbox.run('while :; do :; done', { timeoutMs: 1000 }));
    for (const result of await Promise.all(spinning)) {
      expect(result).toMatchObject({ exitCode: 124, timedOut: true, limit: 'timeoutMs' });
    }
    const kept = await Promise.all(sandboxes.map(async (sandbox) => (await sandbox.run('echo $kept')).stdout));
    expect(kept).toEqual(sandboxes.map((_, i) => `${i}\n`));
  });
});
