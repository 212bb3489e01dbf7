// The option `network` as those who make sandboxes see it: what it allows and when, and what is told of it.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NetworkAuditEvent, NetworkOptions } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';
import { useSandboxes } from './use-sandbox.js';

const directory = mkdtempSync(join(tmpdir(), 'wasmsand-network-'));
const server = http.createServer((request, response) => {
  seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
  if (request.url === '/never') return;
  response.setHeader('Content-Type', 'text/plain');
  if (request.method === 'POST') request.pipe(response);
  else response.end(`${request.url} ${request.headers.authorization ?? ''}\n`);
});
const seen: string[] = [];
let port: number;
let site: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  site = `http://a.test:${port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true });
});
beforeEach((context) => {
  skipWithout(context, 'curl');
  seen.length = 0;
});

const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
const local = () => ({ hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1' }, subnets: { allow: ['127.0.0.0/8'] } });

describe('the option network', () => {
  const make = useSandboxes();
  const create = (network: NetworkOptions, events: NetworkAuditEvent[] = []) =>
    make({ network: { ...local(), ...network }, security: { onAuditEvent: (event) => events.push(event) } });

  it('reports each decision before the connection or request happens', async () => {
    const events: NetworkAuditEvent[] = [];
    const sandbox = await create({ allow: [`${site}/open/`] }, events);
    expect((await sandbox.run(`curl -s ${site}/open/x`)).stdout).toBe('/open/x \n');
    const place = { type: 'network', host: 'a.test', port };
    expect(events.splice(0)).toEqual([
      { type: 'network', action: 'resolve', allowed: true, host: 'a.test' },
      expect.objectContaining({ ...place, action: 'connect', allowed: true, address: '127.0.0.1' }),
      expect.objectContaining({ ...place, action: 'request', allowed: true, method: 'GET', url: `${site}/open/x` }),
    ]);
    await sandbox.run(
      `curl -s ${site}/closed; curl -s http://example.com/; curl -s http://169.254.169.254/; nc 10.0.0.1 22`,
    );
    expect(events.filter(({ allowed }) => !allowed)).toEqual([
      expect.objectContaining({ ...place, action: 'request', code: 'E_NET_DENIED', url: `${site}/closed` }),
      expect.objectContaining({ action: 'resolve', host: 'example.com', code: 'E_NET_DENIED' }),
      expect.objectContaining({ action: 'connect', host: '169.254.169.254', port: 80, code: 'E_NET_DENIED' }),
      expect.objectContaining({ action: 'connect', host: '10.0.0.1', port: 22, code: 'E_NET_DENIED' }),
    ]);
    for (const { allowed, reason } of events) if (!allowed) expect(reason).toMatch(/network/);
    expect(seen).toEqual(['GET /open/x -']);
  });

  it('gives a run the error class CAPABILITY_DENIED only if the closed network is why it failed', async () => {
    const sandbox = await create({ allow: [`a.test:${port}`], methods: ['GET'] });
    const failing = [
      'curl -sS http://example.com/',
      'curl -sS http://10.0.0.1/',
      `curl -sSf -X DELETE ${site}/`,
      'exec 3<>/dev/tcp/8.8.8.8/53',
      'wget -q http://example.com/',
    ];
    for (const command of failing) {
      const { errorClass, exitCode, limit } = await sandbox.run(command);
      expect([command, errorClass, limit]).toEqual([command, 'CAPABILITY_DENIED', 'network']);
      expect(exitCode).not.toBe(0);
    }
    const others = [
      'false',
      `curl -sf ${site}/`,
      'curl -s http://127.0.0.1:1/',
      'curl -s http://example.com/ || true',
      'exit 3',
    ];
    for (const command of others)
      expect([command, (await sandbox.run(command)).errorClass]).toEqual([command, undefined]);
  });

  it('lets allowNetwork open more while programs run, for this sandbox and its forks', async () => {
    const sandbox = await create({});
    const waiting = sandbox.run(`until curl -sf ${site}/late; do sleep 0.05; done`);
    await expect.poll(() => sandbox.metrics().processesStarted).toBeGreaterThan(2);
    sandbox.allowNetwork([`a.test:${port}`]);
    expect((await waiting).stdout).toBe('/late \n');
    const after = await sandbox.fork();
    expect((await after.run(`curl -s ${site}/fork`)).stdout).toBe('/fork \n');
    after.allowNetwork([`b.test:${port}`]);
    expect((await after.run(`curl -s http://b.test:${port}/own`)).stdout).toBe('/own \n');
    expect((await sandbox.run(`curl -s http://b.test:${port}/own`)).exitCode).toBe(6);
    for (const patterns of [['tcp://a.test'], ['http://'], [5], 'a.test'] as string[][]) {
      expect(() => sandbox.allowNetwork(patterns)).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
    }
    after.destroy();
    sandbox.destroy();
    expect(() => sandbox.allowNetwork(['a.test'])).toThrow();
  });

  it('keeps requests and answers as a HAR', async () => {
    const sandbox = await create({ allow: [`a.test:${port}`] });
    await sandbox.run(`curl -s ${site}/one; curl -s -d body ${site}/two; curl -s -A agent ${site}/three -o /dev/null`);
    const har = JSON.parse(JSON.stringify(await sandbox.networkLog()));
    expect(har.log.version).toBe('1.2');
    const entries = har.log.entries as { request: Record<string, unknown>; response: Record<string, unknown> }[];
    expect(entries.map(({ request, response }) => [request.method, request.url, response.status])).toEqual([
      ['GET', `${site}/one`, 200],
      ['POST', `${site}/two`, 200],
      ['GET', `${site}/three`, 200],
    ]);
    expect(JSON.stringify(har)).toContain('agent');
    expect(((await (await make()).networkLog()) as typeof har).log.entries).toEqual([]);
  });

  it('holds a flood of connections within the limit of sockets', async () => {
    const sandbox = await make({ network: { ...local(), allow: [`a.test:${port}`] }, limits: { maxSockets: 10 } });
    const flood = `n=0; for i in {1..40}; do exec {fd}<>/dev/tcp/a.test/${port} && ((n++)); done 2>/dev/null; ((n < 10)) && echo bounded`;
    const { stdout, usage } = await sandbox.run(flood);
    expect(stdout).toBe('bounded\n');
    expect(usage.limitsHit).toContain('maxSockets');
    expect(await connections()).toBeLessThanOrEqual(10);
    sandbox.destroy();
    await expect.poll(connections).toBe(0);
  });

  it('ends connections beyond a budget and names the budget', async () => {
    const events: NetworkAuditEvent[] = [];
    const sandbox = await create({ allow: [`a.test:${port}`], budget: { requests: 2, sentBytes: 50_000 } }, events);
    const ask = `curl -s -o /tmp/o -w '%{http_code}\\n' ${site}/; tail -1 /tmp/o`;
    const fork = await sandbox.fork();
    expect([(await sandbox.run(ask)).stdout, (await sandbox.run(ask)).stdout]).toEqual(['200\n/ \n', '200\n/ \n']);
    const said = 'wasmsand: network.budget.requests (2) is used up (E_NET_REQUESTS)';
    expect((await sandbox.run(ask)).stdout).toBe(`429\n${said}\n`);
    expect(await sandbox.run(`curl -sf ${site}/`)).toMatchObject({ exitCode: 22, errorClass: 'CAPABILITY_DENIED' });
    // Each has its own.
    const large = await fork.run(`head -c 200000 /dev/zero | curl -sS -T - -H Expect: ${site}/`);
    expect(large).toMatchObject({ errorClass: 'CAPABILITY_DENIED', limit: 'network' });
    expect(await fork.run(`curl -sf ${site}/`)).toMatchObject({ errorClass: 'CAPABILITY_DENIED' });
    expect(events.filter(({ action }) => action === 'budget')[0]).toEqual({
      type: 'network',
      action: 'budget',
      allowed: false,
      code: 'E_NET_SENT_BYTES',
      reason: 'network.budget.sentBytes (50000) is used up',
    });
    fork.destroy();
  });

  it('calls onRequest for each request: it can pass, deny, answer or replace the request', async () => {
    const asked: string[] = [];
    const onRequest = async (request: Request) => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      if (pathname === '/deny') return { action: 'deny', reason: 'ask a person first' } as const;
      if (pathname === '/answer') return new Response('made up\n', { status: 201 });
      if (pathname === '/other') return new Request(`${site}/instead`, { headers: { authorization: 'host' } });
      if (pathname === '/throw') throw new Error('a secret of the host');
      if (pathname === '/wait') await new Promise((resolve) => setTimeout(resolve, 100));
      if (pathname === '/hang') await new Promise(() => {});
      return undefined;
    };
    const sandbox = await create({ allow: [`a.test:${port}`], onRequest });
    const get = async (path: string) => (await sandbox.run(`curl -s -w '%{http_code}\\n' ${site}${path}`)).stdout;
    expect(await get('/pass')).toBe('/pass \n200\n');
    expect(await get('/wait')).toBe('/wait \n200\n');
    expect(await get('/deny')).toBe('wasmsand: ask a person first (E_NET_DENIED)\n403\n');
    expect(await get('/answer')).toBe('made up\n201\n');
    expect(await get('/other')).toBe('/instead host\n200\n');
    expect(await get('/throw')).toBe('wasmsand: network.onRequest has failed (E_NET_DENIED)\n403\n');
    expect(seen).toEqual(['GET /pass -', 'GET /wait -', 'GET /instead host']);
    const hanging = sandbox.run(`curl -s ${site}/hang`, { timeoutMs: 0 });
    hanging.catch(() => {});
    await expect.poll(() => asked.at(-1)).toBe('/hang');
    sandbox.destroy();
    await expect(hanging).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it('replays recorded answers without a connection', async () => {
    const cassette = join(directory, 'cassette');
    const script = `curl -s ${site}/one; curl -s -d sent ${site}/two; wget -qO- ${site}/three; curl -sI ${site}/one | head -1`;
    const rules = [{ match: site, transform: { headers: { Authorization: 'Bearer of the host' } } }];
    const first = await create({ rules, record: cassette });
    const recorded = (await first.run(script)).stdout;
    expect(recorded).toMatch(/^\/one \**\nsent\/three/);
    await first.networkLog();
    expect(readFileSync(cassette, 'utf8').split('\n').length).toBe(5);
    expect(readFileSync(cassette, 'utf8')).not.toContain('of the host');
    const requests = seen.splice(0);
    expect(requests).toContain('GET /one Bearer of the host');
    const second = await make({ network: { rules, replay: cassette } });
    expect((await second.run(script)).stdout).toBe(recorded);
    expect(seen).toEqual([]);
    const unknown = await second.run(`curl -sf ${site}/never-asked`);
    expect([unknown.exitCode, unknown.errorClass]).toEqual([22, 'CAPABILITY_DENIED']);
  });

  it('adds secrets at the gate, where guests cannot find them', async () => {
    const rules = [{ match: `${site}/v1/`, transform: { headers: { Authorization: 'Bearer abcdef123456' } } }];
    const sandbox = await create({ allow: [`a.test:${port}`], rules });
    const { stdout, stderr } = await sandbox.run(
      `curl -sv ${site}/v1/x; env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null`,
    );
    expect(seen).toEqual(['GET /v1/x Bearer abcdef123456']);
    expect(stdout + stderr).not.toContain('abcdef');
    await sandbox.run(`curl -s ${site}/v2`);
    expect(seen[1]).toBe('GET /v2 -');
  });

  it.each<[string, unknown]>([
    ["option 'network' must be 'deny-all', 'allow-all' or an object such as { allow: ['example.com'] }", 'some'],
    ["option 'network' must be", null],
    ["option 'network.alow' is not known: did you mean 'network.allow'?", { alow: [] }],
    ["option 'network.allow' must be an array", { allow: 'a.test' }],
    ["option 'network.allow' has the pattern", { allow: ['http://a.test/?q'] }],
    ["option 'network.rules[0].match' must be a pattern", { rules: [{}] }],
    ['option \'network.methods\' has "CONNECT"', { methods: ['CONNECT'] }],
    ['option \'network.subnets.allow\' has "10.0.0.0/33"', { subnets: { allow: ['10.0.0.0/33'] } }],
    ["option 'network.hosts' must give 'a.test'", { hosts: { 'a.test': 'b.test' } }],
    ["option 'network.ca' must be certificates in PEM", { ca: 'no' }],
    ["option 'network.ca' has a certificate that cannot be read", { ca: '-----BEGIN CERTIFICATE-----\nMIIB' }],
    ["option 'network.budget.requests' must be a whole number", { budget: { requests: -1 } }],
    ["option 'network.onRequest' must be a function", { onRequest: 5 }],
    ["option 'network.record' and 'network.replay' exclude each other", { record: 'a', replay: 'b' }],
    ["option 'network.replay' cannot be read (ENOENT)", { replay: '/nowhere/none' }],
  ])('is refused with the message: %s', async (message, network) => {
    const refused = make({ network: network as NetworkOptions });
    await expect(refused).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringContaining(message),
    });
  });
});
