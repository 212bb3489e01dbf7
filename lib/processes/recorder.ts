// The outputs of a process on their way into a log, as fast as they come: the process never waits for a reader.

import type { Machine } from '../machine/kernel-client.js';
import { Output } from './output.js';
import { OutputLog } from './output-log.js';

/** Bytes are charged in steps of this size, since each charge is a call into the kernel. */
const chargeBytes = 64 * 1024;

/** A log whose bytes count as memory of the sandbox until it is forgotten. */
export function chargedLog(machine: Machine, most: number): OutputLog {
  let charged = 0;
  return new OutputLog(most, (bytes) => {
    const wanted = Math.ceil(bytes / chargeBytes) * chargeBytes;
    if (wanted === charged || machine.isDestroyed) return true;
    if (machine.kernel.holdBytes(wanted - charged) < 0) return false;
    charged = wanted;
    return true;
  });
}

/** One output on its way. */
export class Recorder {
  readonly output: Output;
  readonly #keep: (bytes: Uint8Array) => void;
  /** Resolves when nothing can be written any more, or the output was closed. */
  readonly done: Promise<void>;

  /** `failed` gets what `keep` throws; then the output is closed. */
  constructor(machine: Machine, stream: number, keep: (bytes: Uint8Array) => void, failed: (error: unknown) => void) {
    this.output = new Output(machine, stream);
    this.#keep = keep;
    this.done = this.#pump().catch((error) => {
      this.output.close();
      failed(error);
    });
  }

  async #pump(): Promise<void> {
    for (;;) {
      const bytes = await this.output.next();
      if (bytes === undefined) return;
      this.#keep(bytes);
    }
  }

  /** Keeps what is there already. */
  drain(): void {
    for (;;) {
      const bytes = this.output.take(chargeBytes);
      if (bytes === undefined) return;
      this.#keep(bytes);
    }
  }
}
