// The files of a sandbox, in calls that answer at once.

import type { Provider, Tree } from '../api/mounts.js';
import type { Data, MountOptions, Overlay, ProvideOptions } from '../api/types.js';
import { TreeProvider } from '../mounts/tree.js';
import { checkFiles, checkMount, checkProvided } from '../options/file-options.js';
import { isText } from './file-arguments.js';
import type { Files } from './files.js';
import { SandboxFs } from './fs.js';
import { FolderOverlay, MountKind } from './overlay.js';
import type { DirEntry, StatResult } from './stats.js';

/** In milliseconds. */
const patience = 30_000;
/** Of what is mounted to be written, in bytes. */
const mostWritten = 16 * 1024 ** 3;

/** What of a sandbox is about its files. */
export class SandboxFiles {
  /** The sandbox's files as a subset of `node:fs/promises`. */
  readonly fs: SandboxFs;

  readonly #files: Files;

  /** @internal */
  constructor(files: Files) {
    this.#files = files;
    this.fs = new SandboxFs(files);
  }

  /** Reads a file: as bytes, or as text with `'utf8'`. Relative paths lie under the session's working directory. */
  readFile(path: string): Uint8Array;
  readFile(path: string, encoding: 'utf8' | 'utf-8'): string;
  readFile(path: string, encoding?: 'utf8' | 'utf-8'): Data {
    return isText(encoding) ? this.#files.readText(path) : this.#files.readBytes(path);
  }

  /** Writes a file, replacing what was there. */
  writeFile(path: string, data: Data): void {
    this.#files.write(path, data);
  }

  /** Writes several files and makes the directories they lie in. */
  writeFiles(files: Record<string, Data>): void {
    checkFiles(files);
    for (const [path, data] of Object.entries(files)) this.#files.writeWithParents(path, data);
  }

  /**
   * The entries of a directory by name, without `.` and `..`. Blocks for some 2 µs for each entry, as all calls that return no promise
   * do for what they are asked for: `fs.readdir` lets other work go on before and after, not meanwhile.
   */
  readDir(path: string): DirEntry[] {
    return this.#files.readDirectory(path);
  }

  /** The same as {@link readDir}. */
  listDir(path: string): DirEntry[] {
    return this.readDir(path);
  }

  /** Makes a directory; with `recursive` those above it too, and one that exists is no error. */
  mkdir(path: string, options?: { recursive?: boolean }): void {
    this.#files.mkdir(path, options);
  }

  /** What there is at a path, links followed. */
  stat(path: string): StatResult {
    return this.#files.stat(path);
  }

  /** As `stat`, of a link itself. */
  lstat(path: string): StatResult {
    return this.#files.lstat(path);
  }

  /** Whether a path leads to something. */
  exists(path: string): boolean {
    return this.#files.exists(path);
  }

  /** Removes a file, or with `recursive` a directory and what is in it; with `force` a missing path is no error. */
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): void {
    this.#files.rm(path, options);
  }

  /** Renames or moves; a file that has the new name is replaced. */
  rename(from: string, to: string): void {
    this.#files.rename(from, to);
  }

  /** Makes `path` a symbolic link to `target`. */
  symlink(target: string, path: string): void {
    this.#files.symlink(target, path);
  }

  /** Where a symbolic link points. */
  readlink(path: string): string {
    return this.#files.readlink(path);
  }

  /** Sets the permissions: `0o644`. */
  chmod(path: string, mode: number): void {
    this.#files.chmod(path, mode);
  }

  /**
   * Shows a folder of the host at a directory of the sandbox, which is made when it is missing. What lies there meanwhile is
   * covered. Read-only unless `readOnly: false` says otherwise: then what commands do there, they do to the host.
   *
   * Nothing of the host outside of the folder can be reached: links in it lead to places of the sandbox; special files, and what
   * else is mounted in it on the host, can be seen, not opened or entered. The files there belong to the sandbox's user when they
   * belong to this process's, and count against no limit. A mount is no part of the state: snapshots, forks and exported states are
   * without it, and `restore` leaves it where it is. Calls of this class that reach it wait for the disk. Linux only.
   *
   * Throws ENOENT, ENOTDIR, EACCES of the folder, and EOPNOTSUPP where there is no way to do it safely.
   */
  mount(path: string, folder: string, options?: MountOptions): void;
  /**
   * Shows a tree that the caller has, read-only: nested objects of names, whose files are shared and not copied, or what a
   * {@link Provider} answers. What was told of a name counts for a second. Nothing in it is executed. Where a call of this class comes
   * to what is answered later, it throws EAGAIN: those of {@link fs} wait. On any platform.
   *
   * ```ts
   * sandbox.mount('/data', { tree: { 'a.txt': 'text', big: () => readFile('big.bin'), more: { 'b.txt': bytes } } });
   * ```
   */
  mount(path: string, source: Provider | { tree: Tree }, options?: ProvideOptions): void;
  mount(path: string, source: string | Provider | { tree: Tree }, options: MountOptions & ProvideOptions = {}): void {
    if (typeof source !== 'object') {
      checkMount(source, options);
      const kind = (options.readOnly ?? true) ? MountKind.readOnly : MountKind.writable;
      this.#files.mount(path, source, kind, options.maxBytes ?? mostWritten);
      return;
    }
    checkProvided(source, options);
    const provider = 'tree' in source ? new TreeProvider(source.tree, 'tree') : source;
    this.#files.provide(path, provider, options.timeoutMs ?? patience);
  }

  /**
   * Shows a folder of the host as `mount` does, but what is changed there is kept in the sandbox, where it counts against
   * `fsLimitBytes` and `fileCountLimit`, until it is committed or discarded. As with Linux's overlayfs, `rename(2)` of a directory that
   * lies in the folder is EXDEV, which `mv` knows. Throws as `mount`.
   */
  overlay(path: string, folder: string): Overlay {
    checkMount(folder, {});
    return new FolderOverlay(this.#files, this.#files.mount(path, folder, MountKind.overlay));
  }

  /** Takes a mounted folder away. Throws EBUSY while something in it is open or the directory of a process, as the session's shell is. */
  unmount(path: string): void {
    this.#files.unmount(path);
  }
}
