// The class of sandboxes, for kernels of any platform.

import { SandboxError } from '../api/errors.js';
import type {
  Change,
  ExportOptions,
  ExportTarOptions,
  ImportOptions,
  ImportTarOptions,
  Metrics,
  SnapshotId,
  SnapshotOptions,
  TarContents,
  TarSource,
} from '../api/types.js';
import { Files } from '../files/files.js';
import type { Backend } from '../kernel/backend.js';
import type { GuestConnection, SandboxNetwork } from '../kernel/connection.js';
import { connectToGuest } from '../machine/connections.js';
import type { Machine } from '../machine/kernel-client.js';
import { readMetrics } from '../machine/metrics.js';
import { NetworkAccess } from '../machine/network-access.js';
import { turnstileOf } from '../machine/pacer.js';
import { checkString } from '../options/checks.js';
import {
  checkExportOptions,
  checkExportTarOptions,
  checkImport,
  checkImportTarOptions,
  checkSnapshotOptions,
  checkTarSource,
} from '../options/file-options.js';
import type { ResolvedOptions } from '../options/sandbox-options.js';
import { keptIn, Persistence, type WriteChanges } from '../persistence/persistence.js';
import type { SavedState } from '../persistence/saved-state.js';
import { Python } from '../python/python-session.js';
import { Session } from '../shell/session.js';
import type { Origin } from '../state/origin.js';
import { Snapshots } from '../state/snapshots.js';
import { checkCompression, compressState, readState, stateRoom } from '../state/state.js';
import { Archives } from '../tar/archives.js';
import { newMachine } from './new-machine.js';
import { type CommandParts, SandboxCommands } from './sandbox-commands.js';
import { Work } from './work.js';

/** The parts that a sandbox is made of. */
export interface SandboxParts {
  backend: Backend;
  machine: Machine;
  options: ResolvedOptions;
  /** The place where its state is kept. */
  saved?: SavedState | undefined;
  /** Makes another sandbox of the same class. */
  make: (parts: SandboxParts) => KernelSandbox;
}

/** Everything of a sandbox except its platform. */
export class KernelSandbox extends SandboxCommands {
  /** Unique within this process. */
  readonly id: string;
  /** Which kernel runs the sandbox. */
  readonly backend: Backend['name'];

  readonly #parts: SandboxParts;
  readonly #machine: Machine;
  /** Python sessions. */
  readonly python: Python;
  readonly #session: Session;
  readonly #files: Files;
  readonly #snapshots: Snapshots;
  readonly #archives: Archives;
  readonly #options: ResolvedOptions;
  readonly #persistence: Persistence | undefined;
  readonly #network: NetworkAccess;
  /** Ends running commands before the last save. */
  readonly #end: AbortController;
  readonly #work: Work;
  readonly #counts: CommandParts['counts'];

  /** @internal */
  constructor(parts: SandboxParts) {
    const { backend, machine, options, saved } = parts;
    const session = new Session(machine, options.cwd, options.env, options.maxArgumentBytes);
    const files = new Files(machine, () => session.workingDirectory, options.fsLimitBytes);
    const work = new Work();
    const end = new AbortController();
    const counts = { runs: 0, timeouts: 0 };
    const isSaved = saved !== undefined && options.persistence !== undefined;
    super({ machine, options, session, files, work, end: isSaved ? end.signal : undefined, counts });
    this.id = crypto.randomUUID();
    this.backend = backend.name;
    this.#parts = parts;
    this.#machine = machine;
    this.#options = options;
    this.#session = session;
    this.#files = files;
    this.#work = work;
    this.#end = end;
    this.#counts = counts;
    this.python = new Python({ machine, shell: session, limits: options });
    this.#snapshots = new Snapshots(machine, session, this.python);
    this.#archives = new Archives(backend, machine, options);
    this.#network = new NetworkAccess(machine, options.network, options.security);
    const write: WriteChanges = (journal) => this.#work.inTurn(() => this.#snapshots.writeChanges(journal));
    this.#persistence = saved && options.persistence && new Persistence(saved, options.persistence, machine, write);
    machine.changed = () => this.#persistence?.changed();
  }

  /** @internal Opens the network as the options say, and as another sandbox allows beyond them. */
  beginNetwork(like?: KernelSandbox): Promise<void> {
    return this.#network.begin(like === undefined ? undefined : like.#network);
  }

  /**
   * Allows more of the network than the option `network`, from now on, for this sandbox and later forks of it. Patterns are as in that
   * option.
   *
   * @throws `E_INVALID_OPTION`: one of them is no pattern.
   * @throws `E_UNSUPPORTED`: there is no network on this platform.
   * @throws `E_DESTROYED`
   *
   * @example
   * sandbox.allowNetwork(['registry.npmjs.org', 'https://api.example.com/v1/']);
   */
  allowNetwork(domains: string[]): void {
    this.#machine.assertAlive();
    this.#network.allow(domains);
  }

  /** Opens the way to the outside. Rejects when it cannot be opened. */
  protected openNetwork(): Promise<SandboxNetwork> {
    this.#machine.assertAlive();
    return this.#network.open();
  }

  /** Connects to a server on a port of the sandbox. Throws ECONNREFUSED. */
  protected connectToGuest(port: number): GuestConnection {
    return connectToGuest(this.#machine, port);
  }

  /** Calls `end` when the sandbox is destroyed. The returned function cancels that. Throws E_DESTROYED. */
  protected atEnd(end: () => void): () => void {
    this.#machine.assertAlive();
    this.#machine.endings.add(end);
    return () => this.#machine.endings.delete(end);
  }

  /**
   * Keeps the files, and the session with its variables, functions, aliases, options, traps, directory, history, umask, limits and open
   * files. Other processes, jobs, pipes and the content of `/dev/shm` are not kept. A snapshot takes the same time for ten files and for a
   * million, and shares unchanged data. Waits for earlier commands, unless `filesOnly` leaves the session out. Data that only snapshots
   * keep counts against `fsLimitBytes` and `fileCountLimit`, including the memory of a session.
   *
   * @throws `E_LIMIT_SNAPSHOTS`: there are `maxSnapshots` already.
   * @throws `E_LIMIT_FS`: there is no room for what it keeps.
   * @throws `ETIMEDOUT`: the session's shell has not come to rest within 10 seconds.
   * @throws `ECANCELED`: another snapshot was restored before its turn.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const before = await sandbox.snapshot();
   * await sandbox.run('rm -rf *');
   * await sandbox.restore(before);
   */
  async snapshot(options: SnapshotOptions = {}): Promise<SnapshotId> {
    checkSnapshotOptions(options);
    this.#machine.assertAlive();
    if (options.filesOnly) return this.#snapshots.takeFiles();
    return this.#work.inTurn((wanted) => this.#snapshots.take(wanted));
  }

  /**
   * Goes back to a snapshot of this sandbox. Kills running processes and cancels waiting commands first; later calls wait. The session goes
   * on as it was, with the same `$$`. A session that had run nothing begins with its next command. After a snapshot of files only, the
   * session begins anew with its current directory, exported variables and history.
   *
   * @throws `E_NO_SNAPSHOT`: the snapshot was deleted before, or is another sandbox's.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  async restore(id: SnapshotId): Promise<void> {
    checkString(id, 'id');
    this.#machine.assertAlive();
    const { origin, release } = this.#snapshots.hold(id);
    return this.#goBack(origin).finally(release);
  }

  async #goBack(origin: Origin): Promise<void> {
    this.#machine.kernel.halt();
    await this.#work.restore(() => this.#snapshots.restore(origin));
    this.#machine.changed();
  }

  /**
   * Deletes a snapshot; data that only this snapshot kept is freed soon after. While several later states depend on it, as after
   * `restore`, it stays inside and counts.
   *
   * @throws `E_NO_SNAPSHOT`: it was deleted before, or is another sandbox's.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   */
  deleteSnapshot(id: SnapshotId): void {
    checkString(id, 'id');
    this.#machine.assertAlive();
    this.#snapshots.delete(id);
  }

  /**
   * Makes another sandbox that begins as this one is now, with equal limits of its own. Both share unchanged data. Waits for earlier
   * commands, and keeps what a snapshot keeps.
   *
   * @throws `E_LIMIT_FS`, `E_LIMIT_MEMORY`: there is no room for what it has, the limit of `Sandbox.limitHost` included.
   * @throws `ETIMEDOUT`, `ECANCELED`: as `snapshot`.
   * @throws `E_DESTROYED`
   *
   * @example
   * await sandbox.run('npm ci');
   * const attempts = await Promise.all([sandbox.fork(), sandbox.fork()]);
   */
  async fork(): Promise<this> {
    this.#machine.assertAlive();
    return this.#work.inTurn((wanted) => this.#fork(wanted));
  }

  async #fork(wanted: () => boolean): Promise<this> {
    const { backend, options, make } = this.#parts;
    await turnstileOf(backend.platform).pass();
    const machine = await newMachine(backend, options);
    try {
      const sandbox = make({ backend, machine, options, make });
      await sandbox.beginNetwork(this);
      await this.#snapshots.fork(sandbox.#snapshots, wanted);
      return sandbox as this;
    } catch (error) {
      void machine.destroy();
      throw error;
    }
  }

  /**
   * The state as bytes that you can store and import anywhere: the files that differ from the base image, and the session as in a
   * snapshot. Equal states give equal bytes. Waits for earlier commands.
   *
   * @throws `E_UNSUPPORTED`: there is no such compression here.
   * @throws `ETIMEDOUT`, `ECANCELED`: as `snapshot`.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * await writeFile('work.state', await sandbox.exportState());
   * const later = await Sandbox.create({ from: await readFile('work.state') });
   */
  async exportState(options: ExportOptions = {}): Promise<Uint8Array> {
    checkExportOptions(options);
    const { platform } = this.#machine;
    checkCompression(platform, options.compression);
    this.#machine.assertAlive();
    const written = await this.#work.inTurn((wanted) => this.#snapshots.write(wanted));
    const blob = platform.allocate(written.size);
    await written.copyTo(blob);
    return options.compression === undefined ? blob : compressState(platform, blob);
  }

  /**
   * Goes back to a state as `restore` goes back to a snapshot; with `filesOnly` without its session. The state may come from a stranger:
   * all of it is checked before anything changes.
   *
   * @throws `E_STATE_CORRUPT`: it is damaged, or no state.
   * @throws `E_STATE_VERSION`: it is of another version of the format, or of other programs than there are here.
   * @throws `E_LIMIT_FS`, `E_LIMIT_MEMORY`: it has more than this sandbox may have.
   * @throws `E_UNSUPPORTED`: it is compressed, and there is no such compression here.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const state = await sandbox.exportState();
   * const other = await Sandbox.create();
   * await other.importState(state, { filesOnly: true });
   */
  async importState(state: Uint8Array, options: ImportOptions = {}): Promise<void> {
    checkImport(state, options);
    this.#machine.assertAlive();
    const origin = await readState(this.#machine, state, options.filesOnly === true, stateRoom(this.#options));
    this.#machine.assertAlive();
    return this.#goBack(origin);
  }

  /**
   * Saves the state as option `persistence` says. Waits for earlier commands; later ones do not wait. When it rejects, the last saved state
   * stays.
   *
   * @throws `E_PERSIST_UNAVAILABLE`: the sandbox was made without the option.
   * @throws `E_PERSIST_FULL`: it would come to more than `persistence.maxBytes`, or the store has no room.
   * @throws `E_PERSIST_FAILED`: the store has failed; `cause` says how.
   * @throws `E_PERSIST_LOCKED`: somebody else has claimed the state meanwhile.
   * @throws `ETIMEDOUT`: as `snapshot`.
   * @throws `E_DESTROYED`
   *
   * @example
   * const notes = await Sandbox.create({ persistence: { mode: 'session', namespace: 'notes' } });
   * await notes.run('echo remember > notes.txt');
   * await notes.save();
   * await notes.run('rm notes.txt');
   * await notes.load(); // notes.txt is there again
   */
  async save(): Promise<void> {
    this.#machine.assertAlive();
    return keptIn(this.#persistence).save();
  }

  /**
   * Goes back to the last saved state as `restore` does.
   *
   * @throws `E_PERSIST_EMPTY`: nothing was saved.
   * @throws `E_PERSIST_CORRUPT`, `E_PERSIST_KEY`, `E_PERSIST_VERSION`: what was saved cannot be read.
   * @throws `E_STATE_VERSION`, `E_LIMIT_FS`, `E_LIMIT_MEMORY`: it can be read, and is not for this sandbox: as `importState`.
   * @throws `E_PERSIST_FAILED`: the store has failed; `cause` says how.
   * @throws `E_PERSIST_LOCKED`: somebody else saves there again and again meanwhile.
   * @throws `E_PERSIST_UNAVAILABLE`: the sandbox was made without option `persistence`.
   * @throws `E_DESTROYED`
   */
  async load(): Promise<void> {
    this.#machine.assertAlive();
    const origin = await keptIn(this.#persistence).load(stateRoom(this.#options));
    if (origin === undefined) throw new SandboxError('nothing has been saved', { code: 'E_PERSIST_EMPTY' });
    this.#machine.assertAlive();
    return this.#goBack(origin);
  }

  /** Begins with its saved state, if there is one. @internal */
  async resume(): Promise<boolean> {
    const origin = await this.#persistence?.load(stateRoom(this.#options));
    if (origin !== undefined) this.begin(origin, this.#options.env);
    return origin !== undefined;
  }

  /** From now on changes are saved, and also the beginning, unless it was a saved state. @internal */
  beginSaving(resumed: boolean): void {
    this.#persistence?.begin(!resumed);
  }

  /**
   * The changes in the files from one snapshot of this sandbox to another, or to now, sorted by path. A moved file is `renamed`, and also
   * `modified` if its content or attributes differ. A file that was written anew under its name is `modified`. The content of a moved
   * directory is not listed. Below a path of more than 3840 bytes, the last directory above stands as `modified` for all changes in it. A
   * file with equal bytes, times, owner and mode is not listed, even if `importState` has brought it back.
   *
   * The call blocks for about 4 µs per change, and for as long as it takes to compare the bytes of rewritten files with equal size and
   * time.
   *
   * @throws `E_NO_SNAPSHOT`: one of them was deleted, or is another sandbox's.
   * @throws `E_LIMIT_DIFF`: there is more to say than 64 MiB.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const before = await sandbox.snapshot({ filesOnly: true });
   * await sandbox.run('echo new > notes.txt');
   * sandbox.diff(before); // [{ kind: 'created', path: '/home/user/notes.txt', type: 'file', … }, …]
   */
  diff(from: SnapshotId, to?: SnapshotId): Change[] {
    checkString(from, 'from');
    if (to !== undefined) checkString(to, 'to');
    this.#machine.assertAlive();
    return this.#snapshots.diff(from, to);
  }

  /**
   * Unpacks a tar archive, plain or compressed with gzip or zstd, into a directory, which is made if missing. If it rejects, nothing has
   * changed. Follows the rules of tar(1); nothing lands outside of the directory. Does not wait for commands. Several imports take turns.
   * It rejects with errors of `source`, too.
   *
   * @throws `E_TAR_CORRUPT`: the archive is damaged, or none.
   * @throws `E_LIMIT_FS`: there is no room for what it holds.
   * @throws `E_UNSUPPORTED`: it is compressed in a way that is not known here.
   * @throws `EISDIR`: a directory that is not empty would have to give way to a file.
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `EXDEV`, `ENAMETOOLONG`: the path is no place for it.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`
   *
   * @example
   * const { body } = await fetch('https://example.com/project.tar.gz');
   * const { members } = await sandbox.importTar('/home/user/project', body, { stripComponents: 1 });
   */
  async importTar(path: string, source: TarSource, options: ImportTarOptions = {}): Promise<TarContents> {
    checkTarSource(source);
    checkImportTarOptions(options);
    this.#machine.assertAlive();
    return this.#archives.import(this.#files.absolute(path, 'importTar'), source, options);
  }

  /**
   * A file, or a directory with its content, as a tar archive of the files as they are at the call. Equal files give equal bytes. Files
   * with a path longer than 4095 bytes are left out: each member repeats the names of all directories above it, so a guest could make an
   * endless archive, and `importTar` accepts no such names.
   *
   * @throws `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`: the path leads nowhere.
   * @throws `E_LIMIT_EXPORTS`: there are 16 streams that are neither read to the end nor cancelled.
   * @throws `E_UNSUPPORTED`: there is no such compression here.
   * @throws `EINVAL`, `E_INVALID_OPTION`: an argument is wrong.
   * @throws `E_DESTROYED`: the stream fails with it, too.
   *
   * @example
   * await pipeline(sandbox.exportTar('/home/user', { compression: 'gzip' }), createWriteStream('home.tar.gz'));
   */
  exportTar(path: string, options: ExportTarOptions = {}): ReadableStream<Uint8Array> {
    checkExportTarOptions(options);
    this.#machine.assertAlive();
    return this.#archives.export(this.#files.absolute(path, 'exportTar'), options);
  }

  /** Begins from another sandbox or snapshot. @internal */
  begin(origin: Origin, environment: Record<string, string>): void {
    this.#snapshots.begin(origin);
    for (const [name, value] of Object.entries(environment)) this.#session.setEnv(name, value);
  }

  /** Kills all processes, and starts no more. @internal */
  halt(): void {
    this.#machine.kernel.halt();
  }

  /**
   * The sandbox's counters.
   *
   * @throws `E_DESTROYED`
   *
   * @example
   * const { memoryBytes, processes, limitsHit, prometheus } = sandbox.metrics();
   * console.log(memoryBytes, processes, limitsHit.maxProcesses, prometheus());
   */
  metrics(): Metrics {
    this.#machine.assertAlive();
    return readMetrics(this.id, this.#machine.kernel, this.#counts);
  }

  /**
   * Kills every process and frees the memory. Running and waiting commands reject. You can call it again. With the option `persistence` the
   * state is saved first, if it has changed; to learn whether that worked, await `[Symbol.asyncDispose]()` instead.
   */
  destroy(): void {
    this.#destroy().catch(() => {});
  }

  /** As `destroy`. */
  [Symbol.dispose](): void {
    this.destroy();
  }

  /**
   * Settles when the last process has ended.
   *
   * @throws `E_PERSIST_FAILED`, `E_PERSIST_FULL`, `E_PERSIST_LOCKED`: the state could not be saved.
   * @throws `ETIMEDOUT`: the session did not come to rest for that.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#destroy();
  }

  async #destroy(): Promise<void> {
    if (this.#persistence === undefined || this.#machine.isDestroyed) return this.#free();
    this.#machine.retire();
    this.#work.cancel();
    this.#end.abort();
    try {
      // There is no event for changes by background jobs.
      this.#machine.changed();
      await this.#persistence.close();
    } finally {
      await this.#free();
    }
  }

  #free(): Promise<void> {
    this.#snapshots.destroyed();
    this.#archives.destroyed();
    this.#session.destroyed();
    this.python.destroyed();
    return this.#machine.destroy();
  }
}
