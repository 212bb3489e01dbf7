import os, sys, signal, subprocess, time, asyncio, socket, select, threading
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### sockets
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(('127.0.0.1', 0)); s.listen(); c = socket.create_connection(s.getsockname()); a, n = s.accept(); c.sendall(b'hello'); print(a.recv(2), a.recv(9, socket.MSG_PEEK), a.recv_into(b := bytearray(9)), b, n[0], c.getpeername() == s.getsockname(), a.family, a.type, s.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE), c.gettimeout()); c.shutdown(socket.SHUT_WR); print(a.recv(1)); a.send(b'x'); a.close(); print(c.recv(5), c.recv(5)); c.settimeout(0.02); s.settimeout(0.02); tries(s.accept); c.setblocking(False); c.close(); tries(c.recv, 1); print(s.fileno() > 2, repr(s)[:57])
### socket errors
s = socket.socket(); tries(s.connect, ('127.0.0.1', 1)); tries(s.connect, 'x'); tries(s.bind, ('127.0.0.1', 99999)); tries(s.recv, 1); s = socket.socket(); tries(s.accept); tries(s.getpeername); tries(socket.socket, 99); tries(socket.socket().bind, ('8.8.8.8', 0)); tries(s.setsockopt, 1, 9999, 1); tries(s.connect, ('256.1.1.1', 1)); tries(socket.inet_aton, 'x'); t = socket.socket(); t.bind(('127.0.0.1', 0)); t.listen(); tries(socket.socket().bind, t.getsockname()); tries(socket.create_connection, ('127.0.0.1', 1), 0.5); tries(s.settimeout, -1); tries(s.sendto, b'', 'x'); tries(socket.socketpair, socket.AF_INET)
### socket pairs and files
a, b = socket.socketpair(); f = a.makefile('rw'); b.sendall(b'l1\nl2\n'); print(f.readline(), f.readline()); f.write('out'); f.flush(); print(b.recv(9), a.family.name); a.setblocking(False); tries(a.recv, 1); n = 0
try:
    while True: n += a.send(b'x' * 65536)
except BlockingIOError as e: print(e, n > 30000)
b.close(); tries(a.makefile('w').write, 5)
### datagrams
a = socket.socket(type=socket.SOCK_DGRAM); a.bind(('127.0.0.1', 0)); b = socket.socket(type=socket.SOCK_DGRAM); b.bind(('127.0.0.1', 0)); b.sendto(b'one', a.getsockname()); b.sendto(b'', a.getsockname()); print(a.recvfrom(2)[0], a.recv(9)); tries(b.sendto, b'x' * 70000, a.getsockname()); b.connect(a.getsockname()); b.send(b'z'); print(a.recvfrom(9)[1] == b.getsockname())
### names
print(socket.gethostbyname('localhost'), socket.getaddrinfo('127.0.0.1', 'http', type=socket.SOCK_STREAM), socket.getservbyname('https'), socket.getservbyport(22), socket.inet_pton(socket.AF_INET6, '::1'), socket.inet_ntop(socket.AF_INET, b'\1\2\3\4'), socket.htons(1), socket.getnameinfo(('127.0.0.1', 80), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV), socket.has_ipv6, socket.getprotobyname('tcp'), socket.if_nameindex()[0], socket.getfqdn('127.0.0.1'), socket.gethostname() != ''); tries(socket.getaddrinfo, 'x', 'nosuchservice'); tries(socket.getservbyname, 'nosuch'); tries(socket.gethostbyname, 'a..b'); tries(socket.getaddrinfo, None, None); tries(socket.gethostbyname, 'x' * 70)
### descriptors by sockets
a, b = socket.socketpair(); r, w = os.pipe(); os.write(w, b'passed'); socket.send_fds(a, [b'm'], [r]); m, f, *_ = socket.recv_fds(b, 9, 2); print(m, os.read(f[0], 9)); s = socket.socket(fileno=a.detach()); print(s.family.name, s.get_inheritable()); print(s.sendmsg([b'a', b'bc']), b.recvmsg(9)[0])
### unix sockets
s = socket.socket(socket.AF_UNIX); s.bind('u'); s.listen(); c = socket.socket(socket.AF_UNIX); c.connect('u'); a, n = s.accept(); c.send(b'q'); print(a.recv(3), repr(n), s.getsockname(), os.stat('u').st_mode & 0o170000 == 0o140000); tries(socket.socket(socket.AF_UNIX).connect, 'none'); tries(socket.socket(socket.AF_UNIX).bind, 'u'); tries(socket.socket(socket.AF_UNIX).bind, 'x' * 200); open('f', 'w'); tries(socket.socket(socket.AF_UNIX).connect, 'f')
### selectors
import selectors
s = selectors.DefaultSelector(); a, b = socket.socketpair(); print(type(s).__name__); s.register(a, selectors.EVENT_READ, 'd'); print(s.select(0)); b.send(b'x'); print([(k.data, m) for k, m in s.select(1)]); tries(s.register, a, 1); s.modify(a, 3); print(s.select(0)[0][1]); s.unregister(a); tries(s.unregister, a); tries(s.register, 99, 1); s.close(); tries(select.select, [63], [], [], 0); tries(select.select, [1], [], [], -1); p = select.poll(); p.register(99); print(p.poll(0)); e = select.epoll(); tries(e.register, 99); tries(e.register, open('f', 'w'), 1); print(e.closed)
### http server
import http.server, urllib.request, urllib.error
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(s): s.send_response(200 if s.path == '/' else 404); s.send_header('Content-Length', '2'); s.end_headers(); s.wfile.write(b'ok')
    def do_POST(s): d = s.rfile.read(int(s.headers['Content-Length'])); s.send_response(201); s.end_headers(); s.wfile.write(d[::-1])
    def log_message(s, f, *a): print(f % a)
h = http.server.HTTPServer(('127.0.0.1', 0), H); u = f'http://127.0.0.1:{h.server_port}'
p = subprocess.Popen(['python3', '-c', f'''import urllib.request, urllib.error
print(urllib.request.urlopen("{u}/").read())
try: urllib.request.urlopen("{u}/x")
except urllib.error.HTTPError as e: print(e, e.code, e.read())
print(urllib.request.urlopen("{u}/", data=b"abc").read())''']); [h.handle_request() for _ in range(3)]; p.wait(); h.server_close()
### http server of files
open('index.html', 'w').write('<p>'); os.mkdir('d')
p = subprocess.Popen(['python3', '-m', 'http.server', '0', '--bind', '127.0.0.1'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | {'PYTHONUNBUFFERED': '1'}); port = p.stdout.readline().split()[5]; import urllib.request; print(urllib.request.urlopen(f'http://127.0.0.1:{port}/').read(), urllib.request.urlopen(f'http://127.0.0.1:{port}/d/').status); tries(urllib.request.urlopen, f'http://127.0.0.1:{port}/none'); p.send_signal(signal.SIGINT); print(p.wait(5))
