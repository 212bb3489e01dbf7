// The results of stat and readdir, in the shape of node:fs.

import { StatField } from '../abi/generated/kernel-fields.js';
import type { FileType } from '../api/types.js';
import { decode } from '../text/text.js';

const formatMask = 0o170000;

const typeOfFormat: ReadonlyMap<number, FileType> = new Map([
  [0o100000, 'file'],
  [0o040000, 'directory'],
  [0o120000, 'symlink'],
  [0o010000, 'fifo'],
  [0o140000, 'socket'],
  [0o020000, 'character-device'],
  [0o060000, 'block-device'],
]);

// The d_type numbers of directory entries are the format bits of st_mode, shifted.
const directoryEntryShift = 12;

abstract class Typed {
  abstract readonly type: FileType;

  isFile(): boolean {
    return this.type === 'file';
  }
  isDirectory(): boolean {
    return this.type === 'directory';
  }
  isSymbolicLink(): boolean {
    return this.type === 'symlink';
  }
  isFIFO(): boolean {
    return this.type === 'fifo';
  }
  isSocket(): boolean {
    return this.type === 'socket';
  }
  isCharacterDevice(): boolean {
    return this.type === 'character-device';
  }
  isBlockDevice(): boolean {
    return this.type === 'block-device';
  }
}

/** Information about a file. Sizes are in bytes, times in milliseconds since 1970 and as dates. */
export class StatResult extends Typed {
  readonly type: FileType;
  readonly dev: number;
  readonly ino: number;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly rdev: number;
  readonly size: number;
  readonly blksize: number;
  readonly blocks: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;

  /** @internal */
  constructor(fields: Float64Array) {
    super();
    const field = (index: number): number => fields[index] ?? 0;
    this.dev = field(StatField.dev);
    this.ino = field(StatField.ino);
    this.mode = field(StatField.mode);
    this.nlink = field(StatField.nlink);
    this.uid = field(StatField.uid);
    this.gid = field(StatField.gid);
    this.rdev = field(StatField.rdev);
    this.size = field(StatField.size);
    this.blksize = field(StatField.blksize);
    this.blocks = field(StatField.blocks);
    this.atimeMs = field(StatField.atimeMs);
    this.mtimeMs = field(StatField.mtimeMs);
    this.ctimeMs = field(StatField.ctimeMs);
    this.birthtimeMs = field(StatField.birthtimeMs);
    this.type = typeOfFormat.get(this.mode & formatMask) ?? 'file';
  }

  get atime(): Date {
    return new Date(this.atimeMs);
  }
  get mtime(): Date {
    return new Date(this.mtimeMs);
  }
  get ctime(): Date {
    return new Date(this.ctimeMs);
  }
  get birthtime(): Date {
    return new Date(this.birthtimeMs);
  }
}

/** One name in a directory. */
export class DirEntry extends Typed {
  readonly name: string;
  /** The directory that the entry was read from. */
  readonly parentPath: string;
  readonly type: FileType;

  /** @internal */
  constructor(name: string, parentPath: string, type: FileType) {
    super();
    this.name = name;
    this.parentPath = parentPath;
    this.type = type;
  }
}

/** The type that a d_type stands for. @internal */
export function fileTypeOfEntry(type: number): FileType {
  return typeOfFormat.get(type << directoryEntryShift) ?? 'file';
}

/** Reads the kernel's listing: for each entry a type byte, the name, a NUL. @internal */
export function parseListing(listing: Uint8Array, parentPath: string): DirEntry[] {
  // Decoded in one go, for there may be 100 000 entries.
  const records = decode(listing).split('\0');
  records.pop();
  return records.map((record) => {
    return new DirEntry(record.slice(1), parentPath, fileTypeOfEntry(record.charCodeAt(0)));
  });
}
