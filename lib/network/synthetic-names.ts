// Addresses that stand for names, so that a connection says which name it is for: 198.18.0.0/15, which is for benchmarks and is nobody's;
// where IPv6 was asked for, the same in the last bytes of 2001:2::/48.

import { canonicalAddress } from './address.js';

const base = 198 * 2 ** 24 + 18 * 2 ** 16;
const count = 2 ** 17;
const prefix6 = '2001:2::';

/** What a synthetic address stands for. */
export interface SyntheticName {
  readonly host: string;
  /** 6: the guest has asked for IPv6 only. */
  readonly family: 4 | 6;
}

interface Entry {
  readonly host: string;
  readonly index: number;
  users: number;
}

/** One address for each name, for as long as the table lasts; of more than `capacity` names the one that was not used for longest is forgotten. */
export class SyntheticNames {
  readonly #capacity: number;
  // The first is the one that was not used for longest.
  readonly #byHost = new Map<string, Entry>();
  readonly #byIndex = new Map<number, Entry>();
  // Goes round: what was given up is not given to another name soon.
  #next = 1;

  constructor(capacity = 4096) {
    this.#capacity = Math.min(capacity, count / 2);
  }

  /** The address of the name. `undefined`: connections use all there may be. */
  addressOf(host: string, family: 4 | 6): string | undefined {
    const entry = this.#byHost.get(host) ?? this.#add(host);
    if (entry === undefined) return undefined;
    this.#touch(entry);
    const value = base + entry.index;
    if (family === 6) return `${prefix6}${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
    return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
  }

  /** `undefined`: no address that was given out, and was not given up since. */
  nameOf(address: string): SyntheticName | undefined {
    const family = address.includes(':') ? 6 : 4;
    const entry = this.#byIndex.get(numberOf(address) - base);
    return entry === undefined ? undefined : { host: entry.host, family };
  }

  /** Keeps the name as long as a connection uses it. The function that is returned ends that. */
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

/** Whether the address is one that only this table could have given out. */
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
