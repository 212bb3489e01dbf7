// Debian packages, in three lists: what the kernel is compiled with, what builds the programs, and what only tests need.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { clangVersion } from './places.mjs';
import { report, run, StepFailed } from './progress.mjs';

/** @typedef {'kernel' | 'programs' | 'tests'} List */

/** What each list is for, in the words that a person is asked with. */
const purposes = {
  kernel: 'to compile the kernel',
  programs: 'to build the programs of the sandbox from their sources',
  tests: 'for the tests: programs to compare with, sanitizers, checks',
};

/**
 * The Debian packages, by what they are needed for.
 * @type {Record<List, string[]>}
 */
export const lists = {
  kernel: ['binutils', 'g++', 'gcc', 'libssl-dev', 'make', 'python3'],
  // Whatever decides what comes out of a build is in product-lock.mjs, too.
  programs: [
    ...['autoconf', 'automake', 'bc', 'bison', 'bzip2', 'cargo', `clang-${clangVersion}`, 'dpkg-dev', 'file', 'flex'],
    ...['gawk', 'gettext-base', 'git', 'gperf', `libclang-rt-${clangVersion}-dev-wasm32`, 'libstd-rust-dev-wasm32'],
    ...[`lld-${clangVersion}`, 'lld-14', `llvm-${clangVersion}`, 'm4', 'ncurses-bin', 'patch', 'perl', 'rustc', 'tcl'],
    ...['tzdata', 'unzip', 'xz-utils', 'zip', 'zstd'],
  ],
  tests: [
    ...[
      'bsdextrautils',
      'ccache',
      `clang-format-${clangVersion}`,
      `clang-tidy-${clangVersion}`,
      'cmake',
      'cpio',
      'curl',
    ],
    ...['dc', 'dos2unix', 'ed', 'hostname', 'jq', 'less', `libclang-rt-${clangVersion}-dev`, 'libgtest-dev'],
    ...['libsqlite3-tcl', 'libuv1-dev', 'libxml2-utils', 'lua5.4', 'mawk', 'moreutils', 'ncal', 'netcat-traditional'],
    ...[
      'openssl',
      'original-awk',
      'procps',
      'psmisc',
      'redis-tools',
      'ripgrep',
      'sqlite3',
      'time',
      'tree',
      'util-linux',
    ],
    ...['uuid-runtime', 'wabt', 'wget', 'xxd'],
  ],
};

// Revisions from which on a program does what our port of it does: the ports have Debian's security patches.
const atLeast = new Map([['jq', '1.6-2.1+deb12u2']]);

/** @param {string[]} names */
function installedVersions(names) {
  const format = '${Package} ${Version} ${db:Status-Status}\n';
  const { stdout, error } = spawnSync('dpkg-query', ['-W', '-f', format, ...names], { encoding: 'utf8' });
  if (error) throw new StepFailed('set-up needs a Debian system: dpkg-query is missing');
  const lines = stdout.trimEnd().split('\n');
  return new Map(
    lines
      .map((line) => line.split(' '))
      .filter(([, , status]) => status === 'installed')
      .map(([name, version]) => [name, version]),
  );
}

/** @param {string[]} args */
async function apt(args) {
  const command = process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
  await run('packages', command[0], command.slice(1), { env: { DEBIAN_FRONTEND: 'noninteractive' }, client: true });
}

/** @param {string[]} missing */
const canInstall = (missing) =>
  spawnSync('apt-get', ['install', '--simulate', '--no-install-recommends', ...missing]).status === 0;

/** Asks where there is somebody to ask. Elsewhere whoever starts the set-up has agreed. */
async function mayInstall() {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Install them with apt-get, as root? [Y/n] ');
  terminal.close();
  return /^(y|yes|)$/i.test(answer.trim());
}

/**
 * Installs what is missing or too old of some of the `lists`, after it has said what, and why.
 * @param {List[]} wanted
 */
export async function packages(wanted) {
  const names = [...new Set(wanted.flatMap((list) => lists[list]))];
  const installed = installedVersions(names);
  /** @param {[name: string, version: string]} pair */
  const isOld = ([name, version]) =>
    installed.has(name) &&
    spawnSync('dpkg', ['--compare-versions', installed.get(name) ?? '', 'lt', version]).status === 0;
  const old = [...atLeast].filter(isOld).map(([name]) => name);
  const missing = [...names.filter((name) => !installed.has(name)), ...old];
  if (missing.length === 0) return;
  for (const list of wanted) {
    const part = lists[list].filter((name) => missing.includes(name));
    if (part.length > 0) report('packages', `missing ${purposes[list]}: ${part.join(' ')}`);
  }
  const isRoot = process.getuid?.() === 0;
  if ((!isRoot && !existsSync('/usr/bin/sudo')) || !(await mayInstall()))
    throw new StepFailed(`packages of the system are missing; as root: apt-get install ${missing.join(' ')}`);
  report('packages', `installing ${missing.length} packages of the system${isRoot ? '' : ' with sudo'}`);
  if (old.length > 0 || !canInstall(missing)) await apt(['update']);
  await apt(['install', '-y', '--no-install-recommends', ...missing]);
}

/** Whether the kernel can be compiled without what is missing. */
export const hasCompiler = () => installedVersions(lists.kernel).size === lists.kernel.length;

/** @type {Map<string, string>} */
const versions = new Map();
/** @param {string} name */
function versionOf(name) {
  if (!versions.has(name)) {
    versions.set(name, execFileSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' }));
  }
  return versions.get(name);
}

/** The compilers decide what a wasm product is as much as its sources do. */
export const compilerVersion = () => versionOf(`clang-${clangVersion}`);
export const rustVersion = () => versionOf('rustc');
