// Encryption of saved state with a key of the host's: AES-256-GCM, by the platform's Web Cryptography.

import { stateKeyBytes as keyBytes } from '../api/persistence.js';
import { encode } from '../text/text.js';

const saltBytes = 16;
const checkBytes = 16;
const nonceBytes = 12;

type Bytes = Uint8Array<ArrayBuffer>;
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * What a store's objects are encrypted with. The host's key is not used itself: keys are derived from it for each store anew (HKDF,
 * with a random salt), so that random nonces are enough for as many objects as a store will ever have, and for each
 * namespace, so that what belongs to one is of no use in another's place.
 */
export class Encryption {
  readonly salt: Uint8Array;
  /** Tells whether a key is the one, and nothing else of it. */
  readonly check: Uint8Array;
  readonly #objects: Key;
  readonly #names: Key;

  private constructor(salt: Uint8Array, check: Uint8Array, objects: Key, names: Key) {
    this.salt = salt;
    this.check = check;
    this.#objects = objects;
    this.#names = names;
  }

  /** `salt`: that of a store which there is. */
  static async derive(
    key: Uint8Array,
    namespace: string,
    salt: Uint8Array = crypto.getRandomValues(new Uint8Array(saltBytes)),
  ): Promise<Encryption> {
    const { subtle } = crypto;
    const secret = await subtle.importKey('raw', key as Bytes, 'HKDF', false, ['deriveBits']);
    const info = encode(`wasmsand saved state 1 ${namespace}`);
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: salt as Bytes, info: info as Bytes };
    const derived = new Uint8Array(await subtle.deriveBits(derivation, secret, 8 * (2 * keyBytes + checkBytes)));
    const [forObjects, forNames] = [derived.subarray(0, keyBytes), derived.subarray(keyBytes, 2 * keyBytes)];
    return new Encryption(
      salt,
      derived.slice(2 * keyBytes),
      await subtle.importKey('raw', forObjects, 'AES-GCM', false, ['encrypt', 'decrypt']),
      await subtle.importKey('raw', forNames, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    );
  }

  /** The name in the store of what is named `hash`: without the key it says nothing of the content, whoever guesses that. */
  async name(hash: Uint8Array): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', this.#names, hash as Bytes));
  }

  /** `associated` has to be the same when it is opened. */
  async seal(bytes: Uint8Array, associated: Uint8Array): Promise<Uint8Array> {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const parameters = { name: 'AES-GCM', iv, additionalData: associated as Bytes };
    const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, this.#objects, bytes as Bytes));
    const whole = new Uint8Array(iv.length + sealed.length);
    whole.set(iv);
    whole.set(sealed, iv.length);
    return whole;
  }

  /** `undefined`: it is not what was sealed. */
  async open(sealed: Uint8Array, associated: Uint8Array): Promise<Uint8Array | undefined> {
    const [iv, rest] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)];
    const parameters = { name: 'AES-GCM', iv: iv as Bytes, additionalData: associated as Bytes };
    const opened = await crypto.subtle.decrypt(parameters, this.#objects, rest as Bytes).catch(() => undefined);
    return opened === undefined ? undefined : new Uint8Array(opened);
  }
}
