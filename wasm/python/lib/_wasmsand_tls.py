"""TLS of the host's making: a socket option asks for it, and from then on what is written and read is plain (wasm/tls)."""

import fcntl
import os
import re
import select
import struct

import _ssl
import _wasmsand
import _wasmsand_certificates as certificates
import _wasmsand_socket

_syscall = _wasmsand.syscall
# Numbers of the kernel's calls and of its socket option: native/abi/abi.json.
_SETSOCKOPT, _GETSOCKOPT, _SOL_TLS, _TLS_HOST = 208, 209, 282, 100
_FORMAT, _DO_NOT_VERIFY, _ANY_NAME = 1, 1, 2
_ANSWER_MOST, _ROOTS_MOST, _REQUEST_MOST = 64 * 1024, 256 * 1024, 512 * 1024
_SUCCESS, _CERTIFICATE, _HANDSHAKE, _DENIED = range(4)
_EINTR, _EACCES, _EINVAL, _ENOTSOCK, _ENOPROTOOPT, _EISCONN, _EINPROGRESS = 4, 13, 22, 88, 92, 106, 115
_HOSTNAME_MISMATCH = 62
_VERSIONS = {0x0303: "TLSv1.2", 0x0304: "TLSv1.3"}

_VERIFY_MESSAGES = {
    2: "unable to get issuer certificate", 3: "unable to get certificate CRL", 4: "unable to decrypt certificate's signature",
    5: "unable to decrypt CRL's signature", 6: "unable to decode issuer public key", 7: "certificate signature failure",
    8: "CRL signature failure", 9: "certificate is not yet valid", 10: "certificate has expired", 11: "CRL is not yet valid",
    12: "CRL has expired", 13: "format error in certificate's notBefore field", 14: "format error in certificate's notAfter field",
    17: "out of memory", 18: "self-signed certificate", 19: "self-signed certificate in certificate chain",
    20: "unable to get local issuer certificate", 21: "unable to verify the first certificate", 22: "certificate chain too long",
    23: "certificate revoked", 25: "path length constraint exceeded", 26: "unsuitable certificate purpose",
    27: "certificate not trusted", 28: "certificate rejected", 66: "EE certificate key too weak", 67: "CA certificate key too weak",
    79: "invalid CA certificate",
}  # fmt: skip
_UNSUPPORTED = {
    _ENOPROTOOPT: "TLS is there for connections out of the sandbox only",
    _ENOTSOCK: "TLS is there for connections out of the sandbox only",
    _EISCONN: "TLS has to begin with the connection: not by way of a proxy",
    _EINVAL: "the host does not take these settings of TLS",
}


def unsupported(words):
    return _ssl.error(words, "UNSUPPORTED")


def no_servers():
    return unsupported("there are no TLS servers in the sandbox")


def _counted(content, size):
    return len(content).to_bytes(size, "little") + content


class _Answer:
    """What the host says of a handshake."""

    def __init__(self, content):
        form, self.status, self.verify_code, self.version = struct.unpack_from("<IIIH", content)
        texts = []
        at = 14
        for _ in range(3):
            length = int.from_bytes(content[at : at + 2], "little")
            texts.append(bytes(content[at + 2 : at + 2 + length]).decode(errors="replace"))
            at += 2 + length
        self.cipher, self.alpn, self.message = texts
        length = int.from_bytes(content[at : at + 4], "little")
        self.certificate = bytes(content[at + 4 : at + 4 + length])
        if form != _FORMAT:
            raise unsupported("the host has not answered as it should")


class Connection:
    """One connection's TLS. `context`: the SSLContext; `server_hostname`: for whom the certificate must be."""

    def __init__(self, context, server_hostname):
        self.context = context
        self.server_hostname = server_hostname
        self.is_asked = False
        self.answer = None
        self._failure = None

    @property
    def is_open(self):
        return self.answer is not None

    def _request(self):
        context = self.context
        verifies = context.verify_mode != _ssl.CERT_NONE
        flags = 0 if verifies else _DO_NOT_VERIFY
        if verifies and not context.check_hostname:
            flags |= _ANY_NAME
        least, most = context.versions_of_host()
        roots = context.roots_of_host() if verifies else b""
        certificate, key = context.own_certificate()
        name = (self.server_hostname or "").rstrip(".").encode("ascii")
        request = struct.pack("<IIHH", _FORMAT, flags, least, most)
        request += _counted(name, 2) + _counted(context.alpn_protocols(), 2)
        request += _counted(roots, 4) + _counted(certificate, 4) + _counted(key, 4)
        if len(roots) > _ROOTS_MOST or len(request) > _REQUEST_MOST:
            raise unsupported("too many certificates for one connection")
        return request

    def ask(self, fd):
        """Asks the host for TLS on the connection of a descriptor, of which nothing has been read or written."""
        request = self._request()
        result = -_EINTR
        while result == -_EINTR:
            result = _syscall(_SETSOCKOPT, fd, _SOL_TLS, _TLS_HOST, request, len(request))
        if -result in _UNSUPPORTED:
            raise unsupported(_UNSUPPORTED[-result])
        if result < 0:
            raise OSError(-result, os.strerror(-result))
        self.is_asked = True

    def ask_later(self, fd):
        """As `ask`; an error comes with the answer."""
        try:
            self.ask(fd)
        except OSError as failure:
            self._failure = failure
            self.is_asked = True

    def take_answer(self, fd):
        """Whether the host has answered. Raises what it has against it."""
        if self._failure is not None:
            raise self._failure
        if self.answer is not None:
            return True
        content = bytearray(_ANSWER_MOST)
        length = bytearray(len(content).to_bytes(4, "little"))
        result = _syscall(_GETSOCKOPT, fd, _SOL_TLS, _TLS_HOST, content, length)
        if result in (-_EINPROGRESS, -_EINTR):
            return False
        if result < 0:
            raise OSError(-result, os.strerror(-result))
        answer = _Answer(content[: int.from_bytes(length, "little")])
        if answer.status != _SUCCESS:
            self._failure = self._error(answer)
            raise self._failure
        self.answer = answer
        return True

    def _error(self, answer):
        if answer.status == _CERTIFICATE:
            return self._certificate_error(answer.verify_code or 1)
        if answer.status == _DENIED:
            return unsupported(answer.message or "denied by the host")
        # "...error:0A00010B:SSL routines:function:wrong version number:file..."
        found = re.search(r"error:[0-9A-F]{8}:SSL routines:[^:]*:([^:\n]+)", answer.message)
        if found:
            return _ssl.error(found[1], re.sub(r"\W", "_", found[1]).upper())
        if answer.status == _HANDSHAKE:
            return _ssl.error(answer.message or "handshake failed")
        return ConnectionResetError(104, os.strerror(104))

    def _certificate_error(self, code):
        name = self.server_hostname
        words = _VERIFY_MESSAGES.get(code, "unspecified certificate verification error")
        if code == _HOSTNAME_MISMATCH and name:
            is_address = re.fullmatch(r"[0-9.]+|.*:.*", name)
            code, what = (64, "IP address") if is_address else (code, "Hostname")
            words = f"{what} mismatch, certificate is not valid for '{name}'."
        failure = _ssl.error(
            f"certificate verify failed: {words}", "CERTIFICATE_VERIFY_FAILED", _ssl.SSLCertVerificationError
        )
        failure.verify_code, failure.verify_message = code, words
        return failure

    # What is known of an open one.

    def certificate(self, binary_form):
        content = self.answer.certificate
        if binary_form or not content:
            return content or None
        return {} if self.context.verify_mode == _ssl.CERT_NONE else certificates.decode(content)

    def chain(self):
        return [self.answer.certificate] if self.answer and self.answer.certificate else []

    def cipher(self):
        name = self.answer.cipher
        bits = 128 if re.search(r"AES_?128", name) else 256
        return name, self.version(), bits

    def version(self):
        return _VERSIONS.get(self.answer.version)


def handshake(sock, connection, timeout):
    """Blocks as the socket does."""
    fd = sock.fileno()
    if not connection.is_asked:
        connection.ask(fd)
    answered = select.poll()
    answered.register(fd, select.POLLOUT)
    while not connection.take_answer(fd):
        if timeout == 0:
            raise _ssl.wants(write=True)
        if not answered.poll(None if timeout is None else timeout * 1000):
            raise TimeoutError("_ssl.c: The handshake operation timed out")


_HELLO = b"wasmsand: TLS "


def announce(connection, outgoing):
    """Writes what, sent as a socket's first bytes, asks for TLS on that socket: for programs that have the bytes carried by others."""
    hello = _HELLO + os.urandom(24).hex().encode()

    def begin(sock):
        # A duplicate, so that the number stays that socket's.
        connection.fd = fcntl.fcntl(sock.fileno(), fcntl.F_DUPFD_CLOEXEC, 3)
        connection.ask_later(connection.fd)

    _wasmsand_socket.first_bytes[hello] = begin
    outgoing.write(hello)
    return hello
