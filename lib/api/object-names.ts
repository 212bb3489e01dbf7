// The names of a saved state's objects in a store: the epoch of the owner that wrote the object, and its hash.

export const hashBytes = 32;

/** Epochs stay below this number, so that each epoch and the next are exact integers. */
export const epochEnd = 2 ** 52;

/** The name under which the owner of `epoch` writes the object with that hash (hexadecimal). */
export function objectName(epoch: number, hash: string): string {
  return `${epoch.toString(16)}-${hash}`;
}

/** The hash in a name. Names without an epoch belong to states with version 1 of the root record. */
export function hashIn(name: string): string {
  return name.slice(-2 * hashBytes);
}

/** The epoch in a name. 0: the name has none, or no state can have this name. */
export function epochIn(name: string): number {
  const [, digits] = /^([1-9a-f][0-9a-f]{0,12})-[0-9a-f]{64}$/.exec(name) ?? [];
  return digits === undefined ? 0 : Number.parseInt(digits, 16);
}
