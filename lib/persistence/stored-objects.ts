// What the owner of a namespace knows of its store: the objects of the state, and objects that belong to no state.

import { epochIn, hashIn } from '../api/object-names.js';

export class StoredObjects {
  /** The size of each object, by name. An owner may find one hash under several names; it then needs all of them. */
  readonly #sizes = new Map<string, number>();
  /** The names of objects, by hash. */
  readonly #names = new Map<string, string[]>();
  readonly #strays = new Set<string>();
  #bytes = 0;
  #highestEpoch = 0;

  /** The size of the state's objects together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The highest epoch in all names that were found. */
  get highestEpoch(): number {
    return this.#highestEpoch;
  }

  clear(): void {
    this.#sizes.clear();
    this.#names.clear();
    this.#strays.clear();
    this.#bytes = 0;
    this.#highestEpoch = 0;
  }

  size(name: string): number {
    return this.#sizes.get(name) ?? 0;
  }

  /** All of the state. */
  names(): string[] {
    return [...this.#sizes.keys()];
  }

  namesOf(hash: string): readonly string[] {
    return this.#names.get(hash) ?? [];
  }

  /** Adds an object of the state. */
  add(name: string, size: number): void {
    this.#bytes += size - this.size(name);
    const known = this.namesOf(hashIn(name));
    if (!known.includes(name)) this.#names.set(hashIn(name), [...known, name]);
    this.#sizes.set(name, size);
    this.#strays.delete(name);
    this.#note(name);
  }

  /** An object no longer belongs to the state. */
  remove(name: string): void {
    this.#bytes -= this.size(name);
    const others = this.namesOf(hashIn(name)).filter((other) => other !== name);
    if (others.length === 0) this.#names.delete(hashIn(name));
    else this.#names.set(hashIn(name), others);
    this.#sizes.delete(name);
  }

  /** Names that are, or may be, in the store, and belong to no state. */
  get strays(): ReadonlySet<string> {
    return this.#strays;
  }

  addStray(name: string): void {
    if (!this.#sizes.has(name)) this.#strays.add(name);
    this.#note(name);
  }

  clearStrays(): void {
    this.#strays.clear();
  }

  #note(name: string): void {
    this.#highestEpoch = Math.max(this.#highestEpoch, epochIn(name));
  }
}
