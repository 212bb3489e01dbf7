// What the kernel notes of a state that is kept elsewhere, so that a save has to write only what is new.

import type { Kernel } from '../kernel/kernel.js';
import type { ReadState, StateCalls, StateChanges } from '../kernel/state.js';

/**
 * Each `write` gives what is new since the state that is kept. `settle` then says whether that is kept now: until it does, nothing else can
 * be written.
 */
export class StateJournal {
  readonly #kernel: StateCalls<Kernel>;
  #isOpen = false;
  #isNew = false;

  constructor(kernel: StateCalls<Kernel>) {
    this.#kernel = kernel;
  }

  /** Whether the kernel still has to hear what has become of the changes that it gave last. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether nothing that was kept before is of use: the changes are all of the state. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Writes down what is new. Answers as `Kernel.writeChanges`. */
  write(channels: Int32Array, host: Uint8Array): Promise<StateChanges> | number {
    const changes = this.#kernel.writeChanges(channels, host);
    if (typeof changes !== 'number') this.#isOpen = true;
    return changes;
  }

  /** `kept`: whether the changes that were written last are kept now. */
  settle(kept: boolean): void {
    this.#kernel.changesKept(kept);
    this.#isOpen = false;
    if (kept) this.#isNew = false;
  }

  /** What is kept is what `state` was read from; `undefined`: nothing of use. */
  from(state: ReadState | undefined): void {
    this.#kernel.changesFrom(state ?? null);
    this.#isOpen = false;
    this.#isNew = state === undefined;
  }
}
