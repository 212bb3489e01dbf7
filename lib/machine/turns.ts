// One thing after the other.

/** Does what it is asked for in the order in which it was asked, one at a time. What fails keeps nothing else from its turn. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #pending = 0;

  /** How much has been asked for that is not done. */
  get pending(): number {
    return this.#pending;
  }

  /** Resolves when all that was asked for so far is done. Never rejects. */
  get done(): Promise<void> {
    return this.#last;
  }

  /** Settles as `act` does, which is called when all that was asked for before is done. */
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
