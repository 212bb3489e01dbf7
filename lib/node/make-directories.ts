// Makes directories together with missing parents.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes them with `mode`. Does not use `recursive`: for an ENOENT inside of an existing directory, as in /proc, Node would then try for
 * ever.
 */
export function makeDirectories(path: string, mode: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = dirname(path);
    if (code === 'ENOENT' && !existsSync(parent)) {
      makeDirectories(parent, mode);
      makeDirectories(path, mode);
    } else if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
