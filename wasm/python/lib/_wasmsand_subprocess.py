"""What subprocess starts its children with: the kernel's spawn, which makes them without a copy of the interpreter."""

import errno
import os
import signal

import _wasmsand
from _wasmsand_spawn import CLOSE, DUPLICATE, SETPGROUP, SETSID, SETSIGDEF, Words, bits_of, check_strings, spawn

_NOBODY = 0x7FFFFFFF  # no pid of a child: whoever waits for it finds that there is none
_SYS_FCNTL, _SYS_CLOSE, _F_DUPFD_CLOEXEC = 25, 57, 1030


def _open_files():
    return [int(name) for name in os.listdir("/proc/self/fd")]


def _report(pipe, error, cwd):
    where = b"noexec:chdir" if cwd is not None and not os.path.isdir(cwd) else b""
    if error == errno.EBADF:
        # Of a descriptor that the child was to have.
        where = b"noexec"
    os.write(pipe, b"OSError:%x:%s" % (error, where))


def fork_exec(
    args, executables, close_fds, kept, cwd, environment, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite,
    errpipe_read, errpipe_write, restore_signals, start_new_session, process_group, gid, extra_groups, uid, umask, preexec_fn, /,
):  # fmt: skip
    """As the C module's of this name; what it cannot do it says by NotImplementedError."""
    if preexec_fn is not None:
        ends = p2cread, c2pwrite, errwrite
        rest = restore_signals, start_new_session, process_group, umask, preexec_fn
        return _in_copy(list(args), executables, close_fds, kept, cwd, environment, ends, errpipe_write, *rest)
    if gid is not None and gid != os.getgid() or uid is not None and uid != os.getuid() or extra_groups is not None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    args = list(args)
    check_strings(args)
    words = Words()
    if environment is None:
        environment = [key + b"=" + value for key, value in os.environb.items()]
    envp = words.strings(environment)
    argv = words.strings(args)
    moved = []
    try:
        sources = []
        for source, target in ((p2cread, 0), (c2pwrite, 1), (errwrite, 2)):
            # One that lies where another is to be goes out of its way.
            if 0 <= source <= 2 and source != target:
                source = _wasmsand.syscall(_SYS_FCNTL, source, _F_DUPFD_CLOEXEC, 3)
                if source < 0:
                    raise OSError(-source, os.strerror(-source))
                moved.append(source)
            if source >= 0:
                sources.append((DUPLICATE, source, target, 0, 0, 0))
        passed = [fd for fd in kept if fd != errpipe_write]
        actions = sources + [(DUPLICATE, fd, fd, 0, 0, 0) for fd in passed]
        if close_fds:
            inherited = [fd for fd in _open_files() if fd > 2 and fd not in passed and _is_inherited(fd)]
            actions += [(CLOSE, fd, 0, 0, 0, 0) for fd in inherited]
        flags = (SETSID if start_new_session else 0) | (SETPGROUP if process_group >= 0 else 0)
        defaults = 0
        if restore_signals:
            flags |= SETSIGDEF
            defaults = bits_of((signal.SIGPIPE, signal.SIGXFSZ))
        mask = os.umask(umask) if umask >= 0 else None
        try:
            last, error = errno.ENOENT, 0
            for path in executables:
                pid = spawn(words, path, argv, envp, actions, cwd, flags, max(process_group, 0), 0, defaults)
                if pid >= 0:
                    return pid
                last = -pid
                if last not in (errno.ENOENT, errno.ENOTDIR) and not error:
                    error = last
        finally:
            if mask is not None:
                os.umask(mask)
        _report(errpipe_write, error or last, cwd)
        return _NOBODY
    finally:
        for fd in moved:
            os.close(fd)


def _is_inherited(fd):
    try:
        return os.get_inheritable(fd)
    except OSError:
        return False


def _in_copy(
    args, executables, close_fds, kept, cwd, environment, ends, errpipe, restore_signals, start_new_session, process_group, umask, first
):
    """In a copy of the process, as after a fork: what is to be called before the program is that of this interpreter."""
    from _wasmsand_thread import copy

    check_strings(args)

    def child():
        where = ""
        try:
            sources = []
            for fd in ends:
                sources.append(_outside(fd) if fd >= 0 else -1)
            for target, source in enumerate(sources):
                if source >= 0:
                    os.dup2(source, target)
            if cwd is not None:
                where = "noexec:chdir"
                os.chdir(cwd)
                where = ""
            if umask >= 0:
                os.umask(umask)
            if restore_signals:
                for number in (signal.SIGPIPE, signal.SIGXFSZ):
                    signal.signal(number, signal.SIG_DFL)
            if start_new_session:
                os.setsid()
            if process_group >= 0:
                os.setpgid(0, process_group)
            try:
                first()
            except BaseException:
                os.write(errpipe, b"SubprocessError:0:Exception occurred in preexec_fn.")
                os._exit(255)
            for fd in kept:
                os.set_inheritable(fd, fd != errpipe)
            if close_fds:
                for fd in _open_files():
                    if fd > 2 and fd not in kept and fd != errpipe:
                        _wasmsand.syscall(_SYS_CLOSE, fd)
            _execute(executables, args, environment)
        except OSError as error:
            os.write(errpipe, f"OSError:{error.errno:x}:{where}".encode())
        os._exit(255)

    return copy(child)


def _outside(fd):
    """A descriptor that no standard one takes the place of."""
    if fd > 2:
        return fd
    moved = _wasmsand.syscall(_SYS_FCNTL, fd, _F_DUPFD_CLOEXEC, 3)
    if moved < 0:
        raise OSError(-moved, os.strerror(-moved))
    return moved


def _execute(executables, args, environment):
    variables = os.environb if environment is None else dict(entry.split(b"=", 1) for entry in environment)
    saved = None
    for path in executables:
        try:
            os.execve(path, args, variables)
        except OSError as error:
            if saved is None or error.errno not in (errno.ENOENT, errno.ENOTDIR):
                saved = error
    raise saved
