// Trees from nested objects. Their shape is fixed when they are mounted; the bytes are shared, not copied.

import { optionError } from '../api/errors.js';
import type { ProvidedName, ProvidedStat, Provider, Soon, Tree, TreeFile } from '../api/mounts.js';
import { isBytes } from '../text/bytes.js';
import { ImpossibleAnswer } from './answers.js';

type Directory = Map<string, Directory | LazyFile>;

const deepest = 256;
const mostNodes = 1_000_000;
/** Of a file that comes as a stream. */
const longestStream = 256 * 1024 * 1024;

/** Content that a function makes on the first request, and that is then kept. */
class LazyFile {
  #value: Soon<Uint8Array> | undefined;
  readonly #source: TreeFile;

  constructor(source: TreeFile) {
    this.#source = source;
  }

  get bytes(): Soon<Uint8Array> {
    if (this.#value === undefined) {
      const source = this.#source;
      const made = typeof source === 'function' ? source() : source;
      const value = isThenable(made) ? Promise.resolve(made).then(gathered) : gathered(made);
      this.#value = value;
      // After a failure the next request calls the function again.
      if (value instanceof Promise) {
        value.then(
          (bytes) => {
            this.#value = bytes;
          },
          () => {
            this.#value = undefined;
          },
        );
      }
    }
    return this.#value;
  }
}

function isThenable(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

function isStream(value: unknown): value is AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> {
  return (
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || value instanceof ReadableStream)
  );
}

function gathered(content: unknown): Soon<Uint8Array> {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (isBytes(content)) return content;
  if (isStream(content)) return collect(content as AsyncIterable<Uint8Array>);
  throw new ImpossibleAnswer('content');
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    if (!isBytes(piece)) throw new ImpossibleAnswer('content');
    length += piece.length;
    if (length > longestStream) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
    pieces.push(piece);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function isDirectory(value: unknown): value is Tree {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isName(name: string): boolean {
  return (
    name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && new TextEncoder().encode(name).length <= 255
  );
}

/** Throws `E_INVALID_OPTION` when the value is no tree. */
export class TreeProvider implements Provider {
  readonly #root: Directory;
  #nodes = 0;

  constructor(tree: unknown, option: string) {
    if (!isDirectory(tree)) throw optionError(option, 'must be an object of names');
    this.#root = this.#directory(tree, option, 0);
  }

  #directory(tree: Tree, option: string, depth: number): Directory {
    // A tree that contains itself would have no end.
    if (depth === deepest) throw optionError(option, `must not be deeper than ${deepest} directories`);
    const directory: Directory = new Map();
    for (const [name, value] of Object.entries(tree)) {
      const place = `${option}['${name}']`;
      if (!isName(name)) throw optionError(place, 'has no name that a file can have');
      if (++this.#nodes > mostNodes) throw optionError(option, `must not have more than ${mostNodes} names`);
      if (typeof value === 'string' || isBytes(value) || typeof value === 'function') {
        directory.set(name, new LazyFile(value));
      } else if (isDirectory(value)) {
        directory.set(name, this.#directory(value, place, depth + 1));
      } else {
        throw optionError(place, 'must be a string, a Uint8Array, a function that returns one, or an object of names');
      }
    }
    return directory;
  }

  #find(path: string): Directory | LazyFile | undefined {
    let at: Directory | LazyFile | undefined = this.#root;
    for (const name of path === '' ? [] : path.split('/')) at = at instanceof Map ? at.get(name) : undefined;
    return at;
  }

  stat(path: string): Soon<ProvidedStat | undefined> {
    const found = this.#find(path);
    if (found === undefined) return undefined;
    if (found instanceof Map) return { type: 'directory' };
    const { bytes } = found;
    return isBytes(bytes) ? { size: bytes.length } : bytes.then(({ length }) => ({ size: length }));
  }

  list(path: string): ProvidedName[] {
    const found = this.#find(path);
    if (!(found instanceof Map)) throw Object.assign(new Error('no directory'), { code: 'ENOTDIR' });
    return Array.from(found, ([name, value]) => ({ name, type: value instanceof Map ? 'directory' : 'file' }));
  }

  read(path: string, offset: number, length: number): Soon<Uint8Array> {
    const found = this.#find(path);
    if (!(found instanceof LazyFile)) throw Object.assign(new Error('no file'), { code: 'EISDIR' });
    const { bytes } = found;
    const piece = (whole: Uint8Array) => whole.subarray(offset, offset + length);
    return isBytes(bytes) ? piece(bytes) : bytes.then(piece);
  }
}
