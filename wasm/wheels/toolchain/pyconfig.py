"""pyconfig.h of the Python that wheels are built for: the names of another machine's, with what that Python says of itself.

pyconfig.py OTHER SYSCONFIGDATA OUTPUT
"""

import re
import runpy
import sys

other, data, output = sys.argv[1:]
sys.stdout = open(output, "w")
known = runpy.run_path(data)["build_time_vars"]
seen = set()
print("#ifndef Py_PYCONFIG_H\n#define Py_PYCONFIG_H")
for line in open(other):
    found = re.match(r"\s*#\s*define\s+([A-Za-z_]\w*)", line) or re.match(r"/\* #\s*undef\s+(\w+)\s*\*/", line)
    name = found and found[1]
    if name is None or name in seen or name.startswith("Py_PYCONFIG") or name not in known:
        continue
    seen.add(name)
    defined = known[name] != 0 or name.startswith("HAVE_DECL_") or name == "ALT_SOABI"
    print(f"#define {name} {known[name]}" if defined else f"/* #undef {name} */")
for name in ("_GNU_SOURCE", "_DEFAULT_SOURCE", "__EXTENSIONS__"):
    print(f"#define {name} 1")
print("#define _POSIX_C_SOURCE 200809L\n#define _XOPEN_SOURCE 700\n#endif")
