// The synchronous file calls of a sandbox.

import type { Data } from '../api/data.js';
import type { EditResult, TextEdit, ViewOptions } from '../api/edits.js';
import type { Provider, Tree } from '../api/mounts.js';
import { optionDefaults } from '../api/option-defaults.js';
import type { FileRange, ReadDirOptions, ReadFileOptions, WriteStreamOptions } from '../api/pieces.js';
import type { FindOptions, FoundFile, FoundLine, GrepOptions } from '../api/search.js';
import type { MountOptions, Overlay, ProvideOptions } from '../api/types.js';
import type { FileChange, WatchOptions } from '../api/watching.js';
import { TreeProvider } from '../mounts/tree.js';
import { checkLine, text as checkText, checkTextEdit, checkViewOptions } from '../options/edit-options.js';
import { isText } from '../options/file-arguments.js';
import { checkFiles, checkMount, checkProvided } from '../options/file-options.js';
import { openFlagsOf } from '../options/open-flags.js';
import { checkRange, checkReadDir, checkReadFile, checkWriteStream, levelsOf } from '../options/piece-options.js';
import { checkFind, readGrep } from '../options/search-options.js';
import { checkWatchOptions } from '../options/watch-options.js';
import { readingStream, writingStream } from './file-streams.js';
import type { Files } from './files.js';
import { SandboxFs } from './fs.js';
import { FolderOverlay, MountKind } from './overlay.js';
import { find, grep } from './search.js';
import type { DirEntry, StatResult } from './stats.js';
import { insertAfter, replaceIn, showLines } from './text-edits.js';
import { readTree } from './tree-walk.js';

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

  /**
   * Reads a file: as bytes, or as text with `'utf8'`. Relative paths lie under the session's working directory. `start` and `end` are the
   * offsets of the first and the last byte to read, as in Node's `createReadStream`: where the file ends sooner, there are fewer.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`: there is a directory.
   * @throws `EFBIG`: it, or the part, is larger than all that the sandbox may hold, and than 64 MiB.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const text = sandbox.readFile('notes.txt', 'utf8');
   * const bytes = sandbox.readFile('/usr/bin/bash');
   * const magic = sandbox.readFile('/usr/bin/bash', { end: 3 });
   */
  readFile(path: string): Uint8Array;
  readFile(path: string, options: 'utf8' | 'utf-8' | (ReadFileOptions & { encoding: 'utf8' | 'utf-8' })): string;
  readFile(path: string, options: ReadFileOptions & { encoding?: null }): Uint8Array;
  readFile(path: string, options?: 'utf8' | 'utf-8' | ReadFileOptions): Data {
    if (typeof options !== 'object' || options === null) {
      return isText(options) ? this.#files.readText(path) : this.#files.readBytes(path);
    }
    checkReadFile(options);
    const { encoding, start, end } = options;
    if (start === undefined && end === undefined) return this.readFile(path, encoding as 'utf8');
    return isText(encoding) ? this.#files.readTextRange(path, options) : this.#files.readRange(path, options);
  }

  /**
   * Reads a file, or the bytes from `start` to `end`, piece by piece: any size takes 256 KiB of memory. The file is opened when the first
   * bytes are asked for, and closed after the last or when you cancel the stream.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EISDIR`: there is a directory.
   * @throws `EAGAIN`, `ESPIPE`: there is a FIFO that has nothing to read now, or it is to be read from `start`.
   * @throws `EINVAL`: the file cannot be read, or the path is wrong.
   * @throws `EBADF`: a snapshot was restored since the file was opened.
   * @throws `ENFILE`: `maxDescriptors` leaves no room.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * for await (const bytes of sandbox.createReadStream('notes.txt', { start: 100, end: 199 })) console.log(bytes.length);
   */
  createReadStream(path: string, options: FileRange = {}): ReadableStream<Uint8Array> {
    checkRange(options);
    const { start, end = Number.POSITIVE_INFINITY } = options;
    const absolute = this.#files.absolute(path, 'open');
    return readingStream(() => this.#files.open(absolute, openFlagsOf('r'), 0), { start, end });
  }

  /**
   * Writes texts and bytes to a file as they come. Close the stream, or abort it: the file is open until then.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EROFS`, `EPERM`: the path is no place for it.
   * @throws `EEXIST`: with `'wx'` or `'ax'`, it exists.
   * @throws `EISDIR`, `ENXIO`, `ESPIPE`, `EAGAIN`: there is a directory, or a FIFO that nobody reads, has no `start` or is full.
   * @throws `EACCES`, `EBADF`: the file cannot be written, or a snapshot was restored since it was opened.
   * @throws `EINVAL`: the file cannot be written, or the path is wrong.
   * @throws `ENOSPC`, `ENFILE`: `fsLimitBytes`, `fileCountLimit` or `maxDescriptors` leaves no room.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * await new Blob(['one\n', 'two\n']).stream().pipeTo(sandbox.createWriteStream('list.txt'));
   */
  createWriteStream(path: string, options: WriteStreamOptions = {}): WritableStream<Data> {
    checkWriteStream(options);
    const { flags = 'w', mode = 0o666, start } = options;
    const absolute = this.#files.absolute(path, 'open');
    return writingStream(() => this.#files.open(absolute, openFlagsOf(flags), mode), start);
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
   * Replaces a text in a file. Mode, owner, encoding and line ends stay: in a file whose lines end with CR LF, LF stands for that. When it rejects
   * nothing has changed.
   *
   * @throws `E_EDIT_NO_MATCH`: the text is not there. The message shows the lines that look like it.
   * @throws `E_EDIT_MANY_MATCHES`: it is there more than once, and `all` is not given. The message names the lines.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EISDIR`, `EINVAL`, `ENXIO`, `EBADF`: the path leads to no file that can be read.
   * @throws `EFBIG`: the file is larger than `fsLimitBytes` and than 64 MiB.
   * @throws `EROFS`, `EPERM`, `EACCES`, `ENOSPC`: the file cannot be written.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * await sandbox.edit('server.py', { old: 'port = 80\n', new: 'port = 8080\n' });
   */
  async edit(path: string, edit: TextEdit): Promise<EditResult> {
    checkTextEdit(edit);
    const before = await this.#files.readBytesInPieces(path);
    const { old, new: replacement, all = false } = edit;
    const { bytes, replaced, firstLine } = replaceIn(before, path, { old, replacement, all });
    await this.#files.settled(() => this.#files.write(path, bytes));
    return { replaced, firstLine };
  }

  /**
   * Puts lines after line `line` of a file; 0: before the first.
   *
   * @throws `E_EDIT_NO_MATCH`: there is no such line.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EISDIR`, `EINVAL`, `ENXIO`, `EBADF`: the path leads to no file that can be read.
   * @throws `EFBIG`: the file is larger than `fsLimitBytes` and than 64 MiB.
   * @throws `EROFS`, `EPERM`, `EACCES`, `ENOSPC`: the file cannot be written.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * await sandbox.insert('server.py', 0, '#!/usr/bin/env python3\n');
   */
  async insert(path: string, line: number, text: string): Promise<void> {
    checkLine(line, 'line', 0);
    checkText(text, 'text');
    const before = await this.#files.readBytesInPieces(path);
    const bytes = insertAfter(before, path, line, text);
    await this.#files.settled(() => this.#files.write(path, bytes));
  }

  /**
   * The lines of a file, or some of them.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`, `EISDIR`, `EINVAL`, `ENXIO`, `EBADF`: the path leads to no file that can be read.
   * @throws `EFBIG`: the file is larger than `fsLimitBytes` and than 64 MiB.
   * @throws `E_INVALID_OPTION`: an option is wrong, or the file has no line `start`.
   * @throws `E_DESTROYED`
   *
   * @example
   * await sandbox.view('server.py', { start: 10, end: 12, numbers: true }); // '    10\timport os\n …'
   */
  async view(path: string, options: ViewOptions = {}): Promise<string> {
    checkViewOptions(options);
    const { start = 1, end = Number.POSITIVE_INFINITY, numbers = false } = options;
    return showLines(await this.#files.readBytesInPieces(path), start, end, numbers);
  }

  /**
   * Tells of changes of a file, of the entries of a directory, or with `recursive` of all that lies below it, from this call on, whoever makes
   * them: commands and your own calls. Paths begin with the one that you give. The same change told twice in a row is told once. Of a change
   * that you have not asked for yet 8192 are kept, in 1 MiB at most; what comes beyond is lost, and the last of them is then `lost`. So it is
   * when the files are replaced as a whole: `restore`, `importState`, `importTar`.
   *
   * The watch ends when you leave the loop, with `signal`, and with the sandbox. It keeps the event loop alive while you wait for a change. When
   * what is watched is removed or moved away, it tells `deleted` and then nothing. In a mounted folder it tells of what the sandbox changes, not
   * of what others do on the host.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `ENOSPC`, `ENOMEM`: the sandbox has 8192 watches, or no memory for one.
   * @throws `EAGAIN`: a provided tree has not answered yet.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * for await (const { kind, path } of sandbox.watch('.', { recursive: true, signal: AbortSignal.timeout(100) })) {
   *   console.log(kind, path); // 'modified' '/home/user/src/main.py'
   * }
   */
  watch(path: string, options: WatchOptions = {}): AsyncIterableIterator<FileChange> {
    checkWatchOptions(options);
    return this.#files.watch(path, options);
  }

  /**
   * The files below a directory that fit, each directory before what is in it. Links are not followed. No process is started, and other work
   * goes on meanwhile.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: `path` leads nowhere. What goes away later is left out.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an option is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const sources = await sandbox.find({ path: 'project', glob: '*.{js,ts}', type: 'file', ignore: 'git' });
   * for (const { path, size } of sources) console.log(path, size);
   */
  async find(options: FindOptions = {}): Promise<FoundFile[]> {
    checkFind(options);
    return find(this.#files, options);
  }

  /**
   * The lines of files below a directory, or of one file, that fit a regular expression or have a text. Links are not followed, files with a
   * NUL are not searched from there on, and of each file the first GiB is. No process is started, and other work goes on meanwhile.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: `path` leads nowhere. What goes away later is left out.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an option is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const found = await sandbox.grep({ pattern: 'TODO|FIXME', path: 'project', glob: '*.py', context: 1 });
   * for (const { path, line, text } of found) console.log(`${path}:${line}: ${text}`);
   */
  async grep(options: GrepOptions): Promise<FoundLine[]> {
    const { matches } = readGrep(options);
    return grep(this.#files, options, matches);
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
   * The entries of a directory by name, without `.` and `..`; with `recursive` those of all directories below too, or with `depth` of so many
   * levels. Each entry has its `parentPath`. Blocks the event loop for about 2 µs per entry. `fs.readdir` returns a promise: with
   * `recursive`, other work goes on meanwhile.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const folders = sandbox.readDir('/usr').filter((entry) => entry.isDirectory()).map(({ name }) => name);
   * const all = sandbox.readDir('project', { recursive: true }).map(({ parentPath, name }) => `${parentPath}/${name}`);
   */
  readDir(path: string, options: ReadDirOptions = {}): DirEntry[] {
    checkReadDir(options);
    return readTree(this.#files, path, levelsOf(options));
  }

  /**
   * The same as {@link readDir}.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `EAGAIN`: a provided tree has not answered yet; the call of `fs` waits.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   */
  listDir(path: string, options: ReadDirOptions = {}): DirEntry[] {
    return this.readDir(path, options);
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
   * Information about the file at a path. Follows links.
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
   * As `stat`, but about a link itself.
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
   * Whether there is a file at a path.
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
   * Renames or moves a file. Replaces a file that has the new name.
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
   * The target of a symbolic link.
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
   * Shows a folder of the host at a directory of the sandbox. The directory is made if it is missing; its old content is hidden meanwhile.
   * The mount is read-only by default. With `readOnly: false` commands change the host's folder.
   *
   * Guests cannot reach anything on the host outside of the folder. Links in it lead to paths of the sandbox. Guests can see special files
   * and other file systems in the folder, but cannot open or enter them. Files of this process's user seem to belong to the sandbox's user.
   * Files of a mount count against no limit. A mount is not part of the state: snapshots, forks and exported states leave it out, and
   * `restore` leaves it in place. Calls of this class on a mount wait for the disk. Linux only.
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
   * Shows a tree of your program, read-only: nested objects whose files are shared and not copied, or the answers of a {@link Provider},
   * which are cached for one second. Guests cannot execute anything in it. If a call of this class needs an answer that is not there yet,
   * it throws EAGAIN; calls of {@link fs} wait. Works on any platform.
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
   * Shows a folder of the host as `mount` does, but keeps changes in the sandbox until you commit or discard them. They count against
   * `fsLimitBytes` and `fileCountLimit`. As with Linux's overlayfs, `rename(2)` of a directory of the folder fails with EXDEV, and `mv`
   * copies instead.
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
   * Unmounts a folder or tree.
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
