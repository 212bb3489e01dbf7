// Guests that take all they can get. Each limit here is shown to hold: with it taken out, its test fails.

import { describe, expect, it, vi } from 'vitest';
import { Sandbox } from 'wasmsand';
import { linuxProgram, op, syscall } from './assembler.js';
import { runModule, runScript, stillWorks, withSandbox } from './hostile.js';

describe('processes', () => {
  it('of a fork bomb stay below the limit and end with it', async () => {
    await withSandbox({ maxProcesses: 24 }, async (sandbox) => {
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, sandbox.metrics().processes);
      }, 5);
      await runScript(sandbox, 'bomb() { bomb & bomb & wait; sleep 10; }; bomb', 5000);
      clearInterval(watch);
      expect(most).toBeGreaterThan(8);
      expect(most).toBeLessThanOrEqual(24);
      expect(sandbox.metrics().processes).toBe(0);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('cannot be more than the limit at one time', async () => {
    await withSandbox({ maxProcesses: 10 }, async (sandbox) => {
      const script = 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.5 & done; echo all';
      const { stdout, stderr } = await runScript(sandbox, script);
      expect(stdout).not.toContain('all');
      expect(stderr).toContain('fork');
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('that the host starts in a storm all end, or are refused with EAGAIN', async () => {
    await withSandbox({ maxProcesses: 64 }, async (sandbox) => {
      const ends: Promise<number>[] = [];
      let refused = 0;
      for (let i = 0; i < 500; i++) {
        try {
          ends.push(sandbox.spawn('true', [], { stdin: '' }).exited.then(({ exitCode }) => exitCode));
        } catch (error) {
          expect(error).toMatchObject({ code: 'EAGAIN' });
          refused++;
        }
      }
      const statuses = await Promise.all(ends);
      expect(statuses.every((status) => status === 0)).toBe(true);
      expect(statuses.length + refused).toBe(500);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('in a pipeline longer than the worker pool finish or are refused, and never wait for each other for ever', async () => {
    await withSandbox({ maxProcesses: 300, memoryLimitMb: 2048 }, async (sandbox) => {
      const { stdout, status, timedOut } = await runScript(sandbox, `echo x ${'| cat '.repeat(200)}`, 30_000);
      expect(timedOut).toBe(false);
      expect(status === 0 ? stdout : '').toBe(status === 0 ? 'x\n' : '');
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('that wait for full or empty pipes can be ended', async () => {
    await withSandbox({}, async (sandbox) => {
      for (const script of [
        'yes | sleep 1000',
        'sleep 1000 | cat',
        'mkfifo p; cat p',
        'cat /dev/zero | cat | cat | sleep 1000',
      ]) {
        const { timedOut, status } = await runScript(sandbox, script, 300);
        expect({ script, timedOut, status }).toEqual({ script, timedOut: true, status: 124 });
        expect(sandbox.metrics().processes).toBe(0);
      }
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('that close all descriptors harm nobody', async () => {
    await withSandbox({}, async (sandbox) => {
      const closeAll = Array.from({ length: 64 }, (_, fd) => syscall(57, fd));
      expect((await runModule(sandbox, linuxProgram([...closeAll, syscall(64, 1, 1024, 6)]))).status).toBe(0);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });
});

describe('descriptors', () => {
  it('of one process are limited', async () => {
    // dup(0) 5000 times, then dup once more: 0 when it was refused.
    const program = linuxProgram(
      [
        op.loop,
        syscall(23, 0),
        [...op.localGet(0), ...op.i32(1), ...op.add, ...op.localSet(0)],
        [...op.localGet(0), ...op.i32(5000), ...op.ne, ...op.brIf(0)],
        op.end,
        [
          ...op.i32(94),
          ...[
            ...op.i32(23),
            ...op.i32(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.i32(0),
            ...op.call(0),
          ],
          ...[...op.i32(-24), ...op.ne],
          ...[...op.i32(0), ...op.i32(0), ...op.i32(0), ...op.i32(0), ...op.i32(0), ...op.call(0), ...op.drop],
        ],
      ],
      { locals: 1 },
    );
    await withSandbox({}, async (sandbox) => {
      expect((await runModule(sandbox, program)).status).toBe(0);
      expect(sandbox.metrics().descriptors).toBe(0);
    });
  });
});

describe('files', () => {
  it('cannot hold more than the limit', async () => {
    await withSandbox({ fsLimitMb: 4 }, async (sandbox) => {
      const { status, stderr } = await runScript(sandbox, 'head -c 20000000 /dev/zero >big');
      expect(status).not.toBe(0);
      expect(stderr).toContain('No space left on device');
      expect(sandbox.metrics().fileBytes).toBeLessThanOrEqual(4 << 20);
      expect((await runScript(sandbox, 'rm big && head -c 3000000 /dev/zero >small')).status).toBe(0);
    });
    await withSandbox({ fsLimitMb: 40 }, async (sandbox) => {
      expect((await runScript(sandbox, 'head -c 20000000 /dev/zero >big')).status).toBe(0);
    });
  });

  it('that were removed but are open still count, until they are closed', async () => {
    await withSandbox({ fsLimitMb: 4 }, async (sandbox) => {
      const script = 'exec 3>a; rm a; head -c 3000000 /dev/zero >&3; head -c 3000000 /dev/zero >b';
      expect((await runScript(sandbox, script)).stderr).toContain('No space left on device');
      expect((await runScript(sandbox, 'head -c 3000000 /dev/zero >b')).status).toBe(0);
    });
  });

  it('are counted, whatever their kind', async () => {
    for (const make of [': >x$i', 'mkdir x$i', 'ln -s t x$i', 'mkfifo x$i']) {
      await withSandbox({ fileCountLimit: 100, maxProcesses: 8 }, async (sandbox) => {
        const { stdout, stderr } = await runScript(
          sandbox,
          `i=0; while [ $i -lt 150 ] && ${make}; do i=$((i + 1)); done; echo $i`,
        );
        expect(stderr).toContain('No space left on device');
        expect(Number(stdout)).toBeLessThanOrEqual(100);
      });
    }
  });

  it('of great size that hold nothing cost nothing', async () => {
    await withSandbox({ fsLimitMb: 4 }, async (sandbox) => {
      expect(
        await runScript(sandbox, 'truncate -s 1T sparse && stat -c %s sparse && tail -c 3 sparse | wc -c'),
      ).toEqual({
        status: 0,
        stdout: '1099511627776\n3\n',
        stderr: '',
        timedOut: false,
      });
      expect(() => sandbox.readFile('/home/user/sparse')).toThrow(expect.objectContaining({ code: 'EFBIG' }));
      expect(sandbox.metrics().fileBytes).toBeLessThan(1 << 20);
    });
  });

  it('lie in directories of any depth, which the host can remove again', async () => {
    await withSandbox({ fileCountLimit: 60_000, cwd: '/home/user/deep' }, async (sandbox) => {
      // mkdirat(AT_FDCWD, "alive\n", 0755); chdir("alive\n"); 50 000 times.
      const program = linuxProgram(
        [
          op.loop,
          syscall(34, -100, 1024, 0o755),
          syscall(49, 1024),
          [...op.localGet(0), ...op.i32(1), ...op.add, ...op.localSet(0)],
          [...op.localGet(0), ...op.i32(50_000), ...op.ne, ...op.brIf(0)],
          op.end,
        ],
        { locals: 1 },
      );
      expect((await runModule(sandbox, program, 30_000)).status).toBe(0);
      expect(sandbox.metrics().files).toBeGreaterThan(50_000);
      sandbox.rm('/home/user/deep', { recursive: true });
      expect(sandbox.exists('/home/user/deep')).toBe(false);
      await vi.waitFor(() => expect(sandbox.metrics().files).toBeLessThan(100), { timeout: 20_000 });
    });
  });

  it('cannot trap the host in loops of links', async () => {
    await withSandbox({}, async (sandbox) => {
      await runScript(sandbox, 'ln -s a b; ln -s b a; ln -s self self; ln -s . here; mkdir d; ln -s .. d/up');
      for (const path of ['a', 'self', 'self/x', `${'here/'.repeat(60)}x`]) {
        expect(() => sandbox.readFile(path)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
      }
      expect(() => sandbox.stat('d/up/d/up/d/up')).not.toThrow();
      sandbox.rm('d', { recursive: true });
      expect(sandbox.exists('/home/user')).toBe(true);
    });
  });

  it('may have any name', async () => {
    await withSandbox({}, async (sandbox) => {
      const names = [
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        '-rf',
        '*',
        ' ',
        '\u{1f4a5}',
        'a\nb',
        "'",
        '$(reboot)',
      ];
      for (const name of names) sandbox.writeFile(`/home/user/${name}`, name);
      expect(
        sandbox
          .readDir('/home/user')
          .map((entry) => entry.name)
          .filter((name) => !name.startsWith('.'))
          .sort(),
      ).toEqual([...names].sort());
      for (const name of names) expect(sandbox.readFile(`/home/user/${name}`, 'utf8')).toBe(name);
      sandbox.writeFiles(JSON.parse('{"__proto__": "own"}'));
      expect(sandbox.readFile('__proto__', 'utf8')).toBe('own');
      expect(({} as Record<string, unknown>).own).toBeUndefined();
    });
  });
});

describe('arguments and environment', () => {
  it('that are too long are refused', async () => {
    await withSandbox({}, async (sandbox) => {
      for (const args of [['x'.repeat(200_000)], Array<string>(40_000).fill('y'.repeat(100))]) {
        expect(() => sandbox.spawn('true', args)).toThrow(expect.objectContaining({ code: 'E2BIG' }));
      }
      const env = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`V${i}`, 'z'.repeat(1000)]));
      expect(() => sandbox.spawn('true', [], { env })).toThrow(expect.objectContaining({ code: 'E2BIG' }));
      const { stderr, stdout } = await runScript(
        sandbox,
        'x=$(head -c 300000 /dev/zero | tr "\\0" x); /usr/bin/env echo "$x" | wc -c',
      );
      expect(stderr).toContain('Argument list too long');
      expect(stdout).toBe('0\n');
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('may have any name and value', async () => {
    const env = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c", "valueOf": "$(id)`id`"}');
    await withSandbox({ env }, async (sandbox) => {
      expect(sandbox.getEnv('__proto__')).toBe('a');
      expect(sandbox.getEnv('hasOwnProperty')).toBeUndefined();
      const { stdout } = await runScript(
        sandbox,
        'env | grep -c x 2>/dev/null; printenv __proto__ constructor toString valueOf',
      );
      expect(stdout).toContain('a\nb\nc\n$(id)`id`\n');
      sandbox.setEnv('__proto__', 'd');
      expect((await runScript(sandbox, 'printenv __proto__')).stdout).toBe('d\n');
    });
  });

  it('cannot smuggle options in', async () => {
    await expect(Sandbox.create(JSON.parse('{"__proto__": {"timeoutMs": 1}}'))).rejects.toThrow();
    await expect(Sandbox.create(JSON.parse('{"constructor": 1}'))).rejects.toThrow(/constructor/);
  });
});

describe('memory', () => {
  it('of all processes together stays below the limit', async () => {
    await withSandbox({ memoryLimitMb: 64 }, async (sandbox) => {
      const { status, timedOut } = await runScript(
        sandbox,
        'head -c 300000000 /dev/zero | tail -n 1 >/dev/null',
        30_000,
      );
      expect(timedOut).toBe(false);
      expect(status).not.toBe(0);
      expect(sandbox.metrics().peakMemoryBytes).toBeLessThanOrEqual(64 << 20);
      expect(await stillWorks(sandbox)).toBe(true);
    });
    await withSandbox({ memoryLimitMb: 512 }, async (sandbox) => {
      const { status } = await runScript(sandbox, 'head -c 100000000 /dev/zero | tail -n 1 >/dev/null', 30_000);
      expect(status).toBe(0);
    });
  });

  it('is given back when the processes end', async () => {
    await withSandbox({ memoryLimitMb: 64 }, async (sandbox) => {
      for (let round = 0; round < 20; round++) {
        await runModule(
          sandbox,
          linuxProgram([[...op.i32(0), ...op.i32(7), ...op.i32(40 << 20), ...op.memoryFill]], { pages: 40 * 16 }),
        );
      }
      expect(sandbox.metrics().memoryBytes).toBe(0);
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });
});
