// sqlite3's suite is Tcl that calls the library through a program of its own, testfixture. What needs no more than plain
// connections are its tests of the shell, which run the program itself. They run on this machine, by its Tcl and, for the
// connections, its library; the program that they find is a script that has sqlite3 run in a sandbox, on the same files.

import { execFile, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withSandbox } from './sandbox-run.mjs';

const tar = promisify(execFile).bind(undefined, 'tar');
const driver = fileURLToPath(new URL('./helpers/sqlite3-driver.tcl', import.meta.url));

// Hands a call over, waits for its status on the same socket, and behaves as the program did.
const standIn = `#!/bin/sh
home=\${0%/*}
cat >"$home/input"
printf '%s\\0' "$@" >"$home/arguments"
echo >&3
read -r status <&3
cat "$home/output"
cat "$home/errors" >&2
exit "$status"
`;

const inSandbox = `
tar --delay-directory-restore --overwrite -xpf ../before.tar
: >../mark
sqlite3 "$@" <../input >../output 2>../errors
status=$?
find . -mindepth 1 -fprint ../names -cnewer ../mark -fprint ../changed
[ ! -s ../changed ] || tar --format=posix --no-recursion -T ../changed -cf ../after.tar
exit $status
`;

/** What is in a directory: path → what changes when the file does. */
function filesIn(directory) {
  const paths = readdirSync(directory, { recursive: true }).map((path) => `./${path}`);
  const marksOf = ({ mode, size, mtimeNs, ino }) => `${mode} ${size} ${mtimeNs} ${ino}`;
  return new Map(paths.map((path) => [path, marksOf(lstatSync(join(directory, path), { bigint: true }))]));
}

/**
 * Answers calls of the program: before each the directory testdir in the sandbox is made the same as on this machine, after
 * it the other way round. `home` is the same path on both sides.
 */
function answering(sandbox, home) {
  const cwd = join(home, 'testdir');
  sandbox.mkdir(cwd, { recursive: true });
  let known = new Map();
  return async () => {
    const before = filesIn(cwd);
    for (const path of known.keys()) {
      if (!before.has(path)) sandbox.rm(join(cwd, path), { recursive: true, force: true });
    }
    const changed = [...before].filter(([path, marks]) => known.get(path) !== marks);
    writeFileSync(join(home, 'changed'), changed.map(([path]) => `${path}\0`).join(''));
    const list = ['--null', '-T', join(home, 'changed')];
    await tar(['-C', cwd, '--format=posix', '--no-recursion', ...list, '-cf', join(home, 'before.tar')]);
    for (const name of ['before.tar', 'input']) sandbox.writeFile(join(home, name), readFileSync(join(home, name)));
    const args = readFileSync(join(home, 'arguments'), 'utf8').split('\0').slice(0, -1);
    const { exitCode } = await sandbox.run(inSandbox, { args, cwd });
    const made = (name) => sandbox.readFile(join(home, name));
    for (const name of ['output', 'errors']) writeFileSync(join(home, name), made(name));
    const names = new Set(sandbox.readFile(join(home, 'names'), 'utf8').split('\n'));
    for (const path of before.keys()) {
      if (!names.has(path)) rmSync(join(cwd, path), { recursive: true, force: true });
    }
    if (made('changed').length > 0) {
      writeFileSync(join(home, 'after.tar'), made('after.tar'));
      // In place: a connection of the test may have the file open.
      await tar(['-C', cwd, '--delay-directory-restore', '--overwrite', '-xpf', join(home, 'after.tar')]);
    }
    known = filesIn(cwd);
    return exitCode;
  };
}

/** Runs a script, of up to two hundred calls, and answers them. */
function drive(sandbox, home, script, timeoutMs) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const child = spawn('tclsh', [driver, script], {
      cwd: home,
      timeout: timeoutMs,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const calls = child.stdio[3];
    const answer = answering(sandbox, home);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    calls.on('data', () =>
      answer().then(
        (status) => calls.write(`${status}\n`),
        (error) => {
          child.kill();
          reject(error);
        },
      ),
    );
    for (const emitter of [child, calls]) emitter.on('error', reject);
    child.on('close', (_, signal) =>
      resolve({ timedOut: signal !== null, output: Buffer.concat(chunks).toString('utf8') }),
    );
  });
}

function outcomeOf({ timedOut, output }) {
  if (timedOut) return { outcome: 'fail', reason: 'over the time limit', output };
  const [summary, failed, count] = /^(\d+) of (\d+) failed: .*$/m.exec(output) ?? [];
  return failed === '0' && count !== '0'
    ? { outcome: 'pass', output }
    : { outcome: 'fail', reason: summary ?? 'it did not come to its end', output };
}

export function sqlite3Suite() {
  return {
    program: 'sqlite3',
    requires: ['/usr/bin/sqlite3'],
    async cases(source) {
      const run = async (name, { timeoutMs }) => {
        const home = mkdtempSync(join(tmpdir(), 'sqlite3-'));
        try {
          writeFileSync(join(home, 'sqlite3'), standIn, { mode: 0o755 });
          return await withSandbox([], async (sandbox) => {
            mkdirSync(join(home, 'testdir'));
            return outcomeOf(await drive(sandbox, home, join(source, 'test', `${name}.test`), 4 * timeoutMs));
          });
        } finally {
          rmSync(home, { recursive: true });
        }
      };
      return readdirSync(join(source, 'test'))
        .flatMap((file) => /^(shell\d+)\.test$/.exec(file)?.[1] ?? [])
        .sort()
        .map((name) => ({ name, run: (options) => run(name, options) }));
    },
  };
}
