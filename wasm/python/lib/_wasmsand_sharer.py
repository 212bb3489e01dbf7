"""How multiprocessing hands descriptors to processes that exist already: natively by a thread, here while whoever has sent them waits."""

from _wasmsand_changes import give
from _wasmsand_wait import sources


class _Source:
    """The sharer's listener."""

    def __init__(self, sharer):
        self._sharer = sharer

    def is_busy(self):
        return bool(self._sharer._cache)

    def descriptors(self):
        return [self._sharer._listener._listener._socket.fileno()]

    def take(self):
        from multiprocessing.connection import wait

        while self._sharer._cache and wait(self.descriptors(), 0):
            try:
                with self._sharer._listener.accept() as connection:
                    key, pid = connection.recv()
                    send, close = self._sharer._cache.pop(key)
                    try:
                        send(connection, pid)
                    finally:
                        close()
            except (OSError, EOFError, KeyError):
                # Whoever has asked has gone.
                continue


def change(module):
    def _start(self):
        from multiprocessing.connection import Listener

        self._listener = Listener(authkey=module.process.current_process().authkey, backlog=128)
        self._address = self._listener.address
        sources.append(_Source(self))

    def stop(self, timeout=None):
        with self._lock:
            if self._address is None:
                return
            sources[:] = [source for source in sources if getattr(source, "_sharer", None) is not self]
            self._listener.close()
            self._address = self._listener = None
            for _, close in self._cache.values():
                close()
            self._cache.clear()

    give(module._ResourceSharer, [_start, stop])
