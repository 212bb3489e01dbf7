import ctypes, gc, itertools, json, marshal, os, pickle, random, re, struct, sys, types
import _wasmsand
own = ctypes.CDLL(None)
### writes to all of its memory
ctypes.memset(0, 0, 1 << 24)
### writes behind its memory
ctypes.memset(0xFFFF0000, 65, 65536)
### reads behind its memory
ctypes.string_at(0xFFFFFFF0, 8)
### reads for ever
ctypes.string_at(0, -1)
### fills its memory with what looks like addresses
random.seed(1)
for at in range(1 << 16, 1 << 25, 4096): ctypes.memmove(at, random.randbytes(64), 64)
### calls nothing
ctypes.CFUNCTYPE(ctypes.c_int)(0)()
### calls what is behind the table
ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(0x7FFFFFFF)(1)
### calls a function by another type
ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(8801)(1.5)
### calls what JavaScript would serve
own.Jsv_GetError()
### calls functions of the table with forged pointers
random.seed(int(sys.argv[1]))
for index in random.sample(range(1, 16000), 400):
    ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_int] * 4)(index)(*random.choices([0, 1, -1, 0x7FFFFFFF, 0xFFFF0000, id(None), id(sys), 1 << 20], k=4))
### calls functions of the door with forged pointers
random.seed(int(sys.argv[1]))
for index in random.sample(range(8800, 9216), 200):
    ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_int] * 3)(index)(*random.choices([0, 1, -1, 0xFFFFFFF0, 1 << 20], k=3))
### makes calls of the kernel with forged pointers
random.seed(int(sys.argv[1]))
# Without those that wait, or end it.
without = {413, 417, 420, 22, 25, 32, 63, 65, 71, 203, 207, 212, 242, 243, 285, 286, 441, 72, 73, 93, 94, 95, 98, 101, 115, 133, 137, 202, 260, 407, 414, 421, 422, 129, 130, 131, 134, 220, 221, 281, 435}
for _ in range(20000):
    _wasmsand.syscall(random.choice([n for n in (*range(0, 300), *range(400, 450)) if n not in without]), *random.choices([0, 1, 3, -1 & 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 1 << 20, 4096], k=6))
### spawns by a forged request
for word in (0, 1, 0xFFFFFFFF, 1 << 20): _wasmsand.spawn(struct.pack('<12I', *[word] * 12))
for address in (0, 1, 0xFFFFFFF0, 0x7FFFFFFF): _wasmsand.spawn(address)
### links modules that are forged
for module in (b'', b'\0asm', b'\0asm\1\0\0\0' + bytes(range(256)), b'\0asm\1\0\0\0\0' + b'\xff' * 5 + b'dylink.0'):
    open('/tmp/forged.so', 'wb').write(module)
    try: ctypes.CDLL('/tmp/forged.so')
    except OSError as error: pass
### an object of no type
ctypes.memset(id(object()) + 4, 0, 4); gc.collect(); o = object(); ctypes.c_uint.from_address(id(o) + 4).value = 0x41414140; repr(o)
### a tuple that is longer than it is
t = (1, 2); ctypes.c_int.from_address(id(t) + 8).value = 1 << 28; print(len(t)); repr(t)
### bytes that are longer than they are
b = bytes(10); ctypes.c_int.from_address(id(b) + 8).value = 0x7FFFFFFF; print(b.count(b'x'), bytes(b)[:1])
### counts of references that are wrong
ctypes.c_int.from_address(id(sys.modules)).value = 1; gc.collect(); sys.modules.clear(); gc.collect(); import json
### frees what is used
for o in (sys, print, int, type): own.free(ctypes.c_void_p(id(o)))
junk = [bytearray(100) for _ in range(10000)]; print(sys, int)
### frees what is not allocated
for a in (1, 4, 0xFFFFFFF0, id(sys) + 4): own.free(ctypes.c_void_p(a))
### int 5 is 6
ctypes.memmove(id(5), id(6), 16); print(2 + 3)
### forged bytecode
random.seed(int(sys.argv[1])); f = lambda a, b: [a + b for x in (1, 2)]
types.FunctionType(f.__code__.replace(co_code=random.randbytes(200)), {})(1, 2)
### constants that are not there
types.FunctionType((lambda: 1).__code__.replace(co_code=bytes((82, 250)) * 4 + bytes((35, 0)), co_consts=(), co_stacksize=1), {})()
### a stack that is too small
def f(a): return [a, [a, [a, (a, a, {a: a})]]]
types.FunctionType(f.__code__.replace(co_stacksize=0, co_nlocals=1), {})(1)
### forged marshal data
random.seed(int(sys.argv[1]))
for _ in range(3000):
    data = bytearray(marshal.dumps(compile('x = [1, 2]\ndef f(a): return {a: b"x"}', 'f', 'exec')))
    for _ in range(5): data[random.randrange(len(data))] = random.randrange(256)
    try: marshal.loads(data)
    except Exception: pass
### a marshal bomb
for data in (b'[\1\0\0\0' * 100000, b'(\xff\xff\xff\x7f' * 10, b's\xff\xff\xff\x7f', b'[\xff\xff\xff\x7f', b'l\xff\xff\xff\x7f'):
    try: marshal.loads(data)
    except (ValueError, EOFError, MemoryError) as error: print(type(error).__name__)
### a hostile .pyc
import importlib.util, random
random.seed(int(sys.argv[1])); os.makedirs('/tmp/pyc', exist_ok=True)
code = bytearray(marshal.dumps(compile('def f():\n return [i for i in range(5)]\nf()', 'x', 'exec')))
for _ in range(4): code[random.randrange(20, len(code))] ^= 1 << random.randrange(8)
open('/tmp/pyc/hostile.pyc', 'wb').write(importlib.util.MAGIC_NUMBER + bytes(12) + code); sys.path.insert(0, '/tmp/pyc'); import hostile
### a pickle that runs a command
pickle.loads(b'cos\nsystem\n(S"exit 0"\ntR.')
### a pickle that ends the process
pickle.loads(b'cos\n_exit\n(I7\ntR.')
### a pickle of a pickle of a pickle
data = b'.'
for _ in range(20): data = pickle.dumps(data)
pickle.loads(b'(' * 100000 + b'.')
### a pickle that is larger than it is
pickle.loads(b'\x80\x04\x8e\xff\xff\xff\x7f\0\0\0\0' + b'x')
### a pickle of references to itself
pickle.loads(b'(lp0\n' + b'(g0\n' * 10000 + b'l' * 10000 + b'.')
### recursion without a bound
sys.setrecursionlimit(10**9)
def f(n): return f(n + 1)
f(0)
### recursion by representations
sys.setrecursionlimit(10**9); a = []
for _ in range(10**5): a = [a]
repr(a)
### recursion by iterators
i = iter([])
for _ in range(3 * 10**5): i = itertools.chain(i, [])
next(i)
### recursion by maps
i = iter([1])
for _ in range(3 * 10**5): i = map(int, i)
next(i)
### recursion by what is deleted
class A: pass
a = None
for _ in range(10**6): b = A(); b.a = a; a = b
del a, b
### recursion by JSON
sys.setrecursionlimit(10**9); json.loads('[' * 10**7)
### recursion by expressions
sys.setrecursionlimit(10**9); eval('-' * 10**6 + '1')
### recursion by syntax
import ast; sys.setrecursionlimit(10**9); ast.literal_eval('(' * 10**6)
### recursion by regular expressions
sys.setrecursionlimit(10**9); re.compile('(' * 10**4 + ')' * 10**4)
### recursion by comparison
class C:
    def __eq__(self, other): return self == other
sys.setrecursionlimit(10**9); C() == 1
### recursion by generators
def g(n): yield from g(n + 1)
sys.setrecursionlimit(10000); next(g(0))
### recursion by callbacks of C
CB = ctypes.CFUNCTYPE(ctypes.c_int); cb = CB(lambda: cb()); sys.setrecursionlimit(10**9); cb()
### bytes without end
bytes(2**31 - 1)
### lists without end
[0] * 2**29
### texts without end
s = 'x' * 10**6
while True: s += s
### appends without end
a = []
while True: a.append(bytearray(10**6))
### numbers without end
x = 1 << (1 << 31)
### allocations of C without end
while True:
    if not own.malloc(1 << 24): raise MemoryError
### maps without end
import mmap; m = []
while True: m.append(mmap.mmap(-1, 1 << 24))
### a bomb of zlib
import zlib; z = zlib.compressobj(9); data = b''.join(z.compress(bytes(1 << 20)) for _ in range(150)) + z.flush(); zlib.decompress(data)
### a bomb of zip
import io, zipfile; o = io.BytesIO()
with zipfile.ZipFile(o, 'w', zipfile.ZIP_DEFLATED) as z:
    with z.open('x', 'w') as f:
        for _ in range(150): f.write(bytes(1 << 20))
len(zipfile.ZipFile(o).read('x'))
### a bomb of bzip2
import bz2; c = bz2.BZ2Compressor(); data = b''.join(c.compress(bytes(1 << 20)) for _ in range(15)) + c.flush(); bz2.decompress(data * 10)
### a bomb of XML
import xml.etree.ElementTree as E; E.fromstring('<!DOCTYPE b [<!ENTITY a "' + 'x' * 1000 + '">' + ''.join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9)) + ']><b>&j;</b>')
### formats without end
'%2147483646d' % 1
### repetitions without end
import itertools; list(itertools.repeat(0, 2**31 - 1))
