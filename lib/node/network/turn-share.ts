// Bounds the work for one sandbox in each turn of the event loop. Work comes in pieces: requests, chunks, certificates. All connections of
// a sandbox share its part of a turn; the rest waits for the next turn.

/** The costs of pieces of work, roughly in microseconds. */
export const costs = {
  /** Passing bytes to a parser, and each KiB of them. */
  piece: 8,
  kibibyte: 1,
  /** A line of a head, and each sixteen bytes of it; the path needs many checks. */
  line: 1,
  headBytes: 1,
  /** A chunk of a body. */
  chunk: 2,
  /** Reading, judging and sending a request. */
  request: 256,
  /** A question to the resolver. */
  question: 64,
  /** Reading a request for TLS, and beginning the handshake. */
  handshake: 1024,
  /** Reading a certificate. */
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
        // Runs one piece of each share in turn. A share that is used up comes after the others in the next turn, too.
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

  /** Nothing more may begin in this turn. */
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

  /** Calls `go` in a later turn, when its share has something left. `go` must spend the cost of its work before it returns. */
  later(go: () => void): void {
    this.#waiting.push(go);
    turns.note(this);
  }

  /** Resolves when this much work may be done, at once or in a later turn. */
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
