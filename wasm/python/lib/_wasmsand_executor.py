"""concurrent.futures' ProcessPoolExecutor without the thread that natively looks after it: who waits for a future does."""

import threading

from _wasmsand_changes import give
from _wasmsand_wait import sources, wait


def _ready(readers):
    from multiprocessing.connection import wait as wait_natively

    return wait_natively(readers, 0)


def change(module):
    class Manager(module._ExecutorManagerThread):
        _is_done = False
        _is_in_step = False

        def start(self):
            sources.append(self)

        def is_alive(self):
            return not self._is_done

        def is_busy(self):
            return not self._is_done and (bool(self.pending_work_items) or self.is_shutting_down())

        def _readers(self):
            return [self.result_queue._reader, self.thread_wakeup._reader]

        def descriptors(self):
            return [*(reader.fileno() for reader in self._readers()), *(p.sentinel for p in self.processes.values())]

        def take(self):
            while not self._is_done and self._step():
                pass

        def join(self, timeout=None):
            while not self._is_done:
                self.take()
                if not self._is_done:
                    wait(self.descriptors())

        def _finish(self):
            self._is_done = True
            if self in sources:
                sources.remove(self)

        def _step(self):
            """One turn of the loop of the native thread, if there is something to do."""
            try:
                self.add_call_item_to_queue()
            except BaseException as error:
                self._finish()
                self.terminate_broken(module.format_exception(error))
                return False
            readers = self._readers()
            came = bool(_ready([*readers, *(p.sentinel for p in self.processes.values())]))
            if came:
                result, is_broken, cause = self.wait_result_broken_or_wakeup()
                if is_broken:
                    self._finish()
                    self.terminate_broken(cause)
                    return False
                if result is not None:
                    self._take_result(result)
            if self.is_shutting_down():
                self.flag_executor_shutting_down()
                self.add_call_item_to_queue()
                if not self.pending_work_items:
                    self._finish()
                    self.join_executor_internals()
                    return False
            return came

        def _take_result(self, item):
            self.process_result_item(item)
            has_ended = item.exit_pid is not None
            if has_ended:
                self.processes.pop(item.exit_pid).join()
            if executor := self.executor_reference():
                if has_ended:
                    with self.shutdown_lock:
                        executor._adjust_process_count()
                else:
                    executor._idle_worker_semaphore.release()

    own_init = module.ProcessPoolExecutor.__init__

    def __init__(self, *args, **kwargs):
        own_init(self, *args, **kwargs)
        # Taken by whoever submits, whom a result may call meanwhile.
        self._shutdown_lock = threading.RLock()

    def _start_executor_manager_thread(self):
        if self._executor_manager_thread is None:
            if not self._safe_to_dynamically_spawn_children:
                self._launch_processes()
            self._executor_manager_thread = Manager(self)
            self._executor_manager_thread.start()
            module._threads_wakeups[self._executor_manager_thread] = self._executor_manager_thread_wakeup
        self._executor_manager_thread.take()

    def _spawn_process(self):
        try:
            spawn(self)
        except OSError:
            # Where not all have room, those that have do the work.
            if not self._processes:
                raise
            self._max_workers = len(self._processes)

    spawn = module.ProcessPoolExecutor._spawn_process
    __init__.__wrapped__ = own_init
    give(module.ProcessPoolExecutor, [__init__, _start_executor_manager_thread, _spawn_process])


def watch(loop, executor):
    """Has an event loop look after an executor, as long as that has something to do."""
    manager = getattr(executor, "_executor_manager_thread", None)
    if not hasattr(manager, "descriptors"):
        return
    watched = manager.__dict__.setdefault("watched", [])

    def step():
        manager.take()
        for fd in watched:
            loop.remove_reader(fd)
        watched[:] = manager.descriptors() if manager.is_busy() else []
        for fd in watched:
            loop.add_reader(fd, step)

    step()
