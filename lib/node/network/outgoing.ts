// A connection that a guest has opened: where it may go, and which protocol it uses.

import type { Socket } from 'node:net';
import * as errnos from '../../abi/generated/errno.js';
import { EACCES, EAGAIN } from '../../abi/generated/errno.js';
import type { NetworkAuditEvent } from '../../api/network.js';
import type { GuestConnection } from '../../kernel/connection.js';
import { canonicalAddress } from '../../network/address.js';
import { canonicalHost } from '../../network/host-name.js';
import type { HttpOrigin } from '../../network/request-form.js';
import { isSynthetic } from '../../network/synthetic-names.js';
import {
  encodeTlsAnswer,
  failedAnswer,
  parseTlsRequest,
  promisedAnswer,
  type TlsAnswer,
  type TlsRequest,
  tlsStatus,
} from '../../network/tls-message.js';
import type { Dialled } from './dial.js';
import { DialError } from './dial-error.js';
import type { Gate, Open } from './gate.js';
import { GuestStream } from './guest-stream.js';
import { HttpSession } from './http-session.js';
import { TcpSession } from './tcp-session.js';
import { startTls, type TlsOutcome } from './tls.js';
import { costs } from './turn-share.js';
import type { UpstreamSocket } from './upstream.js';

/** What a program says at first fits. */
const firstBytes = 4096;

const plainRequest: TlsRequest = {
  insecure: false,
  anyName: false,
  minVersion: 0,
  maxVersion: 0,
  serverName: '',
  alpn: [],
  roots: '',
  certificate: '',
  key: '',
};

interface Place {
  readonly host: string;
  readonly port: number;
  readonly family: 0 | 6;
}

export class Outgoing implements Open {
  readonly #gate: Gate;
  readonly #connection: GuestConnection;
  readonly #onEnd: () => void;
  readonly #place: Place;
  readonly #since = performance.now();
  #release = () => {};
  #dialled: Dialled | undefined;
  #session: Open | undefined;
  #isTcp = false;
  #isAccepted = false;
  #isBusy = true;
  #isCounted = false;
  #isOver = false;

  constructor(gate: Gate, connection: GuestConnection, address: string, port: number, onEnd: () => void) {
    this.#gate = gate;
    this.#connection = connection;
    this.#onEnd = onEnd;
    const name = gate.synthetic.nameOf(address);
    const host = name?.host ?? canonicalAddress(address) ?? address;
    this.#place = { host, port, family: name?.family === 6 ? 6 : 0 };
    connection.onChange = () => this.#changed();
    const denied =
      name === undefined && isSynthetic(address)
        ? ({ allowed: false, code: 'E_NET_ADDRESS', reason: `${address} stands for no name` } as const)
        : gate.policy.judgeConnection(host, port);
    if (!denied.allowed) {
      this.#refuse(EACCES, denied);
      return;
    }
    this.#release = gate.synthetic.hold(host);
    this.#isTcp = gate.policy.judgeOrigin({ scheme: 'tcp', host, port }).allowed;
    if (gate.isLazy && !this.#isTcp) this.#accept(undefined);
    else void this.#dial();
  }

  tick(now: number): void {
    if (this.#session !== undefined) this.#session.tick(now);
    else if (!this.#isBusy && !this.#isTcp && now - this.#since > this.#gate.timeouts.idleMs) this.destroy();
  }

  destroy(): void {
    if (this.#session !== undefined) this.#session.destroy();
    else if (this.#isAccepted) this.#connection.close(true);
    else if (!this.#isOver) this.#connection.refuse(errnos.ENETDOWN);
    this.#end();
  }

  #audit(event: Pick<NetworkAuditEvent, 'action' | 'allowed' | 'code' | 'reason' | 'address'>): void {
    const { host, port } = this.#place;
    this.#gate.audit({ ...event, host, port }, this.#connection);
  }

  #refuse(errno: number, { code, reason, address }: Pick<NetworkAuditEvent, 'code' | 'reason' | 'address'>): void {
    this.#audit({ action: 'connect', allowed: false, code, reason, address });
    if (this.#isOver) return;
    this.#connection.refuse(errno);
    this.#end();
  }

  async #dial(): Promise<void> {
    const { host, port, family } = this.#place;
    const spent = this.#isTcp ? this.#gate.begin() : undefined;
    if (spent !== undefined) {
      this.#refuse(EACCES, spent);
      return;
    }
    this.#isCounted = this.#isTcp;
    try {
      const dialled = await this.#gate.dial(host, port, family);
      if (this.#isOver) dialled.socket.destroy();
      else this.#accept(dialled);
    } catch (error) {
      const { errno = errnos.EIO, code, message, address } = error as DialError;
      if (error instanceof DialError) this.#refuse(errno, { code, reason: message, address });
      else this.#refuse(errnos.EIO, { code: 'E_NET_UNREACHABLE', reason: message });
    }
  }

  #accept(dialled: Dialled | undefined): void {
    this.#dialled = dialled;
    this.#isBusy = false;
    this.#audit({ action: 'connect', allowed: true, address: dialled?.address });
    dialled?.socket.on('error', () => {});
    dialled?.socket.on('close', this.#serverSpeaks);
    dialled?.socket.on('readable', this.#serverSpeaks);
    this.#isAccepted = true;
    this.#connection.accept();
    this.#changed();
  }

  /** Before the guest has sent anything: the server may greet, or end. */
  readonly #serverSpeaks = (): void => {
    if (this.#session !== undefined || this.#isBusy || this.#isOver) return;
    const { socket } = this.#dialled!;
    if (this.#isTcp && !socket.destroyed) this.#startTcp(this.#stream(), socket);
    else if (socket.destroyed || socket.readableLength === 0) {
      this.#connection.end();
      this.#connection.close();
      this.#end();
    }
  };

  #handOver(): void {
    this.#dialled?.socket.off('close', this.#serverSpeaks);
    this.#dialled?.socket.off('readable', this.#serverSpeaks);
  }

  #changed(): void {
    if (this.#isBusy || this.#isOver || this.#session !== undefined) return;
    if (this.#connection.hasTlsRequest()) {
      this.#isBusy = true;
      this.#handOver();
      void this.#startTls();
      return;
    }
    const first = Buffer.allocUnsafe(firstBytes);
    const count = this.#connection.read(first);
    if (count === -EAGAIN) return;
    if (count < 0) this.destroy();
    else this.#startPlain(first.subarray(0, count));
  }

  #stream(first?: Buffer): GuestStream {
    return new GuestStream(this.#connection, this.#gate, first);
  }

  #startPlain(first: Buffer): void {
    const { host, port } = this.#place;
    const stream = this.#stream(first);
    if (this.#isTcp) this.#startTcp(stream, this.#dialled!.socket);
    else this.#startHttp(stream, { scheme: 'http', host, port }, this.#dialled, undefined);
  }

  #startTcp(stream: GuestStream, socket: Socket): void {
    this.#handOver();
    this.#isBusy = false;
    this.#session = new TcpSession(this.#gate, stream, socket, () => this.#end());
  }

  #startHttp(
    stream: GuestStream,
    origin: HttpOrigin,
    first: UpstreamSocket | undefined,
    tls: TlsRequest | undefined,
  ): void {
    this.#handOver();
    this.#isBusy = false;
    const open = (wanted: HttpOrigin) => this.#open(wanted, wanted.host === origin.host ? tls : undefined);
    const session = new HttpSession(this.#gate, { stream, origin, first, open, onEnd: () => this.#end() });
    this.#session = session;
    this.#gate.serve(stream, session);
  }

  /** Connects to the server when a request needs it, if there is no connection or one to another server. */
  async #open({ scheme, host, port }: HttpOrigin, asked: TlsRequest | undefined): Promise<UpstreamSocket> {
    const { socket, address } = await this.#gate.dial(host, port, host === this.#place.host ? this.#place.family : 0);
    if (scheme === 'http') return { socket, address };
    const outcome = await this.#handshake(socket, host, asked ?? plainRequest, ['http/1.1']);
    if (outcome.socket !== undefined) return { socket: outcome.socket, address };
    throw new DialError(errnos.ECONNABORTED, 'E_NET_TLS', outcome.answer.message, address);
  }

  async #startTls(): Promise<void> {
    const { host, port } = this.#place;
    // Until its turn comes the bytes stay in the kernel.
    await this.#gate.share.pass(costs.handshake);
    const bytes = this.#isOver ? undefined : this.#connection.tlsRequest();
    if (bytes === undefined) return;
    const request = parseTlsRequest(bytes);
    if (request === undefined) {
      this.#answerTls(failedAnswer(tlsStatus.handshake, 'the request for TLS is malformed'), 'E_NET_MALFORMED');
      return;
    }
    const refused = this.#judgeTls(request);
    if (refused !== undefined) {
      this.#answerTls(failedAnswer(tlsStatus.denied, refused), 'E_NET_DENIED');
      return;
    }
    const origin = { scheme: 'https', host, port } as const;
    if (this.#dialled === undefined) {
      this.#answerTls(promisedAnswer(request));
      this.#startHttp(this.#stream(), origin, undefined, request);
      return;
    }
    const alpn = this.#isTcp ? request.alpn : request.alpn.filter((protocol) => protocol === 'http/1.1');
    const { answer, socket } = await this.#handshake(this.#dialled.socket, host, request, alpn);
    if (this.#isOver) {
      socket?.destroy();
      return;
    }
    this.#answerTls(answer, answer.status === tlsStatus.success ? undefined : 'E_NET_TLS');
    if (socket === undefined) return;
    if (this.#isTcp) this.#startTcp(this.#stream(), socket);
    else this.#startHttp(this.#stream(), origin, { socket, address: this.#dialled.address }, request);
  }

  /** The reason of the denial. */
  #judgeTls({ serverName, insecure, anyName }: TlsRequest): string | undefined {
    const { host, port } = this.#place;
    const verdict = this.#gate.policy.judgeOrigin({ scheme: 'https', host, port });
    if (!this.#isTcp && !verdict.allowed) return verdict.reason;
    if (serverName !== '' && canonicalHost(serverName) !== host && canonicalHost(`[${serverName}]`) !== host) {
      return `the connection is to ${host}, TLS was asked for with ${serverName}`;
    }
    if (!insecure && !anyName) return undefined;
    if (!this.#gate.options.insecure) return 'certificates must be verified (option network.insecure)';
    return this.#hasSecrets(host) ? 'certificates must be verified where network.rules puts headers in' : undefined;
  }

  #hasSecrets(host: string): boolean {
    return this.#gate.policy.rulesWithHeaders(host).length > 0;
  }

  #handshake(socket: Socket, host: string, request: TlsRequest, alpn: readonly string[]): Promise<TlsOutcome> {
    const { insecure, anyName } = request;
    const timeoutMs = this.#gate.timeouts.connectMs;
    try {
      // Roots that the guest brings must not weaken the protection of secrets.
      const context = this.#gate.contexts.of(request, !this.#hasSecrets(host));
      const track = (made: Socket, plain: Socket): void => {
        if (this.#dialled?.socket === plain) this.#dialled = { ...this.#dialled, socket: made };
        this.#gate.trackTls(made, plain);
      };
      return startTls({ socket, host, context, alpn, insecure, anyName, timeoutMs, track });
    } catch (error) {
      socket.destroy();
      return Promise.resolve({ answer: failedAnswer(tlsStatus.handshake, (error as Error).message) });
    }
  }

  #answerTls(answer: TlsAnswer, code?: NetworkAuditEvent['code']): void {
    const allowed = answer.status === tlsStatus.success;
    this.#audit({ action: 'tls', allowed, ...(allowed ? {} : { code, reason: answer.message }) });
    if (this.#isOver) return;
    this.#connection.answerTls(encodeTlsAnswer(answer));
    if (allowed) return;
    this.#connection.close();
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handOver();
    this.#dialled?.socket.destroy();
    this.#release();
    if (this.#isCounted) this.#gate.end();
    this.#onEnd();
  }
}
