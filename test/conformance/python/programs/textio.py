import io, os, sys, codecs, tempfile, pathlib
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
open('f', 'wb').write('één\r\ntwee\rdrie\nvier'.encode())
### newlines
for n in (None, '', '\n', '\r', '\r\n'): print(repr(n), open('f', newline=n, encoding='utf8').readlines())
### newlines written
for n in (None, '', '\n', '\r', '\r\n'):
    with open('g', 'w', newline=n) as g: g.write('a\nb\r\n')
    print(open('g', 'rb').read())
### encodings by default
print(open('f').encoding, sys.getdefaultencoding(), sys.getfilesystemencoding(), sys.getfilesystemencodeerrors(), io.text_encoding(None))
### errors of decoding
open('g', 'wb').write(b'a\xffb\xe2\x82')
for e in ('strict', 'ignore', 'replace', 'backslashreplace', 'surrogateescape'): tries(open('g', encoding='utf8', errors=e).read)
### errors of encoding
for e in ('strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace', 'namereplace'): tries('a€b'.encode, 'ascii', e)
### codecs known
for c in ('utf-8', 'utf-16', 'utf-32', 'utf-7', 'utf-8-sig', 'latin-1', 'cp1252', 'cp437', 'koi8-r', 'shift_jis', 'euc_jp', 'iso2022_jp', 'gb18030', 'gbk', 'big5', 'euc_kr', 'mac_roman', 'idna', 'punycode', 'unicode_escape', 'raw_unicode_escape', 'rot13', 'hex', 'base64', 'zlib', 'bz2', 'quopri', 'uu', 'undefined', 'mbcs'):
    tries(lambda: (codecs.lookup(c).name, codecs.lookup(c)._is_text_encoding))
### round trips
for c, t in (('utf-16', 'añ𝄞'), ('utf-32-be', 'añ𝄞'), ('utf-7', 'a+ñ'), ('shift_jis', '日本'), ('gb18030', '中文𝄞'), ('iso2022_jp', '日本a'), ('idna', 'bücher.example'), ('punycode', 'bücher'), ('cp1252', '€'), ('unicode_escape', 'a\n€')):
    b = t.encode(c); print(c, b, b.decode(c) == t)
### seek and tell of text
with open('f', encoding='utf8') as f:
    f.read(2); c = f.tell(); r = f.read(); f.seek(c); print(c, f.read() == r); tries(f.seek, 3, 1); tries(f.seek, 0, 2); tries(f.seek, -1); tries(f.seek, 1, 2)
### telling within iteration
with open('f') as f:
    next(f); tries(f.tell)
### buffers
with open('g', 'wb', buffering=4) as g:
    g.write(b'ab'); print(os.path.getsize('g')); g.write(b'cdefgh'); print(os.path.getsize('g'), g.tell())
print(open('g', 'rb', 0).__class__.__name__, open('g', 'rb').__class__.__name__, open('g', 'r+b').__class__.__name__, open('g').__class__.__name__); tries(open, 'g', 'r', 0); tries(open, 'g', 'rb', 1)
### modes
for m in ('x', 'rw', 'r+', 'w+x', 'U', 'rbt', 'a+', '', 'q'): tries(lambda: open('f', m).mode)
### appending
with open('f', 'a+') as f: print(f.tell()); f.seek(0); f.write('X'); f.seek(0); print(repr(f.read()))
### read only and write only
tries(open('f').write, 'x'); tries(open('g', 'w').read); print(open('f').writable(), open('f').readable(), open('f').seekable()); tries(open('f', 'rb').write, b'x'); tries(open('f', 'wb').read)
### closed files
f = open('f'); f.close(); tries(f.read); tries(f.fileno); tries(f.seek, 0); print(f.closed, f); f.close()
### peek and readinto
f = open('f', 'rb'); print(f.peek(3)[:3], f.read1(2)); b = bytearray(4); print(f.readinto(b), b, f.readinto1(b), f.readline(), f.read())
### StringIO
s = io.StringIO('a\nb\r\nc', newline=None); print(s.readlines(), s.getvalue().__repr__()); s.seek(2); s.truncate(); print(repr(s.getvalue())); tries(s.write, b'x'); tries(io.StringIO, 5)
### BytesIO
b = io.BytesIO(b'abc'); b.seek(5); b.write(b'x'); print(b.getvalue()); v = b.getbuffer(); tries(b.write, b'yyyyyyyyyyyy'); v[0] = 90; print(b.getvalue()); del v; b.truncate(2); print(b.read(), b.getvalue())
### TextIOWrapper
w = io.TextIOWrapper(io.BytesIO(), encoding='utf-16', newline='\r\n', write_through=True); w.write('a\n'); print(w.buffer.getvalue()); w.reconfigure(encoding='ascii', errors='replace'); w.write('é'); print(w.buffer.getvalue(), w); b = w.detach(); tries(w.write, 'x'); tries(repr, w)
### incremental decoders
d = codecs.getincrementaldecoder('utf-8')('replace'); print([d.decode(bytes([c])) for c in '€𝄞'.encode()], d.decode(b'\xe2', True)); d = io.IncrementalNewlineDecoder(None, True); print(repr(d.decode('a\r') + d.decode('\nb')), d.newlines)
### codecs streams
with codecs.open('g', 'w', 'utf-16') as g: g.write('aé\n')
print(open('g', 'rb').read(), codecs.open('g', encoding='utf-16').readlines()); print(list(codecs.iterdecode([b'\xe2', b'\x82\xac'], 'utf8')))
### lines of many kinds
print('a\x0bb\x0cc\x1cd\x85e\u2028f\r\ng'.splitlines(), b'a\x0bb\r\nc\rd'.splitlines(True))
### temporary files
t = tempfile.TemporaryFile('w+'); t.write('x'); t.seek(0); print(t.read(), t.name.__class__.__name__); n = tempfile.NamedTemporaryFile(prefix='p-', suffix='.s', dir='.'); b = os.path.basename(n.name); print(b[:2], b[-2:], oct(os.stat(n.name).st_mode), n.delete); n.close(); print(os.path.exists(n.name)); s = tempfile.SpooledTemporaryFile(4, 'w+'); s.write('abc'); print(s._rolled); s.write('def'); print(s._rolled, s.seek(0), s.read())
with tempfile.TemporaryDirectory(dir='.') as d: print(oct(os.stat(d).st_mode))
print(os.path.exists(d), tempfile.gettempdir(), tempfile.gettempprefix()); fd, p = tempfile.mkstemp(dir='.', text=True); print(oct(os.fstat(fd).st_mode), os.get_inheritable(fd))
### print
print('a', 'b', sep='-', end='!\n', file=sys.stdout, flush=True); tries(print, 'a', sep=5); tries(print, 'x', file=5); print(*[], sep='x'); print(None, True, [1], file=sys.stderr)
### fileinput
import fileinput
open('g', 'w').write('1\n2\n')
for l in fileinput.input(['g', 'f'], encoding='utf8'): print(fileinput.filename(), fileinput.lineno(), fileinput.filelineno(), fileinput.isfirstline(), repr(l))
with fileinput.input('g', inplace=True, backup='.bak') as i:
    for l in i: print(l.strip() * 2)
print(open('g').read(), open('g.bak').read())
### linecache
import linecache
print(linecache.getlines('f'), linecache.getline('f', 2), repr(linecache.getline('f', 99)), repr(linecache.getline('none', 1)))
### pathlib text
p = pathlib.Path('x.txt'); print(p.write_text('é\n'), p.read_bytes(), p.read_text('latin-1'), p.stat().st_size, p.suffix, p.with_suffix('.md'), p.stem, p.exists(), p.touch(exist_ok=True)); tries(pathlib.Path('none').read_text); tries(p.touch, exist_ok=False)
### pathlib
P = pathlib.Path; print(P('/a/../b').resolve(), P('a//b/./c').parts, P('/a/b').relative_to('/a'), P('a').absolute() == P.cwd() / 'a', sorted(P('.').glob('*')), P('a/b.tar.gz').suffixes, P('/') / 'x' / '/y', P('a').joinpath('b', 'c'), P('~').expanduser(), P.home(), P('a/b').match('*/b'), P('a/b').is_relative_to('a'), P('/a').as_uri(), P('a').as_posix(), repr(P('a')), P('a') < P('b')); tries(P('/a').relative_to, '/b'); tries(P('a').as_uri)
P('d/e').mkdir(parents=True); P('d/e/f.txt').write_text('1'); print(sorted(map(str, P('.').rglob('*'))), [(str(r), d, f) for r, d, f in P('d').walk()]); P('d/e/f.txt').rename('d/g'); P('d/g').replace('d/h'); print(sorted(map(str, P('d').iterdir()))); P('d/l').symlink_to('h'); P('d/m').hardlink_to('d/h'); print(P('d/l').readlink(), P('d/l').is_symlink(), P('d/h').samefile('d/m'), P('d/l').lstat().st_size); tries(P('d').rmdir); tries(P('d').unlink); P('d/l').unlink(); P('none').unlink(missing_ok=True); print(P('d/h').owner() if 0 else '', P('d/h').chmod(0o600), oct(P('d/h').stat().st_mode), P('d').copy('e') and sorted(map(str, P('e').rglob('*'))))
### big lines
with open('g', 'w') as g: g.write('x' * 1000000 + '\n' + 'y')
print([len(l) for l in open('g')], os.path.getsize('g'), len(open('g').readline(100)), len(open('g').readlines(10)))
### sparse
with open('g', 'wb') as g: g.seek(10**7); g.write(b'x')
s = os.stat('g'); print(s.st_size, s.st_blocks < 100, open('g', 'rb').read(10))
### opener
print(open('g', 'w', opener=lambda p, f: os.open(p, f, 0o600)).name, oct(os.stat('g').st_mode)); tries(open, 'g', opener=lambda p, f: -5); tries(open, 'x', opener=lambda p, f: 'a')
### descriptors as files
r, w = os.pipe(); f = os.fdopen(w, 'w'); f.write('hi\n'); f.close(); print(os.fdopen(r).read()); tries(os.fdopen, 99); tries(open, 99); tries(open, '.'); tries(open, 'f/x'); tries(open, ''); tries(open, 'a\0b'); tries(open, 1.5); tries(open, None)
### stdin of nothing
print(repr(sys.stdin.read()), sys.stdin.fileno(), sys.stdin.isatty()); tries(input)
### streams
print(sys.stdout.name, sys.stdout.mode, sys.stdout.errors, sys.stderr.errors, sys.stdin.errors, sys.stdout.newlines, sys.stdout.line_buffering, sys.stderr.line_buffering, sys.stdout.write_through, sys.__stdout__ is sys.stdout, sys.stdout.buffer, sys.stdout.buffer.raw, sys.stdout.buffer.raw.mode)
### redirecting
import contextlib
with contextlib.redirect_stdout(io.StringIO()) as o, contextlib.redirect_stderr(o): print('x'); sys.stderr.write('y')
print(repr(o.getvalue()))
### unraisable
class A:
    def __del__(self): raise ValueError('in del')
a = A(); del a; print('after')
### left open
import warnings; warnings.simplefilter('always')
def f(): open('f')
f()
### writing to a full device
try:
    with open('/dev/full', 'w') as f: f.write('x')
except OSError as e: print(e, e.errno)
print(open('/dev/null').read(), len(open('/dev/zero', 'rb').read(5)), len(open('/dev/urandom', 'rb').read(5)))
### devices of descriptors
print(sorted(os.listdir('/dev/fd'))[:3], os.readlink('/dev/fd'), os.path.realpath('/dev/fd')[:6])
