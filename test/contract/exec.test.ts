import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const text = (pieces: { bytes: Uint8Array }[]): string => Buffer.concat(pieces.map(({ bytes }) => bytes)).toString();

describe('exec', () => {
  it('answers with everything a command line did', async () => {
    const sandbox = await create();
    const { executionTimeMs, usage, ...rest } = await sandbox.exec('echo out; echo err >&2; exit 3');
    expect(rest).toEqual({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
      stdoutBytes: new TextEncoder().encode('out\n'),
      stderrBytes: new TextEncoder().encode('err\n'),
      timedOut: false,
      truncated: { stdout: false, stderr: false },
    });
    expect(executionTimeMs).toBeGreaterThan(0);
    expect(usage.processes).toBeGreaterThanOrEqual(1);
  });

  it('takes a list as a program with its arguments, which no shell reads', async () => {
    const sandbox = await create();
    expect(await sandbox.exec(['printf', '<%s>', 'a b', '$(id)', ''])).toMatchObject({
      exitCode: 0,
      stdout: '<a b><$(id)><>',
    });
  });

  it('says of a program that cannot be started what a shell says', async () => {
    const sandbox = await create({ files: { '/home/user/text': 'words' } });
    expect(await sandbox.exec(['nosuch', 'x'])).toMatchObject({ exitCode: 127, stderr: 'nosuch: command not found\n' });
    expect(await sandbox.exec(['./text'])).toMatchObject({ exitCode: 126, stderr: './text: Permission denied\n' });
    expect(await sandbox.exec(['/tmp'])).toMatchObject({ exitCode: 126 });
    expect(await sandbox.exec('nosuch')).toMatchObject({ exitCode: 127 });
  });

  it('has nothing of the session, and leaves nothing in it', async () => {
    const sandbox = await create({ env: { GIVEN: 'yes' } });
    sandbox.setEnv('LATER', 'yes');
    await sandbox.run('cd /tmp; export EXPORTED=1; plain=1; greet() { echo hello; }; alias ll="ls -l"');
    const inside = await sandbox.exec(
      'pwd; echo "$GIVEN,$LATER,$EXPORTED,$plain"; type greet ll; cd /; export EXPORTED=2; umask 0',
    );
    expect(inside.stdout).toBe('/home/user\nyes,,,\n');
    expect(await sandbox.run('pwd; echo $EXPORTED; umask')).toMatchObject({ stdout: '/tmp\n1\n0022\n' });
    expect(sandbox.history.list().some(({ command }) => command.includes('type greet'))).toBe(false);
  });

  it('takes a directory, an environment, arguments and an input of its own', async () => {
    const sandbox = await create();
    const result = await sandbox.exec('pwd; echo "$NAME $1 $2"; cat', {
      cwd: '/tmp',
      env: { NAME: 'value' },
      args: ['one', 'two'],
      stdin: 'in\n',
    });
    expect(result.stdout).toBe('/tmp\nvalue one two\nin\n');
  });

  it('runs while the session is busy', async () => {
    const sandbox = await create();
    await sandbox.run('mkfifo fifo');
    const busy = sandbox.run('cat < fifo');
    await sandbox.exec('echo from exec > fifo');
    expect(await busy).toMatchObject({ exitCode: 0, stdout: 'from exec\n' });
  });

  it('tells of each what it has used itself', async () => {
    const sandbox = await create();
    const [busy, idle] = await Promise.all([
      sandbox.exec('for i in 1 2 3; do (exit 0); done; /usr/bin/env true; i=0; while ((i++ < 300000)); do :; done'),
      sandbox.exec(['sleep', '0.1']),
    ]);
    expect(idle?.usage.processes).toBe(1);
    expect(busy?.usage.processes).toBeGreaterThanOrEqual(2);
    expect(busy?.usage.cpuMs).toBeGreaterThan(10 * (idle?.usage.cpuMs ?? 0));
    const alone = await sandbox.exec('env env env true');
    expect(alone.usage.processes).toBe(1);
  });

  it('runs a hundred at once, more than there may be processes', async () => {
    const sandbox = await create({ maxProcesses: 16 });
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => sandbox.exec(['sh', '-c', `echo ${index}`])),
    );
    expect(results.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 100 }, (_, index) => `${index}\n`));
  });

  it('is cut by its time and by its signal, as run is', async () => {
    const sandbox = await create();
    const [late, cancelled] = await Promise.all([
      sandbox.exec('echo before; sleep 1000', { timeoutMs: 200 }),
      sandbox.exec(['sleep', '1000'], { signal: AbortSignal.timeout(100) }),
    ]);
    expect(late).toMatchObject({
      exitCode: 124,
      timedOut: true,
      stdout: 'before\n',
      stderr: 'command timed out',
      errorClass: 'TIMEOUT',
      limit: 'timeoutMs',
    });
    expect(cancelled).toMatchObject({ exitCode: 137, errorClass: 'CANCELLED', signal: 'SIGKILL' });
    expect(sandbox.processes().filter(({ argv }) => argv[0] === 'sleep')).toEqual([]);
  });

  it('never begins when its signal has aborted, also while it waits for room', async () => {
    const sandbox = await create({ maxProcesses: 3 });
    const end = new AbortController();
    // The host may start one more than there may be.
    const long = Array.from({ length: 4 }, () => sandbox.exec(['sleep', '1000'], { signal: end.signal }));
    const waiting = new AbortController();
    const waits = sandbox.exec(['touch', 'made'], { signal: waiting.signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting.abort();
    expect(await waits).toMatchObject({ errorClass: 'CANCELLED', exitCode: 137 });
    end.abort();
    await Promise.all(long);
    expect(sandbox.exists('made')).toBe(false);
    expect(await sandbox.exec('touch made', { signal: AbortSignal.abort() })).toMatchObject({
      errorClass: 'CANCELLED',
    });
    expect(sandbox.exists('made')).toBe(false);
  });

  it('keeps to maxOutputBytes, and says which stream lost bytes', async () => {
    const sandbox = await create();
    const result = await sandbox.exec('yes | head -c 100000; echo end >&2', { maxOutputBytes: 1000 });
    expect(result.stdoutBytes.length).toBe(1000);
    expect(result).toMatchObject({
      truncated: { stdout: true, stderr: false },
      stderr: expect.stringContaining('end\n'),
    });
  });

  it('is cancelled when a snapshot is restored, and works after that', async () => {
    const sandbox = await create();
    const snapshot = await sandbox.snapshot();
    const running = sandbox.exec(['sleep', '1000']);
    await sandbox.exec('true');
    const restored = sandbox.restore(snapshot);
    const after = sandbox.exec('echo after');
    expect(await running).toMatchObject({ errorClass: 'CANCELLED' });
    await restored;
    expect(await after).toMatchObject({ exitCode: 0, stdout: 'after\n' });
  });

  it('does not begin after a restore that came while it waited for room', async () => {
    const sandbox = await create({ maxProcesses: 3 });
    const snapshot = await sandbox.snapshot();
    const long = Array.from({ length: 4 }, () => sandbox.exec(['sleep', '1000']));
    const waits = sandbox.exec(['touch', 'made']);
    await expect.poll(() => sandbox.processes().length).toBe(4);
    await sandbox.restore(snapshot);
    for (const result of await Promise.all([...long, waits])) expect(result).toMatchObject({ errorClass: 'CANCELLED' });
    expect(sandbox.exists('made')).toBe(false);
    expect(await sandbox.exec('echo after')).toMatchObject({ stdout: 'after\n' });
  });

  it('waits for no command that may never end', async () => {
    const sandbox = await create({ maxProcesses: 3 });
    const stay = await Promise.all(Array.from({ length: 4 }, () => sandbox.exec(['sleep', '1000'], { yieldMs: 50 })));
    expect(stay.every(({ running }) => running)).toBe(true);
    expect(await sandbox.exec('true')).toMatchObject({ exitCode: 126, limit: 'maxProcesses' });
    sandbox.process(stay[0]?.pid ?? 0)?.kill('SIGKILL');
    sandbox.process(stay[1]?.pid ?? 0)?.kill('SIGKILL');
    await expect.poll(() => sandbox.processes().length).toBe(2);
    expect(await sandbox.exec('echo again')).toMatchObject({ stdout: 'again\n' });
  });

  it('rejects when the sandbox is destroyed while it waits for room', async () => {
    const sandbox = await create({ maxProcesses: 3 });
    const all = Array.from({ length: 6 }, () => sandbox.exec(['sleep', '1000']));
    await expect.poll(() => sandbox.processes().length).toBe(4);
    sandbox.destroy();
    for (const result of await Promise.allSettled(all)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'E_DESTROYED' } });
    }
  });

  it('says which limit leaves no room for it', async () => {
    const sandbox = await create({ memoryLimitBytes: 4 << 20 });
    const held = sandbox.spawn('head', ['-c', '3000000', '/dev/zero'], { keepBytes: 1 << 30 });
    await held.exited;
    expect(await sandbox.exec('echo x')).toMatchObject({ limit: 'memoryLimitBytes', errorClass: 'LIMIT_EXCEEDED' });
  });

  it('refuses what is no command', async () => {
    const sandbox = await create({ limits: { maxCommandBytes: 1000 } });
    for (const command of [[], [''], ['a', 1], 7, undefined, 'nul\0']) {
      await expect(sandbox.exec(command as string)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    }
    await expect(sandbox.exec(['echo'], { args: ['x'] })).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await expect(sandbox.exec('true', { nosuch: 1 } as object)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await expect(sandbox.exec('true', { cwd: '/nosuch' })).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(sandbox.exec(['echo', 'x'.repeat(2000)])).rejects.toMatchObject({ code: 'E_LIMIT_COMMAND' });
    sandbox.destroy();
    await expect(sandbox.exec('true')).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });

  it('rejects when the sandbox is destroyed meanwhile', async () => {
    const sandbox = await create();
    const running = sandbox.exec(['sleep', '1000']);
    await sandbox.exec('true');
    sandbox.destroy();
    await expect(running).rejects.toMatchObject({ code: 'E_DESTROYED' });
  });
});

describe('merge', () => {
  const command = 'echo 1; echo 2 >&2; ls /nosuch; echo 3';
  const merged = "1\n2\nls: cannot access '/nosuch': No such file or directory\n3\n";

  it('gives both outputs of run and exec in the order in which they were written', async () => {
    const sandbox = await create();
    for (const result of [
      await sandbox.run(command, { merge: true }),
      await sandbox.exec(command, { merge: true }),
      await sandbox.exec(['bash', '-c', command], { merge: true }),
    ]) {
      expect(result).toMatchObject({ stdout: merged, stderr: '', exitCode: 0 });
    }
  });

  it('gives spawn one stream', async () => {
    const sandbox = await create();
    const process = sandbox.spawn('bash', ['-c', command], { merge: true });
    const [stdout, stderr] = await Promise.all([
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
    ]);
    expect([stdout, stderr]).toEqual([merged, '']);
  });

  it('holds for one command of the session only', async () => {
    const sandbox = await create();
    await sandbox.run(command, { merge: true });
    expect(await sandbox.run(command)).toMatchObject({ stdout: '1\n3\n', stderr: expect.stringContaining('2\nls:') });
  });

  it('tells of a timeout on standard error all the same', async () => {
    const sandbox = await create();
    expect(await sandbox.exec('echo out; sleep 1000', { merge: true, timeoutMs: 100 })).toMatchObject({
      stdout: 'out\n',
      stderr: 'command timed out',
    });
  });
});

describe('yieldMs', () => {
  it('resolves with the output so far, and the rest is at the process', async () => {
    const sandbox = await create();
    await sandbox.run('mkfifo fifo');
    for (const begin of ['run', 'exec'] as const) {
      const result = await sandbox[begin]('echo first; read line < fifo; echo "$line"; exit 3', {
        yieldMs: 100,
        merge: true,
      });
      expect(result).toMatchObject({ running: true, exitCode: -1, pid: expect.any(Number) });
      const process = sandbox.process(result.pid as number);
      if (process === undefined) throw new Error('there is no process');
      await sandbox.exec('echo second > fifo');
      let seq = result.seq as number;
      let rest = '';
      for (;;) {
        const output = await process.read(seq, 10_000);
        expect(output.dropped).toBe(0);
        rest += text(output.chunks);
        seq = output.seq;
        if (output.ended === undefined) continue;
        expect(output.ended.exitCode).toBe(3);
        break;
      }
      expect(result.stdout + rest).toContain('first\n');
      expect(await process.exited).toEqual({ exitCode: 3, timedOut: false });
      expect(text((await process.read()).chunks)).toBe(result.stdout + rest);
    }
  });

  it('changes nothing for a command that ends before', async () => {
    const sandbox = await create();
    const result = await sandbox.exec('echo out; echo err >&2; exit 4', { yieldMs: 20_000 });
    expect(result).toMatchObject({ exitCode: 4, stdout: 'out\n', stderr: 'err\n' });
    expect(result).not.toHaveProperty('running');
    expect(result).not.toHaveProperty('pid');
  });

  it('leaves a command without the limits of time of the sandbox, but not without those that are given', async () => {
    const sandbox = await create({ timeoutMs: 300 });
    const [free, bounded] = await Promise.all([
      sandbox.exec('sleep 0.6; echo free', { yieldMs: 50 }),
      sandbox.exec('sleep 1000', { yieldMs: 50, timeoutMs: 400 }),
    ]);
    const ends = [free, bounded].map(({ pid }) => sandbox.process(pid as number)?.exited);
    expect(await ends[0]).toEqual({ exitCode: 0, timedOut: false });
    expect(await ends[1]).toEqual({ exitCode: 124, timedOut: true, limit: 'timeoutMs' });
  });

  it('lets the command be ended by its signal, and by kill', async () => {
    const sandbox = await create();
    const abort = new AbortController();
    const one = await sandbox.run('sleep 1000', { yieldMs: 20, signal: abort.signal });
    const after = sandbox.run('echo after');
    abort.abort();
    expect(await sandbox.process(one.pid as number)?.exited).toMatchObject({ exitCode: 137 });
    expect(await after).toMatchObject({ stdout: 'after\n' });
    const two = await sandbox.exec('sleep 1000', { yieldMs: 20 });
    const process = sandbox.process(two.pid as number);
    expect(process?.kill('SIGTERM')).toBe(true);
    expect(await process?.exited).toMatchObject({ exitCode: 143, signal: 'SIGTERM' });
    expect(process?.kill()).toBe(false);
  });

  it('keeps the session in order: the next command waits for the one that goes on', async () => {
    const sandbox = await create();
    const first = await sandbox.run('x=1; sleep 0.3; x=2', { yieldMs: 20 });
    expect(first.running).toBe(true);
    expect(await sandbox.run('echo $x')).toMatchObject({ stdout: '2\n' });
  });
});

describe('keepBytes', () => {
  it('lets a reader come late, go and come again', async () => {
    const sandbox = await create();
    const { pid, exited } = sandbox.spawn('bash', ['-c', 'echo one; echo two >&2; exit 5'], { keepBytes: 10_000 });
    await exited;
    const output = await sandbox.process(pid)?.read();
    expect(output?.chunks.map(({ fd, bytes }) => [fd, Buffer.from(bytes).toString()]).sort()).toEqual([
      [1, 'one\n'],
      [2, 'two\n'],
    ]);
    expect(output).toMatchObject({ dropped: 0, seq: 8, ended: { exitCode: 5 } });
    expect(await sandbox.process(pid)?.read(8)).toMatchObject({ chunks: [], dropped: 0, seq: 8 });
  });

  it('keeps the last bytes, says how many are gone, and holds nobody up', async () => {
    const sandbox = await create();
    const process = sandbox.spawn('seq', ['300000'], { keepBytes: 5000, merge: true });
    await process.exited;
    const { chunks, dropped, seq } = await process.read();
    const whole = Buffer.from(Array.from({ length: 300_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(seq).toBe(whole.length);
    const kept = Buffer.concat(chunks.map(({ bytes }) => bytes));
    expect(kept.length).toBeLessThanOrEqual(5000);
    expect(kept.length + dropped).toBe(whole.length);
    expect(Buffer.compare(kept, whole.subarray(dropped))).toBe(0);
    const middle = await process.read(seq - 10);
    expect(text(middle.chunks)).toBe(whole.subarray(-10).toString());
  });

  it('waits for output no longer than it is told to', async () => {
    const sandbox = await create();
    const process = sandbox.spawn('bash', ['-c', 'read line; echo "got $line"'], { keepBytes: 1000 });
    expect(await process.read(0, 20)).toMatchObject({ chunks: [], dropped: 0, seq: 0 });
    const waiting = process.read(0, 60_000);
    const writer = process.stdin.getWriter();
    await writer.write('it\n');
    expect(text((await waiting).chunks)).toBe('got it\n');
  });

  it('feeds the streams too, which fail when bytes that they have not given are gone', async () => {
    const sandbox = await create();
    const process = sandbox.spawn('bash', ['-c', 'echo out; echo err >&2'], { keepBytes: 1000 });
    expect(await new Response(process.stdout).text()).toBe('out\n');
    expect(await new Response(process.stderr).text()).toBe('err\n');
    const flood = sandbox.spawn('seq', ['100000'], { keepBytes: 1000 });
    await flood.exited;
    await expect(new Response(flood.stdout).text()).rejects.toMatchObject({ code: 'E_OUTPUT_DROPPED' });
  });

  it('counts as memory of the sandbox, and gives way where there is no room', async () => {
    const sandbox = await create({ memoryLimitBytes: 32 << 20 });
    const before = sandbox.metrics().memoryBytes;
    const process = sandbox.spawn('head', ['-c', '50000000', '/dev/zero'], { keepBytes: 2 ** 30 });
    await process.exited;
    const { dropped, seq } = await process.read(0);
    expect(seq).toBe(50_000_000);
    expect(dropped).toBeGreaterThan(50_000_000 - (32 << 20));
    expect(sandbox.metrics().memoryBytes).toBeGreaterThan(before + (16 << 20));
    expect(sandbox.metrics().memoryBytes).toBeLessThanOrEqual(32 << 20);
  });

  it('is kept of the last 64 processes that have ended', async () => {
    const sandbox = await create();
    const pids: number[] = [];
    for (let count = 0; count < 66; count++) {
      const process = sandbox.spawn('echo', [String(count)], { keepBytes: 100 });
      pids.push(process.pid);
      await process.exited;
    }
    expect(pids.map((pid) => sandbox.process(pid) !== undefined)).toEqual([
      false,
      false,
      ...Array.from({ length: 64 }, () => true),
    ]);
  });

  it('is refused where it cannot be, and read where it was not given', async () => {
    const sandbox = await create();
    for (const keepBytes of [0, -1, 1.5, 2 ** 31, '1']) {
      expect(() => sandbox.spawn('true', [], { keepBytes: keepBytes as number })).toThrow(/keepBytes/);
    }
    const process = sandbox.spawn('true', [], {});
    await expect(process.read()).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    const kept = sandbox.spawn('true', [], { keepBytes: 1 });
    await expect(kept.read(-1)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await expect(kept.read(0, Number.NaN)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});

describe('processes', () => {
  it('are listed with what ps says of them', async () => {
    const sandbox = await create();
    const process = sandbox.spawn('bash', ['-c', 'cd /tmp; sleep 1000 & wait'], { keepBytes: 100 });
    await sandbox.exec('until pgrep -x sleep >/dev/null; do sleep 0.01; done');
    const list = sandbox.processes();
    const bash = list.find(({ pid }) => pid === process.pid);
    const sleep = list.find(({ argv }) => argv[0] === 'sleep');
    expect(bash).toMatchObject({ user: 'user', cwd: '/tmp', argv: ['bash', '-c', 'cd /tmp; sleep 1000 & wait'] });
    expect(sleep).toMatchObject({ ppid: process.pid, state: 'S', argv: ['sleep', '1000'], cwd: '/tmp' });
    expect(sleep?.memoryBytes).toBeGreaterThan(0);
    sandbox.signal(sleep?.pid ?? 0, 'SIGSTOP');
    await expect.poll(() => sandbox.processes().find(({ pid }) => pid === sleep?.pid)?.state).toBe('T');
    sandbox.signal(sleep?.pid ?? 0, 9);
    await process.exited;
    expect(() => sandbox.signal(process.pid, 'SIGTERM')).toThrow(/ESRCH/);
  });

  it('all get a signal to all, the session too, which goes on', async () => {
    const sandbox = await create();
    await sandbox.run('x=1');
    const process = sandbox.spawn('sleep', ['1000']);
    sandbox.signal('all', 'SIGKILL');
    expect(await process.exited).toMatchObject({ signal: 'SIGKILL' });
    expect(await sandbox.run('echo "again $x"')).toMatchObject({ stdout: 'again \n' });
    for (const pid of [0, -1, 1.5, '1']) {
      expect(() => sandbox.signal(pid as number, 'SIGTERM')).toThrow(/pid/);
    }
    expect(() => sandbox.signal('all', 'NOSUCH')).toThrow(/signal/);
  });

  it('can be had again by their numbers while they run', async () => {
    const sandbox = await create();
    const process = sandbox.spawn('sleep', ['1000']);
    expect(sandbox.process(process.pid)).toBe(process);
    process.kill();
    await process.exited;
    await new Promise((resolve) => setImmediate(resolve));
    expect(sandbox.process(process.pid)).toBeUndefined();
    expect(sandbox.process(12_345)).toBeUndefined();
  });
});
