// The root record of a namespace's saved state, as its store keeps it. In an encrypted state only this record has parts that are not
// encrypted.
//
//   0  'wsnd'   4  version, 2   5  flags. 1: encrypted; 2: claimed, and nothing was saved yet   6  two zeros
//   8  salt, 16   24  what tells the right key, 16
//   40 epoch, u64   48  number of the last save, u64   56  owner, 16: at random for each claim
//   72 not encrypted: the name of the state's root object, 32; SHA-256 of all before, 32
//      encrypted: that name, sealed with bytes 0 to 71 as the associated data
//
// Version 1 had nothing at 40: the name of the root object stood there. Version 0 was that name and nothing else. Both are read, and
// are of epoch 0. The owner makes each record unlike any other, so that no root ever comes back.

import { SandboxError } from '../api/errors.js';
import { epochEnd } from '../api/object-names.js';
import { corruptError, sameBytes } from '../api/state-store.js';
import { concatenate, encode } from '../text/text.js';
import type { Encryption } from './sealing.js';

const magic = encode('wsnd');
const version = 2;
const nameBytes = 32;
const headBytesOf = new Map([
  [1, 40],
  [version, 72],
]);
const place = { version: 4, flags: 5, salt: 8, check: 24, epoch: 40, save: 48, owner: 56 } as const;
const saltBytes = 16;
const checkBytes = 16;
const flag = { encrypted: 1, empty: 2 } as const;

export const ownerBytes = 16;

/** Owner and version of a saved state. */
export interface SavedRoot {
  /** Increases with each claim. */
  epoch: number;
  /** Increases with each save. */
  save: number;
  /** The name of the state's root object; `undefined`: nothing was saved yet. */
  tree: Uint8Array | undefined;
}

/** A record, decoded as far as that is possible without the key. */
export interface RootRecord {
  /** `undefined`: the state is not encrypted. */
  salt: Uint8Array | undefined;
  /** Rejects with E_PERSIST_CORRUPT, and with E_PERSIST_KEY when `encryption` has another key. */
  open(encryption: Encryption | undefined): Promise<SavedRoot>;
}

async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

const view = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView => new DataView(buffer, byteOffset, byteLength);

/** Throws E_PERSIST_CORRUPT, or E_PERSIST_VERSION for a record of a later version of this package. */
export function readRootRecord(record: Uint8Array, namespace: string): RootRecord {
  if (record.length === nameBytes) return { salt: undefined, open: async () => ({ epoch: 0, save: 0, tree: record }) };
  const damaged = (): SandboxError => corruptError(namespace, 'its root is not one');
  const [head, body] = split(record, namespace);
  const flags = head[place.flags] ?? 0;
  if ((flags & ~(flag.encrypted | flag.empty)) !== 0) throw damaged();
  const rootIn = (name: Uint8Array): SavedRoot => {
    const numbers = numbersIn(head);
    if (numbers === undefined) throw damaged();
    return { ...numbers, tree: (flags & flag.empty) === 0 ? name : undefined };
  };
  if ((flags & flag.encrypted) !== 0) {
    return {
      salt: record.slice(place.salt, place.salt + saltBytes),
      async open(encryption) {
        if (!sameBytes(encryption?.check, head.subarray(place.check, place.check + checkBytes))) {
          throw new SandboxError(`the saved state '${namespace}' was encrypted with another key`, {
            code: 'E_PERSIST_KEY',
          });
        }
        const name = await encryption?.open(body, head);
        if (name?.length !== nameBytes) throw damaged();
        return rootIn(name);
      },
    };
  }
  return {
    salt: undefined,
    async open() {
      const name = body.slice(0, nameBytes);
      if (!sameBytes(body.subarray(nameBytes), await digest(concatenate([head, name])))) throw damaged();
      return rootIn(name);
    },
  };
}

/** The fields that all records share, and those of encrypted ones. */
function split(record: Uint8Array, namespace: string): [head: Uint8Array, body: Uint8Array] {
  const written = record[place.version] ?? 0;
  const isOne = record.length > place.flags && sameBytes(record.subarray(0, magic.length), magic);
  const headBytes = headBytesOf.get(written);
  if (isOne && headBytes === undefined && written > version) {
    throw new SandboxError(`the saved state '${namespace}' is of a later version: ${written}, not ${version}`, {
      code: 'E_PERSIST_VERSION',
    });
  }
  if (!isOne || headBytes === undefined || record.length < headBytes) {
    throw corruptError(namespace, 'its root is not one');
  }
  return [record.subarray(0, headBytes), record.subarray(headBytes)];
}

/** `undefined`: no claim or save could have written this record. */
function numbersIn(head: Uint8Array): { epoch: number; save: number } | undefined {
  if (head.length <= place.epoch) return { epoch: 0, save: 0 };
  const numbers = {
    epoch: Number(view(head).getBigUint64(place.epoch, true)),
    save: Number(view(head).getBigUint64(place.save, true)),
  };
  return numbers.epoch < epochEnd && numbers.save < epochEnd ? numbers : undefined;
}

export async function writeRootRecord(
  { epoch, save, tree }: SavedRoot,
  owner: Uint8Array,
  encryption: Encryption | undefined,
): Promise<Uint8Array> {
  const head = new Uint8Array(place.owner + ownerBytes);
  head.set(magic);
  head[place.version] = version;
  head[place.flags] = (encryption === undefined ? 0 : flag.encrypted) | (tree === undefined ? flag.empty : 0);
  view(head).setBigUint64(place.epoch, BigInt(epoch), true);
  view(head).setBigUint64(place.save, BigInt(save), true);
  head.set(owner, place.owner);
  const name = tree ?? new Uint8Array(nameBytes);
  if (encryption === undefined) return concatenate([head, name, await digest(concatenate([head, name]))]);
  head.set(encryption.salt, place.salt);
  head.set(encryption.check, place.check);
  return concatenate([head, await encryption.seal(name, head)]);
}
