// A running process, for the host: the result of `spawn`.

import { EPIPE } from '../abi/generated/errno.js';
import type { ExitStatus, Process, ProcessOutput, SpawnOptions } from '../api/commands.js';
import type { Data } from '../api/data.js';
import { systemError } from '../api/errors.js';
import { timeLimitIn } from '../api/limits.js';
import { signalName } from '../api/signals.js';
import type { ProcessEnd } from '../kernel/processes.js';
import type { Machine, Started } from '../machine/kernel-client.js';
import { Input } from './input.js';
import { Output } from './output.js';
import type { OutputLog } from './output-log.js';
import { logStream, readLog } from './output-log-reader.js';
import { readSignal } from './read-signal.js';
import { chargedLog, Recorder } from './recorder.js';
import { checkTerminalSize, noTerminal } from './terminal.js';

/** How many bytes a process can write ahead of its reader before it waits. */
export const liveCapacity = 1024 * 1024;

export const timeoutExitCode = 124;

function readable(output: Output): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await output.next();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      // Closes the read end of the pipe. A process that writes on gets SIGPIPE.
      cancel: () => output.close(),
    },
    { highWaterMark: 0 },
  );
}

function writable(input: Input): WritableStream<Data> {
  return new WritableStream<Data>({
    async write(data, controller) {
      if (await input.write(data)) return;
      controller.error(systemError(EPIPE, 'write'));
    },
    close: () => input.end(),
    abort: () => input.end(),
  });
}

/** A signal may live longer than every sandbox, so it must not keep a reference to one. */
function killAtAbort(machine: Machine, run: number, signal: AbortSignal): void {
  const held = new WeakRef(machine);
  const kill = (): void => {
    const alive = held.deref();
    if (alive !== undefined && !alive.isDestroyed) alive.kernel.killRun(run);
  };
  signal.addEventListener('abort', kill, { once: true });
}

export class LiveProcess implements Process {
  readonly pid: number;
  readonly stdin: WritableStream<Data>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly exited: Promise<ExitStatus>;
  /** What is kept of the outputs. */
  readonly log: OutputLog | undefined;
  readonly #machine: Machine;
  readonly #input: Input;
  readonly #outputs: LiveOutputs;
  /** The stream of what a terminal shows; 0: the process has none. */
  readonly #terminal: number;
  #running = true;

  constructor(machine: Machine, run: number, started: Started, options: SpawnOptions) {
    this.#machine = machine;
    this.pid = started.pid;
    const input = new Input(machine, started.stdin);
    const outputs = outputsOf(machine, started, options.keepBytes);
    this.#input = input;
    this.#outputs = outputs;
    this.#terminal = options.tty === undefined ? 0 : started.stdout;
    this.stdin = writable(input);
    this.stdout = outputs.stdout;
    this.stderr = outputs.stderr;
    this.log = outputs.log;

    let timedOut = false;
    const killRun = (): void => {
      if (!machine.isDestroyed) machine.kernel.killRun(run);
    };
    const { timeoutMs = 0, cpuTimeoutMs = 0 } = options;
    if (timeoutMs > 0 || cpuTimeoutMs > 0) {
      machine.armDeadline(run, timeoutMs, cpuTimeoutMs, () => {
        timedOut = true;
      });
    }
    options.signal?.addEventListener('abort', killRun, { once: true });
    if (options.signal?.aborted) killRun();
    if (options.stdin !== undefined) {
      // Keeps the writer: the caller does not get this stream.
      this.stdin.getWriter();
      // When a source fails, the input of the process ends there, as with a broken pipe.
      input.feed(options.stdin).catch(() => input.end());
    }

    this.exited = started.ended.then((end) => {
      this.#running = false;
      // Processes in the background still have their deadline and signal, and may hold the streams until then.
      machine.leaveDeadline(run);
      options.signal?.removeEventListener('abort', killRun);
      if (options.signal && !machine.isDestroyed && machine.kernel.runLives(run) !== 0)
        killAtAbort(machine, run, options.signal);
      input.close();
      const status = exitStatus(end, timedOut);
      const met = machine.limitsMet(run);
      const limit = timedOut ? (timeLimitIn(met) ?? 'timeoutMs') : met[0];
      const exited = limit === undefined || status.exitCode === 0 ? status : { ...status, limit };
      outputs.processEnded(exited);
      return exited;
    });
  }

  kill(signal: string | number = 'SIGTERM'): boolean {
    const number = readSignal(signal);
    return this.#running && !this.#machine.isDestroyed && this.#machine.kernel.signal(this.pid, number) === 0;
  }

  async read(fromSeq = 0, waitMs = 0): Promise<ProcessOutput> {
    return readLog(this.log, fromSeq, waitMs);
  }

  resize(cols: number, rows: number): boolean {
    checkTerminalSize(cols, rows);
    if (this.#terminal === 0) throw noTerminal();
    if (!this.#running || this.#machine.isDestroyed) return false;
    return this.#machine.kernel.resizeTerminal(this.#terminal, cols, rows) === 0;
  }

  /** Hangs its terminal up. */
  hangUp(): void {
    this.#input.close();
    this.#outputs.close();
  }
}

/** The outputs of a process, as they are given to whoever has started it. */
interface LiveOutputs {
  stdout: ReadableStream<Uint8Array>;
  stderr: ReadableStream<Uint8Array>;
  log: OutputLog | undefined;
  processEnded(status: ExitStatus): void;
  /** Nobody reads them any more. */
  close(): void;
}

function outputsOf(machine: Machine, started: Started, keepBytes: number | undefined): LiveOutputs {
  // Where both outputs are one there is no stream of standard error.
  const streams = [started.stdout, started.stderr].filter((stream) => stream !== 0);
  if (keepBytes !== undefined) return keptOutputs(machine, streams, keepBytes);
  const [stdout, stderr] = streams.map((stream) => new Output(machine, stream)) as [Output, Output | undefined];
  return {
    stdout: readable(stdout),
    stderr: stderr === undefined ? ended() : readable(stderr),
    log: undefined,
    processEnded() {
      stdout.processEnded();
      stderr?.processEnded();
    },
    close() {
      stdout.close();
      stderr?.close();
    },
  };
}

function keptOutputs(machine: Machine, streams: number[], keepBytes: number): LiveOutputs {
  const log = chargedLog(machine, keepBytes);
  const recorders = streams.map(
    (stream, place) =>
      new Recorder(
        machine,
        stream,
        (bytes) => log.add(place === 0 ? 1 : 2, bytes),
        () => {},
      ),
  );
  void Promise.all(recorders.map(({ done }) => done)).then(() => log.complete());
  return {
    stdout: logStream(log, 1),
    stderr: streams.length > 1 ? logStream(log, 2) : ended(),
    log,
    processEnded(status) {
      for (const recorder of recorders) recorder.drain();
      log.end(status);
      for (const { output } of recorders) output.processEnded();
    },
    close() {
      for (const { output } of recorders) output.close();
    },
  };
}

function ended(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

export function exitStatus(end: ProcessEnd, timedOut: boolean): ExitStatus {
  const status: ExitStatus = { exitCode: end.exitCode, timedOut };
  if (end.signal !== 0) {
    status.exitCode = 128 + end.signal;
    status.signal = signalName(end.signal);
  }
  if (timedOut) status.exitCode = timeoutExitCode;
  return status;
}
