// npm run check: format, lint, types, arrows, hash tables, tests that measure, generated files and the lock up to date, size budget,
// third-party list, C++ format and clang-tidy.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);

function sources(directory, extension) {
  return readdirSync(join(root, directory), { recursive: true })
    .filter((file) => extension.test(file))
    .map((file) => join(directory, file))
    .sort();
}

const failures = [];

function step(name, command, args) {
  const begin = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const passed = status === 0;
  process.stdout.write(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`);
  if (passed) return;
  failures.push(name);
  process.stdout.write(error ? `${error.message}\n` : stdout + stderr);
}

step('format and lint', bin('biome'), ['check', '--error-on-warnings']);
step('types', bin('tsc'), ['-p', 'tsconfig.json']);
step('types without Node', bin('tsc'), ['-p', 'tsconfig.neutral.json']);
step('types of what runs a guest, without Node or a browser', bin('tsc'), ['-p', 'tsconfig.guest.json']);
step('arrows between rooms', process.execPath, ['scripts/check/arrows.mjs']);
step('seeds of hash tables', process.execPath, ['scripts/check/hash-tables.mjs']);
step('tests that measure', process.execPath, ['scripts/check/measured-tests.mjs']);
step('generated files', process.execPath, ['scripts/generate-abi.mjs', '--check']);
step('generated references', process.execPath, ['scripts/docs/generate.mjs', '--check']);
step('size of the userland', process.execPath, ['scripts/check/size-budget.mjs']);
step('lock of the products', process.execPath, ['scripts/check/products-lock.mjs', '--check']);
step('third-party list', process.execPath, ['scripts/check/third-party.mjs', '--check']);
step('C++ format', 'clang-format-19', [
  '--dry-run',
  '-Werror',
  ...sources('native', /\.(h|cc)$/),
  ...sources('wasm/shell', /\.(h|cc)$/),
  ...sources('wasm/sys', /\.(h|cc)$/),
  ...sources('wasm/module', /\.cc$/),
  ...sources('wasm/tools', /\.c$/),
  ...sources('wasm/tls', /\.[ch]$/),
  ...sources('wasm/python', /\.[ch]$/),
]);

// clang-tidy needs to know how each file is compiled; CMake writes that down without building anything.
function tidy(source, files) {
  const compileCommands = join(root, 'build', 'tidy', source);
  step(`CMake of ${source}`, 'cmake', [
    ...['-S', source, '-B', compileCommands, '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON', '-DCMAKE_CXX_COMPILER=clang++-19'],
    '-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON',
  ]);
  if (!existsSync(join(compileCommands, 'compile_commands.json'))) return;
  step(`clang-tidy of ${source}`, process.execPath, ['scripts/check/tidy.mjs', compileCommands, ...files]);
}
// Node's own headers are not in the CMake build, so the Node-API glue is left to the compiler's warnings.
tidy(
  '.',
  sources('native', /\.cc$/).filter((file) => !/^native\/(binding|test)\//.test(file)),
);
tidy(
  'wasm/shell',
  sources('wasm/shell', /\.cc$/).filter((file) => !/^wasm\/shell\/(fuzz|test)\//.test(file)),
);

if (failures.length > 0) {
  process.stdout.write(`failed: ${failures.join(', ')}\n`);
  process.exitCode = 1;
}
