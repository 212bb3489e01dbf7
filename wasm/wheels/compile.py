# Compiles modules of packages: compile.py SITE LIST OUTPUT, with the paths below SITE in LIST. The compiled files hold for good, whatever
# time their sources bear.
import os
import py_compile
import sys

site, names, output = sys.argv[1:]
for name in open(names).read().split("\n"):
    if name:
        target = os.path.join(output, os.path.dirname(name), "__pycache__", os.path.basename(name)[:-3] + ".cpython-314.pyc")
        py_compile.compile(
            os.path.join(site, name), target, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
        )
