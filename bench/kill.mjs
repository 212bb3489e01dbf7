// Measures how long after its deadline a command has ended, by the state that it is in then (test/security/kill-states.mjs), each at random
// moments in a Node process of its own. `npm run bench:kill` prints the table; with the names of states, or parts of them, those alone;
// with --write it is what KILL.md says.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Sandbox } from 'wasmsand';
import { killStates } from '../test/security/kill-states.mjs';
import { format, median } from './figures.mjs';

const script = fileURLToPath(import.meta.url);
const rounds = 200;
const warmUp = 5;

const timer = 'a timer of Node, to compare';

/** Until what the round before has left is over: the engine compiles a program to its end, also when its process was killed. */
async function idle() {
  const pauseMs = 20;
  for (let share = 1; share > 0.2; ) {
    const before = process.cpuUsage();
    await delay(pauseMs);
    const { user, system } = process.cpuUsage(before);
    share = (user + system) / 1000 / pauseMs;
  }
}

async function measureTimer() {
  const late = [];
  for (let round = 0; round < rounds; round++) {
    const timeoutMs = 50 + 50 * Math.random();
    const begin = performance.now();
    await delay(timeoutMs);
    late.push(performance.now() - begin - timeoutMs);
  }
  process.stdout.write(JSON.stringify(late));
}

/** Prints the time of each round beyond the deadline. */
async function measure(name) {
  if (name === timer) return measureTimer();
  const { command, prepare } = killStates[name];
  const sandbox = await Sandbox.create({ fsLimitMb: 512, memoryLimitMb: 1024 });
  const late = [];
  for (let round = -warmUp; round < rounds; round++) {
    await sandbox.run(':');
    await prepare?.(sandbox);
    await idle();
    const timeoutMs = 50 + 50 * Math.random();
    const begin = performance.now();
    const { timedOut } = await sandbox.run(command, { timeoutMs });
    if (!timedOut) throw new Error(`what ${name} has ended by itself`);
    if (round >= 0) late.push(performance.now() - begin - timeoutMs);
  }
  process.stdout.write(JSON.stringify(late));
  process.exit();
}

function row(name) {
  const { stdout, status } = spawnSync(process.execPath, [script, '--state', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) return `| ${name} | fails | | |`;
  const late = JSON.parse(stdout).sort((a, b) => a - b);
  const p99 = late[Math.floor(late.length * 0.99)];
  return `| ${name} | ${[median(late), p99, late.at(-1)].map(format).join(' | ')} |`;
}

function table(names) {
  const load = (loadavg()[0] / availableParallelism()).toFixed(1);
  return [
    `Node ${process.version}, ${cpus().length} × ${cpus()[0].model.trim()}, ${load} wanted each processor before.`,
    '',
    `| it … when the deadline comes, ${rounds} times | median | p99 | most |`,
    '| --- | ---: | ---: | ---: |',
    ...[...names, timer].map(row),
  ].join('\n');
}

const all = Object.keys(killStates);
const given = process.argv.slice(2);
if (given[0] === '--state') await measure(given[1]);
else if (given[0] === '--write') {
  const page = `# After the deadline\n\n\`npm run bench:kill -- --write\` makes this page.\n\n${table(all)}\n`;
  writeFileSync(new URL('KILL.md', import.meta.url), page);
} else {
  const meant = all.filter((name) => given.length === 0 || given.some((part) => name.includes(part)));
  process.stdout.write(`${table(meant)}\n`);
}
