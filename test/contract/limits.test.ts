import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('a timeout', () => {
  it('ends a busy loop with 124, and the session goes on', async () => {
    const sandbox = await create();
    // The first command of a process waits for a worker and for the shell's code.
    await sandbox.run('true');
    const result = await sandbox.run('echo begun; while :; do :; done', { timeoutMs: 1000 });
    expect(result).toMatchObject({
      exitCode: 124,
      timedOut: true,
      errorClass: 'TIMEOUT',
      stdout: 'begun\n',
      stderr: 'command timed out',
    });
    expect(await sandbox.run('echo on')).toMatchObject({ exitCode: 0, stdout: 'on\n', stderr: '' });
  });

  it('ends a waiting pipeline', async () => {
    const sandbox = await create({ timeoutMs: 300 });
    const result = await sandbox.run('sleep 1000 | cat');
    expect(result).toMatchObject({ exitCode: 124, timedOut: true });
    // The session's shell.
    expect(sandbox.metrics().processes).toBe(1);
  });

  it('adds its message to standard error on a line of its own', async () => {
    const sandbox = await create();
    await sandbox.run('true');
    const result = await sandbox.run('printf oops >&2; sleep 1000', { timeoutMs: 1000 });
    expect(result.stderr).toBe('oops\ncommand timed out');
    expect(new TextDecoder().decode(result.stderrBytes)).toBe(result.stderr);
  });
});

describe('an AbortSignal', () => {
  it('kills the command', async () => {
    const sandbox = await create();
    const controller = new AbortController();
    const running = sandbox.run('echo begun; while :; do :; done', {
      signal: controller.signal,
      onStdout: () => controller.abort(),
    });
    expect(await running).toMatchObject({
      exitCode: 137,
      signal: 'SIGKILL',
      errorClass: 'CANCELLED',
      timedOut: false,
      stdout: 'begun\n',
    });
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });

  it('aborted before the call keeps the command from starting', async () => {
    const sandbox = await create();
    expect(await sandbox.run('touch started', { signal: AbortSignal.abort() })).toMatchObject({
      exitCode: 137,
      signal: 'SIGKILL',
      errorClass: 'CANCELLED',
      stdout: '',
    });
    expect(sandbox.exists('started')).toBe(false);
  });

  it('ends a waiting command at once', async () => {
    const sandbox = await create();
    const first = new AbortController();
    const second = new AbortController();
    const running = sandbox.run('sleep 1000', { signal: first.signal });
    const waiting = sandbox.run('touch started', { signal: second.signal });
    second.abort();
    expect(await waiting).toMatchObject({ errorClass: 'CANCELLED' });
    first.abort();
    expect(await running).toMatchObject({ errorClass: 'CANCELLED' });
    expect(await sandbox.run('ls')).toMatchObject({ stdout: '' });
  });
});

describe('the limit of output', () => {
  it('cuts the output, and the guest gets an error', async () => {
    const sandbox = await create();
    const result = await sandbox.run('yes', { maxOutputBytes: 1000, timeoutMs: 20_000 });
    expect(result).toMatchObject({
      timedOut: false,
      truncated: { stdout: true, stderr: false },
      errorClass: 'LIMIT_EXCEEDED',
    });
    expect(result.stdout).toBe('y\n'.repeat(500));
    expect(result.exitCode).not.toBe(0);
  });

  it('holds with a callback', async () => {
    const sandbox = await create({ maxOutputBytes: 1000 });
    let seen = 0;
    const result = await sandbox.run('yes', {
      timeoutMs: 20_000,
      onStdout: (chunk) => {
        seen += chunk.length;
      },
    });
    expect(result.truncated).toEqual({ stdout: true, stderr: false });
    expect(result.stdout).toBe('y\n'.repeat(500));
    expect(seen).toBe(1000);
  });

  it('lets exactly maxOutputBytes pass', async () => {
    const sandbox = await create({ maxOutputBytes: 1000 });
    expect(await sandbox.run('head -c 1000 /dev/zero')).toMatchObject({
      exitCode: 0,
      truncated: { stdout: false, stderr: false },
    });
  });

  it('holds for standard error too', async () => {
    const sandbox = await create({ maxOutputBytes: 1000 });
    const result = await sandbox.run('yes >&2', { timeoutMs: 20_000 });
    expect(result.truncated).toEqual({ stdout: false, stderr: true });
    expect(result.stderrBytes.length).toBe(1000);
  });
});

describe('the limit of files', () => {
  it('answers a write beyond it with "No space left on device"', async () => {
    const sandbox = await create({ fsLimitMb: 4 });
    const result = await sandbox.run('head -c 20000000 /dev/zero >big');
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).toContain('No space left on device');
    expect(sandbox.stat('big').size).toBeLessThanOrEqual(4 << 20);
    await sandbox.run('rm big');
    expect(await sandbox.run('head -c 2000000 /dev/zero >small; wc -c <small')).toMatchObject({ stdout: '2000000\n' });
  });

  it('holds for calls of the host', async () => {
    const sandbox = await create({ fsLimitMb: 4 });
    expect(() => sandbox.writeFile('/tmp/big', new Uint8Array(5 << 20))).toThrow(
      expect.objectContaining({ code: 'ENOSPC', message: "ENOSPC: no space left on device, open '/tmp/big'" }),
    );
  });

  it('counts files', async () => {
    const sandbox = await create({ fileCountLimit: 50 });
    const result = await sandbox.run('for i in {1..100}; do : >f$i || break; done; ls | wc -l');
    expect(result.stderr).toContain('No space left on device');
    expect(Number(result.stdout)).toBeLessThanOrEqual(50);
  });
});

describe('the limit of processes', () => {
  it('stops a fork bomb, and the session goes on', async () => {
    const sandbox = await create({ maxProcesses: 16 });
    await sandbox.run('bomb() { bomb | bomb & }; bomb; sleep 0.2', { timeoutMs: 3000 });
    expect(sandbox.metrics().processes).toBeLessThanOrEqual(16);
    // The host can start a shell even then, to clear up.
    expect((await sandbox.run('kill -9 -1', { timeoutMs: 20_000 })).errorClass).toBeUndefined();
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });
});

describe('the limit of processes, met by a call of the host', () => {
  it('is in the result of run and in the error of spawn', async () => {
    const sandbox = await create({ maxProcesses: 2 });
    for (let i = 0; i < 3; i++) sandbox.spawn('sleep', ['1000']);
    expect(() => sandbox.spawn('true')).toThrow(
      expect.objectContaining({ code: 'EAGAIN', message: "EAGAIN: resource temporarily unavailable, spawn 'true'" }),
    );
    expect(await sandbox.run('true')).toMatchObject({
      exitCode: 126,
      errorClass: 'LIMIT_EXCEEDED',
      stderr: "bash: cannot start: 'maxProcesses' is reached\n",
    });
  });
});

describe('the limit of memory', () => {
  it('ends a memory bomb inside the guest', async () => {
    const sandbox = await create({ memoryLimitMb: 64 });
    const result = await sandbox.run('a=xxxxxxxxxxxxxxxx; while :; do a=$a$a; done', { timeoutMs: 30_000 });
    expect(result.timedOut).toBe(false);
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).not.toBe('');
    expect(result.usage.peakMemoryBytes).toBeLessThanOrEqual(64 << 20);
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });
});
