// What answers the host for a session need not be our shell.

import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Sandbox } from 'wasmsand';
import { History } from '../../lib/shell/session-history.js';
import { decodeComplete, decodeRun } from '../../lib/shell/session-protocol.js';
import { assemble, linuxNumber, linuxSyscall, op, syscall } from './assembler.js';
import { reportGrowth } from './report.js';

const number = { receive: 244, reply: 245 } as const;
const replyAt = 0x2000;
const killed = { exitCode: 137, signal: 'SIGKILL' };

/** A shell that says `reply` to whatever it is asked, `times` times. */
function forgedShell(reply: Uint8Array, times = 1): Uint8Array {
  return assemble({
    imports: [linuxSyscall],
    memory: { minimum: Math.ceil((replyAt + reply.length) / 0x10000) },
    functions: [
      {
        body: [
          op.loop,
          ...[
            op.i32(number.receive),
            op.i32(0),
            op.i32(0x1000),
            op.i32(0),
            op.i32(0),
            op.i32(0),
            op.i32(0),
            op.call(0),
          ],
          ...[op.eqz, op.brIf(1)],
          ...Array.from({ length: times }, () => syscall(number.reply, replyAt, reply.length)),
          ...[op.br(0), op.end],
          syscall(linuxNumber.exitGroup, 3),
        ],
      },
    ],
    exports: { _start: 1 },
    data: [{ offset: replyAt, bytes: reply }],
  });
}

/**
 * A shell that answers with the number of the command, which it keeps in its memory, and may rest in between. It catches what
 * unwinds it then and does `afterwards`. `entry`: what it goes on with.
 */
function countingShell(afterwards: number[][], entry = '__child_main'): Uint8Array {
  const reply = Uint8Array.from([
    1,
    ...u32(0),
    0,
    ...text('/tmp'),
    ...u32(1),
    ...u32(0),
    ...u32(0),
    ...u32(0),
    ...u32(0),
  ]);
  const countAt = 0x3000;
  const count = [...op.i32(countAt), ...op.i32Load];
  const statusAt = replyAt + 1;
  return assemble({
    imports: [linuxSyscall],
    memory: { minimum: 1 },
    functions: [
      {
        body: [
          op.loop,
          op.try,
          syscall(number.receive, 0, 0x1000, 1, 0, 0x800),
          op.catchAll,
          ...afterwards,
          op.end,
          [...op.i32(countAt), ...count, ...op.i32(1), ...op.add, ...op.i32Store],
          [...op.i32(statusAt), ...count, ...op.i32StoreByte],
          syscall(number.reply, replyAt, reply.length),
          [...op.br(0), ...op.end],
        ],
      },
    ],
    exports: { _start: 1, [entry]: 1 },
    stackPointer: 0x800,
    data: [{ offset: replyAt, bytes: reply }],
  });
}

const overwrites = [...op.i32(0), ...op.i32(0x77), ...op.i32(0x10000), ...op.memoryFill];
/** What a module does with the exception that unwinds it. */
const unwinders: [string, number[][]][] = [
  ['lets it be', [op.unreachable]],
  ['overwrites its memory', [overwrites, op.unreachable]],
  ['never ends', [op.loop, overwrites, op.br(0), op.end]],
  ['answers', [op.loop, syscall(number.reply, replyAt, 3), syscall(linuxNumber.exitGroup, 3), op.br(0), op.end]],
  ['waits again', [op.loop, op.try, syscall(number.receive, 0, 1, 1), op.catchAll, op.end, op.br(0), op.end]],
];

const u32 = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
const text = (value: string): number[] => [...u32(value.length), ...Buffer.from(value)];

const goodRun = [
  ...[1, ...u32(5), 2, ...text('/tmp'), ...u32(1), ...text('KEY=value')],
  ...[...u32(1), ...u32(0), ...u32(0), ...u32(1), ...text('echo')],
  ...[...u32(1), ...u32(1), ...text('sleep 9 &'), ...u32(1), ...u32(77)],
];

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

const sandboxes: Sandbox[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const sandbox of sandboxes.splice(0)) sandbox.destroy();
  expect(unhandled.splice(0)).toEqual([]);
});

async function withShell(reply: number[] | Uint8Array, times?: number): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandboxes.push(sandbox);
  sandbox.writeFile('/usr/bin/bash', forgedShell(Uint8Array.from(reply), times));
  return sandbox;
}

describe('a forged session shell', () => {
  it('is believed what could be true', async () => {
    const sandbox = await withShell(goodRun);
    expect(await sandbox.run('anything')).toMatchObject({ exitCode: 5, stdout: '' });
    expect([sandbox.getEnv('PWD'), sandbox.getEnv('KEY')]).toEqual(['/tmp', 'value']);
  });

  it('is killed for a reply that is none, and the next command gets a new one', async () => {
    const replies: [string, number[]][] = [
      ['a byte', [1]],
      ['another kind', [2, ...goodRun.slice(1)]],
      ['too short', goodRun.slice(0, -1)],
      ['too long', [...goodRun, 0]],
      ['a length beyond its end', [1, ...u32(0), 0, ...u32(0xffff_ffff)]],
      ['a count beyond its end', [1, ...u32(0), 2, ...text('/'), ...u32(0xffff_ffff)]],
      ['a history that was not reported', [1, ...u32(0), 0, ...text('/'), ...[1, 7, 7, 0].flatMap(u32), ...u32(0)]],
      ['a process that cannot be', [...goodRun.slice(0, -4), ...u32(0xffff_ffff)]],
      ['bytes without a meaning', [...randomBytes(5000)]],
    ];
    for (const [name, reply] of replies) {
      const sandbox = await withShell(reply);
      for (const turn of [1, 2]) {
        expect({ name, turn, ...(await sandbox.run('anything')) }).toMatchObject({ name, turn, ...killed });
      }
      expect(sandbox.getEnv('PWD')).toBe('/home/user');
      await expect(sandbox.complete('ec')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    }
  });

  it('cannot answer what it was not asked', async () => {
    const sandbox = await withShell(goodRun, 3);
    for (let turn = 0; turn < 3; turn++) {
      // The history it reports is right once: nothing is kept of it.
      expect(await sandbox.run('anything')).toMatchObject({ exitCode: 5 });
    }
  });

  it('leaves nothing behind in the host, however often', { timeout: 120_000 }, async () => {
    const sandbox = await withShell([1, 2, 3]);
    const output = { maxOutputBytes: 16 << 20 };
    for (let i = 0; i < 5; i++) await sandbox.run('anything', output);
    await reportGrowth(async () => {
      for (let i = 0; i < 50; i++) {
        const aborter = new AbortController();
        const add = vi.spyOn(aborter.signal, 'addEventListener');
        const remove = vi.spyOn(aborter.signal, 'removeEventListener');
        const result = await sandbox.run('anything', { ...output, timeoutMs: 60_000, signal: aborter.signal });
        expect(result).toMatchObject(killed);
        expect(remove).toHaveBeenCalledTimes(add.mock.calls.length);
      }
    });
    expect(sandbox.metrics()).toMatchObject({ memoryBytes: 0, descriptors: 0, pipeBytes: 0 });
  });

  it('goes on after a rest from what it was, whatever its instance still did', { timeout: 60_000 }, async () => {
    const restMs = 10_000;
    for (const [name, afterwards] of unwinders) {
      const sandbox = await Sandbox.create();
      sandboxes.push(sandbox);
      sandbox.writeFile('/usr/bin/bash', countingShell(afterwards));
      for (let count = 1; count <= 4; count++) {
        const { exitCode, stdout } = await sandbox.run('anything');
        expect({ name, exitCode, stdout }).toEqual({ name, exitCode: count, stdout: '' });
        await expect.poll(() => sandbox.metrics().sessionsAtRest, { timeout: restMs, interval: 5 }).toBe(1);
      }
      expect(sandbox.metrics().processes).toBe(1);
    }
  });

  it('that has nothing to go on with after its rest is replaced', async () => {
    const sandbox = await Sandbox.create();
    sandboxes.push(sandbox);
    sandbox.writeFile('/usr/bin/bash', countingShell([op.unreachable], '__other_main'));
    for (let turn = 0; turn < 3; turn++) {
      // One that has just begun to count.
      expect(await sandbox.run('anything')).toMatchObject({ exitCode: 1 });
      await expect.poll(() => sandbox.metrics().sessionsAtRest, { timeout: 10_000, interval: 5 }).toBe(1);
    }
  });
});

describe('a session', () => {
  it('rests whatever the size of its state', async () => {
    const sandbox = await Sandbox.create();
    sandboxes.push(sandbox);
    await sandbox.run('x=$(head -c 20000000 /dev/zero | tr "\\0" a); y=1');
    // What is large is left in its thread for 10 s first.
    await expect.poll(() => sandbox.metrics().sessionsAtRest, { timeout: 30_000, interval: 50 }).toBe(1);
    expect(sandbox.metrics().imageBytes).toBeGreaterThan(20_000_000);
    expect((await sandbox.run('echo ${#x} $y; unset x')).stdout).toBe('20000000 1\n');
  });

  it('has no descriptor to the host that a script could name', async () => {
    const sandbox = await Sandbox.create();
    sandboxes.push(sandbox);
    const script = [
      ...['read -u 255 x', 'mapfile -u 255 a', 'echo >&255', 'echo 3<&255', ': {v}>&255', 'echo x >/dev/fd/255'],
      ...['echo x >/proc/self/fd/255', 'echo x >/proc/$$/fd/255', 'cat <&255', 'printf x >&255', 'test -t 255'],
      ...['(cat <&255)', 'bash -c "cat <&255"', 'coproc cat <&255', 'cat <(cat <&255)', 'BASH_XTRACEFD=255'],
      ...['dash -c "cat <&255"', 'cat /proc/$$/fd/255', 'ulimit -n 400; cat <&255', 'exec 7<&255'],
    ];
    for (const line of script) {
      const { stderr, timedOut } = await sandbox.run(`{ ${line}; } ; wait; true`, { timeoutMs: 10_000 });
      expect({ line, timedOut }).toEqual({ line, timedOut: false });
      if (line !== 'test -t 255' && !line.startsWith('cat <('))
        expect({ line, stderr }).not.toEqual({ line, stderr: '' });
    }
    expect((await sandbox.run('ls /proc/$$/fd; ls /proc/self/fd')).stdout).toBe('0\n1\n2\n0\n1\n2\n3\n');
    // It is one like any other.
    expect(
      (await sandbox.run('exec 255>file; echo it >&255; cat file; PS4="\\1\\0"; BASH_XTRACEFD=255; set -x; :')).stdout,
    ).toBe('it\n');
    expect((await sandbox.run('set +x; exec 255>&-; wc -l <file')).stdout).toMatch(/^\d+\n$/);
  });

  it('is not skipped because somebody sent the signal that ends command lines', async () => {
    const sandbox = await Sandbox.create();
    sandboxes.push(sandbox);
    await sandbox.run('(for i in 1 2 3 4 5; do sleep 0.05; kill -RTMAX $$; done) & sleep 0');
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      sandbox.history.list();
    }
    await sandbox.run('wait');
    expect((await sandbox.run('echo here')).stdout).toBe('here\n');
  });

  it('can be used after it exported more than a process can be started with, and was killed', async () => {
    const sandbox = await Sandbox.create();
    sandboxes.push(sandbox);
    await sandbox.run('printf -v BIG %0300000d 0; for i in {1..10}; do export "BIG$i=$BIG"; done; export BIG LITTLE=1');
    expect(await sandbox.run('kill -9 $$')).toMatchObject(killed);
    const { stdout } = await sandbox.run('echo $LITTLE ${#BIG} ${#BIG10}');
    expect(stdout).toMatch(/^1 300000 300000$/m);
  });

  it('interrupts completion functions that do not end, and keeps the session', async () => {
    const sandbox = await Sandbox.create();
    sandboxes.push(sandbox);
    await sandbox.run('f() { while :; do :; done; }; g() { sleep 100; }; kept=1; complete -F f one; complete -F g two');
    for (const line of ['one ', 'two ', 'one ']) {
      const completing = sandbox.complete(line).catch((error) => error.code);
      const others = sandbox.complete('ech');
      // Waits for both.
      const { stdout } = await sandbox.run('echo $kept');
      expect({ line, stdout, completed: await completing }).toMatchObject({ line, stdout: '1\n' });
      expect((await others).completions).toEqual(['echo']);
    }
  });
});

describe('reading replies', () => {
  const decoders = {
    run: decodeRun,
    complete: (bytes: Uint8Array) => decodeComplete(bytes, 1000),
  };
  const good: Record<keyof typeof decoders, number[]> = {
    run: goodRun,
    complete: [2, ...u32(3), ...u32(5), ...u32(2), ...text('echo'), ...text('eval')],
  };
  const random = (limit: number): number => Math.floor(Math.random() * limit);

  it.each(Object.keys(decoders) as (keyof typeof decoders)[])('never fails: %s', (kind) => {
    const decode = decoders[kind];
    const bytes = Uint8Array.from(good[kind]);
    expect(decode(bytes)).toBeDefined();
    for (let length = 0; length < bytes.length; length++) expect(decode(bytes.subarray(0, length))).toBeUndefined();
    for (let turn = 0; turn < 20_000; turn++) {
      const changed =
        turn % 2 === 0 ? Uint8Array.from(bytes) : new Uint8Array([bytes[0] ?? 0, ...randomBytes(random(200))]);
      for (let changes = random(4); changes >= 0; changes--) {
        changed[random(changed.length)] = [0, 1, 0x7f, 0x80, 0xff, random(256)][random(6)] ?? 0;
      }
      const reply = decode(changed);
      if (typeof reply === 'object' && 'history' in reply) new History().update(reply.history);
    }
  });

  it('takes no more items than the bytes could hold', () => {
    const many = [...u32(1), ...u32(0), ...u32(0), ...u32(300_000), ...new Uint8Array(1_200_004)];
    expect(decodeRun(Uint8Array.from([1, ...u32(0), 0, ...text('/'), ...many]))).toBeUndefined();
  });
});
