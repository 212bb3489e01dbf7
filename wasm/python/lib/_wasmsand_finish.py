"""What the end of a program (finish.c) needs to know of the interpreter that was made."""

import atexit
import builtins
import sys
import threading
import types

import _wasmsand


def install():
    """What is there now is nobody's."""
    # Which keeps them.
    begun = {module: None for name, module in sys.modules.items() if isinstance(module, types.ModuleType) and name != "__main__"}
    # Whatever `threading` has in that place by then.
    end_threads = lambda: threading._shutdown()
    _wasmsand.set_end(end_threads, atexit._run_exitfuncs, types.ModuleType, begun, dict.fromkeys(vars(sys)), dict(vars(builtins)))
