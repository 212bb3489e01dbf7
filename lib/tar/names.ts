// Names of members as paths: components, of which none leads out of where they are unpacked.

import { concatenate } from '../text/text.js';
import { corrupt } from './errors.js';

/** Of a path in bytes: nothing beyond it can be reached by one, so that no archive has it. */
export const longestPath = 4095;

const [nul, dot, slash] = [0, 0x2e, 0x2f];
const separator = Uint8Array.of(slash);
// A letter for each byte, so that names that are not UTF-8 stay apart.
const letters = new TextDecoder('windows-1252');

function isDots(name: Uint8Array, count: number): boolean {
  return name.length === count && name.every((byte) => byte === dot);
}

/**
 * The components of a name; slashes at the start are left out, and so are `strip` components: `undefined` when there are no more.
 * Where tar(1) leaves a member out, as its name has "..", the archive is refused.
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

/** What a Map can tell a name by. */
export function keyOf(name: Uint8Array): string {
  return letters.decode(name);
}

/** The path that `components` make below `root`. */
export function pathBelow(root: Uint8Array, components: readonly Uint8Array[]): Uint8Array {
  const pieces = [root];
  for (const component of components) pieces.push(separator, component);
  return concatenate(pieces);
}
