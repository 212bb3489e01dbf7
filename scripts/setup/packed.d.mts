/** All that belongs into dist/wasm, contents by path, when each product `names` is as `lock` says. */
export function readPack(
  path: string,
  names: string[],
  lock: Record<string, { sha256: string }>,
): Map<string, Uint8Array>;
export function replaceDirectory(directory: string, files: Map<string, Uint8Array>): void;
