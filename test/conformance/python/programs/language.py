import sys, os
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### syntax errors
for c in ('if x\n', 'def f(:\n', 'x = = 1', 'print "a"', 'a b', 'f(a=1, 2)', 'return', 'yield', 'break', 'continue', '(a, b) += 1', 'x = [1, 2', "'abc", '"""abc', 'f"{"', 'f"{a!z}"', 'lambda: (yield', 'del f()', 'None = 1', 'def f(a, a): pass', 'nonlocal x', 'async def f(): yield from x', 'await x', 'class A:\npass', 'for x in y', 'else: pass', '1 = x', 'x := 1', '0777', '1__0', '0b12', '1.e', 'import a.b as c.d', 'from . import *', 'try: pass', 'with a as 1: pass', 'match x:\n case 1: pass\n case y: pass\n case 2: pass', '\tx\n  y', 'x = "\\N{zzz}"', 'assert (1, 2)', '*a = 1', 'f(**a, *b)', 'import', 'é = ', '€', 'elif'):
    try: compile(c, 'f', 'exec'); print(repr(c), 'fine')
    except SyntaxError as e: print(repr(c), type(e).__name__, e, e.offset, e.end_offset)
### classes
class M(type):
    def __new__(m, n, b, d, **k): print('new', n, k); return super().__new__(m, n, b, d)
    def __prepare__(n, b, **k): return {'p': 1}
    __prepare__ = classmethod(lambda m, n, b, **k: {'p': 1})
class A(metaclass=M, z=1):
    def __init_subclass__(cls, **k): print('sub', cls, k)
    def __set_name__(self, *a): print(a)
class B(A, q=2): __slots__ = ('s',)
tries(lambda: type('X', (B, A), {})); tries(lambda: type('X', (A, B), {})); tries(lambda: setattr(B(), 's', 1)); print(B.__mro__, A.p)
import abc, dataclasses, enum, typing
class Ab(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
tries(Ab)
@dataclasses.dataclass(order=True, frozen=True, slots=True, kw_only=True)
class D: x: int = 1; y: list = dataclasses.field(default_factory=list, compare=False)
print(D(), D(x=2) > D(x=1), dataclasses.asdict(D()), dataclasses.replace(D(), x=9), D.__match_args__); tries(lambda: setattr(D(), 'x', 2)); tries(D, 1)
class E(enum.StrEnum): A = enum.auto(); B = 'b'
class F(enum.Flag): X = 1; Y = 2; Z = 4
print(list(E), E('b'), F.X | F.Y, ~F.X, F(5), repr(F(0))); tries(E, 'q'); tries(F, 99)
class N(typing.NamedTuple): a: int; b: str = 'x'
print(N(1), N._fields, typing.get_type_hints(N), typing.Optional[int], int | None, list[int], typing.Callable[[int], str], typing.Literal['a'])
### new syntax
type T[X] = list[X]
def f[K: int](a: K, /, b, *, c=3, **k) -> K: return a
print(T, T.__value__, f.__type_params__, f(1, 2), f.__annotations__)
match {'a': [1, 2, (3, 4)], 'b': 'x'}:
    case {'a': [1, *r, (x, _)], **rest} if x == 3: print(r, x, rest)
print(f'{1 + 1=} {"a" "b"!r:>6} {f"{1}"} {[x for x in "ab"]}', t'{1} x'.interpolations if sys.version_info >= (3, 14) else '')
def g(): 
    x = yield from (y := [1, 2]); return y
print(list(g()), [*range(3), *'ab'], {**{'a': 1}, 'b': 2}, (lambda *a, k=1, **b: (a, k, b))(1, z=2))
### deferred annotations
def f(a: NoSuch, b: int) -> 'str': pass
import annotationlib
print(annotationlib.get_annotations(f, format=annotationlib.Format.FORWARDREF)['b'], annotationlib.get_annotations(f, format=annotationlib.Format.STRING)); tries(lambda: f.__annotations__)
### templates
from string.templatelib import Template, Interpolation
n = 'w'; t = t'a {n!r:>5} b'; print(t, t.strings, t.values, [type(p).__name__ for p in t])
### platform
import platform
print(platform.system(), platform.python_implementation(), platform.python_version()[:4], platform.node() != '', platform.uname()._fields, platform.python_build()[0][:4], platform.platform()[:5])
### interactive console
import code
c = code.InteractiveConsole(); print(c.push('x = 1'), c.push('for i in range(2):'), c.push('  print(i)'), c.push(''), c.push('x +'), c.push('1 / 0'), c.runsource('x'))
### dis
import dis
def f(a): return [x for x in a if x] or None
dis.dis(f); print(f.__code__.co_varnames, f.__code__.co_flags, dis.stack_effect(dis.opmap['POP_TOP']), f.__code__.co_code[:2])
### ast
import ast
print(ast.dump(ast.parse('x: int = [i for i in y if i][0]'), indent=1), ast.unparse(ast.parse('def f(a, *, b=1): return f"{a!r:>{b}}" if a else lambda x: x**-1')), ast.literal_eval("{'a': [1, -2.5, None, b'x', {1}]}")); tries(ast.literal_eval, 'f()'); 
class V(ast.NodeTransformer):
    def visit_Constant(self, n): return ast.Constant(n.value * 2)
print(ast.unparse(V().visit(ast.parse('1 + 2'))), eval(compile(ast.fix_missing_locations(V().visit(ast.parse('3 * 2', mode='eval'))), '', 'eval')))
### pickle
import pickle, pickletools, copyreg, io
class P:
    def __init__(s): s.a = 1; s.l = lambda: 1 if 0 else None
    def __getstate__(s): return {'a': s.a}
print(pickle.loads(pickle.dumps(P())).__dict__, [len(pickle.dumps(['a', 1, None], p)) for p in range(6)]); tries(pickle.dumps, lambda: 1); tries(pickle.loads, b'x'); tries(pickle.loads, b''); tries(pickle.loads, b'cos\nnone\n.'); tries(pickle.dumps, sys); pickletools.dis(pickle.dumps((1, 'a'), 0)); o = io.BytesIO(); k = pickle.Pickler(o, 5, buffer_callback=lambda b: print('buf')); k.dump(pickle.PickleBuffer(bytearray(b'x'))); print(pickle.loads(pickle.dumps(os.stat('.')))[0] > 0, pickle.loads(pickle.dumps(os.getpid)) is os.getpid, pickle.loads(pickle.dumps(os.open)) is os.open)
### unicode
import unicodedata as u
print(u.unidata_version, u.name('é'), u.lookup('SNOWMAN'), u.normalize('NFD', 'é').encode(), u.category('a'), u.east_asian_width('日'), u.numeric('½'), 'ß'.upper(), 'İ'.lower(), 'ŉ'.title(), 'ﬁ'.casefold(), '日本'.isidentifier(), '٣'.isdigit(), '²'.isdecimal(), 'a\u0301'.isalnum(), '𝄞'.encode('utf-16'), len('👨‍👩‍👧'), 'abc'.translate({97: None, 98: 'X'}), '\N{GREEK SMALL LETTER ALPHA}', 'x'.center(5, '*'), 'a,b'.partition(','), 'aXb'.swapcase(), '%s %r %d %5.1f %x %%' % ('a', 'b', 3, 2.55, 255), '{0!r:>{w}} {k[a]} {o.real}'.format('a', w=5, k={'a': 1}, o=1), 'a\tb'.expandtabs(4), 'abcabc'.removeprefix('abc'), ' a '.strip(), 'é'.isascii(), sorted(['é', 'e', 'z', 'E'])); tries('%d'.__mod__, 'x'); tries('{}'.format); tries('{a}'.format, 1); tries(u.name, '\0'); tries(chr, -1)
### seeds
import random
r = random.Random(42); print(r.random(), r.randint(1, 10), r.choice('abc'), r.sample(range(10), 3), r.gauss(0, 1), r.shuffle(l := list(range(5))), l, r.getrandbits(70), r.choices('ab', [1, 9], k=3), r.uniform(1, 2), r.betavariate(1, 2), r.expovariate(1), r.normalvariate(), r.triangular(), random.Random('s').random(), random.Random(b'x').random(), r.randbytes(4), r.binomialvariate(10, 0.5)); print(random.getstate()[0]); tries(random.choice, []); tries(random.randint, 2, 1); tries(random.sample, [1], 2)
### seeds that are fractions
import random; random.seed(1.5); print(random.random())
### itertools and functools
import itertools as i, functools as f, operator as o, collections as c, heapq, bisect, array, struct
print(list(i.batched('abcde', 2)), list(i.pairwise('abc')), list(i.accumulate([1, 2, 3], o.mul)), list(i.product('ab', repeat=2)), [(k, list(g)) for k, g in i.groupby('aabc')], list(i.zip_longest('ab', 'c')), list(i.islice(i.count(1, 0.5), 3)), list(i.starmap(pow, [(2, 3)])), f.reduce(o.add, [1, 2]), f.partial(pow, 2)(3), f.lru_cache(lambda x: x).cache_info() if 0 else '', c.Counter('abca').most_common(1), c.OrderedDict(a=1).popitem(), c.deque([1, 2, 3], 2), c.ChainMap({'a': 1}, {'a': 2, 'b': 3})['b'], c.defaultdict(list), heapq.nsmallest(2, [3, 1, 2]), bisect.bisect([1, 2, 3], 2), array.array('i', [1, 2]).tobytes(), array.array('l').itemsize >= 4, struct.pack('<IhbQd', 1, -2, 3, 4, 5.5), struct.unpack('>H', b'\1\2'), struct.calcsize('iq')); tries(struct.pack, 'b', 200); tries(i.batched, 'a', 0)
### uuid, secrets, hashes
import uuid, hashlib, hmac, secrets, base64, binascii
print(uuid.uuid5(uuid.NAMESPACE_DNS, 'a'), uuid.UUID(int=5), uuid.uuid4().version, uuid.uuid7().version, uuid.uuid1().version, sorted(hashlib.algorithms_guaranteed), [hashlib.new(h, b'x').hexdigest() for h in ('md5', 'sha1', 'sha256', 'sha3_256', 'blake2b', 'sha512')], hashlib.shake_128(b'x').hexdigest(4), hmac.new(b'k', b'm', 'sha256').hexdigest(), hashlib.pbkdf2_hmac('sha256', b'p', b's', 10).hex(), hashlib.scrypt(b'p', salt=b's', n=2, r=1, p=1).hex()[:8], len(secrets.token_hex(4)), base64.b85encode(b'abc'), base64.b32hexencode(b'a'), base64.a85encode(b'abc'), binascii.crc32(b'a'), hashlib.file_digest(open(sys.argv[0], 'rb'), 'md5').digest_size, hmac.compare_digest('a', 'a')); tries(hashlib.new, 'none'); tries(base64.b64decode, 'a'); tries(base64.b64decode, '!@', validate=True); tries(binascii.unhexlify, 'abc')
### text tools
import textwrap, difflib, string, html, shlex, pprint, reprlib, urllib.parse as p, email.message, mimetypes, quopri
print(textwrap.fill('the quick brown fox jumps', 10), textwrap.dedent('  a\n   b'), textwrap.shorten('hello world foo', 11), list(difflib.unified_diff(['a\n'], ['b\n'], 'x', 'y')), difflib.get_close_matches('appel', ['ape', 'apple']), string.Template('$a ${b} $$').substitute(a=1, b=2), html.escape('<"&\'>'), html.unescape('&eacute;&#x41;&lt'), shlex.split('a "b c" d\\ e'), shlex.quote("a'b"), shlex.join(['a b']), p.quote('é /'), p.parse_qs('a=1&b=%20&a=2'), p.urlsplit('http://u:p@h:80/p;x?q#f'), p.urljoin('http://a/b/c', '../d'), p.urlencode({'a': [1, 2]}, True), mimetypes.guess_type('a.tar.gz'), mimetypes.guess_type('a.webp'), reprlib.repr(list(range(100)))); pprint.pprint({'a': list(range(30)), 'b': {'c': 'x' * 100}}, width=40); tries(shlex.split, '"a'); tries(p.urlsplit, 'http://[x')
### xml
import xml.etree.ElementTree as E, xml.dom.minidom as M, xml.sax, io
r = E.fromstring('<a x="1"><b>t</b>tail<c/><!-- c --></a>'); print(r.find('b').text, E.tostring(r), [e.tag for e in r.iter()], r.attrib, E.tostring(r, encoding='unicode', short_empty_elements=False)); tries(E.fromstring, '<a>'); tries(E.fromstring, '<a>&x;</a>'); E.indent(r); print(E.tostring(r).decode(), M.parseString('<a><b/></a>').toprettyxml(indent=' '), E.tostring(E.fromstring('<a xmlns="u"><b/></a>')), list(E.iterparse(io.BytesIO(b'<a><b/></a>')))[0][0], E.canonicalize('<a  y="1" x="2"/>'), r.findall('.//*[@x]'), E.tostring(E.XML('<é>ü</é>'), 'utf-8'))
class H(xml.sax.ContentHandler):
    def startElement(self, n, a): print('start', n, dict(a))
xml.sax.parseString(b'<a q="1"/>', H()); tries(xml.sax.parseString, b'<a', H()); tries(E.parse, 'none')
### email
import email, email.policy
from email.message import EmailMessage
m = EmailMessage(); m['Subject'] = 'Hé'; m['To'] = 'a@b.c'; m.set_content('text é\n'); m.add_attachment(b'\0\1', maintype='application', subtype='x', filename='f.bin'); s = m.as_string(); print(len(m.get_payload()), email.message_from_string(s, policy=email.policy.default)['subject'], m.get_content_type(), [p.get_content_type() for p in m.walk()]); from email.utils import *; print(parseaddr('N <a@b>'), formataddr(('é', 'a@b')), parsedate_to_datetime('Mon, 1 Jan 2024 10:00:00 +0100'), format_datetime(__import__('datetime').datetime(2024, 1, 1)))
### html and http
import html.parser, http, http.cookies, urllib.request, urllib.error, http.client
class P(html.parser.HTMLParser):
    def handle_starttag(s, t, a): print(t, a)
    def handle_data(s, d): print(repr(d))
P().feed('<a href="x&amp;y">t&lt;</a><br/><script>if (a<b)</script>'); print(http.HTTPStatus(404).phrase, http.HTTPStatus.OK == 200, http.cookies.SimpleCookie('a=1; b="x"')['b'].value, urllib.request.Request('http://x/y', data=b'z').get_method()); tries(urllib.request.urlopen, 'bad'); tries(urllib.request.urlopen, 'file:///none'); print(urllib.request.urlopen('file://' + os.path.abspath(sys.argv[0])).read(9), urllib.request.urlopen('data:text/plain,hi').read()); tries(http.client.HTTPConnection, 'a:b'); tries(urllib.request.urlopen, 'http://127.0.0.1:1/')
