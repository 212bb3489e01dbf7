// The interface of a store for saved state.

import { SandboxError } from './errors.js';

/** Objects by name. */
export type StateObjects = ReadonlyMap<string, Uint8Array>;

/** All changes of one save, for stores that can apply them in one transaction. */
export interface StateChange {
  /** New objects. */
  put: StateObjects;
  /** Names of objects that the next root does not need. */
  delete: readonly string[];
  /** See the arguments of {@link StateStore.swapRoot}. */
  root: { expected: Uint8Array | undefined; next: Uint8Array };
}

/**
 * Keeps the saved state of one namespace: objects, which never change, and one root, which says which objects make up the state.
 * Write one to keep states in a database or an object store of your own, and give it as `persistence.backend`.
 *
 * **What you keep.** The root has at most 200 bytes and is never empty. Most objects have at most 64 KiB; a few are larger. The name of an
 * object is the epoch of the owner that wrote it and a hash of its content, as text: `2f-` and 64 hexadecimal digits. An epoch has at
 * most 13 digits. Objects that an earlier version of this package saved have names of 64 digits alone.
 *
 * **How a state changes hands.** A sandbox reads the state when it begins, and claims it: it swaps the root for one with the next epoch. From
 * then on it is the owner, and the sandbox that had the state before cannot save any more: the root that it expects has gone. No two roots
 * are ever equal, so a root does not come back. An owner deletes only objects of its own and earlier epochs that its root does not need.
 * So calls of a former owner may reach your store at any time later: they cannot hurt its successor, and you need no locks.
 *
 * **How a state is saved.** `put` adds new objects, `swapRoot` makes the new root the current one, `delete` removes what the new root does not
 * need. Each call waits for the one before. Wherever that stops, the state is the one before or the one after, whole. Objects that are left
 * behind are deleted by the next save, or by the first one of the next owner.
 *
 * **What you promise.**
 * - `swapRoot` is atomic, and durable when it resolves. No other call has to be atomic. A conditional write of an object store is enough (`If-Match`,
 *   `If-None-Match: *`), and so is a transaction of a database.
 * - `put` is durable when it resolves. If it is interrupted, any of its objects may be there.
 * - `delete` may be interrupted, and may be repeated. A name that is not there is no error.
 * - `get`, `list` and `readRoot` see all that has resolved. `list` may miss, or give, what changes while it runs.
 * - Copy or send the bytes that `put`, `swapRoot` and `commit` are given before you resolve. Do not change bytes after you have returned them.
 *
 * **Errors.** A call that rejects may have happened, or may happen later: the owner finds out, or claims the state anew. The save then rejects
 * with E_PERSIST_FAILED, and your error is its `cause`. A SandboxError is passed on as it is: reject with code `E_PERSIST_FULL` when there is no room.
 *
 * @example
 * ```ts
 * // A store in a `Map`, which shows all that is needed. A real one awaits its database.
 * const objects = new Map<string, Uint8Array>();
 * let root: Uint8Array | undefined;
 * const equal = (a?: Uint8Array, b?: Uint8Array) => (a && b ? Buffer.compare(a, b) === 0 : a === b);
 * const store: StateStore = {
 *   readRoot: async () => root,
 *   async swapRoot(expected, next) {
 *     if (!equal(root, expected)) return false;
 *     root = next.slice();
 *     return true;
 *   },
 *   get: async (name) => objects.get(name),
 *   async *list() {
 *     yield* objects.keys();
 *   },
 *   async put(given) {
 *     for (const [name, bytes] of given) objects.set(name, bytes.slice());
 *   },
 *   async delete(names) {
 *     for (const name of names) objects.delete(name);
 *   },
 * };
 * const sandbox = await Sandbox.create({ persistence: { mode: 'persistent', namespace: 'notes', backend: store } });
 * ```
 */
export interface StateStore {
  /**
   * The current root. `undefined`: nothing was ever saved, and nobody has claimed the namespace.
   *
   * @throws `E_PERSIST_CORRUPT`: what you keep is damaged. Any other error becomes the `cause` of `E_PERSIST_FAILED`, here as in all calls.
   */
  readRoot(): Promise<Uint8Array | undefined>;
  /**
   * Makes `next` the current root if `expected` is the current one now, byte for byte; `undefined`: if there is none. Resolves with
   * whether it did. Atomic and durable.
   *
   * @throws `E_PERSIST_FULL`: there is no room.
   */
  swapRoot(expected: Uint8Array | undefined, next: Uint8Array): Promise<boolean>;
  /**
   * The bytes of an object. `undefined`: there is no such object. Up to 64 calls run at the same time.
   *
   * @throws `E_PERSIST_CORRUPT`: what you keep is damaged.
   */
  get(name: string): Promise<Uint8Array | undefined>;
  /**
   * The names of all objects, in any order.
   *
   * @throws `E_PERSIST_CORRUPT`: what you keep is damaged.
   */
  list(): AsyncIterable<string>;
  /**
   * Adds objects, all that one save has: from a few bytes to the size of the whole state. A name that is there is written again, with the same
   * content; if the state is encrypted, the bytes differ.
   *
   * @throws `E_PERSIST_FULL`: there is no room.
   */
  put(objects: StateObjects): Promise<void>;
  /**
   * Removes objects, as many as one save makes useless.
   *
   * @throws `E_PERSIST_FAILED`: the state is saved all the same, and the next save tries again.
   */
  delete(names: readonly string[]): Promise<void>;
  /**
   * Optional: `put`, `swapRoot` and `delete` in one transaction, for changes of at most 256 objects and 1 MiB. Resolves with `false`, and changes
   * nothing, if the root is not the expected one. Changes nothing if it rejects for a reason that it knows.
   *
   * @throws `E_PERSIST_FULL`: there is no room.
   */
  commit?(change: StateChange): Promise<boolean>;
  /**
   * Optional: the sandbox has ended, and calls nothing any more.
   *
   * @throws `E_PERSIST_FAILED`: so the end of the sandbox rejects, if you reject.
   */
  close?(): Promise<void>;
}

/** Another sandbox has taken over the namespace. */
export function lockedError(namespace: string): SandboxError {
  return new SandboxError(`the saved state '${namespace}' is in use by another sandbox`, { code: 'E_PERSIST_LOCKED' });
}

/** The saved state is damaged. */
export function corruptError(namespace: string, what: string): SandboxError {
  return new SandboxError(`the saved state '${namespace}' is damaged: ${what}`, { code: 'E_PERSIST_CORRUPT' });
}

/** The last saved state is still in the store. */
export function fullError(namespace: string, reason: string): SandboxError {
  return new SandboxError(`no room to save the state '${namespace}': ${reason}`, { code: 'E_PERSIST_FULL' });
}

export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
