// Kernel calls about files.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

/** A path as bytes, since a name need not be UTF-8. */
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
  /** The result for which readDirectory, diff or overlayChanges had no room. Can be read once. */
  takeListing(into: Uint8Array): number;
  /** With `recursive` an existing directory is no error; returns 0 if nothing was made, 1 otherwise. */
  mkdir(path: Path, mode: number, recursive: boolean): number;
  /**
   * As rm(1): without `recursive`, a directory is EISDIR. `force`: a missing path is no error. The name is gone on return; the space of a
   * large tree is free soon after.
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
  /** An id of -1 is not changed. */
  chown(path: Path, uid: number, gid: number, follow: boolean): number;
  utimes(path: Path, atimeMs: number, mtimeMs: number, follow: boolean): number;
  /**
   * Sets permissions, owner and exact times from the `StatField`s, for links on the link itself; a link has no permissions. A directory
   * that this call has set keeps its attributes in `graft`.
   */
  setAttributes(path: Path, fields: Float64Array): number;
  mkfifo(path: Path, mode: number): number;
  /** The first offset in a regular file, from `position` on, with data or, with `hole`, without. -ENXIO: there is none. */
  seekData(path: Path, position: number, hole: boolean): number;
  truncate(path: Path, size: number): number;
  /** Whether the guest's user may access `path`: `mode` 0 exists, 4 read, 2 write, 1 execute. */
  access(path: Path, mode: number): number;
  /** Copies a regular file; `exclusive`: EEXIST when `to` exists. */
  copyFile(from: Path, to: Path, exclusive: boolean): number;
  /**
   * From now on, everything that is made in this kernel is for `graft` to add to the files of `target`. It begins with one directory, which
   * holds all the rest. One kernel at a time can do so for a target.
   */
  prepareGraft(target: Kernel): number;
  /**
   * Adds the content of that directory of `from` to the directory at `path`, at once or not at all, without a copy. Directories on both
   * sides are merged and get the attributes that `setAttributes` has set; any other entry replaces one of the same name. -EISDIR: it would
   * replace a directory that is not empty; -ENOSPC: there is no room; -ENOTDIR, -EXDEV: nothing can be added at or below `path`; -ESTALE:
   * another kernel was prepared since.
   */
  graft(from: Kernel, directory: Path, path: Path): number;
}
