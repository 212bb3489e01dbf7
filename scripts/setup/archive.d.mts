/** The files of a tar archive, compressed by gzip: contents by path. */
export function readArchive(bytes: Uint8Array): Map<string, Uint8Array>;
