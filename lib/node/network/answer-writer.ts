// What a server answers, on its way to the guest: streamed, with secrets taken out, and noted.

import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerHeaders } from '../../network/answer-head.js';
import type { CassetteEntry, RawHeaders } from '../../network/cassette.js';
import type { HeapAccount } from '../../network/heap-account.js';
import { Redactor } from '../../network/redactor.js';
import type { SecretMatcher } from '../../network/secret-matcher.js';
import { BodyCopy } from './cassettes.js';
import { GuestStream } from './guest-stream.js';

const pieceBytes = 64 * 1024;
const leastAlone = 8 * 1024;
const smallBytes = 16 * 1024;
const leastWritten = 4 * 1024;

export interface AnswerNotes {
  status: number;
  statusText: string;
  headers: RawHeaders;
  bytes: number;
  body: CassetteEntry['response']['body'] | undefined;
  trailers?: RawHeaders;
}

export class AnswerWriter {
  readonly #response: ServerResponse;
  readonly #redactor: Redactor | undefined;
  readonly #copy: BodyCopy | undefined;
  /** What is held back until the end of the turn. */
  #gathered: Duplex | undefined;
  #hasBegun = false;
  /** Small pieces of a body, to be written in one. */
  #small: Buffer | undefined;
  #smallBytes = 0;
  /** What was passed last. */
  #spent: Uint8Array | undefined;
  readonly notes: AnswerNotes = { status: 0, statusText: '', headers: [], bytes: 0, body: undefined };

  /** `recordsTo`: the body is kept, and counts there until it is dropped. */
  constructor(response: ServerResponse, secrets: SecretMatcher | undefined, recordsTo?: HeapAccount) {
    this.#response = response;
    this.#redactor = secrets === undefined ? undefined : new Redactor(secrets);
    this.#copy = recordsTo === undefined ? undefined : new BodyCopy(recordsTo);
  }

  /** `undefined`, or why this answer cannot be passed on: then nothing of it was. */
  head(status: number, statusText: string, given: RawHeaders): string | undefined {
    const response = this.#response;
    const redactor = this.#redactor;
    const headers = answerHeaders(given, {
      keepsAlive: response.shouldKeepAlive,
      minorVersion: response.req.httpVersionMinor,
      redact: redactor && ((text) => redactor.text(text)),
    });
    if (typeof headers === 'string') return headers;
    // What the server has not said is not said: how the body ends, when it was, whether the connection stays.
    for (const name of ['date', 'connection', 'transfer-encoding']) response.removeHeader(name);
    const text = this.#redacted(statusText);
    try {
      response.writeHead(status, text, headers.flat());
    } catch {
      return 'the answer has a head that cannot be passed on';
    }
    Object.assign(this.notes, { status, statusText: text, headers });
    return undefined;
  }

  /** Gives the copy of the body up. */
  readonly dropCopy = (): void => this.#copy?.drop();

  #redacted(text: string): string {
    return this.#redactor?.text(text) ?? text;
  }

  /** False: the guest is slower, wait for `drain`. */
  data(chunk: Uint8Array): boolean {
    return this.#write(this.#redactor === undefined ? chunk : this.#redactor.push(chunk));
  }

  end(trailers: RawHeaders): void {
    if (this.#redactor !== undefined) this.#write(this.#redactor.end());
    const cleared = trailers.map(([name, value]) => [this.#redacted(name), this.#redacted(value)] as [string, string]);
    if (cleared.length > 0) {
      this.#response.addTrailers(cleared);
      this.notes.trailers = cleared;
    }
    this.notes.body = this.#copy?.end();
    this.flush();
    this.#response.end();
    this.#release();
  }

  /** What comes in a turn of the event loop goes in one: TLS gives out 16 KiB at a time. */
  #gather(): void {
    const { socket } = this.#response;
    if (this.#gathered !== undefined || socket === null) return;
    this.#gathered = socket;
    socket.cork();
    setImmediate(() => this.#release());
  }

  #release(): void {
    this.flush();
    const socket = this.#gathered;
    this.#gathered = undefined;
    socket?.uncork();
    this.#stream?.flushPassed();
  }

  /** The guest's stream, where bytes of the body are what they are on it: once the head has gone. */
  get #stream(): GuestStream | undefined {
    const { socket, chunkedEncoding, headersSent, statusCode, req } = this.#response;
    const stream: Duplex | null = socket;
    if (!(stream instanceof GuestStream) || chunkedEncoding || !headersSent) return undefined;
    return statusCode === 204 || statusCode === 304 || req.method === 'HEAD' ? undefined : stream;
  }

  /**
   * TLS makes a buffer for each record: collecting a hundred megabytes of them takes longer than decrypting. The last one may still be
   * the parser's.
   */
  #spend(bytes: Uint8Array, { connection }: GuestStream): void {
    const last = this.#spent;
    this.#spent = isAlone(bytes) ? bytes : undefined;
    if (last !== undefined && last.buffer !== bytes.buffer) connection.free(last);
  }

  #write(bytes: Uint8Array): boolean {
    if (bytes.length === 0) return true;
    this.notes.bytes += bytes.length;
    this.#copy?.add(bytes);
    const stream = this.#hasBegun ? this.#stream : undefined;
    if (stream?.pass(bytes)) {
      if (this.#redactor === undefined) this.#spend(bytes, stream);
      return true;
    }
    this.#gather();
    // Each chunk of an answer is four writes: servers that send bytes one by one cost them only once in a turn.
    if (this.#hasBegun && bytes.length < leastWritten) return this.#keep(bytes);
    this.flush();
    return this.#send(bytes);
  }

  #keep(bytes: Uint8Array): boolean {
    const isTaken = this.#smallBytes + bytes.length <= smallBytes || this.flush();
    this.#small ??= Buffer.allocUnsafe(smallBytes);
    this.#small.set(bytes, this.#smallBytes);
    this.#smallBytes += bytes.length;
    return isTaken;
  }

  /** Writes the small pieces that were kept. */
  flush(): boolean {
    const small = this.#small?.subarray(0, this.#smallBytes);
    if (small === undefined) return true;
    this.#small = undefined;
    this.#smallBytes = 0;
    return this.#response.writableEnded || this.#send(small);
  }

  #send(bytes: Uint8Array): boolean {
    const isTaken = this.#response.write(bytes);
    this.#hasBegun = true;
    const socket = this.#gathered;
    // As much as is given at a time: the guest reads it while more is decrypted.
    if (socket !== undefined && socket.writableLength >= pieceBytes) {
      socket.uncork();
      socket.cork();
      return socket.writableLength < socket.writableHighWaterMark;
    }
    return isTaken;
  }
}

/** Whether they have their ArrayBuffer to themselves: those of Node's pool are small, and of what came with a head nothing is behind them. */
function isAlone({ buffer, byteOffset, length }: Uint8Array): boolean {
  return length >= leastAlone && 2 * length > buffer.byteLength && byteOffset + length === buffer.byteLength;
}

/** Names and values as undici has them: one after the other. */
export function rawPairs(raw: readonly (Buffer | string)[] | null): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; raw !== null && at + 1 < raw.length; at += 2) {
    pairs.push([raw[at]!.toString('latin1' as never), raw[at + 1]!.toString('latin1' as never)]);
  }
  return pairs;
}
