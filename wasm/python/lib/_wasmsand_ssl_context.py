"""ssl.SSLContext: what a program wants of TLS, kept until the host is asked for it."""

import binascii
import operator
import os
import re
import ssl
import warnings

import _ssl
import _wasmsand_certificates as certificates
import _wasmsand_tls as tls

_CIPHER_WORDS = re.compile(r"[A-Za-z0-9_+@=.\-]+")
# What a list of ciphers may speak of, of what the host has.
_KNOWN_CIPHERS = re.compile(
    r"DEFAULT|ALL|COMPLEMENTOF|HIGH|MEDIUM|SECLEVEL|AES|GCM|CHACHA|ECDH|EECDH|DHE|EDH|RSA|TLS_|SHA|ECDSA|aRSA|kRSA|PROFILE", re.I
)
_CIPHERS = (
    ("TLS_AES_256_GCM_SHA384", "TLSv1.3", 256), ("TLS_CHACHA20_POLY1305_SHA256", "TLSv1.3", 256),
    ("TLS_AES_128_GCM_SHA256", "TLSv1.3", 128), ("ECDHE-ECDSA-AES256-GCM-SHA384", "TLSv1.2", 256),
    ("ECDHE-RSA-AES256-GCM-SHA384", "TLSv1.2", 256), ("ECDHE-ECDSA-AES128-GCM-SHA256", "TLSv1.2", 128),
    ("ECDHE-RSA-AES128-GCM-SHA256", "TLSv1.2", 128), ("ECDHE-ECDSA-CHACHA20-POLY1305", "TLSv1.2", 256),
    ("ECDHE-RSA-CHACHA20-POLY1305", "TLSv1.2", 256),
)  # fmt: skip
_PRIVATE_KEY = re.compile(r"-----BEGIN ((?:RSA |EC |ENCRYPTED )?PRIVATE KEY)-----.*?-----END \1-----\n?", re.S)
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n?", re.S)


_NO_VERSIONS = ssl.OP_NO_SSLv3 | ssl.OP_NO_TLSv1 | ssl.OP_NO_TLSv1_1 | ssl.OP_NO_TLSv1_2 | ssl.OP_NO_TLSv1_3
_CURVES = ("prime256v1", "P-256", "secp384r1", "P-384", "secp521r1", "P-521", "X25519", "X448")


def _deprecated(what, level):
    warnings.warn(f"{what} deprecated", DeprecationWarning, stacklevel=level + 1)


def _read(path):
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError("a file should be a valid filesystem path")
    try:
        with open(path, encoding="latin-1") as file:
            return file.read()
    except OSError as error:
        raise OSError(error.errno, error.strerror) from None  # OpenSSL tells no path


class SSLContext:
    """An SSLContext holds various SSL-related configuration options and data, such as certificates and possibly a private key."""

    __module__ = "ssl"
    sslsocket_class = sslobject_class = None  # ssl has them

    def __new__(cls, protocol=None, *args, **kwargs):
        if protocol is None:
            warnings.warn("ssl.SSLContext() without protocol argument is deprecated.", DeprecationWarning, stacklevel=2)
            protocol = ssl.PROTOCOL_TLS
        if protocol not in (ssl.PROTOCOL_TLS, ssl.PROTOCOL_TLS_CLIENT, ssl.PROTOCOL_TLS_SERVER, ssl.PROTOCOL_TLSv1_2):
            raise ValueError("invalid or unsupported protocol version")
        if protocol in (ssl.PROTOCOL_TLS, ssl.PROTOCOL_TLSv1_2):
            _deprecated(f"ssl.{ssl._SSLMethod(protocol).name} is", 2)
        self = super().__new__(cls)
        self._protocol = ssl._SSLMethod(protocol)
        is_client = protocol == ssl.PROTOCOL_TLS_CLIENT
        self._check_hostname = is_client
        self._verify_mode = ssl.CERT_REQUIRED if is_client else ssl.CERT_NONE
        self._verify_flags = ssl.VERIFY_X509_TRUSTED_FIRST
        self._minimum, self._maximum = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.MAXIMUM_SUPPORTED
        self._options = (
            ssl.OP_ALL | ssl.OP_NO_SSLv3 | ssl.OP_NO_COMPRESSION | ssl.OP_CIPHER_SERVER_PREFERENCE
            | ssl.OP_ENABLE_MIDDLEBOX_COMPAT
        )  # fmt: skip
        self._roots = {}  # an ordered set, in DER
        self._directories = []
        self._roots_in_pem = (0, b"")
        self._certificate = self._key = b""
        self._alpn = b""
        self._tickets = 2
        self._callback = None
        # A class made of this one (truststore's) may have properties of these names, which work when it has begun.
        vars(self).update(sni_callback=None, keylog_filename=None, post_handshake_auth=False, hostname_checks_common_name=True)
        return self

    # What the host is asked for.

    def versions_of_host(self):
        """The lowest and the highest, 0 where the host is to decide."""
        allowed = [
            version
            for version, forbids in ((0x0303, ssl.OP_NO_TLSv1_2), (0x0304, ssl.OP_NO_TLSv1_3))
            if not self._options & forbids
            and (self._maximum < 0 or version <= self._maximum)
            and (self._minimum == ssl.TLSVersion.MINIMUM_SUPPORTED or self._minimum <= version)
        ]
        if self._protocol == ssl.PROTOCOL_TLSv1_2:
            allowed = [version for version in allowed if version == 0x0303]
        if not allowed:
            raise _ssl.error("no protocols available", "NO_PROTOCOLS_AVAILABLE")
        return allowed[0], allowed[-1]

    def roots_of_host(self):
        while self._directories:
            self._load_directory(self._directories.pop())
        count, pem = self._roots_in_pem
        if count != len(self._roots):
            pem = "".join(map(certificates.to_pem, self._roots)).encode()
            self._roots_in_pem = (len(self._roots), pem)
        return pem

    def own_certificate(self):
        return self._certificate, self._key

    def alpn_protocols(self):
        return self._alpn

    # What programs see.

    def wrap_socket(
        self, sock, server_side=False, do_handshake_on_connect=True, suppress_ragged_eofs=True, server_hostname=None, session=None
    ):
        return self.sslsocket_class._create(
            sock, server_side, do_handshake_on_connect, suppress_ragged_eofs, server_hostname, context=self, session=session
        )

    def wrap_bio(self, incoming, outgoing, server_side=False, server_hostname=None, session=None):
        return self.sslobject_class._create(
            incoming, outgoing, server_side, self._encode_hostname(server_hostname), session=session, context=self
        )

    def _encode_hostname(self, hostname):
        if hostname is None:
            return None
        return hostname.encode("idna").decode("ascii") if isinstance(hostname, str) else hostname.decode("ascii")

    @property
    def protocol(self):
        return self._protocol

    @property
    def check_hostname(self):
        return self._check_hostname

    @check_hostname.setter
    def check_hostname(self, value):
        self._check_hostname = bool(value)
        if self._check_hostname and self._verify_mode == ssl.CERT_NONE:
            self._verify_mode = ssl.CERT_REQUIRED

    @property
    def verify_mode(self):
        return self._verify_mode

    @verify_mode.setter
    def verify_mode(self, value):
        if value not in (0, 1, 2):
            raise ValueError("invalid value for verify_mode") if isinstance(value, int) else TypeError(
                f"'{type(value).__name__}' object cannot be interpreted as an integer"
            )
        if value == ssl.CERT_NONE and self._check_hostname:
            raise ValueError("Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
        self._verify_mode = ssl.VerifyMode(value)

    @property
    def verify_flags(self):
        return self._verify_flags

    @verify_flags.setter
    def verify_flags(self, value):
        self._verify_flags = ssl.VerifyFlags(operator.index(value))

    @property
    def options(self):
        return ssl.Options(self._options)

    @options.setter
    def options(self, value):
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        if value < 0:
            raise ValueError("can't set options to a negative number")
        if value >= 1 << 64:
            raise OverflowError("Python int too large to convert to C unsigned long")
        if value & ~self._options & _NO_VERSIONS:
            _deprecated("ssl.OP_NO_SSL*/ssl.OP_NO_TLS* options are", 2)
        self._options = value

    @property
    def minimum_version(self):
        return self._minimum

    @minimum_version.setter
    def minimum_version(self, value):
        version = self._version(value)
        self._minimum = ssl.TLSVersion.TLSv1_3 if version == ssl.TLSVersion.MAXIMUM_SUPPORTED else version

    @property
    def maximum_version(self):
        return self._maximum

    @maximum_version.setter
    def maximum_version(self, value):
        version = self._version(value)
        self._maximum = ssl.TLSVersion.TLSv1_2 if version == ssl.TLSVersion.MINIMUM_SUPPORTED else version

    def _version(self, value):
        try:
            version = ssl.TLSVersion(value)
        except ValueError:
            raise ValueError(f"Unsupported TLS/SSL version {value:#x}") from None
        if version in (ssl.TLSVersion.SSLv3, ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
            _deprecated(f"ssl.TLSVersion.{version.name} is", 3)
        return version

    @property
    def num_tickets(self):
        return self._tickets

    @num_tickets.setter
    def num_tickets(self, value):
        if not isinstance(value, int):
            raise TypeError("value must be an integer")
        if value < 0:
            raise ValueError("value must be non-negative")
        if self._protocol != ssl.PROTOCOL_TLS_SERVER:
            raise ValueError("SSLContext is not a server context.")
        self._tickets = value

    @property
    def security_level(self):
        return 2

    @property
    def _msg_callback(self):
        return self._callback

    @_msg_callback.setter
    def _msg_callback(self, callback):
        if callback is not None and not callable(callback):
            raise TypeError(f"{callback} is not callable.")
        self._callback = callback  # the host tells nothing of its handshakes

    def set_servername_callback(self, server_name_callback):
        if server_name_callback is not None and not callable(server_name_callback):
            raise TypeError("not a callable object")
        self.sni_callback = server_name_callback

    def set_alpn_protocols(self, alpn_protocols):
        wire = bytearray()
        for protocol in alpn_protocols:
            name = bytes(protocol, "ascii")
            if not 1 <= len(name) <= 255:
                raise ssl.SSLError("ALPN protocols must be 1 to 255 bytes in length")
            wire += bytes([len(name)]) + name
        self._alpn = bytes(wire)

    def set_npn_protocols(self, npn_protocols):
        warnings.warn("ssl NPN is deprecated, use ALPN instead", DeprecationWarning, stacklevel=2)

    def set_ciphers(self, ciphers):
        """Which ciphers there are is the host's to say. What names none at all is refused, as OpenSSL does."""
        words = [word for word in re.split(r"[:, ]+", ciphers) if word]
        chosen = [word for word in words if word[0] not in "!-"]
        if not any(_CIPHER_WORDS.fullmatch(word.lstrip("+")) and _KNOWN_CIPHERS.search(word) for word in chosen):
            raise ssl.SSLError("No cipher can be selected.")

    def get_ciphers(self):
        return [
            {"name": name, "protocol": protocol, "description": f"{name} {protocol}", "strength_bits": bits, "alg_bits": bits}
            for name, protocol, bits in _CIPHERS
        ]

    def load_default_certs(self, purpose=ssl.Purpose.SERVER_AUTH):
        if not isinstance(purpose, ssl._ASN1Object):
            raise TypeError(purpose)
        self.set_default_verify_paths()

    def set_default_verify_paths(self):
        """The host has its roots; what the environment names is trusted beside them."""
        paths = ssl.get_default_verify_paths()
        for name, load in ((paths.cafile, self._load_file), (paths.capath, self._directories.append)):
            try:
                if name is not None:
                    load(name)
            except (OSError, ssl.SSLError):
                continue

    def _add(self, found):
        for content in found:
            self._roots[content] = True

    def _load_file(self, path):
        found = certificates.from_pem(_read(path))
        if not found:
            raise _ssl.error("no certificate or crl found", "NO_CERTIFICATE_OR_CRL_FOUND", library="X509")
        self._add(found)

    def _load_directory(self, path):
        for name in sorted(os.listdir(path)):
            if re.fullmatch(r"[0-9a-f]{8}\.\d+", name):
                self._add(certificates.from_pem(_read(os.path.join(path, name))))

    def load_verify_locations(self, cafile=None, capath=None, cadata=None):
        if cafile is None and capath is None and cadata is None:
            raise TypeError("cafile, capath and cadata cannot be all omitted")
        if cadata is not None:
            self._load_data(cadata)
        if cafile is not None:
            self._load_file(cafile)
        if capath is not None and os.path.isdir(os.fspath(capath)):
            self._directories.append(capath)  # looked into when it is needed, as by OpenSSL

    def _load_data(self, data):
        if isinstance(data, str):
            if not data.isascii():
                raise TypeError("cadata should be an ASCII string or a bytes-like object")
            if not data:
                raise ValueError("Empty certificate data")
            found = certificates.from_pem(data)
            if not found:
                raise _ssl.error("no start line: cadata does not contain a certificate", "NO_START_LINE", library="PEM")
        else:
            try:
                found = [certificates.check(bytes(one)) for one in certificates.split(bytes(data))]
            except (ValueError, IndexError):
                found = []
            if not found:
                raise _ssl.error("not enough data: cadata does not contain a certificate", "NOT_ENOUGH_DATA", library="ASN1")
        self._add(found)

    def load_cert_chain(self, certfile, keyfile=None, password=None):
        chain = _CERTIFICATE.findall(_read(certfile))
        key = _PRIVATE_KEY.search(_read(certfile if keyfile is None else keyfile))
        if not chain or key is None:
            raise _ssl.error("PEM lib")
        if key[1].startswith("ENCRYPTED") or "Proc-Type: 4,ENCRYPTED" in key[0]:
            raise tls.unsupported("keys with a pass phrase are not supported")
        certificates.from_pem("".join(chain))
        try:
            binascii.a2b_base64("".join(key[0].split("-----")[2].split()), strict_mode=True)
        except binascii.Error:
            raise _ssl.error("PEM lib") from None
        self._certificate, self._key = "\n".join(chain).encode(), key[0].encode()

    def get_ca_certs(self, binary_form=False):
        found = filter(certificates.is_authority, self._roots)
        return list(found) if binary_form else [certificates.decode(content) for content in found]

    def cert_store_stats(self):
        return {"x509": len(self._roots), "crl": 0, "x509_ca": sum(map(certificates.is_authority, self._roots))}

    def session_stats(self):
        kinds = "number connect connect_good connect_renegotiate accept accept_good accept_renegotiate hits misses timeouts cache_full"
        return dict.fromkeys(kinds.split(), 0)

    def load_dh_params(self, path):
        """Of a server's, which there are none of; only the file is looked at."""
        if "-----BEGIN DH PARAMETERS-----" not in _read(path):
            raise _ssl.error("no start line", "NO_START_LINE", library="PEM")

    def set_ecdh_curve(self, name):
        """Only a server's are chosen here, and there are none."""
        if not isinstance(name, (str, bytes)):
            raise TypeError(f"expected str, bytes, got {type(name).__name__}")
        if os.fsdecode(name) not in _CURVES:
            raise ValueError(f"unknown elliptic curve name {name!r}")
