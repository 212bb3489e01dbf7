// What carries over from one command line to the next: the working directory and the exported environment.
//
// Each command line runs in a bash of its own. The files named here make that bash write down, as it ends, where it is and what
// it exports; see base-image.ts for the guest's side.

import { systemError } from './errors.js';
import { StatField } from './host/native.js';
import type { Machine } from './machine.js';

const executable = 1;

/** More than exec would take as an environment. */
const largestState = 4 * 1024 * 1024;

export const stateDirectory = '/run/wasmsand';
export const sessionScript = '/etc/wasmsand/session';
const statePath = `${stateDirectory}/state`;

/** Of one bash only. */
const ownVariables = new Set(['_', 'SHLVL', 'PWD', 'BASH_ENV']);

const defaultEnvironment: readonly (readonly [string, string])[] = [
  ['HOME', '/home/user'],
  ['USER', 'user'],
  ['LOGNAME', 'user'],
  ['SHELL', '/bin/bash'],
  ['PATH', '/usr/local/bin:/usr/bin:/bin'],
  ['LANG', 'C.UTF-8'],
  ['TERM', 'dumb'],
];

export class Session {
  readonly #machine: Machine;
  #environment: Map<string, string>;
  #workingDirectory: string;
  // What the host set while a command was running: it wins over what the command leaves behind.
  readonly #setMeanwhile = new Map<string, string>();
  #running = false;

  constructor(machine: Machine, workingDirectory: string, environment: Record<string, string>) {
    this.#machine = machine;
    this.#workingDirectory = workingDirectory;
    this.#environment = new Map([...defaultEnvironment, ...Object.entries(environment)]);
  }

  get workingDirectory(): string {
    return this.#workingDirectory;
  }

  /**
   * Where a process begins: in `cwd` if that is given, else in the session's directory or, when a command has removed that, in
   * the nearest one above it that is left.
   */
  startDirectory(cwd?: string): string {
    const { kernel } = this.#machine;
    // The trailing dot asks for a directory, and for the right to enter it.
    const enter = (path: string): number => kernel.access(`${path}/.`, executable);
    if (cwd !== undefined) {
      const path = cwd.startsWith('/') ? cwd : `${this.#workingDirectory}/${cwd}`;
      const error = enter(path);
      if (error < 0) throw systemError(-error, 'chdir', cwd);
      return path;
    }
    let path = this.#workingDirectory;
    while (path !== '' && enter(path) < 0) path = path.slice(0, path.lastIndexOf('/'));
    return path || '/';
  }

  getEnv(name: string): string | undefined {
    return name === 'PWD' ? this.#workingDirectory : this.#environment.get(name);
  }

  setEnv(name: string, value: string): void {
    this.#environment.set(name, value);
    if (this.#running) this.#setMeanwhile.set(name, value);
  }

  /** The environment of a process, as `NAME=value`. */
  environment(cwd: string, added: Record<string, string> = {}): string[] {
    const all = new Map([...this.#environment, ['PWD', cwd], ...Object.entries(added)]);
    return Array.from(all, ([name, value]) => `${name}=${value}`);
  }

  begin(): void {
    this.#running = true;
    this.#setMeanwhile.clear();
  }

  /** Takes over what the command left, but for what was its own: `env`, and the directory if it was given one. */
  end(env: Record<string, string> = {}, ownDirectory: boolean): void {
    this.#running = false;
    const records = this.#takeState();
    if (records === undefined) return;
    const [workingDirectory, ...variables] = records;
    const before = this.#environment;
    const after = new Map<string, string>();
    for (const variable of variables) {
      const equals = variable.indexOf('=');
      const name = variable.slice(0, Math.max(equals, 0));
      if (name !== '' && !ownVariables.has(name)) after.set(name, variable.slice(equals + 1));
    }
    for (const [name, value] of Object.entries(env)) {
      // What the command itself set it to is the session's.
      if (after.get(name) !== value) continue;
      const former = before.get(name);
      if (former === undefined) after.delete(name);
      else after.set(name, former);
    }
    for (const [name, value] of this.#setMeanwhile) after.set(name, value);
    this.#environment = after;
    if (!ownDirectory && workingDirectory?.startsWith('/')) this.#workingDirectory = workingDirectory;
  }

  // The records the last bash wrote, or nothing when it could not finish: killed, replaced by exec, or with a trap of its own.
  #takeState(): string[] | undefined {
    if (this.#machine.isDestroyed) return undefined;
    const { kernel } = this.#machine;
    const fields = new Float64Array(StatField.count);
    if (kernel.stat(statePath, false, fields) < 0) return undefined;
    const size = fields[StatField.size] ?? 0;
    const bytes = new Uint8Array(Math.min(size, largestState));
    const length = kernel.readFile(statePath, bytes);
    kernel.rm(statePath, true, true);
    // The guest can write here what it likes, or put a link or a pipe in its place.
    if (length < 0 || length > bytes.length) return undefined;
    const text = Buffer.from(bytes.buffer, 0, length).toString('utf8');
    // An empty record is the end; without it the file is a torso.
    if (!text.endsWith('\0\0')) return undefined;
    return text.slice(0, -2).split('\0');
  }
}
