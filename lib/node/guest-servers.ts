// What listens in a sandbox, reached from Node.

import http from 'node:http';
import net from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { isSystemCode } from '../api/errno.js';
import { SandboxError } from '../api/errors.js';
import type { GuestStream } from './network/guest-stream.js';

/** A port of the host that leads to one of a sandbox. */
export interface ForwardedPort {
  /** The address of this host on which it listens. */
  readonly host: string;
  /** The port of this host. */
  readonly port: number;
  /** Closes it and all connections that came by it. */
  close(): Promise<void>;
}

type ReadableStreamOfBytes = NonNullable<Request['body']>;

const longestKnownBody = 1024 * 1024;

/** Of a response that has no body, whatever its headers say. */
const withoutBody = new Set([204, 205, 304]);

function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    headers.append(message.rawHeaders[at] as string, message.rawHeaders[at + 1] as string);
  }
  return headers;
}

function responseOf(message: http.IncomingMessage, method: string): Response {
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) {
    message.destroy();
    throw new SandboxError(`${guestServer} answered with status ${status}`, { code: 'E_NET_PROTOCOL' });
  }
  const hasBody = method !== 'HEAD' && !withoutBody.has(status);
  if (!hasBody) message.resume();
  // The types of Node's streams and of the platform's differ in nothing that is used.
  const body = hasBody ? (Readable.toWeb(message) as unknown as ConstructorParameters<typeof Response>[0]) : null;
  return new Response(body, { status, statusText: message.statusMessage ?? '', headers: headersOf(message) });
}

/** The bytes of a body that is no longer than most are, so that its length can be told: small servers know nothing else. */
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

/** What Node says of a connection that has failed, as an error of this package. */
function sandboxError(error: NodeJS.ErrnoException, about: string): Error {
  const { code, errno, syscall, message } = error;
  if (error instanceof SandboxError || error.name === 'AbortError' || code === undefined) return error;
  // Node's own codes, of its parser and of what it makes of an answer.
  if (!isSystemCode(code)) {
    return new SandboxError(`what ${about} has answered is not HTTP (${code})`, { code: 'E_NET_PROTOCOL' });
  }
  const words = message.startsWith(code) ? message : `${code}: ${message}`;
  return new SandboxError(`${words} (${about})`, { code, errno, syscall });
}

/** A body that is still to come keeps nobody waiting for a request that is aborted, or whose connection is gone. */
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

/** Sends a request by a connection of its own. Redirects are answers: where they lead may be outside. */
export async function fetchFrom(connect: () => GuestStream, port: number, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, signal } = request;
  const headers: http.OutgoingHttpHeaders = Object.fromEntries(request.headers);
  headers.host ??= `localhost:${port}`;
  headers.connection = 'close';
  signal.throwIfAborted();
  const stream = connect();
  try {
    const body = request.body === null ? undefined : await bodyOf(request.body, stream, signal);
    if (body !== undefined && 'known' in body) headers['content-length'] = body.known.length;
    return await new Promise((resolve, reject) => {
      const sent = http.request({ createConnection: () => stream, method, path: pathname + search, headers, signal });
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : sandboxError(error, guestServer)));
      sent.on('response', (message) => {
        message.on('close', () => stream.destroy());
        try {
          resolve(responseOf(message, method));
        } catch (error) {
          reject(error);
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

/** Listens on the host, and connects whoever comes with what `connect` leads to. */
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
    // What breaks on one side is reset on the other.
    socket.on('error', (error) => guest.destroy(error));
    guest.on('error', () => socket.resetAndDestroy());
    socket.on('close', () => guest.destroy());
    socket.pipe(guest).pipe(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(sandboxError(error, 'forwardPort')));
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
