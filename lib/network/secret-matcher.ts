// Finds many texts in a stream of bytes in one pass, in capital or small letters (Aho–Corasick).

const capitalA = 0x41;
const capitalZ = 0x5a;
const toSmall = 0x20;

/** Capital letters as small ones. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= capitalA && byte <= capitalZ ? byte + toSmall : byte,
);

/**
 * A state stands for the longest beginning of a text that was read last. The texts form a tree. They are long and have little in common, so
 * most states have a single successor, which has the next number. A table with 256 places for each state would take megabytes for one
 * secret.
 */
export class SecretMatcher {
  /** The bytes with which a text can begin. */
  readonly #first = new Int32Array(256);
  /** The byte with which a state moves to the next number. */
  readonly #label: Uint8Array;
  /** All other transitions, by state and byte. */
  readonly #branches = new Map<number, number>();
  readonly #hasBranches: Uint8Array;
  /** The fallback: the state of the next shorter beginning that the bytes read end with. */
  readonly #fallback: Int32Array;
  readonly #depth: Int32Array;
  /** The length of the longest text that ends here, or 0. */
  readonly #longest: Int32Array;
  /** Where the row of a state begins, or -1. */
  readonly #rowOf: Int32Array;
  #rows = new Int32Array();
  #usual: number[] = [];

  /** `texts`: bytes as Latin-1, two of them at least. */
  constructor(texts: Iterable<string>) {
    const all = [...new Set(Array.from(texts, small))];
    const states = 1 + all.reduce((sum, { length }) => sum + length, 0);
    this.#label = new Uint8Array(states);
    this.#hasBranches = new Uint8Array(states);
    this.#fallback = new Int32Array(states);
    this.#depth = new Int32Array(states);
    this.#longest = new Int32Array(states);
    let end = 1;
    for (const text of all) end = this.#add(text, end);
    this.#link(end);
    this.#rowOf = new Int32Array(states).fill(-1);
    this.#fillRows();
  }

  #add(text: string, first: number): number {
    let [state, end] = [0, first];
    for (let at = 0; at < text.length; at++) {
      const byte = text.charCodeAt(at) & 0xff;
      let next = this.#child(state, byte);
      if (next === 0) {
        next = end++;
        this.#depth[next] = at + 1;
        if (state === 0) this.#first[byte] = next;
        else if (next === state + 1) this.#label[state] = byte;
        else {
          this.#branches.set(256 * state + byte, next);
          this.#hasBranches[state] = 1;
        }
      }
      state = next;
    }
    this.#longest[state] = text.length;
    return end;
  }

  /** The state after one more byte of a text; 0: no text continues so. */
  #child(state: number, byte: number): number {
    if (state === 0) return this.#first[byte]!;
    const isNext = this.#label[state] === byte && this.#depth[state + 1] === this.#depth[state]! + 1;
    if (isNext) return state + 1;
    return this.#hasBranches[state] === 1 ? (this.#branches.get(256 * state + byte) ?? 0) : 0;
  }

  /** By depth, because the fallback of a state is less deep. */
  #link(end: number): void {
    const parent = new Int32Array(end);
    const byteOf = new Uint8Array(end);
    const note = (state: number, byte: number, child: number): void => {
      parent[child] = state;
      byteOf[child] = byte;
    };
    for (let state = 1; state + 1 < end; state++) {
      if (this.#child(state, this.#label[state]!) === state + 1) note(state, this.#label[state]!, state + 1);
    }
    for (const [place, child] of this.#branches) note(Math.floor(place / 256), place % 256, child);
    for (const state of this.#byDepth(end)) {
      if (this.#depth[state] === 1) continue;
      const fallback = this.#step(this.#fallback[parent[state]!]!, byteOf[state]!);
      this.#fallback[state] = fallback;
      this.#longest[state] = Math.max(this.#longest[state]!, this.#longest[fallback]!);
    }
  }

  /** All states except the first, in the order of their depth. */
  #byDepth(end: number): Int32Array {
    const depths = this.#depth.subarray(1, end);
    const places = new Int32Array(depths.reduce((most, depth) => Math.max(most, depth), 0) + 2);
    for (const depth of depths) places[depth + 1]!++;
    for (let depth = 1; depth < places.length; depth++) places[depth]! += places[depth - 1]!;
    const sorted = new Int32Array(depths.length);
    for (let state = 1; state < end; state++) sorted[places[this.#depth[state]!]!++] = state;
    return sorted;
  }

  /**
   * States that are met all the time have a row with 256 places: the start, and one byte of a text. A place holds the offset of the next
   * row or, if negative, another state.
   */
  #fillRows(): void {
    this.#usual = [0, ...new Set(this.#first)].filter((state, at) => at === 0 || state !== 0);
    for (const [at, state] of this.#usual.entries()) this.#rowOf[state] = 256 * at;
    this.#rows = new Int32Array(256 * this.#usual.length);
    for (const [at, state] of this.#usual.entries()) {
      for (let byte = 0; byte < 256; byte++) {
        const next = this.#step(state, folded[byte]!);
        const row = this.#rowOf[next]!;
        this.#rows[256 * at + byte] = row < 0 ? -next : row;
      }
    }
  }

  #step(from: number, byte: number): number {
    for (let state = from; state !== 0; state = this.#fallback[state]!) {
      const next = this.#child(state, byte);
      if (next !== 0) return next;
    }
    return this.#first[byte]!;
  }

  /** Reads bytes from `begin` on and reports the end and the length of each text found. Returns the next state; the first is 0. */
  scan(bytes: ArrayLike<number>, begin: number, from: number, found: (end: number, length: number) => void): number {
    const [rows, longest] = [this.#rows, this.#longest];
    let state = from;
    for (let at = begin; at < bytes.length; at++) {
      let row = this.#rowOf[state]!;
      if (row >= 0) {
        let next = row;
        for (; at < bytes.length; at++) {
          next = rows[row + bytes[at]!]!;
          if (next < 0) break;
          row = next;
        }
        if (at === bytes.length) return this.#usual[row / 256]!;
        state = -next;
      } else {
        state = this.#step(state, folded[bytes[at]!]!);
      }
      if (longest[state] !== 0) found(at + 1, longest[state]!);
    }
    return state;
  }

  /** How many of the last bytes may be the beginning of a text. */
  depth(state: number): number {
    return this.#depth[state]!;
  }
}

const small = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
