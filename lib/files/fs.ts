// A subset of node:fs/promises over the same files, for code that was written for node:fs.

import type { Data } from '../api/data.js';
import { optionError, SandboxError } from '../api/errors.js';
import type { ReadDirOptions, StatFs } from '../api/pieces.js';
import type { FileChange, WatchOptions } from '../api/watching.js';
import { bitsOf, flagOf, isText, modeOf, optionsOf, timeOf } from '../options/file-arguments.js';
import { openFlagsOf } from '../options/open-flags.js';
import { levelsOf, patternsOf } from '../options/piece-options.js';
import { worded } from '../text/worded.js';
import { copyTree, refuseItself } from './copy-tree.js';
import { Dir } from './dir.js';
import { FileHandle } from './file-handle.js';
import { type Files, writeFlags } from './files.js';
import { excluder, type GlobOptions, globPaths } from './glob.js';
import type { DirEntry, StatResult } from './stats.js';
import { join, walkTree } from './tree-walk.js';

type Encoding = 'utf8' | 'utf-8';
type EncodingOption = Encoding | { encoding: Encoding };
type WriteOptions = { mode?: number; flag?: 'w' | 'wx' | 'a' | 'ax'; encoding?: Encoding };
/** What {@link SandboxFs.watch} tells, as in node:fs. */
export interface WatchEvent {
  /** `rename`: a name has come or gone. */
  eventType: 'rename' | 'change';
  /** From the directory that is watched; null: some changes were lost. */
  filename: string | null;
}
type Time = number | string | Date;

const copyExclusive = 1;
const nameCharacters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The events of node:fs that stand for a change of what is watched at `base`. */
function eventsOf({ kind, path, from }: FileChange, base: string): WatchEvent[] {
  if (kind === 'lost') return [{ eventType: 'rename', filename: null }];
  const nameOf = (changed: string): string =>
    changed === base ? changed.slice(changed.lastIndexOf('/') + 1) : changed.slice(join(base, '').length);
  const eventType = kind === 'modified' ? 'change' : 'rename';
  return [...(from === undefined ? [] : [from]), path].map((changed) => ({ eventType, filename: nameOf(changed) }));
}

/**
 * A subset of `node:fs/promises` on a sandbox's files: same names, same errors. Relative paths lie under the session's working directory.
 * Calls wait for trees that are provided. Every call rejects with `EINVAL` for a path that is no string or has a NUL, and with ENOENT,
 * ENOTDIR, ELOOP and ENAMETOOLONG for one that leads nowhere; in a provided tree with what its provider says.
 *
 * @example
 * const names = await sandbox.fs.readdir('/home/user', { recursive: true });
 * const text = await sandbox.fs.readFile('notes.txt', 'utf8');
 */
export class SandboxFs {
  readonly #files: Files;

  /** @internal */
  constructor(files: Files) {
    this.#files = files;
  }

  /**
   * Opens a file. `flags` is a name as in Node (`'r'`, `'r+'`, `'w'`, `'wx'`, `'a'`, `'a+'` …) or the sum of Linux's flags; `mode` the
   * permissions of a file that is made. Close it: open files count against `maxDescriptors`.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EEXIST`: with `x`, it exists.
   * @throws `EISDIR`, `ENXIO`, `EROFS`, `EPERM`, `EACCES`: it cannot be opened so: a directory, a FIFO that nobody reads, or not to be written.
   * @throws `ENOSPC`, `ENFILE`: `fsLimitBytes`, `fileCountLimit` or `maxDescriptors` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const file = await sandbox.fs.open('log.txt', 'a');
   * await file.appendFile('started\n');
   * await file.close();
   */
  async open(path: string, flags: string | number = 'r', mode = 0o666): Promise<FileHandle> {
    return new FileHandle(await this.#files.open(path, openFlagsOf(flags), modeOf(mode)));
  }

  /**
   * How large the file system is that a path lies in, and what is free.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`, `E_DESTROYED`
   *
   * @example
   * const { bavail, bsize } = await sandbox.fs.statfs('/');
   * console.log(`${bavail * bsize} bytes are free`);
   */
  async statfs(path: string): Promise<StatFs> {
    return this.#files.settled(() => this.#files.statfs(path));
  }

  /**
   * Reads a file: as bytes, or as text with an encoding. Large ones are read in pieces, and other work goes on meanwhile.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`: there is a directory.
   * @throws `EFBIG`: it is larger than all that the sandbox may hold, and than 64 MiB.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  readFile(path: string, options: EncodingOption): Promise<string>;
  readFile(path: string, options?: null | { encoding?: null }): Promise<Uint8Array>;
  async readFile(path: string, options?: EncodingOption | null | { encoding?: null }): Promise<Data> {
    const encoding = typeof options === 'string' ? options : optionsOf(options).encoding;
    return isText(encoding) ? this.#files.readTextInPieces(path) : this.#files.readBytesInPieces(path);
  }

  /**
   * Writes a file, replacing what was there, unless `flag` says otherwise: `wx` and `ax` make it, `a` adds to it.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `EEXIST`: with `wx` or `ax`, it exists.
   * @throws `EISDIR`, `ENXIO`, `EBADF`: there is a directory, a FIFO that nobody reads, or a file of `/proc`.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async writeFile(path: string, data: Data, options: WriteOptions | Encoding = {}): Promise<void> {
    this.#write(path, data, options, 'w');
  }

  /**
   * Adds to a file, which is made when missing.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `EISDIR`, `ENXIO`, `EBADF`: there is a directory, a FIFO that nobody reads, or a file of `/proc`.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async appendFile(path: string, data: Data, options: WriteOptions | Encoding = {}): Promise<void> {
    this.#write(path, data, options, 'a');
  }

  /**
   * The names in a directory, sorted, or with `withFileTypes` what they are as well; with `recursive` also of all directories below, or of
   * `depth` levels: 1 is the directory itself.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const entries = await sandbox.fs.readdir('/etc', { withFileTypes: true });
   * const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ parentPath, name }) => `${parentPath}/${name}`);
   */
  readdir(path: string, options?: ReadDirOptions & { withFileTypes?: false }): Promise<string[]>;
  readdir(path: string, options: ReadDirOptions & { withFileTypes: true }): Promise<DirEntry[]>;
  async readdir(path: string, options?: ReadDirOptions & { withFileTypes?: boolean }): Promise<string[] | DirEntry[]> {
    const withTypes = flagOf(optionsOf(options).withFileTypes, 'withFileTypes');
    const levels = levelsOf(optionsOf(options));
    const entries = levels === 1 ? await this.#list(path) : [];
    if (levels > 1) for await (const entry of walkTree(this.#files, path, levels)) entries.push(entry);
    if (withTypes) return entries;
    const prefix = join(path, '');
    return entries.map((entry) => join(entry.parentPath, entry.name).slice(prefix.length));
  }

  /**
   * Tells of changes as `watch` of node:fs/promises does, from the first time that something is asked for. {@link Sandbox.watch} tells more.
   * When `signal` ends it, it rejects with the signal's reason: an `AbortError`.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `ENOSPC`, `ENOMEM`: the sandbox has 8192 watches, or no memory for one.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const watch = sandbox.fs.watch('/tmp');
   * const first = watch.next();
   * await sandbox.run('mkdir /tmp/build');
   * console.log((await first).value); // { eventType: 'rename', filename: 'build' }
   * await watch.return();
   */
  async *watch(path: string, options?: WatchOptions): AsyncGenerator<WatchEvent, void> {
    const { recursive, signal } = optionsOf(options);
    if (signal !== undefined && !(signal instanceof AbortSignal)) {
      throw optionError('signal', 'must be an AbortSignal');
    }
    signal?.throwIfAborted();
    const watch = this.#files.watch(path, { recursive: flagOf(recursive, 'recursive'), ...(signal && { signal }) });
    for await (const change of watch) yield* eventsOf(change, watch.path);
    signal?.throwIfAborted();
  }

  /**
   * Opens a directory, to have its entries one by one; with `recursive` also those of all directories below.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * for await (const entry of await sandbox.fs.opendir('/etc')) console.log(entry.name, entry.type);
   */
  async opendir(path: string, options?: { recursive?: boolean }): Promise<Dir> {
    const levels = levelsOf({ recursive: flagOf(optionsOf(options).recursive, 'recursive') });
    const entries = walkTree(this.#files, path, levels);
    // A path that leads nowhere is told now.
    return new Dir(path, entries, await entries.next());
  }

  /**
   * The paths that fit a pattern, or one of several, each once: `*`, `?`, `[a-z]`, `{a,b}`, `**` for any number of directories, and `@(a|b)`,
   * `?(a)`, `*(a)`, `+(a)`, `!(a)`. As in Node, `*` and `**` match no name that begins with a dot, and links are not followed but where
   * the pattern begins with their names; other than there, a backslash takes a character as it is. `cwd`: where relative patterns begin.
   * `exclude`: patterns, or a function of a name (or with `withFileTypes` of an entry), of what is left out with all below.
   *
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * for await (const path of sandbox.fs.glob('**\/*.{js,ts}', { exclude: ['**\/node_modules'] })) console.log(path);
   */
  glob(pattern: string | readonly string[], options?: GlobOptions & { withFileTypes?: false }): AsyncIterable<string>;
  glob(
    pattern: string | readonly string[],
    options: GlobOptions<DirEntry> & { withFileTypes: true },
  ): AsyncIterable<DirEntry>;
  async *glob(
    pattern: string | readonly string[],
    options?: GlobOptions<string> | GlobOptions<DirEntry>,
  ): AsyncIterable<string | DirEntry> {
    const patterns = patternsOf(pattern, 'pattern');
    const { cwd, exclude, withFileTypes } = optionsOf(options);
    const withTypes = flagOf(withFileTypes, 'withFileTypes');
    const excludes =
      typeof exclude === 'function'
        ? (_: readonly string[], entry: DirEntry) =>
            (exclude as (asked: string | DirEntry) => boolean)(withTypes ? entry : entry.name)
        : excluder(patternsOf(exclude ?? [], 'exclude'));
    const directory = cwd === undefined ? this.#files.workingDirectory : this.#files.absolute(cwd, 'glob');
    for await (const { path, entry } of globPaths(this.#files, { patterns, directory, excludes })) {
      yield withTypes ? entry : path;
    }
  }

  /**
   * Makes a directory; with `recursive` those above it too, and then answers the first one that was made, if any.
   *
   * @throws `EEXIST`: there is something already; with `recursive`, something that is no directory.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async mkdir(path: string, options?: { recursive?: boolean; mode?: number }): Promise<string | undefined> {
    const first = typeof path === 'string' && optionsOf(options).recursive ? this.#firstMissing(path) : undefined;
    this.#files.mkdir(path, options);
    return first;
  }

  /**
   * Makes a directory whose name begins with `prefix` and ends in six random characters. Answers its path.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const work = await sandbox.fs.mkdtemp('/tmp/build-'); // '/tmp/build-x7Kq2a'
   */
  async mkdtemp(prefix: string): Promise<string> {
    if (typeof prefix !== 'string') throw optionError('prefix', 'must be a string');
    for (;;) {
      const random = crypto.getRandomValues(new Uint8Array(6));
      const path = prefix + Array.from(random, (byte) => nameCharacters[byte % nameCharacters.length]).join('');
      if (this.#files.exists(path)) continue;
      this.#files.mkdir(path, { mode: 0o700 });
      return path;
    }
  }

  /**
   * Removes a file, or with `recursive` a directory and what is in it; with `force` a missing path is no error.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`: there is a directory, and `recursive` is not set.
   * @throws `EBUSY`, `EPERM`, `EROFS`: it cannot be removed.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    this.#files.rm(path, options);
  }

  /**
   * Removes a directory that is empty.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `ENOTEMPTY`, `EBUSY`, `EPERM`, `EROFS`: it cannot be removed.
   * @throws `EINVAL`, `E_DESTROYED`
   */
  async rmdir(path: string): Promise<void> {
    this.#files.rmdir(path);
  }

  /**
   * Removes a name of a file, or a link.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`: there is a directory.
   * @throws `EBUSY`, `EPERM`, `EROFS`: it cannot be removed.
   * @throws `EINVAL`, `E_DESTROYED`
   */
  async unlink(path: string): Promise<void> {
    this.#files.unlink(path);
  }

  /**
   * What there is at a path, links followed.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`, `E_DESTROYED`
   */
  async stat(path: string): Promise<StatResult> {
    return this.#files.settled(() => this.#files.stat(path));
  }

  /**
   * As `stat`, of a link itself.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`, `E_DESTROYED`
   */
  async lstat(path: string): Promise<StatResult> {
    return this.#files.settled(() => this.#files.lstat(path));
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
  async rename(from: string, to: string): Promise<void> {
    this.#files.rename(from, to);
  }

  /**
   * Makes `path` a symbolic link to `target`.
   *
   * @throws `EEXIST`: there is something already.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_DESTROYED`
   */
  async symlink(target: string, path: string): Promise<void> {
    this.#files.symlink(target, path);
  }

  /**
   * Gives a file one more name.
   *
   * @throws `EEXIST`: there is something already.
   * @throws `EXDEV`, `EPERM`, `EMLINK`: the file cannot have that name.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_DESTROYED`
   */
  async link(existing: string, path: string): Promise<void> {
    this.#files.link(existing, path);
  }

  /**
   * Where a symbolic link points.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`: there is no link.
   * @throws `E_DESTROYED`
   */
  async readlink(path: string): Promise<string> {
    return this.#files.settled(() => this.#files.readlink(path));
  }

  /**
   * The absolute path without links and `..`.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EINVAL`, `E_DESTROYED`
   */
  async realpath(path: string): Promise<string> {
    return this.#files.settled(() => this.#files.realpath(path));
  }

  /**
   * Sets the permissions: `0o644`.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async chmod(path: string, mode: number): Promise<void> {
    this.#files.chmod(path, mode);
  }

  /**
   * Sets owner and group; -1: as it is.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async chown(path: string, uid: number, gid: number): Promise<void> {
    this.#files.chown(path, uid, gid, true);
  }

  /**
   * As `chown`, of a link itself.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async lchown(path: string, uid: number, gid: number): Promise<void> {
    this.#files.chown(path, uid, gid, false);
  }

  /**
   * Sets the times of access and modification: dates, or seconds since 1970.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * await sandbox.fs.utimes('notes.txt', new Date(), 1_700_000_000);
   */
  async utimes(path: string, atime: Time, mtime: Time): Promise<void> {
    this.#files.utimes(path, timeOf(atime, 'atime'), timeOf(mtime, 'mtime'), true);
  }

  /**
   * As `utimes`, of a link itself.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async lutimes(path: string, atime: Time, mtime: Time): Promise<void> {
    this.#files.utimes(path, timeOf(atime, 'atime'), timeOf(mtime, 'mtime'), false);
  }

  /**
   * Cuts a file to that many bytes, or has it grow with zeros.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`, `EINVAL`, `EFBIG`, `EROFS`: it cannot have that size.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async truncate(path: string, size = 0): Promise<void> {
    this.#files.truncate(path, size);
  }

  /**
   * Whether there is something, and the guest's user may use it: `mode` is 0 (it exists), or the sum of 4 (read), 2 (write), 1 (execute).
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EACCES`, `EROFS`: not so.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const isProgram = await sandbox.fs.access('/usr/bin/bash', 5).then(() => true, () => false);
   */
  async access(path: string, mode = 0): Promise<void> {
    const wanted = bitsOf(mode);
    await this.#files.settled(() => this.#files.access(path, wanted));
  }

  /**
   * Copies a file. `mode` 1 (COPYFILE_EXCL): only to a new one.
   *
   * @throws `EEXIST`: with `mode` 1, there is something already.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EISDIR`, `EINVAL`: one of the paths leads to no such file.
   * @throws `EROFS`, `EPERM`: `to` is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  async copyFile(from: string, to: string, mode = 0): Promise<void> {
    const exclusive = (bitsOf(mode) & copyExclusive) !== 0;
    await this.#files.settled(() => this.#files.copy(from, to, exclusive));
  }

  /**
   * Copies a file, a link or, with `recursive`, a directory. What is there already is replaced.
   *
   * @throws `EISDIR`: there is a directory, and `recursive` is not set.
   * @throws `EINVAL`: it would be copied onto or into itself, or has a FIFO or a socket in it.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EEXIST`, `EROFS`, `EPERM`: `to` is no place for it.
   * @throws `ENOSPC`: `fsLimitBytes` or `fileCountLimit` leaves no room.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * await sandbox.fs.cp('/home/user/project', '/tmp/copy', { recursive: true });
   */
  async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    const recursive = flagOf(optionsOf(options).recursive, 'recursive');
    await refuseItself(this.#files, from, to);
    await copyTree(this.#files, { from, to, recursive, pace: this.#files.pacer() });
  }

  #list(path: string): Promise<DirEntry[]> {
    return this.#files.settled(() => this.#files.readDirectory(path));
  }

  #write(path: string, data: Data, options: WriteOptions | Encoding, preset: string): void {
    const text = typeof options === 'string';
    const { flag = preset, mode, encoding } = text ? { encoding: options } : optionsOf(options);
    isText(encoding);
    const flags = typeof flag === 'string' && Object.hasOwn(writeFlags, flag) ? writeFlags[flag] : undefined;
    if (flags === undefined) {
      this.#files.absolute(path, 'open');
      throw new SandboxError(`EINVAL: flag ${worded(flag)} is none of w, wx, a, ax, open '${path}'`, {
        code: 'EINVAL',
        path,
      });
    }
    this.#files.write(path, data, flags, mode);
  }

  #firstMissing(path: string): string | undefined {
    const parts = path.split('/');
    for (let count = 1; count <= parts.length; count++) {
      const ancestor = parts.slice(0, count).join('/');
      if (ancestor !== '' && !this.#files.exists(ancestor)) return ancestor;
    }
    return undefined;
  }
}
