"""Locks and semaphores of multiprocessing, made of the kernel's eventfd: there are no POSIX semaphores. They have no names: other
processes inherit the descriptor."""

import _thread
import os
import time

from _wasmsand_wait import wait

_RECURSIVE, _SEMAPHORE = 0, 1


class SemLock:
    """Semaphore/Mutex type"""

    SEM_VALUE_MAX = 0x7FFFFFFF

    def __init__(self, kind, value, maxvalue, name, unlink):
        if kind not in (_RECURSIVE, _SEMAPHORE):
            raise ValueError("unrecognized kind")
        if value > maxvalue or value < 0:
            raise OSError(22, os.strerror(22))
        self._own(os.eventfd(value, os.EFD_SEMAPHORE | os.EFD_NONBLOCK | os.EFD_CLOEXEC), kind, maxvalue)

    def _own(self, handle, kind, maxvalue):
        self.handle, self.kind, self.maxvalue, self.name = handle, kind, maxvalue, None
        self._after_fork()

    @classmethod
    def _rebuild(cls, handle, kind, maxvalue, name):
        lock = cls.__new__(cls)
        lock._own(handle, kind, maxvalue)
        return lock

    def _after_fork(self):
        self._held, self._holder = 0, 0

    def __del__(self, close=os.close):
        if (handle := getattr(self, "handle", None)) is not None:
            self.handle = None
            close(handle)

    def acquire(self, block=True, timeout=None):
        """Acquire the semaphore/lock."""
        if self.kind == _RECURSIVE and self._is_mine():
            self._held += 1
            return True
        deadline = None if timeout is None else time.monotonic() + max(0, timeout)
        while True:
            try:
                os.eventfd_read(self.handle)
            except BlockingIOError:
                if not block:
                    return False
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    return False
                wait([self.handle], left)
            else:
                self._held += 1
                self._holder = _thread.get_ident()
                return True

    def release(self):
        """Release the semaphore/lock."""
        if self.kind == _RECURSIVE:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._held > 1:
                self._held -= 1
                return
        elif self.maxvalue < self.SEM_VALUE_MAX:
            if self._get_value() >= self.maxvalue:
                raise ValueError("semaphore or lock released too many times")
        os.eventfd_write(self.handle, 1)
        self._held -= 1

    def __enter__(self):
        """Enter the semaphore/lock."""
        return self.acquire()

    def __exit__(self, exc_type=None, exc_value=None, exc_tb=None, /):
        """Exit the semaphore/lock."""
        self.release()

    def _count(self):
        """Num of `acquire()`s minus num of `release()`s for this process."""
        return self._held

    def _is_mine(self):
        """Whether the lock is owned by this thread."""
        return self._held > 0 and self._holder == _thread.get_ident()

    def _get_value(self):
        """Get the value of the semaphore."""
        with open(f"/proc/self/fdinfo/{self.handle}") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name == "eventfd-count":
                    return int(value, 16)
        return 0

    def _is_zero(self):
        """Return whether semaphore has value zero."""
        return not wait([self.handle], 0)


def sem_unlink(name, /):
    raise FileNotFoundError(2, os.strerror(2))


flags = {}
