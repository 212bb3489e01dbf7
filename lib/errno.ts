// Linux's error numbers, as the kernel answers them, with the words Node uses for the same codes.

const errors: ReadonlyMap<number, readonly [code: string, message: string]> = new Map([
  [1, ['EPERM', 'operation not permitted']],
  [2, ['ENOENT', 'no such file or directory']],
  [3, ['ESRCH', 'no such process']],
  [4, ['EINTR', 'interrupted system call']],
  [5, ['EIO', 'i/o error']],
  [6, ['ENXIO', 'no such device or address']],
  [7, ['E2BIG', 'argument list too long']],
  [8, ['ENOEXEC', 'exec format error']],
  [9, ['EBADF', 'bad file descriptor']],
  [11, ['EAGAIN', 'resource temporarily unavailable']],
  [12, ['ENOMEM', 'not enough memory']],
  [13, ['EACCES', 'permission denied']],
  [14, ['EFAULT', 'bad address in system call argument']],
  [16, ['EBUSY', 'resource busy or locked']],
  [17, ['EEXIST', 'file already exists']],
  [18, ['EXDEV', 'cross-device link not permitted']],
  [19, ['ENODEV', 'no such device']],
  [20, ['ENOTDIR', 'not a directory']],
  [21, ['EISDIR', 'illegal operation on a directory']],
  [22, ['EINVAL', 'invalid argument']],
  [23, ['ENFILE', 'file table overflow']],
  [24, ['EMFILE', 'too many open files']],
  [25, ['ENOTTY', 'inappropriate ioctl for device']],
  [26, ['ETXTBSY', 'text file is busy']],
  [27, ['EFBIG', 'file too large']],
  [28, ['ENOSPC', 'no space left on device']],
  [29, ['ESPIPE', 'invalid seek']],
  [30, ['EROFS', 'read-only file system']],
  [31, ['EMLINK', 'too many links']],
  [32, ['EPIPE', 'broken pipe']],
  [34, ['ERANGE', 'result too large']],
  [36, ['ENAMETOOLONG', 'name too long']],
  [38, ['ENOSYS', 'function not implemented']],
  [39, ['ENOTEMPTY', 'directory not empty']],
  [40, ['ELOOP', 'too many symbolic links encountered']],
  [75, ['EOVERFLOW', 'value too large for defined data type']],
  [84, ['EILSEQ', 'illegal byte sequence']],
  [95, ['ENOTSUP', 'operation not supported on socket']],
  [108, ['ESHUTDOWN', 'cannot send after transport endpoint shutdown']],
  [122, ['EDQUOT', 'disk quota exceeded']],
]);

export const ENOENT = 2;
export const EINVAL = 22;
export const ENOTDIR = 20;
export const ESHUTDOWN = 108;

/** The code and the words for a positive error number. */
export function describeErrno(errno: number): readonly [code: string, message: string] {
  return errors.get(errno) ?? ['UNKNOWN', 'unknown error'];
}
