// What a soak does: each thing has a name and comes to an end, or is stuck, and is right or wrong.

/** @typedef {{ choices: import('../fuzz/choices.mjs').Choices, operations: Operations, isOver: () => boolean }} Soak What each kind is given. */
/** @typedef {{ name: string, detail: string, since: number }} UnderWay */

export class Operations {
  /** @type {Record<string, number>} */
  done = {};
  /** @type {string[]} */
  wrong = [];
  #underWay = new Set();

  get total() {
    return Object.values(this.done).reduce((sum, count) => sum + count, 0);
  }

  /**
   * @param {string} name
   * @param {string} detail
   * @param {() => Promise<unknown>} action
   */
  async run(name, detail, action) {
    const key = { name, detail, since: performance.now() };
    this.#underWay.add(key);
    try {
      await action();
      this.done[name] = (this.done[name] ?? 0) + 1;
    } catch (error) {
      this.wrong.push(`${name}: ${detail}: ${error instanceof Error ? error.stack : error}`);
    } finally {
      this.#underWay.delete(key);
    }
  }

  /**
   * Those that have been under way for longer.
   * @param {number} ms
   */
  since(ms) {
    const now = performance.now();
    return [...this.#underWay]
      .filter(({ since }) => now - since >= ms)
      .map(({ name, detail, since }) => `stuck for ${Math.round((now - since) / 1000)} s: ${name} ${detail}`);
  }
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} what
 */
export function expect(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}
