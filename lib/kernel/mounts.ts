// Kernel calls about mounts: folders of the host, overlays and provided trees.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

import type { Path } from './files.js';

export interface MountCalls {
  /**
   * Mounts a folder of the host at the directory `path`: read-only (0), writable (1), or as an overlay, which keeps changes in the sandbox
   * (2). The mount stays when a snapshot or a state is restored. At most `maxBytes` may be written, and then -ENOSPC. Errors that are not
   * about `path` are about the folder; -EOPNOTSUPP: this kernel has no such mounts.
   */
  mount(path: Path, folder: string, how: number, maxBytes: number): number;
  /**
   * Unmounts. Returns the number of the provider that was mounted there, or 0. -EBUSY: a file in it is open, a process has its directory in
   * it, or something is mounted on it; -EINVAL: no mount of the host is there.
   */
  unmount(path: Path): number;
  /**
   * Mounts a tree at the directory `path`. The kernel asks for its data with event `asked`, and waits at most `timeoutMs` for an answer.
   * Returns the mount, > 0. Calls of the host that need an unanswered question return -EAGAIN: handle `question`, then call again. The
   * mount stays as a folder does.
   */
  mountProvider(path: Path, timeoutMs: number): number;
  /**
   * The question of a guest to a mount, or (question 0) the next question of the host's own calls to any mount. Fills in mount, question,
   * its kind (0 stat, 1 list, 2 read), offset and length; into `path`, of 4096 bytes, the path. Returns its length. -ENOENT: there is no
   * question, or nobody waits any more.
   */
  question(mount: number, question: number, fields: Float64Array, path: Uint8Array): number;
  /**
   * Answers a question: an errno, or 0 and bytes. For stat: type, as in `readDirectory`, mode, size and modification time in milliseconds
   * as f64, and the target of a link. For list: as `readDirectory` returns it. The asker gets EIO for an impossible answer.
   */
  answer(mount: number, question: number, errno: number, bytes: Uint8Array): number;
  /** Drops the answers that were kept for the host's calls. */
  hostDone(): number;
  /** The changes of the overlay at `path`, in the form of `diff`, with paths relative to it. -EINVAL: it is no overlay. */
  overlayChanges(path: Path, into: Uint8Array): number;
  /** Applies changes to the folder: those at and below the relative paths `only`, or all. After an error, earlier changes stay applied. */
  commitOverlay(path: Path, only: string[] | undefined): number;
  /** Drops the changes. -EBUSY: a file there is in use. */
  discardOverlay(path: Path): number;
}
