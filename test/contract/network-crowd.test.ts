// A crowd of sandboxes with connections in every direction: what is left of them when they are gone.

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { report } from '../security/report.js';
import { skipWithout } from '../setup/missing-programs.js';
import { isThreads, mostThreadsAfterwards, threadCount } from './host-threads.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const block = Buffer.alloc(16 * 1024, 'x');

/** Answers for ever, as long as somebody reads, and no faster than a crowd can read on two processors. */
function endless(response: http.ServerResponse): void {
  const timer = setInterval(() => response.writableNeedDrain || response.write(block), 100);
  response.on('close', () => clearInterval(timer));
}

let flooded = 0;

/** As fast as it is read. */
function flood(response: http.ServerResponse): void {
  const write = (): void => {
    do flooded += block.length;
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', write);
  write();
}

const server = http.createServer(({ url }, response) => {
  if (url === '/endless') endless(response);
  else if (url === '/flood') flood(response);
  else if (url === '/half') response.writeHead(200, { 'Content-Length': 100 }).write('half');
  else if (url !== '/never') response.end('hello\n');
});
let port: number;
const setting = () => ({
  allow: [`a.test:${port}`, `tcp://b.test:${port}`],
  hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1' },
  subnets: { allow: ['127.0.0.0/8'] },
});
const create = () => Sandbox.create({ network: setting() });

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

/** What this process has open, and how many threads. The server's own connections are the same number of sockets. */
function held() {
  const kinds = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return {
    sockets: kinds.get('TCPSocketWrap') ?? 0,
    servers: kinds.get('TCPServerWrap') ?? 0,
    descriptors: readdirSync('/proc/self/fd').length,
  };
}

const request = (path: string) => `GET ${path} HTTP/1.1\\r\\nHost: a.test:${port}\\r\\n\\r\\n`;

/** The session's shell keeps connections of each kind to the outside, and needs no thread for that. */
const open = () => `
  ask() { exec {fd}<>/dev/tcp/a.test/${port}; printf "$1" >&$fd; }
  ask '${request('/endless')}'; read -rN 100 <&$fd
  ask '${request('/half')}'; read -rN 60 <&$fd
  ask '${request('/never')}'; ask 'GET / HT'; ask ''
  exec {fd}<>/dev/tcp/b.test/${port}`;
const outsideOfEach = 6;

/** Listens on port 8000 and keeps whom it accepts, with connections inside of it. */
const guest = `
  use IO::Socket::INET; use Socket; $| = 1;
  $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 8000, Listen => 50) or die "listen: $!";
  push @open, IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => 8000), scalar $listener->accept;
  socketpair($a, $b, AF_UNIX, SOCK_STREAM, PF_UNSPEC); push @open, $a, $b;
  print "ready\\n";
  push @open, scalar $listener->accept while 1;`;

/** Also a server inside with the host's connections to it, and curl; `ended` when all of these are over. */
async function serving(sandbox: Sandbox): Promise<{ ended: Promise<unknown> }> {
  const child = sandbox.spawn('perl', ['-e', guest], { timeoutMs: 0 });
  const reader = child.stdout.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('ready\n');
  const curl = sandbox.spawn('curl', ['-sN', `http://a.test:${port}/endless`, '-o', '/dev/null'], { timeoutMs: 0 });
  const stream = await sandbox.connect(8000);
  stream.resume().write('to the guest');
  const fetched = sandbox.fetch(8000, '/');
  const forwarded = await sandbox.forwardPort(8000);
  const outer = net.connect(forwarded.port, forwarded.host).on('error', () => {});
  await once(outer, 'connect');
  return {
    ended: Promise.allSettled([child.exited, curl.exited, once(stream, 'close'), fetched, once(outer, 'close')]),
  };
}

// Where a process holds a thread of the host, more of them would wait for one.
const mostServing = isThreads ? 50 : 200;

const mostThreads = await mostThreadsAfterwards();

// On a machine that is busy with other tests.
const patienceMs = 60_000;

/** What is left when those without work have ended. */
async function settled() {
  await expect.poll(threadCount, { timeout: patienceMs, interval: 100 }).toBeLessThanOrEqual(mostThreads);
  await expect.poll(() => held().sockets, { timeout: patienceMs }).toBe(0);
  collect();
  return held();
}

/** All at once, destroyed in the middle of it. */
async function crowd(size: number): Promise<void> {
  const sandboxes = await Promise.all(Array.from({ length: size }, create));
  const opened = await Promise.all(sandboxes.map((sandbox) => sandbox.run(open(), { timeoutMs: 0 })));
  expect(new Set(opened.map(({ exitCode, stderr }) => `${exitCode} ${stderr}`))).toEqual(new Set(['0 ']));
  const ended = await Promise.all(sandboxes.slice(0, mostServing).map(serving));
  await expect.poll(connections, { timeout: patienceMs }).toBe(size * outsideOfEach + ended.length);
  for (const sandbox of sandboxes) sandbox.destroy();
  await Promise.all(ended.map((all) => all.ended));
  await expect.poll(connections, { timeout: patienceMs, interval: 10 }).toBe(0);
}

describe('many connections in every direction', () => {
  it('leave no socket, descriptor, thread or memory behind', { timeout: 240_000 }, async (context) => {
    skipWithout(context, 'perl curl');
    // The first leaves what the engine keeps.
    await crowd(200);
    const before = await settled();
    const residentBefore = process.memoryUsage.rss();
    await crowd(200);
    const after = await settled();
    expect(after.servers).toBe(before.servers);
    // Each of the threads that wait has some.
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 4 * mostThreads);
    report({ leftMb: (process.memoryUsage.rss() - residentBefore) / 2 ** 20 });
  });

  it.each(['endless', 'half', 'never'])('end when their curl is killed, with an answer that is %s', async (path) => {
    const sandboxes = await Promise.all(Array.from({ length: 50 }, create));
    const killed = await Promise.all(
      sandboxes.map((sandbox) =>
        sandbox.run(`
          curl -sN http://a.test:${port}/${path} -D head -o got & pid=$!
          until [ ${path} = never ] && ls -l /proc/$pid/fd | grep -q socket || [ -s got ]; do sleep 0.05; done
          kill -9 $pid; wait $pid; echo $?`),
      ),
    );
    expect(killed.map(({ stdout }) => stdout)).toEqual(sandboxes.map(() => '137\n'));
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    await expect.poll(() => sandboxes.map((sandbox) => sandbox.metrics().sockets)).toEqual(sandboxes.map(() => 0));
    for (const sandbox of sandboxes) sandbox.destroy();
  });

  it('end while endless bodies arrive as fast as they are read', async (context) => {
    skipWithout(context, 'curl');
    const sandboxes = await Promise.all(Array.from({ length: 8 }, create));
    const running = sandboxes.map((sandbox) =>
      sandbox.run(`curl -sN http://a.test:${port}/flood | wc -c`, { timeoutMs: 0 }),
    );
    await expect.poll(() => flooded).toBeGreaterThan(100e6);
    for (const sandbox of sandboxes) sandbox.destroy();
    await Promise.allSettled(running);
    await expect.poll(connections, { timeout: 10_000, interval: 10 }).toBe(0);
    expect(held()).toMatchObject({ sockets: 0, servers: 1 });
  });

  it('are not part of snapshots and forks, and end when a snapshot is restored', async (context) => {
    skipWithout(context, 'perl curl');
    const sandbox = await create();
    const before = await sandbox.snapshot();
    expect((await sandbox.run(open())).stderr).toBe('');
    const during = await sandbox.snapshot();
    const fork = await sandbox.fork();
    const writes = 'for ((i = 10; i <= fd; i++)); do { : >&$i; } 2>/dev/null && echo open; done; echo end';
    expect((await fork.run(writes)).stdout).toBe('end\n');
    expect((await sandbox.run(writes)).stdout).toBe(`${'open\n'.repeat(outsideOfEach)}end\n`);
    expect((await fork.run(`curl -s http://a.test:${port}/`)).stdout).toBe('hello\n');
    await expect.poll(connections).toBe(outsideOfEach);
    const { ended } = await serving(sandbox);
    const cut = sandbox.run(`curl -sN http://a.test:${port}/half`, { timeoutMs: 0 });
    cut.catch(() => {});
    await expect.poll(connections).toBe(outsideOfEach + 2);
    await sandbox.restore(during);
    expect((await sandbox.run(writes)).stdout).toBe('end\n');
    await ended;
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    await expect.poll(() => sandbox.metrics().sockets).toBe(0);
    expect((await sandbox.run(`curl -s http://a.test:${port}/`)).stdout).toBe('hello\n');
    expect((await sandbox.run(open())).stderr).toBe('');
    await sandbox.restore(before);
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    for (const one of [sandbox, fork]) one.destroy();
  });
});
