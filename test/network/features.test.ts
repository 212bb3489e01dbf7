// What the host can do at the gate: TCP, onRequest, cassettes, HAR, audit events, proxies, more hosts while it runs.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { get } from './guest.js';
import { certificates, gated, listen, serveHttp, serveHttps, serveTcp } from './servers.js';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-network-'));
afterAll(() => rmSync(directory, { recursive: true }));

const body = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

describe('names', () => {
  it('have one address each, in the family that was asked for', async () => {
    const lookup = async (host: string) => {
      if (host === 'four.example') return [{ address: '1.1.1.1', family: 4 }];
      if (host === 'six.example') return [{ address: '2606:4700::1', family: 6 }];
      throw Object.assign(new Error(), { code: host === 'later.example' ? 'EAI_AGAIN' : 'ENOTFOUND' });
    };
    const { guest } = gated({ allow: ['*.example', 'a.test'] }, { lookup });
    expect(await guest.resolve('four.example')).toBe('ok\n198.18.0.1\n');
    expect(await guest.resolve('FOUR.example.', 4)).toBe('ok\n198.18.0.1\n');
    expect(await guest.resolve('four.example', 6)).toBe('error noname\n');
    expect(await guest.resolve('six.example', 6)).toBe('ok\n2001:2::c612:2\n');
    expect(await guest.resolve('six.example', 4)).toBe('error noname\n');
    expect(await guest.resolve('six.example')).toBe('ok\n198.18.0.2\n');
    expect(await guest.resolve('typo.example')).toBe('error noname\n');
    expect(await guest.resolve('later.example')).toBe('error again\n');
    expect(await guest.resolve('a.test')).toBe('ok\n198.18.0.3\n');
  });

  it('are refused at once where the network is denied, and allowed from allow() on', async () => {
    const port = await serveHttp((_, response) => response.end('hello'));
    const { guest, gate, events } = gated({});
    expect(await guest.resolve('a.test')).toBe(13);
    await expect(guest.connectTo('1.1.1.1', 80)).rejects.toThrow('errno 13');
    expect(events.map(({ action, allowed }) => [action, allowed])).toEqual([
      ['resolve', false],
      ['connect', false],
    ]);
    gate.allow([`a.test:${port}`]);
    expect(body(await guest.request('a.test', port, get(`a.test:${port}`)))).toBe('hello');
    expect(() => gate.allow(['a b'])).toThrow("option 'allowNetwork' has the pattern");
  });
});

describe('TCP by a pattern', () => {
  it('passes bytes both ways, whoever speaks first, and each end by itself', async () => {
    const port = await serveTcp((socket) => {
      socket.write('220 hello\n');
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('end', () => socket.end(`you said ${text}`));
    });
    const { guest, events } = gated({ allow: [`tcp://a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    expect(await socket.readUntil('\n')).toBe('220 hello\n');
    await socket.write('GET / HTTP/1.1\r\n\r\n');
    socket.end();
    expect(await socket.readAll()).toBe('you said GET / HTTP/1.1\r\n\r\n');
    expect(events.at(-1)).toEqual({
      type: 'network',
      action: 'connect',
      allowed: true,
      host: 'a.test',
      port,
      address: '127.0.0.1',
    });
  });

  it('can be over TLS, with the protocol of the guest', async () => {
    const tls = await import('node:tls');
    const { cert, key, ca } = certificates();
    const server = tls.createServer({ cert, key, ALPNProtocols: ['mine'] }, (socket) => socket.pipe(socket));
    const port = await listen(server);
    const { guest } = gated({ allow: [`tcp://a.test:${port}`], ca });
    const socket = await guest.connect('a.test', port);
    expect(await socket.tls({ name: 'a.test', alpn: ['mine'] })).toMatchObject({ status: 0, alpn: 'mine' });
    await socket.write('any bytes');
    expect(await socket.readUntil('any bytes')).toBe('any bytes');
  });

  it('streams much', async () => {
    const port = await serveTcp((socket) => socket.pipe(socket));
    const { guest } = gated({ allow: [`tcp://a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    const bytes = Buffer.alloc(5_000_000, 'abcdefghijk');
    const [answer] = await Promise.all([socket.readAll(), socket.write(bytes).then(() => socket.end())]);
    expect(answer === bytes.toString()).toBe(true);
  });

  it('resets as the server does', async () => {
    const port = await serveTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const { guest } = gated({ allow: [`tcp://a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    await socket.write('x');
    await expect(socket.readAll()).rejects.toThrow('ECONNRESET');
  });
});

describe('onRequest', () => {
  it('lets pass, denies, answers and rewrites', async () => {
    const port = await serveHttp((request, response) => {
      response.setHeader(
        'X-Seen',
        `${request.method} ${request.url} ${request.headers.host} ${request.headers['x-new']}`,
      );
      request.pipe(response);
    });
    const { guest, events } = gated({
      allow: [`a.test:${port}`, `b.test:${port}`, 'nowhere.test'],
      onRequest: (request) => {
        const { pathname, hostname } = new URL(request.url);
        if (hostname === 'nowhere.test')
          return new Response('made up', {
            status: 203,
            headers: [
              ['set-cookie', 'a=1'],
              ['set-cookie', 'b=2'],
            ],
          });
        if (pathname === '/deny') return { action: 'deny', reason: 'not today' };
        if (pathname === '/fail') throw new Error('/home/host/secret');
        if (pathname === '/evil') return new Request('http://evil.example/');
        if (pathname === '/junk') return 5 as never;
        if (pathname === '/rewrite')
          return new Request(`http://b.test:${port}/new`, {
            method: 'PUT',
            body: 'new body',
            headers: { 'x-new': '1' },
          });
        return undefined;
      },
    });
    const ask = (path: string) => guest.request('a.test', port, get(`a.test:${port}`, path));
    expect(await ask('/pass')).toContain(`X-Seen: GET /pass a.test:${port} undefined`);
    expect(await ask('/deny')).toMatch(/^HTTP\/1.1 403 .*wasmsand: not today \(E_NET_DENIED\)\n$/s);
    expect(await ask('/fail')).toMatch(/^HTTP\/1.1 403 .*wasmsand: network.onRequest has failed \(E_NET_DENIED\)\n$/s);
    expect(await ask('/junk')).toMatch(/^HTTP\/1.1 403 /);
    expect(await ask('/evil')).toMatch(
      /^HTTP\/1.1 403 .*nothing in network.allow or network.rules matches http:\/\/evil.example\//s,
    );
    const rewritten = await ask('/rewrite');
    expect(rewritten).toContain(`X-Seen: PUT /new b.test:${port} 1`);
    expect(rewritten).toContain('new body');
    const made = await guest.request('nowhere.test', 80, get('nowhere.test'));
    expect(made).toMatch(/^HTTP\/1.1 203 [\s\S]*set-cookie: a=1\r\nset-cookie: b=2\r\n[\s\S]*made up/);
    expect(events.filter(({ action, allowed }) => action === 'request' && !allowed).length).toBe(4);
  });

  it('answers https without a server, and where there is one verifies it', async () => {
    const port = await serveHttps((_, response) => response.end('real'));
    const { guest } = gated({
      allow: ['nowhere.test', `a.test:${port}`, `c.test:${port}`],
      ca: certificates().ca,
      onRequest: (request) => (request.url === 'https://nowhere.test/' ? new Response('made up') : undefined),
    });
    expect(await guest.secureRequest('nowhere.test', 443, get('nowhere.test'))).toContain('made up');
    expect(await guest.secureRequest('a.test', port, get(`a.test:${port}`))).toContain('real');
    expect(await guest.secureRequest('c.test', port, get(`c.test:${port}`))).toMatch(/^HTTP\/1.1 502 .*E_NET_TLS/s);
  });

  it('can read a body of what is sent then, up to a mebibyte', async () => {
    const port = await serveHttp((request, response) => {
      response.setHeader('Content-Length', request.headers['content-length']!);
      request.pipe(response);
    });
    const seen: number[] = [];
    const { guest } = gated({
      allow: [`a.test:${port}`],
      onRequest: async (request) => {
        seen.push((await request.text()).length);
        return undefined;
      },
    });
    const post = (length: number) =>
      guest.request(
        'a.test',
        port,
        `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`,
      );
    expect(body(await post(500_000)) === 'x'.repeat(500_000)).toBe(true);
    expect(await post(2_000_000)).toMatch(/^HTTP\/1.1 502 .*has read more of the body/s);
    expect(seen).toEqual([500_000, 2_000_000]);
  });

  it('says what a server that cannot be reached has done', async () => {
    const { guest } = gated({ allow: ['a.test:*', 'typo.test:*'], onRequest: () => undefined });
    expect(await guest.request('a.test', 1, get('a.test:1'))).toMatch(
      /^HTTP\/1.1 502 .*ECONNREFUSED \(E_NET_UNREACHABLE\)/s,
    );
    expect(await guest.request('typo.test', 80, get('typo.test'))).toMatch(/^HTTP\/1.1 502 .*E_NET_UNKNOWN_HOST/s);
  });
});

describe('cassettes', () => {
  it('record what was answered, without secrets, and replay it without a server', async () => {
    const record = join(directory, 'cassette');
    const authorization = 'Bearer abcdefghijkl';
    const port = await serveHttp((request, response) => {
      response.setHeader('X-Auth', request.headers.authorization ?? '');
      if (request.url === '/binary') response.end(Buffer.from([0xff, 0, 1]));
      else if (request.method === 'POST') request.pipe(response);
      else response.end(`${request.url} ✓`);
    });
    const rules = [{ match: `http://a.test:${port}`, transform: { headers: { authorization } } }];
    const requests = [
      get(`a.test:${port}`, '/1'),
      get(`a.test:${port}`, '/binary'),
      ...['one', 'two'].map(
        (text) => `POST /p HTTP/1.1\r\nHost: a.test:${port}\r\nConnection: close\r\nContent-Length: 3\r\n\r\n${text}`,
      ),
    ];
    const first = gated({ rules, record });
    const answers: string[] = [];
    for (const text of requests) answers.push(await first.guest.request('a.test', port, text));
    await first.gate.flushed();
    const lines = readFileSync(record, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('abcdefghijkl');
    expect(JSON.parse(lines[1]!).response.body).toEqual({ base64: '/wAB' });
    first.gate.close();
    // No name, and no address: nobody is asked.
    const second = gated({ rules, replay: record, hosts: {}, subnets: {} });
    for (const at of [3, 2, 1, 0]) expect(await second.guest.request('a.test', port, requests[at]!)).toBe(answers[at]);
    const unknown = await second.guest.request('a.test', port, get(`a.test:${port}`, '/new'));
    expect(unknown).toMatch(/^HTTP\/1.1 502 .*network.replay has no answer to GET .*\/new \(E_NET_REPLAY\)/s);
    expect(await second.guest.resolve('b.test')).toBe('error noname\n');
  });

  it('that can be written no more are an error, and nothing passes unrecorded', async () => {
    const record = join(directory, 'gone');
    const port = await serveHttp((_, response) => response.end('fine'));
    const { gate, guest, events } = gated({ allow: [`http://a.test:${port}`], record });
    rmSync(record);
    mkdirSync(record);
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toContain('fine');
    const reason = 'network.record cannot be written any more (EISDIR)';
    await expect(gate.flushed()).rejects.toMatchObject({ name: 'SandboxError', code: 'E_NET_RECORD', message: reason });
    expect(events.filter(({ action }) => action === 'record')).toEqual([
      { type: 'network', action: 'record', allowed: false, code: 'E_NET_RECORD', reason },
    ]);
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toMatch(
      /^HTTP\/1.1 502 .*cannot be written any more \(EISDIR\) \(E_NET_RECORD\)/s,
    );
  });

  it('lack what is longer than they take, and it is said', async () => {
    const record = join(directory, 'long');
    const port = await serveHttp((_, response) => response.end(Buffer.alloc(16 * 1024 * 1024 + 1)));
    const { gate, guest, events } = gated({ allow: [`http://a.test:${port}`], record });
    await guest.request('a.test', port, get(`a.test:${port}`));
    await gate.flushed();
    expect(readFileSync(record, 'utf8')).toBe('');
    expect(events.at(-1)).toMatchObject({ action: 'record', allowed: false, code: 'E_NET_RECORD' });
  });

  it('that are none are refused with the line', () => {
    const path = join(directory, 'bad');
    writeFileSync(path, '\n{"request":1}\n');
    expect(() => gated({ replay: path })).toThrow("option 'network.replay' is no cassette: line 2");
    expect(() => gated({ replay: join(directory, 'none') })).toThrow("option 'network.replay' cannot be read (ENOENT)");
    expect(() => gated({ record: directory })).toThrow("option 'network.record' cannot be written (EISDIR)");
  });
});

describe('what happened', () => {
  it('is told as events, in order, and kept as a HAR', async () => {
    const port = await serveHttp((_, response) => response.end('hello'));
    const { guest, gate, events } = gated({ allow: [`a.test:${port}/yes`] });
    await guest.request('a.test', port, get(`a.test:${port}`, '/yes?a=b'));
    await guest.request('a.test', port, get(`a.test:${port}`, '/no'));
    const url = `http://a.test:${port}`;
    const where = { type: 'network', host: 'a.test', port };
    expect(events).toEqual([
      { type: 'network', action: 'resolve', allowed: true, host: 'a.test' },
      { ...where, action: 'connect', allowed: true, address: '127.0.0.1' },
      { ...where, action: 'request', allowed: true, method: 'GET', url: `${url}/yes?a=b` },
      { type: 'network', action: 'resolve', allowed: true, host: 'a.test' },
      { ...where, action: 'connect', allowed: true, address: '127.0.0.1' },
      {
        ...where,
        action: 'request',
        allowed: false,
        method: 'GET',
        url: `${url}/no`,
        code: 'E_NET_DENIED',
        reason: `nothing in network.allow or network.rules matches ${url}/no`,
      },
    ]);
    const { version, entries } = gate.har().log;
    expect(version).toBe('1.2');
    expect(entries.map(({ request, response, comment }) => [request.url, response.status, comment])).toEqual([
      [`${url}/yes?a=b`, 200, undefined],
      [`${url}/no`, 403, `nothing in network.allow or network.rules matches ${url}/no`],
    ]);
    expect(entries[0]).toMatchObject({
      serverIPAddress: '127.0.0.1',
      request: { queryString: [{ name: 'a', value: 'b' }] },
      response: { content: { size: 5 } },
    });
  });
});

describe('the proxy of the host', () => {
  async function proxied(setting: object) {
    const tunnels: string[] = [];
    const proxy = http.createServer();
    proxy.on('connect', (request, socket: net.Socket) => {
      tunnels.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      const to = net.connect(Number(request.url!.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(to).pipe(socket);
      });
      to.on('error', () => socket.end('HTTP/1.1 503 No\r\n\r\n'));
      socket.on('error', () => to.destroy());
    });
    const port = await listen(proxy);
    const environment = { https_proxy: `http://me:pass@127.0.0.1:${port}`, NO_PROXY: 'b.test' };
    return { tunnels, ...gated({ proxy: true, ...setting }, { environment }) };
  }

  it('is used when asked for, also for names that only it knows', async () => {
    const port = await serveHttps((_, response) => response.end('hello'), {});
    const { guest, tunnels } = await proxied({
      allow: ['*:*'],
      hosts: { 'b.test': '127.0.0.1' },
      ca: certificates().ca,
    });
    expect(await guest.secureRequest('a.test', port, get(`a.test:${port}`))).toContain('hello');
    expect(await guest.secureRequest('b.test', port, get(`b.test:${port}`))).toContain('hello');
    expect(tunnels).toEqual([`a.test:${port} Basic bWU6cGFzcw==`]);
    await expect(guest.connect('a.test', 1)).rejects.toThrow('errno 111');
  });

  it('does not open what is not public', async () => {
    const { guest, tunnels } = await proxied({ allow: ['*:*'], hosts: { 'a.test': '10.0.0.1' }, subnets: {} });
    await expect(guest.connect('a.test', 443)).rejects.toThrow('errno 13');
    await expect(guest.connectTo('169.254.169.254', 80)).rejects.toThrow('errno 13');
    expect(tunnels).toEqual([]);
  });

  it('is not used when not asked for', async () => {
    const port = await serveHttp((_, response) => response.end('direct'));
    const { guest, tunnels } = await proxied({ allow: ['*:*'], proxy: false });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toContain('direct');
    expect(tunnels).toEqual([]);
  });
});
