// Python's clients of https in a sandbox, through the gate.

import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sandbox, type SandboxOptions } from 'wasmsand';
import { certificates } from '../network/servers.js';
import { skipWithout } from '../setup/missing-programs.js';
import { printed, python } from './python-program.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

beforeEach((context) => skipWithout(context, 'python3 curl'));

describe('https', () => {
  const { ca, cert, key, expired, selfSigned, clientCert, clientKey } = certificates();
  const servers: Server[] = [];
  let sandbox: Sandbox;
  const ports = { good: 0, expired: 0, own: 0, client: 0, plain: 0 };
  const answer: http.RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const name = (request.socket as import('node:tls').TLSSocket).getPeerCertificate?.()?.subject?.CN ?? '';
      response.end(`${request.method} ${request.url} ${Buffer.concat(parts)}${name}`);
    });
  };
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const options = (more: object = {}): SandboxOptions => ({
    network: {
      allow: ['a.test:*', 'b.test:*', 'c.test:*'],
      hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1', 'c.test': '127.0.0.1' },
      subnets: { allow: ['127.0.0.0/8'] },
      ca,
      ...more,
    },
  });
  const says = (program: string) => {
    const numbers = Object.entries(ports).map(([name, port]) => `${name} = ${port}\n`);
    return python(sandbox, `${numbers.join('')}${program}`);
  };

  beforeAll(async () => {
    ports.good = await listen(https.createServer({ cert, key }, answer));
    ports.expired = await listen(https.createServer({ cert: expired, key }, answer));
    ports.own = await listen(https.createServer({ cert: selfSigned, key }, answer));
    ports.client = await listen(
      https.createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: true }, answer),
    );
    ports.plain = await listen(http.createServer(answer));
    sandbox = await Sandbox.create(options());
  });
  afterAll(() => {
    sandbox?.destroy();
    for (const server of servers) server.close();
  });

  it('works with urllib and http.client', async () => {
    expect(
      await says(`
import http.client, ssl, urllib.request
print(urllib.request.urlopen(f"https://a.test:{good}/path").read())
print(urllib.request.urlopen(f"http://a.test:{plain}/", data=b"body").read())
connection = http.client.HTTPSConnection("b.test", good, timeout=10)
for i in range(2):
    connection.request("POST", f"/{i}", b"x" * 3)
    print(connection.getresponse().read())`),
    ).toEqual(printed("b'GET /path '\nb'POST / body'\nb'POST /0 xxx'\nb'POST /1 xxx'\n"));
  });

  it('reports the certificate that the host has verified', async () => {
    expect(
      await says(`
import socket, ssl
context = ssl.create_default_context()
context.set_alpn_protocols(["http/1.1"])
with socket.create_connection(("a.test", good)) as plain, context.wrap_socket(plain, server_hostname="a.test") as sock:
    print(sock.version(), sock.cipher()[1:], sock.selected_alpn_protocol(), sock.server_hostname, sock.pending())
    peer = sock.getpeercert()
    print(peer["subject"], peer["issuer"], [name for _, name in peer["subjectAltName"]])
    print(len(sock.getpeercert(True)) == len(ssl.PEM_cert_to_DER_cert(ssl.DER_cert_to_PEM_cert(sock.getpeercert(True)))))
    sock.sendall(b"GET /raw HTTP/1.1\\r\\nHost: a.test:%d\\r\\nConnection: close\\r\\n\\r\\n" % good)
    print(sock.makefile("rb").read().split(b"\\r\\n\\r\\n")[1])
context.maximum_version = ssl.TLSVersion.TLSv1_2
with context.wrap_socket(socket.create_connection(("a.test", good)), server_hostname="a.test") as sock:
    print(sock.version())
sock = context.wrap_socket(socket.socket(), server_hostname="a.test", do_handshake_on_connect=False)
print(sock.version(), sock.cipher())
sock.connect(("a.test", good))
sock.setblocking(False)
import select
while True:
    try:
        sock.do_handshake()
        break
    except ssl.SSLWantWriteError:
        select.select([], [sock], [])
try:
    sock.recv(1)
except ssl.SSLWantReadError as error:
    print(error)`),
    ).toEqual(
      printed(
        "TLSv1.3 ('TLSv1.3', 256) http/1.1 a.test 0\n" +
          "((('commonName', 'a.test'),),) ((('commonName', 'CA of a test'),),) ['a.test', 'b.test', '*.w.test', 'localhost', '127.0.0.1']\n" +
          "True\nb'GET /raw '\nTLSv1.2\nNone None\nThe operation did not complete (read)\n",
      ),
    );
  });

  it('fails as with OpenSSL', async () => {
    expect(
      await says(`
import socket, ssl, urllib.request, urllib.error
def tell(host, port, **settings):
    try:
        urllib.request.urlopen(f"https://{host}:{port}/", **settings)
    except urllib.error.URLError as error:
        reason = error.reason
        print(type(reason).__name__, reason, getattr(reason, "verify_code", ""))
tell("a.test", expired)
tell("a.test", own)
tell("c.test", good)
tell("a.test", plain)
tell("a.test", good, context=ssl._create_unverified_context())
tell("denied.test", good)
context = ssl.create_default_context()
def attempt(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
attempt(lambda: context.wrap_socket(socket.create_connection(("a.test", good))))
attempt(lambda: context.wrap_socket(socket.create_connection(("a.test", good)), server_hostname="b.test"))
attempt(lambda: context.wrap_socket(socket.create_connection(("a.test", good)), server_side=True))
listener = socket.create_server(("127.0.0.1", 0))
attempt(lambda: context.wrap_socket(socket.create_connection(listener.getsockname()), server_hostname="localhost"))
def late():
    sock = socket.create_connection(("a.test", plain))
    sock.send(b"CONNECT a.test:443 HTTP/1.1\\r\\n\\r\\n")
    context.wrap_socket(sock, server_hostname="a.test")
attempt(late)
attempt(lambda: context.load_verify_locations("/no/such/file"))
attempt(lambda: context.load_verify_locations("/etc/passwd"))
attempt(lambda: context.load_verify_locations(cadata="nothing"))
attempt(lambda: context.set_ciphers("no such"))
attempt(lambda: setattr(context, "verify_mode", ssl.CERT_NONE))`),
    ).toEqual(
      printed(
        `${[
          'SSLCertVerificationError [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired 10',
          'SSLCertVerificationError [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate 18',
          "SSLCertVerificationError [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: Hostname mismatch, certificate is not valid for 'c.test'. 62",
          'SSLError [SSL: WRONG_VERSION_NUMBER] wrong version number ',
          'SSLError [SSL: UNSUPPORTED] certificates must be verified (option network.insecure) ',
          'gaierror [Errno -2] Name or service not known ',
          'ValueError check_hostname requires server_hostname',
          'SSLError [SSL: UNSUPPORTED] the connection is to a.test, TLS was asked for with b.test',
          'SSLError [SSL: UNSUPPORTED] there are no TLS servers in the sandbox',
          'SSLError [SSL: UNSUPPORTED] TLS is there for connections out of the sandbox only',
          'SSLError [SSL: UNSUPPORTED] TLS has to begin with the connection: not by way of a proxy',
          'FileNotFoundError [Errno 2] No such file or directory',
          'SSLError [X509: NO_CERTIFICATE_OR_CRL_FOUND] no certificate or crl found',
          'SSLError [PEM: NO_START_LINE] no start line: cadata does not contain a certificate',
          "SSLError ('No cipher can be selected.',)",
          'ValueError Cannot set verify_mode to CERT_NONE when check_hostname is enabled.',
        ].join('\n')}\n`,
      ),
    );
  });

  it('respects timeouts', async () => {
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    servers.push(silent);
    expect(
      await says(`
import asyncio, socket, ssl
port = ${(silent.address() as AddressInfo).port}
context = ssl.create_default_context()
sock = socket.create_connection(("a.test", port), timeout=0.1)
try:
    context.wrap_socket(sock, server_hostname="a.test")
except TimeoutError as error:
    print(error)
async def main():
    try:
        await asyncio.open_connection("a.test", port, ssl=context, ssl_handshake_timeout=0.1)
    except ConnectionAbortedError as error:
        print(error)
    task = asyncio.create_task(asyncio.open_connection("a.test", port, ssl=context))
    await asyncio.sleep(0.05)
    task.cancel()
    print(await asyncio.gather(task, return_exceptions=True))
asyncio.run(main())
with context.wrap_socket(socket.create_connection(("a.test", good)), server_hostname="a.test") as sock:
    sock.settimeout(0.05)
    try:
        sock.recv(1)
    except TimeoutError as error:
        print(error)`),
    ).toEqual(
      printed(
        '_ssl.c: The handshake operation timed out\n' +
          "SSL handshake is taking longer than 0.1 seconds: aborting the connection\n[CancelledError('')]\nThe read operation timed out\n",
      ),
    );
  });

  it('can send a client certificate and trust roots of its own', async () => {
    const other = await create(options({ ca: undefined }));
    other.writeFile('/tmp/ca.pem', ca);
    other.writeFile('/tmp/client.pem', `${clientCert}${clientKey}`);
    expect(
      await python(
        other,
        `
import ssl, urllib.request
context = ssl.create_default_context(cafile="/tmp/ca.pem")
print(context.cert_store_stats(), context.get_ca_certs()[0]["subject"])
context.load_cert_chain("/tmp/client.pem")
print(urllib.request.urlopen("https://a.test:${ports.client}/", context=context).read())
try:
    urllib.request.urlopen("https://a.test:${ports.good}/")
except OSError as error:
    print(error)`,
      ),
    ).toEqual(
      printed(
        "{'x509': 1, 'crl': 0, 'x509_ca': 1} ((('commonName', 'CA of a test'),),)\nb'GET / client'\n" +
          '<urlopen error [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate>\n',
      ),
    );
  });

  it('can skip verification where the host allows it', async () => {
    const other = await create(options({ insecure: true }));
    expect(
      await python(
        other,
        `
import ssl, urllib.request
context = ssl._create_unverified_context()
print(urllib.request.urlopen("https://a.test:${ports.own}/", context=context).read())
print(ssl.get_server_certificate(("a.test", ${ports.own}))[:27])`,
      ),
    ).toEqual(printed("b'GET / '\n-----BEGIN CERTIFICATE-----\n"));
  });

  it('works with asyncio: connections, streams and start_tls', async () => {
    expect(
      await says(`
import asyncio, ssl
async def get(reader, writer, path):
    writer.write(f"GET {path} HTTP/1.1\\r\\nHost: a.test:{good}\\r\\nConnection: close\\r\\n\\r\\n".encode())
    await writer.drain()
    body = (await reader.read()).split(b"\\r\\n\\r\\n")[1]
    writer.close()
    await writer.wait_closed()
    return body
async def main():
    answers = [get(*await asyncio.open_connection("a.test", good, ssl=True), f"/{i}") for i in range(3)]
    print(await asyncio.gather(*answers))
    reader, writer = await asyncio.open_connection("a.test", good)
    context = ssl.create_default_context()
    await writer.start_tls(context, server_hostname="a.test")
    told = writer.get_extra_info("ssl_object")
    print(told.version(), writer.get_extra_info("peercert")["subject"], writer.can_write_eof())
    print(await get(reader, writer, "/later"))
    for port, settings in ((expired, {}), (plain, {}), (good, {"server_hostname": "b.test"})):
        try:
            await asyncio.open_connection("a.test", port, ssl=True, **settings)
        except ssl.SSLError as error:
            print(error)
    try:
        await asyncio.start_server(print, "127.0.0.1", 0, ssl=context)
    except ssl.SSLError as error:
        print(error)
asyncio.run(main())`),
    ).toEqual(
      printed(
        `${[
          "[b'GET /0 ', b'GET /1 ', b'GET /2 ']",
          "TLSv1.3 ((('commonName', 'a.test'),),) False",
          "b'GET /later '",
          '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired',
          '[SSL: WRONG_VERSION_NUMBER] wrong version number',
          '[SSL: UNSUPPORTED] the connection is to a.test, TLS was asked for with b.test',
          '[SSL: UNSUPPORTED] there are no TLS servers in the sandbox',
        ].join('\n')}\n`,
      ),
    );
  });

  it('works through wrap_bio', async () => {
    expect(
      await says(`
import socket, ssl
context = ssl.create_default_context()
def over(host, name):
    plain = socket.create_connection((host, good))
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    made = context.wrap_bio(incoming, outgoing, server_hostname=name)
    def call(function, *arguments):
        while True:
            try:
                result = function(*arguments)
            except ssl.SSLWantWriteError:
                plain.send(outgoing.read())
            except ssl.SSLWantReadError:
                if outgoing.pending:
                    plain.send(outgoing.read())
                data = plain.recv(1000)
                incoming.write(data) if data else incoming.write_eof()
            else:
                if outgoing.pending:
                    plain.send(outgoing.read())
                return result
    call(made.do_handshake)
    print(made.version(), made.getpeercert()["subject"])
    call(made.write, b"GET /bio HTTP/1.1\\r\\nHost: a.test:%d\\r\\nConnection: close\\r\\n\\r\\n" % good)
    answer = b""
    while data := call(made.read, 100):
        answer += data
    print(answer.split(b"\\r\\n\\r\\n")[1])
over("a.test", "a.test")
try:
    over("c.test", "c.test")
except ssl.SSLError as error:
    print(error)
made = context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="a.test")
for _ in range(2):
    try:
        made.do_handshake()
    except ssl.SSLError as error:
        print(error)`),
    ).toEqual(
      printed(
        `${[
          "TLSv1.3 ((('commonName', 'a.test'),),)",
          "b'GET /bio '",
          "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: Hostname mismatch, certificate is not valid for 'c.test'.",
          'The operation did not complete (write)',
          "[SSL: UNSUPPORTED] TLS is there for sockets only: what this connection is made of is none of the program's",
        ].join('\n')}\n`,
      ),
    );
  });
});
