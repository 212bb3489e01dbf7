// Measures the sandbox beside other shells that run inside a host's own process: the same command line in each, every one in
// a Node process of its own, in turns; medians. `npm run bench:peers` writes PEERS.md.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { accessLog } from './access-log.mjs';
import { format, median } from './figures.mjs';
import { install, packages, sides } from './sides.mjs';

const rounds = 5;
const repository = fileURLToPath(new URL('..', import.meta.url));
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

function compareAll() {
  install();
  const names = Object.keys(sides);
  const seen = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
        cwd: repository,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
      seen[name].push(JSON.parse(stdout.trim().split('\n').at(-1)));
    }
  }
  const titles = Object.keys(seen.wasmsand[0]);
  const rows = titles.map((title) => {
    const cells = names.map((name) => {
      const values = seen[name].map((times) => times[title]);
      return values.find((value) => typeof value === 'string') ?? median(values);
    });
    return [title, ...cells.map((cell) => (typeof cell === 'string' ? cell : format(cell)))].map((cell) =>
      cell.replaceAll('|', '\\|'),
    );
  });
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  return `# Beside peers

\`npm run bench:peers\` makes this page: every side in a Node process of its own, in turns, ${rounds} rounds; medians of the
wall-clock time as the host sees it, outputs compared. The peers are ${Object.values(packages).join(' and ')}, with their
limits lifted as far as their options go.

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}. Ratios travel better than times.

| what | ${names.join(' | ')} |
| --- | ${names.map(() => '---:').join(' | ')} |
${table}
`;
}

const [side] = process.argv.slice(2);
if (side !== undefined) await measureSide(side);
else {
  const page = compareAll();
  console.log(page);
  writeFileSync(fileURLToPath(new URL('PEERS.md', import.meta.url)), page);
}
