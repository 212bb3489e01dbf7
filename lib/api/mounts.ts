// The types of trees and providers: what your program passes to `mount` to show files of its own.

/** What `stat` of a provider says about a name. */
export interface ProvidedStat {
  /** Default: `'file'`. */
  type?: 'file' | 'directory' | 'symlink';
  /** The size of a file in bytes. Default 0: tools then read the file to its end, as they do with files of `/proc`. */
  size?: number;
  /** Permissions. Default: `0o444` for files, `0o555` for directories, `0o777` for links. */
  mode?: number;
  /** Default: the time of the mount. */
  mtimeMs?: number;
  /** The target of a symbolic link: a path in the sandbox. */
  target?: string;
}

/** A name in a directory. A plain string is the name of a file. */
export type ProvidedName = string | { name: string; type?: ProvidedStat['type'] };

/** A value, or a promise of it. */
export type Soon<Value> = Value | Promise<Value>;

/**
 * A read-only tree that your object describes while guests look at it: see {@link Sandbox.mount}. Paths begin at the root of the tree and
 * have no slash at either end. `''` is the root, which is always a directory, so `stat` is never asked about it.
 *
 * If a method throws, the guest gets the errno that the error's `code` names (`ENOENT`, `EACCES` …), or else EIO. An impossible answer
 * becomes EIO, and an answer that does not come in time ETIMEDOUT. The methods run on your event loop: one that computes for long blocks
 * it.
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
   * The file at `path`; `undefined`: there is none.
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

/** A file of a tree: its content, or a function that makes the content when a guest first looks at it. */
export type TreeFile =
  | string
  | Uint8Array
  | (() => Soon<string | Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>>);

/** A directory: files and directories by their names. */
export interface Tree {
  [name: string]: TreeFile | Tree;
}
