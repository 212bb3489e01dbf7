// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <cstdint>

namespace wasmsand::abi {

// open
inline constexpr uint32_t kO_RDONLY = 0;
inline constexpr uint32_t kO_WRONLY = 1;
inline constexpr uint32_t kO_RDWR = 2;
inline constexpr uint32_t kO_CREAT = 0x40;
inline constexpr uint32_t kO_EXCL = 0x80;
inline constexpr uint32_t kO_NOCTTY = 0x100;
inline constexpr uint32_t kO_TRUNC = 0x200;
inline constexpr uint32_t kO_APPEND = 0x400;
inline constexpr uint32_t kO_NONBLOCK = 0x800;
inline constexpr uint32_t kO_DSYNC = 0x1000;
inline constexpr uint32_t kO_ASYNC = 0x2000;
inline constexpr uint32_t kO_DIRECT = 0x4000;
inline constexpr uint32_t kO_LARGEFILE = 0x8000;
inline constexpr uint32_t kO_DIRECTORY = 0x10000;
inline constexpr uint32_t kO_NOFOLLOW = 0x20000;
inline constexpr uint32_t kO_NOATIME = 0x40000;
inline constexpr uint32_t kO_CLOEXEC = 0x80000;
inline constexpr uint32_t kO_SYNC = 0x101000;
inline constexpr uint32_t kO_PATH = 0x200000;
inline constexpr uint32_t kO_TMPFILE = 0x410000;

// at
inline constexpr uint32_t kAT_SYMLINK_NOFOLLOW = 0x100;
inline constexpr uint32_t kAT_EACCESS = 0x200;
inline constexpr uint32_t kAT_REMOVEDIR = 0x200;
inline constexpr uint32_t kAT_SYMLINK_FOLLOW = 0x400;
inline constexpr uint32_t kAT_NO_AUTOMOUNT = 0x800;
inline constexpr uint32_t kAT_EMPTY_PATH = 0x1000;
inline constexpr uint32_t kAT_STATX_FORCE_SYNC = 0x2000;
inline constexpr uint32_t kAT_STATX_DONT_SYNC = 0x4000;

// access
inline constexpr uint32_t kF_OK = 0;
inline constexpr uint32_t kX_OK = 1;
inline constexpr uint32_t kW_OK = 2;
inline constexpr uint32_t kR_OK = 4;

// whence
inline constexpr int32_t kSEEK_SET = 0;
inline constexpr int32_t kSEEK_CUR = 1;
inline constexpr int32_t kSEEK_END = 2;
inline constexpr int32_t kSEEK_DATA = 3;
inline constexpr int32_t kSEEK_HOLE = 4;

// fcntl_command
inline constexpr int32_t kF_DUPFD = 0;
inline constexpr int32_t kF_GETFD = 1;
inline constexpr int32_t kF_SETFD = 2;
inline constexpr int32_t kF_GETFL = 3;
inline constexpr int32_t kF_SETFL = 4;
inline constexpr int32_t kF_SETOWN = 8;
inline constexpr int32_t kF_GETOWN = 9;
inline constexpr int32_t kF_SETSIG = 0xa;
inline constexpr int32_t kF_GETSIG = 0xb;
inline constexpr int32_t kF_GETLK64 = 0xc;
inline constexpr int32_t kF_SETLK64 = 0xd;
inline constexpr int32_t kF_SETLKW64 = 0xe;
inline constexpr int32_t kF_SETOWN_EX = 0xf;
inline constexpr int32_t kF_GETOWN_EX = 0x10;
inline constexpr int32_t kF_OFD_GETLK = 0x24;
inline constexpr int32_t kF_OFD_SETLK = 0x25;
inline constexpr int32_t kF_OFD_SETLKW = 0x26;
inline constexpr int32_t kF_SETLEASE = 0x400;
inline constexpr int32_t kF_GETLEASE = 0x401;
inline constexpr int32_t kF_NOTIFY = 0x402;
inline constexpr int32_t kF_DUPFD_CLOEXEC = 0x406;
inline constexpr int32_t kF_SETPIPE_SZ = 0x407;
inline constexpr int32_t kF_GETPIPE_SZ = 0x408;
inline constexpr int32_t kF_ADD_SEALS = 0x409;
inline constexpr int32_t kF_GET_SEALS = 0x40a;

// lock_type
inline constexpr int32_t kF_RDLCK = 0;
inline constexpr int32_t kF_WRLCK = 1;
inline constexpr int32_t kF_UNLCK = 2;

// flock_operation
inline constexpr uint32_t kLOCK_SH = 1;
inline constexpr uint32_t kLOCK_EX = 2;
inline constexpr uint32_t kLOCK_NB = 4;
inline constexpr uint32_t kLOCK_UN = 8;

// ioctl_request
inline constexpr int32_t kTCGETS = 0x5401;
inline constexpr int32_t kTCSETS = 0x5402;
inline constexpr int32_t kTCSETSW = 0x5403;
inline constexpr int32_t kTCSETSF = 0x5404;
inline constexpr int32_t kTIOCSCTTY = 0x540e;
inline constexpr int32_t kTIOCGPGRP = 0x540f;
inline constexpr int32_t kTIOCSPGRP = 0x5410;
inline constexpr int32_t kTIOCGWINSZ = 0x5413;
inline constexpr int32_t kTIOCSWINSZ = 0x5414;
inline constexpr int32_t kFIONREAD = 0x541b;
inline constexpr int32_t kFIONBIO = 0x5421;
inline constexpr int32_t kTIOCNOTTY = 0x5422;
inline constexpr int32_t kTIOCGSID = 0x5429;
inline constexpr int32_t kFIONCLEX = 0x5450;
inline constexpr int32_t kFIOCLEX = 0x5451;
inline constexpr int32_t kFIOASYNC = 0x5452;
inline constexpr int32_t kFIOQSIZE = 0x5460;

// fallocate
inline constexpr uint32_t kFALLOC_FL_KEEP_SIZE = 1;
inline constexpr uint32_t kFALLOC_FL_PUNCH_HOLE = 2;
inline constexpr uint32_t kFALLOC_FL_COLLAPSE_RANGE = 8;
inline constexpr uint32_t kFALLOC_FL_ZERO_RANGE = 0x10;
inline constexpr uint32_t kFALLOC_FL_INSERT_RANGE = 0x20;
inline constexpr uint32_t kFALLOC_FL_UNSHARE_RANGE = 0x40;

// rename
inline constexpr uint32_t kRENAME_NOREPLACE = 1;
inline constexpr uint32_t kRENAME_EXCHANGE = 2;
inline constexpr uint32_t kRENAME_WHITEOUT = 4;

// wait
inline constexpr uint32_t kWNOHANG = 1;
inline constexpr uint32_t kWUNTRACED = 2;
inline constexpr uint32_t kWEXITED = 4;
inline constexpr uint32_t kWCONTINUED = 8;
inline constexpr uint32_t kWNOWAIT = 0x1000000;
inline constexpr uint32_t kWNOTHREAD = 0x20000000;
inline constexpr uint32_t kWALL = 0x40000000;
inline constexpr uint32_t kWCLONE = 0x80000000;

// waitid_type
inline constexpr int32_t kP_ALL = 0;
inline constexpr int32_t kP_PID = 1;
inline constexpr int32_t kP_PGID = 2;
inline constexpr int32_t kP_PIDFD = 3;

// clock
inline constexpr int32_t kCLOCK_REALTIME = 0;
inline constexpr int32_t kCLOCK_MONOTONIC = 1;
inline constexpr int32_t kCLOCK_PROCESS_CPUTIME_ID = 2;
inline constexpr int32_t kCLOCK_THREAD_CPUTIME_ID = 3;
inline constexpr int32_t kCLOCK_MONOTONIC_RAW = 4;
inline constexpr int32_t kCLOCK_REALTIME_COARSE = 5;
inline constexpr int32_t kCLOCK_MONOTONIC_COARSE = 6;
inline constexpr int32_t kCLOCK_BOOTTIME = 7;
inline constexpr int32_t kCLOCK_REALTIME_ALARM = 8;
inline constexpr int32_t kCLOCK_BOOTTIME_ALARM = 9;
inline constexpr int32_t kCLOCK_TAI = 0xb;

// timer
inline constexpr uint32_t kTIMER_ABSTIME = 1;

// itimer
inline constexpr int32_t kITIMER_REAL = 0;
inline constexpr int32_t kITIMER_VIRTUAL = 1;
inline constexpr int32_t kITIMER_PROF = 2;

// sigevent_notify
inline constexpr int32_t kSIGEV_SIGNAL = 0;
inline constexpr int32_t kSIGEV_NONE = 1;
inline constexpr int32_t kSIGEV_THREAD = 2;
inline constexpr int32_t kSIGEV_THREAD_ID = 4;

// sigprocmask
inline constexpr int32_t kSIG_BLOCK = 0;
inline constexpr int32_t kSIG_UNBLOCK = 1;
inline constexpr int32_t kSIG_SETMASK = 2;

// sigaction_flags
inline constexpr uint32_t kSA_NOCLDSTOP = 1;
inline constexpr uint32_t kSA_NOCLDWAIT = 2;
inline constexpr uint32_t kSA_SIGINFO = 4;
inline constexpr uint32_t kSA_RESTORER = 0x4000000;
inline constexpr uint32_t kSA_ONSTACK = 0x8000000;
inline constexpr uint32_t kSA_RESTART = 0x10000000;
inline constexpr uint32_t kSA_NODEFER = 0x40000000;
inline constexpr uint32_t kSA_RESETHAND = 0x80000000;

// rusage_who
inline constexpr int32_t kRUSAGE_CHILDREN = -1;
inline constexpr int32_t kRUSAGE_SELF = 0;
inline constexpr int32_t kRUSAGE_THREAD = 1;

// priority_which
inline constexpr int32_t kPRIO_PROCESS = 0;
inline constexpr int32_t kPRIO_PGRP = 1;
inline constexpr int32_t kPRIO_USER = 2;

// resource
inline constexpr int32_t kRLIMIT_CPU = 0;
inline constexpr int32_t kRLIMIT_FSIZE = 1;
inline constexpr int32_t kRLIMIT_DATA = 2;
inline constexpr int32_t kRLIMIT_STACK = 3;
inline constexpr int32_t kRLIMIT_CORE = 4;
inline constexpr int32_t kRLIMIT_RSS = 5;
inline constexpr int32_t kRLIMIT_NPROC = 6;
inline constexpr int32_t kRLIMIT_NOFILE = 7;
inline constexpr int32_t kRLIMIT_MEMLOCK = 8;
inline constexpr int32_t kRLIMIT_AS = 9;
inline constexpr int32_t kRLIMIT_LOCKS = 0xa;
inline constexpr int32_t kRLIMIT_SIGPENDING = 0xb;
inline constexpr int32_t kRLIMIT_MSGQUEUE = 0xc;
inline constexpr int32_t kRLIMIT_NICE = 0xd;
inline constexpr int32_t kRLIMIT_RTPRIO = 0xe;
inline constexpr int32_t kRLIMIT_RTTIME = 0xf;

// prctl
inline constexpr int32_t kPR_SET_PDEATHSIG = 1;
inline constexpr int32_t kPR_GET_PDEATHSIG = 2;
inline constexpr int32_t kPR_GET_DUMPABLE = 3;
inline constexpr int32_t kPR_SET_DUMPABLE = 4;
inline constexpr int32_t kPR_GET_KEEPCAPS = 7;
inline constexpr int32_t kPR_SET_KEEPCAPS = 8;
inline constexpr int32_t kPR_SET_NAME = 0xf;
inline constexpr int32_t kPR_GET_NAME = 0x10;
inline constexpr int32_t kPR_SET_TIMERSLACK = 0x1d;
inline constexpr int32_t kPR_GET_TIMERSLACK = 0x1e;
inline constexpr int32_t kPR_SET_CHILD_SUBREAPER = 0x24;
inline constexpr int32_t kPR_GET_CHILD_SUBREAPER = 0x25;
inline constexpr int32_t kPR_SET_NO_NEW_PRIVS = 0x26;
inline constexpr int32_t kPR_GET_NO_NEW_PRIVS = 0x27;

// advice
inline constexpr int32_t kPOSIX_FADV_NORMAL = 0;
inline constexpr int32_t kPOSIX_FADV_RANDOM = 1;
inline constexpr int32_t kPOSIX_FADV_SEQUENTIAL = 2;
inline constexpr int32_t kPOSIX_FADV_WILLNEED = 3;
inline constexpr int32_t kPOSIX_FADV_DONTNEED = 4;
inline constexpr int32_t kPOSIX_FADV_NOREUSE = 5;

// getrandom
inline constexpr uint32_t kGRND_NONBLOCK = 1;
inline constexpr uint32_t kGRND_RANDOM = 2;
inline constexpr uint32_t kGRND_INSECURE = 4;

// statx
inline constexpr uint32_t kSTATX_TYPE = 1;
inline constexpr uint32_t kSTATX_MODE = 2;
inline constexpr uint32_t kSTATX_NLINK = 4;
inline constexpr uint32_t kSTATX_UID = 8;
inline constexpr uint32_t kSTATX_GID = 0x10;
inline constexpr uint32_t kSTATX_ATIME = 0x20;
inline constexpr uint32_t kSTATX_MTIME = 0x40;
inline constexpr uint32_t kSTATX_CTIME = 0x80;
inline constexpr uint32_t kSTATX_INO = 0x100;
inline constexpr uint32_t kSTATX_SIZE = 0x200;
inline constexpr uint32_t kSTATX_BLOCKS = 0x400;
inline constexpr uint32_t kSTATX_BASIC_STATS = 0x7ff;
inline constexpr uint32_t kSTATX_BTIME = 0x800;

// close_range
inline constexpr uint32_t kCLOSE_RANGE_UNSHARE = 2;
inline constexpr uint32_t kCLOSE_RANGE_CLOEXEC = 4;

// spawn_attributes
inline constexpr uint32_t kPOSIX_SPAWN_RESETIDS = 1;
inline constexpr uint32_t kPOSIX_SPAWN_SETPGROUP = 2;
inline constexpr uint32_t kPOSIX_SPAWN_SETSIGDEF = 4;
inline constexpr uint32_t kPOSIX_SPAWN_SETSIGMASK = 8;
inline constexpr uint32_t kPOSIX_SPAWN_SETSCHEDPARAM = 0x10;
inline constexpr uint32_t kPOSIX_SPAWN_SETSCHEDULER = 0x20;
inline constexpr uint32_t kPOSIX_SPAWN_USEVFORK = 0x40;
inline constexpr uint32_t kPOSIX_SPAWN_SETSID = 0x80;

// spawn_action_kind
inline constexpr int32_t kSpawnOpen = 1;
inline constexpr int32_t kSpawnClose = 2;
inline constexpr int32_t kSpawnDuplicate = 3;
inline constexpr int32_t kSpawnChangeDirectory = 4;
inline constexpr int32_t kSpawnChangeToDescriptor = 5;

// poll
inline constexpr uint32_t kPOLLIN = 1;
inline constexpr uint32_t kPOLLPRI = 2;
inline constexpr uint32_t kPOLLOUT = 4;
inline constexpr uint32_t kPOLLERR = 8;
inline constexpr uint32_t kPOLLHUP = 0x10;
inline constexpr uint32_t kPOLLNVAL = 0x20;
inline constexpr uint32_t kPOLLRDNORM = 0x40;
inline constexpr uint32_t kPOLLRDBAND = 0x80;
inline constexpr uint32_t kPOLLWRNORM = 0x100;
inline constexpr uint32_t kPOLLWRBAND = 0x200;
inline constexpr uint32_t kPOLLRDHUP = 0x2000;

// address_family
inline constexpr int32_t kAF_UNSPEC = 0;
inline constexpr int32_t kAF_UNIX = 1;
inline constexpr int32_t kAF_INET = 2;
inline constexpr int32_t kAF_INET6 = 0xa;

// socket_type
inline constexpr int32_t kSOCK_STREAM = 1;
inline constexpr int32_t kSOCK_DGRAM = 2;
inline constexpr int32_t kSOCK_RAW = 3;
inline constexpr int32_t kSOCK_RDM = 4;
inline constexpr int32_t kSOCK_SEQPACKET = 5;
inline constexpr int32_t kSOCK_NONBLOCK = 0x800;
inline constexpr int32_t kSOCK_CLOEXEC = 0x80000;

// protocol
inline constexpr int32_t kIPPROTO_IP = 0;
inline constexpr int32_t kIPPROTO_TCP = 6;
inline constexpr int32_t kIPPROTO_UDP = 0x11;
inline constexpr int32_t kIPPROTO_IPV6 = 0x29;

// shutdown
inline constexpr int32_t kSHUT_RD = 0;
inline constexpr int32_t kSHUT_WR = 1;
inline constexpr int32_t kSHUT_RDWR = 2;

// message
inline constexpr uint32_t kMSG_OOB = 1;
inline constexpr uint32_t kMSG_PEEK = 2;
inline constexpr uint32_t kMSG_DONTROUTE = 4;
inline constexpr uint32_t kMSG_CTRUNC = 8;
inline constexpr uint32_t kMSG_TRUNC = 0x20;
inline constexpr uint32_t kMSG_DONTWAIT = 0x40;
inline constexpr uint32_t kMSG_EOR = 0x80;
inline constexpr uint32_t kMSG_WAITALL = 0x100;
inline constexpr uint32_t kMSG_NOSIGNAL = 0x4000;
inline constexpr uint32_t kMSG_MORE = 0x8000;
inline constexpr uint32_t kMSG_CMSG_CLOEXEC = 0x40000000;

// socket_level
inline constexpr int32_t kSOL_SOCKET = 1;
inline constexpr int32_t kSOL_TLS = 0x11a;

// socket_option
inline constexpr int32_t kSO_DEBUG = 1;
inline constexpr int32_t kSO_REUSEADDR = 2;
inline constexpr int32_t kSO_TYPE = 3;
inline constexpr int32_t kSO_ERROR = 4;
inline constexpr int32_t kSO_DONTROUTE = 5;
inline constexpr int32_t kSO_BROADCAST = 6;
inline constexpr int32_t kSO_SNDBUF = 7;
inline constexpr int32_t kSO_RCVBUF = 8;
inline constexpr int32_t kSO_KEEPALIVE = 9;
inline constexpr int32_t kSO_OOBINLINE = 0xa;
inline constexpr int32_t kSO_PRIORITY = 0xc;
inline constexpr int32_t kSO_LINGER = 0xd;
inline constexpr int32_t kSO_REUSEPORT = 0xf;
inline constexpr int32_t kSO_PASSCRED = 0x10;
inline constexpr int32_t kSO_PEERCRED = 0x11;
inline constexpr int32_t kSO_RCVLOWAT = 0x12;
inline constexpr int32_t kSO_SNDLOWAT = 0x13;
inline constexpr int32_t kSO_RCVTIMEO_OLD = 0x14;
inline constexpr int32_t kSO_SNDTIMEO_OLD = 0x15;
inline constexpr int32_t kSO_ACCEPTCONN = 0x1e;
inline constexpr int32_t kSO_PROTOCOL = 0x26;
inline constexpr int32_t kSO_DOMAIN = 0x27;
inline constexpr int32_t kSO_RCVTIMEO = 0x42;
inline constexpr int32_t kSO_SNDTIMEO = 0x43;

// tcp_option
inline constexpr int32_t kTCP_NODELAY = 1;
inline constexpr int32_t kTCP_MAXSEG = 2;
inline constexpr int32_t kTCP_CORK = 3;
inline constexpr int32_t kTCP_KEEPIDLE = 4;
inline constexpr int32_t kTCP_KEEPINTVL = 5;
inline constexpr int32_t kTCP_KEEPCNT = 6;
inline constexpr int32_t kTCP_SYNCNT = 7;
inline constexpr int32_t kTCP_LINGER2 = 8;
inline constexpr int32_t kTCP_DEFER_ACCEPT = 9;
inline constexpr int32_t kTCP_QUICKACK = 0xc;
inline constexpr int32_t kTCP_USER_TIMEOUT = 0x12;

// ip_option
inline constexpr int32_t kIP_TOS = 1;
inline constexpr int32_t kIP_TTL = 2;
inline constexpr int32_t kIP_MTU_DISCOVER = 0xa;
inline constexpr int32_t kIP_RECVERR = 0xb;
inline constexpr int32_t kIP_MULTICAST_TTL = 0x21;
inline constexpr int32_t kIP_MULTICAST_LOOP = 0x22;

// ipv6_option
inline constexpr int32_t kIPV6_UNICAST_HOPS = 0x10;
inline constexpr int32_t kIPV6_MULTICAST_HOPS = 0x12;
inline constexpr int32_t kIPV6_V6ONLY = 0x1a;
inline constexpr int32_t kIPV6_RECVERR = 0x19;
inline constexpr int32_t kIPV6_TCLASS = 0x43;

// tls_option
inline constexpr int32_t kTLS_HOST = 0x64;

// control_message
inline constexpr int32_t kSCM_RIGHTS = 1;
inline constexpr int32_t kSCM_CREDENTIALS = 2;

// epoll_operation
inline constexpr int32_t kEPOLL_CTL_ADD = 1;
inline constexpr int32_t kEPOLL_CTL_DEL = 2;
inline constexpr int32_t kEPOLL_CTL_MOD = 3;

// epoll_events
inline constexpr uint32_t kEPOLLIN = 1;
inline constexpr uint32_t kEPOLLPRI = 2;
inline constexpr uint32_t kEPOLLOUT = 4;
inline constexpr uint32_t kEPOLLERR = 8;
inline constexpr uint32_t kEPOLLHUP = 0x10;
inline constexpr uint32_t kEPOLLRDHUP = 0x2000;
inline constexpr uint32_t kEPOLLONESHOT = 0x40000000;
inline constexpr uint32_t kEPOLLET = 0x80000000;

// eventfd
inline constexpr uint32_t kEFD_SEMAPHORE = 1;

// inotify
inline constexpr uint32_t kIN_ACCESS = 1;
inline constexpr uint32_t kIN_MODIFY = 2;
inline constexpr uint32_t kIN_ATTRIB = 4;
inline constexpr uint32_t kIN_CLOSE_WRITE = 8;
inline constexpr uint32_t kIN_CLOSE_NOWRITE = 0x10;
inline constexpr uint32_t kIN_OPEN = 0x20;
inline constexpr uint32_t kIN_MOVED_FROM = 0x40;
inline constexpr uint32_t kIN_MOVED_TO = 0x80;
inline constexpr uint32_t kIN_CREATE = 0x100;
inline constexpr uint32_t kIN_DELETE = 0x200;
inline constexpr uint32_t kIN_DELETE_SELF = 0x400;
inline constexpr uint32_t kIN_MOVE_SELF = 0x800;
inline constexpr uint32_t kIN_UNMOUNT = 0x2000;
inline constexpr uint32_t kIN_Q_OVERFLOW = 0x4000;
inline constexpr uint32_t kIN_IGNORED = 0x8000;
inline constexpr uint32_t kIN_ONLYDIR = 0x1000000;
inline constexpr uint32_t kIN_DONT_FOLLOW = 0x2000000;
inline constexpr uint32_t kIN_EXCL_UNLINK = 0x4000000;
inline constexpr uint32_t kIN_MASK_CREATE = 0x10000000;
inline constexpr uint32_t kIN_MASK_ADD = 0x20000000;
inline constexpr uint32_t kIN_ISDIR = 0x40000000;
inline constexpr uint32_t kIN_ONESHOT = 0x80000000;

// auxiliary
inline constexpr int32_t kAT_NULL = 0;
inline constexpr int32_t kAT_PAGESZ = 6;
inline constexpr int32_t kAT_UID = 0xb;
inline constexpr int32_t kAT_EUID = 0xc;
inline constexpr int32_t kAT_GID = 0xd;
inline constexpr int32_t kAT_EGID = 0xe;
inline constexpr int32_t kAT_CLKTCK = 0x11;
inline constexpr int32_t kAT_SECURE = 0x17;
inline constexpr int32_t kAT_RANDOM = 0x19;
inline constexpr int32_t kAT_EXECFN = 0x1f;

// Signals.
inline constexpr int kSIGHUP = 1;
inline constexpr int kSIGINT = 2;
inline constexpr int kSIGQUIT = 3;
inline constexpr int kSIGILL = 4;
inline constexpr int kSIGTRAP = 5;
inline constexpr int kSIGABRT = 6;
inline constexpr int kSIGBUS = 7;
inline constexpr int kSIGFPE = 8;
inline constexpr int kSIGKILL = 9;
inline constexpr int kSIGUSR1 = 10;
inline constexpr int kSIGSEGV = 11;
inline constexpr int kSIGUSR2 = 12;
inline constexpr int kSIGPIPE = 13;
inline constexpr int kSIGALRM = 14;
inline constexpr int kSIGTERM = 15;
inline constexpr int kSIGSTKFLT = 16;
inline constexpr int kSIGCHLD = 17;
inline constexpr int kSIGCONT = 18;
inline constexpr int kSIGSTOP = 19;
inline constexpr int kSIGTSTP = 20;
inline constexpr int kSIGTTIN = 21;
inline constexpr int kSIGTTOU = 22;
inline constexpr int kSIGURG = 23;
inline constexpr int kSIGXCPU = 24;
inline constexpr int kSIGXFSZ = 25;
inline constexpr int kSIGVTALRM = 26;
inline constexpr int kSIGPROF = 27;
inline constexpr int kSIGWINCH = 28;
inline constexpr int kSIGIO = 29;
inline constexpr int kSIGPWR = 30;
inline constexpr int kSIGSYS = 31;

}  // namespace wasmsand::abi
