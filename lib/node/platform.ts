// The implementation of the platform for Node.

import { constants } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Platform } from '../kernel/backend.js';
import { compression } from './compression.js';
import { ownAddon } from './pool.js';

type Codec = (bytes: Uint8Array, options: { maxOutputLength?: number }) => Promise<Uint8Array>;

/** Node's zlib has these from 22.15 and 23.8 on; the types of older versions lack them. */
function zstd(): Platform['zstd'] {
  const functions = zlib as unknown as Partial<Record<'zstdCompress' | 'zstdDecompress', never>>;
  if (functions.zstdCompress === undefined || functions.zstdDecompress === undefined) return undefined;
  const compress = promisify(functions.zstdCompress) as Codec;
  const decompress = promisify(functions.zstdDecompress) as Codec;
  return {
    compress: (bytes) => compress(bytes, {}),
    decompress: (bytes, length) => decompress(bytes, { maxOutputLength: Math.max(length, 1) }),
  };
}

const found = zstd();

export const nodePlatform: Platform = {
  longestString: constants.MAX_STRING_LENGTH,
  // Not from Node's pool, whose buffer others share.
  allocate: (length) => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer),
  freeBytes: (bytes) => ownAddon().freeBytes(bytes),
  // Events of all kernels of a thread arrive through its pool, so the pool is held.
  hold: () => ownAddon().hold(),
  release: () => ownAddon().release(),
  nextTurn,
  ...(found === undefined ? {} : { zstd: found }),
  ...compression,
  async openNetwork(network, onAudit) {
    // Loading the parts of the gate takes as long as loading everything else.
    const { createNetworkProvider } = await import('./network/provider.js');
    return createNetworkProvider(network, { onAudit });
  },
  remind(afterMs, call) {
    const timer = setTimeout(call, afterMs).unref();
    return () => clearTimeout(timer);
  },
};
