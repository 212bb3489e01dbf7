// Errors of archives and of calls about them.

import { SandboxError } from '../api/errors.js';

/** The archive is damaged or contradicts itself. */
export function corrupt(problem: string): SandboxError {
  return new SandboxError(`the archive cannot be unpacked: ${problem}`, { code: 'E_TAR_CORRUPT' });
}

/** The platform lacks that compression. */
export function unsupported(form: string): SandboxError {
  return new SandboxError(`archives cannot be compressed with ${form} here`, { code: 'E_UNSUPPORTED' });
}
