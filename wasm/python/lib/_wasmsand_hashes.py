"""What hashlib has of OpenSSL, and CPython not itself: pbkdf2_hmac, scrypt, SHA-512 cut short, and RIPEMD-160."""

import functools
import hashlib
import struct

import _wasmsand

_BLOCK = 128


def _view(data):
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    return bytes(memoryview(data))


class _Sha512:
    """SHA-512 from another beginning, and of its result only the first bytes: FIPS 180-4, 5.3.6."""

    block_size = _BLOCK

    def __init__(self, name, size, state):
        self.name, self.digest_size, self._state = name, size, state
        self._left, self._length = b"", 0

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"

    def update(self, data, /):
        data = self._left + _view(data)
        self._length += len(data) - len(self._left)
        whole = len(data) // _BLOCK
        _wasmsand.sha512_blocks(self._state, data, whole)
        self._left = data[whole * _BLOCK :]

    def copy(self):
        made = _Sha512(self.name, self.digest_size, bytearray(self._state))
        made._left, made._length = self._left, self._length
        return made

    def digest(self):
        last = self.copy()
        padding = b"\x80" + bytes(-(len(self._left) + 17) % _BLOCK) + (8 * self._length).to_bytes(16)
        last.update(padding)
        return struct.pack(">8Q", *struct.unpack("<8Q", last._state))[: self.digest_size]

    def hexdigest(self):
        return self.digest().hex()


# Of SHA-512 itself: what the square roots of the first primes have behind the point.
_SHA512 = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip


@functools.cache
def _beginning(bits):
    first = _Sha512("", 64, bytearray(struct.pack("<8Q", *(word ^ 0xA5A5A5A5A5A5A5A5 for word in _SHA512))))
    first.update(b"SHA-512/%d" % bits)
    return struct.pack("<8Q", *struct.unpack(">8Q", first.digest()))


def _shortened(bits):
    name = f"sha512_{bits}"

    def new(string=b"", *, usedforsecurity=True):
        made = _Sha512(name, bits // 8, bytearray(_beginning(bits)))
        made.update(string)
        return made

    new.__name__ = new.__qualname__ = f"openssl_{name}"
    return new


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function."""
    if not isinstance(hash_name, str):
        raise TypeError(f"pbkdf2_hmac() argument 'hash_name' must be str, not {type(hash_name).__name__}")
    password, salt = bytes(memoryview(password)), bytes(memoryview(salt))
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    inner, outer = hashlib.new(hash_name), hashlib.new(hash_name)
    size = inner.digest_size
    dklen = size if dklen is None else dklen
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    if len(password) > inner.block_size:
        password = hashlib.new(hash_name, password).digest()
    password = password.ljust(inner.block_size, b"\0")
    inner.update(bytes(byte ^ 0x36 for byte in password))
    outer.update(bytes(byte ^ 0x5C for byte in password))
    inner_copy, outer_copy, number = inner.copy, outer.copy, int.from_bytes

    def hmac(message):
        middle, last = inner_copy(), outer_copy()
        middle.update(message)
        last.update(middle.digest())
        return last.digest()

    derived = b""
    block = 1
    while len(derived) < dklen:
        part = hmac(salt + block.to_bytes(4))
        all_parts = number(part)
        for _ in range(iterations - 1):
            part = hmac(part)
            all_parts ^= number(part)
        derived += all_parts.to_bytes(size)
        block += 1
    return derived[:dklen]


def scrypt(password, *, salt, n, r, p, maxmem=0, dklen=64):
    """scrypt password-based key derivation function."""
    if n < 2 or n & (n - 1):
        raise ValueError("n must be a power of 2.")
    if r < 1 or p < 1:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    if any(number >= 1 << 64 for number in (n, r, p)) or not -(1 << 31) <= maxmem < 1 << 63 or not -(1 << 31) <= dklen < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    if not 0 <= maxmem <= 0x7FFFFFFF:
        raise ValueError("maxmem must be positive and smaller than 2147483647")
    if not 1 <= dklen <= 0x7FFFFFFF:
        raise ValueError("dklen must be greater than 0 and smaller than 2147483647")
    size = 128 * r
    if p * size + 32 * r * 4 + n * size > (maxmem or 32 * 1024 * 1024) or p > ((1 << 30) - 1) // r:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    blocks = pbkdf2_hmac("sha256", password, salt, 1, p * size)
    mixed = []
    for at in range(0, len(blocks), size):
        block = bytearray(blocks[at : at + size])
        if not _wasmsand.scrypt_mix(block, n, r):
            raise MemoryError
        mixed.append(block)
    return pbkdf2_hmac("sha256", password, b"".join(mixed), 1, dklen)


def _ripemd160(string=b"", *, usedforsecurity=True):
    # Few programs want it: it is imported when one does.
    from _wasmsand_ripemd160 import ripemd160

    return ripemd160(string)


_ripemd160.__name__ = _ripemd160.__qualname__ = "openssl_ripemd160"


def install():
    for function in (pbkdf2_hmac, scrypt):
        function.__module__ = "hashlib"
        setattr(hashlib, function.__name__, function)
        hashlib.__all__ += (function.__name__,) if function.__name__ not in hashlib.__all__ else ()
    constructors = vars(hashlib)["__builtin_constructor_cache"]
    for bits in (224, 256):
        constructors[f"sha512_{bits}"] = constructors[f"sha512-{bits}"] = _shortened(bits)
        hashlib.algorithms_available.add(f"sha512_{bits}")
    constructors["ripemd160"] = _ripemd160
    hashlib.algorithms_available.add("ripemd160")
