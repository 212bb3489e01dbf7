// The one error class of the package.

import { ESHUTDOWN } from '../abi/generated/errno.js';
import { describeErrno } from './errno.js';
import type { SandboxErrorCode } from './error-codes.js';
import type { LimitName } from './limit-table.js';

/** What a {@link SandboxError} knows beside its message. */
export interface SandboxErrorDetails {
  code: SandboxErrorCode;
  errno?: number;
  syscall?: string;
  path?: string;
  dest?: string;
  limit?: LimitName;
  /** What has led to it. */
  cause?: unknown;
}

/**
 * Every error this package throws. File-system errors carry Node's codes and wording; policy errors carry stable codes that
 * begin with `E_`.
 */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** Stable, whatever the message says: `ENOENT`, `E_LIMIT_FS`, … */
  readonly code: SandboxErrorCode;
  /** The negative number of a system error, as Node has it. */
  readonly errno?: number;
  /** The call that has failed, such as `open`. */
  readonly syscall?: string;
  /** The sandbox's path that the call was about. */
  readonly path?: string;
  /** The second path of calls that have two, such as `rename`. */
  readonly dest?: string;
  /** The limit that was reached, by the name of the option that sets it. */
  readonly limit?: LimitName;

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

/** A folder of the host cannot be mounted at `path`. The message does not say which: it may be told to who must not know. */
export function folderError(errno: number, path: string): SandboxError {
  if (errno === ESHUTDOWN) return destroyedError();
  const [code, words] = describeErrno(errno);
  const message = `${code}: ${words}: the host's folder, mount '${path}'`;
  return new SandboxError(message, { code, errno: -errno, syscall: 'mount', path });
}

/** A bad option; the message names it. */
export function optionError(option: string, problem: string): SandboxError {
  return new SandboxError(`option '${option}' ${problem}`, { code: 'E_INVALID_OPTION' });
}

/** Something was asked of a sandbox that is no more. */
export function destroyedError(): SandboxError {
  return new SandboxError('the sandbox has been destroyed', { code: 'E_DESTROYED' });
}
