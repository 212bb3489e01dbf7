// Where saved state is kept: what a back end has to do, whatever it stands on.

import { SandboxError } from './errors.js';

/** Objects by name. */
export type StateObjects = ReadonlyMap<string, Uint8Array>;

/** What one save changes. */
export interface StateChange {
  put: StateObjects;
  delete: readonly string[];
  root: { expected: Uint8Array | undefined; next: Uint8Array };
}

/**
 * The place of one namespace's saved state: objects, which never change, and one root, which says which of them the state is made
 * of. Names are 64 hexadecimal digits. All that is kept is a few dozen bytes as the root and objects of some 64 KiB at most, a
 * few of which are larger.
 *
 * A save is `put` of what is new, in pieces of some MiB; then, when all of that is there to stay, `swapRoot`; and then `delete` of what
 * the root no longer needs. So whatever stops it leaves the state before or the one after: before the root is swapped nothing needs
 * the new objects, after it nothing needs the old ones. What is left behind is deleted when the state is next loaded, or by the next save.
 *
 * - `swapRoot` must be atomic, and durable when it resolves. It is the only call of which that is asked: a conditional write
 *   (`If-Match`, `If-None-Match: *`) of an object store, a transaction of a database.
 * - `put` must be durable when it resolves; when it is interrupted, any of its objects may be there. The same object may be put again,
 *   with the same bytes or (when it is encrypted) with others that mean the same.
 * - `delete` may be interrupted as well, and be repeated; a name that is not there is no error.
 * - `get`, `list` and `readRoot` give what was resolved last.
 *
 * A store that can do all of a save in one transaction has `commit` besides, which is used in the place of the last three calls.
 * One save is made at a time, and nothing is read meanwhile. What the methods reject with ends the save with E_PERSIST_FAILED (its
 * `cause`), a SandboxError with itself: `E_PERSIST_FULL` is for stores to say.
 *
 * Bytes that are passed either way are not changed afterwards by either side, but `put`, `swapRoot` and `commit` must have copied or sent them
 * when they resolve.
 */
export interface StateStore {
  /** `undefined`: nothing was ever saved. */
  readRoot(): Promise<Uint8Array | undefined>;
  /** Makes `next` the root if it is `expected` now; `false`: it is not. */
  swapRoot(expected: Uint8Array | undefined, next: Uint8Array): Promise<boolean>;
  get(name: string): Promise<Uint8Array | undefined>;
  /** The names of all objects, in any order. */
  list(): AsyncIterable<string>;
  put(objects: StateObjects): Promise<void>;
  delete(names: readonly string[]): Promise<void>;
  /** All of the change, or, when the root is not what was expected (`false`) or it rejects, nothing of it. */
  commit?(change: StateChange): Promise<boolean>;
  /** Nothing is asked of the store any more. */
  close?(): Promise<void>;
}

/** Somebody else has the namespace. */
export function lockedError(namespace: string): SandboxError {
  return new SandboxError(`the saved state '${namespace}' is in use by another sandbox`, { code: 'E_PERSIST_LOCKED' });
}

/** What was saved is damaged. */
export function corruptError(namespace: string, what: string): SandboxError {
  return new SandboxError(`the saved state '${namespace}' is damaged: ${what}`, { code: 'E_PERSIST_CORRUPT' });
}

/** The state that was saved last is still there. */
export function fullError(namespace: string, reason: string): SandboxError {
  return new SandboxError(`no room to save the state '${namespace}': ${reason}`, { code: 'E_PERSIST_FULL' });
}

export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
