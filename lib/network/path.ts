// Finds the meanings that a path may have for servers. Patterns with a path must hold for all of them.

const mostDecodings = 4;

/** The readings of a path without its query. */
export interface PathReadings {
  /** The path as it was sent. */
  readonly sent: string;
  /** The path, and the results of decoding it again and again: separators unified, parameters removed, dots resolved, lower case. */
  readonly readings: readonly string[];
  /** The path has steps such as `..`, in whatever disguise, or can be decoded without end. */
  readonly isEvasive: boolean;
}

/** The readings of a request's path, made when a pattern has a path. */
export class RequestPath implements PathReadings {
  readonly sent: string;
  #read: PathReadings | undefined;

  constructor(target: string) {
    this.sent = withoutQuery(target);
  }

  get readings(): readonly string[] {
    return this.#reading.readings;
  }

  get isEvasive(): boolean {
    return this.#reading.isEvasive;
  }

  get #reading(): PathReadings {
    this.#read ??= readPath(this.sent);
    return this.#read;
  }
}

function withoutQuery(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

export function readPath(target: string): PathReadings {
  const sent = withoutQuery(target);
  const readings: string[] = [];
  const codes = codesOf(sent);
  let length = codes.length;
  let isEvasive = false;
  for (let round = 0; ; round++) {
    const { reading, isOdd } = resolve(codes.subarray(0, length));
    const decoded = decode(codes, length);
    isEvasive ||= isOdd || decoded.isOdd;
    readings.push(reading);
    if (decoded.length === length) return { sent, readings, isEvasive };
    if (round === mostDecodings) return { sent, readings, isEvasive: true };
    length = decoded.length;
  }
}

/** Whether the path is certainly at or below `prefix`. */
export function isBelow(path: PathReadings, prefix: string): boolean {
  return !path.isEvasive && begins(path.sent, prefix);
}

/** Whether one reading of the path may be at or below a prefix. `wanted`: the last reading of the prefix. */
export function mayBeBelow(path: PathReadings, wanted: string): boolean {
  return path.isEvasive || path.readings.some((reading) => begins(`${reading}/`, wanted) || begins(reading, wanted));
}

function begins(path: string, prefix: string): boolean {
  if (prefix.endsWith('/')) return path.startsWith(prefix);
  return path === prefix || path.startsWith(`${prefix}/`);
}

const code = (letter: string): number => letter.charCodeAt(0);
const [slash, backslash, semicolon, dot, space] = ['/', '\\', ';', '.', ' '].map(code) as Five;
const [percent, letterU, colon, dollar, digit0] = ['%', 'u', ':', '$', '0'].map(code) as Five;
type Five = [number, number, number, number, number];

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
  return codes;
}

/** The steps of a path without empty ones, parameters and dots, in one pass. */
function resolve(codes: Uint16Array): { reading: string; isOdd: boolean } {
  const kept = new Uint16Array(codes.length + 2);
  let length = 0;
  let isOdd = false;
  let hasEmptyEnd = false;
  for (let begin = 0; ; ) {
    let [stop, end] = [begin, -1];
    for (; stop < codes.length && codes[stop] !== slash && codes[stop] !== backslash; stop++) {
      isOdd ||= isOddAt(codes, stop);
      if (codes[stop] === semicolon && end < 0) end = stop;
    }
    if (end < 0) end = stop;
    // Windows drops trailing dots and spaces, so the step means another; `.` and `..` are among these.
    if (end > begin && (codes[end - 1] === dot || codes[end - 1] === space)) isOdd = true;
    if (isUp(codes, begin, end)) {
      while (length > 0 && kept[--length] !== slash);
    } else if (end > begin && !(end === begin + 1 && codes[begin] === dot)) {
      kept[length++] = slash;
      for (let at = begin; at < end; at++) kept[length++] = codes[at]!;
    }
    hasEmptyEnd = end === begin && begin > 0;
    if (stop === codes.length) break;
    begin = stop + 1;
  }
  if (length === 0 || hasEmptyEnd) kept[length++] = slash;
  return { reading: utf16.decode(kept.subarray(0, length)).toLowerCase(), isOdd };
}

const isUp = (codes: Uint16Array, begin: number, end: number): boolean =>
  end === begin + 2 && codes[begin] === dot && codes[begin + 1] === dot;

/** Characters that only some servers read as another path: control characters, NTFS streams, overlong UTF-8. */
function isOddAt(codes: Uint16Array, at: number): boolean {
  const value = codes[at]!;
  if (value < 0x20) return true;
  if (value === dollar) return at > 0 && codes[at - 1] === colon;
  if (value < 0xc0 || value > 0xfc) return false;
  const next = codes[at + 1] ?? 0;
  if (value < 0xc2) return true;
  const least: Partial<Record<number, number>> = { 224: 0xa0, 240: 0x90, 248: 0x88, 252: 0x84 };
  return next >= 0x80 && next < (least[value] ?? 0);
}

/** Decodes escapes in place and returns the new length. `isOdd`: there are escapes that no URL needs. */
function decode(codes: Uint16Array, length: number): { length: number; isOdd: boolean } {
  let to = 0;
  let isOdd = false;
  for (let at = 0; at < length; ) {
    const isWide = codes[at] === percent && ((codes[at + 1] ?? 0) | 0x20) === letterU;
    const value = codes[at] !== percent ? -1 : hexadecimal(codes, isWide ? at + 4 : at + 1, length);
    const isLatin = isWide && codes[at + 2] === digit0 && codes[at + 3] === digit0;
    if (isWide && !isLatin && value >= 0 && hexadecimal(codes, at + 2, length) >= 0) isOdd = true;
    if (value < 0 || (isWide && !isLatin)) {
      codes[to++] = codes[at++]!;
    } else {
      codes[to++] = value;
      at += isWide ? 6 : 3;
    }
  }
  return { length: to, isOdd };
}

/** The value of two hexadecimal digits; -1: they are none. */
function hexadecimal(codes: Uint16Array, at: number, length: number): number {
  if (at + 2 > length) return -1;
  const [high, low] = [digit(codes[at]!), digit(codes[at + 1]!)];
  return high < 0 || low < 0 ? -1 : 16 * high + low;
}

function digit(value: number): number {
  if (value >= digit0 && value < digit0 + 10) return value - digit0;
  const letter = (value | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}
