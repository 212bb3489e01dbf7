// A process that has just begun, on a machine whose processors others have as well: what must be compiled and started takes longer.

import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { it } from 'vitest';
import { expectFewThreads } from './few-threads.js';
import { ownsProcess } from './host-threads.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

// Those of another test in this process would be counted, too.
it.skipIf(!ownsProcess)('many sandboxes need few threads on a busy machine', { timeout: 240_000 }, async () => {
  const sandboxes = await Promise.all(Array.from({ length: 100 }, () => create()));
  const others = cpus().map(() => spawn('sh', ['-c', 'while :; do :; done'], { detached: true, stdio: 'ignore' }));
  await expectFewThreads(sandboxes).finally(() => {
    for (const other of others) other.kill('SIGKILL');
  });
});
