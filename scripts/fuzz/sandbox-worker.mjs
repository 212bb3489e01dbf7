// One process of the module fuzzer: runs random modules in small sandboxes with short deadlines, and reports each.
//   sandbox-worker.mjs FIRST-SEED COUNT PROGRAMS-DIRECTORY
import { setTimeout as pause } from 'node:timers/promises';
import { Sandbox, SandboxError } from '../../dist/esm/index.js';
import { randomModule } from './modules.mjs';

const [first, count, wasmDir] = process.argv.slice(2);
const timeoutMs = 300;

/** The longest the event loop was away since the last question. */
let late = 0;
let due = performance.now() + 5;
setInterval(() => {
  const now = performance.now();
  late = Math.max(late, now - due);
  due = now + 5;
}, 5);

async function drain(stream) {
  for await (const _ of stream);
}

async function run(seed) {
  const bytes = randomModule(seed);
  await pause(10);
  late = 0;
  const begun = performance.now();
  const sandbox = await Sandbox.create({ wasmDir, memoryLimitMb: 16, fsLimitMb: 8, maxProcesses: 8 });
  let outcome = 'ended';
  try {
    sandbox.writeFile('/tmp/module', bytes);
    sandbox.chmod('/tmp/module', 0o755);
    const child = sandbox.spawn('/tmp/module', [], { stdin: 'x'.repeat(100), timeoutMs });
    const [, , { timedOut, exitCode }] = await Promise.all([drain(child.stdout), drain(child.stderr), child.exited]);
    outcome = timedOut ? 'timed out' : `status ${exitCode}`;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    outcome = error.code;
  } finally {
    sandbox.destroy();
  }
  const took = performance.now() - begun;
  await pause(10);
  process.send({ seed, outcome, took, stall: late, resident: process.memoryUsage.rss(), size: bytes.length });
}

process.on('unhandledRejection', (error) => {
  process.send({ rejection: String(error?.stack ?? error) });
  process.exit(70);
});
process.send({ timeoutMs, resident: process.memoryUsage.rss() });
for (let i = 0; i < Number(count); i++) {
  process.send({ began: Number(first) + i });
  await run(Number(first) + i);
}
process.exit(0);
