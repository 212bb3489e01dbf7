// The same C program on the real machine and in the sandbox: what it prints and how it ends must be the same.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { type Compiled, casesOf, compile } from './compile.js';
import { knownProgramGaps } from './known-gaps.js';
import { RealMachine, type Seen, unusable } from './real-machine.js';

const programs = [
  'files',
  'links',
  'permissions',
  'directories',
  'descriptors',
  'times',
  'locks',
  'pipes',
  'socket_refusals',
  'sockets',
  'socket_names',
  'datagrams',
  'messages',
  'epoll',
  'inotify',
  'polling',
  'signals',
  'processes',
  'groups',
  'terminals',
  'job_control',
  'spawning',
  'identity',
  'memory',
  'algorithms',
  'vectors',
  'library',
];

async function inSandbox(sandbox: Sandbox, name: string): Promise<Seen> {
  const cwd = `/home/user/${name}`;
  sandbox.rm(cwd, { recursive: true, force: true });
  sandbox.mkdir(cwd);
  const child = sandbox.spawn('/home/user/program', [name], { cwd, timeoutMs: 100_000, env: { LC_ALL: 'C.UTF-8' } });
  const [stdout, stderr, { exitCode }] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exited,
    child.stdin.close(),
  ]);
  return { status: exitCode, stdout, stderr };
}

async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  let result = '';
  for await (const chunk of stream) result += Buffer.from(chunk).toString('latin1');
  return result;
}

describe.skipIf(unusable)('C programs', () => {
  for (const program of programs) {
    describe(program, () => {
      let compiled: Compiled;
      let real: RealMachine;
      let sandbox: Sandbox;

      beforeAll(async () => {
        compiled = await compile(program);
        real = new RealMachine();
        real.installProgram(compiled.native);
        sandbox = await Sandbox.create();
        sandbox.writeFile('/home/user/program', readFileSync(compiled.wasm));
        sandbox.chmod('/home/user/program', 0o755);
      }, 180_000);

      afterAll(() => {
        real?.remove();
        sandbox?.destroy();
      });

      for (const name of casesOf(program)) {
        const gap = knownProgramGaps.get(`${program}/${name}`);
        const test = gap === undefined ? it : it.fails;
        test(gap === undefined ? name : `${name} (known gap: ${gap})`, {
          timeout: 120_000,
        }, async () => {
          const [there, here] = await Promise.all([real.run(`${real.root}/program`, [name]), inSandbox(sandbox, name)]);
          expect(here).toEqual(there);
        });
      }
    });
  }

  it('lists only gaps of cases that exist', () => {
    const all = programs.flatMap((program) => casesOf(program).map((name) => `${program}/${name}`));
    expect([...knownProgramGaps.keys()].filter((key) => !all.includes(key))).toEqual([]);
  });
});
