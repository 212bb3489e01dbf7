// What counts as bytes.

// By their own getters: an object may have others in their place, which throw.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;

function getterOf<Value>(name: PropertyKey): (this: unknown) => Value {
  return Object.getOwnPropertyDescriptor(typedArray, name)?.get as (this: unknown) => Value;
}
const tagOf = getterOf<string | undefined>(Symbol.toStringTag);
const bufferOf = getterOf<ArrayBufferLike>('buffer');
const offsetOf = getterOf<number>('byteOffset');
const lengthOf = getterOf<number>('byteLength');

/** A Uint8Array of any realm, such as that of a test's own globals; not a proxy of one, whose bytes nobody can get at. */
export function isBytes(value: unknown): value is Uint8Array {
  return tagOf.call(value) === 'Uint8Array';
}

/** The same bytes in an array that is nothing but one, whatever a caller has made of `bytes`; a copy where their length can change. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  const buffer = bufferOf.call(bytes) as ArrayBufferLike & { resizable?: boolean; growable?: boolean };
  const isFixed = buffer.resizable !== true && buffer.growable !== true;
  return isFixed ? new Uint8Array(buffer, offsetOf.call(bytes), lengthOf.call(bytes)) : new Uint8Array(bytes);
}
