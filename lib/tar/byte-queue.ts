// Takes chunks of any size and returns pieces of any size.

const nothing = new Uint8Array();

export class ByteQueue {
  readonly #source: AsyncIterator<Uint8Array>;
  /** Received bytes that were not taken. */
  #chunk: Uint8Array = nothing;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At most `most` bytes, without a copy; none at the end. */
  async some(most: number): Promise<Uint8Array> {
    while (this.#chunk.length === 0) {
      const next = await this.#source.next();
      if (next.done) return nothing;
      this.#chunk = next.value;
    }
    const taken = this.#chunk.subarray(0, most);
    this.#chunk = this.#chunk.subarray(taken.length);
    return taken;
  }

  /** Exactly this many bytes; fewer only at the end. */
  async exactly(count: number): Promise<Uint8Array> {
    const first = await this.some(count);
    if (first.length === count || first.length === 0) return first;
    const whole = new Uint8Array(count);
    whole.set(first);
    let length = first.length;
    while (length < count) {
      const more = await this.some(count - length);
      if (more.length === 0) break;
      whole.set(more, length);
      length += more.length;
    }
    return whole.subarray(0, length);
  }

  /** No more bytes are wanted. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
