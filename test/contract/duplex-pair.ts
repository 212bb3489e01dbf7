// Two streams, each of which reads what is written to the other. (node:stream has one from Node 22.6 on.)
import { Duplex } from 'node:stream';

class Side extends Duplex {
  other: Side | undefined;
  #taken: (() => void) | undefined;

  override _read(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  override _write(chunk: Buffer, _encoding: string, taken: () => void): void {
    const other = this.other as Side;
    if (other.push(chunk)) taken();
    else other.#taken = taken;
  }

  override _final(done: () => void): void {
    this.other?.push(null);
    done();
  }
}

export function duplexPair(): [Duplex, Duplex] {
  const [one, other] = [new Side(), new Side()];
  one.other = other;
  other.other = one;
  return [one, other];
}
