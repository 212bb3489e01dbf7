// Connects Node to servers in a sandbox.

import http from 'node:http';
import net from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { isSystemCode } from '../api/errno.js';
import { optionError, SandboxError } from '../api/errors.js';
import type { GuestStream } from './network/guest-stream.js';
import { resetError, ServerAnswer } from './network/server-answer.js';
import { costs, type TurnShare } from './network/turn-share.js';

/** A port of the host that leads into a sandbox. */
export interface ForwardedPort {
  /** The address of this host on which it listens. */
  readonly host: string;
  /** The port of this host. */
  readonly port: number;
  /** Closes the port and all its connections. Never rejects; you may call it again. */
  close(): Promise<void>;
}

type ReadableStreamOfBytes = NonNullable<Request['body']>;

const longestKnownBody = 1024 * 1024;

/** Statuses of responses that have no body, whatever their headers say. */
const withoutBody = new Set([204, 205, 304]);

function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    headers.append(message.rawHeaders[at] as string, message.rawHeaders[at + 1] as string);
  }
  return headers;
}

/** A Response accepts only some reason phrases. Others are left out. */
const reasonOf = ({ statusMessage = '' }: http.IncomingMessage): string =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : '';

function responseOf(message: http.IncomingMessage, method: string, answer: ServerAnswer): Response {
  const status = message.statusCode ?? 0;
  try {
    if (status < 200 || status > 599) throw protocolError(`answered with status ${status}`);
    const hasBody = method !== 'HEAD' && !withoutBody.has(status);
    if (!hasBody) message.resume();
    const body = hasBody ? answer.bodyOf(message) : null;
    return new Response(body, { status, statusText: reasonOf(message), headers: headersOf(message) });
  } catch (error) {
    message.destroy();
    throw error instanceof SandboxError ? error : protocolError('answered with headers that are none');
  }
}

/** The bytes of a short body, so that its length can be sent: small servers understand nothing else. */
async function wholeBody(rest: Readable): Promise<{ known: Buffer } | { first: Buffer[]; rest: Readable }> {
  const first: Buffer[] = [];
  let length = 0;
  const chunks = rest.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    first.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > longestKnownBody) return { first, rest };
  }
  return { known: Buffer.concat(first) };
}

/** Turns Node's error for a failed connection into an error of this package. */
function sandboxError(error: NodeJS.ErrnoException, about: string): Error {
  const { code, errno, syscall, message } = error;
  if (error instanceof SandboxError || error.name === 'AbortError' || code === undefined) return error;
  // Codes of Node's HTTP parser and client.
  if (!isSystemCode(code)) {
    return new SandboxError(`what ${about} has answered is not HTTP (${code})`, { code: 'E_NET_PROTOCOL' });
  }
  const words = message.startsWith(code) ? message : `${code}: ${message}`;
  return new SandboxError(`${words} (${about})`, { code, errno, syscall });
}

/** When a request is aborted or its connection is gone, do not wait for the rest of its body. */
async function bodyOf(body: ReadableStreamOfBytes, stream: GuestStream, signal: AbortSignal) {
  const source = Readable.fromWeb(body as ReadableStream);
  const stop = (): void => void source.destroy(signal.reason as Error);
  const broken = (error: Error): void => void source.destroy(error);
  signal.addEventListener('abort', stop, { once: true });
  stream.once('error', broken);
  try {
    return await wholeBody(source);
  } finally {
    signal.removeEventListener('abort', stop);
    stream.off('error', broken);
  }
}

const guestServer = 'the server in the sandbox';
/** Informational answers before the answer. */
const mostHints = 16;

const protocolError = (what: string): SandboxError =>
  new SandboxError(`${guestServer} ${what}`, { code: 'E_NET_PROTOCOL' });

/** Sends a request on its own connection. Redirects are returned: they may lead outside. */
export async function fetchFrom(
  connect: () => GuestStream,
  share: TurnShare,
  port: number,
  request: Request,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, signal } = request;
  const headers: http.OutgoingHttpHeaders = Object.fromEntries(request.headers);
  headers.host ??= `localhost:${port}`;
  headers.connection = 'close';
  signal.throwIfAborted();
  const stream = connect();
  // A Request that is garbage-collected passes no signal on, so it must live as long as its answer.
  stream.once('close', () => void request);
  const errorOf = (error: Error): Error => (signal.aborted ? signal.reason : sandboxError(error, guestServer));
  const answer = new ServerAnswer(stream, share, errorOf);
  try {
    const body = request.body === null ? undefined : await bodyOf(request.body, stream, signal);
    if (body !== undefined && 'known' in body) headers['content-length'] = body.known.length;
    return await new Promise((resolve, reject) => {
      const sent = http.request({ createConnection: () => stream, method, path: pathname + search, headers, signal });
      const fail = (error: Error): void => {
        reject(error);
        stream.destroy();
      };
      let hints = 0;
      sent.on('error', (error) => fail(errorOf(error)));
      sent.on('close', () => fail(errorOf(resetError())));
      sent.on('information', () => {
        share.spend(costs.question);
        if (++hints > mostHints) fail(protocolError(`sends more than ${mostHints} hints in the place of an answer`));
      });
      // The request did not ask for another protocol.
      sent.on('upgrade', ({ statusCode }) => fail(protocolError(`answered with status ${statusCode}`)));
      sent.on('response', (message) => {
        message.on('close', () => stream.destroy());
        try {
          resolve(responseOf(message, method, answer));
        } catch (error) {
          fail(error as Error);
        }
      });
      if (body === undefined) {
        sent.end();
      } else if ('known' in body) {
        sent.end(body.known);
      } else {
        for (const chunk of body.first) sent.write(chunk);
        body.rest.on('error', (error) => sent.destroy(error)).pipe(sent);
      }
    });
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** Why the host does not listen. */
function listenError(error: NodeJS.ErrnoException): Error {
  const { code } = error;
  // Node's resolver has codes of its own, for names that it does not find.
  if (code !== undefined && !isSystemCode(code)) return optionError('host', `has no address here (${code})`);
  return sandboxError(error, 'forwardPort');
}

/** Listens on the host, and passes each connection on to one that `connect` makes. */
export async function forward(connect: () => GuestStream, host: string, port: number): Promise<ForwardedPort> {
  const open = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    let guest: GuestStream;
    try {
      guest = connect();
    } catch {
      socket.resetAndDestroy();
      return;
    }
    // An error on one side resets the other.
    socket.on('error', (error) => guest.destroy(error));
    guest.on('error', () => socket.resetAndDestroy());
    socket.on('close', () => guest.destroy());
    socket.pipe(guest).pipe(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error)));
    server.listen({ host, port }, resolve);
  });
  const address = server.address() as net.AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    host: address.address,
    port: address.port,
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      });
      return closed;
    },
  };
}
