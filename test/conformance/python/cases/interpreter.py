import sys, os
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### exceptions
import traceback
try:
    try: raise ValueError('a')
    except ValueError as e: e.add_note('n'); raise RuntimeError('b') from e
except RuntimeError: traceback.print_exc(file=sys.stdout)
def g():
    try: yield 1
    finally: print('closed')
x = g(); next(x); x.close(); tries(lambda: (_ for _ in ()).throw(KeyError('k'))); print(traceback.format_exception_only(SyntaxError('s', ('f', 1, 2, 'te xt', 1, 4))))
try: raise ExceptionGroup('g', [ValueError(1), ExceptionGroup('h', [TypeError(2)])])
except* TypeError as e: print(e.exceptions)
except* ValueError as e: print('v', e)
### suggestions
class A: blah = 1
for c in ('A.blahh', 'prin', 'import jsn', 'A().blha', 'from os import pth', 'foo = 1; del fo', 'def f(x):\n  return y_\nf(1)', 'sys.exitt', 'open("a", mod="r")'):
    try: exec(c)
    except Exception as e: print(''.join(traceback.format_exception_only(e)).strip())
### generators and coroutines
import asyncio, inspect
async def a(): 
    async with asyncio.timeout(5): return [i async for i in g()]
async def g():
    for i in range(3): yield i; await asyncio.sleep(0)
print(asyncio.run(a())); c = a(); print(inspect.iscoroutine(c)); c.close(); del c
async def b(): pass
b()
### recursion
def f(n): return f(n + 1)
tries(f, 0); print(sys.getrecursionlimit()); sys.setrecursionlimit(100); tries(f, 0); tries(sys.setrecursionlimit, 1); sys.setrecursionlimit(1000)
a = []
for _ in range(100000): a = [a]
try: repr(a)
except RecursionError as e: print('repr')
class R:
    def __repr__(self): return repr(self)
    def __eq__(self, o): return self == o
    def __getattr__(self, n): return self.zz
for f in (lambda: repr(R()), lambda: R() == 1, lambda: R().q):
    try: f()
    except RecursionError: print('re')
### deep structures
import pickle, copy, ast, marshal, json
a = []
for _ in range(50000): a = [a]
for f in (pickle.dumps, copy.deepcopy, marshal.dumps):
    try: f(a); print('ok')
    except (RecursionError, ValueError, MemoryError) as e: print(type(e).__name__)
for s in ('(' * 1000 + ')' * 1000, '-' * 100000 + '1', '[' * 150 + ']' * 150, '1+' * 50000 + '1'):
    try: compile(s, 'f', 'eval'); print('ok')
    except (RecursionError, SyntaxError, MemoryError) as e: print(type(e).__name__)
### del and cycles
import gc, weakref
class A:
    def __del__(self): print('del', self.n)
a = A(); a.n = 1; a.a = a; w = weakref.ref(a, lambda r: print('gone')); del a; print(gc.collect() > 0, w()); weakref.finalize(A, print, 'never'); b = A(); b.n = 2; b = None; print(sys.getrefcount([]), gc.isenabled(), len(gc.garbage)); f = weakref.finalize(type('Q', (), {})(), print, 'fin')
### atexit order
import atexit
for i in range(3): atexit.register(print, i)
atexit.register(lambda: 1 / 0)
import threading; threading._register_atexit(print, 'thread exit')
### exit within exit
import atexit; atexit.register(sys.exit, 5)
### exit codes
for c in ('sys.exit()', 'sys.exit(300)', 'sys.exit("m")', 'exit(2)', 'quit()', 'raise SystemExit(None)', 'os._exit(9)', 'raise KeyboardInterrupt', 'sys.exit(1.5)', 'raise SystemExit((1, 2))', 'sys.exit(2**40)', 'sys.exit(False)', 'import threading; threading.Thread(target=sys.exit, args=(3,)).start()'):
    import subprocess; r = subprocess.run(['python3', '-c', 'import sys, os\n' + c], capture_output=True, text=True); print(c, r.returncode, r.stderr)
### sys
print(sys.implementation.name, sys.implementation.cache_tag, sys.version_info[:2], sys.maxsize > 2**30, sys.byteorder, sys.float_info.max, sys.int_info.str_digits_check_threshold, sys.copyright[:10], sys.api_version, sys.flags.hash_randomization, sys.flags.utf8_mode, sys.prefix, sys.exec_prefix, sys.base_prefix, sys.executable, sys.platlibdir, sys.argv, sys.orig_argv[1:], sys.path[0] == os.getcwd(), sys.dont_write_bytecode, sys.pycache_prefix, sys.getswitchinterval(), sys.is_finalizing(), sys.stdlib_module_names >= {'os'}, sys.intern('a'), sys.getsizeof('') > 20, sys.exc_info(), sys.abiflags.__repr__(), sys._is_gil_enabled(), sys.displayhook.__name__, sys.warnoptions, sys._git[0], sys.hexversion > 0x30e0000)
### sys path
print(sys.path[1:4], len(sys.path_hooks), [m if isinstance(m, type) else type(m) for m in sys.meta_path], 'site' in sys.modules)
### site
import site, sysconfig
print(site.ENABLE_USER_SITE, site.getusersitepackages(), sysconfig.get_python_version(), sysconfig.get_path('stdlib'))
### audit and trace
def h(e, a):
    if e in ('open', 'subprocess.Popen', 'socket.connect', 'os.system', 'os.remove', 'ctypes.dlopen'): print(e, a[:1])
import subprocess; sys.addaudithook(h); open('f', 'w').close(); os.remove('f'); os.system('true')
subprocess.run(['true'])
def t(f, e, a): print(e, f.f_code.co_name, f.f_lineno); return t
sys.settrace(t)
def f(): x = 1; return x
f(); sys.settrace(None); sys.setprofile(lambda f, e, a: print('p', e, getattr(a, '__name__', a))); len([]); sys.setprofile(None)
import sys as s; m = s.monitoring; m.use_tool_id(1, 'x'); m.register_callback(1, m.events.PY_START, lambda c, o: print('start', c.co_name)); m.set_events(1, m.events.PY_START); f(); m.set_events(1, 0)
### profile and pdb
import cProfile, pstats, io
p = cProfile.Profile(); p.runcall(lambda: sorted(range(100))); o = io.StringIO(); pstats.Stats(p, stream=o).print_stats(); print('function calls' in o.getvalue())
import pdb; pdb.Pdb(stdin=io.StringIO('p 1 + 1\nn\nc\n'), stdout=sys.stdout, nosigint=True, readrc=False).run('x = 5\ny = 6')
### inspect
import inspect
def f(a, b: int = 2, *c, d, e=5, **k) -> str: 'doc'
print(inspect.signature(f), inspect.getsource(f), inspect.getdoc(f), inspect.signature(print), inspect.getfullargspec(f), inspect.getmodule(f).__name__, inspect.isbuiltin(len), inspect.getfile(f), inspect.signature(os.stat), inspect.signature(os.kill), inspect.signature(os.waitpid)); tries(inspect.getsource, len)
help(f); help(len)
### hashing
print(hash(''), hash(1), hash(-1), hash(True), hash(()) == hash(()), hash(float('inf')), hash(None) == hash(None), {1: 'a', 1.0: 'b', True: 'c'}, len({0.0, -0.0, 0}), hash('a') == hash('a'))
### warnings
import warnings
warnings.warn('w1'); warnings.warn('d', DeprecationWarning); warnings.warn('r', ResourceWarning)
def f(): warnings.warn('from f', stacklevel=2)
f(); f()
with warnings.catch_warnings(record=True) as w: warnings.simplefilter('always'); f(); print(w[0].message, w[0].category, w[0].lineno)
warnings.simplefilter('error'); tries(warnings.warn, 'e'); '\d'; eval(r"'\d'") if 0 else None
### context variables
import contextvars, contextlib
v = contextvars.ContextVar('v', default=0); c = contextvars.copy_context(); c.run(v.set, 5); print(v.get(), c[v], list(c)); t = v.set(1); v.reset(t); print(v)
@contextlib.contextmanager
def m():
    try: yield 1
    except ValueError as e: print('caught', e)
with m(): raise ValueError('v')
with contextlib.ExitStack() as s: s.callback(print, 'cb'); s.enter_context(contextlib.suppress(KeyError)); {}['x']
with contextlib.chdir('/'): print(os.getcwd())
### ctypes
import ctypes, ctypes.util
class S(ctypes.Structure): _fields_ = [('a', ctypes.c_int), ('b', ctypes.c_char * 4), ('c', ctypes.c_double), ('d', ctypes.c_int, 3)]
s = S(1, b'xy', 2.5); print(ctypes.sizeof(S), S.c.offset, bytes(s)[:4], s.b, ctypes.c_uint8(300).value, (ctypes.c_int * 3)(1, 2, 3)[:], ctypes.cast(ctypes.create_string_buffer(b'ab'), ctypes.c_char_p).value, ctypes.c_int.from_buffer_copy(b'\1\0\0\0').value, ctypes.byref(s).__class__.__name__); tries(ctypes.CDLL, 'none.so'); tries(ctypes.c_int, 'x'); l = ctypes.CDLL(None); print(l.strlen(b'abc'), l.abs(-5)); CB = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)); a = (ctypes.c_int * 4)(3, 1, 2, 0); l.qsort(a, 4, 4, CB(lambda x, y: x[0] - y[0])); print(a[:], ctypes.CDLL('libc.so.6').abs(-7))
### ctypes of many types
import ctypes
l = ctypes.CDLL(None); f = l.pow; f.restype = ctypes.c_double; f.argtypes = [ctypes.c_double] * 2; print(f(2, 10), l.atoi(b'42'), l.toupper(97)); l.getenv.restype = ctypes.c_char_p; print(l.getenv(b'HOME')); b = ctypes.create_string_buffer(20); l.snprintf(b, 20, b'%d-%s', 5, b'x'); print(b.value); tries(lambda: l.nosuchfn); l.strtol.restype = ctypes.c_long; print(l.strtol(b'0x10', None, 16)); ctypes.set_errno(0); l2 = ctypes.CDLL(None, use_errno=True); print(l2.open(b'/none', 0), ctypes.get_errno())
### modules that are there
import importlib
for m in sorted(sys.stdlib_module_names):
    if m in ('antigravity', 'this', '__main__', 'idlelib', 'tkinter', '_tkinter', 'turtle', 'turtledemo', 'msvcrt', 'winreg', 'nt', '_winapi', '_wmi', '_overlapped', 'ensurepip', 'lib2to3', '_scproxy', 'winsound', '_msi', 'nturl2path', '_dbm', '_gdbm', '_crypt', 'venv', '_ios_support', '_apple_support', '_android_support', '_osx_support', '_aix_support'): continue
    try: importlib.import_module(m)
    except ImportError as e: print(m, type(e).__name__)

### garbage that holds objects of C
import array, ast, asyncio, collections, contextvars, csv, ctypes, datetime, decimal, functools, gc, hashlib, hmac, io, itertools, json, operator, pickle, queue, random, re, select, sqlite3, struct, threading, types, weakref, xml.etree.ElementTree as ET, xml.parsers.expat, zlib, bz2, lzma
from compression import zstd
made = {
    "methodcaller": lambda: operator.methodcaller("get", 1, key=2), "attrgetter": lambda: operator.attrgetter("a.b"), "itemgetter": lambda: operator.itemgetter(1, 2), "partial": lambda: functools.partial(print, 1, end=""),
    "lru_cache": lambda: functools.lru_cache(len), "cmp_to_key": lambda: functools.cmp_to_key(len)(1), "deque": lambda: collections.deque([1]), "defaultdict": lambda: collections.defaultdict(list), "odict": lambda: collections.OrderedDict(a=1),
    "chain": lambda: itertools.chain([1]), "tee": lambda: itertools.tee([1])[0], "groupby": lambda: itertools.groupby([1]), "product": lambda: itertools.product("ab"), "count": lambda: itertools.count(1.5), "islice": lambda: itertools.islice([1], 1),
    "pattern": lambda: re.compile("a(b)"), "match": lambda: re.match("a", "a"), "scanner": lambda: re.compile("a").scanner("a"), "reader": lambda: csv.reader([]), "writer": lambda: csv.writer(io.StringIO()), "array": lambda: array.array("i", [1]),
    "bytesio": lambda: io.BytesIO(b"a"), "stringio": lambda: io.StringIO("a"), "buffered": lambda: io.BufferedReader(io.BytesIO()), "textio": lambda: io.TextIOWrapper(io.BytesIO()), "encoder": lambda: json.JSONEncoder().iterencode([1]), "pickler": lambda: pickle.Pickler(io.BytesIO()), "unpickler": lambda: pickle.Unpickler(io.BytesIO()),
    "connection": lambda: sqlite3.connect(":memory:"), "cursor": lambda: sqlite3.connect(":memory:").cursor(), "element": lambda: ET.Element("a", b="c"), "treebuilder": lambda: ET.TreeBuilder(), "parser": lambda: ET.XMLParser(), "expat": lambda: xml.parsers.expat.ParserCreate(),
    "context": lambda: contextvars.copy_context(), "var": lambda: contextvars.ContextVar("v"), "hash": lambda: hashlib.sha256(b"a"), "hmac": lambda: hmac.new(b"a", b"b", "sha256"), "struct": lambda: struct.Struct("i"), "random": lambda: random.Random(1), "local": lambda: threading.local(), "lock": lambda: threading.Lock(), "rlock": lambda: threading.RLock(), "queue": lambda: queue.SimpleQueue(), "poll": lambda: select.poll(),
    "future": lambda: asyncio.Future(loop=loop), "zlib": lambda: zlib.compressobj(), "unzlib": lambda: zlib.decompressobj(), "bz2": lambda: bz2.BZ2Compressor(), "lzma": lambda: lzma.LZMADecompressor(), "zstd": lambda: zstd.ZstdCompressor(), "cfunction": lambda: ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1), "pointer": lambda: ctypes.pointer(ctypes.c_int(1)), "structure": lambda: type("S", (ctypes.Structure,), {"_fields_": [("a", ctypes.c_int)]})(),
    "ast": lambda: ast.parse("a"), "generator": lambda: (n for n in [1]), "coroutine": lambda: types.coroutine(lambda: (yield))(), "code": lambda: compile("a", "b", "eval"), "slice": lambda: slice([], []), "property": lambda: property(len), "super": lambda: super(Own, Own()), "memoryview": lambda: memoryview(bytearray(b"a")), "zip": lambda: zip([1]), "map": lambda: map(len, []), "filter": lambda: filter(None, []), "enumerate": lambda: enumerate([]), "reversed": lambda: reversed([]), "callable": lambda: iter(len, 1), "proxy": lambda: weakref.proxy(Own), "ref": lambda: weakref.ref(Own), "alias": lambda: list[int], "union": lambda: int | str, "namespace": lambda: types.SimpleNamespace(a=1), "mappingproxy": lambda: types.MappingProxyType({}), "template": lambda: t"{1}", "exception": lambda: ExceptionGroup("e", [KeyError(1)]), "unicode error": lambda: UnicodeDecodeError("a", b"b", 0, 1, "c"), "decimal": lambda: decimal.Context(), "zone": lambda: datetime.timezone(datetime.timedelta(1 / 24)),
}
class Own: pass
loop = asyncio.new_event_loop()
for name, make in made.items():
    cycle = [make()]; cycle.append(cycle); del cycle
    print(name, gc.collect() > 0, flush=True)
loop.close()
