// Reads tar archives from a stream: v7, ustar, GNU and PAX, with any content. It holds one header and one chunk at a time.

import { ByteQueue } from './byte-queue.js';
import { corrupt } from './errors.js';
import { blockSize, field, type Header, isZero, numberAt, parseHeader, untilNul } from './header.js';
import { type PaxRecords, parseDecimal, parsePax, parseTime, type Time } from './pax.js';
import { checkPieces, mapInRecords, type Piece, readMapInData, readOldMap } from './sparse.js';

export type MemberType = 'file' | 'directory' | 'symlink' | 'link' | 'fifo' | 'device' | 'other';

/** A member of an archive. Names are bytes. */
export interface Member {
  type: MemberType;
  name: Uint8Array;
  /** The target of a link. */
  linkName: Uint8Array;
  mode: number;
  uid: number;
  gid: number;
  mtime: Time;
  atime: Time | undefined;
  /** The size of the file, including its holes. */
  size: number;
  /** For a file: the pieces that `read` returns, and their places. */
  pieces: Piece[];
}

// The maximal size of long names and extended headers. A path has 4 KiB at most.
const largestExtension = 1024 * 1024;
// The padding at the end of an archive is read, since the checksum of a compressed archive comes after it.
const mostPadding = 1024 * 1024;
const slash = 0x2f;

const types: ReadonlyMap<string, MemberType> = new Map([
  ['1', 'link'],
  ['2', 'symlink'],
  ['3', 'device'],
  ['4', 'device'],
  ['5', 'directory'],
  ['6', 'fifo'],
  // Of GNU's: a directory with a list of its names, a volume's name, a part of a file, names in the oldest form.
  ['D', 'directory'],
  ['V', 'other'],
  ['M', 'other'],
  ['N', 'other'],
]);

/** The fields of extended headers for the next member. */
interface Extensions {
  pax: PaxRecords | undefined;
  name: Uint8Array | undefined;
  linkName: Uint8Array | undefined;
}

export class TarReader {
  readonly #input: ByteQueue;
  /** The rest of the member's data, and its padding. */
  #data = 0;
  #padding = 0;
  readonly #pace: () => Promise<void>;
  readonly #global = new Map<string, Uint8Array>();

  /** `pace`: called between pieces of work. */
  constructor(source: AsyncIterable<Uint8Array>, pace: () => Promise<void> = async () => {}) {
    this.#input = new ByteQueue(source);
    this.#pace = pace;
  }

  /** The next member, after the rest of the last one was skipped; `undefined`: the archive has ended. */
  async next(): Promise<Member | undefined> {
    await this.#skip(this.#data + this.#padding);
    this.#data = this.#padding = 0;
    const extensions: Extensions = { pax: undefined, name: undefined, linkName: undefined };
    for (;;) {
      const block = await this.#input.exactly(blockSize);
      if (block.length === 0) throw corrupt('it ends without the mark of its end');
      if (block.length < blockSize) throw corrupt('it is cut short');
      if (isZero(block)) {
        await this.#drain();
        return undefined;
      }
      const header = parseHeader(block);
      if (header.size < 0) throw corrupt('a size is negative');
      if (!(await this.#extend(extensions, header))) return this.#member(block, header, extensions);
    }
  }

  /** At most `most` bytes of the member's data; none at its end. Valid until the next call. */
  async read(most: number): Promise<Uint8Array> {
    const bytes = await this.#input.some(Math.min(most, this.#data));
    if (bytes.length === 0 && this.#data > 0) throw corrupt('it is cut short');
    this.#data -= bytes.length;
    return bytes;
  }

  /** No more members are wanted. */
  close(): Promise<void> {
    return this.#input.close();
  }

  async #extend(extensions: Extensions, header: Header): Promise<boolean> {
    switch (header.type) {
      case 'x':
      case 'X':
        extensions.pax = parsePax(await this.#extension(header.size));
        return true;
      case 'g':
        for (const [key, value] of parsePax(await this.#extension(header.size)).values) this.#global.set(key, value);
        return true;
      case 'L':
        extensions.name = untilNul(await this.#extension(header.size)).slice();
        return true;
      case 'K':
        extensions.linkName = untilNul(await this.#extension(header.size)).slice();
        return true;
      default:
        return false;
    }
  }

  async #extension(size: number): Promise<Uint8Array> {
    if (size > largestExtension) throw corrupt('an extended header is larger than 1 MiB');
    const bytes = await this.#input.exactly(size);
    if (bytes.length < size) throw corrupt('it is cut short');
    // The next bytes may overwrite these.
    const copy = bytes.slice();
    await this.#skip(paddingOf(size));
    return copy;
  }

  async #member(block: Uint8Array, header: Header, { pax, name, linkName }: Extensions): Promise<Member> {
    const value = (key: string): Uint8Array | undefined => {
      const own = pax?.values.get(key) ?? this.#global.get(key);
      return own !== undefined && own.length > 0 ? own : undefined;
    };
    const numeric = (key: string, otherwise: number): number => {
      const own = value(key);
      return own === undefined ? otherwise : parseDecimal(own, key);
    };
    const time = (key: string): Time | undefined => {
      const own = value(key);
      return own === undefined ? undefined : parseTime(own, key);
    };
    // A hard link has the file's size, but no data.
    const stored = header.type === '1' ? 0 : numeric('size', header.size);
    this.#data = stored;
    this.#padding = paddingOf(stored);
    const member: Member = {
      type: types.get(header.type) ?? 'file',
      name: value('GNU.sparse.name') ?? value('path') ?? name ?? header.name,
      linkName: value('linkpath') ?? linkName ?? header.linkName,
      mode: header.mode & 0o7777,
      uid: numeric('uid', header.uid),
      gid: numeric('gid', header.gid),
      mtime: time('mtime') ?? { seconds: header.mtime, nanoseconds: 0 },
      atime: time('atime'),
      size: stored,
      pieces: [],
    };
    // The oldest form has no type for directories.
    if (member.type === 'file' && member.name.at(-1) === slash) member.type = 'directory';
    if (member.type === 'file')
      await this.#findPieces(member, block, header, { values: withOwn(this.#global, pax), pieces: pax?.pieces ?? [] });
    return member;
  }

  async #findPieces(member: Member, block: Uint8Array, header: Header, records: PaxRecords): Promise<void> {
    const { values } = records;
    const size = values.get('GNU.sparse.realsize') ?? values.get('GNU.sparse.size');
    let pieces: Piece[] | undefined;
    if (header.type === 'S' && header.gnu) {
      pieces = await readOldMap(block, this.#input, this.#pace);
      member.size = numberAt(block, field.gnuRealSize, 'size');
    } else if (values.get('GNU.sparse.major')?.[0] === 0x31) {
      const map = await readMapInData(this.#input, this.#data, this.#pace);
      this.#data -= map.taken;
      pieces = map.pieces;
    } else {
      pieces = mapInRecords(records);
    }
    if (pieces === undefined) {
      member.pieces = member.size > 0 ? [{ offset: 0, length: member.size }] : [];
      return;
    }
    if (size !== undefined && size.length > 0) member.size = parseDecimal(size, 'the size of a file');
    checkPieces(pieces, member.size, this.#data);
    member.pieces = pieces.filter(({ length }) => length > 0);
  }

  async #skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const passed = await this.#input.some(left);
      if (passed.length === 0) throw corrupt('it is cut short');
      left -= passed.length;
    }
  }

  async #drain(): Promise<void> {
    for (let left = mostPadding; left > 0; ) {
      const passed = await this.#input.some(left);
      if (passed.length === 0) return;
      left -= passed.length;
    }
  }
}

function paddingOf(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}

function withOwn(global: Map<string, Uint8Array>, pax: PaxRecords | undefined): Map<string, Uint8Array> {
  return pax === undefined ? global : new Map([...global, ...pax.values]);
}
