// Sandboxes that compute, beside others that have little to do.

import { cpus } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { run } from '../e2e/run-node.js';
import { linuxNumber, linuxProgram, syscall } from '../security/assembler.js';
import { skipWithout } from '../setup/missing-programs.js';

const sandboxes: Sandbox[] = [];
async function create(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandboxes.push(sandbox);
  return sandbox;
}
afterEach(() => {
  for (const sandbox of sandboxes.splice(0)) sandbox.destroy();
});

describe('many processes at once', () => {
  it('get their turns beside shells and programs that compute for long', { timeout: 180_000 }, async (context) => {
    skipWithout(context, 'awk');
    const endless = ['while :; do :; done', "awk 'BEGIN { while (1); }'", 'while :; do echo; done >/dev/null'];
    const spinners = await Promise.all([...endless, ...endless].map(() => create()));
    const others = await Promise.all(Array.from({ length: 20 }, () => create()));
    const spinning = spinners.map((sandbox, i) => sandbox.run(endless[i % 3] ?? '', { timeoutMs: 0 }));
    // Who waits where one of them begins does so till its end.
    for (const sandbox of spinners)
      await expect.poll(() => sandbox.metrics().cpuMs, { timeout: 60_000, interval: 50 }).toBeGreaterThan(200);
    const answers = [];
    for (let round = 0; round < 5; round++) {
      const commands = others.map((sandbox, i) =>
        sandbox.run(`seq ${i + 1} | sort -rn | head -1; echo $((${round} + ${i}))`),
      );
      answers.push((await Promise.all(commands)).map(({ stdout }) => stdout));
    }
    // One that is kept waiting for long times out, and has no answer.
    expect(answers).toEqual(Array.from({ length: 5 }, (_, round) => others.map((_, i) => `${i + 1}\n${round + i}\n`)));
    expect(spinners.map((sandbox) => sandbox.metrics().runs)).toEqual(spinners.map(() => 0));
    for (const sandbox of spinners) sandbox.destroy();
    await Promise.allSettled(spinning);
  });

  // The shorter of their programs end before they have computed for long.
  it.for([
    [1, 40, 300_000],
    [1, 40, 3_000_000],
    [4, 12, 300_000],
  ] as const)(
    'is let in beside %i that run short programs on and on, %i at a time, of %i steps',
    { timeout: 180_000 },
    async ([greedy, loops, steps], context) => {
      skipWithout(context, 'awk');
      const other = await create();
      await other.run(':');
      const loop = `while :; do awk 'BEGIN { for (i = 0; i < ${steps}; i++) x += i }'; done`;
      const running = await Promise.all(
        Array.from({ length: greedy }, async () => {
          const sandbox = await create();
          return { sandbox, ended: sandbox.run(`for i in {1..${loops}}; do ${loop} & done; wait`, { timeoutMs: 0 }) };
        }),
      );
      for (const { sandbox } of running)
        await expect.poll(() => sandbox.metrics().cpuMs, { timeout: 60_000, interval: 50 }).toBeGreaterThan(500);
      // One that would be kept out has no answer.
      for (let round = 0; round < 10; round++) {
        for (const command of ['echo hi', '/bin/echo hi | cat'])
          expect(await other.run(command, { timeoutMs: 15_000 })).toMatchObject({ stdout: 'hi\n', exitCode: 0 });
      }
      for (const { sandbox } of running) sandbox.destroy();
      await Promise.allSettled(running.map(({ ended }) => ended));
    },
  );

  it.for([
    ['fork bombs', ':(){ :|:& };:; sleep 60'],
    ['jobs that sleep', 'for i in {1..60}; do sleep 1000 & done; wait'],
    ['one program after the other', 'while :; do find / >/dev/null; done'],
  ] as const)('is kept out by none of twenty that have %s', { timeout: 180_000 }, async ([, command], context) => {
    skipWithout(context, 'find');
    const others = await Promise.all(Array.from({ length: 5 }, () => create()));
    await Promise.all(others.map((sandbox) => sandbox.run(':')));
    const busy = await Promise.all(Array.from({ length: 20 }, () => create()));
    const ended = busy.map((sandbox) => sandbox.run(command, { timeoutMs: 0 }));
    for (const sandbox of busy)
      await expect.poll(() => sandbox.metrics().processesStarted, { timeout: 60_000, interval: 50 }).toBeGreaterThan(3);
    // Threads come by and by, where each process has one.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    // One that would be kept out has no answer.
    const answers = others.map(async (sandbox) => {
      for (let round = 0; round < 5; round++) {
        for (const hello of ['echo hi', '/bin/echo hi | cat | cat'])
          expect(await sandbox.run(hello, { timeoutMs: 15_000 })).toMatchObject({ stdout: 'hi\n', exitCode: 0 });
      }
    });
    await Promise.all(answers);
    for (const sandbox of busy) sandbox.destroy();
    await Promise.allSettled(ended);
  });

  it('get their turns beside programs that make no system calls', { timeout: 180_000 }, async (context) => {
    skipWithout(context, 'awk; sed; jq; perl');
    const endless = ["awk 'BEGIN { while (1); }'", "echo | sed ':a;ba'", "jq -n 'def f: f; f'", "perl -e '1 while 1'"];
    const waiting = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const { stdin, stdout } = (await create()).spawn('cat');
        return { writer: stdin.getWriter(), reader: stdout.getReader() };
      }),
    );
    const answers = (text: string) =>
      Promise.all(
        waiting.map(async ({ writer, reader }) => {
          await writer.write(text);
          return new TextDecoder().decode((await reader.read()).value);
        }),
      );
    // From then on each has its thread, which it cannot leave.
    expect(await answers('a\n')).toEqual(waiting.map(() => 'a\n'));
    const spinners = await Promise.all([...endless, ...endless].map(() => create()));
    const spinning = spinners.map((sandbox, i) => sandbox.run(endless[i % 4] ?? '', { timeoutMs: 0 }));
    for (const sandbox of spinners)
      await expect.poll(() => sandbox.metrics().cpuMs, { timeout: 60_000, interval: 50 }).toBeGreaterThan(200);
    for (const text of ['b\n', 'c\n', 'd\n']) expect(await answers(text)).toEqual(waiting.map(() => text));
    expect(spinners.map((sandbox) => sandbox.metrics().runs)).toEqual(spinners.map(() => 0));
    for (const sandbox of spinners) sandbox.destroy();
    await Promise.allSettled(spinning);
  });

  // As many as there are threads for programs, and no call is made on any of them: nothing but the time itself says that others wait.
  it.for([
    ['awk', "awk 'BEGIN { while (1) x++ }'"],
    ['python3', "python3 -c 'while True: pass'"],
  ] as const)('is woken at its time beside %s', { timeout: 180_000 }, async ([program, endless], context) => {
    skipWithout(context, program);
    skipWithout(context, 'sleep; timeout; perl');
    const waits = [
      'sleep 1',
      'read -t 1 line <&3; echo $?',
      'timeout 1 sleep 1000; echo $?',
      "perl -e 'select undef, undef, undef, 1'",
      "perl -e '$SIG{ALRM} = sub { exit 3 }; alarm 1; sleep 1000'; echo $?",
      '(sleep 1; kill $$) & wait; :',
      'sleep 1000 & (sleep 1; kill $!) & wait $!; echo $?',
      'for i in 1 2 3 4 5; do sleep 0.2; done',
    ];
    const busy = await Promise.all([create(), create()]);
    const sleepers = await Promise.all(waits.map(() => create()));
    for (const sandbox of sleepers) await sandbox.run('mkfifo /tmp/f; exec 3<>/tmp/f');
    const endings = async () =>
      Promise.all(
        sleepers.map(async (sandbox, i) => {
          const { stdout, timedOut } = await sandbox.run(`trap : TERM; ${waits[i]}`, { timeoutMs: 20_000 });
          return { stdout, timedOut };
        }),
      );
    const alone = await endings();
    const spinning = cpus().map((_, i) => busy[i % 2]?.run(endless, { timeoutMs: 0 }));
    for (const sandbox of busy)
      await expect.poll(() => sandbox.metrics().cpuMs, { timeout: 60_000, interval: 50 }).toBeGreaterThan(1000);
    // One that is not woken times out.
    expect(await endings()).toEqual(alone);
    expect(alone.filter(({ timedOut }) => timedOut)).toEqual([]);
    for (const sandbox of busy) sandbox.destroy();
    await Promise.allSettled(spinning);
  });

  it('handle signals without system calls where they share threads', async (context) => {
    skipWithout(context, 'awk; perl');
    const sandbox = await create();
    context.skip(process.env.WASMSAND_HOST === 'threads' || !('Suspending' in WebAssembly), 'they have their own');
    const run = async (command: string) => (await sandbox.run(command)).stdout;
    expect(await run(`perl -e '$SIG{ALRM} = sub { exit 3 }; alarm 1; 1 while 1'; echo $?`)).toBe('3\n');
    expect(await run(`perl -e '$SIG{ALRM} = sub { $n++ }; alarm 1; 1 until $n; print "$n\n"'`)).toBe('1\n');
    expect(
      await run(`awk 'BEGIN { while (1); }' & kill -STOP $!
        until grep -q '^State:.*stopped' /proc/$!/status; do sleep 0.01; done
        echo stopped; kill -CONT $!; kill $!; wait $!; echo $?`),
    ).toBe('stopped\n143\n');
  });

  it('all end: more than ten thousand on a few threads', { timeout: 300_000 }, async (context) => {
    const first = await create();
    context.skip(process.env.WASMSAND_HOST === 'threads' || !('Suspending' in WebAssembly), 'each has a thread');
    const others = await Promise.all(Array.from({ length: 3500 }, () => create()));
    const all = [first, ...others];
    const run = async (command: string) => {
      const results = await Promise.all(all.map((sandbox) => sandbox.run(command, { timeoutMs: 0 })));
      return [...new Set(results.map(({ stdout }) => stdout))];
    };
    expect(await run('sleep 1000 | cat &')).toEqual(['']);
    expect(await run('jobs')).toEqual(['[1]+  Running                 sleep 1000 | cat &\n']);
    expect(all.filter((sandbox) => sandbox.metrics().processes !== 3)).toEqual([]);
  });

  it('do not make the engine collect garbage for their live memories', { timeout: 120_000 }, async (context) => {
    context.skip(process.env.WASMSAND_HOST === 'threads' || !('Suspending' in WebAssembly), 'each has a thread');
    const source = `import { Sandbox } from 'wasmsand';
      const all = [];
      for (let i = 0; i < 400; i++) all.push(await Sandbox.create());
      await Promise.all(all.map((sandbox) => sandbox.run('sleep 60 | cat &')));
      process.exit();`;
    const { stdout } = await run(process.execPath, ['--trace-gc', '--input-type=module', '-e', source]);
    // Of all heaps together 12, where it was 29; for 2 000 sandboxes 34 and 124.
    expect(stdout.toString().match(/Mark-Compact/g)?.length).toBeLessThan(20);
  });

  it('go from program to program with exec', async () => {
    const sandbox = await create();
    sandbox.writeFile('/tmp/own', linuxProgram([syscall(linuxNumber.write, 1, 1024, 6)]));
    sandbox.chmod('/tmp/own', 0o755);
    const run = async (command: string) => (await sandbox.run(command)).stdout;
    expect(await run('env /tmp/own | env cat; (exec /tmp/own); (exec env sh -c /tmp/own)')).toBe('alive\n'.repeat(3));
    expect(await run('sh -c \'echo $$; exec env sh -c "echo \\$\\$; exec /tmp/own"\' | uniq')).toMatch(
      /^\d+\nalive\n$/,
    );
    expect(await run('exec /tmp/own')).toBe('alive\n');
    expect(await run('echo again')).toBe('again\n');
    const child = sandbox.spawn('env', ['/tmp/own'], { stdin: '' });
    expect(await new Response(child.stdout).text()).toBe('alive\n');
    expect((await child.exited).exitCode).toBe(0);
  });
});
