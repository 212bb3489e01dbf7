"""How a process waits for others: for descriptors, and meanwhile for what its pools have done (their *sources*) and for its own threads."""

import select
import time

# A thread begins when what is waited for has not come by then from another process, and none of the children computes that might give it.
# Whoever waits beneath a thread goes on when it could since then, and the thread could not: a daemon's sooner.
_PATIENCE_SECONDS, _BENEATH_SECONDS, _MOST_SECONDS = 1, 0.1, 10

# Pools and executors: is_busy(), descriptors(), take(), which does what can be done at once.
sources = []
# What those wait for who wait beneath the thread that runs.
_beneath = []


def _ready(fds, seconds):
    """Of the descriptors those that can be read now, or after at most that time: for ever if it is None."""
    poll = select.poll()
    for fd in fds:
        poll.register(fd, select.POLLIN)
    return {fd for fd, _ in poll.poll(None if seconds is None else max(0, seconds) * 1000)}


def take(deadline):
    """Waits for what sources give, and lets them have it. Whether there are any that could give something."""
    busy = [source for source in sources if source.is_busy()]
    if busy:
        _ready([fd for source in busy for fd in source.descriptors()], None if deadline is None else deadline - time.monotonic())
        for source in busy:
            source.take()
    return bool(busy)


def is_alone():
    """Nothing of this process could go on while it waits."""
    from _wasmsand_thread import _waits

    return not (sources or _waits.pending or _waits.running)


def _a_child_computes():
    import sys

    processes = getattr(sys.modules.get("multiprocessing.process"), "_children", ())
    for pid in [child._popen.pid for child in processes if child._popen is not None]:
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(") ")[2][:1] == "R":
                    return True
        except OSError:
            continue
    return False


def _must_hand_back(waits, since):
    """Whether those beneath, who can go on since then, have to: whoever runs on top of them cannot."""
    waited = time.monotonic() - since
    if not waits.running or waited < _BENEATH_SECONDS:
        return False
    return waited >= _MOST_SECONDS or waits.running[-1].daemon and not _a_child_computes()


def wait(fds, seconds=None):
    """Which of the descriptors can be read: at least one, or none when the time is over."""
    from _wasmsand_thread import _waits, refuse, run_first

    if seconds is not None and seconds <= 0 or is_alone():
        return _ready(fds, seconds)
    began = time.monotonic()
    deadline = None if seconds is None else began + seconds
    could_go_on = None
    while True:
        busy = [source for source in sources if source.is_busy()]
        beneath = [fd for waited in _beneath for fd in waited] if could_go_on is None else []
        ends = [at for at in (deadline, *(_waits.deadlines if could_go_on is None else ())) if at is not None]
        if _waits.pending:
            ends.append(began + _PATIENCE_SECONDS)
        if could_go_on is not None:
            ends.append(time.monotonic() + _BENEATH_SECONDS)
        given = [fd for source in busy for fd in source.descriptors()]
        found = _ready([*fds, *beneath, *given], min(ends) - time.monotonic() if ends else None)
        if own := found.intersection(fds):
            return own
        for source in busy:
            source.take()
        now = time.monotonic()
        if deadline is not None and now >= deadline:
            return set()
        if could_go_on is None and found.intersection(beneath) or any(at is not None and now >= at for at in _waits.deadlines):
            could_go_on = could_go_on or now
        if could_go_on is not None and _must_hand_back(_waits, could_go_on):
            refuse()
        if _waits.pending and now >= began + _PATIENCE_SECONDS:
            if _a_child_computes():
                began = now
                continue
            _beneath.append(fds)
            try:
                run_first(deadline)
            finally:
                _beneath.pop()


def forget():
    """In a copy of the process, which has neither its pools nor its threads."""
    del sources[:], _beneath[:]
