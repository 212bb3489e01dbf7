// Maps of sparse files, in GNU's four forms: the pieces of a file that are in the archive.

import { decode, encode } from '../text/text.js';
import type { ByteQueue } from './byte-queue.js';
import { corrupt } from './errors.js';
import { blockSize, field, numberAt, type Place } from './header.js';
import { mostPieces, type PaxRecords, parseDecimal } from './pax.js';

/** A piece of data. Between two pieces is a hole. */
export interface Piece {
  offset: number;
  length: number;
}

const torn = 'its map of holes is torn';
const pairBytes = 24;
const numberBytes = 12;
const inHeader = 4;
const inExtension = 21;
const extendedAt = 504;

function pairAt(block: Uint8Array, at: number): Piece | undefined {
  const places: Place[] = [
    [at, numberBytes],
    [at + numberBytes, numberBytes],
  ];
  const [offset, length] = places.map((place) => numberAt(block, place, 'map of holes')) as [number, number];
  // An offset that begins with NUL ends the list.
  return block[at] === 0 ? undefined : { offset, length };
}

/** The old form: in the header and in blocks that follow it. */
export async function readOldMap(header: Uint8Array, input: ByteQueue, pace: () => Promise<void>): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const add = (block: Uint8Array, first: number, count: number): void => {
    for (let i = 0; i < count; i++) {
      const piece = pairAt(block, first + i * pairBytes);
      if (piece === undefined) return;
      pieces.push(piece);
    }
    if (pieces.length > mostPieces) throw corrupt('a file has too many holes');
  };
  add(header, field.gnuSparse[0], inHeader);
  let more = header[field.gnuExtended[0]] !== 0;
  for (let blocks = 0; more; blocks++) {
    // Blocks without a piece could follow each other for ever.
    if (blocks > mostPieces) throw corrupt('a file has too many holes');
    const block = await input.exactly(blockSize);
    if (block.length < blockSize) throw corrupt('it is cut short');
    add(block, 0, inExtension);
    await pace();
    more = block[extendedAt] !== 0;
  }
  return pieces;
}

function paired(numbers: readonly number[]): Piece[] {
  if (numbers.length % 2 !== 0) throw corrupt(torn);
  const pieces: Piece[] = [];
  for (let i = 0; i < numbers.length; i += 2) pieces.push({ offset: numbers[i]!, length: numbers[i + 1]! });
  return pieces;
}

/** PAX's forms 0.0 and 0.1: the map is in the records. */
export function mapInRecords({ values, pieces }: PaxRecords): Piece[] | undefined {
  const map = values.get('GNU.sparse.map');
  if (map === undefined) return pieces.length > 0 ? paired(pieces) : undefined;
  const parts = decode(map).split(',');
  if (parts.length > 2 * mostPieces) throw corrupt('a file has too many holes');
  if (parts.some((part) => !/^[0-9]{1,16}$/.test(part))) throw corrupt(torn);
  return paired(parts.map(Number));
}

/** PAX's form 1.0: the map is lines of numbers in the first blocks of the data. `taken`: the size of these blocks. */
export async function readMapInData(
  input: ByteQueue,
  size: number,
  pace: () => Promise<void>,
): Promise<{ pieces: Piece[]; taken: number }> {
  const numbers: number[] = [];
  let wanted = 1;
  let rest = '';
  let taken = 0;
  while (numbers.length < wanted) {
    if (taken + blockSize > size) throw corrupt(torn);
    const block = await input.exactly(blockSize);
    if (block.length < blockSize) throw corrupt('it is cut short');
    taken += blockSize;
    await pace();
    const lines = (rest + decode(block)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > 2 * blockSize) throw corrupt(torn);
    for (const line of lines) {
      // The padding of the last block.
      if (numbers.length === wanted) break;
      numbers.push(parseDecimal(encode(line), 'a place in its map of holes'));
      if (numbers.length > 1) continue;
      if (numbers[0]! > mostPieces) throw corrupt('a file has too many holes');
      wanted = 1 + 2 * numbers[0]!;
    }
  }
  return { pieces: paired(numbers.slice(1)), taken };
}

/** Checks that the pieces are in order, lie in the file and match the size of the data. */
export function checkPieces(pieces: readonly Piece[], fileSize: number, dataSize: number): void {
  let end = 0;
  let data = 0;
  for (const { offset, length } of pieces) {
    if (offset < end || !Number.isSafeInteger(offset + length)) throw corrupt(torn);
    end = offset + length;
    data += length;
  }
  if (end > fileSize || data !== dataSize) throw corrupt(torn);
}
