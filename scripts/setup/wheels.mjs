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
import { dirname, join } from 'node:path';
import { hashOfFile } from './download.mjs';
import { hashOf, inputsIn } from './inputs.mjs';
import { build, cache, root } from './places.mjs';
import { isMade, product } from './products.mjs';
import { report, run, StepFailed } from './progress.mjs';
import { compileIn, filesUnder, inSandbox, pyodideVersion } from './python.mjs';
import { buildModules, buildWithMeson, fetchSource } from './wheel-build.mjs';
import { libraryFacts, libraryOf } from './wheel-libraries.mjs';
import { sdkInputs } from './wheel-sdk.mjs';

const lockFile = 'wasm/wheels.lock.json';
const site = '/usr/lib/python3.14/site-packages';
const tag = 'pyemscripten_2026_0_wasm32';
const code = ['build', 'compile', 'libraries'].map((part) => `scripts/setup/wheel-${part}.mjs`);
const inputs = [
  lockFile,
  ...inputsIn('wasm/wheels'),
  'wasm/python/begin/compile.py',
  'scripts/setup/wheels.mjs',
  ...code,
  ...sdkInputs,
];

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

/** What only a compiler or a checker of types reads. */
const isSourceCode = /\.(pyi|pxd|pxi|pyx|c|cc|cpp|h|hpp|in|a|build|rst)$/;

/**
 * What an installation has of a wheel: without the tests, which are half of some, what another Python has compiled, what only a compiler
 * or a checker of types reads, and what its recipe says; with a RECORD of what is there.
 */
async function settle({ name: of }, unpacked) {
  const { without = [] } = await recipeOf(of);
  for (const name of without) rmSync(join(unpacked, name), { recursive: true });
  for (const name of readdirSync(unpacked, { recursive: true }).sort()) {
    const path = join(unpacked, name);
    if (!existsSync(path)) continue;
    const isTests = /(^|\/)(tests|__pycache__)$/.test(name) && statSync(path).isDirectory();
    if (isTests || isSourceCode.test(name)) rmSync(path, { recursive: true });
  }
  const information = readdirSync(unpacked).find((name) => name.endsWith('.dist-info'));
  writeFileSync(join(unpacked, information, 'INSTALLER'), 'wasmsand\n');
  const record = join(information, 'RECORD');
  const files = filesUnder(unpacked).filter((name) => name !== record);
  const lines = files.map(
    (name) => `${name},sha256=${digest(join(unpacked, name))},${statSync(join(unpacked, name)).size}`,
  );
  writeFileSync(join(unpacked, record), [...lines, `${record},,`, ''].join('\n'));
}

/** What of the packages decides how one that is built comes out. */
export async function keyOf({ name, sha256 }) {
  const recipe = await recipeOf(name);
  const libraries = librariesOf(recipe.build);
  const numpy = usesNumpy(recipe) ? [await keyOf(numpyOf())] : [];
  return hashOf([...sdkInputs, ...code, recipeFile(name)], [sha256, pyodideVersion(), libraryFacts(libraries), numpy]);
}

const librariesOf = (how) => Object.values(how?.modules ?? {}).flatMap(({ libraries = [] }) => libraries);
const usesNumpy = ({ build }) => build?.headers?.includes('numpy');
const numpyOf = () => readLock().find(({ name }) => name === 'numpy');

/** What was built of a source distribution: kept, since it takes minutes. */
async function built(wheel, source) {
  const recipe = await recipeOf(wheel.name);
  const kept = join(cache, `wheel-${wheel.name}-${await keyOf(wheel)}`);
  if (existsSync(kept)) return kept;
  const numpy = usesNumpy(recipe) ? await builtOf(numpyOf()) : undefined;
  rmSync(`${kept}.new`, { recursive: true, force: true });
  const make = recipe.build.modules ? buildModules : buildWithMeson;
  await make(wheel, recipe.build, source, `${kept}.new`, numpy);
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

export const builtOf = (wheel) => withSource(wheel, (source) => built(wheel, source));

async function takeSource(wheel, source, to) {
  const { name, version } = wheel;
  const { packages = {}, files = {}, build: how } = await recipeOf(name);
  for (const [from, as] of Object.entries(packages)) {
    cpSync(join(source, from), join(to, as), { recursive: true });
  }
  if (how) cpSync(await built(wheel, source), to, { recursive: true });
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
async function edit({ name }, unpacked) {
  const { edits = [] } = await recipeOf(name);
  for (const { path, from, to } of edits) {
    const text = readFileSync(join(unpacked, path), 'utf8');
    if (!text.includes(from)) throw new StepFailed(`${path} of ${name} is not what wasm/wheels/${name}.mjs edits`);
    writeFileSync(join(unpacked, path), text.replace(from, to));
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

async function make(directory, python, shell) {
  const wheels = readLock();
  await fetchAll(wheels);
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
      await edit(wheel, unpacked);
      await settle(wheel, unpacked);
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
  const settings = join('wheels', 'pip.conf');
  writeFileSync(join(directory, settings), readFileSync(join(root, 'wasm/wheels/pip.conf')));
  add('/etc/pip.conf', settings, 0o644);
  writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries));
  report('wheels', 'compiling');
  const sources = entries.filter(({ path }) => path.startsWith(site) && path.endsWith('.py'));
  const names = sources.map(({ path }) => path.slice(site.length + 1));
  for (const name of await compileIn([python, directory], shell, site, names, join(directory, 'wheels/site-packages')))
    add(`${site}/${name}`, `wheels/site-packages/${name}`, 0o644);
  writeFileSync(join(directory, 'entries.json'), JSON.stringify(entries));
}

/** Their product; `python`, `shell`: the directories of those. */
export const wheels = (python, shell) =>
  product('wheels', wheelsHash(), (directory) => make(directory, python, shell), { smoke: false });
