// The answer of a server in the sandbox, read as fast as the host takes it, and a part of it in each turn of the event loop.

import type { IncomingMessage } from 'node:http';
import { ECONNRESET } from '../../abi/generated/errno.js';
import { systemError } from '../../api/errors.js';
import type { GuestStream, Intake } from './guest-stream.js';
import { costs, type TurnShare } from './turn-share.js';

// As many chunks as fit in there are parsed at once.
const pieceBytes = 16 * 1024;
/** Chunks are put together: each that is handed on may be read without a turn of the event loop. */
const gatheredBytes = 64 * 1024;

export const resetError = (): Error => systemError(ECONNRESET, 'read');

export class ServerAnswer implements Intake {
  readonly lookBytes = pieceBytes;
  readonly discards = false;
  readonly #stream: GuestStream;
  readonly #share: TurnShare;
  readonly #errorOf: (error: Error) => Error;
  #isWaiting = false;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** Takes over what is read of the stream. `errorOf`: what the host is told of an error. */
  constructor(stream: GuestStream, share: TurnShare, errorOf: (error: Error) => Error) {
    this.#stream = stream;
    this.#share = share;
    this.#errorOf = errorOf;
    stream.intake = this;
  }

  admit(bytes: Uint8Array): number {
    if (this.#isWaiting || this.#isFull) return 0;
    if (this.#share.isSpent) {
      this.#isWaiting = true;
      this.#share.later(() => {
        this.#isWaiting = false;
        this.#stream.retryNow();
      });
      return 0;
    }
    this.#share.spend(costs.piece + (costs.kibibyte * bytes.length) / 1024);
    return bytes.length;
  }

  bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          message.on('data', (chunk: Buffer) => this.#take(chunk));
          message.once('end', () => this.#end((controller) => controller.close()));
          message.once('error', (error) => this.#fail(error));
          message.once('close', () => this.#fail(resetError()));
        },
        pull: () => this.#stream.retry(),
        cancel: () => {
          this.#controller = undefined;
          message.destroy();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: gatheredBytes }),
    );
  }

  get #isFull(): boolean {
    const room = this.#controller?.desiredSize ?? gatheredBytes;
    return this.#gatheredBytes >= room;
  }

  #take(chunk: Buffer): void {
    this.#share.spend(costs.chunk);
    if (this.#controller === undefined) return;
    if (this.#gathered.length === 0) setImmediate(() => this.#flush());
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.length;
    if (this.#gatheredBytes >= gatheredBytes) this.#flush();
  }

  #flush(): void {
    if (this.#gathered.length === 0) return;
    const bytes = new Uint8Array(this.#gatheredBytes);
    let at = 0;
    for (const chunk of this.#gathered) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#controller?.enqueue(bytes);
  }

  #fail(error: Error): void {
    this.#end((controller) => controller.error(this.#errorOf(error)));
  }

  #end(say: (controller: ReadableStreamDefaultController<Uint8Array>) => void): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    this.#flush();
    this.#controller = undefined;
    try {
      say(controller);
    } catch {
      // The host has called it off.
    }
  }
}
