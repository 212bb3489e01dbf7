// What kernels have to say, on its way to who hears it.

/** How many events are handed on in one turn of the event loop. The end of a command takes a tenth of a millisecond. */
const eventsPerTurn = 16;

/**
 * Hands events on, those of a crowd in several turns of the event loop, and one of each kernel in turn: a guest can have thousands of
 * connections begin before the first is looked at. Those of one kernel keep their order.
 */
export class Deliveries<Event extends readonly [kernel: number, ...rest: unknown[]]> {
  readonly #deliver: (event: Event) => void;
  /** Of the kernels that have any; who was served goes to the end. */
  readonly #waiting = new Map<number, Event[]>();
  /** Since the last turn that was asked for. */
  #delivered = 0;
  #isAsked = false;

  constructor(deliver: (event: Event) => void) {
    this.#deliver = deliver;
  }

  take(event: Event): void {
    if (this.#waiting.size === 0 && this.#delivered < eventsPerTurn) {
      this.#delivered++;
      this.#deliver(event);
      return;
    }
    const own = this.#waiting.get(event[0]);
    if (own === undefined) this.#waiting.set(event[0], [event]);
    else own.push(event);
    this.#ask();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    setImmediate(this.#turn);
  }

  #next(): Event | undefined {
    for (const [kernel, events] of this.#waiting) {
      this.#waiting.delete(kernel);
      const event = events.shift();
      if (events.length > 0) this.#waiting.set(kernel, events);
      return event;
    }
    return undefined;
  }

  // What a listener throws takes no other's event along.
  readonly #turn = (): void => {
    this.#isAsked = false;
    try {
      for (this.#delivered = 0; this.#delivered < eventsPerTurn; this.#delivered++) {
        const event = this.#next();
        if (event === undefined) return;
        this.#deliver(event);
      }
    } finally {
      if (this.#waiting.size > 0) this.#ask();
    }
  };
}
