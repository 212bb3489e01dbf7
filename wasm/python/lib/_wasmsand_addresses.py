"""Addresses of sockets, and the messages they come with: C's structures, and what Python shows of them."""

import _socket
import operator
import os
import struct
import sys

import _wasmsand

_AF_UNIX, _AF_INET, _AF_INET6 = 1, 2, 10
_AI_CANONNAME, _NI_NAMEREQD = 2, 8
_PATH_MOST = 108

_inet_pton = _socket.inet_pton
_inet_ntop = _socket.inet_ntop


def inet_ntop(address_family, packed_ip, /):
    """Convert a packed IP address of the given family to string format."""
    if address_family != _AF_INET6:
        return _inet_ntop(address_family, packed_ip)
    packed = bytes(memoryview(packed_ip))
    if len(packed) != 16:
        raise ValueError("invalid length of packed IP address string")
    return _text(packed)


def _text(packed):
    groups = struct.unpack(">8H", packed)
    # The longest run of zeros, the first of those, is left out; of one alone nothing is.
    best, length = 0, 1
    for start in range(8):
        end = start
        while end < 8 and groups[end] == 0:
            end += 1
        if end - start > length:
            best, length = start, end - start
    tail = [f"{group:x}" for group in groups]
    # ::a.b.c.d and ::ffff:a.b.c.d
    if best == 0 and (length == 6 or (length == 5 and groups[5] == 0xFFFF)):
        tail[6:] = [".".join(map(str, packed[12:]))]
    if length < 2:
        return ":".join(tail)
    return ":".join(tail[:best]) + "::" + ":".join(tail[best + length :])


def inet_pton(address_family, ip_string, /):
    """Convert an IP address from string format to a packed string."""
    if address_family != _AF_INET6:
        return _inet_pton(address_family, ip_string)
    if not isinstance(ip_string, str):
        raise TypeError(f"inet_pton() argument 2 must be str, not {type(ip_string).__name__}")
    packed = _packed(ip_string)
    if packed is None:
        raise OSError("illegal IP address string passed to inet_pton")
    return packed


def _group(text):
    if not 1 <= len(text) <= 4 or text.strip("0123456789abcdefABCDEF"):
        raise ValueError
    return int(text, 16)


def _groups(text):
    if not text:
        return []
    *first, last = text.split(":")
    if "." in last:
        try:
            low = struct.unpack(">2H", _inet_pton(_AF_INET, last))
        except OSError:
            raise ValueError from None
        return [*map(_group, first), *low]
    return [*map(_group, first), _group(last)]


def _packed(text):
    head, gap, tail = text.partition("::")
    try:
        if gap and "." in head:
            return None
        before, after = _groups(head), _groups(tail)
    except ValueError:
        return None
    missing = 8 - len(before) - len(after)
    if missing < 1 if gap else missing != 0:
        return None
    return struct.pack(">8H", *before, *[0] * missing, *after)


def decode(name):
    """A struct sockaddr, as Python shows it."""
    if len(name) < 2:
        return None
    family = name[0]
    if family == _AF_UNIX:
        path = bytes(name[2:])
        # What begins with a zero is a name of its own, not one of a file.
        return path if path[:1] == b"\0" and len(path) > 1 else os.fsdecode(path.partition(b"\0")[0])
    if family == _AF_INET:
        return ".".join(map(str, name[4:8])), int.from_bytes(name[2:4], "big")
    port, flow, host, scope = struct.unpack_from(">HI16s", name, 2) + struct.unpack_from("<I", name, 24)
    return _text(host), port, flow, scope


def encode(family, address, caller):
    """What Python has of one, as a struct sockaddr."""
    return (_encode_path if family == _AF_UNIX else _encode6)(address, caller)


def _encode_path(address, caller):
    path = os.fsencode(address) if isinstance(address, str) else bytes(memoryview(address))
    is_file = path[:1] != b"\0"
    if len(path) + is_file > _PATH_MOST:
        raise OSError("AF_UNIX path too long")
    return struct.pack("<H", _AF_UNIX) + path + b"\0" * (is_file and len(path) > 0)


def _encode6(address, caller):
    if not isinstance(address, tuple):
        raise TypeError(f"{caller}(): AF_INET6 address must be tuple, not {type(address).__name__}")
    if not 2 <= len(address) <= 4:
        raise TypeError(f"{caller}(): AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])")
    host, port, flow, scope = (*address, *(0, 0)[len(address) - 2 :])
    if not hasattr(port, "__index__"):
        raise TypeError(f"'{type(port).__name__}' object cannot be interpreted as an integer")
    port = port.__index__()
    if not 0 <= port <= 0xFFFF:
        raise OverflowError(f"{caller}(): port must be 0-65535.")
    if not 0 <= flow <= 0xFFFFF:
        raise OverflowError(f"{caller}(): flowinfo must be 0-1048575.")
    packed, own_scope = _resolved(host)
    return struct.pack("<H", _AF_INET6) + struct.pack(">HI16s", port, flow, packed) + struct.pack("<I", scope or own_scope)


def _resolved(host):
    if isinstance(host, str):
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    elif isinstance(host, (bytes, bytearray)):
        host = bytes(host).decode("ascii")
    else:
        raise TypeError(f"str, bytes or bytearray expected, not {type(host).__name__}")
    if not host:
        return bytes(16), 0
    packed = _packed(host)
    if packed is not None:
        return packed, 0
    *_, name = next(_find(host.encode(), None, _AF_INET6, 1, 0, 0))
    return name[8:24], int.from_bytes(name[24:28], "little")


_FOUND = struct.Struct("<iiiI32s256s")
# As the C library of Linux's distributions says it.
_FAILURES = {
    -1: "Bad value for ai_flags",
    -2: "Name or service not known",
    -3: "Temporary failure in name resolution",
    -4: "Non-recoverable failure in name resolution",
    -5: "No address associated with hostname",
    -6: "ai_family not supported",
    -7: "ai_socktype not supported",
    -8: "Servname not supported for ai_socktype",
    -9: "Address family for hostname not supported",
    -10: "Memory allocation failure",
    -12: "Argument buffer overflow",
}


def _find(node, service, family, kind, protocol, flags):
    """(family, type, protocol, canonical name, struct sockaddr), as many as there are."""
    found = _wasmsand.get_addresses(*(0 if text is None else text + b"\0" for text in (node, service)), family, kind, protocol, flags)
    if isinstance(found, bytes):
        for *numbers, size, name, canonical in _FOUND.iter_unpack(found):
            yield *numbers, canonical.rstrip(b"\0").decode(), name[:size]
    elif found > 0:
        raise OSError(found, os.strerror(found))
    else:
        # Our C library does not tell these two from others.
        if found == -2 and node is not None and _is_of_other_family(node.decode(), family):
            found = -9
        if found == -8 and kind not in (0, 1, 2, 3):
            found = -7
        raise _socket.gaierror(found, _FAILURES.get(found, "Unknown error"))


def _is_of_other_family(host, family):
    if family == _AF_INET:
        return _packed(host) is not None
    try:
        return family == _AF_INET6 and bool(_socket.inet_aton(host))
    except OSError:
        return False


def _host_bytes(host):
    if isinstance(host, str):
        host = host.encode("ascii") if host.isascii() else host.encode("idna")
    elif not isinstance(host, bytes):
        raise TypeError("getaddrinfo() argument 1 must be string or None")
    return host


def _port_bytes(port):
    if isinstance(port, str):
        return port.encode()
    if isinstance(port, bytes):
        return port
    try:
        return b"%d" % operator.index(port)
    except TypeError:
        raise OSError("Int or String expected") from None


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """Resolve host and port into a list of address infos."""
    sys.audit("socket.getaddrinfo", host, port, family, type, proto)
    node = None if host is None else _host_bytes(host)
    service = None if port is None else _port_bytes(port)
    return [(*numbers, decode(name)) for *numbers, name in _find(node, service, family, type, proto, flags)]


def gethostbyname_ex(host, /):
    """Return the true host name, a list of aliases, and a list of IP addresses, for a host."""
    found = list(_find(_host_bytes(host) or None, b"0", _AF_INET, 1, 0, _AI_CANONNAME))
    return found[0][3] or host, [], list(dict.fromkeys(decode(name)[0] for *_, name in found))


def gethostbyaddr(ip_address, /):
    """Return the true host name, a list of aliases, and a list of IP addresses, for a host."""
    sys.audit("socket.gethostbyaddr", ip_address)
    *_, name = next(_find(_host_bytes(ip_address), None, 0, 1, 0, 0))
    address = decode(name)
    try:
        host, _ = _socket.getnameinfo(address, _NI_NAMEREQD)
    except _socket.gaierror:
        raise _socket.herror(1, "Unknown host") from None
    return host, [], [address[0]]


class Room:
    """Where the kernel writes an address to."""

    def __init__(self):
        self.name = bytearray(128)
        self.length = bytearray((128).to_bytes(4, "little"))

    def address(self):
        return decode(self.name[: int.from_bytes(self.length, "little")])


def _padded(length):
    return (length + 3) & ~3


def encode_control(items):
    """Pairs of a struct cmsghdr and its data."""
    parts = []
    for level, kind, data in items:
        data = bytes(memoryview(data))
        parts.append(struct.pack("<Iii", 12 + len(data), level, kind) + data.ljust(_padded(len(data)), b"\0"))
    return b"".join(parts)


def decode_control(control):
    items = []
    while len(control) >= 12:
        length, level, kind = struct.unpack_from("<Iii", control)
        if length < 12:
            break
        items.append((level, kind, bytes(control[12:length])))
        control = control[_padded(length) :]
    return items


class Message:
    """A struct msghdr."""

    def __init__(self, parts, name, control):
        self._parts, self._name, self._control = parts, name, control
        self._vectors = b"".join(struct.pack("<II", _wasmsand.address(part), len(part)) for part in parts)
        address = lambda content: _wasmsand.address(content) if content else 0
        self.header = bytearray(
            struct.pack(
                "<IIIIIII",
                *(address(name), len(name), address(self._vectors), len(parts)),
                *(address(control), len(control), 0),
            )
        )

    def answer(self):
        """What the kernel has written: control messages, flags, the sender's address."""
        _, name_length, _, _, _, control_length, flags = struct.unpack("<IIIIIII", self.header)
        return decode_control(self._control[:control_length]), flags, decode(self._name[:name_length])
