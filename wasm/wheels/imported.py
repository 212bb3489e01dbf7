# Tells which modules of packages are imported by what most programs do, and come compiled: imported.py SITE OUTPUT. All others are compiled
# when a program imports them.
import os
import subprocess
import sys

site, output = sys.argv[1:]

# Each in a process of its own: all of it at once would be more than a sandbox may have.
PROGRAMS = """
import anyio, attrs, bs4, bs4.builder._lxml, certifi, charset_normalizer, click, dateutil.parser, dateutil.rrule, dateutil.tz, h11, httpcore
import httpx, idna, jinja2, lxml.etree, lxml.html, markdown, markdown.extensions.extra, markupsafe, packaging.version, pluggy, pydantic, pytz
import pygments.formatters.terminal, pygments.lexers.python, pygments.styles.default, pyparsing, pypdf, regex, requests, six, soupsieve
import rich.console, rich.markdown, rich.progress, rich.table, rich.traceback, tabulate, tomli_w, tomlkit, tqdm, typing_extensions, tzdata
import urllib3, yaml, httpx._transports.default
class Item(pydantic.BaseModel): number: int
Item(number=1).model_dump_json(), jinja2.Template("{{ a }}").render(a=1), yaml.safe_load("a: 1"), markdown.markdown("*a*")
---
import io, numpy as np, pandas as pd, openpyxl, openpyxl.styles, openpyxl.chart
import numpy.fft, numpy.linalg, numpy.ma, numpy.polynomial, numpy.random, numpy.testing
np.linalg.inv(np.eye(2)), np.random.default_rng(1).normal(), np.fft.fft([1, 2])
frame = pd.read_csv(io.StringIO("when,name,value\\n2024-01-01,a,1\\n2024-01-02,b,2\\n"), parse_dates=["when"])
frame.groupby("name").agg("sum", numeric_only=True), frame.set_index("when").value.resample("D").mean(), frame.value.rolling(2).mean()
frame.merge(frame, on="name"), frame.pivot_table(index="name", values="value"), frame.describe(), str(frame), frame.to_json()
book = io.BytesIO()
frame.to_excel(book), pd.read_excel(io.BytesIO(book.getvalue())), pd.read_html(io.StringIO(frame.to_html()))
---
import io, matplotlib.pyplot as plt, numpy as np, matplotlib.animation, mpl_toolkits.mplot3d, contourpy, kiwisolver
import PIL.Image, PIL.ImageDraw, PIL.ImageFilter, PIL.ImageFont, PIL.ImageOps, PIL.GifImagePlugin, PIL.JpegImagePlugin, PIL.PngImagePlugin
figure, axes = plt.subplots()
axes.plot([1, 2], [3, 4], label="$x^2$"), axes.legend(), axes.bar([1], [2]), axes.hist([1, 2]), axes.imshow(np.eye(2))
for form in ("png", "svg"): figure.savefig(io.BytesIO(), format=form)
---
import networkx, sympy
x = sympy.symbols("x")
sympy.integrate(sympy.sin(x) ** 2, x), sympy.solve(x**2 - 2), sympy.diff(sympy.exp(x), x), sympy.limit(1 / x, x, 0), sympy.latex(x)
sympy.Matrix([[1, 2], [3, 4]]).inv(), sympy.simplify(x / x), str(sympy.series(sympy.cos(x)))
networkx.shortest_path(networkx.cycle_graph(9), 0, 4)
---
sys.argv = ["pip", "list"]; from pip._internal.cli.main import main; main()
---
with open("/tmp/test_one.py", "w") as file: file.write("def test_one():\\n    assert 1 == 1\\n")
sys.argv = ["pytest", "-q", "-p", "no:cacheprovider", "/tmp/test_one.py"]
import pytest; pytest.main()
"""

# What is compiled is half of the whole. These stay away: what few programs import, and large tables, which compile as they are read.
LEFT_OUT = ("fontTools/", "matplotlib/_cm_bivar.py", "matplotlib/_cm_listed.py", "sympy/polys/polyquinticconst.py")

TELL = """
names = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
with open("/tmp/names", "w") as file: file.write("\\n".join(names))
"""

environment = {**os.environ, "MPLBACKEND": "Agg", "MPLCONFIGDIR": "/tmp/matplotlib", "PYTHONWARNINGS": "ignore"}
found = set()
for program in PROGRAMS.split("---\n"):
    done = subprocess.run([sys.executable, "-c", f"import sys\n{program}\n{TELL}"], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    with open("/tmp/names") as file:
        names = file.read().split("\n")
    found.update(name[len(site) + 1 :] for name in names if name.startswith(site + "/") and name.endswith(".py"))
found = {name for name in found if not name.startswith(LEFT_OUT)}
with open(output, "w") as file:
    file.write("".join(f"{name}\n" for name in sorted(found)))
