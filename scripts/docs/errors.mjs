// docs/reference/errors.md, from lib's table of codes.
import { generated, load } from './source.mjs';

/**
 * The first that matches is a code's section; the order of the page is that of the list.
 * @type {[title: string, pattern: RegExp][]}
 */
const sections = [
  ['Limits that reject a call', /^E_LIMIT_/],
  ['Network', /^E_NET_/],
  ['Saved state', /^E_PERSIST_/],
  ['Snapshots, states and archives', /^E_(NO_SNAPSHOT|STATE|TAR)/],
  ['Everything else', /^E_/],
];

/** @param {string} words */
const quoted = (words) =>
  words.replaceAll(/'([\w.]+)'/g, '`$1`').replace('see "Bundlers"', 'see [bundlers](../guide/bundlers.md)');

export async function errorsPage() {
  const { errorCodes } = /** @type {{ errorCodes: Record<string, string> }} */ (await load('lib/api/error-codes.ts'));
  const codes = Object.keys(errorCodes).sort();
  /** @param {string} code */
  const sectionOf = (code) => sections.find(([, pattern]) => pattern.test(code))?.[0];
  return [
    '# Errors',
    '',
    generated('errors.mjs'),
    'Every error of this package is a `SandboxError` with a stable `code`. Test the code, not the message. File and process errors have the',
    'codes and the wording of Node (`ENOENT`, `EACCES`, …). This page lists all other codes. Audit events use the codes of *Network*, too.',
    '[The guide](../guide/limits.md#errors) lists the other fields of an error.',
    '',
    ...sections.flatMap(([title]) => [
      `## ${title}`,
      '',
      '| code | meaning |',
      '|---|---|',
      ...codes
        .filter((code) => sectionOf(code) === title)
        .map((code) => `| \`${code}\` | ${quoted(errorCodes[code])} |`),
      '',
    ]),
  ].join('\n');
}
