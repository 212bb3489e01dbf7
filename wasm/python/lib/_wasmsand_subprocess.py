"""What subprocess starts its children with: the kernel's spawn, which makes them without a copy of the interpreter."""

import errno
import os
import signal
import struct

import _wasmsand

_OPEN, _CLOSE, _DUPLICATE = 1, 2, 3
_SETPGROUP, _SETSIGDEF, _SETSID = 2, 4, 128
_NOBODY = 0x7FFFFFFF  # no pid of a child: whoever waits for it finds that there is none
_SYS_FCNTL, _F_DUPFD_CLOEXEC = 25, 1030


class _Words:
    """C's structures of pointers and numbers, and what the pointers lead to."""

    def __init__(self):
        self._kept = []

    def text(self, value):
        return self.block(os.fsencode(value) + b"\0")

    def block(self, content):
        self._kept.append(content)
        return _wasmsand.address(content)

    def strings(self, values):
        return self.block(struct.pack(f"<{len(values) + 1}I", *map(self.text, values), 0))


def _check_strings(values):
    for value in values:
        if b"\0" in os.fsencode(value):
            raise ValueError("embedded null byte")


def _open_files():
    return [int(name) for name in os.listdir("/proc/self/fd")]


def _spawn(words, path, argv, envp, actions, cwd, flags, group, defaults):
    packed = b"".join(struct.pack("<IiiIII", kind, fd, to, 0, 0, 0) for kind, fd, to in actions)
    request = struct.pack(
        "<IIIIIIIiQQ",
        *(words.text(path), argv, envp, words.block(packed), len(actions)),
        *(0 if cwd is None else words.text(cwd), flags, group, 0, defaults),
    )
    return _wasmsand.spawn(request)


def _report(pipe, error, cwd):
    where = b"noexec:chdir" if cwd is not None and not os.path.isdir(cwd) else b""
    os.write(pipe, b"OSError:%x:%s" % (error, where))


def fork_exec(
    args, executables, close_fds, kept, cwd, environment, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite,
    errpipe_read, errpipe_write, restore_signals, start_new_session, process_group, gid, extra_groups, uid, umask, preexec_fn, /,
):  # fmt: skip
    """As the C module's of this name; what it cannot do it says by NotImplementedError."""
    if preexec_fn is not None:
        raise NotImplementedError("preexec_fn: a child here never runs in a copy of its parent's interpreter")
    if gid is not None and gid != os.getgid() or uid is not None and uid != os.getuid() or extra_groups is not None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    args = list(args)
    _check_strings(args)
    words = _Words()
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
                sources.append((_DUPLICATE, source, target))
        passed = [fd for fd in kept if fd != errpipe_write]
        actions = sources + [(_DUPLICATE, fd, fd) for fd in passed]
        if close_fds:
            inherited = [fd for fd in _open_files() if fd > 2 and fd not in passed and _is_inherited(fd)]
            actions += [(_CLOSE, fd, 0) for fd in inherited]
        flags = (_SETSID if start_new_session else 0) | (_SETPGROUP if process_group >= 0 else 0)
        defaults = 0
        if restore_signals:
            flags |= _SETSIGDEF
            defaults = sum(1 << (number - 1) for number in (signal.SIGPIPE, signal.SIGXFSZ))
        mask = os.umask(umask) if umask >= 0 else None
        try:
            error = errno.ENOENT
            for path in executables:
                pid = _spawn(words, path, argv, envp, actions, cwd, flags, max(process_group, 0), defaults)
                if pid >= 0:
                    return pid
                if -pid not in (errno.ENOENT, errno.ENOTDIR):
                    error = -pid
        finally:
            if mask is not None:
                os.umask(mask)
        _report(errpipe_write, error, cwd)
        return _NOBODY
    finally:
        for fd in moved:
            os.close(fd)


def _is_inherited(fd):
    try:
        return os.get_inheritable(fd)
    except OSError:
        return False
