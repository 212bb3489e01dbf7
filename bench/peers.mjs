// Measures the sandbox beside other shells that run inside a host's own process: the same command line in each, every one in
// a Node process of its own, in turns; medians. `npm run bench:peers` writes PEERS.md and the chart of it.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { accessLog } from './access-log.mjs';
import { chart } from './chart.mjs';
import { format, median } from './figures.mjs';
import { install, packages, sides } from './sides.mjs';

const rounds = 3;
const repository = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(import.meta.url);
const log = accessLog(4_000_000);

// [name, command, what it prints, how often on one machine]: one of the peers takes 1 000 command lines and 100 000 commands
// in its life, whatever its options say.
const commands = [
  ["run('echo hello'), warm", 'echo hello', 'hello\n', 900],
  ["run('x=1'), warm", 'x=1', '', 900],
  ['arithmetic loop, 30 000', 'for ((i=0;i<30000;i++)); do x=$((i*2)); done; echo $x', '59998\n'],
  ['5 000 × x=$(echo $i)', 'for i in {1..5000}; do x=$(echo $i); done; echo $x', '5000\n'],
  ['function calls, 20 000', 'f() { r=$1; }; for ((i=0;i<20000;i++)); do f $i; done; echo $r', '19999\n'],
  [
    'while read, 10 000 lines',
    'head -n 10000 log > part; n=0; while read -r l; do ((n++)); done < part; echo $n',
    '10000\n',
  ],
  ['seq 1000000 | tail -1', 'seq 1000000 | tail -1', '1000000\n'],
  ['grep -c, 4 MB', "grep -c ' 404 ' log | grep -c .", '1\n'],
  ['sed s///g, 4 MB', 'sed s/GET/POST/g log | wc -c | grep -c .', '1\n'],
  ['awk sum, 4 MB', "awk '{ s += $10 } END { print (s > 0) }' log", '1\n'],
  ['sort | uniq -c | sort -rn, 4 MB', "cut -d' ' -f1 log | sort | uniq -c | sort -rn | wc -l | grep -c .", '1\n'],
  [
    '10 000 files written and found',
    'mkdir files; for i in {1..10000}; do echo $i > files/f$i; done; find files -name "*7" | grep -c .',
    '1000\n',
  ],
];

async function timed(work) {
  const begin = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begin };
}

async function measureCommand(create, command, expected, count) {
  const all = [];
  for (let machines = 0; machines < 3; machines++) {
    const machine = await create();
    for (let i = 0; i < count; i++) {
      const { result, ms } = await timed(() => machine.run(command));
      if (result.output !== expected) throw new Error(`prints ${JSON.stringify(result.output.slice(0, 40))}`);
      all.push(ms);
    }
    machine.end();
  }
  return all;
}

async function makeMany(create, count) {
  const machines = [];
  for (let i = 0; i < count; i++) machines.push(await create());
  return machines;
}

async function usedAtOnce(create, count) {
  const machines = await makeMany(create, count);
  await Promise.all(machines.map(({ run }) => run('echo a | tr a b')));
  return machines;
}

/** Bytes that each of `count` machines holds, once `use` of it is over. */
async function memoryOfEach(create, count, use) {
  const settle = async () => {
    for (let i = 0; i < 3; i++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return process.memoryUsage.rss();
  };
  // What there is once for all of them.
  for (const { end } of await usedAtOnce(create, 40)) end();
  const before = await settle();
  const machines = await makeMany(create, count);
  for (const machine of machines) await use(machine);
  const after = await settle();
  for (const machine of machines) machine.end();
  return Math.max(after - before, 0) / count;
}

async function crowd(create) {
  const machines = await usedAtOnce(create, 32);
  const work = async ({ run }) => {
    for (let i = 0; i < 10; i++) {
      const { output } = await run('echo a | tr a b | cat');
      if (output !== 'b\n') throw new Error(`prints ${JSON.stringify(output.slice(0, 40))}`);
    }
  };
  return (await timed(() => Promise.all(machines.map(work)))).ms;
}

async function untilEnded(create) {
  const machine = await create();
  const times = [];
  for (let i = 0; i < 20; i++) {
    const abort = new AbortController();
    const ended = machine.run('while :; do :; done', { signal: abort.signal }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    const end = () => {
      abort.abort();
      return ended;
    };
    times.push((await timed(end)).ms);
  }
  return median(times);
}

const kibibytes = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;

// Each in a Node process of its own: what it measures is the whole process, or it may not end. [name, how it is shown, measure].
const alone = {
  crowd: ['32 used machines at once, 10 × echo a | tr a b | cat in each', format, crowd],
  created: [
    'memory of each of 1 000 that are not used',
    kibibytes,
    (create) => memoryOfEach(create, 1000, async () => {}),
  ],
  used: [
    'memory of each of 100 that were used',
    kibibytes,
    (create) => memoryOfEach(create, 100, ({ run }) => run('echo a | tr a b')),
  ],
  killed: ['an endless loop, from the abort to its end', format, untilEnded],
};

function measureAlone(side, key) {
  const { stdout, error } = spawnSync(process.execPath, ['--expose-gc', script, side, key], {
    cwd: repository,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error?.code === 'ETIMEDOUT') return 'does not end';
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

// Runs in the process of one side: prints milliseconds, or what kept the side from the answer.
async function measureSide(name) {
  const make = await sides[name]();
  const create = () => make({ log });
  const times = {};
  const creations = [];
  for (let i = 0; i < 50; i++) {
    const { result, ms } = await timed(create);
    creations.push(ms);
    result.end();
  }
  times['create, with a file of 4 MB'] = median(creations);
  for (const [title, command, expected, count = 1] of commands) {
    try {
      times[title] = median(await measureCommand(create, command, expected, count));
    } catch (error) {
      times[title] = `fails: ${error.message}`;
    }
  }
  console.log(JSON.stringify(times));
  process.exit();
}

async function measureAndPrint(side, key) {
  const create = await sides[side]();
  let result;
  try {
    result = await alone[key][2](create);
  } catch (error) {
    result = `fails: ${error.message}`;
  }
  console.log(JSON.stringify(result));
  process.exit();
}

/** Of each row its title, how its figures are shown, and the figure of each side, or what kept it from one. */
function compareAll() {
  install();
  const names = Object.keys(sides);
  const seen = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, name], {
        cwd: repository,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
      const times = JSON.parse(stdout.trim().split('\n').at(-1));
      for (const [key, [title]] of Object.entries(alone)) {
        const known = seen[name].find((others) => others[title] === 'does not end');
        times[title] = known ? 'does not end' : measureAlone(name, key);
      }
      seen[name].push(times);
    }
  }
  const shown = new Map(Object.values(alone).map(([title, show]) => [title, show]));
  return Object.keys(seen.wasmsand[0]).map((title) => {
    const figures = names.map((name) => {
      const values = seen[name].map((times) => times[title]);
      return [name, values.find((value) => typeof value === 'string') ?? median(values)];
    });
    return { title, show: shown.get(title) ?? format, figures: Object.fromEntries(figures) };
  });
}

function page(rows) {
  const names = Object.keys(sides);
  const line = ({ title, show, figures }) => {
    const cells = names.map((name) => (typeof figures[name] === 'string' ? figures[name] : show(figures[name])));
    return `| ${[title, ...cells].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  };
  return `# Beside peers

\`npm run bench:peers\` makes this page: every side in a Node process of its own, in turns, ${rounds} rounds; medians of the
wall-clock time as the host sees it, outputs compared. The peers are ${Object.values(packages).join(' and ')}, with their
limits lifted as far as their options go.

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}. Ratios travel better than times.

![the peers' figures divided by those of wasmsand](peers.svg)

| what | ${names.join(' | ')} |
| --- | ${names.map(() => '---:').join(' | ')} |
${rows.map(line).join('\n')}
`;
}

const [side, key] = process.argv.slice(2);
if (key !== undefined) await measureAndPrint(side, key);
else if (side !== undefined) await measureSide(side);
else {
  const rows = compareAll();
  const text = page(rows);
  console.log(text);
  writeFileSync(fileURLToPath(new URL('PEERS.md', import.meta.url)), text);
  writeFileSync(fileURLToPath(new URL('peers.svg', import.meta.url)), chart(rows, 'wasmsand'));
}
