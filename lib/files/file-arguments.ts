// What callers give to calls about files beside paths and data. As with node:fs, a name that is not known is none of these calls'
// business; what is known and wrong would do something else than was meant.

import { optionError, SandboxError } from '../api/errors.js';

const mostBits = 2 ** 32 - 1;
/** As far as the kernel's times go, from 1970 in either direction: 2^63 nanoseconds. */
const farthestMs = 9_223_372_036_000;

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Options that may be missing. */
export function optionsOf<Given extends object>(given: Given | null | undefined): Partial<Given> {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object') throw new SandboxError('options must be an object', { code: 'E_INVALID_OPTION' });
  return given;
}

/** An option that is true or false; not given: false. */
export function flagOf(value: unknown, option: string): boolean {
  if (value !== undefined && typeof value !== 'boolean') throw optionError(option, 'must be true or false');
  return value ?? false;
}

/** A mode, of which the permissions count. Text is refused: that of `'755'` would be another one. */
export function modeOf(value: unknown): number {
  if (!isWhole(value, 0, mostBits)) throw optionError('mode', 'must be a whole number such as 0o644');
  return value;
}

/** A user or group; -1: as it is. */
export function ownerOf(value: unknown, option: string): number {
  if (!isWhole(value, -1, mostBits)) throw optionError(option, 'must be a whole number, at least -1 (as it is)');
  return value;
}

/** The length to which a file is cut or grows. */
export function sizeOf(value: unknown): number {
  if (!isWhole(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
    throw optionError('size', 'must be a whole number of bytes');
  }
  return value;
}

/** The sum of some of 4, 2 and 1. */
export function bitsOf(value: unknown): number {
  if (!isWhole(value, 0, 7)) throw optionError('mode', 'must be a whole number from 0 to 7');
  return value;
}

/** Whether text is wanted, by its encoding. */
export function isText(encoding: unknown): boolean {
  if (encoding === undefined || encoding === null) return false;
  if (encoding !== 'utf8' && encoding !== 'utf-8') throw optionError('encoding', "must be 'utf8' or 'utf-8'");
  return true;
}

/** A date, or seconds since 1970 as node:fs takes them, in milliseconds. */
export function timeOf(value: unknown, option: string): number {
  const isTime = value instanceof Date || typeof value === 'number' || (typeof value === 'string' && value !== '');
  const ms = value instanceof Date ? value.getTime() : isTime ? Number(value) * 1000 : Number.NaN;
  if (!(Math.abs(ms) <= farthestMs)) throw optionError(option, 'must be a Date or a number of seconds, before 2262');
  return ms;
}
