// The synchronous file calls of a sandbox.

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
/** Bytes that may be written to a mount. */
const mostWritten = 16 * 1024 ** 3;

/** The part of the class Sandbox that is about files. */
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
   * The entries of a directory by name, without `.` and `..`. Blocks the event loop for about 2 µs per entry. `fs.readdir` returns a
   * promise, but blocks just as long.
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

  /** Information about the file at a path. Follows links. */
  stat(path: string): StatResult {
    return this.#files.stat(path);
  }

  /** As `stat`, but about a link itself. */
  lstat(path: string): StatResult {
    return this.#files.lstat(path);
  }

  /** Whether there is a file at a path. */
  exists(path: string): boolean {
    return this.#files.exists(path);
  }

  /** Removes a file, or with `recursive` a directory and what is in it; with `force` a missing path is no error. */
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): void {
    this.#files.rm(path, options);
  }

  /** Renames or moves a file. Replaces a file that has the new name. */
  rename(from: string, to: string): void {
    this.#files.rename(from, to);
  }

  /** Makes `path` a symbolic link to `target`. */
  symlink(target: string, path: string): void {
    this.#files.symlink(target, path);
  }

  /** The target of a symbolic link. */
  readlink(path: string): string {
    return this.#files.readlink(path);
  }

  /** Sets the permissions: `0o644`. */
  chmod(path: string, mode: number): void {
    this.#files.chmod(path, mode);
  }

  /**
   * Shows a folder of the host at a directory of the sandbox. The directory is made if it is missing; its old content is hidden meanwhile.
   * The mount is read-only by default. With `readOnly: false` commands change the host's folder.
   *
   * Guests cannot reach anything on the host outside of the folder. Links in it lead to paths of the sandbox. Guests can see special files
   * and other file systems in the folder, but cannot open or enter them. Files of this process's user seem to belong to the sandbox's user.
   * Files of a mount count against no limit. A mount is not part of the state: snapshots, forks and exported states leave it out, and
   * `restore` leaves it in place. Calls of this class on a mount wait for the disk. Linux only.
   *
   * Throws ENOENT, ENOTDIR or EACCES about the folder, and EOPNOTSUPP if the system has no safe way to mount it.
   */
  mount(path: string, folder: string, options?: MountOptions): void;
  /**
   * Shows a tree of your program, read-only: nested objects whose files are shared and not copied, or the answers of a {@link Provider},
   * which are cached for one second. Guests cannot execute anything in it. If a call of this class needs an answer that is not there yet,
   * it throws EAGAIN; calls of {@link fs} wait. Works on any platform.
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
   * Shows a folder of the host as `mount` does, but keeps changes in the sandbox until you commit or discard them. They count against
   * `fsLimitBytes` and `fileCountLimit`. As with Linux's overlayfs, `rename(2)` of a directory of the folder fails with EXDEV, and `mv`
   * copies instead. Throws as `mount` does.
   */
  overlay(path: string, folder: string): Overlay {
    checkMount(folder, {});
    return new FolderOverlay(this.#files, this.#files.mount(path, folder, MountKind.overlay));
  }

  /**
   * Unmounts a folder or tree. Throws EBUSY while a file in it is open or a process, such as the session's shell, has its directory there.
   */
  unmount(path: string): void {
    this.#files.unmount(path);
  }
}
