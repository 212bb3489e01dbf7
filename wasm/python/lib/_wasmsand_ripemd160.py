"""RIPEMD-160, which hashlib has of OpenSSL: addresses of Bitcoin's are made with it."""

import struct

_BLOCK = 64
_MASK = 0xFFFFFFFF
_BEGINNING = 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0

# Of both lines: which word of the block each of the 80 steps takes, by how much it rotates, and what it adds in each of the five rounds.
_WORDS = (
    (
        *(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        *(7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8),
        *(3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12),
        *(1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2),
        *(4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13),
    ),
    (
        *(5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12),
        *(6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2),
        *(15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13),
        *(8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14),
        *(12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11),
    ),
)
_ROTATIONS = (
    (
        *(11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
        *(7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12),
        *(11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5),
        *(11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12),
        *(9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6),
    ),
    (
        *(8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6),
        *(9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11),
        *(9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5),
        *(15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8),
        *(8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11),
    ),
)
_CONSTANTS = (
    (0x00000000, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E),
    (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0x00000000),
)
_ROUNDS = (
    lambda x, y, z: x ^ y ^ z,
    lambda x, y, z: x & y | ~x & z,
    lambda x, y, z: (x | ~y) ^ z,
    lambda x, y, z: x & z | y & ~z,
    lambda x, y, z: x ^ (y | ~z),
)


def _line(state, block, which):
    a, b, c, d, e = state
    words, rotations, constants = _WORDS[which], _ROTATIONS[which], _CONSTANTS[which]
    for step in range(80):
        part = step >> 4
        mix = _ROUNDS[4 - part if which else part]
        turned = (a + mix(b, c, d) + block[words[step]] + constants[part]) & _MASK
        rotation = rotations[step]
        turned = (turned << rotation | turned >> 32 - rotation) + e & _MASK
        a, e, d, c, b = e, d, (c << 10 | c >> 22) & _MASK, b, turned
    return a, b, c, d, e


class _Ripemd160:
    name, digest_size, block_size = "ripemd160", 20, _BLOCK

    def __init__(self):
        self._state, self._left, self._length = _BEGINNING, b"", 0

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"

    def update(self, data, /):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        data = bytes(memoryview(data))
        self._length += len(data)
        data = self._left + data
        whole = len(data) - len(data) % _BLOCK
        for block in struct.iter_unpack("<16I", data[:whole]):
            state = self._state
            left, right = _line(state, block, 0), _line(state, block, 1)
            self._state = tuple(
                state[(at + 1) % 5] + left[(at + 2) % 5] + right[(at + 3) % 5] & _MASK for at in range(5)
            )
        self._left = data[whole:]

    def copy(self):
        made = _Ripemd160()
        made._state, made._left, made._length = self._state, self._left, self._length
        return made

    def digest(self):
        last = self.copy()
        last.update(b"\x80" + bytes(-(len(self._left) + 9) % _BLOCK) + (8 * self._length & (1 << 64) - 1).to_bytes(8, "little"))
        return struct.pack("<5I", *last._state)

    def hexdigest(self):
        return self.digest().hex()


def ripemd160(string):
    made = _Ripemd160()
    made.update(string)
    return made

