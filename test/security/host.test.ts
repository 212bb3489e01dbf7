// What a guest can do to the process that hosts it: nothing worth mentioning.

import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { isThreads, threadCount } from '../contract/host-threads.js';
import { linuxProgram, op } from './assembler.js';
import { runModule, runScript, stillWorks, withSandbox } from './hostile.js';
import { mappingsOf } from './mappings.js';
import { report, reportGrowth } from './report.js';
import { watchEventLoop } from './watch.mjs';

const mebibyte = 1 << 20;

describe('the host', () => {
  it('keeps its memory while a guest writes for ever and nobody reads', async () => {
    await withSandbox({}, async (sandbox) => {
      const child = sandbox.spawn('sh', ['-c', 'cat /dev/zero'], { stdin: '', timeoutMs: 2000 });
      await reportGrowth(() => child.exited);
      // What the pipe and the stream held of it.
      let held = 0;
      for await (const chunk of child.stdout) held += chunk.length;
      expect(held).toBeLessThan(2 * mebibyte);
    });
  });

  it('keeps its memory while a guest writes for ever and all is read', { timeout: 30_000 }, async () => {
    await withSandbox({}, async (sandbox) => {
      let [read, most] = [0, 0];
      await reportGrowth(async () => {
        const child = sandbox.spawn('cat', ['/dev/zero'], { stdin: '', timeoutMs: 2000 });
        for await (const chunk of child.stdout) {
          read += chunk.length;
          most = Math.max(most, chunk.length + sandbox.metrics().pipeBytes);
        }
        await child.exited;
      });
      expect(read).toBeGreaterThan(0);
      // What is on its way at a time.
      expect(most).toBeLessThan(2 * mebibyte);
    });
  });

  it('gets back what processes used, though their workers live on', { timeout: 60_000 }, async () => {
    const eats = linuxProgram([[...op.i32(0), ...op.i32(7), ...op.i32(100 << 20), ...op.memoryFill]], {
      pages: 100 * 16,
    });
    await withSandbox({}, async (sandbox) => {
      expect((await runModule(sandbox, eats)).status).toBe(0);
      await reportGrowth(async () => {
        for (let round = 0; round < 12; round++) {
          await runModule(sandbox, eats);
          expect(sandbox.metrics().memoryBytes).toBe(0);
        }
      });
      // Some are kept for the next process, without what was in them: most are gone.
      expect(mappingsOf(90 * mebibyte, 120 * mebibyte)).toBeLessThan(8);
    });
  });

  it('survives processes that are killed at any moment', { timeout: 120_000 }, async () => {
    await withSandbox({}, async (sandbox) => {
      const scripts = [
        'while :; do echo x | cat | tr a b >/dev/null; done',
        'while :; do :; done',
        'yes | sort | head -1',
        'i=0; while :; do i=$((i + 1)); echo $i >f$((i % 10)); done',
        'sleep 100 & sleep 100 & wait',
        'trap "" TERM INT HUP; while :; do sleep 0.001; done',
      ];
      for (let round = 0; round < 240; round++) {
        const child = sandbox.spawn('sh', ['-c', scripts[round % scripts.length] ?? ''], {
          stdin: '',
          timeoutMs: 5000,
        });
        void child.stdout.cancel();
        void child.stderr.cancel();
        // Any moment of a process's life, its start above all.
        const moment = (round * 37) % 41;
        if (moment > 0) await delay(moment % 4 === 0 ? moment : moment / 10);
        const controllerKill = round % 3 === 0;
        child.kill('SIGKILL');
        await child.exited;
        if (controllerKill) await runScript(sandbox, 'kill -9 -1');
      }
      await runScript(sandbox, 'kill -9 -1');
      expect(await stillWorks(sandbox)).toBe(true);
    });
  });

  it('survives sandboxes that are destroyed at any moment', { timeout: 120_000 }, async () => {
    await reportGrowth(async () => {
      for (let round = 0; round < 100; round++) {
        const sandbox = await Sandbox.create();
        const child = sandbox.spawn('sh', ['-c', 'while :; do echo x | cat; done'], { stdin: '' });
        const moment = (round * 13) % 17;
        if (moment > 0) await delay(moment);
        await sandbox[Symbol.asyncDispose]();
        expect((await child.exited).exitCode).toBe(137);
      }
    });
  });

  it('keeps no stack of shells that are ended while they recurse', { timeout: 120_000 }, async () => {
    const sandboxes = await Promise.all(Array.from({ length: 10 }, () => Sandbox.create()));
    const end = (sandbox: Sandbox, timeoutMs: number) =>
      sandbox.run('f() { f; }; f 2>/dev/null; sleep 9', { timeoutMs });
    const round = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++)
        await Promise.all(sandboxes.map((sandbox, at) => end(sandbox, 1 + 3 * at + (i % 4))));
    };
    await round(32);
    // Some wait for a collection, where stacks are switched up to two hundred, however many there have been. All that were left would be
    // several hundred.
    expect(mappingsOf(3.8 * mebibyte, 4.1 * mebibyte)).toBeLessThan(isThreads ? 150 : 250);
    for (const sandbox of sandboxes) sandbox.destroy();
  });

  it('makes and destroys 10 000 sandboxes, and keeps no descriptor or thread of them', {
    timeout: 120_000,
  }, async () => {
    const round = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const sandbox = await Sandbox.create();
        sandbox.writeFile('f', 'x'.repeat(1000));
        sandbox.destroy();
      }
      // Destroying ends on the event loop.
      await delay(50);
    };
    await round(1000);
    const held = () => readdirSync('/proc/self/fd').length + threadCount();
    const before = held();
    await reportGrowth(() => round(10_000));
    expect(held()).toBeLessThan(before + 100);
  });

  it('keeps an event loop that answers', { timeout: 60_000 }, async () => {
    await withSandbox({}, async (sandbox) => {
      await runScript(sandbox, 'seq 10 | sort');
      const endWatch = await watchEventLoop();
      await runScript(
        sandbox,
        'seq 300000 | sort -n | tail -1; yes | head -c 20000000 | wc -c; for i in 1 2 3 4 5; do seq 100 | sort -rn >/dev/null; done',
      );
      await runScript(sandbox, 'while :; do :; done', 300);
      const { turns, ...figures } = await endWatch();
      report(figures);
      expect(turns).toBeGreaterThan(10);
    });
  });
});
