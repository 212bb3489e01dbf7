// Input from the host for a guest, only as fast as the guest reads.

import type { Data, InputSource } from '../api/data.js';
import { optionError } from '../api/errors.js';
import type { Machine } from '../machine/kernel-client.js';
import { isBytes } from '../text/bytes.js';
import { encode } from '../text/text.js';

const pieceBytes = 256 * 1024;

function* pieces(data: Data): Generator<Uint8Array> {
  const bytes = typeof data === 'string' ? encode(data) : data;
  if (!isBytes(bytes)) throw optionError('stdin', 'must give strings and Uint8Arrays');
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

interface Reading {
  next(): Promise<IteratorResult<Data, unknown>>;
  stop(): Promise<void>;
}

/** Reads one chunk after the other. `stop` does not wait for a pending chunk. */
export function read(source: ReadableStream<Data> | AsyncIterable<Data>): Reading {
  if ('getReader' in source) {
    // Does not use the iterator: its return() waits for a pending read, which may never end.
    const reader = source.getReader();
    return {
      next: () => reader.read() as Promise<IteratorResult<Data, unknown>>,
      stop: async () => {
        const cancelled = reader.cancel();
        reader.releaseLock();
        await cancelled;
      },
    };
  }
  const iterator = source[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    stop: async () => {
      await iterator.return?.();
    },
  };
}

/** Standard input of a process. */
export class Input {
  readonly #machine: Machine;
  readonly #stream: number;
  #wake: (() => void) | undefined;
  #closed = false;
  #stop: (() => void) | undefined;

  constructor(machine: Machine, stream: number) {
    this.#machine = machine;
    this.#stream = stream;
    machine.watch(stream, () => this.#wake?.());
  }

  get #over(): boolean {
    return this.#closed || this.#machine.isDestroyed;
  }

  /** Writes the bytes and waits until there is room for more. False: nobody will read them. */
  async write(data: Data): Promise<boolean> {
    for (const piece of pieces(data)) {
      if (this.#over) return false;
      const room = this.#machine.kernel.putInput(this.#stream, piece);
      if (room < 0) return false;
      if (room === 0) await this.#change();
    }
    return !this.#over;
  }

  end(): void {
    if (!this.#over) this.#machine.kernel.endInput(this.#stream);
  }

  /** Writes all of `source`, then ends the input. Rejects when the source fails. */
  async feed(source: InputSource): Promise<void> {
    if (typeof source === 'string' || isBytes(source)) {
      await this.write(source);
    } else {
      await this.#drain(source);
    }
    this.end();
  }

  /** The process has ended. Waits for room end now, and `source` has been told to stop when this returns. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#machine.close(this.#stream);
    this.#stop?.();
    this.#wake?.();
  }

  async #drain(source: ReadableStream<Data> | AsyncIterable<Data>): Promise<void> {
    const reading = read(source);
    const stopped = new Promise<undefined>((resolve) => {
      this.#stop = () => {
        this.#stop = undefined;
        // Not awaited: a source that hangs in its last step would hold the run.
        reading.stop().catch(() => {});
        resolve(undefined);
      };
    });
    try {
      for (;;) {
        // A source may stay silent for ever, so the end of the process must not wait for it.
        const next = await Promise.race([reading.next(), stopped]);
        if (next === undefined || next.done || !(await this.write(next.value))) break;
      }
    } finally {
      this.#stop?.();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
