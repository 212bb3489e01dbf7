// Replaces secrets in a stream by as many stars, wherever the stream is cut into pieces.

import type { SecretMatcher } from './secret-matcher.js';

const star = 0x2a;
const nothing = new Uint8Array();

export class Redactor {
  readonly #secrets: SecretMatcher;
  #state = 0;
  #held: Uint8Array = nothing;

  constructor(secrets: SecretMatcher) {
    this.#secrets = secrets;
  }

  /** Of Latin-1. */
  text(value: string): string {
    const bytes = Uint8Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
    let letters: string[] | undefined;
    this.#secrets.scan(bytes, 0, 0, (end, length) => {
      letters ??= value.split('');
      letters.fill('*', end - length, end);
    });
    return letters?.join('') ?? value;
  }

  /** The part of the stream that can be passed on now: everything except an end with which a secret could begin. */
  push(chunk: Uint8Array): Uint8Array {
    const held = this.#held.length;
    const bytes = held === 0 ? chunk : joined(this.#held, chunk);
    const result = this.#blanked(bytes, held);
    const end = bytes.length - this.#secrets.depth(this.#state);
    // A copy: the bytes may belong to a parser.
    this.#held = end === bytes.length ? nothing : result.slice(end);
    return result.subarray(0, end);
  }

  end(): Uint8Array {
    const held = this.#held;
    this.#held = nothing;
    this.#state = 0;
    return held;
  }

  /** The same bytes, or a copy with stars in place of secrets. Bytes before `begin` were searched already. */
  #blanked(bytes: Uint8Array, begin: number): Uint8Array {
    let result = bytes;
    this.#state = this.#secrets.scan(bytes, begin, this.#state, (end, length) => {
      if (result === bytes) result = Uint8Array.from(bytes);
      result.fill(star, end - length, end);
    });
    return result;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
