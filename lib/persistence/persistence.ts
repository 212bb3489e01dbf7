// Decides when a sandbox's state is saved: after changes, on request and at the end. One save runs at a time.

import { SandboxError } from '../api/errors.js';
import type { StateChanges } from '../kernel/state.js';
import type { Machine } from '../machine/kernel-client.js';
import { Turns } from '../machine/turns.js';
import type { ResolvedPersistence } from '../options/persistence-options.js';
import type { Origin } from '../state/origin.js';
import { readState } from '../state/state.js';
import { StateJournal } from '../state/state-journal.js';
import type { SavedState, SavedTree } from './saved-state.js';
import { endUse } from './state-places.js';
import { joinTree, splitDigests, splitObjects } from './state-tree.js';

/** Waits for earlier commands, takes the state, and writes the new parts of it. Commands do not wait for the writing. */
export type WriteChanges = (journal: StateJournal) => Promise<StateChanges>;

export class Persistence {
  readonly #saved: SavedState;
  readonly #options: ResolvedPersistence;
  readonly #machine: Machine;
  readonly #write: WriteChanges;
  readonly #journal: StateJournal;
  /** Nothing is saved before: a sandbox that failed to begin must not be saved. */
  #hasBegun = false;
  /** Of the store. */
  readonly #turns = new Turns();
  /** The next save, shared by all calls until it begins. */
  #next: Promise<void> | undefined;
  #hasChanged = false;
  /** Cancels the automatic save that is scheduled. */
  #callOff: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  constructor(saved: SavedState, options: ResolvedPersistence, machine: Machine, write: WriteChanges) {
    this.#saved = saved;
    this.#options = options;
    this.#machine = machine;
    this.#write = write;
    this.#journal = new StateJournal(machine.kernel);
  }

  /** From now on changes are saved. `isNew`: the state that the sandbox began with is itself a change. */
  begin(isNew: boolean): void {
    this.#hasBegun = true;
    if (isNew) this.changed();
  }

  /** Schedules a save. The Node process does not end by itself before it is done. */
  changed(): void {
    const { autosaveMs } = this.#options;
    if (autosaveMs === 0 || !this.#hasBegun || this.#closed !== undefined) return;
    this.#hasChanged = true;
    if (this.#callOff !== undefined) return;
    const callOff = this.#machine.platform.remind(autosaveMs, () => {
      this.save().catch((error: Error) => this.#tell(error));
    });
    this.#machine.hold();
    this.#callOff = () => {
      callOff();
      this.#machine.release();
    };
  }

  // An error of the caller's function is reported as uncaught, and changes nothing here.
  #tell(error: Error): void {
    void Promise.resolve(error).then(this.#options.onError);
  }

  #forget(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }

  /**
   * Saves the work of all commands up to now, and perhaps of later ones. A save that is under way took the state earlier, so another one
   * follows for all calls made meanwhile.
   */
  save(): Promise<void> {
    this.#next ??= this.#alone(() => {
      this.#next = undefined;
      return this.#save();
    });
    return this.#next;
  }

  async #save(): Promise<void> {
    this.#forget();
    this.#hasChanged = false;
    try {
      // Changes from the kernel are relative to the saved state, so that state must be known.
      if (this.#journal.isOpen) this.#journal.settle(await this.#saved.findOut());
      await this.#keep(await this.#write(this.#journal));
      this.#journal.settle(true);
    } catch (error) {
      this.#hasChanged = this.#options.autosaveMs > 0;
      throw error;
    }
  }

  async #keep(changes: StateChanges): Promise<void> {
    const { platform } = this.#machine;
    const bytes = platform.allocate(changes.size);
    await changes.copyTo(bytes);
    const objects = await splitObjects(platform, bytes);
    const dropped = this.#journal.isNew ? undefined : splitDigests(changes.dropped);
    await this.#saved.write({ root: changes.root, objects, dropped });
  }

  /**
   * Reads and claims the last saved state; `undefined`: nothing was saved. A refused store is not changed. `roomBytes`: as for `readState`.
   * Rejects with E_PERSIST_CORRUPT, E_PERSIST_KEY and E_PERSIST_VERSION, with E_PERSIST_LOCKED when others keep saving meanwhile, and as
   * importState does when the state does not fit this sandbox.
   */
  load(roomBytes: number): Promise<Origin | undefined> {
    return this.#alone(async () => {
      try {
        return await this.#saved.take((tree) => this.#readState(tree, roomBytes));
      } catch (error) {
        this.#journal.from(undefined);
        throw error instanceof SandboxError && error.code === 'E_STATE_CORRUPT' ? this.#saved.damaged() : error;
      }
    });
  }

  async #readState(tree: SavedTree | undefined, roomBytes: number): Promise<Origin | undefined> {
    if (tree === undefined) {
      this.#journal.from(undefined);
      return undefined;
    }
    const blob = await joinTree(this.#machine.platform, tree);
    return readState(this.#machine, blob, false, roomBytes, this.#journal);
  }

  /** Keeps the event loop alive while it waits for the former owner in this process. */
  #alone<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#machine.hold();
    return this.#turns.take(act).finally(() => this.#machine.release());
  }

  /** Saves changes, if saving has begun, and releases the store. Rejects when that fails. */
  close(): Promise<void> {
    this.#closed ??= endUse(this.#options, this.#close());
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#forget();
    try {
      if (this.#hasChanged) await this.save();
    } catch (error) {
      this.#tell(error as Error);
      throw error;
    } finally {
      await this.#alone(() => this.#saved.close());
    }
  }
}

/** Opens the place where a sandbox's state is kept. Throws E_PERSIST_UNAVAILABLE if there is none. */
export function keptIn(persistence: Persistence | undefined): Persistence {
  if (persistence !== undefined) return persistence;
  throw new SandboxError("the sandbox was made without option 'persistence'", { code: 'E_PERSIST_UNAVAILABLE' });
}
