"""The calls of POSIX that CPython has no way to make where it was built for."""

import os
import sys

import _wasmsand_files
import _wasmsand_process
import _wasmsand_signals
import _wasmsand_spawn
from _wasmsand_calls import offer, show

# The control characters as a terminal has them at first.
_TERMINAL = {
    "CEOF": 4, "CEOL": 0, "CEOT": 4, "CERASE": 127, "CFLUSH": 15, "CINTR": 3, "CKILL": 21, "CLNEXT": 22, "CQUIT": 28, "CRPRNT": 18,
    "CSTART": 17, "CSTOP": 19, "CSUSP": 26, "CWERASE": 23, "CDSUSP": 25,
}  # fmt: skip


def install():
    """Before signal, subprocess and what else looks at these modules when it is imported."""
    import _signal
    import fcntl
    import posix
    import termios
    import time

    offer(_wasmsand_process.FUNCTIONS + _wasmsand_files.FUNCTIONS + _wasmsand_spawn.FUNCTIONS, posix, os)
    show(_wasmsand_process.CONSTANTS | _wasmsand_files.CONSTANTS, posix, os)
    for function in _wasmsand_spawn.OF_OS:
        setattr(os, function.__name__, function)
    show({"sched_param": _wasmsand_process.sched_param}, posix, os)
    os.__all__ += [name for name in vars(posix) if not name.startswith("_") and name not in os.__all__]
    os.supports_dir_fd.update(getattr(os, function.__name__) for function in _wasmsand_files.BY_DIRECTORY)
    os.supports_follow_symlinks.update(getattr(os, function.__name__) for function in _wasmsand_files.OF_LINKS)
    os.supports_effective_ids.add(os.access)
    os.supports_fd.add(os.utime)
    for known in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
        known.difference_update([function for function in known if getattr(os, function.__name__) is not function])
    offer(_wasmsand_signals.FUNCTIONS, _signal)
    show(_wasmsand_signals.CONSTANTS, _signal)
    offer(_wasmsand_signals.OF_TIME, time)
    offer(_wasmsand_files.OF_FCNTL, fcntl)
    show(_TERMINAL, termios)
    sys.modules.pop("signal", None)
