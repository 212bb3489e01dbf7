"""Threads, one after the other. A thread that is started has not begun yet: it runs, to its end, when the one that has started it waits:
for it (join), for what it gives (locks, events, queues, futures), in sleep, or at the end of the program."""

import os
import struct
import sys
import time

import _thread
import _wasmsand
import _wasmsand_wait

_sleep = time.sleep
_PPOLL = 414
# How long whoever waits beneath is kept waiting by a thread that goes on and on.
_GRACE_SECONDS, _GRACE_WAITS = 10, 50


class _Ended(SystemExit):
    """Ends a thread that could go on only beside another."""


class _Waits:
    """What is waited for on the stack: by the program first, and by each thread that runs while another waits."""

    def __init__(self):
        self.pending = []
        self.running = []
        self.deadlines = []
        self.overdue = 0
        self.interrupted = False
        self.last_ident = 1
        self.closed = False

    def forget(self):
        """In a copy of the process there is only the thread that made it."""
        for handle in self.pending + self.running[:-1]:
            handle.state = _DONE
        del self.pending[:], self.running[:-1], self.deadlines[:]
        _wasmsand_wait.forget()


_NEW, _PENDING, _RUNNING, _DONE = range(4)
_waits = _Waits()


class _ThreadHandle:
    def __init__(self):
        self.ident = 0
        self.state = _NEW
        self.function = None
        self.daemon = True

    def is_done(self):
        return self.state == _DONE

    def _set_done(self):
        self.state = _DONE

    def join(self, timeout=None, /):
        deadline = None if timeout is None or timeout < 0 else time.monotonic() + timeout
        if self.state == _NEW:
            raise RuntimeError("thread not started")
        if self.state == _PENDING:
            _run(self, deadline)
        while self.state == _RUNNING:
            if deadline is not None and time.monotonic() >= deadline:
                return
            _wait(-1 if deadline is None else deadline - time.monotonic())


def _run(handle, deadline):
    _waits.pending.remove(handle)
    handle.state = _RUNNING
    _waits.running.append(handle)
    _waits.deadlines.append(deadline)
    try:
        _wasmsand.run_thread(handle.ident, handle.function)
    finally:
        handle.state = _DONE
        handle.function = None
        _waits.running.pop()
        if _waits.deadlines:
            _waits.deadlines.pop()
        _waits.overdue = 0
    if _waits.interrupted:
        _waits.interrupted = False
        # Of an interrupt the main thread hears, whatever thread it has met.
        _thread.interrupt_main()


def _pause(seconds):
    """Until a signal comes at the latest, whose handler has run then."""
    if seconds is None:
        _wasmsand.syscall(_PPOLL, 0, 0, 0, 0, 8)
    elif seconds > 0:
        whole = int(seconds)
        _wasmsand.syscall(_PPOLL, 0, 0, struct.pack("<qq", whole, int((seconds - whole) * 1e9)), 0, 8)


def _signals_may_wake():
    import signal

    def is_own(number):
        handler = signal.getsignal(number)
        return callable(handler) and handler is not signal.default_int_handler

    return any(is_own(number) for number in signal.valid_signals() if number not in (signal.SIGKILL, signal.SIGSTOP))


def _end_overdue(outer):
    """Whoever waits beneath must go on. A daemon is ended; another goes on for a while."""
    current = _waits.running[-1]
    if current.daemon:
        raise _Ended
    _waits.overdue += 1
    if _waits.overdue > _GRACE_WAITS and time.monotonic() > outer + _GRACE_SECONDS:
        print(
            "python3: a thread that does not end was ended: threads run one after the other here, and another waits for its turn",
            file=sys.stderr,
        )
        raise _Ended


def _idle(deadline):
    """Nobody else can begin."""
    outer = min((at for at in _waits.deadlines if at is not None), default=None)
    now = time.monotonic()
    if outer is not None and (deadline is None or outer <= deadline):
        if now < outer:
            _pause(outer - now)
            if time.monotonic() < outer:
                return
        _end_overdue(outer)
        if deadline is None:
            refuse()
        now = time.monotonic()
    if deadline is not None:
        _pause(deadline - now)
        return
    if _signals_may_wake():
        _pause(None)
        return
    refuse()


def refuse():
    if _waits.running and _waits.running[-1].daemon:
        raise _Ended
    raise RuntimeError("deadlock: this waits for another thread, and threads run one after the other here")


def _wait(seconds):
    """Where CPython would wait for another thread: for ever if seconds is negative."""
    deadline = None if seconds < 0 else time.monotonic() + seconds
    if _waits.pending:
        run_first(deadline)
    elif not _take(deadline):
        _idle(deadline)


def run_first(deadline):
    """Has the first thread that waits for its turn run to its end."""
    _run(_waits.pending[0], deadline)


def _take(deadline):
    """What pools of processes have done meanwhile; False if nobody but who waits beneath could go on."""
    if not _wasmsand_wait.sources:
        return False
    ends = [at for at in (deadline, *_waits.deadlines) if at is not None]
    if ends and time.monotonic() >= min(ends):
        return False
    return _wasmsand_wait.take(min(ends) if ends else None)


# Threads that one after the other begins while it sleeps: all are on one stack.
_MOST_WITHIN = 64


def sleep(seconds, /):
    if _wasmsand_wait.is_alone():
        return _sleep(seconds)
    if not isinstance(seconds, (int, float)) or not seconds >= 0:
        return _sleep(seconds)
    deadline = time.monotonic() + seconds
    while _waits.pending and len(_waits.running) < _MOST_WITHIN:
        _run(_waits.pending[0], deadline)
    while (left := deadline - time.monotonic()) > 0:
        if not _take(deadline):
            _idle(deadline) if _waits.running else _sleep(left)


def _start(function, daemon, handle):
    if _waits.closed:
        raise PythonFinalizationError("can't create new thread at interpreter shutdown")
    _waits.last_ident += 1
    handle.ident, handle.state, handle.daemon = _waits.last_ident, _PENDING, daemon

    def call():
        try:
            function()
        except SystemExit:
            pass

    handle.function = call
    _waits.pending.append(handle)


def start_joinable_thread(function, handle=None, daemon=True):
    if not callable(function):
        raise TypeError("thread function must be callable")
    if handle is None:
        handle = _ThreadHandle()
    elif not isinstance(handle, _ThreadHandle):
        raise TypeError("'handle' must be a _ThreadHandle")
    if handle.state != _NEW:
        raise RuntimeError("thread already started")
    _start(function, daemon, handle)
    thread = getattr(function, "__self__", None)
    started = getattr(thread, "_started", None)
    if started is not None:
        # What start() waits for, which a thread that has not begun does not say.
        thread._ident, thread._native_id = handle.ident, os.getpid()
        started.set()
        _serve_in_copy(thread, handle)
    return handle


def start_new_thread(function, args, kwargs={}, /):
    if not callable(function):
        raise TypeError("first arg must be callable")
    if not isinstance(args, tuple):
        raise TypeError("2nd arg must be a tuple")
    handle = _ThreadHandle()
    _start(lambda: function(*args, **kwargs), True, handle)
    return handle.ident


def _begin_all():
    while _waits.pending:
        _run(_waits.pending[0], None)


def _shutdown():
    while begins := next((handle for handle in _waits.pending if not handle.daemon), None):
        _run(begins, None)
    _waits.closed = True
    if isinstance(getattr(sys, "last_exc", None), KeyboardInterrupt):
        _wasmsand.end_by_interrupt()


# --- servers ---

_SERVES = "serve_forever"


def _serve_in_copy(thread, handle):
    """A server's loop does not end before another thread says so. It runs in a copy of the process, which ends when it is to be shut down."""
    target = getattr(thread, "_target", None)
    socketserver = sys.modules.get("socketserver")
    server = getattr(target, "__self__", None)
    if socketserver is None or getattr(target, "__name__", "") != _SERVES or not isinstance(server, socketserver.BaseServer):
        return
    args, kwargs = thread._args, thread._kwargs
    server._wasmsand_copy = _Copy(lambda: target(*args, **kwargs))
    if handle.daemon:
        import atexit

        atexit.register(server._wasmsand_copy.end)
    handle.function = server._wasmsand_copy.wait


class _Copy:
    def __init__(self, function):
        self._maker = os.getpid()
        self._pid = copy(function)

    def wait(self):
        if self._pid:
            os.waitpid(self._pid, 0)
            self._pid = 0

    def end(self):
        if self._pid and self._maker == os.getpid():
            os.kill(self._pid, 9)
            self.wait()


def copy(function):
    """The pid of a copy of the process that calls the function and ends."""

    def child():
        import signal

        status = 1
        try:
            _waits.forget()
            signal.set_wakeup_fd(-1)
            function()
            status = 0
        except SystemExit as ending:
            status = ending.code if isinstance(ending.code, int) else int(ending.code is not None)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except (AttributeError, ValueError, OSError):
                    pass
        return status

    for stream in (sys.stdout, sys.stderr):
        # What is in it would be written twice.
        if stream is not None and not stream.closed:
            stream.flush()
    pid = _wasmsand.clone(child)
    if pid < 0:
        raise OSError(-pid, os.strerror(-pid))
    return pid


def install():
    """Before threading is imported."""
    import _wasmsand_calls

    _wasmsand_calls.offer([start_joinable_thread, start_new_thread, _shutdown], _thread)
    _wasmsand_calls.offer([sleep], time)
    _thread.start_new, _thread._ThreadHandle = _thread.start_new_thread, _ThreadHandle
    _thread.get_ident = _thread._get_main_thread_ident = _wasmsand.get_ident
    _thread.get_native_id = os.getpid
    _thread._make_thread_handle = _made
    _wasmsand.set_waiter(_wait)
    os.register_at_fork(after_in_child=_waits.forget)


def _made(ident):
    handle = _ThreadHandle()
    handle.ident, handle.state, handle.daemon = ident, _RUNNING, False
    return handle


def _without_interrupts(make):
    """Exceptions of a thread are told by threading; an interrupt is the main thread's."""

    def make_invoke_excepthook():
        invoke = make()

        def invoke_excepthook(thread):
            kind = sys.exc_info()[0]
            if kind is KeyboardInterrupt:
                _waits.interrupted = True
            elif kind is not _Ended:
                invoke(thread)

        return invoke_excepthook

    return make_invoke_excepthook


def _put(put):
    def put_beyond(self, item, block=True, timeout=None):
        # Who takes things out of it cannot run beside who puts them in; it takes them all when its turn has come.
        current = _waits.running[-1] if _waits.running else None
        if block and timeout is None and self.maxsize > 0 and (_waits.pending or current is not None and not current.daemon):
            with self.mutex:
                if self.is_shutdown:
                    raise sys.modules["queue"].ShutDown
                self._put(item)
                self.unfinished_tasks += 1
                self.not_empty.notify()
        else:
            put(self, item, block, timeout)

    put_beyond.__name__ = put.__name__
    put_beyond.__qualname__ = put.__qualname__
    put_beyond.__doc__ = put.__doc__
    return put_beyond


def _adjust_thread_count(self):
    """One thread does what there is to do, and ends; there is another when there is more."""
    if any(not thread._os_thread_handle.is_done() for thread in self._threads):
        return
    import threading

    self._threads.clear()
    thread = threading.Thread(name=f"{self._thread_name_prefix}_0", target=_work, args=(self,))
    thread.start()
    self._threads.add(thread)


def _work(executor):
    import queue

    from concurrent.futures import _base

    context = getattr(executor, "_wasmsand_context", None)
    if context is None:
        context = executor._wasmsand_context = executor._create_worker_context()
        try:
            context.initialize()
        except BaseException:
            _base.LOGGER.critical("Exception in initializer:", exc_info=True)
            executor._initializer_failed()
            return
    while True:
        try:
            item = executor._work_queue.get_nowait()
        except queue.Empty:
            return
        if item is not None:
            item.run(context)


def _select(select):
    """Whoever waits for descriptors lets others run."""

    def select_after_others(self, timeout=None):
        if _waits.pending and (timeout is None or timeout > 0):
            _begin_all()
        return select(self, timeout)

    select_after_others.__name__, select_after_others.__qualname__ = select.__name__, select.__qualname__
    return select_after_others


def _run_once(run_once):
    """A loop that has nothing to do lets others run, whatever it waits with."""

    def run_once_after_others(self):
        if _waits.pending and not self._ready:
            _begin_all()
        run_once(self)

    run_once_after_others.__name__, run_once_after_others.__qualname__ = run_once.__name__, run_once.__qualname__
    return run_once_after_others


def adapt():
    """What is made of threads."""
    import asyncio.base_events
    import concurrent.futures.thread
    import queue
    import selectors
    import socketserver
    import threading

    for selector in (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector):
        selector.select = _select(selector.select)
    threading._make_invoke_excepthook = _without_interrupts(threading._make_invoke_excepthook)
    queue.Queue.put = _put(queue.Queue.put)
    concurrent.futures.thread.ThreadPoolExecutor._adjust_thread_count = _adjust_thread_count
    socketserver.ThreadingMixIn.process_request = socketserver.ThreadingMixIn.process_request_thread
    asyncio.base_events.BaseEventLoop._run_once = _run_once(asyncio.base_events.BaseEventLoop._run_once)
    run_in_executor = asyncio.base_events.BaseEventLoop.run_in_executor

    def run_in_executor_soon(self, executor, func, *args):
        future = run_in_executor(self, executor, func, *args)
        # The loop waits for descriptors, which wakes no thread.
        self.call_soon(_begin_all)
        if executor is not None and (own := sys.modules.get("_wasmsand_executor")) is not None:
            own.watch(self, executor)
        return future

    run_in_executor_soon.__name__, run_in_executor_soon.__qualname__ = run_in_executor.__name__, run_in_executor.__qualname__
    asyncio.base_events.BaseEventLoop.run_in_executor = run_in_executor_soon
    shutdown = socketserver.BaseServer.shutdown

    def shutdown_copy(self):
        running = self.__dict__.pop("_wasmsand_copy", None)
        if running is None:
            shutdown(self)
        else:
            running.end()

    shutdown_copy.__name__, shutdown_copy.__qualname__ = shutdown.__name__, shutdown.__qualname__
    socketserver.BaseServer.shutdown = shutdown_copy
