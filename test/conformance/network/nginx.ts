// nginx from Debian, without privileges and in a directory of its own: the configuration that command lines are tried on.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackedProgram } from '../../../scripts/setup/unpacked.mjs';
import type { Certificates } from '../../network/servers.js';

// `free`: for servers of the command lines.
const names = ['plain', 'secure', 'http2', 'mutual', 'strict', 'free'] as const;
export type NginxPorts = Record<(typeof names)[number], number>;

const user = 1000;
const isRoot = process.getuid?.() === 0;
const modified = new Date('2024-02-05T10:20:30Z');

/** `upstream` is the port that nginx passes requests on to. */
const configuration = (ports: NginxPorts, upstream: number): string => `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events { worker_connections 256; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp-${name};`).join(' ')}
  types { text/html html; text/plain txt; application/json json; application/octet-stream bin; image/png png; }
  default_type application/octet-stream;
  ssl_certificate cert; ssl_certificate_key key;
  keepalive_timeout 20;
  server {
    listen 127.0.0.1:${ports.plain};
    listen 127.0.0.1:${ports.secure} ssl;
    listen 127.0.0.1:${ports.http2} ssl http2;
    server_name 127.0.0.1 a.test;
    root html;
    index index.html;
    error_page 404 /errors/missing.html;
    location /errors/ { internal; }
    location /default/ { error_page 404 = @bare; }
    location @bare { return 404; }
    location /private/ { auth_basic "the realm"; auth_basic_user_file passwords; }
    location /list/ { autoindex on; }
    location /json/ { alias html/list/; autoindex on; autoindex_format json; }
    location /gzip/ { alias html/; gzip on; gzip_types text/plain; gzip_min_length 1; gzip_vary on; }
    location /gunzip/ { alias html/; gzip_static always; gunzip on; }
    location /cached/ { alias html/; expires epoch; add_header X-Cached "yes" always; etag off; }
    location /exact/ { alias html/; if_modified_since exact; }
    location /ranges-off/ { alias html/; max_ranges 0; }
    location /slow/ { alias html/; limit_rate 400k; }
    location /close/ { alias html/; keepalive_timeout 0; }
    location /few/ { alias html/; keepalive_requests 2; }
    location /small/ { client_max_body_size 10; proxy_pass http://127.0.0.1:${upstream}/; }
    location /up/ { proxy_pass http://127.0.0.1:${upstream}/; }
    location /unbuffered/ { proxy_pass http://127.0.0.1:${upstream}/; proxy_buffering off; proxy_request_buffering off; proxy_http_version 1.1; }
    location /gone/ { proxy_pass http://127.0.0.1:1/; }
    location /dav/ { root .; client_max_body_size 1m; dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; }
    location /get-only/ { alias html/; limit_except GET { deny all; } }
    location /denied/ { deny all; }
    location /teapot { default_type text/plain; return 418 "short and stout\\n"; }
    location /drop { return 444; }
    location /moved { return 301 /text.txt; }
    location /found { return 302 $scheme://$host:$server_port/text.txt?from=found; }
    location /permanent { return 308 /up/echo; }
    location /see-other { return 303 /up/echo; }
    location /other { return 302 http://localhost:${ports.plain}/who; }
    location /secured { return 301 https://$host:${ports.secure}/text.txt; }
    location /unsecured { return 301 http://$host:${ports.plain}/text.txt; }
    location /round { return 302 /round; }
    location ~ ^/hop/(?<left>1*)1$ { return 302 /hop/$left; }
    location = /hop/ { default_type text/plain; return 200 "landed\\n"; }
    location /who { default_type text/plain; return 200 "first\\n"; }
    location /headers { default_type text/plain; return 200 "$request_method $request_uri $server_protocol ua=$http_user_agent accept=$http_accept cookie=$http_cookie referer=$http_referer te=$http_te\\n"; }
    location /set-cookie { add_header Set-Cookie "one=1; Path=/; HttpOnly"; add_header Set-Cookie "two=2; Max-Age=60"; default_type text/plain; return 200 "cookie=$http_cookie\\n"; }
  }
  server {
    listen 127.0.0.1:${ports.plain};
    listen 127.0.0.1:${ports.secure} ssl;
    server_name localhost b.test;
    location /who { default_type text/plain; return 200 "second\\n"; }
    location / { return 404; }
  }
  server {
    listen 127.0.0.1:${ports.mutual} ssl;
    ssl_client_certificate ca; ssl_verify_client on;
    location / { default_type text/plain; return 200 "$ssl_client_verify $ssl_client_s_dn\\n"; }
  }
  server {
    listen 127.0.0.1:${ports.strict} ssl;
    ssl_protocols TLSv1.3; large_client_header_buffers 2 1k; client_header_buffer_size 512; client_body_timeout 1;
    location / { default_type text/plain; return 200 "$ssl_protocol $request_length\\n"; }
  }
}
`;

async function freePorts(): Promise<NginxPorts> {
  const servers = names.map(() => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return Object.fromEntries(names.map((name, i) => [name, ports[i]!])) as NginxPorts;
}

function writeFiles(directory: string, { ca, cert, key }: Certificates): void {
  const write = (name: string, content: string) => {
    writeFileSync(join(directory, name), content);
    utimesSync(join(directory, name), modified, modified);
  };
  for (const name of ['html/errors', 'html/private', 'html/list/sub', 'html/empty', 'dav']) {
    mkdirSync(join(directory, name), { recursive: true });
  }
  for (const [name, content] of Object.entries({ ca, cert, key })) write(name, content);
  write('passwords', 'user:{PLAIN}secret\nother:{PLAIN}p@ss:w/ord\n');
  write('html/index.html', '<html><body><a href="text.txt">text</a> <a href="list/">list</a></body></html>\n');
  write('html/text.txt', Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join(''));
  write('html/data.json', '{"items":[{"name":"one","size":1},{"name":"two","size":2}]}\n');
  write('html/big.bin', 'nginx '.repeat(500_000));
  write('html/nothing.txt', '');
  write('html/errors/missing.html', '<h1>nothing of that name</h1>\n');
  write('html/private/secret.txt', 'the secret\n');
  for (const name of ['a.txt', 'b b.txt', 'c&d.txt', 'é.txt', 'sub/deep.txt']) write(`html/list/${name}`, `${name}\n`);
  execFileSync('sh', ['-c', 'gzip -nk text.txt; chmod 0 list/c*'], { cwd: join(directory, 'html') });
  for (const name of ['list/sub', 'list']) utimesSync(join(directory, 'html', name), modified, modified);
}

export class Nginx {
  readonly ports: NginxPorts;
  readonly #directory: string;
  readonly #child: ChildProcess;

  /** With free ports; another process may take one of them before nginx does, and then it is tried again. */
  static async start(certificates: Certificates, upstream: number): Promise<Nginx> {
    const program = unpackedProgram('nginx');
    if (!existsSync(program)) throw new Error('nginx is missing: node scripts/setup.mjs says why');
    const directory = mkdtempSync(join(tmpdir(), 'wasmsand-nginx-'));
    // The user it runs as need not be able to enter the checkout.
    copyFileSync(program, join(directory, 'nginx'));
    writeFiles(directory, certificates);
    if (isRoot) for (const name of ['.', 'dav']) chownSync(join(directory, name), user, user);
    for (;;) {
      const ports = await freePorts();
      writeFileSync(join(directory, 'nginx.conf'), configuration(ports, upstream));
      const options = { cwd: directory, ...(isRoot ? { uid: user, gid: user } : {}) };
      const args = ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'];
      const child = spawn(join(directory, 'nginx'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      child.stderr.on('data', (text) => {
        said += text;
      });
      if (await answers(child, ports.plain)) return new Nginx(directory, child, ports);
      if (!said.includes('Address already in use')) throw new Error(`nginx does not start: ${said}`);
    }
  }

  private constructor(directory: string, child: ChildProcess, ports: NginxPorts) {
    this.#directory = directory;
    this.#child = child;
    this.ports = ports;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exit;
    rmSync(this.#directory, { recursive: true });
  }
}

async function answers(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null) {
    const socket = net.connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return true;
    await sleep(20);
  }
  return false;
}
