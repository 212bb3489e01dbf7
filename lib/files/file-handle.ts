// The FileHandle of node:fs/promises.

import type { Data } from '../api/data.js';
import type { FilePiece, FileRange } from '../api/pieces.js';
import { bufferOf, isView, pieceOf, positionOf } from '../options/buffer-arguments.js';
import { isText, modeOf, optionsOf, ownerOf, sizeOf, timeOf } from '../options/file-arguments.js';
import { checkRange } from '../options/piece-options.js';
import { isBytes } from '../text/bytes.js';
import { decode, encode } from '../text/text.js';
import { readingStream } from './file-streams.js';
import { linesOf } from './lines.js';
import { current, type OpenFile } from './open-file.js';
import type { StatResult } from './stats.js';

type Encoding = 'utf8' | 'utf-8';
type EncodingOption = Encoding | { encoding: Encoding };

/** What `read` makes when it is given no buffer, as in Node. */
const bufferSize = 16 * 1024;

/**
 * An open file: {@link SandboxFs.open}. As in Node, `read` and `write` without a position go on where the last call ended, and `readFile`,
 * `writeFile` and `appendFile` do so too. Calls are done in the order in which they are made. Nothing waits for a guest: what would wait for
 * the other end of a FIFO rejects with EAGAIN. An open file counts against `maxDescriptors`. It is closed when the sandbox is destroyed and
 * when a snapshot is restored: calls then reject with EBADF.
 *
 * @example
 * await using file = await sandbox.fs.open('notes.txt', 'r+');
 * const { bytesRead, buffer } = await file.read(new Uint8Array(100), 0, 100, 0);
 * await file.write('more\n', (await file.stat()).size);
 */
export class FileHandle {
  readonly #file: OpenFile;

  /** @internal */
  constructor(file: OpenFile) {
    this.#file = file;
  }

  /**
   * Reads into a buffer: at most `length` bytes from `position` to the buffer's `offset`. `bytesRead` 0: the file ends there. Options may
   * stand for the last three arguments, or for all.
   *
   * @throws `EBADF`: the file is closed, or not open for reading.
   * @throws `EISDIR`, `EAGAIN`, `ESPIPE`, `EINVAL`: there is a directory, or something without data now, without positions, or without any.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const file = await sandbox.fs.open('notes.txt');
   * const { bytesRead, buffer } = await file.read({ length: 10, position: 0 });
   * await file.close();
   */
  read<Buffer extends ArrayBufferView = Uint8Array>(
    buffer: Buffer,
    offset?: number | null | FilePiece,
    length?: number | null,
    position?: number | bigint | null,
  ): Promise<{ bytesRead: number; buffer: Buffer }>;
  read(options?: (FilePiece & { buffer?: ArrayBufferView }) | null): Promise<{ bytesRead: number; buffer: Uint8Array }>;
  async read(
    first?: ArrayBufferView | (FilePiece & { buffer?: ArrayBufferView }) | null,
    offset?: number | null | FilePiece,
    length?: number | null,
    position?: number | bigint | null,
  ): Promise<{ bytesRead: number; buffer: ArrayBufferView }> {
    if (!isView(first)) {
      const { buffer = new Uint8Array(bufferSize), ...piece } = optionsOf(first);
      return this.read(buffer, piece);
    }
    const piece = typeof offset === 'object' && offset !== null ? offset : { offset, length, position };
    const { bytes, at } = pieceOf(first, piece);
    return { bytesRead: bytes.length === 0 ? 0 : await this.#file.read(bytes, at), buffer: first };
  }

  /**
   * Fills several buffers, one after the other.
   *
   * @throws `EBADF`: the file is closed, or not open for reading.
   * @throws `EISDIR`, `EAGAIN`, `ESPIPE`, `EINVAL`: there is a directory, or something without data now, without positions, or without any.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async readv<Buffers extends readonly ArrayBufferView[]>(
    buffers: Buffers,
    position?: number | null,
  ): Promise<{ bytesRead: number; buffers: Buffers }> {
    const all = Array.from(buffers, (buffer) => bufferOf(buffer, 'buffers'));
    let at = positionOf(position);
    let bytesRead = 0;
    for (const bytes of all) {
      if (bytes.length === 0) continue;
      const count = await this.#file.read(bytes, at);
      bytesRead += count;
      if (at !== current) at += count;
      if (count < bytes.length) break;
    }
    return { bytesRead, buffers };
  }

  /**
   * Writes a part of a buffer at `position`, or a text: `write(text, position)`. In a file opened with `'a'` all goes to its end.
   * `bytesWritten` may be less than was given when the sandbox is full.
   *
   * @throws `EBADF`: the file is closed, or not open for writing.
   * @throws `ENOSPC`: `fsLimitBytes` leaves no room.
   * @throws `EAGAIN`, `EPIPE`, `ESPIPE`, `EINVAL`, `EFBIG`: the FIFO is full or nobody reads it, or nothing can be written there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const file = await sandbox.fs.open('table.bin', 'w');
   * await file.write(Uint8Array.of(1, 2, 3, 4), 0, 4, 1000);
   * await file.write('text', 2000);
   * await file.close();
   */
  write<Buffer extends ArrayBufferView>(
    buffer: Buffer,
    offset?: number | null | FilePiece,
    length?: number | null,
    position?: number | bigint | null,
  ): Promise<{ bytesWritten: number; buffer: Buffer }>;
  write(
    text: string,
    position?: number | bigint | null,
    encoding?: Encoding | null,
  ): Promise<{ bytesWritten: number; buffer: string }>;
  async write(
    buffer: ArrayBufferView | string,
    offset?: number | bigint | null | FilePiece,
    length?: number | null | Encoding,
    position?: number | bigint | null,
  ): Promise<{ bytesWritten: number; buffer: ArrayBufferView | string }> {
    if (typeof buffer === 'string') {
      isText(length);
      return { bytesWritten: await this.#write(encode(buffer), positionOf(offset)), buffer };
    }
    const piece = typeof offset === 'object' && offset !== null ? offset : { offset, length, position };
    const { bytes, at } = pieceOf(buffer, piece);
    return { bytesWritten: await this.#write(bytes, at), buffer };
  }

  /**
   * Writes several buffers, one after the other.
   *
   * @throws `EBADF`: the file is closed, or not open for writing.
   * @throws `ENOSPC`: `fsLimitBytes` leaves no room.
   * @throws `EAGAIN`, `EPIPE`, `ESPIPE`, `EINVAL`, `EFBIG`: the FIFO is full or nobody reads it, or nothing can be written there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async writev<Buffers extends readonly ArrayBufferView[]>(
    buffers: Buffers,
    position?: number | null,
  ): Promise<{ bytesWritten: number; buffers: Buffers }> {
    const all = Array.from(buffers, (buffer) => bufferOf(buffer, 'buffers'));
    let at = positionOf(position);
    let bytesWritten = 0;
    for (const bytes of all) {
      const count = await this.#write(bytes, at);
      bytesWritten += count;
      if (at !== current) at += count;
      if (count < bytes.length) break;
    }
    return { bytesWritten, buffers };
  }

  /**
   * Reads from the current position to the end: bytes, or with an encoding text.
   *
   * @throws `EBADF`: the file is closed, or not open for reading.
   * @throws `EFBIG`: that is more than the sandbox may hold, and than 64 MiB.
   * @throws `EISDIR`, `EAGAIN`, `EINVAL`: there is a directory, or something without data now or without any.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  readFile(options: EncodingOption): Promise<string>;
  readFile(options?: null | { encoding?: null }): Promise<Uint8Array>;
  async readFile(options?: EncodingOption | null | { encoding?: null }): Promise<Data> {
    const text = isText(typeof options === 'string' ? options : optionsOf(options).encoding);
    const bytes = await this.#file.rest();
    return text ? decode(bytes) : bytes;
  }

  /**
   * Writes all of it from the current position on. What was there before is not cut off: `truncate` does that.
   *
   * @throws `EBADF`: the file is closed, or not open for writing.
   * @throws `ENOSPC`: `fsLimitBytes` leaves no room.
   * @throws `EAGAIN`, `EPIPE`, `EINVAL`, `EFBIG`: the FIFO is full or nobody reads it, or nothing can be written there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async writeFile(data: Data, options?: Encoding | { encoding?: Encoding | null } | null): Promise<void> {
    isText(typeof options === 'string' ? options : optionsOf(options).encoding);
    const bytes = typeof data === 'string' ? encode(data) : isBytes(data) ? data : bufferOf(data, 'data');
    await this.#file.writeAll(bytes, current);
  }

  /**
   * The same as {@link writeFile}: open the file with `'a'` to add to its end.
   *
   * @throws `EBADF`: the file is closed, or not open for writing.
   * @throws `ENOSPC`: `fsLimitBytes` leaves no room.
   * @throws `EAGAIN`, `EPIPE`, `EINVAL`, `EFBIG`: the FIFO is full or nobody reads it, or nothing can be written there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async appendFile(data: Data, options?: Encoding | { encoding?: Encoding | null } | null): Promise<void> {
    await this.writeFile(data, options);
  }

  /**
   * The lines from the current position, or from `start` to `end`, on. Lines end with LF, CR LF or CR. The file is closed after the last
   * one, and when you leave the loop.
   *
   * @throws `EBADF`: the file is closed, or not open for reading.
   * @throws `EFBIG`: a line is longer than 64 MiB.
   * @throws `EISDIR`, `EAGAIN`, `ESPIPE`, `EINVAL`: there is a directory, or something without data now, without positions, or without any.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const file = await sandbox.fs.open('server.py');
   * for await (const line of file.readLines()) console.log(line);
   */
  async *readLines(options: FileRange = {}): AsyncIterable<string> {
    yield* linesOf(this.#stream(options, true));
  }

  /**
   * The bytes from the current position on, as a stream. `autoClose`: the file is closed after the last, or when the reader stops.
   *
   * @throws `EBADF`: the file is closed, or not open for reading.
   * @throws `EISDIR`, `EAGAIN`, `EINVAL`: there is a directory, or something without data now or without any.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  readableWebStream(options?: { autoClose?: boolean }): ReadableStream<Uint8Array> {
    return this.#stream({}, optionsOf(options).autoClose === true);
  }

  /**
   * What the file is.
   *
   * @throws `EBADF`: the file is closed.
   * @throws `E_DESTROYED`
   */
  async stat(): Promise<StatResult> {
    return this.#file.stat();
  }

  /**
   * Cuts the file to that many bytes, or has it grow with zeros.
   *
   * @throws `EBADF`: the file is closed.
   * @throws `EINVAL`, `EFBIG`: the file is not open for writing, or cannot have that size.
   * @throws `ENOSPC`: `fsLimitBytes` leaves no room.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async truncate(length = 0): Promise<void> {
    await this.#file.truncate(Math.max(0, sizeOf(length)));
  }

  /**
   * Sets the permissions: `0o644`.
   *
   * @throws `EBADF`: the file is closed.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async chmod(mode: number): Promise<void> {
    await this.#file.chmod(modeOf(mode));
  }

  /**
   * Sets owner and group; -1: as it is.
   *
   * @throws `EBADF`: the file is closed.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async chown(uid: number, gid: number): Promise<void> {
    await this.#file.chown(ownerOf(uid, 'uid'), ownerOf(gid, 'gid'));
  }

  /**
   * Sets the times of access and modification: dates, or seconds since 1970.
   *
   * @throws `EBADF`: the file is closed.
   * @throws `EPERM`, `EROFS`: they cannot be changed there.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async utimes(atime: number | string | Date, mtime: number | string | Date): Promise<void> {
    await this.#file.utimes(timeOf(atime, 'atime'), timeOf(mtime, 'mtime'));
  }

  /**
   * Waits until what was written is on the disk, in a mounted folder.
   *
   * @throws `EBADF`: the file is closed.
   * @throws `EINVAL`, `EIO`, `ENOSPC`: it is a pipe or a device, or the disk has failed.
   * @throws `E_DESTROYED`
   */
  async sync(): Promise<void> {
    await this.#file.sync('fsync');
  }

  /**
   * The same as {@link sync}.
   *
   * @throws `EBADF`: the file is closed.
   * @throws `EINVAL`, `EIO`, `ENOSPC`: it is a pipe or a device, or the disk has failed.
   * @throws `E_DESTROYED`
   */
  async datasync(): Promise<void> {
    await this.#file.sync('fdatasync');
  }

  /**
   * Closes the file after the calls that were made before. May be called again.
   *
   * @throws `E_DESTROYED`
   */
  async close(): Promise<void> {
    await this.#file.close();
  }

  /**
   * As {@link close}: for `await using`.
   *
   * @throws `E_DESTROYED`
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #write(bytes: Uint8Array, at: number): Promise<number> {
    return bytes.length === 0 ? 0 : this.#file.write(bytes, at);
  }

  #stream(options: FileRange, closes: boolean): ReadableStream<Uint8Array> {
    checkRange(options);
    const { start, end = Number.POSITIVE_INFINITY } = options;
    return readingStream(async () => this.#file, { start, end }, closes);
  }
}
