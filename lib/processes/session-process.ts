// The process of a session, a shell or an interpreter, which serves one request after the other: what it is asked, and how that ends.

import { EPIPE } from '../abi/generated/errno.js';
import type { LimitName } from '../api/limit-table.js';
import type { ProcessEnd } from '../kernel/processes.js';
import type { SessionStart, SessionStreams } from '../kernel/sessions.js';
import type { Machine, StartedSession } from '../machine/kernel-client.js';

/** How a request ended. */
export type Answer<Reply> =
  | { reply: Reply }
  /** The process has ended. `limits`: those that one has met which never replied, and so could not begin. */
  | { end: ProcessEnd; limits: LimitName[] }
  /** It was taken back before the process had begun with it. */
  | { withdrawn: true };

/** A request that was sent. */
export interface Asking<Reply> {
  readonly stdin: number;
  readonly stdout: number;
  readonly stderr: number;
  /** Never rejects. Keeps the event loop alive until then. */
  readonly answer: Promise<Answer<Reply>>;
  /** Whether there is a reply already, which `receive` takes. */
  readonly hasReplied: boolean;
}

export interface Request {
  readonly bytes: Uint8Array;
  readonly streams: SessionStreams;
  /** What an error calls it. */
  readonly syscall: string;
}

interface Asked {
  readonly run: number;
  /** How long the process has to let go of it, once it was cut. */
  graceMs?: number;
  /** False: the bytes are no such reply. */
  reply(bytes: Uint8Array): boolean;
  settle(answer: Exclude<Answer<never>, { reply: never }>): void;
}

// A second look at how long a reply is would be a second wait for the kernel's lock.
const usual = new Uint8Array(16 * 1024);

export class SessionProcess {
  readonly #machine: Machine;
  readonly #name: string;
  /** Of the process itself, to kill it by; what it starts belongs to the runs that it serves. */
  readonly #run: number;
  readonly #onEnd: (end: ProcessEnd) => void;
  #process: StartedSession = { pid: 0, channel: 0 };
  /** Whether it has replied once: it could start. */
  #hasReplied: boolean;
  #hasEnded = false;
  /** `undefined`: it is idle. */
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
   * Starts one. `onEnd` is called when it has ended, before it is known what becomes of its request: `handOver` can still pass that on.
   * Throws as a spawn does.
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

  /** One that the kernel has brought back. */
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

  /** Leads to it; 0: it has ended. */
  get channel(): number {
    return this.#hasEnded ? 0 : this.#process.channel;
  }

  get isBusy(): boolean {
    return this.#asked !== undefined;
  }

  /**
   * Asks it, which must be idle. `understand` gives `undefined` for what is no reply: whoever says such a thing is not the process that was
   * started, and is killed. Returns `undefined` when it was killed before, which this side has not heard of yet. Throws what has refused
   * the request, and then the process is as it was.
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

  /** Sends what has no reply. Negative: an errno. */
  tell(bytes: Uint8Array): number {
    return this.#machine.kernel.sessionRequest(this.#process.channel, bytes, { runId: this.#run }, new Int32Array(3));
  }

  /** Takes the reply, if there is one. */
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

  /** Takes back the request of a run. False: the process has begun with it, or has it no longer. */
  withdraw(run: number): boolean {
    const asked = this.#asked;
    if (asked?.run !== run || this.#hasEnded || this.#machine.isDestroyed) return false;
    if (this.#machine.kernel.withdrawRequest(this.#process.channel, run) <= 0) return false;
    this.#asked = undefined;
    asked.settle({ withdrawn: true });
    return true;
  }

  /**
   * The run is to end, and the process was told: if it does not let go of it in time, it is killed. Time counts while it has a processor or
   * wants none. A request that it has not begun with is taken back.
   */
  cut(run: number, graceMs: number): void {
    const asked = this.#asked;
    if (asked?.run !== run || this.#hasEnded || this.#machine.isDestroyed || this.withdraw(run)) return;
    asked.graceMs = graceMs;
    this.#machine.kernel.setGrace(this.#process.channel, run, graceMs);
  }

  /**
   * Has another process do what this one, which has ended, was asked for and had not begun with. False: there is no such thing, or it was
   * never able to begin, as the other may be.
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
