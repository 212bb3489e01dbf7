// A session of Python: an interpreter of the sandbox that runs one piece of code after the other and keeps what they define. Its side
// of what is said is wasm/python/lib/_wasmsand_session.py. Whatever a guest says there is believed no further than its form.

import { optionError, SandboxError } from './errors.js';
import { concatenate, decode } from './text.js';
import type { Data, Process, SpawnOptions } from './types.js';

/** Representations of a value by their MIME types, as Jupyter has them: text, or base64 of what is none. */
export type MimeBundle = Record<string, unknown>;

/** What a piece of code has shown, in order. */
export type PythonOutput =
  | { type: 'stream'; name: 'stdout' | 'stderr'; text: string }
  | { type: 'display'; data: MimeBundle };

/** An exception that nobody caught. */
export interface PythonError {
  name: string;
  value: string;
  traceback: string;
}

export interface PythonResult {
  outputs: PythonOutput[];
  /** Of the last expression, unless it is None. */
  value?: MimeBundle;
  error?: PythonError;
  /** Whether `outputs` ends before the output did. */
  truncated: boolean;
}

export interface PythonVariable {
  name: string;
  type: string;
  /** The beginning of it. */
  repr: string;
}

export interface PythonRunOptions {
  /** Each output when it comes. */
  onOutput?: (output: PythonOutput) => void;
  /** After this time it is interrupted, as by `interrupt`, and soon after that the session ends. Default: the sandbox's. */
  timeoutMs?: number;
}

export interface PythonSessionOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** It ends when nothing has been run for so long. Default: 30 minutes. */
  idleMs?: number;
}

export interface PythonSession {
  /**
   * Runs code. Exceptions of the code are results; it rejects with E_PYTHON when the session ends before the code does. What is asked
   * for meanwhile waits.
   */
  run(code: string, options?: PythonRunOptions): Promise<PythonResult>;
  /** KeyboardInterrupt in the code that runs. */
  interrupt(): void;
  /** What the code has defined. */
  variables(): Promise<PythonVariable[]>;
  /** Ends the interpreter; the next code runs in a new one. */
  reset(): void;
  close(): void;
}

/** How a session starts an interpreter. */
export type Spawn = (command: string, args: string[], options: SpawnOptions) => Process;

/** What a session may take of what its sandbox gives. */
export interface SessionLimits {
  timeoutMs: number;
  outputBytes: number;
}

/** Between being interrupted and being ended. */
const graceMs = 1_000;
const defaultIdleMs = 30 * 60_000;
const newline = 10;
/** What the form of a message adds to an output. */
const formBytes = 64 * 1024;

interface Message {
  ready?: boolean;
  done?: boolean;
  stream?: 'stdout' | 'stderr';
  text?: string;
  display?: MimeBundle;
  value?: MimeBundle;
  error?: PythonError;
  variables?: PythonVariable[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isBundle = (value: unknown): value is MimeBundle => isObject(value) && !Array.isArray(value);

/** What of a message has the form that it should have. */
function readMessage(line: string): Message {
  const said: unknown = JSON.parse(line);
  if (!isObject(said)) throw new Error('no message');
  const message: Message = { ready: said.ready === true, done: said.done === true };
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

const ended = (): SandboxError => new SandboxError('the session of Python has ended', { code: 'E_PYTHON' });

/** One interpreter. */
class Interpreter {
  readonly #process: Process;
  /** Of a message. Whoever sends a longer one is not what this has started. */
  readonly #longest: number;
  readonly #requests: WritableStreamDefaultWriter<Data>;
  readonly #replies: AsyncGenerator<Message>;
  /** Calls at what programs print, and at the mark that the last request has named. */
  readonly #mark: { awaited?: string; met?: () => void; take: (text: string) => void } = { take: () => {} };
  readonly #begun: Promise<unknown>;

  constructor(spawn: Spawn, { outputBytes }: SessionLimits, { cwd, env }: PythonSessionOptions) {
    this.#longest = outputBytes + formBytes;
    const options: SpawnOptions = {};
    if (cwd !== undefined) options.cwd = cwd;
    if (env !== undefined) options.env = env;
    this.#process = spawn('python3', ['-c', 'import _wasmsand_session; _wasmsand_session.main()'], options);
    this.#requests = this.#process.stdin.getWriter();
    this.#replies = this.#readReplies();
    void this.#readPrograms();
    this.#begun = this.#replies.next();
    this.#begun.catch(() => {});
  }

  async *#readReplies(): AsyncGenerator<Message> {
    let line: Uint8Array[] = [];
    let length = 0;
    for await (const piece of this.#process.stdout) {
      let begin = 0;
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, begin)) {
        line.push(piece.subarray(begin, end));
        yield readMessage(decode(concatenate(line)));
        line = [];
        length = 0;
        begin = end + 1;
      }
      line.push(piece.subarray(begin));
      length += piece.length - begin;
      if (length > this.#longest) throw ended();
    }
    throw ended();
  }

  async #readPrograms(): Promise<void> {
    const decoder = new TextDecoder();
    const mark = this.#mark;
    let held = '';
    for await (const piece of this.#process.stderr) {
      held += decoder.decode(piece, { stream: true });
      const at = mark.awaited === undefined ? -1 : held.indexOf(mark.awaited);
      if (at >= 0) {
        if (at > 0) mark.take(held.slice(0, at));
        held = held.slice(at + (mark.awaited as string).length);
        mark.awaited = undefined;
        mark.met?.();
        continue;
      }
      // The end of it may be the beginning of the mark.
      const kept = mark.awaited === undefined ? 0 : mark.awaited.length - 1;
      const whole = held.slice(0, Math.max(0, held.length - kept));
      held = held.slice(whole.length);
      if (whole !== '') mark.take(whole);
    }
    mark.met?.();
  }

  /** Asks, and hands on what is said until it is done. Rejects when the interpreter ends before. */
  async ask(request: object, heard: (message: Message) => void): Promise<void> {
    const mark = `\u0000${crypto.randomUUID()}\u0000`;
    await this.#begun;
    const allThere = new Promise<void>((resolve) => {
      this.#mark.awaited = mark;
      this.#mark.met = resolve;
      this.#mark.take = (text) => heard({ stream: 'stdout', text });
    });
    await this.#requests.write(`${JSON.stringify({ ...request, mark, longest: this.#longest })}\n`);
    for (;;) {
      const { value: message, done } = await this.#replies.next();
      if (done) throw ended();
      if (message.done) break;
      heard(message);
    }
    await allThere;
  }

  interrupt(): void {
    this.#process.kill('SIGINT');
  }

  end(): void {
    this.#process.kill('SIGKILL');
  }
}

/** What a run has said so far. */
class Outputs {
  readonly result: PythonResult = { outputs: [], truncated: false };
  #room: number;
  readonly #onOutput: ((output: PythonOutput) => void) | undefined;

  constructor(room: number, onOutput: ((output: PythonOutput) => void) | undefined) {
    this.#room = room;
    this.#onOutput = onOutput;
  }

  #add(output: PythonOutput, bytes: number): void {
    this.#room -= bytes;
    if (this.#room < 0) {
      this.result.truncated = true;
      return;
    }
    const last = this.result.outputs.at(-1);
    if (output.type === 'stream' && last?.type === 'stream' && last.name === output.name) last.text += output.text;
    else this.result.outputs.push({ ...output });
    this.#onOutput?.(output);
  }

  readonly hear = ({ stream, text, display, value, error }: Message): void => {
    if (stream !== undefined && text !== undefined) this.#add({ type: 'stream', name: stream, text }, text.length);
    if (display !== undefined) this.#add({ type: 'display', data: display }, JSON.stringify(display).length);
    if (value !== undefined) this.result.value = value;
    if (error !== undefined) this.result.error = error;
  };
}

export class InterpreterSession implements PythonSession {
  readonly #spawn: Spawn;
  readonly #options: PythonSessionOptions;
  readonly #limits: SessionLimits;
  readonly #closed: () => void;
  #interpreter: Interpreter | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #running = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(spawn: Spawn, limits: SessionLimits, options: PythonSessionOptions, closed: () => void) {
    this.#spawn = spawn;
    this.#options = options;
    this.#limits = limits;
    this.#closed = closed;
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), this.#options.idleMs ?? defaultIdleMs);
    (this.#idle as { unref?: () => void }).unref?.();
  }

  #inTurn<Result>(work: (interpreter: Interpreter) => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(async () => {
      if (this.#isClosed) throw ended();
      this.#interpreter ??= new Interpreter(this.#spawn, this.#limits, this.#options);
      const interpreter = this.#interpreter;
      clearTimeout(this.#idle);
      this.#running = true;
      try {
        return await work(interpreter);
      } catch {
        interpreter.end();
        if (this.#interpreter === interpreter) this.#interpreter = undefined;
        throw ended();
      } finally {
        this.#running = false;
        if (!this.#isClosed) this.#rest();
      }
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  run(code: string, { onOutput, timeoutMs = this.#limits.timeoutMs }: PythonRunOptions = {}): Promise<PythonResult> {
    if (typeof code !== 'string') return Promise.reject(optionError('code', 'must be a string'));
    return this.#inTurn(async (interpreter) => {
      const outputs = new Outputs(this.#limits.outputBytes, onOutput);
      const timers: ReturnType<typeof setTimeout>[] = [];
      if (timeoutMs > 0) {
        timers.push(setTimeout(() => interpreter.interrupt(), timeoutMs));
        timers.push(setTimeout(() => interpreter.end(), timeoutMs + graceMs));
      }
      try {
        await interpreter.ask({ code }, outputs.hear);
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
      return outputs.result;
    });
  }

  variables(): Promise<PythonVariable[]> {
    return this.#inTurn(async (interpreter) => {
      let listed: PythonVariable[] = [];
      await interpreter.ask({}, ({ variables }) => {
        if (variables !== undefined) listed = variables;
      });
      return listed;
    });
  }

  interrupt(): void {
    if (this.#running) this.#interpreter?.interrupt();
  }

  reset(): void {
    this.#interpreter?.end();
    this.#interpreter = undefined;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.reset();
    this.#closed();
  }
}

/** At once, of one sandbox. */
const mostSessions = 16;

/** `sandbox.python`. */
export class Python {
  readonly #spawn: Spawn;
  readonly #limits: SessionLimits;
  #sessions = 0;

  constructor(spawn: Spawn, limits: SessionLimits) {
    this.#spawn = spawn;
    this.#limits = limits;
  }

  /** A persistent interpreter. Its processes are the sandbox's, and end with it. Rejects with E_LIMIT_SESSIONS when there are 16. */
  async session(options: PythonSessionOptions = {}): Promise<PythonSession> {
    if (this.#sessions >= mostSessions) {
      throw new SandboxError(`there are ${mostSessions} sessions of Python already`, { code: 'E_LIMIT_SESSIONS' });
    }
    this.#sessions++;
    return new InterpreterSession(this.#spawn, this.#limits, options, () => {
      this.#sessions--;
    });
  }
}
