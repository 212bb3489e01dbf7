"""multiprocessing's managers: one loop serves all connections, and who must wait is answered when what it waits for has come."""

import queue
import sys
import threading
import time

from _wasmsand_changes import give
from _wasmsand_wait import wait


class _Adopted(BaseException):
    """A connection that stays open."""


# --- methods that wait: generators that yield until when, and go on when something has changed ---


def _end(timeout):
    return None if timeout is None or timeout < 0 else time.monotonic() + timeout


def _is_over(end):
    return end is not None and time.monotonic() >= end


def _queue_get(server, conn, q, block=True, timeout=None):
    end = _end(timeout)
    while True:
        try:
            return q.get_nowait()
        except queue.Empty:
            if not block or _is_over(end):
                raise
        yield end


def _queue_put(server, conn, q, item, block=True, timeout=None):
    end = _end(timeout)
    while True:
        try:
            return q.put_nowait(item)
        except queue.Full:
            if not block or _is_over(end):
                raise
        yield end


def _queue_join(server, conn, q):
    while q.unfinished_tasks:
        yield None


def _event_wait(server, conn, event, timeout=None):
    end = _end(timeout)
    while not event.is_set():
        if _is_over(end):
            return False
        yield end
    return True


def _acquire(server, conn, lock, blocking=True, timeout=-1):
    end = _end(timeout)
    while not lock.acquire(False):
        if not blocking or _is_over(end):
            return False
        yield end
    return True


# Who holds a reentrant lock: a connection, and how often.


def _own(server, conn, lock, blocking=True, timeout=-1):
    end = _end(timeout)
    while (held := server.owners.get(id(lock))) is not None and held[0] is not conn:
        if not blocking or _is_over(end):
            return False
        yield end
    server.owners[id(lock)] = conn, held[1] + 1 if held else 1
    return True


def _held(server, conn, lock):
    held = server.owners.get(id(lock))
    if held is None or held[0] is not conn:
        raise RuntimeError("cannot release un-acquired lock")
    return held[1]


def _disown(server, conn, lock):
    count = _held(server, conn, lock)
    if count > 1:
        server.owners[id(lock)] = conn, count - 1
    else:
        del server.owners[id(lock)]
    yield from ()


def _is_owned(server, conn, lock):
    yield from ()
    return id(lock) in server.owners


def _condition_wait(server, conn, condition, timeout=None):
    count = _held(server, conn, condition)
    del server.owners[id(condition)]
    ticket, tickets = object(), server.tickets.setdefault(id(condition), [])
    tickets.append(ticket)
    end = _end(timeout)
    while ticket in tickets and not _is_over(end):
        yield end
    was_told = ticket not in tickets
    if not was_told:
        tickets.remove(ticket)
    while id(condition) in server.owners:
        yield None
    server.owners[id(condition)] = conn, count
    return was_told


def _condition_notify(server, conn, condition, n=1):
    _held(server, conn, condition)
    del server.tickets.get(id(condition), [])[:n]
    yield from ()


def _condition_notify_all(server, conn, condition):
    return _condition_notify(server, conn, condition, sys.maxsize)


def _barrier_wait(server, conn, barrier, timeout=None):
    end = _end(barrier._timeout if timeout is None else timeout)
    if barrier._state < 0:
        raise threading.BrokenBarrierError
    index, barrier._count = barrier._count, barrier._count + 1
    generation = server.generations.setdefault(id(barrier), 0)
    if barrier._count == barrier._parties:
        try:
            if barrier._action:
                barrier._action()
        except BaseException:
            barrier._state = -2
            raise
        server.generations[id(barrier)], barrier._count = generation + 1, 0
        return index
    while server.generations[id(barrier)] == generation:
        if _is_over(end):
            barrier._state = -2
        if barrier._state < 0 or (id(barrier), generation) in server.resets:
            raise threading.BrokenBarrierError
        yield end
    if (id(barrier), generation) in server.resets:
        raise threading.BrokenBarrierError
    return index


def _barrier_reset(server, conn, barrier):
    generation = server.generations.get(id(barrier), 0)
    if barrier._count and barrier._state == 0:
        server.resets.add((id(barrier), generation))
    server.generations[id(barrier)], barrier._count, barrier._state = generation + 1, 0, 0
    yield from ()


_LOCK, _RLOCK = type(threading.Lock()), type(threading.RLock())
_WAITING = {
    (queue.Queue, "get"): _queue_get,
    (queue.Queue, "put"): _queue_put,
    (queue.Queue, "join"): _queue_join,
    (threading.Event, "wait"): _event_wait,
    (_LOCK, "acquire"): _acquire,
    (threading.Semaphore, "acquire"): _acquire,
    (_RLOCK, "acquire"): _own,
    (_RLOCK, "release"): _disown,
    (_RLOCK, "locked"): _is_owned,
    (threading.Condition, "acquire"): _own,
    (threading.Condition, "release"): _disown,
    (threading.Condition, "wait"): _condition_wait,
    (threading.Condition, "notify"): _condition_notify,
    (threading.Condition, "notify_all"): _condition_notify_all,
    (threading.Barrier, "wait"): _barrier_wait,
    (threading.Barrier, "reset"): _barrier_reset,
}


def _waiting_method(obj, name):
    return next((_WAITING[kind, name] for kind in type(obj).__mro__ if (kind, name) in _WAITING), None)


class _OneRequest:
    """A connection as the native loop knows it, which has no more to say."""

    def __init__(self, conn, request):
        self._requests = [request]
        self.send, self.close = conn.send, conn.close

    def recv(self):
        if not self._requests:
            raise EOFError
        return self._requests.pop()


class _Loop:
    def __init__(self, server):
        self.server = server
        self.served, self.parked = {}, {}
        server.owners, server.tickets, server.generations, server.resets = {}, {}, {}, set()

    def run(self, parent):
        listener = self.server.listener._listener._socket
        ending = [] if parent is None else [parent.sentinel]
        while not self.server.stop_event.is_set():
            ends = [end for _, end in self.parked.values() if end is not None]
            fds = [listener.fileno(), *ending, *self.served]
            found = wait(fds, max(0.001, min(ends) - time.monotonic()) if ends else None)
            if found.intersection(ending):
                return
            if listener.fileno() in found:
                self.accept()
            for fd in found.intersection(self.served):
                self.serve(fd)
            while self.go_on():
                pass

    def accept(self):
        try:
            conn = self.server.listener.accept()
        except (OSError, EOFError):
            return
        try:
            self.server._handle_request(conn)
        except _Adopted:
            self.served[conn.fileno()] = conn
            return
        except SystemExit:
            pass
        conn.close()

    def drop(self, fd):
        self.parked.pop(fd, None)
        self.served.pop(fd).close()

    def serve(self, fd):
        conn = self.served[fd]
        try:
            request = conn.recv()
        except Exception:
            self.drop(fd)
            return
        ident, name, args, kwds = request
        obj, exposed, _ = self.server.id_to_obj.get(ident) or self.server.id_to_local_proxy_obj.get(ident) or (None, (), None)
        method = _waiting_method(obj, name) if name in exposed else None
        if method is None:
            try:
                self.server.serve_client(_OneRequest(conn, request))
            except SystemExit as ending:
                if ending.code:
                    self.drop(fd)
            return
        try:
            self.parked[fd] = method(self.server, conn, obj, *args, **kwds), None
        except TypeError as error:
            conn.send(("#ERROR", error))
            return
        self.step(fd)

    def step(self, fd):
        """Whether whoever waited there has an answer."""
        going, _ = self.parked[fd]
        try:
            self.parked[fd] = going, next(going)
            return False
        except StopIteration as ending:
            answer = "#RETURN", ending.value
        except Exception as error:
            answer = "#ERROR", error
        del self.parked[fd]
        try:
            self.served[fd].send(answer)
        except OSError:
            self.drop(fd)
        return True

    def go_on(self):
        return any([self.step(fd) for fd in list(self.parked) if fd in self.parked])


def change(module):
    def serve_forever(self):
        self.stop_event = threading.Event()
        module.process.current_process()._manager_server = self
        try:
            _Loop(self).run(module.process.parent_process())
        except (KeyboardInterrupt, SystemExit):
            pass
        finally:
            if sys.stdout != sys.__stdout__:
                sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
            sys.exit(0)

    def accept_connection(self, c, name):
        c.send(("#RETURN", None))
        raise _Adopted

    give(module.Server, [serve_forever, accept_connection])
