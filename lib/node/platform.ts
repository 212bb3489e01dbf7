// Node as the floor above needs it.

import { constants } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Platform } from '../kernel/backend.js';
import { compression } from './compression.js';
import { ownAddon } from './pool.js';

type Codec = (bytes: Uint8Array, options: { maxOutputLength?: number }) => Promise<Uint8Array>;

/** Of Node's zlib from 22.15 and 23.8 on, which the types of older ones do not know. */
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
  // Not of Node's pool, whose buffer others share.
  allocate: (length) => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer),
  freeBytes: (bytes) => ownAddon().freeBytes(bytes),
  // The events of all kernels of a thread come by way of its pool, which is what is held.
  hold: () => ownAddon().hold(),
  release: () => ownAddon().release(),
  nextTurn,
  ...(found === undefined ? {} : { zstd: found }),
  ...compression,
  async openNetwork(network, onAudit) {
    // What it consists of takes as long to load as all else.
    const { createNetworkProvider } = await import('./network/provider.js');
    return createNetworkProvider(network, { onAudit });
  },
  remind(afterMs, call) {
    const timer = setTimeout(call, afterMs).unref();
    return () => clearTimeout(timer);
  },
};
