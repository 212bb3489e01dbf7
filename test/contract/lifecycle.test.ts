import { describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('a sandbox', () => {
  it('has an id of its own and says which kernel runs it', async () => {
    const [one, other] = [await create(), await create()];
    expect(one.id).not.toBe(other.id);
    expect(one.backend).toBe('native');
  });

  it('shares nothing with another', async () => {
    const [one, other] = [await create(), await create()];
    await one.run('echo secret >/tmp/f; export KEY=1; cd /tmp');
    expect(await other.run('ls /tmp; echo "$KEY"; pwd')).toMatchObject({ stdout: '\n/home/user\n' });
  });

  it('runs at the same time as others', async () => {
    const [one, other] = [await create(), await create()];
    const waiting = one.run('sleep 1000', { timeoutMs: 5000 });
    expect(await other.run('echo on')).toMatchObject({ stdout: 'on\n' });
    one.destroy();
    await expect(waiting).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it('counts its commands, timeouts and processes', async () => {
    const sandbox = await create();
    await sandbox.run('head -c 100000 /dev/zero >f');
    await sandbox.run('sleep 1000', { timeoutMs: 100 });
    const metrics = sandbox.metrics();
    expect(metrics).toMatchObject({ runs: 2, timeouts: 1, processes: 1 });
    expect(metrics.fileBytes).toBeGreaterThanOrEqual(100_000);
    expect(metrics.processesStarted).toBeGreaterThanOrEqual(3);
    expect(metrics.prometheus()).toContain(
      `# TYPE wasmsand_runs_total counter\nwasmsand_runs_total{sandbox="${sandbox.id}"} 2\n`,
    );
  });
});

describe('metrics', () => {
  it('says what processes wait for', async () => {
    const sandbox = await create();
    const unheard = { signal: 0, poll: 0, connection: 0, network: 0, provider: 0, output: 0, input: 0, stopped: 0 };
    const none = { thread: 0, turn: 0, compilation: 0, ...unheard };
    await sandbox.run('mkfifo fifo; cat fifo & sleep 100 | cat & yes | sleep 100 & (sleep 100; :) &');
    // One of them has the lock.
    await sandbox.run('flock held sleep 100 & flock held sleep 100 &');
    await expect
      .poll(() => sandbox.metrics().waits, { timeout: 30_000 })
      .toEqual({ ...none, fifo: 1, pipeData: 1, pipeRoom: 1, child: 2, lock: 1, time: 4, request: 1 });
    sandbox.jobs.signal('%1', 'SIGKILL');
    sandbox.jobs.signal('%2', 'SIGSTOP');
    sandbox.spawn('cat');
    sandbox.spawn('yes');
    sandbox.spawn('perl', ['-MPOSIX', '-e', 'pause']);
    sandbox.spawn('perl', ['-e', 'vec($in, 0, 1) = 1; select($in, undef, undef, undef)']);
    const waits = { fifo: 0, pipeData: 0, pipeRoom: 1, child: 2, lock: 1, time: 3, request: 1 };
    await expect
      .poll(() => sandbox.metrics().waits, { timeout: 30_000 })
      .toEqual({ ...none, ...waits, stopped: 2, input: 1, output: 1, signal: 1, poll: 1 });
    expect(sandbox.metrics().prometheus()).toContain(`wasmsand_waits{sandbox="${sandbox.id}",cause="stopped"} 2\n`);
  });
});

describe('destroy', () => {
  it('may be called again, and ends everything', async () => {
    const sandbox = await Sandbox.create();
    const running = sandbox.run('while :; do :; done');
    const waiting = sandbox.run('echo never');
    const child = sandbox.spawn('sleep', ['1000']);
    sandbox.destroy();
    sandbox.destroy();
    await expect(running).rejects.toMatchObject({ code: 'E_DESTROYED', message: 'the sandbox has been destroyed' });
    await expect(waiting).rejects.toMatchObject({ code: 'E_DESTROYED' });
    expect(await child.exited).toEqual({ exitCode: 137, signal: 'SIGKILL', timedOut: false });
    expect(await new Response(child.stdout).text()).toBe('');
  });

  it('makes every later call fail', async () => {
    const sandbox = await Sandbox.create();
    sandbox.destroy();
    await expect(sandbox.run('true')).rejects.toMatchObject({ code: 'E_DESTROYED' });
    for (const use of [
      () => sandbox.spawn('true'),
      () => sandbox.readFile('/etc/passwd'),
      () => sandbox.writeFile('/tmp/f', ''),
      () => sandbox.setEnv('A', ''),
      () => sandbox.metrics(),
    ]) {
      expect(use).toThrow(expect.objectContaining({ code: 'E_DESTROYED' }));
    }
  });

  it('is called by using', async () => {
    const kept: Sandbox[] = [];
    {
      await using sandbox = await Sandbox.create();
      kept.push(sandbox);
      expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
    }
    {
      using sandbox = await Sandbox.create();
      kept.push(sandbox);
    }
    for (const sandbox of kept) await expect(sandbox.run('true')).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it('lets asyncDispose wait until the last process has ended', async () => {
    const sandbox = await Sandbox.create();
    const running = sandbox.run('yes >/dev/null').catch(() => {});
    await sandbox[Symbol.asyncDispose]();
    await running;
  });
});
