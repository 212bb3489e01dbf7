// What a program offers that has a tree of its own for guests to see.

/** What a name of a provided tree leads to. */
export interface ProvidedStat {
  /** Default: `'file'`. */
  type?: 'file' | 'directory' | 'symlink';
  /** Of a file, in bytes. Default 0: tools read such a one to its end all the same, as they do those of `/proc`. */
  size?: number;
  /** Permissions. Default: `0o444`, of a directory `0o555`, of a link `0o777`. */
  mode?: number;
  /** Default: when it was mounted. */
  mtimeMs?: number;
  /** Where a symbolic link points, in the sandbox. */
  target?: string;
}

/** A name in a directory; a string is a file's. */
export type ProvidedName = string | { name: string; type?: ProvidedStat['type'] };

/** What may be given at once or later. */
export type Soon<Value> = Value | Promise<Value>;

/**
 * A tree that is asked for as guests look at it, to be mounted read-only: see {@link Sandbox.mount}. Paths begin at its root and
 * have no slash at either end: `''` is the root, which is a directory and never asked for by `stat`.
 *
 * What is thrown reaches the guest as the errno its `code` names (`ENOENT`, `EACCES` …), or as EIO; an answer that cannot be true as
 * EIO, one that does not come in time as ETIMEDOUT. The functions are called on the event loop: one that computes for long holds it up.
 *
 * @example
 * const pages = new Map([['index.md', Buffer.from('# Notes\n')]]);
 * const provider: Provider = {
 *   stat: (path) => (pages.has(path) ? { size: pages.get(path)?.length } : undefined),
 *   list: (path) => (path === '' ? [...pages.keys()] : []),
 *   read: (path, offset, length) => pages.get(path)?.subarray(offset, offset + length) ?? new Uint8Array(),
 * };
 * sandbox.mount('/wiki', provider);
 */
export interface Provider {
  /**
   * What there is at `path`; `undefined`: nothing.
   *
   * @throws `ENOENT`, `EACCES`, …: what you throw, the guest gets as the errno that its `code` names, or as EIO.
   */
  stat(path: string): Soon<ProvidedStat | undefined>;
  /**
   * The names in a directory, at most 65 536.
   *
   * @throws `ENOENT`, `EACCES`, …: as `stat`.
   */
  list(path: string): Soon<Iterable<ProvidedName>>;
  /**
   * At most `length` bytes of a file from `offset` on; fewer only at its end.
   *
   * @throws `EIO`, `EACCES`, …: as `stat`.
   */
  read(path: string, offset: number, length: number): Soon<Uint8Array>;
}

/** A file of a tree: its content, or what makes it when it is looked at first. */
export type TreeFile =
  | string
  | Uint8Array
  | (() => Soon<string | Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>>);

/** Files and directories by their names. */
export interface Tree {
  [name: string]: TreeFile | Tree;
}
