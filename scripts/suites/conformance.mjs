// Upstream's own test suites in the sandbox: npm run conformance -- [program [case…]] [options]
//   --jobs N           sandboxes at one time (2)
//   --timeout SECONDS  of a case (60)
//   --all              names the cases that pass, too
//   --verbose          prints what cases wrote, with the shell's trace where the suite has one
//   --expensive        runs what upstream itself leaves out by default because it takes long
//   --write            makes test/conformance/REPORT.md anew, of all programs or what it says of one

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { suites as packageSuites } from '../../test/conformance/python/package-suites.mjs';
import { explain, hasProgram, report, withProgram } from '../../test/conformance/upstream/report.mjs';
import { casesOf, installedPaths, runCases } from '../../test/conformance/upstream/run-suites.mjs';
import { suites } from '../../test/conformance/upstream/suites.mjs';
import { root } from '../setup/places.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '60' },
    all: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    expensive: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const [only, ...wanted] = positionals;
if (only !== undefined && !suites.has(only))
  throw new Error(`no suite of ${only}: there are ${[...suites.keys()].join(' ')}`);
if (values.write && wanted.length > 0) throw new Error('the report is made of all cases');

const installed = installedPaths();
const results = new Map();
for (const program of only === undefined ? suites.keys() : [only]) {
  const { cases, note } = await casesOf(program, installed);
  const chosen = wanted.length === 0 ? cases : cases.filter(({ name }) => wanted.includes(name));
  const outcomes = await runCases(chosen, {
    jobs: Number(values.jobs),
    timeoutMs: Number(values.timeout) * 1000,
    verbose: values.verbose,
    expensive: values.expensive,
    hasPerl: installed.has('/usr/bin/perl'),
    onOutcome({ name, outcome, reason = '', output = '', seconds }) {
      if (outcome === 'pass' && wanted.length === 0 && !values.all) return;
      const known = outcome === 'fail' ? explain(program, name) : undefined;
      console.log(`${outcome}\t${program}/${name}\t${seconds.toFixed(1)} s\t${known ?? reason.split('\n')[0]}`);
      if (values.verbose && outcome !== 'skip') console.log(output);
    },
  });
  results.set(program, { outcomes, note });
  const count = (wantedOutcome) => outcomes.filter(({ outcome }) => outcome === wantedOutcome).length;
  console.log(`${program}: ${note ?? `${count('pass')} passed, ${count('fail')} failed, ${count('skip')} skipped`}`);
}
if (values.write) {
  const place = join(root, 'test/conformance/REPORT.md');
  const before = readFileSync(place, 'utf8');
  const made = report(results);
  // What scripts/suites/package-suites.mjs has put there stays.
  const packages = [...packageSuites.keys()].filter((name) => hasProgram(before, name));
  const whole = () => packages.reduce((text, name) => withProgram(text, name, before), made);
  writeFileSync(place, only === undefined ? whole() : withProgram(before, only, made));
}
