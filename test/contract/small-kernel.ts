// A kernel of a few files and a shell of a few commands, all in memory: as much of one as a sandbox needs to be made, run something
// and end. It stands for the kernels of other platforms, and asks for nothing that a browser has not.

import { ENOENT, ENOSYS, ESHUTDOWN } from '../../lib/abi/generated/errno.js';
import { OutputField, UsageField } from '../../lib/abi/generated/kernel-fields.js';
import type { SandboxOptions } from '../../lib/api/sandbox-options.js';
import type { Backend } from '../../lib/kernel/backend.js';
import type { Kernel, KernelEvents } from '../../lib/kernel/kernel.js';
import type { SpawnRequest } from '../../lib/kernel/processes.js';
import type { SessionStart, SessionStreams } from '../../lib/kernel/sessions.js';
import { createSandbox } from '../../lib/sandbox/creation.js';
import { KernelSandbox } from '../../lib/sandbox/sandbox.js';
import { concatenate, decode, encode } from '../../lib/text/text.js';

const killed = { exitCode: 137, signal: 9, cpuMs: 0, peakMemoryBytes: 0 };
const runKind = 1;
const bytesBeforeCommand = 6;

interface Outcome {
  status: number;
  out?: string;
  err?: string;
  cwd?: string;
}

interface Shell {
  pid: number;
  run: number;
  cwd: string;
  /** Of what it was asked and has not answered; 0: it is idle. */
  asked: number;
  reply?: Uint8Array;
}

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function text(value: string): Uint8Array {
  const bytes = encode(value);
  return concatenate([number(bytes.length), bytes]);
}

function commandOf(request: Uint8Array): string {
  const view = new DataView(request.buffer, request.byteOffset);
  const begin = bytesBeforeCommand + 4;
  return decode(request.subarray(begin, begin + view.getUint32(bytesBeforeCommand, true)));
}

/** No environment, no history, no jobs. */
function replyOf(status: number, cwd: string): Uint8Array {
  const nothing = [number(1), number(0), number(0), number(0), number(0)];
  return concatenate([Uint8Array.of(runKind), number(status), Uint8Array.of(0), text(cwd), ...nothing]);
}

const unsupported = (): number => -ENOSYS;

class SmallKernel implements Kernel {
  readonly #events: KernelEvents;
  readonly #files = new Map<string, Uint8Array>();
  readonly #outputs = new Map<number, Uint8Array>();
  readonly #shells = new Map<number, Shell>();
  readonly #deadlines = new Map<number, ReturnType<typeof setTimeout>>();
  #last = 0;
  #started = 0;
  #gone = false;

  constructor(events: KernelEvents) {
    this.#events = events;
  }

  readFile(path: string, into: Uint8Array): number {
    const bytes = this.#files.get(path);
    if (this.#gone || bytes === undefined) return this.#gone ? -ESHUTDOWN : -ENOENT;
    if (bytes.length <= into.length) into.set(bytes);
    return bytes.length;
  }

  writeFile(path: string, data: Uint8Array | string): number {
    if (this.#gone) return -ESHUTDOWN;
    const bytes = typeof data === 'string' ? encode(data) : data.slice();
    this.#files.set(path, bytes);
    return bytes.length;
  }

  // Any directory is there.
  mkdir(): number {
    return this.#gone ? -ESHUTDOWN : 0;
  }

  access(path: string): number {
    return path.endsWith('/.') || this.#files.has(path) ? 0 : -ENOENT;
  }

  spawn({ argv, cwd }: SpawnRequest, result: Int32Array): number {
    const outcome = this.#execute(argv.join(' '), cwd);
    if (outcome === undefined || outcome.status === 127) return -ENOENT;
    const [pid, stdout, stderr] = [this.#next(), this.#next(), this.#next()];
    result.set([pid, 0, stdout, stderr]);
    this.#outputs.set(stdout, encode(outcome.out ?? '')).set(stderr, encode(outcome.err ?? ''));
    this.#soon(() => {
      this.#events.data(stdout);
      this.#events.exited(pid, { ...killed, exitCode: outcome.status, signal: 0 });
    });
    return 0;
  }

  takeOutput(stream: number, into: Uint8Array): number {
    const bytes = this.#outputs.get(stream) ?? new Uint8Array();
    const taken = bytes.subarray(0, into.length);
    into.set(taken);
    this.#outputs.set(stream, bytes.subarray(taken.length));
    return taken.length;
  }

  outputState(stream: number, into: Float64Array): number {
    into.fill(0);
    into[OutputField.available] = this.#outputs.get(stream)?.length ?? 0;
    return 0;
  }

  closeStream(stream: number): void {
    this.#outputs.delete(stream);
  }

  startSession({ runId, cwd }: SessionStart, result: Int32Array): number {
    const [pid, channel] = [this.#next(), this.#next()];
    this.#shells.set(channel, { pid, run: runId, cwd, asked: 0 });
    result.set([pid, channel]);
    return 0;
  }

  sessionRequest(channel: number, bytes: Uint8Array, streams: SessionStreams, result: Int32Array): number {
    const shell = this.#shells.get(channel);
    if (shell === undefined) return -ENOENT;
    const [stdout, stderr] = [this.#next(), this.#next()];
    result.set([0, stdout, stderr]);
    shell.asked = streams.runId;
    this.#soon(() => {
      const outcome = this.#execute(commandOf(bytes), shell.cwd);
      if (outcome === undefined) return;
      this.#outputs.set(stdout, encode(outcome.out ?? '')).set(stderr, encode(outcome.err ?? ''));
      if (streams.announceStdout) this.#events.data(stdout);
      this.#reply(channel, shell, outcome);
    });
    return 0;
  }

  takeReply(channel: number, into: Uint8Array): number {
    const shell = this.#shells.get(channel);
    const reply = shell?.reply;
    if (shell === undefined || reply === undefined) return 0;
    if (reply.length <= into.length) {
      into.set(reply);
      delete shell.reply;
    }
    return reply.length;
  }

  killRun(run: number): void {
    for (const [channel, shell] of this.#shells) {
      if (shell.run === run) this.#soon(() => this.#events.exited(shell.pid, killed));
      else if (shell.asked === run) this.#soon(() => this.#reply(channel, shell, { status: 137 }));
    }
  }

  setDeadline(run: number, afterMs: number): void {
    if (afterMs === 0) return;
    const expire = (): void => {
      this.#events.expired(run);
      this.killRun(run);
    };
    this.#deadlines.set(run, setTimeout(expire, afterMs));
  }

  clearDeadline(run: number): void {
    clearTimeout(this.#deadlines.get(run));
  }

  usage(into: Float64Array): void {
    into.fill(0);
    into[UsageField.processesStarted] = this.#started;
  }

  destroy(): void {
    this.#gone = true;
    setTimeout(() => this.#events.destroyed());
  }

  watchLimits = (): void => {};
  limitsMet = (): number => 0;
  awaitEnd = (): number => 0;
  awaitClose = (): number => 0;
  withdrawRequest = (): number => 0;
  requestWaits = (): number => 0;
  processes = (): [] => [];
  runLives = (): number => 0; // one process is all there is to a run
  resetPeakMemory(): void {}

  connectTo = unsupported;
  openGate = (): void => {};
  connectionAddress = unsupported;
  concludeConnection = unsupported;
  denyConnection = unsupported;
  readConnection = unsupported;
  writeConnection = unsupported;
  endConnection = unsupported;
  closeConnection = (): void => {};
  tlsRequest = unsupported;
  answerTls = unsupported;

  readAt = unsupported;
  stat = unsupported;
  readDirectory = unsupported;
  takeListing = unsupported;
  mount = unsupported;
  unmount = unsupported;
  mountProvider = unsupported;
  question = unsupported;
  answer = unsupported;
  hostDone = (): number => 0;
  overlayChanges = unsupported;
  commitOverlay = unsupported;
  discardOverlay = unsupported;
  rm = unsupported;
  rmdir = unsupported;
  unlink = unsupported;
  rename = unsupported;
  symlink = unsupported;
  link = unsupported;
  readlink = unsupported;
  realpath = unsupported;
  chmod = unsupported;
  chown = unsupported;
  utimes = unsupported;
  truncate = unsupported;
  copyFile = unsupported;
  open = unsupported;
  read = unsupported;
  write = unsupported;
  fstat = unsupported;
  ftruncate = unsupported;
  fsync = unsupported;
  fchmod = unsupported;
  fchown = unsupported;
  futimes = unsupported;
  close = unsupported;
  statfs = unsupported;
  putInput = unsupported;
  endInput = unsupported;
  passRequest = unsupported;
  setGrace = unsupported;
  holdOutput = unsupported;
  resizeTerminal = unsupported;
  holdBytes = unsupported;
  runUsage = unsupported;
  signal = unsupported;
  takeSnapshot = unsupported;
  dropSnapshot = unsupported;
  restore = unsupported;
  diff = unsupported;
  writeState = unsupported;
  readState = unsupported;
  restoreState = unsupported;
  writeChanges = unsupported;
  changesKept = unsupported;
  changesFrom = unsupported;
  setAttributes = unsupported;
  mkfifo = unsupported;
  seekData = unsupported;
  prepareGraft = unsupported;
  graft = unsupported;
  watchFiles = unsupported;
  takeChanges = unsupported;
  unwatchFiles = unsupported;
  halt = (): number => 0;
  goOn(): void {}

  #next(): number {
    return ++this.#last;
  }

  // What it says comes from the event loop, and no more once it is gone.
  #soon(call: () => void): void {
    setTimeout(() => {
      if (!this.#gone) call();
    });
  }

  #reply(channel: number, shell: Shell, { status, cwd }: Outcome): void {
    shell.cwd = cwd ?? shell.cwd;
    shell.asked = 0;
    shell.reply = replyOf(status, shell.cwd);
    this.#events.data(channel);
  }

  /** `undefined`: it does not end. */
  #execute(command: string, cwd: string): Outcome | undefined {
    this.#started++;
    const [name = '', ...words] = command.split(' ');
    const [first = ''] = words;
    switch (name) {
      case 'hang':
        return undefined;
      case 'cd':
        return { status: 0, cwd: first };
      case 'echo':
        return { status: 0, out: `${words.join(' ')}\n` };
      case 'cat': {
        const bytes = this.#files.get(first.startsWith('/') ? first : `${cwd}/${first}`);
        if (bytes !== undefined) return { status: 0, out: decode(bytes) };
        return { status: 1, err: `cat: ${first}: No such file or directory\n` };
      }
      default:
        return { status: 127, err: `bash: ${name}: command not found\n` };
    }
  }
}

/** `made`: the last kernel. `holds`: how many hold the event loop. */
export const smallBackend: Backend & { made?: SmallKernel; holds: number } = {
  name: 'typescript',
  holds: 0,
  ownOptions: {},
  platform: {
    longestString: 2 ** 20,
    allocate: (length) => new Uint8Array(length),
    freeBytes() {},
    hold() {
      smallBackend.holds++;
    },
    release() {
      smallBackend.holds--;
    },
    nextTurn: () => new Promise((resolve) => setTimeout(resolve)),
    remind(afterMs, call) {
      const timer = setTimeout(call, afterMs);
      return () => clearTimeout(timer);
    },
    compress: () => undefined,
    decompress: () => undefined,
  },
  async createKernel(_given, _options, events) {
    this.made = new SmallKernel(events);
    return this.made;
  },
};

export function createSmallSandbox(options: SandboxOptions = {}): Promise<KernelSandbox> {
  return createSandbox(smallBackend, options, (parts) => new KernelSandbox(parts));
}
