// What the attacks of test/security do to the host: how late after its deadline each ends, how long the event loop stands still (and that
// of an idle process beside it), what memory it takes. `npm run bench:attacks [-- TEST-FILE…]` runs the tests one by one and prints the
// worst of each.

import { runTests } from './test-figures.mjs';

const files = process.argv.slice(2);
const { status, reports } = runTests(files.length > 0 ? files : ['test/security']);

const names = ['lateMs', 'stallMs', 'besideMs', 'peakMb'];
const worst = new Map();
for (const { name, ...figures } of reports) {
  const known = worst.get(name) ?? { runs: 0 };
  known.runs++;
  for (const key of names)
    known[key] = Math.max(known[key] ?? Number.NEGATIVE_INFINITY, figures[key] ?? Number.NEGATIVE_INFINITY);
  worst.set(name, known);
}
const cell = (value) => (Number.isFinite(value) ? value.toFixed(0) : '').padStart(8);
const row = (name, runs, figures) => `${runs.padStart(6)}${names.map((key) => cell(figures[key])).join('')}  ${name}`;
console.log(
  `\n  runs${['late', 'stall', 'beside', 'peak'].map((title) => title.padStart(8)).join('')}  (ms, ms, ms, MiB)`,
);
for (const [name, figures] of [...worst].sort(([, a], [, b]) => b.stallMs - a.stallMs))
  console.log(row(name, String(figures.runs), figures));
const over = (key) => Math.max(...[...worst.values()].map((figures) => figures[key]));
console.log(row('the worst of all', '', Object.fromEntries(names.map((key) => [key, over(key)]))));
process.exitCode = status;
