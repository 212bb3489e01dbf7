// Watches of files: what the host is told of changes.

import type { Path } from './files.js';

/** A buffer of so many bytes has room for any change. */
export const longestChange = 32 * 1024;

export interface WatchCalls {
  /** Watches a file or directory, or all that lies below a directory. Returns the number of the watch. */
  watchFiles(path: Path, recursive: boolean): number;
  /**
   * Takes as many changes as fit into `into` (`longestChange` or more): a letter (`c`reated, `m`odified, `d`eleted, `r`enamed, `l`ost), the
   * path, a NUL, the path before, a NUL. Returns the bytes; 0: there is none.
   */
  takeChanges(watch: number, into: Uint8Array): number;
  unwatchFiles(watch: number): number;
}
