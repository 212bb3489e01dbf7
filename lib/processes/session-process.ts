// The process of a session: a shell or a Python interpreter. It serves one request after the other.

import { EPIPE } from '../abi/generated/errno.js';
import type { LimitName } from '../api/limit-table.js';
import type { ProcessEnd } from '../kernel/processes.js';
import type { SessionStart, SessionStreams } from '../kernel/sessions.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';

/** How a request ended. */
export type Answer<Reply> =
  | { reply: Reply }
  /** The process has ended. `limits`: the limits met by a process that never replied, and so could not begin. */
  | { end: ProcessEnd; limits: LimitName[] }
  /** The request was withdrawn before the process began with it. */
  | { withdrawn: true };

/** A request that was sent. */
export interface Asking<Reply> {
  readonly stdin: number;
  readonly stdout: number;
  readonly stderr: number;
  /** Never rejects. Keeps the event loop alive until it settles. */
  readonly answer: Promise<Answer<Reply>>;
  /** Whether there is a reply already, which `receive` takes. */
  readonly hasReplied: boolean;
}

export interface Request {
  readonly bytes: Uint8Array;
  readonly streams: SessionStreams;
  /** The name of the process in errors. */
  readonly syscall: string;
}

interface Asked {
  readonly run: number;
  /** How long the process may take to give up a request that was cut. */
  graceMs?: number;
  /** False: the bytes are no valid reply. */
  reply(bytes: Uint8Array): boolean;
  settle(answer: Exclude<Answer<never>, { reply: never }>): void;
}

// A second look at how long a reply is would be a second wait for the kernel's lock.
const usual = new Uint8Array(16 * 1024);

export class SessionProcess {
  readonly #machine: Machine;
  readonly #name: string;
  /** The number by which the process itself can be killed. Processes that it starts belong to the runs that it serves. */
  readonly #run: number;
  readonly #onEnd: (end: ProcessEnd) => void;
  #process: StartedSession = { pid: 0, channel: 0 };
  /** Whether it has ever replied, which shows that it could start. */
  #hasReplied: boolean;
  #hasEnded = false;
  /** `undefined`: the process is idle. */
  #asked: Asked | undefined;

  private constructor(
    machine: Machine,
    name: string,
    run: number,
    hasReplied: boolean,
    onEnd: (end: ProcessEnd) => void,
  ) {
    this.#machine = machine;
    this.#name = name;
    this.#run = run;
    this.#hasReplied = hasReplied;
    this.#onEnd = onEnd;
  }

  /**
   * Starts one. `onEnd` is called when it has ended, before its request is settled: `handOver` can still pass the request on. Throws as
   * `spawn` does.
   */
  static start(machine: Machine, start: Omit<SessionStart, 'runId'>, onEnd: (end: ProcessEnd) => void): SessionProcess {
    const made = new SessionProcess(machine, start.argv[0] ?? start.path, machine.newWatchedRun(), false, onEnd);
    made.#process = machine.startSession(
      { ...start, runId: made.#run },
      () => made.receive(),
      (end) => made.#end(end),
    );
    return made;
  }

  /** A process that the kernel has restored. */
  static resume(
    machine: Machine,
    name: string,
    process: StartedSession,
    run: number,
    onEnd: (end: ProcessEnd) => void,
  ): SessionProcess {
    const made = new SessionProcess(machine, name, run, true, onEnd);
    made.#process = process;
    machine.listenToSession(
      process,
      () => made.receive(),
      (end) => made.#end(end),
    );
    return made;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The number of its channel; 0: the process has ended. */
  get channel(): number {
    return this.#hasEnded ? 0 : this.#process.channel;
  }

  get isBusy(): boolean {
    return this.#asked !== undefined;
  }

  /**
   * Sends a request to the process, which must be idle. `understand` returns `undefined` for an invalid reply; a process that sends one is
   * killed. Returns `undefined` if the process was killed before, and this side has not heard of it yet. Throws if the request was refused;
   * the process is then unchanged.
   */
  ask<Reply>(request: Request, understand: (bytes: Uint8Array) => Reply | undefined): Asking<Reply> | undefined {
    const result = new Int32Array(3);
    const { kernel } = this.#machine;
    const sent = kernel.sessionRequest(this.#process.channel, request.bytes, request.streams, result);
    if (sent === -EPIPE) return undefined;
    if (sent < 0) throw this.#machine.error(-sent, request.syscall, this.#name);
    const [stdin = 0, stdout = 0, stderr = 0] = result;
    const answer = this.#answer(request.streams.runId, understand);
    return { stdin, stdout, stderr, answer, hasReplied: sent > 0 };
  }

  /** Sends a message without a reply. Negative: an errno. */
  tell(bytes: Uint8Array): number {
    return this.#machine.kernel.sessionRequest(this.#process.channel, bytes, { runId: this.#run }, new Int32Array(3));
  }

  /** Reads the reply, if there is one. */
  receive(): void {
    if (this.#machine.isDestroyed) return;
    const bytes = this.#takeReply();
    if (bytes === undefined) return;
    if (this.#asked?.reply(bytes) === true) {
      this.#asked = undefined;
      this.#hasReplied = true;
    } else {
      this.end();
    }
  }

  /** Withdraws the request of a run. False: the process has begun with it, or no longer has it. */
  withdraw(run: number): boolean {
    const asked = this.#asked;
    if (asked?.run !== run || this.#hasEnded || this.#machine.isDestroyed) return false;
    if (this.#machine.kernel.withdrawRequest(this.#process.channel, run) <= 0) return false;
    this.#asked = undefined;
    asked.settle({ withdrawn: true });
    return true;
  }

  /**
   * Ends the run: the process has been told. If it does not give up the run in time, it is killed. Only time with a processor, or without a
   * need for one, counts. A request that it has not begun is withdrawn.
   */
  cut(run: number, graceMs: number): void {
    const asked = this.#asked;
    if (asked?.run !== run || this.#hasEnded || this.#machine.isDestroyed || this.withdraw(run)) return;
    asked.graceMs = graceMs;
    this.#machine.kernel.setGrace(this.#process.channel, run, graceMs);
  }

  /**
   * Passes the request of this ended process on to another process, if this one had not begun with it. False: there is none, or the process
   * was never able to begin, in which case the other one may fail too.
   */
  handOver(start: () => SessionProcess): boolean {
    const asked = this.#asked;
    if (asked === undefined || !this.#hasReplied || this.#machine.isDestroyed) return false;
    const { kernel } = this.#machine;
    if (kernel.requestWaits(this.#process.channel, asked.run) <= 0) return false;
    let to: SessionProcess;
    try {
      to = start();
    } catch {
      return false;
    }
    if (kernel.passRequest(this.#process.channel, asked.run, to.#process.channel) < 0) return false;
    this.#asked = undefined;
    to.#asked = asked;
    if (asked.graceMs !== undefined) to.cut(asked.run, asked.graceMs);
    return true;
  }

  /** Kills it. */
  end(): void {
    if (!this.#hasEnded && !this.#machine.isDestroyed) this.#machine.kernel.killRun(this.#run);
  }

  #answer<Reply>(run: number, understand: (bytes: Uint8Array) => Reply | undefined): Promise<Answer<Reply>> {
    this.#machine.hold();
    return new Promise((resolve) => {
      const settle = (answer: Answer<Reply>): void => {
        this.#machine.release();
        resolve(answer);
      };
      const reply = (bytes: Uint8Array): boolean => {
        const understood = understand(bytes);
        if (understood !== undefined) settle({ reply: understood });
        return understood !== undefined;
      };
      this.#asked = { run, reply, settle };
    });
  }

  #end(end: ProcessEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const met = this.#machine.limitsMet(this.#run);
    this.#onEnd(end);
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.settle({ end, limits: this.#hasReplied ? [] : met });
    this.#machine.close(this.#process.channel);
  }

  #takeReply(): Uint8Array | undefined {
    const { kernel } = this.#machine;
    const { channel } = this.#process;
    const length = kernel.takeReply(channel, usual);
    if (length <= 0) return undefined;
    if (length <= usual.length) return usual.slice(0, length);
    const bytes = new Uint8Array(length);
    kernel.takeReply(channel, bytes);
    return bytes;
  }
}
