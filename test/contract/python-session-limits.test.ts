// What bounds code of a session of Python: time, processor time, an AbortSignal, its length, its output. Each is told in the result, and none
// of them costs the session what it has defined, unless the code does not listen.

import { describe, expect, it } from 'vitest';
import type { PythonSession } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const mebibyte = 1024 * 1024;

async function begun(options?: Parameters<typeof create>[0]): Promise<PythonSession> {
  const session = await (await create(options)).python.session();
  await session.run('kept = 42');
  return session;
}

async function expectKept(session: PythonSession): Promise<void> {
  expect((await session.run('kept')).value).toEqual({ 'text/plain': '42' });
}

const interrupted = { name: 'KeyboardInterrupt' };

describe('code of a session of Python', () => {
  it('is interrupted when its time is over', async () => {
    const session = await begun();
    for (const code of ['while True: pass', 'import time\ntime.sleep(1000)']) {
      const result = await session.run(`print("begun")\n${code}`, { timeoutMs: 2000 });
      expect(result).toMatchObject({ timedOut: true, errorClass: 'TIMEOUT', limit: 'timeoutMs', error: interrupted });
      expect(result.outputs).toEqual([{ type: 'stream', name: 'stdout', text: 'begun\n' }]);
      expect(result.usage.limitsHit).toEqual(['timeoutMs']);
      await expectKept(session);
    }
  });

  it('is interrupted when it has used its processor time, of the options or of the sandbox', async () => {
    const session = await begun({ cpuTimeoutMs: 250, timeoutMs: 0 });
    const late = { timedOut: true, errorClass: 'TIMEOUT', limit: 'cpuTimeoutMs', error: interrupted };
    expect(await session.run('while True: pass', { cpuTimeoutMs: 100 })).toMatchObject(late);
    expect(await session.run('while True: pass')).toMatchObject(late);
    await expectKept(session);
    const slept = await session.run('import time\ntime.sleep(.4)\n1', { cpuTimeoutMs: 300, timeoutMs: 0 });
    expect(slept).toMatchObject({ timedOut: false, value: { 'text/plain': '1' } });
  });

  it('ends together with the programs it has started', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    await session.run('import subprocess, time\nkept = 42');
    const result = await session.run('p = subprocess.Popen(["sleep", "1000"])\ntime.sleep(1000)', { timeoutMs: 2000 });
    expect(result).toMatchObject({ timedOut: true, error: interrupted });
    expect(result.usage.processes).toBeGreaterThan(0);
    expect((await session.run('p.wait()')).value).toEqual({ 'text/plain': '-9' });
    const stubborn = 'try: time.sleep(1000)\nexcept KeyboardInterrupt: p = subprocess.Popen(["sleep", "1000"])';
    expect(await session.run(stubborn, { timeoutMs: 2000 })).toMatchObject({ timedOut: true });
    expect((await session.run('p.wait()')).value).toEqual({ 'text/plain': '-9' });
    await expectKept(session);
  });

  it('is interrupted by an AbortSignal, and not begun when that was aborted before', async () => {
    const session = await begun();
    const cancelled = { timedOut: false, errorClass: 'CANCELLED', error: interrupted };
    const running = new AbortController();
    const onOutput = (): void => running.abort();
    const code = 'print("begun")\nimport time\ntime.sleep(1000)';
    expect(await session.run(code, { signal: running.signal, onOutput })).toMatchObject(cancelled);
    const never = await session.run('kept = 0', { signal: AbortSignal.abort() });
    expect(never).toMatchObject({ ...cancelled, outputs: [], executionTimeMs: 0 });
    const waiting = new AbortController();
    const first = session.run('time.sleep(1000)');
    const second = session.run('kept = 0', { signal: waiting.signal });
    waiting.abort();
    expect(await second).toMatchObject(cancelled);
    session.interrupt();
    expect((await first).error?.name).toBe('KeyboardInterrupt');
    await expectKept(session);
  });

  it('has a second of the time that it is given to handle the interrupt', async () => {
    const session = await begun();
    const slow = `import time
try:
    while True: pass
except KeyboardInterrupt:
    began = time.process_time()
    while time.process_time() - began < .3: pass
"done"`;
    expect(await session.run(slow, { timeoutMs: 1000 })).toMatchObject({
      timedOut: true,
      value: { 'text/plain': "'done'" },
    });
    await expectKept(session);
  });

  it('ends its session when it ignores the interrupt, and the error says why', { timeout: 120_000 }, async () => {
    const session = await begun();
    const deaf = 'import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)';
    for (const code of ['while True: pass', 'time.sleep(1000)']) {
      await session.run(deaf);
      await expect(session.run(code, { timeoutMs: 1000 })).rejects.toMatchObject({
        code: 'E_PYTHON',
        limit: 'timeoutMs',
      });
      await session.run(deaf);
      await expect(session.run(code, { cpuTimeoutMs: 100, timeoutMs: 10_000 })).rejects.toMatchObject({
        code: 'E_PYTHON',
        limit: code === 'while True: pass' ? 'cpuTimeoutMs' : 'timeoutMs',
      });
      await session.run(deaf);
      const aborter = new AbortController();
      const onOutput = (): void => aborter.abort('enough');
      await expect(session.run(`print(1)\n${code}`, { signal: aborter.signal, onOutput })).rejects.toMatchObject({
        code: 'E_PYTHON',
        cause: 'enough',
      });
    }
    const reset = session.run('import time\ntime.sleep(1000)').catch((error: unknown) => error);
    await session.run('1', { signal: AbortSignal.timeout(300) });
    session.reset();
    expect(await reset).toMatchObject({ code: 'E_PYTHON', message: 'the session of Python has ended: it was reset' });
    expect((await session.run('kept')).error?.name).toBe('NameError');
    session.close();
    await expect(session.run('1')).rejects.toMatchObject({ message: 'the session of Python has ended: it was closed' });
  });

  it('is refused when it is too long, and the session goes on', async () => {
    const small = await begun({ limits: { maxCommandBytes: 1000 } });
    const refusal = { code: 'E_LIMIT_COMMAND', limit: 'maxCommandBytes' };
    await expect(small.run('#'.repeat(1001))).rejects.toMatchObject(refusal);
    await expect(small.run('é'.repeat(501))).rejects.toMatchObject(refusal);
    expect((await small.run('#'.repeat(1000))).error).toBeUndefined();
    await expectKept(small);
    // As JSON it is six times as long.
    const large = await begun({ limits: { maxCommandBytes: 32 * mebibyte } });
    await expect(large.run('\x01'.repeat(12 * mebibyte))).rejects.toMatchObject(refusal);
    await expectKept(large);
  });

  it('has the limit that it met in its result', async () => {
    const session = await begun({ memoryLimitMb: 128 });
    const full = await session.run('bytearray(10 ** 9)');
    expect(full).toMatchObject({
      error: { name: 'MemoryError' },
      errorClass: 'LIMIT_EXCEEDED',
      limit: 'memoryLimitBytes',
    });
    const long = await session.run('print("x" * 1000)\n7', { maxOutputBytes: 100 });
    expect(long).toMatchObject({
      truncated: true,
      errorClass: 'LIMIT_EXCEEDED',
      limit: 'maxOutputBytes',
      value: { 'text/plain': '7' },
    });
    const denied = await session.run('import socket\nsocket.create_connection(("192.0.2.1", 80), 5)');
    expect(denied).toMatchObject({
      errorClass: 'CAPABILITY_DENIED',
      limit: 'network',
      error: { name: 'PermissionError' },
    });
    await expectKept(session);
  });

  it('returns only the text of a value that is too large or too deep', async () => {
    const session = await begun();
    const define = `class Shown:
    def __init__(self, data): self.data = data
    def _repr_json_(self): return self.data
    def __repr__(self): return "short"
deep = 0
for _ in range(500): deep = [deep]`;
    await session.run(define);
    for (const data of ['[0] * 100_000', '{str(i): {} for i in range(70_000)}', 'deep']) {
      const shown = await session.run(`display(Shown(${data}))\nShown(${data})`);
      expect(shown.value).toEqual({ 'text/plain': 'short…' });
      expect(shown.outputs).toEqual([{ type: 'display', data: { 'text/plain': 'short…' } }]);
    }
    const whole = await session.run('Shown([{"n": {}} for i in range(20_000)])');
    expect(whole.value?.['application/json']).toHaveLength(20_000);
    const named = await session.run('globals().update({f"v{i}": i for i in range(20_000)})');
    expect(named.error).toBeUndefined();
    expect(await session.variables()).toHaveLength(1000);
    await expectKept(session);
  });
});

describe('variables of a session of Python', () => {
  it('are listed within the time limits', async () => {
    const session = await begun({ timeoutMs: 5000 });
    await session.run('class Slow:\n    def __repr__(self):\n        while True: pass\nslow = Slow()');
    await expect(session.variables()).rejects.toMatchObject({ code: 'ETIMEDOUT', limit: 'timeoutMs' });
    const listing = session.variables();
    await session.run('1', { signal: AbortSignal.timeout(100) });
    session.interrupt();
    await expect(listing).rejects.toMatchObject({ code: 'ECANCELED' });
    await session.run('del slow');
    expect((await session.variables()).map(({ name }) => name)).toEqual(['Slow', 'kept']);
  });
});

describe('fifty sessions of Python', () => {
  it('keep their variables when all of them are interrupted at once', { timeout: 300_000 }, async () => {
    const sessions = await Promise.all(Array.from({ length: 50 }, () => begun({ timeoutMs: 120_000 })));
    // Each has a twenty-fifth of a processor, or less: a second of the clock would be too short for most of them.
    const results = await Promise.all(sessions.map((session) => session.run('while True: pass', { timeoutMs: 1000 })));
    for (const result of results) expect(result).toMatchObject({ timedOut: true, error: interrupted });
    for (const session of sessions) await expectKept(session);
  });
});
