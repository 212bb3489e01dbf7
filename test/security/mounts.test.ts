// Whatever guests, the host or other sandboxes do in a mounted folder: nobody gets out of it.

import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { linkTo, useFolder } from '../contract/use-folder.js';
import { useSandboxes } from '../contract/use-sandbox.js';

const create = useSandboxes();
const secret = 'SECRET\n';
/** By hand: 60. */
const seconds = Number(process.env.WASMSAND_RACE_SECONDS ?? 3);

let base: string;
let inside: string;
let outside: string;
useFolder(
  (folder) => ({
    'inside/d/file': 'inside\n',
    'inside/d/e/file': 'inside\n',
    'outside/file': secret,
    'outside/e/file': secret,
    'inside/absolute': linkTo(join(folder, 'outside')),
    'inside/relative': linkTo('../outside'),
    'inside/link': linkTo(join(folder, 'outside/file')),
    'inside/up': linkTo('..'),
  }),
  (folder) => {
    [base, inside, outside] = [folder, join(folder, 'inside'), join(folder, 'outside')];
  },
);

/** All that lies outside, as it must stay. */
function untouched(): void {
  expect(readdirSync(outside, { recursive: true }).sort()).toEqual(['e', 'e/file', 'file']);
  for (const name of ['file', 'e/file']) {
    expect(readFileSync(join(outside, name), 'utf8')).toBe(secret);
    expect(statSync(join(outside, name)).mode & 0o7777).toBe(0o644);
  }
  expect(readdirSync(base).sort()).toEqual(['inside', 'outside']);
}

describe('a mounted folder', () => {
  const open = () => create({ mounts: { '/m': { folder: inside, readOnly: false } } });

  it.each([
    ['an absolute link of the host', 'cat /m/absolute/file /m/link; ls /m/absolute/'],
    ['a relative link of the host', 'cat /m/relative/file /m/up/outside/file; cd /m/relative'],
    [
      '..',
      'cd /m/d/e; cat ../../../outside/file /m/../outside/file /m/d/../../outside/file; cd ../../..; cat outside/file',
    ],
    [
      'links of the guest',
      'ln -s ../../../../../../.. /m/own; cat /m/own$BASE/outside/file; ln -s $BASE/outside /m/o; cat /m/o/file; echo x >/m/o/new',
    ],
    [
      'writing through links',
      'echo x >/m/link; echo x >>/m/link; echo x >/m/absolute/new; mkdir /m/relative/new; tee /m/link </dev/null',
    ],
    [
      'changing what links lead to',
      'chmod 777 /m/link /m/absolute/file; touch -d 2001-01-01 /m/link; truncate -s 0 /m/link; chown user /m/link',
    ],
    [
      'removing through links',
      'rm -rf /m/absolute/* /m/relative/ /m/up/outside; rmdir /m/absolute/e; rm -r /m/relative',
    ],
    [
      'renaming through links',
      'mv /m/absolute/file /m/stolen; mv /m/d/file /m/absolute/; mv -T /m/d /m/relative/d; cat /m/stolen',
    ],
    [
      'hard links',
      'ln /m/link /m/hard; ln -L /m/link /m/hard2; cat /m/hard /m/hard2; ln /m/absolute/file /m/hard3; ln /m/d/file /m/absolute/hard',
    ],
    [
      'magic links',
      'exec 5</m/d; cat /proc/self/fd/5/../../outside/file; cd /m/d; cat /proc/self/cwd/../../outside/file /proc/self/root/$BASE/outside/file',
    ],
    [
      'archives',
      'cd /tmp; ln -s $BASE/outside x; tar cf t.tar x; rm x; mkdir x; echo y >x/new; tar rf t.tar x/new; cd /m; tar xf /tmp/t.tar; cat x/file',
    ],
    [
      'a repository with a link',
      'cd /m/d; git init -q; ln -s $BASE/outside sub; git add sub; git -c user.name=n -c user.email=e@x commit -qm 1; rm sub; mkdir sub; echo x >sub/new; git add -f sub/new; git checkout -f -q .; cat sub/file',
    ],
    [
      'copies that follow links',
      'cp -rL /m/absolute /m/copy; cp -a /m/relative/. /m/copy2; cp /m/link /m/copy3; cat /m/copy*',
    ],
  ])('is not left by %s', async (_, script) => {
    const sandbox = await open();
    const { stdout, timedOut } = await sandbox.run(script, { env: { BASE: base } });
    expect(timedOut).toBe(false);
    expect(stdout).not.toContain('SECRET');
    untouched();
  });

  it('is not left by calls of the host', async () => {
    const sandbox = await open();
    const codes = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(codes(() => sandbox.readFile('/m/link', 'utf8'))).toBe('ENOENT');
    expect(codes(() => sandbox.readFile('/m/d/../../outside/file'))).toBe('ENOENT');
    expect(codes(() => sandbox.readFile('/m/d/file\0/../../../outside/file'))).toBe('EINVAL');
    expect(codes(() => sandbox.writeFile('/m/absolute/new', 'x'))).toBe('ENOENT');
    expect(codes(() => sandbox.rename('/m/d', '/m/relative/d'))).toBe('ENOENT');
    sandbox.rm('/m/relative', { recursive: true });
    sandbox.rm('/m/d', { recursive: true });
    symlinkSync('../outside', join(inside, 'relative'));
    mkdirSync(join(inside, 'tree'));
    symlinkSync(outside, join(inside, 'tree/link'));
    linkSync(join(inside, 'relative'), join(inside, 'tree/hard'));
    sandbox.rm('/m/tree', { recursive: true });
    untouched();
  });

  it('shows special files, and neither opens nor waits for them', async () => {
    execFileSync('mkfifo', [join(inside, 'fifo')]);
    const sandbox = await open();
    const { stdout, stderr } = await sandbox.run(
      'test -p /m/fifo && echo fifo; cat /m/fifo; echo x >/m/fifo; mkfifo /m/own; mknod /m/device c 1 3; mv /m/fifo /m/d; ln /m/fifo /m/f',
    );
    expect(stdout).toBe('fifo\n');
    expect(stderr).toBe(
      'cat: /m/fifo: Permission denied\nbash: line 1: /m/fifo: Permission denied\n' +
        "mkfifo: cannot create fifo '/m/own': Operation not permitted\nmknod: /m/device: Operation not permitted\n" +
        "mv: cannot move '/m/fifo' to '/m/d/fifo': Operation not permitted\n" +
        "ln: failed to create hard link '/m/f' => '/m/fifo': Operation not permitted\n",
    );
  });

  it('gets no program that runs as somebody else', async () => {
    const sandbox = await open();
    await sandbox.run('cp /m/d/file /m/p; chmod 6755 /m/p; install -m 4755 /m/d/file /m/q');
    expect(lstatSync(join(inside, 'p')).mode & 0o7777).toBe(0o755);
    expect(lstatSync(join(inside, 'q')).mode & 0o7777).toBe(0o755);
    execFileSync('chmod', ['4755', join(inside, 'p')]);
    await sandbox.run('echo x >>/m/p');
    expect(lstatSync(join(inside, 'p')).mode & 0o7777).toBe(0o755);
  });

  it('is not named to guests', async () => {
    const sandbox = await open();
    const { stdout, stderr } = await sandbox.run(
      'cd /m/d; exec 5<file; pwd -P; ls -l /proc/self/fd /proc/self/cwd; cat /proc/self/mountinfo /proc/mounts /proc/self/fdinfo/5; df; realpath file; cat missing; env',
    );
    expect(stdout + stderr).not.toContain(base);
  });
});

// Swaps a directory and a link that leads out, and a file and such a link, as fast as it can.
const attacker = `
  const { renameSync } = require('node:fs');
  const { workerData: { inside, end } } = require('node:worker_threads');
  const at = (name) => inside + '/' + name;
  const swap = (a, b) => { renameSync(at(a), at('swap')); renameSync(at(b), at(a)); renameSync(at('swap'), at(b)); };
  while (Date.now() < end) for (const link of ['absolute', 'relative', 'up']) {
    swap('d', link); swap('d', link);
    swap('own', 'link'); swap('own', 'link');
  }`;

describe('racing renames', () => {
  it(`of the host do not lead out of a mount (${seconds} s)`, { timeout: (seconds + 60) * 1000 }, async () => {
    writeFileSync(join(inside, 'own'), 'inside\n');
    const end = Date.now() + seconds * 1000;
    const worker = new Worker(attacker, { eval: true, workerData: { inside, end } });
    const ended = new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject));
    const walk = `while test $SECONDS -lt $MAX; do
      cat /m/d/file /m/d/e/file /m/own /m/absolute/file; cd /m/d && cat file e/file ../own ../../outside/file; cd /
      echo x >/m/d/new; echo x >/m/own2; rm -f /m/d/new /m/own2; find /m -type f; chmod 644 /m/d/file; done 2>/dev/null`;
    const look = async () => {
      const sandbox = await create({ mounts: { '/m': { folder: inside, readOnly: false } }, maxOutputBytes: 2 ** 28 });
      return sandbox.run(walk, { env: { MAX: String(seconds) }, timeoutMs: (seconds + 30) * 1000 });
    };
    const results = await Promise.all([look(), look()]);
    await ended;
    for (const { stdout, timedOut } of results) {
      expect(timedOut).toBe(false);
      expect(stdout.includes('SECRET')).toBe(false);
      expect(stdout.includes('inside')).toBe(true);
    }
    untouched();
  });

  it(`of another sandbox do not either (${seconds} s)`, { timeout: (seconds + 60) * 1000 }, async () => {
    const mounts = { '/m': { folder: inside, readOnly: false } };
    const [victim, other] = [await create({ mounts }), await create({ mounts })];
    const env = { MAX: String(seconds) };
    const timeoutMs = (seconds + 30) * 1000;
    const swap = `cd /m; while test $SECONDS -lt $MAX; do mv d x; mv absolute d; mv d absolute; mv x d; done`;
    const walk = `while test $SECONDS -lt $MAX; do cat /m/d/file /m/d/e/file; cd /m/d && cat e/file ../../outside/file; cd /
      echo x >/m/d/new; rm -f /m/d/new; done 2>/dev/null`;
    const [, { stdout }] = await Promise.all([
      other.run(swap, { env, timeoutMs }),
      victim.run(walk, { env, timeoutMs }),
    ]);
    expect(stdout.includes('SECRET')).toBe(false);
    expect(stdout.includes('inside')).toBe(true);
    untouched();
  });
});
