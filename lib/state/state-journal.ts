// The kernel's notes about a saved state, so that a save has to write only changes.

import type { Kernel } from '../kernel/kernel.js';
import type { ReadState, StateCalls, StateChanges } from '../kernel/state.js';

/**
 * Each `write` returns the changes since the saved state. `settle` then says whether they were saved. Nothing else can be written before
 * that.
 */
export class StateJournal {
  readonly #kernel: StateCalls<Kernel>;
  #isOpen = false;
  #isNew = false;

  constructor(kernel: StateCalls<Kernel>) {
    this.#kernel = kernel;
  }

  /** Whether the kernel still has to hear whether its last changes were saved. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether no earlier saved state can be used: the changes are all of the state. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Writes the changes. Answers as `Kernel.writeChanges` does. */
  write(channels: Int32Array, host: Uint8Array): Promise<StateChanges> | number {
    const changes = this.#kernel.writeChanges(channels, host);
    if (typeof changes !== 'number') this.#isOpen = true;
    return changes;
  }

  /** `kept`: whether the last changes were saved. */
  settle(kept: boolean): void {
    this.#kernel.changesKept(kept);
    this.#isOpen = false;
    if (kept) this.#isNew = false;
  }

  /** The saved state is the one that `state` was read from; `undefined`: there is no usable one. */
  from(state: ReadState | undefined): void {
    this.#kernel.changesFrom(state ?? null);
    this.#isOpen = false;
    this.#isNew = state === undefined;
  }
}
