// Ways out of the sandbox that Python offers: each ends in an error of Linux's, and nothing outside has heard of it.

import net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useSandboxes } from '../contract/use-sandbox.js';
import { skipWithout } from '../setup/missing-programs.js';

const create = useSandboxes();
beforeEach((context) => skipWithout(context, 'python3'));

const prelude = `
import asyncio, errno, os, socket, ssl, struct, subprocess, sys, urllib.request
import _socket, _wasmsand
def attempt(call):
    try:
        result = call()
        print("reached", result)
    except Exception as error:
        number = getattr(error, "errno", None)
        print(type(error).__name__, errno.errorcode.get(number, number))
def connected(address):
    made = socket.socket(type=socket.SOCK_DGRAM)
    made.connect(address)
    return made
`;

/** Attempts, and how each of them ends. */
const denied: [string, string][] = [
  ['socket.create_connection(("93.184.216.34", PORT), 5)', 'PermissionError EACCES'],
  ['socket.socket().connect(("10.0.0.1", PORT))', 'PermissionError EACCES'],
  ['socket.socket().connect(("169.254.169.254", 80))', 'PermissionError EACCES'],
  ['socket.socket(socket.AF_INET6).connect(("2001:db8::1", PORT))', 'PermissionError EACCES'],
  ['socket.socket(socket.AF_INET6).connect(("::ffff:10.0.0.1", PORT))', 'PermissionError EACCES'],
  ['socket.socket(socket.AF_INET6).connect(("64:ff9b::a00:1", PORT))', 'PermissionError EACCES'],
  ['_socket.socket.__base__(2, 1, 0).connect(("10.0.0.1", PORT))', 'PermissionError EACCES'],
  ['socket.create_connection(("example.com", PORT), 5)', 'gaierror -2'],
  ['socket.getaddrinfo("example.com", 80)', 'gaierror -2'],
  ['socket.gethostbyname("example.com")', 'gaierror -2'],
  ['socket.gethostbyname_ex("example.com")', 'gaierror -2'],
  ['socket.gethostbyaddr("93.184.216.34")', 'herror EPERM'],
  ['urllib.request.urlopen("http://example.com/").read()', 'URLError None'],
  ['urllib.request.urlopen("https://example.com/").read()', 'URLError None'],
  ['urllib.request.urlopen("ftp://example.com/").read()', 'URLError None'],
  ['asyncio.run(asyncio.open_connection("10.0.0.1", PORT))', 'PermissionError EACCES'],
  ['asyncio.run(asyncio.open_connection("10.0.0.1", PORT, ssl=True))', 'PermissionError EACCES'],
  // Datagrams stay inside; a name server is none of the guest's.
  ['socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("8.8.8.8", 53))', 'PermissionError EACCES'],
  ['connected(("8.8.8.8", 53)).send(b"x")', 'PermissionError EACCES'],
  ['socket.socket(10, socket.SOCK_DGRAM).sendto(b"x", ("2001:4860:4860::8888", 53))', 'PermissionError EACCES'],
  ['socket.socket(type=socket.SOCK_DGRAM).sendmsg([b"x"], [], 0, ("255.255.255.255", 9))', 'PermissionError EACCES'],
  // Sockets that no process of a user has.
  ['socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)', 'PermissionError EPERM'],
  ['socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)', 'PermissionError EPERM'],
  ['socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP)', 'OSError EPROTONOSUPPORT'],
  ['socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3)', 'OSError EAFNOSUPPORT'],
  ['socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)', 'OSError EAFNOSUPPORT'],
  ['socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)', 'OSError EAFNOSUPPORT'],
  ['socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)', 'OSError EAFNOSUPPORT'],
  ['socket.socket(socket.AF_BLUETOOTH if hasattr(socket, "AF_BLUETOOTH") else 31)', 'OSError EAFNOSUPPORT'],
  // What the gate talks by, without one; what belongs to the host.
  ['socket.socket(socket.AF_UNIX).connect("\\0resolver")', 'PermissionError EACCES'],
  ['socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock")', 'FileNotFoundError ENOENT'],
  ['socket.socket().connect(("127.0.0.1", PORT))', 'ConnectionRefusedError ECONNREFUSED'],
  ['socket.socket().connect(("0.0.0.0", PORT))', 'ConnectionRefusedError ECONNREFUSED'],
  ['socket.socket(socket.AF_INET6).connect(("::1", PORT))', 'ConnectionRefusedError ECONNREFUSED'],
  // TLS without a connection to the outside.
  ['ssl.create_default_context().wrap_socket(socket.socketpair()[0], server_hostname="x")', 'SSLError EPERM'],
  [
    'subprocess.run(["bash", "-c", "exec 3<>/dev/tcp/10.0.0.1/" + str(PORT)], check=True, stderr=-3)',
    'CalledProcessError None',
  ],
  ['subprocess.run(["bash", "-c", "echo x >/dev/udp/8.8.8.8/53"], check=True, stderr=-3)', 'CalledProcessError None'],
  ['subprocess.run(["curl", "-s", "http://10.0.0.1/"], check=True)', 'CalledProcessError None'],
];

describe('without a gate', () => {
  let server: net.Server;
  let heard = 0;
  let port = 0;
  beforeAll(async () => {
    server = net.createServer((socket) => {
      heard++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as net.AddressInfo).port;
  });
  afterAll(() => void server.close());

  it('nothing leads out', async () => {
    const sandbox = await create();
    const attempts = denied.map(([call]) => `attempt(lambda: ${call})\n`).join('');
    sandbox.writeFile('/tmp/program.py', `${prelude}PORT = ${port}\n${attempts}`);
    const { stdout, stderr } = await sandbox.run('python3 /tmp/program.py', { timeoutMs: 60_000 });
    const ends = stdout.split('\n');
    expect(denied.map(([call], i) => [call, ends[i]])).toEqual(denied);
    expect(stderr).toBe('');
    expect(heard).toBe(0);
  });

  it.each([
    'import socket; socket.create_connection(("10.0.0.1", 80))',
    'import urllib.request; urllib.request.urlopen("https://example.com/")',
    'import asyncio; asyncio.run(asyncio.open_connection("example.com", 443, ssl=True))',
  ])('the run says that it was denied: %s', async (program) => {
    const sandbox = await create();
    const result = await sandbox.run('python3 -c "$1"', { args: [program] });
    expect([result.exitCode, result.errorClass]).toEqual([1, 'CAPABILITY_DENIED']);
  });
});

describe('with a gate', () => {
  it('what is not allowed is not reached, whatever TLS is asked for', async () => {
    const seen: string[] = [];
    const server = net.createServer((socket) => socket.on('data', (data) => seen.push(data.toString('latin1'))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    const sandbox = await create({
      network: {
        allow: [`a.test:${port}`],
        hosts: { 'a.test': '127.0.0.1', 'b.test': '127.0.0.1' },
        subnets: { allow: ['127.0.0.0/8'] },
      },
    });
    const attempts: [string, string][] = [
      ['socket.create_connection(("b.test", PORT), 5)', 'gaierror -2'],
      ['socket.create_connection(("127.0.0.1", PORT), 5)', 'ConnectionRefusedError ECONNREFUSED'],
      ['socket.create_connection(("10.0.0.1", PORT), 5)', 'PermissionError EACCES'],
      ['socket.create_connection(("a.test", PORT + 1), 5)', 'PermissionError EACCES'],
      ['socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("a.test", PORT))', 'PermissionError EACCES'],
      [
        'ssl._create_unverified_context().wrap_socket(socket.create_connection(("a.test", PORT))).version()',
        'SSLError EPERM',
      ],
      [
        'ssl.create_default_context().wrap_socket(socket.create_connection(("a.test", PORT)), server_hostname="b.test")',
        'SSLError EPERM',
      ],
      // The option itself: what is no request, or larger than one may be.
      ['os.strerror(-_wasmsand.syscall(208, tcp.fileno(), 282, 100, b"", 0))', 'reached Invalid argument'],
      [
        'os.strerror(-_wasmsand.syscall(208, tcp.fileno(), 282, 100, b"x" * 600000, 600000))',
        'reached Invalid argument',
      ],
      ['os.strerror(-_wasmsand.syscall(208, tcp.fileno(), 282, 100, b"x", 0x7fffffff))', 'reached Invalid argument'],
      ['os.strerror(-_wasmsand.syscall(208, tcp.fileno(), 282, 100, 0xfffffff0, 100000))', 'reached Bad address'],
      ['many_roots()', 'SSLError EPERM'],
      ['long_names()', 'SSLError EPERM'],
    ];
    const program = `${prelude}PORT = ${port}
tcp = socket.create_connection(("a.test", PORT))
def over(change):
    context = ssl.create_default_context()
    change(context)
    return context.wrap_socket(socket.create_connection(("a.test", PORT)), server_hostname="a.test")
def many_roots():
    return over(lambda context: setattr(context, "_roots", {b"x" * 1000 + str(i).encode(): True for i in range(1000)}))
def long_names():
    return over(lambda context: setattr(context, "_alpn", b"\\x00" * 60000))
${attempts.map(([call]) => `attempt(lambda: ${call})\n`).join('')}`;
    sandbox.writeFile('/tmp/program.py', program);
    const { stdout, stderr } = await sandbox.run('python3 /tmp/program.py', { timeoutMs: 60_000 });
    const ends = stdout.split('\n');
    expect(stderr).toBe('');
    expect(attempts.map(([call], i) => [call, ends[i]])).toEqual(attempts);
    expect(seen).toEqual([]);
    server.close();
  });

  it('what asks for TLS and is not sent is forgotten', async () => {
    const sandbox = await create({ network: { allow: ['a.test:*'], hosts: { 'a.test': '127.0.0.1' } } });
    const program = `
import socket, ssl
import _wasmsand_socket
context = ssl.create_default_context()
for i in range(2000):
    made = context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="a.test")
    try:
        made.do_handshake()
    except ssl.SSLWantWriteError:
        pass
del made
print(len(_wasmsand_socket.first_bytes))`;
    sandbox.writeFile('/tmp/program.py', program);
    expect((await sandbox.run('python3 /tmp/program.py')).stdout).toBe('0\n');
  });
});
