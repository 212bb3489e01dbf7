// One test case in a sandbox of its own: made, laid out, run under a time limit, destroyed.

import { Sandbox } from 'wasmsand';
import { layTree } from './tree.mjs';

const limits = { memoryLimitMb: 1024, fsLimitMb: 1024, fileCountLimit: 1_000_000, maxProcesses: 256 };

/** Calls `work` with a new sandbox that holds the entries (see tree.mjs), and ends it afterwards. */
export async function withSandbox(entries, work) {
  const sandbox = await Sandbox.create({ ...limits, timeoutMs: 0 });
  try {
    layTree(sandbox, entries);
    return await work(sandbox);
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
}

/** Runs a script with our sh in a directory. `output` is what it wrote, both streams as they came. */
export async function runScript(sandbox, script, { cwd, timeoutMs }) {
  const chunks = [];
  const result = await sandbox.run('exec sh -c "$1" sh', {
    args: [script],
    cwd,
    timeoutMs,
    onStdout: (chunk) => chunks.push(chunk),
    onStderr: (chunk) => chunks.push(chunk),
  });
  const output = Buffer.concat(chunks).toString('utf8');
  return { status: result.exitCode, timedOut: result.timedOut, stdout: result.stdout, stderr: result.stderr, output };
}
