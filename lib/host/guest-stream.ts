// A connection with a guest as a stream of Node's.

import { Duplex } from 'node:stream';
import { systemError } from '../errors.js';
import { EAGAIN } from '../generated/errno.js';
import type { GuestConnection } from '../network/connection.js';

const chunkBytes = 64 * 1024;
/** What fills less of a chunk is copied out of it, so that it does not keep all of it. */
const worthKeeping = chunkBytes / 4;

/** Half-open as TCP is: what the guest sends can be read after `end`, and the other way round. Destroyed with an error it is reset. */
export class GuestStream extends Duplex {
  readonly #connection: GuestConnection;
  /** Called by whoever uses the connection, when something of it may have changed that is not bytes. */
  onChange: () => void = () => {};
  #wantsBytes = false;
  #writing: { rest: Uint8Array; done: (error?: Error) => void } | undefined;

  constructor(connection: GuestConnection) {
    super({ readableHighWaterMark: 2 * chunkBytes, writableHighWaterMark: 2 * chunkBytes });
    this.#connection = connection;
    connection.onChange = () => {
      this.onChange();
      if (this.destroyed) return;
      if (this.#wantsBytes) this._read();
      this.#writeOn();
    };
  }

  override _read(): void {
    this.#wantsBytes = true;
    while (this.#wantsBytes) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const count = this.#connection.read(chunk);
      if (count === -EAGAIN) return;
      if (count < 0) {
        this.#wantsBytes = false;
        this.destroy(systemError(-count, 'read'));
      } else if (count === 0) {
        this.#wantsBytes = false;
        this.push(null);
      } else {
        const bytes = chunk.subarray(0, count);
        this.#wantsBytes = this.push(count < worthKeeping ? Buffer.from(bytes) : bytes);
      }
    }
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    this.#writing = { rest: chunk, done };
    this.#writeOn();
  }

  #writeOn(): void {
    const writing = this.#writing;
    if (writing === undefined) return;
    while (writing.rest.length > 0) {
      const count = this.#connection.write(writing.rest);
      if (count === -EAGAIN) return;
      if (count < 0) {
        this.#writing = undefined;
        writing.done(systemError(-count, 'write'));
        return;
      }
      writing.rest = writing.rest.subarray(count);
    }
    this.#writing = undefined;
    writing.done();
  }

  override _final(done: () => void): void {
    this.#connection.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#connection.close(error !== null);
    done(error);
  }
}
