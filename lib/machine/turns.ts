// A queue of tasks that run one after the other.

/** Runs tasks one at a time, in the order of the calls. A task that fails does not stop the next one. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #pending = 0;

  /** The number of tasks that are not done. */
  get pending(): number {
    return this.#pending;
  }

  /** Resolves when all tasks so far are done. Never rejects. */
  get done(): Promise<void> {
    return this.#last;
  }

  /** Calls `act` when all earlier tasks are done, and settles as `act` does. */
  take<Result>(act: () => Result | Promise<Result>): Promise<Result> {
    this.#pending++;
    const result = this.#last.then(act);
    const done = (): void => {
      this.#pending--;
    };
    this.#last = result.then(done, done);
    return result;
  }
}
