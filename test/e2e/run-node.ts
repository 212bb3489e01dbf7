// Runs a Node program of its own, as a user's would be.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface Circumstances {
  input?: Uint8Array;
  /** Default: the package's directory, where it can import itself by name. */
  cwd?: string;
  /** Beside the environment of the tests. */
  env?: Record<string, string>;
  timeoutMs?: number;
  /** Another user's, as root only. */
  uid?: number;
}

export interface Outcome {
  status: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: string;
}

/** Runs a command. */
export function run(command: string, args: string[], circumstances: Circumstances = {}): Promise<Outcome> {
  const { input, cwd = packageRoot, env, timeoutMs = 50_000, uid } = circumstances;
  return new Promise((resolve, reject) => {
    // In a process group of its own: what hangs is ended with everything it started.
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, uid, detached: true });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), timeoutMs);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() });
    });
    // A program that ends without reading its input is no error of ours.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

export function runNode(
  source: string,
  type: 'module' | 'commonjs' = 'module',
  circumstances: Circumstances = {},
): Promise<Outcome> {
  return run(process.execPath, [`--input-type=${type}`, '--eval', source], circumstances);
}
