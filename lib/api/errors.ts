// The one error class of the package.

import { ESHUTDOWN } from '../abi/generated/errno.js';
import { describeErrno } from './errno.js';
import type { SandboxErrorCode } from './error-codes.js';
import type { LimitName } from './limit-table.js';
import { nearestName } from './nearest-name.js';

/** The fields of a {@link SandboxError} beside its message. */
export interface SandboxErrorDetails {
  code: SandboxErrorCode;
  errno?: number;
  syscall?: string;
  path?: string;
  dest?: string;
  limit?: LimitName;
  /** The error that led to this one. */
  cause?: unknown;
}

/**
 * Every error of this package. File-system errors have Node's codes and wording. All other codes begin with `E_` and are stable.
 */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  // `declare`: Node prints a field even if it is undefined. So this class sets only the fields that the error has.

  /** Stable, even if the message changes: `ENOENT`, `E_LIMIT_FS`, … */
  readonly code: SandboxErrorCode;
  /** The negative error number of a system error, as in Node. */
  declare readonly errno?: number;
  /** The system call that failed, such as `open`. */
  declare readonly syscall?: string;
  /** The path in the sandbox that the call was about. */
  declare readonly path?: string;
  /** The second path of calls with two paths, such as `rename`. */
  declare readonly dest?: string;
  /** The limit that was the reason, by the name of its option. */
  declare readonly limit?: LimitName;

  constructor(message: string, details: SandboxErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    if (details.errno !== undefined) this.errno = details.errno;
    if (details.syscall !== undefined) this.syscall = details.syscall;
    if (details.path !== undefined) this.path = details.path;
    if (details.dest !== undefined) this.dest = details.dest;
    if (details.limit !== undefined) this.limit = details.limit;
  }
}

/** The error of a system call, worded as Node does: `ENOENT: no such file or directory, open '/x'`. */
export function systemError(
  errno: number,
  syscall: string,
  path?: string,
  dest?: string,
  limit?: LimitName,
): SandboxError {
  if (errno === ESHUTDOWN) return destroyedError();
  const [code, words] = describeErrno(errno);
  let message = `${code}: ${words}, ${syscall}`;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;
  return new SandboxError(message, { code, errno: -errno, syscall, path, dest, limit });
}

/** A folder of the host cannot be mounted at `path`. The message leaves out the folder's path, because a guest may get to read the message. */
export function folderError(errno: number, path: string): SandboxError {
  if (errno === ESHUTDOWN) return destroyedError();
  const [code, words] = describeErrno(errno);
  const message = `${code}: ${words}, mount of your machine's folder at '${path}'`;
  return new SandboxError(message, { code, errno: -errno, syscall: 'mount', path });
}

/** A bad option; the message names it. */
export function optionError(option: string, problem: string): SandboxError {
  return new SandboxError(`option '${option}' ${problem}`, { code: 'E_INVALID_OPTION' });
}

/** An option whose name is not known. `within` stands before the names: `limits.`. */
export function unknownOptionError(within: string, name: string, known: readonly string[]): SandboxError {
  const nearest = nearestName(name, known);
  return optionError(
    within + name,
    nearest === undefined ? 'is not known' : `is not known: did you mean '${within}${nearest}'?`,
  );
}

/** A call on a sandbox after its end. */
export function destroyedError(): SandboxError {
  return new SandboxError('the sandbox has been destroyed', { code: 'E_DESTROYED' });
}
