// Threads of the host: few for many processes, idle, and not to be had.

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from 'wasmsand';
import { packageRoot, runNode } from '../e2e/run-node.js';
import { linuxProgram, op } from '../security/assembler.js';
import { isThreads } from './host-threads.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const many = (count: number, options?: SandboxOptions): Promise<Sandbox[]> =>
  Promise.all(Array.from({ length: count }, () => create(options)));

/** The programs, and one that no loop of its makes give up its turn: it does not look at what it is told. */
const image = mkdtempSync(join(tmpdir(), 'wasmsand-image-'));
{
  const programs = join(packageRoot, 'dist/wasm');
  for (const name of readdirSync(programs)) symlinkSync(join(programs, name), join(image, name));
  const spin = linuxProgram([op.loop, op.br(0), op.end]);
  writeFileSync(join(image, 'spin.wasm'), spin);
  const list = readFileSync(join(programs, 'image.tsv'), 'utf8');
  rmSync(join(image, 'image.tsv'));
  writeFileSync(join(image, 'image.tsv'), `${list}program\t755\t${spin.length}\t/usr/bin/spin\tspin.wasm\n`);
}
afterAll(() => rmSync(image, { recursive: true }));

/** More than have a thread each where programs share them, before there are more. */
const spinners = availableParallelism() + 2;
/** How many there are at rest, at most. */
const atRest = Math.max(2, 2 * availableParallelism());

/** How much nicer than the host's own each thread is. */
function niceness(): number[] {
  const nice = (path: string) => Number(readFileSync(path, 'latin1').replace(/^.*\)/s, '').split(' ')[17]);
  const own = nice('/proc/self/stat');
  return readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      return [nice(`/proc/self/task/${thread}/stat`) - own];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

describe('threads', () => {
  it('are enough for trees of processes that are deeper than their number', { timeout: 360_000 }, async () => {
    const trees = await Promise.all([1, 2].map(() => create({ maxProcesses: 100, memoryLimitMb: 512 })));
    for (const sandbox of trees) {
      sandbox.writeFile('deep', '#!/bin/bash\n[ $1 = 0 ] && echo bottom || ./deep $(($1 - 1)); :\n');
      sandbox.chmod('deep', 0o755);
    }
    const results = await Promise.all(trees.map((sandbox) => sandbox.run('./deep 70', { timeoutMs: 300_000 })));
    expect(results).toMatchObject(trees.map(() => ({ stdout: 'bottom\n', stderr: '', exitCode: 0 })));
  });

  it('end after a long time without work', { timeout: 120_000 }, async () => {
    const sandboxes = await many(spinners, { wasmDir: image });
    const running = sandboxes.map((sandbox) => sandbox.run('spin', { timeoutMs: 0 }).catch(() => {}));
    const [first] = sandboxes as [Sandbox];
    await expect.poll(() => first.metrics().threads, { timeout: 60_000 }).toBeGreaterThan(atRest);
    await expect.poll(() => first.metrics().cpuMs, { timeout: 60_000, interval: 50 }).toBeGreaterThan(100);
    for (const sandbox of sandboxes.slice(1)) sandbox.destroy();
    first.spawn('pkill', ['spin']);
    await Promise.all(running);
    await expect.poll(() => first.metrics().threads, { timeout: 60_000, interval: 100 }).toBeLessThanOrEqual(atRest);
  });

  it.runIf(isThreads && process.platform === 'linux')(
    'that have let a program compute for long are behind others, and used for no other',
    { timeout: 60_000 },
    async () => {
      const sandbox = await create({ wasmDir: image });
      for (const command of ['true | cat', "awk 'BEGIN { while (i < 1000000) i++ }'"]) await sandbox.run(command);
      const behind = Math.min(...niceness().filter((nice) => nice > 0));
      expect(behind).toBe(Math.min(10, 19 - getPriority()));
      const far = () => niceness().filter((nice) => nice > behind).length;
      // Those of tests before.
      await expect.poll(far, { timeout: 30_000, interval: 50 }).toBe(0);
      const running = sandbox.run('spin & spin & while :; do :; done', { timeoutMs: 0 });
      await expect.poll(far, { timeout: 30_000, interval: 50 }).toBe(3);
      sandbox.spawn('pkill', ['spin']);
      await expect.poll(far, { timeout: 30_000, interval: 50 }).toBe(1);
      sandbox.destroy();
      await expect(running).rejects.toThrow();
      await expect.poll(far, { timeout: 30_000, interval: 50 }).toBe(0);
      const next = await create();
      expect(await next.run('echo on | rev')).toMatchObject({ stdout: 'no\n' });
    },
  );

  it('in an endless turn delay only the processes suspended on them, until a deadline', {
    timeout: 120_000,
  }, async () => {
    const waiting = await many(12, { wasmDir: image });
    const inputs = waiting.map(() => new TransformStream<string, string>());
    const woken = waiting.map((sandbox, i) => sandbox.run('cat', { stdin: inputs[i]?.readable, timeoutMs: 15_000 }));
    const asleep = () => waiting.filter((sandbox) => sandbox.metrics().waits.input === 1).length;
    await expect.poll(asleep, { timeout: 30_000 }).toBeGreaterThan(0);
    const computing = await many(spinners, { wasmDir: image });
    for (const sandbox of computing) void sandbox.run('spin', { timeoutMs: 0 }).catch(() => {});
    for (const sandbox of computing)
      await expect.poll(() => sandbox.metrics().cpuMs, { timeout: 30_000, interval: 50 }).toBeGreaterThan(200);
    const others = await many(8, { wasmDir: image });
    const answers = await Promise.all(others.map((sandbox) => sandbox.run('echo on | rev | rev')));
    expect(answers.map(({ stdout }) => stdout)).toEqual(others.map(() => 'on\n'));
    for (const { writable } of inputs) {
      const writer = writable.getWriter();
      void writer
        .write('woken\n')
        .then(() => writer.close())
        .catch(() => {});
    }
    for (const { stdout, exitCode, timedOut } of await Promise.all(woken))
      expect({ stdout, exitCode }).toEqual(
        timedOut ? { stdout: '', exitCode: 124 } : { stdout: 'woken\n', exitCode: 0 },
      );
  });
});

/**
 * What the commands of `body` answer where the host has no more than so many threads, and how often it was asked for others.
 * `known`: what the environment says of it.
 */
async function withThreads(
  count: number,
  body: string,
  known?: number,
): Promise<{ answers: string[]; refused: number }> {
  const { stdout, stderr } = await runNode(
    `
    import { syncBuiltinESMExports } from 'node:module';
    import threads from 'node:worker_threads';
    let left = ${count}, refused = 0;
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(...given) {
        if (left-- <= 0) {
          refused++;
          throw new Error('no thread');
        }
        super(...given);
      }
    };
    syncBuiltinESMExports();
    ${known === undefined ? '' : `process.env.WASMSAND_THREADS = '${known}';`}
    const { Sandbox } = await import('wasmsand');
    const many = (count) => Promise.all(Array.from({ length: count }, () => Sandbox.create()));
    const answer = ({ stdout, exitCode }) => stdout + exitCode;
    const run = async (sandboxes, command, options) =>
      (await Promise.all(sandboxes.map((sandbox) => sandbox.run(command, options)))).map(answer);
    const answers = [];
    ${body}
    console.log(JSON.stringify({ answers, refused }));
    process.exit();
  `,
    'module',
    { timeoutMs: 100_000 },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout.toString());
}

describe('a host that allows no more threads', () => {
  const crowd = `const sandboxes = await many(24);
       answers.push(...await run(sandboxes, 'echo one | cat'));
       answers.push(...await run(sandboxes, "bash -c 'bash -c pwd | cat' | cat"));`;

  // One that finds out late may have given all that there are to trees of processes that need others.
  it.each([
    ['that is asked for more', 7, undefined],
    ['that says so before', 12, 12],
    ['that has room for a crowd', 40, 40],
  ])(
    'lets all processes wait for the existing threads, and none fails: %s',
    { timeout: 120_000 },
    async (_, count, known) => {
      const { answers, refused } = await withThreads(count, crowd, known);
      expect(answers).toEqual([...Array(24).fill('one\n0'), ...Array(24).fill('/home/user\n0')]);
      // Not asked without end.
      expect(refused).toBeLessThan(1000);
    },
  );

  it('runs on one thread what needs only one', { timeout: 120_000 }, async () => {
    const { answers } = await withThreads(
      1,
      `const sandboxes = await many(3);
       answers.push(...await run(sandboxes, 'echo one'));
       answers.push(...await run(sandboxes.slice(0, 1), 'echo two | cat', { timeoutMs: 3000 }));
       answers.push(...await run(sandboxes, 'echo three'));`,
    );
    // Where each process has a thread the pipeline waits for one until its deadline.
    expect(answers).toEqual([...Array(3).fill('one\n0'), isThreads ? '124' : 'two\n0', ...Array(3).fill('three\n0')]);
  });

  it('ends processes that could only wait for ever', async () => {
    const { answers } = await withThreads(0, `answers.push(...await run(await many(1), 'echo one'));`);
    expect(answers).toEqual(['137']);
  });
});
