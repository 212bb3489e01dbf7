"""Of signal and time: what CPython lacks here."""

import os
import struct
import time

import _signal
import _wasmsand
from _wasmsand_calls import syscall

_TIMER = struct.Struct("<iiii")
_IGNORE = 1
_OLD_IGNORE = int(_signal.SIG_IGN)
_set, _get = _signal.signal, _signal.getsignal

# As Linux's C library numbers them for programs.
CONSTANTS = {"SIGCLD": _signal.SIGCHLD, "SIGRTMIN": 34, "SIG_IGN": _IGNORE}


def _checked(result):
    if result < 0:
        raise _signal.ItimerError(-result, os.strerror(-result))


def _words(seconds):
    if seconds < 0:
        raise _signal.ItimerError(22, os.strerror(22))
    whole = int(seconds)
    micro = int((seconds - whole) * 1e6)
    # What is more than nothing is no order to stop.
    return whole, micro if whole or micro or not seconds else 1


def setitimer(which, seconds, interval=0.0, /):
    old = bytearray(_TIMER.size)
    _checked(syscall(103, which, _TIMER.pack(*_words(interval), *_words(seconds)), old))
    every_whole, every, whole, micro = _TIMER.unpack(old)
    return whole + micro / 1e6, every_whole + every / 1e6


def getitimer(which, /):
    words = bytearray(_TIMER.size)
    _checked(syscall(102, which, words))
    every_whole, every, whole, micro = _TIMER.unpack(words)
    return whole + micro / 1e6, every_whole + every / 1e6


def alarm(seconds, /):
    left, _ = setitimer(0, int(seconds))
    return int(left) + (left % 1 >= 0.5 or 0 < left < 1)


def pause():
    syscall(414, 0, 0, 0, 0, 8)


def pthread_kill(thread_id, signalnum, /):
    os.kill(os.getpid(), signalnum)


def signal(signalnum, handler, /):
    if type(handler) is int and handler == _IGNORE:
        handler = _OLD_IGNORE
    old = _set(signalnum, handler)
    return _IGNORE if type(old) is int and old == _OLD_IGNORE else old


def getsignal(signalnum, /):
    handler = _get(signalnum)
    return _IGNORE if type(handler) is int and handler == _OLD_IGNORE else handler


FUNCTIONS = [setitimer, getitimer, alarm, pause, pthread_kill, signal, getsignal]

# --- time ---

_YEAR = (365 * 24 + 6) * 3600


def tzset():
    _wasmsand.read_time_zone()
    begin = int(time.time()) // _YEAR * _YEAR
    winter, summer = time.localtime(begin), time.localtime(begin + _YEAR // 2)
    if winter.tm_gmtoff > summer.tm_gmtoff:
        # South of the equator.
        winter, summer = summer, winter
    time.timezone, time.altzone = -winter.tm_gmtoff, -summer.tm_gmtoff
    time.daylight = int(time.timezone != time.altzone)
    time.tzname = (winter.tm_zone, summer.tm_zone)


def thread_time():
    return time.clock_gettime(time.CLOCK_THREAD_CPUTIME_ID)


def thread_time_ns():
    return time.clock_gettime_ns(time.CLOCK_THREAD_CPUTIME_ID)


_clock_info = time.get_clock_info


def get_clock_info(name, /):
    info = _clock_info("process_time" if name == "thread_time" else name)
    if name == "thread_time":
        info.implementation = "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"
    return info


def pthread_getcpuclockid(thread_id, /):
    return time.CLOCK_THREAD_CPUTIME_ID


OF_TIME = [tzset, thread_time, thread_time_ns, get_clock_info, pthread_getcpuclockid]
