// Bounds the work for a sandbox in one turn of the event loop. Work comes in pieces: requests, chunks, certificates. A sandbox gets a share of
// each turn, over all its connections, and waits for the next turn with the rest.

/** What things cost, in microseconds or nearly so. */
export const costs = {
  /** To hand some bytes to a parser, and each KiB of them. */
  piece: 8,
  kibibyte: 1,
  /** A line of a head, and each sixteen bytes of it: of its path much is asked. */
  line: 1,
  headBytes: 1,
  /** A chunk of a body. */
  chunk: 2,
  /** To read a request, to judge it and to send it. */
  request: 256,
  /** A question to the resolver. */
  question: 64,
  /** To read a request for TLS, and to begin a handshake. */
  handshake: 1024,
  /** To read a certificate. */
  certificate: 128,
} as const;

const mostOfOne = 4096;
const mostOfAll = 4 * mostOfOne;

/** The turns of this thread's event loop. */
class LoopTurns {
  /** The shares that have spent something or wait, the longest waiting first. */
  #known = new Set<TurnShare>();
  #isAsked = false;
  spent = 0;

  note(share: TurnShare): void {
    this.#known.add(share);
    if (this.#isAsked) return;
    this.#isAsked = true;
    setImmediate(this.#begin);
  }

  readonly #begin = (): void => {
    this.#isAsked = false;
    this.spent = 0;
    const known = this.#known;
    this.#known = new Set();
    for (const share of known) share.begin();
    const waiting = [...known].filter(({ isWaiting }) => isWaiting);
    try {
      while (waiting.length > 0 && this.spent < mostOfAll) {
        const share = waiting.shift()!;
        share.serve();
        if (!share.isWaiting) continue;
        // One piece of each in turn. A share that is spent comes after the others in the next turn as well.
        if (share.isSpent) this.note(share);
        else waiting.push(share);
      }
    } finally {
      const served = this.#known;
      this.#known = new Set();
      for (const share of [...waiting, ...served]) this.note(share);
    }
  };
}

const turns = new LoopTurns();

/** That of one sandbox. */
export class TurnShare {
  readonly #waiting: (() => void)[] = [];
  #spent = 0;

  /** Nothing more is to be begun in this turn. */
  get isSpent(): boolean {
    return this.#spent >= mostOfOne || turns.spent >= mostOfAll;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  spend(cost: number): void {
    this.#spent += cost;
    turns.spent += cost;
    turns.note(this);
  }

  /** Calls `go` in a later turn, when something of its share is left. What `go` does has to be spent before it returns. */
  later(go: () => void): void {
    this.#waiting.push(go);
    turns.note(this);
  }

  /** Resolves when so much may be done: at once, or in a later turn. */
  async pass(cost: number): Promise<void> {
    if (!this.isSpent && !this.isWaiting) {
      this.spend(cost);
      return;
    }
    await new Promise<void>((resolve) => {
      this.later(() => {
        this.spend(cost);
        resolve();
      });
    });
  }

  begin(): void {
    this.#spent = 0;
  }

  serve(): void {
    this.#waiting.shift()?.();
  }
}
