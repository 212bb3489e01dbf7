// What a person sees of the set-up, and the running of commands: quiet on success, the end of the log on failure.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import { buildEnvironment, clientEnvironment } from './environment.mjs';
import { build, root } from './places.mjs';

const started = performance.now();
const tailLines = 40;

/** `reason` is the short form, in a line without paths: a sandbox may show it to its guests. */
export class StepFailed extends Error {
  constructor(message, reason = message) {
    super(message);
    this.reason = reason;
  }
}

export function report(step, text) {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.error(`[${String(seconds).padStart(4)} s] ${step}: ${text}`);
}

export function logFile(step) {
  mkdirSync(join(build, 'logs'), { recursive: true });
  return join(build, 'logs', `${step}.log`);
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

// A command is a process group of its own, so that all of a build ends when the set-up is ended.
const running = new Set();
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) signalGroup(child, signal);
    process.exit(128 + constants.signals[signal]);
  });
}
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGTERM');
});

/** Starts a command as a group that ends with the set-up; resolves to why it failed, or undefined. `onError` gets what it says of that. */
function finish(command, args, { cwd, env, client, stdio, timeout, signal, onError }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: client ? clientEnvironment(env) : buildEnvironment(env),
      stdio,
      detached: true,
    });
    running.add(child);
    child.stderr?.setEncoding('utf8').on('data', onError);
    let late = false;
    const kill = () => {
      late = true;
      signalGroup(child, 'SIGKILL');
    };
    const timer = timeout && setTimeout(kill, timeout);
    const end = () => signalGroup(child, 'SIGTERM');
    signal?.addEventListener('abort', end);
    const settle = (reason) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      running.delete(child);
      resolve(reason);
    };
    child.on('error', (error) => settle(error.code ?? error.message));
    child.on('close', (code, by) => {
      if (late) settle(`took longer than ${Math.round(timeout / 1000)} s`);
      else if (code !== 0) settle(by ? `ended by ${by}` : `ended with status ${code}`);
      else settle();
    });
  });
}

/**
 * Runs a command with its output in the step's log, in the environment of builds and `env`. `client`: in the caller's instead.
 * After `timeout` milliseconds it is killed; aborting `signal` ends it.
 */
export async function run(step, command, args, { cwd = root, env = {}, client = false, timeout, signal } = {}) {
  const log = logFile(step);
  const descriptor = openSync(log, 'a');
  const reason = await finish(command, args, {
    cwd,
    env,
    client,
    stdio: ['ignore', descriptor, descriptor],
    timeout,
    signal,
  });
  closeSync(descriptor);
  if (reason === undefined) return;
  const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-tailLines).join('\n');
  throw new StepFailed(
    `${step} failed: ${command} ${args.join(' ')}: ${reason}\n${tail}\n(log: ${log})`,
    `${basename(command)} ${reason}`,
  );
}

/** Runs a client of a registry that may well fail; resolves to `{ reason, errors }`: why it did, if it did, and its standard error. */
export async function attempt(command, args, { timeout, signal }) {
  let errors = '';
  const onError = (text) => {
    errors += text;
  };
  const stdio = ['ignore', 'ignore', 'pipe'];
  const reason = await finish(command, args, { cwd: root, env: {}, client: true, stdio, timeout, signal, onError });
  return { reason, errors };
}
