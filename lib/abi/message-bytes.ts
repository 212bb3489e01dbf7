// The bytes of what the host and the session shell say to each other: lib/abi/generated/session-messages.ts says what they are. The shell is
// a guest: what it sends is checked before it is believed.

import { decode, encodeInto } from '../text/text.js';

const numberBytes = 4;
const usualMessage = 256;

/** Of one list: more than a shell that behaves has to say. */
const maximumItems = 200_000;

export class MessageWriter {
  #bytes = new Uint8Array(usualMessage);
  // The length of the message comes first.
  #length = numberBytes;

  constructor(kind: number) {
    this.byte(kind);
  }

  byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  number(value: number): this {
    this.#reserve(numberBytes);
    this.#put(this.#length, value);
    this.#length += numberBytes;
    return this;
  }

  text(value: string): this {
    this.#reserve(numberBytes + 3 * value.length);
    const begin = this.#length + numberBytes;
    const length = encodeInto(value, this.#bytes.subarray(begin));
    this.#put(this.#length, length);
    this.#length = begin + length;
    return this;
  }

  texts(values: string[]): this {
    this.number(values.length);
    for (const value of values) this.text(value);
    return this;
  }

  optionalTexts(values: string[] | undefined, absent: number): this {
    return values === undefined ? this.number(absent) : this.texts(values);
  }

  message(): Uint8Array {
    this.#put(0, this.#length - numberBytes);
    return this.#bytes.subarray(0, this.#length);
  }

  #put(at: number, value: number): void {
    new DataView(this.#bytes.buffer).setUint32(at, value, true);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

// Reads on after a mistake, giving nothing: `finish` says whether there was one.
export class MessageReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #failed = false;

  constructor(bytes: Uint8Array, kind: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.check(this.byte() === kind);
  }

  check(holds: boolean): void {
    if (!holds) this.#failed = true;
  }

  byte(): number {
    return this.#take(1) ? this.#view.getUint8(this.#at - 1) : 0;
  }

  number(smallest = 0, largest = 0xffffffff): number {
    const value = this.#take(numberBytes) ? this.#view.getUint32(this.#at - numberBytes, true) : 0;
    this.check(value >= smallest && value <= largest);
    return value;
  }

  text(): string {
    const length = this.number();
    return this.#take(length) ? decode(this.#bytes.subarray(this.#at - length, this.#at)) : '';
  }

  /** As a process gets its variables and paths: up to a NUL. */
  path(): string {
    const [whole = ''] = this.text().split('\0', 1);
    return whole;
  }

  /** Each item takes at least a number's bytes. */
  list<T>(item: () => T): T[] {
    const count = this.number(0, Math.min(maximumItems, (this.#bytes.length - this.#at) / numberBytes));
    const items: T[] = [];
    for (let left = count; left > 0 && !this.#failed; left--) items.push(item());
    return items;
  }

  finish<T>(value: T): T | undefined {
    return this.#failed || this.#at !== this.#bytes.length ? undefined : value;
  }

  #take(length: number): boolean {
    if (this.#failed || length > this.#bytes.length - this.#at) {
      this.#failed = true;
      return false;
    }
    this.#at += length;
    return true;
  }
}
