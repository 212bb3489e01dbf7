// python3: CPython from the npm package pyodide, linked with wasm/python over our C library into a program like any other, which
// begins as an interpreter that has imported what most programs import; and its library.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { imageText } from './descriptions.mjs';
import { hashOf, inputsIn } from './inputs.mjs';
import { kernelIsMade } from './kernel.mjs';
import { installedLibc, libcHash } from './libc.mjs';
import { build, root } from './places.mjs';
import { product } from './products.mjs';
import { report, run, StepFailed } from './progress.mjs';

const version = '3.14';
const place = join(root, 'wasm/python');
const library = `/usr/lib/python${version}`;
const program = `/usr/bin/python${version}`;
/** What its C offers to modules that are linked while it runs (wasm/python/linking/symbols.c). */
const symbolsFile = 'lib-dynload/python.symbols';
const names = ['/usr/bin/python3', '/usr/bin/python'];

export const pythonPaths = () => [program, ...names];

const pyodide = () => join(root, 'node_modules/pyodide');
export const pyodideVersion = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return packages['node_modules/pyodide'].integrity;
};

/** What the door knows by its address. */
const addresses = Object.entries({
  PYTHON_ENVIRON: 'environ',
  PYTHON_SIGNAL_HANDLING: 'Py_EMSCRIPTEN_SIGNAL_HANDLING',
  PYTHON_BYTES_TYPE: 'PyBytes_Type',
  PYTHON_NONE_OBJECT: '_Py_NoneStruct',
  PYTHON_RUNTIME: '_PyRuntime',
  PYTHON_UTF8_MODE: 'Py_UTF8Mode',
  PYTHON_OS_ERROR: 'PyExc_OSError',
  PYTHON_BLOCKING_ERROR: 'PyExc_BlockingIOError',
  PYTHON_BYTEARRAY_TYPE: 'PyByteArray_Type',
  PYTHON_TEXT_TYPE: 'PyUnicode_Type',
  PYTHON_SET_TYPE: 'PySet_Type',
  PYTHON_FROZENSET_TYPE: 'PyFrozenSet_Type',
  PYTHON_ORDERED_TYPE: 'PyODict_Type',
  PYTHON_HASH_SECRET: '_Py_HashSecret',
});

/** The door: the C of wasm/python, which knows some addresses of CPython's. */
async function makeDoor(directory, python) {
  const { addressOf, aritiesOf, doorBase, doorTable, errnoNumbers, readModule, tableEntries, typesOf } = await import(
    '../../wasm/python/link.mjs'
  );
  const module = readModule(python);
  const { types, ofEntries } = typesOf(module);
  const errnos = errnoNumbers(readFileSync(join(pyodide(), 'pyodide.asm.mjs'), 'utf8'));
  const entries = errnos.map(([name, number]) => `#ifdef ${name}\n[${name}] = ${number},\n#endif\n`);
  const headers = {
    'addresses.h': [
      ...addresses.map(([name, of]) => `#define ${name} ${addressOf(module, of)}\n`),
      `#define PYTHON_TABLE_ENTRIES ${tableEntries}\n`,
      `#define PYTHON_SYMBOLS "${library}/${symbolsFile}"\n`,
    ].join(''),
    'arities.h': `static const unsigned char kArities[] = {${aritiesOf(module)}};\n`,
    'types.h':
      `static const char* const kOwnTypes[] = {${types.map((type) => `"${type}"`)}};\n` +
      `static const uint16_t kTypeOf[] = {${ofEntries}};\n`,
    'errno_numbers.h': `static const unsigned char kForeignErrno[] = {\n${entries.join('')}};\n`,
  };
  for (const [name, text] of Object.entries(headers)) writeFileSync(join(directory, name), text);
  // In the order of their names, whatever room they are in: one that moves changes nothing of what is linked.
  const sources = readdirSync(place, { recursive: true })
    .filter((path) => path.endsWith('.c'))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  const layout = [`--global-base=${doorBase}`, `--table-base=${doorTable}`, '--import-memory', '--import-table'];
  const more = ['-z', 'stack-size=65536', '--initial-heap=0', '--export=__signal_deliver', '--export=__child_main'];
  const linked = join(directory, 'door-linked.wasm');
  await run(
    'python',
    join(root, 'wasm/toolchain/wasmsand-cc'),
    [
      ...['-O2', '-std=gnu11', '-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter'],
      ...[`-I${directory}`, `-I${join(root, 'wasm/sys')}`],
      ...[...layout, ...more].map((flag) => `-Wl,${flag}`),
      ...[...sources.map((path) => join(place, path)), '-o', linked],
    ],
    { env: { WASMSAND_LIBC: installedLibc } },
  );
  return readFileSync(linked);
}

/** An image of a sandbox with what is in `directories` and the shell. */
function imageOf(directories, shell, image) {
  const entries = Object.entries([...directories, shell]).flatMap(([name, from]) => {
    symlinkSync(from, join(image, name));
    const list = JSON.parse(readFileSync(join(from, 'entries.json'), 'utf8'));
    return list.map((entry) => (entry.file ? { ...entry, file: `${name}/${entry.file}` } : entry));
  });
  writeFileSync(join(image, 'image.tsv'), imageText(entries));
}

/** Runs python3 of the product that is being made in a sandbox; `after` takes out of it what was made. */
export async function inSandbox(directories, shell, args, files, after) {
  // The kernel remembers what is in an image by its path.
  const image = mkdtempSync(join(build, 'python-image-'));
  imageOf(directories, shell, image);
  await kernelIsMade();
  const { Sandbox } = await import(join(root, 'dist/esm/index.js'));
  // Always the same, wherever it is made: what the interpreter has seen is in its memory.
  const env = { PYTHONHASHSEED: '0', LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' };
  const sandbox = await Sandbox.create({ wasmDir: image, env });
  try {
    for (const [path, bytes] of Object.entries(files)) await sandbox.writeFile(path, bytes);
    // By the name that it is to know itself by.
    const child = sandbox.spawn(names[0], args, { stdin: '', timeoutMs: 1_200_000 });
    const [stderr, { exitCode }] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    if (exitCode !== 0) throw new StepFailed(`python3 ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
    return await after(sandbox);
  } finally {
    sandbox.destroy();
    rmSync(image, { recursive: true, force: true });
  }
}

const fileEntry = (directory, path, file, mode = 0o644) => ({
  ...{ path, type: 'file', file, mode },
  size: statSync(join(directory, file)).size,
});

/** The paths of the files of a directory, sorted. */
export function filesUnder(directory, below = '') {
  return readdirSync(join(directory, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      return entry.isDirectory() ? filesUnder(directory, path) : [path];
    });
}

/** The wheels of Pyodide's own distribution that are for here, as pip reads a page of links (lib/_wasmsand_distribution.py). */
function distributionLinks() {
  const { packages } = JSON.parse(readFileSync(join(pyodide(), 'pyodide-lock.json'), 'utf8'));
  const wheels = Object.values(packages).filter(({ file_name: name }) => name.endsWith('.whl'));
  const links = wheels.map(({ file_name: name, sha256 }) => `<a href="${name}#sha256=${sha256}">${name}</a>\n`);
  return links.sort().join('');
}

/** CPython's library, with our own modules in it. */
async function unpackLibrary(directory, symbols) {
  const unpacked = join(directory, 'library');
  mkdirSync(unpacked);
  await run('python', 'unzip', ['-q', join(pyodide(), 'python_stdlib.zip'), '-d', unpacked]);
  // What has to do with JavaScript, by which programs would tell that they are in a browser.
  for (const name of ['site-packages', 'pyodide', '_pyodide'])
    rmSync(join(unpacked, name), { recursive: true, force: true });
  // As CPython says it is called on the machine that it takes this one for.
  renameSync(
    join(unpacked, '_sysconfigdata__emscripten_wasm32-emscripten.py'),
    join(unpacked, '_sysconfigdata__linux_wasm32-emscripten.py'),
  );
  // It says where there are no time zones what another machine wants.
  const zones = join(unpacked, 'zoneinfo/_common.py');
  const found = readFileSync(zones, 'utf8');
  const edited = found.replace(/ {8}import sys\n {8}if "tzdata" not in sys\.modules:\n(?: {12}.*\n)+/, '');
  if (edited === found) throw new StepFailed('zoneinfo is not the one that is known');
  writeFileSync(zones, edited);
  cpSync(join(place, 'lib'), unpacked, { recursive: true });
  writeFileSync(join(unpacked, '_wasmsand_distribution.html'), distributionLinks());
  // What changes a module comes at its end.
  const changes = JSON.parse(readFileSync(join(place, 'begin/changes.json'), 'utf8'));
  for (const [name, change] of Object.entries(changes)) {
    const [owner, called] = change.split('.');
    appendFileSync(join(unpacked, name), `\n\n__import__("${owner}").${called}(__import__("sys").modules[__name__])\n`);
  }
  // Where CPython looks for it, there must be something: it tells by that where it is installed.
  mkdirSync(join(unpacked, 'lib-dynload'));
  writeFileSync(join(unpacked, symbolsFile), symbols);
  return filesUnder(unpacked);
}

/**
 * Compiles Python's sources `names`, below `from` in a sandbox with the products `directories`, into `to`. Returns the names of what was
 * made.
 */
export async function compileIn(directories, shell, from, names, to) {
  const compile = readFileSync(join(place, 'begin/compile.py'));
  const made = [];
  const take = async (sandbox) => {
    for (const name of names) {
      const last = name.replace(/^.*\//, '').replace(/\.py$/, '.cpython-314.pyc');
      const compiled = join(dirname(name), '__pycache__', last);
      mkdirSync(join(to, dirname(compiled)), { recursive: true });
      writeFileSync(join(to, compiled), await sandbox.readFile(`/tmp/compiled/${compiled}`));
      made.push(compiled);
    }
  };
  const args = ['/tmp/compile.py', from, '/tmp/compiled'];
  await inSandbox(directories, shell, args, { '/tmp/compile.py': compile }, take);
  return made;
}

async function make(directory, shell) {
  report('python', 'linking CPython');
  const { link } = await import('../../wasm/python/link.mjs');
  const { withImage } = await import('../../wasm/python/sections.mjs');
  const python = readFileSync(join(pyodide(), 'pyodide.asm.wasm'));
  mkdirSync(build, { recursive: true });
  const scratch = mkdtempSync(join(build, 'python-'));
  const file = (name) => join(directory, name);
  let entries = [];
  const writeEntries = () => writeFileSync(file('entries.json'), JSON.stringify(entries));
  try {
    const { linked, symbols } = await link({ python, door: await makeDoor(scratch, python), directory: scratch, root });
    writeFileSync(file('python.wasm'), linked);
    const sources = await unpackLibrary(directory, symbols);
    const programEntry = () => ({
      ...{ path: program, type: 'program', file: 'python.wasm', mode: 0o755, size: statSync(file('python.wasm')).size },
    });
    const libraryEntries = sources.map((name) => fileEntry(directory, `${library}/${name}`, `library/${name}`));
    const links = names.map((path) => ({ path, type: 'link', target: program }));
    entries = [programEntry(), ...links, ...libraryEntries];
    writeEntries();
    const script = readFileSync(join(place, 'begin/prepare.py'));
    const image = await inSandbox(
      [directory],
      shell,
      ['/tmp/prepare.py', '/tmp/image'],
      { '/tmp/prepare.py': script },
      (sandbox) => sandbox.readFile('/tmp/image'),
    );
    writeFileSync(file('python.wasm'), withImage(linked, Buffer.from(image)));
    entries[0] = programEntry();
    writeEntries();
    report('python', 'compiling its library');
    const modules = sources.filter((source) => source.endsWith('.py'));
    for (const name of await compileIn([directory], shell, library, modules, join(directory, 'library')))
      entries.push(fileEntry(directory, `${library}/${name}`, `library/${name}`));
    writeEntries();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const inputs = [...inputsIn('wasm/python'), 'wasm/sys/session_calls.h', 'wasm/toolchain', 'scripts/setup/python.mjs'];
export const pythonHash = () => hashOf(inputs, [libcHash(), pyodideVersion()]);

const smoke = [
  { run: ['python3', '-c', 'print(6 * 7)'], prints: '42\n' },
  {
    run: ['python3', '-c', 'import subprocess; print(subprocess.check_output(["sh", "-c", "echo hello"], text=True))'],
    prints: 'hello\n\n',
  },
];

/** `shell()`: the product of the shell. */
export const python = (shell) =>
  product('python', pythonHash(), async (directory) => make(directory, await shell()), { smoke, shell });
