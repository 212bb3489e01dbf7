// Packages of Python: those of the image, and what pip installs.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { Sandbox } from 'wasmsand';
import { op } from '../security/assembler.js';
import { kinds, memory, memoryBase, sideModule, table, tableBase } from '../security/side-module.js';
import { skipWithout } from '../setup/missing-programs.js';
import { skipWithoutPackage } from './python-program.js';

// Makes wheels and an index of them, below /tmp.
const makeWheels = `
import base64, hashlib, io, os, tarfile, zipfile

def wheel(name, version, tag="py3-none-any", requires=()):
    information = f"{name}-{version}.dist-info"
    files = {
        f"{name}/__init__.py": f"VERSION = '{version}'\\ndef main():\\n    print('{name}', VERSION)\\n",
        f"{information}/METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n"
        + "".join(f"Requires-Dist: {each}\\n" for each in requires),
        f"{information}/WHEEL": f"Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: {tag}\\n",
        f"{information}/entry_points.txt": f"[console_scripts]\\nrun-{name} = {name}:main\\n",
    }
    digest = lambda text: base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    files[f"{information}/RECORD"] = "".join(f"{p},sha256={digest(t)},{len(t)}\\n" for p, t in files.items()) + f"{information}/RECORD,,\\n"
    with zipfile.ZipFile(f"/tmp/wheels/{name}-{version}-{tag}.whl", "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)

os.makedirs("/tmp/wheels")
wheel("base", "1.0")
wheel("base", "2.0")
wheel("top", "1.0", requires=["base<2", "base==2.0; sys_platform == 'win32'", "nobody; extra == 'more'"])
wheel("built", "1.0", "cp314-cp314-pyemscripten_2026_0_wasm32")
wheel("foreign", "1.0", "cp314-cp314-manylinux2014_x86_64")
with tarfile.open("/tmp/wheels/source-1.0.tar.gz", "w:gz") as archive:
    text = b"Metadata-Version: 2.1\\nName: source\\nVersion: 1.0\\n"
    entry = tarfile.TarInfo("source-1.0/PKG-INFO")
    entry.size = len(text)
    archive.addfile(entry, io.BytesIO(text))
`;

/** PEP 503's simple index of what is in the sandbox's /tmp/wheels. */
function indexOf(files: Map<string, Uint8Array>): Server {
  return createServer((request, response) => {
    const [, kind, name = ''] = (request.url ?? '').split('/');
    const file = kind === 'files' ? files.get(name) : undefined;
    if (file !== undefined) return response.end(file);
    const found = [...files.keys()].filter((each) => kind === 'simple' && each.startsWith(`${name}-`));
    if (found.length === 0) response.statusCode = 404;
    response.setHeader('content-type', 'text/html');
    return response.end(found.map((each) => `<a href="/files/${each}">${each}</a>\n`).join(''));
  });
}

let sandbox: Sandbox;
let server: Server;
let port = 0;
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  server = indexOf(files);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  sandbox = await Sandbox.create({
    network: { allow: ['index.test:*'], hosts: { 'index.test': '127.0.0.1' }, subnets: { allow: ['127.0.0.0/8'] } },
  });
});
afterAll(() => {
  sandbox?.destroy();
  server?.close();
});

const says = async (script: string) => {
  const { stdout, stderr, exitCode } = await sandbox.run(script, { timeoutMs: 60_000 });
  return { stdout, stderr, exitCode };
};
const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });
const python = (text: string) => says(`python3 - <<'END'\n${text}\nEND\n`);

describe('modules that are linked while python3 runs', () => {
  const build = (answer: number[]) =>
    sideModule({
      dylink: { memory: 16, memoryAlignment: 4, table: 1 },
      imports: [memory, table, memoryBase, tableBase, ['env', 'getpid', kinds.function()]],
      functions: [answer],
      globals: [[0x7f, 0, ...op.i32(8), ...op.end]],
      exports: [
        ['answer', 0, 1],
        ['value', 3, 2],
      ],
      data: [{ offset: [0x23, 0], bytes: [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0] }],
      elements: [[0, 0x23, 1, ...op.end, 1, 1]],
    });

  it('provide functions and variables, and call those of the program', async (context) => {
    skipWithout(context, 'python3');
    await sandbox.writeFile('/tmp/one.so', build(op.call(0)));
    expect(
      await python(`
import ctypes, os
library = ctypes.CDLL("/tmp/one.so")
print(library.answer() == os.getpid(), ctypes.c_int.in_dll(library, "value").value)
print(ctypes.CDLL("/tmp/one.so")._handle == library._handle)
`),
    ).toEqual(printed('True 3\nTrue\n'));
  });

  it('are found by LD_LIBRARY_PATH, and are missing as on Linux', async (context) => {
    skipWithout(context, 'python3');
    await sandbox.writeFile('/tmp/libtwo.so', build(op.i32(2)));
    expect(
      await says(
        'LD_LIBRARY_PATH=/nowhere:/tmp python3 -c "import ctypes; print(ctypes.CDLL(\'libtwo.so\').answer())"',
      ),
    ).toEqual(printed('2\n'));
    expect(
      await python('import ctypes\ntry: ctypes.CDLL("libnone.so")\nexcept OSError as error: print(error)'),
    ).toEqual(printed('libnone.so: cannot open shared object file: No such file or directory\n'));
    expect(await python('open("none.so", "w")\ntry: import none\nexcept ImportError as error: print(error)')).toEqual(
      printed('/home/user/none.so: not a WebAssembly module\n'),
    );
  });

  it('do not delay other python3 processes, and are not visible there', async (context) => {
    skipWithout(context, 'python3');
    expect(
      await says(
        'for i in 1 2 3 4; do python3 -c "import ctypes; print(ctypes.CDLL(\'/tmp/libtwo.so\').answer())" & done; wait; python3 -c "print(3)"',
      ),
    ).toEqual(printed('2\n2\n2\n2\n3\n'));
  });
});

describe('ctypes', () => {
  it('calls functions of C', async (context) => {
    skipWithout(context, 'python3');
    expect(
      await python(`
from ctypes import *
c = CDLL(None)
c.pow.restype, c.pow.argtypes = c_double, [c_double, c_double]
c.labs.restype, c.labs.argtypes = c_long, [c_long]
c.llabs.restype, c.llabs.argtypes = c_longlong, [c_longlong]
print(c.strlen(b"hello"), c.pow(2, 10), c.labs(-5), c.llabs(-(1 << 40)))
class Quotient(Structure):
    _fields_ = [("quotient", c_int), ("rest", c_int)]
c.div.restype = Quotient
result = c.div(17, 5)
print(result.quotient, result.rest)
text = create_string_buffer(64)
c.snprintf.argtypes = [c_char_p, c_size_t, c_char_p]
print(c.snprintf(text, 64, b"%d %s %.2f %lld", 7, b"word", c_double(1.5), c_longlong(1 << 40)), text.value)
print(cast(text, c_char_p).value[:1], string_at(text, 3), pythonapi.Py_IsInitialized())
try:
    c.nobody
except AttributeError as error:
    print(error)
`),
    ).toEqual(
      printed(
        "5 1024.0 5 1099511627776\n3 2\n25 b'7 word 1.50 1099511627776'\nb'7' b'7 w' 1\npython3: undefined symbol: nobody\n",
      ),
    );
  });

  it('calls back into Python', async (context) => {
    skipWithout(context, 'python3');
    expect(
      await python(`
from ctypes import *
c = CDLL(None)
compare = CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))
c.qsort.restype, c.qsort.argtypes = None, [c_void_p, c_size_t, c_size_t, compare]
numbers = (c_int * 5)(5, 3, 1, 4, 2)
c.qsort(numbers, 5, 4, compare(lambda one, other: one[0] - other[0]))
print(list(numbers))
print(CFUNCTYPE(c_double, c_float, c_double)(lambda a, b: a + b)(0.5, 2), CFUNCTYPE(c_longlong, c_longlong)(lambda a: a + 1)(1 << 40))
for i in range(2000):
    assert CFUNCTYPE(c_int, c_int)(lambda a: a + i)(1) == 1 + i
kinds = [CFUNCTYPE(c_int, c_int), CFUNCTYPE(c_double, c_double), CFUNCTYPE(c_longlong, c_longlong)]
kept = [kinds[i % 3](lambda a, i=i: a + i) for i in range(1500)]
assert [f(1) for f in kept] == [1 + i for i in range(1500)]
del kept[::2]
kept += [kinds[i % 3](lambda a, i=i: a - i) for i in range(1000)]
print(sum(f(1) for f in kept))
class Pair(Structure):
    _fields_ = [("a", c_int), ("b", c_double)]
print(CFUNCTYPE(c_double, Pair)(lambda pair: pair.a + pair.b)(Pair(1, 0.5)))
`),
    ).toEqual(printed('[1, 2, 3, 4, 5]\n2.5 1099511627777\n64750.0\n1.5\n'));
  });
});

const skipWithoutPackages = (context: TestContext) => skipWithoutPackage(context, sandbox, 'pip');

describe('the packages of the image', () => {
  it('can be imported', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import bs4, click, dateutil.parser, httpx, jinja2, markdown, openpyxl, pypdf, requests, tabulate, tomlkit, tqdm, yaml
print(jinja2.Template("{{ a }} and {{ b|upper }}").render(a=1, b="two"))
print(bs4.BeautifulSoup("<p>one <b>two</b></p>", "html.parser").b.text, markdown.markdown("*three*"))
print(yaml.safe_load("a: [1, 2]"), tomlkit.parse("a = 1")["a"], dateutil.parser.parse("2024-02-29T12:00Z"))
book = openpyxl.Workbook()
book.active["A1"] = 42
book.save("book.xlsx")
print(openpyxl.load_workbook("book.xlsx").active["A1"].value)
`),
    ).toEqual(printed("1 and TWO\ntwo <p><em>three</em></p>\n{'a': [1, 2]} 1 2024-02-29 12:00:00+00:00\n42\n"));
  });

  it('calculate correctly', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import networkx, sympy
x = sympy.symbols("x")
print(sympy.integrate(sympy.sin(x) ** 2, x), sympy.solve(x**2 - 2), networkx.shortest_path(networkx.cycle_graph(9), 0, 4))
`),
    ).toEqual(printed('x/2 - sin(x)*cos(x)/2 [-sqrt(2), sqrt(2)] [0, 1, 2, 3, 4]\n'));
  });

  it('have compiled modules that raise and catch C++ exceptions', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import charset_normalizer.md, pydantic, sys
print(charset_normalizer.md.__file__.endswith(".so"), charset_normalizer.from_bytes("größe".encode("latin-1")).best() is not None)
class Item(pydantic.BaseModel):
    number: int
    words: list[str] = []
print(Item(number="3", words=["a"]).model_dump_json())
try:
    Item(number="three")
except pydantic.ValidationError as error:
    print(error.errors()[0]["type"])
`),
    ).toEqual(printed('True True\n{"number":3,"words":["a"]}\nint_parsing\n'));
  });

  it('come compiled in part, with the lines of their sources', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import importlib.util, marshal, traceback
def same(one, other):
    lines = lambda code: [position[0] for position in code.co_positions()]
    assert (lines(one), one.co_code, list(one.co_lines())) == (lines(other), other.co_code, list(other.co_lines())), one
    for a, b in zip(one.co_consts, other.co_consts, strict=True):
        hasattr(a, "co_code") and same(a, b)
for name in ("pandas/core/frame.py", "sympy/core/expr.py", "_pytest/python.py", "numpy/ma/core.py"):
    path = f"/usr/lib/python3.14/site-packages/{name}"
    with open(importlib.util.cache_from_source(path), "rb") as compiled, open(path, "rb") as source:
        same(marshal.loads(compiled.read()[16:]), compile(source.read(), path, "exec", dont_inherit=True))
import jinja2
try:
    jinja2.Template("{{ 1 // 0 }}").render()
except ZeroDivisionError as error:
    frame = traceback.extract_tb(error.__traceback__)[1]
    print(frame.filename.endswith("jinja2/environment.py"), frame.line)
`),
    ).toEqual(printed('True self.environment.handle_exception()\n'));
  });

  it('have numpy', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await python(`
import contourpy, numpy as np
from numpy.random import default_rng
a = np.array([[2.0, 1.0], [1.0, 3.0]])
print(np.linalg.solve(a, [3, 5]), np.linalg.det(a).round(9), (a @ a).sum(), np.sort(default_rng(42).integers(0, 100, 5)))
print(np.fft.fft([1, 0, 0, 0]).real, np.arange(10, dtype="i8").reshape(2, 5).sum(axis=1), np.unique(["b", "a", "b"]))
print(len(contourpy.contour_generator(z=np.outer(np.arange(5), np.arange(5))).lines(4)))
`),
    ).toEqual(printed("[0.8 1.4] 5.0 25.0 [ 8 43 43 65 77]\n[1. 1. 1. 1.] [10 35] ['a' 'b']\n1\n"));
  });

  it('have their command-line programs', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await says(
        'mkdir -p t; cd t; echo "def test_it(): assert 6 * 7 == 42" > test_it.py; pytest -q -p no:cacheprovider | tail -1 | cut -d" " -f1,2',
      ),
    ).toEqual(printed('1 passed\n'));
  });
});

describe('pip', () => {
  beforeAll(async () => {
    if (!(await sandbox.exists('/usr/lib/python3.14/site-packages/pip'))) return;
    expect(await python(makeWheels)).toEqual(printed(''));
    for (const { name } of await sandbox.readDir('/tmp/wheels'))
      files.set(name, (await sandbox.readFile(`/tmp/wheels/${name}`)) as Uint8Array);
  });
  const quiet = 'pip install -q --no-warn-script-location --no-index --find-links /tmp/wheels';

  it('installs from a directory with dependencies, and uninstalls', async (context) => {
    await skipWithoutPackages(context);
    expect(
      await says(`${quiet} top && python3 -c 'import base, top; print(base.VERSION)' && ~/.local/bin/run-top`),
    ).toEqual(printed('1.0\ntop 1.0\n'));
    expect(
      await says('pip freeze --user; pip check; pip show base | sed -n 1,2p; pip3 list --user --format=freeze | wc -l'),
    ).toEqual(printed('base==1.0\ntop==1.0\nNo broken requirements found.\nName: base\nVersion: 1.0\n2\n'));
    expect(
      await says(
        `pip uninstall -q -y top base; python3 -m pip freeze --user; test -e ~/.local/bin/run-top || echo gone`,
      ),
    ).toEqual(printed('gone\n'));
  });

  it('installs to a directory, from a file, by hash, and wheels built for this platform', async (context) => {
    await skipWithoutPackages(context);
    expect(await says(`${quiet} --target there base==1.0 built; ls there`)).toEqual(
      printed('base\nbase-1.0.dist-info\nbin\nbuilt\nbuilt-1.0.dist-info\n'),
    );
    expect(
      await says(`${quiet} /tmp/wheels/base-2.0-py3-none-any.whl && python3 -c 'import base; print(base.VERSION)'`),
    ).toEqual(printed('2.0\n'));
    const wrong = await says(`echo "base==1.0 --hash=sha256:${'0'.repeat(64)}" > list; ${quiet} -r list`);
    expect(wrong).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('THESE PACKAGES DO NOT MATCH THE HASHES'),
    });
    expect(await says('pip uninstall -q -y base')).toEqual(printed(''));
  });

  it('says why it refuses a package', async (context) => {
    await skipWithoutPackages(context);
    const reason =
      'there is no compiler here: wheels that are pure, or built for pyemscripten_2026_0_wasm32, can be installed';
    expect(await says(`${quiet} /tmp/wheels/foreign-1.0-cp314-cp314-manylinux2014_x86_64.whl`)).toMatchObject({
      exitCode: 1,
      stderr: 'ERROR: foreign-1.0-cp314-cp314-manylinux2014_x86_64.whl is not a supported wheel on this platform.\n',
    });
    expect(await says(`${quiet} source`)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(reason) });
    expect(await says(`${quiet} /tmp/wheels/source-1.0.tar.gz`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`is a source distribution, and ${reason}`),
    });
  });

  it('installs and downloads from an index through the gate', async (context) => {
    await skipWithoutPackages(context);
    const index = `--trusted-host index.test --index-url http://index.test:${port}/simple`;
    expect(await says(`pip download -q -d got ${index} top; ls got`)).toEqual(
      printed('base-1.0-py3-none-any.whl\ntop-1.0-py3-none-any.whl\n'),
    );
    expect(
      await says(
        `pip install -q --no-warn-script-location ${index} 'base>1' && python3 -c 'import base; print(base.VERSION)'`,
      ),
    ).toEqual(printed('2.0\n'));
    expect(await says(`pip install -q ${index} nobody`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('No matching distribution found for nobody'),
    });
  });
});
