// Wheels that nobody publishes for Python in the sandbox, built from their source distributions: by meson, or as the list of modules that a
// recipe has (wasm/wheels/NAME.mjs). With C libraries (wheel-libraries.mjs) where they need some.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { report, run } from './progress.mjs';
import { compileAll } from './wheel-compile.mjs';
import { libraryOf } from './wheel-libraries.mjs';
import { sdk, tools } from './wheel-sdk.mjs';

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

const suffix = '.cpython-314-wasm32-emscripten.so';

/** Fetches a source distribution, which pip would want to build for that. */
export async function fetchSource({ name, version, sha256 }, to) {
  const { python, env } = await sdk();
  await run('wheels', python, [join(tools, 'fetch.py'), name, version, sha256, to], { env, client: true });
}

/**
 * Builds what uses meson: what it installs for Python is put into `to`. `source`: the unpacked distribution. `numpy`: what has been
 * built of that, for those that compile with its headers.
 */
export async function buildWithMeson({ name }, { meson, options = [] }, source, to, numpy) {
  const { place: made, python, env: common } = await sdk();
  const scratch = join(source, '.wheel');
  // Always as far from what is compiled: Cython writes down the way to what it makes in a temporary directory.
  const temporary = join(scratch, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const env = { ...common, TMPDIR: temporary, ...(numpy ? { WHEELS_NUMPY: numpy, PYTHONPATH: numpy } : {}) };
  writeFileSync(join(scratch, 'cross.ini'), crossFile(made));
  const program = meson === true ? join(made, 'venv/bin/meson') : join(source, meson);
  const step = (args) => run('wheels', 'nice', ['-n', '10', python, program, ...args], { cwd: source, env });
  report('wheels', `configuring ${name}`);
  const usual = ['--prefix=/usr', '-Dbuildtype=release', '-Db_ndebug=if-release', '-Dpython.purelibdir=/site'];
  const setup = [...usual, '-Dpython.platlibdir=/site', ...options, '--cross-file', join(scratch, 'cross.ini')];
  await step(['setup', join(scratch, 'build'), '.', ...setup]);
  report('wheels', `compiling ${name}`);
  await step(['compile', '-C', join(scratch, 'build')]);
  await step(['install', '-C', join(scratch, 'build'), '--no-rebuild', '--destdir', join(scratch, 'installed')]);
  cpSync(join(scratch, 'installed/site'), to, { recursive: true });
}

/** Headers that packages of Python bring. */
function headersOf(name, made, numpy) {
  if (name === 'numpy') return join(numpy, 'numpy/_core/include');
  const library = join(made, 'venv/lib');
  return join(library, readdirSync(library)[0], 'site-packages', name, 'include');
}

/** C of what Cython compiles: the paths that it was given are in comments alone. */
async function cythonise(path, source, { place: made, env }) {
  const translated = path.replace(/\.pyx$/, '.c');
  const args = ['-n', '10', join(made, 'venv/bin/cython'), '-3', path, '-o', translated];
  await run('wheels', 'nice', args, { cwd: source, env });
  return translated;
}

async function buildModule(path, { sources, flags = [], libraries = [] }, source, to, { known, common }) {
  const needed = await Promise.all(libraries.map((name) => libraryOf(name)));
  const translated = [];
  for (const each of sources) translated.push(each.endsWith('.pyx') ? await cythonise(each, source, known) : each);
  const include = needed.map(({ include }) => `-I${include}`);
  const objects = await compileAll(known, translated, [...common, ...flags, ...include], source, basename(path));
  const output = join(to, `${path}${suffix}`);
  mkdirSync(dirname(output), { recursive: true });
  const linked = needed.flatMap(({ archive }) => (archive ? [archive] : []));
  const { place: made, env } = known;
  await run('wheels', join(made, 'bin/emcc'), ['-shared', ...objects, ...linked, '-o', output], { cwd: source, env });
}

/**
 * Builds the modules that a recipe lists: `modules` by their paths, each with `sources`, `flags` and `libraries`; `flags`, and `headers`
 * of packages of Python, are for all of them; `files` are written into the source first.
 */
export async function buildModules({ name }, recipe, source, to, numpy) {
  const { modules, flags = [], headers = [], files = {} } = recipe;
  const known = await sdk();
  report('wheels', `compiling ${name}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  const brought = headers.map((each) => `-I${headersOf(each, known.place, numpy)}`);
  const common = ['-O2', '-g0', '-DNDEBUG', `-I${known.place}/python`, ...flags, ...brought];
  for (const [path, module] of Object.entries(modules)) await buildModule(path, module, source, to, { known, common });
}
