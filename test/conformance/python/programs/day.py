import os, sys, subprocess
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### a report of sales
import csv, collections, statistics, datetime as d, json
rows = [{'day': str(d.date(2024, 1, 1) + d.timedelta(i)), 'shop': 'ABC'[i % 3], 'sum': round(i * 1.37 % 50, 2)} for i in range(60)]
with open('s.csv', 'w', newline='') as f: w = csv.DictWriter(f, rows[0]); w.writeheader(); w.writerows(rows)
by = collections.defaultdict(list)
for r in csv.DictReader(open('s.csv')): by[r['shop'], r['day'][:7]].append(float(r['sum']))
for k, v in sorted(by.items()): print(f'{k[0]} {k[1]} {sum(v):>10,.2f} {statistics.mean(v):8.3f} {statistics.stdev(v):8.3f} {max(v)}')
json.dump({' '.join(k): v[:2] for k, v in by.items()}, open('o.json', 'w'), indent=1); print(open('o.json').read())
### words of a text
import re, collections, textwrap, string
t = ('The quick brown fox. ' * 3 + "It's the end, isn't it? ") * 2
print(collections.Counter(re.findall(r"[a-z']+", t.lower())).most_common(5), textwrap.wrap(t, 30)[:2], t.translate(str.maketrans('', '', string.punctuation))[:20])
### a matrix and primes
def sieve(n):
    s = bytearray([1]) * (n + 1); s[:2] = b'\0\0'
    for i in range(2, int(n ** .5) + 1):
        if s[i]: s[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, x in enumerate(s) if x]
p = sieve(10000); print(len(p), p[-1], sum(p)); m = [[i * j % 7 for j in range(5)] for i in range(5)]; print([list(r) for r in zip(*m)], [[sum(a * b for a, b in zip(r, c)) for c in zip(*m)] for r in m])
### an http client and server in threads
import threading, http.server, urllib.request, json
class H(http.server.BaseHTTPRequestHandler):
    def do_POST(s): d = json.loads(s.rfile.read(int(s.headers['content-length']))); b = json.dumps({'got': d}).encode(); s.send_response(200); s.send_header('Content-Type', 'application/json'); s.send_header('Content-Length', str(len(b))); s.end_headers(); s.wfile.write(b)
    def log_message(*a): pass
h = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H); t = threading.Thread(target=h.serve_forever, daemon=True); t.start()
r = urllib.request.urlopen(urllib.request.Request(f'http://127.0.0.1:{h.server_port}/', json.dumps([1]).encode(), {'X-A': 'b'})); print(r.status, r.headers['content-type'], json.load(r)); h.shutdown(); h.server_close()
### producers and consumers
import threading, queue
q, out = queue.Queue(3), []
def work():
    while (x := q.get()) is not None: out.append(x * x); q.task_done()
    q.task_done()
ts = [threading.Thread(target=work) for _ in range(3)]; [t.start() for t in ts]
for i in range(20): q.put(i)
for _ in ts: q.put(None)
q.join(); [t.join() for t in ts]; print(sorted(out))
### a class of tests
import unittest, io
from unittest import mock
class T(unittest.TestCase):
    def setUp(self): self.x = 1
    def test_a(self): self.assertEqual(self.x, 1)
    def test_b(self):
        with mock.patch('os.getcwd', return_value='/mocked') as m: self.assertEqual(os.getcwd(), '/mocked'); m.assert_called_once()
    def test_c(self):
        with self.assertRaisesRegex(ValueError, 'in.*x'): int('x')
    def test_d(self):
        with self.assertLogs('l', 'INFO') as c: __import__('logging').getLogger('l').info('hi')
        self.assertEqual(c.output, ['INFO:l:hi'])
o = io.StringIO(); r = unittest.TextTestRunner(o, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(T)); print(r, o.getvalue().split('Ran')[0])
### files found and changed
import pathlib, hashlib, shutil, fnmatch
for n in ('a/x.py', 'a/b/y.txt', 'c/z.py'): p = pathlib.Path(n); p.parent.mkdir(parents=True, exist_ok=True); p.write_text(n * 10)
for p in sorted(pathlib.Path('.').rglob('*.py')): print(p, hashlib.sha256(p.read_bytes()).hexdigest()[:12], p.stat().st_size); p.write_text(p.read_text().replace('x', 'X'))
print(sorted(str(p) for p in pathlib.Path('a').walk()) if 0 else [d for d, _, _ in os.walk('.')].__len__(), shutil.disk_usage('.').free > 0)
### git and shell by subprocess
def sh(c): r = subprocess.run(c, shell=True, capture_output=True, text=True); return r.returncode, r.stdout.strip(), r.stderr.strip()
print(sh('echo a | tr a b | sort -r; false'), sh('for i in 1 2; do echo $i >&2; done; exit 4'), sh('cat <<< hello') [0] in (0, 2), sh("awk 'BEGIN { print 6 * 7 }'"), sh('grep x /etc/nothing')[0], subprocess.check_output(['sed', 's/a/b/'], input='aaa', text=True))
### dates of a year
import calendar, datetime as d, zoneinfo
print([d.date(2025, m, max(w[4] for w in calendar.monthcalendar(2025, m))).isoformat() for m in range(1, 13)], d.datetime(2025, 3, 30, 1, 30, tzinfo=d.timezone.utc).astimezone(zoneinfo.ZoneInfo('Europe/Brussels')), (d.date(2025, 12, 25) - d.date(2025, 1, 1)).days, d.datetime(2025, 5, 5).strftime('%A %d %B %Y week %V'))
### an interpreter of sums
import ast, operator as o
O = {ast.Add: o.add, ast.Sub: o.sub, ast.Mult: o.mul, ast.Div: o.truediv, ast.Pow: o.pow, ast.USub: o.neg}
def ev(n):
    match n:
        case ast.Expression(b): return ev(b)
        case ast.Constant(v): return v
        case ast.BinOp(l, p, r): return O[type(p)](ev(l), ev(r))
        case ast.UnaryOp(p, x): return O[type(p)](ev(x))
        case _: raise SyntaxError(ast.dump(n))
for s in ('1 + 2 * 3', '-(2 ** 10) / 4', 'f(1)', '1 /'): tries(lambda: ev(ast.parse(s, mode='eval')))
### an event loop with everything
import asyncio
async def worker(n, q, r):
    while True:
        x = await q.get()
        try: r.append((n, await asyncio.wait_for(asyncio.to_thread(pow, x, 2), 5)))
        finally: q.task_done()
async def main():
    q, r = asyncio.Queue(), []; ws = [asyncio.create_task(worker(i, q, r)) for i in range(3)]
    for i in range(9): q.put_nowait(i)
    await q.join(); [w.cancel() for w in ws]; print(await asyncio.gather(*ws, return_exceptions=True), sorted(x for _, x in r))
    p = await asyncio.create_subprocess_shell('cat; echo done', stdin=-1, stdout=-1); print(await p.communicate(b'in\n'))
asyncio.run(main())
### generic classes and protocols
import typing, dataclasses, functools, abc, enum, contextlib
class Stack[T]:
    def __init__(self) -> None: self.i: list[T] = []
    def push(self, x: T) -> typing.Self: self.i.append(x); return self
    def __len__(self): return len(self.i)
    def __class_getitem__(c, k): return super().__class_getitem__(k) if hasattr(super(), '__class_getitem__') else c
@typing.runtime_checkable
class P(typing.Protocol):
    def push(self, x): ...
print(len(Stack().push(1).push(2)), isinstance(Stack(), P), Stack.__type_params__)
@functools.singledispatch
def show(x): return 'any'
@show.register
def _(x: int | str): return 'int or str'
print(show(1), show('a'), show(1.5)); 
@functools.total_ordering
class V:
    def __init__(s, n): s.n = n
    def __eq__(s, o): return s.n == o.n
    def __lt__(s, o): return s.n < o.n
print(V(1) >= V(0), sorted([V(2), V(1)], reverse=True)[0].n, functools.cache(lambda x: x)(5), functools.reduce(lambda a, b: a * b, range(1, 20)))
### configuration by three formats
import configparser, tomllib, json, io
c = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation()); c.read_dict({'a': {'x': '1', 'y': '${x}2'}, 'b': {'z': '${a:y}3'}}); print(c['b']['z'], dict(c['a'])); print(tomllib.loads('[t]\nx = [1, 2]\n[[a]]\nn = "q"\n[[a]]\nn = """\nml"""')); tries(tomllib.loads, 'x = [1,')
### compressed logs
import gzip, bz2, lzma, zipfile, tarfile, io
for m, n in ((gzip, 'a.gz'), (bz2, 'a.bz2'), (lzma, 'a.xz')):
    with m.open(n, 'wt') as f: f.writelines(f'line {i}\n' for i in range(1000))
    print(n, sum(1 for _ in m.open(n, 'rt')), subprocess.run(['sh', '-c', {'a.gz': 'gzip -dc', 'a.bz2': 'bzip2 -dc', 'a.xz': 'xz -dc'}[n] + f' {n} | tail -1'], capture_output=True, text=True).stdout)
subprocess.run('tar czf t.tgz a.gz a.bz2', shell=True); print(tarfile.open('t.tgz').getnames())
### sorting much
import random, heapq, bisect, itertools
r = random.Random(1); a = [r.random() for _ in range(50000)]; b = sorted(a); print(b == list(heapq.merge(*[sorted(a[i::5]) for i in range(5)])), heapq.nlargest(2, a), bisect.bisect(b, .5), sorted('bCa', key=str.casefold), sorted([(1, 'b'), (1, 'a')], key=lambda x: x[0]), list(itertools.groupby(sorted('aabbc')))[0][0])
### secrets and signatures
import hmac, hashlib, secrets, base64, uuid
print(hmac.new(b'k', b'd', hashlib.sha512).hexdigest()[:16], base64.urlsafe_b64encode(hashlib.sha256(b'x').digest()).decode(), len(secrets.token_urlsafe(16)), uuid.uuid3(uuid.NAMESPACE_URL, 'http://x').hex, hashlib.blake2s(b'x', digest_size=4, key=b'k').hexdigest(), hashlib.sha3_224(b'').hexdigest()[:8])
