// Parts of this process's address space, as the kernel of the machine lists them.

import { readFileSync } from 'node:fs';

/** How many have such a size: a stack that the engine switches is one, and the memory of a module. */
export function mappingsOf(least: number, most: number): number {
  const sizes = Array.from(
    readFileSync('/proc/self/maps', 'latin1').matchAll(/^([0-9a-f]+)-([0-9a-f]+) /gm),
    ([, from, to]) => Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)),
  );
  return sizes.filter((size) => size >= least && size <= most).length;
}
