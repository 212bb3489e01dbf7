// What a person sees of the set-up, and the running of commands: quiet on success, the end of the log on failure.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import { buildEnvironment, clientEnvironment } from './environment.mjs';
import { build, root } from './places.mjs';

/** @import { ChildProcess, StdioOptions } from 'node:child_process' */
/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, client?: boolean, timeout?: number, signal?: AbortSignal }} RunOptions
 * @typedef {RunOptions & { stdio: StdioOptions, onError?: (text: string) => void }} FinishOptions
 */

const started = performance.now();
const tailLines = 40;

/** `reason` is the short form, in a line without paths: a sandbox may show it to its guests. */
export class StepFailed extends Error {
  /** @param {string} message */
  constructor(message, reason = message) {
    super(message);
    this.reason = reason;
  }
}

/**
 * @param {string} step
 * @param {string} text
 */
export function report(step, text) {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.error(`[${String(seconds).padStart(4)} s] ${step}: ${text}`);
}

/** @param {string} step */
export function logFile(step) {
  mkdirSync(join(build, 'logs'), { recursive: true });
  return join(build, 'logs', `${step}.log`);
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

// A command is a process group of its own, so that all of a build ends when the set-up is ended.
/** @type {Set<ChildProcess>} */
const running = new Set();
for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of running) signalGroup(child, signal);
    process.exit(128 + constants.signals[signal]);
  });
}
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGTERM');
});

/**
 * Starts a command as a group that ends with the set-up; resolves to why it failed, or undefined. `onError` gets what it says of that.
 * @param {string} command
 * @param {string[]} args
 * @param {FinishOptions} options
 * @returns {Promise<string | undefined>}
 */
function finish(command, args, { cwd, env, client, stdio, timeout, signal, onError }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: client ? clientEnvironment(env) : buildEnvironment(env),
      stdio,
      detached: true,
    });
    running.add(child);
    if (onError) child.stderr?.setEncoding('utf8').on('data', onError);
    let late = false;
    const kill = () => {
      late = true;
      signalGroup(child, 'SIGKILL');
    };
    const timer = timeout && setTimeout(kill, timeout);
    const end = () => signalGroup(child, 'SIGTERM');
    signal?.addEventListener('abort', end);
    /** @param {string} [reason] */
    const settle = (reason) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      running.delete(child);
      resolve(reason);
    };
    child.on('error', (error) => settle(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message));
    child.on('close', (code, by) => {
      if (late) settle(`took longer than ${Math.round((timeout ?? 0) / 1000)} s`);
      else if (code !== 0) settle(by ? `ended by ${by}` : `ended with status ${code}`);
      else settle();
    });
  });
}

/**
 * Runs a command with its output in the step's log, in the environment of builds and `env`. `client`: in the caller's instead.
 * After `timeout` milliseconds it is killed; aborting `signal` ends it.
 * @param {string} step
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
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

/**
 * Runs a client of a registry that may well fail; resolves to `{ reason, errors }`: why it did, if it did, and its standard error.
 * @param {string} command
 * @param {string[]} args
 * @param {Pick<RunOptions, 'timeout' | 'signal'>} options
 */
export async function attempt(command, args, { timeout, signal }) {
  let errors = '';
  /** @param {string} text */
  const onError = (text) => {
    errors += text;
  };
  /** @type {StdioOptions} */
  const stdio = ['ignore', 'ignore', 'pipe'];
  const reason = await finish(command, args, { cwd: root, env: {}, client: true, stdio, timeout, signal, onError });
  return { reason, errors };
}
