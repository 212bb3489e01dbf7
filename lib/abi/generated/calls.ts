// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// The calls of both doors and their arguments, for what serves or shows them.

import type { CallDescription } from '../descriptions.js';
import { EINVAL, ENOSYS, EOPNOTSUPP, EPERM } from './errno.js';

/** The arguments of each call of the door `linux`: descriptors, numbers, and addresses in guest memory. */
export interface LinuxArguments {
  setxattr: { path: number; name: number; value: number; size: number; flags: number };
  lsetxattr: { path: number; name: number; value: number; size: number; flags: number };
  fsetxattr: { fd: number; name: number; value: number; size: number; flags: number };
  getxattr: { path: number; name: number; value: number; size: number };
  lgetxattr: { path: number; name: number; value: number; size: number };
  fgetxattr: { fd: number; name: number; value: number; size: number };
  listxattr: { path: number; list: number; size: number };
  llistxattr: { path: number; list: number; size: number };
  flistxattr: { fd: number; list: number; size: number };
  removexattr: { path: number; name: number };
  lremovexattr: { path: number; name: number };
  fremovexattr: { fd: number; name: number };
  getcwd: { buffer: number; size: number };
  eventfd2: { count: number; flags: number };
  epoll_create1: { flags: number };
  epoll_ctl: { epoll: number; operation: number; fd: number; event: number };
  epoll_pwait: { epoll: number; events: number; count: number; timeout: number; mask: number; size: number };
  dup: { fd: number };
  dup3: { from: number; to: number; flags: number };
  fcntl64: { fd: number; command: number; argument: number };
  inotify_init1: { flags: number };
  inotify_add_watch: { fd: number; path: number; mask: number };
  inotify_rm_watch: { fd: number; watch: number };
  ioctl: { fd: number; request: number; argument: number };
  ioprio_set: { which: number; who: number; priority: number };
  ioprio_get: { which: number; who: number };
  flock: { fd: number; operation: number };
  mknodat: { directory: number; path: number; mode: number; device: number };
  mkdirat: { directory: number; path: number; mode: number };
  unlinkat: { directory: number; path: number; flags: number };
  symlinkat: { target: number; directory: number; path: number };
  linkat: { oldDirectory: number; oldPath: number; newDirectory: number; newPath: number; flags: number };
  umount2: { target: number; flags: number };
  mount: { source: number; target: number; type: number; flags: number; data: number };
  pivot_root: { newRoot: number; putOld: number };
  statfs64: { path: number; size: number; result: number };
  fstatfs64: { fd: number; size: number; result: number };
  truncate64: { path: number; length: bigint };
  ftruncate64: { fd: number; length: bigint };
  fallocate: { fd: number; mode: number; offset: bigint; length: bigint };
  faccessat: { directory: number; path: number; mode: number };
  chdir: { path: number };
  fchdir: { fd: number };
  chroot: { path: number };
  fchmod: { fd: number; mode: number };
  fchmodat: { directory: number; path: number; mode: number };
  fchownat: { directory: number; path: number; owner: number; group: number; flags: number };
  fchown: { fd: number; owner: number; group: number };
  openat: { directory: number; path: number; flags: number; mode: number };
  close: { fd: number };
  vhangup: Record<never, never>;
  pipe2: { descriptors: number; flags: number };
  quotactl: { command: number; device: number; id: number; address: number };
  getdents64: { fd: number; buffer: number; size: number };
  _llseek: { fd: number; offset: bigint; result: number; whence: number };
  read: { fd: number; buffer: number; size: number };
  write: { fd: number; buffer: number; size: number };
  readv: { fd: number; vectors: number; count: number };
  writev: { fd: number; vectors: number; count: number };
  pread64: { fd: number; buffer: number; size: number; offset: bigint };
  pwrite64: { fd: number; buffer: number; size: number; offset: bigint };
  preadv: { fd: number; vectors: number; count: number; offset: bigint };
  pwritev: { fd: number; vectors: number; count: number; offset: bigint };
  sendfile64: { out: number; in: number; offset: number; count: number };
  signalfd4: { fd: number; mask: number; size: number; flags: number };
  vmsplice: { fd: number; vectors: number; count: number; flags: number };
  splice: { in: number; inOffset: number; out: number; outOffset: number; count: number; flags: number };
  tee: { in: number; out: number; count: number; flags: number };
  readlinkat: { directory: number; path: number; buffer: number; size: number };
  sync: Record<never, never>;
  fsync: { fd: number };
  fdatasync: { fd: number };
  sync_file_range: { fd: number; offset: bigint; length: bigint; flags: number };
  timerfd_create: { clock: number; flags: number };
  acct: { path: number };
  capget: { header: number; data: number };
  capset: { header: number; data: number };
  personality: { persona: number };
  exit: { status: number };
  exit_group: { status: number };
  waitid: { type: number; id: number; info: number; options: number; usage: number };
  set_tid_address: { address: number };
  unshare: { flags: number };
  futex: { address: number; operation: number; value: number; timeout: number };
  set_robust_list: { head: number; size: number };
  get_robust_list: { pid: number; head: number; size: number };
  getitimer: { which: number; value: number };
  setitimer: { which: number; value: number; old: number };
  timer_create: { clock: number; event: number; timer: number };
  timer_getoverrun: { timer: number };
  timer_delete: { timer: number };
  syslog: { type: number; buffer: number; size: number };
  ptrace: { request: number; pid: number; address: number; data: number };
  sched_setparam: { pid: number; parameter: number };
  sched_setscheduler: { pid: number; policy: number; parameter: number };
  sched_getscheduler: { pid: number };
  sched_getparam: { pid: number; parameter: number };
  sched_setaffinity: { pid: number; size: number; mask: number };
  sched_getaffinity: { pid: number; size: number; mask: number };
  sched_yield: Record<never, never>;
  sched_get_priority_max: { policy: number };
  sched_get_priority_min: { policy: number };
  kill: { pid: number; signal: number };
  tkill: { tid: number; signal: number };
  tgkill: { group: number; tid: number; signal: number };
  sigaltstack: { stack: number; old: number };
  rt_sigsuspend: { mask: number; size: number };
  rt_sigaction: { signal: number; action: number; old: number; size: number };
  rt_sigprocmask: { how: number; set: number; old: number; size: number };
  rt_sigpending: { set: number; size: number };
  rt_sigqueueinfo: { pid: number; signal: number; info: number };
  setpriority: { which: number; who: number; priority: number };
  getpriority: { which: number; who: number };
  reboot: { magic1: number; magic2: number; command: number; argument: number };
  setregid: { real: number; effective: number };
  setgid: { id: number };
  setreuid: { real: number; effective: number };
  setuid: { id: number };
  setresuid: { real: number; effective: number; saved: number };
  getresuid: { real: number; effective: number; saved: number };
  setresgid: { real: number; effective: number; saved: number };
  getresgid: { real: number; effective: number; saved: number };
  setfsuid: { id: number };
  setfsgid: { id: number };
  times: { result: number };
  setpgid: { pid: number; group: number };
  getpgid: { pid: number };
  getsid: { pid: number };
  setsid: Record<never, never>;
  getgroups: { count: number; groups: number };
  setgroups: { count: number; groups: number };
  uname: { result: number };
  sethostname: { name: number; length: number };
  setdomainname: { name: number; length: number };
  getrusage: { who: number; result: number };
  umask: { mask: number };
  prctl: { option: number; argument2: number; argument3: number; argument4: number; argument5: number };
  getcpu: { cpu: number; node: number; cache: number };
  getpid: Record<never, never>;
  getppid: Record<never, never>;
  getuid: Record<never, never>;
  geteuid: Record<never, never>;
  getgid: Record<never, never>;
  getegid: Record<never, never>;
  gettid: Record<never, never>;
  sysinfo: { result: number };
  mq_open: { name: number; flags: number; mode: number; attributes: number };
  mq_unlink: { name: number };
  msgget: { key: number; flags: number };
  msgctl: { id: number; command: number; buffer: number };
  msgrcv: { id: number; message: number; size: number; type: number; flags: number };
  msgsnd: { id: number; message: number; size: number; flags: number };
  semget: { key: number; count: number; flags: number };
  semctl: { id: number; number: number; command: number; argument: number };
  semop: { id: number; operations: number; count: number };
  shmget: { key: number; size: number; flags: number };
  shmctl: { id: number; command: number; buffer: number };
  shmat: { id: number; address: number; flags: number };
  shmdt: { address: number };
  socket: { family: number; type: number; protocol: number };
  socketpair: { family: number; type: number; protocol: number; descriptors: number };
  bind: { fd: number; address: number; length: number };
  listen: { fd: number; backlog: number };
  accept: { fd: number; address: number; length: number };
  connect: { fd: number; address: number; length: number };
  getsockname: { fd: number; address: number; length: number };
  getpeername: { fd: number; address: number; length: number };
  sendto: { fd: number; buffer: number; size: number; flags: number; address: number; length: number };
  recvfrom: { fd: number; buffer: number; size: number; flags: number; address: number; length: number };
  setsockopt: { fd: number; level: number; option: number; value: number; length: number };
  getsockopt: { fd: number; level: number; option: number; value: number; length: number };
  shutdown: { fd: number; how: number };
  sendmsg: { fd: number; message: number; flags: number };
  recvmsg: { fd: number; message: number; flags: number };
  readahead: { fd: number; offset: bigint; count: number };
  brk: { size: number };
  munmap: { address: number; length: number };
  mremap: { address: number; length: number; newLength: number; flags: number; newAddress: number };
  add_key: { type: number; name: number; payload: number; size: number; ring: number };
  request_key: { type: number; name: number; info: number; ring: number };
  keyctl: { operation: number; argument2: number; argument3: number; argument4: number; argument5: number };
  clone: { flags: number; stack: number; parentTid: number; tls: number; childTid: number };
  execve: { path: number; arguments: number; environment: number };
  mmap2: { address: number; length: number; protection: number; flags: number; fd: number; page: number };
  fadvise64_64: { fd: number; offset: bigint; length: bigint; advice: number };
  swapon: { path: number; flags: number };
  swapoff: { path: number };
  mprotect: { address: number; length: number; protection: number };
  msync: { address: number; length: number; flags: number };
  mlock: { address: number; length: number };
  munlock: { address: number; length: number };
  mlockall: { flags: number };
  munlockall: Record<never, never>;
  mincore: { address: number; length: number; vector: number };
  madvise: { address: number; length: number; advice: number };
  perf_event_open: { attributes: number; pid: number; cpu: number; group: number; flags: number };
  accept4: { fd: number; address: number; length: number; flags: number };
  session_receive: { buffer: number; size: number; resume: number; argument: number; stack: number };
  session_reply: { buffer: number; size: number };
  wait4: { pid: number; status: number; options: number; usage: number };
  prlimit64: { pid: number; resource: number; limit: number; old: number };
  name_to_handle_at: { directory: number; path: number; handle: number; mount: number; flags: number };
  syncfs: { fd: number };
  setns: { fd: number; type: number };
  sendmmsg: { fd: number; messages: number; count: number; flags: number };
  kcmp: { pid1: number; pid2: number; type: number; first: number; second: number };
  renameat2: { oldDirectory: number; oldPath: number; newDirectory: number; newPath: number; flags: number };
  seccomp: { operation: number; flags: number; argument: number };
  getrandom: { buffer: number; size: number; flags: number };
  memfd_create: { name: number; flags: number };
  bpf: { command: number; attributes: number; size: number };
  execveat: { directory: number; path: number; arguments: number; environment: number; flags: number };
  membarrier: { command: number; flags: number; cpu: number };
  mlock2: { address: number; length: number; flags: number };
  copy_file_range: { in: number; inOffset: number; out: number; outOffset: number; count: number; flags: number };
  preadv2: { fd: number; vectors: number; count: number; offset: bigint; flags: number };
  pwritev2: { fd: number; vectors: number; count: number; offset: bigint; flags: number };
  statx: { directory: number; path: number; flags: number; mask: number; result: number };
  rseq: { area: number; size: number; flags: number; signature: number };
  clock_gettime64: { clock: number; time: number };
  clock_settime64: { clock: number; time: number };
  clock_adjtime64: { clock: number; request: number };
  clock_getres_time64: { clock: number; resolution: number };
  clock_nanosleep_time64: { clock: number; flags: number; request: number; remaining: number };
  timer_gettime64: { timer: number; value: number };
  timer_settime64: { timer: number; flags: number; value: number; old: number };
  utimensat_time64: { directory: number; path: number; times: number; flags: number };
  pselect6_time64: { count: number; read: number; write: number; except: number; timeout: number; mask: number };
  ppoll_time64: { descriptors: number; count: number; timeout: number; mask: number; size: number };
  rt_sigtimedwait_time64: { set: number; info: number; timeout: number; size: number };
  futex_time64: { address: number; operation: number; value: number; timeout: number; address2: number; value3: number };
  pidfd_send_signal: { fd: number; signal: number; info: number; flags: number };
  io_uring_setup: { entries: number; parameters: number };
  pidfd_open: { pid: number; flags: number };
  clone3: { arguments: number; size: number };
  close_range: { first: number; last: number; flags: number };
  openat2: { directory: number; path: number; how: number; size: number };
  faccessat2: { directory: number; path: number; mode: number; flags: number };
}

/** By number. One that is in no table answers ENOSYS. */
export const linuxCalls: ReadonlyMap<number, CallDescription<keyof LinuxArguments>> = new Map<
  number,
  CallDescription<keyof LinuxArguments>
>([
  [5, { name: 'setxattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'value', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }, { name: 'flags', kind: 'uint', slot: 4 }], refusal: EOPNOTSUPP }],
  [6, { name: 'lsetxattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'value', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }, { name: 'flags', kind: 'uint', slot: 4 }], refusal: EOPNOTSUPP }],
  [7, { name: 'fsetxattr', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'value', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }, { name: 'flags', kind: 'uint', slot: 4 }], refusal: EOPNOTSUPP }],
  [8, { name: 'getxattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'value', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }], refusal: EOPNOTSUPP }],
  [9, { name: 'lgetxattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'value', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }], refusal: EOPNOTSUPP }],
  [10, { name: 'fgetxattr', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'value', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }], refusal: EOPNOTSUPP }],
  [11, { name: 'listxattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'list', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }], refusal: EOPNOTSUPP }],
  [12, { name: 'llistxattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'list', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }], refusal: EOPNOTSUPP }],
  [13, { name: 'flistxattr', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'list', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }], refusal: EOPNOTSUPP }],
  [14, { name: 'removexattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }], refusal: EOPNOTSUPP }],
  [15, { name: 'lremovexattr', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }], refusal: EOPNOTSUPP }],
  [16, { name: 'fremovexattr', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }], refusal: EOPNOTSUPP }],
  [17, { name: 'getcwd', arguments: [{ name: 'buffer', kind: 'out-string', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }] }],
  [19, { name: 'eventfd2', arguments: [{ name: 'count', kind: 'uint', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }] }],
  [20, { name: 'epoll_create1', arguments: [{ name: 'flags', kind: 'uint', slot: 0 }] }],
  [21, { name: 'epoll_ctl', arguments: [{ name: 'epoll', kind: 'fd', slot: 0 }, { name: 'operation', kind: 'int', slot: 1 }, { name: 'fd', kind: 'fd', slot: 2 }, { name: 'event', kind: 'address', slot: 3 }] }],
  [22, { name: 'epoll_pwait', arguments: [{ name: 'epoll', kind: 'fd', slot: 0 }, { name: 'events', kind: 'address', slot: 1 }, { name: 'count', kind: 'int', slot: 2 }, { name: 'timeout', kind: 'int', slot: 3 }, { name: 'mask', kind: 'address', slot: 4 }, { name: 'size', kind: 'size', slot: 5 }] }],
  [23, { name: 'dup', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] }],
  [24, { name: 'dup3', arguments: [{ name: 'from', kind: 'fd', slot: 0 }, { name: 'to', kind: 'fd', slot: 1 }, { name: 'flags', kind: 'flags', slot: 2, parameter: 'open' }] }],
  [25, { name: 'fcntl64', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'command', kind: 'enum', slot: 1, parameter: 'fcntl_command' }, { name: 'argument', kind: 'uint', slot: 2 }], restart: true }],
  [26, { name: 'inotify_init1', arguments: [{ name: 'flags', kind: 'uint', slot: 0 }] }],
  [27, { name: 'inotify_add_watch', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'mask', kind: 'flags', slot: 2, parameter: 'inotify' }] }],
  [28, { name: 'inotify_rm_watch', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'watch', kind: 'int', slot: 1 }] }],
  [29, { name: 'ioctl', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'request', kind: 'enum', slot: 1, parameter: 'ioctl_request' }, { name: 'argument', kind: 'address', slot: 2 }] }],
  [30, { name: 'ioprio_set', arguments: [{ name: 'which', kind: 'int', slot: 0 }, { name: 'who', kind: 'int', slot: 1 }, { name: 'priority', kind: 'int', slot: 2 }], refusal: ENOSYS }],
  [31, { name: 'ioprio_get', arguments: [{ name: 'which', kind: 'int', slot: 0 }, { name: 'who', kind: 'int', slot: 1 }], refusal: ENOSYS }],
  [32, { name: 'flock', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'operation', kind: 'flags', slot: 1, parameter: 'flock_operation' }], restart: true }],
  [33, { name: 'mknodat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'mode', kind: 'mode', slot: 2 }, { name: 'device', kind: 'uint', slot: 3 }] }],
  [34, { name: 'mkdirat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'mode', kind: 'mode', slot: 2 }] }],
  [35, { name: 'unlinkat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'flags', kind: 'flags', slot: 2, parameter: 'at' }] }],
  [36, { name: 'symlinkat', arguments: [{ name: 'target', kind: 'string', slot: 0 }, { name: 'directory', kind: 'dirfd', slot: 1 }, { name: 'path', kind: 'path', slot: 2 }] }],
  [37, { name: 'linkat', arguments: [{ name: 'oldDirectory', kind: 'dirfd', slot: 0 }, { name: 'oldPath', kind: 'path', slot: 1 }, { name: 'newDirectory', kind: 'dirfd', slot: 2 }, { name: 'newPath', kind: 'path', slot: 3 }, { name: 'flags', kind: 'flags', slot: 4, parameter: 'at' }] }],
  [39, { name: 'umount2', arguments: [{ name: 'target', kind: 'path', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }], refusal: EPERM }],
  [40, { name: 'mount', arguments: [{ name: 'source', kind: 'path', slot: 0 }, { name: 'target', kind: 'path', slot: 1 }, { name: 'type', kind: 'string', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }, { name: 'data', kind: 'address', slot: 4 }], refusal: EPERM }],
  [41, { name: 'pivot_root', arguments: [{ name: 'newRoot', kind: 'path', slot: 0 }, { name: 'putOld', kind: 'path', slot: 1 }], refusal: EPERM }],
  [43, { name: 'statfs64', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }, { name: 'result', kind: 'out', slot: 2, parameter: 'statfs64' }] }],
  [44, { name: 'fstatfs64', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }, { name: 'result', kind: 'out', slot: 2, parameter: 'statfs64' }] }],
  [45, { name: 'truncate64', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'length', kind: 'offset', slot: 1 }] }],
  [46, { name: 'ftruncate64', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'length', kind: 'offset', slot: 1 }] }],
  [47, { name: 'fallocate', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'mode', kind: 'flags', slot: 1, parameter: 'fallocate' }, { name: 'offset', kind: 'offset', slot: 2 }, { name: 'length', kind: 'offset', slot: 4 }] }],
  [48, { name: 'faccessat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'mode', kind: 'flags', slot: 2, parameter: 'access' }] }],
  [49, { name: 'chdir', arguments: [{ name: 'path', kind: 'path', slot: 0 }] }],
  [50, { name: 'fchdir', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] }],
  [51, { name: 'chroot', arguments: [{ name: 'path', kind: 'path', slot: 0 }], refusal: EPERM }],
  [52, { name: 'fchmod', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'mode', kind: 'mode', slot: 1 }] }],
  [53, { name: 'fchmodat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'mode', kind: 'mode', slot: 2 }] }],
  [54, { name: 'fchownat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'owner', kind: 'id', slot: 2 }, { name: 'group', kind: 'id', slot: 3 }, { name: 'flags', kind: 'flags', slot: 4, parameter: 'at' }] }],
  [55, { name: 'fchown', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'owner', kind: 'id', slot: 1 }, { name: 'group', kind: 'id', slot: 2 }] }],
  [56, { name: 'openat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'flags', kind: 'flags', slot: 2, parameter: 'open' }, { name: 'mode', kind: 'mode', slot: 3 }], restart: true }],
  [57, { name: 'close', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] }],
  [58, { name: 'vhangup', arguments: [], refusal: EPERM }],
  [59, { name: 'pipe2', arguments: [{ name: 'descriptors', kind: 'out', slot: 0, parameter: 'descriptorPair' }, { name: 'flags', kind: 'flags', slot: 1, parameter: 'open' }] }],
  [60, { name: 'quotactl', arguments: [{ name: 'command', kind: 'uint', slot: 0 }, { name: 'device', kind: 'path', slot: 1 }, { name: 'id', kind: 'int', slot: 2 }, { name: 'address', kind: 'address', slot: 3 }], refusal: EPERM }],
  [61, { name: 'getdents64', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }] }],
  [62, { name: '_llseek', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'offset', kind: 'offset-high-first', slot: 1 }, { name: 'result', kind: 'out', slot: 3, parameter: 'u64' }, { name: 'whence', kind: 'enum', slot: 4, parameter: 'whence' }] }],
  [63, { name: 'read', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'buffer-out', slot: 1, parameter: 'size' }, { name: 'size', kind: 'size', slot: 2 }], restart: true }],
  [64, { name: 'write', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'buffer-in', slot: 1, parameter: 'size' }, { name: 'size', kind: 'size', slot: 2 }], restart: true }],
  [65, { name: 'readv', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'vectors', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }], restart: true }],
  [66, { name: 'writev', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'vectors', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }], restart: true }],
  [67, { name: 'pread64', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'buffer-out', slot: 1, parameter: 'size' }, { name: 'size', kind: 'size', slot: 2 }, { name: 'offset', kind: 'offset', slot: 3 }], restart: true }],
  [68, { name: 'pwrite64', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'buffer-in', slot: 1, parameter: 'size' }, { name: 'size', kind: 'size', slot: 2 }, { name: 'offset', kind: 'offset', slot: 3 }], restart: true }],
  [69, { name: 'preadv', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'vectors', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'offset', kind: 'offset', slot: 3 }], restart: true }],
  [70, { name: 'pwritev', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'vectors', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'offset', kind: 'offset', slot: 3 }], restart: true }],
  [71, { name: 'sendfile64', arguments: [{ name: 'out', kind: 'fd', slot: 0 }, { name: 'in', kind: 'fd', slot: 1 }, { name: 'offset', kind: 'inout', slot: 2, parameter: 'u64' }, { name: 'count', kind: 'size', slot: 3 }], restart: true }],
  [74, { name: 'signalfd4', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'mask', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }], refusal: ENOSYS }],
  [75, { name: 'vmsplice', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'vectors', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }], refusal: ENOSYS }],
  [76, { name: 'splice', arguments: [{ name: 'in', kind: 'fd', slot: 0 }, { name: 'inOffset', kind: 'address', slot: 1 }, { name: 'out', kind: 'fd', slot: 2 }, { name: 'outOffset', kind: 'address', slot: 3 }, { name: 'count', kind: 'size', slot: 4 }, { name: 'flags', kind: 'uint', slot: 5 }], refusal: EINVAL }],
  [77, { name: 'tee', arguments: [{ name: 'in', kind: 'fd', slot: 0 }, { name: 'out', kind: 'fd', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }], refusal: EINVAL }],
  [78, { name: 'readlinkat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'buffer', kind: 'out-bytes', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }] }],
  [81, { name: 'sync', arguments: [] }],
  [82, { name: 'fsync', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] }],
  [83, { name: 'fdatasync', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] }],
  [84, { name: 'sync_file_range', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'offset', kind: 'offset', slot: 1 }, { name: 'length', kind: 'offset', slot: 3 }, { name: 'flags', kind: 'uint', slot: 5 }] }],
  [85, { name: 'timerfd_create', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clock' }, { name: 'flags', kind: 'uint', slot: 1 }], refusal: ENOSYS }],
  [89, { name: 'acct', arguments: [{ name: 'path', kind: 'path', slot: 0 }], refusal: EPERM }],
  [90, { name: 'capget', arguments: [{ name: 'header', kind: 'address', slot: 0 }, { name: 'data', kind: 'address', slot: 1 }], refusal: ENOSYS }],
  [91, { name: 'capset', arguments: [{ name: 'header', kind: 'address', slot: 0 }, { name: 'data', kind: 'address', slot: 1 }], refusal: ENOSYS }],
  [92, { name: 'personality', arguments: [{ name: 'persona', kind: 'uint', slot: 0 }] }],
  [93, { name: 'exit', arguments: [{ name: 'status', kind: 'int', slot: 0 }] }],
  [94, { name: 'exit_group', arguments: [{ name: 'status', kind: 'int', slot: 0 }] }],
  [95, { name: 'waitid', arguments: [{ name: 'type', kind: 'enum', slot: 0, parameter: 'waitid_type' }, { name: 'id', kind: 'int', slot: 1 }, { name: 'info', kind: 'out', slot: 2, parameter: 'siginfo' }, { name: 'options', kind: 'flags', slot: 3, parameter: 'wait' }, { name: 'usage', kind: 'out', slot: 4, parameter: 'rusage' }], restart: true }],
  [96, { name: 'set_tid_address', arguments: [{ name: 'address', kind: 'address', slot: 0 }] }],
  [97, { name: 'unshare', arguments: [{ name: 'flags', kind: 'uint', slot: 0 }], refusal: EPERM }],
  [98, { name: 'futex', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'operation', kind: 'uint', slot: 1 }, { name: 'value', kind: 'uint', slot: 2 }, { name: 'timeout', kind: 'address', slot: 3 }], refusal: ENOSYS }],
  [99, { name: 'set_robust_list', arguments: [{ name: 'head', kind: 'address', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }], refusal: ENOSYS }],
  [100, { name: 'get_robust_list', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'head', kind: 'address', slot: 1 }, { name: 'size', kind: 'address', slot: 2 }], refusal: ENOSYS }],
  [102, { name: 'getitimer', arguments: [{ name: 'which', kind: 'enum', slot: 0, parameter: 'itimer' }, { name: 'value', kind: 'out', slot: 1, parameter: 'itimerval' }] }],
  [103, { name: 'setitimer', arguments: [{ name: 'which', kind: 'enum', slot: 0, parameter: 'itimer' }, { name: 'value', kind: 'in', slot: 1, parameter: 'itimerval' }, { name: 'old', kind: 'out', slot: 2, parameter: 'itimerval' }] }],
  [107, { name: 'timer_create', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clock' }, { name: 'event', kind: 'in', slot: 1, parameter: 'sigevent' }, { name: 'timer', kind: 'address', slot: 2 }] }],
  [109, { name: 'timer_getoverrun', arguments: [{ name: 'timer', kind: 'int', slot: 0 }] }],
  [111, { name: 'timer_delete', arguments: [{ name: 'timer', kind: 'int', slot: 0 }] }],
  [116, { name: 'syslog', arguments: [{ name: 'type', kind: 'int', slot: 0 }, { name: 'buffer', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }], refusal: EPERM }],
  [117, { name: 'ptrace', arguments: [{ name: 'request', kind: 'int', slot: 0 }, { name: 'pid', kind: 'pid', slot: 1 }, { name: 'address', kind: 'address', slot: 2 }, { name: 'data', kind: 'address', slot: 3 }], refusal: EPERM }],
  [118, { name: 'sched_setparam', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'parameter', kind: 'address', slot: 1 }] }],
  [119, { name: 'sched_setscheduler', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'policy', kind: 'int', slot: 1 }, { name: 'parameter', kind: 'address', slot: 2 }] }],
  [120, { name: 'sched_getscheduler', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }] }],
  [121, { name: 'sched_getparam', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'parameter', kind: 'address', slot: 1 }] }],
  [122, { name: 'sched_setaffinity', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }, { name: 'mask', kind: 'address', slot: 2 }] }],
  [123, { name: 'sched_getaffinity', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }, { name: 'mask', kind: 'address', slot: 2 }] }],
  [124, { name: 'sched_yield', arguments: [] }],
  [125, { name: 'sched_get_priority_max', arguments: [{ name: 'policy', kind: 'int', slot: 0 }] }],
  [126, { name: 'sched_get_priority_min', arguments: [{ name: 'policy', kind: 'int', slot: 0 }] }],
  [129, { name: 'kill', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'signal', kind: 'signal', slot: 1 }] }],
  [130, { name: 'tkill', arguments: [{ name: 'tid', kind: 'pid', slot: 0 }, { name: 'signal', kind: 'signal', slot: 1 }] }],
  [131, { name: 'tgkill', arguments: [{ name: 'group', kind: 'pid', slot: 0 }, { name: 'tid', kind: 'pid', slot: 1 }, { name: 'signal', kind: 'signal', slot: 2 }] }],
  [132, { name: 'sigaltstack', arguments: [{ name: 'stack', kind: 'in', slot: 0, parameter: 'stack' }, { name: 'old', kind: 'out', slot: 1, parameter: 'stack' }] }],
  [133, { name: 'rt_sigsuspend', arguments: [{ name: 'mask', kind: 'in', slot: 0, parameter: 'sigset' }, { name: 'size', kind: 'size', slot: 1 }] }],
  [134, { name: 'rt_sigaction', arguments: [{ name: 'signal', kind: 'signal', slot: 0 }, { name: 'action', kind: 'in', slot: 1, parameter: 'sigaction' }, { name: 'old', kind: 'out', slot: 2, parameter: 'sigaction' }, { name: 'size', kind: 'size', slot: 3 }] }],
  [135, { name: 'rt_sigprocmask', arguments: [{ name: 'how', kind: 'enum', slot: 0, parameter: 'sigprocmask' }, { name: 'set', kind: 'in', slot: 1, parameter: 'sigset' }, { name: 'old', kind: 'out', slot: 2, parameter: 'sigset' }, { name: 'size', kind: 'size', slot: 3 }] }],
  [136, { name: 'rt_sigpending', arguments: [{ name: 'set', kind: 'out', slot: 0, parameter: 'sigset' }, { name: 'size', kind: 'size', slot: 1 }] }],
  [138, { name: 'rt_sigqueueinfo', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'signal', kind: 'signal', slot: 1 }, { name: 'info', kind: 'in', slot: 2, parameter: 'siginfo' }] }],
  [140, { name: 'setpriority', arguments: [{ name: 'which', kind: 'enum', slot: 0, parameter: 'priority_which' }, { name: 'who', kind: 'int', slot: 1 }, { name: 'priority', kind: 'int', slot: 2 }] }],
  [141, { name: 'getpriority', arguments: [{ name: 'which', kind: 'enum', slot: 0, parameter: 'priority_which' }, { name: 'who', kind: 'int', slot: 1 }] }],
  [142, { name: 'reboot', arguments: [{ name: 'magic1', kind: 'uint', slot: 0 }, { name: 'magic2', kind: 'uint', slot: 1 }, { name: 'command', kind: 'uint', slot: 2 }, { name: 'argument', kind: 'address', slot: 3 }], refusal: EPERM }],
  [143, { name: 'setregid', arguments: [{ name: 'real', kind: 'id', slot: 0 }, { name: 'effective', kind: 'id', slot: 1 }] }],
  [144, { name: 'setgid', arguments: [{ name: 'id', kind: 'id', slot: 0 }] }],
  [145, { name: 'setreuid', arguments: [{ name: 'real', kind: 'id', slot: 0 }, { name: 'effective', kind: 'id', slot: 1 }] }],
  [146, { name: 'setuid', arguments: [{ name: 'id', kind: 'id', slot: 0 }] }],
  [147, { name: 'setresuid', arguments: [{ name: 'real', kind: 'id', slot: 0 }, { name: 'effective', kind: 'id', slot: 1 }, { name: 'saved', kind: 'id', slot: 2 }] }],
  [148, { name: 'getresuid', arguments: [{ name: 'real', kind: 'out', slot: 0, parameter: 'u32' }, { name: 'effective', kind: 'out', slot: 1, parameter: 'u32' }, { name: 'saved', kind: 'out', slot: 2, parameter: 'u32' }] }],
  [149, { name: 'setresgid', arguments: [{ name: 'real', kind: 'id', slot: 0 }, { name: 'effective', kind: 'id', slot: 1 }, { name: 'saved', kind: 'id', slot: 2 }] }],
  [150, { name: 'getresgid', arguments: [{ name: 'real', kind: 'out', slot: 0, parameter: 'u32' }, { name: 'effective', kind: 'out', slot: 1, parameter: 'u32' }, { name: 'saved', kind: 'out', slot: 2, parameter: 'u32' }] }],
  [151, { name: 'setfsuid', arguments: [{ name: 'id', kind: 'id', slot: 0 }] }],
  [152, { name: 'setfsgid', arguments: [{ name: 'id', kind: 'id', slot: 0 }] }],
  [153, { name: 'times', arguments: [{ name: 'result', kind: 'out', slot: 0, parameter: 'tms' }] }],
  [154, { name: 'setpgid', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'group', kind: 'pid', slot: 1 }] }],
  [155, { name: 'getpgid', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }] }],
  [156, { name: 'getsid', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }] }],
  [157, { name: 'setsid', arguments: [] }],
  [158, { name: 'getgroups', arguments: [{ name: 'count', kind: 'int', slot: 0 }, { name: 'groups', kind: 'address', slot: 1 }] }],
  [159, { name: 'setgroups', arguments: [{ name: 'count', kind: 'int', slot: 0 }, { name: 'groups', kind: 'address', slot: 1 }] }],
  [160, { name: 'uname', arguments: [{ name: 'result', kind: 'out', slot: 0, parameter: 'utsname' }] }],
  [161, { name: 'sethostname', arguments: [{ name: 'name', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }], refusal: EPERM }],
  [162, { name: 'setdomainname', arguments: [{ name: 'name', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }], refusal: EPERM }],
  [165, { name: 'getrusage', arguments: [{ name: 'who', kind: 'enum', slot: 0, parameter: 'rusage_who' }, { name: 'result', kind: 'out', slot: 1, parameter: 'rusage' }] }],
  [166, { name: 'umask', arguments: [{ name: 'mask', kind: 'mode', slot: 0 }] }],
  [167, { name: 'prctl', arguments: [{ name: 'option', kind: 'enum', slot: 0, parameter: 'prctl' }, { name: 'argument2', kind: 'uint', slot: 1 }, { name: 'argument3', kind: 'uint', slot: 2 }, { name: 'argument4', kind: 'uint', slot: 3 }, { name: 'argument5', kind: 'uint', slot: 4 }] }],
  [168, { name: 'getcpu', arguments: [{ name: 'cpu', kind: 'out', slot: 0, parameter: 'u32' }, { name: 'node', kind: 'out', slot: 1, parameter: 'u32' }, { name: 'cache', kind: 'address', slot: 2 }] }],
  [172, { name: 'getpid', arguments: [] }],
  [173, { name: 'getppid', arguments: [] }],
  [174, { name: 'getuid', arguments: [] }],
  [175, { name: 'geteuid', arguments: [] }],
  [176, { name: 'getgid', arguments: [] }],
  [177, { name: 'getegid', arguments: [] }],
  [178, { name: 'gettid', arguments: [] }],
  [179, { name: 'sysinfo', arguments: [{ name: 'result', kind: 'out', slot: 0, parameter: 'sysinfo' }] }],
  [180, { name: 'mq_open', arguments: [{ name: 'name', kind: 'string', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }, { name: 'mode', kind: 'mode', slot: 2 }, { name: 'attributes', kind: 'address', slot: 3 }], refusal: ENOSYS }],
  [181, { name: 'mq_unlink', arguments: [{ name: 'name', kind: 'string', slot: 0 }], refusal: ENOSYS }],
  [186, { name: 'msgget', arguments: [{ name: 'key', kind: 'int', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }], refusal: ENOSYS }],
  [187, { name: 'msgctl', arguments: [{ name: 'id', kind: 'int', slot: 0 }, { name: 'command', kind: 'int', slot: 1 }, { name: 'buffer', kind: 'address', slot: 2 }], refusal: ENOSYS }],
  [188, { name: 'msgrcv', arguments: [{ name: 'id', kind: 'int', slot: 0 }, { name: 'message', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }, { name: 'type', kind: 'int', slot: 3 }, { name: 'flags', kind: 'uint', slot: 4 }], refusal: ENOSYS }],
  [189, { name: 'msgsnd', arguments: [{ name: 'id', kind: 'int', slot: 0 }, { name: 'message', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }], refusal: ENOSYS }],
  [190, { name: 'semget', arguments: [{ name: 'key', kind: 'int', slot: 0 }, { name: 'count', kind: 'int', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }], refusal: ENOSYS }],
  [191, { name: 'semctl', arguments: [{ name: 'id', kind: 'int', slot: 0 }, { name: 'number', kind: 'int', slot: 1 }, { name: 'command', kind: 'int', slot: 2 }, { name: 'argument', kind: 'address', slot: 3 }], refusal: ENOSYS }],
  [193, { name: 'semop', arguments: [{ name: 'id', kind: 'int', slot: 0 }, { name: 'operations', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }], refusal: ENOSYS }],
  [194, { name: 'shmget', arguments: [{ name: 'key', kind: 'int', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }], refusal: ENOSYS }],
  [195, { name: 'shmctl', arguments: [{ name: 'id', kind: 'int', slot: 0 }, { name: 'command', kind: 'int', slot: 1 }, { name: 'buffer', kind: 'address', slot: 2 }], refusal: ENOSYS }],
  [196, { name: 'shmat', arguments: [{ name: 'id', kind: 'int', slot: 0 }, { name: 'address', kind: 'address', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }], refusal: ENOSYS }],
  [197, { name: 'shmdt', arguments: [{ name: 'address', kind: 'address', slot: 0 }], refusal: ENOSYS }],
  [198, { name: 'socket', arguments: [{ name: 'family', kind: 'int', slot: 0 }, { name: 'type', kind: 'uint', slot: 1 }, { name: 'protocol', kind: 'int', slot: 2 }] }],
  [199, { name: 'socketpair', arguments: [{ name: 'family', kind: 'int', slot: 0 }, { name: 'type', kind: 'uint', slot: 1 }, { name: 'protocol', kind: 'int', slot: 2 }, { name: 'descriptors', kind: 'out', slot: 3, parameter: 'descriptorPair' }] }],
  [200, { name: 'bind', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'address', kind: 'address', slot: 1 }, { name: 'length', kind: 'size', slot: 2 }] }],
  [201, { name: 'listen', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'backlog', kind: 'int', slot: 1 }] }],
  [202, { name: 'accept', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'address', kind: 'address', slot: 1 }, { name: 'length', kind: 'address', slot: 2 }], restart: true }],
  [203, { name: 'connect', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'address', kind: 'address', slot: 1 }, { name: 'length', kind: 'size', slot: 2 }], restart: true }],
  [204, { name: 'getsockname', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'address', kind: 'address', slot: 1 }, { name: 'length', kind: 'address', slot: 2 }] }],
  [205, { name: 'getpeername', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'address', kind: 'address', slot: 1 }, { name: 'length', kind: 'address', slot: 2 }] }],
  [206, { name: 'sendto', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'buffer-in', slot: 1, parameter: 'size' }, { name: 'size', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }, { name: 'address', kind: 'address', slot: 4 }, { name: 'length', kind: 'size', slot: 5 }], restart: true }],
  [207, { name: 'recvfrom', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'buffer-out', slot: 1, parameter: 'size' }, { name: 'size', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }, { name: 'address', kind: 'address', slot: 4 }, { name: 'length', kind: 'address', slot: 5 }], restart: true }],
  [208, { name: 'setsockopt', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'level', kind: 'int', slot: 1 }, { name: 'option', kind: 'int', slot: 2 }, { name: 'value', kind: 'address', slot: 3 }, { name: 'length', kind: 'size', slot: 4 }] }],
  [209, { name: 'getsockopt', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'level', kind: 'int', slot: 1 }, { name: 'option', kind: 'int', slot: 2 }, { name: 'value', kind: 'address', slot: 3 }, { name: 'length', kind: 'address', slot: 4 }] }],
  [210, { name: 'shutdown', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'how', kind: 'int', slot: 1 }] }],
  [211, { name: 'sendmsg', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'message', kind: 'address', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }], restart: true }],
  [212, { name: 'recvmsg', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'message', kind: 'address', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }], restart: true }],
  [213, { name: 'readahead', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'offset', kind: 'offset', slot: 1 }, { name: 'count', kind: 'size', slot: 3 }] }],
  [214, { name: 'brk', arguments: [{ name: 'size', kind: 'uint', slot: 0 }] }],
  [215, { name: 'munmap', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }], refusal: ENOSYS }],
  [216, { name: 'mremap', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }, { name: 'newLength', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }, { name: 'newAddress', kind: 'address', slot: 4 }], refusal: ENOSYS }],
  [217, { name: 'add_key', arguments: [{ name: 'type', kind: 'string', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'payload', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }, { name: 'ring', kind: 'int', slot: 4 }], refusal: ENOSYS }],
  [218, { name: 'request_key', arguments: [{ name: 'type', kind: 'string', slot: 0 }, { name: 'name', kind: 'string', slot: 1 }, { name: 'info', kind: 'string', slot: 2 }, { name: 'ring', kind: 'int', slot: 3 }], refusal: ENOSYS }],
  [219, { name: 'keyctl', arguments: [{ name: 'operation', kind: 'int', slot: 0 }, { name: 'argument2', kind: 'uint', slot: 1 }, { name: 'argument3', kind: 'uint', slot: 2 }, { name: 'argument4', kind: 'uint', slot: 3 }, { name: 'argument5', kind: 'uint', slot: 4 }], refusal: ENOSYS }],
  [220, { name: 'clone', arguments: [{ name: 'flags', kind: 'uint', slot: 0 }, { name: 'stack', kind: 'address', slot: 1 }, { name: 'parentTid', kind: 'address', slot: 2 }, { name: 'tls', kind: 'address', slot: 3 }, { name: 'childTid', kind: 'address', slot: 4 }], refusal: ENOSYS }],
  [221, { name: 'execve', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'arguments', kind: 'strings', slot: 1 }, { name: 'environment', kind: 'strings', slot: 2 }] }],
  [222, { name: 'mmap2', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }, { name: 'protection', kind: 'uint', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }, { name: 'fd', kind: 'fd', slot: 4 }, { name: 'page', kind: 'uint', slot: 5 }], refusal: ENOSYS }],
  [223, { name: 'fadvise64_64', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'offset', kind: 'offset', slot: 1 }, { name: 'length', kind: 'offset', slot: 3 }, { name: 'advice', kind: 'enum', slot: 5, parameter: 'advice' }] }],
  [224, { name: 'swapon', arguments: [{ name: 'path', kind: 'path', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }], refusal: EPERM }],
  [225, { name: 'swapoff', arguments: [{ name: 'path', kind: 'path', slot: 0 }], refusal: EPERM }],
  [226, { name: 'mprotect', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }, { name: 'protection', kind: 'uint', slot: 2 }], refusal: ENOSYS }],
  [227, { name: 'msync', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }], refusal: ENOSYS }],
  [228, { name: 'mlock', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }], refusal: ENOSYS }],
  [229, { name: 'munlock', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }], refusal: ENOSYS }],
  [230, { name: 'mlockall', arguments: [{ name: 'flags', kind: 'uint', slot: 0 }], refusal: ENOSYS }],
  [231, { name: 'munlockall', arguments: [], refusal: ENOSYS }],
  [232, { name: 'mincore', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }, { name: 'vector', kind: 'address', slot: 2 }], refusal: ENOSYS }],
  [233, { name: 'madvise', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }, { name: 'advice', kind: 'uint', slot: 2 }], refusal: ENOSYS }],
  [241, { name: 'perf_event_open', arguments: [{ name: 'attributes', kind: 'address', slot: 0 }, { name: 'pid', kind: 'pid', slot: 1 }, { name: 'cpu', kind: 'int', slot: 2 }, { name: 'group', kind: 'fd', slot: 3 }, { name: 'flags', kind: 'uint', slot: 4 }], refusal: ENOSYS }],
  [242, { name: 'accept4', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'address', kind: 'address', slot: 1 }, { name: 'length', kind: 'address', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }], restart: true }],
  [244, { name: 'session_receive', arguments: [{ name: 'buffer', kind: 'buffer-out', slot: 0, parameter: 'size' }, { name: 'size', kind: 'size', slot: 1 }, { name: 'resume', kind: 'address', slot: 2 }, { name: 'argument', kind: 'uint', slot: 3 }, { name: 'stack', kind: 'address', slot: 4 }] }],
  [245, { name: 'session_reply', arguments: [{ name: 'buffer', kind: 'buffer-in', slot: 0, parameter: 'size' }, { name: 'size', kind: 'size', slot: 1 }] }],
  [260, { name: 'wait4', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'status', kind: 'out', slot: 1, parameter: 'i32' }, { name: 'options', kind: 'flags', slot: 2, parameter: 'wait' }, { name: 'usage', kind: 'out', slot: 3, parameter: 'rusage' }], restart: true }],
  [261, { name: 'prlimit64', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'resource', kind: 'enum', slot: 1, parameter: 'resource' }, { name: 'limit', kind: 'in', slot: 2, parameter: 'rlimit64' }, { name: 'old', kind: 'out', slot: 3, parameter: 'rlimit64' }] }],
  [264, { name: 'name_to_handle_at', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'handle', kind: 'address', slot: 2 }, { name: 'mount', kind: 'address', slot: 3 }, { name: 'flags', kind: 'uint', slot: 4 }], refusal: EOPNOTSUPP }],
  [267, { name: 'syncfs', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] }],
  [268, { name: 'setns', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'type', kind: 'int', slot: 1 }], refusal: EPERM }],
  [269, { name: 'sendmmsg', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'messages', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'flags', kind: 'uint', slot: 3 }] }],
  [272, { name: 'kcmp', arguments: [{ name: 'pid1', kind: 'pid', slot: 0 }, { name: 'pid2', kind: 'pid', slot: 1 }, { name: 'type', kind: 'int', slot: 2 }, { name: 'first', kind: 'uint', slot: 3 }, { name: 'second', kind: 'uint', slot: 4 }], refusal: ENOSYS }],
  [276, { name: 'renameat2', arguments: [{ name: 'oldDirectory', kind: 'dirfd', slot: 0 }, { name: 'oldPath', kind: 'path', slot: 1 }, { name: 'newDirectory', kind: 'dirfd', slot: 2 }, { name: 'newPath', kind: 'path', slot: 3 }, { name: 'flags', kind: 'flags', slot: 4, parameter: 'rename' }] }],
  [277, { name: 'seccomp', arguments: [{ name: 'operation', kind: 'uint', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }, { name: 'argument', kind: 'address', slot: 2 }], refusal: ENOSYS }],
  [278, { name: 'getrandom', arguments: [{ name: 'buffer', kind: 'address', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }, { name: 'flags', kind: 'flags', slot: 2, parameter: 'getrandom' }] }],
  [279, { name: 'memfd_create', arguments: [{ name: 'name', kind: 'string', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }], refusal: ENOSYS }],
  [280, { name: 'bpf', arguments: [{ name: 'command', kind: 'int', slot: 0 }, { name: 'attributes', kind: 'address', slot: 1 }, { name: 'size', kind: 'size', slot: 2 }], refusal: EPERM }],
  [281, { name: 'execveat', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'arguments', kind: 'strings', slot: 2 }, { name: 'environment', kind: 'strings', slot: 3 }, { name: 'flags', kind: 'flags', slot: 4, parameter: 'at' }] }],
  [283, { name: 'membarrier', arguments: [{ name: 'command', kind: 'int', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }, { name: 'cpu', kind: 'int', slot: 2 }] }],
  [284, { name: 'mlock2', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }], refusal: ENOSYS }],
  [285, { name: 'copy_file_range', arguments: [{ name: 'in', kind: 'fd', slot: 0 }, { name: 'inOffset', kind: 'inout', slot: 1, parameter: 'u64' }, { name: 'out', kind: 'fd', slot: 2 }, { name: 'outOffset', kind: 'inout', slot: 3, parameter: 'u64' }, { name: 'count', kind: 'size', slot: 4 }, { name: 'flags', kind: 'uint', slot: 5 }], restart: true }],
  [286, { name: 'preadv2', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'vectors', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'offset', kind: 'offset', slot: 3 }, { name: 'flags', kind: 'uint', slot: 5 }], restart: true }],
  [287, { name: 'pwritev2', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'vectors', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'offset', kind: 'offset', slot: 3 }, { name: 'flags', kind: 'uint', slot: 5 }], restart: true }],
  [291, { name: 'statx', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'flags', kind: 'flags', slot: 2, parameter: 'at' }, { name: 'mask', kind: 'flags', slot: 3, parameter: 'statx' }, { name: 'result', kind: 'out', slot: 4, parameter: 'statx' }] }],
  [293, { name: 'rseq', arguments: [{ name: 'area', kind: 'address', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }, { name: 'flags', kind: 'uint', slot: 2 }, { name: 'signature', kind: 'uint', slot: 3 }], refusal: ENOSYS }],
  [403, { name: 'clock_gettime64', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clock' }, { name: 'time', kind: 'out', slot: 1, parameter: 'timespec64' }] }],
  [404, { name: 'clock_settime64', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clock' }, { name: 'time', kind: 'in', slot: 1, parameter: 'timespec64' }] }],
  [405, { name: 'clock_adjtime64', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clock' }, { name: 'request', kind: 'address', slot: 1 }], refusal: EPERM }],
  [406, { name: 'clock_getres_time64', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clock' }, { name: 'resolution', kind: 'out', slot: 1, parameter: 'timespec64' }] }],
  [407, { name: 'clock_nanosleep_time64', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clock' }, { name: 'flags', kind: 'flags', slot: 1, parameter: 'timer' }, { name: 'request', kind: 'in', slot: 2, parameter: 'timespec64' }, { name: 'remaining', kind: 'out', slot: 3, parameter: 'timespec64' }] }],
  [408, { name: 'timer_gettime64', arguments: [{ name: 'timer', kind: 'int', slot: 0 }, { name: 'value', kind: 'out', slot: 1, parameter: 'itimerspec64' }] }],
  [409, { name: 'timer_settime64', arguments: [{ name: 'timer', kind: 'int', slot: 0 }, { name: 'flags', kind: 'flags', slot: 1, parameter: 'timer' }, { name: 'value', kind: 'in', slot: 2, parameter: 'itimerspec64' }, { name: 'old', kind: 'out', slot: 3, parameter: 'itimerspec64' }] }],
  [412, { name: 'utimensat_time64', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'times', kind: 'in', slot: 2, parameter: 'timespec64Pair' }, { name: 'flags', kind: 'flags', slot: 3, parameter: 'at' }] }],
  [413, { name: 'pselect6_time64', arguments: [{ name: 'count', kind: 'int', slot: 0 }, { name: 'read', kind: 'address', slot: 1 }, { name: 'write', kind: 'address', slot: 2 }, { name: 'except', kind: 'address', slot: 3 }, { name: 'timeout', kind: 'in', slot: 4, parameter: 'timespec64' }, { name: 'mask', kind: 'address', slot: 5 }] }],
  [414, { name: 'ppoll_time64', arguments: [{ name: 'descriptors', kind: 'address', slot: 0 }, { name: 'count', kind: 'size', slot: 1 }, { name: 'timeout', kind: 'in', slot: 2, parameter: 'timespec64' }, { name: 'mask', kind: 'in', slot: 3, parameter: 'sigset' }, { name: 'size', kind: 'size', slot: 4 }] }],
  [421, { name: 'rt_sigtimedwait_time64', arguments: [{ name: 'set', kind: 'in', slot: 0, parameter: 'sigset' }, { name: 'info', kind: 'out', slot: 1, parameter: 'siginfo' }, { name: 'timeout', kind: 'in', slot: 2, parameter: 'timespec64' }, { name: 'size', kind: 'size', slot: 3 }] }],
  [422, { name: 'futex_time64', arguments: [{ name: 'address', kind: 'address', slot: 0 }, { name: 'operation', kind: 'uint', slot: 1 }, { name: 'value', kind: 'uint', slot: 2 }, { name: 'timeout', kind: 'in', slot: 3, parameter: 'timespec64' }, { name: 'address2', kind: 'address', slot: 4 }, { name: 'value3', kind: 'uint', slot: 5 }] }],
  [424, { name: 'pidfd_send_signal', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'signal', kind: 'signal', slot: 1 }, { name: 'info', kind: 'in', slot: 2, parameter: 'siginfo' }, { name: 'flags', kind: 'uint', slot: 3 }], refusal: ENOSYS }],
  [425, { name: 'io_uring_setup', arguments: [{ name: 'entries', kind: 'uint', slot: 0 }, { name: 'parameters', kind: 'address', slot: 1 }], refusal: ENOSYS }],
  [434, { name: 'pidfd_open', arguments: [{ name: 'pid', kind: 'pid', slot: 0 }, { name: 'flags', kind: 'uint', slot: 1 }], refusal: ENOSYS }],
  [435, { name: 'clone3', arguments: [{ name: 'arguments', kind: 'address', slot: 0 }, { name: 'size', kind: 'size', slot: 1 }], refusal: ENOSYS }],
  [436, { name: 'close_range', arguments: [{ name: 'first', kind: 'uint', slot: 0 }, { name: 'last', kind: 'uint', slot: 1 }, { name: 'flags', kind: 'flags', slot: 2, parameter: 'close_range' }] }],
  [437, { name: 'openat2', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'how', kind: 'address', slot: 2 }, { name: 'size', kind: 'size', slot: 3 }], refusal: ENOSYS }],
  [439, { name: 'faccessat2', arguments: [{ name: 'directory', kind: 'dirfd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'mode', kind: 'flags', slot: 2, parameter: 'access' }, { name: 'flags', kind: 'flags', slot: 3, parameter: 'at' }] }],
]);

/** The arguments of each function of `wasi_snapshot_preview1`. */
export interface WasiArguments {
  args_get: { argv: number; buffer: number };
  args_sizes_get: { count: number; size: number };
  environ_get: { environ: number; buffer: number };
  environ_sizes_get: { count: number; size: number };
  clock_res_get: { clock: number; resolution: number };
  clock_time_get: { clock: number; precision: bigint; time: number };
  fd_advise: { fd: number; offset: bigint; length: bigint; advice: number };
  fd_allocate: { fd: number; offset: bigint; length: bigint };
  fd_close: { fd: number };
  fd_datasync: { fd: number };
  fd_fdstat_get: { fd: number; stat: number };
  fd_fdstat_set_flags: { fd: number; flags: number };
  fd_fdstat_set_rights: { fd: number; base: bigint; inheriting: bigint };
  fd_filestat_get: { fd: number; stat: number };
  fd_filestat_set_size: { fd: number; size: bigint };
  fd_filestat_set_times: { fd: number; accessed: bigint; modified: bigint; flags: number };
  fd_pread: { fd: number; iovs: number; count: number; offset: bigint; read: number };
  fd_prestat_get: { fd: number; prestat: number };
  fd_prestat_dir_name: { fd: number; path: number; length: number };
  fd_pwrite: { fd: number; iovs: number; count: number; offset: bigint; written: number };
  fd_read: { fd: number; iovs: number; count: number; read: number };
  fd_readdir: { fd: number; buffer: number; length: number; cookie: bigint; used: number };
  fd_renumber: { from: number; to: number };
  fd_seek: { fd: number; offset: bigint; whence: number; position: number };
  fd_sync: { fd: number };
  fd_tell: { fd: number; position: number };
  fd_write: { fd: number; iovs: number; count: number; written: number };
  path_create_directory: { fd: number; path: number; length: number };
  path_filestat_get: { fd: number; lookup: number; path: number; length: number; stat: number };
  path_filestat_set_times: { fd: number; lookup: number; path: number; length: number; accessed: bigint; modified: bigint; flags: number };
  path_link: { fromFd: number; lookup: number; from: number; fromLength: number; toFd: number; to: number; toLength: number };
  path_open: { fd: number; lookup: number; path: number; length: number; oflags: number; base: bigint; inheriting: bigint; flags: number; opened: number };
  path_readlink: { fd: number; path: number; length: number; buffer: number; bufferLength: number; used: number };
  path_remove_directory: { fd: number; path: number; length: number };
  path_rename: { fromFd: number; from: number; fromLength: number; toFd: number; to: number; toLength: number };
  path_symlink: { target: number; targetLength: number; fd: number; path: number; length: number };
  path_unlink_file: { fd: number; path: number; length: number };
  poll_oneoff: { subscriptions: number; events: number; count: number; used: number };
  proc_exit: { code: number };
  proc_raise: { signal: number };
  sched_yield: Record<never, never>;
  random_get: { buffer: number; length: number };
  sock_accept: { fd: number; flags: number; accepted: number };
  sock_recv: { fd: number; iovs: number; count: number; flags: number; received: number; roflags: number };
  sock_send: { fd: number; iovs: number; count: number; flags: number; sent: number };
  sock_shutdown: { fd: number; how: number };
}

/** In the order of the specification, as `wasiFunctions`. */
export const wasiCalls: readonly CallDescription<keyof WasiArguments>[] = [
  { name: 'args_get', arguments: [{ name: 'argv', kind: 'out-pointers', slot: 0 }, { name: 'buffer', kind: 'out-strings', slot: 1 }] },
  { name: 'args_sizes_get', arguments: [{ name: 'count', kind: 'out', slot: 0, parameter: 'u32' }, { name: 'size', kind: 'out', slot: 1, parameter: 'u32' }] },
  { name: 'environ_get', arguments: [{ name: 'environ', kind: 'out-pointers', slot: 0 }, { name: 'buffer', kind: 'out-strings', slot: 1 }] },
  { name: 'environ_sizes_get', arguments: [{ name: 'count', kind: 'out', slot: 0, parameter: 'u32' }, { name: 'size', kind: 'out', slot: 1, parameter: 'u32' }] },
  { name: 'clock_res_get', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clockid' }, { name: 'resolution', kind: 'out', slot: 1, parameter: 'u64' }] },
  { name: 'clock_time_get', arguments: [{ name: 'clock', kind: 'enum', slot: 0, parameter: 'clockid' }, { name: 'precision', kind: 'u64', slot: 1 }, { name: 'time', kind: 'out', slot: 2, parameter: 'u64' }] },
  { name: 'fd_advise', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'offset', kind: 'u64', slot: 1 }, { name: 'length', kind: 'u64', slot: 2 }, { name: 'advice', kind: 'enum', slot: 3, parameter: 'advice' }] },
  { name: 'fd_allocate', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'offset', kind: 'u64', slot: 1 }, { name: 'length', kind: 'u64', slot: 2 }] },
  { name: 'fd_close', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] },
  { name: 'fd_datasync', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] },
  { name: 'fd_fdstat_get', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'stat', kind: 'out', slot: 1, parameter: 'fdstat' }] },
  { name: 'fd_fdstat_set_flags', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'flags', kind: 'flags', slot: 1, parameter: 'fdflags' }] },
  { name: 'fd_fdstat_set_rights', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'base', kind: 'rights', slot: 1 }, { name: 'inheriting', kind: 'rights', slot: 2 }] },
  { name: 'fd_filestat_get', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'stat', kind: 'out', slot: 1, parameter: 'filestat' }] },
  { name: 'fd_filestat_set_size', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'size', kind: 'u64', slot: 1 }] },
  { name: 'fd_filestat_set_times', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'accessed', kind: 'u64', slot: 1 }, { name: 'modified', kind: 'u64', slot: 2 }, { name: 'flags', kind: 'flags', slot: 3, parameter: 'fstflags' }] },
  { name: 'fd_pread', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'iovs', kind: 'iovecs', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'offset', kind: 'u64', slot: 3 }, { name: 'read', kind: 'out', slot: 4, parameter: 'u32' }] },
  { name: 'fd_prestat_get', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'prestat', kind: 'out', slot: 1, parameter: 'prestat' }] },
  { name: 'fd_prestat_dir_name', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'path', kind: 'address', slot: 1 }, { name: 'length', kind: 'size', slot: 2 }] },
  { name: 'fd_pwrite', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'iovs', kind: 'iovecs', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'offset', kind: 'u64', slot: 3 }, { name: 'written', kind: 'out', slot: 4, parameter: 'u32' }] },
  { name: 'fd_read', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'iovs', kind: 'iovecs', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'read', kind: 'out', slot: 3, parameter: 'u32' }] },
  { name: 'fd_readdir', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'buffer', kind: 'address', slot: 1 }, { name: 'length', kind: 'size', slot: 2 }, { name: 'cookie', kind: 'u64', slot: 3 }, { name: 'used', kind: 'out', slot: 4, parameter: 'u32' }] },
  { name: 'fd_renumber', arguments: [{ name: 'from', kind: 'fd', slot: 0 }, { name: 'to', kind: 'fd', slot: 1 }] },
  { name: 'fd_seek', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'offset', kind: 's64', slot: 1 }, { name: 'whence', kind: 'enum', slot: 2, parameter: 'whence' }, { name: 'position', kind: 'out', slot: 3, parameter: 'u64' }] },
  { name: 'fd_sync', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }] },
  { name: 'fd_tell', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'position', kind: 'out', slot: 1, parameter: 'u64' }] },
  { name: 'fd_write', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'iovs', kind: 'iovecs', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'written', kind: 'out', slot: 3, parameter: 'u32' }] },
  { name: 'path_create_directory', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'length', kind: 'path-length', slot: 2 }] },
  { name: 'path_filestat_get', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'lookup', kind: 'flags', slot: 1, parameter: 'lookupflags' }, { name: 'path', kind: 'path', slot: 2 }, { name: 'length', kind: 'path-length', slot: 3 }, { name: 'stat', kind: 'out', slot: 4, parameter: 'filestat' }] },
  { name: 'path_filestat_set_times', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'lookup', kind: 'flags', slot: 1, parameter: 'lookupflags' }, { name: 'path', kind: 'path', slot: 2 }, { name: 'length', kind: 'path-length', slot: 3 }, { name: 'accessed', kind: 'u64', slot: 4 }, { name: 'modified', kind: 'u64', slot: 5 }, { name: 'flags', kind: 'flags', slot: 6, parameter: 'fstflags' }] },
  { name: 'path_link', arguments: [{ name: 'fromFd', kind: 'fd', slot: 0 }, { name: 'lookup', kind: 'flags', slot: 1, parameter: 'lookupflags' }, { name: 'from', kind: 'path', slot: 2 }, { name: 'fromLength', kind: 'path-length', slot: 3 }, { name: 'toFd', kind: 'fd', slot: 4 }, { name: 'to', kind: 'path', slot: 5 }, { name: 'toLength', kind: 'path-length', slot: 6 }] },
  { name: 'path_open', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'lookup', kind: 'flags', slot: 1, parameter: 'lookupflags' }, { name: 'path', kind: 'path', slot: 2 }, { name: 'length', kind: 'path-length', slot: 3 }, { name: 'oflags', kind: 'flags', slot: 4, parameter: 'oflags' }, { name: 'base', kind: 'rights', slot: 5 }, { name: 'inheriting', kind: 'rights', slot: 6 }, { name: 'flags', kind: 'flags', slot: 7, parameter: 'fdflags' }, { name: 'opened', kind: 'out', slot: 8, parameter: 'u32' }] },
  { name: 'path_readlink', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'length', kind: 'path-length', slot: 2 }, { name: 'buffer', kind: 'address', slot: 3 }, { name: 'bufferLength', kind: 'size', slot: 4 }, { name: 'used', kind: 'out', slot: 5, parameter: 'u32' }] },
  { name: 'path_remove_directory', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'length', kind: 'path-length', slot: 2 }] },
  { name: 'path_rename', arguments: [{ name: 'fromFd', kind: 'fd', slot: 0 }, { name: 'from', kind: 'path', slot: 1 }, { name: 'fromLength', kind: 'path-length', slot: 2 }, { name: 'toFd', kind: 'fd', slot: 3 }, { name: 'to', kind: 'path', slot: 4 }, { name: 'toLength', kind: 'path-length', slot: 5 }] },
  { name: 'path_symlink', arguments: [{ name: 'target', kind: 'path', slot: 0 }, { name: 'targetLength', kind: 'path-length', slot: 1 }, { name: 'fd', kind: 'fd', slot: 2 }, { name: 'path', kind: 'path', slot: 3 }, { name: 'length', kind: 'path-length', slot: 4 }] },
  { name: 'path_unlink_file', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'path', kind: 'path', slot: 1 }, { name: 'length', kind: 'path-length', slot: 2 }] },
  { name: 'poll_oneoff', arguments: [{ name: 'subscriptions', kind: 'address', slot: 0 }, { name: 'events', kind: 'address', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'used', kind: 'out', slot: 3, parameter: 'u32' }] },
  { name: 'proc_exit', arguments: [{ name: 'code', kind: 'u32', slot: 0 }] },
  { name: 'proc_raise', arguments: [{ name: 'signal', kind: 'enum', slot: 0, parameter: 'signal' }] },
  { name: 'sched_yield', arguments: [] },
  { name: 'random_get', arguments: [{ name: 'buffer', kind: 'address', slot: 0 }, { name: 'length', kind: 'size', slot: 1 }] },
  { name: 'sock_accept', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'flags', kind: 'flags', slot: 1, parameter: 'fdflags' }, { name: 'accepted', kind: 'out', slot: 2, parameter: 'u32' }] },
  { name: 'sock_recv', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'iovs', kind: 'iovecs', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'flags', kind: 'flags', slot: 3, parameter: 'riflags' }, { name: 'received', kind: 'out', slot: 4, parameter: 'u32' }, { name: 'roflags', kind: 'out', slot: 5, parameter: 'u16' }] },
  { name: 'sock_send', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'iovs', kind: 'iovecs', slot: 1 }, { name: 'count', kind: 'size', slot: 2 }, { name: 'flags', kind: 'flags', slot: 3, parameter: 'siflags' }, { name: 'sent', kind: 'out', slot: 4, parameter: 'u32' }] },
  { name: 'sock_shutdown', arguments: [{ name: 'fd', kind: 'fd', slot: 0 }, { name: 'how', kind: 'flags', slot: 1, parameter: 'sdflags' }] },
];
