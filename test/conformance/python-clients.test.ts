// requests, urllib3 and httpx as PyPI has them, unpacked into a sandbox: over http and https, through its gate.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { certificates } from '../network/servers.js';
import { skipWithout } from '../setup/missing-programs.js';

const requirements = fileURLToPath(new URL('python/clients.txt', import.meta.url));
const wheels = fileURLToPath(new URL('../../.setup/python-clients', import.meta.url));

/** Fetches the wheels once; why they could not be had. */
function fetchWheels(): string | undefined {
  if (existsSync(wheels)) return undefined;
  const arriving = `${wheels}.${process.pid}`;
  try {
    mkdirSync(arriving, { recursive: true });
    const what = [
      '--no-deps',
      '--require-hashes',
      '--only-binary=:all:',
      '--platform',
      'any',
      '-r',
      requirements,
      '-d',
      arriving,
    ];
    execFileSync('python3', ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', ...what], {
      stdio: 'pipe',
    });
    renameSync(arriving, wheels);
    return undefined;
  } catch (error) {
    rmSync(arriving, { recursive: true, force: true });
    return `without wheels from PyPI, which pip of this machine fetches: ${(error as Error).message.split('\n')[0]}`;
  }
}

describe('clients of Python from PyPI', () => {
  const reason = fetchWheels();
  const { ca, cert, key } = certificates();
  const servers: Server[] = [];
  const ports = { https: 0, http: 0 };
  let sandbox: Sandbox;

  const answer: http.RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/there' });
      response.end(JSON.stringify([request.method, request.url, Buffer.concat(parts).toString()]));
    });
  };
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  beforeEach((context) => {
    context.skip(reason !== undefined, reason);
    skipWithout(context, 'python3');
  });
  beforeAll(async () => {
    if (reason !== undefined) return;
    ports.https = await listen(https.createServer({ cert, key }, answer));
    ports.http = await listen(http.createServer(answer));
    sandbox = await Sandbox.create({
      network: { allow: ['a.test:*'], hosts: { 'a.test': '127.0.0.1' }, subnets: { allow: ['127.0.0.0/8'] }, ca },
    });
    for (const name of readdirSync(wheels)) sandbox.writeFile(`/tmp/${name}`, readFileSync(join(wheels, name)));
    const unpack =
      'import glob, zipfile\nfor name in glob.glob("/tmp/*.whl"): zipfile.ZipFile(name).extractall("/tmp/site")';
    await sandbox.run('python3 -c "$1"', { args: [unpack] });
  });
  afterAll(() => {
    sandbox?.destroy();
    for (const server of servers) server.close();
  });

  async function says(program: string): Promise<string[]> {
    const prelude = `import sys\nsys.path.insert(0, "/tmp/site")\nHTTPS, HTTP = "https://a.test:${ports.https}", "http://a.test:${ports.http}"\n`;
    sandbox.writeFile('/tmp/program.py', `${prelude}${program}`);
    const { stdout, stderr } = await sandbox.run('python3 /tmp/program.py', { timeoutMs: 60_000 });
    expect(stderr).toBe('');
    return stdout.trimEnd().split('\n');
  }

  it('requests', async () => {
    expect(
      await says(`
import requests
with requests.Session() as session:
    print(session.get(HTTPS + "/a", params={"q": 1}).json(), session.post(HTTPS, json={"x": 1}).json())
    answer = session.post(HTTPS + "/redirect", data="x")
    print(answer.json(), answer.history)
print(requests.get(HTTP + "/plain").text)
for call in (lambda: requests.get(HTTPS, verify=False), lambda: requests.get("https://denied.test/")):
    try:
        call()
    except requests.exceptions.ConnectionError as error:
        print(type(error).__name__, error.args[0].reason.args[-1])`),
    ).toEqual([
      `['GET', '/a?q=1', ''] ['POST', '/', '{"x": 1}']`,
      "['GET', '/there', ''] [<Response [302]>]",
      '["GET","/plain",""]',
      'SSLError [SSL: UNSUPPORTED] certificates must be verified (option network.insecure)',
      expect.stringMatching(
        /^ConnectionError .*Failed to resolve 'denied.test' \(\[Errno -2\] Name or service not known\)$/,
      ),
    ]);
  });

  it('urllib3', async () => {
    expect(
      await says(`
import urllib3
pool = urllib3.PoolManager(maxsize=1)
for i in range(3):
    print(pool.request("GET", f"{HTTPS}/{i}").json(), pool.pools.keys().__len__())`),
    ).toEqual(["['GET', '/0', ''] 1", "['GET', '/1', ''] 1", "['GET', '/2', ''] 1"]);
  });

  it('httpx, with and without asyncio', async () => {
    expect(
      await says(`
import asyncio, httpx
with httpx.Client() as client:
    print(client.get(HTTPS + "/a").json(), client.post(HTTP, data={"a": "b"}).json())
async def main():
    async with httpx.AsyncClient() as client:
        print([answer.json()[1] for answer in await asyncio.gather(*[client.get(f"{HTTPS}/{i}") for i in range(5)])])
        async with client.stream("GET", HTTPS + "/stream") as answer:
            print([part async for part in answer.aiter_text()])
        try:
            await client.get("https://denied.test/")
        except httpx.ConnectError as error:
            print(error)
asyncio.run(main())`),
    ).toEqual([
      "['GET', '/a', ''] ['POST', '/', 'a=b']",
      "['/0', '/1', '/2', '/3', '/4']",
      `['["GET","/stream",""]']`,
      '[Errno -2] Name or service not known',
    ]);
  });
});
