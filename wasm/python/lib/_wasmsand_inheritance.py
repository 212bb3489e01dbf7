"""What of descriptors is passed on to other programs: CPython's build here takes it that there are none."""

import os

import _wasmsand

# Numbers of the kernel's calls: native/abi/abi.json.
_FCNTL, _PIPE2, _F_GETFD, _F_SETFD, _CLOEXEC = 25, 59, 1, 2, 0o2000000


def _checked(result):
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result


def pipe():
    """Create a pipe: a tuple of two file descriptors, (read_fd, write_fd)."""
    ends = bytearray(8)
    _checked(_wasmsand.syscall(_PIPE2, ends, _CLOEXEC))
    return int.from_bytes(ends[:4], "little"), int.from_bytes(ends[4:], "little")


def set_inheritable(fd, inheritable, /):
    """Set the inheritable flag of the specified file descriptor."""
    flags = _checked(_wasmsand.syscall(_FCNTL, fd, _F_GETFD, 0))
    _checked(_wasmsand.syscall(_FCNTL, fd, _F_SETFD, flags & ~1 if inheritable else flags | 1))


def install():
    import posix

    for function in (pipe, set_inheritable):
        function.__module__ = "posix"
        setattr(posix, function.__name__, function)
        setattr(os, function.__name__, function)
