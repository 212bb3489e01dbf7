// A written state (native/kernel/state/FORMAT.md) as the objects that it is made of, which stores keep one by one.

import type { Platform } from './backend.js';
import { pacer } from './pacer.js';
import type { SavedTree, StateObject, StateWriting } from './saved-state.js';
import { encode, fromHexadecimal, toHexadecimal } from './text.js';

const header = { bytes: 64, version: 8, length: 16, root: 24 } as const;
const magic = encode('wasmsand');
const version = 1;
const rootBytes = 32;
const lengthBytes = 4;

/** Hashed, or copied, at a time. */
const atOnce = 64;

const view = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView => new DataView(buffer, byteOffset, byteLength);

/** The objects in the order in which they stand. */
function* objectsIn(blob: Uint8Array): Iterable<Uint8Array> {
  for (let at = header.bytes; at < blob.length; ) {
    const begin = at + lengthBytes;
    at = begin + view(blob).getUint32(at, true);
    yield blob.subarray(begin, at);
  }
}

/** The blob that a tree's objects come to; what belongs to no state is not looked at by who reads it. */
export async function joinTree(platform: Platform, { root, objects }: SavedTree): Promise<Uint8Array> {
  let length = 0;
  for (const object of objects) length += lengthBytes + object.length;
  const blob = platform.allocate(header.bytes + length);
  blob.fill(0, 0, header.bytes);
  blob.set(magic);
  view(blob).setUint16(header.version, version, true);
  view(blob).setBigUint64(header.length, BigInt(length), true);
  blob.set(root, header.root);
  let at = header.bytes;
  const pace = pacer(platform);
  for (const [i, object] of objects.entries()) {
    view(blob).setUint32(at, object.length, true);
    blob.set(object, at + lengthBytes);
    at += lengthBytes + object.length;
    if (i % atOnce === 0) await pace();
  }
  return blob;
}

async function named(platform: Platform, objects: Iterable<Uint8Array>): Promise<Map<string, StateObject>> {
  const all = new Map<string, StateObject>();
  const pace = pacer(platform);
  const batch: Promise<void>[] = [];
  for (const content of objects) {
    const add = async (): Promise<void> => {
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>));
      all.set(toHexadecimal(hash), { hash, content });
    };
    batch.push(add());
    if (batch.length < atOnce) continue;
    await Promise.all(batch.splice(0));
    await pace();
  }
  await Promise.all(batch);
  return all;
}

/** What of a state is in the store, so that only what is new is written. */
export class StoredObjects {
  readonly #platform: Platform;
  #names = new Set<string>();
  #written = new Set<string>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** These are all there are. */
  async are(objects: Iterable<Uint8Array>): Promise<void> {
    this.#names = new Set((await named(this.#platform, objects)).keys());
  }

  /** What there is to do for a blob to be stored. */
  async changesTo(blob: Uint8Array): Promise<StateWriting> {
    const all = await named(this.#platform, objectsIn(blob));
    this.#written = new Set(all.keys());
    const isGone = (name: string): boolean => !all.has(name);
    return {
      root: blob.slice(header.root, header.root + rootBytes),
      objects: Array.from(all).flatMap(([name, object]) => (this.#names.has(name) ? [] : [object])),
      dropped: Array.from(this.#names).filter(isGone).map(fromHexadecimal),
    };
  }

  /** They were made. */
  changed(): void {
    this.#names = this.#written;
  }
}
