"""select.epoll, which CPython's build here lacks, by the kernel's calls."""

import math
import operator
import os
import select
import struct
import time

import _wasmsand

_syscall = _wasmsand.syscall
# Numbers of the kernel's calls: native/abi/abi.json.
_CREATE, _CONTROL, _WAIT = 20, 21, 22
_ADD, _DELETE, _CHANGE = 1, 2, 3
_EINTR = 4
_EVENT = struct.Struct("<IIq")
_MOST = 4096

_CONSTANTS = {
    "EPOLLIN": 1, "EPOLLPRI": 2, "EPOLLOUT": 4, "EPOLLERR": 8, "EPOLLHUP": 0x10, "EPOLLRDNORM": 0x40, "EPOLLRDBAND": 0x80,
    "EPOLLWRNORM": 0x100, "EPOLLWRBAND": 0x200, "EPOLLMSG": 0x400, "EPOLLRDHUP": 0x2000, "EPOLLEXCLUSIVE": 1 << 28,
    "EPOLLWAKEUP": 1 << 29, "EPOLLONESHOT": 1 << 30, "EPOLLET": 1 << 31, "EPOLL_CLOEXEC": 0o2000000,
}  # fmt: skip


def _checked(result):
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result


def _descriptor(file):
    if not isinstance(file, int):
        fileno = getattr(file, "fileno", None)
        if fileno is None:
            raise TypeError("argument must be an int, or have a fileno() method.")
        file = fileno()
        if not isinstance(file, int):
            raise TypeError("fileno() returned a non-integer")
    if file < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({file})")
    return file


class epoll:
    """select.epoll([sizehint=-1[, flags=0]])"""

    __slots__ = ("_fd", "__weakref__")
    __module__ = "select"

    def __new__(cls, sizehint=-1, flags=0):
        if sizehint != -1 and sizehint <= 0:
            raise ValueError("negative sizehint")
        if flags & ~_CONSTANTS["EPOLL_CLOEXEC"]:
            raise OSError(22, os.strerror(22))
        return cls._of(_checked(_syscall(_CREATE, _CONSTANTS["EPOLL_CLOEXEC"])))

    @classmethod
    def _of(cls, fd):
        self = object.__new__(cls)
        self._fd = fd
        return self

    @classmethod
    def fromfd(cls, fd, /):
        """Create an epoll object from a given control fd."""
        return cls._of(operator.index(fd))

    def __del__(self):
        self.close()

    def close(self):
        """Close the epoll control file descriptor."""
        fd, self._fd = getattr(self, "_fd", -1), -1
        if fd >= 0:
            _syscall(57, fd)

    @property
    def closed(self):
        return self._fd < 0

    def fileno(self):
        """Return the epoll control file descriptor."""
        if self._fd < 0:
            raise ValueError("I/O operation on closed epoll object")
        return self._fd

    def __enter__(self):
        self.fileno()
        return self

    def __exit__(self, exc_type=None, exc_value=None, exc_tb=None, /):
        self.close()

    def _control(self, operation, file, events):
        fd = _descriptor(file)
        _checked(_syscall(_CONTROL, self.fileno(), operation, fd, _EVENT.pack(events & 0xFFFFFFFF, 0, fd)))

    def register(self, fd, eventmask=1 | 2 | 4):
        """Registers a new fd or raises an OSError if the fd is already registered."""
        self._control(_ADD, fd, eventmask)

    def modify(self, fd, eventmask):
        """Modify event mask for a registered file descriptor."""
        self._control(_CHANGE, fd, eventmask)

    def unregister(self, fd):
        """Remove a registered file descriptor from the epoll object."""
        self._control(_DELETE, fd, 0)

    def poll(self, timeout=None, maxevents=-1):
        """Wait for events on the epoll file descriptor: a list of (fd, events)."""
        epoll = self.fileno()
        if maxevents == -1:
            maxevents = 1023
        elif maxevents <= 0:
            raise ValueError(f"maxevents must be greater than 0, got {maxevents}")
        deadline = None if timeout is None or timeout < 0 else time.monotonic() + timeout
        most = min(maxevents, _MOST)
        events = bytearray(most * _EVENT.size)
        left = -1 if deadline is None else timeout
        while True:
            # Never less than was asked for.
            milliseconds = -1 if deadline is None else min(math.ceil(left * 1000), 0x7FFFFFFF)
            count = _syscall(_WAIT, epoll, events, most, milliseconds, 0, 8)
            if count != -_EINTR:
                break
            if deadline is not None:
                left = deadline - time.monotonic()
                if left < 0:
                    return []
        found = _EVENT.iter_unpack(memoryview(events)[: _checked(count) * _EVENT.size])
        return [(fd, mask) for mask, _, fd in found]


def install():
    for name, number in _CONSTANTS.items():
        setattr(select, name, number)
    select.epoll = epoll
