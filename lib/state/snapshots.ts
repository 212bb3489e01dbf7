// The snapshots of a sandbox. Its kernel keeps the files and the processes of sessions; this side keeps the host's part of the sessions.

import { E2BIG, EAGAIN, EMFILE, ENOENT, ENOMEM, ENOSPC, ESRCH } from '../abi/generated/errno.js';
import type { PolicyErrorCode } from '../api/error-codes.js';
import { destroyedError, SandboxError, systemError } from '../api/errors.js';
import type { LimitName } from '../api/limit-table.js';
import type { Change, SnapshotId } from '../api/types.js';
import { parseChanges } from '../files/changes.js';
import type { StateChanges, WrittenState } from '../kernel/state.js';
import type { Machine } from '../machine/kernel-client.js';
import type { Python } from '../python/python-session.js';
import type { Session } from '../shell/session.js';
import type { Origin, SessionsState } from './origin.js';
import { sessionBytes } from './state.js';
import type { StateJournal } from './state-journal.js';

/** How long an idle shell may take to come to rest. Normally it takes milliseconds. */
const restMs = 10_000;

const listingBytes = 64 * 1024;

interface Kept {
  /** The kernel's number of the snapshot. */
  name: number;
  /** `undefined`: the snapshot has only files. */
  sessions: SessionsState | undefined;
  /** How many sandboxes are still about to begin from it. */
  wanted: number;
  deleted: boolean;
}

/** The sandbox of each snapshot. The references are weak: a sandbox that your program forgets is freed with its snapshots. */
const owners = new Map<SnapshotId, WeakRef<Snapshots>>();
const forgotten = new FinalizationRegistry<Set<SnapshotId>>((ids) => {
  for (const id of ids) owners.delete(id);
});

function noSnapshot(): SandboxError {
  return new SandboxError(
    'there is no such snapshot here: it was deleted, its sandbox was destroyed, or it belongs to another sandbox',
    {
      code: 'E_NO_SNAPSHOT',
    },
  );
}

function overtaken(): SandboxError {
  return new SandboxError('ECANCELED: another snapshot was restored meanwhile, snapshot', {
    code: 'ECANCELED',
    syscall: 'snapshot',
  });
}

function limitError(code: PolicyErrorCode, message: string, limit: LimitName | undefined): SandboxError {
  return new SandboxError(message, limit === undefined ? { code } : { code, limit });
}

function restoreError(errno: number, limit: LimitName | undefined): SandboxError {
  if (errno === ENOENT) return noSnapshot();
  if (errno === ENOSPC) {
    return limitError('E_LIMIT_FS', "the files are more than 'fsLimitBytes' or 'fileCountLimit' allow", limit);
  }
  if (errno === ENOMEM) {
    return limitError('E_LIMIT_MEMORY', "the session's memory is more than 'memoryLimitBytes' allows", limit);
  }
  return systemError(errno, 'restore');
}

function takeError(errno: number, limit: LimitName | undefined): SandboxError {
  if (errno === EMFILE) {
    return limitError('E_LIMIT_SNAPSHOTS', "there are as many snapshots as 'maxSnapshots' allows", limit);
  }
  if (errno === ENOSPC) {
    const message = "'fsLimitBytes' or 'fileCountLimit' leaves no room for what snapshots keep";
    return limitError('E_LIMIT_FS', message, limit);
  }
  return systemError(errno, 'snapshot');
}

/** The origin for a new sandbox. Throws E_NO_SNAPSHOT. */
export function originOf(id: SnapshotId): Origin {
  const owner = owners.get(id)?.deref();
  if (owner === undefined) throw noSnapshot();
  return owner.origin(id);
}

const none = new Int32Array();

export class Snapshots {
  readonly #machine: Machine;
  readonly #session: Session;
  readonly #python: Python;
  readonly #kept = new Map<SnapshotId, Kept>();
  readonly #ids = new Set<SnapshotId>();

  constructor(machine: Machine, session: Session, python: Python) {
    this.#machine = machine;
    this.#session = session;
    this.#python = python;
    forgotten.register(this, this.#ids);
  }

  origin(id: SnapshotId): Origin {
    this.#machine.assertAlive();
    const { name, sessions } = this.#find(id);
    return this.#origin(name, none, sessions);
  }

  /** `name`: the kernel's number; 0: the present, with the processes that `channels` lead to. */
  #origin(name: number, channels: Int32Array, sessions: SessionsState | undefined): Origin {
    const { kernel } = this.#machine;
    return { sessions, fill: (target, runs, result) => target.restore(kernel, name, channels, runs, result) };
  }

  #sessions(): SessionsState {
    return { shell: this.#session.save(), hasShell: this.#session.channel !== 0, python: this.#python.save() };
  }

  /** Begins from a snapshot, another sandbox, or a state. Nothing runs here. */
  begin(origin: Origin): void {
    const error = this.#begin(origin);
    if (error < 0) throw restoreError(-error, this.#machine.refusedBy());
  }

  /** Lets `other` begin as this sandbox is now. */
  async fork(other: Snapshots, wanted: () => boolean): Promise<void> {
    const error = await this.#atRest(wanted, (channels) => other.#begin(this.#origin(0, channels, this.#sessions())));
    if (error < 0) throw restoreError(-error, other.#machine.refusedBy());
  }

  takeFiles(): SnapshotId {
    return this.#keep(this.#machine.kernel.takeSnapshot(none), undefined);
  }

  /** `wanted`: asked while it waits for the session to rest, whether to go on. */
  async take(wanted: () => boolean): Promise<SnapshotId> {
    let sessions: SessionsState | undefined;
    const name = await this.#atRest(wanted, (channels) => {
      sessions = this.#sessions();
      return this.#machine.kernel.takeSnapshot(channels);
    });
    return this.#keep(name, sessions);
  }

  /** Calls `take` with the channels of the sessions. Calls it again as long as their processes must come to rest first. */
  async #atRest(wanted: () => boolean, take: (channels: Int32Array) => number): Promise<number> {
    await this.#python.settled();
    const deadline = performance.now() + restMs;
    for (;;) {
      await this.#python.settled();
      if (this.#machine.isDestroyed) throw destroyedError();
      if (!wanted()) throw overtaken();
      const channels = [this.#session.channel, ...this.#python.channels].filter((channel) => channel !== 0);
      const taken = take(Int32Array.from(channels));
      // If the shell was killed and this side has not heard of it yet, another shell follows, or none.
      if (taken !== -EAGAIN && taken !== -ESRCH) return taken;
      const left = deadline - performance.now();
      if (left <= 0) {
        throw new SandboxError('ETIMEDOUT: the sessions did not come to rest, snapshot', {
          code: 'ETIMEDOUT',
          syscall: 'snapshot',
        });
      }
      await this.#machine.wait((done) => {
        const stops = [this.#machine.whenRested(done), this.#machine.platform.remind(left, done)];
        return () => {
          for (const stop of stops) stop();
        };
      });
    }
  }

  /** Holds a snapshot to restore, even if it is deleted meanwhile, until `release` is called. Throws E_NO_SNAPSHOT. */
  hold(id: SnapshotId): { origin: Origin; release: () => void } {
    const kept = this.#find(id);
    kept.wanted++;
    const release = (): void => {
      kept.wanted--;
      if (kept.deleted) this.#drop(kept);
    };
    return { origin: this.#origin(kept.name, none, kept.sessions), release };
  }

  /** Exports the present state. `wanted`: as above. */
  write(wanted: () => boolean): Promise<WrittenState> {
    const { kernel } = this.#machine;
    return this.#write('exportState', wanted, (channels, host) => kernel.writeState(channels, host));
  }

  /** Exports only changes, as the journal knows them. */
  writeChanges(journal: StateJournal): Promise<StateChanges> {
    return this.#write(
      'save',
      () => true,
      (channels, host) => journal.write(channels, host),
    );
  }

  async #write<Written>(
    syscall: string,
    wanted: () => boolean,
    write: (channels: Int32Array, host: Uint8Array) => Promise<Written> | number,
  ): Promise<Written> {
    let written: Promise<Written> | undefined;
    const error = await this.#atRest(wanted, (channels) => {
      const answer = write(channels, sessionBytes(this.#sessions()));
      if (typeof answer === 'number') return answer;
      written = answer;
      return 0;
    });
    if (written === undefined) throw systemError(-error, syscall);
    return written;
  }

  /** Kills all processes, and restores the snapshot once they have ended. */
  async restore(origin: Origin): Promise<void> {
    const { kernel } = this.#machine;
    try {
      // A restored process has its old number. Pending events of the process that had the number now must not be taken for it.
      while (kernel.halt() > 0 || this.#machine.hasProcesses) {
        await this.#machine.wait((done) => {
          const stops = [this.#machine.whenEnded(0, done), this.#machine.whenRested(done)];
          if (stops[0] === undefined && !this.#machine.hasProcesses) done();
          return () => {
            for (const stop of stops) stop?.();
          };
        });
        this.#machine.assertAlive();
      }
      this.begin(origin);
    } catch (error) {
      kernel.goOn();
      throw error;
    }
  }

  delete(id: SnapshotId): void {
    const kept = this.#find(id);
    kept.deleted = true;
    this.#drop(kept);
    this.#forget(id);
  }

  #drop({ name, wanted }: Kept): void {
    if (wanted === 0 && !this.#machine.isDestroyed) this.#machine.kernel.dropSnapshot(name);
  }

  diff(from: SnapshotId, to: SnapshotId | undefined): Change[] {
    const { kernel, platform } = this.#machine;
    const names = [this.#find(from).name, to === undefined ? 0 : this.#find(to).name] as const;
    let listing = platform.allocate(listingBytes);
    const length = kernel.diff(...names, listing);
    if (length === -E2BIG) {
      throw new SandboxError('the difference is larger than 64 MiB', { code: 'E_LIMIT_DIFF' });
    }
    if (length < 0) throw systemError(-length, 'diff');
    if (length > listing.length) {
      listing = platform.allocate(length);
      kernel.takeListing(listing);
    }
    return parseChanges(listing.subarray(0, length));
  }

  /** The sandbox has been destroyed. */
  destroyed(): void {
    for (const id of [...this.#ids]) this.#forget(id);
  }

  #begin({ fill, sessions }: Origin): number {
    const { hasShell = false, python = [] } = sessions ?? {};
    const count = Number(hasShell) + python.filter(({ alive }) => alive).length;
    const runs = Int32Array.from({ length: count }, () => this.#machine.newWatchedRun());
    const result = new Int32Array(2 * count);
    const error = fill(this.#machine.kernel, runs, result);
    if (error < 0) {
      for (const run of runs) this.#machine.limitsMet(run);
      return error;
    }
    if (sessions === undefined) return 0;
    const brought = Array.from(runs, (run, index) => {
      const [pid = 0, channel = 0] = result.subarray(2 * index);
      return { process: { pid, channel }, run };
    });
    const shell = hasShell ? brought.shift() : undefined;
    this.#session.restore(sessions.shell, shell?.process.pid ? shell.process : undefined, shell?.run ?? 0);
    this.#python.restore(python, brought);
    return 0;
  }

  #find(id: SnapshotId): Kept {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw noSnapshot();
    return kept;
  }

  #keep(name: number, sessions: SessionsState | undefined): SnapshotId {
    if (name < 0) throw takeError(-name, this.#machine.refusedBy());
    const id = crypto.randomUUID();
    this.#kept.set(id, { name, sessions, wanted: 0, deleted: false });
    this.#ids.add(id);
    owners.set(id, new WeakRef(this));
    return id;
  }

  #forget(id: SnapshotId): void {
    this.#kept.delete(id);
    this.#ids.delete(id);
    owners.delete(id);
  }
}
