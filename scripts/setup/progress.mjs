// What a person sees of the set-up, and the running of commands: quiet on success, the end of the log on failure.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildEnvironment, clientEnvironment } from './environment.mjs';
import { build, root } from './places.mjs';

const started = performance.now();
const tailLines = 40;

export class StepFailed extends Error {}

export function report(step, text) {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.error(`[${String(seconds).padStart(4)} s] ${step}: ${text}`);
}

export function logFile(step) {
  mkdirSync(join(build, 'logs'), { recursive: true });
  return join(build, 'logs', `${step}.log`);
}

// A command is a process group of its own, so that all of a build ends when the set-up is ended.
const running = new Set();
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has just ended by itself.
      }
    }
    process.exit(128 + constants.signals[signal]);
  });
}

/**
 * Runs a command with its output in the step's log, in the environment of builds and `env`. `client`: in the caller's instead.
 */
export function run(step, command, args, { cwd = root, env = {}, client = false } = {}) {
  const log = logFile(step);
  const descriptor = openSync(log, 'a');
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: client ? clientEnvironment(env) : buildEnvironment(env),
      stdio: ['ignore', descriptor, descriptor],
      detached: true,
    });
    running.add(child);
    const fail = (reason) => {
      const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-tailLines).join('\n');
      reject(new StepFailed(`${step} failed: ${command} ${args.join(' ')}: ${reason}\n${tail}\n(log: ${log})`));
    };
    child.on('error', (error) => {
      running.delete(child);
      closeSync(descriptor);
      fail(error.message);
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      closeSync(descriptor);
      if (code === 0) resolve();
      else fail(signal ?? `status ${code}`);
    });
  });
}
