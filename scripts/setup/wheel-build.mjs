// Wheels that nobody publishes for Python in the sandbox, built from their source distributions: with the machine's clang, and the
// headers of Emscripten and of CPython, from two packages of Debian's moving suite, unpacked and never installed. What the linking needs
// of CPython is known from its module. See wasm/wheels/build.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './inputs.mjs';
import { cache, clangVersion, root } from './places.mjs';
import { report, run, StepFailed } from './progress.mjs';

const tools = join(root, 'wasm/wheels/build');
const suite = 'sid';
const packages = ['emscripten', 'libpython3.14-dev'];
const place = () => join(cache, `wheels-sdk-${hashOf(['wasm/wheels/build', 'scripts/setup/wheel-build.mjs'])}`);

/** The mirror that the machine takes Debian from. */
function mirror() {
  const lists = readdirSync('/etc/apt/sources.list.d').map((name) => join('/etc/apt/sources.list.d', name));
  const texts = ['/etc/apt/sources.list', ...lists]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
  const found = /^(?:URIs:|deb\s(?:\[.*?\]\s)?)\s*(\S+\/debian\/?)(?:\s|$)/m.exec(texts.join('\n'));
  if (!found) throw new StepFailed('no mirror of Debian is in the lists of apt');
  return found[1];
}

async function unpackPackages(directory) {
  const apt = join(directory, 'apt');
  for (const below of ['lists/partial', 'cache/archives/partial', 'debs'])
    mkdirSync(join(apt, below), { recursive: true });
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(join(apt, 'sources.list'), `deb [signed-by=${key}] ${mirror()} ${suite} main\n`);
  const options = [
    ...['-q', '-o', `Dir::Etc::sourcelist=${join(apt, 'sources.list')}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
    ...['-o', `Dir::State::lists=${join(apt, 'lists')}`, '-o', `Dir::Cache=${join(apt, 'cache')}`],
    ...['-o', 'Acquire::Languages=none', '-o', 'APT::Sandbox::User=root'],
  ];
  await run('wheels', 'apt-get', [...options, 'update'], { client: true });
  await run('wheels', 'apt-get', [...options, 'download', ...packages], { cwd: join(apt, 'debs'), client: true });
  const unpacked = join(directory, 'unpacked');
  for (const name of readdirSync(join(apt, 'debs')))
    await run('wheels', 'dpkg-deb', ['-x', join(apt, 'debs', name), unpacked]);
  rmSync(apt, { recursive: true });
  return unpacked;
}

function layHeaders(unpacked, sdk) {
  const system = join(unpacked, 'usr/share/emscripten/system');
  const copy = (from, to) => cpSync(join(system, from), join(sdk, to), { recursive: true });
  copy('include', 'include');
  for (const part of ['musl/include', 'musl/arch/emscripten']) copy(`lib/libc/${part}`, 'include');
  for (const part of ['libcxx', 'libcxxabi']) copy(`lib/${part}/include`, 'include/c++/v1');
  copy('lib/libunwind/include', 'include');
  cpSync(join(unpacked, 'usr/include/python3.14'), join(sdk, 'python'), { recursive: true });
}

/** Compilers, headers and what a build system asks for: made once. Returns where they are, and the environment of a build. */
async function sdk() {
  const made = place();
  if (!existsSync(made)) {
    report('wheels', 'fetching headers');
    const directory = `${made}.new`;
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    const unpacked = await unpackPackages(directory);
    layHeaders(unpacked, directory);
    const pyodide = join(root, 'node_modules/pyodide');
    const name = '_sysconfigdata__emscripten_wasm32-emscripten.py';
    await run('wheels', 'unzip', ['-q', '-o', join(pyodide, 'python_stdlib.zip'), name, '-d', directory]);
    renameSync(join(directory, name), join(directory, 'sysconfigdata.py'));
    const other = join(unpacked, 'usr/include/x86_64-linux-gnu/python3.14/pyconfig.h');
    const header = join(directory, 'python/pyconfig.h');
    await run('wheels', 'python3', [join(tools, 'pyconfig.py'), other, join(directory, 'sysconfigdata.py'), header]);
    rmSync(unpacked, { recursive: true });
    const module = new WebAssembly.Module(readFileSync(join(pyodide, 'pyodide.asm.wasm')));
    const exports = WebAssembly.Module.exports(module).map((entry) => `${entry.name}\n`);
    writeFileSync(join(directory, 'exports.txt'), exports.join(''));
    mkdirSync(join(directory, 'bin'));
    const link = (from, to) => symlinkSync(from, join(directory, 'bin', to));
    for (const compiler of ['emcc', 'em++']) link(join(tools, 'emcc'), compiler);
    link(join(tools, 'python'), 'python');
    for (const tool of ['ar', 'ranlib']) link(`/usr/bin/llvm-${tool}-${clangVersion}`, `em${tool}`);
    link('/bin/true', 'emstrip');
    renameSync(directory, made);
    // A virtual environment knows where it was made.
    try {
      await run('wheels', 'python3', ['-m', 'venv', join(made, 'venv')]);
      const install = ['-m', 'pip', 'install', '-q', '-r', join(tools, 'requirements.txt')];
      await run('wheels', join(made, 'venv/bin/python3'), install, { client: true });
    } catch (error) {
      rmSync(made, { recursive: true });
      throw error;
    }
  }
  const python = join(made, 'venv/bin/python3');
  const env = {
    ...{ WHEELS_SDK: made, WHEELS_CLANG: String(clangVersion), WHEELS_PYTHON: python, SOURCE_DATE_EPOCH: '315532800' },
    PATH: `${join(made, 'bin')}:${join(made, 'venv/bin')}:${process.env.PATH}`,
  };
  return { place: made, python, env };
}

const crossFile = (made) => `[binaries]
c = '${made}/bin/emcc'
cpp = '${made}/bin/em++'
ar = '${made}/bin/emar'
ranlib = '${made}/bin/emranlib'
strip = '${made}/bin/emstrip'
python = '${made}/bin/python'
cython = '${made}/venv/bin/cython'
[built-in options]
c_args = ['-g0']
cpp_args = ['-g0', '-Wno-c++11-narrowing']
[properties]
needs_exe_wrapper = true
skip_sanity_check = true
longdouble_format = 'IEEE_QUAD_LE'
[host_machine]
system = 'emscripten'
cpu_family = 'wasm32'
cpu = 'wasm32'
endian = 'little'
`;

/** Fetches a source distribution, which pip would want to build for that. */
export async function fetchSource({ name, version, sha256 }, to) {
  const { python, env } = await sdk();
  await run('wheels', python, [join(tools, 'fetch.py'), name, version, sha256, to], { env, client: true });
}

/** Builds what uses meson: what it installs for Python is put into `to`. `source`: the unpacked distribution. */
export async function buildWithMeson({ name, meson, options }, source, to) {
  const { place: made, python, env } = await sdk();
  const scratch = join(source, '.wheel');
  mkdirSync(scratch);
  writeFileSync(join(scratch, 'cross.ini'), crossFile(made));
  const step = (args) =>
    run('wheels', 'nice', ['-n', '10', python, join(source, meson), ...args], { cwd: source, env });
  report('wheels', `configuring ${name}`);
  const common = ['--prefix=/usr', '-Dbuildtype=release', '-Db_ndebug=if-release', '-Dpython.purelibdir=/site'];
  const setup = [...common, '-Dpython.platlibdir=/site', ...options, '--cross-file', join(scratch, 'cross.ini')];
  await step(['setup', join(scratch, 'build'), '.', ...setup]);
  report('wheels', `compiling ${name}`);
  await step(['compile', '-C', join(scratch, 'build')]);
  await step(['install', '-C', join(scratch, 'build'), '--no-rebuild', '--destdir', join(scratch, 'installed')]);
  cpSync(join(scratch, 'installed/site'), to, { recursive: true });
}
