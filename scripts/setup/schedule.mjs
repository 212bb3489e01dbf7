// In which order ports are built, and how long it is likely to take.
import { availableParallelism } from 'node:os';

// Seconds of a build on two cores beside another one; what is not listed takes less than the usual.
const usual = 20;
/** @type {Map<string, number>} */
const seconds = new Map(
  Object.entries({
    ...{
      perl: 270,
      python: 70,
      ripgrep: 240,
      git: 220,
      ncurses: 90,
      'util-linux': 90,
      sqlite3: 80,
      libxml2: 70,
      procps: 60,
    },
    ...{
      coreutils: 64,
      bash: 61,
      jq: 53,
      less: 40,
      psmisc: 35,
      lua: 30,
      tar: 30,
      diffutils: 30,
      findutils: 30,
      grep: 29,
    },
    ...{ sed: 25, patch: 25, zstd: 24, cpio: 24, xz: 21, file: 21, gawk: 21 },
  }),
);
/** @param {string} name */
export const secondsOf = (name) => seconds.get(name) ?? usual;

/**
 * The longest first: what ends last is then short.
 * @param {string[]} names
 */
export const inOrder = (names) => [...names].sort((a, b) => secondsOf(b) - secondsOf(a));

/** @param {Iterable<string>} names */
const sum = (names) => [...names].reduce((total, name) => total + secondsOf(name), 0);

export class Schedule {
  #begun = performance.now();
  /** @type {string[]} */
  #all;
  /** @type {Set<string>} */
  #left;

  /** @param {string[]} names */
  constructor(names) {
    this.#all = [...names];
    this.#left = new Set(names);
  }

  /** @param {string} name */
  done(name) {
    this.#left.delete(name);
  }

  /** How many of how many are done, and how long the others may take. */
  toString() {
    const left = sum(this.#left);
    const done = sum(this.#all) - left;
    const spent = (performance.now() - this.#begun) / 1000;
    // Once there is one, the pace so far says more than the table.
    const pace = done > 60 ? spent / done : 1 / Math.min(availableParallelism(), this.#all.length);
    const text = `${this.#all.length - this.#left.size} of ${this.#all.length}`;
    return left === 0 ? text : `${text}, about ${Math.ceil((left * pace) / 60)} min left`;
  }
}
