// The other end of the C library's resolver.

import { EACCES, EAGAIN } from '../../abi/generated/errno.js';
import type { GuestConnection } from '../../kernel/connection.js';
import { resolve } from '../../network/resolve.js';
import { formatAnswer, longestQuestion, type ResolverAnswer } from '../../network/resolver-protocol.js';
import type { Gate, Open } from './gate.js';
import { costs } from './turn-share.js';

/** One question. */
export class Resolution implements Open {
  readonly #gate: Gate;
  readonly #connection: GuestConnection;
  readonly #onEnd: () => void;
  readonly #since = performance.now();
  #question = Buffer.alloc(0);
  #answer: Buffer | undefined;
  #isAsked = false;
  #isOver = false;

  constructor(gate: Gate, connection: GuestConnection, onEnd: () => void) {
    this.#gate = gate;
    this.#connection = connection;
    this.#onEnd = onEnd;
    connection.onChange = () => this.#changed();
    if (gate.policy.isClosed) {
      const reason = 'the network is denied (option network)';
      gate.audit({ action: 'resolve', allowed: false, code: 'E_NET_DENIED', reason }, connection);
      connection.refuse(EACCES);
      this.#end();
      return;
    }
    connection.accept();
    this.#changed();
  }

  tick(now: number): void {
    const { connectMs, lookupMs } = this.#gate.timeouts;
    if (now - this.#since > connectMs + lookupMs) this.destroy();
  }

  destroy(): void {
    if (!this.#isOver) this.#connection.close(true);
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#connection.onChange = () => {};
    this.#onEnd();
  }

  #changed(): void {
    if (this.#isOver) return;
    if (this.#answer !== undefined) this.#send();
    else if (!this.#isAsked) this.#read();
  }

  #read(): void {
    const piece = Buffer.alloc(longestQuestion);
    for (;;) {
      const count = this.#connection.read(piece);
      if (count === -EAGAIN) return;
      if (count <= 0) {
        this.destroy();
        return;
      }
      this.#question = Buffer.concat([this.#question, piece.subarray(0, count)]);
      const end = this.#question.indexOf('\n');
      if (end < 0 && this.#question.length < longestQuestion) continue;
      this.#isAsked = true;
      void this.#resolve(end < 0 ? '' : this.#question.toString('utf8', 0, end)).then((answer) => {
        this.#answer = Buffer.from(formatAnswer(answer));
        this.#changed();
      });
      return;
    }
  }

  #send(): void {
    while (this.#answer!.length > 0) {
      const count = this.#connection.write(this.#answer!);
      if (count === -EAGAIN || count === 0) return;
      if (count < 0) break;
      this.#answer = this.#answer!.subarray(count);
    }
    this.#connection.end();
    this.#connection.close();
    this.#end();
  }

  async #resolve(line: string): Promise<ResolverAnswer> {
    const gate = this.#gate;
    await gate.share.pass(costs.question);
    const { policy, synthetic, names, isLazy, options } = gate;
    const addressesOf = isLazy ? undefined : names.addressesOf.bind(names);
    const { answer, event } = await resolve(line, { policy, synthetic, addressesOf, hasProxy: options.proxy });
    if (event !== undefined) gate.audit({ action: 'resolve', ...event }, this.#connection);
    return answer;
  }
}
