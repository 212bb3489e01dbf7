// Checks the arguments of file calls other than paths and data. Unknown options are ignored, as in node:fs. A known option with a wrong
// value is refused, because the call would do something other than the caller meant.

import { optionError, SandboxError } from '../api/errors.js';

const mostBits = 2 ** 32 - 1;
/** The range of the kernel's times: 2^63 nanoseconds before and after 1970. */
const farthestMs = 9_223_372_036_000;

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Optional options. */
export function optionsOf<Given extends object>(given: Given | null | undefined): Partial<Given> {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object') throw new SandboxError('options must be an object', { code: 'E_INVALID_OPTION' });
  return given;
}

/** A boolean option. Default false. */
export function flagOf(value: unknown, option: string): boolean {
  if (value !== undefined && typeof value !== 'boolean') throw optionError(option, 'must be true or false');
  return value ?? false;
}

/** The permission bits of a mode. Text is refused: `'755'` would be read as a decimal number. */
export function modeOf(value: unknown): number {
  if (!isWhole(value, 0, mostBits)) throw optionError('mode', 'must be a whole number such as 0o644');
  return value;
}

/** A user or group id; -1: unchanged. */
export function ownerOf(value: unknown, option: string): number {
  if (!isWhole(value, -1, mostBits)) throw optionError(option, 'must be a whole number, at least -1 (as it is)');
  return value;
}

/** The new length of a file. */
export function sizeOf(value: unknown): number {
  if (!isWhole(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
    throw optionError('size', 'must be a whole number of bytes');
  }
  return value;
}

/** A sum of some of 4, 2 and 1. */
export function bitsOf(value: unknown): number {
  if (!isWhole(value, 0, 7)) throw optionError('mode', 'must be a whole number from 0 to 7');
  return value;
}

/** Whether the caller wants text, to be decided by `encoding`. */
export function isText(encoding: unknown): boolean {
  if (encoding === undefined || encoding === null) return false;
  if (encoding !== 'utf8' && encoding !== 'utf-8') throw optionError('encoding', "must be 'utf8' or 'utf-8'");
  return true;
}

/** Milliseconds, from a date or from seconds since 1970 as in node:fs. */
export function timeOf(value: unknown, option: string): number {
  const isTime = value instanceof Date || typeof value === 'number' || (typeof value === 'string' && value !== '');
  const ms = value instanceof Date ? value.getTime() : isTime ? Number(value) * 1000 : Number.NaN;
  if (!(Math.abs(ms) <= farthestMs)) throw optionError(option, 'must be a Date or a number of seconds, before 2262');
  return ms;
}
