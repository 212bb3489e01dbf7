// Python that wants out: each ends in an exception of Python's, in a signal, or in nothing; the host goes on, and so do the sandboxes
// beside it.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type PythonSession, Sandbox, SandboxError } from 'wasmsand';
import { useSandboxes } from '../contract/use-sandbox.js';
import { skipWithout } from '../setup/missing-programs.js';
import { reportGrowth } from './report.js';

const directory = fileURLToPath(new URL('./python/', import.meta.url));
const program = (name: string) => readFileSync(join(directory, name), 'utf8');
/** `name -> answer` of each line. */
const answers = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').flatMap((line) => (line.includes(' -> ') ? [line.split(' -> ', 2)] : [])));

/** What an interpreter, a loader or a host may take for a word to it. */
const variables = (
  'PYTHONHOME=/tmp/evil PYTHONPATH=/tmp/evil PYTHONSTARTUP=/etc/passwd PYTHONINSPECT=1 PYTHONMALLOC=debug ' +
  'PYTHONPLATLIBDIR=../evil PYTHONEXECUTABLE=/bin/sh PYTHONCASEOK=1 PYTHONDUMPREFS=1 PYTHONHASHSEED=x ' +
  'PYTHONIOENCODING=rot13 PYTHONBREAKPOINT=os.abort PYTHONPYCACHEPREFIX=/proc PYTHONTRACEMALLOC=99999999 PYTHONPERFSUPPORT=1 ' +
  'PYTHON_GIL=0 PYTHONUSERBASE=/tmp/evil LD_PRELOAD=/tmp/evil/x.so LD_LIBRARY_PATH=/tmp/evil NODE_OPTIONS=--eval=1 ' +
  'WASMSAND_TRACE=1 TZ=../../../etc/passwd TZ=:/dev/zero LC_ALL=../../etc HOME=/dev/fd ' +
  'PYTHONWARNINGS=error::os.Evil'
).split(' ');

const sandboxes = useSandboxes();
const kept = 'what the sandbox beside it keeps';
let neighbour: Sandbox;

beforeAll(async () => {
  neighbour = await Sandbox.create();
  neighbour.writeFile('/tmp/kept', kept);
});
afterAll(() => neighbour.destroy());
afterEach(async (context) => {
  if (context.task.result?.state === 'skip') return;
  const { stdout } = await neighbour.run('cat /tmp/kept; python3 -c "print(2 + 3, end=str())"; jobs', {
    timeoutMs: 30_000,
  });
  expect(stdout).toBe(`${kept}5`);
  expect(neighbour.metrics().processes).toBe(1);
});

async function run(name: string, args: string[] = [], sandbox?: Sandbox) {
  const in_ = sandbox ?? (await sandboxes());
  in_.writeFile(`/tmp/${name}`, program(name));
  return in_.run(`exec python3 -u /tmp/${name} "$@"`, { args, timeoutMs: 100_000 });
}

describe('python3', () => {
  it('finds no JavaScript', async (context) => {
    skipWithout(context, 'python3');
    const { stdout, stderr, exitCode } = await run('javascript.py');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const said = answers(stdout);
    const of = (prefix: RegExp) => Object.entries(said).filter(([name]) => prefix.test(name));
    expect(of(/^import /).every(([, answer]) => answer === 'ModuleNotFoundError')).toBe(true);
    expect(of(/^(objects|types|finders|constructor)/).map(([, answer]) => answer)).toEqual(['[]', '[]', '[]', '[]']);
    const called = of(/^(emscripten_|eval|pyodide_|Js|hiwire|run_js|js2python|wasmfs|nodefs)/);
    expect(called.length).toBeGreaterThan(25);
    // Two that are there do nothing of the kind: they are C.
    const c = new Set(['emscripten_log', 'emscripten_dlopen']);
    expect(called.filter(([name, answer]) => !c.has(name) && answer !== 'AttributeError')).toEqual([]);
    expect(said).toMatchObject({ system: '3', popen: 'None' });
  });

  it('imports calls of the kernel and nothing else', async (context) => {
    skipWithout(context, 'python3');
    const bytes = (await sandboxes()).readFile('/usr/bin/python3');
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(Uint8Array.from(await bytes).buffer));
    expect(new Set(imports.map(({ module }) => module))).toEqual(new Set(['linux']));
    expect(imports.every(({ kind }) => kind !== 'global')).toBe(true);
  });

  it('finds nothing of the host: memory, files, devices, calls, descriptors, processes, networks', async (context) => {
    skipWithout(context, 'python3');
    const secret = randomBytes(12).toString('hex');
    process.env.WASMSAND_TEST_SECRET = secret;
    const place = mkdtempSync(join(tmpdir(), 'wasmsand-host-'));
    const file = join(place, 'secret');
    writeFileSync(file, secret);
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end(secret);
    });
    server.on('connection', () => requests++);
    await new Promise<void>((resolve) => server.listen(0, resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const sandbox = await sandboxes();
      // What a process before it had in its memory, too.
      await sandbox.run('python3 -c "import sys; x = [sys.argv[1] * 1000]" "$1"', { args: [secret] });
      const reversed = [...secret].reverse().join('');
      const { stdout, stderr, exitCode } = await run(
        'host.py',
        [reversed, file, String(process.pid), String(port)],
        sandbox,
      );
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
      const said = answers(stdout);
      // It turns the secret round itself, and so has it a few times.
      const [, found] = /^\((\d+), True\)$/.exec(said.memory ?? '') ?? [];
      expect(Number(found)).toBeLessThan(100);
      for (const name of ['environment', 'environments of all', 'command lines of all', 'descriptors'])
        expect({ name, found: said[name] }).toEqual({ name, found: '[]' });
      const refused = Object.entries(said).filter(([name]) => /^(file|link|\/dev|\/proc|\/sys|\/var)/.test(name));
      expect(refused.length).toBeGreaterThan(25);
      expect(refused.filter(([, answer]) => !/^(\w+Error) \d+$/.test(answer))).toEqual([]);
      const rest = Object.entries(said).filter(([name]) =>
        /signal|group|root|owner|device|clock|priority|connect/.test(name),
      );
      expect(rest.length).toBeGreaterThan(20);
      expect(rest.filter(([, answer]) => !/Error \d+$|^True$|^-\d+$/.test(answer))).toEqual([]);
      expect(Object.values(said).filter((answer) => answer === 'False')).toEqual([]);
      expect(requests).toBe(0);
    } finally {
      server.close();
      rmSync(place, { recursive: true });
      delete process.env.WASMSAND_TEST_SECRET;
    }
  });

  it('ends by an exception or a signal whatever it does to itself', { timeout: 120_000 }, async (context) => {
    skipWithout(context, 'python3');
    const limit = 160;
    const sandbox = await sandboxes({ memoryLimitMb: limit });
    sandbox.writeFile('/tmp/endings.py', program('endings.py'));
    const seed = String(1 + Math.floor(Math.random() * 1e6));
    const { stdout, stderr, usage } = await reportGrowth(() => run('endings_run.py', [seed], sandbox));
    expect({ seed, stderr }).toEqual({ seed, stderr: '' });
    const ends = stdout
      .trim()
      .split('\n')
      .map((line) => /^(.*): (-?\d+) ?(.*)$/.exec(line)?.slice(1) ?? [line]);
    expect(ends.length).toBe(program('endings.py').match(/^### /gm)?.length);
    // What it exits with, and the signals of what a module can do wrong: lib/guest/traps.ts.
    const allowed = new Set(['0', '1', '7', '-6', '-8', '-9', '-11']);
    // Calls of the kernel may by chance ask for any signal: by a timer, by a limit of its time.
    const others = ends.filter(
      ([name, status = '']) =>
        !allowed.has(status) && !(name?.startsWith('makes calls of the kernel') && /^-\d+$/.test(status)),
    );
    expect({ seed, others }).toEqual({ seed, others: [] });
    const endless = ends.filter(([name]) => /without end|^a bomb/.test(name ?? ''));
    expect(endless.length).toBeGreaterThan(10);
    expect(
      endless.filter(([, , says]) => !/MemoryError|OverflowError|allocate memory|limit on input/.test(says ?? '')),
    ).toEqual([]);
    expect(usage.peakMemoryBytes).toBeLessThanOrEqual((limit + 16) * 2 ** 20);
    expect((await sandbox.run('python3 -c "print(2 + 3)"')).stdout).toBe('5\n');
  });

  it('leaves nothing of that to the next process', async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await sandboxes();
    const spoil = `
import builtins, ctypes, os, random, signal, sys
for f in ('/usr/bin/python3', '/usr/bin/python3.14', '/usr/lib/python3.14/os.py', '/usr/lib/python3.14/__pycache__/os.cpython-314.pyc', '/usr/lib/python3.14/lib-dynload/python.symbols'):
    for attempt in (lambda: open(f, 'ab'), lambda: os.unlink(f), lambda: os.rename(f, '/tmp/x'), lambda: os.chmod(f, 0o777)):
        try: attempt(); print('spoiled', f)
        except OSError: pass
try: open('/usr/lib/python3.14/sitecustomize.py', 'w'); print('spoiled')
except OSError: pass
builtins.print = None; sys.modules['json'] = 5; signal.signal(2, signal.SIG_IGN); os.umask(0); os.environ['A'] = 'b'; os.chdir('/')
for o in (3, None, '', sys): ctypes.memset(id(o), 65, 12)
ctypes.memmove(id(5), id(6), 16)
`;
    sandbox.writeFile('/tmp/spoil.py', spoil);
    const check =
      'import json, os, sys; print(2 + 3, json.dumps(None), os.environ.get("A"), os.getcwd(), oct(os.umask(0o22)), len(sys.argv[1:]))';
    for (let i = 0; i < 3; i++) {
      expect((await sandbox.run('python3 /tmp/spoil.py')).stdout).toBe('');
      const { stdout, stderr } = await sandbox.run(`python3 -c '${check}'`);
      expect({ stdout, stderr }).toEqual({ stdout: '5 null None /home/user 0o22 0\n', stderr: '' });
    }
  });

  it('is told by the environment and by what a guest has installed only what concerns the guest', async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await sandboxes();
    const lines = [
      'mkdir -p ~/.local/lib/python3.14/site-packages; cd ~/.local/lib/python3.14/site-packages',
      `echo 'import os; os.environ["SEEN"] = "usercustomize"' > usercustomize.py`,
      `echo 'import sys; sys.pth_was_here = 1' > a.pth; head -c 100000 /dev/urandom | od -x > b.pth`,
      `cd /tmp; mkdir -p evil; echo 'raise SystemExit(9)' > evil/sitecustomize.py; echo 'raise SystemExit(8)' > evil/os.py`,
      'run() { timeout 20 env "$@" python3 -c "print(2 + 3)" >/tmp/out 2>/tmp/err </dev/null; echo "$1: $? $(cat /tmp/out)"; }',
      ...variables.map((variable) => `run ${variable}`),
      'run A=$(head -c 60000 /dev/zero | tr "\\0" x)',
    ];
    const { stdout } = await sandbox.run(lines.join('\n'), { timeoutMs: 60_000 });
    const ends = stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/^(\w+)=.*: /, '$1: '));
    expect(ends.length).toBe(27);
    expect(ends.filter((line) => !/: ([01289] ?|0 5|139)$/.test(line) && !/: \d+ 5$/.test(line))).toEqual([]);
    expect(ends.filter((line) => line.endsWith(': 0 5')).length).toBeGreaterThan(15);
    expect(
      (
        await neighbour.run(
          "python3 -c \"import os, sys; print(os.environ.get('SEEN'), hasattr(sys, 'pth_was_here'))\"",
        )
      ).stdout,
    ).toBe('None False\n');
  });

  /** How a program ends, and all that it says. */
  async function attempt(sandbox: Sandbox, code: string, timeoutMs = 20_000) {
    sandbox.writeFile('/tmp/attempt.py', code);
    const { exitCode, stdout, stderr } = await sandbox.run('python3 /tmp/attempt.py', { timeoutMs });
    return { exitCode, says: stdout + stderr };
  }

  it('takes down what is of its sandbox only, by signals', async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await sandboxes();
    await attempt(sandbox, 'import os, signal; os.kill(-1, signal.SIGKILL)');
    for (const target of ['1', 'os.getppid()', '2']) {
      const code = `import os, signal\nfor n in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL): os.kill(${target}, n)`;
      await attempt(sandbox, code, 3_000);
    }
    expect((await sandbox.run('echo goes on')).stdout).toBe('goes on\n');
    const deaf = `import os, signal
for n in range(1, 65):
    try: signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError): pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True: pass`;
    const endless = [
      deaf,
      'import re; re.match(r"(a+)+$", "a" * 60 + "b")',
      'pow(7, 10**9)',
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    ];
    for (const code of endless)
      expect({ code, ends: (await attempt(sandbox, code, 1_000)).exitCode }).toEqual({ code, ends: 124 });
    // The shell takes leave of what was killed when it begins with the next command.
    expect((await sandbox.run('ps -e -o comm= | grep -c .')).stdout).toBe('3\n');
    expect(sandbox.metrics().processes).toBe(1);
  });

  it('makes no more processes, threads and descriptors than its sandbox may have', async (context) => {
    skipWithout(context, 'python3');
    const refused = /BlockingIOError|MemoryError|Cannot allocate memory|cannot allocate memory/;
    const bombs = [
      'import subprocess\na = []\nwhile True: a.append(subprocess.Popen(["sleep", "30"]))',
      'import os, sys\na = []\nwhile True: a.append(os.posix_spawn(sys.executable, ["python3", "-c", "input()"], {}))',
      // Each copy makes more of them, and none ends by itself.
      'import _wasmsand_thread as t, time\ndef f():\n    for _ in range(3): t.copy(f)\n    time.sleep(1)\nfor _ in range(99): t.copy(f)',
    ];
    for (const code of bombs) {
      const sandbox = await Sandbox.create({ maxProcesses: 40, memoryLimitMb: 512 });
      const { says } = await attempt(sandbox, code);
      expect({ code, says }).toEqual({ code, says: expect.stringMatching(refused) });
      expect(sandbox.metrics().memoryBytes).toBeLessThanOrEqual(2 ** 29);
      sandbox.destroy();
    }
    const sandbox = await sandboxes();
    const threads = `import threading, time
a = [threading.Thread(target=time.sleep, args=(0,)) for _ in range(3000)]
[t.start() for t in a]; [t.join() for t in a]; print("all")`;
    expect((await attempt(sandbox, threads)).says).toBe('all\n');
    expect((await attempt(sandbox, 'import os\nfds = []\nwhile True: fds += os.pipe()')).says).toMatch(/Errno 24/);
  });
});

describe('a hostile cell of a session', () => {
  /** Where a session says what is shown: the last descriptor that is a pipe or a stream and no standard one. */
  const forge = (message: string) => `
import os
line = ${JSON.stringify(message)}.encode()
for fd in range(3, 12):
    try: os.write(fd, line)
    except OSError: pass
`;

  async function answerOf(session: PythonSession): Promise<unknown> {
    try {
      return (await session.run('6 * 7')).value;
    } catch (error) {
      if (!(error instanceof SandboxError) || error.code !== 'E_PYTHON') throw error;
      session.reset();
      return (await session.run('6 * 7')).value;
    }
  }

  it('that forges what is said harms no more than its session', { timeout: 60_000 }, async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await sandboxes();
    const session = await sandbox.python.session();
    const forged = [
      '{"done": true}\n',
      '{"value": {"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}}\n',
      '{"__proto__": {"polluted": 1}}\n',
      '{"display": null}\n{"value": 5}\n{"error": []}\n{"stream": {}, "text": 7}\n{"variables": "x"}\n{"stream": "stdout"}\n',
      '{"error": {"name": {"toString": 1}, "value": [], "traceback": null}}\n',
      '{"stream": "stdout", "text": {"then": "x", "length": 1e9}}\n',
      'null\n[]\n5\n"x"\n{}\n',
      'no JSON\n',
      '\xff\xfe\0\n',
      `${'['.repeat(5_000)}\n`,
      '{"ready": true}\n{"done": true}\n{"done": true}\n',
      '{"variables": [{"name": 5}, null, {"name": "x", "type": "y", "repr": {}}]}\n',
    ];
    for (const message of forged) {
      try {
        const result = await session.run(forge(message), { timeoutMs: 10_000 });
        expect(Array.isArray(result.outputs)).toBe(true);
        for (const output of result.outputs) if (output.type === 'stream') expect(typeof output.text).toBe('string');
      } catch (error) {
        expect(error).toMatchObject({ code: 'E_PYTHON' });
        session.reset();
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      session.reset();
      expect({ message, value: await answerOf(session) }).toEqual({ message, value: { 'text/plain': '42' } });
    }
  });

  it('that ends, floods or replaces its interpreter ends its session at most', { timeout: 60_000 }, async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await sandboxes({ memoryLimitMb: 256 });
    const session = await sandbox.python.session();
    const cells = [
      'import os; os._exit(0)',
      'import os; os.kill(os.getpid(), 9)',
      'import os; os.execv("/bin/cat", ["cat", "/dev/zero"])',
      'import os; [os.close(fd) for fd in range(20)]'.replace(
        'os.close(fd)',
        '__import__("_wasmsand").syscall(57, fd)',
      ),
      'import ctypes; ctypes.memset(0, 0, 1 << 24)',
      'import sys; sys.setrecursionlimit(10**9); f = lambda: f(); f()',
      'import os\nwhile True:\n    for fd in range(3, 12):\n        try: os.write(fd, b"x" * 100000)\n        except OSError: pass',
      'import sys; sys.modules["json"].dumps = lambda *a: "x" * 10**8; print(1)',
      'import builtins; builtins.len = None; builtins.range = None; print(1)',
      'while True: print("x" * 10000)',
      'class E(BaseException):\n    def __str__(self): raise self\n    __repr__ = __str__\nraise E',
      'class M(type):\n    def __getattr__(cls, n): raise SystemExit\nclass A(metaclass=M):\n    def __repr__(self): 1 / 0\nA()',
    ];
    for (const code of cells) {
      await session
        .run(code, { timeoutMs: 1_500 })
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'E_PYTHON' }));
      session.reset();
      expect({ code, value: await answerOf(session) }).toEqual({ code, value: { 'text/plain': '42' } });
    }
    session.close();
  });
});
