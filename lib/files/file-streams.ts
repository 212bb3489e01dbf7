// Files as streams of the web: each holds one chunk in memory, whatever the size of the file.

import type { Data } from '../api/data.js';
import { optionError } from '../api/errors.js';
import { isBytes } from '../text/bytes.js';
import { encode } from '../text/text.js';
import { current, type OpenFile } from './open-file.js';

const chunkSize = 256 * 1024;
/** A writer is told to wait when so many bytes are not written yet. */
const writeAhead = 64 * 1024;

export interface ReadingRange {
  /** `undefined`: from where the file is. */
  start: number | undefined;
  /** The last byte. */
  end: number;
}

/** The bytes of a file, which is opened when the first are asked for. `closes`: it is closed after the last, or when the reader stops. */
export function readingStream(
  open: () => Promise<OpenFile>,
  { start, end }: ReadingRange,
  closes = true,
): ReadableStream<Uint8Array> {
  let file: OpenFile | undefined;
  let position = start ?? current;
  let left = end - (start ?? 0) + 1;
  let cancelled = false;
  const close = async (): Promise<void> => {
    if (closes) await file?.close().catch(() => {});
  };
  const pull = async (controller: ReadableByteStreamController): Promise<void> => {
    file ??= await open();
    const view = controller.byobRequest?.view;
    if (cancelled || view === undefined || view === null) return close();
    const into = new Uint8Array(view.buffer, view.byteOffset, Math.min(view.byteLength, left));
    const count = left === 0 ? 0 : await file.read(into, position);
    if (cancelled) return;
    left -= count;
    if (position !== current) position += count;
    if (count === 0) {
      await close();
      controller.close();
    }
    controller.byobRequest?.respond(count);
    await file.pace();
  };
  return new ReadableStream(
    {
      type: 'bytes',
      autoAllocateChunkSize: chunkSize,
      async pull(controller) {
        try {
          await pull(controller);
        } catch (error) {
          await close();
          throw error;
        }
      },
      async cancel() {
        cancelled = true;
        await close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Writes what comes to a file, from `start` or from where the file is. */
export function writingStream(open: () => Promise<OpenFile>, start: number | undefined): WritableStream<Data> {
  let file: OpenFile | undefined;
  let position = start ?? current;
  return new WritableStream<Data>(
    {
      async start() {
        file = await open();
      },
      async write(chunk) {
        try {
          if (typeof chunk !== 'string' && !isBytes(chunk))
            throw optionError('chunk', 'must be a string or a Uint8Array');
          const bytes = typeof chunk === 'string' ? encode(chunk) : chunk;
          await file?.writeAll(bytes, position);
          if (position !== current) position += bytes.length;
          await file?.pace();
        } catch (error) {
          await file?.close().catch(() => {});
          throw error;
        }
      },
      async close() {
        await file?.close();
      },
      async abort() {
        await file?.close();
      },
    },
    {
      highWaterMark: writeAhead,
      size: (chunk) => (typeof chunk === 'string' || isBytes(chunk) ? chunk.length : 1),
    },
  );
}
