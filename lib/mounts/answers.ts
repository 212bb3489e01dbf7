// Encodes answers of providers for the kernel. Impossible answers are refused here or by the kernel.

import { EIO, errnoTable } from '../abi/generated/errno.js';
import type { ProvidedName, ProvidedStat } from '../api/mounts.js';
import { isBytes } from '../text/bytes.js';

const types = { file: 8, directory: 4, symlink: 10 } as const;
const modes = { file: 0o444, directory: 0o555, symlink: 0o777 } as const;
const errnos: ReadonlyMap<string, number> = new Map(errnoTable.map(([code, number]) => [code, number]));

/** As native/kernel/vfs/provided/: more is nobody's directory. */
const mostNames = 65_536;
const longestName = 255;
const longestTarget = 4095;

/** Whether a provider has given an impossible answer. */
export class ImpossibleAnswer extends Error {
  readonly code = 'EIO';
}

const encoder = new TextEncoder();

function typeOf(type: unknown = 'file'): keyof typeof types {
  if (type === 'file' || type === 'directory' || type === 'symlink') return type;
  throw new ImpossibleAnswer('type');
}

/** A number from 0 to `most`. Other values become NaN. */
function numberOf(value: unknown, most: number): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) throw new ImpossibleAnswer('number');
  return Math.floor(value);
}

/** Type, mode, size and time as f64, the target of a link. */
export function statAnswer(stat: ProvidedStat): Uint8Array {
  if (typeof stat !== 'object' || stat === null) throw new ImpossibleAnswer('stat');
  const type = typeOf(stat.type);
  const target = type === 'symlink' ? textOf(stat.target, longestTarget) : new Uint8Array();
  const bytes = new Uint8Array(32 + target.length);
  const fields = new DataView(bytes.buffer);
  const { size = 0, mode = modes[type], mtimeMs = 0 } = stat;
  const values = [
    types[type],
    numberOf(mode, 0o7777),
    numberOf(size, Number.MAX_SAFE_INTEGER),
    numberOf(mtimeMs, 8.64e15),
  ];
  for (const [index, value] of values.entries()) fields.setFloat64(index * 8, value, true);
  bytes.set(target, 32);
  return bytes;
}

function textOf(text: unknown, longest: number): Uint8Array {
  if (typeof text !== 'string' || text === '' || text.includes('\0') || text.length > longest) {
    throw new ImpossibleAnswer('text');
  }
  const bytes = encoder.encode(text);
  if (bytes.length > longest) throw new ImpossibleAnswer('text');
  return bytes;
}

/** For each entry: a byte with its type, the name, a NUL. Each name once. */
export function listAnswer(entries: Iterable<ProvidedName>): Uint8Array {
  const names = new Map<string, number>();
  let count = 0;
  for (const entry of entries) {
    if (++count > mostNames) throw new ImpossibleAnswer('names');
    const { name, type } = typeof entry === 'string' ? { name: entry, type: undefined } : entry;
    if (name === '.' || name === '..' || typeof name !== 'string' || name.includes('/'))
      throw new ImpossibleAnswer('name');
    names.set(name, types[typeOf(type)]);
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const [name, type] of names) {
    const bytes = textOf(name, longestName);
    pieces.push(Uint8Array.of(type), bytes, Uint8Array.of(0));
    length += bytes.length + 2;
  }
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export function readAnswer(bytes: Uint8Array, length: number): Uint8Array {
  if (!isBytes(bytes) || bytes.length > length) throw new ImpossibleAnswer('bytes');
  return bytes;
}

/** The errno that a guest gets for a thrown value. */
export function errnoOf(reason: unknown): number {
  try {
    const code = (reason as { code?: unknown } | undefined)?.code;
    return (typeof code === 'string' && errnos.get(code)) || EIO;
  } catch {
    return EIO; // it has a getter that throws
  }
}
