// Watching files: what a caller is told.

/** A change of a file that is watched. */
export interface FileChange {
  /**
   * - `created`: there is something new at `path`.
   * - `modified`: its content, or its mode, owner or times.
   * - `deleted`: nothing is at `path` any more. A directory that is removed with all that is in it is told of once.
   * - `renamed`: what was at `from` is at `path` now.
   * - `lost`: more has changed than is told. Look at the files yourself.
   */
  kind: 'created' | 'modified' | 'deleted' | 'renamed' | 'lost';
  /** Absolute; of `lost`, what is watched. */
  path: string;
  /** With `renamed`: the path before. */
  from?: string;
}

/** Options of {@link Sandbox.watch}. */
export interface WatchOptions {
  /** All that lies below a directory, too; directories that are made later as well. Default false. */
  recursive?: boolean;
  /** Ends the watch. The loop ends without an error. */
  signal?: AbortSignal;
}
