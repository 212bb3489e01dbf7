// The processes that the host has started and may ask for again by their numbers.

import type { Process } from '../api/commands.js';
import type { OutputLog } from './output-log.js';

/** The output of so many ended processes is kept: of those that ended last. */
const mostEnded = 64;

export class HostProcesses {
  readonly #all = new Map<number, Process>();
  /** Those that have ended, the first one first. */
  readonly #ended = new Map<number, OutputLog>();

  get(pid: number): Process | undefined {
    return this.#all.get(pid);
  }

  /** `log`: what is kept of its output, also when it has ended. */
  add(process: Process, log: OutputLog | undefined): void {
    const { pid } = process;
    // A number is given again when the numbers have gone round.
    this.#forget(pid);
    this.#all.set(pid, process);
    void process.exited.then(() => {
      if (this.#all.get(pid) !== process) {
        log?.forget();
        return;
      }
      if (log === undefined) {
        this.#all.delete(pid);
        return;
      }
      this.#ended.set(pid, log);
      if (this.#ended.size <= mostEnded) return;
      const [oldest = 0] = this.#ended.keys();
      this.#forget(oldest);
    });
  }

  #forget(pid: number): void {
    this.#all.delete(pid);
    this.#ended.get(pid)?.forget();
    this.#ended.delete(pid);
  }
}
