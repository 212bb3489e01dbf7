// Runs a Node program of its own, as a user's would be.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface Circumstances {
  input?: Uint8Array;
  /** Default: the package's directory, where it can import itself by name. */
  cwd?: string;
  /** Beside the environment of the tests. */
  env?: Record<string, string>;
  timeoutMs?: number;
  /** In the place of `timeoutMs`: it is ended when it and all that it has started have used no processor for so long. */
  idleMs?: number;
  /** Another user's, as root only. */
  uid?: number;
}

export interface Outcome {
  status: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: string;
}

/** Processor time of a process group so far, in ticks of the kernel. */
function ticksOf(group: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // Behind the name, which may hold anything: state, ppid, pgrp …, utime, stime, and those of children that were waited for.
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      if (fields[2] === group) for (const field of [11, 12, 13, 14]) ticks += fields[field] ?? 0;
    } catch {
      // It has just ended.
    }
  }
  return ticks;
}

/** What compresses or builds may take as long as it likes, on any machine, while it works. */
function whenIdle(group: number, idleMs: number, call: () => void): NodeJS.Timeout {
  let [last, since] = [-1, performance.now()];
  return setInterval(() => {
    const ticks = ticksOf(group);
    if (ticks !== last) [last, since] = [ticks, performance.now()];
    else if (performance.now() - since > idleMs) call();
  }, 1000);
}

/** Runs a command. */
export function run(command: string, args: string[], circumstances: Circumstances = {}): Promise<Outcome> {
  const { input, cwd = packageRoot, env, timeoutMs = 50_000, idleMs, uid } = circumstances;
  return new Promise((resolve, reject) => {
    // In a process group of its own: what hangs is ended with everything it started.
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, uid, detached: true });
    const kill = (): boolean => process.kill(-(child.pid ?? 0), 'SIGKILL');
    const timer = idleMs === undefined ? setTimeout(kill, timeoutMs) : whenIdle(child.pid ?? 0, idleMs, kill);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearInterval(timer);
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
