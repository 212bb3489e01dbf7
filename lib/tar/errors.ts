// What is wrong with an archive, or with asking for one.

import { SandboxError } from '../api/errors.js';

/** A damaged archive, or one that says what cannot be. */
export function corrupt(problem: string): SandboxError {
  return new SandboxError(`the archive cannot be unpacked: ${problem}`, { code: 'E_TAR_CORRUPT' });
}

/** The platform does not know that form of compression. */
export function unsupported(form: string): SandboxError {
  return new SandboxError(`archives cannot be compressed with ${form} here`, { code: 'E_UNSUPPORTED' });
}
