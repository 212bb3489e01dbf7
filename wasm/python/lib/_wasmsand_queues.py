"""Queues of multiprocessing: a file that all who have the queue read and write, under a record lock, which the kernel takes back from
whoever ends. Nobody who puts something into one waits for whoever takes it, so that no thread is needed to feed it."""

import fcntl
import os
import struct
import tempfile
import time
from queue import Empty, Full

from _wasmsand_changes import give
from _wasmsand_wait import wait

# Where the oldest item lies and where the next will, how many there are, and how many are not done.
_HEADER = struct.Struct("<QQQQ")
_SIZE = struct.Struct("<Q")
# So much of what was taken may lie before the oldest item.
_SLACK_BYTES = 1 << 20


class _Level:
    """What is seen by poll() while it holds."""

    def __init__(self, fd=None):
        self.fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC) if fd is None else fd

    def set(self):
        os.eventfd_write(self.fd, 1)

    def clear(self):
        try:
            os.eventfd_read(self.fd)
        except BlockingIOError:
            pass

    def __del__(self, close=os.close):
        close(self.fd)


class Store:
    """The file. What its beginning says is what holds; who is woken looks there first."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._fd, path = tempfile.mkstemp(prefix="queue-")
        os.unlink(path)
        self.some, self.room, self.done = _Level(), _Level(), _Level()
        self._write(_HEADER.size, _HEADER.size, 0, 0)
        self.room.set()
        self.done.set()

    def __del__(self, close=os.close):
        if (fd := getattr(self, "_fd", None)) is not None:
            close(fd)

    def pass_on(self, duplicate):
        """What makes the same of it in a process that is given the descriptors."""
        return self._maxsize, *(duplicate(fd) for fd in (self._fd, self.some.fd, self.room.fd, self.done.fd))

    @classmethod
    def received(cls, state):
        store = cls.__new__(cls)
        store._maxsize, store._fd, some, room, done = state
        store.some, store.room, store.done = _Level(some), _Level(room), _Level(done)
        return store

    def _read(self):
        return _HEADER.unpack(os.pread(self._fd, _HEADER.size, 0))

    def _write(self, *values):
        os.pwrite(self._fd, _HEADER.pack(*values), 0)

    def __enter__(self):
        fcntl.lockf(self._fd, fcntl.LOCK_EX, 1)

    def __exit__(self, *exception):
        fcntl.lockf(self._fd, fcntl.LOCK_UN, 1)

    def put(self, content):
        """Whether there was room for it."""
        with self:
            first, end, count, undone = self._read()
            if self._maxsize and count >= self._maxsize:
                self.room.clear()
                return False
            at = end
            for part in (_SIZE.pack(len(content)), content):
                part = memoryview(part).cast("B")
                while part:
                    written = os.pwrite(self._fd, part, at)
                    at, part = at + written, part[written:]
            self.some.set()
            self.done.clear()
            self._write(first, at, count + 1, undone + 1)
            if count + 1 == self._maxsize:
                self.room.clear()
        return True

    def get(self):
        """The oldest item, or None."""
        with self:
            first, end, count, undone = self._read()
            if not count:
                self.some.clear()
                return None
            (size,) = _SIZE.unpack(os.pread(self._fd, _SIZE.size, first))
            content = os.pread(self._fd, size, first + _SIZE.size)
            first += _SIZE.size + size
            if count == 1:
                first = end = _HEADER.size
                os.ftruncate(self._fd, end)
            elif first > _SLACK_BYTES and first > end - first:
                first, end = self._move_down(first, end)
            self._write(first, end, count - 1, undone)
            if count == 1:
                self.some.clear()
            self.room.set()
        return content

    def _move_down(self, first, end):
        to = _HEADER.size
        for at in range(first, end, _SLACK_BYTES):
            part = os.pread(self._fd, min(_SLACK_BYTES, end - at), at)
            to += os.pwrite(self._fd, part, to)
        os.ftruncate(self._fd, to)
        return _HEADER.size, to

    def finish(self):
        """One item is done: whether there was one."""
        with self:
            first, end, count, undone = self._read()
            if not undone:
                return False
            self._write(first, end, count, undone - 1)
            if undone == 1:
                self.done.set()
        return True

    def count(self):
        return self._read()[2]

    def undone(self):
        return self._read()[3]


class _Reader:
    """What multiprocessing's own modules know of a queue's pipe: its end to read from, and the one to write to."""

    def __init__(self, store):
        self._store = store
        self.closed = False

    def fileno(self):
        return self._store.some.fd

    def poll(self, timeout=0):
        return self._store.count() > 0 or bool(wait([self.fileno()], timeout)) and self._store.count() > 0

    def recv(self):
        return _get(self._store)

    def send(self, item):
        self._store.put(_dumps(item))

    def close(self):
        pass

    def end(self):
        self.closed = True

    def check(self):
        if self.closed:
            raise OSError("handle is closed")


def _dumps(item):
    from multiprocessing.reduction import ForkingPickler

    return ForkingPickler.dumps(item)


def _loads(content):
    from multiprocessing.reduction import ForkingPickler

    return ForkingPickler.loads(content)


def _left(deadline):
    return None if deadline is None else deadline - time.monotonic()


def _get(store, block=True, timeout=None):
    deadline = None if timeout is None else time.monotonic() + timeout
    while (content := store.get()) is None:
        left = _left(deadline)
        if not block or left is not None and left <= 0:
            raise Empty
        wait([store.some.fd], left)
    return _loads(content)


def _reserve(store):
    from multiprocessing.context import assert_spawning, get_spawning_popen

    assert_spawning(store)
    return store.pass_on(get_spawning_popen().duplicate_for_child)


class _Queue:
    def __init__(self, maxsize=0, *, ctx):
        self._maxsize = maxsize if maxsize > 0 else 0
        self._store = Store(self._maxsize)
        # For use by concurrent.futures
        self._ignore_epipe = False
        self._reset()

    def _reset(self, after_fork=False):
        self._closed = self._was_used = False
        self._reader = self._writer = _Reader(self._store)

    def __getstate__(self):
        from multiprocessing.context import assert_spawning

        assert_spawning(self)
        return self._ignore_epipe, self._maxsize, _reserve(self._store)

    def __setstate__(self, state):
        self._ignore_epipe, self._maxsize, store = state
        self._store = Store.received(store)
        self._reset()

    def _check(self):
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")

    def put(self, obj, block=True, timeout=None):
        self._check()
        try:
            content = _dumps(obj)
        except Exception as error:
            # As by the thread that natively does this, of which whoever puts it hears nothing.
            self._on_queue_feeder_error(error, obj)
            return
        self._was_used = True
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._store.put(content):
            left = _left(deadline)
            if not block or left is not None and left <= 0:
                raise Full
            wait([self._store.room.fd], left)

    def get(self, block=True, timeout=None):
        self._check()
        return _get(self._store, block, timeout)

    def qsize(self):
        return self._store.count()

    def empty(self):
        # close() does nothing natively before something has been put.
        if self._closed and self._was_used:
            raise OSError("handle is closed")
        return not self._store.count()

    def full(self):
        return 0 < self._maxsize <= self._store.count()

    def close(self):
        self._closed = True

    def join_thread(self):
        assert self._closed, f"Queue {self!r} not closed"

    def cancel_join_thread(self):
        pass

    def _terminate_broken(self):
        self.close()


class _JoinableQueue:
    def __init__(self, maxsize=0, *, ctx):
        _Queue.__init__(self, maxsize, ctx=ctx)

    def __getstate__(self):
        return _Queue.__getstate__(self)

    def __setstate__(self, state):
        _Queue.__setstate__(self, state)

    def put(self, obj, block=True, timeout=None):
        _Queue.put(self, obj, block, timeout)

    def task_done(self):
        if not self._store.finish():
            raise ValueError("task_done() called too many times")

    def join(self):
        while self._store.undone():
            wait([self._store.done.fd])


class _SimpleQueue:
    def __init__(self, *, ctx):
        self._store = Store()
        self._reader = self._writer = _Reader(self._store)

    def close(self):
        self._reader.end()

    def empty(self):
        self._reader.check()
        return not self._store.count()

    def __getstate__(self):
        from multiprocessing.context import assert_spawning

        assert_spawning(self)
        return _reserve(self._store)

    def __setstate__(self, state):
        self._store = Store.received(state)
        self._reader = self._writer = _Reader(self._store)

    def get(self):
        self._reader.check()
        return _get(self._store)

    def put(self, obj):
        self._reader.check()
        self._store.put(_dumps(obj))


def change(module):
    for own in (_Queue, _JoinableQueue, _SimpleQueue):
        give(getattr(module, own.__name__[1:]), [value for value in vars(own).values() if callable(value)])
