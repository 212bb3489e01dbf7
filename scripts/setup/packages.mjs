// Debian packages: the compilers of both worlds, what upstream sources need to build, and programs that tests compare ours with.
// Installs only what is missing or too old.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { clangVersion } from './places.mjs';
import { report, run, StepFailed } from './progress.mjs';

const names = [
  'autoconf',
  'automake',
  'bc',
  'binutils',
  'bison',
  'bsdextrautils',
  'bzip2',
  'cargo',
  `clang-${clangVersion}`,
  `clang-format-${clangVersion}`,
  `clang-tidy-${clangVersion}`,
  'cmake',
  'cpio',
  'curl',
  'dc',
  'dos2unix',
  'dpkg-dev',
  'ed',
  'file',
  'flex',
  'g++',
  'gawk',
  'gcc',
  'gettext-base',
  'git',
  'gperf',
  'hostname',
  'jq',
  'less',
  `libclang-rt-${clangVersion}-dev`,
  `libclang-rt-${clangVersion}-dev-wasm32`,
  'libgtest-dev',
  'libsqlite3-tcl',
  'libssl-dev',
  'libstd-rust-dev-wasm32',
  'libuv1-dev',
  'libxml2-utils',
  `lld-${clangVersion}`,
  'lld-14',
  `llvm-${clangVersion}`,
  'lua5.4',
  'm4',
  'make',
  'mawk',
  'moreutils',
  'ncal',
  'ncurses-bin',
  'netcat-traditional',
  'openssl',
  'original-awk',
  'patch',
  'perl',
  'procps',
  'psmisc',
  'python3',
  'redis-tools',
  'ripgrep',
  'rustc',
  'sqlite3',
  'tcl',
  'time',
  'tree',
  'tzdata',
  'unzip',
  'util-linux',
  'uuid-runtime',
  'wabt',
  'wget',
  'xxd',
  'xz-utils',
  'zip',
  'zstd',
];

// Revisions from which on a program does what our port of it does: the ports have Debian's security patches.
const atLeast = new Map([['jq', '1.6-2.1+deb12u2']]);

function installedVersions() {
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

async function apt(args) {
  const command = process.getuid() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
  await run('packages', command[0], command.slice(1), { env: { DEBIAN_FRONTEND: 'noninteractive' }, client: true });
}

const canInstall = (missing) =>
  spawnSync('apt-get', ['install', '--simulate', '--no-install-recommends', ...missing]).status === 0;

export async function packages() {
  const installed = installedVersions();
  const isOld = ([name, version]) =>
    installed.has(name) && spawnSync('dpkg', ['--compare-versions', installed.get(name), 'lt', version]).status === 0;
  const old = [...atLeast].filter(isOld).map(([name]) => name);
  const missing = [...names.filter((name) => !installed.has(name)), ...old];
  if (missing.length === 0) return;
  if (process.getuid() !== 0 && !existsSync('/usr/bin/sudo')) {
    throw new StepFailed(`packages are missing; as root: apt-get install ${missing.join(' ')}`);
  }
  report('packages', `installing ${missing.join(' ')}`);
  if (old.length > 0 || !canInstall(missing)) await apt(['update']);
  await apt(['install', '-y', '--no-install-recommends', ...missing]);
}

/** Whether the kernel can be compiled without what is missing. */
export const hasCompiler = () => ['g++', 'make', 'python3'].every((name) => installedVersions().has(name));

const versions = new Map();
function versionOf(name) {
  if (!versions.has(name)) {
    versions.set(name, execFileSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' }));
  }
  return versions.get(name);
}

/** The compilers decide what a wasm product is as much as its sources do. */
export const compilerVersion = () => versionOf(`clang-${clangVersion}`);
export const rustVersion = () => versionOf('rustc');
