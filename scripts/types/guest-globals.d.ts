// What lib/guest may use beside ECMAScript and lib/guest/webassembly.d.ts: every page, worker and Node has it.

declare const performance: { now(): number };

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}
