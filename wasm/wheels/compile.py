# Compiles modules of packages: compile.py SITE LIST OUTPUT, with the paths below SITE in LIST. The compiled files hold for good, whatever
# time their sources bear.
import importlib.util
import os
import sys
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.machinery import SourceFileLoader

# Kinds of entries in a table of lines (CPython's InternalDocs/code_objects.md): a line without columns, and no line.
LINE, NO_LINE = 13, 15


def number(value):
    value = -value << 1 | 1 if value < 0 else value << 1
    parts = bytearray()
    while value >= 64:
        parts.append(64 | value & 63)
        value >>= 6
    parts.append(value)
    return parts


def with_short_tables(code):
    """The code, where the table of its lines has one entry for what follows each other on a line: the compiler makes one for each column,
    though it does not write columns down. That is a tenth of what is compiled."""
    runs = []
    for line, *_ in code.co_positions():
        if runs and runs[-1][1] == line:
            runs[-1][0] += 1
        else:
            runs.append([1, line])
    table = bytearray()
    before = code.co_firstlineno
    for units, line in runs:
        while units > 0:
            covered = min(units, 8)
            units -= covered
            table.append(0x80 | (NO_LINE if line is None else LINE) << 3 | covered - 1)
            if line is not None:
                table += number(line - before)
                before = line
    constants = tuple(with_short_tables(each) if hasattr(each, "co_linetable") else each for each in code.co_consts)
    return code.replace(co_linetable=bytes(table), co_consts=constants)


if __name__ == "__main__":
    site, names, output = sys.argv[1:]
    for name in open(names).read().split("\n"):
        if name:
            path = os.path.join(site, name)
            source = SourceFileLoader("module", path).get_data(path)
            code = with_short_tables(SourceFileLoader("module", path).source_to_code(source, path))
            target = os.path.join(output, os.path.dirname(name), "__pycache__", os.path.basename(name)[:-3] + ".cpython-314.pyc")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))
