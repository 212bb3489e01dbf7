// Checks the answers of a store against the contract of `StateStore`. A wrong answer becomes an error, which the caller words.

import type { StateChange, StateObjects, StateStore } from '../api/state-store.js';
import { isBytes, plainBytes } from '../text/bytes.js';
import { worded } from '../text/worded.js';

function wrong(method: string, wanted: string, answer: unknown): TypeError {
  return new TypeError(`${method}() of the store must give ${wanted}, not ${worded(answer)}`);
}

function bytesOrNothing(method: string, answer: unknown): Uint8Array | undefined {
  if (answer === undefined) return undefined;
  if (!isBytes(answer)) throw wrong(method, 'a Uint8Array or undefined', answer);
  return plainBytes(answer);
}

export class CheckedStore implements StateStore {
  readonly #store: StateStore;
  readonly commit?: (change: StateChange) => Promise<boolean>;

  constructor(store: StateStore) {
    this.#store = store;
    if (store.commit !== undefined) {
      this.commit = async (change) => (await store.commit?.(change)) === true;
    }
  }

  async readRoot(): Promise<Uint8Array | undefined> {
    return bytesOrNothing('readRoot', await this.#store.readRoot());
  }

  async swapRoot(expected: Uint8Array | undefined, next: Uint8Array): Promise<boolean> {
    return (await this.#store.swapRoot(expected, next)) === true;
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    return bytesOrNothing('get', await this.#store.get(name));
  }

  async *list(): AsyncIterable<string> {
    for await (const name of await this.#store.list()) {
      if (typeof name !== 'string') throw wrong('list', 'names', name);
      yield name;
    }
  }

  async put(objects: StateObjects): Promise<void> {
    await this.#store.put(objects);
  }

  async delete(names: readonly string[]): Promise<void> {
    await this.#store.delete(names);
  }

  async close(): Promise<void> {
    await this.#store.close?.();
  }
}
