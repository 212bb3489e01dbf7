// Attacks by HTTP: a request is what Node's parser takes it for, is judged as that, and is sent as that, or is not sent.

import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { get } from '../network/guest.js';
import { gated, serveBytes, serveHttp, serveTcp } from '../network/servers.js';

/** A server that keeps what it was sent. */
async function listener(): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const port = await serveTcp((socket) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      seen.push(text);
      text = '';
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  return { port, seen };
}

/** What the guest is answered, and what the server has seen. */
async function attack(text: (host: string) => string, allow?: (port: number) => string[]) {
  const { port, seen } = await listener();
  const made = gated({ allow: allow?.(port) ?? [`a.test:${port}`, `b.test:${port}`] });
  const answer = await made.guest.request('a.test', port, text(`a.test:${port}`));
  return { answer, seen, status: answer.split(' ')[1], ...made };
}

describe('requests for another host', () => {
  it.each<[string, (host: string) => string, string]>([
    ['Host', () => get('evil.example'), '421'],
    ['Host of a host that is allowed as well', (host) => get(host.replace('a.', 'b.')), '421'],
    ['Host with another port', (host) => get(`${host}1`), '421'],
    ['Host with a user', (host) => get(`evil@${host}`), '421'],
    ['Host with a path', (host) => get(`${host}/evil`), '421'],
    ['Host that begins alike', (host) => get(host.replace('.test', '.test.evil.example')), '421'],
    ['Host that is empty', () => get(''), '421'],
    ['Host as an address', (host) => get(host.replace('a.test', '127.0.0.1')), '421'],
    ['two of them', (host) => get(host, '/', 'Host: evil.example'), '400'],
    ['two that are alike', (host) => get(host, '/', `Host: ${host}`), '400'],
    ['none in HTTP/1.1', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['absolute form', (host) => get(host, 'http://evil.example/'), '421'],
    ['absolute form of https', (host) => get(host, `https://${host}/`), '421'],
    ['absolute form with a user', (host) => get(host, `http://evil.example@${host}/`), '400'],
    ['absolute form with a password', (host) => get(host, `http://${host}:x@evil.example/`), '400'],
    ['absolute form of another scheme', (host) => get(host, 'file:///etc/passwd'), '400'],
    ['authority form', (host) => get(host, 'evil.example:80'), '400'],
    ['path of two slashes in absolute form', (host) => get(host, 'http:///evil.example/'), '421'],
    ['fragment', (host) => get(host, '/#@evil.example/'), '400'],
    ['CONNECT', (host) => `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`, '405'],
    ['CONNECT to where it is connected', (host) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, '405'],
    ['OPTIONS of all', (host) => get(host, '*').replace('GET', 'OPTIONS'), '400'],
  ])('%s', async (_, text, status) => {
    const { answer, seen, events } = await attack(text);
    expect(answer.split(' ')[1]).toBe(status);
    expect(seen).toEqual([]);
    const refused = events.some(({ action, allowed }) => action === 'request' && !allowed);
    expect(refused || !answer.includes('wasmsand')).toBe(true);
  });

  it('absolute form of where it is connected is sent as a path', async () => {
    const { seen } = await attack((host) => get(host, `http://${host}/p?q`));
    expect(seen[0]).toMatch(/^GET \/p\?q HTTP\/1.1\r\n/);
  });
});

describe('smuggling', () => {
  const post = (host: string, ...headers: string[]) =>
    `POST / HTTP/1.1\r\nHost: ${host}\r\n${headers.join('\r\n')}\r\n\r\n`;
  it.each<[string, (host: string) => string]>([
    [
      'CL and TE',
      (host) => `${post(host, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n`,
    ],
    ['TE and CL', (host) => `${post(host, 'Transfer-Encoding: chunked', 'Content-Length: 30')}0\r\n\r\n`],
    ['two lengths', (host) => `${post(host, 'Content-Length: 1', 'Content-Length: 2')}ab`],
    ['a list of lengths', (host) => `${post(host, 'Content-Length: 1, 2')}ab`],
    ['a negative length', (host) => `${post(host, 'Content-Length: -1')}ab`],
    ['a signed length', (host) => `${post(host, 'Content-Length: +2')}ab`],
    ['a length in hexadecimal', (host) => `${post(host, 'Content-Length: 0x2')}ab`],
    ['an endless length', (host) => `${post(host, `Content-Length: ${'9'.repeat(40)}`)}ab`],
    ['a space before the colon', (host) => `${post(host, 'Transfer-Encoding : chunked')}0\r\n\r\n`],
    ['an unknown encoding', (host) => `${post(host, 'Transfer-Encoding: xchunked')}0\r\n\r\n`],
    ['chunked and not at the end', (host) => `${post(host, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`],
    ['an encoding in front', (host) => `${post(host, 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n`],
    ['chunked twice', (host) => `${post(host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['a chunk of a bad length', (host) => `${post(host, 'Transfer-Encoding: chunked')}5;\0\r\nhello\r\n0\r\n\r\n`],
    [
      'a chunk that is longer than it says',
      (host) => `${post(host, 'Transfer-Encoding: chunked')}2\r\nhello\r\n0\r\n\r\n`,
    ],
    ['a folded header', (host) => `${post(host, 'X: a\r\n Transfer-Encoding: chunked\x01')}`],
    ['a bare CR', (host) => `${post(host, 'X: a\rTransfer-Encoding: chunked')}`],
    ['a bare LF', (host) => `POST / HTTP/1.1\nHost: ${host}\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n`],
    ['a NUL in a header', (host) => post(host, 'X: a\0b')],
    ['a header without a name', (host) => post(host, ': x')],
    ['HTTP/0.9', () => 'GET /\r\n\r\n'],
    ['HTTP/2 with prior knowledge', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/1.9', (host) => get(host).replace('HTTP/1.1', 'HTTP/1.9')],
    ['TLS in the clear', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a method that is none', (host) => get(host).replace('GET', 'GE T')],
    ['another protocol', () => 'EHLO evil.example\r\n'],
  ])('%s does not get through', async (_, text) => {
    const { answer, seen } = await attack(text);
    // A body that turns out bad in its middle can have let the head pass, and never a second request.
    expect(seen.join('')).not.toMatch(/evil|\r\n\r\n0\r\n\r\n[\s\S]*GET|Transfer-Encoding/);
    expect(answer.split(' ')[1] ?? 'none').toMatch(/^(400|501|none)$/);
  });

  it('a body that looks like a request is a body', async () => {
    const inner = 'GET /evil HTTP/1.1\r\nHost: x\r\n\r\n';
    const bodies: string[] = [];
    const port = await serveHttp((request, response) => {
      let body = '';
      request.on('data', (data) => {
        body += data;
      });
      request.on('end', () => {
        bodies.push(body);
        response.end();
      });
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const head = `POST / HTTP/1.1\r\nHost: a.test:${port}\r\nConnection: close\r\n`;
    await guest.request('a.test', port, `${head}Content-Length: ${inner.length}\r\n\r\n${inner}`);
    const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
    await guest.request('a.test', port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
    expect(bodies).toEqual([inner, inner]);
  });

  it.each([
    ['CL and TE', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['an unknown encoding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['CR in a header', 'HTTP/1.1 200 OK\r\nX: a\rSet-Cookie: evil=1\r\nContent-Length: 0\r\n\r\n'],
    ['NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/0.9', '<html>hello</html>'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello',
    ],
  ])('an answer with %s is not passed on', async (_, bytes) => {
    const port = await serveBytes(bytes);
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`)).catch((error: Error) => error.message);
    expect(answer).not.toMatch(/Set-Cookie|SSH-2.0|<html>|hello|a\0b|Encoding: gzip/);
    expect(answer).toMatch(/^(HTTP\/1.1 502 |HTTP\/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n$|ECONNRESET|$)/);
  });

  it('a second answer that nobody asked for is not the answer to the next request', async () => {
    const port = await serveTcp((socket) =>
      socket.once('data', () => {
        const one = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
        socket.write(one('first') + one('poisoned'));
      }),
    );
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    await socket.write(`GET /1 HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`);
    const first = await socket.readUntil('first');
    const rest = await socket
      .write(`GET /2 HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`)
      .then(() => socket.readAll())
      .catch(() => '');
    expect(first + rest).not.toContain('poisoned');
  });
});

describe('upgrades', () => {
  it('to WebSocket are denied in words', async () => {
    const { answer, seen } = await attack(
      (host) =>
        `GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Key: x\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 501 .*WebSocket connections do not pass the gate/s);
    expect(seen).toEqual([]);
  });

  it('to HTTP/2 are not passed on, and the request is', async () => {
    const { answer, seen } = await attack((host) =>
      get(host, '/', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk').replace(
        'Connection: close',
        'Connection: Upgrade, HTTP2-Settings, close',
      ),
    );
    expect(answer).toContain('200 OK');
    expect(seen[0]).not.toMatch(/upgrade|http2/i);
  });

  it('that a server offers are not passed on', async () => {
    const port = await serveBytes(
      'HTTP/1.1 200 OK\r\nUpgrade: h2,h2c\r\nConnection: Upgrade\r\nContent-Length: 0\r\n\r\n',
    );
    const { guest } = gated({ allow: [`a.test:${port}`] });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).not.toMatch(/upgrade/i);
  });
});

describe('methods and paths', () => {
  const only = (port: number) => [`http://a.test:${port}/v1/`];
  it.each([
    '/',
    '/v1',
    '/v10/',
    '/v1/../admin',
    '/v1/%2e%2e/admin',
    '/v1/..%2fadmin',
    '/v1/%252e%252e/admin',
    '/v1/..;/admin',
    '/v1/..\\admin',
    '/v1/./../admin',
    '//v1/',
    '/V1/',
    '/v1%2f..%2fadmin',
    '/v1/%00/../admin',
  ])('%s is not below /v1/', async (path) => {
    const { status, seen } = await attack((host) => get(host, path), only);
    expect([status, seen]).toEqual(['403', []]);
  });

  it.each(['TRACE', 'TRACK', 'DEBUG', 'get'])('%s', async (method) => {
    const { status, seen } = await attack((host) => get(host).replace('GET', method));
    expect(status).toMatch(/^(403|501)$/);
    expect(seen).toEqual([]);
  });

  it('each request of a connection is judged', async () => {
    const { port, seen } = await listener();
    const { guest } = gated({ allow: [`http://a.test:${port}/v1/`], methods: ['GET'] });
    const socket = await guest.connect('a.test', port);
    const one = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`;
    await socket.write(
      one('GET', '/v1/a') + one('GET', '/admin') + one('DELETE', '/v1/b') + get(`a.test:${port}`, '/v1/c'),
    );
    const answers = await socket.readAll();
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403', 'HTTP/1.1 403', 'HTTP/1.1 200']);
    expect(seen.map((text) => text.split(' ')[1])).toEqual(['/v1/a', '/v1/c']);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])(
    'a server that ignores the body of %s does not find another request in it',
    async (method) => {
      const seen: string[] = [];
      // It reads heads, one after the other, for as long as nobody has said that it was the last.
      const port = await serveTcp((socket) => {
        let text = '';
        socket.on('data', (data) => {
          text += data.toString('latin1');
          for (let end = text.indexOf('\r\n\r\n'); end >= 0 && socket.writable; end = text.indexOf('\r\n\r\n')) {
            const head = text.slice(0, end);
            text = text.slice(end + 4);
            seen.push(head.split(' ', 2).join(' '));
            socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
            if (/connection: close/i.test(head)) socket.end();
          }
        });
      });
      const { guest } = gated({ allow: [`http://a.test:${port}/v1/`], methods: ['GET', 'HEAD', 'DELETE', 'OPTIONS'] });
      const socket = await guest.connect('a.test', port);
      const inner = `POST /admin HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`;
      await socket.write(
        `${method} /v1/ HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
      );
      expect(await socket.readAll()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
      expect(seen).toEqual([`${method} /v1/`]);
    },
  );

  it('a method in another header is only a header', async () => {
    const { port, seen } = await listener();
    const { guest } = gated({ allow: [`a.test:${port}`], methods: ['GET'] });
    await guest.request('a.test', port, get(`a.test:${port}`, '/', 'X-HTTP-Method-Override: DELETE'));
    expect(seen[0]).toMatch(/^GET /);
  });
});

describe('sizes and slowness', () => {
  it.each([
    ['one header', (host: string) => get(host, '/', `X: ${'x'.repeat(200_000)}`)],
    ['many headers', (host: string) => get(host, '/', ...Array.from({ length: 20_000 }, (_, at) => `X${at}: 12345`))],
    ['a target', (host: string) => get(host, `/${'x'.repeat(200_000)}`)],
  ])('%s beyond what a head may be', async (_, text) => {
    const { status, seen } = await attack(text);
    expect([status, seen]).toEqual(['431', []]);
  });

  it("an answer's head beyond what it may be", async () => {
    const port = await serveTcp((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        for (let at = 0; at < 3000; at++) socket.write(`X${at}: ${'x'.repeat(100)}\r\n`);
      });
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toMatch(/^HTTP\/1.1 502 /);
  });

  it('a head that comes byte by byte is cut off, however many bytes come', async () => {
    const port = await serveHttp((_, response) => response.end());
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { headMs: 100, tickMs: 10 } });
    const socket = await guest.connect('a.test', port);
    const drip = (async () => {
      await socket.write('GET / HTTP/1.1\r\nX: ');
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        await socket.write('x');
      }
    })().catch(() => {});
    const answer = await socket.readAll();
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    await drip;
  });

  it('a body that comes byte by byte is cut off', async () => {
    const port = await serveHttp((request) => request.resume());
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { bodyMs: 100, tickMs: 10, lingerMs: 100 } });
    const socket = await guest.connect('a.test', port);
    const drip = (async () => {
      await socket.write(`POST / HTTP/1.1\r\nHost: a.test:${port}\r\nContent-Length: 1000000\r\n\r\n`);
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        await socket.write('x');
      }
    })().catch(() => {});
    await socket.readAll().catch(() => {});
    await drip;
  });

  it('a connection on which nothing is asked is closed', async () => {
    const port = await serveHttp((_, response) => response.end());
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { idleMs: 50, tickMs: 10 } });
    const silent = await guest.connect('a.test', port);
    const asked = await guest.connect('a.test', port);
    await asked.write(`GET / HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`);
    expect(await asked.readAll()).toContain('200 OK');
    await silent.readAll().catch(() => {});
  });

  it('a server that does not answer is given up', async () => {
    const port = await serveTcp((socket) => socket.resume());
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { answerMs: 100 } });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toMatch(/^HTTP\/1.1 504 .*E_NET_TIMEOUT/s);
  });

  it('a server whose head comes byte by byte is given up', async () => {
    const port = await serveTcp((socket) => {
      socket.resume();
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X: y\r\n'), 10);
      socket.once('close', () => clearInterval(timer));
    });
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { answerMs: 1000 } });
    expect(await guest.request('a.test', port, get(`a.test:${port}`))).toMatch(/^HTTP\/1.1 50[24] /);
  });

  it('a guest that takes nothing of its answer is cut off', async () => {
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const port = await serveHttp((_, response) => {
      response.once('close', () => ended());
      response.write(Buffer.alloc(20_000_000));
    });
    const { guest } = gated({ allow: [`a.test:${port}`] }, { timeouts: { stallMs: 100, tickMs: 10 } });
    const socket = await guest.connect('a.test', port);
    await socket.write(get(`a.test:${port}`));
    await end;
  });

  it('requests wait in the pipe of the guest until the one before them is answered', async () => {
    const waiting: ServerResponse[] = [];
    const port = await serveHttp((_, response) => void waiting.push(response));
    const { guest, events } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    const flood = socket.write(`GET / HTTP/1.1\r\nHost: a.test:${port}\r\n\r\n`.repeat(5000)).catch(() => 'broken');
    const judged = () => events.filter(({ action }) => action === 'request').length;
    for (let answered = 0; answered < 3; answered++) {
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      expect(judged()).toBe(answered + 1);
      waiting.pop()!.end('x');
      await socket.readUntil('\r\n\r\nx');
    }
    socket.close();
    expect(await flood).toBe('broken');
  });

  it('a body without end is passed on in pieces, and ends with its guest', async () => {
    const port = await serveHttp((_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const { guest, gate } = gated({ allow: [`a.test:${port}`] });
    const socket = await guest.connect('a.test', port);
    await socket.write(get(`a.test:${port}`));
    let total = 0;
    while (total < 30_000_000) total += (await socket.read()).length;
    socket.close();
    while (gate.har().log.entries.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(gate.har().log.entries[0]!.comment).toContain('the guest has closed');
  });

  it('a bomb of gzip is passed on as it is', async () => {
    const bomb = Buffer.from('H4sIAAAAAAAAA+3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA', 'base64');
    const port = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip', 'content-length': bomb.length }).end(bomb);
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const answer = await guest.request('a.test', port, get(`a.test:${port}`));
    expect(answer.endsWith(bomb.toString('latin1'))).toBe(true);
  });
});

describe('connections', () => {
  it('leave nothing behind when the gate is closed', async () => {
    const before = process.getActiveResourcesInfo().length;
    const server = net.createServer((socket) => socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    const { guest, gate } = gated({ allow: [`a.test:${port}`, `tcp://b.test:${port}`] });
    const sockets = await Promise.all(
      Array.from({ length: 200 }, (_, at) => guest.connect(at % 2 === 0 ? 'a.test' : 'b.test', port)),
    );
    await Promise.all(sockets.map((socket, at) => (at % 4 === 0 ? socket.write(get(`a.test:${port}`)) : undefined)));
    gate.close();
    expect(sockets.every(({ closed }) => closed !== 'no')).toBe(true);
    await expect(guest.connectTo('198.18.0.1', port)).rejects.toThrow('errno 100');
    await new Promise((resolve) => server.close(resolve));
    // What Node still has to tell of the sockets.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length).toBeLessThanOrEqual(before);
  });

  it('are bounded in number', async () => {
    const port = await serveTcp((socket) => socket.resume());
    const { guest } = gated({ allow: [`a.test:${port}`] });
    await guest.connect('a.test', port);
    const all = await Promise.allSettled(Array.from({ length: 400 }, () => guest.connectTo('198.18.0.1', port)));
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBe(255);
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: 'connect: errno 99' } });
  });

  it('without a rule for tcp carry nothing but HTTP', async () => {
    const seen: string[] = [];
    const port = await serveTcp((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (data) => seen.push(data.toString()));
    });
    const { guest } = gated({ allow: [`a.test:${port}`] });
    const answer = await guest.request('a.test', port, 'EHLO x\r\nMAIL FROM: y\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 501 /);
    expect(answer).not.toContain('220 hello');
    expect(seen).toEqual([]);
  });
});
