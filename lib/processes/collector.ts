// The output of a command, kept for its result.

import type { RunOptions } from '../api/commands.js';
import type { Machine } from '../machine/kernel-client.js';
import { concatenate } from '../text/text.js';
import { Output } from './output.js';

export class Collector {
  readonly output: Output;
  readonly #onChunk: ((chunk: Uint8Array) => void) | undefined;
  readonly #chunks: Uint8Array[] = [];
  truncated = false;

  /** `failed` gets what `onChunk` throws. */
  constructor(machine: Machine, stream: number, onChunk: RunOptions['onStdout'], failed: (error: unknown) => void) {
    this.#onChunk = onChunk;
    // Without a listener the bytes stay in the kernel until the end and are copied once.
    const take = (): void => {
      try {
        this.take();
      } catch (error) {
        failed(error);
      }
    };
    this.output = new Output(machine, stream, onChunk && take);
  }

  take(): void {
    const piece = this.output.take();
    if (piece === undefined) return;
    this.#chunks.push(piece);
    // The listener gets bytes of its own: those kept here are part of the result.
    this.#onChunk?.(piece.slice());
  }

  /** All that was written. The stream is closed. */
  finish(): Uint8Array {
    this.take();
    this.truncated = this.output.state().truncated;
    this.output.close();
    const [only] = this.#chunks;
    if (this.#chunks.length === 1 && only !== undefined) return only;
    return concatenate(this.#chunks);
  }
}
