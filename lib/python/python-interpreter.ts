// One interpreter of a session of Python: what is asked of it, and what it says meanwhile. Its side of that is wasm/python/session.c and
// wasm/python/lib/_wasmsand_session.py. Whatever a guest says there is believed no further than its form.

import { signals } from '../abi/generated/signals.js';
import { SandboxError } from '../api/errors.js';
import type { MimeBundle, PythonError, PythonVariable } from '../api/python.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';
import { Output } from '../processes/output.js';
import { liveCapacity } from '../processes/process.js';
import { takeReply } from '../shell/session-reply.js';
import { concatenate, decode, encode } from '../text/text.js';

export interface Message {
  stream?: 'stdout' | 'stderr';
  text?: string;
  display?: MimeBundle;
  value?: MimeBundle;
  error?: PythonError;
  variables?: PythonVariable[];
}

const program = '/usr/bin/python3';
const newline = 10;
const lengthBytes = 4;
/** What the form of a message adds to an output. */
const formBytes = 64 * 1024;
/** Of programs in the background, as many as are still heard. */
const mostLate = 16;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isBundle = (value: unknown): value is MimeBundle => isObject(value) && !Array.isArray(value);

/** What of a message has the form that it should have. */
function readMessage(line: string): Message {
  const said: unknown = JSON.parse(line);
  if (!isObject(said)) throw new Error('no message');
  const message: Message = {};
  if ((said.stream === 'stdout' || said.stream === 'stderr') && typeof said.text === 'string') {
    message.stream = said.stream;
    message.text = said.text;
  }
  if (isBundle(said.display)) message.display = said.display;
  if (isBundle(said.value)) message.value = said.value;
  if (isBundle(said.error)) {
    const { name, value, traceback } = said.error;
    message.error = { name: String(name), value: String(value), traceback: String(traceback) };
  }
  if (Array.isArray(said.variables)) {
    const listed = said.variables.filter(isBundle);
    message.variables = listed.map(({ name, type, repr }) => ({
      name: String(name),
      type: String(type),
      repr: String(repr),
    }));
  }
  return message;
}

function encodeRequest(request: object): Uint8Array {
  const text = encode(JSON.stringify(request));
  const bytes = new Uint8Array(lengthBytes + text.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, lengthBytes);
  return bytes;
}

export const ended = (): SandboxError => new SandboxError('the session of Python has ended', { code: 'E_PYTHON' });

/** Cuts what comes in pieces into lines. Throws when one is longer than it may be. */
class Lines {
  readonly #longest: number;
  readonly #take: (line: string) => void;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(longest: number, take: (line: string) => void) {
    this.#longest = longest;
    this.#take = take;
  }

  add(piece: Uint8Array): void {
    let begin = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, begin)) {
      this.#pieces.push(piece.subarray(begin, end));
      this.#take(decode(concatenate(this.#pieces)));
      this.#pieces = [];
      this.#length = 0;
      begin = end + 1;
    }
    this.#pieces.push(piece.subarray(begin));
    this.#length += piece.length - begin;
    if (this.#length > this.#longest) throw ended();
  }
}

async function pump(output: Output, take: (piece: Uint8Array) => void): Promise<void> {
  for (let piece = await output.next(); piece !== undefined; piece = await output.next()) take(piece);
}

interface Answer {
  resolve(): void;
  reject(error: unknown): void;
  /** Whose request it answers. */
  run: number;
  heard(message: Message): void;
}

/** What an interrupt is to code that has not begun. */
const interrupted: PythonError = { name: 'KeyboardInterrupt', value: '', traceback: 'KeyboardInterrupt\n' };

export class Interpreter {
  readonly #machine: Machine;
  /** Of the process itself; what it starts belongs to the runs of what it is asked. */
  readonly #run: number;
  /** Of a message. Whoever sends a longer one is not what this has started. */
  readonly #longest: number;
  #process: StartedSession = { pid: 0, channel: 0 };
  #answer: Answer | undefined;
  #hasEnded = false;
  #tellEnd: () => void = () => {};
  /** Settles when it has ended. */
  readonly gone = new Promise<void>((resolve) => {
    this.#tellEnd = resolve;
  });
  /** Where programs still print that earlier code has started. */
  #late: Output[] = [];

  private constructor(machine: Machine, run: number, outputBytes: number) {
    this.#machine = machine;
    this.#run = run;
    this.#longest = outputBytes + formBytes;
  }

  /** Throws when there can be none. */
  static start(machine: Machine, cwd: string, env: string[], outputBytes: number): Interpreter {
    const interpreter = new Interpreter(machine, machine.newWatchedRun(), outputBytes);
    interpreter.#process = machine.startSession(
      { path: program, argv: ['python3'], env, cwd, runId: interpreter.#run },
      () => interpreter.#receive(),
      () => interpreter.#end(),
    );
    return interpreter;
  }

  /** One that the kernel has brought back. */
  static resume(machine: Machine, process: StartedSession, run: number, outputBytes: number): Interpreter {
    const interpreter = new Interpreter(machine, run, outputBytes);
    interpreter.#process = process;
    machine.listenToSession(
      process,
      () => interpreter.#receive(),
      () => interpreter.#end(),
    );
    return interpreter;
  }

  /** Leads to the process; 0: it has ended. */
  get channel(): number {
    return this.#hasEnded ? 0 : this.#process.channel;
  }

  /** Asks, and hands on what is said until it is done. Rejects when the interpreter ends before, and with what `heard` throws. */
  async ask(request: object, heard: (message: Message) => void): Promise<void> {
    const machine = this.#machine;
    machine.assertAlive();
    const decoder = new TextDecoder();
    const lines = new Lines(this.#longest, (line) => heard(readMessage(line)));
    const print = (piece: Uint8Array): void =>
      heard({ stream: 'stdout', text: decoder.decode(piece, { stream: true }) });
    this.#hearLate(print);
    const result = new Int32Array(3);
    const run = machine.newRun();
    const streams = {
      ...{ runId: run, capacity: liveCapacity, wait: true },
      ...{ announceStdout: true, announceStderr: true },
    };
    const bytes = encodeRequest({ ...request, longest: this.#longest });
    const sent = machine.kernel.sessionRequest(this.#process.channel, bytes, streams, result);
    if (sent < 0) throw ended();
    const answered = new Promise<void>((resolve, reject) => {
      this.#answer = { resolve, reject, run, heard };
    });
    const [, said = 0, printed = 0] = result;
    const outputs = [new Output(machine, said), new Output(machine, printed)] as const;
    const [messages, programs] = outputs;
    machine.hold();
    try {
      if (sent > 0) this.#receive();
      const last = answered.then(() => {
        for (const output of outputs) output.finish();
      });
      await Promise.all([last, pump(messages, (piece) => lines.add(piece)), pump(programs, print)]);
      this.#hearLate(print);
    } finally {
      machine.release();
      messages.close();
      this.#late.push(programs);
      this.#dropLate();
    }
  }

  interrupt(): void {
    if (this.#hasEnded || this.#machine.isDestroyed) return;
    const { kernel } = this.#machine;
    const { pid, channel } = this.#process;
    // An interpreter that has not begun with what it was asked may not know signals yet, and would end.
    if (this.#answer !== undefined && kernel.withdrawRequest(channel, this.#answer.run) > 0) {
      this.#answer.heard({ error: interrupted });
      this.#answer.resolve();
      this.#answer = undefined;
    } else {
      kernel.signal(pid, signals.SIGINT);
    }
  }

  end(): void {
    if (!this.#machine.isDestroyed) this.#machine.kernel.killRun(this.#run);
  }

  #receive(): void {
    if (this.#machine.isDestroyed) return;
    // That there is one is all that it says.
    if (takeReply(this.#machine.kernel, this.#process.channel) === undefined) return;
    this.#answer?.resolve();
    this.#answer = undefined;
  }

  #end(): void {
    this.#hasEnded = true;
    this.#tellEnd();
    this.#answer?.reject(ended());
    this.#answer = undefined;
    for (const output of this.#late.splice(0)) output.close();
    this.#machine.limitsMet(this.#run);
    this.#machine.close(this.#process.channel);
  }

  #hearLate(print: (piece: Uint8Array) => void): void {
    for (const output of this.#late) {
      const piece = output.take();
      if (piece !== undefined) print(piece);
    }
    this.#dropLate();
  }

  #dropLate(): void {
    const open = this.#hasEnded ? [] : this.#late.filter((output) => output.state().open);
    const heard = new Set(open.slice(-mostLate));
    for (const output of this.#late) if (!heard.has(output)) output.close();
    this.#late = [...heard];
  }
}
