// Checks the buffers and positions of calls on open files.

import { optionError } from '../api/errors.js';
import type { FilePiece } from '../api/pieces.js';

/** Whether it is a typed array or a DataView. */
export function isView(value: unknown): value is ArrayBufferView {
  return ArrayBuffer.isView(value);
}

/** The bytes of a typed array or a DataView, not copied. */
export function bufferOf(value: unknown, option = 'buffer'): Uint8Array {
  if (!isView(value)) throw optionError(option, 'must be a Uint8Array, another typed array or a DataView');
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** A position in a file; -1: where the last call ended. */
export function positionOf(value: unknown): number {
  if (value === undefined || value === null) return -1;
  const position = typeof value === 'bigint' ? Number(value) : value;
  if (!Number.isSafeInteger(position) || (position as number) < -1) {
    throw optionError('position', 'must be a whole number of bytes, or null (where the last call ended)');
  }
  return position as number;
}

/** The bytes of a buffer that are meant, and the place in the file. */
export function pieceOf(
  buffer: unknown,
  piece: { [Name in keyof FilePiece]: unknown },
): { bytes: Uint8Array; at: number } {
  const bytes = bufferOf(buffer);
  const within = (value: unknown, option: string, most: number): number => {
    if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > most) {
      throw optionError(option, `must be a whole number from 0 to ${most}`);
    }
    return value as number;
  };
  const offset = within(piece.offset ?? 0, 'offset', bytes.length);
  const length = within(piece.length ?? bytes.length - offset, 'length', bytes.length - offset);
  return { bytes: bytes.subarray(offset, offset + length), at: positionOf(piece.position) };
}
