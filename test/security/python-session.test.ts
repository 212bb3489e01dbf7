// Code that writes what it likes to where its session says what is shown: messages that would hold up the event loop, or fill the host's
// memory. The loop has its turns, nothing of it is parsed, and the session goes on.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PythonSession, Sandbox } from 'wasmsand';
import { useSandboxes } from '../contract/use-sandbox.js';
import { report } from './report.js';
import { watchEventLoop } from './watch.mjs';

const create = useSandboxes();
const parse = vi.spyOn(JSON, 'parse');
afterEach(() => parse.mockClear());

const mebibyte = 1024 * 1024;

/** Writes a line, an expression of Python's, where the session says what is shown. */
const saying = (line: string): string => `
import os, _wasmsand_session
_line = ${line} + b'\\n'
_at = 0
while _at < len(_line): _at += os.write(_wasmsand_session.session.descriptor, _line[_at:_at + 1048576])
`;

const attacks = [
  ['values that were not asked for', `b'{"variables":[' + b'{},' * 2_700_000 + b'{}]}'`],
  ['values', `b'{"value":{"x":[' + b'{},' * 2_700_000 + b'{}]}}'`],
  ['keys', `b'{"display":{' + b'"k":0,' * 1_300_000 + b'"k":0}}'`],
  ['lists in one another', `b'{"display":{"x":' + b'[' * 4_000_000 + b']' * 4_000_000 + b'}}'`],
  ['a line that does not end', `b'{"value":{"x":"' + b'x' * 40_000_000`],
] as const;

/** Bytes of the longest text that was parsed. */
const longestParsed = (): number => Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length));

/** What `body` does to the event loop; and how often that turned meanwhile. */
async function watched(body: () => Promise<unknown>): Promise<number> {
  const endWatch = await watchEventLoop();
  let turns = 0;
  let over = false;
  const turning = (async () => {
    for (; !over; turns++) await nextTurn();
  })();
  await body();
  over = true;
  await turning;
  report(await endWatch());
  return turns;
}

async function begun(sandbox: Sandbox): Promise<PythonSession> {
  const session = await sandbox.python.session();
  await session.run('kept = 42');
  return session;
}

describe('a session of Python that is flooded with', () => {
  it.each(attacks)('%s goes on, and so does the event loop', async (_title, line) => {
    const session = await begun(await create());
    parse.mockClear();
    const turns = await watched(async () => {
      for (let i = 0; i < 3; i++) expect((await session.run(saying(line))).error).toBeUndefined();
    });
    // A piece of a quarter of a mebibyte for each turn, or less, of some 24 MiB.
    expect(turns).toBeGreaterThan(24);
    expect(longestParsed()).toBeLessThan(65_536);
    expect((await session.run('kept')).value).toEqual({ 'text/plain': '42' });
  });

  it('large values in fifty sandboxes at a time reads a few in a turn', { timeout: 300_000 }, async () => {
    const sessions = await Promise.all(Array.from({ length: 50 }, async () => begun(await create({ timeoutMs: 0 }))));
    parse.mockClear();
    let most = 0;
    const turns = await watched(async () => {
      let over = false;
      const counting = (async () => {
        for (let known = 0; !over; ) {
          await nextTurn();
          const large = parse.mock.calls.filter(([text]) => String(text).length > mebibyte).length;
          most = Math.max(most, large - known);
          known = large;
        }
      })();
      const results = await Promise.all(sessions.map((session) => session.run('"x" * 4_000_000')));
      over = true;
      await counting;
      for (const { value } of results) expect(value?.['text/plain']).toHaveLength(4_000_002);
    });
    expect(parse.mock.calls.filter(([text]) => String(text).length > mebibyte)).toHaveLength(50);
    // Each takes a part of the few milliseconds that there are for all of them.
    expect(most).toBeLessThan(10);
    expect(turns).toBeGreaterThan(10);
  });

  it('lines that do not end is held in memory of its sandbox', async () => {
    const sandbox = await create({ memoryLimitMb: 96 });
    const sessions = await Promise.all([begun(sandbox), begun(sandbox)]);
    const before = sandbox.metrics().memoryBytes;
    const unended = `
import os, time, _wasmsand_session
say = lambda text: os.write(_wasmsand_session.session.descriptor, text)
try:
    say(b'{"value":{"x":"')
    for _ in range(96): say(b'x' * 65536)
    time.sleep(1000)
except KeyboardInterrupt:
    say(b'"}}\\n')`;
    const running = sessions.map((session) => session.run(unended, { timeoutMs: 60_000 }));
    await expect.poll(() => sandbox.metrics().memoryBytes - before, { timeout: 30_000 }).toBeGreaterThan(12 * mebibyte);
    for (const session of sessions) session.interrupt();
    await Promise.all(running);
    await expect.poll(() => sandbox.metrics().memoryBytes - before).toBeLessThan(8 * mebibyte);
    for (const session of sessions) expect((await session.run('kept')).value).toEqual({ 'text/plain': '42' });
  });
});
