"""asyncio's loop where there are no other threads, no pidfd, and TLS is the host's."""

import asyncio
import os
import signal
import sys
from asyncio import base_events, constants, events, futures, selector_events, unix_events
from asyncio.log import logger

_Loop = unix_events._UnixSelectorEventLoop


class ChildWatcher:
    """Waits for children as SIGCHLD comes; and looks now and then, as the program may have a handler of its own."""

    _INTERVAL = 0.2

    def __init__(self):
        self._children = {}
        self._timer = None
        self._has_handler = False
        self.is_used = False

    def add_child_handler(self, pid, callback, *args):
        loop = events.get_running_loop()
        self._children[pid] = (loop, callback, args)
        self.is_used = True
        self._listen(loop)
        loop.call_soon(self.reap)

    def _listen(self, loop):
        if signal.getsignal(signal.SIGCHLD) is signal.SIG_DFL:
            signal.signal(signal.SIGCHLD, unix_events._sighandler_noop)
            self._has_handler = True
        signal.set_wakeup_fd(loop._csock.fileno())
        if self._timer is None:
            self._timer = loop.call_later(self._INTERVAL, self._look, loop)

    def _look(self, loop):
        self._timer = None
        self.reap()
        if self._children and not loop.is_closed():
            self._listen(loop)

    def reap(self):
        for pid in list(self._children):
            try:
                found, status = os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                # Somebody else has waited for it.
                found, code = pid, 255
                logger.warning("child process pid %d exit status already read:  will report returncode 255", pid)
            else:
                code = unix_events.waitstatus_to_exitcode(status)
            if found == pid:
                loop, callback, args = self._children.pop(pid)
                if not self._children:
                    self._stop(loop)
                if not loop.is_closed():
                    callback(pid, code, *args)

    def close(self, loop):
        self._children.clear()
        self._stop(loop)

    def _stop(self, loop):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._has_handler and signal.getsignal(signal.SIGCHLD) is unix_events._sighandler_noop:
            if signal.SIGCHLD not in loop._signal_handlers:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._has_handler = False
        if not loop._signal_handlers:
            signal.set_wakeup_fd(-1)


_own_close = _Loop.close
_own_handle_signal = _Loop._handle_signal


def _child_watcher_callback(self, pid, returncode, transp):
    # At once: nobody may send a signal to a number that is free again.
    transp._process_exited(returncode)


def close(self):
    # Its socket is gone then: no signal may be written to it.
    if self._watcher.is_used and not self.is_closed() and not sys.is_finalizing():
        self._watcher.close(self)
    _own_close(self)


def _handle_signal(self, sig):
    if sig == signal.SIGCHLD:
        self._watcher.reap()
    _own_handle_signal(self, sig)


# --- TLS ---


class _TlsTransport(selector_events._SelectorSocketTransport):
    """Over a socket whose TLS has been made."""

    _sendfile_compatible = constants._SendfileMode.FALLBACK

    def can_write_eof(self):
        return False

    def write_eof(self):
        raise NotImplementedError


def _no_servers():
    import _wasmsand_tls

    return _wasmsand_tls.no_servers()


async def _handshake(loop, fd, sslcontext, server_hostname, timeout):
    """The connection of a socket becomes one of TLS; what transports tell of it."""
    import ssl

    import _wasmsand_tls
    from _wasmsand_ssl_socket import _check_hostname

    if timeout is None:
        timeout = constants.SSL_HANDSHAKE_TIMEOUT
    elif timeout <= 0:
        raise ValueError(f"ssl_handshake_timeout should be a positive number, got {timeout}")
    if sslcontext is None or isinstance(sslcontext, bool):
        sslcontext = ssl.create_default_context()
        if not server_hostname:
            sslcontext.check_hostname = False
    name = sslcontext._encode_hostname(server_hostname or None)
    _check_hostname(sslcontext, name)
    connection = _wasmsand_tls.Connection(sslcontext, name)
    connection.ask(fd)
    try:
        async with asyncio.timeout(timeout):
            while not connection.take_answer(fd):
                answered = loop.create_future()
                loop._add_writer(fd, futures._set_result_unless_cancelled, answered, None)
                try:
                    await answered
                finally:
                    loop._remove_writer(fd)
    except TimeoutError:
        raise ConnectionAbortedError(
            f"SSL handshake is taking longer than {timeout} seconds: aborting the connection"
        ) from None
    made = sslcontext.sslobject_class._over(connection)
    return {
        "sslcontext": sslcontext,
        "ssl_object": made,
        "peercert": made.getpeercert(),
        "cipher": made.cipher(),
        "compression": None,
    }


_own_create = base_events.BaseEventLoop._create_connection_transport


async def _create_connection_transport(
    self, sock, protocol_factory, ssl, server_hostname, server_side=False, ssl_handshake_timeout=None, ssl_shutdown_timeout=None
):
    if not ssl:
        return await _own_create(self, sock, protocol_factory, ssl, server_hostname, server_side=server_side)
    try:
        if server_side:
            raise _no_servers()
        sock.setblocking(False)
        told = await _handshake(self, sock.fileno(), ssl, server_hostname, ssl_handshake_timeout)
    except BaseException:
        sock.close()
        raise
    protocol = protocol_factory()
    waiter = self.create_future()
    transport = _TlsTransport(self, sock, protocol, waiter, told)
    try:
        await waiter
    except BaseException:
        transport.close()
        raise
    return transport, protocol


async def start_tls(
    self, transport, protocol, sslcontext, *, server_side=False, server_hostname=None, ssl_handshake_timeout=None,
    ssl_shutdown_timeout=None,
):  # fmt: skip
    """Upgrade transport to TLS: it has to be the first that is asked of its connection."""
    import ssl

    if not isinstance(sslcontext, ssl.SSLContext):
        raise TypeError(f"sslcontext is expected to be an instance of ssl.SSLContext, got {sslcontext!r}")
    if not isinstance(transport, selector_events._SelectorSocketTransport):
        raise TypeError(f"transport {transport!r} is not supported by start_tls()")
    transport.pause_reading()
    try:
        if server_side:
            raise _no_servers()
        told = await _handshake(self, transport._sock_fd, sslcontext, server_hostname, ssl_handshake_timeout)
    except BaseException:
        transport.close()
        raise
    transport._extra.update(told)
    transport.set_protocol(protocol)
    transport.__class__ = _TlsTransport
    transport.resume_reading()
    return transport


def _make_ssl_transport(self, rawsock, protocol, sslcontext, waiter=None, **settings):
    raise _no_servers()


def _refusing(name):
    own = getattr(_Loop, name)

    async def refuse(self, protocol_factory, *args, ssl=None, **settings):
        if ssl is not None:
            raise _no_servers()
        return await own(self, protocol_factory, *args, **settings)

    refuse.__name__, refuse.__qualname__, refuse.__doc__ = name, own.__qualname__, own.__doc__
    return refuse


def install():
    unix_events.can_use_pidfd = lambda: False
    unix_events._ThreadedChildWatcher = ChildWatcher
    methods = (close, _handle_signal, _child_watcher_callback, _create_connection_transport, start_tls, _make_ssl_transport)
    for method in (*methods, _refusing("create_server"), _refusing("create_unix_server")):
        setattr(_Loop, method.__name__, method)
