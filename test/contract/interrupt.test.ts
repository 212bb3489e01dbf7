// A command line that is ended, by its deadline or by an abort, costs its session nothing: the same shell goes on.

import { describe, expect, it } from 'vitest';
import type { RunOptions, RunResult, Sandbox } from 'wasmsand';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

const setUp = `
  mkdir -p work && cd work && mkfifo fifo full && exec 8<>full 9<<<kept
  kept=1; list=(a 'b c'); declare -A map=([k]=v); export OUT=there; f() { echo "f $1"; }; alias g=f
  shopt -s extglob globstar; set -o pipefail; trap 'echo usr2' USR2; set -- one two`;
const tell =
  'echo "$$ $PWD $kept ${list[1]} ${map[k]} $OUT $(f 1) $* $-"; alias g; shopt extglob; trap -p USR2; read x <&9; echo $x';

/** A stream that is open and gives nothing. */
const silence = (): ReadableStream<Uint8Array> => new ReadableStream();

async function prepared(): Promise<{ sandbox: Sandbox; state: string }> {
  const sandbox = await create({ timeoutMs: 60_000 });
  await sandbox.run(setUp);
  const { stdout } = await sandbox.run(`${tell}; exec 9<<<kept`);
  expect(stdout).toMatch(/kept\n$/);
  return { sandbox, state: stdout };
}

/** Aborts it once it has begun. */
async function runAborted(sandbox: Sandbox, command: string, options: RunOptions): Promise<RunResult> {
  const controller = new AbortController();
  return sandbox.run(`echo begun\n${command}`, {
    ...options,
    onStdout: () => controller.abort(),
    signal: controller.signal,
  });
}

async function check(command: string, options: () => RunOptions = () => ({})): Promise<void> {
  const { sandbox, state } = await prepared();
  const late = await sandbox.run(command, { ...options(), timeoutMs: 150 });
  expect(late).toMatchObject({ exitCode: 124, timedOut: true, errorClass: 'TIMEOUT', limit: 'timeoutMs' });
  expect(late.stderr).toBe('command timed out');
  expect((await sandbox.run(`${tell}; exec 9<<<kept`)).stdout).toBe(state);

  const aborted = await runAborted(sandbox, command, options());
  expect(aborted).toMatchObject({ exitCode: 137, timedOut: false, errorClass: 'CANCELLED', stderr: '' });
  expect((await sandbox.run(tell)).stdout).toBe(state);
}

describe('a session whose command line is ended while the shell itself waits', () => {
  it.each([
    'read x < fifo',
    'cat < fifo',
    '/bin/cat < fifo | cat',
    'exec 3< fifo',
    'exec 3> fifo',
    'exec {fd}< fifo',
    'exec cat < fifo',
    'echo hi > fifo',
    'echo hi >> fifo',
    'echo hi >| fifo',
    '( set -C; echo hi > fifo )',
    'echo hi &> fifo',
    'f 2> fifo',
    '{ echo a; } > fifo',
    '( echo a ) > fifo',
    '( cd /; kept=2; read x < "$OLDPWD/fifo" )',
    'if true; then echo; fi > fifo',
    'while read x; do :; done < fifo',
    'for x in a b; do echo $x; done > fifo',
    'select x in a b; do :; done < fifo',
    'source fifo',
    '. ./fifo',
    'mapfile < fifo',
    'mapfile -t -C f -c 1 lines < fifo',
    'command read x < fifo',
    'builtin read x < fifo',
    "eval 'read x < fifo'",
    'h() { local kept=2; read x < fifo; }; h',
    'time read x < fifo',
    '! read x < fifo',
    'read x < fifo || read x < fifo',
    'until read x < fifo; do :; done',
    'x=$(<fifo)',
    'x=`<fifo`',
    'x=$(read y < fifo; echo $y)',
    'x=$(cat fifo; echo)',
    'x=$( (cd /; echo $(<"$OLDPWD/fifo")) )',
    'list2=($(<fifo))',
    '[[ $(<fifo) == x ]]',
    '(( $(<fifo) + 1 ))',
    'case $(<fifo) in *) ;; esac',
    'cat <<< $(<fifo)',
    'cat <<END\n$(<fifo)\nEND',
    'read x < <(cat fifo)',
    'cat <(cat fifo) > /dev/null',
    'echo hi > >(read x < fifo; cat)\nwait',
    'echo | read x < fifo',
    'read x < fifo | cat',
    'shopt -s lastpipe; echo | while read x < fifo; do :; done; shopt -u lastpipe',
    'history -r fifo',
    'history -n fifo',
    'history -w fifo',
    'history -a fifo',
    "fc -e 'read x < fifo #'",
    'fc -e "cat fifo #"',
    'bind -f fifo 2> /dev/null',
    'trap "read x < fifo" USR1; kill -USR1 $$; trap - USR1',
    'trap "read x < fifo" ERR; false',
    'trap "read x < fifo" RETURN; . /dev/null',
    '( trap "read x < fifo" DEBUG; : )',
    '( trap "read x < fifo" EXIT; exit 3 )',
    'command_not_found_handle() { read x < fifo; }; no-such-command',
    "( PS4='$(<fifo)'; set -x; : )",
    'sleep 1000',
    'sleep 1000 | cat',
    'sleep 1000 & wait',
    'sleep 1000 & wait $!',
    'sleep 1000 & wait -n',
    'sleep 1000 & wait %+',
    'coproc sleep 1000; read x <&${COPROC[0]}',
    'coproc C { sleep 1000; }; wait $C_PID',
    'kill -STOP $$',
    'kill -STOP $$; sleep 1000',
    'suspend -f',
    'while :; do kill -STOP $$; done',
    '(while :; do kill -STOP $$; done) & wait',
    'printf %100000d 1 >&8; printf %100000d 1 >&8',
    'while :; do echo xxxxxxxxxxxxxxxx; done >&8',
    'for ((i = 0; i < 10; i++)); do echo {1..10000}; done >&8',
    'printf -v big %0100000d; while :; do cat <<< $big; done >&8',
    'printf %100000d 1 >&8; read x < fifo',
  ])('keeps its whole state: %s', async (command) => {
    await check(command);
  });

  it.each([
    'read x',
    'read -t 1000 x',
    'read -n 5 x',
    'read -N 5 x',
    "read -d '' x",
    'read -p "name? " x',
    'mapfile',
    'mapfile -n 1 lines',
    'cat',
    'select x in a b; do :; done 2>/dev/null',
    'source /dev/stdin',
    'x=$(</dev/stdin)',
    'history -r /dev/stdin',
    'TMOUT=1000; read x',
  ])('keeps its whole state with an input that never ends: %s', async (command) => {
    await check(command, () => ({ stdin: silence() }));
  });

  it('keeps background jobs of earlier command lines', async () => {
    const { sandbox } = await prepared();
    await sandbox.run('set -m; sleep 1000 &');
    expect(await sandbox.run('fg', { timeoutMs: 150 })).toMatchObject({ timedOut: true });
    expect((await sandbox.run('jobs')).stdout).toBe('[1]+  Running                 sleep 1000 &\n');
    expect(await runAborted(sandbox, 'wait', {})).toMatchObject({ errorClass: 'CANCELLED' });
    expect((await sandbox.run('jobs; kill %1; wait %1; echo $?')).stdout).toMatch(/^\[1\]\+ {2}Running.*\n143\n$/s);
  });

  it('is continued when a signal had stopped it before the command line', async () => {
    const { sandbox, state } = await prepared();
    await sandbox.run('(sleep 0.05; kill -STOP $$) &');
    await expect.poll(() => sandbox.metrics().waits.stopped).toBe(1);
    expect(await sandbox.run('echo hi', { timeoutMs: 150 })).toMatchObject({ timedOut: true });
    expect((await sandbox.run(tell)).stdout).toBe(state);
  });

  it('ignores traps for the signal that ends command lines, and other senders of it', async () => {
    const { sandbox, state } = await prepared();
    for (const trap of ["trap 'echo caught' RTMAX", "trap '' RTMAX", 'trap - RTMAX']) {
      const { stdout } = await sandbox.run(`${trap}; kill -RTMAX $$; echo after`);
      expect(stdout).toBe(trap.includes('caught') ? 'caught\nafter\n' : 'after\n');
      expect(await sandbox.run('read x < fifo', { timeoutMs: 150 })).toMatchObject({ timedOut: true });
    }
    expect((await sandbox.run(tell)).stdout).toBe(state);
  });

  it('then runs the waiting command lines', async () => {
    const { sandbox } = await prepared();
    const first = sandbox.run('read x < fifo', { timeoutMs: 150 });
    const second = sandbox.run('echo $kept');
    expect(await first).toMatchObject({ timedOut: true });
    expect((await second).stdout).toBe('1\n');
  });
});

describe('a session whose command line is ended while the shell computes', () => {
  it.each([
    'while :; do :; done',
    'until false; do :; done',
    'for ((;;)); do :; done',
    'while ((1)); do ((i++)); done',
    'while [[ a == a* ]]; do :; done',
    'h() { while :; do local kept=2; done; }; h',
    "eval 'while :; do :; done'",
    'x=$(while :; do :; done)',
    '( while :; do :; done )',
    'while :; do :; done | cat',
    'while :; do x=$(echo a); done',
    'while :; do ( cd / ); done',
    'while :; do read x <<< a; done',
    'while :; do f 1; done > /dev/null',
    'deep() { (($1 == 0)) || deep $(($1 - 1)); }; while :; do deep 1000; done',
    'trap "while :; do :; done" USR1; kill -USR1 $$; trap - USR1',
    'h() { set -- {1..1000}; }; while :; do h; done',
    'while :; do unset list2; list2=({1..1000}); done',
    ': {1..2000}{1..2000}',
    'for i in {1..4000000}; do :; done',
    'while :; do printf -v x %s {1..100000}; done',
    'while :; do printf "%s\\n" {1..100000}; done > /dev/null',
    'printf -v x %01000000d 1; while :; do y=${x//0/11}; done',
    'printf -v x %0100000d 1; y=${x//0*1*2/}',
    'printf -v x %0100000d 1; while :; do [[ $x == *0*0*1*2 ]]; done',
    'printf -v x %0100000d 1; y=${x%%+(0|1)2}',
    'printf -v x %0100000d 1; while :; do y=${x#!(*2)2}; done',
    'printf -v x %0100000d 1; case $x in +(0|00|000)2) ;; esac',
    'printf -v x %01000000d 1; while :; do y=${x^^[a-z]}; done',
    'printf -v x %0100000d 1; while :; do [[ $x =~ (0|1)*2$ ]]; done',
    'printf -v x %0400d; while :; do [[ $x =~ (0*)(0*)(0*)\\1\\2\\3x ]]; done',
    'printf -v x %0100000d 1; h() { local IFS=0; while :; do y=($x); done; }; h',
    'while :; do echo /*/* /**/*; done > /dev/null',
    'read -d x y < /dev/zero',
    'read -N 1000000000 y < /dev/zero',
    'while :; do compgen -W "{1..1000}" > /dev/null; done',
    'while :; do declare -p > /dev/null; done',
    'while :; do type f g cat > /dev/null; done',
    'while :; do history > /dev/null; done',
    'while :; do test -e x; cd .; pwd; done > /dev/null',
    'while :; do eval "$(declare -f f)"; done',
    'while :; do source /dev/null; done',
    'while :; do wait; done',
    'while :; do exec 3< /dev/null; done',
    'while :; do trap "echo a" USR1; trap - USR1; done',
  ])('keeps its whole state: %s', async (command) => {
    await check(command);
  });
});

describe('a command that is aborted while it starts processes', () => {
  it('leaves none of them behind, however late they begin', { timeout: 120_000 }, async () => {
    const { sandbox } = await prepared();
    for (let round = 0; round < 40; round++) {
      const aborted = await runAborted(sandbox, 'coproc C { sleep 1000; }; wait $C_PID', {});
      expect(aborted).toMatchObject({ exitCode: 137, errorClass: 'CANCELLED' });
      const alive = sandbox.processes().filter(({ state }) => state !== 'Z');
      expect(alive.map(({ argv }) => argv.join(' '))).toEqual(['bash --session']);
    }
  });
});
