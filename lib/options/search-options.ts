// Checks the options of searches.

import { optionError } from '../api/errors.js';
import type { FindOptions, GrepOptions, SearchOptions } from '../api/search.js';
import type { FileType } from '../api/types.js';
import type { OptionCheck as Check } from '../kernel/backend.js';
import { worded } from '../text/worded.js';
import { abortSignal, boolean, check, checkText, integer, stringList } from './checks.js';

const types: readonly FileType[] = [
  'file',
  'directory',
  'symlink',
  'fifo',
  'socket',
  'character-device',
  'block-device',
];

const searchChecks: Record<keyof SearchOptions, Check> = {
  path: checkText,
  glob: (value, option) => (typeof value === 'string' ? checkText : stringList)(value, option),
  ignore: (value, option) => {
    if (value === 'git') return;
    if (!Array.isArray(value)) throw optionError(option, "must be 'git' or an array of strings");
    stringList(value, option);
  },
  signal: abortSignal,
};

const findChecks: Record<keyof FindOptions, Check> = {
  ...searchChecks,
  type: (value, option) => {
    if (!types.includes(value as FileType)) throw optionError(option, `must be one of ${types.join(', ')}`);
  },
  maxResults: integer(1, 'results'),
};

const grepChecks: Record<keyof GrepOptions, Check> = {
  ...searchChecks,
  pattern: (value, option) => {
    if ((typeof value === 'string' && value !== '') || value instanceof RegExp) return;
    throw optionError(option, 'must be a string that is not empty, or a RegExp');
  },
  literal: boolean,
  context: integer(0, 'lines', 1000),
  maxMatches: integer(1, 'matches'),
  maxBytes: integer(1, 'bytes'),
};

/** Checks the options of {@link Sandbox.find}. */
export function checkFind(options: FindOptions): void {
  check(options, findChecks);
}

/** Checks the options of {@link Sandbox.grep}. Returns whether a line has the pattern. */
export function readGrep(options: GrepOptions): { matches: (line: string) => boolean } {
  check(options, grepChecks);
  const { pattern, literal = false } = options;
  if (pattern === undefined) throw optionError('pattern', 'is missing');
  if (literal) {
    if (typeof pattern !== 'string') throw optionError('pattern', "must be a string with 'literal'");
    return { matches: (line) => line.includes(pattern) };
  }
  const expression = expressionOf(pattern);
  return { matches: (line) => expression.test(line) };
}

// Without the flags that have it go on where it ended.
function expressionOf(pattern: string | RegExp): RegExp {
  if (typeof pattern !== 'string') return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  try {
    return new RegExp(pattern);
  } catch (error) {
    throw optionError('pattern', `is no regular expression: ${worded((error as Error).message)}`);
  }
}
