"""What ssl is made of: the numbers and errors of OpenSSL's interface. TLS itself is the host's (_wasmsand_tls)."""

import os

_PROTOCOLS = {
    "PROTOCOL_SSLv23": 2, "PROTOCOL_TLS": 2, "PROTOCOL_TLS_CLIENT": 16, "PROTOCOL_TLS_SERVER": 17, "PROTOCOL_TLSv1": 3,
    "PROTOCOL_TLSv1_1": 4, "PROTOCOL_TLSv1_2": 5, "PROTO_MINIMUM_SUPPORTED": -2, "PROTO_MAXIMUM_SUPPORTED": -1,
    "PROTO_SSLv3": 768, "PROTO_TLSv1": 769, "PROTO_TLSv1_1": 770, "PROTO_TLSv1_2": 771, "PROTO_TLSv1_3": 772,
}  # fmt: skip
_OPTIONS = {
    "OP_ALL": 0x80000050, "OP_CIPHER_SERVER_PREFERENCE": 1 << 22, "OP_ENABLE_KTLS": 8, "OP_ENABLE_MIDDLEBOX_COMPAT": 1 << 20,
    "OP_IGNORE_UNEXPECTED_EOF": 1 << 7, "OP_LEGACY_SERVER_CONNECT": 4, "OP_NO_COMPRESSION": 1 << 17,
    "OP_NO_RENEGOTIATION": 1 << 30, "OP_NO_SSLv2": 0, "OP_NO_SSLv3": 1 << 25, "OP_NO_TICKET": 1 << 14, "OP_NO_TLSv1": 1 << 26,
    "OP_NO_TLSv1_1": 1 << 28, "OP_NO_TLSv1_2": 1 << 27, "OP_NO_TLSv1_3": 1 << 29, "OP_SINGLE_DH_USE": 0,
    "OP_SINGLE_ECDH_USE": 0,
}  # fmt: skip
_VERIFYING = {
    "CERT_NONE": 0, "CERT_OPTIONAL": 1, "CERT_REQUIRED": 2, "VERIFY_DEFAULT": 0, "VERIFY_CRL_CHECK_LEAF": 4,
    "VERIFY_CRL_CHECK_CHAIN": 12, "VERIFY_X509_STRICT": 32, "VERIFY_ALLOW_PROXY_CERTS": 64,
    "VERIFY_X509_TRUSTED_FIRST": 32768, "VERIFY_X509_PARTIAL_CHAIN": 524288, "HOSTFLAG_ALWAYS_CHECK_SUBJECT": 1,
    "HOSTFLAG_NO_WILDCARDS": 2, "HOSTFLAG_NO_PARTIAL_WILDCARDS": 4, "HOSTFLAG_MULTI_LABEL_WILDCARDS": 8,
    "HOSTFLAG_SINGLE_LABEL_SUBDOMAINS": 16, "HOSTFLAG_NEVER_CHECK_SUBJECT": 32, "ENCODING_PEM": 257, "ENCODING_DER": 258,
}  # fmt: skip
_ERRORS = {
    "SSL_ERROR_SSL": 1, "SSL_ERROR_WANT_READ": 2, "SSL_ERROR_WANT_WRITE": 3, "SSL_ERROR_WANT_X509_LOOKUP": 4,
    "SSL_ERROR_SYSCALL": 5, "SSL_ERROR_ZERO_RETURN": 6, "SSL_ERROR_WANT_CONNECT": 7, "SSL_ERROR_EOF": 8,
    "SSL_ERROR_INVALID_ERROR_CODE": 10,
}  # fmt: skip
_ALERTS = {
    "CLOSE_NOTIFY": 0, "UNEXPECTED_MESSAGE": 10, "BAD_RECORD_MAC": 20, "RECORD_OVERFLOW": 22, "DECOMPRESSION_FAILURE": 30,
    "HANDSHAKE_FAILURE": 40, "BAD_CERTIFICATE": 42, "UNSUPPORTED_CERTIFICATE": 43, "CERTIFICATE_REVOKED": 44,
    "CERTIFICATE_EXPIRED": 45, "CERTIFICATE_UNKNOWN": 46, "ILLEGAL_PARAMETER": 47, "UNKNOWN_CA": 48, "ACCESS_DENIED": 49,
    "DECODE_ERROR": 50, "DECRYPT_ERROR": 51, "PROTOCOL_VERSION": 70, "INSUFFICIENT_SECURITY": 71, "INTERNAL_ERROR": 80,
    "USER_CANCELLED": 90, "NO_RENEGOTIATION": 100, "UNSUPPORTED_EXTENSION": 110, "CERTIFICATE_UNOBTAINABLE": 111,
    "UNRECOGNIZED_NAME": 112, "BAD_CERTIFICATE_STATUS_RESPONSE": 113, "BAD_CERTIFICATE_HASH_VALUE": 114,
    "UNKNOWN_PSK_IDENTITY": 115,
}  # fmt: skip
globals().update(_PROTOCOLS | _OPTIONS | _VERIFYING | _ERRORS)
globals().update({f"ALERT_DESCRIPTION_{name}": number for name, number in _ALERTS.items()})

# Libraries look for the words at the beginning.
OPENSSL_VERSION = "OpenSSL 3.0.0 (TLS of the host)"
OPENSSL_VERSION_INFO = _OPENSSL_API_VERSION = (3, 0, 0, 0, 0)
OPENSSL_VERSION_NUMBER = 0x30000000
_DEFAULT_CIPHERS = "@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM"
HAS_SNI = HAS_ECDH = HAS_ALPN = HAS_TLSv1_2 = HAS_TLSv1_3 = True
HAS_NPN = HAS_SSLv2 = HAS_SSLv3 = HAS_TLSv1 = HAS_TLSv1_1 = HAS_PSK = HAS_PSK_TLS13 = HAS_PHA = HAS_TLS_UNIQUE = False


class SSLError(OSError):
    """An error occurred in the SSL implementation."""

    __module__ = "ssl"
    library = reason = None

    def __str__(self):
        return self.strerror if isinstance(self.strerror, str) else str(self.args)


def _error_class(name, doc, *bases):
    return type(name, bases or (SSLError,), {"__module__": "ssl", "__doc__": doc})


SSLZeroReturnError = _error_class("SSLZeroReturnError", "SSL/TLS session closed cleanly.")
SSLWantReadError = _error_class("SSLWantReadError", "Non-blocking SSL socket needs to read more data.")
SSLWantWriteError = _error_class("SSLWantWriteError", "Non-blocking SSL socket needs to write more data.")
SSLSyscallError = _error_class("SSLSyscallError", "System error when attempting SSL operation.")
SSLEOFError = _error_class("SSLEOFError", "SSL/TLS connection terminated abruptly.")
SSLCertVerificationError = _error_class(
    "SSLCertVerificationError", "A certificate could not be verified.", SSLError, ValueError
)


def error(words, reason=None, kind=SSLError, library="SSL"):
    """As OpenSSL's: with the reason's name."""
    made = kind(_ERRORS["SSL_ERROR_SSL"], f"[{library}: {reason}] {words}" if reason else f"[{library}] {words}")
    made.library, made.reason = library, reason
    return made


def wants(write):
    kind, number, what = (SSLWantWriteError, 3, "write") if write else (SSLWantReadError, 2, "read")
    return kind(number, f"The operation did not complete ({what})")


class MemoryBIO:
    """Memory buffer, for what is on its way."""

    __module__ = "_ssl"

    def __init__(self):
        self._bytes = bytearray()
        self._is_ended = False

    def read(self, size=-1, /):
        size = len(self._bytes) if size is None or size < 0 else size
        taken = bytes(self._bytes[:size])
        del self._bytes[:size]
        return taken

    def write(self, b, /):
        if self._is_ended:
            raise error("cannot write() after write_eof()")
        with memoryview(b) as view:
            if not view.c_contiguous:
                raise BufferError("memoryview: underlying buffer is not C-contiguous")
            self._bytes += view.tobytes()
            return view.nbytes

    def write_eof(self):
        self._is_ended = True

    @property
    def pending(self):
        return len(self._bytes)

    @property
    def eof(self):
        return self._is_ended and not self._bytes


class SSLSession:
    """There are none: each connection is the host's."""

    __module__ = "_ssl"

    def __new__(cls):
        raise TypeError("cannot create '_ssl.SSLSession' instances")


# nid, short name, long name, OID
_OBJECTS = (
    (129, "serverAuth", "TLS Web Server Authentication", "1.3.6.1.5.5.7.3.1"),
    (130, "clientAuth", "TLS Web Client Authentication", "1.3.6.1.5.5.7.3.2"),
    (131, "codeSigning", "Code Signing", "1.3.6.1.5.5.7.3.3"),
    (132, "emailProtection", "E-mail Protection", "1.3.6.1.5.5.7.3.4"),
    (133, "timeStamping", "Time Stamping", "1.3.6.1.5.5.7.3.8"),
    (180, "OCSPSigning", "OCSP Signing", "1.3.6.1.5.5.7.3.9"),
)


def txt2obj(txt, name=False):
    """Lookup NID, short name, long name and OID of an ASN1_OBJECT."""
    for found in _OBJECTS:
        if txt == found[3] or name and txt in found[1:3]:
            return found
    raise ValueError(f"unknown object '{txt}'")


def nid2obj(nid, /):
    """Lookup NID, short name, long name and OID of an ASN1_OBJECT by NID."""
    if nid < 0:
        raise ValueError("NID must be positive")
    for found in _OBJECTS:
        if nid == found[0]:
            return found
    raise ValueError(f"unknown NID {nid}")


def RAND_bytes(n, /):
    """Generate n cryptographically strong pseudo-random bytes."""
    if n < 0:
        raise ValueError("num must be positive")
    return os.urandom(n)


def RAND_status():
    """The kernel's random numbers are always good ones."""
    return True


def RAND_add(string, entropy, /):
    """Mix string into the PRNG state: the kernel needs none."""


def get_default_verify_paths():
    """Return search paths and environment vars that are used by SSLContext's set_default_verify_paths() to load default CAs."""
    return "SSL_CERT_FILE", "/usr/lib/ssl/cert.pem", "SSL_CERT_DIR", "/usr/lib/ssl/certs"


def _test_decode_cert(path, /):
    """The certificate in a file, as getpeercert() tells it."""
    import _wasmsand_certificates

    with open(path, encoding="latin-1") as file:
        return _wasmsand_certificates.decode(_wasmsand_certificates.from_pem(file.read())[0])
