"""The calls of POSIX that CPython has no way to make where it was built for."""

import os
import struct

import _wasmsand

_syscall = _wasmsand.syscall

# Numbers of the kernel's calls: native/abi/abi.json.
_CALLS = {
    "getpid": 172, "getppid": 173, "getuid": 174, "geteuid": 175, "getgid": 176, "getegid": 177, "setsid": 157, "sync": 81,
}


def _checked(result, *paths):
    if result < 0:
        raise OSError(-result, os.strerror(-result), *paths)
    return result


def _nullary(name, number):
    def call():
        return _checked(_syscall(number))

    call.__name__ = call.__qualname__ = name
    call.__module__ = "posix"
    return call


def kill(pid, signal, /):
    _checked(_syscall(129, pid, int(signal)))


def waitpid(pid, options, /):
    status = bytearray(4)
    while True:
        found = _syscall(260, pid, status, options, 0)
        if found != -4:
            break
    return _checked(found), int.from_bytes(status, "little")


def wait():
    return waitpid(-1, 0)


def install():
    import posix

    functions = {name: _nullary(name, number) for name, number in _CALLS.items()}
    functions |= {"kill": kill, "waitpid": waitpid, "wait": wait}
    for name, function in functions.items():
        setattr(posix, name, function)
        setattr(os, name, function)
