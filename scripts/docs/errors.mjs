// docs/reference/errors.md, from lib's table of codes.
import { generated, load } from './source.mjs';

/** The first that matches is a code's section; the order of the page is that of the list. */
const sections = [
  ['Limits that reject a call', /^E_LIMIT_/],
  ['Network', /^E_NET_/],
  ['Saved state', /^E_PERSIST_/],
  ['Snapshots, states and archives', /^E_(NO_SNAPSHOT|STATE|TAR)/],
  ['Everything else', /^E_/],
];

const quoted = (words) =>
  words.replaceAll(/'([\w.]+)'/g, '`$1`').replace('see "Bundlers"', 'see [bundlers](../guide/bundlers.md)');

export async function errorsPage() {
  const { errorCodes } = await load('lib/api/error-codes.ts');
  const codes = Object.keys(errorCodes).sort();
  const sectionOf = (code) => sections.find(([, pattern]) => pattern.test(code))?.[0];
  return [
    '# Errors',
    '',
    generated('errors.mjs'),
    "Everything thrown is a `SandboxError` with a stable `code`. Codes of files and processes are Node's (`ENOENT`, `EACCES`, …), with Node's",
    'wording. The rest stand here. Those of *Network* also stand in audit events. [The guide](../guide/limits.md#errors) says what else an error',
    'knows.',
    '',
    ...sections.flatMap(([title]) => [
      `## ${title}`,
      '',
      '| code | |',
      '|---|---|',
      ...codes
        .filter((code) => sectionOf(code) === title)
        .map((code) => `| \`${code}\` | ${quoted(errorCodes[code])} |`),
      '',
    ]),
  ].join('\n');
}
