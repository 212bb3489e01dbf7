// The headers of exported archives: ustar, with PAX records before it for values that do not fit. Names that are not UTF-8 cannot be PAX
// records, and use GNU's form. Equal files give equal bytes.

import { concatenate, encode } from '../text/text.js';
import { blockSize, checksums, field, type Place, ustarMagic } from './header.js';
import type { Time } from './pax.js';
import type { Piece } from './sparse.js';

/** The fields of a header. The `name` of a directory ends in a slash. */
export interface Entry {
  type: '0' | '1' | '2' | '5' | '6' | 'x' | 'K' | 'L';
  name: Uint8Array;
  linkName?: Uint8Array;
  mode: number;
  uid: number;
  gid: number;
  mtime: Time;
  /** The size of the file, including its holes; 0 for other types. */
  size: number;
  /** The pieces of data of a sparse file; absent if it has no holes. */
  pieces?: Piece[];
}

const [slash, space, digit0] = [0x2f, 0x20, 0x30];
const nothing = new Uint8Array();
const zeros = new Uint8Array(blockSize);
const strict = new TextDecoder('utf-8', { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

/** A PAX record with a name that is not UTF-8 needs `hdrcharset`, which GNU tar warns of. */
const isForHeader = (bytes: Uint8Array): boolean => isAscii(bytes) || !isUtf8(bytes);

/** The place where a long name is split in two, at a slash; `undefined`: it cannot be split. */
function split(name: Uint8Array): { prefix: Uint8Array; name: Uint8Array } | undefined {
  if (name.length <= field.name[1]) return { prefix: nothing, name };
  const at = name.subarray(0, name.length - 1).indexOf(slash, name.length - field.name[1] - 1);
  if (at <= 0 || at > field.prefix[1]) return undefined;
  return { prefix: name.subarray(0, at), name: name.subarray(at + 1) };
}

/** The largest number for a field, which ends in a NUL. */
const fits = (value: number, [, length]: Place): boolean => value >= 0 && value < 8 ** (length - 1);

/** Octal digits that fill a field up to the NUL at its end. */
function putNumber(block: Uint8Array, [at, length]: Place, value: number): void {
  let left = fits(value, [at, length]) ? value : 0;
  for (let i = at + length - 2; i >= at; i--) {
    block[i] = digit0 + (left % 8);
    left = Math.floor(left / 8);
  }
}

function header(entry: Entry, size: number): Uint8Array {
  const block = new Uint8Array(blockSize);
  const put = ([at, length]: Place, bytes: Uint8Array): void => block.set(bytes.subarray(0, length), at);
  const parts = split(entry.name) ?? { prefix: nothing, name: entry.name };
  put(field.name, parts.name);
  put(field.prefix, parts.prefix);
  putNumber(block, field.mode, entry.mode & 0o7777);
  putNumber(block, field.uid, entry.uid);
  putNumber(block, field.gid, entry.gid);
  putNumber(block, field.size, size);
  putNumber(block, field.mtime, entry.mtime.seconds);
  block[field.type[0]] = entry.type.charCodeAt(0);
  if (entry.linkName !== undefined) put(field.linkName, entry.linkName);
  put(field.magic, ustarMagic);
  // Six digits, a NUL and a blank, by tradition.
  const [at, length] = field.checksum;
  putNumber(block, [at, length - 1], checksums(block).unsigned);
  block[at + length - 1] = space;
  return block;
}

/** A record, whose length includes the digits of the length. */
function record(key: string, value: Uint8Array): Uint8Array {
  const rest = encode(` ${key}=`);
  let length = rest.length + value.length + 1;
  for (let digits = 0; digits !== String(length).length; ) {
    digits = String(length).length;
    length = rest.length + value.length + 1 + digits;
  }
  return concatenate([encode(String(length)), rest, value, encode('\n')]);
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / blockSize) * blockSize);
  whole.set(bytes);
  return whole;
}

/** The map of the pieces, with which the file's data begins. */
function sparseMap(pieces: readonly Piece[], size: number): Uint8Array {
  const listed =
    (pieces.at(-1)?.offset ?? 0) + (pieces.at(-1)?.length ?? 0) < size
      ? [...pieces, { offset: size, length: 0 }]
      : pieces;
  const lines = listed.map(({ offset, length }) => `${offset}\n${length}\n`);
  return padded(encode(`${listed.length}\n${lines.join('')}`));
}

function timeText({ seconds, nanoseconds }: Time): string {
  const negative = seconds < 0 && nanoseconds > 0;
  const whole = negative ? `-${-seconds - 1}` : String(seconds);
  const rest = negative ? 1_000_000_000 - nanoseconds : nanoseconds;
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(9, '0').replace(/0+$/, '')}`;
}

const fitsLink = (name: Uint8Array): boolean => name.length <= field.linkName[1];

const needsRecord = (name: Uint8Array, hasRoom: boolean): boolean => isUtf8(name) && !(hasRoom && isForHeader(name));

/** A member in GNU's form before the entry: a name that does not fit. */
function longName(type: 'K' | 'L', name: Uint8Array): Uint8Array[] {
  const data = concatenate([name, Uint8Array.of(0)]);
  return [header(extension(type, encode('././@LongLink')), data.length), padded(data)];
}

function longNames({ name, linkName, pieces }: Entry): Uint8Array[] {
  const isLong = pieces === undefined && split(name) === undefined && !isUtf8(name);
  const isLinkLong = linkName !== undefined && !fitsLink(linkName) && !isUtf8(linkName);
  return [...(isLinkLong ? longName('K', linkName) : []), ...(isLong ? longName('L', name) : [])];
}

/** The header of a member that describes the next one. */
function extension(type: 'x' | 'K' | 'L', name: Uint8Array): Entry {
  return { type, name, mode: 0o644, uid: 0, gid: 0, mtime: { seconds: 0, nanoseconds: 0 }, size: 0 };
}

/** The values that do not fit into the entry's ustar header. */
function records(entry: Entry, stored: number): Uint8Array[] {
  const { name, linkName, uid, gid, mtime, pieces, size } = entry;
  const values: [string, Uint8Array | string | number][] = [];
  if (pieces === undefined && needsRecord(name, split(name) !== undefined)) values.push(['path', name]);
  if (linkName !== undefined && needsRecord(linkName, fitsLink(linkName))) values.push(['linkpath', linkName]);
  if (!fits(stored, field.size)) values.push(['size', stored]);
  if (!fits(uid, field.uid)) values.push(['uid', uid]);
  if (!fits(gid, field.gid)) values.push(['gid', gid]);
  if (mtime.nanoseconds !== 0 || !fits(mtime.seconds, field.mtime)) values.push(['mtime', timeText(mtime)]);
  if (pieces !== undefined) {
    values.push(
      ['GNU.sparse.major', 1],
      ['GNU.sparse.minor', 0],
      ['GNU.sparse.name', name],
      ['GNU.sparse.realsize', size],
    );
  }
  return values.map(([key, value]) => record(key, value instanceof Uint8Array ? value : encode(String(value))));
}

function lastName(name: Uint8Array): Uint8Array {
  const end = name.at(-1) === slash ? name.length - 1 : name.length;
  return name.subarray(name.lastIndexOf(slash, end - 1) + 1, end);
}

/** Everything before the data of an entry. */
export function headersOf(entry: Entry): Uint8Array {
  const map = entry.pieces === undefined ? nothing : sparseMap(entry.pieces, entry.size);
  const data = entry.pieces?.reduce((sum, { length }) => sum + length, 0) ?? entry.size;
  const stored = map.length + data;
  const extended = concatenate(records(entry, stored));
  // A program that does not know sparse files gets the file under another name, as with GNU tar.
  const own =
    entry.pieces === undefined
      ? entry
      : { ...entry, name: concatenate([encode('GNUSparseFile.0/'), lastName(entry.name)]) };
  const before = longNames(entry);
  if (extended.length > 0) {
    const name = concatenate([encode('PaxHeaders/'), lastName(entry.name)]).subarray(0, field.name[1]);
    before.push(header(extension('x', name), extended.length), padded(extended));
  }
  return concatenate([...before, header(own, stored), map]);
}

/** The padding of data of that size. */
export function paddingAfter(size: number): Uint8Array {
  return zeros.subarray(0, (blockSize - (size % blockSize)) % blockSize);
}

/** The end of an archive. */
export function trailer(): Uint8Array {
  return new Uint8Array(2 * blockSize);
}
