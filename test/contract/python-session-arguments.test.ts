// Options of sessions of Python that nobody should give, and functions of the caller's that throw.

import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('options of a session of Python', () => {
  it.each([
    [null, 'options must be an object'],
    ['x', 'options must be an object'],
    [{ timeout: 1 }, "option 'timeout' is not known"],
    [{ cwd: 5 }, "option 'cwd' must be a string that is not empty"],
    [{ idleMs: Number.NaN }, "option 'idleMs' must be a number of milliseconds, at least 0"],
  ])('refuse %j', async (options, message) => {
    const sandbox = await create();
    const refusal = { code: 'E_INVALID_OPTION', message };
    await expect(sandbox.python.session(options as object)).rejects.toMatchObject(refusal);
    expect(sandbox.python.sessions()).toEqual([]);
  });

  const timeout = "option 'timeoutMs' must be a number of milliseconds from 0 (no limit) to 2147483647";
  it.each([
    [null, 'options must be an object'],
    [{ stdin: 'x' }, "option 'stdin' is not known"],
    [{ signal: 1 }, "option 'signal' must be an AbortSignal"],
    [{ maxOutputBytes: 0 }, "option 'maxOutputBytes' must be a whole number of bytes from 1 to 536870888"],
    [{ cpuTimeoutMs: -1 }, timeout.replace('timeoutMs', 'cpuTimeoutMs')],
    [{ onOutput: 5 }, "option 'onOutput' must be a function"],
    [{ timeoutMs: '5' }, timeout],
    [{ timeoutMs: -1 }, timeout],
    [{ timeoutMs: 2 ** 31 }, timeout],
  ])('of its run refuse %j', async (options, message) => {
    const session = await (await create()).python.session();
    await expect(session.run('1', options as object)).rejects.toMatchObject({ code: 'E_INVALID_OPTION', message });
  });

  it('let code run as long as a timer can last', async () => {
    const session = await (await create({ timeoutMs: 2 ** 31 - 1 })).python.session();
    const code = 'import time\ntime.sleep(0.1)\n7';
    expect((await session.run(code)).value).toEqual({ 'text/plain': '7' });
    expect((await session.run(code, { timeoutMs: 2 ** 31 - 1 })).value).toEqual({ 'text/plain': '7' });
  });
});

describe('onOutput', () => {
  it('interrupts the code when it throws, which run rejects with, and the session goes on', async () => {
    const session = await (await create()).python.session();
    let calls = 0;
    const onOutput = (): void => {
      calls++;
      throw new Error("the caller's");
    };
    const code = 'x = 6\nprint(1, flush=True)\nprint(2, flush=True)\nimport time\ntime.sleep(60)\nx = 7';
    await expect(session.run(code, { onOutput })).rejects.toThrow("the caller's");
    expect(calls).toBe(1);
    expect((await session.run('x')).value).toEqual({ 'text/plain': '6' });
  });

  it('interrupts code that is just about to wait', { timeout: 60_000 }, async () => {
    const session = await (await create()).python.session();
    await session.run('import time, select\nx = 6');
    const waits = ['time.sleep(60)', 'select.select([], [], [], 60)', 'select.poll().poll(60_000)'];
    for (let i = 0; i < 150; i++) {
      // Somewhere between the first thing that is said and the wait.
      const code = `print(1)\nfor i in range(${(i * 37) % 1000}): pass\n${waits[i % waits.length]}`;
      let calls = 0;
      const onOutput = (): void => {
        if (calls++ === 0) session.interrupt();
      };
      expect((await session.run(code, { onOutput })).error?.name).toBe('KeyboardInterrupt');
    }
    expect((await session.run('x')).value).toEqual({ 'text/plain': '6' });
  });
});
