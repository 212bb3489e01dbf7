// A file that the host has open. Calls on it are done one after the other, in the order in which they were made.

import { EFBIG, EIO } from '../abi/generated/errno.js';
import { StatField } from '../abi/generated/kernel-fields.js';
import { systemError } from '../api/errors.js';
import type { Machine } from '../machine/kernel-client.js';
import { pacer } from '../machine/pacer.js';
import type { FileKernel } from '../mounts/asking-kernel.js';
import type { Providers } from '../mounts/providers.js';
import { concatenate } from '../text/text.js';
import { StatResult } from './stats.js';

/** One call of the kernel moves no more, so that the event loop turns in between. */
const pieceSize = 8 * 1024 * 1024;
/** `rest` begins with pieces of this size. */
const firstPieceSize = 64 * 1024;

/** What an open file needs of the sandbox. */
export interface FileOwner {
  readonly machine: Machine;
  readonly kernel: FileKernel;
  readonly providers: Providers;
  /** No more is read into one array. */
  readonly largestRead: number;
}

/** The position of a call that goes on where the last one ended. */
export const current = -1;

export class OpenFile {
  readonly path: string;
  readonly #owner: FileOwner;
  readonly #number: number;
  #last: Promise<unknown> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(owner: FileOwner, number: number, path: string) {
    this.#owner = owner;
    this.#number = number;
    this.path = path;
  }

  /** Fills `into`. Less: the file ends there, or it is a pipe that has no more now. */
  read(into: Uint8Array, position: number): Promise<number> {
    return this.#next(() =>
      this.#inPieces(into, position, 'read', (piece, at) => this.#kernel.read(this.#number, at, piece)),
    );
  }

  /** Writes as much as there is room for, and at least a byte. */
  write(bytes: Uint8Array, position: number): Promise<number> {
    return this.#next(async () => {
      const write = (piece: Uint8Array, at: number) => this.#kernel.write(this.#number, at, piece);
      const count = await this.#inPieces(bytes, position, 'write', write);
      this.#owner.machine.changed();
      return count;
    });
  }

  async writeAll(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const count = await this.write(bytes.subarray(done), position === current ? current : position + done);
      if (count === 0) throw systemError(EIO, 'write', this.path);
      done += count;
    }
  }

  /** All from the current position on. */
  rest(): Promise<Uint8Array> {
    return this.#next(async () => {
      const pieces: Uint8Array[] = [];
      let length = 0;
      for (let size = firstPieceSize; ; size = Math.min(size * 2, pieceSize)) {
        const piece = new Uint8Array(size);
        const read = (into: Uint8Array, at: number) => this.#kernel.read(this.#number, at, into);
        const count = await this.#inPieces(piece, current, 'read', read);
        pieces.push(piece.subarray(0, count));
        length += count;
        if (length > this.#owner.largestRead) throw systemError(EFBIG, 'read', this.path);
        // A file of /proc gives less than is asked for before its end.
        if (count === 0) return concatenate(pieces);
        await this.pace();
      }
    });
  }

  stat(): Promise<StatResult> {
    const fields = new Float64Array(StatField.count);
    return this.#next(async () => {
      await this.#call('fstat', () => this.#kernel.fstat(this.#number, fields));
      return new StatResult(fields);
    });
  }

  truncate(size: number): Promise<void> {
    return this.#change('ftruncate', () => this.#kernel.ftruncate(this.#number, size));
  }

  chmod(mode: number): Promise<void> {
    return this.#change('fchmod', () => this.#kernel.fchmod(this.#number, mode));
  }

  chown(uid: number, gid: number): Promise<void> {
    return this.#change('fchown', () => this.#kernel.fchown(this.#number, uid, gid));
  }

  utimes(atimeMs: number, mtimeMs: number): Promise<void> {
    return this.#change('futime', () => this.#kernel.futimes(this.#number, atimeMs, mtimeMs));
  }

  sync(syscall: string): Promise<void> {
    return this.#next(async () => {
      await this.#call(syscall, () => this.#kernel.fsync(this.#number));
    });
  }

  /** After the calls that were made before. May be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#next(async () => {
      this.#owner.machine.assertAlive();
      // A snapshot that was restored has closed it.
      this.#kernel.close(this.#number);
    });
    return this.#closed;
  }

  /** For a caller of many calls: the event loop turns when they have taken a while. */
  get pace(): () => Promise<void> {
    this.#pace ??= pacer(this.#owner.machine.platform);
    return this.#pace;
  }
  #pace: (() => Promise<void>) | undefined;

  get #kernel(): FileKernel {
    return this.#owner.kernel;
  }

  #next<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  #change(syscall: string, call: () => number): Promise<void> {
    return this.#next(async () => {
      await this.#call(syscall, call);
      this.#owner.machine.changed();
    });
  }

  async #call(syscall: string, call: () => number): Promise<number> {
    const { machine, providers } = this.#owner;
    machine.assertAlive();
    const result = await providers.settled(call);
    if (result < 0) throw machine.error(-result, syscall, this.path);
    return result;
  }

  // An error after the first piece comes with the next call, if it is still there.
  async #inPieces(
    bytes: Uint8Array,
    position: number,
    syscall: string,
    move: (piece: Uint8Array, at: number) => number,
  ): Promise<number> {
    for (let done = 0; ; ) {
      const piece = bytes.subarray(done, done + pieceSize);
      const at = position === current ? current : position + done;
      let count = 0;
      try {
        count = await this.#call(syscall, () => move(piece, at));
      } catch (error) {
        if (done === 0) throw error;
      }
      done += count;
      if (count < pieceSize || done === bytes.length) return done;
      await this.pace();
    }
  }
}
