"""What subprocess starts its children with: the kernel's spawn, which makes them without a copy of the interpreter."""

import errno
import os
import signal
import sys

import _wasmsand
import _wasmsand_thread
from _wasmsand_process import note_unstarted
from _wasmsand_spawn import CLOSE, DUPLICATE, SETPGROUP, SETSID, SETSIGDEF, Words, bits_of, check_strings, spawn

_SYS_FCNTL, _SYS_CLOSE, _F_DUPFD_CLOEXEC = 25, 57, 1030


def _open_files():
    return [int(name) for name in os.listdir("/proc/self/fd")]


def _report(pipe, error, cwd):
    where = b"noexec:chdir" if cwd is not None and not os.path.isdir(cwd) else b""
    if error == errno.EBADF:
        # Of a descriptor that the child was to have.
        where = b"noexec"
    os.write(pipe, b"OSError:%x:%s" % (error, where))


def _check_kept(kept):
    last = -1
    for fd in kept:
        if not isinstance(fd, int) or not last < fd <= 0x7FFFFFFF:
            raise ValueError("bad value(s) in fds_to_keep")
        last = fd


def _check_identity(gid, extra_groups, uid):
    """Whoever is no root can only stay who they are."""
    for value, name in ((gid, "gid"), (uid, "uid")):
        if value is not None and value > 0xFFFFFFFF:
            raise OverflowError(f"{name} is greater than maximum")
    if extra_groups is not None and not all(0 <= group <= 0xFFFFFFFF for group in extra_groups):
        raise ValueError("invalid group id")
    if gid is not None and gid != os.getgid() or uid is not None and uid != os.getuid() or extra_groups is not None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


def fork_exec(
    args, executables, close_fds, kept, cwd, environment, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite,
    errpipe_read, errpipe_write, restore_signals, start_new_session, process_group, gid, extra_groups, uid, umask, preexec_fn, /,
):  # fmt: skip
    """As the C module's of this name; what it cannot do it says by NotImplementedError."""
    _check_kept(kept)
    if environment is not None:
        environment = [os.fsencode(entry) for entry in environment]
        check_strings(environment)
    if preexec_fn is not None:
        if sys.is_finalizing():
            raise PythonFinalizationError("preexec_fn not supported at interpreter shutdown")
        ends = p2cread, c2pwrite, errwrite
        rest = restore_signals, start_new_session, process_group, umask, preexec_fn
        return _in_copy(list(args), executables, close_fds, kept, cwd, environment, ends, errpipe_write, *rest)
    _check_identity(gid, extra_groups, uid)
    args = list(args)
    check_strings(args)
    words = Words()
    envp = _wasmsand.environment() if environment is None else words.strings(environment)
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
        return note_unstarted()
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

    return _wasmsand_thread.copy(child)


def _outside(fd):
    """A descriptor that no standard one takes the place of."""
    if fd > 2:
        return fd
    moved = _wasmsand.syscall(_SYS_FCNTL, fd, _F_DUPFD_CLOEXEC, 3)
    if moved < 0:
        raise OSError(-moved, os.strerror(-moved))
    return moved


def _execute(executables, args, environment):
    variables = None if environment is None else dict(entry.split(b"=", 1) for entry in environment)
    saved = None
    for path in executables:
        try:
            os.execv(path, args) if variables is None else os.execve(path, args, variables)
        except OSError as error:
            if saved is None or error.errno not in (errno.ENOENT, errno.ENOTDIR):
                saved = error
    raise saved
