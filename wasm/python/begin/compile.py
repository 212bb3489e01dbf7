# Compiles a library: compile.py LIBRARY OUTPUT. The compiled files hold for good, whatever time their sources bear.
import os
import py_compile
import sys

library, output = sys.argv[1:]
for directory, _, names in os.walk(library):
    below = os.path.relpath(directory, library)
    for name in sorted(names):
        if not name.endswith(".py"):
            continue
        source = os.path.join(directory, name)
        target = os.path.join(output, below, "__pycache__", name[:-3] + ".cpython-314.pyc")
        py_compile.compile(source, target, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
