// What a guest writes, on its way to the host.

import { OutputField } from '../abi/generated/kernel-fields.js';
import type { Machine } from '../machine/kernel-client.js';
import { pacer } from '../machine/pacer.js';

const pieceBytes = 256 * 1024;

// A process that others still write for has ended: there is no event for the last of them closing the stream.
const lingerIntervalMs = 20;

interface State {
  available: number;
  truncated: boolean;
  open: boolean;
}

/** One output stream of a process. */
export class Output {
  readonly #machine: Machine;
  readonly #stream: number;
  readonly #state = new Float64Array(OutputField.count);
  #wake: (() => void) | undefined;
  readonly #pace: () => Promise<void>;
  #processEnded = false;
  #finished = false;
  #closed = false;

  constructor(machine: Machine, stream: number, onData?: () => void) {
    this.#machine = machine;
    this.#stream = stream;
    this.#pace = pacer(machine.platform);
    machine.watch(stream, () => {
      onData?.();
      this.#wake?.();
    });
  }

  state(): State {
    if (this.#closed || this.#machine.isDestroyed) return { available: 0, truncated: false, open: false };
    this.#machine.kernel.outputState(this.#stream, this.#state);
    return {
      available: this.#state[OutputField.available] ?? 0,
      truncated: this.#state[OutputField.truncated] === 1,
      open: this.#state[OutputField.open] === 1,
    };
  }

  /** Takes what is there, at most `limit` bytes. */
  take(limit = Number.POSITIVE_INFINITY): Uint8Array | undefined {
    const length = Math.min(this.state().available, limit);
    if (length === 0) return undefined;
    const bytes = this.#machine.platform.allocate(length);
    const taken = this.#machine.kernel.takeOutput(this.#stream, bytes);
    return taken > 0 ? bytes.subarray(0, taken) : undefined;
  }

  /** Waits for the next piece; `undefined` at the end. */
  async next(): Promise<Uint8Array | undefined> {
    // Who writes as fast as it is read would have the event loop for itself.
    await this.#pace();
    for (;;) {
      const piece = this.take(pieceBytes);
      if (piece !== undefined) return piece;
      if (this.#closed || this.#machine.isDestroyed || (this.#processEnded && !this.state().open)) {
        this.close();
        return undefined;
      }
      if (this.#finished) return undefined;
      await this.#change();
    }
  }

  /** The process itself has ended; its children may still be writing. */
  processEnded(): void {
    this.#processEnded = true;
    this.#wake?.();
  }

  /** What is there is the last that `next` gives. */
  finish(): void {
    this.#finished = true;
    this.#wake?.();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#machine.close(this.#stream);
    this.#wake?.();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#processEnded ? setTimeout(() => this.#wake?.(), lingerIntervalMs) : undefined;
      this.#wake = () => {
        this.#wake = undefined;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
