// What a guest can do to the process that hosts it: nothing worth mentioning.

import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { isThreads } from '../contract/host-threads.js';
import { linuxProgram, op } from './assembler.js';
import { runModule, runScript, stillWorks, withSandbox } from './hostile.js';

const mebibyte = 1 << 20;

// The highest resident memory above that at the start, while `body` runs.
async function growthOf(body: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 20);
  await body();
  clearInterval(watch);
  return Math.max(highest, process.memoryUsage.rss()) - before;
}

/** How many parts of the address space have such a size: a stack that the engine switches is one. */
function mappingsOf(least: number, most: number): number {
  const sizes = Array.from(
    readFileSync('/proc/self/maps', 'latin1').matchAll(/^([0-9a-f]+)-([0-9a-f]+) /gm),
    ([, from, to]) => Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)),
  );
  return sizes.filter((size) => size >= least && size <= most).length;
}

describe('the host', () => {
  it('keeps its memory while a guest writes for ever and nobody reads', async () => {
    await withSandbox({}, async (sandbox) => {
      const growth = await growthOf(async () => {
        const child = sandbox.spawn('sh', ['-c', 'cat /dev/zero'], { stdin: '', timeoutMs: 2000 });
        await child.exited;
      });
      expect(growth).toBeLessThan(100 * mebibyte);
    });
  });

  it('keeps its memory while a guest writes for ever and all is read', { timeout: 30_000 }, async () => {
    await withSandbox({}, async (sandbox) => {
      const growth = await growthOf(async () => {
        const child = sandbox.spawn('cat', ['/dev/zero'], { stdin: '', timeoutMs: 2000 });
        for await (const chunk of child.stdout) if (chunk.length === 0) break;
        await child.exited;
      });
      expect(growth).toBeLessThan(200 * mebibyte);
    });
  });

  it('gets back what processes used, though their workers live on', { timeout: 60_000 }, async () => {
    const eats = linuxProgram([[...op.i32(0), ...op.i32(7), ...op.i32(100 << 20), ...op.memoryFill]], {
      pages: 100 * 16,
    });
    await withSandbox({}, async (sandbox) => {
      expect((await runModule(sandbox, eats)).status).toBe(0);
      const before = process.memoryUsage.rss();
      for (let round = 0; round < 12; round++) await runModule(sandbox, eats);
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * mebibyte);
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
    const before = process.memoryUsage.rss();
    for (let round = 0; round < 100; round++) {
      const sandbox = await Sandbox.create();
      const child = sandbox.spawn('sh', ['-c', 'while :; do echo x | cat; done'], { stdin: '' });
      const moment = (round * 13) % 17;
      if (moment > 0) await delay(moment);
      await sandbox[Symbol.asyncDispose]();
      expect((await child.exited).exitCode).toBe(137);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * mebibyte);
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

  it('makes and destroys 10 000 sandboxes in bounded memory', { timeout: 120_000 }, async () => {
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
    const before = process.memoryUsage.rss();
    await round(10_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * mebibyte);
  });

  it('keeps an event loop that answers', { timeout: 60_000, retry: 3 }, async () => {
    await withSandbox({}, async (sandbox) => {
      await runScript(sandbox, 'seq 10 | sort');
      const monitor = monitorEventLoopDelay({ resolution: 5 });
      monitor.enable();
      await runScript(
        sandbox,
        'seq 300000 | sort -n | tail -1; yes | head -c 20000000 | wc -c; for i in 1 2 3 4 5; do seq 100 | sort -rn >/dev/null; done',
      );
      await runScript(sandbox, 'while :; do :; done', 300);
      monitor.disable();
      // The limit the package promises.
      expect(monitor.max / 1e6).toBeLessThan(50);
    });
  });
});
