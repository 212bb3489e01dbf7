// A request to upgrade to WebSocket, where a rule lets it: judged and sent as any other, and when the server has agreed, bytes both ways.

import { createHash } from 'node:crypto';
import { type IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import { judgeUpgrade } from '../../network/judge.js';
import type { RequestForm } from '../../network/request-form.js';
import { AnswerWriter, rawPairs } from './answer-writer.js';
import { type GateAnswer, rawAnswer } from './answers.js';
import type { Gate, Open } from './gate.js';
import type { GuestSession } from './guest-session.js';
import type { GuestStream } from './guest-stream.js';
import { ask } from './on-request.js';
import { failureOf } from './server-failure.js';
import { TcpSession } from './tcp-session.js';
import { mostHints } from './upstream.js';
import { Valve } from './valve.js';

const longestUrl = 2048;

/** RFC 6455: what a server that speaks WebSocket makes of the key. */
function acceptOf(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** What an answer that upgrades says beside that. */
const framing = new Set(['connection', 'upgrade', 'keep-alive', 'transfer-encoding', 'content-length', 'trailer']);

const no = (status: number, reason: string): GateAnswer => ({ status, code: 'E_NET_DENIED', reason });

export class WebSocketUpgrade implements Open {
  readonly #gate: Gate;
  readonly #session: GuestSession;
  readonly #stream: GuestStream;
  readonly #request: IncomingMessage;
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #url = '';
  #form: RequestForm | undefined;
  #writer: AnswerWriter | undefined;
  #tunnel: TcpSession | undefined;
  #status = 0;
  #isCounted = false;
  #isOver = false;

  constructor(gate: Gate, session: GuestSession, stream: GuestStream, request: IncomingMessage) {
    this.#gate = gate;
    this.#session = session;
    this.#stream = stream;
    this.#request = request;
  }

  async run(): Promise<void> {
    const { policy, recorder, cassette } = this.#gate;
    const isKept = recorder !== undefined || cassette !== undefined;
    const judged = judgeUpgrade(this.#request, this.#session.origin, policy, isKept);
    this.#url = judged.url;
    this.#form = judged.form;
    if (judged.refusal !== undefined) return this.#refuse(judged.refusal);
    const { form } = judged;
    const spent = this.#gate.begin();
    if (spent !== undefined) return this.#refuse({ ...spent, status: 429 });
    this.#isCounted = true;
    this.#audit(true);
    const { onRequest } = this.#gate.options;
    if (onRequest !== undefined) {
      const decided = await ask(onRequest, this.#url, form.method, form.headers, undefined);
      if (this.#isOver) return;
      if (decided.kind === 'deny') return this.#refuse(no(403, decided.reason));
      if (decided.kind !== 'pass') return this.#refuse(no(501, 'network.onRequest can only let a WebSocket pass'));
    }
    await this.#send(form);
  }

  tick(now: number): void {
    this.#tunnel?.tick(now);
  }

  /** The guest's connection is gone, or has to go. */
  destroy(): void {
    this.#tunnel?.destroy();
    this.#finish();
  }

  async #send({ method, target, headers }: RequestForm): Promise<void> {
    const upstream = await this.#session.upstream(this.#session.origin);
    if (this.#isOver) return;
    const valve = new Valve(this.#gate.share);
    let hints = 0;
    this.#stream.on('drain', () => valve.drained());
    upstream.dispatch(
      { method: method as 'GET', path: target, headers, upgrade: 'websocket' },
      {
        onConnect: (abort) => {
          if (this.#isOver) abort();
        },
        onUpgrade: (_status, raw, socket) => this.#upgraded(rawPairs(raw), socket as Socket),
        // The server has not agreed, and says so in HTTP.
        onHeaders: (status, raw, resume, statusText) => {
          if (status < 200 && ++hints <= mostHints) return true;
          if (this.#isOver) return false;
          valve.onOpen = resume;
          this.#writer = this.#makeWriter();
          this.#status = status;
          const problem =
            status < 200 ? 'the server sends hints without end' : this.#writer.head(status, statusText, rawPairs(raw));
          if (problem === undefined) return true;
          this.#refuse({ status: 502, code: 'E_NET_MALFORMED', reason: problem });
          return false;
        },
        onData: (chunk) => this.#isOver || valve.pass(this.#writer!.data(chunk)),
        onComplete: () => {
          if (this.#isOver) return;
          this.#writer!.end([]);
          this.#finish();
          this.#session.close();
        },
        onError: (error) => this.#failed(error as NodeJS.ErrnoException),
      },
    );
  }

  #makeWriter(): AnswerWriter {
    const response = new ServerResponse(this.#request);
    response.shouldKeepAlive = false;
    response.on('error', () => {});
    response.assignSocket(this.#stream as unknown as Socket);
    return new AnswerWriter(response, undefined);
  }

  #upgraded(headers: readonly (readonly [string, string])[], socket: Socket): void {
    if (this.#isOver) {
      socket.destroy();
      return;
    }
    const find = (name: string) =>
      headers.filter(([header]) => header.toLowerCase() === name).map(([, value]) => value);
    const accepts = find('sec-websocket-accept').join();
    const isAgreed =
      accepts === acceptOf(this.#request.headers['sec-websocket-key']!) &&
      find('upgrade').join().toLowerCase() === 'websocket';
    if (!isAgreed) {
      socket.destroy();
      this.#refuse({ status: 502, code: 'E_NET_MALFORMED', reason: 'the server has not agreed to WebSocket' });
      return;
    }
    const kept = headers.filter(([name]) => !framing.has(name.toLowerCase()));
    for (const [name, value] of kept) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    const lines = [['Connection', 'Upgrade'], ['Upgrade', 'websocket'], ...kept].map(
      (pair) => `${pair.join(': ')}\r\n`,
    );
    this.#stream.write(Buffer.from(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`, 'latin1'));
    this.#status = 101;
    // Node's pipelines, one each way, listen for its end eight times, beside those who did before: it would warn of more than ten.
    socket.setMaxListeners(20);
    this.#tunnel = new TcpSession(this.#gate, this.#stream, socket, () => this.#finish());
  }

  #failed(error: NodeJS.ErrnoException): void {
    if (this.#isOver) return;
    const failure = failureOf(error);
    if (this.#status !== 0 || typeof failure === 'string') {
      this.#writer?.flush();
      this.#finish();
      this.#session.cutOff(failure === 'reset' ? error : undefined);
    } else this.#refuse(failure);
  }

  #audit(allowed: boolean, answer?: GateAnswer): void {
    const { host, port } = this.#session.origin;
    const { code, reason } = answer ?? {};
    const url = this.#url.slice(0, longestUrl);
    const method = this.#request.method ?? '';
    this.#gate.audit({ action: 'request', allowed, host, port, method, url, code, reason }, this.#session.connection);
  }

  #refuse(answer: GateAnswer): void {
    if (this.#isOver) return;
    this.#audit(false, answer);
    if (this.#status === 0 && this.#stream.writable) this.#stream.write(rawAnswer(answer));
    this.#status ||= answer.status;
    this.#finish(answer.reason);
    this.#session.close();
  }

  #finish(comment?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isCounted) this.#gate.end();
    this.#gate.log.add({
      startedAt: this.#startedAt,
      tookMs: performance.now() - this.#start,
      waitedMs: 0,
      address: this.#session.address,
      method: this.#request.method ?? '',
      url: this.#url,
      requestHeaders: rawPairs(this.#form?.headers ?? []),
      requestBytes: this.#tunnel === undefined ? 0 : this.#stream.bytesRead,
      status: this.#status,
      statusText: '',
      responseHeaders: this.#writer?.notes.headers ?? [],
      responseBytes: this.#tunnel === undefined ? (this.#writer?.notes.bytes ?? 0) : this.#stream.bytesWritten,
      comment,
    });
  }
}
