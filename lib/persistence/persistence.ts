// When a sandbox's state is saved: after changes, when it is asked for, and at the end; one save at a time.

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

/** Waits for its turn behind commands, takes the state as it is then, and has what is new written down, which no command waits for. */
export type WriteChanges = (journal: StateJournal) => Promise<StateChanges>;

export class Persistence {
  readonly #saved: SavedState;
  readonly #options: ResolvedPersistence;
  readonly #machine: Machine;
  readonly #write: WriteChanges;
  readonly #journal: StateJournal;
  /** Nothing is saved before: a sandbox that cannot begin is not. */
  #hasBegun = false;
  /** Of the store. */
  readonly #turns = new Turns();
  /** A save that has not begun, for all who ask until it does. */
  #next: Promise<void> | undefined;
  #hasChanged = false;
  /** Calls off the save that changes have asked for. */
  #callOff: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  constructor(saved: SavedState, options: ResolvedPersistence, machine: Machine, write: WriteChanges) {
    this.#saved = saved;
    this.#options = options;
    this.#machine = machine;
    this.#write = write;
    this.#journal = new StateJournal(machine.kernel);
  }

  /** From now on changes are saved. `isNew`: what the sandbox has begun with is one. */
  begin(isNew: boolean): void {
    this.#hasBegun = true;
    if (isNew) this.changed();
  }

  /** There is something to be saved, soon. A process does not end by itself before it is. */
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

  // What the caller's function throws is his to hear of, and changes nothing here.
  #tell(error: Error): void {
    void Promise.resolve(error).then(this.#options.onError);
  }

  #forget(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }

  /**
   * Saves all that commands which were asked for before have done, and perhaps some that come after. A state that is being saved was
   * taken before: another save follows, one for all who have asked meanwhile.
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
      // What the kernel gives is relative to what is there.
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
   * Reads the state that was saved last, and claims it; `undefined`: nothing was saved. A store that is refused is left as it is. `roomBytes`: as
   * for `readState`. Rejects with E_PERSIST_CORRUPT, E_PERSIST_KEY, E_PERSIST_VERSION, with E_PERSIST_LOCKED when somebody else saves again and
   * again meanwhile, and as importState does when it is good but not for this sandbox.
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

  /** Keeps the event loop alive, and waits for who was first. */
  #alone<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#machine.hold();
    return this.#turns.take(act).finally(() => this.#machine.release());
  }

  /** Saves what has changed, if changes are saved at all, and lets go of the store. Rejects when that could not be done. */
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

/** Where a sandbox's state is kept. Throws E_PERSIST_UNAVAILABLE without. */
export function keptIn(persistence: Persistence | undefined): Persistence {
  if (persistence !== undefined) return persistence;
  throw new SandboxError("the sandbox was made without option 'persistence'", { code: 'E_PERSIST_UNAVAILABLE' });
}
