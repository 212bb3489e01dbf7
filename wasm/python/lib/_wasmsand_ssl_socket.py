"""ssl.SSLSocket and ssl.SSLObject: over a connection whose TLS the host makes, bytes are read and written as they are."""

import errno
import os
import select
import socket as sockets
import warnings

import _ssl
import _wasmsand_socket
import _wasmsand_tls as tls

_Socket = sockets.socket


class _Told:
    """What an open connection tells of itself."""

    @property
    def session(self):
        return None

    @session.setter
    def session(self, session):
        raise tls.unsupported("there are no sessions: each connection is the host's")

    session_reused = property(lambda self: False if self._connection.is_open else None)
    server_side = property(lambda self: False)
    server_hostname = property(lambda self: self._connection.server_hostname)

    @property
    def context(self):
        return self._connection.context

    @context.setter
    def context(self, context):
        self._connection.context = context

    def _opened(self):
        return self._connection if self._connection.is_open else None

    def getpeercert(self, binary_form=False):
        if not self._connection.is_open:
            raise ValueError("handshake not done yet")
        return self._connection.certificate(binary_form)

    def get_verified_chain(self):
        return self._connection.chain()

    def get_unverified_chain(self):
        return self._connection.chain()

    def selected_npn_protocol(self):
        warnings.warn("ssl NPN is deprecated, use ALPN instead", DeprecationWarning, stacklevel=2)

    def selected_alpn_protocol(self):
        return self._connection.answer.alpn or None if self._opened() else None

    def cipher(self):
        return self._connection.cipher() if self._opened() else None

    def version(self):
        return self._connection.version() if self._opened() else None

    def shared_ciphers(self):
        return None

    def compression(self):
        return None

    def pending(self):
        return 0

    def get_channel_binding(self, cb_type="tls-unique"):
        raise ValueError(f"{cb_type} channel binding type not implemented")

    def verify_client_post_handshake(self):
        raise tls.no_servers()


def _check_hostname(context, name):
    if context.check_hostname and not name:
        raise ValueError("check_hostname requires server_hostname")
    if name is not None and "\0" in name:
        raise TypeError("embedded null character")
    if name is not None and (not name or name.startswith(".")):
        raise ValueError("server_hostname cannot be an empty string or start with a leading dot.")


class SSLObject(_Told):
    """TLS for programs that carry the bytes themselves (MemoryBIO): the first of them ask for it on the socket they are sent on."""

    __module__ = "ssl"

    def __init__(self, *args, **kwargs):
        raise TypeError(
            f"{self.__class__.__name__} does not have a public constructor. Instances are returned by SSLContext.wrap_bio()."
        )

    @classmethod
    def _create(cls, incoming, outgoing, server_side=False, server_hostname=None, session=None, context=None):
        if server_side:
            raise tls.no_servers()
        _check_hostname(context, server_hostname)
        return cls._over(tls.Connection(context, server_hostname), incoming, outgoing)

    @classmethod
    def _over(cls, connection, incoming=None, outgoing=None):
        self = cls.__new__(cls)
        self._connection, self._incoming, self._outgoing = connection, incoming, outgoing
        self._hello = None
        return self

    def do_handshake(self):
        connection = self._connection
        if connection.is_open:
            return
        if self._hello is None:
            self._hello = tls.announce(connection, self._outgoing)
            raise _ssl.wants(write=True)
        if not connection.is_asked:
            _wasmsand_socket.first_bytes.pop(self._hello, None)
            raise tls.unsupported("TLS is there for sockets only: what this connection is made of is none of the program's")
        try:
            answered = connection.take_answer(connection.fd)
        except BaseException:
            self._let_go()
            raise
        if answered:
            return self._let_go()
        # The caller comes again at once: others that it runs go on meanwhile, but not without a rest.
        poll = select.poll()
        poll.register(connection.fd, select.POLLOUT)
        poll.poll(5)
        raise _ssl.wants(write=True)

    def _let_go(self):
        fd, self._connection.fd = self._connection.fd, -1
        if fd >= 0:
            os.close(fd)

    def __del__(self):
        connection = getattr(self, "_connection", None)
        if connection is not None and getattr(connection, "fd", -1) >= 0:
            self._let_go()
        hello = getattr(self, "_hello", None)
        if hello is not None:
            _wasmsand_socket.first_bytes.pop(hello, None)

    def read(self, len=1024, buffer=None):
        if not self._connection.is_open:
            self.do_handshake()
        data = self._incoming.read(len if buffer is None else min(len or memoryview(buffer).nbytes, memoryview(buffer).nbytes))
        if not data and len != 0 and not self._incoming.eof:
            raise _ssl.wants(write=False)
        if buffer is None:
            return data
        memoryview(buffer).cast("B")[: data.__len__()] = data
        return data.__len__()

    def write(self, data):
        if not self._connection.is_open:
            self.do_handshake()
        return self._outgoing.write(data)

    def unwrap(self):
        """There is nothing to say good-bye with: closing the socket does."""


class SSLSocket(_Told, _Socket):
    """A subtype of socket.socket whose TLS the host makes: SSLContext.wrap_socket() makes one."""

    __module__ = "ssl"

    def __init__(self, *args, **kwargs):
        raise TypeError(
            f"{self.__class__.__name__} does not have a public constructor. Instances are returned by SSLContext.wrap_socket()."
        )

    @classmethod
    def _create(
        cls, sock, server_side=False, do_handshake_on_connect=True, suppress_ragged_eofs=True, server_hostname=None,
        context=None, session=None,
    ):  # fmt: skip
        if sock.getsockopt(sockets.SOL_SOCKET, sockets.SO_TYPE) != sockets.SOCK_STREAM:
            raise NotImplementedError("only stream sockets are supported")
        if server_side:
            if server_hostname:
                raise ValueError("server_hostname can only be specified in client mode")
            raise tls.no_servers()
        if session is not None and not isinstance(session, _ssl.SSLSession):
            raise TypeError("Value is not a SSLSession.")
        name = context._encode_hostname(server_hostname)
        if isinstance(sock, SSLSocket):
            raise tls.unsupported(tls._UNSUPPORTED[errno.EISCONN])
        try:
            sock.getpeername()
            connected = True
        except OSError as error:
            if error.errno not in (errno.ENOTCONN, errno.EINVAL):
                raise
            connected = False
        _check_hostname(context, name)
        timeout = sock.gettimeout()
        self = cls.__new__(cls)
        super(_Told, self).__init__(family=sock.family, type=sock.type, proto=sock.proto, fileno=sock.fileno())
        sock.detach()
        self.settimeout(timeout)
        self._connection = tls.Connection(context, name)
        self._connected = connected
        self.do_handshake_on_connect = do_handshake_on_connect
        self.suppress_ragged_eofs = suppress_ragged_eofs
        try:
            if connected:
                self._begin(timeout)
        except BaseException:
            self.close()
            raise
        return self

    @property
    def _sslobj(self):
        """Libraries ask it what they could ask the socket."""
        return SSLObject._over(self._connection) if self._connected else None

    def _begin(self, timeout):
        if not self.do_handshake_on_connect:
            return
        if timeout == 0.0:
            raise ValueError("do_handshake_on_connect should not be specified for non-blocking sockets")
        self.do_handshake()

    def do_handshake(self, block=False):
        self._check_connected()
        timeout = self.gettimeout()
        tls.handshake(self, self._connection, None if timeout == 0.0 and block else timeout)

    def _check_connected(self):
        if not self._connected:
            self.getpeername()

    def _ready(self):
        """Reading and writing begin with the handshake, as in OpenSSL."""
        self._check_connected()
        if not self._connection.is_open:
            tls.handshake(self, self._connection, self.gettimeout())

    def _transfer(self, write, call, *arguments):
        self._ready()
        try:
            return call(self, *arguments)
        except BlockingIOError:
            raise _ssl.wants(write) from None
        except TimeoutError as error:
            if error.errno is not None:
                raise
            raise TimeoutError(f"The {'write' if write else 'read'} operation timed out") from None

    def _no_flags(self, flags, name):
        if flags != 0:
            raise ValueError(f"non-zero flags not allowed in calls to {name}() on {self.__class__}")

    def read(self, len=1024, buffer=None):
        if buffer is None:
            return self._transfer(False, _Socket.recv, len)
        return self._transfer(False, _Socket.recv_into, buffer, len or 0)

    def write(self, data):
        return self._transfer(True, _Socket.send, data)

    def recv(self, buflen=1024, flags=0):
        self._no_flags(flags, "recv")
        return self.read(buflen)

    def recv_into(self, buffer, nbytes=None, flags=0):
        self._no_flags(flags, "recv_into")
        return self._transfer(False, _Socket.recv_into, buffer, nbytes or 0)

    def send(self, data, flags=0):
        self._no_flags(flags, "send")
        return self.write(data)

    def sendall(self, data, flags=0):
        self._no_flags(flags, "sendall")
        with memoryview(data) as view, view.cast("B") as content:
            sent = 0
            while sent < len(content):
                sent += self.send(content[sent:])

    def sendfile(self, file, offset=0, count=None):
        self._ready()
        return self._sendfile_use_send(file, offset, count)

    def getpeercert(self, binary_form=False):
        self._check_connected()
        return super().getpeercert(binary_form)

    def _refused(self, name):
        self._check_connected()
        raise ValueError(f"{name} not allowed on instances of {self.__class__}")

    def recvfrom(self, buflen=1024, flags=0):
        self._refused("recvfrom")

    def recvfrom_into(self, buffer, nbytes=None, flags=0):
        self._refused("recvfrom_into")

    def sendto(self, data, flags_or_addr, addr=None):
        self._refused("sendto")

    def recvmsg(self, *args, **kwargs):
        raise NotImplementedError(f"recvmsg not allowed on instances of {self.__class__}")

    def recvmsg_into(self, *args, **kwargs):
        raise NotImplementedError(f"recvmsg_into not allowed on instances of {self.__class__}")

    def sendmsg(self, *args, **kwargs):
        raise NotImplementedError(f"sendmsg not allowed on instances of {self.__class__}")

    def dup(self):
        raise NotImplementedError(f"Can't dup() {self.__class__.__name__} instances")

    def unwrap(self):
        """Says that nothing more is written. What is left is the host's still: the socket cannot go on without TLS."""
        if not self._connection.is_open:
            raise ValueError(f"No SSL wrapper around {self}")
        _Socket.shutdown(self, sockets.SHUT_WR)
        plain = _Socket(self.family, self.type, self.proto, fileno=self.detach())
        plain.settimeout(self.timeout)
        return plain

    def _real_connect(self, address, connect_ex):
        if self._connected:
            raise ValueError("attempt to connect already-connected SSLSocket!")
        result = _Socket.connect_ex(self, address) if connect_ex else _Socket.connect(self, address)
        if not result:
            self._connected = True
            if self.do_handshake_on_connect:
                self.do_handshake()
        return result

    def connect(self, addr):
        self._real_connect(addr, False)

    def connect_ex(self, addr):
        return self._real_connect(addr, True)

    def accept(self):
        raise tls.no_servers()
