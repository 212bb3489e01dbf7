// The files of a sandbox, in calls that answer at once.

import type { Provider, Tree } from '../api/mounts.js';
import { optionDefaults } from '../api/option-defaults.js';
import type { Data, MountOptions, Overlay, ProvideOptions } from '../api/types.js';
import { TreeProvider } from '../mounts/tree.js';
import { checkFiles, checkMount, checkProvided } from '../options/file-options.js';
import { isText } from './file-arguments.js';
import type { Files } from './files.js';
import { SandboxFs } from './fs.js';
import { FolderOverlay, MountKind } from './overlay.js';
import type { DirEntry, StatResult } from './stats.js';

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

  /**
   * Reads a file: as bytes, or as text with `'utf8'`. Relative paths lie under the session's working directory.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`: there is a directory.
   * @throws `EFBIG`: it is larger than all that the sandbox may hold, and than 64 MiB.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const text = sandbox.readFile('notes.txt', 'utf8');
   * const bytes = sandbox.readFile('/usr/bin/bash');
   */
  readFile(path: string): Uint8Array;
  readFile(path: string, encoding: 'utf8' | 'utf-8'): string;
  readFile(path: string, encoding?: 'utf8' | 'utf-8'): Data {
    return isText(encoding) ? this.#files.readText(path) : this.#files.readBytes(path);
  }

  /**
   * Writes a file, replacing what was there.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `EISDIR`, `ENXIO`, `EBADF`: there is a directory, a FIFO that nobody reads, or a file of `/proc`.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  writeFile(path: string, data: Data): void {
    this.#files.write(path, data);
  }

  /**
   * Writes several files and makes the directories they lie in. Those before one that fails are written.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `EISDIR`, `EEXIST`: there is a directory where a file is to be, or the other way round.
   * @throws `ENXIO`, `EBADF`: there is a FIFO that nobody reads, or a file of `/proc`.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * sandbox.writeFiles({ 'src/main.py': 'print(1)\n', 'data/points.bin': new Uint8Array(64) });
   */
  writeFiles(files: Record<string, Data>): void {
    checkFiles(files);
    for (const [path, data] of Object.entries(files)) this.#files.writeWithParents(path, data);
  }

  /**
   * The entries of a directory by name, without `.` and `..`. Blocks for some 2 µs for each entry, as all calls that return no promise
   * do for what they are asked for: `fs.readdir` lets other work go on before and after, not meanwhile.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const folders = sandbox.readDir('/usr').filter((entry) => entry.isDirectory()).map(({ name }) => name);
   */
  readDir(path: string): DirEntry[] {
    return this.#files.readDirectory(path);
  }

  /**
   * The same as {@link readDir}.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  listDir(path: string): DirEntry[] {
    return this.readDir(path);
  }

  /**
   * Makes a directory; with `recursive` those above it too, and one that exists is no error.
   *
   * @throws `EEXIST`: there is something already; with `recursive`, something that is no directory.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  mkdir(path: string, options?: { recursive?: boolean }): void {
    this.#files.mkdir(path, options);
  }

  /**
   * What there is at a path, links followed.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  stat(path: string): StatResult {
    return this.#files.stat(path);
  }

  /**
   * As `stat`, of a link itself.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  lstat(path: string): StatResult {
    return this.#files.lstat(path);
  }

  /**
   * Whether a path leads to something.
   *
   * @throws `EINVAL`: the path is no string, or has a NUL.
   * @throws `E_DESTROYED`
   */
  exists(path: string): boolean {
    return this.#files.exists(path);
  }

  /**
   * Removes a file, or with `recursive` a directory and what is in it; with `force` a missing path is no error.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`: there is a directory, and `recursive` is not set.
   * @throws `EBUSY`, `EPERM`, `EROFS`: it cannot be removed: something is mounted there, or it is of the system.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): void {
    this.#files.rm(path, options);
  }

  /**
   * Renames or moves; a file that has the new name is replaced.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EXDEV`: both lie in different file systems.
   * @throws `EISDIR`, `ENOTEMPTY`, `EINVAL`, `EBUSY`, `EPERM`, `EROFS`: as of `rename(2)`.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `E_DESTROYED`
   */
  rename(from: string, to: string): void {
    this.#files.rename(from, to);
  }

  /**
   * Makes `path` a symbolic link to `target`.
   *
   * @throws `EEXIST`: there is something already.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  symlink(target: string, path: string): void {
    this.#files.symlink(target, path);
  }

  /**
   * Where a symbolic link points.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`: there is no link.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `E_DESTROYED`
   */
  readlink(path: string): string {
    return this.#files.readlink(path);
  }

  /**
   * Sets the permissions: `0o644`.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
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
   * @throws `ENOENT`, `ENOTDIR`, `EACCES`: the folder is not there, is none, or is not for you to read.
   * @throws `EOPNOTSUPP`: this host has no way to do it safely.
   * @throws `EEXIST`, `EBUSY`, `ENOTDIR`, `ENOENT`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: `path` is no place for it.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * sandbox.mount('/project', '/home/me/project');
   * sandbox.mount('/out', '/tmp/results', { readOnly: false, maxBytes: 100 * 2 ** 20 });
   */
  mount(path: string, folder: string, options?: MountOptions): void;
  /**
   * Shows a tree that the caller has, read-only: nested objects of names, whose files are shared and not copied, or what a
   * {@link Provider} answers. What was told of a name counts for a second. Nothing in it is executed. Where a call of this class comes
   * to what is answered later, it throws EAGAIN: those of {@link fs} wait. On any platform.
   *
   * @throws `EEXIST`, `EBUSY`, `ENOTDIR`, `ENOENT`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: `path` is no place for it.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * sandbox.mount('/data', { tree: { 'a.txt': 'text', big: () => readFile('big.bin'), more: { 'b.txt': bytes } } });
   */
  mount(path: string, source: Provider | { tree: Tree }, options?: ProvideOptions): void;
  mount(path: string, source: string | Provider | { tree: Tree }, options: MountOptions & ProvideOptions = {}): void {
    if (typeof source !== 'object') {
      checkMount(source, options);
      const kind =
        (options.readOnly ?? optionDefaults['MountOptions.readOnly']) ? MountKind.readOnly : MountKind.writable;
      this.#files.mount(path, source, kind, options.maxBytes ?? optionDefaults['MountOptions.maxBytes']);
      return;
    }
    checkProvided(source, options);
    const provider = 'tree' in source ? new TreeProvider(source.tree, 'tree') : source;
    this.#files.provide(path, provider, options.timeoutMs ?? optionDefaults['ProvideOptions.timeoutMs']);
  }

  /**
   * Shows a folder of the host as `mount` does, but what is changed there is kept in the sandbox, where it counts against
   * `fsLimitBytes` and `fileCountLimit`, until it is committed or discarded. As with Linux's overlayfs, `rename(2)` of a directory that
   * lies in the folder is EXDEV, which `mv` knows.
   *
   * @throws `ENOENT`, `ENOTDIR`, `EACCES`, `EOPNOTSUPP`: of the folder, as `mount`.
   * @throws `EEXIST`, `EBUSY`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: `path` is no place for it.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const overlay = sandbox.overlay('/project', '/home/me/project');
   * await sandbox.run('cd /project && make');
   * overlay.diff(); // what has changed: then overlay.commit() or overlay.discard()
   */
  overlay(path: string, folder: string): Overlay {
    checkMount(folder, {});
    return new FolderOverlay(this.#files, this.#files.mount(path, folder, MountKind.overlay));
  }

  /**
   * Takes a mounted folder or tree away.
   *
   * @throws `EBUSY`: something in it is open, or the directory of a process, as the session's shell is.
   * @throws `EINVAL`: nothing is mounted there.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `E_DESTROYED`
   */
  unmount(path: string): void {
    this.#files.unmount(path);
  }
}
