// States that travel: exportState, importState and create({ from: state }).

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Sandbox, SandboxError } from 'wasmsand';
import { packageRoot } from '../e2e/run-node.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

async function output(sandbox: Sandbox, command: string): Promise<string> {
  const { stdout, stderr } = await sandbox.run(command);
  return stdout + stderr;
}

const refused = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => new Error('it was accepted'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(SandboxError);
  return (error as SandboxError).code;
};

const files =
  'mkdir -p d/e "two words"; echo hi >d/f; ln d/f hard; ln -s d/f link; mkfifo fifo; chmod 2750 d; chmod 600 d/f; : >empty; ' +
  'printf "\\0\\1\\377" >bytes; truncate -s 10M sparse; echo x >>sparse; seq 60000 >big; cp big copy; mv d/e d/g; ' +
  "touch -d '2001-02-03 04:05:06.123456789' d/f; touch -h -d @86400 link; touch -d @-1.5 d; echo >$'new\\nline'";
const listing =
  "cd ~; find . -printf '%P %y %m %u %g %n %s %b %T@ %l %i\\n'; ls -U; cat d/f; od -An -tx1 bytes; cmp big copy; sha256sum big sparse; " +
  'exec 9<sparse; head -c 1 <&9 | od -An -c; cd - >/dev/null';

describe('an exported state', () => {
  it('restores the files in another sandbox', async () => {
    const sandbox = await create();
    await sandbox.run(files);
    const other = await create({ from: await sandbox.exportState() });
    const before = await output(sandbox, listing);
    expect(before).toContain('sparse f 644 user user 1 10485762 8');
    expect(before).toContain('981173106.1234567890');
    expect(await output(other, listing)).toBe(before);
  });

  it('restores the session', async () => {
    const sandbox = await create({ env: { GIVEN: 'yes' } });
    await sandbox.run(
      'a=1; b=(x "y z"); declare -A m=([k]=v); export E=out; f() { echo "f $1 $a"; }; alias hi="echo hello"; set -o noglob; ' +
        'shopt -s nullglob; umask 027; trap "echo usr" USR1; mkdir d; cd d; set -- p q; ulimit -n 100; printf "one\\ntwo\\n" >five; ' +
        'exec 5<>five; read -r first <&5; RANDOM=7; readonly r=9; (exit 3)',
    );
    sandbox.setEnv('SET', 'later');
    const state = await sandbox.exportState();
    const ask =
      'echo $? $a "${b[1]}" ${m[k]} $E $first $r $GIVEN $SET; f 1; hi; set -o | grep noglob; shopt nullglob; umask; trap -p USR1; pwd; ' +
      'echo "$@" $#; ulimit -n; cat <&5; echo $RANDOM $$; kill -USR1 $$; history';
    const other = await create({ from: state });
    const before = await output(sandbox, ask);
    expect(before).toContain('3 1 y z v out one 9 yes later\nf 1 1\nhello\n');
    expect(await output(other, ask)).toBe(before);
    expect(other.history.list()).toEqual(sandbox.history.list());
    expect(other.getEnv('E')).toBe('out');
    // As often as one likes, over whatever there is.
    await other.run('a=2; rm -rf ~/*; sleep 100 &');
    await other.importState(state);
    expect(await output(other, ask)).toBe(before);
  });

  it('shows the old background jobs as killed', async () => {
    const sandbox = await create();
    await sandbox.run('sleep 100 & sleep 200 &');
    const other = await create({ from: await sandbox.exportState() });
    expect(await output(other, 'jobs; wait %1; echo $?')).toMatch(/^(\[\d\].*Killed.*\n)+.*137\n$/s);
    expect(other.metrics().processes).toBe(1);
  });

  it('is the same bytes for the same state', async () => {
    const sandbox = await create();
    await sandbox.run(`${files}; x=1; sleep 60 &`);
    const state = await sandbox.exportState();
    const same = async (other: Sandbox): Promise<boolean> => Buffer.from(state).equals(await other.exportState());
    expect(await same(sandbox)).toBe(true);
    expect(await same(await create({ from: state }))).toBe(true);
    await sandbox.importState(state);
    expect(await same(sandbox)).toBe(true);
  });

  it('contains only files that differ from the base image', async () => {
    const sandbox = await create();
    expect((await sandbox.exportState()).length).toBeLessThan(2000);
    sandbox.chmod('/usr/bin/sort', 0o700);
    sandbox.rename('/usr/bin/jq', '/usr/bin/query');
    sandbox.rm('/usr/bin/tac');
    sandbox.writeFile('/etc/hostname', 'other\n');
    await sandbox.fs.link('/usr/bin/head', '/opt/head');
    await sandbox.fs.copyFile('/usr/bin/tail', '/opt/tail');
    const state = await sandbox.exportState();
    expect(state.length).toBeLessThan(10_000);
    const other = await create({ from: state });
    const ask =
      'stat -c %a /usr/bin/sort; echo 1 | query .; ls /usr/bin/jq /usr/bin/tac; cat /etc/hostname; stat -c %h /opt/head; ' +
      'echo b | /opt/head -n 1; echo c | /opt/tail -n 1; cmp /opt/tail /usr/bin/tail';
    expect(await output(other, ask)).toBe(await output(sandbox, ask));
    expect(await output(other, 'echo 1 | query .')).toBe('1\n');
    expect(await create({ from: state }).then((third) => third.exportState())).toEqual(state);
  });

  it('does not depend on the directory that its sandbox had its programs from', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wasmsand-state-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const wasmDir = join(directory, 'wasm');
    symlinkSync(join(packageRoot, 'dist/wasm'), wasmDir);
    const template = await Sandbox.template((made) => made.run('x=1; echo hi >f'), { wasmDir });
    const sandbox = await template.create();
    const state = await sandbox.exportState();
    template.dispose();
    sandbox.destroy();
    expect(state.length).toBeLessThan(200_000);
    expect(await output(await create({ from: state }), 'echo $x; cat f | sort')).toBe('1\nhi\n');
  });

  it('can be overwritten by its owner while it is imported', async () => {
    const sandbox = await create();
    await sandbox.run('x=1');
    const state = await sandbox.exportState();
    const imported = sandbox.importState(state);
    structuredClone(state.buffer, { transfer: [state.buffer as ArrayBuffer] });
    await imported;
    expect(await output(sandbox, 'echo $x')).toBe('1\n');
  });

  it('comes without the session on request', async () => {
    const sandbox = await create();
    await sandbox.run('x=1; echo hi >f; mkdir d; cd d; export E=out');
    const state = await sandbox.exportState();
    const other = await create();
    await other.run('x=2; export E=own');
    await other.importState(state, { filesOnly: true });
    expect(await output(other, 'echo "$x" $E; pwd; cat ~/f')).toBe(' own\n/home/user\nhi\n');
  });

  it('of a sandbox that has run nothing has no session', async () => {
    const sandbox = await create({ env: { A: 'a' }, files: { f: 'text' } });
    const other = await create({ from: await sandbox.exportState(), env: { B: 'b' } });
    expect(await output(other, 'echo $A $B; cat f')).toBe('a b\ntext');
  });

  it('waits for earlier commands', async () => {
    const sandbox = await create();
    const command = sandbox.run('sleep 0.2; echo done >f');
    const other = await create({ from: await sandbox.exportState() });
    await command;
    expect(other.readFile('f', 'utf8')).toBe('done\n');
  });

  it('can be exported from many sandboxes at once', async () => {
    const template = await create();
    await template.run('x=1; seq 1000 >f');
    const state = await template.exportState();
    const sandboxes = await Promise.all(Array.from({ length: 50 }, () => create({ from: state })));
    await Promise.all(sandboxes.map((sandbox, i) => sandbox.run(`x=${i}; echo ${i} >>f`)));
    const states = await Promise.all(sandboxes.map((sandbox) => sandbox.exportState()));
    const back = await Promise.all(states.map((own) => create({ from: own })));
    const answers = await Promise.all(back.map((sandbox) => output(sandbox, 'echo $x; tail -n 1 f')));
    expect(answers).toEqual(answers.map((_, i) => `${i}\n${i}\n`));
  });

  it('is refused when it is damaged or needs more than the limits allow', async () => {
    const sandbox = await create({ files: { keep: 'me' } });
    const big = await create();
    await big.run('x=1; head -c 3000000 /dev/zero | tr "\\0" x >f; >g');
    const state = await big.exportState();
    const bad = Uint8Array.from(state);
    bad[state.length >> 1] = (bad[state.length >> 1] ?? 0) ^ 1;
    for (const damaged of [new Uint8Array(), state.subarray(0, 500), state.subarray(0, -1), bad]) {
      expect(await refused(sandbox.importState(damaged))).toBe('E_STATE_CORRUPT');
      expect(await refused(Sandbox.create({ from: damaged }))).toBe('E_STATE_CORRUPT');
    }
    const later = Uint8Array.from(state);
    later[8] = 2;
    expect(await refused(sandbox.importState(later))).toBe('E_STATE_VERSION');
    for (const [code, limit, options] of [
      ['E_LIMIT_FS', 'fsLimitBytes', { fsLimitMb: 2 }],
      ['E_LIMIT_FS', 'fileCountLimit', { fileCountLimit: 1 }],
      ['E_LIMIT_MEMORY', 'memoryLimitBytes', { memoryLimitMb: 1 }],
    ] as const) {
      await expect(Sandbox.create({ from: state, ...options })).rejects.toMatchObject({ code, limit });
    }
    expect(await refused(sandbox.importState('text' as never))).toBe('E_INVALID_OPTION');
    expect(await refused(Sandbox.create({ from: state, cwd: '/tmp' }))).toBe('E_INVALID_OPTION');
    expect(await refused(sandbox.exportState({ compression: 'lzma' as never }))).toBe('E_INVALID_OPTION');
    expect(await output(sandbox, 'cat keep')).toBe('me');
  });

  it('is smaller compressed, where there is zstd', async () => {
    const sandbox = await create();
    await sandbox.run('x=1; seq 100000 >f');
    const plain = await sandbox.exportState();
    const zlib: object = await import('node:zlib');
    if (!('zstdCompress' in zlib)) {
      expect(await refused(sandbox.exportState({ compression: 'zstd' }))).toBe('E_UNSUPPORTED');
      const claimed = Uint8Array.from(plain);
      claimed[12] = 1;
      expect(await refused(sandbox.importState(claimed))).toBe('E_UNSUPPORTED');
      return;
    }
    const packed = await sandbox.exportState({ compression: 'zstd' });
    expect(packed.length).toBeLessThan(plain.length / 2);
    const other = await create({ from: packed });
    expect(await other.exportState()).toEqual(plain);
    const lying = Uint8Array.from(packed);
    new DataView(lying.buffer).setBigUint64(16, 1n << 40n, true);
    expect(await refused(sandbox.importState(lying))).toBe('E_LIMIT_FS');
    new DataView(lying.buffer).setBigUint64(16, 1000n, true);
    expect(await refused(sandbox.importState(lying))).toBe('E_STATE_CORRUPT');
  });
});
