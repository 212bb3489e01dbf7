// UTF-8. As everywhere in this package, invalid bytes become U+FFFD.

const encoder = new TextEncoder();
// A byte order mark is kept as text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Fills `into`, which has room for three bytes of each unit of `text`. Returns how many it took. */
export function encodeInto(text: string, into: Uint8Array): number {
  return encoder.encodeInto(text, into).written;
}

export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHexadecimal(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += digits[byte];
  return text;
}

export function fromHexadecimal(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
