// Random shapes of code: one hot function that says a few things many times, after or within one another. What is superlinear
// in one of the engine's compilers shows here: they meet some thousand of the same. A seed names a module.
import { Choices } from './choices.mjs';
import { section, signed, text, unsigned, vector } from './modules.mjs';

const i32 = 0x7f;
const end = 0x0b;
const hot = 1;
const called = 2;
const calledType = 2;

class Shape {
  /** @param {number} seed */
  constructor(seed) {
    this.choices = new Choices(seed);
    const { choices } = this;
    this.locals = choices.pick([1, 2, 5, 20, 100, 1000, 3000]);
    this.parameters = choices.pick([0, 0, 1, 3, 16]);
    this.results = choices.pick([0, 0, 0, 1, 3, 16]);
    // No engine takes both kinds in one module.
    this.tries = choices.chance(2) ? this.triesOld : this.triesTable;
  }

  get = () => [0x20, ...unsigned(this.choices.below(this.locals))];
  set = () => [0x21, ...unsigned(this.choices.below(this.locals))];
  constant = () => [0x41, ...signed(this.choices.pick([0, 1, -1, 5, 1000]))];
  value = () => (this.choices.chance(3) ? this.constant() : this.get());
  /** @param {number} count */
  values = (count) => Array.from({ length: count }, this.value).flat();
  /** @param {number} count */
  drops = (count) => Array(count).fill(0x1a);
  /**
   * Some things in a row.
   * @param {number} most
   * @param {number} depth
   * @returns {number[]}
   */
  row = (most, depth) => Array.from({ length: this.choices.below(most + 1) }, () => this.thing(depth)).flat();

  /**
   * Leaves nothing behind. `depth`: of the blocks around it, within one unit.
   * @param {number} depth
   * @returns {number[]}
   */
  thing(depth) {
    const { choices } = this;
    const inner = () => (depth > 3 ? [] : this.row(2, depth + 1));
    const kinds = [
      () => [...this.value(), ...this.set()],
      () => [...this.value(), ...this.value(), choices.pick([0x6a, 0x6c, 0x71, 0x6d, 0x46]), ...this.set()],
      () => [...this.value(), 0x04, 0x40, ...inner(), end],
      () => [...this.value(), 0x04, 0x40, ...inner(), 0x05, ...inner(), end],
      () => [0x02, 0x40, ...inner(), ...this.value(), 0x0d, 0, ...inner(), end],
      () => [0x02, 0x40, 0x02, 0x40, ...this.value(), 0x0d, choices.below(2), ...inner(), end, ...inner(), end],
      () => [0x03, 0x40, ...inner(), ...this.value(), 0x45, 0x0d, 0, end],
      () => [0x02, 0x40, 0x03, 0x40, ...inner(), ...this.value(), 0x0d, choices.below(2), 0x0c, 1, end, end],
      () => this.branchTable(),
      () => this.tries(inner),
      () => [...this.values(this.parameters), 0x10, called, ...this.drops(this.results)],
      () => [...this.values(this.parameters), 0x41, 0, 0x11, calledType, 0, ...this.drops(this.results)],
      () => [...this.value(), ...this.value(), ...this.value(), 0x1b, ...this.set()],
      () => [...this.value(), 0x28, 0, 0, ...this.set()],
      () => [...this.constant(), ...this.value(), 0x36, 0, 0],
      () => [...this.value(), 0xac, 0x42, 3, choices.pick([0x7c, 0x7e, 0x7f, 0x81]), 0xa7, ...this.set()],
      () => [...this.value(), 0xb7, ...this.value(), 0xb7, 0xa2, 0xfc, 0x02, ...this.set()],
      () => [...this.value(), 0xfd, 0x11, ...this.value(), 0xfd, 0x11, 0xfd, 0xae, 1, 0xfd, 0x1b, 0, ...this.set()],
      () => [0x23, 0, ...this.set(), ...this.value(), 0x24, 0],
      () => [...this.value(), 0x22, 0, 0x22, 0, ...this.set()],
      () => [...this.value(), 0x04, 0x40, 0x0f, end],
      () => [...this.value(), 0x45, 0x04, 0x40, ...this.values(1), 0x1a, 0x00, end],
    ];
    return choices.pick(kinds)();
  }

  branchTable() {
    const blocks = 1 + this.choices.below(6);
    const targets = Array.from({ length: this.choices.count(12, 2000) }, () => unsigned(this.choices.below(blocks)));
    const open = Array(blocks).fill([0x02, 0x40]).flat();
    return [...open, ...this.value(), 0x0e, ...vector(targets), 0, ...Array(blocks).fill(end)];
  }

  /**
   * The tag has one parameter.
   * @param {() => number[]} inner
   */
  triesOld(inner) {
    const handlers = Array.from({ length: this.choices.count(3, 500) }, () => [0x07, 0, ...this.set()]).flat();
    const last = this.choices.chance(2) ? [0x19] : [];
    return [0x06, 0x40, ...inner(), 0x41, 0, 0x10, called + 1, ...handlers, ...last, end];
  }

  /** @param {() => number[]} inner */
  triesTable(inner) {
    const handlers = Array.from({ length: this.choices.count(3, 500) }, () => [0, 0, 0]);
    const body = [...inner(), 0x41, 0, 0x10, called + 1];
    return [0x02, i32, 0x1f, 0x40, ...vector(handlers), ...body, end, 0x41, 1, end, ...this.set()];
  }

  /** One unit after the other, or each within the one before. */
  body() {
    const { choices } = this;
    const unit = Buffer.from(Array.from({ length: 1 + choices.below(3) }, () => this.thing(0)).flat());
    const size = choices.pick([20_000, 60_000, 150_000, 400_000, 600_000]);
    /**
     * @param {ArrayLike<number>} bytes
     * @param {number} count
     */
    const repeated = (bytes, count) => Buffer.alloc(bytes.length * Math.floor(count), Buffer.from(bytes));
    const groups = [...unsigned(1), ...unsigned(this.locals), i32];
    const start = Buffer.from(
      Array.from({ length: Math.min(this.locals, 50) }, () => [...this.value(), ...this.set()]).flat(),
    );
    const height = choices.chance(4) ? choices.pick([10, 100, 1000]) : 0;
    const parts = [Buffer.from(groups), start, repeated([0x41, 0], height)];
    if (choices.chance(2)) {
      parts.push(repeated(unit, size / unit.length));
    } else {
      const [open, close] = choices.pick([
        [[0x02, 0x40], [end]],
        [[0x03, 0x40], [end]],
        [[...this.get(), 0x04, 0x40], [end]],
        [
          [...this.get(), 0x04, 0x40],
          [0x05, end],
        ],
        this.tries === this.triesTable
          ? [[0x1f, 0x40, 0], [end]]
          : [
              [0x06, 0x40],
              [0x19, end],
            ],
        [
          [0x03, 0x40, 0x02, 0x40],
          [end, ...this.get(), 0x45, 0x0d, 0, end],
        ],
      ]);
      const [before, after] = choices.pick([
        [unit, []],
        [[], unit],
        [[], []],
      ]);
      const levels = Math.min(
        size / (open.length + close.length + before.length + after.length),
        choices.pick([100, 1000, 9_000]),
      );
      parts.push(repeated([...open, ...before], levels), repeated([...after, ...close], levels));
    }
    return Buffer.concat([...parts, repeated([0x1a], height), Buffer.from([end])]);
  }

  bytes() {
    /** @param {number} count */
    const many = (count) => vector(Array(count).fill([i32]));
    const types = [
      [0x60, 0, 0],
      [0x60, 1, i32, 0],
      [0x60, ...many(this.parameters), ...many(this.results)],
    ];
    const again = [0, 0x03, 0x40, 0x10, hot, 0x0c, 0, end, end];
    const small = [0, ...Array(this.results).fill([0x41, 7]).flat(), end];
    const throws = [0, 0x20, 0, 0x04, 0x40, 0x41, 1, 0x08, 0, end, end];
    const bodies = [again, this.body(), small, throws].map((code) =>
      Buffer.concat([Buffer.from(unsigned(code.length)), Buffer.from(code)]),
    );
    return Buffer.concat([
      Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
      section(1, vector(types)),
      section(3, vector([[0], [0], [calledType], [1]])),
      section(4, vector([[0x70, 1, 1, 1]])),
      section(5, vector([[0, 1]])),
      section(13, vector([[0, 1]])),
      section(6, vector([[i32, 1, 0x41, 0, end]])),
      section(7, vector([[...text('_start'), 0, 0]])),
      section(9, vector([[0, 0x41, 0, end, ...vector([[called]])]])),
      section(10, Buffer.concat([Buffer.from([bodies.length]), ...bodies])),
    ]);
  }
}

/** @param {number} seed */
export function randomShape(seed) {
  return new Shape(seed).bytes();
}
