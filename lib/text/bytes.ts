// Decides which values count as bytes.

// The getters of the prototype: an object may have others in their place, which throw.
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;

function getterOf<Value>(name: PropertyKey): (this: unknown) => Value {
  return Object.getOwnPropertyDescriptor(typedArray, name)?.get as (this: unknown) => Value;
}
const tagOf = getterOf<string | undefined>(Symbol.toStringTag);
const bufferOf = getterOf<ArrayBufferLike>('buffer');
const offsetOf = getterOf<number>('byteOffset');
const lengthOf = getterOf<number>('byteLength');

/** A Uint8Array of any realm, such as that of a test's own globals. A proxy of one is none, since its bytes cannot be read. */
export function isBytes(value: unknown): value is Uint8Array {
  return tagOf.call(value) === 'Uint8Array';
}

/** The same bytes in a plain array, whatever properties the caller's `bytes` has. A copy if their length can change. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  const buffer = bufferOf.call(bytes) as ArrayBufferLike & { resizable?: boolean; growable?: boolean };
  const isFixed = buffer.resizable !== true && buffer.growable !== true;
  return isFixed ? new Uint8Array(buffer, offsetOf.call(bytes), lengthOf.call(bytes)) : new Uint8Array(bytes);
}
