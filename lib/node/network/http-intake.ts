// Feeds Node's HTTP parser: a head when the request before it is answered, a body as fast as it is taken. The rest stays in the guest's pipe,
// so that the parser never holds a request that has to wait.

import type { IncomingMessage } from 'node:http';
import { type HeapAccount, headBytes } from '../../network/heap-account.js';
import type { Intake } from './guest-stream.js';
import { longestHead } from './http-server.js';
import { costs, type TurnShare } from './turn-share.js';

const headPiece = 4 * 1024;
// As many chunks as fit in there are parsed at once.
const chunkedPiece = 16 * 1024;
const bodyPiece = 64 * 1024;
/** Node keeps no more headers than that, and reads no longer head. */
const mostOfHead = headBytes(longestHead, 1000);

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Takes the body of a request. */
export interface BodyTaker {
  /** Whether more of the body may be read: it is taken now, or it is thrown away. */
  readonly takesBody: boolean;
}

export interface IntakeParts {
  readonly share: TurnShare;
  readonly account: HeapAccount;
  /** Asks for what `admit` has not let in: at once, or soon. */
  readonly retryNow: () => void;
  readonly retry: () => void;
}

export class HttpIntake implements Intake {
  readonly #parts: IntakeParts;
  #request: IncomingMessage | undefined;
  #taker: BodyTaker | undefined;
  /** Of the body's bytes, where its length was said. */
  #left: number | undefined;
  #isLineBegin = false;
  /** The bytes that were looked at last end with an empty line. */
  #isWhole = false;
  /** Of the head that is read, or is being answered. */
  #bytes = 0;
  #lines = 0;
  #charged = 0;
  #isWaiting = false;
  /** The rest is read and thrown away. */
  discards = false;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  get lookBytes(): number {
    if (this.discards) return bodyPiece;
    if (this.#request === undefined || this.#request.complete) return headPiece;
    if (this.#left === undefined) return chunkedPiece;
    return Math.max(1, Math.min(this.#left, bodyPiece));
  }

  /** The parser has a head. */
  begin(request: IncomingMessage, taker: BodyTaker): void {
    this.#request = request;
    this.#taker = taker;
    const { 'transfer-encoding': coding, 'content-length': length } = request.headers;
    this.#left = coding === undefined ? Number(length ?? 0) : undefined;
    this.#parts.share.spend(costs.request);
  }

  /** The request is answered, or never will be. */
  end(): void {
    this.#taker = undefined;
    this.#release();
    this.#parts.retry();
  }

  /** How many of these bytes the parser gets now. None: `retry` is called when it may be some. */
  admit(bytes: Uint8Array): number {
    const request = this.#request;
    if (request !== undefined && !request.complete) return this.#admitBody(bytes);
    if (this.#taker !== undefined) return 0;
    this.#request = undefined;
    return this.#admitHead(bytes);
  }

  #admitBody(bytes: Uint8Array): number {
    if (this.#taker?.takesBody === false || !this.#mayGoOn()) return 0;
    this.#parts.share.spend(costs.piece + (costs.kibibyte * bytes.length) / 1024);
    if (this.#left === undefined || this.#left === 0) return this.#toEmptyLine(bytes);
    const count = Math.min(this.#left, bytes.length);
    this.#left -= count;
    return count;
  }

  #admitHead(bytes: Uint8Array): number {
    if (!this.#mayGoOn()) return 0;
    const [wasBegin, before] = [this.#isLineBegin, this.#lines];
    const count = this.#toEmptyLine(bytes);
    if (!this.#charge(this.#isWhole ? headBytes(this.#bytes + count, this.#lines) : mostOfHead)) {
      [this.#isLineBegin, this.#lines] = [wasBegin, before];
      return 0;
    }
    this.#bytes += count;
    const lines = this.#lines - before;
    this.#parts.share.spend(costs.piece + costs.line * lines + (costs.headBytes * count) / 16);
    return count;
  }

  /**
   * Whether there is room for a head of so many bytes. One that is not whole yet has room for as long as a head can be: if many had a part
   * of what they need none would ever be whole.
   */
  #charge(bytes: number): boolean {
    const more = Math.min(bytes, mostOfHead) - this.#charged;
    const { account, retry } = this.#parts;
    if (more < 0) account.free(-more);
    else if (!account.take(more)) {
      this.#isWaiting = true;
      account.onRoom(() => {
        this.#isWaiting = false;
        retry();
      });
      return false;
    }
    this.#charged += more;
    return true;
  }

  #mayGoOn(): boolean {
    if (this.#isWaiting) return false;
    if (!this.#parts.share.isSpent) return true;
    this.#isWaiting = true;
    this.#parts.share.later(() => {
      this.#isWaiting = false;
      this.#parts.retryNow();
    });
    return false;
  }

  /** Up to the first empty line, which is where a head ends, and a body in chunks: beyond it there may be another request. */
  #toEmptyLine(bytes: Uint8Array): number {
    let isLineBegin = this.#isLineBegin;
    this.#isWhole = false;
    for (let at = 0; at < bytes.length; ) {
      if (isLineBegin) {
        const end = bytes[at] === carriageReturn ? at + 1 : at;
        // The line may go on in the next piece.
        if (end === bytes.length) break;
        isLineBegin = false;
        if (bytes[end] === newline) {
          this.#isWhole = true;
          this.#isLineBegin = false;
          return end + 1;
        }
      }
      const found = bytes.indexOf(newline, at);
      if (found < 0) break;
      this.#lines++;
      isLineBegin = true;
      at = found + 1;
    }
    this.#isLineBegin = isLineBegin;
    return bytes.length;
  }

  /** The head is not kept any more. */
  #release(): void {
    this.#parts.account.free(this.#charged);
    this.#charged = 0;
    this.#bytes = 0;
    this.#lines = 0;
  }

  /** The connection is gone. */
  close(): void {
    this.#taker = undefined;
    this.discards = true;
    this.#release();
  }
}
