// The header block of a member: v7, ustar and GNU's, whose fields stand at the same places.

import { corrupt } from './errors.js';

export const blockSize = 512;

/** Where fields are: first byte and length. */
export const field = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  linkName: [157, 100],
  magic: [257, 8],
  prefix: [345, 155],
  gnuSparse: [386, 96],
  gnuExtended: [482, 1],
  gnuRealSize: [483, 12],
} as const;

export type Place = readonly [number, number];

const encoder = new TextEncoder();
export const ustarMagic = encoder.encode('ustar\x0000');
export const gnuMagic = encoder.encode('ustar  \0');

const [nul, space, slash, digit0, digit7] = [0, 0x20, 0x2f, 0x30, 0x37];

export interface Header {
  type: string;
  name: Uint8Array;
  linkName: Uint8Array;
  mode: number;
  uid: number;
  gid: number;
  size: number;
  mtime: number;
  /** GNU's own form, with a map of holes and the like in it. */
  gnu: boolean;
}

function bytesAt(block: Uint8Array, [at, length]: Place): Uint8Array {
  return block.subarray(at, at + length);
}

/** Up to the first NUL. */
export function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(nul);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

// GNU's form for numbers that are too large for octal digits: big-endian, two's complement. The upper bits of the first byte mark it.
function base256(bytes: Uint8Array): bigint {
  let value = BigInt(bytes[0]! & 0x3f);
  for (const byte of bytes.subarray(1)) value = (value << 8n) | BigInt(byte);
  return bytes[0]! & 0x40 ? value - (1n << BigInt(bytes.length * 8 - 2)) : value;
}

/** A number as tar writes it: octal digits, blanks around them, nothing at all for 0; or base 256. */
export function numberAt(block: Uint8Array, place: Place, what: string): number {
  const bytes = bytesAt(block, place);
  if (bytes[0]! & 0x80) {
    const value = Number(base256(bytes));
    if (!Number.isSafeInteger(value)) throw corrupt(`its ${what} has too large a number`);
    return value;
  }
  let at = 0;
  while (at < bytes.length && bytes[at] === space) at++;
  let value = 0;
  for (; at < bytes.length && bytes[at]! >= digit0 && bytes[at]! <= digit7; at++)
    value = value * 8 + bytes[at]! - digit0;
  if (at < bytes.length && bytes[at] !== nul && bytes[at] !== space) throw corrupt(`its ${what} has what is no number`);
  return value;
}

export function isZero(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Old programs summed signed bytes. The bytes of the sum itself count as blanks. */
export function checksums(block: Uint8Array): { unsigned: number; signed: number } {
  const [at, length] = field.checksum;
  let unsigned = length * space;
  let high = 0;
  for (let i = 0; i < blockSize; i++) {
    if (i >= at && i < at + length) continue;
    unsigned += block[i]!;
    if (block[i]! & 0x80) high++;
  }
  return { unsigned, signed: unsigned - 256 * high };
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

function joined(prefix: Uint8Array, name: Uint8Array): Uint8Array {
  const whole = new Uint8Array(prefix.length + 1 + name.length);
  whole.set(prefix);
  whole[prefix.length] = slash;
  whole.set(name, prefix.length + 1);
  return whole;
}

/** Reads a block that is not all zeros. The result shares no bytes with it. */
export function parseHeader(block: Uint8Array): Header {
  const sum = numberAt(block, field.checksum, 'checksum');
  const { unsigned, signed } = checksums(block);
  if (sum !== unsigned && sum !== signed) throw corrupt('a header has a wrong checksum');
  const name = untilNul(bytesAt(block, field.name));
  const magic = bytesAt(block, field.magic);
  const prefix = startsWith(magic, ustarMagic.subarray(0, 6))
    ? untilNul(bytesAt(block, field.prefix))
    : new Uint8Array();
  return {
    type: String.fromCharCode(block[field.type[0]]!),
    name: prefix.length > 0 ? joined(prefix, name) : name.slice(),
    linkName: untilNul(bytesAt(block, field.linkName)).slice(),
    mode: numberAt(block, field.mode, 'mode'),
    uid: numberAt(block, field.uid, 'owner'),
    gid: numberAt(block, field.gid, 'group'),
    size: numberAt(block, field.size, 'size'),
    mtime: numberAt(block, field.mtime, 'time'),
    gnu: startsWith(magic, gnuMagic),
  };
}
