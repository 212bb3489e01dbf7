// Room for processes: where the limits of a sandbox leave none for another command, that waits until one of those that run has ended.

import { SandboxError } from '../api/errors.js';

export class Room {
  #running = 0;
  /** Of those that wait, in the order in which they came. */
  readonly #waiting: (() => void)[] = [];

  /**
   * Has `start` called as soon as there is room, and gives what it returns. Rejects with the reason of `signal` when that aborts first, and with
   * what `start` throws when there is nothing to wait for. Whoever gets a result calls `end` when its process has ended.
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
          const isFull = error instanceof SandboxError && error.code === 'EAGAIN' && this.#running > 0;
          if (!isFull) {
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
