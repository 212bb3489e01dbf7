// The same command lines of curl and wget on this machine, and in a sandbox through its gate: output and exit status are the same.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { certificates } from '../network/servers.js';
import { skipWithout } from '../setup/missing-programs.js';
import { serve } from './network/server.js';
import { unusable } from './real-machine.js';

/** Lines that differ, and why they have to. */
const different: Readonly<Record<string, string>> = {
  'curl -sS -T f $HTTP/echo': 'the gate itself says that a request can go on',
  'curl -sS -T big $HTTPS/echo': 'the gate itself says that a request can go on',
  'cat f | curl -sS -T - $HTTP/echo': 'the gate itself says that a request can go on',
  "curl -sS -H 'Expect: 100-continue' -d x $HTTP/echo": 'the gate itself says that a request can go on',
  "curl -sS -H 'TE: trailers' $HTTP/echo": 'TE is between neighbours',
  'curl -sS --tr-encoding $HTTP/echo': 'TE is between neighbours',
  'curl -sS -i $HTTP/http10': 'the gate speaks HTTP/1.1',
  'curl -sS -i $HTTP/badstatus': 'what is not HTTP is not passed on',
  'curl -sS -i $HTTP/garbage': 'what is not HTTP is not passed on',
  'curl -sS -i $HTTP/dupcl': 'two lengths are not passed on, alike or not',
  'curl -sS -i $HTTP/fold': 'folded headers are passed on in one line',
  'curl -sS -i $HTTP/100': 'undici takes no 100 that was not asked for',
  'curl -sS -i $HTTP/103': 'early hints are not passed on',
  'curl -sS -i $HTTP/lf': 'what is not HTTP is not passed on',
  "curl -sS -H 'Host: other.test' $HTTP/echo": 'a request is for the host of its connection',
  'curl -sS -X FOO $HTTP/echo': "Node's parser knows no such method",
};

const prepare = "printf 'file content\\n' >f; head -c 300000 /dev/zero | tr '\\0' y >big";
const directory = mkdtempSync(join(tmpdir(), 'wasmsand-network-'));

interface Said {
  status: number | null;
  stdout: string;
  stderr: string;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let runs = 0;

function onThisMachine(line: string, ports: Ports): Promise<Said> {
  const home = join(directory, `${runs++}`);
  mkdirSync(home);
  writeFileSync(join(home, '.wgetrc'), `ca_certificate = ${join(directory, 'ca')}\n`);
  const env = { ...urls('127.0.0.1', ports), PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8' };
  return new Promise((resolve) => {
    const said = { stdout: '', stderr: '' };
    const child = spawn('/bin/bash', ['-c', `${prepare}; ${line}`], {
      cwd: home,
      env: { ...env, CURL_CA_BUNDLE: join(directory, 'ca') },
    });
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (data: Buffer) => {
        said[name] += data.toString('latin1');
      });
    }
    child.on('close', (status) => resolve({ status, ...said }));
  });
}

interface Ports {
  http: number;
  https: number;
}

const urls = (host: string, ports: Ports) => ({
  HTTP: `http://${host}:${ports.http}`,
  HTTPS: `https://${host}:${ports.https}`,
});

async function inSandbox(sandbox: Sandbox, line: string, ports: Ports): Promise<Said> {
  const cwd = `/home/user/${runs}`;
  sandbox.mkdir(cwd);
  const result = await sandbox.run(`exec bash -c "$1"`, {
    args: [`${prepare}; ${line}`],
    cwd,
    env: { ...urls('a.test', ports), HOME: cwd, LC_ALL: 'C.UTF-8' },
  });
  const text = (bytes: Uint8Array) =>
    Buffer.from(bytes).toString('latin1').replaceAll('a.test', '127.0.0.1').replaceAll('b.test', 'localhost');
  return { status: result.exitCode, stdout: text(result.stdoutBytes), stderr: text(result.stderrBytes) };
}

const timed = /after \d+ (ms|milliseconds)/g;
const untimed = (said: Said): Said => ({ ...said, stderr: said.stderr.replace(timed, 'after N ms') });

describe.skipIf(unusable)('command lines', () => {
  const { ca, cert, key } = certificates();
  const servers = [http.createServer(serve), https.createServer({ cert, key }, serve)] as const;
  let ports: Ports;
  let sandbox: Sandbox;

  beforeAll(async () => {
    writeFileSync(join(directory, 'ca'), ca);
    ports = { http: await listen(servers[0]), https: await listen(servers[1]) };
    sandbox = await Sandbox.create({
      network: {
        allow: ['a.test:*', 'b.test:*', 'nobody.invalid'],
        hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1' },
        subnets: { allow: ['127.0.0.0/8'] },
        ca,
      },
    });
  });
  afterAll(() => {
    sandbox?.destroy();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(directory, { recursive: true });
  });

  describe('a certificate that is refused', () => {
    const { expired, selfSigned, strange } = certificates();
    const kinds = { 'because it has expired': expired, 'because it is its own': selfSigned, 'for its issuer': strange };
    for (const [kind, refused] of Object.entries(kinds)) {
      it(kind, async (context) => {
        skipWithout(context, 'curl wget');
        const server = https.createServer({ cert: refused, key }, serve);
        const own = { ...ports, https: await listen(server) };
        const line = "curl -sS -w '%{ssl_verify_result}' $HTTPS/ 2>&1";
        const real = await onThisMachine(line, own);
        expect(await inSandbox(sandbox, line, own)).toEqual(real);
        // Debian's wget has its TLS of GnuTLS, and so other words.
        const { status } = await onThisMachine('wget -q $HTTPS/', own);
        expect((await inSandbox(sandbox, 'wget -q $HTTPS/', own)).status).toBe(status);
        server.close();
        server.closeAllConnections();
      });
    }
  });

  for (const program of ['curl', 'wget']) {
    const file = fileURLToPath(new URL(`./network/${program}.txt`, import.meta.url));
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    describe(program, () => {
      for (const line of lines) {
        it(line, async (context) => {
          skipWithout(context, program);
          const real = untimed(await onThisMachine(line, ports));
          const ours = untimed(await inSandbox(sandbox, line, ports));
          if (different[line] === undefined) expect(ours).toEqual(real);
          else expect(ours, different[line]).not.toEqual(real);
        });
      }
    });
  }
});
