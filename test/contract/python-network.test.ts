// Servers of Python's in a sandbox, which the sandbox and the host reach.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';
import { printed, python } from './python-program.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
beforeEach((context) => skipWithout(context, 'python3 curl'));
/** Runs a server of Python's in the background, and resolves when something listens at the port. */
async function serve(sandbox: Sandbox, program: string, port: number): Promise<void> {
  sandbox.writeFile('/tmp/server.py', program);
  await sandbox.run(
    `python3 /tmp/server.py >/tmp/said 2>&1 & until python3 -c 'import socket; socket.create_connection(("127.0.0.1", ${port}))' 2>/dev/null; do :; done`,
    { timeoutMs: 60_000 },
  );
}

const httpServer = `
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = f"{self.path} of {self.headers['Host']}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))[::-1]
        self.send_response(201)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
HTTPServer(("127.0.0.1", 8000), Handler).serve_forever()
`;

describe('servers in Python', () => {
  it('answer programs of the sandbox, and the host', async () => {
    const sandbox = await create();
    await serve(sandbox, httpServer, 8000);
    expect(await sandbox.run('curl -s http://127.0.0.1:8000/a')).toMatchObject(printed('/a of 127.0.0.1:8000'));
    expect(await (await sandbox.fetch(8000, '/b')).text()).toBe('/b of localhost:8000');
    const posted = await sandbox.fetch(8000, '/', { method: 'POST', body: 'abc' });
    expect([posted.status, await posted.text()]).toEqual([201, 'cba']);
    const program = `
import urllib.request, urllib.error, http.client
print(urllib.request.urlopen("http://localhost:8000/c").read())
connection = http.client.HTTPConnection("127.0.0.1", 8000)
for path in ("/1", "/2"):
    connection.request("GET", path)
    print(connection.getresponse().read())
print(urllib.request.urlopen("http://127.0.0.1:8000/", data=b"xyz").status)
try:
    urllib.request.urlopen(urllib.request.Request("http://127.0.0.1:8000/", method="PUT"))
except urllib.error.HTTPError as error:
    print(error)`;
    expect(await python(sandbox, program)).toEqual(
      printed(
        "b'/c of localhost:8000'\nb'/1 of 127.0.0.1:8000'\nb'/2 of 127.0.0.1:8000'\n201\nHTTP Error 501: Unsupported method ('PUT')\n",
      ),
    );
  });

  it('can use the standard modules: files, xmlrpc, wsgiref, socketserver', async () => {
    const sandbox = await create();
    const program = `
import threading, os
from http.server import HTTPServer, SimpleHTTPRequestHandler
from socketserver import BaseRequestHandler, StreamRequestHandler, TCPServer, UDPServer, UnixStreamServer
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer
import selectors
SimpleHTTPRequestHandler.log_message = WSGIRequestHandler.log_message = lambda *_: None
os.makedirs("/tmp/files", exist_ok=True)
os.chdir("/tmp/files")
with open("page.txt", "w") as file:
    file.write("a file")
class Echo(StreamRequestHandler):
    def handle(self):
        self.wfile.write(self.rfile.readline().upper())
class Datagram(BaseRequestHandler):
    def handle(self):
        data, socket = self.request
        socket.sendto(data[::-1], self.client_address)
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["PATH_INFO"].encode()]
SimpleXMLRPCRequestHandler.log_message = lambda *_: None
rpc = SimpleXMLRPCServer(("127.0.0.1", 8003), allow_none=True)
rpc.register_function(pow)
web = WSGIServer(("127.0.0.1", 8004), WSGIRequestHandler)
web.set_app(application)
servers = [HTTPServer(("127.0.0.1", 8001), SimpleHTTPRequestHandler), TCPServer(("127.0.0.1", 8002), Echo), rpc, web,
           UDPServer(("127.0.0.1", 8005), Datagram), UnixStreamServer("/tmp/files/socket", Echo), TCPServer(("127.0.0.1", 8000), Echo)]
with selectors.DefaultSelector() as selector:
    for server in servers:
        selector.register(server, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            key.fileobj.handle_request()
`;
    await serve(sandbox, program, 8000);
    expect(
      await python(
        sandbox,
        `
import socket, urllib.request, xmlrpc.client
print(urllib.request.urlopen("http://127.0.0.1:8001/page.txt").read())
print(b'page.txt' in urllib.request.urlopen("http://127.0.0.1:8001/").read())
for family, address in ((socket.AF_INET, ("127.0.0.1", 8002)), (socket.AF_UNIX, "/tmp/files/socket")):
    with socket.socket(family) as client:
        client.connect(address)
        client.sendall(b"line\\n")
        print(client.makefile().read())
print(xmlrpc.client.ServerProxy("http://127.0.0.1:8003").pow(2, 100 - 70))
print(urllib.request.urlopen("http://127.0.0.1:8004/wsgi").read())
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
    client.sendto(b"abc", ("127.0.0.1", 8005))
    print(client.recv(10))`,
      ),
    ).toEqual(printed("b'a file'\nTrue\nLINE\n\nLINE\n\n1073741824\nb'/wsgi'\nb'cba'\n"));
  });

  it('serve mail and files to the clients of the standard library', async () => {
    const sandbox = await create();
    const program = `
import asyncio
async def mail(reader, writer):
    async def say(line):
        writer.write(line + b"\\r\\n")
        await writer.drain()
    await say(b"220 here")
    while line := await reader.readline():
        if line.upper().startswith(b"DATA"):
            await say(b"354 go on")
            lines = []
            while (line := await reader.readline()) != b".\\r\\n":
                lines.append(line)
            with open("/tmp/mail", "wb") as file:
                file.write(b"".join(lines))
        if line.upper().startswith(b"QUIT"):
            await say(b"221 bye")
            break
        await say(b"250 well")
    writer.close()
async def files(reader, writer):
    async def say(line):
        writer.write(line + b"\\r\\n")
        await writer.drain()
    await say(b"220 here")
    arrived = asyncio.Queue()
    while line := await reader.readline():
        word = line.split()[0].upper()
        if word == b"EPSV" or word == b"PASV":
            data = await asyncio.start_server(lambda r, w: arrived.put_nowait((r, w)), "127.0.0.1", 0)
            port = data.sockets[0].getsockname()[1]
            await say(b"227 Entering Passive Mode (127,0,0,1,%d,%d)" % divmod(port, 256))
        elif word in (b"RETR", b"STOR"):
            await say(b"150 now")
            r, w = await arrived.get()
            if word == b"RETR":
                w.write(b"what the server has")
            else:
                with open("/tmp/stored", "wb") as file:
                    file.write(await r.read())
            w.close()
            await say(b"226 done")
        elif word == b"QUIT":
            await say(b"221 bye")
            break
        else:
            await say({b"USER": b"331 who", b"PASS": b"230 you", b"PWD": b'257 "/"'}.get(word, b"200 well"))
    writer.close()
async def main():
    await asyncio.start_server(mail, "127.0.0.1", 2525)
    await asyncio.start_server(files, "127.0.0.1", 2121)
    async with await asyncio.start_server(mail, "127.0.0.1", 8000) as last:
        await last.serve_forever()
asyncio.run(main())
`;
    await serve(sandbox, program, 8000);
    expect(
      await python(
        sandbox,
        `
import ftplib, io, smtplib
from email.message import EmailMessage
from email import message_from_binary_file, policy
message = EmailMessage()
message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "Größe"
message.set_content("Hello.\\n")
message.add_attachment(b"\\0\\1", maintype="application", subtype="octet-stream", filename="bytes")
with smtplib.SMTP("127.0.0.1", 2525) as server:
    print(server.send_message(message))
with open("/tmp/mail", "rb") as file:
    got = message_from_binary_file(file, policy=policy.default)
print(got["Subject"], got.get_body().get_content(), [part.get_content() for part in got.iter_attachments()])
with ftplib.FTP() as ftp:
    ftp.connect("127.0.0.1", 2121)
    print(ftp.login("you", "word"), ftp.pwd())
    parts = []
    print(ftp.retrbinary("RETR it", parts.append), parts)
    print(ftp.storbinary("STOR it", io.BytesIO(b"sent")))
print(open("/tmp/stored").read())`,
      ),
    ).toEqual(
      printed("{}\nGröße Hello.\n [b'\\x00\\x01']\n230 you /\n226 done [b'what the server has']\n226 done\nsent\n"),
    );
  });

  it('answer for fifty sandboxes at once', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 50 }, () => create()));
    const answers = await Promise.all(
      sandboxes.map(async (sandbox, i) => {
        await serve(sandbox, httpServer, 8000);
        return (await sandbox.fetch(8000, `/${i}`)).text();
      }),
    );
    expect(answers).toEqual(sandboxes.map((_, i) => `/${i} of localhost:8000`));
  }, 300_000);
});
