// The sandbox's files for the host: plain calls of the kernel, with exceptions for errors. Every path function is implemented here once;
// Sandbox and SandboxFs both call it.

import { EFBIG, EINVAL, ENOENT } from '../abi/generated/errno.js';
import { O_APPEND, O_CREAT, O_EXCL, O_TRUNC, O_WRONLY } from '../abi/generated/flags.js';
import { StatField, StatfsField } from '../abi/generated/kernel-fields.js';
import type { Data } from '../api/data.js';
import { folderError, SandboxError, systemError } from '../api/errors.js';
import type { Provider } from '../api/mounts.js';
import type { FileRange, StatFs } from '../api/pieces.js';
import type { Change } from '../api/types.js';
import type { WatchOptions } from '../api/watching.js';
import type { Platform } from '../kernel/backend.js';
import type { Machine } from '../machine/kernel-client.js';
import { pacer } from '../machine/pacer.js';
import { askingKernel, type FileKernel } from '../mounts/asking-kernel.js';
import { Providers } from '../mounts/providers.js';
import { flagOf, modeOf, optionsOf, ownerOf, sizeOf } from '../options/file-arguments.js';
import { isBytes } from '../text/bytes.js';
import { decode } from '../text/text.js';
import { parseChanges } from './changes.js';
import { OpenFile } from './open-file.js';
import { type DirEntry, parseListing, StatResult } from './stats.js';
import { FileWatch } from './watching.js';

/** The open flags of `writeFile`, by node:fs's names. */
export const writeFlags: Readonly<Record<string, number>> = {
  w: O_WRONLY | O_CREAT | O_TRUNC,
  wx: O_WRONLY | O_CREAT | O_TRUNC | O_EXCL,
  a: O_WRONLY | O_CREAT | O_APPEND,
  ax: O_WRONLY | O_CREAT | O_APPEND | O_EXCL,
};

const scratchSize = 64 * 1024;

// As in node:fs.
const largestBuffer = 2 ** 31 - 1;
// A file of the base image may be this large, whatever the sandbox's limit is.
const alwaysRead = 64 * 1024 * 1024;
const pieceSize = 8 * 1024 * 1024;

export class Files {
  readonly #machine: Machine;
  readonly #kernel: FileKernel;
  readonly #providers: Providers;
  readonly #platform: Platform;
  readonly #workingDirectory: () => string;
  readonly #largestRead: number;
  readonly #scratch: Uint8Array;
  readonly #statFields = new Float64Array(StatField.count);

  /**
   * Relative paths begin at the directory that `workingDirectory` returns. A file larger than the sandbox's limit must be sparse. It costs
   * the guest nothing, so it is not read.
   */
  constructor(machine: Machine, workingDirectory: () => string, spaceLimit: number) {
    this.#machine = machine;
    this.#providers = new Providers(machine.kernel, machine.platform);
    this.#kernel = askingKernel(machine.kernel, this.#providers);
    machine.onAsked((mount, question) => this.#providers.asked(mount, question));
    machine.endings.add(() => this.#providers.clear());
    this.#platform = machine.platform;
    this.#workingDirectory = workingDirectory;
    this.#largestRead = Math.min(largestBuffer, Math.max(spaceLimit, alwaysRead));
    this.#scratch = machine.platform.allocate(scratchSize);
  }

  /** Runs calls of this class, and waits for providers of mounts that the calls need. */
  settled<Value>(make: () => Value): Promise<Value> {
    return this.#providers.settled(make);
  }

  /** For work on many files at a time. */
  pacer(): () => Promise<void> {
    return pacer(this.#platform);
  }

  get workingDirectory(): string {
    this.#machine.assertAlive();
    return this.#workingDirectory();
  }

  /** The path for the kernel. The kernel resolves links and `..`. */
  absolute(path: string, syscall: string): string {
    this.#machine.assertAlive();
    if (typeof path !== 'string') {
      throw new SandboxError(`EINVAL: the path must be a string, ${syscall}`, { code: 'EINVAL', syscall });
    }
    if (path.includes('\0')) throw systemError(EINVAL, syscall, path);
    if (path === '') throw systemError(ENOENT, syscall, path);
    return path.startsWith('/') ? path : `${this.#workingDirectory()}/${path}`;
  }

  /** Watches from now on. `path` is what paths of changes begin with: the absolute path, without `.` and `..`. */
  watch(path: string, options: WatchOptions): FileWatch {
    const absolute = this.absolute(path, 'watch');
    const names = absolute.split('/').filter((name) => name !== '' && name !== '.');
    const shown = names.includes('..') ? this.realpath(path) : `/${names.join('/')}`;
    const watch = this.#machine.kernel.watchFiles(shown, options.recursive ?? false);
    if (watch < 0) throw this.#machine.error(-watch, 'watch', path);
    return new FileWatch(this.#machine, watch, shown, options);
  }

  readBytes(path: string): Uint8Array {
    const bytes = this.#read(path, this.#largestRead);
    // The next call overwrites data in the scratch buffer.
    return bytes.buffer === this.#scratch.buffer ? new Uint8Array(bytes) : bytes;
  }

  readText(path: string): string {
    return decode(this.#read(path, Math.min(this.#largestRead, this.#platform.longestString)));
  }

  /** As `readBytes`, but lets the event loop turn while it reads a large file. */
  async readBytesInPieces(path: string): Promise<Uint8Array> {
    const absolute = this.absolute(path, 'open');
    const size = await this.settled(() => this.#kernel.readFile(absolute, this.#scratch, false));
    if (size <= pieceSize) return this.settled(() => this.readBytes(path));
    if (size > this.#largestRead) throw systemError(EFBIG, 'open', path);
    const bytes = new Uint8Array(size);
    const pace = this.pacer();
    for (let done = 0; done < size; ) {
      const piece = bytes.subarray(done, done + pieceSize);
      const length = await this.settled(() => this.#kernel.readAt(absolute, done, piece, true));
      this.#done(length, 'open', path);
      if (length === 0) return bytes.subarray(0, done);
      done += length;
      await pace();
    }
    return bytes;
  }

  /** The bytes from `start` to `end`, both included, as far as the file has them. */
  readRange(path: string, { start = 0, end = Number.POSITIVE_INFINITY }: FileRange): Uint8Array {
    const { type, size } = this.stat(path);
    if (type !== 'file' || size === 0) return this.readBytes(path).slice(start, end + 1);
    const length = Math.max(0, Math.min(size, end + 1) - start);
    if (length > this.#largestRead) throw systemError(EFBIG, 'open', path);
    const bytes = new Uint8Array(length);
    const count = this.#kernel.readAt(this.absolute(path, 'open'), start, bytes, true);
    this.#done(count, 'open', path);
    return count === length ? bytes : bytes.slice(0, count);
  }

  readTextRange(path: string, range: FileRange): string {
    const bytes = this.readRange(path, range);
    if (bytes.length > this.#platform.longestString) throw systemError(EFBIG, 'open', path);
    return decode(bytes);
  }

  /** Fills `into` from a place in a regular file. Returns how many bytes; 0 at the end. */
  async readAt(path: string, position: number, into: Uint8Array): Promise<number> {
    const count = await this.settled(() => this.#kernel.readAt(this.absolute(path, 'open'), position, into, false));
    this.#done(count, 'open', path);
    return count;
  }

  /** Opens a file, as open(2). */
  async open(path: string, flags: number, mode: number): Promise<OpenFile> {
    const absolute = this.absolute(path, 'open');
    const number = await this.settled(() => this.#kernel.open(absolute, flags, modeOf(mode)));
    this.#done(number, 'open', path);
    if ((flags & (O_CREAT | O_TRUNC)) !== 0) this.#machine.changed();
    const owner = {
      machine: this.#machine,
      kernel: this.#kernel,
      providers: this.#providers,
      largestRead: this.#largestRead,
    };
    return new OpenFile(owner, number, path);
  }

  statfs(path: string): StatFs {
    const fields = new Float64Array(StatfsField.count);
    this.#done(this.#kernel.statfs(this.absolute(path, 'statfs'), fields), 'statfs', path);
    const field = (name: Exclude<keyof typeof StatfsField, 'count'>): number => fields[StatfsField[name]] ?? 0;
    return {
      type: field('type'),
      bsize: field('bsize'),
      blocks: field('blocks'),
      bfree: field('bfree'),
      bavail: field('bfree'),
      files: field('files'),
      ffree: field('ffree'),
    };
  }

  async readTextInPieces(path: string): Promise<string> {
    const bytes = await this.readBytesInPieces(path);
    if (bytes.length > this.#platform.longestString) throw systemError(EFBIG, 'open', path);
    return decode(bytes);
  }

  write(path: string, data: Data, flags = writeFlags.w!, mode = 0o666): void {
    const absolute = this.absolute(path, 'open');
    if (typeof data !== 'string' && !isBytes(data)) {
      throw new SandboxError(`EINVAL: data must be a string or a Uint8Array, open '${path}'`, {
        code: 'EINVAL',
        syscall: 'open',
        path,
      });
    }
    this.#changed(this.#kernel.writeFile(absolute, data, flags, modeOf(mode)), 'open', path);
  }

  /** Writes a file whose parent directories may be missing. */
  writeWithParents(path: string, data: Data): void {
    const slash = path.lastIndexOf('/');
    if (slash > 0) this.mkdir(path.slice(0, slash), { recursive: true });
    this.write(path, data);
  }

  readDirectory(path: string): DirEntry[] {
    const length = this.#kernel.readDirectory(this.absolute(path, 'scandir'), this.#scratch);
    this.#done(length, 'scandir', path);
    if (length <= this.#scratch.length) return parseListing(this.#scratch.subarray(0, length), path);
    const listing = new Uint8Array(length);
    this.#kernel.takeListing(listing);
    return parseListing(listing, path);
  }

  /** Returns whether it made a directory. */
  mkdir(path: string, options?: { recursive?: boolean; mode?: number } | null): boolean {
    const { recursive, mode = 0o777 } = optionsOf(options);
    const absolute = this.absolute(path, 'mkdir');
    const made = this.#kernel.mkdir(absolute, modeOf(mode), flagOf(recursive, 'recursive'));
    this.#changed(made, 'mkdir', path);
    return made > 0;
  }

  stat(path: string): StatResult {
    return this.#stat(path, true, 'stat');
  }

  lstat(path: string): StatResult {
    return this.#stat(path, false, 'lstat');
  }

  exists(path: string): boolean {
    this.#machine.assertAlive();
    return path !== '' && this.#kernel.access(this.absolute(path, 'access'), 0) === 0;
  }

  access(path: string, mode: number): void {
    this.#done(this.#kernel.access(this.absolute(path, 'access'), mode), 'access', path);
  }

  rm(path: string, options?: { recursive?: boolean; force?: boolean } | null): void {
    const { recursive, force } = optionsOf(options);
    const absolute = this.absolute(path, 'rm');
    const result = this.#kernel.rm(absolute, flagOf(recursive, 'recursive'), flagOf(force, 'force'));
    this.#changed(result, 'rm', path);
  }

  rmdir(path: string): void {
    this.#changed(this.#kernel.rmdir(this.absolute(path, 'rmdir')), 'rmdir', path);
  }

  unlink(path: string): void {
    this.#changed(this.#kernel.unlink(this.absolute(path, 'unlink')), 'unlink', path);
  }

  rename(from: string, to: string): void {
    const result = this.#kernel.rename(this.absolute(from, 'rename'), this.absolute(to, 'rename'));
    this.#changed(result, 'rename', from, to);
  }

  symlink(target: string, path: string): void {
    // Checks the target's form only. The kernel looks at the target when it follows the link.
    this.absolute(target, 'symlink');
    this.#changed(this.#kernel.symlink(target, this.absolute(path, 'symlink')), 'symlink', target, path);
  }

  link(existing: string, path: string): void {
    const result = this.#kernel.link(this.absolute(existing, 'link'), this.absolute(path, 'link'));
    this.#changed(result, 'link', existing, path);
  }

  readlink(path: string): string {
    return this.#text((into) => this.#kernel.readlink(this.absolute(path, 'readlink'), into), 'readlink', path);
  }

  realpath(path: string): string {
    return this.#text((into) => this.#kernel.realpath(this.absolute(path, 'realpath'), into), 'realpath', path);
  }

  chmod(path: string, mode: number): void {
    this.#changed(this.#kernel.chmod(this.absolute(path, 'chmod'), modeOf(mode)), 'chmod', path);
  }

  chown(path: string, uid: number, gid: number, follow: boolean): void {
    const syscall = follow ? 'chown' : 'lchown';
    const absolute = this.absolute(path, syscall);
    this.#changed(this.#kernel.chown(absolute, ownerOf(uid, 'uid'), ownerOf(gid, 'gid'), follow), syscall, path);
  }

  utimes(path: string, atimeMs: number, mtimeMs: number, follow: boolean): void {
    const syscall = follow ? 'utime' : 'lutime';
    this.#changed(this.#kernel.utimes(this.absolute(path, syscall), atimeMs, mtimeMs, follow), syscall, path);
  }

  truncate(path: string, size: number): void {
    this.#changed(this.#kernel.truncate(this.absolute(path, 'open'), sizeOf(size)), 'open', path);
  }

  copy(from: string, to: string, exclusive: boolean): void {
    const result = this.#kernel.copyFile(this.absolute(from, 'copyfile'), this.absolute(to, 'copyfile'), exclusive);
    this.#changed(result, 'copyfile', from, to);
  }

  /** `how` is the argument of `Kernel.mount`. Returns an absolute path, which stays valid when the session changes its directory. */
  mount(path: string, folder: string, how: number, maxBytes = 0): string {
    const absolute = this.absolute(path, 'mount');
    // Of the place itself all is well by then.
    const fail = (errno: number) => folderError(errno, path);
    this.#mount(path, absolute, () => this.#kernel.mount(absolute, folder, how, maxBytes), fail);
    return this.realpath(absolute);
  }

  /** Mounts a provider's tree. */
  provide(path: string, provider: Provider, timeoutMs: number): void {
    const absolute = this.absolute(path, 'mount');
    const fail = (errno: number) => this.#machine.error(errno, 'mount', path);
    const mount = this.#mount(path, absolute, () => this.#kernel.mountProvider(absolute, timeoutMs), fail);
    this.#providers.add(mount, provider, timeoutMs);
  }

  // Makes the directory, and removes it again if nothing can be mounted there.
  #mount(path: string, absolute: string, mount: () => number, fail: (errno: number) => SandboxError): number {
    const missing = this.#missing(absolute);
    this.#changed(this.#kernel.mkdir(absolute, 0o755, true), 'mkdir', path);
    const result = mount();
    if (result >= 0) return result;
    for (const made of missing) this.#kernel.rmdir(made);
    throw fail(-result);
  }

  // The directories of a path that do not exist, the longest first.
  #missing(absolute: string): string[] {
    const missing: string[] = [];
    for (let path = absolute; path !== '' && !this.exists(path); path = path.slice(0, path.lastIndexOf('/')))
      missing.push(path);
    return missing;
  }

  unmount(path: string): void {
    const provider = this.#kernel.unmount(this.absolute(path, 'umount'));
    this.#done(provider, 'umount', path);
    this.#providers.remove(provider);
  }

  overlayChanges(path: string): Change[] {
    this.#machine.assertAlive();
    let into = this.#scratch;
    const length = this.#kernel.overlayChanges(path, into);
    this.#done(length, 'diff', path);
    if (length > into.length) {
      into = new Uint8Array(length);
      this.#kernel.takeListing(into);
    }
    return parseChanges(into.subarray(0, length));
  }

  commitOverlay(path: string, only: string[] | undefined): void {
    this.#machine.assertAlive();
    this.#done(this.#kernel.commitOverlay(path, only), 'commit', path);
  }

  discardOverlay(path: string): void {
    this.#machine.assertAlive();
    this.#done(this.#kernel.discardOverlay(path), 'discard', path);
  }

  #changed(result: number, syscall: string, path: string, dest?: string): void {
    this.#done(result, syscall, path, dest);
    this.#machine.changed();
  }

  #done(result: number, syscall: string, path: string, dest?: string): void {
    if (result < 0) throw this.#machine.error(-result, syscall, path, dest);
  }

  #stat(path: string, follow: boolean, syscall: string): StatResult {
    this.#done(this.#kernel.stat(this.absolute(path, syscall), follow, this.#statFields), syscall, path);
    return new StatResult(this.#statFields);
  }

  #text(call: (into: Uint8Array) => number, syscall: string, path: string): string {
    const length = call(this.#scratch);
    this.#done(length, syscall, path);
    return decode(this.#scratch.subarray(0, length));
  }

  // Calls with the scratch buffer first. If the kernel needs more room, calls again with as much as it asks for.
  #read(path: string, most: number): Uint8Array {
    const absolute = this.absolute(path, 'open');
    let into = this.#scratch;
    for (let zeroed = false; ; zeroed = true) {
      const length = this.#kernel.readFile(absolute, into, zeroed);
      this.#done(length, 'open', path);
      if (length <= into.length) return into.subarray(0, length);
      if (length > most) throw systemError(EFBIG, 'open', path);
      into = new Uint8Array(length);
    }
  }
}
