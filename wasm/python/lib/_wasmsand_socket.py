"""Sockets as Linux has them, where CPython's own module was built without IPv6 and with other errno numbers."""

import _socket
import os
import select
import time

import _wasmsand
import _wasmsand_addresses as addresses
import _wasmsand_socket_constants as constants

_syscall = _wasmsand.syscall

# Numbers of the kernel's calls: native/abi/abi.json.
_SOCKETPAIR, _BIND, _CONNECT, _GETSOCKNAME, _GETPEERNAME, _SENDTO, _RECVFROM = 199, 200, 203, 204, 205, 206, 207
_GETSOCKOPT, _SENDMSG, _RECVMSG, _ACCEPT4 = 209, 211, 212, 242
_AF_UNIX, _AF_INET, _AF_INET6 = 1, 2, 10
_SOL_SOCKET, _SO_ERROR, _SOCK_STREAM, _CLOEXEC = 1, 4, 1, 0o2000000
_EINTR, _EAGAIN, _EINPROGRESS, _EISCONN = 4, 11, 115, 106

_Socket = _socket.socket
# The families that it was built without.
_OWN = (_AF_UNIX, _AF_INET6)

# What the first bytes on a socket ask for: the bytes, and what is then called with the descriptor (_wasmsand_tls).
first_bytes = {}


def _checked(result):
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result


class socket(_Socket):
    """What CPython's own does not do is done here by the kernel's calls: addresses of IPv6 and of files, and errno as a number."""

    __module__ = "_socket"
    __slots__ = ()

    def _wait(self, call, events):
        """Calls until it neither would block nor was interrupted, within the socket's timeout; the answer, or an errno as a negative number."""
        timeout = self.gettimeout()
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            result = call()
            if result == -_EINTR:
                continue
            if result != -_EAGAIN or timeout == 0:
                return result
            self._wait_for(events, deadline)

    def _wait_for(self, events, deadline):
        poll = select.poll()
        poll.register(self.fileno(), events)
        left = None if deadline is None else max(deadline - time.monotonic(), 0)
        if not poll.poll(None if left is None else left * 1000):
            raise TimeoutError("timed out")

    def bind(self, address, /):
        if self.family not in _OWN:
            return super().bind(address)
        name = addresses.encode(self.family, address, "bind")
        _checked(_syscall(_BIND, self.fileno(), name, len(name)))

    def _connect(self, address, caller):
        name = addresses.encode(self.family, address, caller)
        result = _syscall(_CONNECT, self.fileno(), name, len(name))
        timeout = self.gettimeout()
        # One that a signal has interrupted goes on.
        if result != -_EINTR and (result != -_EINPROGRESS or timeout == 0):
            return -result
        self._wait_for(select.POLLOUT, None if timeout is None else time.monotonic() + timeout)
        return self.getsockopt(_SOL_SOCKET, _SO_ERROR)

    def connect(self, address, /):
        if self.family not in _OWN:
            return super().connect(address)
        _checked(-self._connect(address, "connect"))

    def connect_ex(self, address, /):
        if self.family not in _OWN:
            return _wasmsand.linux_errno(super().connect_ex(address))
        try:
            return self._connect(address, "connect_ex")
        except TimeoutError:
            return _EAGAIN

    def _accept(self):
        if self.family not in _OWN:
            return super()._accept()
        room = addresses.Room()
        call = lambda: _syscall(_ACCEPT4, self.fileno(), room.name, room.length, _CLOEXEC)
        return _checked(self._wait(call, select.POLLIN)), room.address()

    def _name(self, call):
        room = addresses.Room()
        _checked(_syscall(call, self.fileno(), room.name, room.length))
        return room.address()

    def getsockname(self):
        return self._name(_GETSOCKNAME) if self.family in _OWN else super().getsockname()

    def getpeername(self):
        return self._name(_GETPEERNAME) if self.family in _OWN else super().getpeername()

    def getsockopt(self, level, option, buflen=0, /):
        if (level, option, buflen) != (_SOL_SOCKET, _SO_ERROR, 0):
            return super().getsockopt(level, option, buflen)
        value = bytearray(4)
        _checked(_syscall(_GETSOCKOPT, self.fileno(), level, option, value, (4).to_bytes(4, "little")))
        return int.from_bytes(value, "little")

    def send(self, data, flags=0, /):
        if first_bytes and (begin := first_bytes.pop(bytes(data[:64]), None)) is not None:
            begin(self)
            return len(data)
        return super().send(data, flags)

    def sendall(self, data, flags=0, /):
        if first_bytes and (begin := first_bytes.pop(bytes(data[:64]), None)) is not None:
            return begin(self)
        return super().sendall(data, flags)

    def sendto(self, data, *arguments):
        if self.family not in _OWN or not 1 <= len(arguments) <= 2:
            return super().sendto(data, *arguments)
        name = addresses.encode(self.family, arguments[-1], "sendto")
        flags = arguments[0] if len(arguments) == 2 else 0
        data = bytes(memoryview(data))
        call = lambda: _syscall(_SENDTO, self.fileno(), data, len(data), flags, name, len(name))
        return _checked(self._wait(call, select.POLLOUT))

    def recvfrom(self, size, flags=0, /):
        if self.family not in _OWN:
            return super().recvfrom(size, flags)
        if size < 0:
            raise ValueError("negative buffersize in recvfrom")
        data = bytearray(size)
        count, address = self._receive(data, flags)
        return bytes(data[:count]), address

    def _receive(self, data, flags):
        room = addresses.Room()
        call = lambda: _syscall(_RECVFROM, self.fileno(), data, len(data), flags, room.name, room.length)
        count = _checked(self._wait(call, select.POLLIN))
        return min(count, len(data)), room.address()

    def recvfrom_into(self, buffer, nbytes=0, flags=0):
        if self.family not in _OWN:
            return super().recvfrom_into(buffer, nbytes, flags)
        with memoryview(buffer) as view, view.cast("B") as into:
            if nbytes < 0:
                raise ValueError("negative buffersize in recvfrom_into")
            if nbytes > len(into):
                raise ValueError("nbytes is greater than the length of the buffer")
            data = bytearray(nbytes or len(into))
            count, address = self._receive(data, flags)
            into[:count] = data[:count]
        return count, address

    def sendmsg(self, buffers, ancdata=(), flags=0, address=None, /):
        if self.family not in _OWN:
            arguments = (buffers, ancdata, flags) if address is None else (buffers, ancdata, flags, address)
            return super().sendmsg(*arguments)
        name = b"" if address is None else addresses.encode(self.family, address, "sendmsg")
        message = addresses.Message([bytes(memoryview(part)) for part in tuple(buffers)], name, addresses.encode_control(ancdata))
        call = lambda: _syscall(_SENDMSG, self.fileno(), message.header, flags)
        return _checked(self._wait(call, select.POLLOUT))

    def recvmsg(self, bufsize, ancbufsize=0, flags=0, /):
        if self.family not in _OWN:
            return super().recvmsg(bufsize, ancbufsize, flags)
        if bufsize < 0:
            raise ValueError("negative buffer size in recvmsg()")
        data = bytearray(bufsize)
        count, *rest = self._receive_message([data], ancbufsize, flags)
        return bytes(data[:count]), *rest

    def recvmsg_into(self, buffers, ancbufsize=0, flags=0, /):
        if self.family not in _OWN:
            return super().recvmsg_into(buffers, ancbufsize, flags)
        views = [memoryview(part).cast("B") for part in tuple(buffers)]
        parts = [bytearray(len(view)) for view in views]
        count, *rest = self._receive_message(parts, ancbufsize, flags)
        left = count
        for view, part in zip(views, parts):
            view[: min(left, len(part))] = part[: min(left, len(part))]
            left -= min(left, len(part))
        return count, *rest

    def _receive_message(self, parts, control_size, flags):
        if control_size < 0:
            raise ValueError("invalid ancillary data buffer length")
        message = addresses.Message(parts, bytearray(128), bytearray(control_size))
        call = lambda: _syscall(_RECVMSG, self.fileno(), message.header, flags)
        count = _checked(self._wait(call, select.POLLIN))
        control, told, address = message.answer()
        return min(count, sum(map(len, parts))), control, told, address


def socketpair(family=_AF_UNIX, type=_SOCK_STREAM, proto=0, /):
    """socketpair([family[, type [, proto]]]) -> (socket object, socket object)"""
    pair = bytearray(8)
    _checked(_syscall(_SOCKETPAIR, _AF_UNIX if family is None else family, type | _CLOEXEC, proto, pair))
    kind = type & ~(_CLOEXEC | constants.NUMBERS["SOCK_NONBLOCK"])
    made = [socket(family, kind, proto, int.from_bytes(pair[at : at + 4], "little")) for at in (0, 4)]
    timeout = 0 if type & constants.NUMBERS["SOCK_NONBLOCK"] else _socket.getdefaulttimeout()
    for end in made:
        end.settimeout(timeout)
    return tuple(made)


def if_nameindex():
    """Returns a list of network interface information (index, name) tuples."""
    # The kernel has no other, nor calls that would tell of it.
    return [(1, "lo")]


def if_nametoindex(oname, /):
    """Returns the interface index corresponding to the interface name."""
    if os.fsdecode(oname) != "lo":
        raise OSError(19, os.strerror(19))
    return 1


def if_indextoname(if_index, /):
    """Returns the interface name corresponding to the interface index."""
    if if_index < 0:
        raise ValueError("Cannot convert negative int")
    if if_index > 0xFFFFFFFF:
        raise OverflowError("Python int too large to convert to C unsigned int")
    if if_index != 1:
        raise OSError(6, os.strerror(6))
    return "lo"


def sendfile(out_fd, in_fd, offset, count):
    """Copy count bytes from file descriptor in_fd to file descriptor out_fd."""
    at = None if offset is None else bytearray(offset.to_bytes(8, "little", signed=True))
    while True:
        result = _syscall(71, out_fd, in_fd, 0 if at is None else at, count)
        if result != -_EINTR:
            return _checked(result)


def install():
    import posix

    functions = (socketpair, if_nameindex, if_nametoindex, if_indextoname)
    functions += (addresses.getaddrinfo, addresses.gethostbyname_ex, addresses.gethostbyaddr)
    functions += (addresses.inet_pton, addresses.inet_ntop)
    for function in functions:
        function.__module__ = "_socket"
        setattr(_socket, function.__name__, function)
    for name, number in constants.NUMBERS.items():
        setattr(_socket, name, number)
    _socket.socket = _socket.SocketType = socket
    _socket.has_ipv6 = True
    if not hasattr(posix, "sendfile"):
        sendfile.__module__ = "posix"
        posix.sendfile = os.sendfile = sendfile
