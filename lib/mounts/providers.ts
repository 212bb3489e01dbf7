// Asks providers for what guests, and calls of the host, need of their trees.

import { EAGAIN, ENOENT, ETIMEDOUT } from '../abi/generated/errno.js';
import { destroyedError, SandboxError, systemError } from '../api/errors.js';
import type { Provider, Soon } from '../api/mounts.js';
import type { Platform } from '../kernel/backend.js';
import type { Kernel } from '../kernel/kernel.js';
import { isBytes } from '../text/bytes.js';
import { errnoOf, listAnswer, readAnswer, statAnswer } from './answers.js';

const longestPath = 4096;

/** As native/kernel/vfs/provided/question.h. */
const Kind = { stat: 0, list: 1, read: 2 } as const;

interface Question {
  mount: number;
  number: number;
  kind: number;
  path: string | undefined;
  offset: number;
  length: number;
}

/** A call of the host needs an answer that comes later. */
export class Unanswered extends SandboxError {
  readonly answered: Promise<void>;

  constructor(answered: Promise<void>) {
    super('EAGAIN: the provider of a mount answers later: ask by the functions of `fs`', { code: 'EAGAIN' });
    this.answered = answered;
    // A caller who asks at once does not look at the promise.
    answered.catch(() => {});
  }
}

export class Providers {
  readonly #kernel: Kernel;
  readonly #platform: Platform;
  readonly #mounted = new Map<number, { provider: Provider; timeoutMs: number }>();
  readonly #fields = new Float64Array(5);
  readonly #path = new Uint8Array(longestPath);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Questions that are under way. */
  readonly #later = new Map<string, Promise<void>>();
  /** Callbacks that end the waits of the host's own calls. */
  readonly #waiting = new Set<(reason: Error) => void>();
  #calls = 0;

  constructor(kernel: Kernel, platform: Platform) {
    this.#kernel = kernel;
    this.#platform = platform;
  }

  get any(): boolean {
    return this.#mounted.size > 0;
  }

  add(mount: number, provider: Provider, timeoutMs: number): void {
    this.#mounted.set(mount, { provider, timeoutMs });
  }

  remove(mount: number): void {
    this.#mounted.delete(mount);
  }

  /** The sandbox is gone. */
  clear(): void {
    this.#mounted.clear();
    for (const end of this.#waiting) end(destroyedError());
  }

  /** Handles a question of a guest. */
  asked(mount: number, number: number): void {
    const question = this.#question(mount, number);
    if (question !== undefined) void this.#answer(question);
  }

  /**
   * Runs a call of the host. While the kernel needs an answer of a provider, the call returns -EAGAIN and the provider is asked. Throws
   * `Unanswered`.
   */
  call(make: () => number): number {
    this.#calls++;
    try {
      for (;;) {
        const result = make();
        const question = result === -EAGAIN ? this.#question(0, 0) : undefined;
        if (question === undefined) return result;
        const answered = this.#later.get(nameOf(question)) ?? this.#answer(question);
        if (answered !== undefined) throw new Unanswered(this.#within(question, answered));
      }
    } finally {
      this.#over();
    }
  }

  /** Runs a call of the host and waits for the answers that it needs. They stay valid until the call is over. */
  async settled<Value>(make: () => Value): Promise<Value> {
    this.#calls++;
    try {
      for (;;) {
        try {
          return make();
        } catch (error) {
          if (!(error instanceof Unanswered)) throw error;
          await error.answered;
        }
      }
    } finally {
      this.#over();
    }
  }

  #over(): void {
    if (--this.#calls === 0) this.#kernel.hostDone();
  }

  // A call of the host waits no longer than a guest.
  #within({ mount }: Question, answered: Promise<void>): Promise<void> {
    const { timeoutMs = 0 } = this.#mounted.get(mount) ?? {};
    return new Promise((resolve, reject) => {
      const callOff = this.#platform.remind(timeoutMs, () => reject(systemError(ETIMEDOUT, 'read')));
      const over = (): void => {
        this.#waiting.delete(end);
        callOff();
      };
      const end = (reason: Error): void => {
        over();
        reject(reason);
      };
      this.#waiting.add(end);
      answered.finally(over).then(resolve, reject);
    });
  }

  #question(mount: number, number: number): Question | undefined {
    const length = this.#kernel.question(mount, number, this.#fields, this.#path);
    if (length < 0) return undefined;
    const [asked = 0, which = 0, kind = 0, offset = 0, most = 0] = this.#fields;
    let path: string | undefined;
    try {
      path = this.#decoder.decode(this.#path.subarray(0, length));
    } catch {
      // Names of providers are always valid text.
    }
    return { mount: asked, number: which, kind, path, offset, length: most };
  }

  /** Undefined: it is answered. What is thrown now or later is an answer too. */
  #answer(question: Question): Promise<void> | undefined {
    const reply = (bytes: Uint8Array) => this.#reply(question, 0, bytes);
    const fail = (reason: unknown) => this.#reply(question, errnoOf(reason));
    const provider = this.#mounted.get(question.mount)?.provider;
    if (question.path === undefined || provider === undefined) {
      this.#reply(question, ENOENT);
      return undefined;
    }
    try {
      const answer = this.#ask(provider, question.path, question);
      if (isBytes(answer)) {
        reply(answer);
        return undefined;
      }
      const name = nameOf(question);
      const answered = answer
        .then(reply)
        .catch(fail)
        .finally(() => this.#later.delete(name));
      this.#later.set(name, answered);
      return answered;
    } catch (reason) {
      fail(reason);
      return undefined;
    }
  }

  #ask(provider: Provider, path: string, { kind, offset, length }: Question): Uint8Array | Promise<Uint8Array> {
    switch (kind) {
      case Kind.stat:
        return then(provider.stat(path), (stat) => {
          if (stat === undefined || stat === null) throw Object.assign(new Error('nothing'), { code: 'ENOENT' });
          return statAnswer(stat);
        });
      case Kind.list:
        return then(provider.list(path), listAnswer);
      default:
        return then(provider.read(path, offset, length), (bytes) => readAnswer(bytes, length));
    }
  }

  #reply({ mount, number }: Question, errno: number, bytes: Uint8Array = new Uint8Array()): void {
    this.#kernel.answer(mount, number, errno, bytes);
  }
}

function nameOf({ mount, number }: Question): string {
  return `${mount} ${number}`;
}

function then<Value, Made>(value: Soon<Value>, make: (value: Value) => Made): Made | Promise<Made> {
  const isLater = typeof value === 'object' && value !== null && 'then' in value;
  return isLater ? Promise.resolve(value).then(make) : make(value as Value);
}
