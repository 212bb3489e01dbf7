// A guest's connection that speaks HTTP: its requests, one after the other, and the server's side of it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GuestConnection } from '../../kernel/connection.js';
import type { HttpOrigin } from '../../network/request-form.js';
import { type GateAnswer, rawAnswer } from './answers.js';
import { Exchange } from './exchange.js';
import type { Gate, Open } from './gate.js';
import type { GuestSession } from './guest-session.js';
import type { GuestStream } from './guest-stream.js';
import { HttpIntake } from './http-intake.js';
import type { RequestTaker } from './http-server.js';
import { loadClient, Upstream, type UpstreamSocket } from './upstream.js';
import { WebSocketUpgrade } from './websocket.js';

/** In `bodyMs`. */
const leastBodyBytes = 1024;

export interface SessionOptions {
  readonly stream: GuestStream;
  readonly origin: HttpOrigin;
  /** The server's side, where it is there already. */
  readonly first: UpstreamSocket | undefined;
  readonly open: (origin: HttpOrigin) => Promise<UpstreamSocket>;
  readonly onEnd: () => void;
}

export class HttpSession implements Open, GuestSession, RequestTaker {
  readonly origin: HttpOrigin;
  /** What the server does with the connection is done to the guest's. */
  readonly isMirror: boolean;
  readonly #gate: Gate;
  readonly #stream: GuestStream;
  readonly #options: SessionOptions;
  readonly #intake: HttpIntake;
  readonly #upstreams = new Map<string, Upstream>();
  readonly #exchanges = new Set<Exchange>();
  #first: UpstreamSocket | undefined;
  #upgrade: WebSocketUpgrade | undefined;
  #isClosing = false;
  #isServerGone = false;
  #headSince: number | undefined;
  #idleSince = performance.now();
  #closingSince = 0;
  #forsakenSince: number | undefined;
  #body = { at: 0, bytes: 0 };

  constructor(gate: Gate, options: SessionOptions) {
    this.#gate = gate;
    this.#options = options;
    const { stream } = options;
    this.#stream = stream;
    this.#intake = new HttpIntake({
      share: gate.share,
      account: gate.account,
      retry: () => stream.retry(),
      retryNow: () => stream.retryNow(),
    });
    stream.intake = this.#intake;
    this.origin = options.origin;
    this.isMirror = options.first !== undefined;
    this.#watch(options.first);
    stream.once('close', () => this.#ended());
    stream.on('error', () => {});
    stream.on('forsaken', () => this.leave());
  }

  get connection(): GuestConnection {
    return this.#stream.connection;
  }

  get address(): string | undefined {
    return this.#upstreams.get(key(this.origin))?.address ?? this.#first?.address;
  }

  /** Node's parser has a request. */
  handle(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    this.#headSince = undefined;
    if (this.#isClosing) return;
    if (this.#exchanges.size > 0) {
      // The intake gives the parser none before: a head that ends where it sees no end would not be judged as what it is.
      this.#stream.destroy(new Error('a request before the one before it was answered'));
      return;
    }
    const exchange = new Exchange(this.#gate, this, request, response);
    this.#exchanges.add(exchange);
    this.#intake.begin(request, exchange);
    this.#body = { at: performance.now(), bytes: this.#stream.bytesRead };
    request.on('error', () => {});
    response.on('error', () => {});
    response.once('close', () => {
      exchange.abandon();
      this.#exchanges.delete(exchange);
      this.#idleSince = performance.now();
      this.#intake.end();
      // What comes after a request that is the last is not looked at.
      if (this.#isServerGone || this.#isClosing || !response.shouldKeepAlive) this.#finish();
    });
    void exchange.run(expectsContinue).catch((error: Error) => this.#stream.destroy(error));
  }

  /** Node's parser has a request to upgrade, and nothing more to do with the stream. `head`: what has come after it. */
  upgrade(request: IncomingMessage, head: Buffer): void {
    if (this.#isClosing) return;
    if (this.#exchanges.size > 0) {
      this.#stream.destroy(new Error('a request to upgrade before those before it were answered'));
      return;
    }
    this.#isClosing = true;
    this.#intake.close();
    this.#stream.intake = undefined;
    if (head.length > 0) this.#stream.unshift(head);
    this.#upgrade = new WebSocketUpgrade(this.#gate, this, this.#stream, request);
    void this.#upgrade.run().catch((error: Error) => this.#stream.destroy(error));
  }

  /** What came was none. */
  reject(answer: GateAnswer): void {
    // Its own end is an error to the parser, too.
    if (this.#stream.destroyed || this.#closingSince > 0) return;
    const { host, port } = this.origin;
    const { code, reason } = answer;
    this.#gate.audit({ action: 'request', allowed: false, host, port, code, reason }, this.connection);
    this.#isClosing = true;
    if (this.#exchanges.size > 0) {
      // In the middle of a body: there is an answer to come already.
      for (const exchange of this.#exchanges) exchange.abandon();
      this.#stream.cutOff();
      return;
    }
    if (this.#stream.writable) this.#stream.write(rawAnswer(answer));
    this.#finish();
  }

  /** After what is being answered no more requests are taken. */
  close(): void {
    this.#isClosing = true;
    if (this.#exchanges.size === 0) this.#finish();
  }

  /** The end of an answer that is not whole: with an error a reset, or else as a server that closes. */
  cutOff(error?: Error): void {
    this.#isClosing = true;
    if (error === undefined) this.#stream.cutOff();
    else this.#stream.destroy(error);
  }

  /** Ends it when the guest has closed its socket. What it had sent before goes to the server first, as a kernel would do. */
  leave(): void {
    if (!this.#stream.readableEnded || !this.#stream.isForsaken) return;
    const isSent = [...this.#exchanges].every(({ sending }) => sending === 'done');
    if (isSent && [...this.#upstreams.values()].every(({ isFlushed }) => isFlushed)) this.#stream.destroy();
  }

  /** There is room for more of a body. */
  readOn(): void {
    this.#stream.retry();
  }

  async upstream(origin: HttpOrigin): Promise<Upstream> {
    const client = await loadClient();
    const name = key(origin);
    const found = this.#upstreams.get(name);
    if (found !== undefined) return found;
    const isOwn = name === key(this.origin);
    const first = isOwn ? this.#first : undefined;
    if (isOwn) this.#first = undefined;
    const made = new Upstream(client, {
      origin,
      first,
      open: () => this.#options.open(origin),
      answerMs: this.#gate.timeouts.answerMs,
      onDisconnect: () => isOwn && this.#serverGone(),
    });
    if (this.#stream.destroyed) made.destroy(new Error('the guest has closed the connection'));
    this.#upstreams.set(name, made);
    return made;
  }

  tick(now: number): void {
    const { headMs, bodyMs, stallMs, idleMs, lingerMs } = this.#gate.timeouts;
    const stream = this.#stream;
    this.leave();
    if (stream.destroyed) return;
    if (this.#closingSince > 0) {
      // As long as the guest takes what is still to come.
      const since = Math.max(this.#closingSince, stream.lastWritten);
      if (now - since > (stream.writableLength > 0 ? stallMs : lingerMs)) stream.destroy();
    } else if (stream.isForsaken && this.#isStuck(now)) {
      stream.destroy();
    } else if (stream.writableLength > 0 && now - stream.lastWritten > stallMs) {
      stream.destroy(new Error('the guest takes nothing of what it is sent'));
    } else if (this.#upgrade !== undefined) {
      this.#upgrade.tick(now);
    } else if (this.#exchanges.size === 0) {
      this.#tickBetween(now, headMs, idleMs);
    } else if (now - this.#body.at > bodyMs) {
      const isSlow = stream.bytesRead - this.#body.bytes < leastBodyBytes;
      if (isSlow && [...this.#exchanges].some((exchange) => exchange.awaitsBody)) this.#tooSlow();
      this.#body = { at: now, bytes: stream.bytesRead };
    }
  }

  destroy(): void {
    this.#stream.destroy(new Error('the gate is closed'));
  }

  /** The guest is gone, and the server takes nothing more of what it has sent. */
  #isStuck(now: number): boolean {
    const isAsked = [...this.#exchanges].some(({ sending }) => sending === 'not yet');
    this.#forsakenSince = isAsked ? undefined : (this.#forsakenSince ?? now);
    if (this.#forsakenSince === undefined) return false;
    return now - Math.max(this.#forsakenSince, this.#stream.lastRead) > this.#gate.timeouts.lingerMs;
  }

  #tickBetween(now: number, headMs: number, idleMs: number): void {
    const hasBegun = this.#stream.lastRead > this.#idleSince;
    if (!hasBegun) {
      if (now - this.#idleSince > idleMs) this.#finish();
      return;
    }
    this.#headSince ??= this.#stream.lastRead;
    if (now - this.#headSince > headMs) this.#tooSlow();
  }

  #tooSlow(): void {
    const answer = { status: 408, code: 'E_NET_TIMEOUT', reason: 'the request has not come in time' } as const;
    const isAnswered = this.#exchanges.size > 0;
    for (const exchange of this.#exchanges) exchange.abandon();
    if (isAnswered) this.cutOff();
    else this.reject(answer);
  }

  /** The server's socket before a request needs it. */
  #watch(first: UpstreamSocket | undefined): void {
    this.#first = first;
    first?.socket.once('error', () => {});
    first?.socket.once('close', () => {
      if (this.#first !== first) return;
      this.#first = undefined;
      this.#serverGone();
    });
  }

  #serverGone(): void {
    this.#isServerGone = true;
    // It is not the client's any more.
    if (this.#upgrade !== undefined) return;
    if (this.#exchanges.size === 0) this.#finish();
  }

  #finish(): void {
    if (this.#closingSince > 0 || this.#stream.destroyed) return;
    this.#isClosing = true;
    this.#closingSince = performance.now();
    // What the guest still sends is read and forgotten: it may not look at what it was sent before it has sent all.
    this.#intake.discards = true;
    this.#stream.resume();
    this.#stream.end();
  }

  #ended(): void {
    const gone = new Error('the guest has closed the connection');
    this.#intake.close();
    for (const exchange of this.#exchanges) exchange.abandon();
    this.#upgrade?.destroy();
    for (const upstream of this.#upstreams.values()) upstream.destroy(gone);
    this.#first?.socket.destroy();
    this.#options.onEnd();
  }
}

const key = ({ scheme, host, port }: HttpOrigin): string => `${scheme}:${host}:${port}`;
