// The body of a guest's request on its way out, apart from the message: ending the one must not end the guest's connection.

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { HeapAccount } from '../../network/heap-account.js';

/** Smaller pieces are put together: each is a turn of all streams it goes through. */
const leastAlone = 4 * 1024;
const gatherBytes = 16 * 1024;
const roomBytes = 64 * 1024;

export interface GuestBodyEvents {
  /** The body is wanted: the guest is told to send it. */
  readonly onStart: () => void;
  /** There is room for more. */
  readonly onWanted: () => void;
  readonly onChunk: (chunk: Buffer) => void;
}

export class GuestBody extends Readable {
  readonly #message: IncomingMessage;
  readonly #events: GuestBodyEvents;
  #hasStarted = false;
  #gathered: Buffer | undefined;
  #gatheredBytes = 0;
  bytes = 0;

  constructor(message: IncomingMessage, events: GuestBodyEvents) {
    super({ highWaterMark: roomBytes });
    this.#message = message;
    this.#events = events;
  }

  /** Whether more of it may be read. A piece that comes all the same is taken: the message itself keeps nothing. */
  get isWanted(): boolean {
    return this.destroyed || (this.#hasStarted && this.readableLength + this.#gatheredBytes < roomBytes);
  }

  override _read(): void {
    if (this.#hasStarted) {
      this.#events.onWanted();
      return;
    }
    this.#hasStarted = true;
    this.#events.onStart();
    const message = this.#message;
    message.on('data', (chunk: Buffer) => this.#take(chunk));
    message.once('end', () => {
      this.#flush();
      this.push(null);
    });
    const broken = () => message.complete || this.destroy(new Error('the guest has ended its request early'));
    message.once('error', broken);
    message.once('close', broken);
    this.#events.onWanted();
  }

  #take(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#events.onChunk(chunk);
    if (chunk.length >= leastAlone) {
      this.#flush();
      this.push(chunk);
      return;
    }
    if (this.#gatheredBytes + chunk.length > gatherBytes) this.#flush();
    if (this.#gathered === undefined) {
      this.#gathered = Buffer.allocUnsafe(gatherBytes);
      process.nextTick(() => this.#flush());
    }
    this.#gathered.set(chunk, this.#gatheredBytes);
    this.#gatheredBytes += chunk.length;
  }

  #flush(): void {
    const gathered = this.#gathered?.subarray(0, this.#gatheredBytes);
    this.#gathered = undefined;
    this.#gatheredBytes = 0;
    if (gathered !== undefined && gathered.length > 0 && !this.destroyed) this.push(gathered);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // The rest is not wanted, and must not stop the guest's connection.
    this.#message.removeAllListeners('data');
    this.#message.resume();
    this.#events.onWanted();
    done(error);
  }
}

/** Most of a body that `onRequest` may read of a request that then is sent. */
const mostTaken = 1024 * 1024;

/** A body that the host may look into before it is sent. */
export class InspectedBody {
  readonly #body: GuestBody;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #account: HeapAccount;
  #taken: Buffer[] = [];
  #takenBytes = 0;
  #charged = 0;
  #isTouched = false;

  /** Pieces that were read are charged to the account until `drop`. */
  constructor(body: GuestBody, account: HeapAccount) {
    this.#body = body;
    this.#account = account;
    this.#pieces = body[Symbol.asyncIterator]();
  }

  /** For a Request. */
  readonly stream = (): ReadableStream<Uint8Array> =>
    new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          this.#isTouched = true;
          const { value, done } = await this.#pieces.next();
          if (done === true) {
            controller.close();
            return;
          }
          this.#take(value);
          controller.enqueue(new Uint8Array(value));
        },
      },
      { highWaterMark: 0 },
    );

  #take(piece: Buffer): void {
    this.#takenBytes += piece.length;
    if (this.#takenBytes <= mostTaken && this.#account.take(piece.length)) {
      this.#charged += piece.length;
      this.#taken.push(piece);
      return;
    }
    this.#takenBytes = Number.POSITIVE_INFINITY;
    this.drop();
  }

  /** It is not sent any more, or was. */
  drop(): void {
    this.#account.free(this.#charged);
    this.#charged = 0;
    this.#taken = [];
  }

  /** All of it from the beginning; `undefined`: too much of it was read. */
  rest(): Readable | undefined {
    if (!this.#isTouched) return this.#body;
    if (this.#takenBytes > mostTaken) return undefined;
    const [taken, pieces] = [this.#taken, this.#pieces];
    return Readable.from(
      (async function* () {
        yield* taken;
        for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
      })(),
      { objectMode: false },
    );
  }
}
