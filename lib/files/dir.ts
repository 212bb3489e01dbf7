// The Dir of node:fs.

import { EBADF } from '../abi/generated/errno.js';
import { systemError } from '../api/errors.js';
import type { DirEntry } from './stats.js';

/**
 * An open directory: {@link SandboxFs.opendir}. What is made or removed while you read may be there or not.
 *
 * @example
 * const directory = await sandbox.fs.opendir('/etc');
 * for (let entry = await directory.read(); entry !== null; entry = await directory.read()) console.log(entry.name);
 * await directory.close();
 */
export class Dir {
  /** As it was given. */
  readonly path: string;
  readonly #entries: AsyncGenerator<DirEntry>;
  #next: Promise<IteratorResult<DirEntry>> | undefined;
  #isClosed = false;

  /** @internal */
  constructor(path: string, entries: AsyncGenerator<DirEntry>, first: IteratorResult<DirEntry>) {
    this.path = path;
    this.#entries = entries;
    this.#next = Promise.resolve(first);
  }

  /**
   * The next entry; `null`: there are no more.
   *
   * @throws `EBADF`: the directory is closed.
   * @throws `ENOENT`, `ENOTDIR`, `ENAMETOOLONG`: a directory below was removed meanwhile, or lies too deep.
   * @throws `E_DESTROYED`
   */
  async read(): Promise<DirEntry | null> {
    this.#assertOpen('read');
    const next = this.#next ?? this.#entries.next();
    this.#next = undefined;
    const { done, value } = await next;
    return done === true ? null : value;
  }

  /**
   * Closes it: nothing more can be read.
   *
   * @throws `EBADF`: it is closed already.
   */
  async close(): Promise<void> {
    this.#assertOpen('close');
    this.#isClosed = true;
    await this.#entries.return(undefined);
  }

  /**
   * The entries that are left. Closes it after the last one, and when you leave the loop.
   *
   * @throws `EBADF`: the directory is closed.
   * @throws `ENOENT`, `ENOTDIR`, `ENAMETOOLONG`: a directory below was removed meanwhile, or lies too deep.
   * @throws `E_DESTROYED`
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<DirEntry> {
    this.#assertOpen('read');
    try {
      for (let entry = await this.read(); entry !== null; entry = await this.read()) yield entry;
    } finally {
      if (!this.#isClosed) await this.close();
    }
  }

  /** Closes it, if it is open: for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isClosed) await this.close();
  }

  #assertOpen(syscall: string): void {
    if (this.#isClosed) throw systemError(EBADF, syscall, this.path);
  }
}
