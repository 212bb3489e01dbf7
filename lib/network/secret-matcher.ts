// Finds any of many texts in a stream of bytes, in one pass, in capital letters or small ones (Aho and Corasick).

/** Bytes that no text has are one class: most tables are small. */
interface Alphabet {
  /** Where the next state stands in the row of a state. */
  readonly placeOf: Uint8Array;
  readonly rowLength: number;
}

// What the row of a state begins with: the length of the longest text that ends here, or 0, and how many of the last bytes are the
// beginning of a text.
const longest = 0;
const depth = 1;
const firstPlace = 2;
const mostPlaces = 253;
const capitalA = 0x41;
const capitalZ = 0x5a;
const toSmall = 0x20;

export class SecretMatcher {
  readonly #alphabet: Alphabet;
  /** A row for each state, which is where that begins. */
  readonly #rows: Int32Array;

  /** `texts`: bytes as Latin-1. */
  constructor(texts: Iterable<string>) {
    const all = [...new Set(Array.from(texts, small))];
    this.#alphabet = alphabetOf(all);
    const states = 1 + all.reduce((sum, { length }) => sum + length, 0);
    this.#rows = new Int32Array(states * this.#alphabet.rowLength);
    let end = this.#alphabet.rowLength;
    for (const text of all) end = this.#add(text, end);
    this.#link();
  }

  #add(text: string, first: number): number {
    const { placeOf, rowLength } = this.#alphabet;
    const rows = this.#rows;
    let [state, end] = [0, first];
    for (let at = 0; at < text.length; at++) {
      const place = state + placeOf[text.charCodeAt(at)]!;
      if (rows[place] === 0) {
        rows[end + depth] = at + 1;
        rows[place] = end;
        end += rowLength;
      }
      state = rows[place]!;
    }
    rows[state + longest] = text.length;
    return end;
  }

  /** Makes of the tree of all texts a machine that never goes back: where a text does not go on, another may have begun. */
  #link(): void {
    const { rowLength } = this.#alphabet;
    const rows = this.#rows;
    const fallbacks = new Map<number, number>();
    const queue: number[] = [];
    for (let place = firstPlace; place < rowLength; place++) if (rows[place]! > 0) queue.push(rows[place]!);
    // The queue grows meanwhile.
    for (const state of queue) {
      const other = fallbacks.get(state) ?? 0;
      rows[state + longest] = Math.max(rows[state + longest]!, rows[other + longest]!);
      for (let place = firstPlace; place < rowLength; place++) {
        const child = rows[state + place]!;
        const elsewhere = rows[other + place]!;
        if (child === 0) rows[state + place] = elsewhere;
        else {
          fallbacks.set(child, elsewhere);
          queue.push(child);
        }
      }
    }
  }

  /** Reads bytes, from `begin` on, and tells of each text: where it ends, and how long it is. The state after them; it begins with 0. */
  scan(bytes: ArrayLike<number>, begin: number, from: number, found: (end: number, length: number) => void): number {
    const { placeOf } = this.#alphabet;
    const rows = this.#rows;
    let state = from;
    for (let at = begin; at < bytes.length; at++) {
      state = rows[state + placeOf[bytes[at]!]!]!;
      if (rows[state] !== 0) found(at + 1, rows[state]!);
    }
    return state;
  }

  /** How many of the last bytes are the beginning of a text. */
  depth(state: number): number {
    return this.#rows[state + depth]!;
  }
}

const small = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function alphabetOf(texts: readonly string[]): Alphabet {
  const placeOf = new Uint8Array(256).fill(firstPlace);
  let last = firstPlace;
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const byte = text.charCodeAt(at);
      // Of more bytes than there are in any text that people have, the rest would be one.
      if (placeOf[byte] === firstPlace && last < mostPlaces) placeOf[byte] = ++last;
    }
  }
  for (let byte = capitalA; byte <= capitalZ; byte++) placeOf[byte] = placeOf[byte + toSmall]!;
  return { placeOf, rowLength: last + 1 };
}
