// The flags of open(2), by the names that node:fs has for them.

import { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } from '../abi/generated/flags.js';
import { optionError } from '../api/errors.js';

const write = O_WRONLY | O_CREAT | O_TRUNC;
const append = O_WRONLY | O_CREAT | O_APPEND;
const replace = O_RDWR | O_CREAT | O_TRUNC;
const extend = O_RDWR | O_CREAT | O_APPEND;

const named: ReadonlyMap<unknown, number> = new Map([
  ['r', O_RDONLY],
  ['rs', O_RDONLY | O_SYNC],
  ['sr', O_RDONLY | O_SYNC],
  ['r+', O_RDWR],
  ['rs+', O_RDWR | O_SYNC],
  ['sr+', O_RDWR | O_SYNC],
  ['w', write],
  ['wx', write | O_EXCL],
  ['xw', write | O_EXCL],
  ['w+', replace],
  ['wx+', replace | O_EXCL],
  ['xw+', replace | O_EXCL],
  ['a', append],
  ['ax', append | O_EXCL],
  ['xa', append | O_EXCL],
  ['as', append | O_SYNC],
  ['sa', append | O_SYNC],
  ['a+', extend],
  ['ax+', extend | O_EXCL],
  ['xa+', extend | O_EXCL],
  ['as+', extend | O_SYNC],
  ['sa+', extend | O_SYNC],
]);

/** The flags that a name of node:fs stands for, or a sum of flags in Linux's numbers. */
export function openFlagsOf(flags: unknown): number {
  const known = named.get(flags);
  if (known !== undefined) return known;
  if (Number.isInteger(flags) && (flags as number) >= 0 && (flags as number) <= 0x7fffffff) return flags as number;
  throw optionError('flags', "must be a name of node:fs such as 'r', 'r+', 'w' or 'a', or a sum of Linux's flags");
}
