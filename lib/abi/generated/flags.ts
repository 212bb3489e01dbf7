// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// What an argument of kind `flags` or `enum`, and a field of a struct, is made of.

import type { ValueSet } from '../descriptions.js';

// open
export const O_RDONLY = 0;
export const O_WRONLY = 1;
export const O_RDWR = 2;
export const O_CREAT = 0x40;
export const O_EXCL = 0x80;
export const O_NOCTTY = 0x100;
export const O_TRUNC = 0x200;
export const O_APPEND = 0x400;
export const O_NONBLOCK = 0x800;
export const O_DSYNC = 0x1000;
export const O_ASYNC = 0x2000;
export const O_DIRECT = 0x4000;
export const O_LARGEFILE = 0x8000;
export const O_DIRECTORY = 0x10000;
export const O_NOFOLLOW = 0x20000;
export const O_NOATIME = 0x40000;
export const O_CLOEXEC = 0x80000;
export const O_SYNC = 0x101000;
export const O_PATH = 0x200000;
export const O_TMPFILE = 0x410000;

// at
export const AT_SYMLINK_NOFOLLOW = 0x100;
export const AT_EACCESS = 0x200;
export const AT_REMOVEDIR = 0x200;
export const AT_SYMLINK_FOLLOW = 0x400;
export const AT_NO_AUTOMOUNT = 0x800;
export const AT_EMPTY_PATH = 0x1000;
export const AT_STATX_FORCE_SYNC = 0x2000;
export const AT_STATX_DONT_SYNC = 0x4000;

// access
export const F_OK = 0;
export const X_OK = 1;
export const W_OK = 2;
export const R_OK = 4;

// whence
export const SEEK_SET = 0;
export const SEEK_CUR = 1;
export const SEEK_END = 2;
export const SEEK_DATA = 3;
export const SEEK_HOLE = 4;

// fcntl_command
export const F_DUPFD = 0;
export const F_GETFD = 1;
export const F_SETFD = 2;
export const F_GETFL = 3;
export const F_SETFL = 4;
export const F_SETOWN = 8;
export const F_GETOWN = 9;
export const F_SETSIG = 0xa;
export const F_GETSIG = 0xb;
export const F_GETLK64 = 0xc;
export const F_SETLK64 = 0xd;
export const F_SETLKW64 = 0xe;
export const F_SETOWN_EX = 0xf;
export const F_GETOWN_EX = 0x10;
export const F_OFD_GETLK = 0x24;
export const F_OFD_SETLK = 0x25;
export const F_OFD_SETLKW = 0x26;
export const F_SETLEASE = 0x400;
export const F_GETLEASE = 0x401;
export const F_NOTIFY = 0x402;
export const F_DUPFD_CLOEXEC = 0x406;
export const F_SETPIPE_SZ = 0x407;
export const F_GETPIPE_SZ = 0x408;
export const F_ADD_SEALS = 0x409;
export const F_GET_SEALS = 0x40a;

// lock_type
export const F_RDLCK = 0;
export const F_WRLCK = 1;
export const F_UNLCK = 2;

// flock_operation
export const LOCK_SH = 1;
export const LOCK_EX = 2;
export const LOCK_NB = 4;
export const LOCK_UN = 8;

// ioctl_request
export const TCGETS = 0x5401;
export const TCSETS = 0x5402;
export const TCSETSW = 0x5403;
export const TCSETSF = 0x5404;
export const TIOCSCTTY = 0x540e;
export const TIOCGPGRP = 0x540f;
export const TIOCSPGRP = 0x5410;
export const TIOCGWINSZ = 0x5413;
export const TIOCSWINSZ = 0x5414;
export const FIONREAD = 0x541b;
export const FIONBIO = 0x5421;
export const TIOCNOTTY = 0x5422;
export const TIOCGSID = 0x5429;
export const FIONCLEX = 0x5450;
export const FIOCLEX = 0x5451;
export const FIOASYNC = 0x5452;
export const FIOQSIZE = 0x5460;

// fallocate
export const FALLOC_FL_KEEP_SIZE = 1;
export const FALLOC_FL_PUNCH_HOLE = 2;
export const FALLOC_FL_COLLAPSE_RANGE = 8;
export const FALLOC_FL_ZERO_RANGE = 0x10;
export const FALLOC_FL_INSERT_RANGE = 0x20;
export const FALLOC_FL_UNSHARE_RANGE = 0x40;

// rename
export const RENAME_NOREPLACE = 1;
export const RENAME_EXCHANGE = 2;
export const RENAME_WHITEOUT = 4;

// wait
export const WNOHANG = 1;
export const WUNTRACED = 2;
export const WEXITED = 4;
export const WCONTINUED = 8;
export const WNOWAIT = 0x1000000;
export const __WNOTHREAD = 0x20000000;
export const __WALL = 0x40000000;
export const __WCLONE = 0x80000000;

// waitid_type
export const P_ALL = 0;
export const P_PID = 1;
export const P_PGID = 2;
export const P_PIDFD = 3;

// clock
export const CLOCK_REALTIME = 0;
export const CLOCK_MONOTONIC = 1;
export const CLOCK_PROCESS_CPUTIME_ID = 2;
export const CLOCK_THREAD_CPUTIME_ID = 3;
export const CLOCK_MONOTONIC_RAW = 4;
export const CLOCK_REALTIME_COARSE = 5;
export const CLOCK_MONOTONIC_COARSE = 6;
export const CLOCK_BOOTTIME = 7;
export const CLOCK_REALTIME_ALARM = 8;
export const CLOCK_BOOTTIME_ALARM = 9;
export const CLOCK_TAI = 0xb;

// timer
export const TIMER_ABSTIME = 1;

// itimer
export const ITIMER_REAL = 0;
export const ITIMER_VIRTUAL = 1;
export const ITIMER_PROF = 2;

// sigevent_notify
export const SIGEV_SIGNAL = 0;
export const SIGEV_NONE = 1;
export const SIGEV_THREAD = 2;
export const SIGEV_THREAD_ID = 4;

// sigprocmask
export const SIG_BLOCK = 0;
export const SIG_UNBLOCK = 1;
export const SIG_SETMASK = 2;

// sigaction_flags
export const SA_NOCLDSTOP = 1;
export const SA_NOCLDWAIT = 2;
export const SA_SIGINFO = 4;
export const SA_RESTORER = 0x4000000;
export const SA_ONSTACK = 0x8000000;
export const SA_RESTART = 0x10000000;
export const SA_NODEFER = 0x40000000;
export const SA_RESETHAND = 0x80000000;

// rusage_who
export const RUSAGE_CHILDREN = -1;
export const RUSAGE_SELF = 0;
export const RUSAGE_THREAD = 1;

// priority_which
export const PRIO_PROCESS = 0;
export const PRIO_PGRP = 1;
export const PRIO_USER = 2;

// resource
export const RLIMIT_CPU = 0;
export const RLIMIT_FSIZE = 1;
export const RLIMIT_DATA = 2;
export const RLIMIT_STACK = 3;
export const RLIMIT_CORE = 4;
export const RLIMIT_RSS = 5;
export const RLIMIT_NPROC = 6;
export const RLIMIT_NOFILE = 7;
export const RLIMIT_MEMLOCK = 8;
export const RLIMIT_AS = 9;
export const RLIMIT_LOCKS = 0xa;
export const RLIMIT_SIGPENDING = 0xb;
export const RLIMIT_MSGQUEUE = 0xc;
export const RLIMIT_NICE = 0xd;
export const RLIMIT_RTPRIO = 0xe;
export const RLIMIT_RTTIME = 0xf;

// prctl
export const PR_SET_PDEATHSIG = 1;
export const PR_GET_PDEATHSIG = 2;
export const PR_GET_DUMPABLE = 3;
export const PR_SET_DUMPABLE = 4;
export const PR_GET_KEEPCAPS = 7;
export const PR_SET_KEEPCAPS = 8;
export const PR_SET_NAME = 0xf;
export const PR_GET_NAME = 0x10;
export const PR_SET_TIMERSLACK = 0x1d;
export const PR_GET_TIMERSLACK = 0x1e;
export const PR_SET_CHILD_SUBREAPER = 0x24;
export const PR_GET_CHILD_SUBREAPER = 0x25;
export const PR_SET_NO_NEW_PRIVS = 0x26;
export const PR_GET_NO_NEW_PRIVS = 0x27;

// advice
export const POSIX_FADV_NORMAL = 0;
export const POSIX_FADV_RANDOM = 1;
export const POSIX_FADV_SEQUENTIAL = 2;
export const POSIX_FADV_WILLNEED = 3;
export const POSIX_FADV_DONTNEED = 4;
export const POSIX_FADV_NOREUSE = 5;

// getrandom
export const GRND_NONBLOCK = 1;
export const GRND_RANDOM = 2;
export const GRND_INSECURE = 4;

// statx
export const STATX_TYPE = 1;
export const STATX_MODE = 2;
export const STATX_NLINK = 4;
export const STATX_UID = 8;
export const STATX_GID = 0x10;
export const STATX_ATIME = 0x20;
export const STATX_MTIME = 0x40;
export const STATX_CTIME = 0x80;
export const STATX_INO = 0x100;
export const STATX_SIZE = 0x200;
export const STATX_BLOCKS = 0x400;
export const STATX_BASIC_STATS = 0x7ff;
export const STATX_BTIME = 0x800;

// close_range
export const CLOSE_RANGE_UNSHARE = 2;
export const CLOSE_RANGE_CLOEXEC = 4;

// spawn_attributes
export const POSIX_SPAWN_RESETIDS = 1;
export const POSIX_SPAWN_SETPGROUP = 2;
export const POSIX_SPAWN_SETSIGDEF = 4;
export const POSIX_SPAWN_SETSIGMASK = 8;
export const POSIX_SPAWN_SETSCHEDPARAM = 0x10;
export const POSIX_SPAWN_SETSCHEDULER = 0x20;
export const POSIX_SPAWN_USEVFORK = 0x40;
export const POSIX_SPAWN_SETSID = 0x80;

// spawn_action_kind
export const SPAWN_OPEN = 1;
export const SPAWN_CLOSE = 2;
export const SPAWN_DUPLICATE = 3;
export const SPAWN_CHANGE_DIRECTORY = 4;
export const SPAWN_CHANGE_TO_DESCRIPTOR = 5;

// poll
export const POLLIN = 1;
export const POLLPRI = 2;
export const POLLOUT = 4;
export const POLLERR = 8;
export const POLLHUP = 0x10;
export const POLLNVAL = 0x20;
export const POLLRDNORM = 0x40;
export const POLLRDBAND = 0x80;
export const POLLWRNORM = 0x100;
export const POLLWRBAND = 0x200;
export const POLLRDHUP = 0x2000;

// address_family
export const AF_UNSPEC = 0;
export const AF_UNIX = 1;
export const AF_INET = 2;
export const AF_INET6 = 0xa;

// socket_type
export const SOCK_STREAM = 1;
export const SOCK_DGRAM = 2;
export const SOCK_RAW = 3;
export const SOCK_RDM = 4;
export const SOCK_SEQPACKET = 5;
export const SOCK_NONBLOCK = 0x800;
export const SOCK_CLOEXEC = 0x80000;

// protocol
export const IPPROTO_IP = 0;
export const IPPROTO_TCP = 6;
export const IPPROTO_UDP = 0x11;
export const IPPROTO_IPV6 = 0x29;

// shutdown
export const SHUT_RD = 0;
export const SHUT_WR = 1;
export const SHUT_RDWR = 2;

// message
export const MSG_OOB = 1;
export const MSG_PEEK = 2;
export const MSG_DONTROUTE = 4;
export const MSG_CTRUNC = 8;
export const MSG_TRUNC = 0x20;
export const MSG_DONTWAIT = 0x40;
export const MSG_EOR = 0x80;
export const MSG_WAITALL = 0x100;
export const MSG_NOSIGNAL = 0x4000;
export const MSG_MORE = 0x8000;
export const MSG_CMSG_CLOEXEC = 0x40000000;

// socket_level
export const SOL_SOCKET = 1;
export const SOL_TLS = 0x11a;

// socket_option
export const SO_DEBUG = 1;
export const SO_REUSEADDR = 2;
export const SO_TYPE = 3;
export const SO_ERROR = 4;
export const SO_DONTROUTE = 5;
export const SO_BROADCAST = 6;
export const SO_SNDBUF = 7;
export const SO_RCVBUF = 8;
export const SO_KEEPALIVE = 9;
export const SO_OOBINLINE = 0xa;
export const SO_PRIORITY = 0xc;
export const SO_LINGER = 0xd;
export const SO_REUSEPORT = 0xf;
export const SO_PASSCRED = 0x10;
export const SO_PEERCRED = 0x11;
export const SO_RCVLOWAT = 0x12;
export const SO_SNDLOWAT = 0x13;
export const SO_RCVTIMEO_OLD = 0x14;
export const SO_SNDTIMEO_OLD = 0x15;
export const SO_ACCEPTCONN = 0x1e;
export const SO_PROTOCOL = 0x26;
export const SO_DOMAIN = 0x27;
export const SO_RCVTIMEO = 0x42;
export const SO_SNDTIMEO = 0x43;

// tcp_option
export const TCP_NODELAY = 1;
export const TCP_MAXSEG = 2;
export const TCP_CORK = 3;
export const TCP_KEEPIDLE = 4;
export const TCP_KEEPINTVL = 5;
export const TCP_KEEPCNT = 6;
export const TCP_SYNCNT = 7;
export const TCP_LINGER2 = 8;
export const TCP_DEFER_ACCEPT = 9;
export const TCP_QUICKACK = 0xc;
export const TCP_USER_TIMEOUT = 0x12;

// ip_option
export const IP_TOS = 1;
export const IP_TTL = 2;
export const IP_MTU_DISCOVER = 0xa;
export const IP_RECVERR = 0xb;
export const IP_MULTICAST_TTL = 0x21;
export const IP_MULTICAST_LOOP = 0x22;

// ipv6_option
export const IPV6_UNICAST_HOPS = 0x10;
export const IPV6_MULTICAST_HOPS = 0x12;
export const IPV6_V6ONLY = 0x1a;
export const IPV6_RECVERR = 0x19;
export const IPV6_TCLASS = 0x43;

// tls_option
export const TLS_HOST = 0x64;

// control_message
export const SCM_RIGHTS = 1;
export const SCM_CREDENTIALS = 2;

// epoll_operation
export const EPOLL_CTL_ADD = 1;
export const EPOLL_CTL_DEL = 2;
export const EPOLL_CTL_MOD = 3;

// epoll_events
export const EPOLLIN = 1;
export const EPOLLPRI = 2;
export const EPOLLOUT = 4;
export const EPOLLERR = 8;
export const EPOLLHUP = 0x10;
export const EPOLLRDHUP = 0x2000;
export const EPOLLONESHOT = 0x40000000;
export const EPOLLET = 0x80000000;

// eventfd
export const EFD_SEMAPHORE = 1;

// inotify
export const IN_ACCESS = 1;
export const IN_MODIFY = 2;
export const IN_ATTRIB = 4;
export const IN_CLOSE_WRITE = 8;
export const IN_CLOSE_NOWRITE = 0x10;
export const IN_OPEN = 0x20;
export const IN_MOVED_FROM = 0x40;
export const IN_MOVED_TO = 0x80;
export const IN_CREATE = 0x100;
export const IN_DELETE = 0x200;
export const IN_DELETE_SELF = 0x400;
export const IN_MOVE_SELF = 0x800;
export const IN_UNMOUNT = 0x2000;
export const IN_Q_OVERFLOW = 0x4000;
export const IN_IGNORED = 0x8000;
export const IN_ONLYDIR = 0x1000000;
export const IN_DONT_FOLLOW = 0x2000000;
export const IN_EXCL_UNLINK = 0x4000000;
export const IN_MASK_CREATE = 0x10000000;
export const IN_MASK_ADD = 0x20000000;
export const IN_ISDIR = 0x40000000;
export const IN_ONESHOT = 0x80000000;

// auxiliary
export const AT_NULL = 0;
export const AT_PAGESZ = 6;
export const AT_UID = 0xb;
export const AT_EUID = 0xc;
export const AT_GID = 0xd;
export const AT_EGID = 0xe;
export const AT_CLKTCK = 0x11;
export const AT_SECURE = 0x17;
export const AT_RANDOM = 0x19;
export const AT_EXECFN = 0x1f;

/** The sets of the door `linux`, by the `parameter` of an argument. */
export const linuxSets = {
  // Flags, or-ed together.
  open: {
    kind: 'flags',
    values: {
      O_RDONLY,
      O_WRONLY,
      O_RDWR,
      O_CREAT,
      O_EXCL,
      O_NOCTTY,
      O_TRUNC,
      O_APPEND,
      O_NONBLOCK,
      O_DSYNC,
      O_ASYNC,
      O_DIRECT,
      O_LARGEFILE,
      O_DIRECTORY,
      O_NOFOLLOW,
      O_NOATIME,
      O_CLOEXEC,
      O_SYNC,
      O_PATH,
      O_TMPFILE,
    },
  },
  // Flags, or-ed together.
  at: {
    kind: 'flags',
    values: {
      AT_SYMLINK_NOFOLLOW,
      AT_EACCESS,
      AT_REMOVEDIR,
      AT_SYMLINK_FOLLOW,
      AT_NO_AUTOMOUNT,
      AT_EMPTY_PATH,
      AT_STATX_FORCE_SYNC,
      AT_STATX_DONT_SYNC,
    },
  },
  // Flags, or-ed together.
  access: {
    kind: 'flags',
    values: {
      F_OK,
      X_OK,
      W_OK,
      R_OK,
    },
  },
  // One of these.
  whence: {
    kind: 'enum',
    values: {
      SEEK_SET,
      SEEK_CUR,
      SEEK_END,
      SEEK_DATA,
      SEEK_HOLE,
    },
  },
  // One of these.
  fcntl_command: {
    kind: 'enum',
    values: {
      F_DUPFD,
      F_GETFD,
      F_SETFD,
      F_GETFL,
      F_SETFL,
      F_SETOWN,
      F_GETOWN,
      F_SETSIG,
      F_GETSIG,
      F_GETLK64,
      F_SETLK64,
      F_SETLKW64,
      F_SETOWN_EX,
      F_GETOWN_EX,
      F_OFD_GETLK,
      F_OFD_SETLK,
      F_OFD_SETLKW,
      F_SETLEASE,
      F_GETLEASE,
      F_NOTIFY,
      F_DUPFD_CLOEXEC,
      F_SETPIPE_SZ,
      F_GETPIPE_SZ,
      F_ADD_SEALS,
      F_GET_SEALS,
    },
  },
  // One of these.
  lock_type: {
    kind: 'enum',
    values: {
      F_RDLCK,
      F_WRLCK,
      F_UNLCK,
    },
  },
  // Flags, or-ed together.
  flock_operation: {
    kind: 'flags',
    values: {
      LOCK_SH,
      LOCK_EX,
      LOCK_NB,
      LOCK_UN,
    },
  },
  // One of these.
  ioctl_request: {
    kind: 'enum',
    values: {
      TCGETS,
      TCSETS,
      TCSETSW,
      TCSETSF,
      TIOCSCTTY,
      TIOCGPGRP,
      TIOCSPGRP,
      TIOCGWINSZ,
      TIOCSWINSZ,
      FIONREAD,
      FIONBIO,
      TIOCNOTTY,
      TIOCGSID,
      FIONCLEX,
      FIOCLEX,
      FIOASYNC,
      FIOQSIZE,
    },
  },
  // Flags, or-ed together.
  fallocate: {
    kind: 'flags',
    values: {
      FALLOC_FL_KEEP_SIZE,
      FALLOC_FL_PUNCH_HOLE,
      FALLOC_FL_COLLAPSE_RANGE,
      FALLOC_FL_ZERO_RANGE,
      FALLOC_FL_INSERT_RANGE,
      FALLOC_FL_UNSHARE_RANGE,
    },
  },
  // Flags, or-ed together.
  rename: {
    kind: 'flags',
    values: {
      RENAME_NOREPLACE,
      RENAME_EXCHANGE,
      RENAME_WHITEOUT,
    },
  },
  // Flags, or-ed together.
  wait: {
    kind: 'flags',
    values: {
      WNOHANG,
      WUNTRACED,
      WEXITED,
      WCONTINUED,
      WNOWAIT,
      __WNOTHREAD,
      __WALL,
      __WCLONE,
    },
  },
  // One of these.
  waitid_type: {
    kind: 'enum',
    values: {
      P_ALL,
      P_PID,
      P_PGID,
      P_PIDFD,
    },
  },
  // One of these.
  clock: {
    kind: 'enum',
    values: {
      CLOCK_REALTIME,
      CLOCK_MONOTONIC,
      CLOCK_PROCESS_CPUTIME_ID,
      CLOCK_THREAD_CPUTIME_ID,
      CLOCK_MONOTONIC_RAW,
      CLOCK_REALTIME_COARSE,
      CLOCK_MONOTONIC_COARSE,
      CLOCK_BOOTTIME,
      CLOCK_REALTIME_ALARM,
      CLOCK_BOOTTIME_ALARM,
      CLOCK_TAI,
    },
  },
  // Flags, or-ed together.
  timer: {
    kind: 'flags',
    values: {
      TIMER_ABSTIME,
    },
  },
  // One of these.
  itimer: {
    kind: 'enum',
    values: {
      ITIMER_REAL,
      ITIMER_VIRTUAL,
      ITIMER_PROF,
    },
  },
  // One of these.
  sigevent_notify: {
    kind: 'enum',
    values: {
      SIGEV_SIGNAL,
      SIGEV_NONE,
      SIGEV_THREAD,
      SIGEV_THREAD_ID,
    },
  },
  // One of these.
  sigprocmask: {
    kind: 'enum',
    values: {
      SIG_BLOCK,
      SIG_UNBLOCK,
      SIG_SETMASK,
    },
  },
  // Flags, or-ed together.
  sigaction_flags: {
    kind: 'flags',
    values: {
      SA_NOCLDSTOP,
      SA_NOCLDWAIT,
      SA_SIGINFO,
      SA_RESTORER,
      SA_ONSTACK,
      SA_RESTART,
      SA_NODEFER,
      SA_RESETHAND,
    },
  },
  // One of these.
  rusage_who: {
    kind: 'enum',
    values: {
      RUSAGE_CHILDREN,
      RUSAGE_SELF,
      RUSAGE_THREAD,
    },
  },
  // One of these.
  priority_which: {
    kind: 'enum',
    values: {
      PRIO_PROCESS,
      PRIO_PGRP,
      PRIO_USER,
    },
  },
  // One of these.
  resource: {
    kind: 'enum',
    values: {
      RLIMIT_CPU,
      RLIMIT_FSIZE,
      RLIMIT_DATA,
      RLIMIT_STACK,
      RLIMIT_CORE,
      RLIMIT_RSS,
      RLIMIT_NPROC,
      RLIMIT_NOFILE,
      RLIMIT_MEMLOCK,
      RLIMIT_AS,
      RLIMIT_LOCKS,
      RLIMIT_SIGPENDING,
      RLIMIT_MSGQUEUE,
      RLIMIT_NICE,
      RLIMIT_RTPRIO,
      RLIMIT_RTTIME,
    },
  },
  // One of these.
  prctl: {
    kind: 'enum',
    values: {
      PR_SET_PDEATHSIG,
      PR_GET_PDEATHSIG,
      PR_GET_DUMPABLE,
      PR_SET_DUMPABLE,
      PR_GET_KEEPCAPS,
      PR_SET_KEEPCAPS,
      PR_SET_NAME,
      PR_GET_NAME,
      PR_SET_TIMERSLACK,
      PR_GET_TIMERSLACK,
      PR_SET_CHILD_SUBREAPER,
      PR_GET_CHILD_SUBREAPER,
      PR_SET_NO_NEW_PRIVS,
      PR_GET_NO_NEW_PRIVS,
    },
  },
  // One of these.
  advice: {
    kind: 'enum',
    values: {
      POSIX_FADV_NORMAL,
      POSIX_FADV_RANDOM,
      POSIX_FADV_SEQUENTIAL,
      POSIX_FADV_WILLNEED,
      POSIX_FADV_DONTNEED,
      POSIX_FADV_NOREUSE,
    },
  },
  // Flags, or-ed together.
  getrandom: {
    kind: 'flags',
    values: {
      GRND_NONBLOCK,
      GRND_RANDOM,
      GRND_INSECURE,
    },
  },
  // Flags, or-ed together.
  statx: {
    kind: 'flags',
    values: {
      STATX_TYPE,
      STATX_MODE,
      STATX_NLINK,
      STATX_UID,
      STATX_GID,
      STATX_ATIME,
      STATX_MTIME,
      STATX_CTIME,
      STATX_INO,
      STATX_SIZE,
      STATX_BLOCKS,
      STATX_BASIC_STATS,
      STATX_BTIME,
    },
  },
  // Flags, or-ed together.
  close_range: {
    kind: 'flags',
    values: {
      CLOSE_RANGE_UNSHARE,
      CLOSE_RANGE_CLOEXEC,
    },
  },
  // Flags, or-ed together.
  spawn_attributes: {
    kind: 'flags',
    values: {
      POSIX_SPAWN_RESETIDS,
      POSIX_SPAWN_SETPGROUP,
      POSIX_SPAWN_SETSIGDEF,
      POSIX_SPAWN_SETSIGMASK,
      POSIX_SPAWN_SETSCHEDPARAM,
      POSIX_SPAWN_SETSCHEDULER,
      POSIX_SPAWN_USEVFORK,
      POSIX_SPAWN_SETSID,
    },
  },
  // One of these.
  spawn_action_kind: {
    kind: 'enum',
    values: {
      SPAWN_OPEN,
      SPAWN_CLOSE,
      SPAWN_DUPLICATE,
      SPAWN_CHANGE_DIRECTORY,
      SPAWN_CHANGE_TO_DESCRIPTOR,
    },
  },
  // Flags, or-ed together.
  poll: {
    kind: 'flags',
    values: {
      POLLIN,
      POLLPRI,
      POLLOUT,
      POLLERR,
      POLLHUP,
      POLLNVAL,
      POLLRDNORM,
      POLLRDBAND,
      POLLWRNORM,
      POLLWRBAND,
      POLLRDHUP,
    },
  },
  // One of these.
  address_family: {
    kind: 'enum',
    values: {
      AF_UNSPEC,
      AF_UNIX,
      AF_INET,
      AF_INET6,
    },
  },
  // One of these.
  socket_type: {
    kind: 'enum',
    values: {
      SOCK_STREAM,
      SOCK_DGRAM,
      SOCK_RAW,
      SOCK_RDM,
      SOCK_SEQPACKET,
      SOCK_NONBLOCK,
      SOCK_CLOEXEC,
    },
  },
  // One of these.
  protocol: {
    kind: 'enum',
    values: {
      IPPROTO_IP,
      IPPROTO_TCP,
      IPPROTO_UDP,
      IPPROTO_IPV6,
    },
  },
  // One of these.
  shutdown: {
    kind: 'enum',
    values: {
      SHUT_RD,
      SHUT_WR,
      SHUT_RDWR,
    },
  },
  // Flags, or-ed together.
  message: {
    kind: 'flags',
    values: {
      MSG_OOB,
      MSG_PEEK,
      MSG_DONTROUTE,
      MSG_CTRUNC,
      MSG_TRUNC,
      MSG_DONTWAIT,
      MSG_EOR,
      MSG_WAITALL,
      MSG_NOSIGNAL,
      MSG_MORE,
      MSG_CMSG_CLOEXEC,
    },
  },
  // One of these.
  socket_level: {
    kind: 'enum',
    values: {
      SOL_SOCKET,
      SOL_TLS,
    },
  },
  // One of these.
  socket_option: {
    kind: 'enum',
    values: {
      SO_DEBUG,
      SO_REUSEADDR,
      SO_TYPE,
      SO_ERROR,
      SO_DONTROUTE,
      SO_BROADCAST,
      SO_SNDBUF,
      SO_RCVBUF,
      SO_KEEPALIVE,
      SO_OOBINLINE,
      SO_PRIORITY,
      SO_LINGER,
      SO_REUSEPORT,
      SO_PASSCRED,
      SO_PEERCRED,
      SO_RCVLOWAT,
      SO_SNDLOWAT,
      SO_RCVTIMEO_OLD,
      SO_SNDTIMEO_OLD,
      SO_ACCEPTCONN,
      SO_PROTOCOL,
      SO_DOMAIN,
      SO_RCVTIMEO,
      SO_SNDTIMEO,
    },
  },
  // One of these.
  tcp_option: {
    kind: 'enum',
    values: {
      TCP_NODELAY,
      TCP_MAXSEG,
      TCP_CORK,
      TCP_KEEPIDLE,
      TCP_KEEPINTVL,
      TCP_KEEPCNT,
      TCP_SYNCNT,
      TCP_LINGER2,
      TCP_DEFER_ACCEPT,
      TCP_QUICKACK,
      TCP_USER_TIMEOUT,
    },
  },
  // One of these.
  ip_option: {
    kind: 'enum',
    values: {
      IP_TOS,
      IP_TTL,
      IP_MTU_DISCOVER,
      IP_RECVERR,
      IP_MULTICAST_TTL,
      IP_MULTICAST_LOOP,
    },
  },
  // One of these.
  ipv6_option: {
    kind: 'enum',
    values: {
      IPV6_UNICAST_HOPS,
      IPV6_MULTICAST_HOPS,
      IPV6_V6ONLY,
      IPV6_RECVERR,
      IPV6_TCLASS,
    },
  },
  // One of these.
  tls_option: {
    kind: 'enum',
    values: {
      TLS_HOST,
    },
  },
  // One of these.
  control_message: {
    kind: 'enum',
    values: {
      SCM_RIGHTS,
      SCM_CREDENTIALS,
    },
  },
  // One of these.
  epoll_operation: {
    kind: 'enum',
    values: {
      EPOLL_CTL_ADD,
      EPOLL_CTL_DEL,
      EPOLL_CTL_MOD,
    },
  },
  // Flags, or-ed together.
  epoll_events: {
    kind: 'flags',
    values: {
      EPOLLIN,
      EPOLLPRI,
      EPOLLOUT,
      EPOLLERR,
      EPOLLHUP,
      EPOLLRDHUP,
      EPOLLONESHOT,
      EPOLLET,
    },
  },
  // Flags, or-ed together.
  eventfd: {
    kind: 'flags',
    values: {
      EFD_SEMAPHORE,
    },
  },
  // Flags, or-ed together.
  inotify: {
    kind: 'flags',
    values: {
      IN_ACCESS,
      IN_MODIFY,
      IN_ATTRIB,
      IN_CLOSE_WRITE,
      IN_CLOSE_NOWRITE,
      IN_OPEN,
      IN_MOVED_FROM,
      IN_MOVED_TO,
      IN_CREATE,
      IN_DELETE,
      IN_DELETE_SELF,
      IN_MOVE_SELF,
      IN_UNMOUNT,
      IN_Q_OVERFLOW,
      IN_IGNORED,
      IN_ONLYDIR,
      IN_DONT_FOLLOW,
      IN_EXCL_UNLINK,
      IN_MASK_CREATE,
      IN_MASK_ADD,
      IN_ISDIR,
      IN_ONESHOT,
    },
  },
  // One of these.
  auxiliary: {
    kind: 'enum',
    values: {
      AT_NULL,
      AT_PAGESZ,
      AT_UID,
      AT_EUID,
      AT_GID,
      AT_EGID,
      AT_CLKTCK,
      AT_SECURE,
      AT_RANDOM,
      AT_EXECFN,
    },
  },
} as const satisfies Record<string, ValueSet>;

/** The sets of the door `wasi_snapshot_preview1`. */
export const wasiSets = {
  // Flags, or-ed together.
  rights: {
    kind: 'flags',
    values: {
      fd_datasync: 1,
      fd_read: 2,
      fd_seek: 4,
      fd_fdstat_set_flags: 8,
      fd_sync: 0x10,
      fd_tell: 0x20,
      fd_write: 0x40,
      fd_advise: 0x80,
      fd_allocate: 0x100,
      path_create_directory: 0x200,
      path_create_file: 0x400,
      path_link_source: 0x800,
      path_link_target: 0x1000,
      path_open: 0x2000,
      fd_readdir: 0x4000,
      path_readlink: 0x8000,
      path_rename_source: 0x10000,
      path_rename_target: 0x20000,
      path_filestat_get: 0x40000,
      path_filestat_set_size: 0x80000,
      path_filestat_set_times: 0x100000,
      fd_filestat_get: 0x200000,
      fd_filestat_set_size: 0x400000,
      fd_filestat_set_times: 0x800000,
      path_symlink: 0x1000000,
      path_remove_directory: 0x2000000,
      path_unlink_file: 0x4000000,
      poll_fd_readwrite: 0x8000000,
      sock_shutdown: 0x10000000,
      sock_accept: 0x20000000,
    },
  },
  // Flags, or-ed together.
  lookupflags: {
    kind: 'flags',
    values: {
      symlink_follow: 1,
    },
  },
  // Flags, or-ed together.
  oflags: {
    kind: 'flags',
    values: {
      creat: 1,
      directory: 2,
      excl: 4,
      trunc: 8,
    },
  },
  // Flags, or-ed together.
  fdflags: {
    kind: 'flags',
    values: {
      append: 1,
      dsync: 2,
      nonblock: 4,
      rsync: 8,
      sync: 0x10,
    },
  },
  // Flags, or-ed together.
  fstflags: {
    kind: 'flags',
    values: {
      atim: 1,
      atim_now: 2,
      mtim: 4,
      mtim_now: 8,
    },
  },
  // Flags, or-ed together.
  riflags: {
    kind: 'flags',
    values: {
      recv_peek: 1,
      recv_waitall: 2,
    },
  },
  // Flags, or-ed together.
  roflags: {
    kind: 'flags',
    values: {
      recv_data_truncated: 1,
    },
  },
  // Flags, or-ed together.
  siflags: {
    kind: 'flags',
    values: {
    },
  },
  // Flags, or-ed together.
  sdflags: {
    kind: 'flags',
    values: {
      rd: 1,
      wr: 2,
    },
  },
  // Flags, or-ed together.
  subclockflags: {
    kind: 'flags',
    values: {
      subscription_clock_abstime: 1,
    },
  },
  // Flags, or-ed together.
  eventrwflags: {
    kind: 'flags',
    values: {
      fd_readwrite_hangup: 1,
    },
  },
  // One of these.
  clockid: {
    kind: 'enum',
    values: {
      realtime: 0,
      monotonic: 1,
      process_cputime_id: 2,
      thread_cputime_id: 3,
    },
  },
  // One of these.
  advice: {
    kind: 'enum',
    values: {
      normal: 0,
      sequential: 1,
      random: 2,
      willneed: 3,
      dontneed: 4,
      noreuse: 5,
    },
  },
  // One of these.
  whence: {
    kind: 'enum',
    values: {
      set: 0,
      cur: 1,
      end: 2,
    },
  },
  // One of these.
  filetype: {
    kind: 'enum',
    values: {
      unknown: 0,
      block_device: 1,
      character_device: 2,
      directory: 3,
      regular_file: 4,
      socket_dgram: 5,
      socket_stream: 6,
      symbolic_link: 7,
    },
  },
  // One of these.
  eventtype: {
    kind: 'enum',
    values: {
      clock: 0,
      fd_read: 1,
      fd_write: 2,
    },
  },
  // One of these.
  preopentype: {
    kind: 'enum',
    values: {
      dir: 0,
    },
  },
  // One of these.
  signal: {
    kind: 'enum',
    values: {
      none: 0,
      hup: 1,
      int: 2,
      quit: 3,
      ill: 4,
      trap: 5,
      abrt: 6,
      bus: 7,
      fpe: 8,
      kill: 9,
      usr1: 0xa,
      segv: 0xb,
      usr2: 0xc,
      pipe: 0xd,
      alrm: 0xe,
      term: 0xf,
      chld: 0x10,
      cont: 0x11,
      stop: 0x12,
      tstp: 0x13,
      ttin: 0x14,
      ttou: 0x15,
      urg: 0x16,
      xcpu: 0x17,
      xfsz: 0x18,
      vtalrm: 0x19,
      prof: 0x1a,
      winch: 0x1b,
      poll: 0x1c,
      pwr: 0x1d,
      sys: 0x1e,
    },
  },
} as const satisfies Record<string, ValueSet>;
