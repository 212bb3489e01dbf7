// Packages of the image that are made of C: calculating, drawing, and a day's work with them.

import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { Sandbox } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';
import { skipWithoutPackage } from './python-program.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox?.destroy());

const skipWithoutPackages = (context: TestContext) => skipWithoutPackage(context, sandbox, 'pandas');

const says = async (script: string) => {
  const { stdout, stderr, exitCode } = await sandbox.run(script, { timeoutMs: 120_000 });
  return { stdout, stderr, exitCode };
};
const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });
const python = (text: string) => says(`python3 - <<'END'\n${text}\nEND\n`);

describe('numpy', () => {
  it('uses 64-bit integers by default, as natively, and accepts them as indices', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import numpy as np
a = np.arange(100_000)
print(a.dtype, (a**2).sum(), a @ a, np.prod(np.arange(1, 21)), a[:3] * 10**10, np.array([2**30] * 4).sum(), np.zeros(1, int) + 2**40)
print(np.int_, np.dtype(int), np.iinfo(int).max, np.random.default_rng(1).integers(2**40), np.array([True]).sum().dtype)
np.random.seed(1)
print(np.random.randint(0, 100, 4), np.random.randint(0, 2**40, 2), np.random.permutation(4), np.random.poisson(9, 2).dtype)
i = np.array([0, 2, 2])
print(repr(np.repeat([5, 6, 7], i)), np.bincount(i), np.add.reduceat(np.ones(4), i), np.choose(i, [i, i, i]), np.argsort(-i), np.nonzero(i))
for places in (np.array([2**40]), np.array([-2**40], ">i8"), np.array([1, 2**32])[1::2], np.array([2**33], "u8")):
    for use in (lambda: np.repeat([1], places), lambda: np.arange(3)[places]):
        try:
            print(use())
        except (TypeError, IndexError) as error:
            print(type(error).__name__, end=" ")
print(np.repeat([1, 2], np.array([2, 1], ">i8")), np.arange(9)[np.array([8, 0], ">i8")])
`),
    ).toEqual(
      printed(`int64 333328333350000 333328333350000 2432902008176640000 [          0 10000000000 20000000000] 4294967296 [1099511627776]
<class 'numpy.int64'> int64 9223372036854775807 562753827705 int64
[37 12 72  9] [876169207429 340316410816] [2 3 1 0] int64
array([6, 6, 7, 7]) [1 0 2] [2. 1. 2.] [0 2 2] [1 2 0] (array([1, 2]),)
TypeError IndexError TypeError IndexError TypeError IndexError TypeError IndexError [1 1 2] [8 0]
`),
    );
  });

  it('reports floating-point errors as on a processor with a status register', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import warnings
import numpy as np
def seen(action):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        action()
    return [str(each.message) for each in found]
a = np.array([1.0, 0, -1])
print(seen(lambda: a / 0), seen(lambda: np.log(a)), seen(lambda: np.float64(1) / 0), seen(lambda: np.exp([1e4])))
print(seen(lambda: a + np.nan), seen(lambda: np.array([3], "m8[s]") / np.array(["NaT"], "m8[s]")), seen(lambda: a.astype("i4")))
def within():
    b = np.full(5000, 2.0)
    b[4999] = 0
    b **= -1
print(seen(within), seen(lambda: np.array([np.nan]).astype("i4")), seen(lambda: np.array([1e300]).astype("f4")))
print(seen(lambda: np.divide(a, np.zeros(3), where=np.zeros(3, bool), out=np.full(3, np.inf))))
for action in (lambda: np.linalg.inv(np.zeros((2, 2))), lambda: np.sqrt(-1.0), lambda: np.array([1]) // 0, lambda: np.exp(-1e4)):
    try:
        with np.errstate(all="raise"):
            action()
    except (np.linalg.LinAlgError, FloatingPointError) as error:
        print(type(error).__name__, error)
`),
    ).toEqual(
      printed(`['divide by zero encountered in divide', 'invalid value encountered in divide'] \
['divide by zero encountered in log', 'invalid value encountered in log'] ['divide by zero encountered in scalar divide'] \
['overflow encountered in exp']
[] [] []
['divide by zero encountered in reciprocal'] ['invalid value encountered in cast'] ['overflow encountered in cast']
[]
LinAlgError Singular matrix
FloatingPointError invalid value encountered in sqrt
FloatingPointError divide by zero encountered in floor_divide
FloatingPointError underflow encountered in exp
`),
    );
  });

  it('splits zero, infinity and NaN into mantissa and exponent as on Linux', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import numpy as np
for kind in "efdg":
    print([part.astype(float).tolist() for part in np.frexp(np.array([np.nan, np.inf, -np.inf, 0, 12], kind), out=(np.ones(5, kind), np.full(5, 7, "i")))])
`),
    ).toEqual(printed('[[nan, inf, -inf, 0.0, 0.75], [0.0, 0.0, 0.0, 0.0, 4.0]]\n'.repeat(4)));
  });

  it('cuts an unsigned integer out of a negative number as on x86-64', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import numpy as np
for kind in "BHIQ":
    print(np.array([-3.7, 300.5, -1, 65536.5, -40000]).astype(kind).tolist(), np.array([-3.7, 7], "f").astype(kind).tolist())
with np.errstate(all="raise"):
    print(np.array([-1.0]).astype("B"))
`),
    ).toEqual(
      printed(`[253, 44, 255, 0, 192] [253, 7]
[65533, 300, 65535, 0, 25536] [65533, 7]
[4294967293, 300, 4294967295, 65536, 4294927296] [4294967293, 7]
[18446744073709551613, 300, 18446744073709551615, 65536, 18446744073709511616] [18446744073709551613, 7]
[255]
`),
    );
  });

  it('does not carry floating-point errors into the next process', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await says(`
python3 -W ignore -c 'import numpy as np; np.array([1.0]) / 0'
python3 -W error -c 'import numpy as np; print(np.array([1.0]) / 2, np.linalg.inv([[2.0]]))'
`),
    ).toEqual(printed('[0.5] [[0.5]]\n'));
  });
});

describe('pandas', () => {
  it('reads, groups, merges and writes tables out of an archive', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await says(`
mkdir data && cd data
printf 'day,shop,sold\\n2024-01-01,a,3\\n2024-01-01,b,5\\n2024-01-02,a,4\\n2024-01-03,b,1\\n' > sales.csv
printf 'shop,city\\na,Köln\\nb,Łódź\\n' > shops.csv
tar -czf ../data.tar.gz *.csv && cd .. && rm -r data && tar -xzf data.tar.gz
python3 - <<'END'
import pandas as pd
sales = pd.read_csv("sales.csv", parse_dates=["day"])
all = sales.merge(pd.read_csv("shops.csv"), on="shop")
sums = all.groupby("city", as_index=False)["sold"].agg(["sum", "mean"])
print(sums)
sums.to_csv("sums.csv", index=False)
print(all.pivot_table(index="day", columns="city", values="sold", aggfunc="sum").resample("2D").sum())
print(sales["sold"].rolling(2).mean().tolist(), sales["sold"].describe()["std"].round(4))
END
cat sums.csv
`),
    ).toEqual(
      printed(`   city  sum  mean
0  Köln    7   3.5
1  Łódź    6   3.0
city        Köln  Łódź
day                   
2024-01-01   7.0   5.0
2024-01-03   0.0   1.0
[nan, 4.0, 4.5, 2.5] 1.7078
city,sum,mean
Köln,7,3.5
Łódź,6,3.0
`),
    );
  });

  it('parses dates with time zones, and rejects invalid dates', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import pandas as pd
times = pd.date_range("2024-03-30 23:00", periods=4, freq="h", tz="UTC").tz_convert("Europe/Berlin")
print([str(each) for each in times])
print(pd.Timestamp("2024-10-27 02:30").tz_localize("Europe/Berlin", ambiguous=False), pd.Timestamp("2024-02-29") + pd.DateOffset(years=1))
print(pd.Series(["a", "b", None]).str.upper().isna().sum(), pd.Series([1, 2], dtype="category").cat.codes.tolist())
try:
    pd.to_datetime(["2024-13-01"])
except ValueError as error:
    print(str(error).split(",")[0])
`),
    ).toEqual(
      printed(`['2024-03-31 00:00:00+01:00', '2024-03-31 01:00:00+01:00', '2024-03-31 03:00:00+02:00', '2024-03-31 04:00:00+02:00']
2024-10-27 02:30:00+01:00 2025-02-28 00:00:00
1 [0, 1]
month must be in 1..12
`),
    );
  });

  it('writes JSON, HTML, SQL and workbooks, and reads them again', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import io, sqlite3
import pandas as pd
table = pd.DataFrame({"name": ["x", "ÿ"], "value": [1.5, -2]})
again = [pd.read_json(io.StringIO(table.to_json())), pd.read_html(io.StringIO(table.to_html(index=False)))[0]]
with sqlite3.connect(":memory:") as connection:
    table.to_sql("t", connection, index=False)
    again.append(pd.read_sql("select * from t", connection))
table.to_excel("t.xlsx", index=False)
again.append(pd.read_excel("t.xlsx"))
table.to_pickle("t.pickle")
again.append(pd.read_pickle("t.pickle"))
print([each.equals(table) for each in again], table.query("value < 0").name.item())
`),
    ).toEqual(printed('[True, True, True, True, True] ÿ\n'));
  });
});

describe('matplotlib', () => {
  it('draws to PNG, SVG and PDF without a display, and finds its fonts without looking', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import os
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import font_manager, get_backend
x = np.linspace(0, 6, 50)
figure, (left, right) = plt.subplots(1, 2)
left.plot(x, np.sin(x), label=r"$\\sin x^2$")
left.set_title("Größe")
left.legend()
right.contourf(np.outer(x, x))
right.triplot([0, 40, 20], [0, 0, 40])
for kind in ("png", "svg", "pdf", "jpg"):
    figure.savefig("figure." + kind)
heads = [open("figure." + kind, "rb").read(5) for kind in ("png", "svg", "pdf", "jpg")]
print(get_backend(), heads[0][1:4], heads[1], heads[2], heads[3][:2])
print(font_manager.findfont("DejaVu Sans Mono").rsplit("/", 1)[1], os.listdir(os.path.expanduser("~/.cache/matplotlib")))
from PIL import Image
image = Image.open("figure.png")
print(image.size, image.getpixel((1, 1)), len(image.getcolors(10**6)) > 50)
`),
    ).toEqual(
      printed(`agg b'PNG' b'<?xml' b'%PDF-' b'\\xff\\xd8'
DejaVuSansMono.ttf []
(640, 480) (255, 255, 255, 255) True
`),
    );
  });

  it('displays its figures at the end of a cell', async (context) => {
    await skipWithoutPackages(context);
    const session = await sandbox.python.session();
    try {
      const { outputs, error } = await session.run(
        'import matplotlib.pyplot as plt\nplt.figure(figsize=(2, 1))\nplt.plot([1, 3, 2]);\nplt.show()',
        { timeoutMs: 120_000 },
      );
      expect(error).toBeUndefined();
      const shown = outputs.flatMap((output) => (output.type === 'display' ? [output.data] : []));
      expect(shown).toHaveLength(1);
      expect(Buffer.from(String(shown[0]?.['image/png']), 'base64').subarray(1, 4).toString()).toBe('PNG');
      const second = await session.run('import pandas as pd\npd.DataFrame({"a": [1]})', { timeoutMs: 120_000 });
      expect(second.outputs).toEqual([]);
      expect(second.value?.['text/html']).toContain('<table');
    } finally {
      session.close();
    }
  });
});

describe('other packages of C', () => {
  it('read and write pictures, and reject files that are no pictures', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import io
from PIL import Image, ImageDraw, ImageFont, ImageFilter, features
image = Image.new("RGB", (64, 48), "white")
ImageDraw.Draw(image).text((4, 4), "Ägypten", font=ImageFont.load_default(16), fill="black")
print([features.check(each) for each in ("zlib", "jpg", "freetype2")], image.convert("L").getextrema())
for kind in ("PNG", "GIF", "BMP", "JPEG", "TIFF", "PPM"):
    file = io.BytesIO()
    image.save(file, kind)
    again = Image.open(io.BytesIO(file.getvalue())).convert("RGB")
    print(kind, again.size, max(abs(a - b) for a, b in zip(image.tobytes(), again.tobytes())) < (80 if kind == "JPEG" else 1))
    if kind == "JPEG":
        try:
            Image.open(io.BytesIO(file.getvalue()[:-100])).load()
        except OSError as error:
            print(str(error).split("(")[0])
print(image.resize((32, 24)).filter(ImageFilter.BLUR).rotate(90, expand=True).size)
for name in ("DejaVuSans-Bold.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"):
    print(*ImageFont.truetype(name, 20).getname())
`),
    ).toEqual(
      printed(`[True, True, True] (0, 255)
PNG (64, 48) True
GIF (64, 48) True
BMP (64, 48) True
JPEG (64, 48) True
image file is truncated 
TIFF (64, 48) True
PPM (64, 48) True
(24, 32)
DejaVu Sans Bold
DejaVu Sans Mono Book
`),
    );
  });

  it('parse YAML by libyaml, match, and take XML apart', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import regex, yaml
print(yaml.load("a: [1, 2.5]\\nb: &x {c: ü}\\nd: *x", yaml.CSafeLoader), yaml.dump({"a": [1]}, Dumper=yaml.CDumper).strip())
try:
    yaml.load("a: [1", yaml.CSafeLoader)
except yaml.YAMLError as error:
    print(type(error).__name__, error.problem_mark.line)
print(regex.findall(r"\\p{Lu}\\p{Ll}+", "Ärger Über ich"), regex.fullmatch(r"(?:cats|cat){e<=1}", "cst").fuzzy_counts)
from lxml import etree, html
tree = etree.fromstring("<a><b c='1'>x</b><b>ÿ</b></a>")
print(tree.xpath("//b[@c='1']/text()"), etree.tostring(tree, encoding="unicode"), html.fromstring("<p>one<br>two").text_content())
style = etree.XSLT(etree.XML("""<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="text"/><xsl:template match="/"><xsl:value-of select="count(//b)"/></xsl:template></xsl:stylesheet>"""))
print(str(style(tree)))
try:
    etree.fromstring("<a>")
except etree.XMLSyntaxError as error:
    print(error.lineno, error.code == etree.ErrorTypes.ERR_TAG_NOT_FINISHED)
`),
    ).toEqual(
      printed(`{'a': [1, 2.5], 'b': {'c': 'ü'}, 'd': {'c': 'ü'}} a:
- 1
ParserError 1
['Ärger', 'Über'] (1, 0, 0)
['x'] <a><b c="1">x</b><b>ÿ</b></a> onetwo
2
1 True
`),
    );
  });
});

describe('all packages together', () => {
  it('goes from an archive by a table, a plot and a report to a commit and a server', async (context) => {
    await skipWithoutPackages(context);
    skipWithout(context, 'git curl tar');
    const { stdout, stderr, exitCode } = await says(`
set -e
mkdir work && cd work && git init -q . && git config user.email a@example.org && git config user.name A
seq 1 400 | awk 'BEGIN { print "day,value" } { printf "2024-01-%02d,%d\\n", 1 + $1 % 28, $1 * 7 % 13 }' > values.csv
tar -czf values.tar.gz values.csv && rm values.csv
tar -xzf values.tar.gz
python3 - <<'END'
import matplotlib.pyplot as plt
import pandas as pd
table = pd.read_csv("values.csv", parse_dates=["day"])
means = table.groupby("day")["value"].mean()
means.plot(title="Mean of a day", figsize=(6, 3))
plt.tight_layout()
plt.savefig("plot.png")
with open("report.md", "w") as report:
    report.write(f"# Report\\n\\n{len(means)} days, mean {means.mean():.3f}\\n\\n![plot](plot.png)\\n")
END
git add report.md plot.png && git commit -q -m 'Report' && git log --format=%s --stat | grep -c plot.png
python3 -m http.server 8000 --bind 127.0.0.1 > /dev/null 2>&1 &
server=$!
curl -s --retry 20 --retry-delay 0 --retry-connrefused http://127.0.0.1:8000/report.md
curl -s http://127.0.0.1:8000/plot.png | cmp - plot.png && file plot.png | cut -d, -f1,2
kill $server
`);
    expect({ stdout, stderr, exitCode }).toEqual(
      printed(`1
# Report

28 days, mean 6.000

![plot](plot.png)
plot.png: PNG image data, 600 x 300
`),
    );
  });
});
