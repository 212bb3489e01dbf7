// Directories with those above them that are missing.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes them with `mode`. Not by `recursive`, with which Node tries for ever what fails with ENOENT in a directory that is there: in /proc. */
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
