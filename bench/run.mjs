// Measures the sandbox against the machine it runs on: the same command line through both, in turns, several times; medians
// and their ratio. `npm run bench` runs everything and writes RESULTS.md; `npm run bench -- WORD…` runs what contains a word.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Sandbox } from 'wasmsand';
import { accessLog } from './access-log.mjs';
import { sections } from './commands.mjs';
import { format, median } from './figures.mjs';

// Of rows that miss their bound, what a profile says of them (Node 20).
const whatHolds = `## What holds

- **first command**: Node takes 35 ms to start a worker and 20 ms to load the package; what the sandbox does itself is the rest.
- **run('echo hello')**: two threads wake each other. A program in C that does nothing else takes 41 µs for that here.
- **sqlite3**: more than a third of the time is the virtual machine's one loop over its program, another fifth the sorter and the
  B-tree, all of it the engine's code for WebAssembly; system calls are 3 of 100. The engine stops giving registers out by its
  better method where a function has more than 8192 values; the recipe keeps this loop at 6300.
- **sort by size**: the native sort has a second processor. On one they are compared in the row below.
- **sed**: seven tenths are compiled code, of which no function has more than a third; copies are a tenth, the host's kernel an eighth.
`;

const rounds = 7;
const words = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'wasmsand-bench-'));
const files = { 'access.log': accessLog(25_000_000), text: accessLog(64_000_000), 'data.json': requests(10_000_000) };
const locale = { LC_ALL: 'C.UTF-8' };

// The log as one JSON document of about `bytes`.
function requests(bytes) {
  const lines = accessLog(bytes).toString('utf8').trimEnd().split('\n');
  const objects = lines.map((line) => {
    const [address, , , time, , method, path, , status, size] = line.split(' ');
    return { address, time: time.slice(1), method: method.slice(1), path, status: Number(status), bytes: Number(size) };
  });
  return JSON.stringify(objects);
}

const wanted = (name) => words.length === 0 || words.some((word) => name.includes(word));

function native(command) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn('/bin/bash', ['-c', command], {
      cwd: directory,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...locale },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => {
      resolve({ ms: performance.now() - begin, status, output: Buffer.concat(output).toString('latin1') });
    });
  });
}

// The longest the event loop was kept from turning while the sandbox ran, in ms.
let longestDelay = 0;

async function sandboxed(sandbox, command) {
  // One for each run: it would count the time in between.
  const delays = monitorEventLoopDelay({ resolution: 2 });
  delays.enable();
  const begin = performance.now();
  const { exitCode, stdoutBytes } = await sandbox.run(command, { env: locale, timeoutMs: 0 });
  const ms = performance.now() - begin;
  delays.disable();
  longestDelay = Math.max(longestDelay, delays.max / 1e6);
  return {
    ms,
    status: exitCode,
    output: Buffer.from(stdoutBytes).toString('latin1'),
  };
}

// Both machines in turns, so that what else happens on this computer meets both.
async function compare(sandbox, command, count) {
  const there = [];
  const here = [];
  const first = [await native(command), await sandboxed(sandbox, command)];
  if (first[0].output !== first[1].output || first[0].status !== first[1].status) {
    throw new Error(
      `the machines differ in: ${command}\nnative:  ${first[0].output.slice(0, 300)}\nsandbox: ${first[1].output.slice(0, 300)}`,
    );
  }
  for (let round = 0; round < count; round++) {
    there.push((await native(command)).ms);
    here.push((await sandboxed(sandbox, command)).ms);
  }
  return { native: median(there), sandbox: median(here) };
}

async function measureCreation() {
  const times = [];
  for (let i = 0; i < 1000; i++) {
    const begin = performance.now();
    const sandbox = await Sandbox.create();
    times.push(performance.now() - begin);
    sandbox.destroy();
    if (i % 100 === 99) await new Promise(setImmediate);
  }
  return median(times);
}

// What a host waits for the shortest command line on a session that is there.
async function measureRun(sandbox) {
  const times = [];
  for (let i = 0; i < 3000; i++) {
    const begin = performance.now();
    await sandbox.run('echo hello');
    times.push(performance.now() - begin);
  }
  return median(times);
}

// From the import to the first output, each time in a Node process of its own.
function measureColdStart() {
  const source = `const begin = performance.now();
    const { Sandbox } = await import('wasmsand');
    const sandbox = await Sandbox.create();
    await sandbox.run('echo hello');
    console.log(performance.now() - begin);
    process.exit();`;
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error('a Node process failed');
    times.push(Number(stdout));
  }
  return median(times);
}

const rows = [];
function report(name, sandbox, real) {
  const ratio = real === undefined ? '' : (sandbox / real).toFixed(2);
  print([name, format(sandbox), real === undefined ? '' : format(real), ratio]);
}

function print(row) {
  rows.push(row);
  console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(28) : cell.padStart(10))).join(' '));
}

async function measure(sandbox, { title, mean, prepare, commands }) {
  const chosen = commands.filter(([name]) => wanted(name) || wanted(title));
  if (chosen.length === 0) return;
  print([`**${title}**`, '', '', '']);
  if (prepare !== undefined) await Promise.all([native(prepare), sandbox.run(`(${prepare})`, { timeoutMs: 0 })]);
  const ratios = [];
  for (const [name, command, count = rounds] of chosen) {
    const times = await compare(sandbox, command, count);
    ratios.push(times.sandbox / times.native);
    report(name, times.sandbox, times.native);
  }
  const geometric = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  if (mean) print(['geometric mean', '', '', geometric.toFixed(2)]);
}

try {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  console.log(`${'what'.padEnd(28)} ${'sandbox'.padStart(10)} ${'native'.padStart(10)} ${'ratio'.padStart(10)}`);
  if (wanted('create')) report('create a sandbox', await measureCreation());
  if (wanted('first command')) report('first command of a process', measureColdStart());
  const sandbox = await Sandbox.create({ memoryLimitMb: 1024, fsLimitMb: 1024, files });
  if (wanted('run()')) report("run('echo hello')", await measureRun(sandbox));
  for (const section of sections) await measure(sandbox, section);
  if (longestDelay > 0) report('longest event loop delay', longestDelay);
  sandbox.destroy();
  if (words.length === 0) writeFileSync(fileURLToPath(new URL('RESULTS.md', import.meta.url)), page());
} finally {
  rmSync(directory, { recursive: true });
}

function page() {
  const cpu = cpus();
  const table = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
  return `# Measurements

\`npm run bench\` makes this page: each command line runs ${rounds} times (slow ones 3, the shortest 51) in the sandbox and in
/bin/bash with GNU tools, in turns, on the same data; medians of the wall-clock time, and sandbox ÷ native. Outputs are
compared first.

Node ${process.version}, ${cpu.length} × ${cpu[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB. Ratios travel better
than times.

| what | sandbox | native | ratio |
| --- | ---: | ---: | ---: |
${table}

${whatHolds}`;
}
