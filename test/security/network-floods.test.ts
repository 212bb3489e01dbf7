// Floods of the smallest pieces that each format of the network has. What is asserted is how much is done between two turns of the event
// loop, and how much is kept: never how long it takes. `npm run bench:attacks` says that.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { HarLog } from '../../lib/network/har.js';
import { HeapAccount, SharedHeap } from '../../lib/network/heap-account.js';
import { fetchFrom } from '../../lib/node/guest-servers.js';
import { BodyHash } from '../../lib/node/network/cassettes.js';
import { GuestStream } from '../../lib/node/network/guest-stream.js';
import { TurnShare } from '../../lib/node/network/turn-share.js';
import { GuestSocket, get } from '../network/guest.js';
import { certificates, gated, listen, serveHttp, serveHttps, serveTcp } from '../network/servers.js';
import { report } from './report.js';
import { watchEventLoop } from './watch.mjs';

/** Runs `body`, and reads `count` in each turn of the event loop: by how much it grew at most, and in how many turns. */
async function perTurn(count: () => number, body: () => Promise<unknown>): Promise<{ most: number; turns: number }> {
  const endWatch = await watchEventLoop();
  let [most, turns, last, isOver] = [0, 0, count(), false];
  const look = (): void => {
    const now = count();
    if (now > last) turns++;
    most = Math.max(most, now - last);
    last = now;
  };
  const watching = (async () => {
    while (!isOver) {
      await nextTurn();
      look();
    }
  })();
  try {
    await body();
  } finally {
    isOver = true;
    await watching;
    look();
    report(await endWatch());
  }
  return { most, turns };
}

const chunk = '1\r\nQ\r\n';

describe('an answer in chunks of one byte', () => {
  it('of a server in the sandbox is read in many turns, and can be called off', async () => {
    const server = new GuestSocket({ kind: 'inet', address: '127.0.0.1', port: 8000 });
    let read = 0;
    const { host } = server;
    const plain = host.read;
    host.read = (into) => {
      const count = plain(into);
      read += Math.max(count, 0);
      return count;
    };
    const unmetered = { addSent() {}, addReceived() {} };
    const connect = () => new GuestStream(host, unmetered).on('error', () => {});
    const controller = new AbortController();
    const request = new Request('http://localhost/', { signal: controller.signal });
    const answered = fetchFrom(connect, new TurnShare(), 8000, request);
    await server.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const flood = (async () => {
      for (;;) await server.write(chunk.repeat(10_000));
    })().catch(() => {});
    const response = await answered;
    let length = 0;
    const { most } = await perTurn(
      () => read,
      async () => {
        const all = (async () => {
          for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
            length += piece.length;
            // From a timer, as a host would.
            if (length > 50_000) setTimeout(() => controller.abort(), 0);
          }
        })();
        await expect(all).rejects.toMatchObject({ name: 'AbortError' });
      },
    );
    expect(most).toBeLessThan(64 * 1024);
    await flood;
  });

  it('of a server outside comes to the guest in few writes, a part in each turn', async () => {
    const chunks = 100_000;
    const port = await serveTcp((socket) => {
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(chunks)}0\r\n\r\n`);
      });
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    let [writes, received] = [0, 0];
    const plain = socket.host.write;
    socket.host.write = (bytes) => {
      writes++;
      return plain(bytes);
    };
    const { turns } = await perTurn(
      () => received,
      async () => {
        await socket.write(get(`a.test:${port}`));
        for (let piece = await socket.read(); piece.length > 0; piece = await socket.read()) {
          for (const byte of piece) if (byte === 0x51) received++;
        }
      },
    );
    expect(received).toBe(chunks);
    expect(writes).toBeLessThan(1000);
    expect(turns).toBeGreaterThan(25);
  });
});

it('a request in chunks of one byte is sent in few writes, a part in each turn', async () => {
  const chunks = 100_000;
  let [received, pieces] = [0, 0];
  const port = await serveHttp((request, response) => {
    request.on('data', (piece: Buffer) => {
      pieces++;
      received += piece.length;
    });
    request.on('end', () => response.end('thanks'));
  });
  const { guest } = gated({ allow: [`a.test:${port}`] });
  const socket = await guest.connect('a.test', port);
  const { turns } = await perTurn(
    () => received,
    async () => {
      const head = `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      await socket.write(`${head}${chunk.repeat(chunks)}0\r\n\r\n`);
      await socket.readUntil('thanks');
    },
  );
  expect(received).toBe(chunks);
  expect(pieces).toBeLessThan(1000);
  expect(turns).toBeGreaterThan(25);
});

describe('requests', () => {
  it('of many connections are judged a few in each turn', async () => {
    const port = await serveTcp((socket) => socket.resume());
    const { guest, events } = gated({ allow: [`http://a.test:${port}/v1/`] });
    const one = `GET /v2 HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`;
    const requests = one.repeat(29) + get(`a.test:${port}`, '/v2');
    const sockets = await Promise.all(Array.from({ length: 60 }, () => guest.connect('a.test', port)));
    const count = () => events.filter(({ action }) => action === 'request').length;
    const { most } = await perTurn(count, async () => {
      await Promise.all(
        sockets.map(async (socket) => {
          await socket.write(requests);
          expect((await socket.readAll()).match(/HTTP\/1.1 403/g)).toHaveLength(30);
        }),
      );
    });
    expect(count()).toBe(60 * 30);
    expect(most).toBeLessThanOrEqual(24);
  });

  it('with long targets are refused before they are read', async () => {
    const port = await serveTcp((socket) => socket.resume());
    const { guest, events } = gated({ allow: [`http://a.test:${port}/v1/`] });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`, `/${'%25/;'.repeat(20_000)}`));
    expect(answer).toMatch(/^HTTP\/1.1 414 .*the target of the request is longer than 16384 bytes/s);
    expect(events.at(-1)).toMatchObject({ allowed: false, code: 'E_NET_MALFORMED' });
  });
});

it('requests for TLS are read a few in each turn', async () => {
  const port = await serveHttps((_, response) => response.end('x'));
  const { guest, events } = gated({ allow: [`a.test:${port}`] });
  const { clientCert, clientKey } = certificates();
  const sockets = await Promise.all(Array.from({ length: 30 }, () => guest.connect('a.test', port)));
  const count = () => events.filter(({ action }) => action === 'tls').length;
  const { most } = await perTurn(count, async () => {
    const answers = sockets.map((socket) =>
      socket.tls({ name: 'a.test', certificate: clientCert.repeat(11), key: clientKey }),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({ status: 2, message: 'more than 10 certificates of a client' });
    }
  });
  expect(most).toBeLessThanOrEqual(6);
  const [one] = [await guest.connect('a.test', port)];
  const long = await one!.tls({ name: 'a.test', certificate: clientCert.repeat(500), key: clientKey });
  expect(long).toMatchObject({ status: 2, message: 'the request for TLS is malformed' });
});

it('questions to the resolver are answered a part in each turn', async () => {
  const { guest, events } = gated({ allow: ['*.w.test'] });
  const count = () => events.filter(({ action }) => action === 'resolve').length;
  const { most } = await perTurn(count, async () => {
    await Promise.all(Array.from({ length: 250 }, (_, at) => guest.resolve(`n${at}.x.test`)));
  });
  expect(count()).toBe(250);
  expect(most).toBeLessThanOrEqual(80);
});

it('frames of WebSocket cost no write each, in either direction', async () => {
  const frames = 200_000;
  const server = http.createServer();
  let received = 0;
  server.on('upgrade', (request, socket: Socket) => {
    const sent = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(sent).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    // Pings without a payload.
    socket.write(Buffer.from('\x89\x00'.repeat(frames), 'latin1'));
  });
  const port = await listen(server);
  const { guest } = gated({ rules: [{ match: `http://a.test:${port}`, websocket: true }] });
  const socket = await guest.connect('a.test', port);
  let [writes, reads] = [0, 0];
  const { write, read } = socket.host;
  socket.host.write = (bytes) => {
    writes++;
    return write(bytes);
  };
  socket.host.read = (into) => {
    reads++;
    return read(into);
  };
  const { turns } = await perTurn(
    () => received,
    async () => {
      const head = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
      await socket.write(
        `${['GET / HTTP/1.1', `Host: a.test:${port}`, ...head, 'Sec-WebSocket-Version: 13'].join('\r\n')}\r\n\r\n`,
      );
      let length = -(await socket.readUntil('\r\n\r\n')).split('\r\n\r\n')[0]!.length;
      // Empty parts of a message, masked.
      const sent = socket.write('\x00\x80aaaa'.repeat(frames));
      while (length < frames) length += (await socket.read()).length;
      await sent;
      while (received < 6 * frames) await nextTurn();
    },
  );
  expect(writes + reads).toBeLessThan(frames / 100);
  expect(turns).toBeGreaterThan(2);
});

/** Fifty gates that share what there is, as the sandboxes of a thread do. */
function crowd(size: number, setting: (at: number) => Parameters<typeof gated>[0]) {
  const bounds = { mostOfOne: 1024 * 1024, mostOfAll: 8 * 1024 * 1024, certain: 512 * 1024 };
  const shared = new SharedHeap(bounds);
  const gates = Array.from({ length: size }, (_, at) => gated(setting(at), { account: new HeapAccount(shared) }));
  return { gates, shared, most: bounds.mostOfAll + size * (bounds.certain + 256 * 1024) };
}

describe('what is kept for sandboxes is bounded, of one and of fifty:', () => {
  it('heads that wait for an answer', async () => {
    const waiting: ServerResponse[] = [];
    const server = http.createServer({ maxHeaderSize: 200_000 }, (_, response) => void waiting.push(response));
    const port = await listen(server);
    const { gates, shared, most } = crowd(50, () => ({ allow: [`a.test:${port}`] }));
    const head = `GET / HTTP/1.1\r\nHost: a.test:${port}\r\nConnection: close\r\n${`X-Y: ${'z'.repeat(1000)}\r\n`.repeat(118)}\r\n`;
    const sockets = await Promise.all(
      gates.flatMap(({ guest }) => Array.from({ length: 8 }, () => guest.connect('a.test', port))),
    );
    let peak = 0;
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await nextTurn()) peak = Math.max(peak, shared.bytes);
    })();
    const answers = sockets.map(async (socket) => {
      await socket.write(head);
      return (await socket.readAll()).split('\r\n')[0];
    });
    // The server says nothing until everybody waits.
    for (let turn = 0, last = -1; turn < 200; turn++) {
      await nextTurn();
      if (waiting.length !== last) turn = 0;
      last = waiting.length;
    }
    expect(waiting.length).toBeGreaterThan(8);
    expect(waiting.length).toBeLessThan(sockets.length / 2);
    const answering = setInterval(() => {
      for (const response of waiting.splice(0)) response.end();
    }, 5);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
    clearInterval(answering);
    isOver = true;
    await watching;
    expect(peak).toBeLessThanOrEqual(most);
    for (const { gate } of gates) gate.close();
    expect(shared.bytes).toBe(0);
  });

  it('what is logged', async () => {
    const port = await serveTcp((socket) => socket.resume());
    const { gates, shared, most } = crowd(50, () => ({ allow: [`http://a.test:${port}/v1/`] }));
    const fields = 'ab: cdefgh\r\n'.repeat(900);
    const text = `GET /v2 HTTP/1.1\r\nHost: a.test:${port}\r\n${fields}X: ${'x'.repeat(40_000)}\r\nConnection: close\r\n\r\n`;
    let peak = 0;
    for (let round = 0; round < 10; round++) {
      await Promise.all(gates.map(({ guest }) => guest.request('a.test', port, text)));
      peak = Math.max(peak, shared.bytes);
    }
    expect(peak).toBeLessThanOrEqual(most);
    for (const { gate } of gates) {
      const { entries } = gate.har().log;
      expect(entries.length).toBeGreaterThan(3);
      expect(JSON.stringify(entries).length).toBeLessThan(entries.length * 40_000);
    }
  });

  it('the log of one, however long its headers are, and none of what was cut off', () => {
    const account = new HeapAccount(new SharedHeap());
    const log = new HarLog(account);
    const value = (at: number) => Buffer.alloc(120_000, String(at)).toString('latin1');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 2000; at++) {
      log.add({
        ...{ startedAt: 0, tookMs: 0, waitedMs: 0, method: 'GET', url: value(at), requestBytes: 0, status: 200 },
        ...{ statusText: '', responseBytes: 0, responseHeaders: [] },
        requestHeaders: [['X', value(at)], ...Array.from({ length: 990 }, () => ['a', 'b'] as const)],
      });
    }
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 * 1024);
    expect(account.bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(log.toHar().log.entries.length).toBeGreaterThan(100);
    account.close();
  });

  it('answers of network.replay, which are given out as they are taken', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wasmsand-replay-'));
    const replay = join(directory, 'cassette');
    const body = 'x'.repeat(4_000_000);
    const entry = {
      request: { method: 'GET', url: 'http://a.test/', headers: [], bodySha256: new BodyHash().end() },
      response: {
        status: 200,
        statusText: 'OK',
        headers: [['Content-Length', String(body.length)]],
        body: { text: body },
      },
    };
    writeFileSync(replay, `${JSON.stringify(entry)}\n`);
    const { guest } = gated({ allow: ['a.test'], replay });
    rmSync(directory, { recursive: true });
    const sockets = await Promise.all(Array.from({ length: 200 }, () => guest.connect('a.test', 80)));
    const before = process.memoryUsage().arrayBuffers;
    await Promise.all(sockets.map((socket) => socket.write(get('a.test'))));
    // All have their head, and as much as their pipe holds.
    await Promise.all(sockets.map((socket) => socket.read()));
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
    expect((await sockets[0]!.readAll()).length).toBeGreaterThan(3_900_000);
  });

  it('answers that are on their way to network.record', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wasmsand-record-'));
    const record = join(directory, 'cassette');
    const port = await serveHttp((_, response) => void response.writeHead(200).write(Buffer.alloc(400_000, 'x')));
    const shared = new SharedHeap({ mostOfOne: 1024 * 1024, certain: 0 });
    const { guest, events } = gated({ allow: [`a.test:${port}`], record }, { account: new HeapAccount(shared) });
    const sockets = await Promise.all(Array.from({ length: 12 }, () => guest.connect('a.test', port)));
    await Promise.all(
      sockets.map(async (socket) => {
        await socket.write(get(`a.test:${port}`));
        for (let length = 0; length < 400_000; ) length += (await socket.read()).length;
      }),
    );
    expect(shared.bytes).toBeLessThanOrEqual(1024 * 1024);
    for (const socket of sockets) socket.close();
    await vi.waitFor(() => expect(shared.bytes).toBeLessThan(200_000));
    expect(events.filter(({ action, allowed }) => action === 'request' && allowed)).toHaveLength(12);
    rmSync(directory, { recursive: true });
  });
});
