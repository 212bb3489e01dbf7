// Owners of one saved state whose calls wait until a test lets them happen, in an order that it chooses.

import { createHash } from 'node:crypto';
import type { StateChange, StateObjects, StateStore } from 'wasmsand';
import { nodePlatform } from '../../lib/node/platform.js';
import { SavedState, type SavedTree } from '../../lib/persistence/saved-state.js';

/** A state of these tests: its objects are texts, and its root names them. */
export type Contents = readonly string[];

export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
export const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
export const rootOf = (contents: Contents): Uint8Array =>
  bytesOf(`root ${contents.map((text) => hashOf(bytesOf(text)).toString('hex')).join(' ')}`);

/** What a tree says, as a kernel reads it: rejects when an object is missing or damaged. */
export function contentsOf({ root, objects }: SavedTree): Contents {
  const byHash = new Map(objects.map((object) => [hashOf(object).toString('hex'), Buffer.from(object).toString()]));
  const find = (hash: string): string => {
    const found = byHash.get(hash);
    if (found === undefined) throw new Error(`object ${hash.slice(0, 8)} is missing`);
    return found;
  };
  const [, ...hashes] = find(Buffer.from(root).toString('hex')).split(' ');
  return hashes.filter((hash) => hash !== '').map(find);
}

export class Owner {
  readonly #saved: SavedState;
  readonly #known = new Set<string>();
  /** What is kept, with its root; `undefined`: nothing is. */
  #kept: Set<string> | undefined;
  #isOpen = false;
  #next: Set<string> | undefined;

  constructor(store: StateStore, key?: Uint8Array) {
    const maxBytes = Number.POSITIVE_INFINITY;
    this.#saved = new SavedState({
      ...{ store, namespace: 'n', key, maxBytes, platform: nodePlatform },
      release: () => {},
    });
  }

  /** Takes the state. */
  async open(): Promise<Contents | undefined> {
    return this.#saved.take(async (tree) => {
      this.#known.clear();
      for (const object of tree?.objects ?? []) this.#known.add(Buffer.from(object).toString());
      const contents = tree && contentsOf(tree);
      this.#kept = new Set(contents && [...contents, Buffer.from(rootOf(contents)).toString()]);
      return contents;
    });
  }

  /** As the kernel's journal does: what is new, and the names of what is of no use any more. */
  async save(contents: Contents): Promise<void> {
    if (this.#isOpen) this.#settle(await this.#saved.findOut());
    const root = rootOf(contents);
    const next = new Set([...contents, Buffer.from(root).toString()]);
    const kept = this.#kept ?? new Set();
    const fresh = [...next].filter((text) => !kept.has(text)).map(bytesOf);
    const dropped = [...new Set([...this.#known, ...kept])].filter((text) => !next.has(text));
    this.#isOpen = true;
    this.#next = next;
    await this.#saved.write({
      root: hashOf(root),
      objects: fresh.map((content) => ({ hash: hashOf(content), content })),
      dropped: dropped.map((text) => hashOf(bytesOf(text))),
    });
    this.#settle(true);
  }

  #settle(kept: boolean): void {
    if (kept) {
      this.#kept = this.#next;
      this.#known.clear();
    }
    this.#isOpen = false;
  }
}

/** A store in memory that a test can look into at any time. */
export class OpenStore implements StateStore {
  readonly objects = new Map<string, Uint8Array>();
  root: Uint8Array | undefined;

  async readRoot(): Promise<Uint8Array | undefined> {
    return this.root;
  }

  async swapRoot(expected: Uint8Array | undefined, next: Uint8Array): Promise<boolean> {
    if (Buffer.compare(this.root ?? bytesOf(''), expected ?? bytesOf('')) !== 0) return false;
    this.root = next;
    return true;
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    return this.objects.get(name);
  }

  async *list(): AsyncIterable<string> {
    yield* [...this.objects.keys()];
  }

  async put(objects: StateObjects): Promise<void> {
    for (const [name, bytes] of objects) this.objects.set(name, bytes);
  }

  async delete(names: readonly string[]): Promise<void> {
    for (const name of names) this.objects.delete(name);
  }

  async commit({ put, delete: gone, root }: StateChange): Promise<boolean> {
    if (!(await this.swapRoot(root.expected, root.next))) return false;
    await this.put(put);
    await this.delete(gone);
    return true;
  }
}

export type Method = 'readRoot' | 'list' | 'get' | 'put' | 'swapRoot' | 'delete' | 'commit';

interface Call {
  method: Method;
  happen(): Promise<void>;
  /** Tells the caller that it has failed; it can still happen. */
  lose(): void;
}

export const lost = new Error('no answer');

/** One of several that use a store: each of its calls of `methods` waits until it is let happen. */
export class Actor {
  readonly store: StateStore;
  readonly #pending: Call[] = [];
  #done = false;
  #wake: () => void = () => {};

  constructor(inner: StateStore, methods: readonly Method[], act: (store: StateStore) => Promise<void>) {
    const waiting = <Result>(method: Method, ask: () => Promise<Result>): Promise<Result> => {
      if (!methods.includes(method)) return ask();
      return new Promise((resolve, reject) => {
        this.#pending.push({
          method,
          happen: () => ask().then(resolve, reject),
          lose: () => reject(lost),
        });
        this.#wake();
      });
    };
    this.store = {
      readRoot: () => waiting('readRoot', () => inner.readRoot()),
      get: (name) => waiting('get', () => inner.get(name)),
      async *list() {
        yield* await waiting('list', async () => {
          const names: string[] = [];
          for await (const name of inner.list()) names.push(name);
          return names;
        });
      },
      put: (objects: StateObjects) => waiting('put', () => inner.put(objects)),
      delete: (names) => waiting('delete', () => inner.delete(names)),
      swapRoot: (expected, next) => waiting('swapRoot', () => inner.swapRoot(expected, next)),
      ...(inner.commit && methods.includes('commit')
        ? { commit: (change) => waiting('commit', () => inner.commit!(change)) }
        : {}),
    };
    const end = (): void => {
      this.#done = true;
      this.#wake();
    };
    void act(this.store).then(end, end);
  }

  /** Resolves when it waits for a call, or has ended. */
  async settled(): Promise<void> {
    while (this.#pending.length === 0 && !this.#done) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  get next(): Call | undefined {
    return this.#pending[0];
  }

  take(): Call {
    return this.#pending.shift()!;
  }
}

/** Runs `play` with every sequence of choices that there is; `choose(count)` gives one of so many. Returns how many there were. */
export async function explore(play: (choose: (count: number) => number) => Promise<void>): Promise<number> {
  let path: number[] = [];
  for (let runs = 1; ; runs++) {
    const counts: number[] = [];
    await play((count) => {
      counts.push(count);
      const at = counts.length - 1;
      path[at] ??= 0;
      return path[at];
    });
    path = path.slice(0, counts.length);
    while (path.length > 0 && path.at(-1)! + 1 >= counts[path.length - 1]!) path.pop();
    if (path.length === 0) return runs;
    path[path.length - 1]!++;
  }
}
