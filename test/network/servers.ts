// Real servers on loopback, with certificates of a CA that was made for them, and gates in front of them.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import http from 'node:http';
import https, { type ServerOptions } from 'node:https';
import net, { type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import type { NetworkAuditEvent, NetworkSetting } from '../../lib/api/network.js';
import { createNetworkProvider, type GateProvider, type ProviderParts } from '../../lib/node/network/provider.js';
import { Guest } from './guest.js';

export interface Certificates {
  ca: string;
  /** For a.test, b.test, *.w.test, localhost and 127.0.0.1. */
  cert: string;
  key: string;
  expired: string;
  selfSigned: string;
  /** For the same names, of a CA that is not `ca`. */
  strange: string;
  clientCert: string;
  clientKey: string;
}

let made: Certificates | undefined;

export function certificates(): Certificates {
  made ??= makeCertificates();
  return made;
}

function makeCertificates(): Certificates {
  const directory = mkdtempSync(join(tmpdir(), 'wasmsand-ca-'));
  const file = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' });
  const read = (name: string) => readFileSync(file(name), 'utf8');
  writeFileSync(file('names'), 'subjectAltName=DNS:a.test,DNS:b.test,DNS:*.w.test,DNS:localhost,IP:127.0.0.1\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const signBy = (by: string, csr: string, out: string, ...rest: string[]) =>
    openssl('x509', '-req', '-in', csr, '-CA', by, '-CAkey', `${by}.key`, '-CAcreateserial', '-out', out, ...rest);
  const sign = (csr: string, out: string, ...rest: string[]) => signBy('ca', csr, out, ...rest);
  for (const [name, subject] of Object.entries({ ca: 'CA of a test', 'other-ca': 'another CA' })) {
    openssl('req', '-x509', ...key, '-keyout', `${name}.key`, '-out', name, '-days', '30', '-subj', `/CN=${subject}`);
  }
  openssl('req', '-new', ...key, '-keyout', 'key', '-out', 'csr', '-subj', '/CN=a.test');
  sign('csr', 'cert', '-days', '30', '-extfile', 'names');
  sign('csr', 'expired', '-days', '-1', '-extfile', 'names');
  signBy('other-ca', 'csr', 'strange', '-days', '30', '-extfile', 'names');
  openssl(
    'req',
    '-x509',
    '-key',
    'key',
    '-out',
    'self',
    '-days',
    '30',
    '-subj',
    '/CN=a.test',
    '-addext',
    'subjectAltName=DNS:a.test',
  );
  openssl('req', '-new', ...key, '-keyout', 'client.key', '-out', 'client.csr', '-subj', '/CN=client');
  sign('client.csr', 'client', '-days', '30');
  const all = {
    ca: read('ca'),
    cert: read('cert'),
    key: read('key'),
    expired: read('expired'),
    selfSigned: read('self'),
    strange: read('strange'),
    clientCert: read('client'),
    clientKey: read('client.key'),
  };
  rmSync(directory, { recursive: true });
  return all;
}

const servers = new Set<Server>();
const sockets = new Set<net.Socket>();
const gates = new Set<GateProvider>();

export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  servers.add(server);
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: net.Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    });
  }
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

export const serveHttp = (handle: RequestListener): Promise<number> => listen(http.createServer(handle));

export function serveHttps(handle: RequestListener, options: ServerOptions = {}): Promise<number> {
  const { cert, key } = certificates();
  return listen(https.createServer({ cert, key, ...options }, handle));
}

/** A server that says what it is told to, whatever it is sent. */
export const serveTcp = (handle: (socket: net.Socket) => void): Promise<number> =>
  listen(net.createServer({ allowHalfOpen: true }, handle));

/** Answers each connection, once it has sent something, with these bytes, and closes it. */
export const serveBytes = (bytes: string): Promise<number> =>
  serveTcp((socket) => {
    socket.once('data', () => socket.end(bytes, 'latin1'));
  });

export interface Gated {
  gate: GateProvider;
  guest: Guest;
  events: NetworkAuditEvent[];
}

/** A gate that reaches the servers as a.test, b.test and x.w.test, and what it says. */
export function gated(setting: NetworkSetting, parts: ProviderParts = {}): Gated {
  const events: NetworkAuditEvent[] = [];
  const local =
    typeof setting === 'string'
      ? setting
      : {
          hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1', 'x.w.test': '127.0.0.1', 'c.test': '127.0.0.1' },
          subnets: { allow: ['127.0.0.0/8'] },
          ...setting,
        };
  const lookup = async () => {
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  };
  const gate = createNetworkProvider(local, { lookup, onAudit: (event) => events.push(event), ...parts });
  gates.add(gate);
  return { gate, guest: new Guest(gate), events };
}

afterEach(() => {
  for (const gate of gates) gate.close();
  gates.clear();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  servers.clear();
});

afterAll(() => {
  made = undefined;
});
