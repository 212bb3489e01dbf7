// The state of one namespace in its store. It is read as a whole, claimed by its owner, and saved by writing the changes.
//
// An owner puts its epoch into the names of its objects. It deletes only objects of this and earlier epochs that its root does not need. So
// late calls of a former owner change nothing: its objects have other names, its deletions concern objects that later states do not need
// either, and its swap finds another root. No name is written again after it may have been deleted: an owner with a failed call, which may
// still be carried out, claims a new epoch before it writes.

import { SandboxError } from '../api/errors.js';
import { hashIn, objectName } from '../api/object-names.js';
import { corruptError, fullError, lockedError, type StateObjects, sameBytes } from '../api/state-store.js';
import type { Platform } from '../kernel/backend.js';
import { mapInBatches } from '../machine/in-batches.js';
import { fromHexadecimal, toHexadecimal } from '../text/text.js';
import { type NextRoot, OwnedRoot, type RootPlace } from './owned-root.js';
import { StoredObjects } from './stored-objects.js';

/** Larger changes are not written in one transaction with the root, because some stores run transactions on the event loop. */
const oneTransaction = { objects: 256, bytes: 2 ** 20 };

/** A state that changes this often while it is read is in use by another sandbox. */
const mostReads = 8;

/** A saved state. */
export interface SavedTree {
  /** The name of its root object. */
  root: Uint8Array;
  /** All objects of the store, in any order. Some may belong to no state. */
  objects: Uint8Array[];
}

export interface StateObject {
  hash: Uint8Array;
  content: Uint8Array;
}

/** The difference between the last saved state and the next. */
export interface StateWriting {
  /** The name of the next root object: its SHA-256, like the names of all objects. */
  root: Uint8Array;
  objects: StateObject[];
  /** The names of objects that are no longer needed; `undefined`: all others. */
  dropped: Uint8Array[] | undefined;
}

export interface SavedPlace extends RootPlace {
  maxBytes: number;
  platform: Platform;
  /** Called when the store is no longer in use. */
  release: () => void;
}

/** The last save, as long as its outcome is not known: while it runs, or after the store failed in the middle. */
interface Attempt extends NextRoot {
  put: StateObjects;
  gone: string[];
}

export class SavedState {
  readonly #place: SavedPlace;
  readonly #root: OwnedRoot;
  readonly #objects = new StoredObjects();
  /** Whether these were all objects of the store when the state was read. */
  #isListed = false;
  /** A root whose swap may or may not have happened. */
  #attempt: Attempt | undefined;

  constructor(place: SavedPlace) {
    this.#place = place;
    this.#root = new OwnedRoot(place);
  }

  /**
   * Lets `make` build something from the last saved state (`undefined`: nothing was saved), and then claims that state. Starts again if the
   * state was saved anew meanwhile, since its objects may be gone. If `make` rejects, the store is not changed. Rejects as `make` does,
   * with E_PERSIST_CORRUPT, E_PERSIST_KEY, E_PERSIST_VERSION or E_PERSIST_FAILED, and with E_PERSIST_LOCKED when others keep saving.
   */
  async take<Made>(make: (tree: SavedTree | undefined) => Promise<Made>): Promise<Made> {
    for (let reads = 0; reads < mostReads; reads++) {
      try {
        const made = await make(await this.#asking(() => this.#read()));
        if (await this.#claim()) return made;
      } catch (error) {
        if (!(await this.#hasMoved().catch(() => false))) throw error;
      }
    }
    throw this.#locked();
  }

  async #read(): Promise<SavedTree | undefined> {
    this.#attempt = undefined;
    this.#objects.clear();
    this.#isListed = false;
    await this.#root.read();
    const { tree } = this.#root;
    if (tree === undefined) {
      // Left over from a first save that was interrupted.
      await this.#findStrays();
      return undefined;
    }
    const objects = await this.#readObjects();
    this.#isListed = true;
    return { root: tree, objects };
  }

  /** None of the store's objects belongs to a state. */
  async #findStrays(): Promise<void> {
    for await (const name of await this.#place.store.list()) this.#objects.addStray(name);
    this.#isListed = true;
  }

  // An object that is missing or cannot be opened is skipped here. The tree finds out whether it is needed.
  async #readObjects(): Promise<Uint8Array[]> {
    const { store, platform } = this.#place;
    const { encryption } = this.#root;
    const all = await mapInBatches(platform, await store.list(), async (name) => {
      const stored = await store.get(name);
      if (stored === undefined) return undefined;
      this.#objects.add(name, stored.length);
      return encryption === undefined ? stored : encryption.open(stored, fromHexadecimal(hashIn(name)));
    });
    return all.filter((object) => object !== undefined);
  }

  /** Whether the root has changed since it was read. */
  #hasMoved(): Promise<boolean> {
    return this.#asking(async () => !(await this.#root.isNow(this.#root.record)));
  }

  #claim(): Promise<boolean> {
    return this.#asking(() => this.#root.claim(this.#objects.highestEpoch));
  }

  /**
   * Saves changes: all of them, or nothing if it rejects, except in the case that `findOut` settles. Rejects with E_PERSIST_FULL, with
   * E_PERSIST_LOCKED when another sandbox has claimed the state, and with E_PERSIST_FAILED.
   */
  async write({ root: tree, objects, dropped }: StateWriting): Promise<void> {
    if (sameBytes(tree, this.#root.tree) && dropped?.length === 0) return;
    await this.#asking(async () => {
      // The saved state could not be read, so all of the state is written anew.
      if (!this.#isListed) await this.#findStrays();
      if (this.#root.isReadable && !(await this.#claim())) throw this.#locked();
      const epoch = this.#root.epochOfSave(this.#objects.highestEpoch);
      const put = await this.#sealed(epoch, objects);
      const names = dropped === undefined ? this.#objects.names() : await this.#namesOf(dropped);
      const gone = [...new Set([...names, ...this.#others(put)])].filter((name) => !put.has(name));
      this.#checkRoom(put, gone);
      await this.#replace({ ...(await this.#root.next(epoch, tree)), put, gone });
    });
  }

  /** Other names that have the same hash as a new object. */
  #others(put: StateObjects): string[] {
    return [...put.keys()].flatMap((name) => this.#objects.namesOf(hashIn(name)));
  }

  /** Finds out whether the last save happened although the store failed at its end. Rejects as `write` does. */
  async findOut(): Promise<boolean> {
    const attempt = this.#attempt;
    if (attempt === undefined) return false;
    if (await this.#hasHappened(attempt)) return true;
    // The save may still happen. After a claim it cannot.
    const claimed = this.#root.isReadable && (await this.#claim());
    if (!claimed && (await this.#hasHappened(attempt))) return true;
    if (!claimed && (await this.#hasMoved())) throw this.#locked();
    this.#attempt = undefined;
    return false;
  }

  async #hasHappened(attempt: Attempt): Promise<boolean> {
    if (!(await this.#asking(() => this.#root.isNow(attempt.record)))) return false;
    this.#done(attempt);
    // Some of the objects to delete may still be there.
    for (const name of attempt.gone) this.#objects.addStray(name);
    this.#attempt = undefined;
    return true;
  }

  async #sealed(epoch: number, objects: StateObject[]): Promise<StateObjects> {
    await this.#root.prepareEncryption();
    const { encryption } = this.#root;
    return new Map(
      await mapInBatches(this.#place.platform, objects, async ({ hash, content }) => {
        if (encryption === undefined) return [objectName(epoch, toHexadecimal(hash)), content] as const;
        const name = await encryption.name(hash);
        return [objectName(epoch, toHexadecimal(name)), await encryption.seal(content, name)] as const;
      }),
    );
  }

  async #namesOf(hashes: Uint8Array[]): Promise<string[]> {
    const { encryption } = this.#root;
    const names = await mapInBatches(this.#place.platform, hashes, async (hash) =>
      this.#objects.namesOf(toHexadecimal(encryption === undefined ? hash : await encryption.name(hash))),
    );
    return names.flat();
  }

  #checkRoom(put: StateObjects, gone: string[]): void {
    const { namespace, maxBytes } = this.#place;
    let { bytes } = this.#objects;
    for (const [name, object] of put) bytes += object.length - this.#objects.size(name);
    for (const name of gone) bytes -= this.#objects.size(name);
    if (bytes > maxBytes) {
      throw fullError(namespace, `it takes ${bytes} bytes, and 'persistence.maxBytes' is ${maxBytes}`);
    }
  }

  async #replace(attempt: Attempt): Promise<void> {
    const { record, put, gone } = attempt;
    const { store } = this.#place;
    const left = [...new Set([...gone, ...this.#objects.strays])].filter((name) => !put.has(name));
    for (const name of put.keys()) this.#objects.addStray(name);
    this.#attempt = attempt;
    this.#root.unsettle();
    const root = { expected: this.#root.record, next: record };
    const isSmall = put.size + left.length <= oneTransaction.objects && bytesOf(put) <= oneTransaction.bytes;
    const commit = isSmall ? store.commit?.bind(store) : undefined;
    if (commit === undefined && put.size > 0) await store.put(put);
    const swapped =
      commit === undefined ? await store.swapRoot(root.expected, root.next) : await commit({ put, delete: left, root });
    this.#attempt = undefined;
    if (!swapped) throw this.#locked();
    this.#done(attempt);
    if (commit !== undefined || (await this.#delete(left))) this.#root.moved(attempt, true);
  }

  #done(attempt: Attempt): void {
    const { put, gone } = attempt;
    this.#root.moved(attempt, false);
    this.#objects.clearStrays();
    for (const name of gone) this.#objects.remove(name);
    for (const [name, { length }] of put) this.#objects.add(name, length);
  }

  /** The state is saved even if these deletions fail; the next save tries them again. `false`: they may still happen. */
  async #delete(names: string[]): Promise<boolean> {
    if (names.length === 0) return true;
    try {
      await this.#place.store.delete(names);
      return true;
    } catch {
      for (const name of names) this.#objects.addStray(name);
      return false;
    }
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

  #locked(): SandboxError {
    return lockedError(this.#place.namespace);
  }

  /** The objects do not make up a state that the kernel can read. */
  damaged(): SandboxError {
    return corruptError(this.#place.namespace, 'objects of it are missing or are not what they were');
  }
}

function bytesOf(objects: StateObjects): number {
  let bytes = 0;
  for (const { length } of objects.values()) bytes += length;
  return bytes;
}
