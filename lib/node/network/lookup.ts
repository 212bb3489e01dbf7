// Names of the outside, asked of the host's own resolver: few at a time, for its look-ups share the threads of Node's files.

import { type LookupAddress, lookup as nodeLookup } from 'node:dns';
import { canonicalAddress } from '../../network/address.js';
import type { LookupFailure } from '../../network/resolve.js';

/** Like dns.lookup with `all` and `verbatim`; rejects with its codes. */
export type LookupFunction = (host: string) => Promise<readonly { address: string; family: number }[]>;

const atATime = 2;
const mostWaiting = 64;
const mostKept = 256;

const systemLookup: LookupFunction = (host) =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    nodeLookup(host, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

const failures: Readonly<Record<string, LookupFailure>> = {
  ENOTFOUND: 'noname',
  ENODATA: 'noname',
  EAI_AGAIN: 'again',
  ETIMEOUT: 'again',
};

interface Kept {
  readonly addresses: readonly string[];
  readonly until: number;
}

export class Names {
  readonly #hosts: ReadonlyMap<string, string>;
  readonly #lookup: LookupFunction;
  readonly #keepMs: number;
  readonly #timeoutMs: number;
  readonly #kept = new Map<string, Kept>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `keepMs`: how long an answer is kept for the connection that follows. */
  constructor(
    hosts: ReadonlyMap<string, string>,
    lookup: LookupFunction | undefined,
    keepMs: number,
    timeoutMs: number,
  ) {
    this.#hosts = hosts;
    this.#lookup = lookup ?? systemLookup;
    this.#keepMs = keepMs;
    this.#timeoutMs = timeoutMs;
  }

  /** The addresses of a name or of an address, in their usual spelling, in the order in which they are to be tried. */
  async addressesOf(host: string, family: 0 | 4 | 6): Promise<readonly string[] | LookupFailure> {
    const known = canonicalAddress(host) ?? this.#hosts.get(host);
    const all = known === undefined ? await this.#ask(host) : [known];
    if (typeof all === 'string' || family === 0) return all;
    const wanted = all.filter((address) => address.includes(':') === (family === 6));
    return wanted.length > 0 ? wanted : 'noname';
  }

  async #ask(host: string): Promise<readonly string[] | LookupFailure> {
    const kept = this.#kept.get(host);
    if (kept !== undefined && performance.now() < kept.until) return kept.addresses;
    this.#kept.delete(host);
    if (this.#running >= atATime) {
      if (this.#waiting.length >= mostWaiting) return 'again';
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running++;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<LookupFailure>((resolve) => {
      timer = setTimeout(resolve, this.#timeoutMs, 'again').unref();
    });
    const found = this.#found(host);
    // A slow look-up still occupies a thread, so the next one has to wait for it.
    void found.finally(() => {
      this.#running--;
      this.#waiting.shift()?.();
    });
    const answer = await Promise.race([found, late]);
    clearTimeout(timer);
    return answer;
  }

  async #found(host: string): Promise<readonly string[] | LookupFailure> {
    try {
      const answers = await this.#lookup(host);
      const addresses = answers.map(({ address }) => canonicalAddress(address)).filter((one) => one !== undefined);
      if (addresses.length === 0) return 'noname';
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(host, { addresses, until: performance.now() + this.#keepMs });
      return addresses;
    } catch (error) {
      return failures[(error as NodeJS.ErrnoException).code ?? ''] ?? 'fail';
    }
  }
}
