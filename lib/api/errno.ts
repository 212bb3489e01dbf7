// Linux's error numbers with their codes and messages. The messages are those of strerror in lower case, except for a few that Node words
// otherwise.

import { errnoTable } from '../abi/generated/errno.js';
import type { SystemErrorCode } from './error-codes.js';

const ownWords: ReadonlyMap<string, string> = new Map([
  ['EIO', 'i/o error'],
  ['ENOMEM', 'not enough memory'],
  ['EFAULT', 'bad address in system call argument'],
  ['EBUSY', 'resource busy or locked'],
  ['EEXIST', 'file already exists'],
  ['EXDEV', 'cross-device link not permitted'],
  ['EISDIR', 'illegal operation on a directory'],
  ['ENFILE', 'file table overflow'],
  ['ETXTBSY', 'text file is busy'],
  ['ESPIPE', 'invalid seek'],
  ['ERANGE', 'result too large'],
  ['ENAMETOOLONG', 'name too long'],
  ['ELOOP', 'too many symbolic links encountered'],
  ['EILSEQ', 'illegal byte sequence'],
]);

const errors: ReadonlyMap<number, readonly [code: SystemErrorCode, message: string]> = new Map(
  errnoTable.map(([code, number, words]) => [number, [code, ownWords.get(code) ?? words.toLowerCase()]]),
);

const codes: ReadonlySet<string> = new Set(errnoTable.map(([code]) => code));

/** Whether this is the name of a Linux error number. */
export const isSystemCode = (code: string): code is SystemErrorCode => codes.has(code);

/** The code and the message of a positive error number. */
export function describeErrno(errno: number): readonly [code: SystemErrorCode, message: string] {
  return errors.get(errno) ?? ['UNKNOWN', 'unknown error'];
}
