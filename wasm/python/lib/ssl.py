"""TLS for sockets, with the interface of CPython's module: here the host makes it, by its ciphers and roots (_wasmsand_tls)."""

import base64
import os
import sys
import warnings
from collections import namedtuple
from enum import Enum as _Enum
from enum import IntEnum as _IntEnum
from enum import IntFlag as _IntFlag
from socket import _GLOBAL_DEFAULT_TIMEOUT, SOCK_STREAM, create_connection, socket

import _ssl
from _ssl import (
    _DEFAULT_CIPHERS, _OPENSSL_API_VERSION, HAS_ALPN, HAS_ECDH, HAS_NPN, HAS_PHA, HAS_PSK, HAS_PSK_TLS13, HAS_SNI, HAS_SSLv2,
    HAS_SSLv3, HAS_TLSv1, HAS_TLSv1_1, HAS_TLSv1_2, HAS_TLSv1_3, HAS_TLS_UNIQUE, OPENSSL_VERSION, OPENSSL_VERSION_INFO,
    OPENSSL_VERSION_NUMBER, MemoryBIO, RAND_add, RAND_bytes, RAND_status, SSLCertVerificationError, SSLEOFError, SSLError,
    SSLSession, SSLSyscallError, SSLWantReadError, SSLWantWriteError, SSLZeroReturnError,
)  # fmt: skip
from _ssl import nid2obj as _nid2obj
from _ssl import txt2obj as _txt2obj


def _from_numbers(kind, name, chosen):
    kind._convert_(name, __name__, chosen, source=_ssl)


_from_numbers(_IntEnum, "_SSLMethod", lambda name: name.startswith("PROTOCOL_") and name != "PROTOCOL_SSLv23")
_from_numbers(_IntFlag, "Options", lambda name: name.startswith("OP_"))
_from_numbers(_IntEnum, "AlertDescription", lambda name: name.startswith("ALERT_DESCRIPTION_"))
_from_numbers(_IntEnum, "SSLErrorNumber", lambda name: name.startswith("SSL_ERROR_"))
_from_numbers(_IntFlag, "VerifyFlags", lambda name: name.startswith("VERIFY_"))
_from_numbers(_IntEnum, "VerifyMode", lambda name: name.startswith("CERT_"))

PROTOCOL_SSLv23 = _SSLMethod.PROTOCOL_SSLv23 = _SSLMethod.PROTOCOL_TLS
_PROTOCOL_NAMES = {value: name for name, value in _SSLMethod.__members__.items()}
HAS_NEVER_CHECK_COMMON_NAME = True
CHANNEL_BINDING_TYPES = []
_RESTRICTED_SERVER_CIPHERS = _DEFAULT_CIPHERS
CertificateError = SSLCertVerificationError
socket_error = OSError


class TLSVersion(_IntEnum):
    MINIMUM_SUPPORTED = _ssl.PROTO_MINIMUM_SUPPORTED
    SSLv3 = _ssl.PROTO_SSLv3
    TLSv1 = _ssl.PROTO_TLSv1
    TLSv1_1 = _ssl.PROTO_TLSv1_1
    TLSv1_2 = _ssl.PROTO_TLSv1_2
    TLSv1_3 = _ssl.PROTO_TLSv1_3
    MAXIMUM_SUPPORTED = _ssl.PROTO_MAXIMUM_SUPPORTED


from _wasmsand_tls_records import _TLSAlertType, _TLSContentType, _TLSMessageType  # noqa: E402

DefaultVerifyPaths = namedtuple(
    "DefaultVerifyPaths", "cafile capath openssl_cafile_env openssl_cafile openssl_capath_env openssl_capath"
)


def get_default_verify_paths():
    """Return paths to default cafile and capath."""
    parts = _ssl.get_default_verify_paths()
    cafile = os.environ.get(parts[0], parts[1])
    capath = os.environ.get(parts[2], parts[3])
    return DefaultVerifyPaths(
        cafile if os.path.isfile(cafile) else None, capath if os.path.isdir(capath) else None, *parts
    )


class _ASN1Object(namedtuple("_ASN1Object", "nid shortname longname oid")):
    """ASN.1 object identifier lookup"""

    __slots__ = ()

    def __new__(cls, oid):
        return super().__new__(cls, *_txt2obj(oid, name=False))

    @classmethod
    def fromnid(cls, nid):
        """Create _ASN1Object from OpenSSL numeric ID"""
        return super().__new__(cls, *_nid2obj(nid))

    @classmethod
    def fromname(cls, name):
        """Create _ASN1Object from short name, long name or OID"""
        return super().__new__(cls, *_txt2obj(name, name=True))


class Purpose(_ASN1Object, _Enum):
    """SSLContext purpose flags with X509v3 Extended Key Usage objects"""

    SERVER_AUTH = "1.3.6.1.5.5.7.3.1"
    CLIENT_AUTH = "1.3.6.1.5.5.7.3.2"


from _wasmsand_ssl_context import SSLContext  # noqa: E402: it is made of the above
from _wasmsand_ssl_socket import SSLObject, SSLSocket  # noqa: E402

SSLContext.sslsocket_class = SSLSocket
SSLContext.sslobject_class = SSLObject


def _with_certificates(context, purpose, cafile, capath, cadata):
    if cafile or capath or cadata:
        context.load_verify_locations(cafile, capath, cadata)
    elif context.verify_mode != CERT_NONE:
        context.load_default_certs(purpose)
    keylogfile = os.environ.get("SSLKEYLOGFILE")
    if keylogfile and not sys.flags.ignore_environment:
        context.keylog_filename = keylogfile
    return context


def create_default_context(purpose=Purpose.SERVER_AUTH, *, cafile=None, capath=None, cadata=None):
    """Create a SSLContext object with default settings."""
    if not isinstance(purpose, _ASN1Object):
        raise TypeError(purpose)
    if purpose == Purpose.SERVER_AUTH:
        context = SSLContext(PROTOCOL_TLS_CLIENT)
        context.verify_mode = CERT_REQUIRED
        context.check_hostname = True
    elif purpose == Purpose.CLIENT_AUTH:
        context = SSLContext(PROTOCOL_TLS_SERVER)
    else:
        raise ValueError(purpose)
    context.verify_flags |= VERIFY_X509_PARTIAL_CHAIN | VERIFY_X509_STRICT
    return _with_certificates(context, purpose, cafile, capath, cadata)


def _create_unverified_context(
    protocol=None, *, cert_reqs=CERT_NONE, check_hostname=False, purpose=Purpose.SERVER_AUTH, certfile=None, keyfile=None,
    cafile=None, capath=None, cadata=None,
):  # fmt: skip
    """Create a SSLContext object for Python stdlib modules: the host decides whether it may go unverified."""
    if not isinstance(purpose, _ASN1Object):
        raise TypeError(purpose)
    if purpose not in (Purpose.SERVER_AUTH, Purpose.CLIENT_AUTH):
        raise ValueError(purpose)
    if protocol is None:
        protocol = PROTOCOL_TLS_CLIENT if purpose == Purpose.SERVER_AUTH else PROTOCOL_TLS_SERVER
    context = SSLContext(protocol)
    context.check_hostname = check_hostname
    if cert_reqs is not None:
        context.verify_mode = cert_reqs
    if keyfile and not certfile:
        raise ValueError("certfile must be specified")
    if certfile or keyfile:
        context.load_cert_chain(certfile, keyfile)
    return _with_certificates(context, purpose, cafile, capath, cadata)


_create_default_https_context = create_default_context
_create_stdlib_context = _create_unverified_context


def cert_time_to_seconds(cert_time):
    """Return the time in seconds since the Epoch, given the timestring representing the "notBefore" or "notAfter" date."""
    from calendar import timegm
    from time import strptime

    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    form = " %d %H:%M:%S %Y GMT"
    try:
        month = months.index(cert_time[:3].title()) + 1
    except ValueError:
        raise ValueError('time data %r does not match format "%%b%s"' % (cert_time, form)) from None
    time = strptime(cert_time[3:], form)
    return timegm((time[0], month) + time[2:6])


PEM_HEADER = "-----BEGIN CERTIFICATE-----"
PEM_FOOTER = "-----END CERTIFICATE-----"


def DER_cert_to_PEM_cert(der_cert_bytes):
    """Takes a certificate in binary DER format and returns the PEM version of it as a string."""
    body = str(base64.standard_b64encode(der_cert_bytes), "ASCII", "strict")
    return "\n".join([PEM_HEADER, *(body[at : at + 64] for at in range(0, len(body), 64)), PEM_FOOTER + "\n"])


def PEM_cert_to_DER_cert(pem_cert_string):
    """Takes a certificate in ASCII PEM format and returns the DER-encoded version of it as a byte sequence"""
    text = pem_cert_string.strip()
    if not pem_cert_string.startswith(PEM_HEADER):
        raise ValueError(f"Invalid PEM encoding; must start with {PEM_HEADER}")
    if not text.endswith(PEM_FOOTER):
        raise ValueError(f"Invalid PEM encoding; must end with {PEM_FOOTER}")
    return base64.decodebytes(text[len(PEM_HEADER) : -len(PEM_FOOTER)].encode("ASCII", "strict"))


def get_server_certificate(addr, ssl_version=PROTOCOL_TLS_CLIENT, ca_certs=None, timeout=_GLOBAL_DEFAULT_TIMEOUT):
    """Retrieve the certificate from the server at the specified address, and return it as a PEM-encoded string."""
    cert_reqs = CERT_NONE if ca_certs is None else CERT_REQUIRED
    context = _create_stdlib_context(ssl_version, cert_reqs=cert_reqs, cafile=ca_certs)
    with create_connection(addr, timeout=timeout) as sock:
        with context.wrap_socket(sock, server_hostname=addr[0]) as made:
            return DER_cert_to_PEM_cert(made.getpeercert(True))


def get_protocol_name(protocol_code):
    return _PROTOCOL_NAMES.get(protocol_code, "<unknown>")
