// A Python session: an interpreter of the sandbox that runs one piece of code after the other and keeps its variables.

import { destroyedError, optionError, SandboxError } from '../api/errors.js';
import { optionDefaults } from '../api/option-defaults.js';
import type {
  PythonResult,
  PythonRunOptions,
  PythonSession,
  PythonSessionOptions,
  PythonVariable,
} from '../api/python.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';
import { Turns } from '../machine/turns.js';
import { checkCommandBytes, checkPythonSessionOptions, readPythonRunOptions } from '../options/command-options.js';
import { cancellableWait } from '../processes/cancellation.js';
import type { Session } from '../shell/session.js';
import { encodeRequest, Interpreter, sessionEnded } from './python-interpreter.js';
import {
  CallerError,
  cancelledResult,
  listVariables,
  type Running,
  runCode,
  type SessionLimits,
} from './python-run.js';

/** The longest timer: more than three weeks. */
export const mostIdleMs = 2 ** 31 - 1;

/** The state of a session besides its interpreter, for snapshots. */
export interface PythonSessionState {
  id: string;
  options: PythonSessionOptions;
  /** Whether it had an interpreter. */
  alive: boolean;
}

/** The parts of the sandbox that sessions use. */
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
  readonly #turns = new Turns();
  #interpreter: Interpreter | undefined;
  /** Settles when the last interpreter has ended. */
  #leaving: Promise<void> | undefined;
  #running = false;
  /** The number of calls that have not begun. */
  #waiting = 0;
  /** Whether the next code is interrupted as it begins. */
  #interruptsNext = false;
  /** Why this side is ending the interpreter that runs code. */
  #endedBy = '';
  #dismissIdle: () => void = () => {};
  #isClosed = false;

  constructor(surroundings: Surroundings, id: string, options: PythonSessionOptions, closed: () => void) {
    this.id = id;
    this.#surroundings = surroundings;
    this.#options = options;
    this.#closed = closed;
    this.#rest();
  }

  /** Settles when all calls so far are done. */
  get settled(): Promise<unknown> {
    return this.#turns.done;
  }

  get running(): boolean {
    return this.#running;
  }

  /** The number of the channel to the interpreter; 0: there is none. */
  get channel(): number {
    return this.#interpreter?.channel ?? 0;
  }

  save(): PythonSessionState {
    return { id: this.id, options: { ...this.#options }, alive: this.channel !== 0 };
  }

  /** Continues with the interpreter that the kernel has restored. */
  resume(process: StartedSession, run: number): void {
    this.#interpreter = Interpreter.resume(this.#surroundings.machine, process, run);
  }

  #start(): Interpreter {
    const { machine, shell } = this.#surroundings;
    const cwd = shell.startDirectory(this.#options.cwd);
    return Interpreter.start(machine, cwd, shell.environment(cwd, this.#options.env));
  }

  #rest(): void {
    this.#dismissIdle();
    const { platform } = this.#surroundings.machine;
    this.#dismissIdle = platform.remind(this.#options.idleMs ?? optionDefaults['PythonSessionOptions.idleMs'], () =>
      this.close(),
    );
  }

  /** Waits for the last interpreter to end: the next one may need its memory. */
  async #left(): Promise<void> {
    const { machine } = this.#surroundings;
    if (this.#leaving === undefined) return;
    machine.hold();
    await this.#leaving;
    machine.release();
    this.#leaving = undefined;
  }

  #inTurn<Result>(work: (running: Running) => Promise<Result>): Promise<Result> {
    this.#waiting++;
    return this.#turns.take(async () => {
      await this.#left();
      this.#waiting--;
      const interrupts = this.#interruptsNext;
      this.#interruptsNext = false;
      const { machine, limits } = this.#surroundings;
      if (machine.isDestroyed) throw destroyedError();
      if (this.#isClosed) throw sessionEnded('it was closed');
      const began = performance.now();
      if (this.channel === 0) this.#interpreter = this.#start();
      const interpreter = this.#interpreter as Interpreter;
      this.#dismissIdle();
      this.#endedBy = '';
      this.#running = true;
      try {
        return await work({ machine, interpreter, limits, began, interrupts });
      } catch (error) {
        throw this.#failed(interpreter, error);
      } finally {
        this.#running = false;
        if (!this.#isClosed) this.#rest();
        machine.changed();
      }
    });
  }

  /**
   * The error for the caller. An interpreter that refused a request, or has not run it, is unchanged. Any other interpreter is not used
   * again.
   */
  #failed(interpreter: Interpreter, error: unknown): unknown {
    if (this.#surroundings.machine.isDestroyed) return destroyedError();
    const isKnown = error instanceof SandboxError;
    if (isKnown && error.code !== 'E_PYTHON') return error;
    if (error instanceof CallerError && !error.isSpoiled) return error;
    const endedBy = this.#endedBy;
    if (this.#interpreter === interpreter) this.reset();
    else interpreter.end();
    if (error instanceof CallerError) return error;
    if (endedBy !== '') return sessionEnded(endedBy);
    return isKnown ? error : sessionEnded(error instanceof Error ? error.message : '', { cause: error });
  }

  async run(code: string, options: PythonRunOptions = {}): Promise<PythonResult> {
    if (typeof code !== 'string') throw optionError('code', 'must be a string');
    const asked = readPythonRunOptions(options);
    const { limits, machine } = this.#surroundings;
    checkCommandBytes([code], limits.maxCommandBytes, 'the code');
    const request = encodeRequest({ code }, asked.maxOutputBytes ?? limits.maxOutputBytes);
    machine.assertAlive();
    const { signal } = asked;
    const turn = this.#turns.done;
    const result = this.#inTurn((running) => runCode(running, request, asked)).catch((error: unknown) => {
      throw error instanceof CallerError ? error.error : error;
    });
    return signal === undefined ? result : cancellableWait(turn, result, signal, cancelledResult);
  }

  variables(): Promise<PythonVariable[]> {
    return this.#inTurn(listVariables);
  }

  interrupt(): void {
    if (this.#running) this.#interpreter?.interrupt();
    else this.#interruptsNext = this.#waiting > 0;
  }

  reset(): void {
    this.#end('it was reset');
  }

  #end(why: string): void {
    this.#endedBy = why;
    this.#interpreter?.end();
    this.#leaving = this.#interpreter?.gone ?? this.#leaving;
    this.#interpreter = undefined;
  }

  destroyed(): void {
    this.#isClosed = true;
    this.#dismissIdle();
  }

  close(): void {
    if (this.#isClosed) return;
    this.destroyed();
    this.#end('it was closed');
    this.#closed();
  }
}

/** Sessions of one sandbox at a time. */
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
   * Starts a session. Its processes belong to the sandbox and end with it. The first `run` rejects as `spawn` does if no interpreter can
   * be started.
   *
   * @throws `E_LIMIT_SESSIONS`: there are 16. Close one of them.
   * @throws `E_INVALID_OPTION`, `E_DESTROYED`
   *
   * @example
   * const session = await sandbox.python.session({ env: { MPLBACKEND: 'Agg' } });
   * await session.run('import math; r = 2');
   * const { value } = await session.run('math.pi * r ** 2'); // { 'text/plain': '12.566370614359172' }
   * session.close();
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

  /** The open sessions, including those of the snapshot that the sandbox began from. */
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

  /** The sessions, those with an interpreter first. @internal */
  save(): PythonSessionState[] {
    const states = [...this.#sessions.values()].map((session) => session.save());
    return [...states.filter(({ alive }) => alive), ...states.filter(({ alive }) => !alive)];
  }

  /** The channels to the interpreters, in the order of `save`. @internal */
  get channels(): number[] {
    return [...this.#sessions.values()].map(({ channel }) => channel).filter((channel) => channel !== 0);
  }

  /** The sandbox has been destroyed. @internal */
  destroyed(): void {
    for (const session of this.#sessions.values()) session.destroyed();
    this.#sessions.clear();
  }

  /** Replaces the sessions by those of a snapshot, with the interpreters that the kernel has restored. @internal */
  restore(states: PythonSessionState[], brought: { process: StartedSession; run: number }[]): void {
    states.forEach(({ id, options }, index) => {
      const session = this.#sessions.get(id) ?? this.#add(id, options);
      const found = brought[index];
      if (found !== undefined && found.process.pid !== 0) session.resume(found.process, found.run);
    });
  }
}
