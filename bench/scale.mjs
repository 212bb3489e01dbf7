// Measures many sandboxes in one process: how many answer right, how long it takes, what stays resident; what peers can do
// as well is measured beside them. Each row of each side runs in a Node process of its own, three times, of which the one in the
// middle counts. `npm run bench:scale` prints the table; with the names of rows it measures those alone, and with --write it puts
// what it prints into SCALE.md.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { format, median } from './figures.mjs';
import { install, sides } from './sides.mjs';

const script = fileURLToPath(import.meta.url);
const mebibyte = 2 ** 20;
const pipeline = 'seq 1 2000 | sort -rn | head -1 | tr 0 o';
const pair = '/bin/echo hi | cat';

const at = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

async function timed(action) {
  const begin = performance.now();
  const value = await action();
  return { ms: performance.now() - begin, value };
}

let create;

async function make(count) {
  const machines = [];
  for (let i = 0; i < count; i++) {
    machines.push(await create());
    // As in a server: not all within one turn of the event loop.
    if (i % 20 === 0) await nextTurn();
  }
  return machines;
}

async function answers(machines, command, expected) {
  const results = await Promise.all(machines.map(({ run }) => run(command)));
  return results.filter(({ output }) => output === expected).length;
}

async function atRest(sandboxes) {
  for (const [i, { sandbox }] of sandboxes.entries()) {
    while (sandbox.metrics().sessionsAtRest === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    // A look is short, thousands in one turn are not.
    if (i % 100 === 0) await nextTurn();
  }
}

async function atOnce(count, command, expected) {
  const sandboxes = await make(count);
  const { ms, value } = await timed(() => answers(sandboxes, command, expected));
  return { right: value, of: count, time: format(ms), order: ms };
}

function spread(times) {
  const [p50, p99] = [median(times), at(times, 0.99)];
  return { time: `p50 ${format(p50)}, p99 ${format(p99)}`, order: p99 };
}

async function echoTimes(sandboxes, count, command = 'echo hi') {
  const times = [];
  let right = 0;
  for (let i = 0; i < count; i++) {
    const { run } = sandboxes[Math.floor(Math.random() * sandboxes.length)];
    const { ms, value } = await timed(() => run(command));
    times.push(ms);
    right += value.output === 'hi\n';
  }
  return { right, of: count, ...spread(times) };
}

const endless = [
  'while :; do :; done',
  "awk 'BEGIN { while (1); }'",
  'sleep 60',
  'yes | cat >/dev/null',
  'sleep 60 & wait',
];

/** How long after its deadline a command ends, whatever it does. */
async function afterDeadline(count, timeoutMs) {
  const [{ sandbox }] = await make(1);
  const times = [];
  let right = 0;
  for (let i = 0; i < count; i++) {
    const { ms, value } = await timed(() => sandbox.run(endless[i % endless.length], { timeoutMs }));
    if (value.timedOut) right++;
    times.push(ms - timeoutMs);
  }
  return { right, of: count, ...spread(times) };
}

async function pipelinesPerSecond(count) {
  const sandboxes = await make(count);
  const seconds = 5;
  await answers(sandboxes, 'echo a | tr a b | cat', 'b\n');
  const until = performance.now() + seconds * 1000;
  let done = 0;
  let right = 0;
  const loop = async ({ run }) => {
    while (performance.now() < until) {
      const { output } = await run('echo a | tr a b | cat');
      done++;
      right += output === 'b\n';
    }
  };
  await Promise.all(sandboxes.map(loop));
  return { right, of: done, time: `${(done / seconds).toFixed(0)} / s`, order: done };
}

async function besideSpinner(spinning, command) {
  const [spinner, ...others] = await make(21);
  await answers(others, command, 'hi\n');
  if (spinning !== undefined) void spinner.run(spinning).catch(() => {});
  const result = await echoTimes(others, 2000, command);
  spinner.end();
  return result;
}

const rows = {
  'echo-500': ['500 new, echo hi at once', () => atOnce(500, 'echo hi', 'hi\n')],
  'pipeline-200': ['200 new, a pipeline of four at once', () => atOnce(200, pipeline, '2ooo\n')],
  'sleepers-2000': [
    '2 000 with sleep 60 | cat & each, then echo in 1 000 others at once',
    async () => {
      const sleepers = await make(2000);
      await answers(sleepers, 'sleep 60 | cat &', '');
      return atOnce(1000, 'echo hi', 'hi\n');
    },
  ],
  'rest-10000': [
    '10 000 used and at rest, then echo in any',
    async () => {
      const sandboxes = await make(10_000);
      for (let i = 0; i < sandboxes.length; i += 100) await answers(sandboxes.slice(i, i + 100), 'echo hi', 'hi\n');
      await atRest(sandboxes);
      const resident = process.memoryUsage.rss();
      return { ...(await echoTimes(sandboxes, 2000)), resident };
    },
  ],
  alone: [
    'echo hi alone, one after the other',
    async () => {
      const sandboxes = await make(1);
      await echoTimes(sandboxes, 200);
      return echoTimes(sandboxes, 2000);
    },
  ],
  ...Object.fromEntries(
    [1, 8, 32, 128].map((count) => [
      `pipelines-${count}`,
      [`echo a | tr a b | cat in ${count} at once`, () => pipelinesPerSecond(count)],
    ]),
  ),
  'quiet-20': ['echo hi in 20, beside one that is idle', () => besideSpinner(undefined, 'echo hi')],
  'spinner-20': ['echo hi in 20, beside one that spins', () => besideSpinner('while :; do :; done', 'echo hi')],
  'quiet-pipes-20': ['/bin/echo hi | cat in 20, beside one that is idle', () => besideSpinner(undefined, pair)],
  'awk-20': ['/bin/echo hi | cat in 20, beside an awk that makes no calls', () => besideSpinner(endless[1], pair)],
  deadline: ['after the deadline, of what would not end', () => afterDeadline(500, 20)],
};

// What the peers are asked for, too. One of them takes 1 000 command lines in a machine's life, and none lets others go on beside a loop.
const shared = ['echo-500', 'pipeline-200', 'pipelines-1', 'pipelines-8', 'pipelines-32', 'pipelines-128'];

async function measure(name, side) {
  create = await sides[side]();
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const { resident, ...result } = await rows[name][1]();
  clearInterval(sampler);
  const [p99, most] = [delays.percentile(99) / 1e6, delays.max / 1e6];
  const memory = resident ?? Math.max(peak, process.memoryUsage.rss());
  process.stdout.write(JSON.stringify({ ...result, resident: memory, loop: `${format(p99)}, ${format(most)}` }));
  process.exit();
}

function once(name, side) {
  const { stdout, status } = spawnSync(process.execPath, [script, '--row', name, side], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

function row(name, side) {
  const results = Array.from({ length: 3 }, () => once(name, side));
  const title = rows[name][0].replaceAll('|', '\\|');
  if (results.includes(undefined)) return `| ${title} | ${side} | fails | | | |`;
  const { right, of, time, resident, loop } = results.toSorted((a, b) => a.order - b.order)[1];
  return `| ${title} | ${side} | ${right} of ${of} | ${time} | ${(resident / mebibyte).toFixed(0)} MiB | ${loop} |`;
}

function table(names) {
  install();
  const lines = [
    `Node ${process.version}, ${cpus().length} × ${cpus()[0].model.trim()}. Ratios travel better than times.`,
    '',
  ];
  lines.push(
    '| what | in | right | time | resident | event loop, p99 and most |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
  );
  for (const name of names)
    for (const side of shared.includes(name) ? Object.keys(sides) : ['wasmsand']) lines.push(row(name, side));
  return lines.join('\n');
}

const page = (tables) => `# Many at once

\`npm run bench:scale -- --write\` makes this page, with the path of each Node that is to be measured.

${tables.join('\n\n')}
`;

function write(nodes) {
  const run = (node) =>
    spawnSync(node, [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).stdout.trim();
  writeFileSync(fileURLToPath(new URL('SCALE.md', import.meta.url)), page(nodes.map(run)));
}

const [first, ...others] = process.argv.slice(2);
if (first === '--row') await measure(...others);
else if (first === '--write') write(others.length > 0 ? others : [process.execPath]);
else process.stdout.write(`${table(first === undefined ? Object.keys(rows) : [first, ...others])}\n`);
