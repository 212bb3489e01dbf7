// Encrypts saved state with a key of the host: AES-256-GCM, from the platform's Web Cryptography.

import { stateKeyBytes as keyBytes } from '../api/persistence.js';
import { encode } from '../text/text.js';

const saltBytes = 16;
const checkBytes = 16;
const nonceBytes = 12;

type Bytes = Uint8Array<ArrayBuffer>;
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Encrypts the objects of one store. The host's key is never used directly. HKDF with a random salt derives new keys for each store, so
 * that random nonces suffice for any number of objects, and for each namespace, so that an object of one namespace cannot be used in
 * another.
 */
export class Encryption {
  readonly salt: Uint8Array;
  /** Tells whether a key is the right one, and reveals nothing else about it. */
  readonly check: Uint8Array;
  readonly #objects: Key;
  readonly #names: Key;

  private constructor(salt: Uint8Array, check: Uint8Array, objects: Key, names: Key) {
    this.salt = salt;
    this.check = check;
    this.#objects = objects;
    this.#names = names;
  }

  /** `salt`: the salt of an existing store. */
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

  /**
   * The name in the store for the object with that `hash`. Without the key the name reveals nothing, even to a reader who guesses the
   * content.
   */
  async name(hash: Uint8Array): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', this.#names, hash as Bytes));
  }

  /** `associated` must be the same when the data is opened. */
  async seal(bytes: Uint8Array, associated: Uint8Array): Promise<Uint8Array> {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const parameters = { name: 'AES-GCM', iv, additionalData: associated as Bytes };
    const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, this.#objects, bytes as Bytes));
    const whole = new Uint8Array(iv.length + sealed.length);
    whole.set(iv);
    whole.set(sealed, iv.length);
    return whole;
  }

  /** `undefined`: these bytes were not sealed with this key and name. */
  async open(sealed: Uint8Array, associated: Uint8Array): Promise<Uint8Array | undefined> {
    const [iv, rest] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)];
    const parameters = { name: 'AES-GCM', iv: iv as Bytes, additionalData: associated as Bytes };
    const opened = await crypto.subtle.decrypt(parameters, this.#objects, rest as Bytes).catch(() => undefined);
    return opened === undefined ? undefined : new Uint8Array(opened);
  }
}
