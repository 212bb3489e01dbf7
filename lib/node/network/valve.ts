// Stops reading from a server while the guest has no room for more, or the sandbox's share of this turn is spent.

import { costs, type TurnShare } from './turn-share.js';

export class Valve {
  readonly #share: TurnShare;
  /** Set by the client once there is something to hold back. */
  onOpen: () => void = () => {};
  #isFull = false;
  #isResting = false;

  constructor(share: TurnShare) {
    this.#share = share;
  }

  /** After each chunk: whether there may be another. `isTaken`: the guest has room. */
  pass(isTaken: boolean): boolean {
    this.#isFull = !isTaken;
    this.#share.spend(costs.chunk);
    if (this.#share.isSpent && !this.#isResting) {
      this.#isResting = true;
      this.#share.later(this.#rested);
    }
    return isTaken && !this.#isResting;
  }

  /** The guest has room again. */
  drained(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    if (!this.#isResting) this.onOpen();
  }

  readonly #rested = (): void => {
    this.#isResting = false;
    if (!this.#isFull) this.onOpen();
  };
}
