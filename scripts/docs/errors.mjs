// docs/reference/errors.md, from lib's table of codes and the `@throws` of its methods.
import { codesIn, publicMethods } from './methods.mjs';
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

/** Types that users write: what these throw is theirs. */
const usersOwn = /^(Provider|StateStore|MemoryStore)\./;
/** A code that so many methods throw is everybody's. */
const most = 20;

/**
 * As it is called: `Sandbox.static create` with the class.
 * @param {string} method
 */
const called = (method) => `\`${method.replace('.static ', '.').replace('.[', '[')}\``;

/** By code, the methods that throw it or reject with it. */
function throwers() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [method, { throws }] of publicMethods()) {
    if (usersOwn.test(method)) continue;
    for (const code of new Set(throws.flatMap(codesIn))) found.set(code, [...(found.get(code) ?? []), called(method)]);
  }
  return found;
}

export async function errorsPage() {
  const { errorCodes } = /** @type {{ errorCodes: Record<string, string> }} */ (await load('lib/api/error-codes.ts'));
  const codes = Object.keys(errorCodes).sort();
  const thrownBy = throwers();
  /** @param {string} code */
  const from = (code) => {
    const methods = thrownBy.get(code);
    if (methods === undefined) return 'no call: audit events, the guest';
    return methods.length > most ? 'most calls' : methods.join(', ');
  };
  /** @param {string} code */
  const sectionOf = (code) => sections.find(([, pattern]) => pattern.test(code))?.[0];
  return [
    '# Errors',
    '',
    generated('errors.mjs'),
    'Every error of this package is a `SandboxError` with a stable `code`. Test the code, not the message. File and process errors have the',
    'codes and the wording of Node (`ENOENT`, `EACCES`, …). This page lists all other codes, and the calls that throw or reject with them. No',
    'call has most codes of *Network*: audit events have them, and guests. [The guide](../guide/limits.md#errors) lists the other fields of an',
    'error.',
    '',
    ...sections.flatMap(([title]) => [
      `## ${title}`,
      '',
      '| code | meaning | from |',
      '|---|---|---|',
      ...codes
        .filter((code) => sectionOf(code) === title)
        .map((code) => `| \`${code}\` | ${quoted(errorCodes[code])} | ${from(code)} |`),
      '',
    ]),
  ].join('\n');
}
