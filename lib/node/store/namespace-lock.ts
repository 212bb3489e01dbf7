// The directory of a namespace and its lock. Of all processes and threads of the machine, one sandbox can hold it.

import { closeSync, fstatSync, fsync, openSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SandboxError } from '../../api/errors.js';
import { lockedError } from '../../api/state-store.js';
import { makeDirectories } from '../make-directories.js';
import type { NativeAddon } from '../native.js';

/** The reason of a failed call to the host's file system, without its paths. */
export function hostError(error: unknown, namespace: string): SandboxError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new SandboxError(`the directory of the saved state '${namespace}' cannot be used: ${code}`, {
    code: 'E_PERSIST_FAILED',
  });
}

/**
 * A directory that stays locked while the file `lock` in it is open here, until it is released. The file has a line in it once a state was
 * saved. If the database is then missing or empty, it is not a new one but a damaged one.
 */
export class LockedDirectory {
  readonly path: string;
  readonly #addon: NativeAddon;
  readonly #descriptor: number;
  #hasState: boolean;
  #released = false;

  constructor(addon: NativeAddon, path: string, descriptor: number) {
    this.path = path;
    this.#addon = addon;
    this.#descriptor = descriptor;
    this.#hasState = fstatSync(descriptor).size > 0;
  }

  get hasState(): boolean {
    return this.#hasState;
  }

  /** Resolves when the change is on disk, which may take long. */
  async noteState(): Promise<void> {
    if (this.#hasState || this.#released) return;
    writeSync(this.#descriptor, 'saved\n');
    await promisify(fsync)(this.#descriptor);
    this.#hasState = true;
  }

  /** Closed for good: the number of its descriptor may be used again. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    // A process that another thread is starting may have the file open, too.
    this.#addon.lockFile(this.#descriptor, false);
    closeSync(this.#descriptor);
  }
}

/** Makes a missing directory, for its owner alone. Throws E_PERSIST_LOCKED. */
export function lockDirectory(addon: NativeAddon, directory: string, namespace: string): LockedDirectory {
  const path = join(directory, namespace);
  let descriptor: number;
  try {
    makeDirectories(path, 0o700);
    descriptor = openSync(join(path, 'lock'), 'a', 0o600);
  } catch (error) {
    throw hostError(error, namespace);
  }
  const locked = addon.lockFile(descriptor, true);
  if (locked === 0) return new LockedDirectory(addon, path, descriptor);
  closeSync(descriptor);
  if (-locked === constants.errno.EWOULDBLOCK) throw lockedError(namespace);
  throw new SandboxError(`the saved state '${namespace}' cannot be locked: errno ${-locked}`, {
    code: 'E_PERSIST_FAILED',
  });
}
