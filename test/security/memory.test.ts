// Memory of guests: whose it is, how much of it there is, and what programs cost before they run.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { threadCount } from '../contract/host-threads.js';
import { skipWithout } from '../setup/missing-programs.js';
import {
  assemble,
  i32s,
  linuxClone,
  linuxNumber,
  linuxProgram,
  linuxSyscall,
  type ModuleParts,
  magic,
  op,
  syscall,
  unsigned,
} from './assembler.js';
import { runModule, runScript, stillWorks, withSandbox } from './hostile.js';
import { mappingsOf } from './mappings.js';
import { reportGrowth } from './report.js';

const mebibyte = 1 << 20;
const pages = 32;
const size = pages * 65536;

/** A `linux` program whose functions are `_start` and what follows it. */
function program(parts: ModuleParts): Uint8Array {
  return assemble({ imports: [linuxSyscall], memory: { minimum: 1 }, exports: { _start: 1 }, ...parts });
}

const forever = [...op.loop, ...op.br(0), ...op.end];

function install(sandbox: Sandbox, path: string, bytes: Uint8Array): void {
  sandbox.writeFile(path, bytes);
  sandbox.chmod(path, 0o755);
}

describe('memory of a process that has ended', () => {
  // Everything from the second page on, many times: the guest lives on for a while after its memory should be gone.
  const overwrite = [
    ...op.i32(60),
    ...op.localSet(0),
    ...op.loop,
    ...[...op.i32(65536), ...op.i32(0x41), ...op.i32(size - 65536), ...op.memoryFill],
    ...[...op.localGet(0), ...op.i32(1), ...op.sub, ...op.localSet(0), ...op.localGet(0), ...op.brIf(0)],
    ...op.end,
  ];
  const executes = syscall(linuxNumber.execve, 2048, 2080, 2088);
  const endings: [string, number[]][] = [
    ['exec', [...op.try, ...executes, ...op.catchAll, ...overwrite, ...op.end]],
    ['exec, and execs again', [...op.try, ...executes, ...op.catchAll, ...overwrite, ...executes, ...op.end]],
    ['exit', [...op.try, ...syscall(linuxNumber.exitGroup, 0), ...op.catchAll, ...overwrite, ...op.end]],
    [
      'exec, and never ends',
      [...op.try, ...executes, ...op.catchAll, ...op.loop, ...overwrite, ...op.br(0), ...op.end, ...op.end],
    ],
  ];
  const argumentVector = Buffer.from(Uint32Array.of(2048, 0, 0).buffer);
  const data = [
    { offset: 2048, bytes: Buffer.from('/usr/bin/true\0') },
    { offset: 2080, bytes: argumentVector },
  ];
  // Status 1 when a word that was never written is not 0.
  const reader = linuxProgram(
    [
      [...op.i32(65536), ...op.localSet(0), ...op.loop],
      [...op.localGet(0), ...op.i32Load, ...op.if, ...syscall(linuxNumber.exitGroup, 1), ...op.end],
      [...op.localGet(0), ...op.i32(4), ...op.add, ...op.localSet(0)],
      [...op.localGet(0), ...op.i32(size), ...op.ne, ...op.brIf(0), ...op.end],
    ],
    { locals: 1, pages },
  );

  it.each(endings)('is zero for the next one, though it catches what unwinds it at %s', async (_, body) => {
    const writer = program({ memory: { minimum: pages }, functions: [{ body: [body], locals: 1 }], data });
    await withSandbox({}, async (attacker) => {
      await withSandbox({}, async (victim) => {
        for (let round = 0; round < 20; round++) {
          await runModule(attacker, writer);
          expect((await runModule(victim, reader)).status).toBe(0);
        }
        expect(await victim.run('x=1; echo "$x$unset"')).toMatchObject({ exitCode: 0, stdout: '1\n' });
      });
    });
  });
});

describe('addresses that memories reserve', () => {
  // Ten gigabytes each, of 128 terabytes in all.
  const reserved = (): number => Number(/VmSize:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

  it('are given back though no two programs have memories alike', { timeout: 60_000 }, async () => {
    await withSandbox({}, async (sandbox) => {
      const before = reserved();
      for (let maximum = 1; maximum <= 800; maximum++) {
        const memory = { minimum: 0, maximum };
        expect((await runModule(sandbox, program({ memory, functions: [{ body: [] }] }))).status).toBe(0);
      }
      // Collected after 256 of them, in each worker; on a busy machine a little later.
      expect(reserved() - before).toBeLessThan(5 * 2 ** 40);
    });
  });
});

describe('stacks of programs that call deep', () => {
  it('are used again, and bounded by how many processes there are', { timeout: 120_000 }, async () => {
    await withSandbox({ maxProcesses: 24, memoryLimitMb: 512 }, async (sandbox) => {
      sandbox.writeFile('/tmp/deep', 'f() { if [ $1 = 0 ]; then read line; else f $(($1 - 1)); fi; }; f 900');
      const count = 20;
      const round = async (): Promise<void> => {
        const children = Array.from({ length: count }, () => sandbox.spawn('dash', ['/tmp/deep']));
        await expect.poll(() => sandbox.metrics().waits.input, { timeout: 60_000 }).toBe(count);
        for (const child of children) child.kill('SIGKILL');
        await Promise.all(children.map((child) => child.exited));
      };
      await round();
      await round();
      // A thread has one, or the engine switches them.
      const stacks = () => Math.max(threadCount(), mappingsOf(3.8 * mebibyte, 4.1 * mebibyte));
      const before = stacks();
      await reportGrowth(async () => {
        for (let i = 0; i < 5; i++) await round();
      });
      expect(stacks()).toBeLessThanOrEqual(before + count);
    });
  });
});

describe('memory that a module grows by itself', () => {
  const grow = (count: number): number[] => [...op.i32(count), ...op.memoryGrow, ...op.drop];
  const touch = (bytes: number): number[] => [...op.i32(0), ...op.i32(7), ...op.i32(bytes), ...op.memoryFill];

  const growers: [string, Uint8Array][] = [
    [
      'from nothing',
      program({ memory: { minimum: 0 }, functions: [{ body: [grow(800), touch(50 * mebibyte), forever] }] }),
    ],
    [
      'and takes back by brk',
      program({
        functions: [
          {
            body: [grow(799), syscall(linuxNumber.brk, 0), touch(50 * mebibyte), syscall(linuxNumber.brk, 1), forever],
          },
        ],
      }),
    ],
  ];
  it.each(growers)('%s counts', async (_, bytes) => {
    await withSandbox({ memoryLimitMb: 64 }, async (sandbox) => {
      install(sandbox, '/tmp/grow', bytes);
      const children = Array.from({ length: 6 }, () => sandbox.spawn('/tmp/grow', [], { stdin: '', timeoutMs: 2000 }));
      const ends = await reportGrowth(() => Promise.all(children.map((child) => child.exited)));
      expect(ends.filter((end) => end.timedOut).length).toBeLessThanOrEqual(1);
      expect(sandbox.metrics().peakMemoryBytes).toBeLessThanOrEqual(64 * mebibyte);
      expect(sandbox.metrics().memoryBytes).toBe(0);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  // A mebibyte more and writes to it, for ever.
  const step = [
    ...[...op.memorySize, ...op.i32(65536), ...op.mul, ...op.i32(7), ...op.i32(mebibyte)],
    ...[...grow(16), ...op.memoryFill],
  ];

  it('is refused before many processes together have too much', { timeout: 60_000 }, async () => {
    await withSandbox({ memoryLimitMb: 256 }, async (sandbox) => {
      install(
        sandbox,
        '/tmp/grow',
        program({ functions: [{ body: [[...op.loop, ...step, ...op.br(0), ...op.end]] }] }),
      );
      const children = Array.from({ length: 30 }, () =>
        sandbox.spawn('/tmp/grow', [], { stdin: '', timeoutMs: 30_000 }),
      );
      const ends = await Promise.all(children.map((child) => child.exited));
      expect(ends.every(({ signal }) => signal === 'SIGSEGV')).toBe(true);
      expect(sandbox.metrics().peakMemoryBytes).toBeGreaterThan(200 * mebibyte);
      expect(sandbox.metrics().peakMemoryBytes).toBeLessThanOrEqual(256 * mebibyte);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it.each([0, 1])('by %i pages for ever does not keep it from being ended', async (count) => {
    const loops = program({ functions: [{ body: [[...op.loop, ...grow(count), ...op.br(0), ...op.end]] }] });
    await withSandbox({ memoryLimitMb: 4000 }, async (sandbox) => {
      expect(await runModule(sandbox, loops, 300)).toMatchObject({ timedOut: true });
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('is all that a program of the guest notices of how it grows', { timeout: 60_000 }, async (context) => {
    skipWithout(context, 'perl sed awk');
    await withSandbox({}, async (sandbox) => {
      const script = `
        for name in sort perl bash sed awk; do cp "$(command -v $name)" /tmp/$name; done
        seq 1 200000 | /tmp/sort -rn | head -2
        /tmp/perl -e 'my %h; $h{$_} = "x$_" for 1 .. 100000; print scalar(keys %h), " $h{77777}\\n"'
        /tmp/perl -e 'my $pid = fork; if (!$pid) { exit 7 } waitpid $pid, 0; print $? >> 8, "\\n"'
        /tmp/bash -c 'x=$(printf "%0300000d" 0); echo "\${#x}" $(echo sub)'
        echo abc | /tmp/sed 's/\\(b\\)/[\\1]/'
        /tmp/awk 'BEGIN { for (i = 0; i < 200000; i++) a[i] = i "x"; print length(a), a[777] }'`;
      const { stdout, stderr } = await sandbox.run(script, { timeoutMs: 50_000 });
      expect({ stdout, stderr }).toEqual({
        stdout: '200000\n199999\n100000 x77777\n7\n300000 sub\na[b]c\n200000 777x\n',
        stderr: '',
      });
    });
  });
});

describe('programs', () => {
  it('of great size that hold nothing are refused before they cost anything', { timeout: 60_000 }, async () => {
    await withSandbox({ memoryLimitMb: 64 }, async (sandbox) => {
      await reportGrowth(async () => {
        for (const length of ['1G', '200M']) {
          for (let copy = 0; copy < 4; copy++) {
            const path = `/tmp/sparse-${length}-${copy}`;
            install(sandbox, path, Uint8Array.from(magic));
            const { stdout } = await runScript(sandbox, `truncate -s ${length} ${path}; ${path} 2>&1; echo $?`);
            expect(stdout).toMatch(/larger than|no memory|\n126\n/);
          }
        }
      });
      expect(sandbox.metrics().peakMemoryBytes).toBeLessThanOrEqual(64 * mebibyte);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('that run are not written to, and count until they end', async () => {
    await withSandbox({ fsLimitMb: 8 }, async (sandbox) => {
      const filler = new Uint8Array(3 * mebibyte).fill(7);
      const sleeper = assemble({
        imports: [linuxSyscall],
        memory: { minimum: 1 },
        functions: [{ body: [syscall(linuxNumber.write, 1, 1024, 6), syscall(linuxNumber.sigsuspend, 2048, 8)] }],
        exports: { _start: 1 },
        data: [{ offset: 1024, bytes: Buffer.from('alive\n') }],
      });
      const custom = [0, ...unsigned(filler.length + 1), 0];
      install(sandbox, '/tmp/a', Buffer.concat([sleeper, Uint8Array.from(custom), filler]));
      const child = sandbox.spawn('/tmp/a', [], { stdin: '' });
      await child.stdout.getReader().read();
      expect(() => sandbox.writeFile('/tmp/a', 'x')).toThrow(expect.objectContaining({ code: 'ETXTBSY' }));
      expect((await runScript(sandbox, 'echo x >/tmp/a')).stderr).toContain('Text file busy');
      sandbox.rm('/tmp/a');
      expect(sandbox.metrics().fileBytes).toBeGreaterThan(3 * mebibyte);
      sandbox.writeFile('/tmp/a', 'x');
      child.kill('SIGKILL');
      await child.exited;
      expect(sandbox.metrics().fileBytes).toBeLessThan(mebibyte);
      sandbox.writeFile('/tmp/a', 'y');
    });
  });
});

describe('a parent whose child never begins', () => {
  it('dies at once', { timeout: 20_000 }, async () => {
    // The start function sleeps in every process but the first.
    const clones = assemble({
      imports: [linuxSyscall, linuxClone],
      memory: { minimum: 1 },
      functions: [
        { body: [syscall(linuxNumber.write, 1, 1024, 6), [...op.i32(0), ...op.i32(0), ...op.call(1), ...op.drop]] },
        {
          body: [
            [
              ...op.i32(linuxNumber.getppid),
              ...i32s(6).flatMap(() => op.i32(0)),
              ...op.call(0),
              ...op.i32(1),
              ...op.ne,
            ],
            [...op.if, ...op.loop, ...syscall(linuxNumber.sigsuspend, 2048, 8), ...op.br(0), ...op.end, ...op.end],
          ],
        },
        { body: [] },
      ],
      start: 3,
      exports: { _start: 2, __child_main: 4 },
      stackPointer: 60000,
      data: [{ offset: 1024, bytes: Buffer.from('alive\n') }],
    });
    await withSandbox({}, async (sandbox) => {
      install(sandbox, '/tmp/clones', clones);
      const child = sandbox.spawn('/tmp/clones', [], { stdin: '' });
      await child.stdout.getReader().read();
      await expect.poll(() => sandbox.metrics().processes).toBe(2);
      child.kill('SIGKILL');
      expect((await child.exited).signal).toBe('SIGKILL');
      await expect.poll(() => sandbox.metrics().processes).toBe(0);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });
});

describe('tenants', () => {
  it('of whom more come at once than there are workers all get their answer', { timeout: 120_000 }, async () => {
    const sandboxes = await Promise.all(Array.from({ length: 150 }, () => Sandbox.create({})));
    try {
      const results = await Promise.all(
        sandboxes.map((sandbox, index) => sandbox.run(`echo ${index}`, { timeoutMs: 100_000 })),
      );
      expect(results.map(({ stdout }) => stdout)).toEqual(sandboxes.map((_, index) => `${index}\n`));
    } finally {
      for (const sandbox of sandboxes) sandbox.destroy();
    }
  });

  it('with as many processes as they can have leave room for others', { timeout: 60_000 }, async () => {
    const greedy = await Promise.all(Array.from({ length: 3 }, () => Sandbox.create({})));
    try {
      const hogs = greedy.map((sandbox) =>
        sandbox.spawn('dash', ['-c', 'i=0; while [ $i -lt 62 ]; do sleep 30 & i=$((i + 1)); done; wait'], {
          stdin: '',
        }),
      );
      const text = hogs.map(async (hog) => {
        for await (const _ of hog.stderr) return;
      });
      // Each is refused at last, or has all it wanted.
      await Promise.race([...text, expect.poll(() => greedy[0]?.metrics().processes, { timeout: 30_000 }).toBe(63)]);
      await withSandbox({}, async (other) => {
        const { stdout, exitCode } = await other.run('echo hi | cat | cat; ls / | head -1', { timeoutMs: 20_000 });
        expect({ stdout, exitCode }).toEqual({ stdout: 'hi\nbin\n', exitCode: 0 });
      });
    } finally {
      for (const sandbox of greedy) sandbox.destroy();
    }
  });
});
