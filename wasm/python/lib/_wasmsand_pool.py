"""multiprocessing's pools without threads: who waits for a result hands out tasks and takes results meanwhile."""

import collections
import os
import threading
import time

from _wasmsand_changes import give
from _wasmsand_wait import sources, wait

# Tasks that may be under way: of those that are there already, and of an iterable that gives them one by one.
_MANY, _FEW_EACH = 4096, 16
_RUN, _CLOSE, _TERMINATE = "RUN", "CLOSE", "TERMINATE"


class _Sequence:
    """Tasks that belong together."""

    def __init__(self, item):
        tasks, self.set_length = item
        self.tasks = iter(tasks)
        self.length = 0
        self.is_asked = False

    def next(self):
        self.is_asked = True
        try:
            task = next(self.tasks, None)
        finally:
            self.is_asked = False
        if task is not None:
            self.length = task[1] + 1
        elif self.set_length is not None:
            self.set_length(self.length)
        return task


class _Tasks:
    """What a pool's threads do natively, as a source. It knows no pool, so that one that nobody has any more ends."""

    def __init__(self, pool, more_workers):
        self._cache, self._workers = pool._cache, pool._pool
        self._inqueue, self._outqueue = pool._inqueue, pool._outqueue
        self._more_workers = more_workers
        self._sequences = collections.deque()
        self._under_way = 0
        self._state = _RUN
        self._maker = os.getpid()
        sources.append(self)

    def put(self, item):
        self._sequences.append(_Sequence(item))
        self.take()

    def _hand_out(self):
        # An iterable of tasks may wait for what this pool does, and so come by here.
        while self._sequences and not self._sequences[0].is_asked and self._state != _TERMINATE:
            sequence = self._sequences[0]
            limit = _MANY if sequence.set_length is None else _FEW_EACH * (len(self._workers) + 1)
            if self._under_way >= limit:
                return
            task = sequence.next()
            if task is None:
                self._sequences.popleft()
                continue
            try:
                self._inqueue._writer.send(task)
                self._under_way += 1
            except Exception as error:
                self._answer(task[0], task[1], (False, error))

    def _answer(self, job, index, result):
        if (waiting := self._cache.get(job)) is not None:
            waiting._set(index, result)

    def is_busy(self):
        return bool(self._cache) and self._state != _TERMINATE

    def descriptors(self):
        return [self._outqueue._reader.fileno(), *(worker.sentinel for worker in self._workers)]

    def take(self):
        while self._state != _TERMINATE:
            self._hand_out()
            if not self._outqueue._reader.poll():
                break
            self._under_way -= 1
            self._answer(*self._outqueue._reader.recv())
        if self.is_busy() and any(worker.exitcode is not None for worker in self._workers):
            self._more_workers()

    def finish(self):
        """All that was asked for is done, and the workers end."""
        while self._cache and self._state != _TERMINATE:
            self.take()
            if self._cache:
                wait(self.descriptors())
        if self._state != _TERMINATE:
            self.end_workers()
        for worker in self._workers:
            worker.join()
        self._forget()

    def close(self):
        if self._state == _RUN:
            self._state = _CLOSE

    def end_workers(self):
        for _ in self._workers:
            self._inqueue._writer.send(None)

    def _forget(self):
        if self in sources:
            sources.remove(self)

    def terminate(self):
        self._state = _TERMINATE
        self._forget()
        if self._maker != os.getpid():
            return
        for worker in self._workers:
            if worker.exitcode is None:
                worker.terminate()
        for worker in self._workers:
            worker.join()


class _LocalTasks:
    """Of a pool of threads: one thread does what there is to do."""

    def __init__(self, pool):
        self._cache, self._initializer = pool._cache, (pool._initializer, pool._initargs)
        self._sequences = collections.deque()
        self._thread = None
        self._state = _RUN

    def put(self, item):
        self._sequences.append(_Sequence(item))
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="ThreadPoolWorker", daemon=True)
            self._thread.start()

    def take(self):
        """Somebody asks whether something is done."""
        time.sleep(0)

    def _work(self):
        initializer, arguments = self._initializer
        if initializer is not None:
            self._initializer = None, ()
            initializer(*arguments)
        while self._sequences and self._state != _TERMINATE:
            task = self._sequences[0].next()
            if task is None:
                self._sequences.popleft()
                continue
            job, index, function, args, kwds = task
            try:
                result = True, function(*args, **kwds)
            except Exception as error:
                result = False, error
            if job in self._cache:
                self._cache[job]._set(index, result)

    def finish(self):
        if self._thread is not None:
            self._thread.join()

    def close(self):
        pass

    def terminate(self):
        self._state = _TERMINATE
        self._sequences.clear()


def change(module):
    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        self._pool = []
        self._state = module.INIT
        self._ctx = context or module.get_context()
        self._cache = {}
        self._maxtasksperchild, self._initializer, self._initargs = maxtasksperchild, initializer, initargs
        if processes is None:
            processes = os.process_cpu_count() or 1
        if processes < 1:
            raise ValueError("Number of processes must be at least 1")
        if maxtasksperchild is not None:
            if not isinstance(maxtasksperchild, int) or maxtasksperchild <= 0:
                raise ValueError("maxtasksperchild must be a positive int or None")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._processes = processes
        self._setup_queues()
        self._taskqueue = self._make_tasks()
        self._terminate = module.util.Finalize(self, self._taskqueue.terminate, exitpriority=15)
        self._state = module.RUN

    def _make_tasks(self):
        workers, arguments = self._pool, (self._inqueue, self._outqueue, self._initializer, self._initargs)
        rest = self._maxtasksperchild, self._wrap_exception
        context, make, count = self._ctx, self.Process, self._processes

        def more_workers():
            module.Pool._join_exited_workers(workers)
            try:
                module.Pool._repopulate_pool_static(context, make, count, workers, *arguments, *rest)
            except OSError:
                # Where not all have room, those that have do the work.
                if not workers:
                    raise

        more_workers()
        return _Tasks(self, more_workers)

    def close(self):
        if self._state == module.RUN:
            self._state = module.CLOSE
            self._taskqueue.close()

    def terminate(self):
        self._state = module.TERMINATE
        self._terminate()

    def join(self):
        if self._state == module.RUN:
            raise ValueError("Pool is still running")
        if self._state not in (module.CLOSE, module.TERMINATE):
            raise ValueError("In unknown state")
        self._taskqueue.finish()

    give(module.Pool, [__init__, _make_tasks, close, terminate, join])

    def _setup_queues(self):
        self._pool.extend(range(self._processes))

    def _make_local_tasks(self):
        return _LocalTasks(self)

    _make_local_tasks.__name__ = "_make_tasks"
    give(module.ThreadPool, [_setup_queues, _make_local_tasks])

    def ready(self):
        if not self._event.is_set() and self._pool is not None:
            self._pool._taskqueue.take()
        return self._event.is_set()

    give(module.ApplyResult, [ready])
