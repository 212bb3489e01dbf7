// What a soak does: each thing has a name and comes to an end, or is stuck, and is right or wrong.

export class Operations {
  done = {};
  wrong = [];
  #underWay = new Set();

  get total() {
    return Object.values(this.done).reduce((sum, count) => sum + count, 0);
  }

  async run(name, detail, action) {
    const key = { name, detail, since: performance.now() };
    this.#underWay.add(key);
    try {
      await action();
      this.done[name] = (this.done[name] ?? 0) + 1;
    } catch (error) {
      this.wrong.push(`${name}: ${detail}: ${error.stack}`);
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** Those that have been under way for longer. */
  since(ms) {
    const now = performance.now();
    return [...this.#underWay]
      .filter(({ since }) => now - since >= ms)
      .map(({ name, detail, since }) => `stuck for ${Math.round((now - since) / 1000)} s: ${name} ${detail}`);
  }
}

export function expect(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}
