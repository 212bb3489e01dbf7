"""Of os: users, groups, processes and how they are scheduled."""

import errno
import operator
import os
import struct

import _wasmsand
from _wasmsand_calls import again, checked, fail, record, syscall

# Numbers of the kernel's calls: native/abi/abi.json.
_NULLARY = {
    "getpid": 172, "getppid": 173, "getuid": 174, "geteuid": 175, "getgid": 176, "getegid": 177,
}  # fmt: skip
_KEEP = 0xFFFFFFFF  # of an identity that stays as it is

CONSTANTS = {
    "CLONE_FILES": 1024, "CLONE_FS": 512, "CLONE_NEWCGROUP": 1 << 25, "CLONE_NEWIPC": 1 << 27, "CLONE_NEWNET": 1 << 30,
    "CLONE_NEWNS": 1 << 17, "CLONE_NEWPID": 1 << 29, "CLONE_NEWTIME": 128, "CLONE_NEWUSER": 1 << 28, "CLONE_NEWUTS": 1 << 26,
    "CLONE_SIGHAND": 2048, "CLONE_SYSVSEM": 1 << 18, "CLONE_THREAD": 1 << 16, "CLONE_VM": 256, "NGROUPS_MAX": 65536, "P_PIDFD": 3,
    "POSIX_SPAWN_CLOSE": 1, "POSIX_SPAWN_CLOSEFROM": 3, "POSIX_SPAWN_DUP2": 2, "POSIX_SPAWN_OPEN": 0, "SCHED_NORMAL": 0,
}  # fmt: skip


def _nullary(name, number):
    def call():
        return syscall(number)

    call.__name__ = call.__qualname__ = name
    # Where pickle looks for it.
    globals()[name] = call
    return call


def _id(value):
    if not isinstance(value, int):
        raise TypeError(f"uid should be integer, not {type(value).__name__}")
    if value < -1 or value > 0xFFFFFFFF:
        raise OverflowError("uid is greater than maximum" if value > 0 else "uid is less than minimum")
    return value & _KEEP


def kill(pid, signal, /):
    checked(syscall(129, pid, int(signal)))


def killpg(pgid, signal, /):
    if pgid < 0:
        fail(errno.EINVAL)
    checked(syscall(129, -pgid if pgid else 0, int(signal)))


def getpgid(pid):
    return checked(syscall(155, pid))


def getpgrp():
    return checked(syscall(155, 0))


def getsid(pid, /):
    return checked(syscall(156, pid))


def setsid():
    return checked(syscall(157)) and None


def setpgid(pid, pgrp, /):
    checked(syscall(154, pid, pgrp))


def setpgrp():
    checked(syscall(154, 0, 0))


def getgroups():
    words = bytearray(4 * 65536)
    count = checked(syscall(158, 65536, words))
    return list(struct.unpack_from(f"<{count}I", words))


def setgroups(groups, /):
    groups = [_id(group) for group in groups]
    if len(groups) > 65536:
        raise ValueError("too many groups")
    checked(syscall(159, len(groups), struct.pack(f"<{len(groups)}I", *groups)))


def getgrouplist(user, group, /):
    import grp

    found = [entry.gr_gid for entry in grp.getgrall() if user in entry.gr_mem and entry.gr_gid != group]
    return [group, *found]


def initgroups(username, gid, /):
    setgroups(getgrouplist(os.fsdecode(username), gid))


def _three(number):
    words = bytearray(12)
    checked(syscall(number, _wasmsand.address(words), _wasmsand.address(words) + 4, _wasmsand.address(words) + 8))
    return struct.unpack("<III", words)


def getresuid():
    return _three(148)


def getresgid():
    return _three(150)


def setuid(uid, /):
    checked(syscall(146, _id(uid)))


def setgid(gid, /):
    checked(syscall(144, _id(gid)))


def seteuid(euid, /):
    checked(syscall(147, _KEEP, _id(euid), _KEEP))


def setegid(egid, /):
    checked(syscall(149, _KEEP, _id(egid), _KEEP))


def setreuid(ruid, euid, /):
    checked(syscall(145, _id(ruid), _id(euid)))


def setregid(rgid, egid, /):
    checked(syscall(143, _id(rgid), _id(egid)))


def setresuid(ruid, euid, suid, /):
    checked(syscall(147, _id(ruid), _id(euid), _id(suid)))


def setresgid(rgid, egid, sgid, /):
    checked(syscall(149, _id(rgid), _id(egid), _id(sgid)))


def getlogin():
    import pwd

    # As of whoever has logged in at a terminal; here there is one user.
    return pwd.getpwuid(os.getuid()).pw_name


# --- children ---

_RUSAGE = struct.Struct("<18i")


def rusage_of(words):
    import resource

    values = _RUSAGE.unpack(words)
    return resource.struct_rusage((values[0] + values[1] / 1e6, values[2] + values[3] / 1e6, *values[4:]))


# No pid of a child: whoever waits for it finds that there is none, but for subprocess.
NOBODY = 0x7FFFFFFF
_unstarted = 0


def note_unstarted():
    """Natively a child that cannot become its program ends with 255, and subprocess waits for it before it says so."""
    global _unstarted
    _unstarted += 1
    return NOBODY


def waitpid(pid, options, /):
    global _unstarted
    if pid == NOBODY and _unstarted:
        _unstarted -= 1
        return pid, 255 << 8
    status = bytearray(4)
    found = again(260, pid, status, options, 0)
    return found, int.from_bytes(status, "little")


def wait():
    return waitpid(-1, 0)


def wait4(pid, options):
    status, usage = bytearray(4), bytearray(_RUSAGE.size)
    found = again(260, pid, status, options, usage)
    return found, int.from_bytes(status, "little"), rusage_of(usage)


def wait3(options):
    return wait4(-1, options)


def waitid(idtype, id, options, /):
    info = bytearray(128)
    again(95, idtype, id, info, options, 0)
    signo, _, code, pid, uid, status = struct.unpack_from("<iiiiIi", info)
    return os.waitid_result((pid, uid, signo, status, code)) if pid else None


def fork():
    raise OSError(errno.ENOSYS, "There is no fork here; subprocess, os.posix_spawn and multiprocessing make processes")


def forkpty():
    raise OSError(errno.ENOSYS, "There is no fork here, and no pseudo-terminal")


def openpty():
    raise OSError(errno.ENOSYS, "There are no pseudo-terminals here")


# --- scheduling ---

sched_param = record("posix", "sched_param", ("sched_priority",))


def _new_param(cls, sched_priority):
    return tuple.__new__(cls, (sched_priority,))


sched_param.__new__ = _new_param
sched_param.__reduce__ = lambda self: (type(self), (self[0],))


def _priority(param):
    if not isinstance(param, sched_param):
        raise TypeError("must have a sched_param object")
    return struct.pack("<i", operator.index(param.sched_priority))


def nice(increment, /):
    now = 20 - checked(syscall(141, 0, 0))
    result = syscall(140, 0, 0, max(-20, min(19, now + increment)))
    checked(-errno.EPERM if result == -errno.EACCES else result)
    return 20 - checked(syscall(141, 0, 0))


def getpriority(which, who):
    return 20 - checked(syscall(141, which, who))


def setpriority(which, who, priority):
    checked(syscall(140, which, who, priority))


def sched_get_priority_max(policy):
    return checked(syscall(125, policy))


def sched_get_priority_min(policy):
    return checked(syscall(126, policy))


def sched_getscheduler(pid, /):
    return checked(syscall(120, pid))


def sched_setscheduler(pid, policy, param, /):
    checked(syscall(119, pid, policy, _priority(param)))


def sched_getparam(pid, /):
    word = bytearray(4)
    checked(syscall(121, pid, word))
    return sched_param(int.from_bytes(word, "little", signed=True))


def sched_setparam(pid, param, /):
    checked(syscall(118, pid, _priority(param)))


def sched_getaffinity(pid, /):
    mask = bytearray(128)
    size = checked(syscall(123, pid, len(mask), mask))
    return {bit for bit in range(8 * size) if mask[bit // 8] >> bit % 8 & 1}


def sched_setaffinity(pid, mask, /):
    bits = bytearray(128)
    for cpu in mask:
        if cpu < 0:
            raise ValueError("negative CPU number")
        if cpu >= 8 * len(bits):
            raise OverflowError("CPU number too large")
        bits[cpu // 8] |= 1 << cpu % 8
    checked(syscall(122, pid, len(bits), bits))


def sched_rr_get_interval(pid, /):
    policy = checked(syscall(120, pid))
    return 0.1 if policy == 2 else 0.0


FUNCTIONS = [_nullary(name, number) for name, number in _NULLARY.items()] + [
    kill, killpg, getpgid, getpgrp, getsid, setsid, setpgid, setpgrp, getgroups, setgroups, getgrouplist, initgroups, getresuid,
    getresgid, setuid, setgid, seteuid, setegid, setreuid, setregid, setresuid, setresgid, getlogin, waitpid, wait, wait3, wait4,
    waitid, fork, forkpty, openpty, nice, getpriority, setpriority, sched_get_priority_max, sched_get_priority_min,
    sched_getscheduler, sched_setscheduler, sched_getparam, sched_setparam, sched_getaffinity, sched_setaffinity,
    sched_rr_get_interval,
]  # fmt: skip
