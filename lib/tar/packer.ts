// Packs a tree that does not change meanwhile.

import { ENXIO } from '../abi/generated/errno.js';
import { StatField } from '../abi/generated/kernel-fields.js';
import { SandboxError, systemError } from '../api/errors.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Machine } from '../machine/kernel-client.js';
import { pacer } from '../machine/pacer.js';
import { concatenate, encode } from '../text/text.js';
import { longestPath, pathBelow } from './names.js';
import type { Piece } from './sparse.js';
import { type Entry, headersOf, paddingAfter, trailer } from './writer.js';

const chunkBytes = 256 * 1024;
const listingBytes = 64 * 1024;
/** A longer path is shortened by a move: each look-up takes as long as its path. */
const longPath = 2048;
const formatShift = 12;
const [nul, slash] = [0, 0x2f];
const types: ReadonlyMap<number, Entry['type']> = new Map([
  [1, '6'],
  [4, '5'],
  [8, '0'],
  [10, '2'],
]);

/** The place of a file, in as few bytes as possible. */
interface Place {
  above: Place | undefined;
  name: Uint8Array;
}

/** A directory whose entries are being packed. */
interface Level {
  place: Place;
  /** The kernel's number of it. */
  path: Uint8Array;
  /** The length of the path in the sandbox, in bytes. */
  length: number;
  /** The kernel's list of entries, and how far it has been read. */
  listing: Uint8Array;
  at: number;
}

function nameOf(place: Place): Uint8Array {
  const components: Uint8Array[] = [];
  let at = place;
  for (; at.above !== undefined; at = at.above) components.push(at.name);
  return pathBelow(at.name, components.reverse());
}

export class Packer {
  readonly #kernel: Kernel;
  readonly #allocate: (length: number) => Uint8Array;
  readonly #pace: () => Promise<void>;
  readonly #fields = new Float64Array(StatField.count);
  /** Files with several names, by inode number: the place of the first name. */
  readonly #linked = new Map<number, Place>();
  readonly #listing: Uint8Array;
  #buffer: Uint8Array;
  #filled = 0;

  constructor({ kernel, platform }: Machine) {
    this.#kernel = kernel;
    this.#allocate = platform.allocate;
    this.#pace = pacer(platform);
    this.#listing = this.#allocate(listingBytes);
    this.#buffer = this.#allocate(chunkBytes);
  }

  /** Packs the file or directory at `path`. A directory is called ".", a file has its own name. */
  async *pack(path: string): AsyncGenerator<Uint8Array, void, undefined> {
    const bytes = encode(path);
    this.#stat(bytes, true);
    const isDirectory = this.#type() === '5';
    const name = isDirectory ? encode('.') : bytes.subarray(bytes.lastIndexOf(slash) + 1);
    const device = this.#field('dev');
    const place: Place = { above: undefined, name };
    yield* this.#member(place, bytes);
    const levels: Level[] = isDirectory ? [this.#enter(place, bytes, bytes.length)] : [];
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      if (level.at === level.listing.length) {
        levels.pop();
        continue;
      }
      const end = level.listing.indexOf(nul, level.at);
      const child: Place = { above: level.place, name: level.listing.slice(level.at + 1, end) };
      level.at = end + 1;
      await this.#pace();
      const length = level.length + 1 + child.name.length;
      // Each name repeats the names above it, so a tree that is deeper than any path would be an endless archive.
      if (length > longestPath) continue;
      const below = pathBelow(level.path, [child.name]);
      this.#stat(below, false);
      // Like tar --one-file-system: mounts are left out.
      const goesOn = this.#type() === '5' && this.#field('dev') === device;
      yield* this.#member(child, below);
      if (goesOn) levels.push(this.#enter(child, this.#near(below), length));
    }
    yield* this.#put(trailer());
    if (this.#filled > 0) yield this.#buffer.subarray(0, this.#filled);
  }

  /** One member, whose attributes were just read. Sockets and devices are left out. */
  async *#member(place: Place, path: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    const type = this.#type();
    if (type === undefined) return;
    const name = nameOf(place);
    const entry: Entry = {
      type,
      name: type === '5' ? concatenate([name, Uint8Array.of(slash)]) : name,
      mode: this.#field('mode'),
      uid: this.#field('uid'),
      gid: this.#field('gid'),
      mtime: { seconds: this.#field('mtimeSeconds'), nanoseconds: this.#field('mtimeNanoseconds') },
      size: type === '0' ? this.#field('size') : 0,
    };
    if (type !== '5' && this.#field('nlink') > 1) {
      const first = this.#linked.get(this.#field('ino'));
      if (first !== undefined) {
        yield* this.#put(headersOf({ ...entry, type: '1', size: 0, linkName: nameOf(first) }));
        return;
      }
      this.#linked.set(this.#field('ino'), place);
    }
    if (type === '2') entry.linkName = this.#target(path);
    if (type !== '0') {
      yield* this.#put(headersOf(entry));
      return;
    }
    const size = entry.size;
    const whole = [{ offset: 0, length: size }];
    const sparse = this.#field('blocks') * 512 < size ? await this.#pieces(path, size) : whole;
    const isWhole = sparse.length === 1 && sparse[0]!.length === size;
    yield* this.#put(headersOf(isWhole ? entry : { ...entry, pieces: sparse }));
    yield* this.#content(path, sparse);
  }

  async *#content(path: Uint8Array, pieces: Piece[]): AsyncGenerator<Uint8Array, void, undefined> {
    let total = 0;
    for (const { offset, length } of pieces) {
      for (let done = 0; done < length; ) {
        const room = this.#buffer.subarray(this.#filled, this.#filled + length - done);
        const count = this.#done(this.#kernel.readAt(path, offset + done, room, false));
        // The host called the kernel out of order.
        if (count === 0) throw new SandboxError('EIO: a file is shorter than it was, exportTar', { code: 'EIO' });
        done += count;
        this.#filled += count;
        if (this.#filled === this.#buffer.length) yield this.#take();
        await this.#pace();
      }
      total += length;
    }
    yield* this.#put(paddingAfter(total));
  }

  *#put(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + this.#buffer.length - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#buffer.length) yield this.#take();
    }
  }

  /** The reader owns the full buffer from now on. */
  #take(): Uint8Array {
    const full = this.#buffer;
    this.#buffer = this.#allocate(chunkBytes);
    this.#filled = 0;
    return full;
  }

  async #pieces(path: Uint8Array, size: number): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for (let at = 0; at < size; ) {
      const offset = this.#kernel.seekData(path, at, false);
      if (offset === -ENXIO) break;
      at = this.#done(this.#kernel.seekData(path, this.#done(offset), true));
      pieces.push({ offset, length: at - offset });
      await this.#pace();
    }
    return pieces;
  }

  /** The path of the directory. A long one is replaced by a shorter one through a move: this tree belongs to the packer alone. */
  #near(path: Uint8Array): Uint8Array {
    if (path.length <= longPath) return path;
    // A name that no guest can have guessed, in a directory that has been read already.
    const near = encode(`/${crypto.randomUUID()}`);
    this.#done(this.#kernel.rename(path, near));
    return near;
  }

  #enter(place: Place, path: Uint8Array, length: number): Level {
    const bytes = this.#done(this.#kernel.readDirectory(path, this.#listing));
    if (bytes <= this.#listing.length) return { place, path, length, listing: this.#listing.slice(0, bytes), at: 0 };
    const listing = this.#allocate(bytes);
    this.#kernel.takeListing(listing);
    return { place, path, length, listing, at: 0 };
  }

  #target(path: Uint8Array): Uint8Array {
    const target = this.#allocate(4096);
    return target.subarray(0, this.#done(this.#kernel.readlink(path, target)));
  }

  #stat(path: Uint8Array, follow: boolean): void {
    this.#done(this.#kernel.stat(path, follow, this.#fields));
  }

  #field(name: keyof typeof StatField): number {
    return this.#fields[StatField[name]]!;
  }

  #type(): Entry['type'] | undefined {
    return types.get(this.#field('mode') >> formatShift);
  }

  #done(result: number): number {
    if (result < 0) throw systemError(-result, 'exportTar');
    return result;
  }
}
