"""A database of bytes by bytes in two files of Python's own: the values in one, and in the other a line for each that says where."""

import ast
import io
import os
from collections.abc import MutableMapping

__all__ = ["error", "open"]

error = OSError
_BLOCK = 512


def _key(key):
    return key.encode("utf-8") if isinstance(key, str) else key


class _Database(MutableMapping):
    def __init__(self, name, mode, flag="c"):
        name = os.fsencode(name)
        self._mode, self._readonly = mode, flag == "r"
        self._index_file, self._values_file = name + b".dir", name + b".dat"
        self._index, self._modified = None, False
        if flag == "n":
            for file in (self._index_file, self._values_file):
                if os.path.exists(file):
                    os.remove(file)
        if not os.path.exists(self._values_file):
            if flag not in ("c", "n"):
                raise error(2, os.strerror(2), os.fsdecode(self._values_file))
            self._write(self._values_file, "wb", b"")
            self._write(self._index_file, "wb", b"")
        self._index = {}
        try:
            with io.open(self._index_file, "r", encoding="Latin-1") as file:
                for line in file:
                    key, place = ast.literal_eval(line.rstrip())
                    self._index[key.encode("Latin-1")] = place
        except FileNotFoundError:
            if flag not in ("c", "n"):
                raise
            self._modified = True

    def _write(self, path, how, content):
        with io.open(path, how, opener=lambda name, flags: os.open(name, flags, self._mode)) as file:
            return file.write(content)

    def _open_index(self):
        if self._index is None:
            raise error("DBM object has already been closed")
        return self._index

    def _changing(self):
        if self._readonly:
            raise error("The database is opened for reading only")
        self._modified = True
        return self._open_index()

    def sync(self):
        if self._index is None or not self._modified:
            return
        lines = [f"{key.decode('Latin-1')!r}, {place!r}\n" for key, place in self._index.items()]
        self._write(self._index_file, "w", "")
        self._write(self._index_file, "ab", "".join(lines).encode("Latin-1"))
        self._modified = False

    def __getitem__(self, key):
        at, size = self._open_index()[_key(key)]
        with io.open(self._values_file, "rb") as file:
            file.seek(at)
            return file.read(size)

    def __setitem__(self, key, value):
        key, value = _key(key), value.encode("utf-8") if isinstance(value, str) else value
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("keys must be bytes or strings")
        if not isinstance(value, (bytes, bytearray)):
            raise TypeError("values must be bytes or strings")
        index = self._changing()
        at, size = index.get(key, (None, -1))
        blocks = (size + _BLOCK - 1) // _BLOCK
        with io.open(self._values_file, "rb+") as file:
            if at is None or (len(value) + _BLOCK - 1) // _BLOCK > blocks:
                end = file.seek(0, 2)
                at = (end + _BLOCK - 1) // _BLOCK * _BLOCK
                file.write(b"\0" * (at - end))
            file.seek(at)
            file.write(value)
        index[bytes(key)] = at, len(value)

    def __delitem__(self, key):
        del self._changing()[_key(key)]
        self.sync()

    def keys(self):
        return list(self._open_index())

    def items(self):
        return [(key, self[key]) for key in self._open_index()]

    def __contains__(self, key):
        return _key(key) in self._open_index()

    def __iter__(self):
        return iter(self._open_index())

    def __len__(self):
        return len(self._open_index())

    def close(self):
        try:
            self.sync()
        finally:
            self._index = None

    __del__ = close

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


def open(file, flag="c", mode=0o666):
    if flag not in ("r", "w", "c", "n"):
        raise ValueError("Flag must be one of 'r', 'w', 'c', or 'n'")
    return _Database(file, mode, flag)
