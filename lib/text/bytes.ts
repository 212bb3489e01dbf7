// What counts as bytes.

/** A Uint8Array of any realm, such as that of a test's own globals; not a proxy of one, whose bytes nobody can get at. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as unknown as Uint8Array)[Symbol.toStringTag] === 'Uint8Array';
}
