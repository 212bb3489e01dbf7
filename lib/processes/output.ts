// Output of a guest for the host.

import { OutputField } from '../abi/generated/kernel-fields.js';
import type { Listening, Machine } from '../machine/kernel-client.js';
import { pacer } from '../machine/pacer.js';

const pieceBytes = 256 * 1024;

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
  #tellClosed: (() => void) | undefined;
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
      if (this.#tellClosed === undefined || this.state().open) return;
      this.#tellClosed();
      this.#tellClosed = undefined;
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

  /** Reads at most `limit` of the available bytes. */
  take(limit = Number.POSITIVE_INFINITY): Uint8Array | undefined {
    const length = Math.min(this.state().available, limit);
    if (length === 0) return undefined;
    const bytes = this.#machine.platform.allocate(length);
    const taken = this.#machine.kernel.takeOutput(this.#stream, bytes);
    return taken > 0 ? bytes.subarray(0, taken) : undefined;
  }

  /** Waits for the next piece; `undefined`: the end. */
  async next(): Promise<Uint8Array | undefined> {
    // A guest that writes as fast as the host reads would otherwise occupy the event loop.
    await this.#pace();
    for (;;) {
      // Asked first: if no writer is left, the bytes that are there are the last.
      const atEnd = this.#closed || (this.#processEnded && !this.#awaitsClose());
      const piece = this.take(pieceBytes);
      if (piece !== undefined) return piece;
      if (atEnd || this.#machine.isDestroyed) {
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

  /** Calls `tell` once no process of the guest can write any more. `undefined`: none can already. */
  whenClosed(tell: () => void): Listening | undefined {
    if (!this.#awaitsClose()) return undefined;
    this.#tellClosed = tell;
    return () => {
      this.#tellClosed = undefined;
    };
  }

  /** The available bytes are the last that `next` returns. */
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

  // Whether a process of the guest can still write. There is an event when none can any more.
  #awaitsClose(): boolean {
    return !this.#closed && !this.#machine.isDestroyed && this.#machine.kernel.awaitClose(this.#stream) === 1;
  }

  async #change(): Promise<void> {
    // Nothing else keeps the event loop alive for processes in the background.
    const holds = this.#processEnded;
    if (holds) this.#machine.hold();
    await new Promise<void>((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
    if (holds) this.#machine.release();
  }
}
