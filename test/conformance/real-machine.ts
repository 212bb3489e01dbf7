// Runs programs on the real machine as the sandbox runs them: uid 1000, an empty directory, an environment of its own.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { constants as system, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const GUEST = 1000;
export const isRoot = process.getuid?.() === 0;

/** Why this machine cannot serve for comparison, if so. */
export const unusable =
  process.platform !== 'linux'
    ? 'not Linux'
    : isRoot || (process.getuid?.() === GUEST && process.getgid?.() === GUEST)
      ? undefined
      : `needs root or uid and gid ${GUEST}`;

/** What a program did. Output is one character per byte, so that nothing is lost in a comparison. */
export interface Seen {
  status: number;
  stdout: string;
  stderr: string;
}

export class RealMachine {
  /** Readable by the guest's user; holds what several runs share. */
  readonly root: string;
  #runs = 0;
  #pipes = 0;

  constructor() {
    this.root = mkdtempSync(join(tmpdir(), 'wasmsand-real-'));
    chmodSync(this.root, 0o755);
  }

  /** Puts a program or a data file under the root, for the guest's user to read. */
  install(name: string, content: string | Uint8Array): string {
    const path = join(this.root, name);
    writeFileSync(path, content);
    chmodSync(path, 0o644);
    return path;
  }

  installProgram(source: string): string {
    const path = join(this.root, 'program');
    copyFileSync(source, path);
    chmodSync(path, 0o755);
    return path;
  }

  /** `user`: whose the program is; for another than the guest's this process must be root. */
  async run(
    program: string,
    args: string[],
    env: Record<string, string> = {},
    deadlineMs = 30_000,
    user = GUEST,
  ): Promise<Seen> {
    const directory = join(this.root, `run-${this.#runs++}`);
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    if (isRoot) chownSync(directory, user, user);
    const out = await this.#openPipe();
    const err = await this.#openPipe();
    const child = spawn(program, args, {
      cwd: directory,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: directory, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', out.writer, err.writer],
      // Messages begin with the name alone in the sandbox too.
      argv0: basename(program),
      ...(isRoot ? { uid: user, gid: user } : {}),
    });
    closeSync(out.writer);
    closeSync(err.writer);
    const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
    const status = await new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) => resolve(code ?? 128 + signalNumber(signal)));
    });
    const [stdout, stderr] = await Promise.all([out.text, err.text]);
    clearTimeout(deadline);
    return { status, stdout, stderr };
  }

  // Node's own "pipe" is a pair of sockets, which /dev/stdout cannot open.
  async #openPipe(): Promise<{ writer: number; text: Promise<string> }> {
    const path = join(this.root, `pipe-${this.#pipes++}`);
    await execute('mkfifo', ['-m', '666', path]);
    const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true });
    const writer = openSync(path, constants.O_WRONLY);
    const chunks: Buffer[] = [];
    reader.on('data', (chunk) => chunks.push(chunk));
    const text = once(reader, 'end').then(() => Buffer.concat(chunks).toString('latin1'));
    return { writer, text };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function signalNumber(name: NodeJS.Signals | null): number {
  return name === null ? 0 : system.signals[name];
}
