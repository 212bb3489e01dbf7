// The header of an exported state: native/kernel/state/FORMAT.md.

import { encode } from '../text/text.js';

export const stateMagic = encode('wasmsand');
export const stateVersion = 1;
export const stateHeaderBytes = 64;
/** The places of its fields. */
export const stateHeader = { version: 8, features: 12, length: 16, root: 24 } as const;

export const view = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
