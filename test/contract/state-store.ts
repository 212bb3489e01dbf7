// What every store of saved state must do: a suite for any of them, whoever has written it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StateStore } from 'wasmsand';
import { Actor, type Method, Owner } from './owners.js';

/** A new place, and what opens it: again and again, one at a time. */
export interface StorePlace {
  open(): Promise<StateStore>;
  remove(): Promise<void>;
}

const name = (digit: number): string => digit.toString(16).padStart(64, '0');
/** As owners name objects since there are epochs. */
const epochName = (epoch: number, digit: number): string => `${epoch.toString(16)}-${name(digit)}`;
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const plain = (value: Uint8Array | undefined): number[] | undefined => value && Array.from(value);

async function names(store: StateStore): Promise<string[]> {
  const all: string[] = [];
  for await (const one of store.list()) all.push(one);
  return all.sort();
}

export function describeStore(title: string, place: () => Promise<StorePlace>): void {
  describe(`the store ${title}`, () => {
    let here: StorePlace;
    let store: StateStore;
    beforeEach(async () => {
      here = await place();
      store = await here.open();
    });
    afterEach(async () => {
      await store.close?.();
      await here.remove();
    });

    const reopen = async (): Promise<void> => {
      await store.close?.();
      store = await here.open();
    };

    it('is empty at first', async () => {
      expect(await store.readRoot()).toBeUndefined();
      expect(await names(store)).toEqual([]);
      expect(await store.get(name(1))).toBeUndefined();
    });

    it('keeps objects, empty ones and large ones too', async () => {
      const large = crypto.getRandomValues(new Uint8Array(65_536));
      const objects = new Map([
        [name(1), bytes()],
        [name(2), large],
      ]);
      await store.put(objects);
      await reopen();
      expect(await names(store)).toEqual([name(1), name(2)]);
      expect(plain(await store.get(name(1)))).toEqual([]);
      expect(plain(await store.get(name(2)))).toEqual(Array.from(large));
    });

    it('keeps thousands of objects', async () => {
      const objects = new Map(Array.from({ length: 5000 }, (_, i) => [name(i), bytes(i, i >> 8)] as const));
      await store.put(objects);
      expect(await names(store)).toEqual([...objects.keys()].sort());
      await store.delete([...objects.keys()].slice(1));
      expect(await names(store)).toEqual([name(0)]);
    });

    it('takes the same object again, and forgets what is not there', async () => {
      await store.put(new Map([[name(1), bytes(1)]]));
      await store.put(new Map([[name(1), bytes(2)]]));
      await store.delete([name(1), name(2)]);
      await store.delete([name(1)]);
      expect(await names(store)).toEqual([]);
    });

    it('keeps objects of one hash and several epochs apart', async () => {
      const objects = new Map(
        [name(1), epochName(1, 1), epochName(0x2f, 1), epochName(2 ** 51, 1)].map((key, i) => [key, bytes(i)]),
      );
      await store.put(objects);
      await store.delete([epochName(0x2f, 1)]);
      await reopen();
      expect(await names(store)).toEqual([name(1), epochName(1, 1), epochName(2 ** 51, 1)].sort());
      expect(plain(await store.get(name(1)))).toEqual([0]);
      expect(plain(await store.get(epochName(1, 1)))).toEqual([1]);
      expect(await store.get(epochName(0x2f, 1))).toBeUndefined();
    });

    it.each<[string, readonly Method[]]>([
      ['calls', ['put', 'swapRoot', 'delete']],
      ['transactions', ['swapRoot', 'commit']],
    ])('keeps the state of its owner, whichever %s of the one before come late', async (_, methods) => {
      await new Owner(store).open();
      for (let before = 0, ended = false; !ended; before++) {
        const first = new Owner(store);
        await first.open();
        await first.save(['a', 'b', 'c']);
        const former = new Actor(store, methods, async (through) => {
          const owner = new Owner(through);
          await owner.open();
          await owner.save(['a', 'd']);
          await owner.save(['b', 'e']);
        });
        const happen = async (most: number): Promise<boolean> => {
          for (let calls = 0; calls < most; calls++) {
            await former.settled();
            if (former.next === undefined) return true;
            await former.take().happen();
          }
          return false;
        };
        // The first one is its claim.
        ended = await happen(1 + before);
        await former.settled();
        const successor = new Owner(store);
        await successor.open();
        await successor.save(['c', 'd', 'e']);
        await happen(Number.POSITIVE_INFINITY);
        expect(await new Owner(store).open()).toEqual(['c', 'd', 'e']);
      }
    });

    it('keeps what it was given, whatever becomes of the array', async () => {
      const object = bytes(1);
      const root = bytes(2);
      await store.put(new Map([[name(1), object]]));
      await store.swapRoot(undefined, root);
      object.fill(9);
      root.fill(9);
      expect(plain(await store.get(name(1)))).toEqual([1]);
      expect(plain(await store.readRoot())).toEqual([2]);
    });

    it('swaps the root for what is expected only', async () => {
      expect(await store.swapRoot(bytes(0), bytes(1))).toBe(false);
      expect(await store.swapRoot(undefined, bytes(1))).toBe(true);
      expect(await store.swapRoot(undefined, bytes(2))).toBe(false);
      expect(await store.swapRoot(bytes(1, 0), bytes(2))).toBe(false);
      expect(await store.swapRoot(bytes(1), bytes(2))).toBe(true);
      await reopen();
      expect(plain(await store.readRoot())).toEqual([2]);
      expect(await names(store)).toEqual([]);
    });

    it('lets one of those win that swap at a time', async () => {
      const swaps = Array.from({ length: 20 }, (_, i) => store.swapRoot(undefined, bytes(i)));
      const won = (await Promise.all(swaps)).flatMap((swapped, i) => (swapped ? [i] : []));
      expect(won).toHaveLength(1);
      expect(plain(await store.readRoot())).toEqual(won);
    });

    it('does all of a commit or nothing, if it has one', async () => {
      if (store.commit === undefined) return;
      await store.put(new Map([[name(1), bytes(1)]]));
      const change = { put: new Map([[name(2), bytes(2)]]), delete: [name(1)] };
      expect(await store.commit({ ...change, root: { expected: bytes(0), next: bytes(1) } })).toBe(false);
      expect(await names(store)).toEqual([name(1)]);
      expect(await store.commit({ ...change, root: { expected: undefined, next: bytes(1) } })).toBe(true);
      await reopen();
      expect(await names(store)).toEqual([name(2)]);
      expect(plain(await store.readRoot())).toEqual([1]);
    });
  });
}
