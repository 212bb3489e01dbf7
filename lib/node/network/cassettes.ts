// Cassettes on the host's disk.

import { createHash, type Hash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { optionError, SandboxError } from '../../api/errors.js';
import { Turns } from '../../machine/turns.js';
import { Cassette, type CassetteEntry, formatEntry, parseCassette } from '../../network/cassette.js';

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

  add(entry: CassetteEntry): void {
    void this.#turns.take(async () => {
      if (this.failure !== undefined) return;
      try {
        await appendFile(this.#path, formatEntry(entry));
      } catch (error) {
        // A disk that is full loses the rest of the cassette, not the sandbox.
        const reason = `network.record cannot be written any more (${(error as NodeJS.ErrnoException).code})`;
        this.failure = new SandboxError(reason, { code: 'E_NET_RECORD' });
        this.#onFailure(this.failure);
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

/** A body that passes, kept. */
export class BodyCopy {
  #chunks: Uint8Array[] = [];
  #length = 0;

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    if (this.#length > longestBody) this.#chunks = [];
    else this.#chunks.push(Uint8Array.from(chunk));
  }

  /** `undefined`: it was too long. */
  end(): CassetteEntry['response']['body'] | undefined {
    if (this.#length > longestBody) return undefined;
    const bytes = Buffer.concat(this.#chunks, this.#length);
    const text = bytes.toString('utf8');
    return Buffer.from(text, 'utf8').equals(bytes) ? { text } : { base64: bytes.toString('base64') };
  }
}

export function bodyBytes(body: CassetteEntry['response']['body']): Buffer {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}
