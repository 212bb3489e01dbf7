// What an interpreter that has begun before it knows its options makes of them, of its descriptors and of its end.

import { describe, expect, it } from 'vitest';
import { printed } from './python-program.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function run(command: string) {
  const sandbox = await create();
  const { stdout, stderr, exitCode } = await sandbox.run(command, { timeoutMs: 30_000 });
  return { stdout, stderr, exitCode };
}

describe('the start of Python', () => {
  it('reads development mode, UTF-8 mode and warnings from options and environment', async () => {
    const tell = (flag: string) => `import sys; print(sys.flags.${flag}, sys.warnoptions)`;
    expect(
      await run(`python3 -X dev -c '${tell('dev_mode')}'; PYTHONDEVMODE=1 python3 -c '${tell('dev_mode')}'
python3 -E -X utf8 -c '${tell('utf8_mode')}'; PYTHONUTF8=1 python3 -E -c '${tell('utf8_mode')}'
LC_ALL=C python3 -c '${tell('utf8_mode')}'; PYTHONUTF8=0 LC_ALL=C python3 -c '${tell('utf8_mode')}'
python3 -X dev -c 'import faulthandler; print(faulthandler.is_enabled())'`),
    ).toEqual(printed("True ['default']\nTrue ['default']\n1 []\n0 []\n1 []\n0 []\nTrue\n"));
    const { stderr, exitCode } = await run(`python3 -bb -c 'print(b"a" == "a")'`);
    expect([stderr.split('\n').at(-2), exitCode]).toEqual(['BytesWarning: Comparison between bytes and string', 1]);
    expect(await run('python3 -X utf8=2 -c 1')).toMatchObject({
      stderr: expect.stringMatching(/invalid -X utf8 option value/),
      exitCode: 1,
    });
  });

  it('leaves out streams whose descriptors are closed, and obeys PYTHONIOENCODING', async () => {
    const tell = `python3 -c 'import os, sys; os.write(3, f"{sys.stdin} {sys.__stdout__} {sys.stderr}\\n".encode())' 3>&1`;
    expect(await run(`${tell} <&- >&- 2>&-`)).toEqual(printed('None None None\n'));
    expect(await run(`python3 -c 'print(1)' >&-; echo $?`)).toEqual(printed('0\n'));
    const encoded = `python3 -c 'import sys; print(sys.stdout.encoding, sys.stdin.errors, sys.stderr.errors)'`;
    expect(await run(`PYTHONIOENCODING=latin-1:replace ${encoded}`)).toEqual(
      printed('iso8859-1 replace backslashreplace\n'),
    );
  });

  it("begins with the usual names only, and imports a program's own modules first", async () => {
    expect(await run(`python3 -c 'print(*dir())'`)).toEqual(
      printed('__builtins__ __doc__ __loader__ __name__ __package__ __spec__\n'),
    );
    expect(
      await run(`mkdir p && echo 'own = 5' >p/random.py && echo 'import random; print(random.own)' >p/a.py
python3 p/a.py; cd p; python3 a.py; python3 -c 'import random; print(random.own)'; python3 -m a; cd ..
PYTHONPATH=p python3 -c 'import random, tempfile; print(random.own, tempfile.gettempdir())'
python3 -I -c 'import random; print(hasattr(random, "own"))'; python3 -c 'import random; print(hasattr(random, "own"))'`),
    ).toEqual(printed('5\n5\n5\n5\n5 /tmp\nFalse\nFalse\n'));
  });
});

describe('the end of Python', () => {
  it('finalizes remaining objects', async () => {
    const program = 'class A:\\n    def __del__(self): print("del")\\na = A()\\na.a = a\\n';
    expect(await run(`printf '${program}' >a.py; python3 a.py`)).toEqual(printed('del\n'));
  });

  it('is by signal after an uncaught interrupt, and by exit code after sys.exit(130)', async () => {
    const call = (code: string) => `subprocess.run([sys.executable, "-c", "${code}"], stderr=-3).returncode`;
    expect(
      await run(
        `python3 -c 'import subprocess, sys; print(${call('raise KeyboardInterrupt')}, ${call('import sys; sys.exit(130)')})'`,
      ),
    ).toEqual(printed('-2 130\n'));
  });
});

describe("Python's files", () => {
  it('have times in nanoseconds, and honour follow_symlinks=False', async () => {
    expect(
      await run(`touch a; ln -s a b; python3 -c '
import os
os.utime("a", ns=(1123456789, 2123456789)); s = os.stat("a"); print(s.st_atime_ns, s.st_mtime_ns)
os.utime("b", (5.5, 7), follow_symlinks=False); print(os.lstat("b").st_atime_ns, os.stat("a").st_mtime_ns)
here = os.open(".", os.O_RDONLY)
os.utime("a", (1, 2.25), dir_fd=here); print(os.stat("a").st_mtime_ns)
os.symlink("a", "c", dir_fd=here); os.link("c", "d"); print(os.readlink("c"), os.path.islink("d"))
print(os.access("c", os.R_OK, dir_fd=here), os.access("none", os.F_OK, dir_fd=here, effective_ids=True))
for arguments in ((1,), (1, 2, 3), ("a", 2)):
    try: os.utime("a", arguments)
    except TypeError as error: print(error)
'`),
    ).toEqual(
      printed(`1123456789 2123456789
5500000000 2123456789
2250000000
a False
True False
utime: 'times' must be either a tuple of two ints or None
utime: 'times' must be either a tuple of two ints or None
'str' object cannot be interpreted as an integer
`),
    );
  });

  it('raise an error at the limit of their size', async () => {
    expect(
      await run(`ulimit -f 1; python3 -c '
f = open("a", "wb")
f.write(b"x" * 1024); f.flush()
try: f.write(b"y"); f.flush()
except OSError as error: print(error, flush=True)
import os; os._exit(0)'`),
    ).toEqual(printed('[Errno 27] File too large\n'));
  });

  it('stay mapped when the file is closed or resized', async () => {
    expect(
      await run(`printf 0123456789 >a; python3 -c '
import mmap
with open("a", "r+b") as f: m = mmap.mmap(f.fileno(), 0)
m[0:3] = b"abc"; m.flush(); print(open("a").read())
m.resize(12); m[9:12] = b"xyz"; m.close(); print(open("a").read())
m = mmap.mmap(-1, 4096); m[0:2] = b"hi"; m.resize(8192); print(m[:2], len(m))
with open("a", "rb") as f: m = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY); m[0:1] = b"?"; m.close()
print(open("a").read())
'`),
    ).toEqual(printed("abc3456789\nabc345678xyz\nb'hi' 8192\nabc345678xyz\n"));
  });

  it("report EAGAIN with Linux's number", async () => {
    expect(
      await run(`python3 -c '
import os
r, w = os.pipe(); os.set_blocking(w, False)
f = open(w, "wb", buffering=16)
try:
    while True: f.write(b"x" * 4096)
except BlockingIOError as error: print(error.errno, error.args[0], error.args[1])
os.close(r); os.dup2(os.open("/dev/null", os.O_WRONLY), w)'`),
    ).toEqual(printed('11 11 write could not complete without blocking\n'));
  });
});

describe("Python's processes", () => {
  it('inherit variables of putenv', async () => {
    expect(
      await run(`python3 -c '
import os, subprocess
os.putenv("OWN", "1")
print(subprocess.check_output("echo $OWN", shell=True), os.spawnlp(os.P_WAIT, "sh", "sh", "-c", "exit 1$OWN"))
print(subprocess.check_output(["sh", "-c", "echo $OWN"], preexec_fn=lambda: os.putenv("OWN", "2")))
try: subprocess.run(["true"], env={"A": "b\\0c"})
except ValueError as error: print(error)
'`),
    ).toEqual(printed("b'1\\n' 11\nb'2\\n'\nembedded null byte\n"));
  });

  it('splice between files and pipes', async () => {
    expect(
      await run(`printf 0123456789 >a; python3 -c '
import os
a = os.open("a", os.O_RDWR); r, w = os.pipe()
print(os.splice(a, w, 4), os.splice(a, w, 3, offset_src=1), os.read(r, 20), os.lseek(a, 0, 1))
os.write(w, b"xyz"); print(os.splice(r, a, 9, offset_dst=2), os.pread(a, 20, 0))
'`),
    ).toEqual(printed("4 3 b'0123123' 4\n3 b'01xyz56789'\n"));
  });
});
