// Measures many sandboxes in one process: how many answer right, how long it takes, what stays resident. Each row runs in a
// Node process of its own. `npm run bench:scale` prints the table; with the names of rows it measures those alone.

import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, median } from './figures.mjs';

const script = fileURLToPath(import.meta.url);
const mebibyte = 2 ** 20;
const pipeline = 'seq 1 2000 | sort -rn | head -1 | tr 0 o';

const at = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

async function timed(action) {
  const begin = performance.now();
  const value = await action();
  return { ms: performance.now() - begin, value };
}

async function make(count) {
  const { Sandbox } = await import('wasmsand');
  const sandboxes = [];
  for (let i = 0; i < count; i++) sandboxes.push(await Sandbox.create());
  return sandboxes;
}

async function answers(sandboxes, command, expected) {
  const results = await Promise.all(sandboxes.map((sandbox) => sandbox.run(command, { timeoutMs: 0 })));
  return results.filter(({ stdout }) => stdout === expected).length;
}

async function atRest(sandboxes) {
  for (;;) {
    const awake = sandboxes.filter((sandbox) => sandbox.metrics().sessionsAtRest === 0).length;
    if (awake === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function atOnce(count, command, expected) {
  const sandboxes = await make(count);
  const { ms, value } = await timed(() => answers(sandboxes, command, expected));
  return { right: value, of: count, time: format(ms) };
}

async function echoTimes(sandboxes, count) {
  const times = [];
  let right = 0;
  for (let i = 0; i < count; i++) {
    const sandbox = sandboxes[Math.floor(Math.random() * sandboxes.length)];
    const { ms, value } = await timed(() => sandbox.run('echo hi'));
    times.push(ms);
    right += value.stdout === 'hi\n';
  }
  return { right, of: count, time: `p50 ${format(median(times))}, p99 ${format(at(times, 0.99))}` };
}

async function pipelinesPerSecond(count) {
  const sandboxes = await make(count);
  const seconds = 5;
  await answers(sandboxes, 'echo a | tr a b | cat', 'b\n');
  const until = performance.now() + seconds * 1000;
  let done = 0;
  let right = 0;
  const loop = async (sandbox) => {
    while (performance.now() < until) {
      const { stdout } = await sandbox.run('echo a | tr a b | cat', { timeoutMs: 0 });
      done++;
      right += stdout === 'b\n';
    }
  };
  await Promise.all(sandboxes.map(loop));
  return { right, of: done, time: `${(done / seconds).toFixed(0)} / s` };
}

async function besideSpinner(spins) {
  const [spinner, ...others] = await make(21);
  await answers(others, 'echo hi', 'hi\n');
  const spinning = spins ? spinner.run('while :; do :; done', { timeoutMs: 8000 }) : undefined;
  const result = await echoTimes(others, 500);
  spinner.destroy();
  await spinning?.catch(() => {});
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
  'quiet-20': ['echo hi in 20, beside one that is idle', () => besideSpinner(false)],
  'spinner-20': ['echo hi in 20, beside one that spins', () => besideSpinner(true)],
};

async function measure(name) {
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const { resident, ...result } = await rows[name][1]();
  clearInterval(sampler);
  process.stdout.write(JSON.stringify({ ...result, resident: resident ?? Math.max(peak, process.memoryUsage.rss()) }));
  process.exit();
}

function table(names) {
  process.stdout.write(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}\n\n`);
  process.stdout.write('| what | right | time | resident |\n| --- | ---: | ---: | ---: |\n');
  for (const name of names) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, '--row', name], { encoding: 'utf8' });
    if (status !== 0) {
      process.stdout.write(`| ${rows[name][0]} | fails |  |  |\n${stderr}`);
      continue;
    }
    const { right, of, time, resident } = JSON.parse(stdout);
    const memory = `${(resident / mebibyte).toFixed(0)} MiB`;
    process.stdout.write(`| ${rows[name][0]} | ${right} of ${of} | ${time} | ${memory} |\n`);
  }
}

const [first, ...others] = process.argv.slice(2);
if (first === '--row') await measure(others[0]);
else table(first === undefined ? Object.keys(rows) : [first, ...others]);
