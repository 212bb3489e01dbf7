"""The module of C's of this name, by the kernel's calls."""

import os
import struct

from _wasmsand_calls import checked, record, syscall

struct_rusage = record(
    "resource",
    "struct_rusage",
    tuple(
        f"ru_{name}"
        for name in "utime stime maxrss ixrss idrss isrss minflt majflt nswap inblock oublock msgsnd msgrcv nsignals nvcsw nivcsw".split()
    ),
)

RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1
RLIM_INFINITY = -1
RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE = range(8)
RLIMIT_MEMLOCK, RLIMIT_AS, RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME = 8, 9, 11, 12, 13, 14, 15
RLIMIT_OFILE = RLIMIT_NOFILE

_LIMITS = 16
_EPERM, _ESRCH, _EINVAL = 1, 3, 22


def getrusage(who, /):
    import _wasmsand_process

    words = bytearray(72)
    result = syscall(165, who, words)
    if result == -_EINVAL:
        raise ValueError("invalid who parameter")
    checked(result)
    return _wasmsand_process.rusage_of(words)


def _packed(limits):
    try:
        soft, hard = limits
    except ValueError:
        raise ValueError("expected a tuple of 2 integers") from None
    for limit in (soft, hard):
        if not isinstance(limit, int):
            raise TypeError(f"'{type(limit).__name__}' object cannot be interpreted as an integer")
        if limit < 0 and limit != RLIM_INFINITY:
            raise ValueError("Cannot convert negative int")
        if limit >= 1 << 64:
            raise OverflowError("int too big to convert")
    return struct.pack("<QQ", soft & (1 << 64) - 1, hard & (1 << 64) - 1)


def _limit(pid, resource, limits):
    if not -(1 << 31) <= resource < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    if not 0 <= resource < _LIMITS:
        raise ValueError("invalid resource specified")
    if pid < 0:
        raise ProcessLookupError(_ESRCH, os.strerror(_ESRCH))
    old = bytearray(16)
    result = syscall(261, pid, resource, 0 if limits is None else _packed(limits), old)
    if limits is not None and result == -_EINVAL:
        raise ValueError("current limit exceeds maximum limit")
    if limits is not None and result == -_EPERM and pid == 0:
        raise ValueError("not allowed to raise maximum limit")
    checked(result)
    infinity = (1 << 64) - 1
    return tuple(RLIM_INFINITY if limit == infinity else limit for limit in struct.unpack("<QQ", old))


def getrlimit(resource, /):
    return _limit(0, resource, None)


def setrlimit(resource, limits, /):
    _limit(0, resource, limits)


def prlimit(pid, resource, limits=None, /):
    return _limit(pid, resource, limits)


def getpagesize():
    import mmap

    return mmap.PAGESIZE


FUNCTIONS = [getrusage, getrlimit, setrlimit, prlimit, getpagesize]
