// npm run soak -- [--kind random|cycles|kills|states|crashes|pythons] [--minutes N | --count N] [--sandboxes N] [--seed N]: random commands, programs, jobs,
// aborts, kills and destroys (default: 60 minutes, 100 sandboxes at a time), sandboxes that are used once, kills at any moment, states that are
// kept, brought back and handed on, processes that are killed as they save, or interpreters of Python. Ends with status 1 when an answer was wrong, something was stuck, or the host's memory or its event loop did not stay as they were.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Choices } from './fuzz/choices.mjs';
import * as crashes from './soak/crashes.mjs';
import * as cycles from './soak/cycles.mjs';
import * as kills from './soak/kills.mjs';
import { Operations } from './soak/operations.mjs';
import * as pythons from './soak/pythons.mjs';
import * as random from './soak/random.mjs';
import * as states from './soak/states.mjs';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'random' },
    minutes: { type: 'string', default: '60' },
    count: { type: 'string', default: 'Infinity' },
    sandboxes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const kind = { random, cycles, kills, states, crashes, pythons }[values.kind];
const minutes = Number(values.minutes);
const most = Number(values.count);
const atOnce = Number(values.sandboxes ?? kind?.sandboxes);
const seed = Number(values.seed);
if (kind === undefined || !(minutes > 0) || !(most > 0) || !(atOnce > 0) || !Number.isInteger(seed)) {
  console.error(
    'usage: soak.mjs [--kind random|cycles|kills|states|crashes|pythons] [--minutes N | --count N] [--sandboxes N] [--seed N]',
  );
  process.exit(2);
}

const mebibyte = 2 ** 20;
/** An operation that has not come to its end so long after it should have is stuck. Its turn may be late: many want the processors. */
const patienceMs = 60_000;
const began = performance.now();
const operations = new Operations();
const isOver = () => performance.now() - began > minutes * 60_000 || operations.total >= most;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
/** @type {number[]} */
const samples = [];
let stuck = false;
const watch = setInterval(
  () => {
    const late = operations.since(patienceMs);
    for (const text of late) console.log(text);
    stuck ||= late.length > 0;
    const resident = process.memoryUsage.rss();
    samples.push(resident);
    console.log(
      `${Math.round((performance.now() - began) / 1000)} s: ${operations.total} operations, ${operations.wrong.length} wrong, ${Math.round(resident / mebibyte)} MiB, event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, most ${Math.round(delay.max / 1e6)} ms`,
    );
    for (const text of operations.wrong.splice(10)) console.log(text);
    if (stuck) finish();
  },
  most < Infinity ? 5_000 : Math.min(60_000, minutes * 6_000),
);

function finish() {
  clearInterval(watch);
  for (const text of operations.wrong) console.log(text);
  // The first tenth is for what is made once.
  const steady = samples.slice(Math.ceil(samples.length / 10));
  const third = Math.floor(steady.length / 3);
  /** @param {number[]} list */
  const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const growth = third > 0 ? middle(steady.slice(-third)) - middle(steady.slice(0, third)) : 0;
  const grew = growth > 0.1 * middle(steady) + 32 * mebibyte;
  const slow = delay.percentile(99) / 1e6 > 20;
  console.log(JSON.stringify(operations.done));
  console.log(
    `soak: seed ${seed}, ${operations.wrong.length} wrong, ${stuck ? 'stuck' : 'nothing stuck'}, memory grew by ${Math.round(growth / mebibyte)} MiB${grew ? ' (too much)' : ''}, event loop p99 ${(delay.percentile(99) / 1e6 - 10).toFixed(1)} ms, most ${Math.round(delay.max / 1e6 - 10)} ms`,
  );
  process.exit(operations.wrong.length > 0 || stuck || grew || slow ? 1 : 0);
}

await Promise.all(
  Array.from({ length: atOnce }, (_, i) => kind.live({ choices: new Choices(seed + i), operations, isOver })),
);
finish();
