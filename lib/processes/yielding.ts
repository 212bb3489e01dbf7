// A command that goes on after `yieldMs`: its outputs are kept in a log from the beginning, and a handle leads to them.

import { EPIPE } from '../abi/generated/errno.js';
import type { ExitStatus, Process, ProcessOutput, RunOptions, RunResult } from '../api/commands.js';
import type { Data } from '../api/data.js';
import { systemError } from '../api/errors.js';
import type { Machine } from '../machine/kernel-client.js';
import { concatenate, decode } from '../text/text.js';
import type { Cancellation } from './cancellation.js';
import { type BegunCommand, collect, type Gathering, neverStarted, type RunLimits } from './command.js';
import type { OutputLog } from './output-log.js';
import { logStream, readLog } from './output-log-reader.js';
import { liveCapacity } from './process.js';
import { readSignal } from './read-signal.js';
import { chargedLog, Recorder } from './recorder.js';
import { noTerminal } from './terminal.js';
import type { UsageMeter } from './usage-meter.js';

/** Hears of a command that goes on: what its promise resolves with, and the process that stands for it. */
export type Yielding = (result: RunResult, command: YieldedCommand) => void;

/** How the outputs of a command are to be opened. */
export function streamsFor(options: RunOptions, limits: RunLimits) {
  const isKept = options.yieldMs !== undefined;
  return {
    capacity: isKept ? liveCapacity : (options.maxOutputBytes ?? limits.maxOutputBytes),
    blockWhenFull: isKept,
    announceStdout: isKept || options.onStdout !== undefined,
    announceStderr: isKept || options.onStderr !== undefined,
  };
}

/** What a command that may go on is known by. */
export interface Yieldable {
  pid: number;
  meter: UsageMeter;
  /** Sends a signal. */
  kill: (signal: number) => boolean;
  yielding: Yielding;
}

/** The process of a command that goes on. */
export class YieldedCommand implements Process {
  readonly pid: number;
  /** The command has the input that it was given. */
  readonly stdin: WritableStream<Data>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly exited: Promise<ExitStatus>;
  readonly log: OutputLog;
  readonly #kill: (signal: number) => boolean;
  #running = true;

  constructor(pid: number, log: OutputLog, exited: Promise<ExitStatus>, kill: (signal: number) => boolean) {
    this.pid = pid;
    this.log = log;
    this.exited = exited.then((status) => {
      this.#running = false;
      return status;
    });
    this.#kill = kill;
    this.stdin = new WritableStream<Data>({
      write(_data, controller) {
        controller.error(systemError(EPIPE, 'write'));
      },
    });
    this.stdout = logStream(log, 1);
    this.stderr = logStream(log, 2);
  }

  kill(signal: string | number = 'SIGTERM'): boolean {
    const number = readSignal(signal);
    return this.#running && this.#kill(number);
  }

  async read(fromSeq = 0, waitMs = 0): Promise<ProcessOutput> {
    return readLog(this.log, fromSeq, waitMs);
  }

  resize(): boolean {
    throw noTerminal();
  }
}

/** Has the outputs of a command, which may go on if its options say so. */
export function gather(
  machine: Machine,
  begun: BegunCommand,
  options: RunOptions,
  limits: RunLimits,
  cut: Cancellation,
  yieldable: Yieldable,
): Gathering {
  const { yieldMs } = options;
  if (yieldMs === undefined) return collect(machine, begun, options, cut);
  const log = chargedLog(machine, options.maxOutputBytes ?? limits.maxOutputBytes);
  const record = (stream: number, fd: 1 | 2, onChunk: RunOptions['onStdout']): Recorder =>
    new Recorder(
      machine,
      stream,
      (bytes) => {
        onChunk?.(bytes.slice());
        log.add(fd, bytes);
      },
      cut.fail,
    );
  const recorders = [record(begun.stdout, 1, options.onStdout)];
  if (begun.stderr !== 0) recorders.push(record(begun.stderr, 2, options.onStderr));

  let end = (_status: ExitStatus): void => {};
  const exited = new Promise<ExitStatus>((resolve) => {
    end = resolve;
  });
  let hasYielded = false;
  const timer = setTimeout(() => {
    hasYielded = true;
    const command = new YieldedCommand(yieldable.pid, log, exited, yieldable.kill);
    yieldable.yielding({ ...soFar(log, yieldable), running: true }, command);
  }, yieldMs);
  return {
    outputs: recorders.map(({ output }) => output),
    finish() {
      clearTimeout(timer);
      for (const recorder of recorders) {
        try {
          recorder.drain();
        } catch (error) {
          cut.fail(error);
        }
        recorder.output.close();
      }
      return written(log);
    },
    ended(status) {
      clearTimeout(timer);
      if (hasYielded) {
        log.end(status);
        log.complete();
      } else {
        log.forget();
      }
      end(status);
    },
  };
}

function soFar(log: OutputLog, { pid, meter }: Yieldable): RunResult {
  const { stdout, stderr, truncated } = written(log);
  return {
    ...neverStarted(-1, undefined, ''),
    stdout: decode(stdout),
    stderr: decode(stderr),
    stdoutBytes: stdout,
    stderrBytes: stderr,
    truncated,
    ...meter.read([]),
    pid,
    seq: log.seq,
  };
}

function written(log: OutputLog): { stdout: Uint8Array; stderr: Uint8Array; truncated: RunResult['truncated'] } {
  const chunks = log.kept();
  const of = (fd: number): Uint8Array =>
    concatenate(chunks.filter((chunk) => chunk.fd === fd).map(({ bytes }) => bytes));
  return { stdout: of(1), stderr: of(2), truncated: { stdout: log.hasLost(1), stderr: log.hasLost(2) } };
}
