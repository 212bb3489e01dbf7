/** The files of a tar archive, compressed by gzip: contents by path. */
export function readArchive(bytes: Uint8Array): Map<string, Uint8Array>;
/** The same of one compressed by brotli. */
export function readBrotliArchive(bytes: Uint8Array): Map<string, Uint8Array>;
