// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// Linux's errno (asm-generic).

export const EPERM = 1;
export const ENOENT = 2;
export const ESRCH = 3;
export const EINTR = 4;
export const EIO = 5;
export const ENXIO = 6;
export const E2BIG = 7;
export const ENOEXEC = 8;
export const EBADF = 9;
export const ECHILD = 10;
export const EAGAIN = 11;
export const ENOMEM = 12;
export const EACCES = 13;
export const EFAULT = 14;
export const ENOTBLK = 15;
export const EBUSY = 16;
export const EEXIST = 17;
export const EXDEV = 18;
export const ENODEV = 19;
export const ENOTDIR = 20;
export const EISDIR = 21;
export const EINVAL = 22;
export const ENFILE = 23;
export const EMFILE = 24;
export const ENOTTY = 25;
export const ETXTBSY = 26;
export const EFBIG = 27;
export const ENOSPC = 28;
export const ESPIPE = 29;
export const EROFS = 30;
export const EMLINK = 31;
export const EPIPE = 32;
export const EDOM = 33;
export const ERANGE = 34;
export const EDEADLK = 35;
export const ENAMETOOLONG = 36;
export const ENOLCK = 37;
export const ENOSYS = 38;
export const ENOTEMPTY = 39;
export const ELOOP = 40;
export const ENOMSG = 42;
export const EIDRM = 43;
export const ECHRNG = 44;
export const EL2NSYNC = 45;
export const EL3HLT = 46;
export const EL3RST = 47;
export const ELNRNG = 48;
export const EUNATCH = 49;
export const ENOCSI = 50;
export const EL2HLT = 51;
export const EBADE = 52;
export const EBADR = 53;
export const EXFULL = 54;
export const ENOANO = 55;
export const EBADRQC = 56;
export const EBADSLT = 57;
export const EBFONT = 59;
export const ENOSTR = 60;
export const ENODATA = 61;
export const ETIME = 62;
export const ENOSR = 63;
export const ENONET = 64;
export const ENOPKG = 65;
export const EREMOTE = 66;
export const ENOLINK = 67;
export const EADV = 68;
export const ESRMNT = 69;
export const ECOMM = 70;
export const EPROTO = 71;
export const EMULTIHOP = 72;
export const EDOTDOT = 73;
export const EBADMSG = 74;
export const EOVERFLOW = 75;
export const ENOTUNIQ = 76;
export const EBADFD = 77;
export const EREMCHG = 78;
export const ELIBACC = 79;
export const ELIBBAD = 80;
export const ELIBSCN = 81;
export const ELIBMAX = 82;
export const ELIBEXEC = 83;
export const EILSEQ = 84;
export const ERESTART = 85;
export const ESTRPIPE = 86;
export const EUSERS = 87;
export const ENOTSOCK = 88;
export const EDESTADDRREQ = 89;
export const EMSGSIZE = 90;
export const EPROTOTYPE = 91;
export const ENOPROTOOPT = 92;
export const EPROTONOSUPPORT = 93;
export const ESOCKTNOSUPPORT = 94;
export const EOPNOTSUPP = 95;
export const EPFNOSUPPORT = 96;
export const EAFNOSUPPORT = 97;
export const EADDRINUSE = 98;
export const EADDRNOTAVAIL = 99;
export const ENETDOWN = 100;
export const ENETUNREACH = 101;
export const ENETRESET = 102;
export const ECONNABORTED = 103;
export const ECONNRESET = 104;
export const ENOBUFS = 105;
export const EISCONN = 106;
export const ENOTCONN = 107;
export const ESHUTDOWN = 108;
export const ETOOMANYREFS = 109;
export const ETIMEDOUT = 110;
export const ECONNREFUSED = 111;
export const EHOSTDOWN = 112;
export const EHOSTUNREACH = 113;
export const EALREADY = 114;
export const EINPROGRESS = 115;
export const ESTALE = 116;
export const EUCLEAN = 117;
export const ENOTNAM = 118;
export const ENAVAIL = 119;
export const EISNAM = 120;
export const EREMOTEIO = 121;
export const EDQUOT = 122;
export const ENOMEDIUM = 123;
export const EMEDIUMTYPE = 124;
export const ECANCELED = 125;
export const ENOKEY = 126;
export const EKEYEXPIRED = 127;
export const EKEYREVOKED = 128;
export const EKEYREJECTED = 129;
export const EOWNERDEAD = 130;
export const ENOTRECOVERABLE = 131;
export const ERFKILL = 132;
export const EHWPOISON = 133;

/** Name, number, the words of strerror. */
export const errnoTable = [
  ['SUCCESS', 0, 'Success'],
  ['EPERM', 1, 'Operation not permitted'],
  ['ENOENT', 2, 'No such file or directory'],
  ['ESRCH', 3, 'No such process'],
  ['EINTR', 4, 'Interrupted system call'],
  ['EIO', 5, 'Input/output error'],
  ['ENXIO', 6, 'No such device or address'],
  ['E2BIG', 7, 'Argument list too long'],
  ['ENOEXEC', 8, 'Exec format error'],
  ['EBADF', 9, 'Bad file descriptor'],
  ['ECHILD', 10, 'No child processes'],
  ['EAGAIN', 11, 'Resource temporarily unavailable'],
  ['ENOMEM', 12, 'Cannot allocate memory'],
  ['EACCES', 13, 'Permission denied'],
  ['EFAULT', 14, 'Bad address'],
  ['ENOTBLK', 15, 'Block device required'],
  ['EBUSY', 16, 'Device or resource busy'],
  ['EEXIST', 17, 'File exists'],
  ['EXDEV', 18, 'Invalid cross-device link'],
  ['ENODEV', 19, 'No such device'],
  ['ENOTDIR', 20, 'Not a directory'],
  ['EISDIR', 21, 'Is a directory'],
  ['EINVAL', 22, 'Invalid argument'],
  ['ENFILE', 23, 'Too many open files in system'],
  ['EMFILE', 24, 'Too many open files'],
  ['ENOTTY', 25, 'Inappropriate ioctl for device'],
  ['ETXTBSY', 26, 'Text file busy'],
  ['EFBIG', 27, 'File too large'],
  ['ENOSPC', 28, 'No space left on device'],
  ['ESPIPE', 29, 'Illegal seek'],
  ['EROFS', 30, 'Read-only file system'],
  ['EMLINK', 31, 'Too many links'],
  ['EPIPE', 32, 'Broken pipe'],
  ['EDOM', 33, 'Numerical argument out of domain'],
  ['ERANGE', 34, 'Numerical result out of range'],
  ['EDEADLK', 35, 'Resource deadlock avoided'],
  ['ENAMETOOLONG', 36, 'File name too long'],
  ['ENOLCK', 37, 'No locks available'],
  ['ENOSYS', 38, 'Function not implemented'],
  ['ENOTEMPTY', 39, 'Directory not empty'],
  ['ELOOP', 40, 'Too many levels of symbolic links'],
  ['ENOMSG', 42, 'No message of desired type'],
  ['EIDRM', 43, 'Identifier removed'],
  ['ECHRNG', 44, 'Channel number out of range'],
  ['EL2NSYNC', 45, 'Level 2 not synchronized'],
  ['EL3HLT', 46, 'Level 3 halted'],
  ['EL3RST', 47, 'Level 3 reset'],
  ['ELNRNG', 48, 'Link number out of range'],
  ['EUNATCH', 49, 'Protocol driver not attached'],
  ['ENOCSI', 50, 'No CSI structure available'],
  ['EL2HLT', 51, 'Level 2 halted'],
  ['EBADE', 52, 'Invalid exchange'],
  ['EBADR', 53, 'Invalid request descriptor'],
  ['EXFULL', 54, 'Exchange full'],
  ['ENOANO', 55, 'No anode'],
  ['EBADRQC', 56, 'Invalid request code'],
  ['EBADSLT', 57, 'Invalid slot'],
  ['EBFONT', 59, 'Bad font file format'],
  ['ENOSTR', 60, 'Device not a stream'],
  ['ENODATA', 61, 'No data available'],
  ['ETIME', 62, 'Timer expired'],
  ['ENOSR', 63, 'Out of streams resources'],
  ['ENONET', 64, 'Machine is not on the network'],
  ['ENOPKG', 65, 'Package not installed'],
  ['EREMOTE', 66, 'Object is remote'],
  ['ENOLINK', 67, 'Link has been severed'],
  ['EADV', 68, 'Advertise error'],
  ['ESRMNT', 69, 'Srmount error'],
  ['ECOMM', 70, 'Communication error on send'],
  ['EPROTO', 71, 'Protocol error'],
  ['EMULTIHOP', 72, 'Multihop attempted'],
  ['EDOTDOT', 73, 'RFS specific error'],
  ['EBADMSG', 74, 'Bad message'],
  ['EOVERFLOW', 75, 'Value too large for defined data type'],
  ['ENOTUNIQ', 76, 'Name not unique on network'],
  ['EBADFD', 77, 'File descriptor in bad state'],
  ['EREMCHG', 78, 'Remote address changed'],
  ['ELIBACC', 79, 'Can not access a needed shared library'],
  ['ELIBBAD', 80, 'Accessing a corrupted shared library'],
  ['ELIBSCN', 81, '.lib section in a.out corrupted'],
  ['ELIBMAX', 82, 'Attempting to link in too many shared libraries'],
  ['ELIBEXEC', 83, 'Cannot exec a shared library directly'],
  ['EILSEQ', 84, 'Invalid or incomplete multibyte or wide character'],
  ['ERESTART', 85, 'Interrupted system call should be restarted'],
  ['ESTRPIPE', 86, 'Streams pipe error'],
  ['EUSERS', 87, 'Too many users'],
  ['ENOTSOCK', 88, 'Socket operation on non-socket'],
  ['EDESTADDRREQ', 89, 'Destination address required'],
  ['EMSGSIZE', 90, 'Message too long'],
  ['EPROTOTYPE', 91, 'Protocol wrong type for socket'],
  ['ENOPROTOOPT', 92, 'Protocol not available'],
  ['EPROTONOSUPPORT', 93, 'Protocol not supported'],
  ['ESOCKTNOSUPPORT', 94, 'Socket type not supported'],
  ['EOPNOTSUPP', 95, 'Operation not supported'],
  ['EPFNOSUPPORT', 96, 'Protocol family not supported'],
  ['EAFNOSUPPORT', 97, 'Address family not supported by protocol'],
  ['EADDRINUSE', 98, 'Address already in use'],
  ['EADDRNOTAVAIL', 99, 'Cannot assign requested address'],
  ['ENETDOWN', 100, 'Network is down'],
  ['ENETUNREACH', 101, 'Network is unreachable'],
  ['ENETRESET', 102, 'Network dropped connection on reset'],
  ['ECONNABORTED', 103, 'Software caused connection abort'],
  ['ECONNRESET', 104, 'Connection reset by peer'],
  ['ENOBUFS', 105, 'No buffer space available'],
  ['EISCONN', 106, 'Transport endpoint is already connected'],
  ['ENOTCONN', 107, 'Transport endpoint is not connected'],
  ['ESHUTDOWN', 108, 'Cannot send after transport endpoint shutdown'],
  ['ETOOMANYREFS', 109, 'Too many references: cannot splice'],
  ['ETIMEDOUT', 110, 'Connection timed out'],
  ['ECONNREFUSED', 111, 'Connection refused'],
  ['EHOSTDOWN', 112, 'Host is down'],
  ['EHOSTUNREACH', 113, 'No route to host'],
  ['EALREADY', 114, 'Operation already in progress'],
  ['EINPROGRESS', 115, 'Operation now in progress'],
  ['ESTALE', 116, 'Stale file handle'],
  ['EUCLEAN', 117, 'Structure needs cleaning'],
  ['ENOTNAM', 118, 'Not a XENIX named type file'],
  ['ENAVAIL', 119, 'No XENIX semaphores available'],
  ['EISNAM', 120, 'Is a named type file'],
  ['EREMOTEIO', 121, 'Remote I/O error'],
  ['EDQUOT', 122, 'Disk quota exceeded'],
  ['ENOMEDIUM', 123, 'No medium found'],
  ['EMEDIUMTYPE', 124, 'Wrong medium type'],
  ['ECANCELED', 125, 'Operation canceled'],
  ['ENOKEY', 126, 'Required key not available'],
  ['EKEYEXPIRED', 127, 'Key has expired'],
  ['EKEYREVOKED', 128, 'Key has been revoked'],
  ['EKEYREJECTED', 129, 'Key was rejected by service'],
  ['EOWNERDEAD', 130, 'Owner died'],
  ['ENOTRECOVERABLE', 131, 'State not recoverable'],
  ['ERFKILL', 132, 'Operation not possible due to RF-kill'],
  ['EHWPOISON', 133, 'Memory page has hardware error'],
] as const;
