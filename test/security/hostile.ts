// Runs hostile programs and says how they ended.

import { type Process, Sandbox, SandboxError, type SandboxOptions } from 'wasmsand';
import { report } from './report.js';
import { watchEventLoop } from './watch.mjs';

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
  timedOut: boolean;
}

let programs = 0;

const cannotExecute = 126;

/** Runs a module as a program of the sandbox. One that is refused at once ends like one that a shell cannot execute. */
export async function runModule(sandbox: Sandbox, bytes: Uint8Array, timeoutMs = 5_000): Promise<Ended> {
  const path = `/tmp/hostile-${programs++}`;
  sandbox.writeFile(path, bytes);
  sandbox.chmod(path, 0o755);
  try {
    return await measured(() => sandbox.spawn(path, [], { stdin: '', timeoutMs }), timeoutMs);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return { status: cannotExecute, stdout: '', stderr: error.message, timedOut: false };
  } finally {
    sandbox.rm(path);
  }
}

/** Runs a script of dash, which forks for everything. */
export async function runScript(sandbox: Sandbox, script: string, timeoutMs = 20_000): Promise<Ended> {
  return measured(() => sandbox.spawn('dash', ['-c', script], { stdin: '', timeoutMs }), timeoutMs);
}

/** How a process ended; reports what it did to the host meanwhile. */
async function measured(start: () => Process, timeoutMs: number): Promise<Ended> {
  const endWatch = await watchEventLoop();
  const begin = performance.now();
  try {
    const child = start();
    const [stdout, stderr, { exitCode, timedOut }] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      child.exited,
    ]);
    const lateMs = performance.now() - begin - timeoutMs;
    report({ ...(await endWatch()), ...(timedOut && { lateMs }) });
    return { status: exitCode, stdout, stderr, timedOut };
  } finally {
    await endWatch();
  }
}

async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  let result = '';
  for await (const chunk of stream) result += Buffer.from(chunk).toString('latin1');
  return result;
}

/** The sandbox must go on working after whatever happened to it. */
export async function stillWorks(sandbox: Sandbox): Promise<boolean> {
  const { stdout, status } = await runScript(sandbox, 'echo a | cat', 10_000);
  return stdout === 'a\n' && status === 0;
}

export async function withSandbox<T>(options: SandboxOptions, body: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await Sandbox.create(options);
  try {
    return await body(sandbox);
  } finally {
    sandbox.destroy();
  }
}
