// Kernel calls about the whole state of a sandbox: snapshots, exported states, and their differences.
// A negative number is an errno of Linux. Bytes are filled into arrays of the caller's: see kernel.ts.

/** A state that a kernel has exported. */
export interface WrittenState {
  readonly size: number;
  /** Fills an array of exactly that size. Call it once. */
  copyTo(into: Uint8Array): Promise<void>;
}

/** The changes from a saved state to another. `copyTo` gives, for each new object, its digest, its size as u32 and its bytes. */
export interface StateChanges extends WrittenState {
  /** The digest of the root object. */
  readonly root: Uint8Array;
  /** The digests of objects that are no longer needed. */
  readonly dropped: Uint8Array;
}

/** A state that a kernel has read and checked. */
export interface ReadState {
  readonly host: Uint8Array;
  /** The number of its sessions. */
  readonly sessions: number;
}

/** `Kernel`: another kernel, which a call also works on. */
export interface StateCalls<Kernel> {
  /**
   * Takes a snapshot of the files, and of the sessions that `channels` lead to, whose processes must rest; a session that cannot be copied
   * is left out. Returns the number of the snapshot, > 0. -EAGAIN: they were told to rest, call again after event `rested`; -ESRCH: one has
   * ended; -EMFILE: there are too many snapshots; -ENOSPC: there is no room.
   */
  takeSnapshot(channels: Int32Array): number;
  /** Deletes a snapshot. -ENOENT: there is none with that number. Space that only it used is free soon after. */
  dropSnapshot(name: number): number;
  /** Kills every process, and starts none before `restore` or `goOn`: EBUSY. Returns how many have not ended yet. */
  halt(): number;
  goOn(): void;
  /**
   * Restores a snapshot of `from`, which may be this kernel, or (0) the present state of `from`, with the sessions that `channels` lead to
   * there. Fills in `[pid, channel]` of each session in order, zeros for one that was left out; they belong to `runs`. -EINVAL: the number
   * of sessions is not that of `runs`; -EBUSY: there are processes; -ENOENT: there is no such snapshot; from another kernel: -ENOSPC,
   * -ENOMEM: it needs more than the limits allow.
   */
  restore(from: Kernel, name: number, channels: Int32Array, runs: Int32Array, result: Int32Array): number;
  /**
   * Exports the files, the sessions that `channels` lead to, and `host`, bytes of the caller: see native/kernel/state/FORMAT.md. The kernel
   * goes on meanwhile. Errors as for `takeSnapshot`.
   */
  writeState(channels: Int32Array, host: Uint8Array): Promise<WrittenState> | number;
  /**
   * Reads and checks an exported state, and changes nothing. `blob` must not be changed meanwhile. -EBADMSG: it is damaged;
   * -EPROTONOSUPPORT: this kernel lacks its version or a program that it needs; -ENOSPC, -EDQUOT, -ENOMEM: it has more bytes, more files,
   * more memory than the limits allow; -ECANCELED: the kernel was destroyed meanwhile. `hasOthers`: the blob is all of a store, which may
   * have objects of other states.
   */
  readState(blob: Uint8Array, filesOnly: boolean, hasOthers: boolean): Promise<ReadState | number> | number;
  /** Restores the state. Call it once. Answers as `restore`. */
  restoreState(state: ReadState, runs: Int32Array, result: Int32Array): number;
  /**
   * As `writeState`, for a caller that keeps each object by its name: the changes since the last saved ones, or all objects. -EBUSY: the
   * outcome of the last changes was not reported.
   */
  writeChanges(channels: Int32Array, host: Uint8Array): Promise<StateChanges> | number;
  /** Reports whether the changes of `writeChanges` were saved. The next changes are relative to the saved state. */
  changesKept(kept: boolean): number;
  /**
   * The saved state is the one that this state was read from (null: there is none). `writeChanges` then returns changes since that. Call it
   * once.
   */
  changesFrom(state: ReadState | null): number;
  /**
   * The changes from one snapshot to another, or (0) to the present. For each change, sorted by path: a letter for created, deleted,
   * modified or renamed, a byte with the type as in `readDirectory`, mode and size in decimals with a space between, a NUL, the path, a
   * NUL, the old path of a renamed file, a NUL. -E2BIG: more than 64 MiB.
   */
  diff(from: number, to: number, into: Uint8Array): number;
}
