"""Databases of bytes by bytes in files, as Python's library has them; CPython's build here comes without."""

import io
import os

__all__ = ["open", "whichdb", "error"]


class error(Exception):
    pass


# What a new file is, first; of the others of Python's library there is nothing here.
_names = ["dbm.sqlite3", "dbm.dumb"]
_defaultmod = None
_modules = {}

error = (error, OSError)


def _module(name):
    return __import__(name, fromlist=["open"])


def open(file, flag="r", mode=0o666):
    """An object like a dictionary. Flags: r, w, c (made when it is not there), n (always made anew)."""
    global _defaultmod
    if _defaultmod is None:
        _defaultmod = _module(_names[0])
    found = whichdb(file) if "n" not in flag else None
    if found is None:
        if "c" not in flag and "n" not in flag:
            raise error[0](f"db file doesn't exist; use 'c' or 'n' flag to create a new db: {file!r}")
        return _defaultmod.open(file, flag, mode)
    if found == "":
        raise error[0](f"{file}: db type could not be determined")
    if found not in _names:
        raise error[0](f"db type is {found}, but the module is not available")
    return _module(found).open(file, flag, mode)


def whichdb(filename):
    """The name of the module that opens a file; None when there is none that can be read, "" when it is something else."""
    filename = os.fsencode(filename)
    try:
        os.stat(filename + b".dat")
        size = os.stat(filename + b".dir").st_size
        if size == 0:
            return "dbm.dumb"
        with io.open(filename + b".dir", "rb") as file:
            if file.read(1) in (b"'", b'"'):
                return "dbm.dumb"
    except OSError:
        pass
    try:
        with io.open(filename, "rb") as file:
            first = file.read(16)
    except OSError:
        return None
    if first == b"SQLite format 3\x00":
        return "dbm.sqlite3"
    return "" if len(first) != 4 and first[:4] not in _GDBM else "dbm.gnu"


_GDBM = (b"\xce\x9aW\x13", b"\xcd\x9aW\x13", b"\xcf\x9aW\x13")
