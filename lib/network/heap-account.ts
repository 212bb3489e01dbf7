// Counts the bytes that the gate keeps for a sandbox outside of the guest's memory: heads, answers on their way, log entries. No limit of the
// machine sees these bytes. They are bounded for each sandbox, and for all sandboxes of this thread together.

const mebibyte = 1024 * 1024;
const mostOfOne = 32 * mebibyte;
const mostOfAll = 256 * mebibyte;
/** Each sandbox may keep this much, whatever the others keep, so that many sandboxes cannot lock one out. */
const certain = mebibyte / 2;

export interface HeapBounds {
  readonly mostOfOne: number;
  readonly mostOfAll: number;
  readonly certain: number;
}

/** The sum of all accounts of a thread. */
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

  /** Room was freed: wakes one that waits for `freed`, or else the one that has waited longest. */
  wake(freed: HeapAccount): void {
    if (this.#waiting.size === 0) return;
    const [first] = this.#waiting;
    const account = this.#waiting.delete(freed) ? freed : first!;
    this.#waiting.delete(account);
    // Moves to the end: the account may have more that wait.
    if (account.retryOne()) this.#waiting.add(account);
  }
}

const ofThisThread = new SharedHeap();

export class HeapAccount {
  readonly #shared: SharedHeap;
  #waiting: (() => void)[] = [];
  #isClosed = false;
  #bytes = 0;
  #spare = 0;

  constructor(shared = ofThisThread) {
    this.#shared = shared;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether there is room for this many bytes. If so, they count until `free` is called with the same number. */
  take(bytes: number): boolean {
    const { mostOfOne, mostOfAll, certain } = this.#shared.bounds;
    const fits = this.#bytes + bytes <= mostOfOne && this.#shared.bytes + bytes <= mostOfAll;
    if (!fits && this.#bytes - this.#spare + bytes > certain) return false;
    this.#add(bytes);
    return true;
  }

  /**
   * Takes room for something that the gate can do without: a longer queue, a log entry. It gets room only while no more than `part` of all
   * room is taken. It does not count as part of the certain bytes. Give it back with `freeSpare`.
   */
  takeSpare(bytes: number, part: number): boolean {
    const { mostOfOne, mostOfAll } = this.#shared.bounds;
    const fits = this.#bytes + bytes <= mostOfOne * part && this.#shared.bytes + bytes <= mostOfAll * part;
    if (fits) this.countSpare(bytes);
    return fits;
  }

  /** Counts bytes that have their own bound. */
  countSpare(bytes: number): void {
    this.#add(bytes);
    this.#spare += bytes;
  }

  free(bytes: number): void {
    if (bytes === 0) return;
    this.#add(-bytes);
    this.#shared.wake(this);
  }

  freeSpare(bytes: number): void {
    this.#spare -= bytes;
    this.free(bytes);
  }

  /** Calls `retry` once, when room may have been freed. A caller that still finds no room must ask again. */
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

  /** In case the one that was woken needed nothing any more. */
  retryAll(): void {
    for (const retry of this.#waiting.splice(0)) retry();
  }

  /** The sandbox is destroyed, and everything that was kept for it. */
  close(): void {
    this.#waiting = [];
    const left = this.#bytes;
    this.free(left);
    this.#isClosed = true;
  }

  #add(bytes: number): void {
    // `close` has freed everything.
    if (this.#isClosed) return;
    this.#bytes += bytes;
    this.#shared.bytes += bytes;
  }
}

/** The heap that a head takes once it is read: its text twice, and the names and values of its lines in several lists. */
export function headBytes(bytes: number, lines: number): number {
  return 2 * bytes + 160 * lines;
}
