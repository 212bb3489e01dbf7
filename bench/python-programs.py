# What bench/python.mjs measures: each prints how many milliseconds it took, without its start, and what came out.
import sys
import time


def start():
    return 1


def loops():
    total = 0
    for i in range(3_000_000):
        total += i * i % 7
    return total


def calls():
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(27)


def objects():
    class Point:
        def __init__(self, x, y):
            self.x, self.y = x, y

    points = [Point(i, -i) for i in range(300_000)]
    return sum(p.x + p.y for p in sorted(points, key=lambda p: p.y))


def texts():
    words = [f"{i:08x}"[::-1].upper() for i in range(300_000)]
    return len(set(" ".join(words).split()))


def json_50_mb():
    import json

    rows = [{"id": i, "name": f"name {i}", "tags": ["a", "b", str(i)], "value": i / 7} for i in range(570_000)]
    text = json.dumps(rows)
    return len(text) > 50_000_000 and len(json.loads(text))


def regex():
    import re

    lines = [f'10.0.{i % 256}.{i % 7} - - [01/Jan/2026] "GET /path/{i} HTTP/1.1" {200 + i % 5} {i}' for i in range(60_000)]
    pattern = re.compile(r'^(\d+\.\d+\.\d+\.\d+) .*"(?:GET|POST) (/\S*) [^"]*" (\d{3}) (\d+)$', re.M)
    return len(pattern.findall("\n".join(lines)))


def sqlite():
    import os
    import sqlite3

    base = sqlite3.connect("bench.db")
    base.execute("create table t(a integer primary key, b text, c real)")
    with base:
        base.executemany("insert into t(b, c) values (?, ?)", ((f"row {i % 1000}", i / 3) for i in range(200_000)))
    base.execute("create index i on t(b)")
    found = base.execute("select count(*), sum(c) from t where b between 'row 2' and 'row 3'").fetchone()
    base.close()
    os.remove("bench.db")
    return found[0]


def write_64_mb():
    block = bytes(range(256)) * 256
    with open("bench.bin", "wb") as file:
        for _ in range(1024):
            file.write(block)
    return file.closed


def read_64_mb():
    with open("bench.bin", "rb") as file:
        return sum(len(block) for block in iter(lambda: file.read(65536), b""))


def lines_of_64_mb():
    with open("lines.txt") as file:
        return sum(1 for _ in file)


def stat_10_000():
    import os

    return sum(os.stat(f"files/{i % 100}").st_size for i in range(10_000))


def listed_10_000():
    import os

    return sum(1 for _ in range(100) for entry in os.scandir("files") if entry.is_file())


def numpy_product():
    import numpy

    matrix = numpy.arange(640_000, dtype=float).reshape(800, 800) % 7
    return int((matrix @ matrix).sum())


def prepare():
    import os

    os.mkdir("files")
    for i in range(100):
        open(f"files/{i}", "w").write("x" * i)
    with open("lines.txt", "w") as file:
        for i in range(1_000_000):
            file.write(f"line {i:08d} {'x' * 48}\n")
    write_64_mb()


program = globals()[sys.argv[1]]
begun = time.perf_counter()
result = program()
print((time.perf_counter() - begun) * 1000, result)
