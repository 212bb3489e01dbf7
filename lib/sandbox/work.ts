// The queue of a sandbox: commands and restores run in the order of the calls, and a restore cancels the calls before it.

import { Turns } from '../machine/turns.js';

/** The queue of a sandbox. */
export class Work {
  readonly #turns = new Turns();
  /** Counts restores: a command that was called before a restore must not run after it. */
  #era = 0;
  /** Settled when no restore runs. */
  #restored: Promise<unknown> = Promise.resolve();

  /** How many calls are not done. */
  get pending(): number {
    return this.#turns.pending;
  }

  /** Resolves when all calls so far are done. */
  get done(): Promise<void> {
    return this.#turns.done;
  }

  /** A function that says whether what is called now is still wanted: there was no restore since. */
  wanted(): () => boolean {
    const era = this.#era;
    return () => era === this.#era;
  }

  /** Runs `act` after all earlier calls. `wanted`: asked first, whether it should still run. */
  inTurn<Result>(act: (wanted: () => boolean) => Promise<Result>): Promise<Result> {
    const wanted = this.wanted();
    return this.#turns.take(() => act(wanted));
  }

  /** Nothing that was called so far is wanted any more. */
  cancel(): void {
    this.#era++;
  }

  /** Runs `act`, a restore, in its turn. Earlier calls are not wanted any more. */
  restore(act: () => Promise<void>): Promise<void> {
    this.cancel();
    const restored = this.#turns.take(act);
    this.#restored = restored.catch(() => {});
    return restored;
  }

  /** Resolves when no restore runs, for calls that need no turn. */
  async settled(): Promise<void> {
    for (let seen: unknown; seen !== this.#restored; ) {
      seen = this.#restored;
      await seen;
    }
  }
}
