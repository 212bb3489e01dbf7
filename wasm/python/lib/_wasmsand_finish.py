"""The end of a program: threads are waited for, exit functions called, streams flushed, and the program's own modules taken apart in
CPython's order, so that `__del__` and weak references run as they do there. Modules that were there before the program began stay.
"""

import atexit
import builtins
import gc
import sys
import threading
import types
import weakref

import _wasmsand

# What CPython sets to None first: it refers to much of a program, and to what an import needs.
_FIRST = (
    "path", "argv", "ps1", "ps2", "last_type", "last_value", "last_exc", "last_traceback", "path_hooks", "path_importer_cache",
    "meta_path",
)
_STREAMS = ("stdin", "stdout", "stderr")


def _clear(names):
    """As much as the C of a module's end: first what is private, then all."""
    for is_private in (True, False):
        for name in list(names):
            if not isinstance(name, str) or name == "__builtins__" or names.get(name) is None:
                continue
            if not is_private or (name[:1] == "_" and name[1:2] != "_"):
                names[name] = None


def _stop():
    try:
        threading._shutdown()
    except BaseException as error:
        _wasmsand.report("Exception ignored on threading shutdown", error.with_traceback(error.__traceback__.tb_next))
    atexit._run_exitfuncs()
    _wasmsand.begin_finishing()


def _take_apart(begun, of_sys, of_builtins):
    gc.collect()
    for name in _FIRST:
        setattr(sys, name, None)
    builtins._ = None
    for name in _STREAMS:
        setattr(sys, name, getattr(sys, f"__{name}__", None))
    modules = sys.modules
    own = []
    for name in list(modules):
        module = modules[name]
        if isinstance(module, types.ModuleType) and id(module) not in begun:
            own.append(weakref.ref(module))
        modules[name] = module = None
    modules.clear()
    gc.collect()
    names = vars(builtins)
    for name in [name for name in names if name not in of_builtins]:
        del names[name]
    names.update(of_builtins)
    for found in reversed(own):
        if (module := found()) is not None:
            _clear(vars(module))
        module = None
    # Nothing is printed any more.
    names = vars(sys)
    for name in [*_STREAMS, *(f"__{name}__" for name in _STREAMS), *(name for name in names if name not in of_sys)]:
        names[name] = None
    gc.collect()


def install():
    """When the interpreter is made: what is there then is nobody's."""
    begun = {id(module): module for name, module in sys.modules.items() if name != "__main__"}
    of_sys, of_builtins = frozenset(vars(sys)), dict(vars(builtins))
    _wasmsand.set_finisher(_stop, lambda: _take_apart(begun, of_sys, of_builtins))
