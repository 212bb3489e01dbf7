"""Of os: calls on files and descriptors that CPython lacks here."""

import errno
import math
import operator
import os
import struct

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
    # Linux follows no link unless it is told to; CPython tells it only when it was asked for it by a directory.
    flags = 0x400 if follow_symlinks and (src_dir_fd is not None or dst_dir_fd is not None) else 0
    checked(syscall(37, _at(src_dir_fd), path_of(src), _at(dst_dir_fd), path_of(dst), flags), src, None, dst)


def mkfifo(path, mode=0o666, *, dir_fd=None):
    checked(syscall(33, _at(dir_fd), path_of(path), 0o010000 | mode & 0o7777, 0))


def mknod(path, mode=0o600, device=0, *, dir_fd=None):
    checked(syscall(33, _at(dir_fd), path_of(path), mode, device))


OLD_UTIME = os.utime


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    if follow_symlinks:
        OLD_UTIME(path, times, dir_fd=dir_fd, **({} if ns is None else {"ns": ns}))
        return
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if isinstance(path, int):
        raise ValueError("utime: cannot use fd and follow_symlinks together")
    words = 0
    if times is not None or ns is not None:
        pair = times if ns is None else ns
        if not isinstance(pair, tuple) or len(pair) != 2:
            name = "'times' must be either a tuple of two ints or None" if ns is None else "'ns' must be a tuple of two ints"
            raise TypeError(f"utime: {name}")
        nanoseconds = [math.floor(time * 10**9) if ns is None else operator.index(time) for time in pair]
        words = struct.pack("<qixxxxqixxxx", *(part for time in nanoseconds for part in divmod(time, 10**9)))
    checked(syscall(412, _at(dir_fd), path_of(path), words, 0x100), path)


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    checked(syscall(36, path_of(src), _at(dir_fd), path_of(dst)), src, None, dst)


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    flags = (0x200 if effective_ids else 0) | (0 if follow_symlinks else 0x100)
    return syscall(439, _at(dir_fd), path_of(path), mode, flags) == 0


def chroot(path):
    os.stat(path)
    fail(errno.EPERM, path)


def lchown(path, uid, gid):
    checked(syscall(54, AT_FDCWD, path_of(path), uid & 0xFFFFFFFF, gid & 0xFFFFFFFF, 0x100), path)


def pipe2(flags, /):
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


def splice(src, dst, count, offset_src=None, offset_dst=None, flags=0):
    fail(errno.EINVAL)


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
    link, mkfifo, mknod, utime, symlink, access, chroot, lchown, pipe2, preadv, pwritev, posix_fallocate, sendfile, copy_file_range, splice, eventfd, eventfd_read,
    eventfd_write, getrandom, getxattr, setxattr, removexattr, listxattr,
]  # fmt: skip
BY_DIRECTORY = [link, mkfifo, mknod, utime, symlink, access]
NOT_FOLLOWING = [link, utime, access]
OF_FCNTL = [flock]
