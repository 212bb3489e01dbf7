// A subset of node:fs/promises over the same files, for code that was written for node:fs.

import { EINVAL } from '../abi/generated/errno.js';
import { optionError, SandboxError, systemError } from '../api/errors.js';
import type { Data } from '../api/types.js';
import { worded } from '../text/worded.js';
import { bitsOf, flagOf, isText, optionsOf, timeOf } from './file-arguments.js';
import { type Files, writeFlags } from './files.js';
import type { DirEntry, StatResult } from './stats.js';

type Encoding = 'utf8' | 'utf-8';
type EncodingOption = Encoding | { encoding: Encoding };
type WriteOptions = { mode?: number; flag?: 'w' | 'wx' | 'a' | 'ax'; encoding?: Encoding };
type Time = number | string | Date;

const copyExclusive = 1;
const nameCharacters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

function join(directory: string, name: string): string {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}

/** A subset of `node:fs/promises` on a sandbox's files: same names, same errors. */
export class SandboxFs {
  readonly #files: Files;

  /** @internal */
  constructor(files: Files) {
    this.#files = files;
  }

  readFile(path: string, options: EncodingOption): Promise<string>;
  readFile(path: string, options?: null | { encoding?: null }): Promise<Uint8Array>;
  async readFile(path: string, options?: EncodingOption | null | { encoding?: null }): Promise<Data> {
    const encoding = typeof options === 'string' ? options : optionsOf(options).encoding;
    return isText(encoding) ? this.#files.readTextInPieces(path) : this.#files.readBytesInPieces(path);
  }

  async writeFile(path: string, data: Data, options: WriteOptions | Encoding = {}): Promise<void> {
    this.#write(path, data, options, 'w');
  }

  async appendFile(path: string, data: Data, options: WriteOptions | Encoding = {}): Promise<void> {
    this.#write(path, data, options, 'a');
  }

  readdir(path: string, options?: { withFileTypes?: false; recursive?: boolean }): Promise<string[]>;
  readdir(path: string, options: { withFileTypes: true; recursive?: boolean }): Promise<DirEntry[]>;
  async readdir(
    path: string,
    options?: { withFileTypes?: boolean; recursive?: boolean },
  ): Promise<string[] | DirEntry[]> {
    const { withFileTypes, recursive } = optionsOf(options);
    const withTypes = flagOf(withFileTypes, 'withFileTypes');
    const entries = flagOf(recursive, 'recursive') ? await this.#walk(path) : await this.#list(path);
    if (withTypes) return entries;
    const prefix = join(path, '');
    return entries.map((entry) => join(entry.parentPath, entry.name).slice(prefix.length));
  }

  /** With `recursive`: returns the first directory that was made, if any. */
  async mkdir(path: string, options?: { recursive?: boolean; mode?: number }): Promise<string | undefined> {
    const first = typeof path === 'string' && optionsOf(options).recursive ? this.#firstMissing(path) : undefined;
    this.#files.mkdir(path, options);
    return first;
  }

  /** Makes a directory whose name begins with `prefix` and ends in six random characters. */
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

  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    this.#files.rm(path, options);
  }

  async rmdir(path: string): Promise<void> {
    this.#files.rmdir(path);
  }

  async unlink(path: string): Promise<void> {
    this.#files.unlink(path);
  }

  async stat(path: string): Promise<StatResult> {
    return this.#files.settled(() => this.#files.stat(path));
  }

  async lstat(path: string): Promise<StatResult> {
    return this.#files.settled(() => this.#files.lstat(path));
  }

  async rename(from: string, to: string): Promise<void> {
    this.#files.rename(from, to);
  }

  async symlink(target: string, path: string): Promise<void> {
    this.#files.symlink(target, path);
  }

  async link(existing: string, path: string): Promise<void> {
    this.#files.link(existing, path);
  }

  async readlink(path: string): Promise<string> {
    return this.#files.settled(() => this.#files.readlink(path));
  }

  async realpath(path: string): Promise<string> {
    return this.#files.settled(() => this.#files.realpath(path));
  }

  async chmod(path: string, mode: number): Promise<void> {
    this.#files.chmod(path, mode);
  }

  async chown(path: string, uid: number, gid: number): Promise<void> {
    this.#files.chown(path, uid, gid, true);
  }

  async lchown(path: string, uid: number, gid: number): Promise<void> {
    this.#files.chown(path, uid, gid, false);
  }

  /** Times are dates or seconds since 1970. */
  async utimes(path: string, atime: Time, mtime: Time): Promise<void> {
    this.#files.utimes(path, timeOf(atime, 'atime'), timeOf(mtime, 'mtime'), true);
  }

  async lutimes(path: string, atime: Time, mtime: Time): Promise<void> {
    this.#files.utimes(path, timeOf(atime, 'atime'), timeOf(mtime, 'mtime'), false);
  }

  async truncate(path: string, size = 0): Promise<void> {
    this.#files.truncate(path, size);
  }

  /** `mode`: 0 (it exists), or the sum of 4 (read), 2 (write), 1 (execute), for the guest's user. */
  async access(path: string, mode = 0): Promise<void> {
    const wanted = bitsOf(mode);
    await this.#files.settled(() => this.#files.access(path, wanted));
  }

  /** `mode` 1 (COPYFILE_EXCL): fails when `to` exists. */
  async copyFile(from: string, to: string, mode = 0): Promise<void> {
    const exclusive = (bitsOf(mode) & copyExclusive) !== 0;
    await this.#files.settled(() => this.#files.copy(from, to, exclusive));
  }

  /** Copies a file, a link or, with `recursive`, a directory. */
  async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    const recursive = flagOf(optionsOf(options).recursive, 'recursive');
    await this.#refuseItself(from, to);
    await this.#copy(from, to, recursive, this.#files.pacer());
  }

  /** As in node:fs, a file is never copied onto itself, and a directory never into itself. */
  async #refuseItself(from: string, to: string): Promise<void> {
    const source = await this.lstat(from);
    if (source.isSymbolicLink()) return;
    const target = this.#files.absolute(to, 'cp');
    let there = target;
    const exists = () => this.#files.exists(there);
    while (!(await this.#files.settled(exists))) there = there.slice(0, there.lastIndexOf('/')) || '/';
    const [real, place] = [await this.realpath(from), await this.realpath(there)];
    const isItself = place === real && (there === target || source.isDirectory());
    if (isItself || (source.isDirectory() && place.startsWith(join(real, '')))) {
      throw systemError(EINVAL, 'cp', from, to);
    }
  }

  async #copy(from: string, to: string, recursive: boolean, pace: () => Promise<void>): Promise<void> {
    await pace();
    const source = await this.lstat(from);
    if (source.isSymbolicLink()) {
      await this.#copyLink(from, to);
    } else if (source.isFIFO() || source.isSocket()) {
      throw systemError(EINVAL, 'cp', from, to);
    } else if (!source.isDirectory()) {
      await this.copyFile(from, to);
    } else {
      if (!recursive) {
        throw new SandboxError(`EISDIR: ${from} is a directory and 'recursive' is not set, cp '${from}' -> '${to}'`, {
          code: 'EISDIR',
          syscall: 'cp',
          path: from,
          dest: to,
        });
      }
      const entries = await this.#list(from);
      this.#files.mkdir(to, { recursive: true, mode: source.mode & 0o7777 });
      for (const { name } of entries) await this.#copy(join(from, name), join(to, name), recursive, pace);
    }
  }

  // Like a file, the link replaces an existing one.
  async #copyLink(from: string, to: string): Promise<void> {
    const target = await this.readlink(from);
    const there = await this.lstat(to).catch(() => undefined);
    if (there?.isSymbolicLink()) this.#files.unlink(to);
    this.#files.symlink(target, to);
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

  async #walk(path: string, pace = this.#files.pacer()): Promise<DirEntry[]> {
    await pace();
    const entries = await this.#list(path);
    for (const entry of [...entries]) {
      if (!entry.isDirectory()) continue;
      for (const below of await this.#walk(join(path, entry.name), pace)) entries.push(below);
    }
    return entries;
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
