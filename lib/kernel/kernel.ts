// A kernel as the floor above sees it: all that this package asks of one, whatever it is made of and whichever thread it runs in.
//
// Functions return a number: what was asked for when it is not negative, a negative errno of Linux otherwise. Bytes are filled into
// arrays of the caller's; text is decoded here, not there. Sizes are bytes, times milliseconds, paths absolute.

/** Bytes, where a name need not be UTF-8. */
export type Path = string | Uint8Array;

/** What a kernel is made with. */
export interface KernelOptions {
  /** Without the files of the base image. */
  empty?: boolean;
  hostname: string;
  /** Limits; 0 means none. */
  memoryBytes: number;
  fileSystemBytes: number;
  fileCount: number;
  processes: number;
  descriptors: number;
  snapshots: number;
  /** Room of all pipes. */
  pipeBytes: number;
  /** Record locks. */
  locks: number;
  /** Sockets, with connections that wait to be accepted. */
  sockets: number;
  /** Of one file that a process writes. */
  fileBytes: number;
  /** Of one process: open descriptors, bytes of arguments and environment, timers, queued signals. */
  openFiles: number;
  argumentBytes: number;
  timers: number;
  queuedSignals: number;
  /** Of a program that is not of the base image. */
  programBytes: number;
}

/** How a guest's output reaches the host. */
export interface OutputOptions {
  /** Bytes kept for the host to take. */
  capacity: number;
  /** At `capacity`: true makes the writer wait, false ends the stream there (EFBIG for the guest, `truncated` for the host). */
  wait: boolean;
}

/** A process to be started. */
export interface SpawnRequest {
  /** Absolute, or a name searched in the PATH of `env`. */
  path: string;
  argv: string[];
  /** `NAME=value`. */
  env: string[];
  cwd: string;
  /** Chosen by the caller, > 0; every descendant belongs to it. Two processes may share one. */
  runId: number;
  /** `null`: standard input is /dev/null. */
  stdin: { capacity: number } | null;
  stdout: OutputOptions;
  /** `null`: the same open file as standard output. */
  stderr: OutputOptions | null;
}

/** The process of a session to be started: as in `SpawnRequest`. Its descriptors 0 to 2 come with each request. */
export interface SessionStart {
  path: string;
  argv: string[];
  env: string[];
  cwd: string;
  /** Of the process itself. What it starts belongs to the run of the request it serves. */
  runId: number;
}

/** The streams of one request to a session; what has no capacity is /dev/null. */
export interface SessionStreams {
  runId: number;
  /** Capacity of standard input. */
  stdin?: number | null;
  /** Of standard output and of standard error, each. */
  capacity?: number;
  /** Who writes more than that waits until it is taken; else it is dropped. */
  wait?: boolean;
  /** Whether a `data` event comes when there is output. Each costs the owner's event loop a turn. */
  announceStdout?: boolean;
  announceStderr?: boolean;
}

/** A process as ps(1) lists it. */
export interface ProcessEntry {
  pid: number;
  parentPid: number;
  group: number;
  session: number;
  runId: number;
  /** R, S, T or Z as in ps. */
  state: string;
  name: string;
  arguments: string[];
  cpuMs: number;
  memoryBytes: number;
}

/**
 * One sandbox's kernel. The host acts as root, but what it creates belongs to the guest's user (uid and gid 1000). No call waits for
 * a guest but `awaitReply`.
 *
 * Functions that fill `into` return the full length of what they had to say; when that is more than `into.length`, what is in
 * `into` is incomplete: call again with that much room.
 */
export interface Kernel {
  /** Reads a whole file. `zeroed`: `into` holds zeros, so that holes of the file need not be written. */
  readFile(path: Path, into: Uint8Array, zeroed: boolean): number;
  /** Reads at most `into.length` bytes of a regular file from `position`; 0 at the end. */
  readAt(path: Path, position: number, into: Uint8Array, zeroed: boolean): number;
  /** `flags`: O_WRONLY | O_CREAT | O_TRUNC, O_APPEND or O_EXCL in Linux's numbers. Returns the bytes written. */
  writeFile(path: Path, data: Uint8Array | string, flags: number, mode: number): number;
  /** Fills the `StatField`s. */
  stat(path: Path, follow: boolean, into: Float64Array): number;
  /** For each entry, sorted by name: one byte with the type (DT_REG 8, DT_DIR 4, DT_LNK 10 …), the name, a NUL. Without "." and "..". */
  readDirectory(path: Path, into: Uint8Array): number;
  /** What readDirectory, diff or overlayChanges had no room for, once. */
  takeListing(into: Uint8Array): number;
  /** With `recursive` a directory that exists is no error, and 0 is returned for "nothing made", 1 otherwise. */
  mkdir(path: Path, mode: number, recursive: boolean): number;
  /**
   * As rm(1): without `recursive` a directory is EISDIR. `force`: a missing path is no error. The name is gone on return; what a
   * large tree used is given back soon after.
   */
  rm(path: Path, recursive: boolean, force: boolean): number;
  rmdir(path: Path): number;
  unlink(path: Path): number;
  rename(from: Path, to: Path): number;
  symlink(target: Path, path: Path): number;
  link(existing: Path, path: Path): number;
  readlink(path: Path, into: Uint8Array): number;
  realpath(path: Path, into: Uint8Array): number;
  chmod(path: Path, mode: number): number;
  /** An id of -1 stays as it is. */
  chown(path: Path, uid: number, gid: number, follow: boolean): number;
  utimes(path: Path, atimeMs: number, mtimeMs: number, follow: boolean): number;
  /**
   * Sets permissions, owner and the exact times to what the `StatField`s say, those of a link itself; a link has no permissions. From
   * then on a directory has them by right: see `graft`.
   */
  setAttributes(path: Path, fields: Float64Array): number;
  mkfifo(path: Path, mode: number): number;
  /** The first place in a regular file, from `position` on, where data is or, with `hole`, none. -ENXIO: there is none. */
  seekData(path: Path, position: number, hole: boolean): number;
  truncate(path: Path, size: number): number;
  /** Whether `path` leads to something: `mode` 0 exists, 4 read, 2 write, 1 execute, for the guest's user. */
  access(path: Path, mode: number): number;
  /** Copies a regular file; `exclusive`: EEXIST when `to` exists. */
  copyFile(from: Path, to: Path, exclusive: boolean): number;
  /**
   * Shows a folder of the host at the directory `path`, read-only (0), to be written (1), or as it is to begin with, with changes that
   * are kept here (2); it stays when a snapshot or a state is restored. Of what can be written, `maxBytes` may be, and then -ENOSPC. An error other than of `path` is of the folder: -EOPNOTSUPP,
   * this kernel has none.
   */
  mount(path: Path, folder: string, how: number, maxBytes: number): number;
  /**
   * The number of the provider that was mounted there, or 0. -EBUSY: something in it is open, somebody's directory, or has something
   * mounted on it; -EINVAL: nothing of the host is mounted there.
   */
  unmount(path: Path): number;
  /**
   * Shows a tree at the directory `path` that is asked for by event `asked`; an answer takes `timeoutMs` at most. Returns the mount, > 0.
   * Calls of the host's that want to know what is not answered yet answer -EAGAIN: `question`, then again. It stays as a folder does.
   */
  mountProvider(path: Path, timeoutMs: number): number;
  /**
   * What is asked of a mount, or (question 0) what the host's own calls want to know next of any: fills in mount, question, what is asked
   * (0 what there is at a path, 1 what is in a directory, 2 a piece of a file), offset and length; into `path`, of 4096 bytes, the path.
   * Returns its length. -ENOENT: nothing, or nobody waits any more.
   */
  question(mount: number, question: number, fields: Float64Array, path: Uint8Array): number;
  /**
   * Answers: an errno, or 0 and bytes. What there is: type, as in `readDirectory`, mode, size and time of modification in milliseconds as
   * f64, the target of a link. What is in a directory: as `readDirectory` tells it. What cannot be true is EIO to who has asked.
   */
  answer(mount: number, question: number, errno: number, bytes: Uint8Array): number;
  /** What the host was answered is not kept any longer. */
  hostDone(): number;
  /** The changes that are kept for the third kind of mount at `path`, as `diff` lists them, by paths relative to it. -EINVAL: it is none. */
  overlayChanges(path: Path, into: Uint8Array): number;
  /** Does them to the folder, those at the relative paths `only` and below, or all. Those before one that fails are done. */
  commitOverlay(path: Path, only: string[] | undefined): number;
  /** Forgets them. -EBUSY: something there is in use. */
  discardOverlay(path: Path): number;

  /**
   * Starts a process; it may have to wait for its turn. Fills in `[pid, stdin, stdout, stderr]`, the last three names of streams
   * (0: none).
   */
  spawn(request: SpawnRequest, result: Int32Array): number;
  /** Copies bytes the guest wrote; returns how many. */
  takeOutput(stream: number, into: Uint8Array): number;
  /** Fills the `OutputField`s. */
  outputState(stream: number, into: Float64Array): number;
  /** Everything is accepted; returns the room left in the stream: at 0 wait for `drained` before the next. EPIPE: nobody can read it. */
  putInput(stream: number, data: Uint8Array): number;
  endInput(stream: number): number;
  /**
   * Forgets the stream's name. Input is ended; what the guest still writes is dropped or, when it would `wait`, answered by EPIPE
   * and SIGPIPE.
   */
  closeStream(stream: number): void;

  /** Starts the process of a session, a shell or an interpreter; fills in `[pid, channel]`. A `data` event of the channel says that there is a reply. */
  startSession(request: SessionStart, result: Int32Array): number;
  /**
   * Sends bytes to the shell; fills in `[stdin, stdout, stderr]`, the streams of this request. Positive: the reply came at
   * once and can be taken.
   */
  sessionRequest(channel: number, bytes: Uint8Array, streams: SessionStreams, result: Int32Array): number;
  /** Returns the bytes of the next reply, and takes it when `into` has room for all. */
  takeReply(channel: number, into: Uint8Array): number;
  /** Blocks this thread until there is a reply: so long until the shell begins, and so long after that. -ETIMEDOUT. */
  awaitReply(channel: number, beginMs: number, replyMs: number): number;
  /** Whether the shell has not begun with the request of a run: 1. */
  requestWaits(channel: number, runId: number): number;
  /** Takes back the request of a run if the shell has not begun with it: 1. */
  withdrawRequest(channel: number, runId: number): number;
  /** Hands it to another shell instead, with its streams. -ESRCH: the shell has begun with it. */
  passRequest(channel: number, runId: number, to: number): number;

  /** kill(2), with its rules for pids that are not positive, by root. */
  signal(pid: number, signo: number): number;
  /** SIGKILL to every process of the run; the session shell that serves it is told to end it. It may come to pass a little later. */
  killRun(runId: number): void;
  /** 1: a process that acts for the run has not ended. */
  runLives(runId: number): number;
  /**
   * When so much time has passed, or the run has used so much processor time (0: no matter how much): event `expired`, then killRun.
   * Replaces an earlier one.
   */
  setDeadline(runId: number, afterMs: number, cpuMs: number): void;
  clearDeadline(runId: number): void;
  /** From now on it is kept which limits the run meets. */
  watchLimits(runId: number): void;
  /**
   * Which limits a run has met, each once, the first one first: fills in their places in `limitNames`, and returns how many. They
   * are not kept any more. Run 0 is the host itself, and always watched.
   */
  limitsMet(runId: number, into: Uint8Array): number;
  /** How many processes of the run are left. */
  runProcesses(runId: number): number;
  /** Fills the `UsageField`s. */
  usage(into: Float64Array): void;
  resetPeakMemory(): void;
  processes(): ProcessEntry[];

  /** While held, what the kernel has to say keeps the host's event loop alive. Calls nest. */
  hold(): void;
  release(): void;

  /**
   * Keeps the files as they are, and the sessions that `channels` lead to, whose processes must rest; one that cannot be copied is left out.
   * Returns the snapshot's name, > 0. -EAGAIN: they have been asked to rest, ask again; -ESRCH: one has ended; -EMFILE: there are as many
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
   * more files, more memory than may be here.
   */
  readState(blob: Uint8Array, filesOnly: boolean): Promise<ReadState | number> | number;
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

  /** Connects to what listens on a port of the sandbox's 127.0.0.1, or ::1. Returns the connection, > 0. -ECONNREFUSED; -EAGAIN: too many wait. */
  connectTo(port: number): number;
  /** Whether guests may ask for connections to the outside: event `connecting`. Else they get EACCES, as at first. */
  openGate(open: boolean): void;
  /** Fills in the address that a guest connects to, in numbers; nothing for the resolver. */
  connectionAddress(connection: number, into: Uint8Array): number;
  /** Accepts a connection of a guest (0) or refuses it, with an errno. Once. */
  concludeConnection(connection: number, errno: number): number;
  /** The run on whose behalf a guest has made it has met the limit `network`. */
  denyConnection(connection: number): number;
  /** How many bytes the guest has sent; 0: it sends no more. -EAGAIN: none now, event `connection` comes; -ECONNRESET: it has gone. */
  readConnection(connection: number, into: Uint8Array): number;
  /** How many bytes the guest's side has taken. -EAGAIN: none now, event `connection` comes; -EPIPE: it reads no more. */
  writeConnection(connection: number, bytes: Uint8Array): number;
  /** Frees the memory below bytes that nobody needs any more, instead of when the engine's collector comes to it. */
  freeBytes(bytes: Uint8Array): void;
  /** The guest reads to the end of what was written. */
  endConnection(connection: number): number;
  /** Forgets it; with `reset` the guest gets ECONNRESET. One that was not accepted is refused. */
  closeConnection(connection: number, reset: boolean): void;
  /** What a guest asks for with TLS_HOST; 0: nothing, or it was answered. `connection` says that there may be something. */
  tlsRequest(connection: number, into: Uint8Array): number;
  /** At most 64 KiB. */
  answerTls(connection: number, answer: Uint8Array): number;

  /**
   * What is made in this kernel from now on is for `graft` to add to the files of `target`: to begin with a directory, which all
   * else lies in. One kernel at a time does so for a target.
   */
  prepareGraft(target: Kernel): number;
  /**
   * Adds what is in that directory of `from` to the one that `path` leads to, at once or not at all, and without a copy. Directories
   * that are on both sides become one, which gets the attributes that `setAttributes` has set; all else gives way to what has its
   * name. -EISDIR: a directory that is not empty would; -ENOSPC: there is no room; -ENOTDIR, -EXDEV: `path`, or what is below it, is
   * no place for it; -ESTALE: another kernel was prepared since.
   */
  graft(from: Kernel, directory: Path, path: Path): number;

  /**
   * Kills everything; event `destroyed` when the last process is gone. From now on all other functions answer ESHUTDOWN, but those
   * that hold the event loop.
   */
  destroy(): void;
}

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

/** How a process has ended. */
export interface ProcessEnd {
  exitCode: number;
  /** 0: none. */
  signal: number;
  /** With that of the children it has waited for. */
  cpuMs: number;
  peakMemoryBytes: number;
}

/** What a kernel says by itself, in a turn of the event loop: never within a call of its functions. */
export interface KernelEvents {
  /** There is output to take from a stream, or a reply from a channel. Comes again only after it was taken. */
  data(stream: number): void;
  /** There is room again in a stream of input. */
  drained(stream: number): void;
  /** A guest wants a connection to a port outside; 0: to the resolver. Not before `openGate`. */
  connecting(connection: number, port: number): void;
  /** What a connection could not do, it may be able to now; or a guest has asked for TLS. */
  connection(connection: number): void;
  /** A guest has asked something of a provided tree. */
  asked(mount: number, question: number): void;
  /** A process of `spawn` or `startSession` has ended. */
  exited(pid: number, end: ProcessEnd): void;
  /** The deadline of a run has passed. */
  expired(run: number): void;
  /** `destroy` is complete. */
  destroyed(): void;
}
