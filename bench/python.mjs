// Measures Python: the same programs by native CPython of the same version (Debian's, as test/conformance/python/native.mjs has it), in a
// sandbox, and in just-bash, which has Pyodide; in turns, medians. `npm run bench:python` writes PYTHON.md.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sandbox } from 'wasmsand';
import { nativePython } from '../test/conformance/python/native.mjs';
import { format, median } from './figures.mjs';
import { install, pythonPeer } from './sides.mjs';

const rounds = Number(process.env.ROUNDS ?? 7);
const text = readFileSync(new URL('python-programs.py', import.meta.url), 'utf8');
/** What a program is called → what it is. */
const programs = {
  loops: 'a loop, 3 000 000 rounds',
  calls: 'fib(27)',
  objects: '300 000 objects, sorted',
  texts: '300 000 strings, split and joined',
  json_50_mb: 'JSON of 50 MB, written and read',
  regex: 'a regular expression on 60 000 lines',
  sqlite: 'sqlite3: 200 000 rows, an index, a query',
  write_64_mb: '64 MB written',
  read_64_mb: '64 MB read',
  lines_of_64_mb: '1 000 000 lines read',
  stat_10_000: '10 000 × os.stat',
  listed_10_000: '10 000 entries of os.scandir',
  numpy_product: 'numpy: 800 × 800 matrices multiplied',
};
const startTitle = "python3 -c 'print(1)', warm";

/** Each side: `run(arguments)` gives what is printed. */
async function everySide() {
  const { program, root, missing } = await nativePython();
  if (missing !== undefined) throw new Error(missing);
  // By its loader, without the shell script that calls that.
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  const loader = join(libraries, 'ld-linux-x86-64.so.2');
  const before = ['--argv0', program, '--library-path', libraries, join(root, 'usr/bin/python3.14')];
  const cwd = mkdtempSync(join(tmpdir(), 'wasmsand-bench-python-'));
  const file = join(cwd, 'programs.py');
  writeFileSync(file, text);
  const sandbox = await Sandbox.create({ memoryLimitMb: 2048, fsLimitMb: 1024 });
  await sandbox.writeFile('/home/user/programs.py', text);
  const quoted = (args) => args.map((arg) => `'${arg}'`).join(' ');
  const sides = {
    native: {
      run: (args) => spawnSync(loader, [...before, ...args], { cwd, encoding: 'utf8' }).stdout,
      end: () => rmSync(cwd, { recursive: true }),
    },
    wasmsand: {
      run: async (args) => (await sandbox.run(`python3 ${quoted(args)}`, { timeoutMs: 0 })).stdout,
      end: () => sandbox.destroy(),
    },
  };
  try {
    install();
    const machine = await pythonPeer({ 'programs.py': Buffer.from(text) });
    sides['just-bash'] = { run: async (args) => (await machine.run(`python3 ${quoted(args)}`)).output, end() {} };
  } catch (error) {
    console.error(`without just-bash: ${error.message}`);
  }
  return sides;
}

/** Milliseconds, or why there are none. */
async function timed(side, name, expected) {
  const printed = await side.run(['programs.py', name]);
  const [, ms, result] = /^(\d[\d.e-]*) (.*)\n$/.exec(printed) ?? [];
  if (ms === undefined) return 'does not run';
  expected.result ??= result;
  return expected.result === result ? Number(ms) : 'another answer';
}

async function started(side) {
  const begin = performance.now();
  const printed = await side.run(['-c', 'print(1)']);
  return printed === '1\n' ? performance.now() - begin : 'does not run';
}

async function measured(sides, measure, count) {
  const seen = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < count; round++)
    for (const [name, side] of Object.entries(sides)) {
      if (typeof seen[name][0] === 'string') continue;
      seen[name].push(await measure(side));
    }
  return Object.fromEntries(
    Object.entries(seen).map(([name, values]) => [
      name,
      values.find((value) => typeof value === 'string') ?? median(values),
    ]),
  );
}

function page(rows, names) {
  const shown = (figure, native) => {
    if (figure === undefined || typeof figure === 'string') return figure ?? '';
    return figure === native || typeof native === 'string'
      ? format(figure)
      : `${format(figure)} (${(figure / native).toFixed(1)} ×)`;
  };
  const line = ([title, figures]) =>
    `| ${title} | ${names.map((name) => shown(figures[name], figures.native)).join(' | ')} |`;
  return `# Python

\`npm run bench:python\` makes this page: the same programs ([python-programs.py](python-programs.py)) by native CPython 3.14 of Debian's, in a sandbox,
and by the python3 of just-bash; in turns, ${rounds} rounds, medians, in brackets how many times as long as the native one. The start is the whole time as
the host sees it; of the others the program says how long it took without it.

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0].toFixed(1)} at the end. Ratios travel better than times.

| what | ${names.join(' | ')} |
| --- | ${names.map(() => '---:').join(' | ')} |
${rows.map(line).join('\n')}
`;
}

const sides = await everySide();
for (const side of Object.values(sides)) await side.run(['programs.py', 'prepare']);
for (const side of Object.values(sides)) for (let i = 0; i < 3; i++) await side.run(['-c', 'print(1)']);
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const rows = [];
const add = async (title, measure, count) => {
  const figures = await measured(sides, measure, count);
  console.log(title, figures);
  // What needs packages that are not there.
  if (figures.wasmsand !== 'does not run') rows.push([title, figures]);
};
if (wanted.length === 0 || wanted.includes('start')) await add(startTitle, started, 3 * rounds);
for (const [name, title] of Object.entries(programs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const expected = {};
  await add(title, (side) => timed(side, name, expected), rounds);
}
for (const side of Object.values(sides)) side.end();
const result = page(rows, Object.keys(sides));
console.log(result);
if (wanted.length === 0) writeFileSync(fileURLToPath(new URL('PYTHON.md', import.meta.url)), result);
process.exit();
