// The body of a guest's request on its way out, apart from the message: ending the one must not end the guest's connection.

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

export class GuestBody extends Readable {
  readonly #message: IncomingMessage;
  readonly #onStart: () => void;
  readonly #onChunk: (chunk: Buffer) => void;
  #hasStarted = false;
  bytes = 0;

  /** `onStart`: somebody wants it, now the guest is told to send. */
  constructor(message: IncomingMessage, onStart: () => void, onChunk: (chunk: Buffer) => void) {
    super({ highWaterMark: 64 * 1024 });
    this.#message = message;
    this.#onStart = onStart;
    this.#onChunk = onChunk;
  }

  override _read(): void {
    if (this.#hasStarted) {
      this.#message.resume();
      return;
    }
    this.#hasStarted = true;
    this.#onStart();
    const message = this.#message;
    message.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      this.#onChunk(chunk);
      if (!this.destroyed && !this.push(chunk)) message.pause();
    });
    message.once('end', () => this.push(null));
    const broken = () => message.complete || this.destroy(new Error('the guest has ended its request early'));
    message.once('error', broken);
    message.once('close', broken);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // The rest is not wanted, and must not stop the guest's connection.
    this.#message.removeAllListeners('data');
    this.#message.resume();
    done(error);
  }
}

/** Most of a body that `onRequest` may read of a request that then is sent. */
const mostTaken = 1024 * 1024;

/** A body that the host may look into before it is sent. */
export class InspectedBody {
  readonly #body: GuestBody;
  readonly #pieces: AsyncIterator<Buffer>;
  #taken: Buffer[] = [];
  #takenBytes = 0;
  #isTouched = false;

  constructor(body: GuestBody) {
    this.#body = body;
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
          this.#takenBytes += value.length;
          if (this.#takenBytes <= mostTaken) this.#taken.push(value);
          else this.#taken = [];
          controller.enqueue(new Uint8Array(value));
        },
      },
      { highWaterMark: 0 },
    );

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
