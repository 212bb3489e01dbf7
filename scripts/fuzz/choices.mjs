// Choices that a seed decides, the same on every machine.
import { generator } from '../shell/random/words.mjs';

export class Choices {
  #random;

  constructor(seed) {
    this.#random = generator(seed);
  }

  /** An integer below `limit`. */
  below(limit) {
    return Math.floor(this.#random() * limit);
  }

  chance(outOf) {
    return this.below(outOf) === 0;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Mostly small; now and then far beyond what anybody expects. */
  count(usual, extreme) {
    return this.chance(24) ? this.below(extreme) : this.below(usual);
  }

  bytes(length) {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
