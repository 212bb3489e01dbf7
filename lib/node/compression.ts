// Compression by Node's zlib, on its own threads.

import { pipeline, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Compression, Platform } from '../kernel/backend.js';

// The oldest supported Node lacks it.
const { createZstdCompress, createZstdDecompress } = zlib as {
  createZstdCompress?: () => Transform;
  createZstdDecompress?: () => Transform;
};

const compressors: Record<Compression, (() => Transform) | undefined> = {
  gzip: () => zlib.createGzip(),
  zstd: createZstdCompress,
};

const decompressors: Record<Compression, (() => Transform) | undefined> = {
  gzip: () => zlib.createGunzip({ chunkSize: 64 * 1024 }),
  zstd: createZstdDecompress,
};

async function* through(make: () => Transform, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const transform = make();
  // Errors come out of `transform`, too.
  pipeline(source, transform, () => {});
  yield* transform;
}

export const compression: Pick<Platform, 'compress' | 'decompress'> = {
  compress(form, source) {
    const make = compressors[form];
    return make === undefined ? undefined : through(make, source);
  },
  decompress(form, source) {
    const make = decompressors[form];
    return make === undefined ? undefined : through(make, source);
  },
};
