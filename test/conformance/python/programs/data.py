import csv, json, sqlite3, io, sys, os, re, zipfile, tarfile, datetime, decimal, zoneinfo, locale, logging, argparse, collections
def tries(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
### csv reading
for t in ('a,b\n1,"2,3"\n', 'a;b', '"a""b",c\r\n', 'a,"b\nc",d', '"unclosed', 'a\tb', ' a , b', '"a"b,c', 'a,b\n\nc', 'a,\\"b,c'): print(repr(t), list(csv.reader(io.StringIO(t, newline=''))))
tries(list, csv.reader(['a\0b'])); tries(list, csv.reader(['"a'], strict=True)); tries(list, csv.reader(['"a"b'], strict=True)); tries(list, csv.reader([b'a'])); print(list(csv.reader(['1,"2"'], quoting=csv.QUOTE_NONNUMERIC)), list(csv.reader(['a,"","'], quoting=csv.QUOTE_STRINGS))); tries(list, csv.reader(['x,1'], quoting=csv.QUOTE_NONNUMERIC)); old = csv.field_size_limit(5); tries(list, csv.reader(['abcdefgh'])); csv.field_size_limit(old)
### csv writing
for k in (dict(), dict(delimiter=';'), dict(quoting=csv.QUOTE_ALL), dict(quoting=csv.QUOTE_NONNUMERIC), dict(quoting=csv.QUOTE_NOTNULL), dict(lineterminator='\n', quotechar="'"), dict(quoting=csv.QUOTE_NONE, escapechar='\\')):
    o = io.StringIO(); w = csv.writer(o, **k); w.writerows([[1, 'a b', 'c,d', None, 1.5], ['"', "'", '\n', '', ';']]); print(k, repr(o.getvalue()))
tries(csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow, ['a,b']); tries(csv.writer(io.StringIO()).writerow, 5); tries(csv.writer, io.StringIO(), delimiter='ab')
### csv dictionaries and dialects
r = csv.DictReader(io.StringIO('a,b\n1,2,3\n4\n'), restkey='r', restval='v'); print(list(r), r.fieldnames, r.line_num); o = io.StringIO(); w = csv.DictWriter(o, ['a', 'b'], extrasaction='ignore'); w.writeheader(); w.writerow({'a': 1, 'q': 2}); print(repr(o.getvalue())); tries(csv.DictWriter(o, ['a']).writerow, {'z': 1}); print(csv.list_dialects(), csv.Sniffer().sniff('a;b\n1;2\n3;4\n').delimiter, csv.Sniffer().has_header('n;v\nx;2\ny;4\n')); csv.register_dialect('p', delimiter='|'); print(list(csv.reader(['a|b'], 'p'))); tries(csv.get_dialect, 'none')
### json dumping
print(json.dumps({'a': [1, 2.5, None, True, 'é\u2028\x7f\\"', float('inf'), float('nan'), 1e100, -0.0, 10**30], 1: 2, None: 3, True: 4, 1.5: 5})); print(json.dumps('é𝄞', ensure_ascii=False), json.dumps({'b': 1, 'a': 2}, sort_keys=True, indent=2, separators=(',', ': ')), json.dumps([], indent=1), json.dumps([[], {}], indent='\t')); tries(json.dumps, {1, 2}); tries(json.dumps, {(1, 2): 3}); print(json.dumps({(1, 2): 3, 'a': 1}, skipkeys=True)); tries(json.dumps, float('nan'), allow_nan=False); tries(json.dumps, {'b': 1, 2: 3}, sort_keys=True); a = []; a.append(a); tries(json.dumps, a); print(json.dumps({1, 2}, default=list)); tries(json.dumps, b'x'); tries(json.dumps, '\ud800')
### json loading
for t in ('{"a": 1, "a": 2}', '[1, 2.0, 1e3, -0, 1E400, NaN, -Infinity]', '"\\u00e9\\ud834\\udd1e\\ud834"', '{"a": }', '[1,]', '{"a" 1}', "{'a': 1}", '', '[1', '"a\nb"', 'nul', '1 2', '\ufeff1', '{"a": 1,}', '[1 2]', '"\\x"', '01', '"abc'): tries(json.loads, t)
tries(json.loads, b'{"a": "\xe9"}'); print(json.loads('"é"'.encode('utf-16')), json.loads('[1.1, 2]', parse_float=decimal.Decimal, parse_int=str), json.loads('{"b": 1, "a": 2}', object_pairs_hook=list), json.loads('{"a": {"b": 1}}', object_hook=lambda d: len(d))); tries(json.loads, 5); tries(json.load, io.StringIO('x')); print(json.JSONDecoder().raw_decode('{} x'), json.loads('"a\tb"', strict=False))
### json depth
try: json.loads('[' * 100000)
except RecursionError as e: print(type(e).__name__, 'while decoding a JSON array' in str(e))
### sqlite
c = sqlite3.connect('x.db'); c.execute('create table t(a integer primary key, b text, c real, d blob)'); c.executemany('insert into t(b, c, d) values (?, ?, ?)', [('é', 1.5, b'\0\1'), (None, 2, b''), ('x', None, None)]); c.commit(); print(c.execute('select * from t').fetchall(), c.total_changes, c.execute('select count(*), sum(c), max(b), typeof(d) from t').fetchone(), c.in_transaction); c.row_factory = sqlite3.Row; r = c.execute('select a, b from t').fetchone(); print(r.keys(), r['b'], tuple(r), len(r)); c.close(); print(sqlite3.connect('x.db').execute('select b from t where a = :n', {'n': 1}).fetchone()); tries(c.execute, 'select 1')
### sqlite errors
c = sqlite3.connect(':memory:'); tries(c.execute, 'selec'); tries(c.execute, 'select * from none'); tries(c.execute, 'select ?', (1, 2)); tries(c.execute, 'select 1; select 2'); c.execute('create table t(a unique)'); c.execute('insert into t values(1)'); tries(c.execute, 'insert into t values(1)'); tries(c.execute, 'insert into t values(?)', (object(),)); tries(sqlite3.connect, '/none/x'); open('bad.db', 'w').write('x' * 1000); tries(sqlite3.connect('bad.db').execute, 'select * from sqlite_master'); tries(sqlite3.connect('file:none.db?mode=ro', uri=True).execute if 0 else sqlite3.connect, 'file:none.db?mode=ro', uri=True)
### sqlite functions
c = sqlite3.connect(':memory:'); c.create_function('f', 2, lambda a, b: a + b); print(c.execute('select f(1, 2), f("a", "b")').fetchone())
class S:
    def __init__(self): self.t = 0
    def step(self, v): self.t += v
    def finalize(self): return self.t
c.create_aggregate('s', 1, S); print(c.execute('select s(column1) from (values (1), (2), (3))').fetchone()); c.create_collation('rev', lambda a, b: (a < b) - (a > b)); print(c.execute('select column1 from (values ("a"), ("c"), ("b")) order by 1 collate rev').fetchall()); c.create_function('bad', 0, lambda: 1 / 0); tries(lambda: c.execute('select bad()').fetchone()); c.set_authorizer(lambda *a: sqlite3.SQLITE_DENY); tries(c.execute, 'select 1')
### sqlite transactions
c = sqlite3.connect('t.db'); c.execute('create table t(a)'); 
try:
    with c: c.execute('insert into t values(1)'); raise ValueError
except ValueError: pass
print(c.execute('select count(*) from t').fetchone()); d = sqlite3.connect('t.db', timeout=0.05); c.execute('begin immediate'); tries(d.execute, 'begin immediate'); c.rollback(); print(c.isolation_level, c.autocommit == sqlite3.LEGACY_TRANSACTION_CONTROL); c.execute('savepoint s'); c.execute('insert into t values(2)'); c.execute('rollback to s'); print(c.execute('select * from t').fetchall())
### sqlite wal
c = sqlite3.connect('w.db'); print(c.execute('pragma journal_mode=wal').fetchone()); c.execute('create table t(a)'); c.execute('insert into t values(1)'); c.commit(); print(sorted(f for f in os.listdir('.') if f.startswith('w.'))); d = sqlite3.connect('w.db'); print(d.execute('select * from t').fetchall()); d.close(); c.close(); print(sorted(f for f in os.listdir('.') if f.startswith('w.')))
### sqlite features
c = sqlite3.connect(':memory:'); print(c.execute("select json_extract('{\"a\": [1, 2]}', '$.a[1]'), upper('é'), strftime('%Y', 0, 'unixepoch'), printf('%.3f', 1.5), group_concat(column1, '-') from (values (1), (2))").fetchone()); tries(lambda: c.execute('create virtual table f using fts5(x)') and c.execute('insert into f values("hello world")') and c.execute('select * from f where f match "world"').fetchall()); tries(lambda: c.execute('create virtual table r using rtree(i, a, b)').fetchall()); print(c.execute('with recursive n(i) as (values(1) union all select i + 1 from n where i < 10) select sum(i), sqrt(16), pow(2, 3) from n').fetchone(), c.execute('select row_number() over (order by column1 desc), column1 from (values (1), (2))').fetchall())
### sqlite dump and backup
c = sqlite3.connect(':memory:'); c.executescript("create table t(a, b); insert into t values(1, 'x''y'); create index i on t(a);"); print(list(c.iterdump())); d = sqlite3.connect('b.db'); c.backup(d); print(d.execute('select * from t').fetchall()); b = c.serialize(); e = sqlite3.connect(':memory:'); e.deserialize(b); print(len(b), e.execute('select b from t').fetchone()); bl = None; c.execute('create table bb(x)'); c.execute('insert into bb values(zeroblob(5))'); bl = c.blobopen('bb', 'x', 1); bl.write(b'abc'); bl.seek(0); print(bl.read(), len(bl))
### sqlite types
import warnings; warnings.simplefilter('ignore')
sqlite3.register_adapter(complex, str); sqlite3.register_converter('cx', lambda b: complex(b.decode())); c = sqlite3.connect(':memory:', detect_types=sqlite3.PARSE_DECLTYPES); c.execute('create table t(a cx, d date)'); c.execute('insert into t values(?, ?)', (1 + 2j, datetime.date(2020, 1, 2))); print(c.execute('select * from t').fetchone()); print(c.execute('select ?', (2**63 - 1,)).fetchone()); tries(c.execute, 'select ?', (2**63,)); c.text_factory = bytes; print(c.execute("select 'é'").fetchone(), c.execute('select 1 as "a b"').description)
### re
print(re.findall(r'(\w+)@(\w+)\.com', 'a@b.com, c@d.com'), re.sub(r'(?P<x>a)|b', lambda m: f"[{m['x']}]", 'cab'), re.split(r'(,)\s*', 'a, b,c'), re.fullmatch('a*', 'aab'), re.search('(?<=a)b(?!c)', 'abc abd').span(), re.match(r'(?i:A)b', 'aB'), re.escape('a.b*c é'), re.sub('', '-', 'abc'), re.split('x*', 'axbc'), re.findall(r'\bé\w', 'ég é'), re.compile(b'\xff+').findall(b'a\xff\xff'))
for p in ('(', 'a**', '[a', '(?P<1>a)', r'\8', '(?P<a>x)(?P<a>y)', '*', 'a{2,1}', '(?<=a*)b', '(?z)', r'\p', '[z-a]', '(?P=q)', 'x{99999999999}', '(?i)a(?x)'): tries(re.compile, p)
### re flags and templates
print(re.findall(r'(?m)^\w', 'a\nb'), re.findall(r'(?s)a.b', 'a\nb'), re.findall(r'(?x) a # c', 'aa'), re.compile('a', re.I | re.M), re.compile('É', re.I).match('é'), re.compile('É', re.I | re.A).match('é'), re.findall(r'\d+', '१२ 3'), re.findall(r'(?a)\d+', '१२ 3'), re.sub(r'(a)(b)?', r'[\2\g<1>]', 'a ab'), re.match(r'(?>a+)a', 'aaa'), re.match('a++b', 'aab'), re.match(r'(?:(a)|b)*', 'ab').groups(), re.match('(a)?(?(1)b|c)', 'ab')); tries(re.sub, 'a', r'\2', 'a'); tries(re.sub, 'a', r'\g<x>', 'a'); print(repr(re.match('a(b)', 'ab')), re.match('(?P<n>a)', 'a').groupdict(), re.purge(), re.NOFLAG, re.compile('a') == re.compile('a'))
### re in anger
print(re.match(r'(a+)+$', 'a' * 18 + 'b'), len(re.findall(r'[\w.]+@[\w.]+', 'x@y.z ' * 10000)), re.sub(r'\s+', ' ', ' \t\n' * 10000), re.match('(?:a|b)*', 'ab' * 100000).end(), re.match('(' * 50 + 'a' + ')' * 50, 'a').lastindex, re.search('a.*b.*c', 'a' * 1000 + 'b' * 1000) )
### zip
with zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr(zipfile.ZipInfo('a.txt', (2001, 2, 3, 4, 5, 6)), 'hello' * 100, zipfile.ZIP_DEFLATED); z.writestr(zipfile.ZipInfo('d/é.txt', (1999, 12, 31, 23, 59, 58)), b'x'); z.comment = b'c'
with zipfile.ZipFile('a.zip') as z: z.printdir(); print(z.namelist(), z.testzip(), z.read('a.txt')[:5], z.getinfo('a.txt').compress_size, z.infolist()[1], z.comment); tries(z.read, 'none'); z.extractall('o'); print(sorted(os.listdir('o')), os.stat('o/d/é.txt').st_size); print(zipfile.Path(z, 'd/').joinpath('é.txt').read_text())
tries(zipfile.ZipFile, 'none.zip'); open('b.zip', 'w').write('no zip'); tries(zipfile.ZipFile, 'b.zip'); print(zipfile.is_zipfile('a.zip'), zipfile.is_zipfile('b.zip'))
### zip of other kinds
for k in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, getattr(zipfile, 'ZIP_ZSTANDARD', 93), 77):
    def f():
        with zipfile.ZipFile('k.zip', 'w', k) as z: z.writestr('a', b'abc' * 1000)
        with zipfile.ZipFile('k.zip') as z: return z.getinfo('a').compress_type, z.getinfo('a').compress_size, len(z.read('a'))
    tries(f)
### zip that is damaged
with zipfile.ZipFile('a.zip', 'w') as z: z.writestr('a', b'abcdef')
b = bytearray(open('a.zip', 'rb').read()); b[31] ^= 255; open('c.zip', 'wb').write(b); print(zipfile.ZipFile('c.zip').testzip()); tries(zipfile.ZipFile('c.zip').read, 'a'); tries(zipfile.ZipFile, io.BytesIO(b[:-10])); 
import warnings
with warnings.catch_warnings(record=True) as w, zipfile.ZipFile('a.zip', 'a') as z: warnings.simplefilter('always'); z.writestr('a', b'2'); print(w[0].message); z.writestr('../../evil', 'x'); z.extractall('p'); print(sorted(os.listdir('p')))
### tar
import time
os.makedirs('d/e'); open('d/f', 'w').write('x' * 1000); os.symlink('f', 'd/l'); os.link('d/f', 'd/h'); os.chmod('d/f', 0o640); os.utime('d/f', (1e9, 1e9))
for m in ('w', 'w:gz', 'w:bz2', 'w:xz', 'w:zst'):
    def f():
        with tarfile.open('a.tar', m) as t: t.add('d', filter=lambda i: i.replace(mtime=5, deep=False))
        with tarfile.open('a.tar') as t: return [(i.name, i.size, i.type, oct(i.mode), i.mtime, i.linkname) for i in sorted(t, key=lambda i: i.name)]
    tries(f)
with tarfile.open('a.tar') as t: t.extractall('o'); print(sorted(os.listdir('o/d')), os.readlink('o/d/l')); t.list(verbose=False); print(t.extractfile('d/f').read(3)); tries(t.getmember, 'none'); tries(t.extractfile, 'none')
### tar refuses
for n, t, l in (('../x', tarfile.REGTYPE, ''), ('/abs', tarfile.REGTYPE, ''), ('l', tarfile.SYMTYPE, '/etc/passwd'), ('l2', tarfile.SYMTYPE, '../../x'), ('dev', tarfile.CHRTYPE, ''), ('ok', tarfile.REGTYPE, '')):
    o = io.BytesIO()
    with tarfile.open(fileobj=o, mode='w') as a:
        i = tarfile.TarInfo(n); i.type = t; i.linkname = l; a.addfile(i)
    o.seek(0); tries(lambda: tarfile.open(fileobj=o).extractall('safe', filter='data'))
print(sorted(os.listdir('safe')))
### tar errors
open('b.tar', 'w').write('x' * 600); tries(tarfile.open, 'b.tar'); tries(tarfile.open, 'none.tar'); open('e.tar', 'w').close(); tries(tarfile.open, 'e.tar'); print(tarfile.is_tarfile('b.tar')); tries(tarfile.open, 'b.tar', 'q'); tries(tarfile.open, 'b.tar', 'r:gz')
### compressing
import zlib, gzip, bz2, lzma
d = b'hello world ' * 1000
print(len(zlib.compress(d)), zlib.crc32(d), zlib.adler32(d), zlib.decompress(zlib.compress(d, 9)) == d, len(gzip.compress(d, mtime=0)), len(bz2.compress(d)), bz2.decompress(bz2.compress(d)) == d, lzma.decompress(lzma.compress(d)) == d, len(lzma.compress(d, format=lzma.FORMAT_ALONE)))
tries(zlib.decompress, b'bad'); tries(gzip.decompress, b'bad'); tries(bz2.decompress, b'bad'); tries(lzma.decompress, b'bad'); tries(gzip.decompress, gzip.compress(d)[:-5]); o = zlib.decompressobj(); print(len(o.decompress(zlib.compress(d) + b'rest', 10)), o.unused_data, o.eof, len(o.unconsumed_tail) > 0); z = zlib.compressobj(wbits=-15); print(len(z.compress(d) + z.flush()), zlib.ZLIB_RUNTIME_VERSION[:2])
with gzip.open('g.gz', 'wt') as g: g.write('a\nb\n')
print(gzip.open('g.gz', 'rt').readlines(), bz2.open('h.bz2', 'wb').write(b'x'), lzma.open('i.xz', 'w').write(b'y'))
### zstd
def f():
    from compression import zstd
    return zstd.decompress(zstd.compress(b'abc' * 100)) == b'abc' * 100, zstd.zstd_version_info[0]
tries(f)
### datetime
from datetime import *
d = datetime(2024, 2, 29, 23, 59, 59, 999999); print(d + timedelta(1), d.isoformat(), d.strftime('%a %A %b %B %c %d %H %I %j %m %M %p %S %U %w %W %x %X %y %Y %z %Z %% %f %G %V %u %e %D %F %T %R %h %n %t %s %C %g'), d.timetuple(), d.isocalendar(), d.toordinal(), d.date(), d.replace(year=2023, day=1), repr(d), str(timedelta(-1, 5)), repr(timedelta(hours=1.5)), d.timestamp())
for t in ('2024-02-30', '2024-01-01T10:20:30Z', '20240101', '2024-W05-3', '2024-01-01T10:20:30.123456789+05:30', '2024-01-01 10', 'x', '2024-01-01T24:00:00'): tries(datetime.fromisoformat, t)
tries(datetime, 2023, 2, 29); tries(datetime, 1, 1, 1, 25); tries(lambda: datetime.max + timedelta(1)); tries(timedelta, 10**10); tries(lambda: datetime.now() - datetime.now(UTC)); tries(date.fromtimestamp, 1e20); tries(datetime.fromtimestamp, -1); tries(datetime.fromtimestamp, 1e11)
### parsing times
from datetime import *
for s, f in (('2024-05-06', '%Y-%m-%d'), ('May 6 2024 3PM', '%b %d %Y %I%p'), ('06/05/24 23:01', '%d/%m/%y %H:%M'), ('2024-127', '%Y-%j'), ('+0530', '%z'), ('2024-W10-1', '%G-W%V-%u'), ('x', '%Y'), ('2024 x', '%Y'), ('12:61', '%H:%M'), ('UTC', '%Z'), ('Monday', '%A'), ('1.5', '%S.%f'), ('31 2', '%d %m'), ('a', '%Q')): tries(datetime.strptime, s, f)
### zones
from datetime import *
from zoneinfo import ZoneInfo
for z in ('Europe/Brussels', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia', 'UTC', 'Etc/GMT+5', 'America/Sao_Paulo', 'Asia/Pyongyang'):
    print(z, [datetime(y, m, 15, 12, tzinfo=ZoneInfo(z)).strftime('%z %Z') for y in (1900, 1945, 1985, 2011, 2024, 2050) for m in (1, 7)])
a = datetime(2024, 10, 27, 2, 30, tzinfo=ZoneInfo('Europe/Brussels')); print(a.utcoffset(), a.replace(fold=1).utcoffset(), a.astimezone(UTC), (a + timedelta(hours=1)).isoformat(), a.dst(), ZoneInfo('Europe/Brussels'), repr(ZoneInfo('UTC')), ZoneInfo('UTC') is ZoneInfo('UTC')); tries(ZoneInfo, 'None/Such'); tries(ZoneInfo, '../etc/passwd'); tries(ZoneInfo, '/etc/passwd'); import zoneinfo; print(len(zoneinfo.available_timezones()) > 400, timezone(timedelta(hours=5, minutes=30)), timezone.utc, datetime(2024, 1, 1, tzinfo=timezone.min)); tries(timezone, timedelta(days=2))
### zones of the environment
import time
from datetime import *
for z in ('Europe/Brussels', 'America/New_York', ':Asia/Tokyo', 'Nonsense', '', 'EST5EDT', 'Asia/Kolkata'):
    os.environ['TZ'] = z; time.tzset(); print(z, time.tzname, time.timezone, datetime.fromtimestamp(1.7e9), datetime(2024, 7, 1).astimezone().isoformat(), time.strftime('%Z %z', time.localtime(1.72e9)), datetime(2024, 7, 1).timestamp(), time.ctime(0))
### calendars
import calendar
print(calendar.month(2024, 2), calendar.monthrange(2023, 2), calendar.isleap(1900), calendar.timegm((2024, 1, 1, 0, 0, 0)), calendar.TextCalendar(6).formatweekheader(3), list(calendar.Calendar().itermonthdays(2024, 9))[:8], calendar.weekday(2024, 1, 1), calendar.HTMLCalendar().formatmonth(2024, 2)[:60]); tries(calendar.monthrange, 2024, 13)
### decimal
from decimal import *
print(Decimal('0.1') + Decimal('0.2'), Decimal(1) / 3, Decimal(0.1), Decimal('1e1000') * 10, Decimal('-0'), Decimal('NaN'), Decimal('1.10').normalize(), Decimal('1e3').quantize(Decimal('1')), Decimal('2.675').quantize(Decimal('0.01'), ROUND_HALF_UP), Decimal(2).sqrt(), Decimal(2) ** Decimal('0.5'), Decimal(1).exp(), Decimal(10).ln(), Decimal('123.456').as_tuple(), f"{Decimal('1234567.891'):,.2f} {Decimal('1e-10'):g} {Decimal(5):>5} {Decimal('0.5'):%}", Decimal('1.5').as_integer_ratio(), Decimal('Infinity') > 5, hash(Decimal('1.5')) == hash(1.5), divmod(Decimal(7), Decimal(-2)), round(Decimal('2.5')), int(Decimal('-1.9')), Decimal('12').to_eng_string(), Decimal('1E+3').adjusted())
tries(Decimal, 'x'); tries(lambda: Decimal(1) / 0); tries(lambda: Decimal(0) / 0); tries(lambda: Decimal('1') + 1.5); tries(lambda: Decimal('sNaN') + 1); tries(Decimal(-1).sqrt)
with localcontext(prec=50) as c: print(Decimal(1) / 7, c.flags[Inexact], getcontext().prec)
c = Context(prec=3, rounding=ROUND_UP, traps=[Overflow]); print(c.divide(Decimal(1), 3), c, c.create_decimal('9.999e999999')); tries(c.power, Decimal(10), 10**7); print(Decimal(2) ** 1000 % 10**9 if 0 else '', MAX_PREC, MAX_EMAX, HAVE_THREADS, __import__('decimal').__libmpdec_version__[:1])
### fractions and statistics
from fractions import Fraction
import statistics as st, math
print(Fraction('3.14'), Fraction(1, 3) + Fraction(1, 6), Fraction(0.1).limit_denominator(10), f'{Fraction(1, 3):.3f}', math.isqrt(10**40), math.comb(50, 25), math.perm(5), math.gcd(12, 18, 27), math.lcm(4, 6), math.fsum([0.1] * 10), math.prod([1, 2, 3]), math.dist((0, 0), (3, 4)), math.hypot(1, 1, 1), math.nextafter(1, 2), math.ulp(1.0), math.frexp(8.0), math.modf(-1.5), math.remainder(5, 3), *(float(f'{value:.13g}') for value in (math.erf(0.5), math.gamma(5.5), math.lgamma(100), math.exp2(10), math.log1p(1e-10), math.expm1(1e-10))), math.copysign(1, -0.0), math.fma(2, 3, 4), math.sumprod([1, 2], [3, 4])); print(st.mean([1, 2, 3.5]), st.median([3, 1, 2]), st.stdev([1, 2, 3, 4]), st.quantiles(range(10)), st.mode('aab'), st.multimode('ab'), st.fmean([1, 2]), round(st.geometric_mean([1, 2, 4]), 12), st.harmonic_mean([1, 2]), st.pvariance([1, 2]), st.correlation([1, 2, 3], [1, 2, 4]), st.linear_regression([1, 2, 3], [2, 4, 7]), round(st.NormalDist(0, 1).cdf(1), 12)); tries(Fraction, 1, 0); tries(st.mean, []); tries(math.sqrt, -1); tries(math.exp, 1000); tries(math.factorial, -1); tries(math.log, 0); tries(math.acos, 2)
### numbers as text
print(f'{1234567.891:,.2f} {1e300:.5g} {0.1:.20f} {255:#x} {255:b} {-5:+d} {5:05d} {3.14159:10.3e} {1e16!r} {1e-5!r} {123456789:_} {0.5:%} {float("nan"):f} {1.0!r} {1e22!r} {2**0.5!r} {5e-324!r} {1.7976931348623157e308!r} {12:c}', int('0x1f', 16), int('0b11', 0), int(' 12_000 '), float('1e400'), float(' inf '), float.fromhex('0x1.8p1'), (0.1).hex(), (2.5).as_integer_ratio(), round(2.5), round(-1.15, 1), round(12345, -2), 7 // -2, -7 % 3, divmod(-7.5, 2), 2**-1, pow(3, -1, 7), (1 << 100).bit_length(), (5).to_bytes(2), int.from_bytes(b'\xff\xfe', signed=True), 10**20 // 3, 0.1 + 0.2, 1e16 + 1, 3.0 == 3, complex('1+2j') ** 2, abs(3 + 4j)); tries(int, '1' * 5000); tries(int, 'x'); tries(float, 'x'); tries(lambda: 1 // 0); tries(lambda: 1.0 % 0); tries(lambda: 2.0 ** 10000); tries(lambda: 1 << -1); tries(format, 1, 'q'); tries(format, 'a', '=5'); tries(str, 10**5000)
### locales
print(locale.getlocale(), locale.localeconv()['decimal_point'], locale.getencoding(), locale.getpreferredencoding(), locale.format_string('%.2f', 1234.5, grouping=True), locale.currency(5) if 0 else '', locale.atof('1.5'), locale.strcoll('a', 'b'), locale.strxfrm('a'), locale.str(1.5), locale.normalize('en_US'), locale.delocalize('1,5')); tries(locale.currency, 5); tries(locale.setlocale, 99, 'C'); print(locale.nl_langinfo(locale.DAY_1), locale.nl_langinfo(locale.MON_1), locale.nl_langinfo(locale.D_FMT), locale.nl_langinfo(locale.RADIXCHAR))
### locales by name
print(locale.setlocale(locale.LC_ALL)); tries(locale.setlocale, locale.LC_ALL, 'C'); print(locale.nl_langinfo(locale.CODESET))
### gettext
import gettext
print(gettext.gettext('a'), gettext.ngettext('a', 'b', 2), gettext.find('x')); tries(gettext.translation, 'x'); t = gettext.NullTranslations(); print(t.gettext('z'), t.info())
### logging
logging.basicConfig(format='%(levelname)s:%(name)s:%(message)s:%(funcName)s:%(lineno)d', level=logging.INFO, stream=sys.stdout, force=True)
l = logging.getLogger('a.b'); l.debug('no'); l.info('x %s', 1); l.warning('w'); l.error('%d', 'bad')
try: 1 / 0
except ZeroDivisionError: l.exception('exc')
print(l, logging.getLevelName(15), logging.getLogger('a').getChild('b') is l, l.isEnabledFor(10), l.hasHandlers())
### logging by default
logging.warning('w'); logging.info('i'); logging.getLogger('x').error('e'); logging.critical('c', stack_info=False)
### logging to files
import logging.handlers
h = logging.handlers.RotatingFileHandler('r.log', maxBytes=50, backupCount=2); h.setFormatter(logging.Formatter('{message}', style='{')); l = logging.getLogger('r'); l.addHandler(h); l.propagate = False
for i in range(20): l.warning('line %d', i)
print(sorted(f for f in os.listdir('.') if f.startswith('r.log')), open('r.log').read()); m = logging.handlers.MemoryHandler(2, target=logging.StreamHandler(sys.stdout)); q = logging.getLogger('q'); q.addHandler(m); q.propagate = False; q.warning('1'); print('before'); q.warning('2'); q.warning('3'); logging.shutdown()
### logging configured
import logging.config
logging.config.dictConfig({'version': 1, 'formatters': {'f': {'format': '<%(message)s>'}}, 'handlers': {'h': {'class': 'logging.StreamHandler', 'formatter': 'f', 'stream': 'ext://sys.stdout'}}, 'root': {'handlers': ['h'], 'level': 'DEBUG'}}); logging.debug('d'); tries(logging.config.dictConfig, {'version': 2}); logging.captureWarnings(True); import warnings; warnings.warn('captured'); print(logging.LogRecord('n', 10, 'p', 1, 'm %s', ('a',), None).getMessage(), logging.Formatter.default_time_format)
### logging through a queue
import logging.handlers, queue
q = queue.Queue(); l = logging.getLogger('q'); l.addHandler(logging.handlers.QueueHandler(q)); li = logging.handlers.QueueListener(q, logging.StreamHandler(sys.stdout)); li.start(); l.warning('through'); li.stop(); print('end')
### argparse
p = argparse.ArgumentParser('prog', description='d', epilog='e'); p.add_argument('f', nargs='+', help='files'); p.add_argument('-n', '--num', type=int, default=3, metavar='N', help='number (%(default)s)'); p.add_argument('--flag', action='store_true'); p.add_argument('--choice', choices=['a', 'b']); p.add_argument('-v', action='count', default=0); p.add_argument('--version', action='version', version='%(prog)s 1'); p.add_argument('--no-x', dest='x', action='store_false'); p.add_argument('--bo', action=argparse.BooleanOptionalAction); g = p.add_mutually_exclusive_group(); g.add_argument('--q'); g.add_argument('--r')
p.print_help(); p.print_usage()
for a in (['a'], ['a', 'b', '-n', '5', '-vvv', '--flag'], [], ['a', '-n', 'x'], ['a', '--choice', 'z'], ['a', '--bad'], ['--version'], ['a', '--q', '1', '--r', '2'], ['a', '--fl'], ['a', '-n5', '--', '-x'], ['-h'], ['a', '--cho']): 
    try: print(a, p.parse_args(a))
    except SystemExit as e: print(a, 'exit', e.code)
print(p.parse_known_args(['a', '--zz', '1']))
### argparse of commands
p = argparse.ArgumentParser('prog', fromfile_prefix_chars='@', exit_on_error=True); s = p.add_subparsers(dest='cmd', required=True, title='commands'); a = s.add_parser('add', help='adds', aliases=['ad']); a.add_argument('x', type=float); b = s.add_parser('rm', help='removes'); b.add_argument('--force', '-f', action='store_true'); open('args', 'w').write('add\n1.5\n')
for a in (['add', '1'], ['rm', '-f'], [], ['zz'], ['@args'], ['add', '-h'], ['-h'], ['@none']): 
    try: print(a, p.parse_args(a))
    except SystemExit as e: print(a, 'exit', e.code)
### argparse types
p = argparse.ArgumentParser('prog', formatter_class=argparse.ArgumentDefaultsHelpFormatter); p.add_argument('--in', type=argparse.FileType('r'), default='-'); p.add_argument('--l', action='append'); p.add_argument('--e', action='extend', nargs='*'); p.add_argument('--c', action='store_const', const=7); p.add_argument('rest', nargs=argparse.REMAINDER)
for a in (['--l', '1', '--l', '2', '--e', 'a', 'b', '--c'], ['--in', 'none'], ['x', '--l', '1']):
    try: print(a, p.parse_args(a))
    except SystemExit as e: print(a, 'exit', e.code)
p.print_help()
### getopt and optparse
import getopt, optparse
print(getopt.getopt(['-a', '1', '--foo=bar', 'x'], 'a:b', ['foo=']), getopt.gnu_getopt(['x', '-b', 'y'], 'b')); tries(getopt.getopt, ['-z'], 'a'); p = optparse.OptionParser(usage='%prog [o]', version='1'); p.add_option('-f', '--file', dest='f', help='file'); print(p.parse_args(['-f', 'a', 'b'])); p.print_help()
