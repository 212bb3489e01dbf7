// Whoever sets a limit is told by name when it was met: each of them, and nobody else.

import { describe, expect, it } from 'vitest';
import { type LimitName, Sandbox, type SandboxOptions } from 'wasmsand';
import { limitNames } from '../../lib/abi/generated/kernel-fields.js';
import { limitRows } from '../../lib/api/limit-table.js';
import { type Asking, area, asking, first, turn } from './refused.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

const nr = {
  dup: 23,
  socket: 198,
  fcntl: 25,
  openAt: 56,
  pipe2: 59,
  timerCreate: 107,
  sigprocmask: 135,
  sigqueueinfo: 138,
  getpid: 172,
} as const;
const errno = { EPERM: 1, EAGAIN: 11, ENFILE: 23, EMFILE: 24, ENOLCK: 37, ENOBUFS: 105 } as const;
const atWorkingDirectory = -100;
const readWriteCreate = 0o102;
const mebi = 1 << 20;

interface Case {
  options: SandboxOptions;
  command: string;
  /** What a program for it asks, `/tmp/ask`. */
  asks?: Asking;
  expected: object;
}

const file = new TextEncoder().encode('/tmp/f\0');
const lock = new Uint8Array(64);
// A struct flock64 of one byte, F_WRLCK, and the name of a file.
new DataView(lock.buffer).setInt16(0, 1, true);
lock[16] = 1;
lock.set(file, 32);
const info = new Uint8Array(64).fill(0xff, 32, 40);
// A siginfo of SI_QUEUE; a mask of all signals.
new DataView(info.buffer).setInt32(8, -1, true);

const failed = { errorClass: 'LIMIT_EXCEEDED', timedOut: false };

/** A command line that meets each limit, and what is said of it. */
const cases: Record<Exclude<LimitName, 'maxSnapshots' | 'maxCommandBytes' | 'hostMemoryBytes' | 'network'>, Case> = {
  timeoutMs: {
    options: { timeoutMs: 300 },
    command: 'sleep 1000',
    expected: { exitCode: 124, timedOut: true, errorClass: 'TIMEOUT' },
  },
  cpuTimeoutMs: {
    options: { cpuTimeoutMs: 200 },
    command: 'sleep 0.5; while :; do :; done',
    expected: { exitCode: 124, timedOut: true, errorClass: 'TIMEOUT', stderr: 'command timed out' },
  },
  memoryLimitBytes: {
    options: { memoryLimitMb: 64 },
    command: 'a=xxxxxxxxxxxxxxxx; while :; do a=$a$a; done',
    expected: failed,
  },
  fsLimitBytes: { options: { fsLimitMb: 2 }, command: 'head -c 20000000 /dev/zero >big', expected: failed },
  fileCountLimit: {
    options: { fileCountLimit: 50 },
    command: 'for i in {1..100}; do : >f$i || exit; done',
    expected: failed,
  },
  maxProcesses: { options: { maxProcesses: 3 }, command: 'sleep 1 | sleep 1 | sleep 1 | sleep 1', expected: failed },
  maxOutputBytes: { options: { maxOutputBytes: 1000 }, command: 'yes', expected: failed },
  maxDescriptors: {
    options: { limits: { maxDescriptors: 64 } },
    asks: { calls: [[nr.dup, 0]] },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: errno.ENFILE },
  },
  maxPipeBytes: {
    options: { limits: { maxPipeBytes: mebi } },
    asks: {
      before: [[nr.pipe2, area, 0]],
      calls: [
        [nr.pipe2, area, 0],
        [nr.fcntl, 3, 1031, mebi],
        [nr.fcntl, 5, 1031, mebi],
      ],
    },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: errno.EPERM },
  },
  maxLocks: {
    options: { limits: { maxLocks: 10 } },
    asks: {
      data: lock,
      before: [[nr.openAt, atWorkingDirectory, area + 32, readWriteCreate, 0o644]],
      store: [[9, turn]],
      calls: [[nr.fcntl, first, 13, area]],
    },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: errno.ENOLCK },
  },
  maxSockets: {
    options: { limits: { maxSockets: 10 } },
    asks: { calls: [[nr.socket, 1, 1, 0]] },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: errno.ENOBUFS },
  },
  maxFileBytes: {
    options: { limits: { maxFileBytes: 1000 } },
    command: 'head -c 2000 /dev/zero >f',
    expected: { ...failed, exitCode: 153 },
  },
  maxOpenFiles: {
    options: { limits: { maxOpenFiles: 20 } },
    asks: { calls: [[nr.dup, 0]] },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: errno.EMFILE },
  },
  maxArgumentBytes: {
    options: { limits: { maxArgumentBytes: 128 << 10 } },
    command: 'x=$(printf %070000d 0); /usr/bin/echo $x $x $x',
    expected: { ...failed, exitCode: 126 },
  },
  maxTimers: {
    options: { limits: { maxTimers: 3 } },
    asks: { calls: [[nr.timerCreate, 1, 0, area]] },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: errno.EAGAIN },
  },
  maxQueuedSignals: {
    options: { limits: { maxQueuedSignals: 5 } },
    asks: {
      data: info,
      before: [[nr.getpid], [nr.sigprocmask, 2, area + 32, 0, 8]],
      calls: [[nr.sigqueueinfo, first, 40, area]],
    },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: errno.EAGAIN },
  },
  maxProgramBytes: {
    options: { limits: { maxProgramBytes: 100 } },
    asks: { calls: [[nr.dup, 0]], turns: 1 },
    command: '/tmp/ask',
    expected: { ...failed, exitCode: 126 },
  },
};

async function meet(sandbox: Sandbox, { command, asks }: Pick<Case, 'command' | 'asks'>) {
  if (asks !== undefined) {
    sandbox.writeFile('/tmp/ask', asking(asks));
    sandbox.chmod('/tmp/ask', 0o755);
  }
  return sandbox.run(command);
}

describe('a command that meets a limit', () => {
  it.each(Object.entries(cases))('has %s in its result', async (limit, one) => {
    const sandbox = await create(one.options);
    const result = await meet(sandbox, one);
    expect(result).toMatchObject({ ...one.expected, limit, usage: { limitsHit: [limit] } });
    const { limitsHit, prometheus } = sandbox.metrics();
    expect(Object.keys(limitsHit).filter((name) => limitsHit[name as LimitName] > 0)).toEqual([limit]);
    expect(prometheus()).toContain(
      `wasmsand_limits_hit_total{sandbox="${sandbox.id}",limit="${limit}"} ${limitsHit[limit as LimitName]}\n`,
    );
    const next = await sandbox.run('echo on', { timeoutMs: 0, cpuTimeoutMs: 0 });
    expect(next).toMatchObject({ stdout: 'on\n', exitCode: 0, usage: { limitsHit: [] } });
    expect(next.errorClass ?? next.limit).toBeUndefined();
  });

  it.each(Object.entries(cases))('does not meet %s so soon without that limit', async (limit, one) => {
    if (['memoryLimitBytes', 'timeoutMs', 'cpuTimeoutMs', 'maxOutputBytes'].includes(limit)) return;
    const sandbox = await create();
    const asks: Asking | undefined = one.asks && { ...one.asks, turns: 70, tells: 'turns' };
    const { usage } = await meet(sandbox, { ...one, asks });
    expect(usage.limitsHit).toEqual(limit === 'maxTimers' ? [limit] : []);
  });

  it.each([
    ['maxLocks', 10],
    ['maxSockets', 10],
    ['maxTimers', 3],
    ['maxQueuedSignals', 5],
    ['maxOpenFiles', 17],
  ] as const)('has had as many as %s allows', async (limit, allowed) => {
    const { options, command, asks } = cases[limit];
    const { exitCode } = await meet(await create(options), { command, asks: { ...(asks as Asking), tells: 'turns' } });
    expect(exitCode).toBe(allowed + 1);
  });

  it('gets its own limits among fifty others', async () => {
    const names = Object.keys(cases) as (keyof typeof cases)[];
    const told = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const limit = names[i % names.length] as keyof typeof cases;
        const one = cases[limit];
        const timeoutMs = limit === 'timeoutMs' ? 300 : 120_000;
        const { usage } = await meet(await create({ ...one.options, timeoutMs }), one);
        return [limit, usage.limitsHit];
      }),
    );
    for (const [limit, hit] of told) expect(hit).toEqual([limit]);
  });

  it('and succeeds all the same has no error class', async () => {
    const sandbox = await create({ fsLimitMb: 2 });
    const result = await sandbox.run('head -c 20000000 /dev/zero >big 2>/dev/null || rm big');
    expect(result).toMatchObject({ exitCode: 0, usage: { limitsHit: ['fsLimitBytes'] } });
    expect(result.errorClass ?? result.limit).toBeUndefined();
  });

  it('again and again names it once, and the metrics count each refusal', async () => {
    const sandbox = await create({ limits: { maxOpenFiles: 20 } });
    const turns = 1_000_000;
    const result = await meet(sandbox, { command: '/tmp/ask', asks: { calls: [[nr.dup, 0]], turns } });
    expect(result).toMatchObject({
      exitCode: errno.EMFILE,
      limit: 'maxOpenFiles',
      usage: { limitsHit: ['maxOpenFiles'] },
    });
    expect(sandbox.metrics().limitsHit.maxOpenFiles).toBeGreaterThan(turns - 20);
  });

  it('that it has set itself, with ulimit, names none', async () => {
    const sandbox = await create();
    const result = await meet(sandbox, { command: 'ulimit -n 20; /tmp/ask', asks: { calls: [[nr.dup, 0]] } });
    expect(result).toMatchObject({ exitCode: errno.EMFILE, usage: { limitsHit: [] } });
    expect(result.errorClass).toBeUndefined();
  });

  it('as a process of spawn names it in exited', async () => {
    const sandbox = await create({ fsLimitMb: 2 });
    const child = sandbox.spawn('sh', ['-c', 'head -c 20000000 /dev/zero >big'], { stdin: '' });
    expect(await child.exited).toEqual({ exitCode: 1, timedOut: false, limit: 'fsLimitBytes' });
  });
});

describe('calls of the host', () => {
  it('have the limit in their error', async () => {
    const sandbox = await create({ fsLimitMb: 2, fileCountLimit: 20, maxProcesses: 1, maxSnapshots: 1 });
    const limitOf = (act: () => unknown): unknown => {
      try {
        act();
      } catch (error) {
        return (error as { limit?: LimitName }).limit;
      }
      return 'none';
    };
    expect(limitOf(() => sandbox.writeFile('/tmp/big', new Uint8Array(3 << 20)))).toBe('fsLimitBytes');
    const make = (): void => {
      for (let i = 0; i < 30; i++) sandbox.writeFile(`/tmp/${i}`, '');
    };
    expect(limitOf(make)).toBe('fileCountLimit');
    expect(limitOf(() => sandbox.readFile('/none'))).toBeUndefined();
    expect(limitOf(() => sandbox.spawn('true', ['x'.repeat(200_000)]))).toBe('maxArgumentBytes');
    const start = (): unknown => [1, 2, 3].map(() => sandbox.spawn('sleep', ['1000']));
    expect(limitOf(start)).toBe('maxProcesses');
  });

  it('name the limit when a snapshot or a command line is refused', async () => {
    const sandbox = await create({ maxSnapshots: 1, limits: { maxCommandBytes: 10 } });
    await sandbox.snapshot();
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: 'E_LIMIT_SNAPSHOTS', limit: 'maxSnapshots' });
    expect((await sandbox.run('echo 12345')).stdout).toBe('12345\n');
    const refused = { code: 'E_LIMIT_COMMAND', limit: 'maxCommandBytes' };
    await expect(sandbox.run('echo 123456')).rejects.toMatchObject(refused);
    await expect(sandbox.run('echo $1', { args: ['ääää'] })).rejects.toMatchObject(refused);
  });

  it('can limit the memory of all sandboxes together', async () => {
    const [one, other] = [await create({ memoryLimitMb: 512 }), await create({ memoryLimitMb: 512 })];
    await Promise.all([one.run('true'), other.run('true')]);
    try {
      Sandbox.limitHost({ memoryBytes: one.metrics().hostMemoryBytes + 40 * mebi });
      const result = await one.run('a=xxxxxxxxxxxxxxxx; while :; do a=$a$a; done');
      expect(result).toMatchObject({ ...failed, limit: 'hostMemoryBytes' });
      expect(await other.run('echo on')).toMatchObject({ stdout: 'on\n' });
    } finally {
      Sandbox.limitHost({ memoryBytes: 0 });
    }
    expect(() => Sandbox.limitHost({ memoryBytes: -1 })).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
  });
});

describe('the table of limits', () => {
  it('has each that is an option, in the order of the kernel', () => {
    const options = limitNames.filter((name) => name !== 'hostMemoryBytes' && name !== 'network');
    expect(Object.keys(limitRows)).toEqual(options);
  });

  it('has values that may be set, and none that is less strict for strangers', () => {
    for (const [name, { least, most, zero, default: usual, strict }] of Object.entries(limitRows)) {
      for (const value of [usual, strict]) expect(value >= least && value <= most, name).toBe(true);
      expect(strict <= usual || (usual === 0 && zero !== undefined), name).toBe(true);
    }
  });
});

describe('limits and ulimit', () => {
  const shown = 'ulimit -Sn; ulimit -Hn; ulimit -u; ulimit -i; ulimit -Hf';

  it('agree', async () => {
    const sandbox = await create({
      maxProcesses: 7,
      limits: { maxOpenFiles: 100, maxQueuedSignals: 9, maxFileBytes: 4096 },
    });
    expect((await sandbox.run(shown)).stdout).toBe('100\n100\n7\n9\n4\n');
    expect((await (await create()).run(shown)).stdout).toBe('1024\n4096\n64\n1024\nunlimited\n');
  });

  it('are those of the new sandbox where it begins from another', async () => {
    const from = await create();
    await from.run('ulimit -Sn 50; ulimit -Su 20');
    const id = await from.snapshot();
    const sandbox = await create({ from: id, maxProcesses: 10, limits: { maxQueuedSignals: 9 } });
    expect((await sandbox.run(shown)).stdout).toBe('50\n4096\n10\n9\nunlimited\n');
    const larger = await create({ from: id, maxProcesses: 200 });
    expect((await larger.run(shown)).stdout).toBe('50\n4096\n20\n1024\nunlimited\n');
  });

  it('of the strict preset hold, except those that are given', async () => {
    const sandbox = await create({ limits: 'strict', maxProcesses: 5 });
    expect((await sandbox.run(shown)).stdout).toBe(`256\n256\n5\n128\n${32 * 1024}\n`);
    const other = await create({ limits: { preset: 'strict', maxOpenFiles: 100 } });
    expect((await other.run(shown)).stdout).toBe(`100\n100\n32\n128\n${32 * 1024}\n`);
    const git = await other.run('x=$(seq 1000 | sort -n | tail -1); echo $x; ls / | wc -l | grep -c .');
    expect(git).toMatchObject({ stdout: '1000\n1\n', usage: { limitsHit: [] } });
  });
});
