// Edits of a text as agents make them: a piece that is there once gives way to another, lines come after a line, lines are shown.
//
// Texts are bytes, so that one in any encoding, or with bytes that are none, keeps all that is not edited.

import { optionError, SandboxError } from '../api/errors.js';
import { concatenate, decode, encode } from '../text/text.js';

const newline = 0x0a;
const carriageReturn = 0x0d;
/** So many places are named in an error. */
const mostNamed = 10;
/** Lines that look most like what was sought. */
const mostNear = 3;
/** A longer line is shown no further in an error. */
const shownLength = 200;

export interface Replacement {
  bytes: Uint8Array;
  replaced: number;
  /** The number of the first line that has changed, from 1. */
  firstLine: number;
}

/** How long a beginning of `piece` ends with each of its bytes: the table of Knuth, Morris and Pratt. */
function borders(piece: Uint8Array): Int32Array {
  const table = new Int32Array(piece.length);
  for (let at = 1, length = 0; at < piece.length; at++) {
    while (length > 0 && piece[at] !== piece[length]) length = table[length - 1] as number;
    if (piece[at] === piece[length]) length++;
    table[at] = length;
  }
  return table;
}

/** The places of `piece` in `bytes`, which do not overlap. The time is linear, whatever a guest has written. */
export function placesOf(piece: Uint8Array, bytes: Uint8Array): number[] {
  const table = borders(piece);
  const [first = 0] = piece;
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (matched === 0) {
      at = bytes.indexOf(first, at);
      if (at < 0) break;
    }
    while (matched > 0 && bytes[at] !== piece[matched]) matched = table[matched - 1] as number;
    if (bytes[at] === piece[matched]) matched++;
    if (matched < piece.length) continue;
    places.push(at - matched + 1);
    matched = 0;
  }
  return places;
}

function hasCarriageReturns(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(newline);
  return end > 0 && bytes[end - 1] === carriageReturn;
}

const withCarriageReturns = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/** The number of the line that a byte is in, from 1. */
function lineAt(bytes: Uint8Array, place: number): number {
  let line = 1;
  for (let at = bytes.indexOf(newline); at >= 0 && at < place; at = bytes.indexOf(newline, at + 1)) line++;
  return line;
}

/**
 * Has `old`, which must be there once, or with `all` at least once, give way to `replacement`. In a file whose lines end with CR LF, LF
 * stands for that. Throws E_EDIT_NO_MATCH and E_EDIT_MANY_MATCHES.
 */
export function replaceIn(
  bytes: Uint8Array,
  path: string,
  { old, replacement, all }: { old: string; replacement: string; all: boolean },
): Replacement {
  let [sought, given] = [encode(old), encode(replacement)];
  let places = placesOf(sought, bytes);
  if (hasCarriageReturns(bytes)) {
    if (places.length === 0) {
      sought = encode(withCarriageReturns(old));
      places = placesOf(sought, bytes);
    }
    given = encode(withCarriageReturns(replacement));
  }
  const [first] = places;
  if (first === undefined) throw noMatch(bytes, path, old);
  if (places.length > 1 && !all) throw manyMatches(bytes, path, places);
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const place of places) {
    pieces.push(bytes.subarray(from, place), given);
    from = place + sought.length;
  }
  pieces.push(bytes.subarray(from));
  return { bytes: concatenate(pieces), replaced: places.length, firstLine: lineAt(bytes, first) };
}

function manyMatches(bytes: Uint8Array, path: string, places: number[]): SandboxError {
  const lines = places.slice(0, mostNamed).map((place) => lineAt(bytes, place));
  const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more` : '';
  return new SandboxError(
    `the text to replace is in ${path} ${places.length} times: at lines ${lines.join(', ')}${more}. ` +
      'Give more of what is around it, or all: true',
    { code: 'E_EDIT_MANY_MATCHES', path },
  );
}

function noMatch(bytes: Uint8Array, path: string, old: string): SandboxError {
  const near = nearLines(bytes, old);
  const shown = near.map(({ line, text }) => `\n  line ${line}: ${text.slice(0, shownLength)}`).join('');
  return new SandboxError(
    `the text to replace is not in ${path}${near.length > 0 ? `. The lines most like its first line:${shown}` : ''}`,
    { code: 'E_EDIT_NO_MATCH', path },
  );
}

/** Pairs of characters, by which two lines are alike. */
function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  const plain = text.trim().slice(0, shownLength);
  for (let at = 0; at + 1 < plain.length; at++) pairs.add(plain.slice(at, at + 2));
  return pairs;
}

/** The lines that look like the first line of `old` that says something, the one most like it first. */
function nearLines(bytes: Uint8Array, old: string): { line: number; text: string }[] {
  const wanted = pairsOf(old.split('\n').find((line) => line.trim() !== '') ?? '');
  if (wanted.size === 0) return [];
  const found: { line: number; text: string; likeness: number }[] = [];
  // Of a long file the beginning is looked at.
  const lines = decode(bytes.subarray(0, 4 * 1024 * 1024)).split('\n');
  lines.forEach((text, index) => {
    const pairs = pairsOf(text);
    let common = 0;
    for (const pair of pairs) if (wanted.has(pair)) common++;
    const likeness = (2 * common) / (pairs.size + wanted.size);
    if (likeness <= 0.5) return;
    found.push({ line: index + 1, text: text.replace(/\r$/, ''), likeness });
    if (found.length > 2 * mostNear) {
      found.sort((one, other) => other.likeness - one.likeness);
      found.length = mostNear;
    }
  });
  return found.sort((one, other) => other.likeness - one.likeness).slice(0, mostNear);
}

/** Where a line begins, by its number from 1; the end of the text for the one after the last. `undefined`: there is no such line. */
function beginningOf(bytes: Uint8Array, line: number): number | undefined {
  let at = 0;
  for (let number = 1; number < line; number++) {
    if (at >= bytes.length) return undefined;
    const end = bytes.indexOf(newline, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return at;
}

/** How many lines a text has; a last one without an end counts. */
function lineCount(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== newline ? count + 1 : count;
}

/** Puts whole lines after line `line`; 0: before the first. */
export function insertAfter(bytes: Uint8Array, path: string, line: number, text: string): Uint8Array {
  const at = beginningOf(bytes, line + 1);
  if (at === undefined) {
    throw new SandboxError(`${path} has ${lineCount(bytes)} lines: there is no line ${line} to insert after`, {
      code: 'E_EDIT_NO_MATCH',
      path,
    });
  }
  const end = hasCarriageReturns(bytes) ? '\r\n' : '\n';
  const lines = hasCarriageReturns(bytes) ? withCarriageReturns(text) : text;
  const isOpen = at > 0 && bytes[at - 1] !== newline;
  // The last line of the file stays without an end if it was.
  const given = `${isOpen ? end : ''}${lines}${lines.endsWith('\n') || isOpen ? '' : end}`;
  return concatenate([bytes.subarray(0, at), encode(given), bytes.subarray(at)]);
}

/** Lines `start` to `end`, numbered as `cat -n` does. */
export function showLines(bytes: Uint8Array, start: number, end: number, numbers: boolean): string {
  const from = beginningOf(bytes, start);
  if (from === undefined || (from >= bytes.length && start > 1)) {
    throw optionError('start', `is ${start}, and the file has ${lineCount(bytes)} lines`);
  }
  let to = from;
  for (let line = start; line <= end && to < bytes.length; line++) {
    const next = bytes.indexOf(newline, to);
    to = next < 0 ? bytes.length : next + 1;
  }
  const text = decode(bytes.subarray(from, to));
  if (!numbers || text === '') return text;
  const isOpen = !text.endsWith('\n');
  const lines = (isOpen ? text : text.slice(0, -1)).split('\n');
  const shown = lines.map((line, index) => `${String(start + index).padStart(6)}\t${line}`).join('\n');
  return isOpen ? shown : `${shown}\n`;
}
