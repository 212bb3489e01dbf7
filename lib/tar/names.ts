// Names of members as lists of components, none of which leads out of the target.

import { concatenate } from '../text/text.js';
import { corrupt } from './errors.js';

/** The maximal bytes of a path. A longer path cannot be used, so no archive has one. */
export const longestPath = 4095;

const [nul, dot, slash] = [0, 0x2e, 0x2f];
const separator = Uint8Array.of(slash);
// One letter for each byte, so that names that are not UTF-8 stay different.
const letters = new TextDecoder('windows-1252');

function isDots(name: Uint8Array, count: number): boolean {
  return name.length === count && name.every((byte) => byte === dot);
}

/**
 * The components of a name, without leading slashes and without the first `strip` components; `undefined`: none are left. Where tar(1)
 * skips a member because its name has "..", the archive is refused.
 */
export function componentsOf(name: Uint8Array, strip: number): Uint8Array[] | undefined {
  if (name.includes(nul)) throw corrupt('a name has a NUL in it');
  const components: Uint8Array[] = [];
  for (let at = 0; at < name.length; ) {
    const found = name.indexOf(slash, at);
    const end = found < 0 ? name.length : found;
    const component = name.subarray(at, end);
    if (isDots(component, 2)) throw corrupt('a name has ".." in it');
    if (component.length > 0 && !isDots(component, 1)) components.push(component);
    at = end + 1;
  }
  if (strip > 0 && components.length <= strip) return undefined;
  return components.slice(strip);
}

/** A string for a name, as a key of a Map. */
export function keyOf(name: Uint8Array): string {
  return letters.decode(name);
}

/** The path that `components` make below `root`. */
export function pathBelow(root: Uint8Array, components: readonly Uint8Array[]): Uint8Array {
  const pieces = [root];
  for (const component of components) pieces.push(separator, component);
  return concatenate(pieces);
}
