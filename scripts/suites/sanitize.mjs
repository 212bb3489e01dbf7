// Runs test suites against an addon that is built under a sanitizer, in a Node that has its runtime preloaded.
//   sanitize.mjs address|thread [SUITE…]     default: those that reach most of the addon
// A report of the sanitizer is a failure, whatever became of the test that met it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build, clangVersion, root } from '../setup/places.mjs';
import { buildKernel } from './kernel-build.mjs';

const [sanitizer, ...suites] = process.argv.slice(2);
if (sanitizer !== 'address' && sanitizer !== 'thread') {
  console.error('usage: sanitize.mjs address|thread [SUITE…]');
  process.exit(2);
}

const everyday = ['contract/run', 'contract/spawn', 'contract/files', 'contract/lifecycle', 'contract/limits'];
const hostile = ['security/modules', 'security/pointers', 'security/host'];
const chosen = suites.length > 0 ? suites : [...everyday, ...hostile].map((name) => `test/${name}.test.ts`);

function runtime() {
  const name = `libclang_rt.${sanitizer === 'address' ? 'asan' : 'tsan'}-x86_64.so`;
  const { stdout } = spawnSync(`clang++-${clangVersion}`, [`-print-file-name=${name}`], { encoding: 'utf8' });
  const path = stdout?.trim();
  if (!path || !existsSync(path)) throw new Error(`clang has no shared runtime ${name}`);
  return path;
}

// A package of its own, because the addon is found beside the JavaScript that loads it.
/** @param {string} addon */
function makePackage(addon) {
  const place = join(build, `sanitized-${sanitizer}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, 'build/Release'), { recursive: true });
  for (const part of ['package.json', 'vitest.config.ts', 'test', 'dist/esm', 'dist/cjs'])
    cpSync(join(root, part), join(place, part), { recursive: true });
  symlinkSync(join(root, 'dist/wasm'), join(place, 'dist/wasm'));
  symlinkSync(addon, join(place, 'build/Release/wasmsand.node'));
  return place;
}

const built = await buildKernel(sanitizer, ['addon', 'sanitizer_probe']);
const place = makePackage(join(built, 'addon.node'));
const reports = join(place, 'reports');
mkdirSync(reports);
const common = [
  `log_path=${join(reports, 'report')}`,
  // Traps of WebAssembly are signals that the engine handles.
  ...['handle_segv=0', 'handle_sigbus=0', 'handle_sigfpe=0', 'handle_sigill=0', 'handle_abort=0'],
  'allow_user_segv_handler=1',
];
/** @type {Record<string, string[]>} */
const options = {
  // What Node does not free at its end is not the addon's. A small quarantine: the tests watch how large a host becomes.
  address: {
    ASAN_OPTIONS: [...common, 'detect_leaks=0', 'quarantine_size_mb=16'],
    UBSAN_OPTIONS: [...common, 'print_stacktrace=1'],
  },
  // Node and libuv are not instrumented: what they synchronise by is not seen, so what they do is not judged.
  thread: {
    TSAN_OPTIONS: [
      ...common,
      'ignore_noninstrumented_modules=1',
      `suppressions=${join(root, 'scripts/fuzz/thread.supp')}`,
    ],
  },
}[sanitizer];

const env = {
  ...process.env,
  LD_PRELOAD: runtime(),
  ...Object.fromEntries(Object.entries(options).map(([name, list]) => [name, list.join(':')])),
};

// An addon that errs must be reported, or a silent run means nothing. Both threads begin together: one that comes when the
// other is done shows no race.
const err = `
  const both = require('node:worker_threads').workerData;
  const probe = require(process.env.WASMSAND_PROBE);
  Atomics.add(both, 0, 1);
  while (Atomics.load(both, 0) < 2);
  for (let i = 0; i < 100; i++) probe.err();
`;
const script = `
  const { Worker } = require('node:worker_threads');
  const workerData = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 2; i++) new Worker(${JSON.stringify(err)}, { eval: true, workerData });
`;
spawnSync(process.execPath, ['-e', script], { env: { ...env, WASMSAND_PROBE: join(built, 'sanitizer_probe.node') } });
const probed = readdirSync(reports);
if (probed.length === 0) throw new Error(`the ${sanitizer} sanitizer does not report an addon that errs`);
for (const name of probed) rmSync(join(reports, name));

const { status, signal } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    place,
    '--retry',
    '1',
    '--testTimeout',
    '300000',
    '--hookTimeout',
    '300000',
    ...chosen,
  ],
  {
    cwd: place,
    stdio: 'inherit',
    env,
  },
);
const found = readdirSync(reports);
for (const name of found.slice(0, 5)) process.stdout.write(readFileSync(join(reports, name), 'utf8').slice(0, 6000));
const passed = status === 0 && found.length === 0;
process.stdout.write(
  `addon under the ${sanitizer} sanitizer: ${passed ? 'passed' : `failed (${signal ?? `status ${status}`}, ${found.length} reports)`}\n`,
);
process.exitCode = passed ? 0 : 1;
