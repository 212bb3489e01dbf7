// Packages' own tests in the sandbox, after npm run wheels: node scripts/package-suites.mjs [package [module…]]
// What they need beyond the image (hypothesis) is fetched.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Sandbox } from '../dist/esm/index.js';
import { suites } from '../test/conformance/python/package-suites.mjs';
import { build, cache, root } from './setup/places.mjs';
import { run } from './setup/progress.mjs';
import { filesUnder } from './setup/python.mjs';
import { builtOf } from './setup/wheels.mjs';

const needed = ['hypothesis==6.151.9', 'sortedcontainers==2.4.0'];
const place = '/tmp/suite';
const timeoutMs = 1_800_000;

/** Tests lie beside the packages that they are of: a package is found in both places. */
const plugin = `
import importlib, os, sys
for directory, below, files in os.walk("${place}"):
    if os.path.basename(directory) != "tests" or os.path.dirname(directory) == "${place}":
        continue
    name = os.path.dirname(directory)[len("${place}") + 1 :].replace("/", ".")
    try:
        sys.modules.get(name) or importlib.import_module(name)
        sys.modules[name].__path__.append(os.path.dirname(directory))
    except (ImportError, AttributeError):
        pass
`;

async function packagesToHave() {
  const kept = join(build, 'conformance/suites-packages');
  if (existsSync(kept)) return kept;
  mkdirSync(dirname(kept), { recursive: true });
  const options = ['-q', '--no-deps', '--only-binary', ':all:', '--platform', 'any', '--python-version', '3.14'];
  await run('suites', 'python3', ['-m', 'pip', 'install', ...options, '--target', kept, ...needed], { client: true });
  return kept;
}

/** What of a package is put into the sandbox: all directories of tests, and what lies in them. */
async function testsOf(name, { built, below = '', modules }, scratch) {
  const { wheels } = JSON.parse(readFileSync(join(root, 'wasm/wheels.lock.json'), 'utf8'));
  const wheel = wheels.find((each) => each.name === name);
  let tree;
  if (built) tree = await builtOf(wheel);
  else {
    await run('suites', 'tar', ['-xzf', join(cache, 'wheels', wheel.sha256, wheel.file), '-C', scratch]);
    tree = join(scratch, wheel.file.replace(/\.tar\.gz$/, ''), below);
  }
  const tops = new Set(modules.map((path) => path.split('/')[0]));
  const isWanted = (path) => /(^|\/)tests\//.test(path) && !/\.(pyc|png|svg|pdf|gz|c|pyx)$|baseline_images/.test(path);
  return [...tops].flatMap((top) =>
    filesUnder(join(tree, top))
      .map((path) => join(top, path))
      .filter((path) => isWanted(path) && statSync(join(tree, path)).size < 2 ** 20)
      .map((path) => [path, readFileSync(join(tree, path))]),
  );
}

async function sandboxWith(files, before = '') {
  const sandbox = await Sandbox.create({ memoryLimitBytes: 2 ** 31, fsLimitBytes: 2 ** 30 });
  const packages = await packagesToHave();
  const put = [
    ...files.map(([path, content]) => [`${place}/${path}`, content]),
    ...filesUnder(packages).map((path) => [`/tmp/packages/${path}`, readFileSync(join(packages, path))]),
    ['/tmp/packages/suite_paths.py', new TextEncoder().encode(before + plugin)],
  ];
  const directories = new Set(put.map(([path]) => dirname(path)));
  await sandbox.writeFile('/tmp/directories', [...directories].map((path) => `${path}\n`).join(''));
  await sandbox.run('xargs -n 100 mkdir -p < /tmp/directories');
  for (const [path, content] of put) await sandbox.writeFile(path, content);
  return sandbox;
}

const counted = (text, what) => Number(new RegExp(`(\\d+) ${what}`).exec(text)?.[1] ?? 0);
const [only, ...wanted] = process.argv.slice(2);
let unexplained = 0;
for (const [name, suite] of suites) {
  if (only !== undefined && name !== only) continue;
  const scratch = mkdtempSync(join(build, 'suite-'));
  const sums = { passed: 0, failed: 0, skipped: 0 };
  try {
    const sandbox = await sandboxWith(await testsOf(name, suite, scratch), suite.before);
    const plugins = ['suite_paths', ...(suite.plugins ?? [])].flatMap((plugin) => ['-p', plugin]);
    const options = ['-q', '--no-header', '--tb=no', '-rfE', '-m', "'not slow'", '-p', 'no:cacheprovider', ...plugins];
    for (const module of suite.modules.filter((path) => wanted.length === 0 || wanted.includes(path))) {
      const env = { PYTHONPATH: '/tmp/packages', MPLBACKEND: 'Agg', HYPOTHESIS_STORAGE_DIRECTORY: '/tmp/hypothesis' };
      const command = `cd ${place} && python3 -m pytest ${options.join(' ')} --import-mode=${suite.mode ?? 'importlib'} ${module}`;
      const began = performance.now();
      const { stdout, stderr, exitCode } = await sandbox.run(command, { env, timeoutMs });
      const last = stdout.trimEnd().split('\n').at(-1) ?? '';
      const failures = [...stdout.matchAll(/^(?:FAILED|ERROR) (\S+)(?: - (.*))?/gm)];
      const reasonOf = (test) => suite.known.find(([pattern]) => pattern.test(test))?.[1];
      const unknown = failures.filter(([line]) => reasonOf(line) === undefined);
      for (const what of Object.keys(sums)) sums[what] += counted(last, what);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(
        `${name}/${module}: ${last.replaceAll('=', '').trim() || `${exitCode} ${stderr.slice(-300)}`} (${seconds} s)`,
      );
      for (const [, test, why = ''] of unknown) console.log(`  ${test}: ${why}`);
      unexplained += unknown.length + (exitCode > 1 ? 1 : 0);
    }
    sandbox.destroy();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`${name}: ${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`);
}
process.exit(unexplained === 0 ? 0 : 1);
