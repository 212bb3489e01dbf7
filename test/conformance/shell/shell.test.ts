// The cases of this directory through /bin/bash of this machine and through the sandbox's shell: standard output, standard
// error and exit status must be the same.

import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import {
  allCases,
  Bench,
  type Case,
  commandLine,
  compared,
  environment,
  inParallel,
  oracle,
  type Seen,
} from '../../../scripts/shell/shell-cases.mjs';
import { skipWithout } from '../../setup/missing-programs.js';
import { unusable } from '../real-machine.js';
import { knownShellGaps } from './known-gaps.js';

// Some cases wait for a moment.
const AT_A_TIME = 4;

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of Readable.fromWeb(stream as never)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

async function inSandbox(sandbox: Sandbox, one: Case, home: string): Promise<Seen> {
  sandbox.rm(home, { recursive: true, force: true });
  sandbox.mkdir(home, { recursive: true });
  const shell = sandbox.spawn('/bin/bash', commandLine(one), {
    stdin: Buffer.from(one.stdin, 'latin1'),
    cwd: home,
    env: environment(home),
    timeoutMs: 10_000,
  });
  const [{ exitCode }, stdout, stderr] = await Promise.all([shell.exited, textOf(shell.stdout), textOf(shell.stderr)]);
  return { status: exitCode, stdout, stderr };
}

/** One that has been elsewhere: that must make no difference. */
async function restored(): Promise<Sandbox> {
  const before = await Sandbox.create();
  await before.run(':');
  const sandbox = await Sandbox.create({ from: await before.exportState() });
  before.destroy();
  return sandbox;
}

describe.skipIf(unusable)('the shell', () => {
  const bench = new Bench();
  const slots = Array.from({ length: AT_A_TIME }, (_, i) => bench.slot(`slot${i}`));
  const cases = allCases();
  const gaps = new Map(knownShellGaps.map(({ file, name, reason }) => [`${file}/${name}`, reason]));
  afterAll(() => bench.remove());

  for (const [file, group] of cases) {
    describe(file, () => {
      const results = new Map<Case, { here: Seen; there: Seen }>();
      beforeAll(async () => {
        const sandbox = await restored();
        const runBoth = async (one: Case, slot: (typeof slots)[number], index: number) => {
          const [there, here] = await Promise.all([
            bench.run(oracle, one, slot),
            inSandbox(sandbox, one, `/home/user/case${index}/home`),
          ]);
          results.set(one, { here, there });
        };
        await inParallel(group, slots, runBoth);
        // Some look at what happens at the same time, on a machine that is busy: what differs is tried again, alone.
        for (let round = 0; round < 3; round++) {
          const differing = group.filter((one) => {
            const { here, there } = results.get(one)!;
            return !isDeepStrictEqual(compared(one, here), compared(one, there));
          });
          await inParallel(differing, slots.slice(0, 1), runBoth);
        }
        await sandbox.destroy();
      });

      for (const one of group) {
        const gap = gaps.get(`${file}/${one.name}`);
        const test = gap === undefined ? it : it.fails;
        test(gap === undefined ? one.name : `${one.name} (known gap: ${gap})`, (context) => {
          skipWithout(context, one.script);
          const { here, there } = results.get(one)!;
          expect(compared(one, here)).toEqual(compared(one, there));
        });
      }
    });
  }

  it('lists only gaps of cases that exist', () => {
    const all = new Set([...cases].flatMap(([file, group]) => group.map(({ name }) => `${file}/${name}`)));
    expect([...gaps.keys()].filter((key) => !all.has(key))).toEqual([]);
  });
});
