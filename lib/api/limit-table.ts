// The limits of a sandbox: the one place that says what each bounds, how far it may be set, what it is when nobody sets it, and what
// happens beyond it. The types of the options (`lib/api/generated`), their checks and docs/reference/limits.md come from here.

import type { limitNames } from '../abi/generated/kernel-fields.js';

/** The name of a limit: that of the option which sets it. */
export type LimitName = (typeof limitNames)[number];

/** Those that can be set for a sandbox. */
export type SandboxLimit = Exclude<LimitName, 'hostMemoryBytes' | 'network'>;

interface LimitRow {
  /** What it bounds: Markdown, without the full stop. */
  readonly bounds: string;
  /** What else its value depends on. */
  readonly note?: string;
  /** Where it is set: among the options of `create`, or in `limits` there. */
  readonly where: 'create' | 'limits';
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  /** What 0 stands for, where that is no number of units. */
  readonly zero?: string;
  readonly default: number;
  /** For the command lines of strangers. */
  readonly strict: number;
  /** What a guest hears of it, and your program beside its name. Empty: nothing. */
  readonly guest: string;
  readonly program: string;
}

const kibi = 1024;
const mebi = 1024 * kibi;
const gibi = 1024 * mebi;

// A process has 4 GiB of memory at most.
const mostMemory = 4096 * 4 * gibi;
// No JavaScript string can be longer, and the output becomes one.
const mostOutput = 2 ** 29 - 24;
// As far as Node's timers go.
const mostMs = 2 ** 31 - 1;

export const limitTable = {
  timeoutMs: {
    bounds: 'Wall-clock time that a `run`, or code of a session of Python, may take',
    where: 'create',
    unit: 'milliseconds',
    least: 0,
    most: mostMs,
    zero: 'no limit',
    default: 30_000,
    strict: 10_000,
    guest: 'it is killed; code of Python gets KeyboardInterrupt first',
    program: 'exit code 124, `timedOut`, `TIMEOUT`',
  },
  cpuTimeoutMs: {
    bounds: 'Processor time that it may use with all that it starts',
    where: 'create',
    unit: 'milliseconds',
    least: 0,
    most: mostMs,
    zero: 'no limit',
    default: 0,
    strict: 5000,
    guest: 'it is killed; code of Python gets KeyboardInterrupt first',
    program: 'exit code 124, `timedOut`, `TIMEOUT`',
  },
  memoryLimitBytes: {
    bounds: 'WebAssembly memory of all processes together',
    where: 'create',
    unit: 'bytes',
    least: mebi,
    most: mostMemory,
    default: 256 * mebi,
    strict: 128 * mebi,
    guest: '`ENOMEM`, or SIGKILL',
    program: 'a session of a snapshot or a state that has more: `E_LIMIT_MEMORY`',
  },
  fsLimitBytes: {
    bounds: 'Bytes that the files may hold beyond the base image, with what snapshots keep of them',
    where: 'create',
    unit: 'bytes',
    least: 1,
    most: mostMemory,
    default: 256 * mebi,
    strict: 64 * mebi,
    guest: '`ENOSPC`',
    program:
      'calls: `ENOSPC`; snapshots: `E_LIMIT_FS`; `readFile` of a sparse file larger than this and than 64 MiB: `EFBIG`',
  },
  fileCountLimit: {
    bounds: 'Files, directories and links beyond the base image, with those that snapshots keep',
    where: 'create',
    unit: 'files',
    least: 1,
    most: 2 ** 32,
    default: 100_000,
    strict: 10_000,
    guest: '`ENOSPC`',
    program: 'calls: `ENOSPC`; snapshots: `E_LIMIT_FS`',
  },
  maxProcesses: {
    bounds: 'Processes alive at one time',
    where: 'create',
    unit: 'processes',
    least: 1,
    // Much of the kernel's work loops over all processes.
    most: 4096,
    default: 64,
    strict: 32,
    guest: '`EAGAIN`',
    program: '`spawn` throws `EAGAIN`',
  },
  maxOutputBytes: {
    bounds: 'Bytes of standard output, and of standard error, that a `run` may write, each',
    where: 'create',
    unit: 'bytes',
    least: 1,
    most: mostOutput,
    default: 8 * mebi,
    strict: mebi,
    guest: '`EFBIG`',
    program: '`truncated`',
  },
  maxSnapshots: {
    bounds: 'Snapshots held at one time',
    where: 'create',
    unit: 'snapshots',
    least: 1,
    // The kernel walks over earlier snapshots to find what one of them costs.
    most: 256,
    default: 64,
    strict: 16,
    guest: '',
    program: '`snapshot` rejects with `E_LIMIT_SNAPSHOTS`',
  },
  maxDescriptors: {
    bounds: 'Open descriptors of all processes together',
    where: 'limits',
    unit: 'descriptors',
    least: 64,
    most: 262_144,
    default: 16_384,
    strict: 2048,
    guest: '`ENFILE`',
    program: '',
  },
  maxPipeBytes: {
    bounds: 'Room of all pipes together; new ones hold 4 KiB when it is used up',
    note: 'when it is not set, a quarter of `memoryLimitBytes` at most',
    where: 'limits',
    unit: 'bytes',
    least: 64 * kibi,
    most: gibi,
    default: 64 * mebi,
    strict: 4 * mebi,
    guest: '`EPERM` for `F_SETPIPE_SZ`',
    program: '',
  },
  maxLocks: {
    bounds: 'Record locks (`fcntl`) of all processes together',
    where: 'limits',
    unit: 'locks',
    least: 1,
    // A call about a lock looks at all locks of its file.
    most: 8192,
    default: 8192,
    strict: 512,
    guest: '`ENOLCK`',
    program: '',
  },
  maxSockets: {
    bounds: 'Sockets of all processes, with connections that wait to be accepted',
    where: 'limits',
    unit: 'sockets',
    least: 1,
    most: 4096,
    default: 4096,
    strict: 256,
    guest: '`ENOBUFS`',
    program: '',
  },
  maxFileBytes: {
    bounds: 'Size to which a process may write a file',
    where: 'limits',
    unit: 'bytes',
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    zero: 'any',
    default: 0,
    strict: 32 * mebi,
    guest: 'SIGXFSZ, `EFBIG`',
    program: '',
  },
  maxOpenFiles: {
    bounds: 'Open descriptors of one process, 1024 of them until it asks for more (`ulimit -n`)',
    where: 'limits',
    unit: 'descriptors',
    least: 16,
    most: 4096,
    default: 4096,
    strict: 256,
    guest: '`EMFILE`',
    program: '',
  },
  maxArgumentBytes: {
    bounds: 'Arguments and environment of one process',
    where: 'limits',
    unit: 'bytes',
    // Programs count on that much.
    least: 128 * kibi,
    most: 2 * mebi,
    default: 2 * mebi,
    strict: 256 * kibi,
    guest: '`E2BIG`',
    program: '`spawn` throws `E2BIG`',
  },
  maxTimers: {
    bounds: 'Timers (`timer_create`) of one process',
    where: 'limits',
    unit: 'timers',
    least: 1,
    most: 64,
    default: 64,
    strict: 8,
    guest: '`EAGAIN`',
    program: '',
  },
  maxQueuedSignals: {
    bounds: 'Real-time signals that wait for one process',
    where: 'limits',
    unit: 'signals',
    least: 1,
    most: 1024,
    default: 1024,
    strict: 128,
    guest: '`EAGAIN`',
    program: '',
  },
  maxProgramBytes: {
    bounds: 'Size of a program that the sandbox brings itself',
    where: 'limits',
    unit: 'bytes',
    least: 1,
    most: 64 * mebi,
    default: 64 * mebi,
    strict: 8 * mebi,
    guest: '`ENOEXEC`: exit code 126',
    program: '',
  },
  maxCommandBytes: {
    bounds: 'Bytes of a command line of `run` with its `args`, and of code of a session of Python',
    where: 'limits',
    unit: 'bytes',
    least: 1,
    most: 32 * mebi,
    default: 8 * mebi,
    strict: 64 * kibi,
    guest: '',
    program: '`run`, and that of a session of Python, rejects with `E_LIMIT_COMMAND`',
  },
} as const satisfies Record<SandboxLimit, LimitRow>;

/** The same, whatever the limit. */
export const limitRows: Readonly<Record<SandboxLimit, LimitRow>> = limitTable;

/** Those that are set in the option `limits`. */
export type RareLimit = {
  [Name in SandboxLimit]: (typeof limitTable)[Name]['where'] extends 'limits' ? Name : never;
}[SandboxLimit];

const names = Object.keys(limitTable) as SandboxLimit[];

export const rareLimits = names.filter((name): name is RareLimit => limitTable[name].where === 'limits');
export const createLimits = names.filter(
  (name): name is Exclude<SandboxLimit, RareLimit> => limitTable[name].where === 'create',
);
