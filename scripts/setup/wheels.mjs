// Packages of Python in the sandbox's image, at the place where Python looks for packages: wheels that wasm/wheels.lock.json names, as
// they are published, unpacked and compiled here. What is published as source alone, and works without its modules of C, is taken from that.
// Nothing is fetched but by `npm run wheels`; whatever its SHA-256 does not name is not used.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashOfFile } from './download.mjs';
import { hashOf, inputsIn } from './inputs.mjs';
import { build, cache, root } from './places.mjs';
import { isMade, product } from './products.mjs';
import { report, run, StepFailed } from './progress.mjs';
import { filesUnder, inSandbox, pyodideVersion } from './python.mjs';
import { buildModules, buildWithMeson, fetchSource } from './wheel-build.mjs';
import { settle } from './wheel-contents.mjs';
import { libraryFacts, libraryOf } from './wheel-libraries.mjs';
import { staleBuilt, verifyBuilt, writeBuilt } from './wheel-lock.mjs';
import { sdk, sdkInputs } from './wheel-sdk.mjs';

const lockFile = 'wasm/wheels.lock.json';
const site = '/usr/lib/python3.14/site-packages';
const tag = 'pyemscripten_2026_0_wasm32';
const code = ['build', 'compile', 'libraries'].map((part) => `scripts/setup/wheel-${part}.mjs`);
const own = ['wheels', 'wheel-contents'].map((part) => `scripts/setup/${part}.mjs`);
const inputs = [lockFile, ...inputsIn('wasm/wheels'), ...own, ...code, ...sdkInputs];

export const wheelsHash = () => hashOf(inputs, [pyodideVersion()]);
export const wheelsAreMade = () => isMade('wheels', wheelsHash());

export const readLock = () => JSON.parse(readFileSync(join(root, lockFile), 'utf8')).wheels;
/** What is published as source alone, or taken from that. */
const isSource = ({ file }) => file.endsWith('.tar.gz');
const recipeFile = (name) => `wasm/wheels/${name}.mjs`;

/** What is said of a package beyond the lock: small changes (`edits`), what is left out (`without`), how it is built (`modules`, `meson`). */
async function recipeOf(name) {
  return existsSync(join(root, recipeFile(name))) ? import(join(root, recipeFile(name))) : {};
}
const keptAt = ({ sha256, file }) => join(cache, 'wheels', sha256, file);

/** pip knows the machine's index and its certificates. */
async function fetchAll(wheels) {
  const absent = wheels.filter((wheel) => !existsSync(keptAt(wheel)));
  if (absent.length === 0) return;
  report('wheels', `fetching ${absent.length} of ${wheels.length}`);
  mkdirSync(build, { recursive: true });
  const scratch = mkdtempSync(join(build, 'wheels-'));
  const fetch = async (some, args) => {
    if (some.length === 0) return;
    const list = join(scratch, 'requirements.txt');
    writeFileSync(
      list,
      some.map(({ name, version, sha256 }) => `${name}==${version} --hash=sha256:${sha256}\n`).join(''),
    );
    const options = ['-q', '--no-deps', '--require-hashes', '-d', scratch, '-r', list, ...args];
    await run('wheels', 'python3', ['-m', 'pip', 'download', ...options], { client: true });
  };
  const target = ['--platform', tag, '--platform', 'any', '--python-version', '3.14', '--implementation', 'cp'];
  const abis = ['--abi', 'cp314', '--abi', 'none'];
  try {
    await fetch(
      absent.filter((wheel) => !isSource(wheel)),
      ['--only-binary', ':all:', ...target, ...abis],
    );
    for (const source of absent.filter(isSource)) await fetchSource(source, scratch);
    for (const wheel of absent) {
      const path = join(scratch, wheel.file);
      if (!existsSync(path) || (await hashOfFile(path)) !== wheel.sha256)
        throw new StepFailed(`${wheel.file} is not what ${lockFile} names`);
      mkdirSync(dirname(keptAt(wheel)), { recursive: true });
      renameSync(path, keptAt(wheel));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const digest = (path) => createHash('sha256').update(readFileSync(path)).digest('base64url').replace(/=+$/, '');

/** What decides how a package comes out that is built. `numpy`: what has been built of that, of which only the headers matter. */
async function keyOf({ name, sha256 }, numpy) {
  const recipe = await recipeOf(name);
  const libraries = librariesOf(recipe.build);
  const include = numpy && join(numpy, 'numpy/_core/include');
  const headers = numpy ? filesUnder(include).map((path) => [path, digest(join(include, path))]) : [];
  const own = [recipeFile(name), `wasm/wheels/${name}`];
  return hashOf([...sdkInputs, ...code, ...own], [sha256, pyodideVersion(), libraryFacts(libraries), headers]);
}

const librariesOf = (how) => Object.values(how?.modules ?? {}).flatMap(({ libraries = [] }) => libraries);
const usesNumpy = ({ build }) => build?.headers?.includes('numpy');
const numpyOf = () => readLock().find(({ name }) => name === 'numpy');

const builtAt = async (wheel, numpy) => join(cache, `wheel-${wheel.name}-${await keyOf(wheel, numpy)}`);

/** What has been built of each package that has to be, by its name. Undefined: not all has been. */
async function allBuilt() {
  const numpy = await builtAt(numpyOf());
  const built = new Map();
  for (const wheel of readLock().filter(isSource)) {
    const recipe = await recipeOf(wheel.name);
    if (recipe.build === undefined) continue;
    if (!existsSync(numpy)) return undefined;
    const directory = await builtAt(wheel, usesNumpy(recipe) ? numpy : undefined);
    if (!existsSync(directory)) return undefined;
    built.set(wheel.name, { inputs: basename(directory), directory });
  }
  return built;
}

/** Whether nothing has to be compiled. */
export const wheelsAreBuilt = async () => (await allBuilt()) !== undefined;

/** Writes the lock of what has been built. */
export const lockBuilt = async () => writeBuilt(await allBuilt());

/** What of that the lock does not know. */
export const unlockedWheels = async () =>
  staleBuilt(new Map([...((await allBuilt()) ?? [])].map(([name, { inputs }]) => [name, inputs])));

/** The name of a temporary directory, in what Cython has made in one. */
const temporaryName = /(?<=tmp\/tmp)[a-z0-9_]{8}(?=\/_cyutility\.pyx)/g;

/** Takes out what differs from one machine to the next: some builds write down where their tools lie, and compile what they install. */
async function forgetPlaces(directory) {
  const { place } = await sdk();
  for (const name of filesUnder(directory)) {
    const path = join(directory, name);
    if (name.endsWith('.pyc')) rmSync(path);
    if (/(^|\/)_cyutility\./.test(name)) {
      const bytes = readFileSync(path, 'latin1');
      writeFileSync(path, bytes.replaceAll(temporaryName, '00000000'), 'latin1');
    }
    if (!name.endsWith('.py')) continue;
    const text = readFileSync(path, 'utf8');
    if (text.includes(place)) writeFileSync(path, text.replaceAll(`${place}/bin/`, ''));
  }
}

/** What was built of a source distribution: kept, since it takes minutes. */
async function built(wheel, source) {
  const recipe = await recipeOf(wheel.name);
  const numpy = usesNumpy(recipe) ? await builtOf(numpyOf()) : undefined;
  const kept = await builtAt(wheel, numpy);
  if (existsSync(kept)) return kept;
  for (const [path, text] of Object.entries(recipe.build.files ?? {})) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  edit(wheel, recipe.build.edits, source);
  rmSync(`${kept}.new`, { recursive: true, force: true });
  // Beside the source, not in it: what is compiled names what it includes by its way from there.
  const beside = numpy && join(dirname(source), 'numpy');
  if (numpy) cpSync(numpy, beside, { recursive: true });
  const make = recipe.build.modules ? buildModules : buildWithMeson;
  await make(wheel, recipe.build, source, `${kept}.new`, beside);
  await forgetPlaces(`${kept}.new`);
  verifyBuilt(wheel.name, basename(kept), `${kept}.new`);
  renameSync(`${kept}.new`, kept);
  return kept;
}

/** Unpacks a source distribution; `use` has its directory. */
async function withSource(wheel, use) {
  const path = keptAt(wheel);
  if ((await hashOfFile(path)) !== wheel.sha256) throw new StepFailed(`${path} is not what ${lockFile} names`);
  const scratch = mkdtempSync(join(build, 'sdist-'));
  try {
    await run('wheels', 'tar', ['-xzf', path, '-C', scratch, '--no-same-owner']);
    return await use(join(scratch, wheel.file.replace(/\.tar\.gz$/, '')));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const building = new Map();
/** The directory with what has been built of a package. */
export function builtOf(wheel) {
  if (!building.has(wheel.name))
    building.set(
      wheel.name,
      withSource(wheel, (source) => built(wheel, source)),
    );
  return building.get(wheel.name);
}

/** Builds two at a time: most have a step that only one processor can do. What takes longest first. */
async function buildSources(wheels) {
  const isBuilt = await Promise.all(wheels.map(async ({ name }) => (await recipeOf(name)).build !== undefined));
  const long = ['lxml', 'numpy', 'matplotlib', 'pandas'];
  const place = ({ name }) => (long.includes(name) ? long.indexOf(name) : long.length);
  const left = wheels.filter((wheel, i) => isSource(wheel) && isBuilt[i]).sort((a, b) => place(a) - place(b));
  // What they are built with is made once.
  if (left.length > 0) await sdk();
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await builtOf(next);
  };
  await Promise.all([worker(), worker()]);
}

async function takeSource(wheel, source, to) {
  const { name, version } = wheel;
  const { packages = {}, files = {}, build: how } = await recipeOf(name);
  for (const [from, as] of Object.entries(packages)) {
    cpSync(join(source, from), join(to, as), { recursive: true });
  }
  if (how) cpSync(await builtOf(wheel), to, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(to, path), text);
  const information = join(to, `${name.replaceAll('-', '_')}-${version}.dist-info`);
  mkdirSync(information);
  for (const file of readdirSync(source).filter((each) => /^(licen[cs]e|copying|notice|authors)/i.test(each)))
    cpSync(join(source, file), join(information, 'licenses', file), { recursive: true });
  for (const library of librariesOf(how)) {
    const { archive, terms } = await libraryOf(library);
    if (archive) cpSync(terms, join(information, 'licenses'), { recursive: true });
  }
  writeFileSync(join(information, 'METADATA'), readFileSync(join(source, 'PKG-INFO')));
  writeFileSync(
    join(information, 'WHEEL'),
    `Wheel-Version: 1.0\nGenerator: wasmsand\nRoot-Is-Purelib: ${!how}\nTag: ${how ? `cp314-cp314-${tag}` : 'py3-none-any'}\n`,
  );
}

/** Small changes that the sandbox makes necessary. */
function edit({ name }, edits = [], directory) {
  for (const { path, from, to } of edits) {
    const text = readFileSync(join(directory, path), 'utf8');
    if (text.split(from).length !== 2) throw new StepFailed(`${path} of ${name} is not what ${recipeFile(name)} edits`);
    writeFileSync(
      join(directory, path),
      text.replace(from, () => to),
    );
  }
}

/** The programs that a wheel declares. */
function scriptsOf(unpacked) {
  const information = readdirSync(unpacked).find((name) => name.endsWith('.dist-info'));
  const file = join(unpacked, information, 'entry_points.txt');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const section = /^\[console_scripts\]\n((?:(?!\[).*\n?)*)/m.exec(text)?.[1] ?? '';
  return [...section.matchAll(/^([\w.-]+)\s*=\s*([\w.]+):([\w.]+)/gm)].map(([, name, module, called]) => ({
    name,
    text: `#!/usr/bin/python3\nimport sys\nfrom ${module} import ${called.split('.')[0]}\nif __name__ == "__main__":\n    sys.exit(${called}())\n`,
  }));
}

/** What a script of a recipe writes, in a sandbox with the packages. */
function madeIn(directories, shell, script) {
  const files = { '/tmp/make.py': new TextEncoder().encode(script) };
  return inSandbox(directories, shell, ['/tmp/make.py', '/tmp/made'], files, (sandbox) =>
    sandbox.readFile('/tmp/made'),
  );
}

/**
 * Compiles into `to` the modules that most programs import, without the columns that tracebacks underline, which are a quarter of what is
 * compiled: all of it would be half of the packages. Returns the names of what was made.
 */
async function compileImported(directories, shell, to) {
  const script = (name) => ({ [`/tmp/${name}`]: readFileSync(join(root, 'wasm/wheels', name)) });
  const tell = ['/tmp/imported.py', site, '/tmp/list'];
  const list = await inSandbox(directories, shell, tell, script('imported.py'), (sandbox) =>
    sandbox.readFile('/tmp/list'),
  );
  const names = new TextDecoder().decode(list).split('\n').filter(Boolean);
  const compiledName = (name) => name.replace(/([^/]+)\.py$/, '__pycache__/$1.cpython-314.pyc');
  const compile = ['-X', 'no_debug_ranges', '/tmp/compile.py', site, '/tmp/list', '/tmp/compiled'];
  await inSandbox(directories, shell, compile, { ...script('compile.py'), '/tmp/list': list }, async (sandbox) => {
    for (const name of names.map(compiledName)) {
      mkdirSync(dirname(join(to, name)), { recursive: true });
      writeFileSync(join(to, name), await sandbox.readFile(`/tmp/compiled/${name}`));
    }
  });
  return names.map(compiledName);
}

/** Where Debian has the fonts that matplotlib brings: programs name them by those paths. */
function fontLinks(libraries) {
  const fonts = 'matplotlib/mpl-data/fonts/ttf';
  const names = readdirSync(join(libraries, fonts)).filter((name) => name.startsWith('DejaVu'));
  return names.map((name) => ({
    path: `/usr/share/fonts/truetype/dejavu/${name}`,
    type: 'symlink',
    target: `${site}/${fonts}/${name}`,
  }));
}

async function make(directory, python, shell) {
  const wheels = readLock();
  await fetchAll(wheels);
  await buildSources(wheels);
  report('wheels', 'unpacking');
  const libraries = join(directory, 'wheels/site-packages');
  mkdirSync(libraries, { recursive: true });
  mkdirSync(join(directory, 'wheels/bin'));
  const entries = [];
  const add = (path, file, mode) =>
    entries.push({ path, type: 'file', file, mode, size: statSync(join(directory, file)).size });
  for (const wheel of wheels) {
    const unpacked = mkdtempSync(join(build, 'wheel-'));
    try {
      const path = keptAt(wheel);
      if ((await hashOfFile(path)) !== wheel.sha256) throw new StepFailed(`${path} is not what ${lockFile} names`);
      if (isSource(wheel)) await withSource(wheel, (source) => takeSource(wheel, source, unpacked));
      else await run('wheels', 'unzip', ['-q', path, '-d', unpacked]);
      edit(wheel, (await recipeOf(wheel.name)).edits, unpacked);
      settle(unpacked, (await recipeOf(wheel.name)).without);
      for (const { name, text } of scriptsOf(unpacked)) {
        writeFileSync(join(directory, 'wheels/bin', name), text);
        add(`/usr/bin/${name}`, `wheels/bin/${name}`, 0o755);
      }
      for (const name of filesUnder(unpacked)) {
        // What belongs elsewhere, manuals mostly, stays away.
        if (/^[^/]+\.data\//.test(name)) continue;
        mkdirSync(dirname(join(libraries, name)), { recursive: true });
        writeFileSync(join(libraries, name), readFileSync(join(unpacked, name)));
        add(`${site}/${name}`, `wheels/site-packages/${name}`, 0o644);
      }
    } finally {
      rmSync(unpacked, { recursive: true, force: true });
    }
  }
  for (const { name } of wheels)
    for (const [path, script] of Object.entries((await recipeOf(name)).made ?? {})) {
      writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries));
      writeFileSync(join(libraries, path), await madeIn([python, directory], shell, script));
      add(`${site}/${path}`, `wheels/site-packages/${path}`, 0o644);
    }
  entries.push(...fontLinks(libraries));
  const settings = join('wheels', 'pip.conf');
  writeFileSync(join(directory, settings), readFileSync(join(root, 'wasm/wheels/pip.conf')));
  add('/etc/pip.conf', settings, 0o644);
  writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries));
  report('wheels', 'compiling');
  for (const name of await compileImported([python, directory], shell, libraries))
    add(`${site}/${name}`, `wheels/site-packages/${name}`, 0o644);
  writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries));
}

/** Their product; `python`, `shell`: the directories of those. */
export const wheels = (python, shell) =>
  product('wheels', wheelsHash(), (directory) => make(directory, python, shell), { smoke: false });
