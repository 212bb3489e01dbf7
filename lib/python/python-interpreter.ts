// One interpreter of a session of Python: what is asked of it, and what it says meanwhile. Its side of that is wasm/python/session.c and
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
/** What the form of a message adds to an output. */
const formBytes = 64 * 1024;
/** Of programs in the background, as many as are still heard. */
const mostLate = 16;
/** Code that was interrupted must end within this time, or the interpreter is killed: see `Kernel.setGrace`. */
const graceMs = 1_000;
/** A message of as many bytes that has not ended is counted as the sandbox's memory. */
const uncountedBytes = 64 * 1024;
/** What the interpreter reads. One that was sent more ends. */
const longestRequest = 64 * 1024 * 1024;

/** The session has ended. `why`: as far as that is known. */
export function sessionEnded(why = '', details: Pick<SandboxErrorDetails, 'limit' | 'cause'> = {}): SandboxError {
  return new SandboxError(`the session of Python has ended${why && `: ${why}`}`, { code: 'E_PYTHON', ...details });
}

/** What of an interpreter is heard. */
export interface Hearer {
  /** Bytes of a message, but for its form. */
  readonly longest: number;
  isWanted(kind: Kind): boolean;
  heard(message: Message): void;
  /** What programs print that the code has started. */
  printed(text: string): void;
}

/** A request as the interpreter reads it. Throws E_LIMIT_COMMAND for one that is longer than it reads. */
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
  /** The run that it serves. */
  #serves = 0;
  #tellEnd: () => void = () => {};
  /** Settles when it has ended. */
  readonly gone = new Promise<void>((resolve) => {
    this.#tellEnd = resolve;
  });
  /** Where programs still print that earlier code has started. */
  #late: Output[] = [];

  private constructor(machine: Machine, begin: (onEnd: () => void) => SessionProcess) {
    this.#machine = machine;
    this.#process = begin(() => this.#end());
  }

  /** Throws when there can be none. */
  static start(machine: Machine, cwd: string, env: string[]): Interpreter {
    const start = { path: program, argv: [name], env, cwd };
    return new Interpreter(machine, (onEnd) => SessionProcess.start(machine, start, onEnd));
  }

  /** One that the kernel has brought back. */
  static resume(machine: Machine, process: StartedSession, run: number): Interpreter {
    return new Interpreter(machine, (onEnd) => SessionProcess.resume(machine, name, process, run, onEnd));
  }

  /** Leads to the process; 0: it has ended. */
  get channel(): number {
    return this.#process.channel;
  }

  /**
   * Asks, and hands on what is said until it is done. Rejects with what has refused the request (a SandboxError that is not E_PYTHON), and
   * then it is as it was; and with what makes it useless: E_PYTHON, and what is none of its messages.
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

  /** KeyboardInterrupt in the code that runs. */
  interrupt(): void {
    if (this.channel === 0 || this.#machine.isDestroyed) return;
    // An interpreter that has not begun with what it was asked may not know signals yet, and would end.
    if (!this.#process.withdraw(this.#serves)) this.#machine.kernel.signal(this.#process.pid, signals.SIGINT);
  }

  /** The run is to end, and all that belongs to it was told: if the code does not, the interpreter ends. */
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

  /** Takes what there is until the reply, in small steps between which the event loop has its turns. */
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
    // What programs write that outlive the code does not make it last.
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
