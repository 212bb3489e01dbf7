"""Says of packages that are not to be had here why, at the end of a traceback: pip has nothing for them, and nothing can be compiled."""

import traceback

ABSENT = {
    "scipy": "numpy.linalg, numpy.fft, numpy.random and sympy are there",
    "sklearn": "numpy and pandas are there",
    "statsmodels": "numpy and pandas are there",
    "torch": "numpy is there",
    "tensorflow": "numpy is there",
    "jax": "numpy is there",
    "numba": "numpy is there",
    "cv2": "PIL is there",
    "pyarrow": "pandas reads and writes CSV, JSON, workbooks, SQL and pickles",
    "polars": "pandas is there",
}


def install():
    original = traceback.TracebackException.__init__

    def __init__(self, exc_type, exc_value, *args, **kwargs):
        original(self, exc_type, exc_value, *args, **kwargs)
        if isinstance(exc_value, ModuleNotFoundError):
            name = (exc_value.name or "").partition(".")[0]
            if name in ABSENT and self._str == f"No module named {exc_value.name!r}":
                self._str += f": it has no build for this machine. {ABSENT[name]}"

    traceback.TracebackException.__init__ = __init__
