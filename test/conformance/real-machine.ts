// Runs programs on the real machine as the sandbox runs them: uid 1000, an empty directory, an environment of its own.

import { spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const GUEST = 1000;
const isRoot = process.getuid?.() === 0;

/** Why this machine cannot serve for comparison, if so. */
export const unusable =
  process.platform !== 'linux'
    ? 'not Linux'
    : isRoot || process.getuid?.() === GUEST
      ? undefined
      : `needs root or uid ${GUEST}`;

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

  async run(program: string, args: string[], env: Record<string, string> = {}, deadlineMs = 30_000): Promise<Seen> {
    const directory = join(this.root, `run-${this.#runs++}`);
    mkdirSync(directory);
    if (isRoot) chownSync(directory, GUEST, GUEST);
    const child = spawn(program, args, {
      cwd: directory,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: directory, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Messages begin with the name alone in the sandbox too.
      argv0: basename(program),
      ...(isRoot ? { uid: GUEST, gid: GUEST } : {}),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
    const status = await new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve(code ?? 128 + signalNumber(signal)));
    });
    clearTimeout(deadline);
    return { status, stdout: Buffer.concat(out).toString('latin1'), stderr: Buffer.concat(err).toString('latin1') };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function signalNumber(name: NodeJS.Signals | null): number {
  return name === null ? 0 : constants.signals[name];
}
