# Which descriptors go on to other programs: none that were not asked to.
import fcntl, os, socket, subprocess, sys, tempfile

path = os.path.join(tempfile.mkdtemp(), "file")
r, w = os.pipe()
one = os.open(path, os.O_RDWR | os.O_CREAT)
made = [r, w, one, os.dup(one), fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 3)]
files = [open(path), open(path, "wb"), tempfile.TemporaryFile()]
sockets = [socket.socket(), socket.socket(socket.AF_INET6), socket.socket(socket.AF_UNIX), *socket.socketpair(), socket.socket().dup()]
server = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(server.getsockname())
six = socket.create_server(("::1", 0), family=socket.AF_INET6)
sockets += [server, client, server.accept()[0], six, socket.create_connection(six.getsockname()[:2]), six.accept()[0]]
numbers = made + [file.fileno() for file in files + sockets]
print([os.get_inheritable(fd) for fd in numbers])
for fd in numbers:
    os.set_inheritable(fd, True)
print([os.get_inheritable(fd) for fd in numbers])
for fd in numbers:
    os.set_inheritable(fd, False)
print([os.get_inheritable(fd) for fd in numbers], server.get_inheritable())
server.set_inheritable(True)
print(server.get_inheritable(), os.get_inheritable(os.dup2(one, 50)), os.get_inheritable(os.dup2(one, 51, False)))
try:
    os.set_inheritable(999, True)
except OSError as error:
    print(error)
ask = "for fd in %d %d 50 51; do [ -e /proc/self/fd/$fd ] && echo open || echo closed; done" % (server.fileno(), one)
for settings in ({}, {"close_fds": False}, {"pass_fds": [one]}):
    print(settings.keys(), subprocess.check_output(["sh", "-c", ask], text=True, **settings))
