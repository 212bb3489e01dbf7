// What the gate keeps for a sandbox outside of the guest's memory: heads, answers on their way, what is logged. No limit of the machine
// sees these bytes, so they are counted here. They are bounded for each sandbox, and for all sandboxes of this thread together.

const mebibyte = 1024 * 1024;
const mostOfOne = 32 * mebibyte;
const mostOfAll = 256 * mebibyte;
/** Every sandbox may keep as much, however much the others keep: nobody is locked out by a crowd. */
const certain = mebibyte / 2;

export interface HeapBounds {
  readonly mostOfOne: number;
  readonly mostOfAll: number;
  readonly certain: number;
}

/** What all accounts of a thread have in common. */
export class SharedHeap {
  readonly bounds: HeapBounds;
  readonly #waiting = new Set<HeapAccount>();
  bytes = 0;

  constructor(bounds: Partial<HeapBounds> = {}) {
    this.bounds = { mostOfOne, mostOfAll, certain, ...bounds };
  }

  await(account: HeapAccount): void {
    this.#waiting.add(account);
  }

  /** There is room again: for one that waits for `freed`, or else for the one that has waited for longest. */
  wake(freed: HeapAccount): void {
    if (this.#waiting.size === 0) return;
    const [first] = this.#waiting;
    const account = this.#waiting.delete(freed) ? freed : first!;
    this.#waiting.delete(account);
    // To the end: it may have more that wait.
    if (account.retryOne()) this.#waiting.add(account);
  }
}

const ofThisThread = new SharedHeap();

export class HeapAccount {
  readonly #shared: SharedHeap;
  readonly #givers: ((bytes: number) => void)[] = [];
  #waiting: (() => void)[] = [];
  #isClosed = false;
  #bytes = 0;

  constructor(shared = ofThisThread) {
    this.#shared = shared;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether there is room for so many bytes. If there is they are counted until `free` is called with the same number. */
  take(bytes: number): boolean {
    for (let isRelieved = false; !this.#fits(bytes); isRelieved = true) {
      if (isRelieved) return false;
      const over = this.#bytes + bytes - this.#shared.bounds.certain;
      for (const give of this.#givers) give(over);
    }
    this.#add(bytes);
    return true;
  }

  #fits(bytes: number): boolean {
    const { mostOfOne, mostOfAll, certain } = this.#shared.bounds;
    const own = this.#bytes + bytes;
    return own <= certain || (own <= mostOfOne && this.#shared.bytes + bytes <= mostOfAll);
  }

  /** Has something that can be given up for what is needed more: `give` frees so many bytes, or what it has. */
  onNeed(give: (bytes: number) => void): void {
    this.#givers.push(give);
  }

  /** The same for what only makes things faster: half of the room is left to what cannot do without. */
  takeSpare(bytes: number): boolean {
    const { bounds } = this.#shared;
    const isSpare =
      this.#bytes + bytes <= bounds.mostOfOne / 2 && this.#shared.bytes + bytes <= bounds.mostOfAll / 2;
    return isSpare && this.take(bytes);
  }

  free(bytes: number): void {
    if (bytes === 0) return;
    this.#add(-bytes);
    this.#shared.wake(this);
  }

  /** Calls `retry` once, when something may have been freed. Whoever still finds no room has to ask again. */
  onRoom(retry: () => void): void {
    if (this.#isClosed) return;
    this.#waiting.push(retry);
    this.#shared.await(this);
  }

  /** Whether there are more that wait. */
  retryOne(): boolean {
    this.#waiting.shift()?.();
    return this.#waiting.length > 0;
  }

  /** For the case that one was woken which needed nothing any more. */
  retryAll(): void {
    for (const retry of this.#waiting.splice(0)) retry();
  }

  /** The sandbox is gone, and all that was kept for it. */
  close(): void {
    this.#waiting = [];
    const left = this.#bytes;
    this.free(left);
    this.#isClosed = true;
  }

  #add(bytes: number): void {
    // What is still freed after the end was freed by it.
    if (this.#isClosed) return;
    this.#bytes += bytes;
    this.#shared.bytes += bytes;
  }
}

/** What a head of so many bytes and lines takes when it is read: its text twice, and a name and a value for each line in several lists. */
export function headBytes(bytes: number, lines: number): number {
  return 2 * bytes + 160 * lines;
}
