// A session that nobody uses has no thread: it is an image of the shell's memory. Nobody notices.

import { describe, expect, it } from 'vitest';
import type { Sandbox } from 'wasmsand';
import { skipWithout } from '../setup/missing-programs.js';
import { expectFewThreads, mostThreadsDuring } from './few-threads.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function rest(sandbox: Sandbox): Promise<void> {
  await expect.poll(() => sandbox.metrics().sessionsAtRest, { timeout: 20_000, interval: 5 }).toBe(1);
}

/** Runs the lines one after the other, each time after a rest; returns what they print. */
async function restingBetween(sandbox: Sandbox, lines: string[]): Promise<string[]> {
  const printed: string[] = [];
  for (const line of lines) {
    const { stdout, stderr } = await sandbox.run(line);
    printed.push(stdout + stderr);
    await rest(sandbox);
  }
  return printed;
}

describe('a session at rest', () => {
  it('is what it was: variables, functions, aliases, options, traps, directories', async () => {
    const sandbox = await create();
    const define = [
      'a=1; b=(x y "z w"); declare -A m=([k]=v [l]=w); readonly r=5; declare -i n=3; export e=out',
      'f() { local inner=1; echo "f $1 $a"; }; alias hi="echo hello"; set -o noglob; shopt -s nullglob; umask 027',
      'trap "echo leaving" EXIT; trap "echo usr" USR1; mkdir d; cd d; pushd /tmp >/dev/null; set -- p q r; exec 5<>/tmp/five',
      'echo one >&5; echo two >&5; exec 6</etc/passwd; read -r first <&6; (exit 7)',
    ];
    const ask = [
      'echo $? $a ${b[2]} ${m[k]}${m[l]} $r $n $e; r=6; n+=4; echo $n',
      'f x; hi; echo *; shopt -p nullglob; umask; trap -p; dirs; pwd; echo $# $3',
      'echo three >&5; cat /tmp/five; read -r second <&6; [[ $first != "$second" && -n $second ]] && echo next',
    ];
    const plain = await create();
    const expected: string[] = [];
    for (const line of [...define, ...ask]) {
      const { stdout, stderr } = await plain.run(line);
      expected.push(stdout + stderr);
    }
    expect(await restingBetween(sandbox, [...define, ...ask])).toEqual(expected);
    expect(expected.at(-1)).toBe('one\ntwo\nthree\nnext\n');
  });

  it('keeps its process: $$, $!, jobs, wait, a coprocess', async () => {
    const sandbox = await create();
    const [pid, , , after] = await restingBetween(sandbox, [
      'echo $$',
      'sleep 0.2 & slept=$!; coproc cat; echo kept >&${COPROC[1]}',
      'jobs -r >running; wait $slept; echo $? >waited',
      'echo $$',
    ]);
    expect(after).toBe(pid);
    expect(sandbox.readFile('running', 'utf8')).toContain('sleep 0.2');
    expect(await restingBetween(sandbox, ['cat waited', 'read -r line <&${COPROC[0]}; echo $line'])).toEqual([
      '0\n',
      'kept\n',
    ]);
  });

  it('goes on with RANDOM, SECONDS and the history', async () => {
    const sandbox = await create();
    const plain = await create();
    const lines = ['RANDOM=42; echo $RANDOM', 'echo $RANDOM', 'echo $RANDOM; SECONDS=100', 'echo $((SECONDS >= 100))'];
    const printed = await restingBetween(sandbox, lines);
    for (const [index, line] of lines.entries()) expect((await plain.run(line)).stdout).toBe(printed[index]);
    expect(sandbox.history.list().map(({ command }) => command)).toEqual(lines);
    expect((await sandbox.run('history')).stdout.split('\n')).toHaveLength(lines.length + 2);
  });

  it('handles signals from its jobs', async () => {
    const sandbox = await create();
    await sandbox.run('trap "echo usr" USR1; trap "echo child >>children" CHLD; (sleep 0.3; kill -USR1 $$) &');
    await rest(sandbox);
    await expect.poll(() => sandbox.jobs.list()[0]?.state, { timeout: 20_000 }).toBe('done');
    await rest(sandbox);
    const { stdout } = await sandbox.run('wait; cat children');
    expect(stdout).toContain('usr\n');
    expect(stdout).toContain('child\n');
  });

  it('looks like a sleeping process to others', async (context) => {
    skipWithout(context, 'grep');
    const sandbox = await create();
    await sandbox.run('echo $$ >pid');
    await rest(sandbox);
    const child = sandbox.spawn('sh', [
      '-c',
      'read pid <pid; grep State /proc/$pid/status; kill -0 $pid && echo there',
    ]);
    expect(await new Response(child.stdout).text()).toBe('State:\tS (sleeping)\nthere\n');
  });

  it('can be killed, and is replaced', async () => {
    const sandbox = await create();
    await sandbox.run('export KEPT=1; lost=1; cd /tmp; echo $$ >pid');
    await rest(sandbox);
    const child = sandbox.spawn('sh', ['-c', 'read pid </tmp/pid; kill -9 $pid'], { cwd: '/' });
    await child.exited;
    await expect.poll(() => sandbox.metrics().sessionsAtRest).toBe(0);
    expect((await sandbox.run('echo $KEPT $lost $PWD; history | wc -l')).stdout).toBe('1 /tmp\n2\n');
  });

  it('is replaced even if the next command comes before its end is noticed', async () => {
    const sandbox = await create();
    const kill = async () => {
      await sandbox.run('export KEPT=1; my_own_function() { :; }; echo $$ >/tmp/pid');
      await rest(sandbox);
      sandbox.spawn('sh', ['-c', 'read pid </tmp/pid; kill -9 $pid']);
      const deadline = performance.now() + 20_000;
      // No turn of the event loop, which would tell.
      while (sandbox.metrics().sessionsAtRest > 0 && performance.now() < deadline);
    };
    await kill();
    expect(await sandbox.run('echo $KEPT')).toMatchObject({ stdout: '1\n', exitCode: 0 });
    await kill();
    expect((await sandbox.complete('my_own')).completions).toEqual([]);
  });

  it('ends with its sandbox', async () => {
    const sandbox = await create();
    await sandbox.run('sleep 1000 &');
    await rest(sandbox);
    await sandbox[Symbol.asyncDispose]();
    expect(() => sandbox.metrics()).toThrow('destroyed');
  });

  it('completes words', async () => {
    const sandbox = await create();
    await sandbox.run('my_own_function() { :; }');
    await rest(sandbox);
    expect((await sandbox.complete('my_own')).completions).toEqual(['my_own_function']);
  });

  it('keeps the limits it has set itself', async () => {
    const sandbox = await create();
    expect(await restingBetween(sandbox, ['ulimit -v 1000; ulimit -n 50', 'ulimit -v; ulimit -n'])).toEqual([
      '',
      '1000\n50\n',
    ]);
  });

  it('needs little memory and no thread', async () => {
    const sandbox = await create();
    await sandbox.run('echo hi');
    await rest(sandbox);
    const { imageBytes, running, waiting, processes } = sandbox.metrics();
    expect(imageBytes).toBeGreaterThan(0);
    expect(imageBytes).toBeLessThan(300 * 1024);
    expect({ running, waiting, processes }).toEqual({ running: 0, waiting: 0, processes: 1 });
  });
});

describe('many sandboxes at once', () => {
  const size = 500;

  it('are all served when new, and again after a rest', { timeout: 240_000 }, async () => {
    const sandboxes = await Promise.all(Array.from({ length: size }, () => create()));
    const [first] = sandboxes as [Sandbox, ...Sandbox[]];
    const most = await mostThreadsDuring(first, async () => {
      for (const word of ['first', 'second']) {
        const results = await Promise.all(
          sandboxes.map((sandbox, index) => sandbox.run(`${word}=${index}; echo $first`, { timeoutMs: 0 })),
        );
        expect(results.map(({ stdout }) => stdout)).toEqual(sandboxes.map((_, index) => `${index}\n`));
        await Promise.all(sandboxes.map(rest));
      }
    });
    expect(most).toBeLessThan(100);
  });

  it('can all run pipelines', { timeout: 240_000 }, async () => {
    const sandboxes = await Promise.all(Array.from({ length: 100 }, () => create()));
    const command = 'seq 1 200 | sort -rn | head -1 | tr 0 o';
    const results = await Promise.all(sandboxes.map((sandbox) => sandbox.run(command, { timeoutMs: 0 })));
    expect(new Set(results.map(({ stdout, stderr }) => stdout + stderr))).toEqual(new Set(['2oo\n']));
  });

  // A thread takes as much of a processor as dozens of these processes.
  it('use few threads when each command starts one program after the other', { timeout: 240_000 }, async () => {
    await expectFewThreads(await Promise.all(Array.from({ length: 100 }, () => create())));
  });

  it('leave threads to others while they sleep', { timeout: 240_000 }, async () => {
    const sleepers = await Promise.all(Array.from({ length: 150 }, () => create()));
    await Promise.all(sleepers.map((sandbox) => sandbox.run('sleep 1000 | cat &', { timeoutMs: 0 })));
    const others = await Promise.all(Array.from({ length: 50 }, () => create()));
    const results = await Promise.all(others.map((sandbox) => sandbox.run('echo $((6 * 7))', { timeoutMs: 0 })));
    expect(results.map(({ stdout }) => stdout)).toEqual(others.map(() => '42\n'));
    // They run, or they wait for their turn, and are there: threads of their own they have not all.
    const { threads = 0, waiting } = others[0]?.metrics() ?? {};
    if (threads > 100) expect(waiting).toBeGreaterThan(0);
    for (const sandbox of sleepers) expect(sandbox.jobs.list()).toMatchObject([{ state: 'running' }]);
  });

  it('keep their session when a command times out before its turn', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 40 }, () => create()));
    const [sandbox, ...spinners] = sandboxes as [Sandbox, ...Sandbox[]];
    await sandbox.run('kept=1');
    await rest(sandbox);
    const spinning = spinners.map((spinner) => spinner.run('while :; do :; done', { timeoutMs: 1500 }));
    sandbox.setEnv('SET', 'by the host');
    expect(await sandbox.run('echo $kept', { timeoutMs: 1 })).toMatchObject({ exitCode: 124, timedOut: true });
    expect(await sandbox.run('echo $kept $SET')).toMatchObject({ stdout: '1 by the host\n' });
    for (const { timedOut } of await Promise.all(spinning)) expect(timedOut).toBe(true);
  });

  it('are freed, whichever way they end', { timeout: 120_000 }, async () => {
    const sandboxes = await Promise.all(Array.from({ length: 20 }, () => create()));
    const commands = [
      'while :; do :; done',
      'sleep 10',
      'yes | cat >/dev/null',
      '(sleep 1 | cat) & :',
      'exec sleep 10',
    ];
    for (let round = 0; round < 12; round++) {
      const runs = sandboxes.map((sandbox, index) =>
        sandbox.run(commands[(round + index) % commands.length] as string, {
          timeoutMs: 1 + 7 * ((round * index) % 17),
        }),
      );
      await Promise.all(runs);
    }
    const results = await Promise.all(sandboxes.map((sandbox) => sandbox.run('echo hi', { timeoutMs: 0 })));
    expect(results.map(({ stdout }) => stdout)).toEqual(sandboxes.map(() => 'hi\n'));
    await Promise.all(sandboxes.map(rest));
    const nobody = await create();
    for (const sandbox of sandboxes) sandbox.destroy();
    const left = (): object => (({ running, waiting }) => ({ running, waiting }))(nobody.metrics());
    await expect.poll(left, { timeout: 20_000 }).toEqual({ running: 0, waiting: 0 });
  });

  it('can end although one of them has more processes than there are threads', { timeout: 120_000 }, async () => {
    const sandbox = await create({ maxProcesses: 400, memoryLimitMb: 2048 });
    expect(await sandbox.run(`echo x ${'| cat '.repeat(200)}`)).toMatchObject({ stdout: 'x\n', stderr: '' });
    const nested = 'f() { if (($1 > 0)); then (f $(($1 - 1)); true); else echo deep; fi; }; f 150';
    expect(await sandbox.run(nested)).toMatchObject({ stdout: 'deep\n', stderr: '' });
  });
});
