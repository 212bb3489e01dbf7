// Splits an exported state (native/kernel/state/FORMAT.md) into the objects that stores keep one by one.

import type { Platform } from '../kernel/backend.js';
import { pacer } from '../machine/pacer.js';
import { stateHeader, stateHeaderBytes, stateMagic, stateVersion, view } from '../state/state-header.js';
import type { SavedTree, StateObject } from './saved-state.js';

const digestBytes = 32;
const lengthBytes = 4;

/** Looked at, or copied, at a time. */
const atOnce = 64;

/** The bytes of a tree's objects. A reader ignores parts that belong to no state. */
export async function joinTree(platform: Platform, { root, objects }: SavedTree): Promise<Uint8Array> {
  let length = 0;
  for (const object of objects) length += lengthBytes + object.length;
  const blob = platform.allocate(stateHeaderBytes + length);
  blob.fill(0, 0, stateHeaderBytes);
  blob.set(stateMagic);
  view(blob).setUint16(stateHeader.version, stateVersion, true);
  view(blob).setBigUint64(stateHeader.length, BigInt(length), true);
  blob.set(root, stateHeader.root);
  let at = stateHeaderBytes;
  const pace = pacer(platform);
  for (const [i, object] of objects.entries()) {
    view(blob).setUint32(at, object.length, true);
    blob.set(object, at + lengthBytes);
    at += lengthBytes + object.length;
    if (i % atOnce === 0) await pace();
  }
  return blob;
}

/** The result of `StateChanges.copyTo`. The contents are in `bytes`. */
export async function splitObjects(platform: Platform, bytes: Uint8Array): Promise<StateObject[]> {
  const objects: StateObject[] = [];
  const pace = pacer(platform);
  for (let at = 0; at < bytes.length; ) {
    const length = at + digestBytes;
    const begin = length + lengthBytes;
    const end = begin + view(bytes).getUint32(length, true);
    objects.push({ hash: bytes.subarray(at, length), content: bytes.subarray(begin, end) });
    at = end;
    if (objects.length % atOnce === 0) await pace();
  }
  return objects;
}

/** Digests that stand one after the other. */
export function splitDigests(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / digestBytes }, (_, i) =>
    bytes.subarray(i * digestBytes, (i + 1) * digestBytes),
  );
}
