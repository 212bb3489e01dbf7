// The root of a namespace's saved state, as its store keeps it. All that is not encrypted of one that is.
//
//   0  'wsnd'   4  version, 1   5  1: encrypted, 0: not   6  two zeros   8  salt, 16   24  what tells the right key, 16
//   40 not encrypted: the name of the state's root object, 32; SHA-256 of all before, 32
//      encrypted: that name, sealed with bytes 0 to 39 as the associated data
//
// Version 0 was that name and nothing else.

import { SandboxError } from '../api/errors.js';
import { corruptError, sameBytes } from '../api/state-store.js';
import { concatenate, encode } from '../text/text.js';
import type { Encryption } from './sealing.js';

const magic = encode('wsnd');
const version = 1;
const nameBytes = 32;
const headBytes = 40;
const saltAt = 8;
const saltBytes = 16;
const checkAt = 24;

/** What is known of a record without the key. */
export interface RootRecord {
  /** `undefined`: it is not encrypted. */
  salt: Uint8Array | undefined;
  /** Rejects with E_PERSIST_CORRUPT, and with E_PERSIST_KEY when `encryption` has another key. */
  open(encryption: Encryption | undefined): Promise<Uint8Array>;
}

async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

/** Throws E_PERSIST_CORRUPT, or E_PERSIST_VERSION for what a later version of this package has written. */
export function readRootRecord(record: Uint8Array, namespace: string): RootRecord {
  if (record.length === nameBytes) return { salt: undefined, open: async () => record };
  const damaged = (): SandboxError => corruptError(namespace, 'its root is not one');
  if (record.length < headBytes || !sameBytes(record.subarray(0, magic.length), magic)) throw damaged();
  if (record[4] !== version) {
    throw new SandboxError(`the saved state '${namespace}' is of another version: ${record[4]}, not ${version}`, {
      code: 'E_PERSIST_VERSION',
    });
  }
  const [head, body] = [record.subarray(0, headBytes), record.subarray(headBytes)];
  if (record[5] === 1) {
    return {
      salt: record.slice(saltAt, saltAt + saltBytes),
      async open(encryption) {
        if (!sameBytes(encryption?.check, head.subarray(checkAt))) {
          throw new SandboxError(`the saved state '${namespace}' was encrypted with another key`, {
            code: 'E_PERSIST_KEY',
          });
        }
        const name = await encryption?.open(body, head);
        if (name?.length !== nameBytes) throw damaged();
        return name;
      },
    };
  }
  return {
    salt: undefined,
    async open() {
      const name = body.slice(0, nameBytes);
      if (record[5] !== 0 || !sameBytes(body.subarray(nameBytes), await digest(concatenate([head, name]))))
        throw damaged();
      return name;
    },
  };
}

export async function writeRootRecord(name: Uint8Array, encryption: Encryption | undefined): Promise<Uint8Array> {
  const head = new Uint8Array(headBytes);
  head.set(magic);
  head[4] = version;
  if (encryption === undefined) return concatenate([head, name, await digest(concatenate([head, name]))]);
  head[5] = 1;
  head.set(encryption.salt, saltAt);
  head.set(encryption.check, checkAt);
  return concatenate([head, await encryption.seal(name, head)]);
}
