// The state of one namespace in its store: read whole, written by what has changed.

import { SandboxError } from '../api/errors.js';
import {
  corruptError,
  fullError,
  lockedError,
  type StateObjects,
  type StateStore,
  sameBytes,
} from '../api/state-store.js';
import type { Platform } from '../kernel/backend.js';
import { pacer } from '../machine/pacer.js';
import { fromHexadecimal, toHexadecimal } from '../text/text.js';
import { readRootRecord, writeRootRecord } from './root-record.js';
import { Encryption } from './sealing.js';

/** Asked of a store, or encrypted, at a time. */
const atOnce = 64;

/** More than this is not written in one transaction with the root: some stores' transactions are the event loop's work. */
const oneTransaction = { objects: 256, bytes: 2 ** 20 };

/** A state as it was saved. */
export interface SavedTree {
  /** The name of its root object. */
  root: Uint8Array;
  /** All objects there are, in any order; some may belong to no state. */
  objects: Uint8Array[];
}

export interface StateObject {
  hash: Uint8Array;
  content: Uint8Array;
}

/** What turns the state that was saved last into another. */
export interface StateWriting {
  /** The name of its root object: its SHA-256, as those of all others. */
  root: Uint8Array;
  objects: StateObject[];
  /** The names of those that are of no use any more; `undefined`: all others. */
  dropped: Uint8Array[] | undefined;
}

export interface SavedPlace {
  store: StateStore;
  namespace: string;
  key: Uint8Array | undefined;
  maxBytes: number;
  platform: Platform;
  /** Called when the store is not in use any more. */
  release: () => void;
}

/** A save whose end is not known while it lasts, or when the store has failed in the middle. */
interface Attempt {
  record: Uint8Array;
  root: Uint8Array;
  put: StateObjects;
  gone: string[];
}

/** What `work` makes of each, several at a time, with turns of the event loop between. */
async function mapAll<Item, Result>(
  platform: Platform,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const pace = pacer(platform);
  let batch: Promise<Result>[] = [];
  const finish = async (): Promise<void> => {
    for (const result of await Promise.all(batch)) results.push(result);
    batch = [];
    await pace();
  };
  for await (const item of items) {
    batch.push(work(item));
    if (batch.length === atOnce) await finish();
  }
  await finish();
  return results;
}

function bytesOf(objects: StateObjects): number {
  let bytes = 0;
  for (const { length } of objects.values()) bytes += length;
  return bytes;
}

export class SavedState {
  readonly #place: SavedPlace;
  #encryption: Encryption | undefined;
  /** As it is in the store; `undefined`: there is none. */
  #record: Uint8Array | undefined;
  /** The name of the root object in it. */
  #root: Uint8Array | undefined;
  /** Was to take the place of what is there, and may have. */
  #attempt: Attempt | undefined;
  /** Bytes of each object of the state, by name in the store. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  /** What is in the store, or may be, and belongs to no state. */
  readonly #strays = new Set<string>();

  constructor(place: SavedPlace) {
    this.#place = place;
  }

  /** `undefined`: nothing was saved. Rejects with E_PERSIST_CORRUPT, E_PERSIST_KEY, E_PERSIST_VERSION, E_PERSIST_FAILED. */
  async read(): Promise<SavedTree | undefined> {
    const { store, namespace } = this.#place;
    return this.#asking(async () => {
      this.#attempt = undefined;
      this.#record = await store.readRoot();
      if (this.#record === undefined) {
        // A first save that was interrupted.
        for await (const name of await store.list()) this.#strays.add(name);
        return undefined;
      }
      const opened = readRootRecord(this.#record, namespace);
      this.#encryption = await this.#encryptionOf(opened.salt);
      const root = await opened.open(this.#encryption);
      const objects = await this.#readObjects();
      this.#root = root;
      return { root, objects };
    });
  }

  async #encryptionOf(salt: Uint8Array | undefined): Promise<Encryption | undefined> {
    const { key, namespace } = this.#place;
    if (key !== undefined && salt !== undefined) return Encryption.derive(key, namespace, salt);
    if (key === undefined && salt === undefined) return undefined;
    const problem = salt === undefined ? 'is not encrypted, and a key was given' : 'is encrypted, and no key was given';
    throw new SandboxError(`the saved state '${namespace}' ${problem}`, { code: 'E_PERSIST_KEY' });
  }

  // What is missing or cannot be opened is not there: whether it is needed, the tree says.
  async #readObjects(): Promise<Uint8Array[]> {
    const { store, platform } = this.#place;
    this.#sizes.clear();
    // Which of them are of no use is found by who reads the state.
    this.#strays.clear();
    this.#bytes = 0;
    // One that was to answer later, and fails, would end the process if nobody awaited it.
    const all = await mapAll(platform, await store.list(), async (name) => {
      const stored = await store.get(name);
      if (stored === undefined) return undefined;
      this.#account(name, stored.length);
      return this.#encryption === undefined ? stored : this.#encryption.open(stored, fromHexadecimal(name));
    });
    return all.filter((object) => object !== undefined);
  }

  #account(name: string, size: number | undefined): void {
    this.#bytes += (size ?? 0) - (this.#sizes.get(name) ?? 0);
    if (size === undefined) this.#sizes.delete(name);
    else this.#sizes.set(name, size);
  }

  /**
   * Saves what is new: all of it, or nothing when it rejects, but for `findOut`. With E_PERSIST_FULL, with E_PERSIST_LOCKED when
   * somebody else has saved another state here, with E_PERSIST_FAILED.
   */
  async write({ root, objects, dropped }: StateWriting): Promise<void> {
    if (sameBytes(root, this.#root) && dropped?.length === 0) return;
    await this.#asking(async () => {
      const { key, namespace } = this.#place;
      if (key !== undefined) this.#encryption ??= await Encryption.derive(key, namespace);
      const put = await this.#sealed(objects);
      const names = dropped === undefined ? [...this.#sizes.keys()] : await this.#names(dropped);
      const gone = names.filter((name) => !put.has(name));
      this.#checkRoom(put, gone);
      const record = await writeRootRecord(root, this.#encryption);
      await this.#replace({ record, root, put, gone });
    });
  }

  /** Whether the save that was tried last has happened after all: the store has failed at its end. Rejects as `write`. */
  findOut(): Promise<boolean> {
    return this.#asking(async () => {
      const attempt = this.#attempt;
      if (attempt === undefined) return false;
      const { store, namespace } = this.#place;
      const record = await store.readRoot();
      const happened = sameBytes(record, attempt.record);
      if (!happened && !sameBytes(record, this.#record)) throw lockedError(namespace);
      if (happened) this.#done(attempt);
      // Of what was to be deleted some may be left.
      if (happened) for (const name of attempt.gone) this.#strays.add(name);
      this.#attempt = undefined;
      return happened;
    });
  }

  async #sealed(objects: StateObject[]): Promise<StateObjects> {
    return new Map(
      await mapAll(this.#place.platform, objects, async ({ hash, content }) => {
        if (this.#encryption === undefined) return [toHexadecimal(hash), content] as const;
        const name = await this.#encryption.name(hash);
        return [toHexadecimal(name), await this.#encryption.seal(content, name)] as const;
      }),
    );
  }

  #names(hashes: Uint8Array[]): Promise<string[]> {
    return mapAll(this.#place.platform, hashes, async (hash) =>
      toHexadecimal(this.#encryption === undefined ? hash : await this.#encryption.name(hash)),
    );
  }

  #checkRoom(put: StateObjects, gone: string[]): void {
    const { namespace, maxBytes } = this.#place;
    let bytes = this.#bytes;
    for (const [name, object] of put) bytes += object.length - (this.#sizes.get(name) ?? 0);
    for (const name of gone) bytes -= this.#sizes.get(name) ?? 0;
    if (bytes > maxBytes) {
      throw fullError(namespace, `it takes ${bytes} bytes, and 'persistence.maxBytes' is ${maxBytes}`);
    }
  }

  async #replace(attempt: Attempt): Promise<void> {
    const { record, put, gone } = attempt;
    const { store, namespace } = this.#place;
    const left = [...new Set([...gone, ...this.#strays])].filter((name) => !put.has(name));
    for (const name of put.keys()) this.#strays.add(name);
    this.#attempt = attempt;
    const root = { expected: this.#record, next: record };
    const isSmall = put.size + left.length <= oneTransaction.objects && bytesOf(put) <= oneTransaction.bytes;
    const commit = isSmall ? store.commit?.bind(store) : undefined;
    if (commit === undefined && put.size > 0) await store.put(put);
    const swapped =
      commit === undefined ? await store.swapRoot(root.expected, root.next) : await commit({ put, delete: left, root });
    this.#attempt = undefined;
    if (!swapped) throw lockedError(namespace);
    this.#done(attempt);
    if (commit === undefined) await this.#delete(left);
  }

  #done({ record, root, put, gone }: Attempt): void {
    this.#record = record;
    this.#root = root;
    for (const [name, { length }] of put) this.#account(name, length);
    for (const name of gone) this.#account(name, undefined);
    this.#strays.clear();
  }

  /** The state is saved, whatever becomes of these: the next save tries again. */
  async #delete(names: string[]): Promise<void> {
    if (names.length === 0) return;
    await this.#place.store.delete(names).catch(() => {
      for (const name of names) this.#strays.add(name);
    });
  }

  async close(): Promise<void> {
    try {
      await this.#asking(async () => this.#place.store.close?.());
    } finally {
      this.#place.release();
    }
  }

  async #asking<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof SandboxError) throw error;
      const failure = new SandboxError(`the store of the saved state '${this.#place.namespace}' has failed`, {
        code: 'E_PERSIST_FAILED',
      });
      failure.cause = error;
      throw failure;
    }
  }

  /** What the kernel made of the tree. */
  damaged(): SandboxError {
    return corruptError(this.#place.namespace, 'objects of it are missing or are not what they were');
  }
}
