// Delivers events of kernels to their listeners.

/** How many events are delivered in one turn of the event loop. The end of a command takes a tenth of a millisecond. */
const eventsPerTurn = 16;

/**
 * Delivers many events over several turns of the event loop, one of each kernel in turn: a guest can open thousands of connections before
 * the first one is handled. Events of one kernel keep their order.
 */
export class Deliveries<Event extends readonly [kernel: number, ...rest: unknown[]]> {
  readonly #deliver: (event: Event) => void;
  /** The kernels that have events. After its event, a kernel goes to the end. */
  readonly #waiting = new Map<number, Event[]>();
  /** Events delivered since the last turn was requested. */
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

  // An error of one listener must not stop events for others.
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
