// The source of an archive: bytes at once or in chunks, compressed or not.

import { optionError } from '../api/errors.js';
import type { TarSource } from '../api/types.js';
import type { Compression, Platform } from '../kernel/backend.js';
import { read } from '../processes/input.js';
import { isBytes } from '../text/bytes.js';
import { unsupported } from './errors.js';

const pieceBytes = 1024 * 1024;
const magicBytes = 6;

const magics: readonly { bytes: readonly number[]; form?: Compression; name: string }[] = [
  { bytes: [0x1f, 0x8b], form: 'gzip', name: 'gzip' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], form: 'zstd', name: 'zstd' },
  { bytes: [0x42, 0x5a, 0x68], name: 'bzip2' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], name: 'xz' },
];

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** The chunks of a source, until it ends or is stopped. */
export class TarInput implements AsyncIterable<Uint8Array> {
  readonly #source: ReturnType<typeof read>;
  readonly #pace: () => Promise<void>;
  #stopped: unknown;
  #interrupt: ((reason: unknown) => void) | undefined;
  /** Whether the source has failed, or was stopped. */
  failed = false;

  constructor(source: TarSource, pace: () => Promise<void>) {
    this.#source = read(isBytes(source) ? piecesOf(source) : source);
    this.#pace = pace;
  }

  /** The reader gets `reason`, even if it waits for a chunk that may never come. The source is told to stop. */
  stop(reason: unknown): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    this.#interrupt?.(reason);
    this.#source.stop().catch(() => {});
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = await this.#next();
        if (next === undefined) return;
        yield next;
        await this.#pace();
      }
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }

  async #next(): Promise<Uint8Array | undefined> {
    if (this.#stopped !== undefined) throw this.#stopped;
    const { done, value } = await new Promise<IteratorResult<unknown, unknown>>((resolve, reject) => {
      this.#interrupt = reject;
      this.#source.next().then(resolve, reject);
    });
    if (done) return undefined;
    if (!isBytes(value)) throw optionError('source', 'must give Uint8Arrays');
    return value;
  }
}

async function* after(first: readonly Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* rest;
}

/** The uncompressed archive. The first bytes tell the compression. */
export async function* decompressed(platform: Platform, source: TarInput): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  const start: number[] = [];
  while (start.length < magicBytes) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    start.push(...next.value.subarray(0, magicBytes - start.length));
  }
  const archive = after(read, chunks);
  const found = magics.find(({ bytes }) => bytes.every((byte, i) => start[i] === byte));
  if (found === undefined) return yield* archive;
  const plain = found.form === undefined ? undefined : platform.decompress(found.form, archive);
  if (plain === undefined) throw unsupported(found.name);
  yield* plain;
}
