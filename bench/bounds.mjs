// Compares what attacks and crowds cost the host with what they cost when that was last stored: `npm run bench:bounds [-- FILE…]`. It fails
// when the median of three runs is worse than the stored figure by more than the tolerance of its kind, both in bounds.json. `--write`
// stores what is measured; `--runs N` makes other than three runs. README.md says what the kinds of figures are.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { median } from './figures.mjs';
import { root, runTests } from './test-figures.mjs';

const storedPath = new URL('bounds.json', import.meta.url);
const frameMs = 10;
const mebibyte = 2 ** 20;
/** Figures of different versions are different: the stacks of guests, the collector. */
const major = process.versions.node.split('.')[0];

/** A line for each test. */
function textOf({ tolerance, figures }) {
  const flat = (object) =>
    `{ ${Object.entries(object)
      .map(([key, value]) => `${JSON.stringify(key)}: ${value}`)
      .join(', ')} }`;
  const nested = (object, show, indent) => {
    const entries = Object.entries(object);
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, value]) => `${indent}  ${JSON.stringify(key)}: ${show(value, `${indent}  `)}`);
    return `{\n${lines.join(',\n')}\n${indent}}`;
  };
  const ofFile = (tests, indent) => nested(tests, flat, indent);
  const ofVersion = (files, indent) => nested(files, ofFile, indent);
  return `{\n  "tolerance": ${flat(tolerance)},\n  "figures": ${nested(figures, ofVersion, '  ')}\n}\n`;
}

/** In MiB. */
function residentOfOne() {
  const source = `
    import { Sandbox } from 'wasmsand';
    const sandbox = await Sandbox.create();
    await sandbox.run('echo hi | cat');
    console.log(process.memoryUsage.rss());
    process.exit();`;
  const args = ['--input-type=module', '--eval', source];
  return Number(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) / mebibyte;
}

/** The worst of each kind, by file and name, of what one run handed over. */
function worstOf(reports, baseMb) {
  const worst = new Map();
  for (const { file, name, lateMs, stallMs, besideMs = 0, peakMb, leftMb } of reports) {
    const ratios = {
      late: (lateMs + frameMs) / (besideMs + frameMs),
      stall: (stallMs + frameMs) / (besideMs + frameMs),
      peak: peakMb / baseMb,
      left: leftMb / baseMb,
    };
    for (const [kind, ratio] of Object.entries(ratios)) {
      if (!Number.isFinite(ratio)) continue;
      const key = JSON.stringify([file, name, kind]);
      // Less than before, and sooner than the peer, are all alike.
      worst.set(key, Math.max(worst.get(key) ?? 0, ratio));
    }
  }
  return worst;
}

/** The median of each figure over all runs: file → name → kind → ratio. */
function measure(files, runs) {
  const all = new Map();
  let failed = false;
  for (let run = 0; run < runs; run++) {
    const baseMb = residentOfOne();
    const { status, reports } = runTests(files);
    failed ||= status !== 0;
    for (const [key, ratio] of worstOf(reports, baseMb)) all.set(key, [...(all.get(key) ?? []), ratio]);
  }
  const measured = {};
  for (const [key, ratios] of [...all].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [file, name, kind] = JSON.parse(key);
    measured[file] ??= {};
    measured[file][name] ??= {};
    measured[file][name][kind] = Number(median(ratios).toFixed(2));
  }
  return { measured, failed };
}

/** A line for each figure that is worse than the stored one allows, is not stored, or is no longer measured. */
function faultsOf(measured, stored, tolerance, files) {
  const faults = [];
  for (const file of files) {
    const names = new Set([...Object.keys(measured[file] ?? {}), ...Object.keys(stored[file] ?? {})]);
    for (const name of names) {
      const [now, then] = [measured[file]?.[name] ?? {}, stored[file]?.[name] ?? {}];
      for (const kind of new Set([...Object.keys(now), ...Object.keys(then)])) {
        const [is, was] = [now[kind], then[kind]];
        const at = `${file}: ${name}: ${kind}`;
        if (was === undefined) faults.push(`${at} is ${is}, and nothing is stored: --write ${file}`);
        else if (is === undefined) faults.push(`${at} is stored and no longer measured`);
        else if (is > was + tolerance[kind]) faults.push(`${at} is ${is}, stored ${was}, tolerated ${tolerance[kind]}`);
      }
    }
  }
  return faults;
}

const bounds = JSON.parse(readFileSync(storedPath, 'utf8'));
const given = process.argv.slice(2);
const isWrite = given.includes('--write');
const runsAt = given.indexOf('--runs');
const runs = runsAt < 0 ? 3 : Number(given[runsAt + 1]);
const named = given.filter((word, at) => !word.startsWith('--') && (runsAt < 0 || at !== runsAt + 1));
bounds.figures[major] ??= {};
const stored = bounds.figures[major];
const files = named.length > 0 ? named : Object.keys(stored);
if (files.length === 0) {
  const [other] = Object.keys(bounds.figures).filter((version) => version !== major);
  console.log(`no figures of Node ${major} are stored: --write ${Object.keys(bounds.figures[other] ?? {}).join(' ')}`);
  process.exit(1);
}

const { measured, failed } = measure(files, runs);
if (isWrite) {
  if (failed) throw new Error('a test failed: nothing is stored');
  for (const file of files) stored[file] = measured[file] ?? {};
  bounds.figures[major] = Object.fromEntries(Object.entries(stored).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(storedPath, textOf(bounds));
} else {
  const faults = faultsOf(measured, stored, bounds.tolerance, files);
  const count = Object.values(measured).flatMap(Object.values).flatMap(Object.keys).length;
  console.log([...faults, `${count} figures, ${faults.length} of them worse than stored or not stored`].join('\n'));
  if (failed || faults.length > 0) process.exitCode = 1;
}
