// The report of a whole run, as Markdown.

import { knownFailures } from './known-failures.mjs';

/** Why a case is known to fail. */
export function explain(program, name) {
  for (const [pattern, reason] of knownFailures.get(program) ?? []) {
    if (typeof pattern === 'string' ? pattern === name : pattern.test(name)) return reason;
  }
  return undefined;
}

const plain = (text) => text.split('\n')[0].replaceAll('|', '\\|').replaceAll('<', '&lt;').trim();

function listOf(title, items) {
  return items.length === 0 ? [] : [`${title}:`, '', ...items.map((item) => `- ${item}`), ''];
}

function groupByReason(outcomes) {
  const byReason = new Map();
  for (const { name, reason } of outcomes) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  return [...byReason].sort(([, a], [, b]) => b.length - a.length);
}

/** Of programs with many cases the failed ones are told by their reasons, of the skipped ones only these. */
const manyCases = 2000;

function failures(failed, reasonOf, isLarge) {
  if (!isLarge) return failed.map((one) => `${one.name}: ${plain(reasonOf(one))}`);
  const reasons = failed.map((one) => ({ name: one.name, reason: plain(reasonOf(one)) }));
  return groupByReason(reasons).map(([reason, names]) => `${reason} (${names.length}): ${names.join(', ')}`);
}

export function report(results) {
  const lines = [
    "# Upstream's test suites in the sandbox",
    '',
    'Made by `npm run conformance -- --write`; not edited by hand. Each case of a program’s own test suite, from its source',
    'package, runs in a sandbox of its own, by our shell and with our tools. Of packages of Python it is the modules of tests that',
    '`node scripts/suites/package-suites.mjs` names, by pytest in one sandbox for each package.',
    '',
    '| Program | Passed | Failed | Skipped | Passed of those not skipped |',
    '|---|---|---|---|---|',
  ];
  const sections = [];
  for (const [program, { outcomes, note }] of results) {
    if (note !== undefined) {
      lines.push(`| ${program} | | | | ${plain(note)} |`);
      continue;
    }
    const of = (wanted) => outcomes.filter(({ outcome }) => outcome === wanted);
    const [passed, failed, skipped] = ['pass', 'fail', 'skip'].map(of);
    const share = ((100 * passed.length) / Math.max(1, passed.length + failed.length)).toFixed(1);
    lines.push(`| ${program} | ${passed.length} | ${failed.length} | ${skipped.length} | ${share} % |`);
    const isLarge = outcomes.length > manyCases;
    const reasonOf = ({ name, reason, known }) => known ?? explain(program, name) ?? `**unexplained**: ${reason}`;
    sections.push(
      `## ${program}`,
      '',
      ...listOf('Failed', failures(failed, reasonOf, isLarge)),
      ...listOf(
        'Skipped',
        groupByReason(skipped).map(
          ([reason, names]) => `${plain(reason)} (${names.length})${isLarge ? '' : `: ${names.join(', ')}`}`,
        ),
      ),
    );
  }
  return `${[...lines, '', ...sections].join('\n').trimEnd()}\n`;
}

/** Whether a report has something of a program. */
export const hasProgram = (whole, program) => whole.includes(`\n| ${program} |`);

/** The report with the row and the section of one program made anew; of another report only these are taken. */
export function withProgram(whole, program, other) {
  const row = new RegExp(`^\\| ${program} \\|.*\n`, 'm');
  const section = new RegExp(`^## ${program}\n[^]*?(?=^## |(?![^]))`, 'm');
  const [newRow] = row.exec(other);
  const newSection = section.exec(other)?.[0] ?? '';
  const rows = row.test(whole)
    ? whole.replace(row, () => newRow)
    : whole.replace(/(^\|.*\n)(?!\|)/m, (last) => last + newRow);
  const without = rows.replace(section, '');
  return section.test(rows)
    ? rows.replace(section, () => `${newSection.trimEnd()}\n\n`)
    : `${without.trimEnd()}\n\n${newSection}`;
}
