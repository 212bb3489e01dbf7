# Runs the programs of a file, one after the other in one process, each in a directory and a __main__ of its own, and says which begins.
import os
import re
import sys
import types

prologue, *parts = re.split("(?m)^### ", open(sys.argv[1], encoding="utf-8").read())
place = os.getcwd()
for number, part in enumerate(parts):
    name, _, program = part.partition("\n")
    print(f"\n=== {name}", flush=True)
    directory = os.path.join(place, f"program-{number}")
    os.mkdir(directory)
    os.chdir(directory)
    file = os.path.join(directory, "program.py")
    with open(file, "w", encoding="utf-8") as to:
        to.write(prologue + program)
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__file__ = file
    sys.argv = [file]
    try:
        exec(compile(prologue + program, file, "exec"), main.__dict__)
    except BaseException as error:
        print("ended by", type(error).__name__, error)
    sys.stdout.flush()
    os.chdir(place)
os._exit(0)
