// A session of Python: an interpreter of the sandbox that runs one piece of code after the other and keeps what they define.

import { optionError, SandboxError } from '../api/errors.js';
import type { ResolvedLimits } from '../api/limits.js';
import type {
  PythonOutput,
  PythonResult,
  PythonRunOptions,
  PythonSession,
  PythonSessionOptions,
  PythonVariable,
} from '../api/python.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';
import { checkPythonRunOptions, checkPythonSessionOptions } from '../options/options.js';
import type { Session } from '../shell/session.js';
import { ended, Interpreter, type Message } from './python-interpreter.js';

/** What a session may take of what its sandbox gives. */
export type SessionLimits = Pick<ResolvedLimits, 'timeoutMs' | 'maxOutputBytes'>;

/** Between being interrupted and being ended. */
const graceMs = 1_000;
const defaultIdleMs = 30 * 60_000;
/** Of a timer: three weeks and more. */
const longestTimerMs = 2 ** 31 - 1;
export const mostIdleMs = longestTimerMs;

/** What a run has said so far. */
class Outputs {
  readonly result: PythonResult = { outputs: [], truncated: false };
  /** What the caller's function has thrown. It is not called again. */
  failure: { error: unknown } | undefined;
  #room: number;
  readonly #onOutput: ((output: PythonOutput) => void) | undefined;
  readonly #failed: () => void;

  constructor(room: number, onOutput: ((output: PythonOutput) => void) | undefined, failed: () => void) {
    this.#room = room;
    this.#onOutput = onOutput;
    this.#failed = failed;
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
    this.#tell(output);
  }

  #tell(output: PythonOutput): void {
    if (this.failure !== undefined) return;
    try {
      this.#onOutput?.(output);
    } catch (error) {
      this.failure = { error };
      this.#failed();
    }
  }

  readonly hear = ({ stream, text, display, value, error }: Message): void => {
    if (stream !== undefined && text !== undefined) this.#add({ type: 'stream', name: stream, text }, text.length);
    if (display !== undefined) this.#add({ type: 'display', data: display }, JSON.stringify(display).length);
    if (value !== undefined) this.result.value = value;
    if (error !== undefined) this.result.error = error;
  };
}

/** What is kept of a session beside its interpreter. */
export interface PythonSessionState {
  id: string;
  options: PythonSessionOptions;
  /** Whether it had an interpreter. */
  alive: boolean;
}

/** What sessions have of their sandbox. */
interface Surroundings {
  machine: Machine;
  shell: Session;
  limits: SessionLimits;
}

export class InterpreterSession implements PythonSession {
  readonly id: string;
  readonly #options: PythonSessionOptions;
  readonly #surroundings: Surroundings;
  readonly #closed: () => void;
  #interpreter: Interpreter | undefined;
  /** Settles when the interpreter before has ended. */
  #leaving: Promise<void> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #running = false;
  /** How much has been asked for that has not begun. */
  #waiting = 0;
  /** Whether what begins next is interrupted. */
  #interruptsNext = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(surroundings: Surroundings, id: string, options: PythonSessionOptions, closed: () => void) {
    this.id = id;
    this.#surroundings = surroundings;
    this.#options = options;
    this.#closed = closed;
    this.#rest();
  }

  get #limits(): SessionLimits {
    return this.#surroundings.limits;
  }

  /** Settles when all that was asked for so far is done. */
  get settled(): Promise<unknown> {
    return this.#turn;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Leads to the interpreter; 0: there is none. */
  get channel(): number {
    return this.#interpreter?.channel ?? 0;
  }

  save(): PythonSessionState {
    return { id: this.id, options: { ...this.#options }, alive: this.channel !== 0 };
  }

  /** Goes on with the interpreter that the kernel has brought back. */
  resume(process: StartedSession, run: number): void {
    const { machine, limits } = this.#surroundings;
    this.#interpreter = Interpreter.resume(machine, process, run, limits.maxOutputBytes);
  }

  #start(): Interpreter {
    const { machine, shell, limits } = this.#surroundings;
    const cwd = shell.startDirectory(this.#options.cwd);
    return Interpreter.start(machine, cwd, shell.environment(cwd, this.#options.env), limits.maxOutputBytes);
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), this.#options.idleMs ?? defaultIdleMs);
    (this.#idle as { unref?: () => void }).unref?.();
  }

  /** What the interpreter before still holds may be what the next one needs. */
  async #left(): Promise<void> {
    const { machine } = this.#surroundings;
    if (this.#leaving === undefined) return;
    machine.hold();
    await this.#leaving;
    machine.release();
    this.#leaving = undefined;
  }

  #inTurn<Result>(work: (interpreter: Interpreter) => Promise<Result>): Promise<Result> {
    this.#waiting++;
    const result = this.#turn.then(async () => {
      await this.#left();
      this.#waiting--;
      const interrupts = this.#interruptsNext;
      this.#interruptsNext = false;
      if (this.#isClosed) throw ended();
      if (this.channel === 0) this.#interpreter = this.#start();
      const interpreter = this.#interpreter as Interpreter;
      clearTimeout(this.#idle);
      this.#running = true;
      try {
        const done = work(interpreter);
        if (interrupts) interpreter.interrupt();
        return await done;
      } catch {
        if (this.#interpreter === interpreter) this.reset();
        else interpreter.end();
        throw ended();
      } finally {
        this.#running = false;
        if (!this.#isClosed) this.#rest();
        this.#surroundings.machine.changed();
      }
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  async run(code: string, options: PythonRunOptions = {}): Promise<PythonResult> {
    if (typeof code !== 'string') throw optionError('code', 'must be a string');
    checkPythonRunOptions(options);
    const { onOutput, timeoutMs = this.#limits.timeoutMs } = options;
    let failed = (): void => {};
    const outputs = new Outputs(this.#limits.maxOutputBytes, onOutput, () => failed());
    const done = this.#inTurn(async (interpreter) => {
      const timers: ReturnType<typeof setTimeout>[] = [];
      const interruptAfter = (ms: number): void => {
        timers.push(setTimeout(() => interpreter.interrupt(), ms));
        timers.push(setTimeout(() => interpreter.end(), Math.min(ms + graceMs, longestTimerMs)));
      };
      failed = () => interruptAfter(0);
      if (timeoutMs > 0) interruptAfter(timeoutMs);
      try {
        await interpreter.ask({ code }, outputs.hear);
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
    });
    await done.catch((error) => {
      if (outputs.failure === undefined) throw error;
    });
    if (outputs.failure !== undefined) throw outputs.failure.error;
    return outputs.result;
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
    else this.#interruptsNext = this.#waiting > 0;
  }

  reset(): void {
    this.#interpreter?.end();
    this.#leaving = this.#interpreter?.gone ?? this.#leaving;
    this.#interpreter = undefined;
  }

  destroyed(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
  }

  close(): void {
    if (this.#isClosed) return;
    this.destroyed();
    this.reset();
    this.#closed();
  }
}

/** At once, of one sandbox. */
export const mostPythonSessions = 16;

/** `sandbox.python`. */
export class Python {
  readonly #surroundings: Surroundings;
  readonly #sessions = new Map<string, InterpreterSession>();

  /** @internal */
  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * A persistent interpreter. Its processes are the sandbox's, and end with it. Rejects with E_LIMIT_SESSIONS when there are 16, with
   * E_INVALID_OPTION and, when the code runs first, as `spawn` does.
   */
  async session(options: PythonSessionOptions = {}): Promise<PythonSession> {
    this.#surroundings.machine.assertAlive();
    if (this.#sessions.size >= mostPythonSessions) {
      throw new SandboxError(`there are ${mostPythonSessions} sessions of Python already`, {
        code: 'E_LIMIT_SESSIONS',
      });
    }
    checkPythonSessionOptions(options);
    const { cwd, env, idleMs } = options;
    return this.#add(crypto.randomUUID(), {
      cwd,
      env: env && { ...env },
      idleMs: idleMs && Math.min(idleMs, mostIdleMs),
    });
  }

  /** Those that have not been closed, also of the snapshot that the sandbox began as. */
  sessions(): PythonSession[] {
    return [...this.#sessions.values()];
  }

  #add(id: string, options: PythonSessionOptions): InterpreterSession {
    const { machine } = this.#surroundings;
    const session = new InterpreterSession(this.#surroundings, id, options, () => {
      this.#sessions.delete(id);
      machine.changed();
    });
    this.#sessions.set(id, session);
    machine.changed();
    return session;
  }

  /** Settles when no code runs. @internal */
  async settled(): Promise<void> {
    for (;;) {
      const running = [...this.#sessions.values()].filter((session) => session.running);
      if (running.length === 0) return;
      await Promise.all(running.map((session) => session.settled));
    }
  }

  /** Of all sessions, those with an interpreter first. @internal */
  save(): PythonSessionState[] {
    const states = [...this.#sessions.values()].map((session) => session.save());
    return [...states.filter(({ alive }) => alive), ...states.filter(({ alive }) => !alive)];
  }

  /** Leads to the interpreters, in the order of `save`. @internal */
  get channels(): number[] {
    return [...this.#sessions.values()].map(({ channel }) => channel).filter((channel) => channel !== 0);
  }

  /** The sandbox is gone. @internal */
  destroyed(): void {
    for (const session of this.#sessions.values()) session.destroyed();
    this.#sessions.clear();
  }

  /** The sessions are those again, with what the kernel has brought back of their interpreters. @internal */
  restore(states: PythonSessionState[], brought: { process: StartedSession; run: number }[]): void {
    states.forEach(({ id, options }, index) => {
      const session = this.#sessions.get(id) ?? this.#add(id, options);
      const found = brought[index];
      if (found !== undefined && found.process.pid !== 0) session.resume(found.process, found.run);
    });
  }
}
