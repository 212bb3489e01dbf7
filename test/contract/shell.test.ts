import { describe, expect, it } from 'vitest';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

describe('the session shell', () => {
  it('keeps variables, arrays, functions, aliases, options, traps, positional parameters and the status', async () => {
    const sandbox = await create();
    await sandbox.run('value=1; list=(a "b c"); declare -A map=([k]=v); f() { echo "f $1 $value"; }');
    await sandbox.run('alias hi="echo hello"; set -o pipefail; shopt -s nullglob; trap "echo usr1" USR1; set -- x y');
    await sandbox.run('(exit 7)');
    const result = await sandbox.run(
      'echo "$? $# $1"; f 2; echo "${list[1]} ${map[k]}"; hi; false | true; echo $? /none*; kill -USR1 $$; :',
    );
    expect(result).toMatchObject({ stdout: '7 2 x\nf 2 1\nb c v\nhello\n1\nusr1\n', stderr: '' });
  });

  it('takes env, cwd and args for one command line only', async () => {
    const sandbox = await create();
    await sandbox.run('set -- session; KEY=session');
    const result = await sandbox.run('echo "$KEY $PWD $*"; KEY=changed', {
      env: { KEY: 'run' },
      cwd: '/tmp',
      args: ['one', 'two words'],
    });
    expect(result.stdout).toBe('run /tmp one two words\n');
    expect(await sandbox.run('echo "$KEY $PWD $*"')).toMatchObject({ stdout: 'session /home/user session\n' });
  });

  it('keeps its state when a command is killed at its deadline', async () => {
    const sandbox = await create();
    await sandbox.run('value=kept; f() { echo "f $value"; }; true');
    for (const command of [
      'sleep 1000',
      'while :; do :; done',
      'for i in 1 2 3; do sleep 1000; done',
      'read x < <(sleep 9)',
    ]) {
      expect(await sandbox.run(command, { timeoutMs: 100 })).toMatchObject({ exitCode: 124, timedOut: true });
    }
    expect(await sandbox.run('f')).toMatchObject({ stdout: 'f kept\n', stderr: '' });
  });

  it('is replaced when a command kills it; directory and exported variables stay', async () => {
    const sandbox = await create();
    await sandbox.run('export KEY=1; other=2; cd /tmp');
    expect(await sandbox.run('kill -9 $$')).toMatchObject({ exitCode: 137, signal: 'SIGKILL' });
    expect(await sandbox.run('echo "$KEY<$other>$PWD"')).toMatchObject({ stdout: '1<>/tmp\n' });
  });

  it('can be replaced by a program with exec', async () => {
    const sandbox = await create();
    expect(await sandbox.run('exec printf "%s\\n" replaced')).toMatchObject({ exitCode: 0, stdout: 'replaced\n' });
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });

  it('reports syntax errors as bash does and goes on', async () => {
    const sandbox = await create();
    expect(await sandbox.run('if true; fi')).toMatchObject({
      exitCode: 2,
      stderr: "bash: -c: line 1: syntax error near unexpected token `fi'\nbash: -c: line 1: `if true; fi'\n",
    });
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });

  it('ignores set -n, which no later command could undo', async () => {
    const sandbox = await create();
    expect((await sandbox.run('set -n; echo on')).stdout).toBe('on\n');
    expect((await sandbox.run("bash -n -c 'echo off'")).stdout).toBe('');
  });

  it('refuses printf fields that are larger than memory allows', async () => {
    const sandbox = await create();
    expect(await sandbox.run("printf 'a%99999999dz' 1")).toMatchObject({
      stdout: 'a',
      stderr: "bash: line 1: printf: `%99999999d': Value too large for defined data type\n",
      exitCode: 1,
    });
  });

  it('runs the EXIT trap when it exits, not after each command line', async () => {
    const sandbox = await create();
    expect(await sandbox.run("trap 'echo bye $?' EXIT; echo a")).toMatchObject({ stdout: 'a\n' });
    expect(await sandbox.run('echo b; exit 3')).toMatchObject({ exitCode: 3, stdout: 'b\nbye 3\n' });
  });

  it('accepts no requests from the programs it starts', async () => {
    const sandbox = await create();
    const result = await sandbox.run('cat <&255; echo forged >&255; bash -c "cat <&255"; ls /proc/self/fd; echo end');
    expect(result.stdout).toMatch(/^0\n1\n2\n3\nend\n$/);
    expect(await sandbox.run('echo on')).toMatchObject({ stdout: 'on\n' });
  });

  it('keeps its state while it is put aside in favour of other sandboxes', async () => {
    const first = await create();
    await first.run(
      'cd /tmp; value="a b"; list=(1 [5]=x); f() { echo "f $value"; }; set -o pipefail; trap "echo t" USR1',
    );
    await first.run('(exit 3)');
    for (let i = 0; i < 50; i++) await (await create()).run(':');
    const result = await first.run('echo $? $PWD; f; echo "${!list[@]}"; false | true; echo $?; kill -USR1 $$; :');
    expect(result).toMatchObject({ stdout: '3 /tmp\nf a b\n0 5\n1\nt\n', stderr: '' });
    expect(first.history.list().length).toBe(3);
  });
});

describe('history', () => {
  it('lists the command lines of the session, for the host and inside', async () => {
    const sandbox = await create();
    await sandbox.run('echo one');
    await sandbox.run('echo two');
    expect(sandbox.history.list()).toEqual([
      { id: 1, command: 'echo one' },
      { id: 2, command: 'echo two' },
    ]);
    expect(await sandbox.run('history')).toMatchObject({
      stdout: '    1  echo one\n    2  echo two\n    3  history\n',
    });
    sandbox.history.clear();
    expect(sandbox.history.list()).toEqual([]);
    expect(await sandbox.run('history')).toMatchObject({ stdout: '    1  history\n' });
    await sandbox.run('history -c');
    expect(sandbox.history.list()).toEqual([]);
  });

  it('goes on where it was when the shell was put aside', async () => {
    const sandbox = await create();
    await sandbox.run('HISTSIZE=600');
    for (let i = 0; i < 520; i++) await sandbox.run(`: ${i}`);
    for (let i = 0; i < 50; i++) await (await create()).run(':');
    const { stdout } = await sandbox.run('history 2');
    expect(stdout).toBe('  521  : 519\n  522  history 2\n');
    expect(sandbox.history.list().slice(-2)).toEqual([
      { id: 521, command: ': 519' },
      { id: 522, command: 'history 2' },
    ]);
  });

  it('numbers its entries as bash does when old ones are dropped', async () => {
    const sandbox = await create();
    await sandbox.run('HISTSIZE=3');
    for (const word of ['one', 'two', 'three', 'four']) await sandbox.run(`echo ${word}`);
    expect(sandbox.history.list()).toEqual([
      { id: 3, command: 'echo two' },
      { id: 4, command: 'echo three' },
      { id: 5, command: 'echo four' },
    ]);
    await sandbox.run('history -d 5; history -d -1; echo five');
    expect(sandbox.history.list()).toEqual([{ id: 4, command: 'echo three' }]);
    expect((await sandbox.run('history')).stdout).toBe('    4  echo three\n    5  history\n');
  });
});

describe('jobs', () => {
  it('are listed and can be signalled', async () => {
    const sandbox = await create();
    await sandbox.run('sleep 1000 & sleep 2000 &');
    const jobs = sandbox.jobs.list();
    expect(jobs.map(({ id, state, command }) => ({ id, state, command }))).toEqual([
      { id: 1, state: 'running', command: 'sleep 1000' },
      { id: 2, state: 'running', command: 'sleep 2000' },
    ]);
    sandbox.jobs.signal('%1', 'SIGTERM');
    sandbox.jobs.signal(jobs[1]?.pid ?? 0, 9);
    expect(await sandbox.run('wait %1; echo $?; wait %2; echo $?')).toMatchObject({ stdout: '143\n137\n' });
    expect(() => sandbox.jobs.signal('%7', 'SIGTERM')).toThrow(expect.objectContaining({ code: 'ESRCH' }));
    expect(() => sandbox.jobs.signal('%1', 'SIGNONE')).toThrow(expect.objectContaining({ code: 'E_INVALID_OPTION' }));
  });
});

describe('complete', () => {
  it('knows commands, functions, variables, files and directories', async () => {
    const sandbox = await create({ files: { 'notes.txt': '', 'new dir/x': '' } });
    await sandbox.run('my_function() { :; }; my_variable=1');
    const words = async (line: string): Promise<string[]> => (await sandbox.complete(line)).completions;
    expect(await words('my_f')).toEqual(['my_function']);
    expect(await words('echo $my_v')).toEqual(['$my_variable']);
    expect(await words('cat no')).toEqual(['notes.txt']);
    expect(await words('cd n')).toEqual(['new\\ dir/']);
    expect(await words('ls | gre')).toContain('grep');
    expect(await sandbox.complete('echo grün; cat no; echo', 17)).toEqual({
      replacementStart: 15,
      replacementEnd: 17,
      completions: ['notes.txt'],
      commonPrefix: 'notes.txt',
    });
    expect((await sandbox.complete('cat none')).completions).toEqual([]);
  });

  it('is refused while a command runs', async () => {
    const sandbox = await create();
    const running = sandbox.run('sleep 0.2');
    // It need not have begun.
    await expect(sandbox.complete('ec')).rejects.toMatchObject({ code: 'EBUSY' });
    await new Promise(setImmediate);
    await expect(sandbox.complete('ec')).rejects.toMatchObject({ code: 'EBUSY' });
    await running;
    expect((await sandbox.complete('ech')).completions).toEqual(['echo']);
  });
});

describe('plan', () => {
  it('lists the parts of a command line and runs nothing', async () => {
    const sandbox = await create();
    const plan = await sandbox.plan('touch made; grep -r "$x" /etc | sort >out.txt && f() { rm -rf /tmp; }');
    expect(plan).toMatchObject({
      ok: true,
      programs: ['touch', 'grep', 'sort', 'rm'],
      functions: ['f'],
    });
    if (!plan.ok) throw new Error('does not parse');
    expect(plan.paths).toEqual(expect.arrayContaining(['/etc', 'out.txt', '/tmp']));
    expect(plan.commands[1]).toMatchObject({ name: 'grep', static: true, words: ['grep', '-r', '"$x"', '/etc'] });
    expect(plan.commands[1]?.pipeline).toBe(plan.commands[2]?.pipeline);
    expect(plan.commands[1]?.pipeline).not.toBe(plan.commands[0]?.pipeline);
    expect(sandbox.exists('made')).toBe(false);
    expect(sandbox.exists('out.txt')).toBe(false);
  });

  it('reports the line of a syntax error', async () => {
    const sandbox = await create();
    expect(await sandbox.plan('echo a\nif true; fi')).toMatchObject({
      ok: false,
      error: { line: 2, message: expect.stringContaining("near unexpected token `fi'") },
    });
  });
});
