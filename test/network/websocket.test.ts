// WebSocket through the gate: by a rule that says so, and no further than the policy goes.

import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NetworkOptions } from '../../lib/api/network.js';
import { get } from './guest.js';
import { certificates, gated, listen } from './servers.js';

const key = 'dGhlIHNhbXBsZSBub25jZQ==';

function ask(host: string, path = '/', ...more: string[]): string {
  const fixed = ['Connection: Upgrade', 'Upgrade: websocket', `Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Version: 13'];
  return `${[`GET ${path} HTTP/1.1`, `Host: ${host}`, ...fixed, ...more].join('\r\n')}\r\n\r\n`;
}

const agreed = (accept: string): string =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Own: 1\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;

/** Answers requests to upgrade, and then says what it is sent. */
async function serve(options: { secure?: boolean; answer?: string } = {}) {
  const seen: string[] = [];
  const { cert, key: ownKey } = certificates();
  const answer: http.RequestListener = (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('no upgrade');
  };
  const server = options.secure ? https.createServer({ cert, key: ownKey }, answer) : http.createServer(answer);
  server.on('upgrade', (request, socket: Socket, head) => {
    seen.push(`${request.method} ${request.url} ${request.headers['sec-websocket-protocol'] ?? ''}`.trim());
    const sent = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    socket.write(options.answer ?? agreed(createHash('sha1').update(sent).digest('base64')));
    if (options.answer !== undefined) socket.end();
    socket.write(head);
    socket.pipe(socket);
  });
  return { port: await listen(server), seen };
}

async function open(port: number, setting: NetworkOptions = {}) {
  const made = gated({ rules: [{ match: `http://a.test:${port}`, websocket: true }], ...setting });
  return { ...made, socket: await made.guest.connect('a.test', port) };
}

describe('WebSocket', () => {
  it('passes where a rule says so, both ways, and ends as either side does', async () => {
    const { port, seen } = await serve();
    const { socket, gate, events } = await open(port);
    await socket.write(ask(`a.test:${port}`, '/chat?x', 'Sec-WebSocket-Protocol: chat'));
    const head = await socket.readUntil('\r\n\r\n');
    expect(head).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Own: 1\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    );
    expect(seen).toEqual(['GET /chat?x chat']);
    await socket.write('\x81\x05hello');
    expect(await socket.readUntil('hello')).toBe('\x81\x05hello');
    const much = Buffer.alloc(3_000_000, 'frames ');
    const [back] = await Promise.all([socket.readAll(), socket.write(much).then(() => socket.end())]);
    expect(back === much.toString()).toBe(true);
    await expect.poll(() => gate.har()).toMatchObject({ log: { entries: [{ response: { status: 101 } }] } });
    expect(events.at(-1)).toMatchObject({ action: 'request', allowed: true, method: 'GET' });
  });

  it('passes over TLS, also what comes with the request and the answer', async () => {
    const { port } = await serve({ secure: true });
    const { socket } = await open(port, {
      rules: [{ match: `https://a.test:${port}`, websocket: true }],
      ca: certificates().ca,
    });
    expect(await socket.tls({ name: 'a.test' })).toMatchObject({ status: 0 });
    await socket.write(`${ask(`a.test:${port}`)}early`);
    expect(await socket.readUntil('early')).toMatch(/^HTTP\/1.1 101 .*\r\n\r\nearly$/s);
  });

  it('leaves the other requests of that host as they are', async () => {
    const { port, seen } = await serve();
    const { guest, socket } = await open(port);
    expect(await guest.request('a.test', port, get(`a.test:${port}`, '/1'))).toMatch(/no upgrade$/);
    await socket.write(`GET /2 HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`);
    expect(await socket.readUntil('no upgrade')).toMatch(/^HTTP\/1.1 200/);
    await socket.write(ask(`a.test:${port}`, '/3'));
    expect(await socket.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1.1 101/);
    expect(seen).toEqual(['GET /1', 'GET /2', 'GET /3']);
  });

  it('is refused by the server in its own words', async () => {
    const { port } = await serve({ answer: 'HTTP/1.1 403 No\r\nX-A: b\r\nContent-Length: 4\r\n\r\nno!\n' });
    const { socket } = await open(port);
    await socket.write(ask(`a.test:${port}`));
    expect(await socket.readAll()).toBe('HTTP/1.1 403 No\r\nX-A: b\r\nContent-Length: 4\r\n\r\nno!\n');
  });

  it.each([
    ['agrees to something else', agreed('bm90IHRoYXQ=')],
    [
      'agrees to what it was not asked',
      agreed('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=').replace('Upgrade: websocket', 'Upgrade: h2c'),
    ],
  ])('is cut off when the server %s', async (_, answer) => {
    const { port } = await serve({ answer });
    const { socket } = await open(port);
    await socket.write(ask(`a.test:${port}`));
    expect(await socket.readAll()).toMatch(/^HTTP\/1.1 502 .*has not agreed to WebSocket \(E_NET_MALFORMED\)/s);
  });

  it('ends without an answer when the server does', async () => {
    const { port } = await serve({ answer: '' });
    const { socket } = await open(port);
    await socket.write(ask(`a.test:${port}`));
    expect(await socket.readAll()).toBe('');
  });
});

describe('WebSocket is refused', () => {
  const rule = (port: number, path = '') => ({ match: `http://a.test:${port}${path}`, websocket: true });
  const authorization = 'Bearer abcdefghijkl';

  it.each<[string, (port: number) => NetworkOptions, (host: string) => string, string]>([
    ['without a rule', (port) => ({ allow: [`a.test:${port}`], rules: [] }), (host) => ask(host), '501'],
    [
      'at another path',
      (port) => ({ allow: [`a.test:${port}`], rules: [rule(port, '/ws/')] }),
      (host) => ask(host),
      '501',
    ],
    ['by a rule before', (port) => ({ rules: [{ match: `a.test:${port}` }, rule(port)] }), (host) => ask(host), '501'],
    ['by network.deny', (port) => ({ rules: [rule(port)], deny: ['a.test'] }), (host) => ask(host), ''],
    ['by methods', (port) => ({ rules: [{ ...rule(port), methods: ['POST'] }] }), (host) => ask(host), '403'],
    [
      'where secrets are put in',
      (port) => ({
        rules: [rule(port, '/ws/'), { match: `http://a.test:${port}`, transform: { headers: { authorization } } }],
      }),
      (host) => ask(host, '/ws/'),
      '501',
    ],
    [
      'when it is recorded',
      () => ({ record: join(tmpdir(), `wasmsand-ws-${process.pid}`) }),
      (host) => ask(host),
      '501',
    ],
    ['by onRequest', () => ({ onRequest: () => ({ action: 'deny' as const }) }), (host) => ask(host), '403'],
    ['answered by onRequest', () => ({ onRequest: () => new Response('x') }), (host) => ask(host), '501'],
    ['by a budget', () => ({ budget: { requests: 0 } }), (host) => ask(host), '429'],
    ['for another host', () => ({}), () => ask('evil.example'), '421'],
    ['with a body', () => ({}), (host) => ask(host, '/', 'Content-Length: 5'), '400'],
    ['in chunks', () => ({}), (host) => ask(host, '/', 'Transfer-Encoding: chunked'), '400'],
    ['as a POST', () => ({}), (host) => ask(host).replace('GET', 'POST'), '400'],
    ['of another version', () => ({}), (host) => ask(host).replace('Version: 13', 'Version: 8'), '400'],
    ['without a key', () => ({}), (host) => ask(host).replace(/Sec-WebSocket-Key.*\r\n/, ''), '400'],
    ['as h2c', () => ({}), (host) => ask(host).replace('websocket', 'h2c'), '501'],
    ['as h2c, too', () => ({}), (host) => ask(host).replace('websocket', 'h2c, websocket'), '501'],
  ])('%s', async (_, setting, text, status) => {
    const { port, seen } = await serve();
    if (status === '') {
      await expect(open(port, setting(port))).rejects.toThrow();
      return;
    }
    const { socket } = await open(port, setting(port));
    await socket.write(text(`a.test:${port}`));
    expect((await socket.readAll()).split(' ')[1]).toBe(status);
    expect(seen).toEqual([]);
  });

  it('in options that cannot be', () => {
    const match = 'a.test';
    expect(() => gated({ rules: [{ match, websocket: true, transform: { headers: { authorization } } }] })).toThrow(
      "option 'network.rules[0].websocket' excludes headers and TCP",
    );
    expect(() => gated({ rules: [{ match: 'tcp://a.test:1', websocket: true }] })).toThrow('excludes headers and TCP');
    expect(() => gated({ rules: [{ match, websocket: 1 as never }] })).toThrow('must be true or false');
  });
});

describe('what passes by WebSocket', () => {
  it('waits for the answer to the request before it', async () => {
    const { port, seen } = await serve();
    const { socket } = await open(port);
    await socket.write(`GET /1 HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n${ask(`a.test:${port}`, '/2')}\x81\x05hello`);
    const answers = await socket.readUntil('hello');
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 101']);
    expect(seen).toEqual(['GET /1', 'GET /2']);
  });

  it('is counted, and cut off', async () => {
    const { port } = await serve();
    const { socket, events } = await open(port, { budget: { sentBytes: 100_000 } });
    await socket.write(ask(`a.test:${port}`));
    await socket.readUntil('\r\n\r\n');
    await expect(Promise.all([socket.write(Buffer.alloc(1_000_000)), socket.readAll()])).rejects.toThrow();
    expect(events.at(-1)).toMatchObject({ action: 'budget', code: 'E_NET_SENT_BYTES' });
  });

  it('is under way as long as it is open', async () => {
    const { port } = await serve();
    const { socket, guest } = await open(port, { budget: { concurrency: 1 } });
    await socket.write(ask(`a.test:${port}`));
    await socket.readUntil('\r\n\r\n');
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toMatch(/^HTTP\/1.1 429 .*E_NET_CONCURRENCY/s);
    socket.close();
    await expect.poll(() => guest.request('a.test', port, get(`a.test:${port}`))).toMatch(/^HTTP\/1.1 200/);
  });

  it('stays open while nobody says anything, and no longer than the guest and the gate', async () => {
    const { port } = await serve();
    const made = gated(
      { rules: [{ match: `http://a.test:${port}`, websocket: true }] },
      { timeouts: { idleMs: 50, headMs: 50, bodyMs: 50, tickMs: 10 } },
    );
    const socket = await made.guest.connect('a.test', port);
    await socket.write(ask(`a.test:${port}`));
    await socket.readUntil('\r\n\r\n');
    await socket.write('one');
    expect(await socket.readUntil('one')).toBe('one');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await socket.write('two');
    expect(await socket.readUntil('two')).toBe('two');
    made.gate.close();
    await expect(socket.readAll()).rejects.toThrow('ECONNRESET');
  });

  it('is closed for a crowd when the gate is', async () => {
    const { port } = await serve();
    const { guest, gate } = await open(port);
    const sockets = await Promise.all(Array.from({ length: 100 }, () => guest.connect('a.test', port)));
    for (const socket of sockets) {
      await socket.write(ask(`a.test:${port}`));
      await socket.readUntil('\r\n\r\n');
    }
    gate.close();
    const ends = await Promise.allSettled(sockets.map((socket) => socket.readAll()));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  });
});
