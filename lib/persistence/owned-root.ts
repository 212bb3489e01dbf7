// The root of a namespace's saved state, and its owner.
//
// An owner claims the root by swapping it for a root of the next epoch. A failed call may still be carried out late. So an owner whose call
// has failed is no owner until it claims the root anew. After that claim, a late swap finds another root and does nothing.

import { SandboxError } from '../api/errors.js';
import { epochEnd } from '../api/object-names.js';
import { corruptError, type StateStore, sameBytes } from '../api/state-store.js';
import { ownerBytes, readRootRecord, type SavedRoot, writeRootRecord } from './root-record.js';
import { Encryption } from './sealing.js';

/** An owner that cannot read the root does not know its epoch, so it continues with any later one. */
const unknownEpochs = 2 ** 32;

const nothing: SavedRoot = { epoch: 0, save: 0, tree: undefined };

/** The content of the next root. */
export interface NextRoot {
  record: Uint8Array;
  root: SavedRoot;
}

export interface RootPlace {
  store: StateStore;
  namespace: string;
  key: Uint8Array | undefined;
}

export class OwnedRoot {
  readonly #place: RootPlace;
  #encryption: Encryption | undefined;
  /** The root as the store has it; `undefined`: none. */
  #record: Uint8Array | undefined;
  /** The decoded root; `undefined`: it cannot be read. */
  #root: SavedRoot | undefined = nothing;
  /** Whether the root is this owner's, and no call of its epoch has failed. */
  #isOwned = false;
  /** A root whose swap may or may not have happened. */
  #claiming: NextRoot | undefined;

  constructor(place: RootPlace) {
    this.#place = place;
  }

  get record(): Uint8Array | undefined {
    return this.#record;
  }

  /** The name of the root object; `undefined`: nothing was saved, or the root cannot be read. */
  get tree(): Uint8Array | undefined {
    return this.#root?.tree;
  }

  get isReadable(): boolean {
    return this.#root !== undefined;
  }

  /** The encryption of this state; `undefined`: the state is not encrypted. */
  get encryption(): Encryption | undefined {
    return this.#encryption;
  }

  /** Reads the current root. Rejects with E_PERSIST_CORRUPT, E_PERSIST_KEY and E_PERSIST_VERSION. */
  async read(): Promise<void> {
    const { store, namespace } = this.#place;
    const record = await store.readRoot();
    const isSame = sameBytes(record, this.#record);
    this.#isOwned &&= isSame;
    if (!isSame) this.#claiming = undefined;
    this.#record = record;
    this.#root = record === undefined ? nothing : undefined;
    if (record === undefined) return;
    const opened = readRootRecord(record, namespace);
    this.#encryption = await this.#encryptionOf(opened.salt);
    this.#root = await opened.open(this.#encryption);
  }

  async #encryptionOf(salt: Uint8Array | undefined): Promise<Encryption | undefined> {
    const { key, namespace } = this.#place;
    if (key !== undefined && salt !== undefined) return Encryption.derive(key, namespace, salt);
    if (key === undefined && salt === undefined) return undefined;
    const problem = salt === undefined ? 'is not encrypted, and a key was given' : 'is encrypted, and no key was given';
    throw new SandboxError(`the saved state '${namespace}' ${problem}`, { code: 'E_PERSIST_KEY' });
  }

  /** Whether the store has that record now. */
  async isNow(record: Uint8Array | undefined): Promise<boolean> {
    return sameBytes(await this.#place.store.readRoot(), record);
  }

  /** A failed call of the current epoch may still be carried out at any time. */
  unsettle(): void {
    this.#isOwned = false;
  }

  /**
   * Claims the state as it was read last, whoever owned it. `false`: the root has changed since, and nothing happened. After a rejection
   * the next claim finds out whether this one happened. `epoch`: the highest epoch of all objects.
   */
  async claim(epoch: number): Promise<boolean> {
    if (this.#isOwned) return true;
    const { save, tree } = this.#root ?? nothing;
    this.#claiming ??= await this.#withRecord({ epoch: this.#after(epoch), save, tree });
    const { record } = this.#claiming;
    const claimed = (await this.#place.store.swapRoot(this.#record, record)) || (await this.isNow(record));
    if (claimed) this.moved(this.#claiming, true);
    this.#claiming = undefined;
    return claimed;
  }

  /**
   * Returns the names and the encryption for a save. A root that cannot be read is not claimed first: if the save fails, its objects may
   * still be needed.
   */
  epochOfSave(epoch: number): number {
    if (this.#root !== undefined) return this.#root.epoch;
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    return this.#after(epoch) + random;
  }

  #after(epoch: number): number {
    const next = Math.max(this.#root?.epoch ?? 0, epoch) + 1;
    if (next < epochEnd - unknownEpochs) return next;
    throw corruptError(this.#place.namespace, 'there is no epoch left');
  }

  /** The root of the next save. */
  next(epoch: number, tree: Uint8Array): Promise<NextRoot> {
    return this.#withRecord({ epoch, save: (this.#root?.save ?? 0) + 1, tree });
  }

  async #withRecord(root: SavedRoot): Promise<NextRoot> {
    await this.prepareEncryption();
    const owner = crypto.getRandomValues(new Uint8Array(ownerBytes));
    return { root, record: await writeRootRecord(root, owner, this.#encryption) };
  }

  /** The new encryption, if there is a key. */
  async prepareEncryption(): Promise<void> {
    const { key, namespace } = this.#place;
    if (key !== undefined) this.#encryption ??= await Encryption.derive(key, namespace);
  }

  /** The store has that root now. `isOwned`: all calls of this epoch have been answered. */
  moved({ record, root }: NextRoot, isOwned: boolean): void {
    this.#record = record;
    this.#root = root;
    this.#isOwned = isOwned;
    this.#claiming = undefined;
  }
}
