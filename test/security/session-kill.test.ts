// A session's shell can be killed at any moment, also when nobody expects it: the next command has one all the same.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type RunOptions, Sandbox } from 'wasmsand';
import { Session } from '../../lib/shell/session.js';

const sandboxes: Sandbox[] = [];
afterEach(() => {
  for (const sandbox of sandboxes.splice(0)) sandbox.destroy();
});

async function create(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandboxes.push(sandbox);
  return sandbox;
}

async function rest(sandbox: Sandbox): Promise<void> {
  await expect.poll(() => sandbox.metrics().sessionsAtRest, { timeout: 10_000, interval: 5 }).toBe(1);
}

/** Waits for the end of all processes, of which the event loop then has not heard. */
function awaitEnd(sandbox: Sandbox): void {
  while (sandbox.metrics().processes > 0);
}

/** Kills the idle shell, and asks for a command before the event loop has heard of its end. */
async function runAfterKill(sandbox: Sandbox, command: string, options?: RunOptions, turn = 0) {
  const { stdout } = await sandbox.run('echo $$');
  if (turn % 20 === 1) await rest(sandbox);
  sandbox.jobs.signal(Number(stdout), 'SIGKILL');
  if (turn % 4 === 3) awaitEnd(sandbox);
  return sandbox.run(command, options);
}

describe('a shell that is killed while it is idle', () => {
  it('is replaced before the next command, however soon that comes', { timeout: 120_000 }, async () => {
    const sandbox = await create();
    await sandbox.run('export KEPT=1; cd /tmp');
    for (let turn = 0; turn < 400; turn++) {
      const result = await runAfterKill(sandbox, 'echo "$KEPT $PWD"', {}, turn);
      expect({ turn, ...result }).toMatchObject({ turn, exitCode: 0, stdout: '1 /tmp\n', stderr: '' });
    }
    expect(sandbox.metrics().processes).toBe(1);
  });

  it('leaves the next command its streams, its deadline and its cancellation', async () => {
    const sandbox = await create();
    const seen: string[] = [];
    const echoed = await runAfterKill(sandbox, 'cat; echo err >&2', {
      stdin: 'x'.repeat(3_000_000),
      onStdout: (chunk) => seen.push(Buffer.from(chunk).toString()),
    });
    expect(echoed).toMatchObject({ exitCode: 0, stderr: 'err\n' });
    expect([echoed.stdout.length, seen.join('').length]).toEqual([3_000_000, 3_000_000]);
    const late = await runAfterKill(sandbox, 'echo begun; sleep 100', { timeoutMs: 1500 });
    expect(late).toMatchObject({ exitCode: 124, timedOut: true, stdout: 'begun\n' });
    const aborter = new AbortController();
    const cancelled = runAfterKill(sandbox, 'sleep 100', { signal: aborter.signal });
    await new Promise((resolve) => setTimeout(resolve, 300));
    aborter.abort();
    expect(await cancelled).toMatchObject({ exitCode: 137, errorClass: 'CANCELLED' });
  });
});

describe('a shell that has answered', () => {
  const u32 = (value: number): number[] => [...Buffer.from(Uint32Array.of(value).buffer)];
  const reply = Uint8Array.from([1, ...u32(0), 0, ...u32(1), 0x2f, ...[1, 0, 0, 0, 0].flatMap(u32)]);
  const run = 7;
  const channel = 3;

  /** A session whose shell is said to have answered by calling what comes back; its bytes are there at once. */
  function answered() {
    const killRun = vi.fn();
    const setGrace = vi.fn();
    const replies = [reply];
    const kernel = {
      access: () => 0,
      sessionRequest: () => 0,
      takeReply: (_channel: number, into: Uint8Array) => {
        const [next = new Uint8Array()] = replies;
        if (into.length > 0) into.set(replies.shift() ?? []);
        return next.length;
      },
      withdrawRequest: () => 0,
      ...{ killRun, setGrace },
    };
    let announce = (): void => {};
    const nothing = (): void => {};
    const machine = {
      ...{ kernel, isDestroyed: false, hold: nothing, release: nothing, assertAlive: nothing, close: nothing },
      newWatchedRun: () => 1,
      limitsMet: () => [],
      startSession: (_request: unknown, replied: () => void) => {
        announce = replied;
        return { pid: 1, channel };
      },
    };
    const session = new Session(machine as never, '/', {}, 2 ** 21);
    return { session, killRun, setGrace, announce: () => announce() };
  }

  /** Hands the session a command; `ended` settles when its answer is known. */
  async function ask(session: Session): Promise<{ ended: Promise<unknown> }> {
    await session.ready();
    const request = { command: ':', cwd: '', args: [], env: [] };
    const streams = { runId: run, stdin: null, capacity: 0, announceStdout: false, announceStderr: false };
    return session.run(request, streams);
  }

  it('is given no time to let go of what it has let go of', async () => {
    const { session, setGrace, announce } = answered();
    const { ended } = await ask(session);
    announce();
    expect(await ended).toMatchObject({ reply: { status: 0 } });
    session.cut(run);
    expect(setGrace).not.toHaveBeenCalled();
  });

  it('is not killed by a host that was too busy to hear of it', async () => {
    const { session, setGrace, killRun, announce } = answered();
    const { ended } = await ask(session);
    // The kernel knows that there is nothing left to let go of.
    session.cut(run);
    expect(setGrace).toHaveBeenCalledExactlyOnceWith(channel, run, 150);
    announce();
    expect(killRun).not.toHaveBeenCalled();
    expect(await ended).toMatchObject({ reply: { status: 0 } });
  });
});
