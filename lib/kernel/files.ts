// Calls about the files of a sandbox.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

/** Bytes, where a name need not be UTF-8. */
export type Path = string | Uint8Array;

/** `Kernel`: another kernel, which a call also works on. */
export interface FileCalls<Kernel> {
  /** Reads a whole file. `zeroed`: `into` holds zeros, so that holes of the file need not be written. */
  readFile(path: Path, into: Uint8Array, zeroed: boolean): number;
  /** Reads at most `into.length` bytes of a regular file from `position`; 0 at the end. */
  readAt(path: Path, position: number, into: Uint8Array, zeroed: boolean): number;
  /** `flags`: O_WRONLY | O_CREAT | O_TRUNC, O_APPEND or O_EXCL in Linux's numbers. Returns the bytes written. */
  writeFile(path: Path, data: Uint8Array | string, flags: number, mode: number): number;
  /** Fills the `StatField`s. */
  stat(path: Path, follow: boolean, into: Float64Array): number;
  /** For each entry, sorted by name: one byte with the type (DT_REG 8, DT_DIR 4, DT_LNK 10 …), the name, a NUL. Without "." and "..". */
  readDirectory(path: Path, into: Uint8Array): number;
  /** What readDirectory, diff or overlayChanges had no room for, once. */
  takeListing(into: Uint8Array): number;
  /** With `recursive` a directory that exists is no error, and 0 is returned for "nothing made", 1 otherwise. */
  mkdir(path: Path, mode: number, recursive: boolean): number;
  /**
   * As rm(1): without `recursive` a directory is EISDIR. `force`: a missing path is no error. The name is gone on return; what a
   * large tree used is given back soon after.
   */
  rm(path: Path, recursive: boolean, force: boolean): number;
  rmdir(path: Path): number;
  unlink(path: Path): number;
  rename(from: Path, to: Path): number;
  symlink(target: Path, path: Path): number;
  link(existing: Path, path: Path): number;
  readlink(path: Path, into: Uint8Array): number;
  realpath(path: Path, into: Uint8Array): number;
  chmod(path: Path, mode: number): number;
  /** An id of -1 stays as it is. */
  chown(path: Path, uid: number, gid: number, follow: boolean): number;
  utimes(path: Path, atimeMs: number, mtimeMs: number, follow: boolean): number;
  /**
   * Sets permissions, owner and the exact times to what the `StatField`s say, those of a link itself; a link has no permissions. From
   * then on a directory has them by right: see `graft`.
   */
  setAttributes(path: Path, fields: Float64Array): number;
  mkfifo(path: Path, mode: number): number;
  /** The first place in a regular file, from `position` on, where data is or, with `hole`, none. -ENXIO: there is none. */
  seekData(path: Path, position: number, hole: boolean): number;
  truncate(path: Path, size: number): number;
  /** Whether `path` leads to something: `mode` 0 exists, 4 read, 2 write, 1 execute, for the guest's user. */
  access(path: Path, mode: number): number;
  /** Copies a regular file; `exclusive`: EEXIST when `to` exists. */
  copyFile(from: Path, to: Path, exclusive: boolean): number;
  /**
   * What is made in this kernel from now on is for `graft` to add to the files of `target`: to begin with a directory, which all
   * else lies in. One kernel at a time does so for a target.
   */
  prepareGraft(target: Kernel): number;
  /**
   * Adds what is in that directory of `from` to the one that `path` leads to, at once or not at all, and without a copy. Directories
   * that are on both sides become one, which gets the attributes that `setAttributes` has set; all else gives way to what has its
   * name. -EISDIR: a directory that is not empty would; -ENOSPC: there is no room; -ENOTDIR, -EXDEV: `path`, or what is below it, is
   * no place for it; -ESTALE: another kernel was prepared since.
   */
  graft(from: Kernel, directory: Path, path: Path): number;
}
