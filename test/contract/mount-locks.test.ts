// Locks of mounted files, beside programs of the host that know nothing of sandboxes.

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { useFolder } from './use-folder.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

let folder: string;
useFolder(
  () => ({ file: 'content\n' }),
  (made) => {
    folder = made;
  },
);

const natively = (script: string) => spawnSync('/bin/sh', ['-c', script], { cwd: folder, encoding: 'utf8' });

/** A program of the host that has locked the file when this resolves, and lets go when its input ends. */
async function holder(): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn('flock', ['file', 'sh', '-c', 'echo locked; cat'], { cwd: folder });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

describe('a lock on a mounted file', () => {
  const open = () => create({ mounts: { '/rw': { folder, readOnly: false }, '/ro': folder } });

  it('held by a guest makes programs of the host wait', async () => {
    const sandbox = await open();
    expect(await sandbox.run('exec 9>>/rw/file; flock -n 9; echo $?')).toMatchObject({ stdout: '0\n' });
    expect(natively('flock -n file true; echo $?').stdout).toBe('1\n');
    expect(await sandbox.run('(sleep 0.2; echo in time >>/rw/file; flock -u 9) &')).toMatchObject({ exitCode: 0 });
    expect(natively('flock file cat file').stdout).toBe('content\nin time\n');
    await sandbox.run('flock 9');
    sandbox.destroy();
    await expect.poll(() => natively('flock -n file true').status).toBe(0);
  });

  it('held by a program of the host makes only the guests wait that want it', async () => {
    const sandbox = await open();
    const held = await holder();
    expect(await sandbox.run('flock -n /rw/file true; echo $?; flock -w 0.1 /rw/file true; echo $?')).toMatchObject({
      stdout: '1\n1\n',
    });
    expect(await sandbox.run('flock /rw/file true', { timeoutMs: 150 })).toMatchObject({ timedOut: true });
    const script =
      'flock /rw/file echo locked & waits=$!; ls /rw; flock /rw/file true & kill $!; wait $!; echo $?; ls /rw >/rw/told; wait $waits';
    const run = sandbox.run(script);
    await expect.poll(() => natively('cat told').stdout).toBe('file\ntold\n');
    held.stdin.end();
    expect((await run).stdout).toBe('file\n143\nlocked\n');
  });

  it('on a read-only mount is invisible to the host', async () => {
    const sandbox = await open();
    await sandbox.run('exec 9</ro/file; flock 9');
    expect(natively('flock -n file true').status).toBe(0);
  });

  it('protects a database that guests and the host share', async () => {
    const sandbox = await open();
    const python = (code: string) => spawnSync('python3', ['-c', code], { cwd: folder, encoding: 'utf8' });
    const insert = `import sqlite3; c = sqlite3.connect('db', timeout=0); c.execute("insert into t values ('native')"); c.commit()`;
    await sandbox.run(`sqlite3 /rw/db "create table t(x); insert into t values ('guest')"`);
    await sandbox.run(
      "mkfifo /tmp/go; { echo 'begin exclusive;'; cat /tmp/go; } | sqlite3 /rw/db & exec 8>/tmp/go; echo 'select 1;' >&8",
    );
    await expect.poll(() => python(insert).stderr).toContain('database is locked');
    await sandbox.run('exec 8>&-; wait');
    expect(python(insert)).toMatchObject({ stderr: '', status: 0 });
    const holds = spawn(
      'python3',
      [
        '-c',
        `import sqlite3, sys; c = sqlite3.connect('db'); c.execute('begin exclusive'); print('held', flush=True); sys.stdin.read(); c.commit()`,
      ],
      { cwd: folder },
    );
    await new Promise((resolve) => holds.stdout.once('data', resolve));
    expect((await sandbox.run(`sqlite3 /rw/db "insert into t values ('late')"`)).stderr).toContain(
      'database is locked',
    );
    holds.stdin.end();
    await new Promise((resolve) => holds.once('exit', resolve));
    expect(await sandbox.run(`sqlite3 /rw/db "insert into t values ('late'); select x from t"`)).toMatchObject({
      stdout: 'guest\nnative\nlate\n',
    });
  });
});
