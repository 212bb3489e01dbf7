// Choices that a seed decides, the same on every machine.
import { generator } from '../shell/random/words.mjs';

export class Choices {
  #random;

  /** @param {number} seed */
  constructor(seed) {
    this.#random = generator(seed);
  }

  /**
   * An integer below `limit`.
   * @param {number} limit
   */
  below(limit) {
    return Math.floor(this.#random() * limit);
  }

  /** @param {number} outOf */
  chance(outOf) {
    return this.below(outOf) === 0;
  }

  /**
   * @template Item
   * @param {ArrayLike<Item>} list
   * @returns {Item}
   */
  pick(list) {
    return list[this.below(list.length)];
  }

  /**
   * Mostly small; now and then far beyond what anybody expects.
   * @param {number} usual
   * @param {number} extreme
   */
  count(usual, extreme) {
    return this.chance(24) ? this.below(extreme) : this.below(usual);
  }

  /** @param {number} length */
  bytes(length) {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
