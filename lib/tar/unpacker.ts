// Unpacks an archive in a separate kernel, which nothing else uses.

import { EMLINK, ENAMETOOLONG, ENOSPC } from '../abi/generated/errno.js';
import { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } from '../abi/generated/flags.js';
import { StatField } from '../abi/generated/kernel-fields.js';
import { SandboxError, systemError } from '../api/errors.js';
import type { TarContents } from '../api/types.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Machine } from '../machine/kernel-client.js';
import { decode, encode } from '../text/text.js';
import { corrupt } from './errors.js';
import { componentsOf, keyOf, longestPath, pathBelow } from './names.js';
import type { Member, TarReader } from './reader.js';

export interface UnpackOptions {
  preserveOwner: boolean;
  stripComponents: number;
}

const guestUser = 1000;
const largestId = 0xfffffffe;
// The permission bits, without set-user-id and set-group-id.
const permissionsOfAll = 0o1777;
const permissionsOfOwner = 0o7777;
const pieceBytes = 1024 * 1024;
const mostListed = 100;
/** A look-up takes as long as its path, so a deeper tree is made in pieces of this many directories. */
const mostMadeOneByOne = 16;
const nothing = new Uint8Array();

/** What has been unpacked under a name. */
interface Place {
  type: 'directory' | 'symlink' | 'other';
  /** For a directory: its handle. */
  names?: Map<string, Place>;
  /** For a directory: its own component and its attributes, which are set when nothing more comes into it. */
  name?: Uint8Array;
  attributes?: Float64Array;
}

function directory(name: Uint8Array): Place {
  return { type: 'directory', names: new Map(), name: name.slice() };
}

export class Unpacker {
  readonly #machine: Machine;
  readonly #kernel: Kernel;
  readonly #root: Uint8Array;
  readonly #options: UnpackOptions;
  readonly #top = directory(new Uint8Array());
  readonly #buffer: Uint8Array;
  readonly #pace: () => Promise<void>;
  readonly #skipped: string[] = [];
  #members = 0;
  #left = 0;

  /** `root`: the empty directory to unpack into. `pace`: called between pieces of work; if it rejects, the work ends. */
  constructor(machine: Machine, root: string, options: UnpackOptions, pace: () => Promise<void>) {
    const { kernel, platform } = machine;
    this.#machine = machine;
    this.#kernel = kernel;
    this.#root = encode(root);
    this.#options = options;
    this.#buffer = platform.allocate(pieceBytes);
    this.#pace = pace;
  }

  async unpack(reader: TarReader): Promise<TarContents> {
    for (let member = await reader.next(); member !== undefined; member = await reader.next()) {
      await this.#add(member, reader);
      await this.#pace();
    }
    await this.#finishDirectories();
    return { members: this.#members, skipped: this.#left, skippedNames: this.#skipped };
  }

  async #add(member: Member, reader: TarReader): Promise<void> {
    const components = componentsOf(member.name, this.#options.stripComponents);
    if (components === undefined) return;
    if (member.type === 'device' || member.type === 'other') {
      this.#left++;
      if (this.#skipped.length < mostListed) this.#skipped.push(decode(member.name));
      return;
    }
    this.#members++;
    const path = pathBelow(this.#root, components);
    if (path.length > longestPath) throw corrupt(`the name ${this.#shown(path)} is too long`);
    if (member.type === 'directory') {
      const place = await this.#directoryAt(components, path, false);
      place.attributes = this.#attributes(member);
      return;
    }
    const name = components.at(-1);
    if (name === undefined) throw corrupt(`${this.#quoted(member.name)} is no name of a file`);
    const parent = await this.#directoryAt(components.slice(0, -1), path, true);
    if (member.type === 'link') return this.#link(member, parent, keyOf(name), path);
    this.#makeRoom(parent, keyOf(name), path);
    await this.#make(member, path, reader);
    parent.names!.set(keyOf(name), { type: member.type === 'symlink' ? 'symlink' : 'other' });
    this.#done(this.#kernel.setAttributes(path, this.#attributes(member)), member.name);
  }

  async #make(member: Member, path: Uint8Array, reader: TarReader): Promise<void> {
    if (member.type === 'fifo') {
      this.#done(this.#kernel.mkfifo(path, 0o600), member.name);
    } else if (member.type === 'symlink') {
      if (member.linkName.length === 0 || member.linkName.includes(0)) {
        throw corrupt(`the symbolic link ${this.#quoted(member.name)} leads nowhere`);
      }
      this.#done(this.#kernel.symlink(member.linkName, path), member.name);
    } else {
      await this.#write(member, path, reader);
    }
  }

  /** The directory for the components, made if missing. `parent`: it is only needed for something below it, and is not changed. */
  async #directoryAt(components: readonly Uint8Array[], path: Uint8Array, parent: boolean): Promise<Place> {
    let place = this.#top;
    let end = this.#root.length;
    for (const [i, component] of components.entries()) {
      const next = place.names!.get(keyOf(component));
      if (next?.type !== 'directory') {
        if (next !== undefined) {
          // A member below a link would land where the link leads, now or later.
          if (parent || i < components.length - 1) {
            const what = next.type === 'symlink' ? 'a symbolic link' : 'no directory';
            throw corrupt(`${this.#shown(path)} lies below what is ${what}`);
          }
          this.#done(this.#kernel.unlink(path.subarray(0, end + 1 + component.length)), component);
        }
        return this.#makeDirectories(place, components.slice(i), path, end);
      }
      end += 1 + component.length;
      place = next;
    }
    return place;
  }

  /** Makes the missing directories below `place`, whose path ends at `end`. */
  async #makeDirectories(place: Place, missing: readonly Uint8Array[], path: Uint8Array, end: number): Promise<Place> {
    const whole = missing.reduce((at, component) => at + 1 + component.length, end);
    const atOnce = missing.length > mostMadeOneByOne;
    if (atOnce) this.#done(this.#kernel.mkdir(path.subarray(0, whole), 0o755, true), path);
    let last = place;
    let at = end;
    for (const component of missing) {
      at += 1 + component.length;
      if (!atOnce) this.#done(this.#kernel.mkdir(path.subarray(0, at), 0o755, false), component);
      const made = directory(component);
      last.names!.set(keyOf(component), made);
      last = made;
    }
    await this.#pace();
    return last;
  }

  /** A later member replaces an earlier one with the same name. */
  #makeRoom(parent: Place, key: string, path: Uint8Array): void {
    const before = parent.names!.get(key);
    if (before === undefined) return;
    if (before.type === 'directory') {
      if (before.names!.size > 0) throw corrupt(`${this.#shown(path)} is a file and a directory`);
      this.#done(this.#kernel.rmdir(path), path);
    } else {
      this.#done(this.#kernel.unlink(path), path);
    }
    parent.names!.delete(key);
  }

  #link(member: Member, parent: Place, key: string, path: Uint8Array): void {
    const components = componentsOf(member.linkName, this.#options.stripComponents) ?? [];
    const target = this.#find(components);
    if (target === undefined || target.type === 'directory') {
      throw corrupt(
        `${this.#quoted(member.name)} is a link to ${this.#quoted(member.linkName)}, which is no file before it in the archive`,
      );
    }
    if (parent.names!.get(key) === target) return;
    this.#makeRoom(parent, key, path);
    this.#done(this.#kernel.link(pathBelow(this.#root, components), path), member.name);
    // All names of a file share one entry, so a link between them does nothing.
    parent.names!.set(key, target);
  }

  #find(components: readonly Uint8Array[]): Place | undefined {
    let place: Place | undefined = this.#top;
    for (const component of components) place = place?.names?.get(keyOf(component));
    return place;
  }

  async #write(member: Member, path: Uint8Array, reader: TarReader): Promise<void> {
    const put = (bytes: Uint8Array, flags: number): void =>
      this.#done(this.#kernel.writeFile(path, bytes, O_WRONLY | flags, 0o600), member.name);
    let flags = O_CREAT | O_EXCL;
    if (member.pieces[0]?.offset !== 0) {
      put(nothing, flags);
      flags = O_APPEND;
    }
    let end = 0;
    for (const { offset, length } of member.pieces) {
      if (offset > end) this.#done(this.#kernel.truncate(path, offset), member.name);
      for (let left = length; left > 0; ) {
        const bytes = await this.#gather(reader, left);
        put(bytes, flags);
        flags = O_APPEND;
        left -= bytes.length;
        await this.#pace();
      }
      end = offset + length;
    }
    if (member.size > end) this.#done(this.#kernel.truncate(path, member.size), member.name);
  }

  /** How much data is written at a time: each write looks the path up anew. */
  async #gather(reader: TarReader, left: number): Promise<Uint8Array> {
    const wanted = Math.min(left, pieceBytes);
    const first = await reader.read(wanted);
    if (first.length === wanted) return first;
    this.#buffer.set(first);
    let length = first.length;
    while (length < wanted) {
      const more = await reader.read(wanted - length);
      this.#buffer.set(more, length);
      length += more.length;
    }
    return this.#buffer.subarray(0, length);
  }

  #attributes({ mode, uid, gid, mtime, atime }: Member): Float64Array {
    const { preserveOwner } = this.#options;
    const [owner, group] = preserveOwner ? [uid, gid] : [guestUser, guestUser];
    for (const id of [owner, group]) if (id < 0 || id > largestId) throw corrupt(`there is no user or group ${id}`);
    const fields = new Float64Array(StatField.count);
    fields[StatField.mode] = mode & (preserveOwner ? permissionsOfOwner : permissionsOfAll);
    fields[StatField.uid] = owner;
    fields[StatField.gid] = group;
    const accessed = atime ?? mtime;
    fields[StatField.atimeSeconds] = inRange(accessed.seconds);
    fields[StatField.atimeNanoseconds] = accessed.nanoseconds;
    fields[StatField.mtimeSeconds] = inRange(mtime.seconds);
    fields[StatField.mtimeNanoseconds] = mtime.nanoseconds;
    return fields;
  }

  async #finishDirectories(): Promise<void> {
    const open: { places: Iterator<Place>; path: Uint8Array }[] = [];
    const enter = (place: Place, path: Uint8Array): void => {
      if (place.attributes !== undefined) this.#done(this.#kernel.setAttributes(path, place.attributes), path);
      open.push({ places: place.names!.values(), path });
    };
    enter(this.#top, pathBelow(this.#root, []));
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { done, value } = last.places.next();
      if (done) open.pop();
      else if (value.type === 'directory') enter(value, pathBelow(last.path, [value.name!]));
      await this.#pace();
    }
  }

  /** The name for a message. */
  #quoted(name: Uint8Array): string {
    return JSON.stringify(decode(name.subarray(0, 200)));
  }

  /** The name for a message, of a path without the target directory. */
  #shown(path: Uint8Array): string {
    return this.#quoted(path.subarray(this.#root.length + 1));
  }

  #done(result: number, name: Uint8Array): void {
    if (result >= 0) return;
    if (result === -ENOSPC) throw limitError(this.#machine);
    if (result === -ENAMETOOLONG) throw corrupt(`the name ${this.#quoted(name)} is too long`);
    if (result === -EMLINK) throw corrupt(`${this.#quoted(name)} is one name too many of its file`);
    throw systemError(-result, 'importTar', decode(name));
  }
}

// The range of 64-bit nanoseconds since 1970.
function inRange(seconds: number): number {
  if (Math.abs(seconds) > 9_223_372_036 - 1) throw corrupt('a time is out of range');
  return seconds;
}

/** The archive does not fit into `machine`. */
export function limitError(machine: Machine): SandboxError {
  const message = "the archive holds more than 'fsLimitBytes' or 'fileCountLimit' leave room for";
  return new SandboxError(message, { code: 'E_LIMIT_FS', limit: machine.refusedBy() });
}
