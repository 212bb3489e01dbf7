// What is wrong with an archive.

import { SandboxError } from '../errors.js';

/** A damaged archive, or one that says what cannot be. */
export function corrupt(problem: string): SandboxError {
  return new SandboxError(`the archive cannot be unpacked: ${problem}`, { code: 'E_TAR_CORRUPT' });
}
