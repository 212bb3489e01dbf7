// One interpreter of a Python session: its requests and its messages. The other side is wasm/python/session.c and
// wasm/python/lib/_wasmsand_session.py.

import { signals } from '../abi/generated/signals.js';
import { SandboxError, type SandboxErrorDetails } from '../api/errors.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';
import { sharedPaceOf } from '../machine/pacer.js';
import { Output } from '../processes/output.js';
import { liveCapacity } from '../processes/process.js';
import { type Answer, SessionProcess } from '../processes/session-process.js';
import { encode } from '../text/text.js';
import { type Kind, longestMessage, type Message, MessageReader, mostValues } from './messages.js';

const program = '/usr/bin/python3';
const name = 'python3';
const lengthBytes = 4;
/** Bytes that the form of a message adds to an output. */
const formBytes = 64 * 1024;
/** How many outputs of background programs are still read. */
const mostLate = 16;
/** Interrupted code must end within this time, or the interpreter is killed: see `Kernel.setGrace`. */
const graceMs = 1_000;
/** An unfinished message of this many bytes counts as the sandbox's memory. */
const uncountedBytes = 64 * 1024;
/** The largest request that the interpreter reads. A larger one ends it. */
const longestRequest = 64 * 1024 * 1024;

/** The error for a session that has ended. `why` is the reason, if it is known. */
export function sessionEnded(why = '', details: Pick<SandboxErrorDetails, 'limit' | 'cause'> = {}): SandboxError {
  return new SandboxError(`the session of Python has ended${why && `: ${why}`}`, { code: 'E_PYTHON', ...details });
}

/** Receives messages of an interpreter. */
export interface Hearer {
  /** The maximal bytes of a message, without its form. */
  readonly longest: number;
  isWanted(kind: Kind): boolean;
  heard(message: Message): void;
  /** Output of programs that the code has started. */
  printed(text: string): void;
}

/** Encodes a request for the interpreter. Throws E_LIMIT_COMMAND for one that is too long. */
export function encodeRequest(request: object, outputBytes: number): Uint8Array {
  const bounds = { longest: longestOf(outputBytes), values: mostValues };
  const text = encode(JSON.stringify({ ...request, ...bounds }));
  if (text.length > longestRequest) {
    throw new SandboxError('the code, as JSON, is longer than 64 MiB', {
      code: 'E_LIMIT_COMMAND',
      limit: 'maxCommandBytes',
    });
  }
  const bytes = new Uint8Array(lengthBytes + text.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, lengthBytes);
  return bytes;
}

const longestOf = (outputBytes: number): number => Math.min(outputBytes, longestMessage) + formBytes;

export class Interpreter {
  readonly #machine: Machine;
  readonly #process: SessionProcess;
  /** The number of the run that it serves. */
  #serves = 0;
  #tellEnd: () => void = () => {};
  /** Settles when it has ended. */
  readonly gone = new Promise<void>((resolve) => {
    this.#tellEnd = resolve;
  });
  /** Outputs that programs of earlier code still write to. */
  #late: Output[] = [];

  private constructor(machine: Machine, begin: (onEnd: () => void) => SessionProcess) {
    this.#machine = machine;
    this.#process = begin(() => this.#end());
  }

  /** Throws when no interpreter can be started. */
  static start(machine: Machine, cwd: string, env: string[]): Interpreter {
    const start = { path: program, argv: [name], env, cwd };
    return new Interpreter(machine, (onEnd) => SessionProcess.start(machine, start, onEnd));
  }

  /** An interpreter that the kernel has restored. */
  static resume(machine: Machine, process: StartedSession, run: number): Interpreter {
    return new Interpreter(machine, (onEnd) => SessionProcess.resume(machine, name, process, run, onEnd));
  }

  /** The number of the channel to its process; 0: it has ended. */
  get channel(): number {
    return this.#process.channel;
  }

  /**
   * Sends a request and passes messages on until the reply. Rejects with a SandboxError other than E_PYTHON if the request was refused; the
   * interpreter is then unchanged. Rejects with E_PYTHON, or the error of a malformed message, if the interpreter cannot be used any more.
   */
  async ask(run: number, bytes: Uint8Array, hearer: Hearer): Promise<Answer<true>> {
    const machine = this.#machine;
    machine.assertAlive();
    const decoder = new TextDecoder();
    const print = (piece: Uint8Array): void => hearer.printed(decoder.decode(piece, { stream: true }));
    this.#hearLate(print);
    const streams = {
      ...{ runId: run, capacity: liveCapacity, wait: true, interrupt: signals.SIGINT },
      ...{ announceStdout: true, announceStderr: true },
    };
    const asking = this.#process.ask({ bytes, streams, syscall: 'run' }, () => true as const);
    if (asking === undefined) throw sessionEnded('its process was killed');
    this.#serves = run;
    const messages = new Output(machine, asking.stdout);
    const programs = new Output(machine, asking.stderr);
    machine.hold();
    try {
      if (asking.hasReplied) this.#process.receive();
      const [answer] = await Promise.all([
        asking.answer,
        this.#hearMessages(asking.stdout, messages, asking.answer, hearer),
        this.#pump(programs, asking.answer, (piece) => [print(piece)]),
      ]);
      this.#hearLate(print);
      return answer;
    } finally {
      this.#serves = 0;
      machine.release();
      messages.close();
      this.#late.push(programs);
      this.#dropLate();
    }
  }

  /** Raises KeyboardInterrupt in the running code. */
  interrupt(): void {
    if (this.channel === 0 || this.#machine.isDestroyed) return;
    // An interpreter that has not begun with a request may not handle signals yet, and would end.
    if (!this.#process.withdraw(this.#serves)) this.#machine.kernel.signal(this.#process.pid, signals.SIGINT);
  }

  /** Ends the run; its programs were killed. If the code does not end in time, the interpreter is killed. */
  cut(run: number): void {
    this.#process.cut(run, graceMs);
  }

  end(): void {
    this.#process.end();
  }

  async #hearMessages(stream: number, output: Output, answer: Promise<unknown>, hearer: Hearer): Promise<void> {
    const reader = new MessageReader(longestOf(hearer.longest), (kind) => hearer.isWanted(kind));
    let counted = 0;
    await this.#pump(
      output,
      answer,
      function* (piece) {
        for (const message of reader.add(piece)) yield hearer.heard(message);
      },
      () => {
        const held = reader.heldBytes > uncountedBytes ? reader.heldBytes : 0;
        if (held === counted || this.#machine.isDestroyed) return;
        if (this.#machine.kernel.holdOutput(stream, held) < 0) reader.lose();
        else counted = held;
      },
    );
  }

  /** Reads messages until the reply, in small steps between which the event loop turns. */
  async #pump(
    output: Output,
    answer: Promise<unknown>,
    take: (piece: Uint8Array) => Iterable<void>,
    taken: () => void = () => {},
  ): Promise<void> {
    const pace = sharedPaceOf(this.#machine.platform);
    let hasReplied = false;
    void answer.then(() => {
      hasReplied = true;
      output.finish();
    });
    // Programs that outlive the code must not prolong it.
    let left: number | undefined;
    for (;;) {
      if (hasReplied) left ??= output.state().available;
      if (left !== undefined && left <= 0) return;
      const piece = await output.next();
      if (piece === undefined) return;
      if (left !== undefined) left -= piece.length;
      const first = pace.pass();
      if (first !== undefined) await first;
      for (const _step of take(piece)) {
        const next = pace.pass();
        if (next !== undefined) await next;
      }
      taken();
    }
  }

  #end(): void {
    this.#tellEnd();
    for (const output of this.#late.splice(0)) output.close();
  }

  #hearLate(print: (piece: Uint8Array) => void): void {
    for (const output of this.#late) {
      const piece = output.take();
      if (piece !== undefined) print(piece);
    }
    this.#dropLate();
  }

  #dropLate(): void {
    const open = this.channel === 0 ? [] : this.#late.filter((output) => output.state().open);
    const heard = new Set(open.slice(-mostLate));
    for (const output of this.#late) if (!heard.has(output)) output.close();
    this.#late = [...heard];
  }
}
