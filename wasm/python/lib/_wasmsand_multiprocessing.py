"""multiprocessing on processes of the kernel: a child is a copy of its parent, or an interpreter of its own."""

import atexit
import os
import signal

import _wasmsand
from _wasmsand_changes import give
from _wasmsand_wait import is_alone, wait

_PRCTL, _PR_SET_PDEATHSIG = 167, 1
# What the kernel says where a limit of the sandbox has been met; and of a process that has linked modules, which has no copies.
_EAGAIN, _ENOMEM, _ENOSYS = 11, 12, 38


def _explain(error):
    if error.errno in (_EAGAIN, _ENOMEM):
        error.add_note("the sandbox's limits (processes, memory) let no further process begin")
    return error


def _end_with(parent):
    """A daemonic process does not outlive the one that has made it, however that ends."""
    _wasmsand.syscall(_PRCTL, _PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _launch_copy(popen, process):
    from _wasmsand_thread import copy
    from multiprocessing import util

    maker = os.getpid()
    parent_r, child_w = os.pipe()
    child_r, parent_w = os.pipe()

    def child():
        code = 1
        try:
            atexit._clear()
            atexit.register(util._exit_function)
            os.close(parent_r)
            os.close(parent_w)
            if process.daemon:
                _end_with(maker)
            code = process._bootstrap(parent_sentinel=child_r)
        finally:
            atexit._run_exitfuncs()
            os._exit(code)

    try:
        popen.pid = copy(child)
    except OSError as error:
        os.close(parent_r)
        os.close(parent_w)
        if error.errno == _ENOSYS:
            return False
        raise _explain(error)
    finally:
        os.close(child_w)
        os.close(child_r)
    popen.finalizer = util.Finalize(popen, util.close_fds, (parent_r, parent_w))
    popen.sentinel = parent_r
    return True


def _spawned(popen, process):
    from multiprocessing import popen_spawn_posix

    popen.__class__ = popen_spawn_posix.Popen
    popen._fds = []
    popen._launch(process)


def change_popen_fork(module):
    def _launch(self, process_obj):
        if not _launch_copy(self, process_obj):
            _spawned(self, process_obj)

    poll = module.Popen.poll

    def wait_for_end(self, timeout=None):
        if self.returncode is None:
            if timeout is not None or not is_alone():
                if not wait([self.sentinel], timeout):
                    return None
            return poll(self, os.WNOHANG if timeout == 0.0 else 0)
        return self.returncode

    wait_for_end.__name__ = "wait"
    give(module.Popen, [_launch, wait_for_end])


def change_popen_forkserver(module):
    """There is no server: a copy of this process is as good."""
    from multiprocessing import popen_fork

    class Popen(popen_fork.Popen):
        method = "forkserver"

    Popen.__module__, Popen.__qualname__ = module.__name__, "Popen"
    module.Popen = Popen


def change_popen_spawn(module):
    def _launch(self, process_obj):
        import io

        from multiprocessing import spawn, util
        from multiprocessing.context import reduction, set_spawning_popen

        prepared = spawn.get_preparation_data(process_obj._name)
        content = io.BytesIO()
        set_spawning_popen(self)
        try:
            reduction.dump(prepared, content)
            reduction.dump(process_obj, content)
        finally:
            set_spawning_popen(None)
        parent_r, child_w = os.pipe()
        child_r, parent_w = os.pipe()
        self.finalizer = util.Finalize(self, util.close_fds, (parent_r, parent_w))
        try:
            command = spawn.get_command_line(tracker_fd=None, pipe_handle=child_r)
            self.pid = util.spawnv_passfds(spawn.get_executable(), command, [*self._fds, child_r, child_w])
        except OSError as error:
            self.finalizer()
            raise _explain(error)
        finally:
            os.close(child_r)
            os.close(child_w)
        self.sentinel = parent_r
        with open(parent_w, "wb", closefd=False) as pipe:
            pipe.write(content.getbuffer())

    give(module.Popen, [_launch])


def change_forkserver(module):
    def ensure_running(self):
        pass

    give(module.ForkServer, [ensure_running])
    module.ensure_running = module._forkserver.ensure_running


def change_tracker(module):
    """Nothing outlives those who have it: what is shared has no names."""

    def ensure_running(self):
        pass

    def register(self, name, rtype):
        pass

    def unregister(self, name, rtype):
        pass

    give(module.ResourceTracker, [ensure_running, register, unregister])
    for name in ("ensure_running", "register", "unregister"):
        setattr(module, name, getattr(module._resource_tracker, name))


def change_connection(module):
    native_wait, native_receive = module.wait, module.Connection._recv_bytes

    def wait_for_any(object_list, timeout=None):
        if timeout is not None and timeout <= 0 or is_alone():
            return native_wait(object_list, timeout)
        objects = {item if isinstance(item, int) else item.fileno(): item for item in object_list}
        ready = wait(list(objects), timeout)
        return [item for fd, item in objects.items() if fd in ready]

    wait_for_any.__name__ = "wait"

    def _recv_bytes(self, maxsize=None):
        if not is_alone():
            wait([self._handle])
        return native_receive(self, maxsize)

    native_accept = module.SocketListener.accept

    def accept(self):
        if not is_alone():
            wait([self._socket.fileno()])
        return native_accept(self)

    give(module.SocketListener, [accept])
    give(module, [wait_for_any])
    give(module.Connection, [_recv_bytes])


def change_synchronize(module):
    def __getstate__(self):
        module.context.assert_spawning(self)
        lock = self._semlock
        handle = module.context.get_spawning_popen().duplicate_for_child(lock.handle)
        return handle, lock.kind, lock.maxvalue, lock.name

    give(module.SemLock, [__getstate__])
