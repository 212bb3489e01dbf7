// Kernel calls about files that the host has open: descriptors without a process, by number.
// A negative number is an errno of Linux. -EBADF: no file of that number is open, for it was closed, or a snapshot was restored.

import type { Path } from './files.js';

export interface OpenFileCalls {
  /** `flags`: those of open(2), in Linux's numbers. Returns the number of the file, > 0, which no other file gets later. */
  open(path: Path, flags: number, mode: number): number;
  /** From `position`; -1: from where the last call of that kind ended. Returns how many bytes; 0 at the end. */
  read(file: number, position: number, into: Uint8Array): number;
  /** The same. May write less than all. */
  write(file: number, position: number, bytes: Uint8Array): number;
  /** Fills the `StatField`s. */
  fstat(file: number, into: Float64Array): number;
  ftruncate(file: number, size: number): number;
  fsync(file: number): number;
  fchmod(file: number, mode: number): number;
  /** An id of -1 is not changed. */
  fchown(file: number, uid: number, gid: number): number;
  futimes(file: number, atimeMs: number, mtimeMs: number): number;
  close(file: number): number;
  /** Fills the `StatfsField`s, of the file system that `path` lies in. */
  statfs(path: Path, into: Float64Array): number;
}
