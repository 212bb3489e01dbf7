// docs/reference/limits.md, from lib's table of limits and its TSDoc.
import { describedOptions, generated, load } from './source.mjs';

/**
 * @typedef {Record<string, [what: string, least: number, most: number]>} Ranges
 * @typedef {{ limitPresets: Record<'default' | 'strict', Record<string, number>>, limitRanges: Ranges }} Limits
 */

/**
 * What happens in the sandbox and in your program when a limit is met. No type says this.
 * @type {Record<string, [guest: string, program: string]>}
 */
const heard = {
  timeoutMs: ['it is killed', 'exit code 124, `timedOut`, `TIMEOUT`'],
  cpuTimeoutMs: ['it is killed', 'the same'],
  memoryLimitBytes: ['`ENOMEM`, or SIGKILL', ''],
  fsLimitBytes: [
    '`ENOSPC`',
    'calls: `ENOSPC`; snapshots: `E_LIMIT_FS`; `readFile` of a sparse file larger than this and than 64 MiB: `EFBIG`',
  ],
  fileCountLimit: ['`ENOSPC`', 'calls: `ENOSPC`; snapshots: `E_LIMIT_FS`'],
  maxProcesses: ['`EAGAIN`', '`spawn` throws `EAGAIN`'],
  maxOutputBytes: ['`EFBIG`', '`truncated`'],
  maxSnapshots: ['', '`E_LIMIT_SNAPSHOTS`'],
  maxDescriptors: ['`ENFILE`', ''],
  maxPipeBytes: ['`EPERM` for `F_SETPIPE_SZ`', ''],
  maxLocks: ['`ENOLCK`', ''],
  maxSockets: ['`ENOBUFS`', ''],
  maxFileBytes: ['SIGXFSZ, `EFBIG`', ''],
  maxOpenFiles: ['`EMFILE`', ''],
  maxArgumentBytes: ['`E2BIG`', ''],
  maxTimers: ['`EAGAIN`', ''],
  maxQueuedSignals: ['`EAGAIN`', ''],
  maxProgramBytes: ['`ENOEXEC`: exit code 126', ''],
  maxCommandBytes: ['', '`run` rejects with `E_LIMIT_COMMAND`'],
};

/** They are options of `create`; the others stand in `limits`. */
const ofCreate = new Set(Object.keys(heard).slice(0, 8));

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
  return grouped(number);
}

/**
 * @param {string} name
 * @param {number} number
 */
function value(name, number) {
  if (number === 0) return name === 'maxFileBytes' ? 'any' : 'none';
  if (name.endsWith('Bytes')) return bytes(number);
  return name.endsWith('Ms') ? `${grouped(number)}\u00a0ms` : grouped(number);
}

/**
 * @param {string} name
 * @param {Ranges} ranges
 */
function range(name, ranges) {
  const [, least, most] = ranges[name] ?? [undefined, 0, Number.MAX_SAFE_INTEGER];
  const from = least === 0 ? `0 (${value(name, 0)})` : value(name, least);
  return most === Number.MAX_SAFE_INTEGER ? `from ${from}` : `${from} to ${value(name, most)}`;
}

/**
 * What it bounds: its TSDoc, without the sentences that the other columns have.
 * @param {string} text
 */
const bounds = (text) =>
  text
    .split(/(?<=[.;]) (?=[A-Z`])/)
    .filter((sentence) => !/^(Default|The same limit|0:)/.test(sentence))
    .join(' ')
    .replace(/; 0: (no limit|any)\.?/, '.')
    .replace(/, from \d+ to \d+/, '')
    .replaceAll('|', '\\|')
    .replace(/\.$/, '');

export async function limitsPage() {
  const { limitPresets, limitRanges } = /** @type {Limits} */ (await load('lib/api/limits.ts'));
  const names = Object.keys(limitPresets.default);
  const unheard = names.filter((name) => !(name in heard));
  const gone = Object.keys(heard).filter((name) => !names.includes(name));
  if (unheard.length + gone.length > 0) {
    throw new Error(`scripts/docs/limits.mjs: no word about ${unheard}; there is no ${gone}`);
  }
  const described = describedOptions('SandboxOptions', 'LimitOptions');
  /** @param {string} name */
  const row = (name) => {
    const text = described.get(name);
    if (text === undefined) throw new Error(`the option ${name} has no TSDoc`);
    const { default: usual, strict } = limitPresets;
    const cells = [`\`${name}\``, value(name, usual[name]), value(name, strict[name]), range(name, limitRanges)];
    return `| ${[...cells, bounds(text), ...heard[name]].join(' | ')} |`;
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
    ...names.filter((name) => ofCreate.has(name)).map(row),
    '',
    '## Options in `limits: { … }`',
    '',
    '`preset` gives the values of those that you do not set.',
    '',
    ...head,
    ...names.filter((name) => !ofCreate.has(name)).map(row),
    '',
    '## Limits that are not options',
    '',
    '- `hostMemoryBytes`: the memory of all sandboxes of the process together, set by `Sandbox.limitHost({ memoryBytes })`.',
    '- `network`: the budget of the option [`network`](../guide/network.md).',
    '- No more than 512 processes are started at a time; 4096 may exist.',
    '',
  ].join('\n');
}
