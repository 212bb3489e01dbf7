// Reads the pages of an LMDB file (lmdb.h, mdb.c: MDB_page, MDB_node, MDB_db) without trusting any of them.

import type { FileHandle } from 'node:fs/promises';

/** The error for a file that would make LMDB end the process. */
export class Unsound extends Error {}

export function check(holds: boolean): asserts holds {
  if (!holds) throw new Unsound();
}

/** The header of each page. Offsets of nodes count from its end. */
export const headerBytes = 24;
const nodeBytes = 8;
/** Stands in place of content that has pages of its own. */
const overflowBytes = 24;
const hasOverflow = 1;

export const kind = { branch: 1, leaf: 2, overflow: 4, meta: 8 } as const;

const place = { transaction: 8, pad: 16, kind: 18, lower: 20, upper: 22, count: 20 } as const;

/** Bytes that are read at a time, including gaps between pages that are near each other. */
const mostRead = 2 ** 20;
const nearPages = 16;

/** A file that is smaller is read at once. */
const smallFile = 2 ** 22;

/** A number of 8 bytes, if JavaScript can represent it exactly. */
export function number(bytes: Buffer, at: number): number {
  const value = bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
  check(Number.isSafeInteger(value));
  return value;
}

export class PageFile {
  readonly #file: FileHandle;
  readonly #size: number;
  #whole: Buffer | undefined;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  async read(at: number, length: number): Promise<Buffer> {
    check(at >= 0 && length >= 0 && at + length <= this.#size);
    if (this.#size <= smallFile) this.#whole ??= await this.#read(0, this.#size);
    return this.#whole?.subarray(at, at + length) ?? this.#read(at, length);
  }

  async #read(at: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#file.read(bytes, done, length - done, at + done);
      check(bytesRead > 0);
      done += bytesRead;
    }
    return bytes;
  }

  /** Calls `use` for some pages, in the order of the file. */
  async readPages(
    numbers: readonly number[],
    pageSize: number,
    use: (page: Buffer, number: number) => Promise<void>,
  ): Promise<void> {
    const sorted = numbers.toSorted((a, b) => a - b);
    for (let i = 0; i < sorted.length; ) {
      const first = sorted[i] ?? 0;
      let end = i + 1;
      for (; end < sorted.length; end++) {
        const next = sorted[end] ?? 0;
        if (next - (sorted[end - 1] ?? 0) > nearPages || (next - first + 1) * pageSize > mostRead) break;
      }
      const pages = (sorted[end - 1] ?? 0) - first + 1;
      const bytes = await this.read(first * pageSize, pages * pageSize);
      for (; i < end; i++) {
        const at = ((sorted[i] ?? 0) - first) * pageSize;
        await use(bytes.subarray(at, at + pageSize), sorted[i] ?? 0);
      }
    }
  }
}

/** Checks the header of a page. */
export function checkHeader(page: Buffer, pageNumber: number, expected: number, lastTransaction: number): void {
  check(number(page, 0) === pageNumber && number(page, place.transaction) <= lastTransaction);
  check(page.readUInt16LE(place.pad) === 0 && page.readUInt16LE(place.kind) === expected);
}

/** The transaction that wrote a page. */
export const transactionOf = (page: Buffer): number => number(page, place.transaction);

/** How many pages a large object takes. */
export const overflowPages = (bytes: number, pageSize: number): number =>
  Math.floor((headerBytes - 1 + bytes) / pageSize) + 1;

export function checkOverflow(page: Buffer, pages: number): void {
  check(page.readUInt32LE(place.count) === pages);
}

export interface Node {
  key: Buffer;
  /** For a branch: the page that the node leads to. */
  child: number;
  /** For a leaf: its content, */
  content: Buffer | undefined;
  /** or the place and size of the content. */
  overflow: { page: number; pages: number; bytes: number } | undefined;
}

/** The nodes of a branch or a leaf. They fill the end of the page without a gap. */
export function nodesOf(page: Buffer, isLeaf: boolean): Node[] {
  const lower = page.readUInt16LE(place.lower);
  const upper = page.readUInt16LE(place.upper);
  const end = page.length - headerBytes;
  check(lower % 2 === 0 && lower <= upper && upper <= end);
  const nodes: Node[] = [];
  const pieces: { at: number; size: number }[] = [];
  for (let i = 0; i < lower; i += 2) {
    const at = page.readUInt16LE(headerBytes + i);
    check(at % 2 === 0 && at >= upper && at + nodeBytes <= end);
    const { node, size } = nodeAt(page, headerBytes + at, isLeaf);
    nodes.push(node);
    pieces.push({ at, size: size + (size % 2) });
  }
  let next = upper;
  for (const { at, size } of pieces.sort((a, b) => a.at - b.at)) {
    check(at === next);
    next += size;
  }
  check(next === end);
  return nodes;
}

function nodeAt(page: Buffer, at: number, isLeaf: boolean): { node: Node; size: number } {
  const low = page.readUInt32LE(at);
  const flags = page.readUInt16LE(at + 4);
  const content = at + nodeBytes + page.readUInt16LE(at + 6);
  check(content <= page.length);
  const key = page.subarray(at + nodeBytes, content);
  if (!isLeaf) {
    return {
      node: { key, child: low + flags * 2 ** 32, content: undefined, overflow: undefined },
      size: content - at,
    };
  }
  check(flags === 0 || flags === hasOverflow);
  const end = content + (flags === 0 ? low : overflowBytes);
  check(end <= page.length);
  const node: Node = { key, child: 0, content: undefined, overflow: undefined };
  if (flags === 0) {
    node.content = page.subarray(content, end);
  } else {
    const pages = overflowPages(low, page.length);
    check(number(page, content + 16) === pages);
    node.overflow = { page: number(page, content), pages, bytes: low };
  }
  return { node, size: end - at };
}
