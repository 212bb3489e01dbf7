// What `fetch` makes of the answers of servers in a sandbox: it settles, whatever they say.

import { describe, expect, it } from 'vitest';
import { fetchFrom } from '../../lib/node/guest-servers.js';
import { GuestStream } from '../../lib/node/network/guest-stream.js';
import { TurnShare } from '../../lib/node/network/turn-share.js';
import { GuestSocket } from './guest.js';

const unmetered = { addSent() {}, addReceived() {} };

function ask(init: RequestInit = {}) {
  const server = new GuestSocket({ kind: 'inet', address: '127.0.0.1', port: 8000 });
  let stream: GuestStream | undefined;
  const connect = () => {
    stream = new GuestStream(server.host, unmetered).on('error', () => {}) as GuestStream;
    return stream;
  };
  const answered = fetchFrom(connect, new TurnShare(), 8000, new Request('http://localhost/', init));
  return { server, answered, destroy: (error: Error) => stream!.destroy(error) };
}

const hint = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';

describe('fetch rejects', () => {
  it.each([
    ['101', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello', 'status 101'],
    ['101 without an upgrade', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'status 101'],
    ['more hints than there can be', hint.repeat(40), 'sends more than 16 hints'],
    ['a header that is none', 'HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 0\r\n\r\n', 'not HTTP'],
  ])('for a server that answers with %s', async (_, bytes, words) => {
    const { server, answered } = ask();
    await server.write(bytes);
    await expect(answered).rejects.toMatchObject({
      name: 'SandboxError',
      code: 'E_NET_PROTOCOL',
      message: expect.stringContaining(words),
    });
    expect(server.closed).not.toBe('no');
  });

  it('when it is called off while hints come', async () => {
    const controller = new AbortController();
    const { server, answered } = ask({ signal: controller.signal });
    await server.write(hint);
    controller.abort();
    await expect(answered).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('when the sandbox goes while hints come', async () => {
    const { server, answered, destroy } = ask();
    await server.write(hint);
    destroy(new Error('it is gone'));
    await expect(answered).rejects.toThrow('it is gone');
  });
});

describe('fetch resolves', () => {
  it('for hints before an answer, and a reason phrase that a Response cannot have', async () => {
    const { server, answered } = ask();
    await server.write(`${hint.repeat(3)}HTTP/1.1 200 caf\xe9 \x7f\r\nContent-Length: 2\r\n\r\nok`);
    const response = await answered;
    expect([response.status, response.statusText, await response.text()]).toEqual([200, '', 'ok']);
  });

  it('and its body fails when the server goes in the middle', async () => {
    const { server, answered } = ask();
    await server.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    const response = await answered;
    server.close();
    await expect(response.text()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('and takes no more of a body than is read', async () => {
    const { server, answered } = ask();
    await server.write('HTTP/1.1 200 OK\r\n\r\n');
    let written = 0;
    const flood = (async () => {
      for (;;) {
        await server.write('x'.repeat(1000));
        written += 1000;
      }
    })().catch(() => 'broken');
    const { body } = await answered;
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(512 * 1024);
    await body!.cancel();
    expect(await flood).toBe('broken');
  });
});
