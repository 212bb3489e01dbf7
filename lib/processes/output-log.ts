// The last bytes that a process has written to its outputs, in the order in which they came, for readers that come and go.

import type { ExitStatus, OutputChunk, ProcessOutput } from '../api/commands.js';

/** What a chunk takes beside its bytes: many small ones must not cost more than is said. */
const chunkBytes = 64;

const nothing = new Uint8Array();

/** A reader waits no longer than that, whatever it asks for. */
const longestWaitMs = 2 ** 31 - 1;

/** Charges the sandbox for so many bytes in all. False: it has no room for them. */
export type Charge = (bytes: number) => boolean;

export class OutputLog {
  readonly #most: number;
  readonly #charge: Charge;
  readonly #chunks: OutputChunk[] = [];
  /** Of the chunks before this place nothing is kept. */
  #from = 0;
  #cost = 0;
  #seq = 0;
  #status: ExitStatus | undefined;
  #isComplete = false;
  readonly #waiting = new Set<() => void>();
  readonly #lost = new Set<number>();

  constructor(most: number, charge: Charge) {
    this.#most = most;
    this.#charge = charge;
  }

  /** The number of the byte that comes next: how many there have been. */
  get seq(): number {
    return this.#seq;
  }

  /** The number of the first byte that is kept. */
  get first(): number {
    return this.#chunks[this.#from]?.seq ?? this.#seq;
  }

  /** Whether bytes of an output are not kept any more. */
  hasLost(fd: 1 | 2): boolean {
    return this.#lost.has(fd);
  }

  /** All that is kept, as it lies. */
  kept(): readonly OutputChunk[] {
    return this.#chunks.slice(this.#from);
  }

  /** Takes the bytes, which are its own from now on. The oldest bytes give way. */
  add(fd: 1 | 2, bytes: Uint8Array): void {
    // Of a chunk that is too long for all the room the end is kept.
    const room = Math.max(this.#most - chunkBytes, 0);
    const kept = bytes.length > room ? bytes.slice(bytes.length - room) : bytes;
    if (kept !== bytes) this.#lost.add(fd);
    const seq = this.#seq + bytes.length - kept.length;
    this.#seq += bytes.length;
    this.#cost += kept.length + chunkBytes;
    this.#chunks.push({ seq, fd, bytes: kept });
    while (this.#cost > this.#most || !this.#charge(this.#cost)) {
      if (!this.#dropFirst()) break;
    }
    this.#tell();
  }

  /** The process has ended. Its children may still write. */
  end(status: ExitStatus): void {
    this.#status = status;
    this.#tell();
  }

  /** Keeps nothing any more. */
  forget(): void {
    this.#chunks.length = 0;
    this.#from = this.#cost = 0;
    this.#charge(0);
    this.complete();
  }

  /** No more bytes come. */
  complete(): void {
    this.#isComplete = true;
    this.#tell();
  }

  /**
   * The chunks from the byte with number `from` on; when there is none yet and the process lives, those that come within `waitMs`.
   */
  async read(from: number, waitMs: number): Promise<ProcessOutput> {
    if (from >= this.#seq && this.#status === undefined && !this.#isComplete && waitMs > 0) await this.#change(waitMs);
    const chunks = this.#since(from);
    const dropped = Math.max(this.first - from, 0);
    const ended = this.#status === undefined ? {} : { ended: this.#status };
    return { chunks, dropped, seq: Math.max(this.#seq, from), ...ended };
  }

  /** Resolves when something has changed, or after so much time. */
  #change(afterMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = Number.isFinite(afterMs) ? setTimeout(wake, Math.min(afterMs, longestWaitMs)) : undefined;
      this.#waiting.add(wake);
    });
  }

  /**
   * The next bytes of one output from the byte with number `from` on, and the number of the byte after them. `undefined`: there are no
   * more; 'dropped': what comes next was not kept.
   */
  async next(fd: 1 | 2, from: number): Promise<{ bytes: Uint8Array; next: number } | undefined | 'dropped'> {
    let at = from;
    for (;;) {
      if (at < this.first) return 'dropped';
      for (let place = this.#placeOf(at); place < this.#chunks.length; place++) {
        const chunk = this.#chunks[place] as OutputChunk;
        if (chunk.fd === fd) return { bytes: chunk.bytes.slice(), next: chunk.seq + chunk.bytes.length };
      }
      at = this.#seq;
      if (this.#isComplete) return undefined;
      await this.#change(Number.POSITIVE_INFINITY);
    }
  }

  #since(from: number): OutputChunk[] {
    // Bytes of the reader's own: it may change them.
    return this.#chunks.slice(this.#placeOf(from)).map(({ seq, fd, bytes }) => {
      const skipped = Math.max(from - seq, 0);
      return { seq: seq + skipped, fd, bytes: bytes.slice(skipped) };
    });
  }

  /** The place of the first kept chunk with a byte that has number `from` or a higher one. */
  #placeOf(from: number): number {
    let [low, high] = [this.#from, this.#chunks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { seq, bytes } = this.#chunks[middle] as OutputChunk;
      if (seq + bytes.length <= from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dropFirst(): boolean {
    const chunk = this.#chunks[this.#from];
    if (chunk === undefined) return false;
    this.#cost -= chunk.bytes.length + chunkBytes;
    this.#lost.add(chunk.fd);
    // Its place is kept for a while, its bytes are not.
    this.#chunks[this.#from] = { ...chunk, bytes: nothing };
    this.#from++;
    // Moving what is left has been paid for by what was added since.
    if (this.#from > 64 && this.#from * 2 > this.#chunks.length) {
      this.#chunks.splice(0, this.#from);
      this.#from = 0;
    }
    return true;
  }

  #tell(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
