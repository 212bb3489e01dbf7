// Extended headers: records `length key=value\n`, for one member or for all that follow.

import { decode } from '../text/text.js';
import { corrupt } from './errors.js';

/** Seconds since 1970, rounded down, and the nanoseconds beyond. */
export interface Time {
  seconds: number;
  nanoseconds: number;
}

/** The records that matter. Values are bytes, since names need not be UTF-8. */
export interface PaxRecords {
  values: Map<string, Uint8Array>;
  /** GNU's first form for sparse files repeats two keys: offsets and lengths in turn. */
  pieces: number[];
}

/** No file has more pieces: each extent of this kernel has at most 8 GiB. */
export const mostPieces = 131_072;

const known = new Set([
  ...['path', 'linkpath', 'size', 'uid', 'gid', 'mtime', 'atime'],
  ...['major', 'minor', 'name', 'realsize', 'size', 'map'].map((name) => `GNU.sparse.${name}`),
]);
const [newline, space, equals, digit0, digit9] = [0x0a, 0x20, 0x3d, 0x30, 0x39];
const longestLength = 8;

/** A whole number that is not negative. */
export function parseDecimal(value: Uint8Array, what: string): number {
  const text = decode(value.subarray(0, 32));
  const number = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(number)) throw corrupt(`${what} is no number that can be`);
  return number;
}

export function parseTime(value: Uint8Array, what: string): Time {
  const found = /^(-?)([0-9]{1,15})(?:\.([0-9]*))?$/.exec(decode(value.subarray(0, 64)));
  if (found === null) throw corrupt(`${what} is no time`);
  const [, sign, whole = '', fraction = ''] = found;
  const seconds = Number(whole);
  const nanoseconds = Number(fraction.slice(0, 9).padEnd(9, '0'));
  if (sign === '') return { seconds, nanoseconds };
  return nanoseconds === 0
    ? { seconds: 0 - seconds, nanoseconds }
    : { seconds: -seconds - 1, nanoseconds: 1_000_000_000 - nanoseconds };
}

function keep(records: PaxRecords, key: string, value: Uint8Array): void {
  if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes') {
    if (records.pieces.length % 2 !== (key === 'GNU.sparse.offset' ? 0 : 1)) throw corrupt('its map of holes is torn');
    records.pieces.push(parseDecimal(value, 'a place in its map of holes'));
    if (records.pieces.length > 2 * mostPieces) throw corrupt('a file has too many holes');
  } else if (known.has(key)) {
    // The last record counts. An empty value removes the record.
    records.values.set(key, value.slice());
  }
}

/** Reads what an extended header holds. */
export function parsePax(bytes: Uint8Array): PaxRecords {
  const records: PaxRecords = { values: new Map(), pieces: [] };
  for (let at = 0; at < bytes.length; ) {
    let length = 0;
    let digits = at;
    for (; digits < bytes.length && bytes[digits]! >= digit0 && bytes[digits]! <= digit9; digits++) {
      if (digits - at === longestLength) break;
      length = length * 10 + bytes[digits]! - digit0;
    }
    const end = at + length;
    const separator = bytes.indexOf(equals, digits);
    const framed = digits > at && bytes[digits] === space && end <= bytes.length && bytes[end - 1] === newline;
    if (!framed || separator <= digits + 1 || separator >= end) throw corrupt('an extended header is torn');
    keep(records, decode(bytes.subarray(digits + 1, separator)), bytes.subarray(separator + 1, end - 1));
    at = end;
  }
  return records;
}
