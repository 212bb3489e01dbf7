// The modules that processes of a worker have linked last: when any worker is given the same bytes, the engine finds their code.

interface Kept {
  module: WebAssembly.Module;
  bytes: number;
  /** Which of the worker's processes has linked it. */
  process: number;
}

/** Of one module and its code the engine keeps this much beside its bytes: `native/binding/worker/linking.cc`. */
const moduleBytes = 32 * 2 ** 10;

/** One process keeps no more than half of what a worker keeps: the next process finds some of what others have linked. */
const most = { modules: 128, bytes: 16 * 2 ** 20 };

/** Milliseconds for which an idle worker keeps them. */
const keptTime = 10_000;

/** Node loads it when it is first asked for, and is left without it where a guest is stopped in the middle of that. */
const clock = performance;

export class LinkedModules {
  /** The oldest first. */
  #kept: Kept[] = [];
  #process = 0;
  #addedAt = 0;

  /** Returns the bytes that had to go for it. */
  add(module: WebAssembly.Module, size: number): number {
    this.#kept.push({ module, bytes: size + moduleBytes, process: this.#process });
    this.#addedAt = clock.now();
    return this.#shrink(({ process }) => process === this.#process, 2) + this.#shrink(() => true, 1);
  }

  processEnded(): void {
    this.#process++;
  }

  /** Now and then. Returns the bytes that have gone. */
  tidy(idle: boolean): number {
    return idle && clock.now() - this.#addedAt > keptTime ? this.forget() : 0;
  }

  /** All of them. Returns the bytes that have gone. */
  forget(): number {
    const bytes = bytesOf(this.#kept);
    this.#kept = [];
    return bytes;
  }

  /** The oldest ones of those that count go, until they are no more than a part of what may be kept. */
  #shrink(counts: (kept: Kept) => boolean, part: number): number {
    const counted = this.#kept.filter(counts);
    let gone = 0;
    let bytes = bytesOf(counted);
    for (let left = counted.length; left > most.modules / part || (left > 1 && bytes > most.bytes / part); left--) {
      const oldest = counted[counted.length - left] as Kept;
      this.#kept.splice(this.#kept.indexOf(oldest), 1);
      bytes -= oldest.bytes;
      gone += oldest.bytes;
    }
    return gone;
  }
}

function bytesOf(kept: readonly Kept[]): number {
  return kept.reduce((sum, { bytes }) => sum + bytes, 0);
}
