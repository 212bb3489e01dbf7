// Addresses that stand for names, so that a later connection shows which name it is for. They are from 198.18.0.0/15, which is reserved for
// benchmarks, or for IPv6 from the last bytes of 2001:2::/48.

import { canonicalAddress } from './address.js';

const base = 198 * 2 ** 24 + 18 * 2 ** 16;
const count = 2 ** 17;
const prefix6 = '2001:2::';

/** What a synthetic address stands for. */
export interface SyntheticName {
  readonly host: string;
  /** 6: the guest asked for IPv6 only. */
  readonly family: 4 | 6;
}

interface Entry {
  readonly host: string;
  readonly index: number;
  users: number;
}

/** Each name has one address while it is in the table. Beyond `capacity` names, the least recently used one is dropped. */
export class SyntheticNames {
  readonly #capacity: number;
  // The first entry is the least recently used one.
  readonly #byHost = new Map<string, Entry>();
  readonly #byIndex = new Map<number, Entry>();
  // Goes round, so that a freed address is not reused soon.
  #next = 1;

  constructor(capacity = 4096) {
    this.#capacity = Math.min(capacity, count / 2);
  }

  /** The address of the name. `undefined`: connections use all addresses. */
  addressOf(host: string, family: 4 | 6): string | undefined {
    const entry = this.#byHost.get(host) ?? this.#add(host);
    if (entry === undefined) return undefined;
    this.#touch(entry);
    const value = base + entry.index;
    if (family === 6) return `${prefix6}${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
    return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
  }

  /** `undefined`: this address was not given out, or was freed since. */
  nameOf(address: string): SyntheticName | undefined {
    const family = address.includes(':') ? 6 : 4;
    const entry = this.#byIndex.get(numberOf(address) - base);
    return entry === undefined ? undefined : { host: entry.host, family };
  }

  /** Keeps the name while a connection uses it. The returned function ends that. */
  hold(host: string): () => void {
    const entry = this.#byHost.get(host);
    if (entry === undefined) return () => {};
    entry.users++;
    return () => {
      entry.users--;
      this.#touch(entry);
    };
  }

  #touch(entry: Entry): void {
    if (!this.#byHost.delete(entry.host)) return;
    this.#byHost.set(entry.host, entry);
  }

  #add(host: string): Entry | undefined {
    if (this.#byHost.size >= this.#capacity && !this.#forgetOne()) return undefined;
    while (this.#byIndex.has(this.#next)) this.#next = (this.#next % (count - 2)) + 1;
    const entry = { host, index: this.#next, users: 0 };
    this.#next = (this.#next % (count - 2)) + 1;
    this.#byHost.set(host, entry);
    this.#byIndex.set(entry.index, entry);
    return entry;
  }

  #forgetOne(): boolean {
    for (const entry of this.#byHost.values()) {
      if (entry.users > 0) continue;
      this.#byHost.delete(entry.host);
      this.#byIndex.delete(entry.index);
      return true;
    }
    return false;
  }
}

/** Whether only this table could have given out the address. */
export function isSynthetic(address: string): boolean {
  const index = numberOf(address) - base;
  return index >= 0 && index < count;
}

/** As a number, of IPv4 or of what our IPv6 addresses end with; NaN: neither. */
function numberOf(address: string): number {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return Number.NaN;
  if (!canonical.includes(':')) return canonical.split('.').reduce((value, part) => value * 256 + Number(part), 0);
  const [, high, low] = /^2001:2::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  return low === undefined ? Number.NaN : Number.parseInt(high!, 16) * 65536 + Number.parseInt(low, 16);
}
