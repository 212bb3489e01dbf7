// Attacks on what is put in at the gate, on TLS and on budgets.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { get } from '../network/guest.js';
import { certificates, gated, serveBytes, serveHttp, serveHttps } from '../network/servers.js';
import { tlsRequest } from '../network/tls-request.js';

const secret = 'sk-live-4f9a8b7c6d5e';
const authorization = `Bearer ${secret}`;

/** Says all that it was sent. */
const echo = (request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('X-Echo', request.headers.authorization ?? 'none');
  response.end(JSON.stringify(request.rawHeaders));
};

const rules = (port: number) => [{ match: `http://a.test:${port}/`, transform: { headers: { authorization } } }];

describe('headers that are put in', () => {
  it("reach the server in the place of the guest's own, and the guest sees stars", async () => {
    let seen: string | undefined;
    const port = await serveHttp((request, response) => {
      seen = request.headers.authorization;
      echo(request, response);
    });
    const { guest, gate } = gated({ rules: rules(port) });
    const answer = await guest.request(
      'a.test',
      port,
      get(`a.test:${port}`, '/', 'Authorization: mine', 'AUTHORIZATION: mine'),
    );
    expect(seen).toBe(authorization);
    expect(answer).not.toContain(secret);
    expect(answer).not.toContain('mine');
    expect(answer).toContain(`X-Echo: ${'*'.repeat(authorization.length)}`);
    expect(JSON.stringify(gate.har())).not.toContain(secret);
  });

  it.each([
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in a URL', encodeURIComponent(authorization)],
    ['in a query', encodeURIComponent(authorization).replaceAll('%20', '+')],
    ['in the middle', `xx${secret}yy`],
    ['twice', secret + secret],
  ])('are not readable %s', async (_, text) => {
    const port = await serveHttp((_request, response) => response.end(text));
    const { guest } = gated({ rules: rules(port) });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`));
    expect(answer).not.toContain(secret);
    expect(answer).not.toContain(text);
    expect(answer).toMatch(/\*{20}/);
  });

  const letters = (text: string, write: (letter: string) => string) => Array.from(text, write).join('');
  const code = (letter: string) => letter.charCodeAt(0).toString(16).padStart(2, '0');
  it.each<[string, string, boolean?]>([
    ['in hexadecimal', Buffer.from(secret).toString('hex'), true],
    ['in capital hexadecimal', Buffer.from(secret).toString('hex').toUpperCase(), true],
    ['in capital letters', secret.toUpperCase(), true],
    ['in JSON with escapes for all', letters(secret, (letter) => `\\u00${code(letter)}`), true],
    ['in JSON with capital escapes for all', letters(secret, (letter) => `\\u00${code(letter).toUpperCase()}`), true],
    ['in a URL with escapes for all', letters(secret, (letter) => `%${code(letter)}`), true],
    ['in HTML by numbers', letters(secret, (letter) => `&#${letter.charCodeAt(0)};`), true],
    ['in HTML by hexadecimal numbers', letters(secret, (letter) => `&#x${code(letter)};`), true],
    ['in UTF-16', Buffer.from(secret, 'utf16le').toString('latin1'), true],
    ['in UTF-16 the other way round', Buffer.from(secret, 'utf16le').swap16().toString('latin1'), true],
    ['in base64 of something longer', Buffer.from(`{"key":"${secret}"}`).toString('base64')],
    ['in base64 of something longer, one on', Buffer.from(`a{"key":"${secret}"}`).toString('base64')],
    ['in base64 of something longer, two on', Buffer.from(`ab{"key":"${secret}"}`).toString('base64')],
  ])('are not readable %s', async (_, text, isWhole) => {
    const port = await serveHttp((_request, response) => response.end(Buffer.from(`<<${text}>>`, 'latin1')));
    const { guest } = gated({ rules: rules(port) });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`));
    if (isWhole) expect(answer).toContain(`<<${'*'.repeat(text.length)}>>`);
    // Of the characters at the edges a bit or two are something else's.
    else expect(answer).toMatch(/\*{22}/);
  });

  it.each([
    ['the value of a cookie', 'cookie', 'theme=dark; session=0123456789abcdef; lang=en', '0123456789abcdef'],
    ['a cookie as frameworks decode it', 'cookie', 'session=s%3A0123456789.abc%2F', 's:0123456789.abc/'],
    ['a parameter with quotes', 'authorization', 'Token token="0123456789abcdef", x=1', '0123456789abcdef'],
    ['a parameter behind others', 'x-auth', 'id=me, sig=0123456789abcdef', '0123456789abcdef'],
  ])('are not readable as %s', async (_, name, value, part) => {
    const port = await serveHttp((_request, response) =>
      response.setHeader('X-Part', part).end(`<${part}> dark en Token`),
    );
    const { guest } = gated({
      rules: [{ match: `http://a.test:${port}/`, transform: { headers: { [name]: value } } }],
    });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`));
    expect(answer).not.toContain(part);
    expect(answer).toContain('> dark en Token');
  });

  it('are not readable in the name of a header', async () => {
    const port = await serveHttp((_request, response) => response.setHeader(`X-${secret}`, 'x').end());
    const { guest, gate } = gated({ rules: rules(port) });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toContain(`X-${'*'.repeat(secret.length)}: x`);
    expect(JSON.stringify(gate.har())).not.toContain(secret);
  });

  it('are not readable when they come byte by byte, and what only begins like them is', async () => {
    const text = `<${secret}> <sk-live-4f9a8b7c6d5f> sk-live-`;
    const port = await serveHttp(async (_, response) => {
      for (const letter of text) {
        response.write(letter);
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    const { guest } = gated({ rules: rules(port) });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`));
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4).replace(/[0-9a-f]+\r\n([^\r]*)\r\n/g, '$1');
    expect(body).toContain(`<${'*'.repeat(secret.length)}> <sk-live-4f9a8b7c6d5f> sk-live-`);
  });

  it('are not hidden in an encoding, a part or a trailer', async () => {
    const port = await serveHttp((request, response) => {
      response.writeHead(200, {
        Trailer: 'X-T',
        'X-Asked': `${request.headers['accept-encoding']} ${request.headers.range}`,
      });
      response.write('x');
      response.addTrailers({ 'X-T': secret });
      response.end();
    });
    const encoded = await serveBytes('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nzzz');
    const { guest } = gated({ rules: [...rules(port), ...rules(encoded)] });
    const answer = await guest.request(
      'a.test',
      port,
      get(`a.test:${port}`, '/', 'Accept-Encoding: gzip', 'Range: bytes=0-3'),
    );
    expect(answer).toContain('X-Asked: identity undefined');
    expect(answer).not.toContain(secret);
    expect(await guest.request('a.test', encoded, get(`a.test:${encoded}`))).toMatch(/^HTTP\/1.1 502 .*is encoded/s);
  });

  it('are not told by another request to that host', async () => {
    const port = await serveHttp((_, response) => response.end(secret));
    const { guest } = gated({
      allow: [`a.test:${port}`],
      rules: [{ match: `http://a.test:${port}/v1/`, transform: { headers: { authorization } } }],
    });
    expect(await guest.request('a.test', port, get(`a.test:${port}`, '/debug'))).not.toContain(secret);
  });

  it('do not go to another host, path or port, or in the clear', async () => {
    const seen: (string | undefined)[] = [];
    const serve = () =>
      serveHttp((request, response) => {
        seen.push(request.headers.authorization);
        response.end();
      });
    const [port, other] = [await serve(), await serve()];
    const { guest } = gated({
      allow: ['*:*'],
      rules: [
        { match: `http://a.test:${port}/v1/`, transform: { headers: { authorization } } },
        { match: `b.test:${port}`, transform: { headers: { authorization } } },
      ],
    });
    await guest.request('a.test', port, get(`a.test:${port}`, '/v2/'));
    await guest.request('a.test', port, get(`a.test:${port}`, '/v1/../'));
    await guest.request('a.test', other, get(`a.test:${other}`, '/v1/'));
    await guest.request('x.w.test', port, get(`x.w.test:${port}`, '/v1/'));
    await guest.request('b.test', port, get(`b.test:${port}`, '/v1/'));
    expect(seen).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('cannot be taken off by a Connection header', async () => {
    let seen: string | undefined;
    const port = await serveHttp((request, response) => {
      seen = request.headers.authorization;
      response.end();
    });
    const { guest } = gated({ rules: rules(port) });
    await guest.request('a.test', port, get(`a.test:${port}`).replace('close', 'close, authorization'));
    expect(seen).toBe(authorization);
  });

  it('go only where the host itself knows the certificate', async () => {
    let seen = 0;
    const port = await serveHttps((_, response) => {
      seen++;
      response.end();
    });
    const { guest } = gated({
      insecure: true,
      rules: [{ match: `a.test:${port}`, transform: { headers: { authorization } } }],
    });
    const connect = () => guest.connect('a.test', port);
    expect(await (await connect()).tls({ name: 'a.test', flags: 1 })).toMatchObject({ status: 3 });
    expect(await (await connect()).tls({ name: 'a.test', roots: certificates().ca })).toMatchObject({ status: 1 });
    expect(seen).toBe(0);
  });

  it('are said nowhere by the password of Basic', async () => {
    const basic = `Basic ${Buffer.from('user:pass-word-1').toString('base64')}`;
    const port = await serveHttp((_, response) => response.end('you are user:pass-word-1'));
    const { guest } = gated({
      rules: [{ match: `http://a.test:${port}`, transform: { headers: { authorization: basic } } }],
    });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).not.toContain('pass-word-1');
  });
});

describe('requests for TLS', () => {
  async function tls(bytes: Uint8Array | Parameters<typeof tlsRequest>[0], setting: object = {}) {
    const port = await serveHttps((_, response) => response.end('x'));
    const { guest, events } = gated({ allow: [`a.test:${port}`], ca: certificates().ca, ...setting });
    const socket = await guest.connect('a.test', port);
    const answer = await socket.tls(bytes);
    if (answer.status !== 0) {
      expect(await socket.readAll().catch(() => '')).toBe('');
      expect(events.at(-1)).toMatchObject({ action: 'tls', allowed: false });
    }
    return answer;
  }

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(64)],
    ['ones', new Uint8Array(64).fill(0xff)],
    ['half a request', tlsRequest({ name: 'a.test' }).subarray(0, 20)],
    ['a byte too many', new Uint8Array([...tlsRequest({ name: 'a.test' }), 0])],
    ['a megabyte', new Uint8Array(1024 * 1024)],
    ['SSL 3', tlsRequest({ name: 'a.test', min: 0x0300 })],
    ['unknown flags', tlsRequest({ name: 'a.test', flags: 0x80 })],
    ['a name with NUL', tlsRequest({ name: 'a.test\0.evil' })],
  ])('that are %s are refused', async (_, bytes) => {
    expect(await tls(bytes)).toMatchObject({ status: 2, message: 'the request for TLS is malformed' });
  });

  it.each([
    ['another name', { name: 'evil.example' }],
    ['the name of another host that is allowed', { name: 'b.test' }],
    ['an address', { name: '127.0.0.1' }],
    ['a name in another', { name: 'a.test.evil.example' }],
    ['no verification', { name: 'a.test', flags: 1 }],
    ['no verification of the name', { name: 'a.test', flags: 2 }],
  ])('with %s are denied', async (_, fields) => expect(await tls(fields)).toMatchObject({ status: 3 }));

  it('without verification are made where the host allows it', async () => {
    const answer = await tls({ name: 'a.test', flags: 1 }, { insecure: true, ca: undefined });
    expect(answer).toMatchObject({ status: 0, verifyCode: 20 });
  });

  it.each([
    ['a bomb of roots', { roots: `${certificates().ca}\n`.repeat(300).slice(0, 250_000), name: 'a.test' }, 0],
    [
      'roots that are none',
      { roots: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', name: 'a.test' },
      0,
    ],
    ['text as roots', { roots: 'x'.repeat(200_000), name: 'a.test' }, 0],
    ['a certificate without a key', { certificate: certificates().clientCert, name: 'a.test' }, 2],
    ['a key that is none', { certificate: certificates().clientCert, key: 'x', name: 'a.test' }, 2],
    ['the key of another', { certificate: certificates().clientCert, key: certificates().key, name: 'a.test' }, 2],
    ['an impossible range of versions', { min: 0x0304, max: 0x0303, name: 'a.test' }, 2],
  ] as const)('with %s do no harm', async (_, fields, status) =>
    expect((await tls(fields as never)).status).toBe(status),
  );

  it('with more roots than can be read in time are refused', async () => {
    const many = Array.from({ length: 100 }, (_, at) => {
      const body = Buffer.from(`certificate ${at}`).toString('base64');
      return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
    });
    expect(await tls({ name: 'a.test', roots: many.join('') })).toMatchObject({ status: 2 });
  });

  it('of a server that never answers are given up', async () => {
    const { serveTcp } = await import('../network/servers.js');
    const port = await serveTcp((socket) => socket.resume());
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { connectMs: 100 } });
    const socket = await guest.connect('a.test', port);
    expect(await socket.tls({ name: 'a.test' })).toMatchObject({ status: 4 });
  });

  it('HTTP/2 is never agreed on', async () => {
    const http2 = await import('node:http2');
    const { listen } = await import('../network/servers.js');
    const { cert, key, ca } = certificates();
    const port = await listen(
      http2.createSecureServer({ cert, key, allowHTTP1: true }, (_, response) => response.end('one')),
    );
    const { guest } = gated({ allow: [`a.test:${port}`], ca });
    const socket = await guest.connect('a.test', port);
    expect(await socket.tls({ name: 'a.test', alpn: ['h2', 'http/1.1'] })).toMatchObject({
      status: 0,
      alpn: 'http/1.1',
    });
    await socket.write(get(`a.test:${port}`));
    expect(await socket.readAll()).toContain('one');
  });
});

describe('budgets', () => {
  const limited = async (budget: object, timeouts = {}) => {
    const port = await serveHttp((request, response) => {
      if (request.url === '/slow') return;
      request.resume();
      request.on('end', () => response.end('x'.repeat(1000)));
    });
    return { port, ...gated({ allow: [`a.test:${port}`], budget }, { timeouts }) };
  };

  it('of requests end with 429', async () => {
    const { port, guest, events } = await limited({ requests: 2 });
    const ask = () => guest.request('a.test', port, get(`a.test:${port}`));
    const statuses = [await ask(), await ask(), await ask()].map((answer) => answer.split(' ')[1]);
    expect(statuses).toEqual(['200', '200', '429']);
    expect(events.at(-1)).toMatchObject({
      allowed: false,
      code: 'E_NET_REQUESTS',
      reason: 'network.budget.requests (2) is used up',
    });
  });

  it('of requests at one time end with 429', async () => {
    const { port, guest } = await limited({ concurrency: 1 });
    const slow = await guest.connect('a.test', port);
    await slow.write(get(`a.test:${port}`, '/slow'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toMatch(/^HTTP\/1.1 429 .*E_NET_CONCURRENCY/s);
    slow.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['sent', { sentBytes: 10_000 }, 'E_NET_SENT_BYTES'],
    ['received', { receivedBytes: 800 }, 'E_NET_RECEIVED_BYTES'],
  ])('of bytes %s cut the connection off', async (_, budget, code) => {
    const { port, guest, events } = await limited(budget);
    const head = `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: 100000\r\n\r\n`;
    const text = code === 'E_NET_SENT_BYTES' ? head + 'x'.repeat(100_000) : get(`a.test:${port}`);
    await expect(guest.request('a.test', port, text)).rejects.toThrow();
    expect(events.filter((event) => event.action === 'budget')).toEqual([
      expect.objectContaining({ allowed: false, code }),
    ]);
    expect(await guest.request('a.test', port, get(`a.test:${port}`)).catch((error: Error) => error.message)).toMatch(
      /429|ECONNRESET/,
    );
  });

  it('of time cut the connection off', async () => {
    const { port, guest, events } = await limited({ timeMs: 50 });
    await expect(guest.request('a.test', port, get(`a.test:${port}`, '/slow'))).rejects.toThrow();
    expect(events.at(-1)).toMatchObject({ action: 'budget', code: 'E_NET_TIME' });
  });
});
