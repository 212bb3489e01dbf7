// HTTP through the gate: what servers and guests say to each other passes as it is.

import { randomBytes, X509Certificate } from 'node:crypto';
import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { GuestStream } from '../../lib/node/network/guest-stream.js';
import { GuestSocket, get } from './guest.js';
import { certificates, gated, listen, serveBytes, serveHttp, serveHttps, serveTcp } from './servers.js';

describe('HTTP', () => {
  it('passes an answer as it came', async () => {
    const answer =
      'HTTP/1.1 200 Fine\r\nServer: x\r\nsEt-cOOkie: a=1\r\nX-Two: 1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\n\r\nhello';
    const port = await serveBytes(answer);
    const { guest } = gated({ allow: [`a.test:${port}`] });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toBe(answer);
  });

  it('passes a request as it came, but for what is between neighbours', async () => {
    let seen = '';
    const port = await serveTcp((socket) => {
      socket.once('data', (data) => {
        seen = data.toString('latin1');
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const answer = await guest.request(
      'a.test',
      port,
      `GET /p?q=%20 HTTP/1.1\r\nhOst: a.test:${port}\r\nX-b: 2\r\nUser-AGENT: me\r\nX-b: 1\r\nTE: trailers\r\nKeep-Alive: 5\r\nX-Hop: x\r\nProxy-Authorization: Basic x\r\nConnection: close, x-hop\r\n\r\n`,
    );
    expect(seen).toBe(
      `GET /p?q=%20 HTTP/1.1\r\nhost: a.test:${port}\r\nconnection: close\r\nX-b: 2\r\nUser-AGENT: me\r\nX-b: 1\r\n\r\n`,
    );
    expect(answer).toBe('HTTP/1.1 204 No Content\r\n\r\n');
  });

  it.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n'],
    ['GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n'],
    ['GET', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end'],
    ['GET', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nzzz'],
    ['GET', 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n'],
    ['GET', 'HTTP/1.1 418 I am\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'],
  ])('passes %s %j', async (method, answer) => {
    const port = await serveBytes(answer);
    const { guest } = gated({ allow: [`a.test:${port}`] });
    expect(await guest.request('a.test', port, get(`a.test:${port}`).replace('GET', method))).toBe(answer);
  });

  it('streams bodies both ways, as long as they are', async () => {
    const port = await serveHttp((request, response) => {
      response.writeHead(200, { 'Content-Length': request.headers['content-length'] });
      request.pipe(response);
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    const body = Buffer.alloc(3_000_000, 'abcdefghij');
    const [, answer] = await Promise.all([
      socket.write(
        `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      ),
      socket.readAll(),
    ]);
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4) === body.toString()).toBe(true);
  });

  // The test's guest overwrites what is given back to the engine: whatever was still needed would differ.
  it.each([
    ['to a guest that is fast', 'HTTP/1.1', true, false],
    ['to one that is slow', 'HTTP/1.1', true, true],
    ['without a length', 'HTTP/1.0', false, false],
    ['in chunks, to one that is slow', 'HTTP/1.1', false, true],
  ])('passes a long body whole, and holds on to none of it: %s', async (_, version, hasLength, isSlow) => {
    const body = randomBytes(20_000_000);
    const port = await serveHttps((_request, response) => {
      if (hasLength) response.setHeader('Content-Length', body.length);
      for (let at = 0; at < body.length; at += 1_000_000) response.write(body.subarray(at, at + 1_000_000));
      response.end();
    });
    const { guest } = gated({ allow: [`a.test:${port}`], ca: certificates().ca });
    const socket = await guest.connect('a.test', port);
    expect((await socket.tls({ name: 'a.test' })).status).toBe(0);
    await socket.write(`GET / ${version}\r\nHost: a.test:${port}\r\nConnection: close\r\n\r\n`);
    const pieces: Buffer[] = [];
    for (let piece = await socket.read(); piece.length > 0; piece = await socket.read()) {
      pieces.push(piece);
      if (isSlow && pieces.length % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const answer = Buffer.concat(pieces);
    const begin = answer.indexOf('\r\n\r\n') + 4;
    if (hasLength || version === 'HTTP/1.0') expect(answer.subarray(begin).equals(body)).toBe(true);
    else expect(answer.length).toBeGreaterThan(body.length);
    if (hasLength && !isSlow) expect(socket.freed).toBeGreaterThan(0);
  });

  it('keeps a connection for many requests, also when they are sent at once', async () => {
    let connections = 0;
    const port = await serveHttp((request, response) => {
      response.setHeader('Content-Length', 2);
      response.end(request.url);
    });
    void connections;
    const { guest, gate } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    const one = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`;
    await socket.write(one('/1') + one('/2') + one('/3'));
    const answers = await socket.readUntil('/3');
    expect(answers.match(/\r\n\r\n\/\d/g)).toEqual(['\r\n\r\n/1', '\r\n\r\n/2', '\r\n\r\n/3']);
    await socket.write(get(`a.test:${port}`, '/4'));
    expect(await socket.readAll()).toContain('/4');
    connections = gate.har().log.entries.length;
    expect(connections).toBe(4);
  });

  it('asks for the body of a request that expects to be asked', async () => {
    const port = await serveHttp((request, response) => request.pipe(response));
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    await socket.write(
      `PUT / HTTP/1.1\r\nHost: a.test:${port}\r\nExpect: 100-continue\r\nContent-Length: 4\r\nConnection: close\r\n\r\n`,
    );
    expect(await socket.readUntil('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await socket.write('body');
    expect(await socket.readAll()).toContain('body');
  });

  it('answers a guest that has ended its side after the request', async () => {
    const port = await serveHttp((_, response) => setTimeout(() => response.end('late'), 50));
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    await socket.write(`GET / HTTP/1.0\r\n\r\n`);
    socket.end();
    expect(await socket.readAll()).toMatch(/late/);
  });

  it('gives a guest of HTTP/1.0 no chunks', async () => {
    const port = await serveBytes(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX: y\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    );
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const answer = await guest.request('a.test', port, 'GET / HTTP/1.0\r\n\r\n');
    expect(answer).toBe('HTTP/1.1 200 OK\r\nX: y\r\n\r\nhello');
  });

  it.each([
    ['a method that is unknown', 'FOO / HTTP/1.1\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n', '501'],
    [
      'what goes on without having been asked to',
      'GET / HTTP/1.0\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
      '502',
    ],
    ['what is not HTTP', 'GET / HTTP/1.0\r\n\r\n', 'SSH-2.0-x\r\n', '502'],
  ])('says so of %s', async (_, request, bytes, status) => {
    const port = await serveBytes(bytes);
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const answer = await guest.request('a.test', port, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*E_NET_MALFORMED`));
  });

  it('ends the connection as the server does: without an answer, in the middle of one, between two', async () => {
    const none = await serveTcp((socket) => socket.once('data', () => socket.end()));
    const half = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    const reset = await serveTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const idle = await serveTcp((socket) => socket.end());
    const { guest } = gated({ allow: ['a.test:*'] });
    expect(await guest.request('a.test', none, get(`a.test:${none}`))).toBe('');
    expect(await guest.request('a.test', half, get(`a.test:${half}`))).toBe(
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf',
    );
    await expect(guest.request('a.test', reset, get(`a.test:${reset}`))).rejects.toThrow('ECONNRESET');
    expect(await (await guest.connect('a.test', idle)).readAll()).toBe('');
  });

  it.each([
    ['before it has an answer', ''],
    ['in the middle of one, all of which it has read', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
  ])("ends the server's side when the guest is gone %s", async (_, begun) => {
    let ended: (() => void) | undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const port = await serveTcp((server) => {
      server.once('data', () => begun !== '' && server.write(begun));
      server.once('close', () => ended!()).once('end', () => server.end());
    });
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { tickMs: 10 } });
    const socket = await guest.connect('a.test', port);
    await socket.write(get(`a.test:${port}`));
    if (begun === '') await new Promise((resolve) => setTimeout(resolve, 20));
    else await socket.readUntil('half');
    socket.close();
    await end;
  });

  it('sends all of what a guest asks for that does not wait for the answer', async () => {
    const seen: string[] = [];
    const port = await serveHttp((request, response) => {
      let length = 0;
      request.on('data', (piece: Buffer) => {
        length += piece.length;
      });
      request.on('end', () => seen.push(`${request.method} ${length}`) && setTimeout(() => response.end(), 500));
    });
    const onRequest = async () => await new Promise<undefined>((resolve) => setTimeout(resolve, 50, undefined));
    const { guest } = gated({ allow: [`a.test:${port}`], onRequest }, { timeouts: { tickMs: 1, lingerMs: 20 } });
    const body = 'x'.repeat(60_000);
    for (const request of [
      get(`a.test:${port}`),
      `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ]) {
      const socket = await guest.connect('a.test', port);
      await socket.write(request);
      socket.close();
    }
    await expect.poll(() => seen.sort()).toEqual(['GET 0', 'POST 60000']);
  });

  it('gives up what a server takes nothing more of, once the guest is gone', async () => {
    const port = await serveTcp((server) => void server.pause());
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { tickMs: 10, lingerMs: 50 } });
    const socket = await guest.connect('a.test', port);
    const head = `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: 50000000\r\n\r\n`;
    const sent = socket.write(head + 'x'.repeat(50_000_000));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(socket.closed).toBe('no');
    socket.close();
    await expect(sent).rejects.toThrow('EPIPE');
  });

  it('waits for a guest that reads slowly, and holds no more than fits', async () => {
    let sent = 0;
    const port = await serveHttp((_, response) => {
      const more = (): void => {
        while (sent < 50_000_000) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    await socket.write(get(`a.test:${port}`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const held = sent;
    expect(held).toBeLessThan(20_000_000);
    let total = 0;
    for (let piece = await socket.read(); piece.length > 0; piece = await socket.read()) total += piece.length;
    expect(total).toBeGreaterThan(50_000_000);
  });
});

describe('places', () => {
  const hello = (_: unknown, response: { end(text: string): void }): void => response.end('hello');

  it('can be literal addresses, in both families', async () => {
    const port = await serveHttp(hello);
    const six = await listen(http.createServer(hello), '::1');
    const { guest } = gated({ allow: ['127.0.0.1:*', '[::1]:*'], subnets: { allow: ['127.0.0.0/8', '::1'] } });
    for (const [address, at, host] of [
      ['127.0.0.1', port, `127.0.0.1:${port}`],
      ['::1', six, `[::1]:${six}`],
    ] as const) {
      const socket = await guest.connectTo(address, at);
      await socket.write(get(host));
      expect(await socket.readAll()).toContain('hello');
    }
  });

  it('can have names in any script, as programs write them', async () => {
    const port = await serveHttp(hello);
    const { guest } = gated({ allow: [`bücher.test:${port}`], hosts: { 'bücher.test': '127.0.0.1' } });
    const raw = Buffer.from('bücher.test').toString('latin1');
    for (const host of [raw, 'xn--bcher-kva.test', 'XN--BCHER-KVA.TEST.']) {
      const socket = await guest.connect('bücher.test', port);
      await socket.write(get(`${host}:${port}`));
      expect(await socket.readAll()).toContain('hello');
    }
  });

  it('that have several addresses are tried one after the other', async () => {
    const port = await serveHttp(hello);
    const lookup = async () => [
      { address: '127.0.0.99', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const { guest } = gated({ allow: ['two.test:*'], subnets: { allow: ['127.0.0.0/8'] } }, { lookup });
    expect(await guest.request('two.test', port, get(`two.test:${port}`))).toContain('hello');
  });
});

describe('answers that come early', () => {
  it('reach a guest that still sends', async () => {
    const port = await serveHttp((request, response) => {
      response.writeHead(413, { Connection: 'close', 'Content-Length': 4 }).end('much');
      request.resume();
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    const head = `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: 10000000\r\n\r\n`;
    const sent = socket.write(head + 'x'.repeat(10_000_000)).catch(() => {});
    expect(await socket.readAll()).toMatch(/^HTTP\/1.1 413 [\s\S]*much$/);
    await sent;
  });

  it('of the gate reach it as well', async () => {
    const port = await serveHttp(() => {});
    const { guest } = gated({ allow: [`a.test:${port}`], methods: ['GET'] });
    const socket = await guest.connect('a.test', port);
    const head = `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: 1000000\r\n\r\n`;
    const sent = socket.write(head + 'x'.repeat(1_000_000)).catch(() => {});
    expect(await socket.readAll()).toMatch(/^HTTP\/1.1 403 [\s\S]*network.methods does not have POST/);
    await sent;
  });
});

describe('HTTPS', () => {
  const hello = (_: unknown, response: { end(text: string): void }): void => response.end('hello');

  it("is made by the host, with its options' CA, and says how", async () => {
    const port = await serveHttps(hello);
    const { guest } = gated({ allow: [`https://a.test:${port}`], ca: certificates().ca });
    const socket = await guest.connect('a.test', port);
    const answer = await socket.tls({ name: 'a.test', alpn: ['h2', 'http/1.1'] });
    expect(answer).toMatchObject({
      status: 0,
      verifyCode: 0,
      version: 0x0304,
      cipher: 'TLS_AES_256_GCM_SHA384',
      alpn: 'http/1.1',
      message: '',
    });
    expect(answer.certificate.length).toBeGreaterThan(200);
    await socket.write(get(`a.test:${port}`));
    expect(await socket.readAll()).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*hello/);
  });

  it('uses the roots and the versions that the guest asks for', async () => {
    const port = await serveHttps(hello);
    const { guest } = gated({ allow: [`https://a.test:${port}`] });
    expect(await guest.secureRequest('a.test', port, get(`a.test:${port}`), { roots: certificates().ca })).toContain(
      'hello',
    );
    const socket = await guest.connect('a.test', port);
    expect(await socket.tls({ name: 'a.test', roots: certificates().ca, max: 0x0303 })).toMatchObject({
      status: 0,
      version: 0x0303,
    });
  });

  it("gives the guest's certificate to a server that asks for one", async () => {
    const { ca, clientCert, clientKey } = certificates();
    const port = await serveHttps(
      (request, response) => {
        response.end((request.socket as import('node:tls').TLSSocket).getPeerCertificate().subject.CN);
      },
      { requestCert: true, ca },
    );
    const { guest } = gated({ allow: [`https://a.test:${port}`], ca });
    expect(
      await guest.secureRequest('a.test', port, get(`a.test:${port}`), { certificate: clientCert, key: clientKey }),
    ).toContain('client');
  });

  it.each([
    ['self-signed', { name: 'a.test' }, 'selfSigned', 18, 'self-signed certificate'],
    ['expired', { name: 'a.test' }, 'expired', 10, 'certificate has expired'],
    ['of another name', { name: 'c.test' }, 'cert', 62, "Hostname/IP does not match certificate's altnames"],
  ] as const)('refuses a certificate that is %s', async (_, { name }, which, code, message) => {
    const port = await serveHttps(hello, { cert: certificates()[which] });
    const { guest, events } = gated({ allow: [`https://${name}:${port}`], ca: certificates().ca });
    const socket = await guest.connect(name, port);
    const answer = await socket.tls({ name });
    expect(answer).toMatchObject({ status: 1, verifyCode: code });
    expect(answer.message).toContain(message);
    // For programs that say themselves what is wrong with it.
    expect(new X509Certificate(answer.certificate).subject).toContain('CN=a.test');
    expect(await socket.readAll()).toBe('');
    expect(events.at(-1)).toMatchObject({
      type: 'network',
      action: 'tls',
      allowed: false,
      host: name,
      code: 'E_NET_TLS',
    });
  });

  it('refuses a certificate of a CA that nobody trusts', async () => {
    const port = await serveHttps(hello);
    const { guest } = gated({ allow: [`https://a.test:${port}`] });
    expect(await (await guest.connect('a.test', port)).tls({ name: 'a.test' })).toMatchObject({
      status: 1,
      verifyCode: 20,
    });
  });

  it('cannot be had when the server has spoken, and nothing waits for it', async () => {
    const socket = new GuestSocket({ kind: 'inet', address: '127.0.0.1', port: 1 });
    const stream = new GuestStream(socket.host, { addSent() {}, addReceived() {} });
    const answer = socket.tls({ name: 'a.test' });
    stream.write('220 hello\n');
    expect(await answer).toMatchObject({ status: 2, message: 'bytes have passed already' });
    expect(await socket.readUntil('\n')).toBe('220 hello\n');
    stream.destroy();
  });

  it('says that what answers is not TLS', async () => {
    const port = await serveHttp(hello);
    const { guest } = gated({ allow: [`https://a.test:${port}`] });
    const answer = await (await guest.connect('a.test', port)).tls({ name: 'a.test' });
    expect(answer).toMatchObject({ status: 2 });
  });
});

describe('errors of connect()', () => {
  it('are what really happened', async () => {
    const port = await serveHttp(() => {});
    const { guest } = gated({
      allow: ['a.test:*', 'd.test:*'],
      hosts: { 'a.test': '127.0.0.1', 'd.test': '10.0.0.1' },
    });
    await expect(guest.connect('a.test', 1)).rejects.toThrow('errno 111');
    await expect(guest.connect('d.test', port)).rejects.toThrow('errno 13');
    await expect(guest.connect('e.test', port)).rejects.toThrow('error noname');
  });
});
