import { describe, expect, it } from 'vitest';
import { skipWithout } from '../setup/missing-programs.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('run', () => {
  it('resolves to exit code, output and usage of a command', async () => {
    const sandbox = await create();
    const result = await sandbox.run('echo out; echo err >&2; exit 3');
    const { executionTimeMs, usage, ...rest } = result;
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
    expect(usage.peakMemoryBytes).toBeGreaterThan(0);
    expect(usage.cpuMs).toBeGreaterThanOrEqual(0);
  });

  it('words a missing command as bash does', async () => {
    const sandbox = await create();
    const result = await sandbox.run('nosuch');
    expect(result.exitCode).toBe(127);
    expect(result.stderr).toMatch(/^bash: (line 1: )?nosuch: command not found\n$/);
  });

  it('reports a syntax error as a result', async () => {
    const sandbox = await create();
    const result = await sandbox.run('if then');
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain('syntax error');
  });

  it('runs pipelines of several programs', async (context) => {
    skipWithout(context, 'grep sed');
    const sandbox = await create();
    const result = await sandbox.run("seq 1 1000 | grep 7 | sed 's/7/x/' | sort -r | head -3 | tr x X");
    expect(result.stderr).toBe('');
    expect(result.stdout).toBe('X99\nX98\nX97\n');
  });

  it('passes every byte unchanged', async () => {
    const sandbox = await create();
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256);
    const result = await sandbox.run('cat', { stdin: bytes });
    expect(Buffer.compare(result.stdoutBytes, bytes)).toBe(0);
  });

  it('shows output that is no UTF-8 with replacement characters and keeps the bytes', async () => {
    const sandbox = await create();
    const result = await sandbox.run("printf 'a\\377b'");
    expect(result.stdout).toBe('a\uFFFDb');
    expect(result.stdoutBytes).toEqual(new Uint8Array([0x61, 0xff, 0x62]));
  });

  it('gives the arguments to the command line', async () => {
    const sandbox = await create();
    const result = await sandbox.run('printf "<%s>" "$0" "$@"', { args: ['a b', '', '$(id)'] });
    expect(result.stdout).toBe('<bash><a b><><$(id)>');
  });

  it('runs commands in the order of the calls', async () => {
    const sandbox = await create();
    const results = await Promise.all([
      sandbox.run('sleep 0.2; echo 1 >>order'),
      sandbox.run('echo 2 >>order'),
      sandbox.run('echo 3 >>order; cat order'),
    ]);
    expect(results[2].stdout).toBe('1\n2\n3\n');
  });

  it('reports the signal that ended a command', async () => {
    const sandbox = await create();
    expect(await sandbox.run('kill -SEGV $$')).toMatchObject({ exitCode: 139, signal: 'SIGSEGV' });
  });

  it('lets the event loop turn while many quick commands end', async () => {
    const sandbox = await create();
    await sandbox.run('true');
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns++;
      if (!over) setImmediate(count);
    };
    count();
    const began = performance.now();
    while (performance.now() - began < 500) await sandbox.run('true');
    over = true;
    expect(turns).toBeGreaterThan(30);
  });

  it('does not wait for background jobs', async () => {
    const sandbox = await create();
    const result = await sandbox.run('sleep 1000 & echo started', { timeoutMs: 20_000 });
    expect(result).toMatchObject({ exitCode: 0, stdout: 'started\n', timedOut: false });
  });

  it('ends a producer when its reader has enough', async () => {
    const sandbox = await create();
    expect(await sandbox.run('yes | head -1; seq 100000000 | head -2')).toMatchObject({
      stdout: 'y\n1\n2\n',
      stderr: '',
    });
  });
});

describe('standard input of run', () => {
  it('is empty when none is given', async () => {
    const sandbox = await create();
    expect(await sandbox.run('cat; echo "$?"')).toMatchObject({ stdout: '0\n' });
  });

  it('can be text', async () => {
    const sandbox = await create();
    expect(await sandbox.run('wc -c', { stdin: 'grüße\n' })).toMatchObject({ stdout: '8\n' });
  });

  it('can be larger than any buffer', async () => {
    const sandbox = await create();
    expect(await sandbox.run('wc -c', { stdin: new Uint8Array(20 << 20) })).toMatchObject({ stdout: `${20 << 20}\n` });
  });

  it('can be a ReadableStream, which is read only as fast as the command reads', async () => {
    const sandbox = await create();
    const piece = new Uint8Array(1 << 20);
    let pulled = 0;
    let cancelled = false;
    const stdin = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(piece);
      },
      cancel() {
        cancelled = true;
      },
    });
    expect(await sandbox.run('head -c 3000000 | wc -c', { stdin })).toMatchObject({ stdout: '3000000\n' });
    expect(pulled).toBeLessThan(12);
    expect(cancelled).toBe(true);
  });

  it('can be an async iterable of text', async () => {
    async function* lines() {
      yield 'b\n';
      yield 'a\n';
    }
    const sandbox = await create();
    expect(await sandbox.run('sort', { stdin: lines() })).toMatchObject({ stdout: 'a\nb\n' });
  });

  it('does not delay a command that ignores it, and is cancelled when the command ends', async () => {
    const sandbox = await create();
    let cancelled = false;
    const silent = new ReadableStream<Uint8Array>({
      pull: () => new Promise(() => {}),
      cancel() {
        cancelled = true;
        return new Promise(() => {});
      },
    });
    expect(await sandbox.run('echo done', { stdin: silent })).toMatchObject({ stdout: 'done\n' });
    expect(cancelled).toBe(true);
  });

  it('rejects with the error of a stream that fails', async () => {
    const sandbox = await create();
    const stdin = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('the source broke'));
      },
    });
    await expect(sandbox.run('cat', { stdin })).rejects.toThrow('the source broke');
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });
});

describe('output callbacks', () => {
  it('get each piece while the command runs', async () => {
    const sandbox = await create();
    const pieces: string[] = [];
    let resolveFirst = (): void => {};
    const first = new Promise<void>((resolve) => {
      resolveFirst = resolve;
    });
    const decoder = new TextDecoder();
    const running = sandbox.run('echo one; cat; echo three', {
      // The command can only go on when its first line has come out here.
      stdin: new ReadableStream<string>({
        async start(controller) {
          await first;
          controller.enqueue('two\n');
          controller.close();
        },
      }),
      onStdout(chunk) {
        pieces.push(decoder.decode(chunk));
        resolveFirst();
      },
    });
    expect(await running).toMatchObject({ stdout: 'one\ntwo\nthree\n' });
    expect(pieces[0]).toBe('one\n');
    expect(pieces.join('')).toBe('one\ntwo\nthree\n');
  });

  it('get standard error separately', async () => {
    const sandbox = await create();
    const errors: Uint8Array[] = [];
    await sandbox.run('echo out; echo err >&2', { onStderr: (chunk) => errors.push(chunk) });
    expect(Buffer.concat(errors).toString()).toBe('err\n');
  });

  it('reject the run when they throw, and the session goes on', async () => {
    const sandbox = await create();
    const run = sandbox.run('yes', {
      onStdout() {
        throw new Error('no more');
      },
    });
    await expect(run).rejects.toThrow('no more');
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });
});
