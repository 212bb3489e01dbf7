// Checks that a file is a complete and valid LMDB database. LMDB maps the file and trusts its pages: an invalid page ends the process, and
// a page that is used twice destroys the state with the next save. So this walks the whole tree and the list of free pages first, and
// changes no byte of a file that it refuses.

import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  check,
  checkHeader,
  checkOverflow,
  headerBytes,
  kind,
  type Node,
  nodesOf,
  number,
  PageFile,
  transactionOf,
  Unsound,
} from './lmdb-pages.js';

const magic = 0xbeefc0de;
const version = 2;
const pageSizes = [4096, 8192, 16_384, 32_768, 65_536];
const metaBytes = 168;
/** Of a meta page (MDB_meta). */
const place = { magic: 24, version: 28, address: 32, mapSize: 40, free: 48, main: 96, lastPage: 144, transaction: 152 };
/** Of a tree (MDB_db). */
const field = { pad: 0, flags: 4, depth: 6, branches: 8, leaves: 16, overflows: 24, entries: 32, root: 40 };
/** Keys are numbers. */
const numberKeys = 8;
const noRoot = Buffer.alloc(8, 0xff);

/** The map may be larger than the file by this much. */
const spare = { factor: 8, bytes: 2 ** 30 };
/** Free pages need not be in the file. */
const mostMissing = 2 ** 16;
/** As in LMDB's cursors. */
const mostDepth = 32;
const mostKey = 511;
/** Leaves that were found and not read yet. They lie anywhere in the file, so many are read at a time, in a few pieces. */
const mostLeaves = 2 ** 15;

interface Tree {
  flags: number;
  depth: number;
  branches: number;
  leaves: number;
  overflows: number;
  entries: number;
  root: number | undefined;
}

interface Meta {
  pageSize: number;
  transaction: number;
  lastPage: number;
  free: Tree;
  main: Tree;
}

/** Whether there is no database yet. An empty file was left by a process that was killed while it made one. */
export function isMissing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Reads the whole tree of a database, in pieces of 1 MiB between which the event loop turns. Keeps a few MiB in memory. */
export async function isSound(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const pages = new PageFile(file, size);
    const meta = await readMeta(pages, size);
    await new Walk(pages, meta).all();
    return true;
  } catch (error) {
    if (error instanceof Unsound) return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** The meta page of the last transaction. Each transaction writes the other one. */
async function readMeta(file: PageFile, size: number): Promise<Meta> {
  const first = metaOf(await file.read(0, metaBytes), 0, size);
  const second = metaOf(await file.read(first.pageSize, metaBytes), 1, size);
  check(second.pageSize === first.pageSize);
  const [even, odd] = [first.transaction, second.transaction];
  // Before the first transaction both are 0.
  if (even !== 0 || odd !== 0) check(even % 2 === 0 && Math.abs(even - odd) === 1);
  for (const meta of [first, second]) await checkRoot(file, meta);
  return even >= odd ? first : second;
}

/** Each transaction writes a new root page, so a changed transaction number cannot bring an old state back. */
async function checkRoot(file: PageFile, { main, pageSize, transaction }: Meta): Promise<void> {
  if (main.root === undefined) return;
  const header = await file.read(main.root * pageSize, headerBytes);
  checkHeader(header, main.root, main.depth === 1 ? kind.leaf : kind.branch, transaction);
  check(transactionOf(header) === transaction);
}

function metaOf(bytes: Buffer, pageNumber: number, size: number): Meta {
  checkHeader(bytes, pageNumber, kind.meta, 0);
  check(bytes.readUInt32LE(place.magic) === magic && bytes.readUInt32LE(place.version) === version);
  check(number(bytes, place.address) === 0);
  const pageSize = bytes.readUInt32LE(place.free + field.pad);
  check(pageSizes.includes(pageSize) && bytes.readUInt32LE(place.main + field.pad) === 0);
  const lastPage = number(bytes, place.lastPage);
  check(lastPage >= 1 && lastPage < Math.ceil(size / pageSize) + mostMissing);
  const needed = (lastPage + 1) * pageSize;
  const mapSize = number(bytes, place.mapSize);
  check(mapSize % pageSize === 0 && mapSize >= needed && mapSize <= spare.factor * needed + spare.bytes);
  const free = treeOf(bytes, place.free, lastPage);
  const main = treeOf(bytes, place.main, lastPage);
  check(free.flags === numberKeys && main.flags === 0);
  return { pageSize, transaction: number(bytes, place.transaction), lastPage, free, main };
}

function treeOf(bytes: Buffer, at: number, lastPage: number): Tree {
  const rootBytes = bytes.subarray(at + field.root, at + field.root + 8);
  const tree = {
    flags: bytes.readUInt16LE(at + field.flags),
    depth: bytes.readUInt16LE(at + field.depth),
    branches: number(bytes, at + field.branches),
    leaves: number(bytes, at + field.leaves),
    overflows: number(bytes, at + field.overflows),
    entries: number(bytes, at + field.entries),
    root: rootBytes.equals(noRoot) ? undefined : number(rootBytes, 0),
  };
  check(tree.depth <= mostDepth && (tree.root === undefined) === (tree.depth === 0));
  check(tree.root === undefined || tree.root <= lastPage);
  return tree;
}

/** Compares keys in the order of a tree. */
type Order = (a: Buffer, b: Buffer) => number;

const byNumber: Order = (a, b) => number(a, 0) - number(b, 0);

/** The range of the keys below a page. */
interface Range {
  from: Buffer | undefined;
  to: Buffer | undefined;
}

class Walk {
  readonly #file: PageFile;
  readonly #meta: Meta;
  /** A bit for each page that is in use. */
  readonly #used: Uint8Array;
  #found = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
  #leaves = new Map<number, Range>();

  constructor(file: PageFile, meta: Meta) {
    this.#file = file;
    this.#meta = meta;
    this.#used = new Uint8Array(Math.ceil((meta.lastPage + 1) / 8));
  }

  async all(): Promise<void> {
    const free: Node[] = [];
    await this.#tree(this.#meta.free, byNumber, (node) => void free.push(node));
    await this.#tree(this.#meta.main, Buffer.compare, () => {});
    for (const node of free) await this.#freePages(node);
  }

  #use(page: number, count = 1): void {
    check(page >= 2 && page + count - 1 <= this.#meta.lastPage);
    for (let each = page; each < page + count; each++) {
      const bit = 1 << (each & 7);
      const known = this.#used[each >> 3] ?? 0;
      check((known & bit) === 0);
      this.#used[each >> 3] = known | bit;
    }
  }

  async #tree(tree: Tree, order: Order, entry: (node: Node) => void): Promise<void> {
    this.#found = { branches: 0, leaves: 0, overflows: 0, entries: 0 };
    if (tree.root !== undefined) {
      await this.#pages(new Map([[tree.root, { from: undefined, to: undefined }]]), tree.depth, order, entry);
      await this.#readLeaves(order, entry);
    }
    const { branches, leaves, overflows, entries } = this.#found;
    check(branches === tree.branches && leaves === tree.leaves);
    check(overflows === tree.overflows && entries === tree.entries);
  }

  /** Pages at the same distance from the leaves. */
  async #pages(ranges: Map<number, Range>, depth: number, order: Order, entry: (node: Node) => void): Promise<void> {
    const { pageSize, transaction } = this.#meta;
    for (const page of ranges.keys()) this.#use(page);
    await this.#file.readPages([...ranges.keys()], pageSize, async (page, pageNumber) => {
      const isLeaf = depth === 1;
      checkHeader(page, pageNumber, isLeaf ? kind.leaf : kind.branch, transaction);
      const nodes = nodesOf(page, isLeaf);
      checkKeys(nodes, isLeaf, order, ranges.get(pageNumber));
      if (isLeaf) await this.#leaf(nodes, entry);
      else await this.#branch(nodes, ranges.get(pageNumber), depth, order, entry);
    });
  }

  async #branch(
    nodes: Node[],
    range: Range | undefined,
    depth: number,
    order: Order,
    entry: (node: Node) => void,
  ): Promise<void> {
    this.#found.branches++;
    const children = depth === 2 ? this.#leaves : new Map<number, Range>();
    // Of pages that are not kept.
    const keys = nodes.map(({ key }) => Buffer.from(key));
    for (const [i, { child }] of nodes.entries()) {
      check(!children.has(child));
      children.set(child, { from: i === 0 ? range?.from : keys[i], to: keys[i + 1] ?? range?.to });
    }
    if (depth > 2) await this.#pages(children, depth - 1, order, entry);
    else if (children.size >= mostLeaves) await this.#readLeaves(order, entry);
  }

  async #readLeaves(order: Order, entry: (node: Node) => void): Promise<void> {
    const leaves = this.#leaves;
    this.#leaves = new Map();
    await this.#pages(leaves, 1, order, entry);
  }

  async #leaf(nodes: Node[], entry: (node: Node) => void): Promise<void> {
    const { pageSize, transaction } = this.#meta;
    this.#found.leaves++;
    this.#found.entries += nodes.length;
    for (const node of nodes) {
      entry(node);
      if (node.overflow === undefined) continue;
      const { page, pages } = node.overflow;
      this.#use(page, pages);
      this.#found.overflows += pages;
      const header = await this.#file.read(page * pageSize, headerBytes);
      checkHeader(header, page, kind.overflow, transaction);
      checkOverflow(header, pages);
      // All of it must be there.
      await this.#file.read((page + pages) * pageSize - 1, 1);
    }
  }

  /**
   * The list of pages that a transaction has freed: a count and page numbers; a negative number says how many pages the next one stands
   * for.
   */
  async #freePages({ key, content, overflow }: Node): Promise<void> {
    const { pageSize, transaction } = this.#meta;
    const freed = number(key, 0);
    check(freed >= 1 && freed <= transaction);
    const list =
      content ?? (await this.#file.read((overflow?.page ?? 0) * pageSize + headerBytes, overflow?.bytes ?? 0));
    check(list.length >= 8 && list.length % 8 === 0);
    const count = number(list, 0);
    check(count < list.length / 8);
    for (let i = 1; i <= count; i++) {
      let pages = 1;
      const negative = -Number(list.readBigInt64LE(8 * i));
      if (negative === 0) continue;
      if (negative > 0) {
        pages = negative;
        i++;
        check(i <= count);
      }
      check(pages <= this.#meta.lastPage);
      this.#use(number(list, 8 * i), pages);
    }
  }
}

function checkKeys(nodes: Node[], isLeaf: boolean, order: Order, range: Range | undefined): void {
  check(nodes.length >= (isLeaf ? 1 : 2));
  let last = range?.from;
  for (const [i, { key }] of nodes.entries()) {
    // The first key of a branch is not used.
    if (!isLeaf && i === 0) continue;
    check(key.length > 0 && key.length <= mostKey && (order !== byNumber || key.length === 8));
    // The first key of a leaf may equal the key that leads to it.
    const mayBeEqual = isLeaf && i === 0;
    if (last !== undefined) check(order(last, key) < (mayBeEqual ? 1 : 0));
    last = key;
  }
  if (last !== undefined && range?.to !== undefined) check(order(last, range.to) < 0);
}
