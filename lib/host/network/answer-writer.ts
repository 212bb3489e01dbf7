// What a server answers, on its way to the guest: streamed, with secrets taken out, and noted.

import type { ServerResponse } from 'node:http';
import type { CassetteEntry, RawHeaders } from '../../network/cassette.js';
import { BodyCopy } from './cassettes.js';
import { Redactor } from './redactor.js';
import { namedBy } from './request-form.js';

const pieceBytes = 64 * 1024;

export interface AnswerNotes {
  status: number;
  statusText: string;
  headers: RawHeaders;
  bytes: number;
  body: CassetteEntry['response']['body'] | undefined;
  trailers?: RawHeaders;
}

/** Headers of an answer that the gate must not pass on: they offer what does not go through it. */
const dropped = new Set(['upgrade', 'proxy-connection', 'http2-settings']);

export class AnswerWriter {
  readonly #response: ServerResponse;
  readonly #redactor: Redactor | undefined;
  readonly #copy: BodyCopy | undefined;
  #isGathering = false;
  readonly notes: AnswerNotes = { status: 0, statusText: '', headers: [], bytes: 0, body: undefined };

  constructor(response: ServerResponse, secrets: readonly Buffer[], isRecorded: boolean) {
    this.#response = response;
    this.#redactor = secrets.length > 0 ? new Redactor(secrets) : undefined;
    this.#copy = isRecorded ? new BodyCopy() : undefined;
  }

  /** `undefined`, or why this answer cannot be passed on: then nothing of it was. */
  head(status: number, statusText: string, given: RawHeaders): string | undefined {
    const said = { connection: '', 'content-encoding': '', 'transfer-encoding': '' };
    for (const [header, value] of given) {
      const name = header.toLowerCase();
      if (isFraming(name)) said[name] += `${said[name] === '' ? '' : ','}${value.toLowerCase()}`;
    }
    const { connection, 'content-encoding': encoding, 'transfer-encoding': coding } = said;
    if (this.#redactor !== undefined && encoding !== '' && encoding !== 'identity') {
      return `the answer is encoded (${encoding.slice(0, 40)}), so that secrets cannot be looked for in it`;
    }
    if (coding !== '' && coding !== 'chunked') return `the answer has the transfer encoding '${coding.slice(0, 40)}'`;
    const response = this.#response;
    const headers = this.#kept(given, connection);
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

  #kept(given: RawHeaders, connection: string): RawHeaders {
    const { shouldKeepAlive, req } = this.#response;
    const named = namedBy(connection);
    const kept: [string, string][] = [];
    for (const [header, value] of given) {
      const name = header.toLowerCase();
      if (name === 'connection') {
        // Of what it names only `close` and `keep-alive` are true of the guest's side as well, and it may have asked for its end.
        kept.push([header, !shouldKeepAlive || /\bclose\b/i.test(value) ? 'close' : 'keep-alive']);
      } else if (name === 'keep-alive') {
        if (shouldKeepAlive) kept.push([header, this.#redacted(value)]);
      } else if (name === 'transfer-encoding' && req.httpVersionMinor === 0) {
        // A guest that speaks HTTP/1.0 knows no chunks: the end of the connection is that of the body.
      } else if (!dropped.has(name) && !named.has(name)) {
        kept.push([header, this.#redacted(value)]);
      }
    }
    return kept;
  }

  #redacted(text: string): string {
    return this.#redactor?.text(text) ?? text;
  }

  /** False: the guest is slower, wait for `drain`. */
  data(chunk: Buffer): boolean {
    return this.#write(this.#redactor === undefined ? chunk : this.#redactor.push(chunk));
  }

  end(trailers: RawHeaders): void {
    if (this.#redactor !== undefined) this.#write(this.#redactor.end());
    const cleared = trailers.map(([name, value]) => [name, this.#redacted(value)] as [string, string]);
    if (cleared.length > 0) {
      this.#response.addTrailers(cleared);
      this.notes.trailers = cleared;
    }
    this.notes.body = this.#copy?.end();
    this.#response.end();
  }

  /** What comes in a turn of the event loop goes in one: TLS gives out 16 KiB at a time. */
  #gather(): void {
    const { socket } = this.#response;
    if (this.#isGathering || socket === null) return;
    this.#isGathering = true;
    socket.cork();
    setImmediate(() => {
      this.#isGathering = false;
      socket.uncork();
    });
  }

  #write(bytes: Buffer): boolean {
    if (bytes.length === 0) return true;
    this.notes.bytes += bytes.length;
    this.#copy?.add(bytes);
    this.#gather();
    const isTaken = this.#response.write(bytes);
    const { socket } = this.#response;
    // As much as is given at a time: the guest reads it while more is decrypted.
    if (this.#isGathering && socket !== null && socket.writableLength >= pieceBytes) {
      socket.uncork();
      socket.cork();
      return socket.writableLength < socket.writableHighWaterMark;
    }
    return isTaken;
  }
}

function isFraming(name: string): name is 'connection' | 'content-encoding' | 'transfer-encoding' {
  return name === 'connection' || name === 'content-encoding' || name === 'transfer-encoding';
}

/** Names and values as undici has them: one after the other. */
export function rawPairs(raw: readonly (Buffer | string)[] | null): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; raw !== null && at + 1 < raw.length; at += 2) {
    pairs.push([raw[at]!.toString('latin1' as never), raw[at + 1]!.toString('latin1' as never)]);
  }
  return pairs;
}
