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

export function report(results) {
  const lines = [
    "# Upstream's test suites in the sandbox",
    '',
    'Made by `npm run conformance -- --write`; not edited by hand. Each case of a program’s own test suite, from its source',
    'package, runs in a sandbox of its own, by our shell and with our tools.',
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
    const reasonOf = ({ name, reason }) => explain(program, name) ?? `**unexplained**: ${reason}`;
    sections.push(
      `## ${program}`,
      '',
      ...listOf(
        'Failed',
        failed.map((one) => `${one.name}: ${plain(reasonOf(one))}`),
      ),
      ...listOf(
        'Skipped',
        groupByReason(skipped).map(([reason, names]) => `${plain(reason)} (${names.length}): ${names.join(', ')}`),
      ),
    );
  }
  return `${[...lines, '', ...sections].join('\n').trimEnd()}\n`;
}
