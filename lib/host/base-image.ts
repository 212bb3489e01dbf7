// The base image as the addon has it: made once per thread, shared by all its sandboxes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BaseImageEntry, baseImageEntries } from '../base-image.js';
import { SandboxError } from '../errors.js';
import type { BaseImage, NativeAddon, NativeImageEntry } from './native.js';

function readManifest(wasmDir: string): object {
  try {
    return JSON.parse(readFileSync(join(wasmDir, 'manifest.json'), 'utf8')) as object;
  } catch {
    throw new SandboxError(
      "the programs' manifest.json cannot be read: option 'wasmDir' is wrong, or the programs were never built (node scripts/setup.mjs)",
      { code: 'E_NO_PROGRAMS' },
    );
  }
}

// There are thousands: nothing is normalised or copied that need not be.
function onDisk(entry: BaseImageEntry, wasmDir: string): NativeImageEntry {
  if (entry.type !== 'program') return entry;
  const { type, path, mode, size, file } = entry;
  return { type, path, mode, size, hostPath: `${wasmDir}/${file}` };
}

// By the addon that made them, and the directory of their programs.
const images = new WeakMap<NativeAddon, Map<string, BaseImage>>();

/** The base image with the programs of `wasmDir`. */
export function loadBaseImage(addon: NativeAddon, wasmDir: string): BaseImage {
  const known = images.get(addon) ?? new Map<string, BaseImage>();
  images.set(addon, known);
  const made = known.get(wasmDir);
  if (made !== undefined) return made;
  const entries = baseImageEntries(readManifest(wasmDir)).map((entry) => onDisk(entry, wasmDir));
  const image = addon.createBaseImage(entries);
  known.set(wasmDir, image);
  return image;
}
