// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#include "syscall/generated/flags.h"

namespace wasmsand {
namespace {

const NamedValue kLinuxOpen[] = {
    {"O_RDONLY", 0},
    {"O_WRONLY", 1},
    {"O_RDWR", 2},
    {"O_CREAT", 0x40},
    {"O_EXCL", 0x80},
    {"O_NOCTTY", 0x100},
    {"O_TRUNC", 0x200},
    {"O_APPEND", 0x400},
    {"O_NONBLOCK", 0x800},
    {"O_DSYNC", 0x1000},
    {"O_ASYNC", 0x2000},
    {"O_DIRECT", 0x4000},
    {"O_LARGEFILE", 0x8000},
    {"O_DIRECTORY", 0x10000},
    {"O_NOFOLLOW", 0x20000},
    {"O_NOATIME", 0x40000},
    {"O_CLOEXEC", 0x80000},
    {"O_SYNC", 0x101000},
    {"O_PATH", 0x200000},
    {"O_TMPFILE", 0x410000},
};

const NamedValue kLinuxAt[] = {
    {"AT_SYMLINK_NOFOLLOW", 0x100},
    {"AT_EACCESS", 0x200},
    {"AT_REMOVEDIR", 0x200},
    {"AT_SYMLINK_FOLLOW", 0x400},
    {"AT_NO_AUTOMOUNT", 0x800},
    {"AT_EMPTY_PATH", 0x1000},
    {"AT_STATX_FORCE_SYNC", 0x2000},
    {"AT_STATX_DONT_SYNC", 0x4000},
};

const NamedValue kLinuxAccess[] = {
    {"F_OK", 0},
    {"X_OK", 1},
    {"W_OK", 2},
    {"R_OK", 4},
};

const NamedValue kLinuxWhence[] = {
    {"SEEK_SET", 0},
    {"SEEK_CUR", 1},
    {"SEEK_END", 2},
    {"SEEK_DATA", 3},
    {"SEEK_HOLE", 4},
};

const NamedValue kLinuxFcntlCommand[] = {
    {"F_DUPFD", 0},
    {"F_GETFD", 1},
    {"F_SETFD", 2},
    {"F_GETFL", 3},
    {"F_SETFL", 4},
    {"F_SETOWN", 8},
    {"F_GETOWN", 9},
    {"F_SETSIG", 0xa},
    {"F_GETSIG", 0xb},
    {"F_GETLK64", 0xc},
    {"F_SETLK64", 0xd},
    {"F_SETLKW64", 0xe},
    {"F_SETOWN_EX", 0xf},
    {"F_GETOWN_EX", 0x10},
    {"F_OFD_GETLK", 0x24},
    {"F_OFD_SETLK", 0x25},
    {"F_OFD_SETLKW", 0x26},
    {"F_SETLEASE", 0x400},
    {"F_GETLEASE", 0x401},
    {"F_NOTIFY", 0x402},
    {"F_DUPFD_CLOEXEC", 0x406},
    {"F_SETPIPE_SZ", 0x407},
    {"F_GETPIPE_SZ", 0x408},
    {"F_ADD_SEALS", 0x409},
    {"F_GET_SEALS", 0x40a},
};

const NamedValue kLinuxLockType[] = {
    {"F_RDLCK", 0},
    {"F_WRLCK", 1},
    {"F_UNLCK", 2},
};

const NamedValue kLinuxFlockOperation[] = {
    {"LOCK_SH", 1},
    {"LOCK_EX", 2},
    {"LOCK_NB", 4},
    {"LOCK_UN", 8},
};

const NamedValue kLinuxIoctlRequest[] = {
    {"TCGETS", 0x5401},
    {"TCSETS", 0x5402},
    {"TCSETSW", 0x5403},
    {"TCSETSF", 0x5404},
    {"TIOCSCTTY", 0x540e},
    {"TIOCGPGRP", 0x540f},
    {"TIOCSPGRP", 0x5410},
    {"TIOCGWINSZ", 0x5413},
    {"TIOCSWINSZ", 0x5414},
    {"FIONREAD", 0x541b},
    {"FIONBIO", 0x5421},
    {"TIOCNOTTY", 0x5422},
    {"TIOCGSID", 0x5429},
    {"FIONCLEX", 0x5450},
    {"FIOCLEX", 0x5451},
    {"FIOASYNC", 0x5452},
    {"FIOQSIZE", 0x5460},
};

const NamedValue kLinuxFallocate[] = {
    {"FALLOC_FL_KEEP_SIZE", 1},
    {"FALLOC_FL_PUNCH_HOLE", 2},
    {"FALLOC_FL_COLLAPSE_RANGE", 8},
    {"FALLOC_FL_ZERO_RANGE", 0x10},
    {"FALLOC_FL_INSERT_RANGE", 0x20},
    {"FALLOC_FL_UNSHARE_RANGE", 0x40},
};

const NamedValue kLinuxRename[] = {
    {"RENAME_NOREPLACE", 1},
    {"RENAME_EXCHANGE", 2},
    {"RENAME_WHITEOUT", 4},
};

const NamedValue kLinuxWait[] = {
    {"WNOHANG", 1},
    {"WUNTRACED", 2},
    {"WEXITED", 4},
    {"WCONTINUED", 8},
    {"WNOWAIT", 0x1000000},
    {"__WNOTHREAD", 0x20000000},
    {"__WALL", 0x40000000},
    {"__WCLONE", 0x80000000ull},
};

const NamedValue kLinuxWaitidType[] = {
    {"P_ALL", 0},
    {"P_PID", 1},
    {"P_PGID", 2},
    {"P_PIDFD", 3},
};

const NamedValue kLinuxClock[] = {
    {"CLOCK_REALTIME", 0},
    {"CLOCK_MONOTONIC", 1},
    {"CLOCK_PROCESS_CPUTIME_ID", 2},
    {"CLOCK_THREAD_CPUTIME_ID", 3},
    {"CLOCK_MONOTONIC_RAW", 4},
    {"CLOCK_REALTIME_COARSE", 5},
    {"CLOCK_MONOTONIC_COARSE", 6},
    {"CLOCK_BOOTTIME", 7},
    {"CLOCK_REALTIME_ALARM", 8},
    {"CLOCK_BOOTTIME_ALARM", 9},
    {"CLOCK_TAI", 0xb},
};

const NamedValue kLinuxTimer[] = {
    {"TIMER_ABSTIME", 1},
};

const NamedValue kLinuxItimer[] = {
    {"ITIMER_REAL", 0},
    {"ITIMER_VIRTUAL", 1},
    {"ITIMER_PROF", 2},
};

const NamedValue kLinuxSigeventNotify[] = {
    {"SIGEV_SIGNAL", 0},
    {"SIGEV_NONE", 1},
    {"SIGEV_THREAD", 2},
    {"SIGEV_THREAD_ID", 4},
};

const NamedValue kLinuxSigprocmask[] = {
    {"SIG_BLOCK", 0},
    {"SIG_UNBLOCK", 1},
    {"SIG_SETMASK", 2},
};

const NamedValue kLinuxSigactionFlags[] = {
    {"SA_NOCLDSTOP", 1},
    {"SA_NOCLDWAIT", 2},
    {"SA_SIGINFO", 4},
    {"SA_RESTORER", 0x4000000},
    {"SA_ONSTACK", 0x8000000},
    {"SA_RESTART", 0x10000000},
    {"SA_NODEFER", 0x40000000},
    {"SA_RESETHAND", 0x80000000ull},
};

const NamedValue kLinuxRusageWho[] = {
    {"RUSAGE_CHILDREN", static_cast<uint64_t>(-1)},
    {"RUSAGE_SELF", 0},
    {"RUSAGE_THREAD", 1},
};

const NamedValue kLinuxPriorityWhich[] = {
    {"PRIO_PROCESS", 0},
    {"PRIO_PGRP", 1},
    {"PRIO_USER", 2},
};

const NamedValue kLinuxResource[] = {
    {"RLIMIT_CPU", 0},
    {"RLIMIT_FSIZE", 1},
    {"RLIMIT_DATA", 2},
    {"RLIMIT_STACK", 3},
    {"RLIMIT_CORE", 4},
    {"RLIMIT_RSS", 5},
    {"RLIMIT_NPROC", 6},
    {"RLIMIT_NOFILE", 7},
    {"RLIMIT_MEMLOCK", 8},
    {"RLIMIT_AS", 9},
    {"RLIMIT_LOCKS", 0xa},
    {"RLIMIT_SIGPENDING", 0xb},
    {"RLIMIT_MSGQUEUE", 0xc},
    {"RLIMIT_NICE", 0xd},
    {"RLIMIT_RTPRIO", 0xe},
    {"RLIMIT_RTTIME", 0xf},
};

const NamedValue kLinuxPrctl[] = {
    {"PR_SET_PDEATHSIG", 1},
    {"PR_GET_PDEATHSIG", 2},
    {"PR_GET_DUMPABLE", 3},
    {"PR_SET_DUMPABLE", 4},
    {"PR_GET_KEEPCAPS", 7},
    {"PR_SET_KEEPCAPS", 8},
    {"PR_SET_NAME", 0xf},
    {"PR_GET_NAME", 0x10},
    {"PR_SET_TIMERSLACK", 0x1d},
    {"PR_GET_TIMERSLACK", 0x1e},
    {"PR_SET_CHILD_SUBREAPER", 0x24},
    {"PR_GET_CHILD_SUBREAPER", 0x25},
    {"PR_SET_NO_NEW_PRIVS", 0x26},
    {"PR_GET_NO_NEW_PRIVS", 0x27},
};

const NamedValue kLinuxAdvice[] = {
    {"POSIX_FADV_NORMAL", 0},
    {"POSIX_FADV_RANDOM", 1},
    {"POSIX_FADV_SEQUENTIAL", 2},
    {"POSIX_FADV_WILLNEED", 3},
    {"POSIX_FADV_DONTNEED", 4},
    {"POSIX_FADV_NOREUSE", 5},
};

const NamedValue kLinuxGetrandom[] = {
    {"GRND_NONBLOCK", 1},
    {"GRND_RANDOM", 2},
    {"GRND_INSECURE", 4},
};

const NamedValue kLinuxStatx[] = {
    {"STATX_TYPE", 1},
    {"STATX_MODE", 2},
    {"STATX_NLINK", 4},
    {"STATX_UID", 8},
    {"STATX_GID", 0x10},
    {"STATX_ATIME", 0x20},
    {"STATX_MTIME", 0x40},
    {"STATX_CTIME", 0x80},
    {"STATX_INO", 0x100},
    {"STATX_SIZE", 0x200},
    {"STATX_BLOCKS", 0x400},
    {"STATX_BASIC_STATS", 0x7ff},
    {"STATX_BTIME", 0x800},
};

const NamedValue kLinuxCloseRange[] = {
    {"CLOSE_RANGE_UNSHARE", 2},
    {"CLOSE_RANGE_CLOEXEC", 4},
};

const NamedValue kLinuxSpawnAttributes[] = {
    {"POSIX_SPAWN_RESETIDS", 1},
    {"POSIX_SPAWN_SETPGROUP", 2},
    {"POSIX_SPAWN_SETSIGDEF", 4},
    {"POSIX_SPAWN_SETSIGMASK", 8},
    {"POSIX_SPAWN_SETSCHEDPARAM", 0x10},
    {"POSIX_SPAWN_SETSCHEDULER", 0x20},
    {"POSIX_SPAWN_USEVFORK", 0x40},
    {"POSIX_SPAWN_SETSID", 0x80},
};

const NamedValue kLinuxSpawnActionKind[] = {
    {"open", 1},
    {"close", 2},
    {"duplicate", 3},
    {"change_directory", 4},
    {"change_to_descriptor", 5},
};

const NamedValue kLinuxPoll[] = {
    {"POLLIN", 1},
    {"POLLPRI", 2},
    {"POLLOUT", 4},
    {"POLLERR", 8},
    {"POLLHUP", 0x10},
    {"POLLNVAL", 0x20},
    {"POLLRDNORM", 0x40},
    {"POLLRDBAND", 0x80},
    {"POLLWRNORM", 0x100},
    {"POLLWRBAND", 0x200},
    {"POLLRDHUP", 0x2000},
};

const NamedValue kLinuxAddressFamily[] = {
    {"AF_UNSPEC", 0},
    {"AF_UNIX", 1},
    {"AF_INET", 2},
    {"AF_INET6", 0xa},
};

const NamedValue kLinuxSocketType[] = {
    {"SOCK_STREAM", 1},
    {"SOCK_DGRAM", 2},
    {"SOCK_RAW", 3},
    {"SOCK_RDM", 4},
    {"SOCK_SEQPACKET", 5},
    {"SOCK_NONBLOCK", 0x800},
    {"SOCK_CLOEXEC", 0x80000},
};

const NamedValue kLinuxProtocol[] = {
    {"IPPROTO_IP", 0},
    {"IPPROTO_TCP", 6},
    {"IPPROTO_UDP", 0x11},
    {"IPPROTO_IPV6", 0x29},
};

const NamedValue kLinuxShutdown[] = {
    {"SHUT_RD", 0},
    {"SHUT_WR", 1},
    {"SHUT_RDWR", 2},
};

const NamedValue kLinuxMessage[] = {
    {"MSG_OOB", 1},
    {"MSG_PEEK", 2},
    {"MSG_DONTROUTE", 4},
    {"MSG_CTRUNC", 8},
    {"MSG_TRUNC", 0x20},
    {"MSG_DONTWAIT", 0x40},
    {"MSG_EOR", 0x80},
    {"MSG_WAITALL", 0x100},
    {"MSG_NOSIGNAL", 0x4000},
    {"MSG_MORE", 0x8000},
    {"MSG_CMSG_CLOEXEC", 0x40000000},
};

const NamedValue kLinuxSocketLevel[] = {
    {"SOL_SOCKET", 1},
    {"SOL_TLS", 0x11a},
};

const NamedValue kLinuxSocketOption[] = {
    {"SO_DEBUG", 1},
    {"SO_REUSEADDR", 2},
    {"SO_TYPE", 3},
    {"SO_ERROR", 4},
    {"SO_DONTROUTE", 5},
    {"SO_BROADCAST", 6},
    {"SO_SNDBUF", 7},
    {"SO_RCVBUF", 8},
    {"SO_KEEPALIVE", 9},
    {"SO_OOBINLINE", 0xa},
    {"SO_PRIORITY", 0xc},
    {"SO_LINGER", 0xd},
    {"SO_REUSEPORT", 0xf},
    {"SO_PASSCRED", 0x10},
    {"SO_PEERCRED", 0x11},
    {"SO_RCVLOWAT", 0x12},
    {"SO_SNDLOWAT", 0x13},
    {"SO_RCVTIMEO_OLD", 0x14},
    {"SO_SNDTIMEO_OLD", 0x15},
    {"SO_ACCEPTCONN", 0x1e},
    {"SO_PROTOCOL", 0x26},
    {"SO_DOMAIN", 0x27},
    {"SO_RCVTIMEO", 0x42},
    {"SO_SNDTIMEO", 0x43},
};

const NamedValue kLinuxTcpOption[] = {
    {"TCP_NODELAY", 1},
    {"TCP_MAXSEG", 2},
    {"TCP_CORK", 3},
    {"TCP_KEEPIDLE", 4},
    {"TCP_KEEPINTVL", 5},
    {"TCP_KEEPCNT", 6},
    {"TCP_SYNCNT", 7},
    {"TCP_LINGER2", 8},
    {"TCP_DEFER_ACCEPT", 9},
    {"TCP_QUICKACK", 0xc},
    {"TCP_USER_TIMEOUT", 0x12},
};

const NamedValue kLinuxIpOption[] = {
    {"IP_TOS", 1},
    {"IP_TTL", 2},
    {"IP_MTU_DISCOVER", 0xa},
    {"IP_RECVERR", 0xb},
    {"IP_MULTICAST_TTL", 0x21},
    {"IP_MULTICAST_LOOP", 0x22},
};

const NamedValue kLinuxIpv6Option[] = {
    {"IPV6_UNICAST_HOPS", 0x10},
    {"IPV6_MULTICAST_HOPS", 0x12},
    {"IPV6_V6ONLY", 0x1a},
    {"IPV6_RECVERR", 0x19},
    {"IPV6_TCLASS", 0x43},
};

const NamedValue kLinuxTlsOption[] = {
    {"TLS_HOST", 0x64},
};

const NamedValue kLinuxControlMessage[] = {
    {"SCM_RIGHTS", 1},
    {"SCM_CREDENTIALS", 2},
};

const NamedValue kLinuxEpollOperation[] = {
    {"EPOLL_CTL_ADD", 1},
    {"EPOLL_CTL_DEL", 2},
    {"EPOLL_CTL_MOD", 3},
};

const NamedValue kLinuxEpollEvents[] = {
    {"EPOLLIN", 1},
    {"EPOLLPRI", 2},
    {"EPOLLOUT", 4},
    {"EPOLLERR", 8},
    {"EPOLLHUP", 0x10},
    {"EPOLLRDHUP", 0x2000},
    {"EPOLLONESHOT", 0x40000000},
    {"EPOLLET", 0x80000000ull},
};

const NamedValue kLinuxEventfd[] = {
    {"EFD_SEMAPHORE", 1},
};

const NamedValue kLinuxInotify[] = {
    {"IN_ACCESS", 1},
    {"IN_MODIFY", 2},
    {"IN_ATTRIB", 4},
    {"IN_CLOSE_WRITE", 8},
    {"IN_CLOSE_NOWRITE", 0x10},
    {"IN_OPEN", 0x20},
    {"IN_MOVED_FROM", 0x40},
    {"IN_MOVED_TO", 0x80},
    {"IN_CREATE", 0x100},
    {"IN_DELETE", 0x200},
    {"IN_DELETE_SELF", 0x400},
    {"IN_MOVE_SELF", 0x800},
    {"IN_UNMOUNT", 0x2000},
    {"IN_Q_OVERFLOW", 0x4000},
    {"IN_IGNORED", 0x8000},
    {"IN_ONLYDIR", 0x1000000},
    {"IN_DONT_FOLLOW", 0x2000000},
    {"IN_EXCL_UNLINK", 0x4000000},
    {"IN_MASK_CREATE", 0x10000000},
    {"IN_MASK_ADD", 0x20000000},
    {"IN_ISDIR", 0x40000000},
    {"IN_ONESHOT", 0x80000000ull},
};

const NamedValue kLinuxAuxiliary[] = {
    {"AT_NULL", 0},
    {"AT_PAGESZ", 6},
    {"AT_UID", 0xb},
    {"AT_EUID", 0xc},
    {"AT_GID", 0xd},
    {"AT_EGID", 0xe},
    {"AT_CLKTCK", 0x11},
    {"AT_SECURE", 0x17},
    {"AT_RANDOM", 0x19},
    {"AT_EXECFN", 0x1f},
};

const NamedValue kWasiRights[] = {
    {"FD_DATASYNC", 1},
    {"FD_READ", 2},
    {"FD_SEEK", 4},
    {"FD_FDSTAT_SET_FLAGS", 8},
    {"FD_SYNC", 0x10},
    {"FD_TELL", 0x20},
    {"FD_WRITE", 0x40},
    {"FD_ADVISE", 0x80},
    {"FD_ALLOCATE", 0x100},
    {"PATH_CREATE_DIRECTORY", 0x200},
    {"PATH_CREATE_FILE", 0x400},
    {"PATH_LINK_SOURCE", 0x800},
    {"PATH_LINK_TARGET", 0x1000},
    {"PATH_OPEN", 0x2000},
    {"FD_READDIR", 0x4000},
    {"PATH_READLINK", 0x8000},
    {"PATH_RENAME_SOURCE", 0x10000},
    {"PATH_RENAME_TARGET", 0x20000},
    {"PATH_FILESTAT_GET", 0x40000},
    {"PATH_FILESTAT_SET_SIZE", 0x80000},
    {"PATH_FILESTAT_SET_TIMES", 0x100000},
    {"FD_FILESTAT_GET", 0x200000},
    {"FD_FILESTAT_SET_SIZE", 0x400000},
    {"FD_FILESTAT_SET_TIMES", 0x800000},
    {"PATH_SYMLINK", 0x1000000},
    {"PATH_REMOVE_DIRECTORY", 0x2000000},
    {"PATH_UNLINK_FILE", 0x4000000},
    {"POLL_FD_READWRITE", 0x8000000},
    {"SOCK_SHUTDOWN", 0x10000000},
    {"SOCK_ACCEPT", 0x20000000},
};

const NamedValue kWasiLookupflags[] = {
    {"SYMLINK_FOLLOW", 1},
};

const NamedValue kWasiOflags[] = {
    {"CREAT", 1},
    {"DIRECTORY", 2},
    {"EXCL", 4},
    {"TRUNC", 8},
};

const NamedValue kWasiFdflags[] = {
    {"APPEND", 1},
    {"DSYNC", 2},
    {"NONBLOCK", 4},
    {"RSYNC", 8},
    {"SYNC", 0x10},
};

const NamedValue kWasiFstflags[] = {
    {"ATIM", 1},
    {"ATIM_NOW", 2},
    {"MTIM", 4},
    {"MTIM_NOW", 8},
};

const NamedValue kWasiRiflags[] = {
    {"RECV_PEEK", 1},
    {"RECV_WAITALL", 2},
};

const NamedValue kWasiRoflags[] = {
    {"RECV_DATA_TRUNCATED", 1},
};

const NamedValue kWasiSdflags[] = {
    {"RD", 1},
    {"WR", 2},
};

const NamedValue kWasiSubclockflags[] = {
    {"SUBSCRIPTION_CLOCK_ABSTIME", 1},
};

const NamedValue kWasiEventrwflags[] = {
    {"FD_READWRITE_HANGUP", 1},
};

const NamedValue kWasiClockid[] = {
    {"REALTIME", 0},
    {"MONOTONIC", 1},
    {"PROCESS_CPUTIME_ID", 2},
    {"THREAD_CPUTIME_ID", 3},
};

const NamedValue kWasiAdvice[] = {
    {"NORMAL", 0},
    {"SEQUENTIAL", 1},
    {"RANDOM", 2},
    {"WILLNEED", 3},
    {"DONTNEED", 4},
    {"NOREUSE", 5},
};

const NamedValue kWasiWhence[] = {
    {"SET", 0},
    {"CUR", 1},
    {"END", 2},
};

const NamedValue kWasiFiletype[] = {
    {"UNKNOWN", 0},
    {"BLOCK_DEVICE", 1},
    {"CHARACTER_DEVICE", 2},
    {"DIRECTORY", 3},
    {"REGULAR_FILE", 4},
    {"SOCKET_DGRAM", 5},
    {"SOCKET_STREAM", 6},
    {"SYMBOLIC_LINK", 7},
};

const NamedValue kWasiEventtype[] = {
    {"CLOCK", 0},
    {"FD_READ", 1},
    {"FD_WRITE", 2},
};

const NamedValue kWasiPreopentype[] = {
    {"DIR", 0},
};

const NamedValue kWasiSignal[] = {
    {"NONE", 0},
    {"HUP", 1},
    {"INT", 2},
    {"QUIT", 3},
    {"ILL", 4},
    {"TRAP", 5},
    {"ABRT", 6},
    {"BUS", 7},
    {"FPE", 8},
    {"KILL", 9},
    {"USR1", 0xa},
    {"SEGV", 0xb},
    {"USR2", 0xc},
    {"PIPE", 0xd},
    {"ALRM", 0xe},
    {"TERM", 0xf},
    {"CHLD", 0x10},
    {"CONT", 0x11},
    {"STOP", 0x12},
    {"TSTP", 0x13},
    {"TTIN", 0x14},
    {"TTOU", 0x15},
    {"URG", 0x16},
    {"XCPU", 0x17},
    {"XFSZ", 0x18},
    {"VTALRM", 0x19},
    {"PROF", 0x1a},
    {"WINCH", 0x1b},
    {"POLL", 0x1c},
    {"PWR", 0x1d},
    {"SYS", 0x1e},
};

}  // namespace

const ValueSet kLinuxSets[46] = {
    {kLinuxOpen, 20, false},
    {kLinuxAt, 8, false},
    {kLinuxAccess, 4, false},
    {kLinuxWhence, 5, true},
    {kLinuxFcntlCommand, 25, true},
    {kLinuxLockType, 3, true},
    {kLinuxFlockOperation, 4, false},
    {kLinuxIoctlRequest, 17, true},
    {kLinuxFallocate, 6, false},
    {kLinuxRename, 3, false},
    {kLinuxWait, 8, false},
    {kLinuxWaitidType, 4, true},
    {kLinuxClock, 11, true},
    {kLinuxTimer, 1, false},
    {kLinuxItimer, 3, true},
    {kLinuxSigeventNotify, 4, true},
    {kLinuxSigprocmask, 3, true},
    {kLinuxSigactionFlags, 8, false},
    {kLinuxRusageWho, 3, true},
    {kLinuxPriorityWhich, 3, true},
    {kLinuxResource, 16, true},
    {kLinuxPrctl, 14, true},
    {kLinuxAdvice, 6, true},
    {kLinuxGetrandom, 3, false},
    {kLinuxStatx, 13, false},
    {kLinuxCloseRange, 2, false},
    {kLinuxSpawnAttributes, 8, false},
    {kLinuxSpawnActionKind, 5, true},
    {kLinuxPoll, 11, false},
    {kLinuxAddressFamily, 4, true},
    {kLinuxSocketType, 7, true},
    {kLinuxProtocol, 4, true},
    {kLinuxShutdown, 3, true},
    {kLinuxMessage, 11, false},
    {kLinuxSocketLevel, 2, true},
    {kLinuxSocketOption, 24, true},
    {kLinuxTcpOption, 11, true},
    {kLinuxIpOption, 6, true},
    {kLinuxIpv6Option, 5, true},
    {kLinuxTlsOption, 1, true},
    {kLinuxControlMessage, 2, true},
    {kLinuxEpollOperation, 3, true},
    {kLinuxEpollEvents, 8, false},
    {kLinuxEventfd, 1, false},
    {kLinuxInotify, 22, false},
    {kLinuxAuxiliary, 10, true},
};

const ValueSet kWasiSets[18] = {
    {kWasiRights, 30, false},
    {kWasiLookupflags, 1, false},
    {kWasiOflags, 4, false},
    {kWasiFdflags, 5, false},
    {kWasiFstflags, 4, false},
    {kWasiRiflags, 2, false},
    {kWasiRoflags, 1, false},
    {nullptr, 0, false},
    {kWasiSdflags, 2, false},
    {kWasiSubclockflags, 1, false},
    {kWasiEventrwflags, 1, false},
    {kWasiClockid, 4, true},
    {kWasiAdvice, 6, true},
    {kWasiWhence, 3, true},
    {kWasiFiletype, 8, true},
    {kWasiEventtype, 3, true},
    {kWasiPreopentype, 1, true},
    {kWasiSignal, 31, true},
};

const char* signal_name(int signo) {
  switch (signo) {
    case 1:
      return "SIGHUP";
    case 2:
      return "SIGINT";
    case 3:
      return "SIGQUIT";
    case 4:
      return "SIGILL";
    case 5:
      return "SIGTRAP";
    case 6:
      return "SIGABRT";
    case 7:
      return "SIGBUS";
    case 8:
      return "SIGFPE";
    case 9:
      return "SIGKILL";
    case 10:
      return "SIGUSR1";
    case 11:
      return "SIGSEGV";
    case 12:
      return "SIGUSR2";
    case 13:
      return "SIGPIPE";
    case 14:
      return "SIGALRM";
    case 15:
      return "SIGTERM";
    case 16:
      return "SIGSTKFLT";
    case 17:
      return "SIGCHLD";
    case 18:
      return "SIGCONT";
    case 19:
      return "SIGSTOP";
    case 20:
      return "SIGTSTP";
    case 21:
      return "SIGTTIN";
    case 22:
      return "SIGTTOU";
    case 23:
      return "SIGURG";
    case 24:
      return "SIGXCPU";
    case 25:
      return "SIGXFSZ";
    case 26:
      return "SIGVTALRM";
    case 27:
      return "SIGPROF";
    case 28:
      return "SIGWINCH";
    case 29:
      return "SIGIO";
    case 30:
      return "SIGPWR";
    case 31:
      return "SIGSYS";
  }
  return nullptr;
}

}  // namespace wasmsand
