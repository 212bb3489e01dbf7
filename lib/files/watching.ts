// Watches of files as async iterables.

import type { FileChange, WatchOptions } from '../api/watching.js';
import { longestChange } from '../kernel/watches.js';
import type { Machine } from '../machine/kernel-client.js';
import { decode } from '../text/text.js';

const kinds: Readonly<Record<string, FileChange['kind']>> = {
  c: 'created',
  m: 'modified',
  d: 'deleted',
  r: 'renamed',
  l: 'lost',
};

/** Reads what `takeChanges` has filled in. */
function parseChanges(bytes: Uint8Array): FileChange[] {
  const changes: FileChange[] = [];
  for (let at = 0; at < bytes.length; ) {
    const kind = kinds[String.fromCharCode(bytes[at] as number)] as FileChange['kind'];
    const middle = bytes.indexOf(0, at + 1);
    const end = bytes.indexOf(0, middle + 1);
    const path = decode(bytes.subarray(at + 1, middle));
    changes.push(kind === 'renamed' ? { kind, path, from: decode(bytes.subarray(middle + 1, end)) } : { kind, path });
    at = end + 1;
  }
  return changes;
}

/** The changes of one watch. The kernel keeps them, within bounds, until they are asked for. */
export class FileWatch implements AsyncIterableIterator<FileChange> {
  /** What paths of changes begin with. */
  readonly path: string;
  readonly #machine: Machine;
  readonly #watch: number;
  readonly #signal: AbortSignal | undefined;
  readonly #end = (): void => this.#finish();
  #taken: FileChange[] = [];
  #ended = false;
  #wake: () => void = () => {};
  /** Settled when no earlier call of `next` waits. */
  #turn: Promise<unknown> = Promise.resolve();

  /** `watch`: its number in the kernel. */
  constructor(machine: Machine, watch: number, path: string, { signal }: WatchOptions) {
    this.path = path;
    this.#machine = machine;
    this.#watch = watch;
    this.#signal = signal;
    machine.listenToWatch(watch, () => this.#wake());
    machine.endings.add(this.#end);
    signal?.addEventListener('abort', this.#end);
    if (signal?.aborted) this.#finish();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<FileChange, undefined>> {
    const result = this.#turn.then(() => this.#next());
    this.#turn = result;
    return result;
  }

  async return(): Promise<IteratorResult<FileChange, undefined>> {
    this.#finish();
    return { value: undefined, done: true };
  }

  async #next(): Promise<IteratorResult<FileChange, undefined>> {
    while (!this.#ended) {
      if (this.#taken.length === 0) this.#taken = this.#take().reverse();
      const value = this.#taken.pop();
      if (value !== undefined) return { value, done: false };
      await this.#machine.wait((done) => {
        this.#wake = done;
        return () => {
          this.#wake = () => {};
        };
      });
    }
    return { value: undefined, done: true };
  }

  #take(): FileChange[] {
    const buffer = new Uint8Array(longestChange);
    return parseChanges(buffer.subarray(0, Math.max(this.#machine.kernel.takeChanges(this.#watch, buffer), 0)));
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#taken = [];
    this.#machine.endings.delete(this.#end);
    this.#signal?.removeEventListener('abort', this.#end);
    this.#machine.endWatch(this.#watch);
    this.#wake();
  }
}
