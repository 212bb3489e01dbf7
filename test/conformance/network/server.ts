// What command lines of curl and wget are tried on: a server that answers in each of the ways that servers have.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

type Answer = (response: ServerResponse, request: IncomingMessage, socket: Socket) => void;

const soon = (act: () => void): void => void setTimeout(act, 20);

/** The bytes, and the end of the connection. */
const raw =
  (bytes: string): Answer =>
  (_, _request, socket) =>
    void socket.end(bytes, 'latin1');

const status =
  (code: number, headers: Record<string, string | string[]>, text = ''): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(text);

const cutOff =
  (headers: Record<string, string>): Answer =>
  (response, _, socket) => {
    response.writeHead(200, headers).write('half');
    soon(() => socket.end());
  };

const otherName = (host = ''): string => (host.startsWith('a.test') ? 'b.test' : 'localhost');

const answers: Record<string, Answer> = {
  redirect: status(302, { Location: '/echo?from=redirect' }, 'moved'),
  redirect307: status(307, { Location: '/echo' }),
  loop: status(301, { Location: '/loop' }),
  abs: (response, { headers }, socket) =>
    void response.writeHead(302, { Location: `http://${otherName(headers.host)}:${socket.localPort}/echo` }).end(),
  chain: (response, { url }) => {
    const left = Number(url?.split('/')[2]);
    if (left > 0) response.writeHead(302, { Location: `/chain/${left - 1}` }).end();
    else response.end('the end\n');
  },
  404: status(404, { 'Content-Type': 'text/plain' }, 'not here\n'),
  500: status(500, {}, 'oops\n'),
  204: status(204, {}),
  304: status(304, { ETag: '"x"' }),
  empty: status(200, { 'Content-Length': '0' }),
  chunked: (response) => {
    response.writeHead(200, { 'X-A': '1', 'x-b': '2' }).write('one\n');
    soon(() => response.end('two\n'));
  },
  trailers: (response) => {
    response.writeHead(200, { Trailer: 'X-T' }).write('x\n');
    response.addTrailers({ 'X-T': 'v' });
    response.end();
  },
  gzip: (response, { headers }) => {
    if (!/gzip/.test(headers['accept-encoding'] ?? '')) response.end('plain\n');
    else answers.gzipforced!(response, response.req, response.socket!);
  },
  gzipforced: (response) => {
    const bytes = gzipSync('zipped '.repeat(100));
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bytes.length }).end(bytes);
  },
  cookies: (response, { headers }) =>
    void response.writeHead(200, { 'Set-Cookie': ['a=1; Path=/', 'b=2'] }).end(`${headers.cookie ?? 'none'}\n`),
  auth: (response, { headers }) => {
    if (headers.authorization === undefined) response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
    else response.end(`${headers.authorization}\n`);
  },
  digest: (response, { headers }) => {
    const challenge = 'Digest realm="x", nonce="abc", qop="auth"';
    if (headers.authorization === undefined) response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
    else response.end('ok\n');
  },
  range: (response, { headers }) => {
    const all = 'abcdefghijklmnopqrstuvwxyz';
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined) {
      response.end(all);
      return;
    }
    const end = last === '' ? 25 : Number(last);
    const part = all.slice(Number(first), end + 1);
    response.writeHead(206, { 'Content-Range': `bytes ${first}-${end}/26`, 'Content-Length': part.length }).end(part);
  },
  cut: cutOff({ 'Content-Length': '100' }),
  cutchunked: cutOff({}),
  reset: (response, _, socket) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('half');
    soon(() => socket.resetAndDestroy());
  },
  nothing: (_, _request, socket) => void socket.end(),
  close: status(200, { Connection: 'close' }, 'bye\n'),
  noframing: raw('HTTP/1.1 200 OK\r\nX: y\r\n\r\nuntil close\n'),
  http10: raw('HTTP/1.0 200 OK\r\nX: y\r\n\r\nten\n'),
  reason: status(299, { 'X-Latin': 'caf\xe9' }, 'x'),
  slow: (response) => void setTimeout(() => response.end('slow\n'), 300),
  never: () => {},
  big: (response) => void response.end(Buffer.alloc(3_000_000, 'x')),
  badstatus: raw('HTTP/1.1 abc OK\r\n\r\n'),
  garbage: raw('SSH-2.0-hi\r\n'),
  dupcl: raw('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc'),
  fold: raw('HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 3\r\n\r\nabc'),
  100: raw('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc'),
  103: raw('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc'),
  lf: raw('HTTP/1.1 200 OK\nContent-Length: 3\n\nabc'),
};

const unsaid = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** Says what it was sent, but for what is between neighbours, and without boundaries, which are random. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const body = Buffer.concat(pieces).toString('latin1');
    const headers = Object.entries(request.headers).filter(([name]) => !unsaid.has(name));
    const said = `${request.method} ${request.url} ${JSON.stringify(headers.sort())}\n`;
    const text = said + (body.length > 6000 ? `${body.length} bytes` : body);
    response.end(`${text.replace(/-{20,}[0-9a-f]+/g, 'BOUNDARY')}\n`);
  });
}

export const serve: RequestListener = (request, response) => {
  response.sendDate = false;
  const name = request.url?.split(/[/?]/)[1] ?? '';
  const answer = Object.hasOwn(answers, name) ? answers[name]! : undefined;
  if (answer === undefined) echo(request, response);
  else answer(response, request, request.socket);
};
