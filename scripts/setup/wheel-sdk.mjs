// What modules of wheels are compiled with: the machine's clang, and the headers of Emscripten and of CPython, from two packages of Debian's
// moving suite, unpacked and never installed. What the linking needs of CPython is known from its module. See wasm/wheels/toolchain.
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
import { basename, join } from 'node:path';
import { fetchFile, hashOfFile } from './download.mjs';
import { hashOf, inputsIn } from './inputs.mjs';
import { fieldsOf, Mirrors } from './mirrors.mjs';
import { cache, clangVersion, root } from './places.mjs';
import { report, run, StepFailed } from './progress.mjs';

export const tools = join(root, 'wasm/wheels/toolchain');
const suite = 'sid';
export const sdkInputs = [...inputsIn('wasm/wheels/toolchain'), 'scripts/setup/wheel-sdk.mjs'];

/** The mirror that the machine takes Debian from. */
function mirror() {
  const lists = readdirSync('/etc/apt/sources.list.d').map((name) => join('/etc/apt/sources.list.d', name));
  const texts = ['/etc/apt/sources.list', ...lists]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
  const found = /^(?:URIs:|deb\s(?:\[.*?\]\s)?)\s*(\S+\/debian\/?)(?:\s|$)/m.exec(texts.join('\n'));
  if (!found) throw new StepFailed('no mirror of Debian is in the lists of apt');
  return found[1].replace(/\/*$/, '/');
}

function indexOfSuite(directory) {
  mkdirSync(directory, { recursive: true });
  const list = join(directory, 'suite.sources');
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(list, `Types: deb\nURIs: ${mirror()}\nSuites: ${suite}\nComponents: main\nSigned-By: ${key}\n`);
  return new Mirrors(join(directory, 'apt'), { type: 'deb', lists: [list] });
}

/**
 * A package of the suite: the one that debian.json names as long as mirrors have it or it is in the cache; after that what the suite's
 * signed index names instead, and a line that says so. Only headers are taken of it.
 */
async function fetchPackage(pinned, mirrors) {
  const { name, version, file, size, sha256 } = pinned;
  const kept = join(cache, 'wheels', sha256, basename(file));
  if (existsSync(kept) && (await hashOfFile(kept)) === sha256) return kept;
  mkdirSync(join(cache, 'wheels', sha256), { recursive: true });
  try {
    await fetchFile('wheels', { urls: [mirror() + file], size, sha256 }, kept, mirrors);
    return kept;
  } catch (error) {
    rmSync(join(cache, 'wheels', sha256), { recursive: true });
    const failure = await mirrors.update('wheels');
    const fields = mirrors.entriesOf(name).map(({ repository, stanza }) => ({ repository, of: fieldsOf(stanza) }));
    if (fields.length === 0) throw failure ?? error;
    const { repository, of } = fields[0];
    if (of.get('SHA256') === sha256) throw error;
    report('wheels', `the headers are those of ${name} ${of.get('Version')} instead of ${version}: ${error.reason}`);
    const there = join(cache, 'wheels', of.get('SHA256'), basename(of.get('Filename')));
    mkdirSync(join(cache, 'wheels', of.get('SHA256')), { recursive: true });
    const now = { urls: [repository + of.get('Filename')], size: Number(of.get('Size')), sha256: of.get('SHA256') };
    await fetchFile('wheels', now, there, mirrors);
    return there;
  }
}

async function unpackPackages(directory) {
  const unpacked = join(directory, 'unpacked');
  const mirrors = indexOfSuite(join(directory, 'index'));
  for (const pinned of JSON.parse(readFileSync(join(tools, 'debian.json'), 'utf8')))
    await run('wheels', 'dpkg-deb', ['-x', await fetchPackage(pinned, mirrors), unpacked]);
  rmSync(join(directory, 'index'), { recursive: true });
  return unpacked;
}

function layHeaders(unpacked, sdk) {
  const system = join(unpacked, 'usr/share/emscripten/system');
  const copy = (from, to) => cpSync(join(system, from), join(sdk, to), { recursive: true });
  copy('include', 'include');
  for (const part of ['musl/include', 'musl/arch/generic', 'musl/arch/emscripten']) copy(`lib/libc/${part}`, 'include');
  for (const part of ['libcxx', 'libcxxabi']) copy(`lib/${part}/include`, 'include/c++/v1');
  copy('lib/libunwind/include', 'include');
  cpSync(join(unpacked, 'usr/include/python3.14'), join(sdk, 'python'), { recursive: true });
}

const complete = (made) => join(made, 'complete');

async function make(made) {
  rmSync(made, { recursive: true, force: true });
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
  // Copies: a build goes on with the tools that it began with.
  mkdirSync(join(directory, 'bin'));
  const put = (tool, as) => cpSync(join(tools, tool), join(directory, 'bin', as));
  for (const compiler of ['emcc', 'em++']) put('emcc', compiler);
  put('python', 'python');
  const link = (from, to) => symlinkSync(from, join(directory, 'bin', to));
  for (const tool of ['ar', 'ranlib']) link(`/usr/bin/llvm-${tool}-${clangVersion}`, `em${tool}`);
  link('/bin/true', 'emstrip');
  renameSync(directory, made);
  // A virtual environment knows where it was made.
  try {
    await run('wheels', 'python3', ['-m', 'venv', join(made, 'venv')]);
    const install = ['-m', 'pip', 'install', '-q', '--no-deps', '--require-hashes', '--only-binary', ':all:'];
    const list = ['-r', join(tools, 'requirements.txt')];
    await run('wheels', join(made, 'venv/bin/python3'), [...install, ...list], { client: true });
    writeFileSync(complete(made), '');
  } catch (error) {
    rmSync(made, { recursive: true });
    throw error;
  }
}

/** Compilers, headers and what a build system asks for: made once. Returns where they are, and the environment of a build. */
export async function sdk() {
  const made = join(cache, `wheels-sdk-${hashOf(sdkInputs)}`);
  if (!existsSync(complete(made))) await make(made);
  const python = join(made, 'venv/bin/python3');
  const env = {
    ...{ WHEELS_SDK: made, WHEELS_CLANG: String(clangVersion), WHEELS_PYTHON: python, SOURCE_DATE_EPOCH: '315532800' },
    ...{ PYTHONHASHSEED: '0', PATH: `${join(made, 'bin')}:${join(made, 'venv/bin')}:${process.env.PATH}` },
  };
  return { place: made, python, env };
}
