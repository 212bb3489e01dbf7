// One HTTP request of a guest: judged, perhaps answered or rewritten by the host, sent, and its answer streamed back.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { NetworkAuditEvent, NetworkErrorCode } from '../../api/network.js';
import type { RawHeaders } from '../../network/cassette.js';
import { headBytes } from '../../network/heap-account.js';
import { canonicalHost } from '../../network/host-name.js';
import { judgeRequest } from '../../network/judge.js';
import type { Rule } from '../../network/options.js';
import { defaultPorts } from '../../network/pattern.js';
import { type HttpOrigin, hostHeader, type RequestForm } from '../../network/request-form.js';
import type { SecretMatcher } from '../../network/secret-matcher.js';
import { endsConnection, sentHeaders } from '../../network/sent-request.js';
import { type AnswerNotes, AnswerWriter, rawPairs } from './answer-writer.js';
import { type GateAnswer, sendAnswer } from './answers.js';
import { BodyHash, bodyBytes, longestBody } from './cassettes.js';
import { DialError } from './dial-error.js';
import type { Gate } from './gate.js';
import { GuestBody, InspectedBody } from './guest-body.js';
import type { GuestSession } from './guest-session.js';
import { answerHeaders, ask, rewrittenHeaders, webBody } from './on-request.js';
import { failureOf } from './server-failure.js';
import { costs } from './turn-share.js';
import { mostHints } from './upstream.js';
import { Valve } from './valve.js';

/** What is sent: at first what the guest has asked for. */
interface Outgoing {
  origin: HttpOrigin;
  method: string;
  target: string;
  headers: string[];
  body: Readable | undefined;
  rule?: Rule;
}

const longestUrl = 2048;
/** As much of a body is given at a time. */
const replayedBytes = 64 * 1024;

export class Exchange {
  readonly #gate: Gate;
  readonly #session: GuestSession;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #waitedMs = 0;
  #keptBytes = 0;
  #form: RequestForm | undefined;
  #url = '';
  #body: GuestBody | undefined;
  #inspected: InspectedBody | undefined;
  #hash: BodyHash | undefined;
  #writer: AnswerWriter | undefined;
  #isCounted = false;
  #isOver = false;
  #sending: 'not yet' | 'now' | 'done' = 'not yet';

  constructor(gate: Gate, session: GuestSession, request: IncomingMessage, response: ServerResponse) {
    this.#gate = gate;
    this.#session = session;
    this.#request = request;
    this.#response = response;
  }

  /** The guest still has to send some of the body, and somebody waits for it. */
  get awaitsBody(): boolean {
    return this.#body !== undefined && !this.#request.complete && this.#body.isWanted;
  }

  /** Whether more of the body may be read: it is taken now, or it is thrown away. */
  get takesBody(): boolean {
    return this.#isOver || this.#body?.isWanted === true;
  }

  /** How much of it has gone to who answers it. */
  get sending(): 'not yet' | 'now' | 'done' {
    return this.#isOver ? 'done' : this.#sending;
  }

  /** `expectsContinue`: the guest waits with the body until it is asked for. */
  async run(expectsContinue: boolean): Promise<void> {
    const { options, policy } = this.#gate;
    const { origin } = this.#session;
    const judged = judgeRequest(this.#request, origin, policy);
    this.#url = judged.url;
    this.#form = judged.form;
    if (judged.refusal !== undefined) return this.#refuse(judged.refusal);
    const { form, rule } = judged;
    const unrecorded = this.#gate.recorder?.failure;
    if (unrecorded !== undefined)
      return this.#refuse({ status: 502, code: 'E_NET_RECORD', reason: unrecorded.message });
    const spent = this.#gate.begin();
    if (spent !== undefined) return this.#refuse({ ...spent, status: 429 });
    this.#isCounted = true;
    this.#audit({ action: 'request', allowed: true });
    if (form.hasBody) this.#body = this.#makeBody(expectsContinue);
    const outgoing: Outgoing = { ...form, origin, body: this.#body, rule };
    if (options.onRequest !== undefined && !(await this.#ask(options.onRequest, outgoing))) return;
    if (this.#isOver) return;
    if (this.#gate.cassette !== undefined) await this.#replay(outgoing);
    else await this.#send(outgoing);
  }

  /** The guest's connection is gone. */
  abandon(): void {
    this.#finish('the guest has closed the connection');
  }

  #named() {
    const { host, port } = this.#session.origin;
    return { host, port, method: this.#request.method ?? '', url: this.#url.slice(0, longestUrl) };
  }

  #makeBody(expectsContinue: boolean): GuestBody {
    const { cassette, recorder } = this.#gate;
    if (cassette !== undefined || recorder !== undefined) this.#hash = new BodyHash();
    const onStart = () => {
      if (expectsContinue && !this.#response.headersSent) this.#response.writeContinue();
    };
    const onChunk = (chunk: Buffer) => {
      this.#gate.share.spend(costs.chunk);
      this.#hash?.add(chunk);
    };
    return new GuestBody(this.#request, { onStart, onChunk, onWanted: () => this.#session.readOn() });
  }

  /** Whether there is something left to send. */
  async #ask(onRequest: NonNullable<Gate['options']['onRequest']>, outgoing: Outgoing): Promise<boolean> {
    const inspected = this.#body === undefined ? undefined : new InspectedBody(this.#body, this.#gate.account);
    this.#inspected = inspected;
    const decided = await ask(onRequest, this.#url, outgoing.method, outgoing.headers, inspected);
    if (this.#isOver) return false;
    switch (decided.kind) {
      case 'deny':
        this.#refuse({ status: 403, code: 'E_NET_DENIED', reason: decided.reason });
        return false;
      case 'answer':
        await this.#answerWith(decided.response);
        return false;
      case 'rewrite':
        return this.#rewrite(decided.request, outgoing);
      case 'pass':
        outgoing.body = inspected?.rest();
        if (inspected === undefined || outgoing.body !== undefined) return true;
        this.#fail(502, 'E_NET_DENIED', 'network.onRequest has read more of the body than can be sent after that');
        return false;
    }
  }

  /** What the host puts in its place is judged as well: some of it may be the guest's. */
  #rewrite(request: Request, outgoing: Outgoing): boolean {
    const url = new URL(request.url);
    const scheme = url.protocol === 'https:' ? 'https' : 'http';
    const host = canonicalHost(url.hostname) ?? '';
    const origin = { scheme, host, port: Number(url.port || defaultPorts[scheme]) } as const;
    const target = url.pathname + url.search;
    const judged = this.#gate.policy.judgeRequest({ ...origin, method: request.method, target });
    if (!judged.allowed) {
      this.#refuse({
        ...judged,
        status: 403,
        reason: `network.onRequest has rewritten the request, and ${judged.reason}`,
      });
      return false;
    }
    const headers = ['Host', hostHeader(origin), ...rewrittenHeaders(request)];
    Object.assign(outgoing, { origin, method: request.method, target, headers, rule: judged.rule });
    outgoing.body = webBody(request.body);
    return true;
  }

  async #answerWith(response: Response): Promise<void> {
    this.#sending = 'done';
    const writer = this.#makeWriter();
    const problem = writer.head(response.status, response.statusText, answerHeaders(response));
    if (problem !== undefined) return this.#fail(502, 'E_NET_MALFORMED', problem);
    try {
      const body = webBody(response.body);
      for await (const chunk of body ?? []) if (!writer.data(Buffer.from(chunk))) await this.#drained();
      if (this.#isOver) return;
      writer.end([]);
      this.#finish('answered by network.onRequest');
    } catch {
      this.#cutOff('the answer of network.onRequest has failed');
    }
  }

  #drained(): Promise<void> {
    const response = this.#response;
    return new Promise((resolve) => {
      const done = (): void => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
      if (this.#isOver) done();
    });
  }

  async #replay({ method, body }: Outgoing): Promise<void> {
    // A body is part of what is asked for.
    try {
      for await (const _ of body ?? []);
    } catch {
      return this.#cutOff('the body of the request was cut off');
    }
    if (this.#isOver) return;
    const found = this.#gate.cassette!.find(method, this.#url, this.#bodySha256());
    if (found === undefined) {
      const reason = `network.replay has no answer to ${method} ${this.#url.slice(0, longestUrl)}`;
      return this.#refuse({ status: 502, code: 'E_NET_REPLAY', reason });
    }
    const writer = this.#makeWriter();
    const problem = writer.head(found.status, found.statusText, found.headers);
    if (problem !== undefined) return this.#fail(502, 'E_NET_REPLAY', problem);
    const bytes = bodyBytes(found.body);
    for (let at = 0; at < bytes.length && !this.#isOver; at += replayedBytes) {
      if (!writer.data(bytes.subarray(at, at + replayedBytes))) await this.#drained();
    }
    if (this.#isOver) return;
    writer.end(found.trailers ?? []);
    this.#finish('answered by network.replay');
  }

  #bodySha256(): string {
    return (this.#hash ?? new BodyHash()).end();
  }

  #makeWriter(secrets?: SecretMatcher): AnswerWriter {
    this.#writer = new AnswerWriter(this.#response, secrets, this.#gate.recorder && this.#gate.account);
    return this.#writer;
  }

  async #send(outgoing: Outgoing): Promise<void> {
    const { origin, method, target, headers, body, rule } = outgoing;
    const secrets = this.#gate.policy.secretsOf(origin.host);
    const sent = sentHeaders(headers, origin, rule, secrets !== undefined);
    const upstream = await this.#session.upstream(origin);
    if (this.#isOver) return;
    const writer = this.#makeWriter(secrets);
    const valve = new Valve(this.#gate.share);
    let hints = 0;
    this.#response.on('drain', () => valve.drained());
    const reset = endsConnection(method, body !== undefined) || !this.#response.shouldKeepAlive;
    upstream.dispatch(
      { method: method as 'GET', path: target, headers: sent, body: body ?? null, reset },
      {
        onConnect: (abort) => {
          this.#sending = 'now';
          if (this.#isOver) abort();
        },
        onRequestSent: () => {
          this.#sending = 'done';
          this.#session.leave();
        },
        onHeaders: (status, raw, resume, statusText) => {
          // Early hints and the like; none of them is asked for.
          if (status < 200 && ++hints <= mostHints) return true;
          if (this.#isOver) return false;
          this.#waitedMs = performance.now() - this.#start;
          valve.onOpen = resume;
          if (!this.#keepsHead(raw)) {
            this.#fail(502, 'E_NET_MEMORY', 'the gate keeps too much for this sandbox to read one more answer');
            this.#session.close();
            return false;
          }
          const problem =
            status < 200
              ? `the server has sent more than ${mostHints} hints (${status})`
              : writer.head(status, statusText, rawPairs(raw));
          if (problem === undefined) return true;
          this.#fail(502, 'E_NET_MALFORMED', problem);
          this.#session.close();
          return false;
        },
        onData: (chunk) => this.#isOver || valve.pass(writer.data(chunk)),
        onComplete: (trailers) => {
          if (this.#isOver) return;
          writer.end(rawPairs(trailers as unknown as Buffer[] | null));
          this.#finish();
        },
        onError: (error) => this.#failed(error as NodeJS.ErrnoException),
      },
    );
  }

  /** Whether there is room for the head of an answer, until the end of that. */
  #keepsHead(raw: readonly Buffer[]): boolean {
    const bytes = headBytes(
      raw.reduce((sum, { length }) => sum + length, 0),
      raw.length / 2,
    );
    if (!this.#gate.account.take(bytes)) return false;
    this.#keptBytes += bytes;
    return true;
  }

  #failed(error: NodeJS.ErrnoException): void {
    if (this.#isOver) return;
    const failure = failureOf(error);
    if (this.#response.headersSent || (this.#session.isMirror && typeof failure === 'string')) {
      // As the server does.
      this.#cutOff(error.message, failure === 'reset' ? error : undefined);
      return;
    }
    if (error instanceof DialError) {
      const { address, code, message } = error;
      this.#audit({ action: 'connect', allowed: false, address, code, reason: message });
    }
    if (typeof failure === 'string') this.#fail(502, 'E_NET_UNREACHABLE', error.message);
    else this.#fail(failure.status, failure.code, failure.reason);
  }

  #audit(event: Omit<NetworkAuditEvent, 'type'>): void {
    if (event.allowed && !this.#gate.isAudited) return;
    this.#gate.audit({ ...event, ...this.#named() }, this.#session.connection);
  }

  #refuse(answer: GateAnswer): void {
    const { code, reason } = answer;
    this.#audit({ action: 'request', allowed: false, code, reason });
    this.#fail(answer.status, code, reason);
  }

  /** The gate's own answer, or the end where another has begun. */
  #fail(status: number, code: NetworkErrorCode, reason: string): void {
    if (this.#isOver) return;
    if (this.#response.headersSent) {
      this.#cutOff(reason);
      return;
    }
    const mayContinue = this.#request.complete || (this.#form !== undefined && !this.#form.hasBody);
    const headers = sendAnswer(this.#response, { status, code, reason }, mayContinue);
    if (!mayContinue) this.#session.close();
    this.#finish(reason, { status, headers });
  }

  #cutOff(reason: string, error?: Error): void {
    this.#writer?.flush();
    this.#finish(reason);
    this.#session.cutOff(error);
  }

  #finish(comment?: string, own?: { status: number; headers: RawHeaders }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#body?.destroy();
    this.#inspected?.drop();
    this.#gate.account.free(this.#keptBytes);
    if (this.#isCounted) this.#gate.end();
    const notes = this.#writer?.notes;
    const requestHeaders = rawPairs(this.#form?.headers ?? []);
    const [method, url] = [this.#request.method ?? '', this.#url];
    this.#gate.log.add({
      startedAt: this.#startedAt,
      tookMs: performance.now() - this.#start,
      waitedMs: this.#waitedMs,
      address: this.#session.address,
      method,
      url,
      requestHeaders,
      requestBytes: this.#body?.bytes ?? 0,
      status: own?.status ?? notes?.status ?? 0,
      statusText: notes?.statusText ?? '',
      responseHeaders: own?.headers ?? notes?.headers ?? [],
      responseBytes: notes?.bytes ?? 0,
      comment,
    });
    if (comment === undefined && notes !== undefined && this.#gate.recorder !== undefined) this.#record(notes);
    else this.#writer?.dropCopy();
  }

  #record({ status, statusText, headers, body, trailers }: AnswerNotes): void {
    const [method, url] = [this.#request.method ?? '', this.#url];
    if (body === undefined) {
      const reason = `the answer is longer than ${longestBody} bytes, or than there is room for, and not in network.record`;
      // The guest has its answer: to it nothing was denied.
      this.#gate.audit({ action: 'record', allowed: false, code: 'E_NET_RECORD', reason, ...this.#named() });
      return;
    }
    const requestHeaders = rawPairs(this.#form?.headers ?? []);
    const entry = {
      request: { method, url, headers: requestHeaders, bodySha256: this.#bodySha256() },
      response: { status, statusText, headers, body, ...(trailers === undefined ? {} : { trailers }) },
    };
    this.#gate.recorder!.add(entry, this.#writer!.dropCopy);
  }
}
