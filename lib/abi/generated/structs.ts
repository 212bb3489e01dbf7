// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// The layouts in guest memory, of both doors: little-endian. What is nobody's (padding, what is reserved) is no field, and is written
// as zeros. 64 bits are a bigint.

import type { Struct } from '../descriptions.js';

const bytesAt = (view: DataView, at: number, length: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + at, length);

/** The kernel's {i64, i64}; as with Linux's 32-bit programs the upper half of the second is ignored. */
export interface Timespec64 {
  seconds: bigint;
  nanoseconds: number;
}
export const timespec64: Struct<Timespec64> = {
  size: 16,
  offsets: { seconds: 0, nanoseconds: 8 },
  read: (view, at) => ({
    seconds: view.getBigInt64(at, true),
    nanoseconds: view.getInt32(at + 8, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 16).fill(0);
    view.setBigInt64(at, value.seconds, true);
    view.setInt32(at + 8, value.nanoseconds, true);
  },
};

export interface Timespec64Pair {
  accessed: Timespec64;
  modified: Timespec64;
}
export const timespec64Pair: Struct<Timespec64Pair> = {
  size: 32,
  offsets: { accessed: 0, modified: 16 },
  read: (view, at) => ({
    accessed: timespec64.read(view, at),
    modified: timespec64.read(view, at + 16),
  }),
  write: (view, at, value) => {
    timespec64.write(view, at, value.accessed);
    timespec64.write(view, at + 16, value.modified);
  },
};

export interface Itimerspec64 {
  interval: Timespec64;
  value: Timespec64;
}
export const itimerspec64: Struct<Itimerspec64> = {
  size: 32,
  offsets: { interval: 0, value: 16 },
  read: (view, at) => ({
    interval: timespec64.read(view, at),
    value: timespec64.read(view, at + 16),
  }),
  write: (view, at, value) => {
    timespec64.write(view, at, value.interval);
    timespec64.write(view, at + 16, value.value);
  },
};

/** As far as musl fills it in. */
export interface Sigevent {
  value: number;
  signo: number;
  notify: number;
  thread: number;
}
export const sigevent: Struct<Sigevent> = {
  size: 16,
  offsets: { value: 0, signo: 4, notify: 8, thread: 12 },
  read: (view, at) => ({
    value: view.getInt32(at, true),
    signo: view.getInt32(at + 4, true),
    notify: view.getInt32(at + 8, true),
    thread: view.getInt32(at + 12, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.value, true);
    view.setInt32(at + 4, value.signo, true);
    view.setInt32(at + 8, value.notify, true);
    view.setInt32(at + 12, value.thread, true);
  },
};

/** The old one, of itimerval and rusage. */
export interface Timeval {
  seconds: number;
  microseconds: number;
}
export const timeval: Struct<Timeval> = {
  size: 8,
  offsets: { seconds: 0, microseconds: 4 },
  read: (view, at) => ({
    seconds: view.getInt32(at, true),
    microseconds: view.getInt32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.seconds, true);
    view.setInt32(at + 4, value.microseconds, true);
  },
};

export interface Itimerval {
  interval: Timeval;
  value: Timeval;
}
export const itimerval: Struct<Itimerval> = {
  size: 16,
  offsets: { interval: 0, value: 8 },
  read: (view, at) => ({
    interval: timeval.read(view, at),
    value: timeval.read(view, at + 8),
  }),
  write: (view, at, value) => {
    timeval.write(view, at, value.interval);
    timeval.write(view, at + 8, value.value);
  },
};

export interface Iovec {
  address: number;
  length: number;
}
export const iovec: Struct<Iovec> = {
  size: 8,
  offsets: { address: 0, length: 4 },
  read: (view, at) => ({
    address: view.getUint32(at, true),
    length: view.getUint32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.address, true);
    view.setUint32(at + 4, value.length, true);
  },
};

export interface Pollfd {
  fd: number;
  events: number;
  returned: number;
}
export const pollfd: Struct<Pollfd> = {
  size: 8,
  offsets: { fd: 0, events: 4, returned: 6 },
  read: (view, at) => ({
    fd: view.getInt32(at, true),
    events: view.getUint16(at + 4, true),
    returned: view.getUint16(at + 6, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.fd, true);
    view.setUint16(at + 4, value.events, true);
    view.setUint16(at + 6, value.returned, true);
  },
};

export interface EpollEvent {
  events: number;
  data: bigint;
}
export const epollEvent: Struct<EpollEvent> = {
  size: 16,
  offsets: { events: 0, data: 8 },
  read: (view, at) => ({
    events: view.getUint32(at, true),
    data: view.getBigUint64(at + 8, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 16).fill(0);
    view.setUint32(at, value.events, true);
    view.setBigUint64(at + 8, value.data, true);
  },
};

export interface DescriptorPair {
  first: number;
  second: number;
}
export const descriptorPair: Struct<DescriptorPair> = {
  size: 8,
  offsets: { first: 0, second: 4 },
  read: (view, at) => ({
    first: view.getInt32(at, true),
    second: view.getInt32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.first, true);
    view.setInt32(at + 4, value.second, true);
  },
};

export interface Sigset {
  bits: bigint;
}
export const sigset: Struct<Sigset> = {
  size: 8,
  offsets: { bits: 0 },
  read: (view, at) => ({
    bits: view.getBigUint64(at, true),
  }),
  write: (view, at, value) => {
    view.setBigUint64(at, value.bits, true);
  },
};

export interface Sigaction {
  handler: number;
  flags: number;
  restorer: number;
  maskLow: number;
  maskHigh: number;
}
export const sigaction: Struct<Sigaction> = {
  size: 20,
  offsets: { handler: 0, flags: 4, restorer: 8, maskLow: 12, maskHigh: 16 },
  read: (view, at) => ({
    handler: view.getUint32(at, true),
    flags: view.getUint32(at + 4, true),
    restorer: view.getUint32(at + 8, true),
    maskLow: view.getUint32(at + 12, true),
    maskHigh: view.getUint32(at + 16, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.handler, true);
    view.setUint32(at + 4, value.flags, true);
    view.setUint32(at + 8, value.restorer, true);
    view.setUint32(at + 12, value.maskLow, true);
    view.setUint32(at + 16, value.maskHigh, true);
  },
};

export interface Stack {
  address: number;
  flags: number;
  size: number;
}
export const stack: Struct<Stack> = {
  size: 12,
  offsets: { address: 0, flags: 4, size: 8 },
  read: (view, at) => ({
    address: view.getUint32(at, true),
    flags: view.getInt32(at + 4, true),
    size: view.getUint32(at + 8, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.address, true);
    view.setInt32(at + 4, value.flags, true);
    view.setUint32(at + 8, value.size, true);
  },
};

/** `value` is si_status of SIGCHLD and si_value otherwise. */
export interface Siginfo {
  signo: number;
  error: number;
  code: number;
  pid: number;
  uid: number;
  value: number;
  userTime: number;
  systemTime: number;
}
export const siginfo: Struct<Siginfo> = {
  size: 128,
  offsets: { signo: 0, error: 4, code: 8, pid: 12, uid: 16, value: 20, userTime: 24, systemTime: 28 },
  read: (view, at) => ({
    signo: view.getInt32(at, true),
    error: view.getInt32(at + 4, true),
    code: view.getInt32(at + 8, true),
    pid: view.getInt32(at + 12, true),
    uid: view.getUint32(at + 16, true),
    value: view.getInt32(at + 20, true),
    userTime: view.getInt32(at + 24, true),
    systemTime: view.getInt32(at + 28, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 128).fill(0);
    view.setInt32(at, value.signo, true);
    view.setInt32(at + 4, value.error, true);
    view.setInt32(at + 8, value.code, true);
    view.setInt32(at + 12, value.pid, true);
    view.setUint32(at + 16, value.uid, true);
    view.setInt32(at + 20, value.value, true);
    view.setInt32(at + 24, value.userTime, true);
    view.setInt32(at + 28, value.systemTime, true);
  },
};

/** The last argument of pselect6. */
export interface SigsetArgument {
  address: number;
  size: number;
}
export const sigsetArgument: Struct<SigsetArgument> = {
  size: 8,
  offsets: { address: 0, size: 4 },
  read: (view, at) => ({
    address: view.getUint32(at, true),
    size: view.getUint32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.address, true);
    view.setUint32(at + 4, value.size, true);
  },
};

export interface Rusage {
  userTime: Timeval;
  systemTime: Timeval;
  maxRss: number;
  ixrss: number;
  idrss: number;
  isrss: number;
  minorFaults: number;
  majorFaults: number;
  swaps: number;
  blocksIn: number;
  blocksOut: number;
  messagesSent: number;
  messagesReceived: number;
  signals: number;
  voluntarySwitches: number;
  involuntarySwitches: number;
}
export const rusage: Struct<Rusage> = {
  size: 72,
  offsets: { userTime: 0, systemTime: 8, maxRss: 16, ixrss: 20, idrss: 24, isrss: 28, minorFaults: 32, majorFaults: 36, swaps: 40, blocksIn: 44, blocksOut: 48, messagesSent: 52, messagesReceived: 56, signals: 60, voluntarySwitches: 64, involuntarySwitches: 68 },
  read: (view, at) => ({
    userTime: timeval.read(view, at),
    systemTime: timeval.read(view, at + 8),
    maxRss: view.getInt32(at + 16, true),
    ixrss: view.getInt32(at + 20, true),
    idrss: view.getInt32(at + 24, true),
    isrss: view.getInt32(at + 28, true),
    minorFaults: view.getInt32(at + 32, true),
    majorFaults: view.getInt32(at + 36, true),
    swaps: view.getInt32(at + 40, true),
    blocksIn: view.getInt32(at + 44, true),
    blocksOut: view.getInt32(at + 48, true),
    messagesSent: view.getInt32(at + 52, true),
    messagesReceived: view.getInt32(at + 56, true),
    signals: view.getInt32(at + 60, true),
    voluntarySwitches: view.getInt32(at + 64, true),
    involuntarySwitches: view.getInt32(at + 68, true),
  }),
  write: (view, at, value) => {
    timeval.write(view, at, value.userTime);
    timeval.write(view, at + 8, value.systemTime);
    view.setInt32(at + 16, value.maxRss, true);
    view.setInt32(at + 20, value.ixrss, true);
    view.setInt32(at + 24, value.idrss, true);
    view.setInt32(at + 28, value.isrss, true);
    view.setInt32(at + 32, value.minorFaults, true);
    view.setInt32(at + 36, value.majorFaults, true);
    view.setInt32(at + 40, value.swaps, true);
    view.setInt32(at + 44, value.blocksIn, true);
    view.setInt32(at + 48, value.blocksOut, true);
    view.setInt32(at + 52, value.messagesSent, true);
    view.setInt32(at + 56, value.messagesReceived, true);
    view.setInt32(at + 60, value.signals, true);
    view.setInt32(at + 64, value.voluntarySwitches, true);
    view.setInt32(at + 68, value.involuntarySwitches, true);
  },
};

export interface Rlimit64 {
  soft: bigint;
  hard: bigint;
}
export const rlimit64: Struct<Rlimit64> = {
  size: 16,
  offsets: { soft: 0, hard: 8 },
  read: (view, at) => ({
    soft: view.getBigUint64(at, true),
    hard: view.getBigUint64(at + 8, true),
  }),
  write: (view, at, value) => {
    view.setBigUint64(at, value.soft, true);
    view.setBigUint64(at + 8, value.hard, true);
  },
};

export interface Tms {
  user: number;
  system: number;
  childrenUser: number;
  childrenSystem: number;
}
export const tms: Struct<Tms> = {
  size: 16,
  offsets: { user: 0, system: 4, childrenUser: 8, childrenSystem: 12 },
  read: (view, at) => ({
    user: view.getInt32(at, true),
    system: view.getInt32(at + 4, true),
    childrenUser: view.getInt32(at + 8, true),
    childrenSystem: view.getInt32(at + 12, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.user, true);
    view.setInt32(at + 4, value.system, true);
    view.setInt32(at + 8, value.childrenUser, true);
    view.setInt32(at + 12, value.childrenSystem, true);
  },
};

export interface Utsname {
  system: Uint8Array;
  node: Uint8Array;
  release: Uint8Array;
  version: Uint8Array;
  machine: Uint8Array;
  domain: Uint8Array;
}
export const utsname: Struct<Utsname> = {
  size: 390,
  offsets: { system: 0, node: 65, release: 130, version: 195, machine: 260, domain: 325 },
  read: (view, at) => ({
    system: bytesAt(view, at, 65).slice(),
    node: bytesAt(view, at + 65, 65).slice(),
    release: bytesAt(view, at + 130, 65).slice(),
    version: bytesAt(view, at + 195, 65).slice(),
    machine: bytesAt(view, at + 260, 65).slice(),
    domain: bytesAt(view, at + 325, 65).slice(),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 390).fill(0);
    bytesAt(view, at, 65).set(value.system);
    bytesAt(view, at + 65, 65).set(value.node);
    bytesAt(view, at + 130, 65).set(value.release);
    bytesAt(view, at + 195, 65).set(value.version);
    bytesAt(view, at + 260, 65).set(value.machine);
    bytesAt(view, at + 325, 65).set(value.domain);
  },
};

export interface Sysinfo {
  uptime: number;
  loads: number[];
  totalRam: number;
  freeRam: number;
  sharedRam: number;
  bufferRam: number;
  totalSwap: number;
  freeSwap: number;
  processes: number;
  totalHigh: number;
  freeHigh: number;
  unit: number;
}
export const sysinfo: Struct<Sysinfo> = {
  size: 64,
  offsets: { uptime: 0, loads: 4, totalRam: 16, freeRam: 20, sharedRam: 24, bufferRam: 28, totalSwap: 32, freeSwap: 36, processes: 40, totalHigh: 44, freeHigh: 48, unit: 52 },
  read: (view, at) => ({
    uptime: view.getUint32(at, true),
    loads: [view.getUint32(at + 4, true), view.getUint32(at + 8, true), view.getUint32(at + 12, true)],
    totalRam: view.getUint32(at + 16, true),
    freeRam: view.getUint32(at + 20, true),
    sharedRam: view.getUint32(at + 24, true),
    bufferRam: view.getUint32(at + 28, true),
    totalSwap: view.getUint32(at + 32, true),
    freeSwap: view.getUint32(at + 36, true),
    processes: view.getUint16(at + 40, true),
    totalHigh: view.getUint32(at + 44, true),
    freeHigh: view.getUint32(at + 48, true),
    unit: view.getUint32(at + 52, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 64).fill(0);
    view.setUint32(at, value.uptime, true);
    view.setUint32(at + 4, value.loads[0] as number, true);
    view.setUint32(at + 8, value.loads[1] as number, true);
    view.setUint32(at + 12, value.loads[2] as number, true);
    view.setUint32(at + 16, value.totalRam, true);
    view.setUint32(at + 20, value.freeRam, true);
    view.setUint32(at + 24, value.sharedRam, true);
    view.setUint32(at + 28, value.bufferRam, true);
    view.setUint32(at + 32, value.totalSwap, true);
    view.setUint32(at + 36, value.freeSwap, true);
    view.setUint16(at + 40, value.processes, true);
    view.setUint32(at + 44, value.totalHigh, true);
    view.setUint32(at + 48, value.freeHigh, true);
    view.setUint32(at + 52, value.unit, true);
  },
};

export interface Statfs64 {
  type: number;
  blockSize: number;
  blocks: bigint;
  blocksFree: bigint;
  blocksAvailable: bigint;
  files: bigint;
  filesFree: bigint;
  fsid: number[];
  nameLength: number;
  fragmentSize: number;
  flags: number;
}
export const statfs64: Struct<Statfs64> = {
  size: 88,
  offsets: { type: 0, blockSize: 4, blocks: 8, blocksFree: 16, blocksAvailable: 24, files: 32, filesFree: 40, fsid: 48, nameLength: 56, fragmentSize: 60, flags: 64 },
  read: (view, at) => ({
    type: view.getUint32(at, true),
    blockSize: view.getUint32(at + 4, true),
    blocks: view.getBigUint64(at + 8, true),
    blocksFree: view.getBigUint64(at + 16, true),
    blocksAvailable: view.getBigUint64(at + 24, true),
    files: view.getBigUint64(at + 32, true),
    filesFree: view.getBigUint64(at + 40, true),
    fsid: [view.getUint32(at + 48, true), view.getUint32(at + 52, true)],
    nameLength: view.getUint32(at + 56, true),
    fragmentSize: view.getUint32(at + 60, true),
    flags: view.getUint32(at + 64, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 88).fill(0);
    view.setUint32(at, value.type, true);
    view.setUint32(at + 4, value.blockSize, true);
    view.setBigUint64(at + 8, value.blocks, true);
    view.setBigUint64(at + 16, value.blocksFree, true);
    view.setBigUint64(at + 24, value.blocksAvailable, true);
    view.setBigUint64(at + 32, value.files, true);
    view.setBigUint64(at + 40, value.filesFree, true);
    view.setUint32(at + 48, value.fsid[0] as number, true);
    view.setUint32(at + 52, value.fsid[1] as number, true);
    view.setUint32(at + 56, value.nameLength, true);
    view.setUint32(at + 60, value.fragmentSize, true);
    view.setUint32(at + 64, value.flags, true);
  },
};

export interface StatxTimestamp {
  seconds: bigint;
  nanoseconds: number;
}
export const statxTimestamp: Struct<StatxTimestamp> = {
  size: 16,
  offsets: { seconds: 0, nanoseconds: 8 },
  read: (view, at) => ({
    seconds: view.getBigInt64(at, true),
    nanoseconds: view.getUint32(at + 8, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 16).fill(0);
    view.setBigInt64(at, value.seconds, true);
    view.setUint32(at + 8, value.nanoseconds, true);
  },
};

export interface Statx {
  mask: number;
  blockSize: number;
  attributes: bigint;
  links: number;
  uid: number;
  gid: number;
  mode: number;
  inode: bigint;
  size: bigint;
  blocks: bigint;
  attributesMask: bigint;
  accessed: StatxTimestamp;
  born: StatxTimestamp;
  changed: StatxTimestamp;
  modified: StatxTimestamp;
  deviceMajor: number;
  deviceMinor: number;
  fileSystemMajor: number;
  fileSystemMinor: number;
}
export const statx: Struct<Statx> = {
  size: 256,
  offsets: { mask: 0, blockSize: 4, attributes: 8, links: 16, uid: 20, gid: 24, mode: 28, inode: 32, size: 40, blocks: 48, attributesMask: 56, accessed: 64, born: 80, changed: 96, modified: 112, deviceMajor: 128, deviceMinor: 132, fileSystemMajor: 136, fileSystemMinor: 140 },
  read: (view, at) => ({
    mask: view.getUint32(at, true),
    blockSize: view.getUint32(at + 4, true),
    attributes: view.getBigUint64(at + 8, true),
    links: view.getUint32(at + 16, true),
    uid: view.getUint32(at + 20, true),
    gid: view.getUint32(at + 24, true),
    mode: view.getUint16(at + 28, true),
    inode: view.getBigUint64(at + 32, true),
    size: view.getBigUint64(at + 40, true),
    blocks: view.getBigUint64(at + 48, true),
    attributesMask: view.getBigUint64(at + 56, true),
    accessed: statxTimestamp.read(view, at + 64),
    born: statxTimestamp.read(view, at + 80),
    changed: statxTimestamp.read(view, at + 96),
    modified: statxTimestamp.read(view, at + 112),
    deviceMajor: view.getUint32(at + 128, true),
    deviceMinor: view.getUint32(at + 132, true),
    fileSystemMajor: view.getUint32(at + 136, true),
    fileSystemMinor: view.getUint32(at + 140, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 256).fill(0);
    view.setUint32(at, value.mask, true);
    view.setUint32(at + 4, value.blockSize, true);
    view.setBigUint64(at + 8, value.attributes, true);
    view.setUint32(at + 16, value.links, true);
    view.setUint32(at + 20, value.uid, true);
    view.setUint32(at + 24, value.gid, true);
    view.setUint16(at + 28, value.mode, true);
    view.setBigUint64(at + 32, value.inode, true);
    view.setBigUint64(at + 40, value.size, true);
    view.setBigUint64(at + 48, value.blocks, true);
    view.setBigUint64(at + 56, value.attributesMask, true);
    statxTimestamp.write(view, at + 64, value.accessed);
    statxTimestamp.write(view, at + 80, value.born);
    statxTimestamp.write(view, at + 96, value.changed);
    statxTimestamp.write(view, at + 112, value.modified);
    view.setUint32(at + 128, value.deviceMajor, true);
    view.setUint32(at + 132, value.deviceMinor, true);
    view.setUint32(at + 136, value.fileSystemMajor, true);
    view.setUint32(at + 140, value.fileSystemMinor, true);
  },
};

/** The name follows at offset 19. */
export interface Dirent64Head {
  inode: bigint;
  next: bigint;
  length: number;
  type: number;
}
export const dirent64Head: Struct<Dirent64Head> = {
  size: 24,
  offsets: { inode: 0, next: 8, length: 16, type: 18 },
  read: (view, at) => ({
    inode: view.getBigUint64(at, true),
    next: view.getBigUint64(at + 8, true),
    length: view.getUint16(at + 16, true),
    type: view.getUint8(at + 18),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 24).fill(0);
    view.setBigUint64(at, value.inode, true);
    view.setBigUint64(at + 8, value.next, true);
    view.setUint16(at + 16, value.length, true);
    view.setUint8(at + 18, value.type);
  },
};

export interface Flock64 {
  type: number;
  whence: number;
  start: bigint;
  length: bigint;
  pid: number;
}
export const flock64: Struct<Flock64> = {
  size: 32,
  offsets: { type: 0, whence: 2, start: 8, length: 16, pid: 24 },
  read: (view, at) => ({
    type: view.getInt16(at, true),
    whence: view.getInt16(at + 2, true),
    start: view.getBigInt64(at + 8, true),
    length: view.getBigInt64(at + 16, true),
    pid: view.getInt32(at + 24, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 32).fill(0);
    view.setInt16(at, value.type, true);
    view.setInt16(at + 2, value.whence, true);
    view.setBigInt64(at + 8, value.start, true);
    view.setBigInt64(at + 16, value.length, true);
    view.setInt32(at + 24, value.pid, true);
  },
};

export interface FOwnerEx {
  type: number;
  pid: number;
}
export const fOwnerEx: Struct<FOwnerEx> = {
  size: 8,
  offsets: { type: 0, pid: 4 },
  read: (view, at) => ({
    type: view.getInt32(at, true),
    pid: view.getInt32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.type, true);
    view.setInt32(at + 4, value.pid, true);
  },
};

export interface Winsize {
  rows: number;
  columns: number;
  xPixels: number;
  yPixels: number;
}
export const winsize: Struct<Winsize> = {
  size: 8,
  offsets: { rows: 0, columns: 2, xPixels: 4, yPixels: 6 },
  read: (view, at) => ({
    rows: view.getUint16(at, true),
    columns: view.getUint16(at + 2, true),
    xPixels: view.getUint16(at + 4, true),
    yPixels: view.getUint16(at + 6, true),
  }),
  write: (view, at, value) => {
    view.setUint16(at, value.rows, true);
    view.setUint16(at + 2, value.columns, true);
    view.setUint16(at + 4, value.xPixels, true);
    view.setUint16(at + 6, value.yPixels, true);
  },
};

/** The kernel's, without musl's speeds. */
export interface Termios {
  input: number;
  output: number;
  control: number;
  local: number;
  line: number;
  characters: Uint8Array;
}
export const termios: Struct<Termios> = {
  size: 36,
  offsets: { input: 0, output: 4, control: 8, local: 12, line: 16, characters: 17 },
  read: (view, at) => ({
    input: view.getUint32(at, true),
    output: view.getUint32(at + 4, true),
    control: view.getUint32(at + 8, true),
    local: view.getUint32(at + 12, true),
    line: view.getUint8(at + 16),
    characters: bytesAt(view, at + 17, 19).slice(),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 36).fill(0);
    view.setUint32(at, value.input, true);
    view.setUint32(at + 4, value.output, true);
    view.setUint32(at + 8, value.control, true);
    view.setUint32(at + 12, value.local, true);
    view.setUint8(at + 16, value.line);
    bytesAt(view, at + 17, 19).set(value.characters);
  },
};

/** Port and addresses are big endian. */
export interface SockaddrIn {
  family: number;
  port: Uint8Array;
  address: Uint8Array;
  zero: Uint8Array;
}
export const sockaddrIn: Struct<SockaddrIn> = {
  size: 16,
  offsets: { family: 0, port: 2, address: 4, zero: 8 },
  read: (view, at) => ({
    family: view.getUint16(at, true),
    port: bytesAt(view, at + 2, 2).slice(),
    address: bytesAt(view, at + 4, 4).slice(),
    zero: bytesAt(view, at + 8, 8).slice(),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 16).fill(0);
    view.setUint16(at, value.family, true);
    bytesAt(view, at + 2, 2).set(value.port);
    bytesAt(view, at + 4, 4).set(value.address);
    bytesAt(view, at + 8, 8).set(value.zero);
  },
};

export interface SockaddrIn6 {
  family: number;
  port: Uint8Array;
  flow: number;
  address: Uint8Array;
  scope: number;
}
export const sockaddrIn6: Struct<SockaddrIn6> = {
  size: 28,
  offsets: { family: 0, port: 2, flow: 4, address: 8, scope: 24 },
  read: (view, at) => ({
    family: view.getUint16(at, true),
    port: bytesAt(view, at + 2, 2).slice(),
    flow: view.getUint32(at + 4, true),
    address: bytesAt(view, at + 8, 16).slice(),
    scope: view.getUint32(at + 24, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 28).fill(0);
    view.setUint16(at, value.family, true);
    bytesAt(view, at + 2, 2).set(value.port);
    view.setUint32(at + 4, value.flow, true);
    bytesAt(view, at + 8, 16).set(value.address);
    view.setUint32(at + 24, value.scope, true);
  },
};

export interface Msghdr {
  name: number;
  nameLength: number;
  vectors: number;
  vectorCount: number;
  control: number;
  controlLength: number;
  flags: number;
}
export const msghdr: Struct<Msghdr> = {
  size: 28,
  offsets: { name: 0, nameLength: 4, vectors: 8, vectorCount: 12, control: 16, controlLength: 20, flags: 24 },
  read: (view, at) => ({
    name: view.getUint32(at, true),
    nameLength: view.getUint32(at + 4, true),
    vectors: view.getUint32(at + 8, true),
    vectorCount: view.getUint32(at + 12, true),
    control: view.getUint32(at + 16, true),
    controlLength: view.getUint32(at + 20, true),
    flags: view.getUint32(at + 24, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.name, true);
    view.setUint32(at + 4, value.nameLength, true);
    view.setUint32(at + 8, value.vectors, true);
    view.setUint32(at + 12, value.vectorCount, true);
    view.setUint32(at + 16, value.control, true);
    view.setUint32(at + 20, value.controlLength, true);
    view.setUint32(at + 24, value.flags, true);
  },
};

export interface Mmsghdr {
  message: Msghdr;
  length: number;
}
export const mmsghdr: Struct<Mmsghdr> = {
  size: 32,
  offsets: { message: 0, length: 28 },
  read: (view, at) => ({
    message: msghdr.read(view, at),
    length: view.getUint32(at + 28, true),
  }),
  write: (view, at, value) => {
    msghdr.write(view, at, value.message);
    view.setUint32(at + 28, value.length, true);
  },
};

export interface Cmsghdr {
  length: number;
  level: number;
  type: number;
}
export const cmsghdr: Struct<Cmsghdr> = {
  size: 12,
  offsets: { length: 0, level: 4, type: 8 },
  read: (view, at) => ({
    length: view.getUint32(at, true),
    level: view.getInt32(at + 4, true),
    type: view.getInt32(at + 8, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.length, true);
    view.setInt32(at + 4, value.level, true);
    view.setInt32(at + 8, value.type, true);
  },
};

export interface Ucred {
  pid: number;
  uid: number;
  gid: number;
}
export const ucred: Struct<Ucred> = {
  size: 12,
  offsets: { pid: 0, uid: 4, gid: 8 },
  read: (view, at) => ({
    pid: view.getInt32(at, true),
    uid: view.getUint32(at + 4, true),
    gid: view.getUint32(at + 8, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.pid, true);
    view.setUint32(at + 4, value.uid, true);
    view.setUint32(at + 8, value.gid, true);
  },
};

export interface Linger {
  on: number;
  seconds: number;
}
export const linger: Struct<Linger> = {
  size: 8,
  offsets: { on: 0, seconds: 4 },
  read: (view, at) => ({
    on: view.getInt32(at, true),
    seconds: view.getInt32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setInt32(at, value.on, true);
    view.setInt32(at + 4, value.seconds, true);
  },
};

/** Of SO_RCVTIMEO and SO_SNDTIMEO. */
export interface Timeval64 {
  seconds: bigint;
  microseconds: bigint;
}
export const timeval64: Struct<Timeval64> = {
  size: 16,
  offsets: { seconds: 0, microseconds: 8 },
  read: (view, at) => ({
    seconds: view.getBigInt64(at, true),
    microseconds: view.getBigInt64(at + 8, true),
  }),
  write: (view, at, value) => {
    view.setBigInt64(at, value.seconds, true);
    view.setBigInt64(at + 8, value.microseconds, true);
  },
};

/** Ours: the argument of linux.spawn. */
export interface SpawnRequest {
  path: number;
  arguments: number;
  environment: number;
  actions: number;
  actionCount: number;
  workingDirectory: number;
  flags: number;
  processGroup: number;
  signalMask: bigint;
  signalDefaults: bigint;
}
export const spawnRequest: Struct<SpawnRequest> = {
  size: 48,
  offsets: { path: 0, arguments: 4, environment: 8, actions: 12, actionCount: 16, workingDirectory: 20, flags: 24, processGroup: 28, signalMask: 32, signalDefaults: 40 },
  read: (view, at) => ({
    path: view.getUint32(at, true),
    arguments: view.getUint32(at + 4, true),
    environment: view.getUint32(at + 8, true),
    actions: view.getUint32(at + 12, true),
    actionCount: view.getUint32(at + 16, true),
    workingDirectory: view.getUint32(at + 20, true),
    flags: view.getUint32(at + 24, true),
    processGroup: view.getInt32(at + 28, true),
    signalMask: view.getBigUint64(at + 32, true),
    signalDefaults: view.getBigUint64(at + 40, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.path, true);
    view.setUint32(at + 4, value.arguments, true);
    view.setUint32(at + 8, value.environment, true);
    view.setUint32(at + 12, value.actions, true);
    view.setUint32(at + 16, value.actionCount, true);
    view.setUint32(at + 20, value.workingDirectory, true);
    view.setUint32(at + 24, value.flags, true);
    view.setInt32(at + 28, value.processGroup, true);
    view.setBigUint64(at + 32, value.signalMask, true);
    view.setBigUint64(at + 40, value.signalDefaults, true);
  },
};

/** Ours. */
export interface SpawnAction {
  kind: number;
  fd: number;
  newFd: number;
  path: number;
  flags: number;
  mode: number;
}
export const spawnAction: Struct<SpawnAction> = {
  size: 24,
  offsets: { kind: 0, fd: 4, newFd: 8, path: 12, flags: 16, mode: 20 },
  read: (view, at) => ({
    kind: view.getUint32(at, true),
    fd: view.getInt32(at + 4, true),
    newFd: view.getInt32(at + 8, true),
    path: view.getUint32(at + 12, true),
    flags: view.getUint32(at + 16, true),
    mode: view.getUint32(at + 20, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.kind, true);
    view.setInt32(at + 4, value.fd, true);
    view.setInt32(at + 8, value.newFd, true);
    view.setUint32(at + 12, value.path, true);
    view.setUint32(at + 16, value.flags, true);
    view.setUint32(at + 20, value.mode, true);
  },
};

/** Ours: what an import of a linked module is given. `value`: a number, or a function's place in the table. `changes`: 1 for a global that may change. */
export interface LinkImport {
  value: number;
  changes: number;
}
export const linkImport: Struct<LinkImport> = {
  size: 8,
  offsets: { value: 0, changes: 4 },
  read: (view, at) => ({
    value: view.getUint32(at, true),
    changes: view.getUint32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.value, true);
    view.setUint32(at + 4, value.changes, true);
  },
};

/** Ours: the argument of linux.link. `imports`: one for each, in their order. `exports`: a word for each, the last one for the start function: where a function comes in the table, 0 for nowhere; the value of a global is put there. `table_length`: what the caller takes it for, and then what it is; `table_growth`: how much longer the table becomes first. `text`: where the reason is put when it fails. */
export interface LinkRequest {
  module: number;
  size: number;
  imports: number;
  importCount: number;
  exports: number;
  exportCount: number;
  tableLength: number;
  tableGrowth: number;
  text: number;
  textSize: number;
}
export const linkRequest: Struct<LinkRequest> = {
  size: 44,
  offsets: { module: 0, size: 4, imports: 8, importCount: 12, exports: 16, exportCount: 20, tableLength: 24, tableGrowth: 28, text: 36, textSize: 40 },
  read: (view, at) => ({
    module: view.getUint32(at, true),
    size: view.getUint32(at + 4, true),
    imports: view.getUint32(at + 8, true),
    importCount: view.getUint32(at + 12, true),
    exports: view.getUint32(at + 16, true),
    exportCount: view.getUint32(at + 20, true),
    tableLength: view.getUint32(at + 24, true),
    tableGrowth: view.getUint32(at + 28, true),
    text: view.getUint32(at + 36, true),
    textSize: view.getUint32(at + 40, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 44).fill(0);
    view.setUint32(at, value.module, true);
    view.setUint32(at + 4, value.size, true);
    view.setUint32(at + 8, value.imports, true);
    view.setUint32(at + 12, value.importCount, true);
    view.setUint32(at + 16, value.exports, true);
    view.setUint32(at + 20, value.exportCount, true);
    view.setUint32(at + 24, value.tableLength, true);
    view.setUint32(at + 28, value.tableGrowth, true);
    view.setUint32(at + 36, value.text, true);
    view.setUint32(at + 40, value.textSize, true);
  },
};

export interface WasiFdstat {
  filetype: number;
  flags: number;
  rightsBase: bigint;
  rightsInheriting: bigint;
}
export const wasiFdstat: Struct<WasiFdstat> = {
  size: 24,
  offsets: { filetype: 0, flags: 2, rightsBase: 8, rightsInheriting: 16 },
  read: (view, at) => ({
    filetype: view.getUint8(at),
    flags: view.getUint16(at + 2, true),
    rightsBase: view.getBigUint64(at + 8, true),
    rightsInheriting: view.getBigUint64(at + 16, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 24).fill(0);
    view.setUint8(at, value.filetype);
    view.setUint16(at + 2, value.flags, true);
    view.setBigUint64(at + 8, value.rightsBase, true);
    view.setBigUint64(at + 16, value.rightsInheriting, true);
  },
};

export interface WasiFilestat {
  device: bigint;
  inode: bigint;
  filetype: number;
  links: bigint;
  size: bigint;
  accessed: bigint;
  modified: bigint;
  changed: bigint;
}
export const wasiFilestat: Struct<WasiFilestat> = {
  size: 64,
  offsets: { device: 0, inode: 8, filetype: 16, links: 24, size: 32, accessed: 40, modified: 48, changed: 56 },
  read: (view, at) => ({
    device: view.getBigUint64(at, true),
    inode: view.getBigUint64(at + 8, true),
    filetype: view.getUint8(at + 16),
    links: view.getBigUint64(at + 24, true),
    size: view.getBigUint64(at + 32, true),
    accessed: view.getBigUint64(at + 40, true),
    modified: view.getBigUint64(at + 48, true),
    changed: view.getBigUint64(at + 56, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 64).fill(0);
    view.setBigUint64(at, value.device, true);
    view.setBigUint64(at + 8, value.inode, true);
    view.setUint8(at + 16, value.filetype);
    view.setBigUint64(at + 24, value.links, true);
    view.setBigUint64(at + 32, value.size, true);
    view.setBigUint64(at + 40, value.accessed, true);
    view.setBigUint64(at + 48, value.modified, true);
    view.setBigUint64(at + 56, value.changed, true);
  },
};

export interface WasiPrestat {
  type: number;
  nameLength: number;
}
export const wasiPrestat: Struct<WasiPrestat> = {
  size: 8,
  offsets: { type: 0, nameLength: 4 },
  read: (view, at) => ({
    type: view.getUint8(at),
    nameLength: view.getUint32(at + 4, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 8).fill(0);
    view.setUint8(at, value.type);
    view.setUint32(at + 4, value.nameLength, true);
  },
};

export interface WasiDirent {
  next: bigint;
  inode: bigint;
  nameLength: number;
  type: number;
}
export const wasiDirent: Struct<WasiDirent> = {
  size: 24,
  offsets: { next: 0, inode: 8, nameLength: 16, type: 20 },
  read: (view, at) => ({
    next: view.getBigUint64(at, true),
    inode: view.getBigUint64(at + 8, true),
    nameLength: view.getUint32(at + 16, true),
    type: view.getUint8(at + 20),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 24).fill(0);
    view.setBigUint64(at, value.next, true);
    view.setBigUint64(at + 8, value.inode, true);
    view.setUint32(at + 16, value.nameLength, true);
    view.setUint8(at + 20, value.type);
  },
};

export interface WasiIovec {
  address: number;
  length: number;
}
export const wasiIovec: Struct<WasiIovec> = {
  size: 8,
  offsets: { address: 0, length: 4 },
  read: (view, at) => ({
    address: view.getUint32(at, true),
    length: view.getUint32(at + 4, true),
  }),
  write: (view, at, value) => {
    view.setUint32(at, value.address, true);
    view.setUint32(at + 4, value.length, true);
  },
};

export interface WasiSubscription {
  userdata: bigint;
  type: number;
  id: number;
  timeout: bigint;
  precision: bigint;
  flags: number;
}
export const wasiSubscription: Struct<WasiSubscription> = {
  size: 48,
  offsets: { userdata: 0, type: 8, id: 16, timeout: 24, precision: 32, flags: 40 },
  read: (view, at) => ({
    userdata: view.getBigUint64(at, true),
    type: view.getUint8(at + 8),
    id: view.getUint32(at + 16, true),
    timeout: view.getBigUint64(at + 24, true),
    precision: view.getBigUint64(at + 32, true),
    flags: view.getUint16(at + 40, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 48).fill(0);
    view.setBigUint64(at, value.userdata, true);
    view.setUint8(at + 8, value.type);
    view.setUint32(at + 16, value.id, true);
    view.setBigUint64(at + 24, value.timeout, true);
    view.setBigUint64(at + 32, value.precision, true);
    view.setUint16(at + 40, value.flags, true);
  },
};

export interface WasiEvent {
  userdata: bigint;
  error: number;
  type: number;
  bytes: bigint;
  flags: number;
}
export const wasiEvent: Struct<WasiEvent> = {
  size: 32,
  offsets: { userdata: 0, error: 8, type: 10, bytes: 16, flags: 24 },
  read: (view, at) => ({
    userdata: view.getBigUint64(at, true),
    error: view.getUint16(at + 8, true),
    type: view.getUint8(at + 10),
    bytes: view.getBigUint64(at + 16, true),
    flags: view.getUint16(at + 24, true),
  }),
  write: (view, at, value) => {
    bytesAt(view, at, 32).fill(0);
    view.setBigUint64(at, value.userdata, true);
    view.setUint16(at + 8, value.error, true);
    view.setUint8(at + 10, value.type);
    view.setBigUint64(at + 16, value.bytes, true);
    view.setUint16(at + 24, value.flags, true);
  },
};
