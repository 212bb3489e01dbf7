// Room for commands. If the limits of a sandbox leave no room for another command, it waits until one has ended.

import { SandboxError } from '../api/errors.js';
import type { LimitName } from '../api/limit-table.js';

/** The limit that leaves no room for another process now; `undefined`: the error has another reason. */
export function limitInTheWay(error: unknown): LimitName | undefined {
  // A smaller command would have fitted.
  return error instanceof SandboxError && error.code !== 'E2BIG' ? error.limit : undefined;
}

export class Room {
  #running = 0;
  /** The commands that wait, in the order in which they came. */
  readonly #waiting: (() => void)[] = [];

  /**
   * Calls `start` as soon as there is room, and resolves with what it returns. Rejects with the reason of `signal` when that aborts first, and
   * with what `start` throws when there is nothing to wait for. Call `end` once when the command has ended, or may never end.
   */
  async begin<Started>(start: () => Started, signal: AbortSignal | undefined): Promise<Started> {
    let isFirst = this.#waiting.length === 0;
    for (;;) {
      if (isFirst) {
        try {
          const started = start();
          this.#running++;
          this.#wakeNext();
          return started;
        } catch (error) {
          if (limitInTheWay(error) === undefined || this.#running === 0) {
            this.#wakeNext();
            throw error;
          }
        }
      }
      await this.#turn(isFirst, signal);
      isFirst = true;
    }
  }

  end(): void {
    this.#running--;
    this.#wakeNext();
  }

  #wakeNext(): void {
    this.#waiting.shift()?.();
  }

  /** Waits in the queue: as its first again, or as the last. */
  #turn(isFirst: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        const place = this.#waiting.indexOf(wake);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal?.reason);
      };
      if (isFirst) this.#waiting.unshift(wake);
      else this.#waiting.push(wake);
      signal?.addEventListener('abort', abort, { once: true });
      if (signal?.aborted) abort();
    });
  }
}
