// Options of calls that read and write files in pieces, and that list directories.

/** A part of a file, by offsets of bytes as Node's `createReadStream` has them. */
export interface FileRange {
  /** The first byte, from 0. Default: the first one. */
  start?: number;
  /** The last byte: it belongs to the part. Default: the last one there is. */
  end?: number;
}

/** Options of {@link Sandbox.readFile}. */
export interface ReadFileOptions extends FileRange {
  /** Whether the answer is a text. Default: it is bytes. */
  encoding?: 'utf8' | 'utf-8' | null;
}

/** Options of {@link Sandbox.createWriteStream}. */
export interface WriteStreamOptions {
  /** How the file is opened: a name as in `node:fs`, such as `'a'`, or the sum of Linux's flags. Default: `'w'`. */
  flags?: string | number;
  /** The permissions of a file that is made. Default: `0o666`. */
  mode?: number;
  /** Where the first byte goes. Use `flags: 'r+'` to keep what is there. */
  start?: number;
}

/** Options of {@link Sandbox.readDir}. */
export interface ReadDirOptions {
  /** Whether the entries of all directories below come too. Links are not followed. Default: only with `depth`. */
  recursive?: boolean;
  /** So many levels: 1 is the directory itself. Default: all. */
  depth?: number;
}

/** Options of {@link FileHandle.read} and {@link FileHandle.write}, which may stand for their arguments. */
export interface FilePiece {
  /** The first byte of the buffer that is used. Default: 0. */
  offset?: number | null;
  /** How many bytes. Default: up to the end of the buffer. */
  length?: number | null;
  /** Where in the file. Default: `null`, where the last call ended. */
  position?: number | bigint | null;
}

/** What {@link SandboxFs.statfs} answers: the file system that a path lies in. */
export interface StatFs {
  /** Linux's number of the kind of file system. */
  type: number;
  /** The size of a block, in bytes. */
  bsize: number;
  /** Blocks there are, that are free, and that are free for the guest's user. */
  blocks: number;
  bfree: number;
  bavail: number;
  /** Files there may be, and how many more. */
  files: number;
  ffree: number;
}
