import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PythonOutput } from 'wasmsand';
import { report } from '../security/report.js';
import { watchEventLoop } from '../security/watch.mjs';
import { useSandboxes } from './use-sandbox.js';

const text = (outputs: PythonOutput[], name = 'stdout'): string =>
  outputs.map((output) => (output.type === 'stream' && output.name === name ? output.text : '')).join('');

describe('a session of Python', () => {
  const create = useSandboxes();

  it('keeps definitions, and returns the value of the last expression', async () => {
    const session = await (await create()).python.session();
    expect(await session.run('x = 6\ndef f(n):\n    return n * x')).toEqual({
      outputs: [],
      truncated: false,
      timedOut: false,
      executionTimeMs: expect.any(Number),
      usage: expect.objectContaining({ limitsHit: [] }),
    });
    expect((await session.run('print("hello")\nf(7)')).value).toEqual({ 'text/plain': '42' });
    expect((await session.run('_')).value).toEqual({ 'text/plain': '42' });
    expect(await session.variables()).toEqual([
      { name: 'f', type: 'function', repr: expect.stringContaining('<function f') },
      { name: 'x', type: 'int', repr: '6' },
    ]);
    session.reset();
    expect((await session.run('x')).error?.name).toBe('NameError');
    session.close();
    await expect(session.run('1')).rejects.toMatchObject({ code: 'E_PYTHON' });
  });

  it('streams output of Python and of programs', async () => {
    const session = await (await create()).python.session();
    const heard: PythonOutput[] = [];
    const code = `
import subprocess, sys
print('one')
print('two', file=sys.stderr)
subprocess.run(['echo', 'three'])
sys.stdout.buffer.write(b'four\\n')
import os
os.system('echo five >&2')
`;
    const { outputs } = await session.run(code, { onOutput: (output) => heard.push(output) });
    expect(text(outputs).split('\n').sort().join(' ').trim()).toBe('five four one three');
    expect(text(outputs, 'stderr')).toBe('two\n');
    expect(heard.length).toBeGreaterThan(3);
    session.close();
  });

  it('reports exceptions as Python does', async () => {
    const session = await (await create()).python.session();
    await session.run('def g():\n    return 1 / 0');
    const { error } = await session.run('g()');
    expect(error).toMatchObject({ name: 'ZeroDivisionError', value: 'division by zero' });
    expect(error?.traceback).toBe(`Traceback (most recent call last):
  File "<cell 2>", line 1, in <module>
    g()
    ~^^
  File "<cell 1>", line 2, in g
    return 1 / 0
           ~~^~~
ZeroDivisionError: division by zero
`);
    expect((await session.run('x = (')).error?.name).toBe('SyntaxError');
    expect((await session.run('raise SystemExit(3)')).error?.name).toBe('SystemExit');
    expect((await session.run('1 + 1')).value).toEqual({ 'text/plain': '2' });
    session.close();
  });

  it('returns rich values by MIME type, as notebooks do', async () => {
    const session = await (await create()).python.session();
    const code = `
class Picture:
    def _repr_png_(self): return b'\\x89PNG'
    def _repr_html_(self): return '<b>bold</b>'
    def __repr__(self): return 'Picture()'
display(Picture())
Picture()
`;
    const bundle = { 'image/png': 'iVBORw==', 'text/html': '<b>bold</b>', 'text/plain': 'Picture()' };
    const result = await session.run(code);
    expect(result.outputs).toEqual([{ type: 'display', data: bundle }]);
    expect(result.value).toEqual(bundle);
    session.close();
  });

  it('can be interrupted, and goes on', async () => {
    const session = await (await create()).python.session();
    await session.run('x = 1');
    const running = session.run('import time\ntime.sleep(60)');
    setTimeout(() => session.interrupt(), 300);
    expect((await running).error?.name).toBe('KeyboardInterrupt');
    const late = await session.run('while True: pass', { timeoutMs: 200 });
    expect(late.error?.name).toBe('KeyboardInterrupt');
    expect((await session.run('x')).value).toEqual({ 'text/plain': '1' });
    session.close();
  });

  it('can be interrupted before it has begun or while it begins, and goes on', async () => {
    const sandbox = await create();
    for (const ms of [0, 0, 1, 2, 4, 6, 8, 10, 13, 16, 20, 30]) {
      const session = await sandbox.python.session();
      const running = session.run('import time\nbegun = 1\ntime.sleep(60)');
      await sleep(ms);
      session.interrupt();
      expect((await running).error?.name).toBe('KeyboardInterrupt');
      expect((await session.run('x = 6')).error).toBeUndefined();
      expect((await session.run('x * 7')).value).toEqual({ 'text/plain': '42' });
      session.close();
    }
  });

  it('is interrupted once, wherever it is with a request', async () => {
    const session = await (await create()).python.session();
    await session.run('import time');
    for (let i = 0; i < 300; i++) {
      const begun = performance.now();
      const running = session.run('for _ in range(5000): time.sleep(.002)');
      const us = (i % 30) * 10;
      if (us > 0) await null;
      while (performance.now() - begun < us / 1000);
      session.interrupt();
      expect((await running).error?.name).toBe('KeyboardInterrupt');
      const next = await session.run('6 * 7');
      expect(next).toMatchObject({ outputs: [], truncated: false, value: { 'text/plain': '42' } });
      expect(next.error).toBeUndefined();
    }
    for (let i = 0; i < 300; i++) {
      const running = [session.run('1'), session.run('2')] as const;
      await null;
      for (const begun = performance.now(); performance.now() - begun < (i % 30) / 100; );
      session.interrupt();
      await running[0];
      expect((await running[1]).error).toBeUndefined();
    }
    const queued = [session.run('time.sleep(10)'), session.run('7')];
    session.interrupt();
    expect((await Promise.all(queued)).map(({ error }) => error?.name)).toEqual(['KeyboardInterrupt', undefined]);
    session.interrupt();
    expect((await session.run('8')).error).toBeUndefined();
    session.close();
  });

  it('reports exceptions that cannot be printed, and exceptions after the code', async () => {
    const session = await (await create()).python.session();
    const mute = 'class Mute(Exception):\n    def __str__(self): raise ValueError("mute")\nraise Mute';
    expect((await session.run(mute)).error).toMatchObject({ name: 'ValueError', value: 'mute' });
    const late = 'import threading, time, signal, os\nthreading.Timer(.1, lambda: os.kill(os.getpid(), 2)).start()\n';
    const slow = 'class Slow:\n    def __repr__(self): time.sleep(5)\nSlow()';
    expect((await session.run(late + slow)).error?.name).toBe('KeyboardInterrupt');
    expect((await session.run('9')).value).toEqual({ 'text/plain': '9' });
    const silent = 'import traceback\ndef refuse(*_): raise ValueError\ntraceback.format_exception = refuse\n1 / 0';
    expect((await session.run(silent)).error).toMatchObject({ value: 'the exception could not be told' });
    session.close();
  });

  it('goes on when the code uses up all descriptors', async () => {
    const session = await (await create()).python.session();
    const limit = (to: string): string =>
      `import os, resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (${to}, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))`;
    for (const few of ['3', '0']) {
      await session.run(limit(few));
      const { outputs, value } = await session.run('print("told")\nos.system("echo lost")\n6 * 7');
      expect(text(outputs)).toContain('told');
      expect(text(outputs)).not.toContain('lost');
      expect(value).toEqual({ 'text/plain': '42' });
    }
    await session.run(limit('256'));
    expect(text((await session.run('os.system("echo heard")')).outputs)).toBe('heard\n');
    session.close();
  });

  it('ends when code ignores the interrupt, and begins anew', async () => {
    const session = await (await create()).python.session();
    const stubborn = 'while True:\n    try:\n        while True: pass\n    except BaseException: pass';
    await session.run('1');
    await expect(session.run(stubborn, { timeoutMs: 500 })).rejects.toMatchObject({
      code: 'E_PYTHON',
      limit: 'timeoutMs',
      message: "the session of Python has ended: the code did not end when 'timeoutMs' was reached",
    });
    await expect(session.run('import os\nos.kill(os.getpid(), 9)')).rejects.toMatchObject({
      code: 'E_PYTHON',
      message: 'the session of Python has ended: it was killed by SIGKILL',
    });
    await expect(session.run('import os\nos._exit(3)')).rejects.toMatchObject({
      code: 'E_PYTHON',
      message: 'the session of Python has ended: it has exited with status 3',
    });
    expect((await session.run('1')).value).toEqual({ 'text/plain': '1' });
    session.close();
  });

  it('rejects the run when it is killed, and has a new interpreter for the next', async () => {
    const sandbox = await create();
    const session = await sandbox.python.session();
    const unheard: unknown[] = [];
    const note = (reason: unknown): number => unheard.push(reason);
    process.on('unhandledRejection', note);
    try {
      for (let i = 0; i < 10; i++) {
        const { value } = await session.run('import os; os.getpid()');
        sandbox.jobs.signal(Number(value?.['text/plain']), 'SIGKILL');
        // It is asked before anybody has heard of its end.
        await expect(session.run('1')).rejects.toMatchObject({ code: 'E_PYTHON' });
        expect((await session.run('2')).value).toEqual({ 'text/plain': '2' });
      }
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unheard).toEqual([]);
    session.close();
  });

  it('accepts only well-formed messages from the guest', async () => {
    const session = await (await create()).python.session();
    const say = (line: string): string => `
import os, _wasmsand_session
os.write(_wasmsand_session.session.descriptor, (${JSON.stringify(line)} + '\\n').encode())
`;
    for (const line of [
      'null',
      '{"value": [1]}',
      '{"variables": {"a": 1}}',
      '{"error": 5}',
      '{"stream": "x", "text": 1}',
    ]) {
      await session.run(say(line)).catch(() => {});
    }
    await expect(session.run(say('no json'))).rejects.toMatchObject({
      code: 'E_PYTHON',
      cause: expect.any(TypeError),
    });
    await expect(session.run(say('{"value": {'))).rejects.toMatchObject({
      code: 'E_PYTHON',
      cause: expect.any(SyntaxError),
    });
    session.close();
  });

  it('bounds the output of code that prints too much, and lets the event loop turn', async () => {
    const session = await (await create({ maxOutputBytes: 2 ** 20 })).python.session();
    for (const flood of ['print("x" * 100000)', 'os.write(2, b"x" * 65536)']) {
      const endWatch = await watchEventLoop();
      const result = await session.run(`import os\nwhile True: ${flood}`, { timeoutMs: 500 });
      const { turns, ...figures } = await endWatch();
      report(figures);
      // Of a hundred in half a second.
      expect(turns).toBeGreaterThan(5);
      expect(result).toMatchObject({ truncated: true, error: { name: 'KeyboardInterrupt' } });
      expect(text(result.outputs).length).toBeLessThanOrEqual(2 ** 20);
    }
    const long = await session.run('text = "y" * 4_000_000\nprint(text)\ntext');
    expect(long.truncated).toBe(true);
    expect(String(long.value?.['text/plain']).length).toBeLessThan(10_000);
    const error = (await session.run('raise ValueError(text)')).error;
    expect(error?.name).toBe('ValueError');
    expect(String(error?.value).length).toBeLessThan(10_000);
    expect(await session.variables()).toEqual([
      { name: 'os', type: 'module', repr: expect.any(String) },
      { name: 'text', type: 'str', repr: expect.any(String) },
    ]);
    const silent = `import os, _wasmsand_session
while True: os.write(_wasmsand_session.session.descriptor, b"z" * 65536)`;
    await expect(session.run(silent)).rejects.toMatchObject({ code: 'E_PYTHON' });
    session.close();
  });

  it('is one of at most 16, each with its own state', async () => {
    const { python } = await create();
    const sessions = await Promise.all(Array.from({ length: 4 }, () => python.session()));
    await Promise.all(sessions.map((session, i) => session.run(`x = ${i}`)));
    const values = await Promise.all(sessions.map((session) => session.run('x')));
    expect(values.map(({ value }) => value?.['text/plain'])).toEqual(['0', '1', '2', '3']);
    const more = await Promise.all(Array.from({ length: 12 }, () => python.session()));
    await expect(python.session()).rejects.toMatchObject({ code: 'E_LIMIT_SESSIONS' });
    for (const session of [...sessions, ...more]) session.close();
    (await python.session()).close();
  });
});
