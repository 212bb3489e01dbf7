// What stores call the objects of a saved state: the epoch of the owner that wrote one, and its hash.

export const hashBytes = 32;

/** Epochs stay below this, so that every one and the next are exact. */
export const epochEnd = 2 ** 52;

/** The name under which the owner of `epoch` writes what has that hash, in hexadecimal. */
export function objectName(epoch: number, hash: string): string {
  return `${epoch.toString(16)}-${hash}`;
}

/** The hash in a name. Names without an epoch are of states that version 1 of the root record belongs to. */
export function hashIn(name: string): string {
  return name.slice(-2 * hashBytes);
}

/** The epoch in a name; 0: it has none. A name that no state can have is of no epoch either. */
export function epochIn(name: string): number {
  const [, digits] = /^([1-9a-f][0-9a-f]{0,12})-[0-9a-f]{64}$/.exec(name) ?? [];
  return digits === undefined ? 0 : Number.parseInt(digits, 16);
}
