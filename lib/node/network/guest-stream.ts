// A guest's connection as a stream of Node.

import { Duplex } from 'node:stream';
import { EAGAIN, EPIPE } from '../../abi/generated/errno.js';
import { systemError } from '../../api/errors.js';
import type { GuestConnection } from '../../kernel/connection.js';
import type { HeapAccount } from '../../network/heap-account.js';
import { encodeTlsAnswer, failedAnswer, tlsStatus } from '../../network/tls-message.js';

/** Gets the number of bytes of each direction. */
export interface Meter {
  addSent(bytes: number): void;
  addReceived(bytes: number): void;
  /** The account that counts the queue for a guest that reads slowly. */
  readonly account?: HeapAccount;
}

/** Decides how many of a guest's bytes may be read now. Each piece is read before the next is requested. */
export interface Intake {
  /** How many bytes are read from the guest's pipe at a time. */
  readonly lookBytes: number;
  /** The bytes are thrown away. */
  readonly discards: boolean;
  /** How many of these bytes may be read. 0: none until `retry` or `retryNow` is called. */
  admit(bytes: Uint8Array): number;
}

type Done = (error?: Error | null) => void;

const pieceBytes = 64 * 1024;
// A guest on another thread could fill its side as fast as this side empties it.
const piecesATurn = 16;
// The queue for a guest. It is short if other connections of the sandbox have used the room for long ones.
const longQueue = 4 * pieceBytes;
const shortQueue = pieceBytes / 4;
const partOfRoom = 1 / 4;
const nothing = Buffer.alloc(0);
// What is read lands here first: most pieces are small, and a buffer of their own size is made for them.
const landing = Buffer.allocUnsafeSlow(pieceBytes);
const gathering = Buffer.allocUnsafeSlow(pieceBytes);
// Of streams that bodies pass, each has one for a turn of the event loop.
const spare: Buffer[] = [];
const mostSpare = 16;

export class GuestStream extends Duplex {
  /** What has passed so far, and when something last has: `performance.now()`. */
  bytesRead = 0;
  bytesWritten = 0;
  lastRead = performance.now();
  lastWritten = this.lastRead;
  readonly connection: GuestConnection;
  readonly #meter: Meter;
  #wanted = false;
  #resting = false;
  #queue: Uint8Array[] = [];
  #written: Done | undefined;
  /** Bytes that were read from the guest's pipe and not yet from this stream. */
  #ahead: Buffer = nothing;
  #hasEnd = false;
  #isRead = false;
  #isRetried = false;
  #pieces = 0;
  readonly #charged: number;
  /** Decides how much may be read; without it, everything. */
  intake: Intake | undefined;
  /** What goes before all that is written. */
  #passing: { readonly buffer: Buffer; length: number } | undefined;

  /** The connection must have been accepted. `first`: bytes that were read already; of no length: the end. */
  constructor(connection: GuestConnection, meter: Meter, first?: Buffer) {
    const isLong = meter.account?.takeSpare(longQueue, partOfRoom) ?? true;
    const writableHighWaterMark = isLong ? longQueue : shortQueue;
    super({ allowHalfOpen: true, readableHighWaterMark: pieceBytes, writableHighWaterMark });
    this.#charged = isLong && meter.account !== undefined ? longQueue : 0;
    this.connection = connection;
    this.#meter = meter;
    connection.onChange = () => this.#changed();
    this.once('end', () => this.#look());
    if (first !== undefined) this.#land(first);
  }

  /**
   * The guest has closed its socket: nobody reads what it may still be sent. Not known once this side has ended, nor while bytes wait to
   * be taken, which then fail.
   */
  get isForsaken(): boolean {
    const isQuiet = !this.destroyed && this.#written === undefined && !this.writableEnded;
    return isQuiet && this.connection.write(nothing) === -EPIPE;
  }

  /**
   * Takes bytes of a body past the stream's queue, which costs more than they do: they are copied, and are the kernel's at the end of the
   * turn at latest. False: something waits before them, they have to be written.
   */
  pass(bytes: Uint8Array): boolean {
    if (this.destroyed || this.writableEnded || this.writableLength > 0) return false;
    for (let at = 0; at < bytes.length; ) {
      // What the kernel had no room for is in the queue now.
      if (this.writableLength > 0) {
        this.write(Buffer.from(bytes.subarray(at)));
        return true;
      }
      const passing = this.#passing ?? this.#beginPassing();
      const count = Math.min(bytes.length - at, pieceBytes - passing.length);
      passing.buffer.set(count === bytes.length ? bytes : bytes.subarray(at, at + count), passing.length);
      passing.length += count;
      at += count;
      if (passing.length === pieceBytes) this.flushPassed();
    }
    return !this.destroyed;
  }

  #beginPassing(): { readonly buffer: Buffer; length: number } {
    const passing = { buffer: spare.pop() ?? Buffer.allocUnsafeSlow(pieceBytes), length: 0 };
    this.#passing = passing;
    setImmediate(() => {
      this.flushPassed();
      this.#passing = undefined;
      if (spare.length < mostSpare) spare.push(passing.buffer);
    });
    return passing;
  }

  /** What was passed is the kernel's, or in the queue. */
  flushPassed(): void {
    const bytes = this.#takePassed();
    if (bytes.length === 0 || this.destroyed) return;
    const count = this.connection.write(bytes);
    if (count < 0 && count !== -EAGAIN) {
      this.destroy(systemError(-count, 'write'));
      return;
    }
    const taken = Math.max(count, 0);
    this.#note(taken);
    if (taken < bytes.length && !this.destroyed) this.write(Buffer.from(bytes.subarray(taken)));
  }

  /** Valid until more is passed. */
  #takePassed(): Uint8Array {
    const passing = this.#passing;
    if (passing === undefined) return nothing;
    const bytes = passing.buffer.subarray(0, passing.length);
    passing.length = 0;
    return bytes;
  }

  /** Ends without an end that the guest could take for a whole answer, but as a server that closes: no reset. */
  cutOff(): void {
    this.end(() => this.destroy());
  }

  override _read(): void {
    this.#wanted = true;
    // Not now: a stream queues bytes that it gets inside of `_read`, and does not report when they are read.
    if (this.intake !== undefined) this.retry();
    else this.#pull();
  }

  override resume(): this {
    super.resume();
    if (this.#wanted || this.intake !== undefined) this.retry();
    return this;
  }

  /** Asks soon for what may be read. */
  retry(): void {
    if (this.#isRetried) return;
    this.#isRetried = true;
    process.nextTick(() => {
      this.#isRetried = false;
      this.retryNow();
    });
  }

  retryNow(): void {
    if (!this.destroyed) this.#pull();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#begin([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#begin(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #begin(chunks: Uint8Array[], done: Done): void {
    const passed = this.#takePassed();
    this.#queue = passed.length === 0 ? chunks : [Buffer.from(passed), ...chunks];
    this.#written = done;
    this.#flush();
  }

  override _final(done: Done): void {
    this.#begin([], (error) => {
      this.connection.end();
      done(error);
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    // A guest that has not seen the end must not take what it has for all.
    this.connection.close(error !== null || !this.writableFinished);
    this.connection.onChange = () => {};
    this.#meter.account?.freeSpare(this.#charged);
    this.#ahead = nothing;
    done(error);
  }

  #changed(): void {
    if (this.destroyed) return;
    // After that the kernel takes none.
    if (this.bytesRead + this.bytesWritten === 0 && this.connection.hasTlsRequest()) {
      this.connection.answerTls(encodeTlsAnswer(failedAnswer(tlsStatus.handshake, 'bytes have passed already')));
    }
    this.#pull();
    this.#flush();
    this.#look();
  }

  /** Whoever serves the guest may have something to finish first. */
  #look(): void {
    if (this.readableEnded && this.isForsaken) this.emit('forsaken');
  }

  #pull(): void {
    if (this.#resting) return;
    while (this.#mayRead()) {
      // A reader may ask again and again without a turn of the event loop in between.
      if (this.#pieces++ === piecesATurn) {
        this.#rest();
        return;
      }
      if (this.#ahead.length === 0 && !this.#hasEnd && !this.#lookAhead()) return;
      if (this.#ahead.length === 0) {
        this.#isRead = true;
        this.push(null);
        return;
      }
      if (this.intake?.discards) {
        this.#ahead = nothing;
        continue;
      }
      const bytes = this.#admitted();
      if (bytes.length === 0) return;
      this.#wanted = false;
      // Asks for more by `_read` unless it is full.
      if (this.push(bytes)) this.#wanted = true;
    }
  }

  #mayRead(): boolean {
    if (this.destroyed || this.#isRead) return false;
    if (this.intake === undefined) return this.#wanted;
    return this.readableFlowing === true && this.readableLength === 0;
  }

  #rest(): void {
    this.#resting = true;
    setImmediate(() => {
      this.#resting = false;
      this.#pieces = 0;
      this.#pull();
    });
  }

  /** Whether the guest has sent something, or announced the end. */
  #lookAhead(): boolean {
    const count = this.connection.read(
      this.intake === undefined ? landing : landing.subarray(0, this.intake.lookBytes),
    );
    if (count === -EAGAIN) return false;
    if (count < 0) this.destroy(systemError(-count, 'read'));
    else this.#land(Buffer.from(landing.subarray(0, count)));
    return !this.destroyed;
  }

  #land(bytes: Buffer): void {
    this.#ahead = bytes;
    this.#hasEnd = bytes.length === 0;
    this.bytesRead += bytes.length;
    this.lastRead = performance.now();
    this.#meter.addSent(bytes.length);
  }

  #admitted(): Buffer {
    const all = this.#ahead;
    const count = this.intake?.admit(all) ?? all.length;
    this.#ahead = count === all.length ? nothing : all.subarray(count);
    return all.subarray(0, count);
  }

  #flush(): void {
    while (this.#queue.length > 0 && !this.destroyed) {
      const bytes = this.#gathered();
      const count = bytes.length === 0 ? 0 : this.connection.write(bytes);
      if (count < 0 && count !== -EAGAIN) {
        this.destroy(systemError(-count, 'write'));
        return;
      }
      if (bytes.length > 0 && count <= 0) return;
      this.#note(count);
      this.#dequeue(count);
    }
    const done = this.#written;
    if (this.destroyed || done === undefined) return;
    this.#written = undefined;
    done();
  }

  #note(count: number): void {
    this.bytesWritten += count;
    this.lastWritten = performance.now();
    this.#meter.addReceived(count);
  }

  /** As much of the queue as is given at a time: each time wakes the guest. */
  #gathered(): Uint8Array {
    const [first, second] = this.#queue;
    if (second === undefined || first!.length + second.length > pieceBytes) return first!;
    let length = 0;
    for (const piece of this.#queue) {
      if (length + piece.length > pieceBytes) break;
      gathering.set(piece, length);
      length += piece.length;
    }
    return gathering.subarray(0, length);
  }

  #dequeue(count: number): void {
    let left = count;
    while (this.#queue.length > 0 && left >= this.#queue[0]!.length) left -= this.#queue.shift()!.length;
    if (left > 0) this.#queue[0] = this.#queue[0]!.subarray(left);
  }
}
