// Programs that use sockets and the gate at random, in a crowd: nothing breaks, the host's event loop turns, and nothing is left of them.
// WASMSAND_RANDOM_SECONDS says for how long, and WASMSAND_RANDOM_SEED with which calls.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { compile } from '../conformance/compile.js';
import { mostThreadsAfterwards, threadCount } from '../contract/host-threads.js';

const seconds = Number(process.env.WASMSAND_RANDOM_SECONDS ?? 6);
const seed = Number(process.env.WASMSAND_RANDOM_SEED ?? Date.now() % 100_000);
const crowd = 20;

// On a thread of its own, so that the event loop is the sandboxes' alone. Says how many are connected when asked.
const server = `
  const { parentPort } = require('node:worker_threads');
  const block = Buffer.alloc(16384, 'x');
  const server = require('node:http').createServer((request, response) => {
    request.on('error', () => {}).resume();
    if (request.url === '/endless') {
      const timer = setInterval(() => response.writableNeedDrain || response.write(block), 20);
      response.on('close', () => clearInterval(timer));
    } else if (request.url === '/half') {
      response.writeHead(200, { 'Content-Length': 100 }).write('half');
      if (Math.random() < 0.5) setTimeout(() => request.socket.resetAndDestroy(), 50);
    } else response.end('hello');
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  parentPort.on('message', () => server.getConnections((_, count) => parentPort.postMessage(count)));`;

const script = (port: number) => `
  for ((i = 0; ; i++)); do
    case $((RANDOM % 6)) in
      0) exec {fd}<>/dev/tcp/a.test/${port} && fds+=($fd) ;;
      1) [ \${#fds[@]} -gt 0 ] && printf 'GET /endless HTTP/1.1\\r\\nHost: a.test:${port}\\r\\n\\r\\n' >&\${fds[RANDOM % \${#fds[@]}]} ;;
      2) [ \${#fds[@]} -gt 0 ] && read -rt 0.01 -N 2000 -u \${fds[RANDOM % \${#fds[@]}]} ;;
      3) ((\${#fds[@]} > 20)) && { for fd in "\${fds[@]}"; do exec {fd}>&-; done; fds=(); } ;;
      4) echo $RANDOM >/dev/tcp/127.0.0.1/$((2000 + RANDOM % 8)) ;;
      5) (exec 9<>/dev/tcp/b.test/${port}; echo $RANDOM >&9) & [ $((i % 20)) != 0 ] || wait ;;
    esac
  done 2>/dev/null`;

describe('sockets used at random', () => {
  const worker = new Worker(server, { eval: true });
  const connections = async (): Promise<number> => {
    worker.postMessage('count');
    return (await once(worker, 'message'))[0];
  };
  let port: number;
  let program: Buffer;

  beforeAll(async () => {
    [port] = await once(worker, 'message');
    program = readFileSync((await compile('random_sockets', fileURLToPath(new URL('./c', import.meta.url)))).wasm);
  });
  afterAll(async () => void (await worker.terminate()));

  it(`break nothing and leave nothing (seed ${seed})`, { timeout: (seconds + 120) * 1000 }, async () => {
    const network = {
      allow: [`a.test:${port}`, `tcp://b.test:${port}`],
      hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1' },
      subnets: { allow: ['127.0.0.0/8'] },
    };
    const most = await mostThreadsAfterwards();
    const sandboxes = await Promise.all(Array.from({ length: crowd }, () => Sandbox.create({ network })));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    // Of those that are sent to themselves some stay until the sandbox ends.
    const isSending = (i: number) => i % 4 === 1;
    const results = await Promise.all(
      sandboxes.map(async (sandbox, i) => {
        sandbox.writeFile('/tmp/random', program);
        sandbox.chmod('/tmp/random', 0o755);
        if (i % 4 === 0) {
          const { timedOut } = await sandbox.run('bash -c "$1" bash', {
            args: [script(port)],
            timeoutMs: seconds * 1000,
          });
          return timedOut ? 'done\n' : 'ended';
        }
        const command = `/tmp/random ${seed + i} ${seconds} ${port} ${isSending(i) ? 'sent' : 'not'}`;
        const { stdout, stderr } = await sandbox.run(command, { timeoutMs: (seconds + 60) * 1000 });
        return stdout + stderr;
      }),
    );
    delay.disable();
    console.log(
      `event loop p50 ${(delay.percentile(50) / 1e6).toFixed(1)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, most ${(delay.max / 1e6).toFixed(1)} ms`,
    );
    expect(results).toEqual(results.map(() => 'done\n'));
    await expect
      .poll(() => sandboxes.filter((_, i) => !isSending(i)).map((sandbox) => sandbox.metrics().sockets), {
        timeout: 10_000,
      })
      .toEqual(Array(crowd * 0.75).fill(0));
    for (const [i, sandbox] of sandboxes.entries()) if (isSending(i)) sandbox.destroy();
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    expect((await sandboxes[0]!.run(`curl -s http://a.test:${port}/`)).stdout).toBe('hello');
    for (const sandbox of sandboxes) sandbox.destroy();
    await expect.poll(threadCount, { timeout: 60_000 }).toBeLessThanOrEqual(most);
    expect(process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP'))).toEqual([]);
  });
});
