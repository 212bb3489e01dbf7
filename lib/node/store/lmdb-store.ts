// Saved state on disk in LMDB. Each namespace has its own environment, so that none can reach another's and each can be closed alone.

import { statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SandboxError } from '../../api/errors.js';
import { epochIn, hashBytes, hashIn, objectName } from '../../api/object-names.js';
import {
  corruptError,
  fullError,
  type StateChange,
  type StateObjects,
  type StateStore,
  sameBytes,
} from '../../api/state-store.js';
import { Turnstile } from '../../machine/pacer.js';
import type { NativeAddon } from '../native.js';
import { nodePlatform } from '../platform.js';
import { isMissing, isSound } from './lmdb-check.js';
import { hostError, type LockedDirectory, lockDirectory } from './namespace-lock.js';

/** The parts of lmdb that are used here. Users without saved state need not install it. */
interface Database {
  get(key: Buffer): Buffer | undefined;
  put(key: Buffer, value: Uint8Array): Promise<boolean>;
  remove(key: Buffer): Promise<boolean>;
  getKeys(options: object): Iterable<Buffer>;
  childTransaction<Result>(action: () => Result): Promise<Result>;
  close(): Promise<void>;
}

interface Lmdb {
  open(options: object): Database;
  /** All open databases. */
  readonly allDbs: Map<unknown, unknown>;
}

const options = {
  noSubdir: false,
  encoding: 'binary',
  keyEncoding: 'binary',
  // A save resolves only when its data is on disk.
  overlappingSync: false,
  cache: false,
  maxDbs: 1,
  permissionsMode: 0o600,
};

/** The key of the root, which no object can have: object keys have 32 or 40 bytes. */
const rootKey = Buffer.from('root');

/** The bytes of the epoch at the start of a key, unless the object has none. */
const epochBytes = 8;

function keyOf(name: string): Buffer {
  const hash = Buffer.from(hashIn(name), 'hex');
  const epoch = epochIn(name);
  if (epoch === 0) return hash;
  const key = Buffer.alloc(epochBytes + hash.length);
  key.writeBigUInt64BE(BigInt(epoch));
  hash.copy(key, epochBytes);
  return key;
}

function nameOf(key: Buffer): string {
  const hashAt = key.length - hashBytes;
  const hash = key.toString('hex', Math.max(hashAt, 0));
  return hashAt === epochBytes ? objectName(Number(key.readBigUInt64BE()), hash) : hash;
}

/** How many objects are written, or listed, in one turn of the event loop. */
const perTurn = 500;

/** Opening a database takes about a millisecond, so it gets a turn of its own. */
const openings = new Turnstile(nodePlatform, 2);

/** If there is less room than this, a failed write counts as a full disk. */
const scarce = 16 * 2 ** 20;

async function loadLmdb(): Promise<Lmdb> {
  try {
    return (await import('lmdb')) as unknown as Lmdb;
  } catch {
    throw new SandboxError(
      "saved state on disk needs the package 'lmdb', which cannot be loaded: npm install lmdb@3.5",
      {
        code: 'E_PERSIST_UNAVAILABLE',
      },
    );
  }
}

class LmdbStore implements StateStore {
  readonly #namespace: string;
  readonly #lock: LockedDirectory;
  readonly #lmdb: Lmdb;
  readonly #database: Database;

  constructor(namespace: string, lock: LockedDirectory, lmdb: Lmdb) {
    this.#namespace = namespace;
    this.#lock = lock;
    this.#lmdb = lmdb;
    this.#database = lmdb.open({ ...options, path: lock.path });
  }

  async readRoot(): Promise<Uint8Array | undefined> {
    const root = this.#reading(() => this.#database.get(rootKey));
    if (root === undefined && this.#lock.hasState) throw corruptError(this.#namespace, 'its database is empty');
    return root;
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    return this.#reading(() => this.#database.get(keyOf(name)));
  }

  async *list(): AsyncIterable<string> {
    for (let last: Buffer | undefined; ; ) {
      const range = { snapshot: false, limit: perTurn, ...(last && { start: last, exclusiveStart: true }) };
      const keys = this.#reading(() => Array.from(this.#database.getKeys(range)));
      for (const key of keys) if (!key.equals(rootKey)) yield nameOf(key);
      last = keys.at(-1);
      if (last === undefined) return;
    }
  }

  async put(objects: StateObjects): Promise<void> {
    await this.#inTurns(objects, ([name, bytes]) => this.#database.put(keyOf(name), bytes));
  }

  async delete(names: readonly string[]): Promise<void> {
    await this.#inTurns(names, (name) => this.#database.remove(keyOf(name)));
  }

  async swapRoot(expected: Uint8Array | undefined, next: Uint8Array): Promise<boolean> {
    return this.commit({ put: new Map(), delete: [], root: { expected, next } });
  }

  // A child transaction, because only such a transaction is undone when the callback throws.
  async commit({ put, delete: gone, root }: StateChange): Promise<boolean> {
    const done = await this.#writing(() =>
      this.#database.childTransaction(() => {
        if (!sameBytes(this.#database.get(rootKey), root.expected)) return false;
        for (const [name, bytes] of put) this.#database.put(keyOf(name), bytes).catch(handled);
        for (const name of gone) this.#database.remove(keyOf(name)).catch(handled);
        this.#database.put(rootKey, root.next).catch(handled);
        return true;
      }),
    );
    if (done) await this.#noteState();
    return done;
  }

  async #noteState(): Promise<void> {
    try {
      await this.#lock.noteState();
    } catch (error) {
      throw hostError(error, this.#namespace);
    }
  }

  async close(): Promise<void> {
    await this.#database.close();
    for (const [key, database] of this.#lmdb.allDbs) if (database === this.#database) this.#lmdb.allDbs.delete(key);
    this.#lock.release();
  }

  /** All writes of one turn, and of the time while they go to disk, belong to one transaction. */
  async #inTurns<Item>(items: Iterable<Item>, write: (item: Item) => Promise<boolean>): Promise<void> {
    await this.#writing(async () => {
      const written: Promise<boolean>[] = [];
      for (const item of items) {
        written.push(write(item));
        if (written.length % perTurn === 0) await nextTurn();
      }
      await Promise.all(written);
    });
  }

  #reading<Result>(read: () => Result): Result {
    try {
      return read();
    } catch {
      throw corruptError(this.#namespace, 'its database cannot be read');
    }
  }

  async #writing<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      handled(error);
      throw this.#writeError();
    }
  }

  // LMDB reports a full disk as "Input/output error".
  #writeError(): SandboxError {
    const { bavail, bsize } = statfsSync(this.#lock.path);
    if (bavail * bsize < scarce) return fullError(this.#namespace, 'the disk is full');
    return new SandboxError(`the saved state '${this.#namespace}' cannot be written`, { code: 'E_PERSIST_FAILED' });
  }
}

/** The same error reaches each writer and a promise inside of it. One report is enough. */
function handled(error: unknown): void {
  const { commitError } = error as { commitError?: Promise<never> };
  commitError?.catch(() => {});
}

/** New files and directories reach the disk later than their content. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Opens the store of a namespace, and makes it if it is missing. Rejects with E_PERSIST_LOCKED, E_PERSIST_CORRUPT, E_PERSIST_UNAVAILABLE,
 * E_PERSIST_FAILED.
 */
export async function openLmdbStore(addon: NativeAddon, directory: string, namespace: string): Promise<StateStore> {
  const lmdb = await loadLmdb();
  // Each database has some, of which it uses little.
  addon.mapLargeBlocks();
  await openings.pass();
  const lock = lockDirectory(addon, directory, namespace);
  let store: LmdbStore | undefined;
  try {
    const path = join(lock.path, 'data.mdb');
    if (isMissing(path) ? lock.hasState : !(await isSound(path))) {
      throw corruptError(namespace, 'its database is gone, or is not what it was');
    }
    store = new LmdbStore(namespace, lock, lmdb);
    await Promise.all([lock.path, directory].map(syncDirectory));
    return store;
  } catch (error) {
    if (store === undefined) lock.release();
    else await store.close();
    throw error instanceof SandboxError ? error : hostError(error, namespace);
  }
}
