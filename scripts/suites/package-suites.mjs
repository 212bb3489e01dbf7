// Packages' own tests in the sandbox, after npm run wheels: node scripts/suites/package-suites.mjs [package [module…]] [--write]
// What they need beyond the image (hypothesis) is fetched. --write puts what came of whole packages into test/conformance/REPORT.md.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Sandbox } from '../../dist/esm/index.js';
import { suites } from '../../test/conformance/python/package-suites.mjs';
import { explain, report, withProgram } from '../../test/conformance/upstream/report.mjs';
import { build, cache, root } from '../setup/places.mjs';
import { run } from '../setup/progress.mjs';
import { filesUnder } from '../setup/python.mjs';
import { builtOf } from '../setup/wheels.mjs';

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
  const names = new Set(modules.map((path) => path.replace(/^.*\/|\.py$/g, '')));
  // Pictures to compare with are in a directory of each module.
  const isOfThese = (path) => names.has(/baseline_images\/([^/]+)\//.exec(path)?.[1]);
  const isWanted = (path) => {
    if (path.includes('/baseline_images/')) return isOfThese(path);
    return /(^|\/)tests\//.test(path) && !/\.(pyc|png|svg|pdf|c|pyx)$/.test(path);
  };
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

const counted = (text, what) => Number(new RegExp(`(\\d+) ${what}\\b`).exec(text)?.[1] ?? 0);
const several = (count, outcome) => Array.from({ length: count }, () => outcome);

/** What pytest says of a module, as outcomes for the report: those that passed have no names. */
function outcomesOf(stdout, { module, exitCode, stderr, reasons = [] }) {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const failures = [...stdout.matchAll(/^(?:FAILED|ERROR) (\S.*?)(?: - (.*))?$/gm)];
  const skipped = [...stdout.matchAll(/^SKIPPED \[(\d+)\] \S+?: (.*)$/gm)];
  const outcomes = [
    ...several(counted(last, 'passed') + counted(last, 'xpassed'), { name: '', outcome: 'pass' }),
    ...failures.map(([, name, reason = '']) => {
      const [, of] = reasons.find(([pattern]) => pattern.test(reason)) ?? [];
      return { name, outcome: 'fail', reason, ...of };
    }),
    ...skipped.flatMap(([, count, reason]) => several(Number(count), { name: module, outcome: 'skip', reason })),
    ...several(counted(last, 'deselected'), { name: module, outcome: 'skip', reason: 'slow: left out by default' }),
    ...several(counted(last, 'xfailed'), { name: module, outcome: 'skip', reason: 'upstream expects it to fail' }),
  ];
  // 0 and 1: all was run.
  if (exitCode > 1)
    outcomes.push({ name: module, outcome: 'fail', reason: `ended with ${exitCode}: ${stderr.trim()}` });
  return outcomes;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const [only, ...wanted] = positionals;
if (only !== undefined && !suites.has(only))
  throw new Error(`no suite of ${only}: there are ${[...suites.keys()].join(' ')}`);
if (values.write && wanted.length > 0) throw new Error('the report is made of all modules');
let unexplained = 0;
for (const [name, suite] of suites) {
  if (only !== undefined && name !== only) continue;
  const scratch = mkdtempSync(join(build, 'suite-'));
  const outcomes = [];
  const fatal = suite.fatal ?? [];
  if (wanted.length === 0)
    outcomes.push(...fatal.map(([test, reason]) => ({ name: test, outcome: 'fail', reason, known: reason })));
  try {
    const sandbox = await sandboxWith(await testsOf(name, suite, scratch), suite.before);
    const plugins = ['suite_paths', ...(suite.plugins ?? [])].flatMap((plugin) => ['-p', plugin]);
    const left = fatal.map(([test]) => `--deselect=${test}`);
    const usual = ['-q', '--no-header', '--tb=no', '-rfEs', '-m', "'not slow'", '-p', 'no:cacheprovider'];
    const options = [...left, ...usual, ...plugins, ...(suite.options ?? [])];
    for (const module of suite.modules.filter((path) => wanted.length === 0 || wanted.includes(path))) {
      const env = {
        ...{ PYTHONPATH: '/tmp/packages', MPLBACKEND: 'Agg', HYPOTHESIS_STORAGE_DIRECTORY: '/tmp/hypothesis' },
        // pytest cuts what it says of a test where a line of the terminal would end.
        COLUMNS: '1000',
      };
      const command = `cd ${place} && python3 -m pytest ${options.join(' ')} --import-mode=${suite.mode ?? 'importlib'} ${module}`;
      const began = performance.now();
      const { stdout, stderr, exitCode } = await sandbox.run(command, { env, timeoutMs });
      const found = outcomesOf(stdout, { module, exitCode, stderr: stderr.slice(-300), reasons: suite.reasons });
      outcomes.push(...found);
      const last = stdout.trimEnd().split('\n').at(-1) ?? '';
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`${name}/${module}: ${last.replaceAll('=', '').trim()} (${seconds} s)`);
      const unknown = found.filter(
        (one) => one.outcome === 'fail' && (one.known ?? explain(name, one.name)) === undefined,
      );
      for (const one of unknown) console.log(`  ${one.name}: ${one.reason}`);
      unexplained += unknown.length;
    }
    sandbox.destroy();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const count = (wantedOutcome) => outcomes.filter(({ outcome }) => outcome === wantedOutcome).length;
  console.log(`${name}: ${count('pass')} passed, ${count('fail')} failed, ${count('skip')} skipped`);
  if (!values.write) continue;
  const file = join(root, 'test/conformance/REPORT.md');
  writeFileSync(file, withProgram(readFileSync(file, 'utf8'), name, report(new Map([[name, { outcomes }]]))));
}
process.exit(unexplained === 0 ? 0 : 1);
