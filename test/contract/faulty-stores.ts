// Stores that are slow, that fail, and that stop in the middle.

import { MemoryStore, type StateStore } from 'wasmsand';

export async function objectsOf(store: StateStore): Promise<Map<string, Uint8Array>> {
  const all = new Map<string, Uint8Array>();
  for await (const name of store.list()) all.set(name, (await store.get(name))!);
  return all;
}

export interface GatedStore {
  store: StateStore;
  /** The names of the methods that were called to write. */
  calls: string[];
  /** From now on calls that write wait. */
  close(): void;
  open(): void;
  /** From now on they reject, before they have done anything. */
  fail(reason: Error | undefined): void;
  /** Or when they have done it. */
  lose(reason: Error | undefined): void;
}

export function gatedStore(inner: StateStore = new MemoryStore()): GatedStore {
  const calls: string[] = [];
  let gate = Promise.resolve();
  let release = (): void => {};
  let failure: Error | undefined;
  let loss: Error | undefined;
  const writing = async <Result>(call: string, act: () => Promise<Result>): Promise<Result> => {
    calls.push(call);
    await gate;
    if (failure !== undefined) throw failure;
    const result = await act();
    if (loss !== undefined) throw loss;
    return result;
  };
  return {
    calls,
    close() {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    open: () => release(),
    fail(reason) {
      failure = reason;
    },
    lose(reason) {
      loss = reason;
    },
    store: {
      readRoot: () => inner.readRoot(),
      get: (name) => inner.get(name),
      list: () => inner.list(),
      put: (objects) => writing('put', () => inner.put(objects)),
      delete: (names) => writing('delete', () => inner.delete(names)),
      swapRoot: (expected, next) => writing('swapRoot', () => inner.swapRoot(expected, next)),
      commit: (change) => writing('commit', () => inner.commit!(change)),
    },
  };
}

/** As one without transactions whose process ends at a call that writes, the first being 0: before that, or (`done`) after half of it. */
export function interruptedStore(inner: MemoryStore, at: number, done: boolean): StateStore {
  let calls = 0;
  const half = <Item>(items: Iterable<Item>): Item[] => {
    const all = [...items];
    return all.slice(0, Math.ceil(all.length / 2));
  };
  const writing = async <Result>(act: () => Promise<Result>, part: () => Promise<unknown>): Promise<Result> => {
    if (calls++ < at) return act();
    if (done && calls === at + 1) await part();
    throw new Error('interrupted');
  };
  return {
    readRoot: () => inner.readRoot(),
    get: (name) => inner.get(name),
    list: () => inner.list(),
    put: (objects) =>
      writing(
        () => inner.put(objects),
        () => inner.put(new Map(half(objects))),
      ),
    delete: (names) =>
      writing(
        () => inner.delete(names),
        () => inner.delete(half(names)),
      ),
    swapRoot: (expected, next) =>
      writing(
        () => inner.swapRoot(expected, next),
        () => inner.swapRoot(expected, next),
      ),
  };
}
