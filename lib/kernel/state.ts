// Calls about all that a sandbox is: snapshots, written states, and how they differ.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

/** A state that a kernel has written down. */
export interface WrittenState {
  readonly size: number;
  /** Fills an array of that size, once. */
  copyTo(into: Uint8Array): Promise<void>;
}

/** What turns a state that is kept as objects into another. `copyTo` gives, for each new object, its digest, its size as u32 and its bytes. */
export interface StateChanges extends WrittenState {
  /** The digest of the root object. */
  readonly root: Uint8Array;
  /** The digests of what is of no use any more. */
  readonly dropped: Uint8Array;
}

/** A state that a kernel has read and found good. */
export interface ReadState {
  readonly host: Uint8Array;
  /** How many it has. */
  readonly sessions: number;
}

/** `Kernel`: another kernel, which a call also works on. */
export interface StateCalls<Kernel> {
  /**
   * Keeps the files as they are, and the sessions that `channels` lead to, whose processes must rest; one that cannot be copied is left out.
   * Returns the snapshot's name, > 0. -EAGAIN: they have been asked to rest, ask again after event `rested`; -ESRCH: one has ended; -EMFILE: there are as many
   * snapshots as may be; -ENOSPC: there is no room for what they keep.
   */
  takeSnapshot(channels: Int32Array): number;
  /** -ENOENT: there is none of that name. What only it had is given back soon after. */
  dropSnapshot(name: number): number;
  /** Kills every process, and lets none start before `restore` or `goOn`: EBUSY. Returns how many have not ended yet. */
  halt(): number;
  goOn(): void;
  /**
   * Makes everything as it is in a snapshot of `from`, which may be this kernel, or (0) as it is there now, with the sessions that
   * `channels` lead to there. Fills in `[pid, channel]` of each session, in their order, zeros for one that was left out; they belong to
   * `runs`. -EINVAL: it has another number of sessions than of runs; -EBUSY: there are processes; -ENOENT: there is no such snapshot; of
   * another kernel: -ENOSPC, -ENOMEM: it has more than may be here.
   */
  restore(from: Kernel, name: number, channels: Int32Array, runs: Int32Array, result: Int32Array): number;
  /**
   * Writes down the files as they are, the sessions that `channels` lead to, and `host`, bytes of the caller's: see
   * native/kernel/state/FORMAT.md. The kernel goes on meanwhile. An error as of `takeSnapshot`.
   */
  writeState(channels: Int32Array, host: Uint8Array): Promise<WrittenState> | number;
  /**
   * Reads a written state, checks all of it, and changes nothing. `blob` must not be changed meanwhile. -EBADMSG: it is damaged;
   * -EPROTONOSUPPORT: its version, or a program that it needs, is none of here; -ENOSPC, -EDQUOT, -ENOMEM: it has more bytes,
   * more files, more memory than may be here; -ECANCELED: the kernel was destroyed meanwhile. `hasOthers`: the blob is all that a
   * store has, any number of objects of other states included.
   */
  readState(blob: Uint8Array, filesOnly: boolean, hasOthers: boolean): Promise<ReadState | number> | number;
  /** Makes everything as the state says, once; answers as `restore`. */
  restoreState(state: ReadState, runs: Int32Array, result: Int32Array): number;
  /**
   * As `writeState`, for who keeps each object by its name: what is new since the last changes that were kept, or all of it.
   * -EBUSY: it has not been said what has become of those before.
   */
  writeChanges(channels: Int32Array, host: Uint8Array): Promise<StateChanges> | number;
  /** Whether what `writeChanges` has given is kept: what it gives next is relative to that, or that has not happened. */
  changesKept(kept: boolean): number;
  /** What is kept is what this state was read from (null: nothing), and nothing else: `writeChanges` gives what is new there. Once. */
  changesFrom(state: ReadState | null): number;
  /**
   * What has changed from one snapshot to another, or (0) to how it is now. For each change, sorted by path: a letter for created,
   * deleted, modified or renamed, a byte with the type as in `readDirectory`, mode and size in decimals with a space between, a NUL,
   * the path, a NUL, the path before when it was renamed, a NUL. -E2BIG: it is more than 64 MiB.
   */
  diff(from: number, to: number, into: Uint8Array): number;
}
