// The cache of slow products. A product is a directory, made once per hash of its inputs.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './places.mjs';

/** The directory of a product; `make(directory)` fills it when the cache does not have it. */
export async function product(name, hash, make) {
  const place = join(cache, `${name}-${hash}`);
  if (existsSync(place)) return place;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, `.${name}-`));
  try {
    await make(unfinished);
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
  return place;
}
