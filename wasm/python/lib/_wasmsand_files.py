"""Of os: calls on files and descriptors that CPython lacks here."""

import errno
import math
import operator
import os
import stat
import struct
import sys

import _wasmsand
from _wasmsand_calls import AT_FDCWD, again, checked, descriptor_of, fail, offset_of, path_of, syscall

CONSTANTS = {
    "EFD_CLOEXEC": 0o2000000, "EFD_NONBLOCK": 0o4000, "EFD_SEMAPHORE": 1, "GRND_NONBLOCK": 1, "GRND_RANDOM": 2, "O_ACCMODE": 3,
    "O_FSYNC": 1052672, "O_LARGEFILE": 0, "RTLD_DEEPBIND": 8, "SEEK_DATA": 3, "SEEK_HOLE": 4, "SPLICE_F_MORE": 4, "SPLICE_F_MOVE": 1,
    "SPLICE_F_NONBLOCK": 2, "TMP_MAX": 238328, "XATTR_CREATE": 1, "XATTR_REPLACE": 2, "XATTR_SIZE_MAX": 65536,
}  # fmt: skip


def _at(fd):
    return AT_FDCWD if fd is None else fd


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    # Linux follows no link unless it is told to.
    flags = 0x400 if follow_symlinks else 0
    checked(syscall(37, _at(src_dir_fd), path_of(src), _at(dst_dir_fd), path_of(dst), flags), src, None, dst)


def mkfifo(path, mode=0o666, *, dir_fd=None):
    checked(syscall(33, _at(dir_fd), path_of(path), 0o010000 | mode & 0o7777, 0))


def mknod(path, mode=0o600, device=0, *, dir_fd=None):
    checked(syscall(33, _at(dir_fd), path_of(path), mode, device))


def chroot(path):
    os.stat(path)
    fail(errno.EPERM, path)


def lchown(path, uid, gid):
    checked(syscall(54, AT_FDCWD, path_of(path), uid & 0xFFFFFFFF, gid & 0xFFFFFFFF, 0x100), path)


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    sys.audit("os.symlink", src, dst, -1 if dir_fd is None else dir_fd)
    checked(syscall(36, path_of(src), _at(dir_fd), path_of(dst)), src, None, dst)


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    flags = (0x200 if effective_ids else 0) | (0 if follow_symlinks else 0x100)
    return syscall(439, _at(dir_fd), path_of(path), operator.index(mode), flags) >= 0


def _time_of(value):
    """Seconds and nanoseconds of a number of seconds, which is rounded down."""
    if isinstance(value, float):
        if value != value:
            raise ValueError("Invalid value NaN (not a number)")
        whole = math.floor(value)
        return whole, min(int((value - whole) * 1e9), 999_999_999)
    return operator.index(value), 0


def _nanoseconds_of(value):
    if not hasattr(value, "__divmod__"):
        raise TypeError(f"unsupported operand type(s) for divmod(): '{type(value).__name__}' and 'int'")
    found = divmod(value, 1_000_000_000)
    if not isinstance(found, tuple) or len(found) != 2:
        raise TypeError(f"{type(value).__name__}.__divmod__() must return a 2-tuple, not {type(found).__name__}")
    return tuple(map(operator.index, found))


_UNSET = object()


def utime(path, times=None, *, ns=_UNSET, dir_fd=None, follow_symlinks=True):
    if times is not None and ns is not _UNSET:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if times is not None:
        if not isinstance(times, tuple) or len(times) != 2:
            raise TypeError("utime: 'times' must be either a tuple of two ints or None")
        pair = [_time_of(value) for value in times]
    elif ns is not _UNSET:
        if not isinstance(ns, tuple) or len(ns) != 2:
            raise TypeError("utime: 'ns' must be a tuple of two ints")
        pair = [_nanoseconds_of(value) for value in ns]
    else:
        pair = None
    sys.audit("os.utime", path, times, None if ns is _UNSET else ns, -1 if dir_fd is None else dir_fd)
    if pair is not None and not all(-(1 << 63) <= seconds < 1 << 63 for seconds, _ in pair):
        raise OverflowError("timestamp out of range for platform time_t")
    packed = 0 if pair is None else struct.pack("<qqqq", *pair[0], *pair[1])
    if isinstance(path, int):
        if dir_fd is not None:
            raise ValueError("utime: can't specify dir_fd without matching path")
        if not follow_symlinks:
            raise ValueError("utime: cannot use fd and follow_symlinks together")
        checked(syscall(412, path, 0, packed, 0), path)
    elif isinstance(path, (str, bytes)) or hasattr(path, "__fspath__"):
        checked(syscall(412, _at(dir_fd), path_of(path), packed, 0 if follow_symlinks else 0x100), path)
    else:
        raise TypeError(f"utime: path should be string, bytes, os.PathLike or integer, not {type(path).__name__}")


def pipe2(flags, /):
    if not -(1 << 31) <= flags < 1 << 31:
        raise OverflowError("signed integer is greater than maximum" if flags > 0 else "signed integer is less than minimum")
    words = bytearray(8)
    checked(syscall(59, words, flags))
    return struct.unpack("<ii", words)


def _vectors(buffers, writable):
    """What a vectored call is given, and the buffers that hold what it points to."""
    if not hasattr(buffers, "__len__") or not hasattr(buffers, "__getitem__"):
        raise TypeError(f"{'preadv2' if writable else 'pwritev'}() arg 2 must be a sequence")
    views = [memoryview(buffer).cast("B") for buffer in buffers]
    if writable and any(view.readonly for view in views):
        raise TypeError("a bytes-like object is required, not 'bytes'")
    if sum(map(len, views)) > 0x7FFFFFFF:
        fail(errno.EINVAL)
    return views


def preadv(fd, buffers, offset, flags=0, /):
    views = _vectors(buffers, True)
    whole = bytearray(sum(map(len, views)) or 1)
    vector = struct.pack("<II", _wasmsand.address(whole), sum(map(len, views)))
    got = again(286, fd, vector, 1, *offset_of(offset), flags)
    at = 0
    for view in views:
        size = min(len(view), got - at)
        if size <= 0:
            break
        view[:size] = whole[at : at + size]
        at += size
    return got


def pwritev(fd, buffers, offset, flags=0, /):
    whole = b"".join(_vectors(buffers, False))
    vector = struct.pack("<II", _wasmsand.address(whole), len(whole))
    return again(287, fd, vector, 1, *offset_of(offset), flags)


def posix_fallocate(fd, offset, length, /):
    if offset < 0 or length <= 0:
        fail(errno.EINVAL)
    again(47, fd, 0, *offset_of(offset), *offset_of(length))


def _told(offset):
    return None if offset is None else bytearray(struct.pack("<q", offset))


def sendfile(out_fd, in_fd, offset, count):
    word = _told(offset)
    return again(71, descriptor_of(out_fd), descriptor_of(in_fd), 0 if word is None else word, count)


def copy_file_range(src, dst, count, offset_src=None, offset_dst=None):
    if count < 0:
        raise ValueError("negative value for 'count' not allowed")
    from_word, to_word = _told(offset_src), _told(offset_dst)
    return again(285, src, 0 if from_word is None else from_word, dst, 0 if to_word is None else to_word, count, 0)


def _is_pipe(fd):
    return stat.S_ISFIFO(os.fstat(fd).st_mode)


def splice(src, dst, count, offset_src=None, offset_dst=None, flags=0):
    if count < 0:
        raise ValueError("negative value for 'count' not allowed")
    from_pipe, to_pipe = _is_pipe(src), _is_pipe(dst)
    if not from_pipe and not to_pipe:
        fail(errno.EINVAL)
    if from_pipe and offset_src is not None or to_pipe and offset_dst is not None:
        fail(errno.ESPIPE)
    # No more than a pipe holds: what has been read must be written.
    count = min(count, 65536)
    if from_pipe:
        content = os.read(src, count)
        left = memoryview(content)
        while left:
            put = os.write(dst, left) if offset_dst is None else os.pwrite(dst, left, offset_dst + len(content) - len(left))
            left = left[put:]
        return len(content)
    at = os.lseek(src, 0, os.SEEK_CUR) if offset_src is None else offset_src
    put = os.write(dst, os.pread(src, count, at))
    if offset_src is None:
        os.lseek(src, at + put, os.SEEK_SET)
    return put


def eventfd(initval, flags=0o2000000):
    return checked(syscall(19, initval, flags))


def eventfd_read(fd):
    word = bytearray(8)
    again(63, fd, word, 8)
    return int.from_bytes(word, "little")


def eventfd_write(fd, value):
    again(64, fd, struct.pack("<Q", value), 8)


def getrandom(size, flags=0):
    if size < 0:
        fail(errno.EINVAL)
    content = bytearray(size)
    got = again(278, content, size, flags)
    return bytes(content[:got])


def getxattr(path, attribute, *, follow_symlinks=True):
    fail(errno.ENOTSUP, path)


def setxattr(path, attribute, value, flags=0, *, follow_symlinks=True):
    fail(errno.ENOTSUP, path)


def removexattr(path, attribute, *, follow_symlinks=True):
    fail(errno.ENOTSUP, path)


def listxattr(path=None, *, follow_symlinks=True):
    # No file has any.
    os.stat("." if path is None else path, follow_symlinks=follow_symlinks)
    return []


def flock(fd, operation, /):
    again(32, descriptor_of(fd), operation)


FUNCTIONS = [
    access, link, symlink, utime, mkfifo, mknod, chroot, lchown, pipe2, preadv, pwritev, posix_fallocate, sendfile, copy_file_range, splice,
    eventfd, eventfd_read, eventfd_write, getrandom, getxattr, setxattr, removexattr, listxattr,
]  # fmt: skip
BY_DIRECTORY = [access, link, symlink, utime, mkfifo, mknod]
OF_LINKS = [access, link, utime]
OF_FCNTL = [flock]
