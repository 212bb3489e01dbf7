import type { Lock } from './product-lock.mjs';

/** All that belongs into dist/wasm, contents by path, when each product `names` is as `lock` says. */
export function readPack(path: string, names: string[], lock: Lock['products']): Map<string, Uint8Array>;
export function replaceDirectory(directory: string, files: Map<string, Uint8Array>): void;
