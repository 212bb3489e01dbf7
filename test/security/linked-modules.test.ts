// Modules of a guest's that a program links: how many there may be, and that a process of the image which links one is measured, charged
// and killed as a guest's own program is, and stops no neighbour.

import { describe, expect, it } from 'vitest';
import type { Process, Sandbox } from 'wasmsand';
import { useSandboxes } from '../contract/use-sandbox.js';
import { skipWithout } from '../setup/missing-programs.js';
import { magic, op, unsigned } from './assembler.js';
import { runModule, stillWorks } from './hostile.js';
import { linkingProgram } from './linking-program.js';
import { bytes, repeat, section } from './own-process.js';
import { memory, sideModule } from './side-module.js';

const answer = op.i32(42);
const text = (value: string): number[] => [...unsigned(value.length), ...Buffer.from(value)];

/** A module that exports `answer`, its function 0, and throws exceptions with what `parameters` says. */
function throwing(parameters: number[], functions: Buffer[], locals: number[] = [0]): Uint8Array {
  const bodies = functions.map((code) => {
    const whole = Buffer.concat([bytes(locals), code, bytes(op.end)]);
    return Buffer.concat([bytes(unsigned(whole.length)), whole]);
  });
  return Buffer.concat([
    bytes(magic),
    section(0, bytes(text('dylink.0'), 1, 4, 0, 0, 0, 0)),
    section(1, bytes(2, 0x60, 0, 1, 0x7f, 0x60, parameters.length, parameters, 0)),
    section(2, bytes(1, text('env'), text('memory'), 2, 0, 0)),
    section(3, bytes(functions.length, Array(functions.length).fill(0))),
    section(13, bytes(1, 0, 1)),
    section(7, bytes(1, text('answer'), 0, 0)),
    section(10, bytes(functions.length), ...bodies),
  ]);
}

const exnref = 0x69;
const v128 = 0x7b;
const hoarders: Record<string, Uint8Array> = {
  'exceptions that hold the one before': throwing(
    [exnref],
    [
      bytes(
        op.loop,
        ...[0x02, exnref, 0x1f, 0x40, 1, 3, 0, op.localGet(0), 0x08, 0, op.end, op.unreachable, op.end],
        ...[op.localSet(0), op.br(0), op.end, answer],
      ),
    ],
    [1, 1, exnref],
  ),
  'a hundred exceptions for each call': throwing(Array(16).fill(v128), [
    bytes(op.loop, op.try, op.call(1), op.drop, op.catchAll, op.end, op.br(0), op.end, answer),
    Buffer.concat([
      repeat([...op.try, ...op.call(2), ...op.drop, ...op.catchAll], 100),
      bytes(op.call(1), op.drop),
      repeat([0x09, 0, ...op.end], 100),
      bytes(answer),
    ]),
    Buffer.concat([repeat([0xfd, 0x0c, ...Array(16).fill(1)], 16), bytes(0x08, 0)]),
  ]),
};

function isModule(code: Uint8Array): boolean {
  try {
    return new WebAssembly.Module(Uint8Array.from(code).buffer) !== undefined;
  } catch {
    return false;
  }
}

const spinning = sideModule({
  imports: [memory],
  functions: [[...op.loop, ...op.br(0), ...op.end, ...answer]],
  exports: [['answer', 0, 0]],
});

/** Says that it begins, and calls the module's function. */
const load = 'import ctypes; m = ctypes.CDLL("/tmp/module.so"); print("begins", flush=True); print(m.answer())';

/** A process that answers each line, and the lines that it has answered. */
function echoing(sandbox: Sandbox): { answers: (line: string) => Promise<string>; process: Process } {
  const process = sandbox.spawn('cat', []);
  const reader = process.stdout.getReader();
  const writer = process.stdin.getWriter();
  const decoder = new TextDecoder();
  return {
    process,
    async answers(line) {
      await writer.write(new TextEncoder().encode(line));
      let got = '';
      while (got.length < line.length) {
        const { value, done } = await reader.read();
        if (done) break;
        got += decoder.decode(value, { stream: true });
      }
      return got;
    },
  };
}

async function firstLine(process: Process): Promise<string> {
  const { value } = await process.stdout.getReader().read();
  return new TextDecoder().decode(value);
}

describe('modules that a guest links', () => {
  const sandboxes = useSandboxes();

  it('are no more for a sandbox than a part of what the host process may have', async () => {
    const sandbox = await sandboxes({ memoryLimitMb: 1024 });
    const { status } = await runModule(sandbox, linkingProgram(10_000), 60_000);
    expect(status).toBe(40);
    expect(await stillWorks(sandbox)).toBe(true);
    // They are nobody's when their process has ended.
    expect((await runModule(sandbox, linkingProgram(1_000), 60_000)).status).toBe(10);
  });

  it('are charged to the sandbox, however small they are', async () => {
    const sandbox = await sandboxes({ memoryLimitMb: 48 });
    const { status } = await runModule(sandbox, linkingProgram(10_000), 60_000);
    expect(status).toBeGreaterThan(4);
    expect(status).toBeLessThan(16);
    expect(await stillWorks(sandbox)).toBe(true);
  });

  it('leave some for the other sandboxes', { timeout: 120_000 }, async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => sandboxes({ memoryLimitMb: 1024 })));
    // Each keeps what it has until all have come to their end.
    const spin = [...op.loop, ...op.br(0), ...op.end];
    const run = async (sandbox: Sandbox, program: Uint8Array, timeoutMs: number) => {
      await sandbox.writeFile('/tmp/links', program);
      sandbox.chmod('/tmp/links', 0o755);
      return sandbox.run('/tmp/links', { timeoutMs });
    };
    const holding = all.map((sandbox) => run(sandbox, linkingProgram(4_000, spin), 10_000));
    const { exitCode } = await run(await sandboxes(), linkingProgram(400), 60_000);
    expect(exitCode).toBe(4);
    for (const { timedOut } of await Promise.all(holding)) expect(timedOut).toBe(true);
  });
});

describe('callbacks of ctypes', () => {
  const sandboxes = useSandboxes();

  it('are as many as a sandbox has memory for', { timeout: 120_000 }, async (context) => {
    skipWithout(context, 'python3');
    const sandbox = await sandboxes();
    const beside = echoing(await sandboxes());
    const script = `
import ctypes
F = ctypes.CFUNCTYPE(ctypes.c_int)
k = [F(int)]
k[0]()
try:
    for i in range(80000): k.append(F(int))
except (MemoryError, RuntimeError) as error:
    print(type(error).__name__, len(k) > 20000, k[0](), k[-1]())
`;
    const { stdout, exitCode } = await sandbox.run(`python3 -c '${script}'`, { timeoutMs: 120_000 });
    expect({ stdout, exitCode }).toEqual({
      stdout: expect.stringMatching(/^(Memory|Runtime)Error True 0 0\n$/),
      exitCode: 0,
    });
    expect(await beside.answers('there\n')).toBe('there\n');
    expect((await sandbox.run('python3 -c "print(1)"')).stdout).toBe('1\n');
  });
});

describe('a module that python3 has linked', () => {
  const sandboxes = useSandboxes();
  const loading = async (module: Uint8Array, memoryLimitMb?: number): Promise<Sandbox> => {
    const sandbox = await sandboxes(memoryLimitMb === undefined ? {} : { memoryLimitMb });
    await sandbox.writeFile('/tmp/module.so', module);
    await sandbox.writeFile('/tmp/load.py', load);
    return sandbox;
  };

  for (const [name, module] of Object.entries(hoarders)) {
    it(`keeps no more than its sandbox may have: ${name}`, { timeout: 120_000 }, async (context) => {
      skipWithout(context, 'python3');
      context.skip(!isModule(module), 'an engine without such exceptions');
      const beside = echoing(await sandboxes());
      const other = await sandboxes();
      const waiting = other.spawn('python3', ['-c', 'print("waits", flush=True); print(input())']);
      expect(await firstLine(waiting)).toBe('waits\n');
      const sandbox = await loading(module, 128);
      const { exitCode, timedOut } = await sandbox.run('python3 /tmp/load.py', { timeoutMs: 60_000 });
      expect({ exitCode, timedOut }).toEqual({ exitCode: 137, timedOut: false });
      expect(await beside.answers('there\n')).toBe('there\n');
      const writer = waiting.stdin.getWriter();
      await writer.write(new TextEncoder().encode('goes on\n'));
      expect((await waiting.exited).exitCode).toBe(0);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  }

  it('stops nobody else while it computes, and is killed', async (context) => {
    skipWithout(context, 'python3');
    const neighbours = await Promise.all(Array.from({ length: 6 }, () => sandboxes()));
    const beside = neighbours.map(echoing);
    const spinners = await Promise.all([loading(spinning), loading(spinning)]);
    const spin = spinners.map((sandbox) => sandbox.spawn('python3', ['/tmp/load.py']));
    for (const process of spin) expect(await firstLine(process)).toBe('begins\n');
    // Nothing ends the modules: whoever answers does so beside them.
    for (const line of ['one\n', 'two\n', 'three\n'])
      expect(await Promise.all(beside.map(({ answers }) => answers(line)))).toEqual(beside.map(() => line));
    for (const sandbox of spinners) expect((await sandbox.run('echo hi | cat')).stdout).toBe('hi\n');
    for (const process of spin) process.kill('SIGKILL');
    for (const process of spin) expect((await process.exited).exitCode).toBe(137);
  });
});
