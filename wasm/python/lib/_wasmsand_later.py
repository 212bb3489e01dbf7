"""Changes to modules of the library that few programs import: made when one does."""

import importlib.machinery
import sys


class _Finder:
    """Finds a module as ever, and has it changed when it has been executed."""

    def __init__(self, changes):
        self._changes = changes

    def find_spec(self, name, path=None, target=None):
        if name not in self._changes:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_change(module):
            execute(module)
            owner, change = self._changes[name]
            getattr(__import__(owner), change)(module)

        spec.loader.exec_module = execute_and_change
        return spec


# By the module: ours that changes it, and the function.
_CHANGES = {
    "concurrent.futures.process": ("_wasmsand_executor", "change"),
    "multiprocessing.connection": ("_wasmsand_multiprocessing", "change_connection"),
    "multiprocessing.forkserver": ("_wasmsand_multiprocessing", "change_forkserver"),
    "multiprocessing.heap": ("_wasmsand_shared", "change_heap"),
    "multiprocessing.managers": ("_wasmsand_managers", "change"),
    "multiprocessing.pool": ("_wasmsand_pool", "change"),
    "multiprocessing.popen_fork": ("_wasmsand_multiprocessing", "change_popen_fork"),
    "multiprocessing.popen_forkserver": ("_wasmsand_multiprocessing", "change_popen_forkserver"),
    "multiprocessing.popen_spawn_posix": ("_wasmsand_multiprocessing", "change_popen_spawn"),
    "multiprocessing.queues": ("_wasmsand_queues", "change"),
    "multiprocessing.resource_sharer": ("_wasmsand_sharer", "change"),
    "multiprocessing.resource_tracker": ("_wasmsand_multiprocessing", "change_tracker"),
    "multiprocessing.sharedctypes": ("_wasmsand_shared", "change_sharedctypes"),
    "multiprocessing.synchronize": ("_wasmsand_multiprocessing", "change_synchronize"),
}


def install():
    sys.meta_path.insert(0, _Finder(_CHANGES))


def give(owner, functions):
    """Functions of ours in the places of those that a class or module has."""
    for function in functions:
        old = getattr(owner, function.__name__, None)
        function.__qualname__ = getattr(old, "__qualname__", function.__qualname__)
        function.__module__ = getattr(old, "__module__", function.__module__)
        function.__doc__ = getattr(old, "__doc__", None) or function.__doc__
        setattr(owner, function.__name__, function)
