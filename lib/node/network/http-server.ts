// Node's HTTP server without a socket that listens: it parses what guests send.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpOrigin } from '../../network/request-form.js';
import type { GateAnswer } from './answers.js';
import type { GuestStream } from './guest-stream.js';

/** Of a request; curl sends no more than 100 KiB of one header. */
export const longestHead = 128 * 1024;

/** Gets what Node's parser finds in a guest's stream. */
export interface RequestTaker {
  /** Where the guest believes to be connected to. */
  readonly origin: HttpOrigin;
  handle(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void;
  /** The parser has nothing more to do with the stream. `head`: what has come after the request. */
  upgrade(request: IncomingMessage, head: Buffer): void;
  /** What came was no request. */
  reject(answer: GateAnswer): void;
}

export class HttpServer {
  readonly #sessions = new WeakMap<object, RequestTaker>();
  readonly #plain = this.#make();
  // To this one an offer to upgrade is no request that can be answered without it: only for hosts where a rule wants WebSocket.
  #upgrading: Server | undefined;

  serve(stream: GuestStream, session: RequestTaker, upgrades: boolean): void {
    this.#sessions.set(stream, session);
    if (upgrades) this.#upgrading ??= this.#makeUpgrading();
    (upgrades ? this.#upgrading! : this.#plain).emit('connection', stream);
  }

  #make(): Server {
    // Clocks are looked at by the sessions: those of the server work for sockets only.
    const server = createServer({
      maxHeaderSize: longestHead,
      insecureHTTPParser: false,
      keepAliveTimeout: 0,
      requestTimeout: 0,
      headersTimeout: 0,
      noDelay: false,
    });
    server.maxHeadersCount = 1000;
    // A guest that has sent its request may say so and still get the answer.
    (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
    const handle = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void =>
      this.#sessions.get(request.socket)?.handle(request, response, expectsContinue);
    server.on('request', (request, response) => handle(request, response, false));
    server.on('checkContinue', (request, response) => handle(request, response, true));
    server.on('checkExpectation', (request, response) => handle(request, response, false));
    server.on('connect', (_, stream) => this.#reject(stream, noTunnels));
    server.on('clientError', (error, stream) => this.#reject(stream, malformed(error)));
    return server;
  }

  #makeUpgrading(): Server {
    const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
      // Of a request with a body Node 26 gives a stream that goes on after that. The request itself knows the guest's, of which the
      // session hears everything.
      stream.on('error', () => {});
      this.#sessions.get(request.socket)?.upgrade(request, head);
    };
    return this.#make().on('upgrade', upgrade);
  }

  #reject(stream: Duplex, answer: GateAnswer): void {
    this.#sessions.get(stream)?.reject(answer);
  }
}

const noTunnels: GateAnswer = { status: 405, code: 'E_NET_DENIED', reason: 'CONNECT is never allowed' };

function malformed(error: NodeJS.ErrnoException): GateAnswer {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return {
      status: 431,
      code: 'E_NET_MALFORMED',
      reason: `the head of the request is longer than ${longestHead} bytes`,
    };
  }
  if (error.code === 'HPE_INVALID_METHOD') {
    return { status: 501, code: 'E_NET_MALFORMED', reason: 'the method of the request is not known' };
  }
  return { status: 400, code: 'E_NET_MALFORMED', reason: `what was sent is not HTTP (${error.code ?? 'error'})` };
}
