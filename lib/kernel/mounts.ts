// Calls about what of the host is shown in a sandbox: folders, overlays and provided trees.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

import type { Path } from './files.js';

export interface MountCalls {
  /**
   * Shows a folder of the host at the directory `path`, read-only (0), to be written (1), or as it is to begin with, with changes that
   * are kept here (2); it stays when a snapshot or a state is restored. Of what can be written, `maxBytes` may be, and then -ENOSPC. An error other than of `path` is of the folder: -EOPNOTSUPP,
   * this kernel has none.
   */
  mount(path: Path, folder: string, how: number, maxBytes: number): number;
  /**
   * The number of the provider that was mounted there, or 0. -EBUSY: something in it is open, somebody's directory, or has something
   * mounted on it; -EINVAL: nothing of the host is mounted there.
   */
  unmount(path: Path): number;
  /**
   * Shows a tree at the directory `path` that is asked for by event `asked`; an answer takes `timeoutMs` at most. Returns the mount, > 0.
   * Calls of the host's that want to know what is not answered yet answer -EAGAIN: `question`, then again. It stays as a folder does.
   */
  mountProvider(path: Path, timeoutMs: number): number;
  /**
   * What is asked of a mount, or (question 0) what the host's own calls want to know next of any: fills in mount, question, what is asked
   * (0 what there is at a path, 1 what is in a directory, 2 a piece of a file), offset and length; into `path`, of 4096 bytes, the path.
   * Returns its length. -ENOENT: nothing, or nobody waits any more.
   */
  question(mount: number, question: number, fields: Float64Array, path: Uint8Array): number;
  /**
   * Answers: an errno, or 0 and bytes. What there is: type, as in `readDirectory`, mode, size and time of modification in milliseconds as
   * f64, the target of a link. What is in a directory: as `readDirectory` tells it. What cannot be true is EIO to who has asked.
   */
  answer(mount: number, question: number, errno: number, bytes: Uint8Array): number;
  /** What the host was answered is not kept any longer. */
  hostDone(): number;
  /** The changes that are kept for the third kind of mount at `path`, as `diff` lists them, by paths relative to it. -EINVAL: it is none. */
  overlayChanges(path: Path, into: Uint8Array): number;
  /** Does them to the folder, those at the relative paths `only` and below, or all. Those before one that fails are done. */
  commitOverlay(path: Path, only: string[] | undefined): number;
  /** Forgets them. -EBUSY: something there is in use. */
  discardOverlay(path: Path): number;
}
