// The base image in the addon, made once per thread and shared by all its sandboxes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxError } from '../api/errors.js';
import { layoutEntries } from '../machine/base-image.js';
import type { BaseImage, NativeAddon } from './native.js';

const cure = "option 'wasmDir' is wrong, or the programs were never built (node scripts/setup.mjs)";

/** The file that lists the programs (native/kernel/vfs/image_list.h). There are thousands, and only the addon reads it. */
function readList(wasmDir: string): Uint8Array {
  try {
    return readFileSync(join(wasmDir, 'image.tsv'));
  } catch {
    throw new SandboxError(`the programs' image.tsv cannot be read: ${cure}`, { code: 'E_NO_PROGRAMS' });
  }
}

function makeImage(addon: NativeAddon, wasmDir: string): BaseImage {
  const list = readList(wasmDir);
  try {
    return addon.createBaseImage(layoutEntries(), list, wasmDir);
  } catch (error) {
    const reason = (error as Error).message;
    throw new SandboxError(`the programs' image.tsv is none: ${cure}: ${reason}`, { code: 'E_NO_PROGRAMS' });
  }
}

// By addon, and by the directory of the programs.
const images = new WeakMap<NativeAddon, Map<string, BaseImage>>();

/** The base image with the programs of `wasmDir`. */
export function loadBaseImage(addon: NativeAddon, wasmDir: string): BaseImage {
  const known = images.get(addon) ?? new Map<string, BaseImage>();
  images.set(addon, known);
  const made = known.get(wasmDir);
  if (made !== undefined) return made;
  const image = makeImage(addon, wasmDir);
  known.set(wasmDir, image);
  return image;
}
