import { describe, expect, it } from 'vitest';
import { skipWithout } from '../setup/missing-programs.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

describe('spawn', () => {
  it('starts a program and streams what it writes', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('printf', ['%s\n', 'a b']);
    expect(child.pid).toBeGreaterThan(1);
    expect(await text(child.stdout)).toBe('a b\n');
    expect(await child.exited).toEqual({ exitCode: 0, timedOut: false });
  });

  it('lets the event loop turn, however fast a program writes', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('yes');
    let turns = 0;
    const timer = setInterval(() => {
      if (++turns === 20) child.kill('SIGKILL');
    }, 5);
    let bytes = 0;
    for await (const piece of child.stdout) bytes += piece.length;
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(bytes).toBeGreaterThan(0);
  });

  it('exchanges lines with a program in both directions', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('bash', ['-c', 'while read -r word; do echo "<$word>"; done']);
    const writer = child.stdin.getWriter();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    for (const word of ['one', 'two']) {
      await writer.write(`${word}\n`);
      expect(await reader.read()).toEqual({ done: false, value: `<${word}>\n` });
    }
    await writer.close();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(await child.exited).toEqual({ exitCode: 0, timedOut: false });
  });

  it('keeps standard error separate', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('bash', ['-c', 'echo out; echo err >&2; exit 4']);
    expect(await Promise.all([text(child.stdout), text(child.stderr), child.exited])).toEqual([
      'out\n',
      'err\n',
      { exitCode: 4, timedOut: false },
    ]);
  });

  it('makes a writer wait for a slow reader', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('head', ['-c', '50000000', '/dev/zero']);
    let length = 0;
    for await (const chunk of child.stdout) length += chunk.length;
    expect(length).toBe(50_000_000);
  });

  it('makes the host wait for a slow process', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('bash', ['-c', 'read -r first; echo "$first"; read -r go </tmp/go; cat | wc -c']);
    await sandbox.run('mkfifo /tmp/go');
    const writer = child.stdin.getWriter();
    await writer.write('first\n');
    const bulk = writer.write(new Uint8Array(20 << 20));
    const state = await Promise.race([
      bulk.then(() => 'accepted'),
      sandbox.run('echo go >/tmp/go').then(() => 'let go'),
    ]);
    expect(state).toBe('let go');
    await bulk;
    await writer.close();
    expect(await text(child.stdout)).toBe(`first\n${20 << 20}\n`);
  });

  it('accepts standard input as an option', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('sort', [], { stdin: 'b\na\n' });
    expect(await text(child.stdout)).toBe('a\nb\n');
  });

  it('interrupts a wait when the signal comes just before it', { timeout: 120_000 }, async (context) => {
    skipWithout(context, 'perl');
    const sandbox = await create();
    // Perl looks at what its handlers have noted between two operations only, or when a call was interrupted.
    sandbox.writeFile('/tmp/wait.pl', '$| = 1; $SIG{INT} = sub { exit 5 }; print 1; for (1 .. shift) {} sleep 60;');
    for (let i = 0; i < 30; i++) {
      const child = sandbox.spawn('perl', ['/tmp/wait.pl', String((i * 37) % 2000)], { timeoutMs: 10_000 });
      for await (const _ of child.stdout) child.kill('SIGINT');
      expect(await child.exited).toEqual({ exitCode: 5, timedOut: false });
    }
  });

  it('can be killed by signals of any name or number', async () => {
    const sandbox = await create();
    for (const [signal, exitCode, name] of [
      [undefined, 143, 'SIGTERM'],
      ['SIGKILL', 137, 'SIGKILL'],
      [1, 129, 'SIGHUP'],
    ] as const) {
      const child = sandbox.spawn('sleep', ['1000']);
      expect(child.kill(signal)).toBe(true);
      expect(await child.exited).toEqual({ exitCode, signal: name, timedOut: false });
      expect(child.kill()).toBe(false);
    }
  });

  it('lets a handler of the guest take a signal', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('bash', [
      '-c',
      'trap "echo caught; exit 5" USR1; echo ready; while :; do sleep 0.01; done',
    ]);
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('ready\n');
    child.kill('SIGUSR1');
    expect((await reader.read()).value).toBe('caught\n');
    expect(await child.exited).toEqual({ exitCode: 5, timedOut: false });
  });

  it('refuses a signal that does not exist', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('sleep', ['1000']);
    const message = `option 'signal' must be the name or number of a signal, not "SIGNONE"`;
    expect(() => child.kill('SIGNONE')).toThrow(message);
  });

  it('is killed by its timeout or AbortSignal, with all processes it started', async () => {
    const sandbox = await create();
    const late = sandbox.spawn('bash', ['-c', 'sleep 1000 | sleep 1000'], { timeoutMs: 200 });
    expect(await late.exited).toEqual({ exitCode: 124, signal: 'SIGKILL', timedOut: true, limit: 'timeoutMs' });
    const controller = new AbortController();
    const child = sandbox.spawn('bash', ['-c', 'sleep 1000 | sleep 1000'], { signal: controller.signal });
    controller.abort();
    expect(await child.exited).toEqual({ exitCode: 137, signal: 'SIGKILL', timedOut: false });
  });

  it('kills processes that outlive the program at its timeout or AbortSignal, and no others', async () => {
    const sandbox = await create();
    const leaves = ['-c', 'while :; do :; done & exit 3'];
    const other = sandbox.spawn('sleep', ['1000'], { timeoutMs: 60_000 });
    const late = sandbox.spawn('bash', leaves, { timeoutMs: 300 });
    expect(await late.exited).toEqual({ exitCode: 3, timedOut: false });
    expect(await text(late.stdout)).toBe('');
    const controller = new AbortController();
    const child = sandbox.spawn('bash', leaves, { signal: controller.signal });
    expect(await child.exited).toEqual({ exitCode: 3, timedOut: false });
    controller.abort();
    expect(await text(child.stdout)).toBe('');
    expect(other.kill()).toBe(true);
  });

  it('throws what Node would report when there is no such program', async () => {
    const sandbox = await create();
    expect(() => sandbox.spawn('nosuch')).toThrow(
      expect.objectContaining({ code: 'ENOENT', message: "ENOENT: no such file or directory, spawn 'nosuch'" }),
    );
    sandbox.writeFile('plain', 'echo hi\n');
    expect(() => sandbox.spawn('./plain')).toThrow(expect.objectContaining({ code: 'EACCES' }));
  });

  it('begins in the directory and environment of the session and changes neither', async () => {
    const sandbox = await create();
    await sandbox.run('cd /tmp; export KEY=session');
    const child = sandbox.spawn('bash', ['-c', 'pwd; echo "$KEY $OWN"; cd /; export KEY=own'], { env: { OWN: '1' } });
    expect(await text(child.stdout)).toBe('/tmp\nsession 1\n');
    expect(await sandbox.run('pwd; echo "$KEY"')).toMatchObject({ stdout: '/tmp\nsession\n' });
  });

  it('runs beside commands of the session', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('cat');
    expect(await sandbox.run('echo meanwhile')).toMatchObject({ stdout: 'meanwhile\n' });
    await child.stdin.close();
    expect(await child.exited).toEqual({ exitCode: 0, timedOut: false });
  });

  it('streams what descendants write after the process itself has ended', async () => {
    const sandbox = await create();
    const child = sandbox.spawn('bash', ['-c', '(sleep 0.1; echo late) & echo early']);
    expect(await text(child.stdout)).toBe('early\nlate\n');
  });
});
