// Cassettes on the host's disk.

import { createHash, type Hash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { optionError, SandboxError } from '../../api/errors.js';
import { Turns } from '../../machine/turns.js';
import { Cassette, type CassetteEntry, formatEntry, parseCassette } from '../../network/cassette.js';
import type { HeapAccount } from '../../network/heap-account.js';

// Most answers are small.
const firstBytes = 4 * 1024;
const pieceBytes = 64 * 1024;
/** Longer bodies are not recorded: the request is not, then. */
export const longestBody = 16 * 1024 * 1024;

/** Throws E_INVALID_OPTION: there is no such file, or it is no cassette. */
export function openCassette(path: string): Cassette {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw optionError('network.replay', `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const entries = parseCassette(text);
  if (typeof entries === 'number') throw optionError('network.replay', `is no cassette: line ${entries}`);
  return new Cassette(entries);
}

/** A file to which entries are added, one after the other. */
export class Recorder {
  readonly #path: string;
  readonly #onFailure: (failure: SandboxError) => void;
  readonly #turns = new Turns();
  /** Why nothing is added any more: a cassette with holes would be found out only when it is replayed. */
  failure: SandboxError | undefined;

  /** `onFailure` is told once. Throws E_INVALID_OPTION when it cannot be written. */
  constructor(path: string, onFailure: (failure: SandboxError) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
    try {
      appendFileSync(path, '');
    } catch (error) {
      throw optionError('network.record', `cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }

  /** `onWritten`: it is in the file, or never will be. */
  add(entry: CassetteEntry, onWritten: () => void): void {
    void this.#turns.take(async () => {
      if (this.failure !== undefined) {
        onWritten();
        return;
      }
      try {
        await appendFile(this.#path, formatEntry(entry));
      } catch (error) {
        // A disk that is full loses the rest of the cassette, not the sandbox.
        const reason = `network.record cannot be written any more (${(error as NodeJS.ErrnoException).code})`;
        this.failure = new SandboxError(reason, { code: 'E_NET_RECORD' });
        this.#onFailure(this.failure);
      } finally {
        onWritten();
      }
    });
  }

  /** What was added is in the file. Rejects when it is not. */
  async flushed(): Promise<void> {
    await this.#turns.done;
    if (this.failure !== undefined) throw this.failure;
  }
}

/** SHA-256 of a body that passes. */
export class BodyHash {
  readonly #hash: Hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}

/** A body that passes, kept: as long as the account has room. */
export class BodyCopy {
  readonly #account: HeapAccount;
  #pieces: Buffer[] = [];
  /** Of the last piece: small chunks share one. */
  #filled = 0;
  #length = 0;
  #isLost = false;

  constructor(account: HeapAccount) {
    this.#account = account;
  }

  add(chunk: Uint8Array): void {
    if (this.#isLost) return;
    this.#length += chunk.length;
    if (this.#length > longestBody) {
      this.#lose();
      return;
    }
    for (let at = 0; at < chunk.length; ) {
      const last = this.#pieces.at(-1);
      if (last === undefined || this.#filled === last.length) {
        if (!this.#begin()) return;
        continue;
      }
      const count = Math.min(chunk.length - at, last.length - this.#filled);
      last.set(chunk.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
    }
  }

  #begin(): boolean {
    const length = this.#pieces.length === 0 ? firstBytes : pieceBytes;
    if (!this.#account.take(length)) {
      this.#lose();
      return false;
    }
    this.#pieces.push(Buffer.allocUnsafeSlow(length));
    this.#filled = 0;
    return true;
  }

  #lose(): void {
    this.drop();
    this.#isLost = true;
  }

  /** `undefined`: it was too long, or there was no room for it. */
  end(): CassetteEntry['response']['body'] | undefined {
    if (this.#isLost) return undefined;
    const bytes = Buffer.concat(this.#pieces, this.#length);
    const text = bytes.toString('utf8');
    return Buffer.from(text, 'utf8').equals(bytes) ? { text } : { base64: bytes.toString('base64') };
  }

  /** It is not needed any more. */
  drop(): void {
    this.#account.free(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    this.#pieces = [];
  }
}

const decoded = new WeakMap<CassetteEntry['response']['body'], Buffer>();

/** The bytes of a body, which all answers with it share. */
export function bodyBytes(body: CassetteEntry['response']['body']): Buffer {
  const known = decoded.get(body);
  if (known !== undefined) return known;
  const bytes = 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
  decoded.set(body, bytes);
  return bytes;
}
