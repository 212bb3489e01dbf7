"""A table of sqlite3's as a database of bytes by bytes."""

import os
import sqlite3
from collections.abc import MutableMapping
from contextlib import closing, suppress
from pathlib import Path


class error(OSError):
    pass


_MAKE = "CREATE TABLE IF NOT EXISTS Dict (key BLOB UNIQUE NOT NULL, value BLOB NOT NULL)"
_CLOSED = "DBM object has already been closed"


def _bytes(value):
    if isinstance(value, str):
        return value.encode()
    return value if isinstance(value, (int, float)) else bytes(value)


class _Database(MutableMapping):
    def __init__(self, path, /, *, flag, mode):
        if hasattr(self, "_cx"):
            raise error(_CLOSED)
        path = os.fsdecode(path)
        if flag not in ("r", "w", "c", "n"):
            raise ValueError(f"Flag must be one of 'r', 'w', 'c', or 'n', not {flag!r}")
        if flag == "n":
            Path(path).unlink(missing_ok=True)
        if flag in ("c", "n"):
            # With the mode that it is to have.
            Path(path).touch(mode=mode, exist_ok=True)
        access = {"r": "ro", "w": "rw"}.get(flag, "rwc")
        try:
            self._cx = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode={access}", autocommit=True, uri=True)
        except sqlite3.Error as failure:
            raise error(str(failure)) from None
        if flag != "r":
            with suppress(sqlite3.OperationalError):
                self._cx.execute("PRAGMA journal_mode = wal")
        if flag in ("c", "n"):
            self._execute(_MAKE)

    def _execute(self, *args):
        if not self._cx:
            raise error(_CLOSED)
        try:
            return closing(self._cx.execute(*args))
        except sqlite3.Error as failure:
            raise error(str(failure)) from failure

    def __len__(self):
        with self._execute("SELECT COUNT (key) FROM Dict") as rows:
            return rows.fetchone()[0]

    def __getitem__(self, key):
        with self._execute("SELECT value FROM Dict WHERE key = CAST(? AS BLOB)", (_bytes(key),)) as rows:
            row = rows.fetchone()
        if not row:
            raise KeyError
        return row[0]

    def __setitem__(self, key, value):
        self._execute("REPLACE INTO Dict (key, value) VALUES (CAST(? AS BLOB), CAST(? AS BLOB))", (_bytes(key), _bytes(value)))

    def __delitem__(self, key):
        with self._execute("DELETE FROM Dict WHERE key = CAST(? AS BLOB)", (_bytes(key),)) as rows:
            if not rows.rowcount:
                raise KeyError

    def __iter__(self):
        try:
            with self._execute("SELECT key FROM Dict") as rows:
                for row in rows:
                    yield row[0]
        except sqlite3.Error as failure:
            raise error(str(failure)) from None

    def keys(self):
        return list(super().keys())

    def close(self):
        if self._cx:
            self._cx.close()
            self._cx = None

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def reorganize(self):
        self._execute("VACUUM")


def open(filename, /, flag="r", mode=0o666):
    return _Database(filename, flag=flag, mode=mode)
