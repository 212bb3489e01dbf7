// docs/reference/limits.md and lib/api/generated/limit-options.ts, from lib's tables of limits and defaults.
import { generated, load } from './source.mjs';

/**
 * @typedef {typeof import('../../lib/api/limit-table.js')} LimitTable
 * @typedef {LimitTable['limitRows']['timeoutMs']} Row
 * @typedef {[name: string, row: Row]} NamedRow
 * @typedef {typeof import('../../lib/api/option-defaults.js')} OptionDefaults
 */

/** @param {number} number */
const grouped = (number) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');

/** @type {[name: string, bytes: number][]} */
const units = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
];

/** @param {number} number */
function bytes(number) {
  for (const [unit, size] of units) {
    if (number >= size && number % size === 0) return `${grouped(number / size)}\u00a0${unit}`;
  }
  return `${grouped(number)}\u00a0byte${number === 1 ? '' : 's'}`;
}

/**
 * @param {Row} row
 * @param {number} number
 */
function value({ unit, zero }, number) {
  if (number === 0 && zero !== undefined) return zero;
  if (unit === 'bytes') return bytes(number);
  return unit === 'milliseconds' ? `${grouped(number)}\u00a0ms` : grouped(number);
}

/** @param {Row} row */
function range(row) {
  const { least, most, zero } = row;
  const from = least === 0 ? `0 (${zero})` : value(row, least);
  return most === Number.MAX_SAFE_INTEGER ? `from ${from}` : `${from} to ${value(row, most)}`;
}

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|');

/**
 * An option's value: of sizes and times with the unit.
 * @param {string} option
 * @param {string | number | boolean} given
 */
function plainValue(option, given) {
  if (typeof given === 'string') return `\`'${given}'\``;
  if (typeof given === 'number' && option.endsWith('Bytes')) return bytes(given);
  return typeof given === 'number' && option.endsWith('Ms') ? `${grouped(given)}\u00a0ms` : `\`${given}\``;
}

/**
 * The limits that are set there, with their rows.
 * @param {Row['where']} where
 */
async function limitsIn(where) {
  const { limitRows } = /** @type {LimitTable} */ (await load('lib/api/limit-table.ts'));
  return Object.entries(limitRows).filter(([, row]) => row.where === where);
}

export async function limitsPage() {
  const { optionDefaults } = /** @type {OptionDefaults} */ (await load('lib/api/option-defaults.ts'));
  /** @param {NamedRow} limit */
  const line = ([name, row]) => {
    const { bounds, note, guest, program } = row;
    const what = note === undefined ? bounds : `${bounds}; ${note}`;
    const cells = [`\`${name}\``, value(row, row.default), value(row, row.strict), range(row), what, guest, program];
    return `| ${cells.map(cell).join(' | ')} |`;
  };
  const head = [
    '| option | default | strict | may be | bounds | in the sandbox | in your program |',
    '|---|---|---|---|---|---|---|',
  ];
  return [
    '# Limits',
    '',
    generated('limits.mjs'),
    "The guide says [how limits work](../guide/limits.md). *strict* is the value under `limits: 'strict'`, for command lines of strangers. The",
    'last two columns say what happens when a limit is met: which error or signal a program in the sandbox gets, and what your program sees',
    '*beside* the name of the limit, which is always in `limit` or `usage.limitsHit` of the result.',
    '',
    '## Options of `Sandbox.create`',
    '',
    '`memoryLimitMb` and `fsLimitMb` set the same limits in MiB. `run` and `spawn` take their own `timeoutMs` and `cpuTimeoutMs`.',
    '',
    ...head,
    ...(await limitsIn('create')).map(line),
    '',
    '## Options in `limits: { … }`',
    '',
    '`preset` gives the values of those that you do not set.',
    '',
    ...head,
    ...(await limitsIn('limits')).map(line),
    '',
    '## Limits that are not options',
    '',
    '- `hostMemoryBytes`: the memory of all sandboxes of the process together, set by `Sandbox.limitHost({ memoryBytes })`.',
    '- `network`: the budget of the option [`network`](../guide/network.md).',
    '- No more than 512 processes are started at a time; 4096 may exist.',
    '',
    '## Defaults of other options',
    '',
    '| option | default |',
    '|---|---|',
    ...Object.entries(optionDefaults).map(([option, given]) => `| \`${option}\` | ${plainValue(option, given)} |`),
    '',
  ].join('\n');
}

/**
 * What an editor shows of an option: sentences, which a table of the reference takes, too. In plain spaces.
 * @param {NamedRow} limit
 */
function described([name, row]) {
  const { bounds, note, unit, guest, program } = row;
  const lines = [
    `${bounds}.`,
    '',
    `Unit: ${unit}, ${range(row)}.`,
    `Default: ${value(row, row.default)}; with \`limits: 'strict'\`: ${value(row, row.strict)}${note ? `; ${note}` : ''}.`,
    ...(guest ? [`The guest hears: ${guest}.`] : []),
    ...(program ? [`Your program hears: ${program}.`] : []),
  ];
  const comment = lines
    .map((line) => `   *${line && ` ${line}`}`)
    .join('\n')
    .replaceAll('\u00a0', ' ');
  return `  /**\n${comment}\n   */\n  ${name}?: number;`;
}

/** The types of the options that set limits. */
export async function limitOptions() {
  return `// Generated from lib/api/limit-table.ts by scripts/docs/generate.mjs. Do not edit.

/** Limits that are options of {@link Sandbox.create}. */
export interface LimitsInCreate {
${(await limitsIn('create')).map(described).join('\n')}
}

/** Limits that are set in the option \`limits\`. */
export interface LimitsInLimits {
${(await limitsIn('limits')).map(described).join('\n')}
}
`;
}
