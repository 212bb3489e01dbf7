// Saved state in the memory of this thread.

import { type StateChange, type StateObjects, type StateStore, sameBytes } from '../api/state-store.js';

/** A store in memory that ends with the thread. Mode `session` uses it, and it is an example for stores of your own. */
export class MemoryStore implements StateStore {
  readonly #objects = new Map<string, Uint8Array>();
  #root: Uint8Array | undefined;

  /** As {@link StateStore.readRoot}. Never rejects. */
  async readRoot(): Promise<Uint8Array | undefined> {
    return this.#root;
  }

  /** As {@link StateStore.swapRoot}. Never rejects. */
  async swapRoot(expected: Uint8Array | undefined, next: Uint8Array): Promise<boolean> {
    return this.#swap(expected, next);
  }

  /** As {@link StateStore.get}. Never rejects. */
  async get(name: string): Promise<Uint8Array | undefined> {
    return this.#objects.get(name);
  }

  /** As {@link StateStore.list}. Never rejects. */
  async *list(): AsyncIterable<string> {
    yield* this.#objects.keys();
  }

  /** As {@link StateStore.put}. Never rejects. */
  async put(objects: StateObjects): Promise<void> {
    this.#put(objects);
  }

  /** As {@link StateStore.delete}. Never rejects. */
  async delete(names: readonly string[]): Promise<void> {
    this.#delete(names);
  }

  /** As {@link StateStore.commit}. Never rejects. */
  async commit({ put, delete: gone, root }: StateChange): Promise<boolean> {
    if (!this.#swap(root.expected, root.next)) return false;
    this.#put(put);
    this.#delete(gone);
    return true;
  }

  #swap(expected: Uint8Array | undefined, next: Uint8Array): boolean {
    if (!sameBytes(this.#root, expected)) return false;
    this.#root = next.slice();
    return true;
  }

  // A copy: `bytes` may be part of a much larger buffer.
  #put(objects: StateObjects): void {
    for (const [name, bytes] of objects) this.#objects.set(name, bytes.slice());
  }

  #delete(names: readonly string[]): void {
    for (const name of names) this.#objects.delete(name);
  }
}
