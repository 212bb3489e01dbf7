// Options as callers give them, checked: a wrong name or value is an error that says which option it was.

import { ECANCELED } from '../abi/generated/errno.js';
import { optionError, SandboxError, systemError } from '../api/errors.js';
import { type LimitOptions, limitRanges, type ResolvedLimits, resolveLimits } from '../api/limits.js';
import type { Provider } from '../api/mounts.js';
import type { NetworkSetting } from '../api/network.js';
import type { PythonRunOptions, PythonSessionOptions } from '../api/python.js';
import { isTemplate } from '../api/template.js';
import type {
  ExportOptions,
  ExportTarOptions,
  ImportOptions,
  ImportTarOptions,
  InputSource,
  MountOptions,
  ProvideOptions,
  RunOptions,
  SandboxOptions,
  SecurityOptions,
  SnapshotOptions,
  SpawnOptions,
} from '../api/types.js';
import type { OptionCheck as Check, PlatformOptions } from '../kernel/backend.js';
import { resolveNetwork } from '../network/options.js';
import { isBytes } from '../text/bytes.js';
import { encode } from '../text/text.js';
import { worded } from '../text/worded.js';
import { type ResolvedPersistence, resolvePersistence } from './persistence-options.js';
import { resolvePython } from './python-packages.js';

const mebibyte = 1024 * 1024;

function integer(minimum: number, unit: string, maximum = Number.MAX_SAFE_INTEGER): Check {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `, at least ${minimum}` : ` from ${minimum} to ${maximum}`;
  return (value, option) => {
    if (!Number.isSafeInteger(value) || (value as number) < minimum || (value as number) > maximum) {
      throw optionError(option, `must be a whole number of ${unit}${range}`);
    }
  };
}

// 2^31 - 1 ms is as far as Node's own timers go.
const milliseconds: Check = (value, option) => {
  if (typeof value !== 'number' || !(value >= 0 && value <= 0x7fffffff)) {
    throw optionError(option, 'must be a number of milliseconds from 0 (no limit) to 2147483647');
  }
};

/** A path, a name or another text that must not be empty. */
export const checkText: Check = (value, option) => {
  if (typeof value !== 'string' || value === '') throw optionError(option, 'must be a string that is not empty');
  if (value.includes('\0')) throw optionError(option, 'must not contain a NUL character');
};

const callback: Check = (value, option) => {
  if (typeof value !== 'function') throw optionError(option, 'must be a function');
};

const abortSignal: Check = (value, option) => {
  if (!(value instanceof AbortSignal)) throw optionError(option, 'must be an AbortSignal');
};

/** Checks a name and value of an environment. */
export function checkVariable(name: unknown, value: unknown, option = 'env'): void {
  if (typeof name !== 'string' || !/^[^=\0]+$/.test(name)) {
    throw optionError(option, `has a bad variable name ${worded(name)}: empty, or with "=" or NUL in it`);
  }
  if (typeof value !== 'string' || value.includes('\0')) {
    throw optionError(option, `must give ${name} a string without NUL characters`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const environment: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object of strings');
  for (const [name, content] of Object.entries(value)) checkVariable(name, content, option);
};

const stringList: Check = (value, option) => {
  // A copy has no holes, which `some` would pass over.
  if (!Array.isArray(value) || [...value].some((item) => typeof item !== 'string' || item.includes('\0'))) {
    throw optionError(option, 'must be an array of strings without NUL characters');
  }
};

function isData(value: unknown): boolean {
  return typeof value === 'string' || isBytes(value);
}

const files: Check = (value, option) => {
  if (!isRecord(value) || !Object.values(value).every(isData)) {
    throw optionError(option, 'must be an object from path to string or Uint8Array');
  }
};

function isAsyncIterable(value: unknown): boolean {
  return isRecord(value) && typeof value[Symbol.asyncIterator as never] === 'function';
}

// Two who read one stream would each get a part.
function checkUnlocked(value: unknown, option: string): void {
  if (value instanceof ReadableStream && value.locked) {
    throw optionError(option, 'is a stream that has a reader already');
  }
}

const input: Check = (value, option) => {
  const accepted: (value: unknown) => value is InputSource = (value): value is InputSource =>
    isData(value) || value instanceof ReadableStream || isAsyncIterable(value);
  if (!accepted(value)) throw optionError(option, 'must be a string, a Uint8Array or a ReadableStream');
  checkUnlocked(value, option);
};

const boolean: Check = (value, option) => {
  if (typeof value !== 'boolean') throw optionError(option, 'must be true or false');
};

const size: Check = (value, option) => {
  if (typeof value !== 'number' || !(value >= 0)) throw optionError(option, 'must be a number of bytes, or Infinity');
};

const mountChecks: Record<keyof MountOptions, Check> = { readOnly: boolean, maxBytes: size };

const provider: Check = (value, option) => {
  const offers = value as Partial<Record<keyof Provider, unknown>> | null;
  const isOne = typeof offers === 'object' && offers !== null;
  for (const name of ['stat', 'list', 'read'] as const) {
    if (!isOne || typeof offers[name] !== 'function') throw optionError(option, `must have a function '${name}'`);
  }
};

// What it is made of is looked at when it is mounted.
const tree: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object of names');
};

const provideChecks: Record<keyof ProvideOptions, Check> = { timeoutMs: integer(1, 'milliseconds', 0x7fffffff) };

function mountedChecks(mounted: object): Record<string, Check> | undefined {
  if ('tree' in mounted) return { tree, ...provideChecks };
  if ('provider' in mounted) return { provider, ...provideChecks };
  return 'folder' in mounted ? { folder: checkText, ...mountChecks } : undefined;
}

const mounts: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object from path to folder');
  for (const [path, mounted] of Object.entries(value)) {
    if (!path.startsWith('/') || path.includes('\0')) throw optionError(option, 'must have absolute paths');
    if (typeof mounted === 'string') checkText(mounted, `${option}['${path}']`);
    else {
      const checks = isRecord(mounted) ? mountedChecks(mounted) : undefined;
      if (checks === undefined) {
        throw optionError(`${option}['${path}']`, 'must be a string, or an object with a folder, a tree or a provider');
      }
      check(mounted as object, checks, `${option}['${path}'].`);
    }
  }
};

const origin: Check = (value, option) => {
  if (isTemplate(value) || isBytes(value)) return;
  if (typeof value !== 'string' || value === '') {
    throw optionError(option, 'must be the id of a snapshot, a template or a state');
  }
};

function limit(name: keyof typeof limitRanges): Check {
  const [unit, least, most] = limitRanges[name];
  return integer(least, unit, most);
}

const preset: Check = (value, option) => {
  if (value !== 'default' && value !== 'strict') throw optionError(option, "must be 'default' or 'strict'");
};

const limitChecks: Record<keyof LimitOptions, Check> = {
  preset,
  maxDescriptors: limit('maxDescriptors'),
  maxPipeBytes: limit('maxPipeBytes'),
  maxLocks: limit('maxLocks'),
  maxSockets: limit('maxSockets'),
  maxFileBytes: limit('maxFileBytes'),
  maxOpenFiles: limit('maxOpenFiles'),
  maxArgumentBytes: limit('maxArgumentBytes'),
  maxTimers: limit('maxTimers'),
  maxQueuedSignals: limit('maxQueuedSignals'),
  maxProgramBytes: limit('maxProgramBytes'),
  maxCommandBytes: limit('maxCommandBytes'),
};

const limits: Check = (value, option) => {
  if (isRecord(value)) check(value, limitChecks, `${option}.`);
  else preset(value, option);
};

const network: Check = (value) => {
  resolveNetwork(value as NetworkSetting);
};

const securityChecks: Record<keyof SecurityOptions, Check> = { onAuditEvent: callback };

const security: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object');
  check(value, securityChecks, `${option}.`);
};

const sandboxChecks: Record<keyof SandboxOptions, Check> = {
  network,
  // Checked with what the network allows.
  python: () => {},
  security,
  timeoutMs: milliseconds,
  cpuTimeoutMs: milliseconds,
  memoryLimitBytes: limit('memoryLimitBytes'),
  memoryLimitMb: integer(1, 'MiB', limitRanges.memoryLimitBytes[2] / mebibyte),
  fsLimitBytes: limit('fsLimitBytes'),
  fsLimitMb: integer(1, 'MiB', limitRanges.fsLimitBytes[2] / mebibyte),
  fileCountLimit: limit('fileCountLimit'),
  maxProcesses: limit('maxProcesses'),
  maxOutputBytes: limit('maxOutputBytes'),
  maxSnapshots: limit('maxSnapshots'),
  limits,
  from: origin,
  persistence: resolvePersistence,
  wasmDir: checkText,
  files,
  mounts,
  env: environment,
  cwd: checkText,
};

const snapshotChecks: Record<keyof SnapshotOptions, Check> = {
  filesOnly: boolean,
};

const compression: Check = (value, option) => {
  if (value !== 'zstd') throw optionError(option, "must be 'zstd'");
};

const exportChecks: Record<keyof ExportOptions, Check> = { compression };

const importChecks: Record<keyof ImportOptions, Check> = {
  filesOnly: boolean,
};

const importTarChecks: Record<keyof ImportTarOptions, Check> = {
  preserveOwner: boolean,
  stripComponents: (value, option) => {
    if (!Number.isSafeInteger(value) || (value as number) < 0)
      throw optionError(option, 'must be a whole number, at least 0');
  },
};

const exportTarChecks: Record<keyof ExportTarOptions, Check> = {
  compression: (value, option) => {
    if (value !== 'gzip' && value !== 'zstd') throw optionError(option, "must be 'gzip' or 'zstd'");
  },
};

const runChecks: Record<keyof RunOptions, Check> = {
  stdin: input,
  env: environment,
  cwd: checkText,
  args: stringList,
  timeoutMs: milliseconds,
  cpuTimeoutMs: milliseconds,
  maxOutputBytes: limit('maxOutputBytes'),
  signal: abortSignal,
  onStdout: callback,
  onStderr: callback,
};

const pythonSessionChecks: Record<keyof PythonSessionOptions, Check> = {
  cwd: checkText,
  env: environment,
  idleMs: (value, option) => {
    if (typeof value !== 'number' || !(value >= 0)) {
      throw optionError(option, 'must be a number of milliseconds, at least 0');
    }
  },
};

const pythonRunChecks: Record<keyof PythonRunOptions, Check> = {
  onOutput: callback,
  timeoutMs: milliseconds,
  cpuTimeoutMs: milliseconds,
  maxOutputBytes: limit('maxOutputBytes'),
  signal: abortSignal,
};

const spawnChecks: Record<keyof SpawnOptions, Check> = {
  stdin: input,
  env: environment,
  cwd: checkText,
  timeoutMs: milliseconds,
  cpuTimeoutMs: milliseconds,
  signal: abortSignal,
};

function notObject(): SandboxError {
  return new SandboxError('options must be an object', { code: 'E_INVALID_OPTION' });
}

/** `within`: what stands before their names. */
function check(options: unknown, checks: Record<string, Check>, within = ''): void {
  if (!isRecord(options)) throw notObject();
  for (const [option, value] of Object.entries(options)) {
    const checkValue = Object.hasOwn(checks, option) ? checks[option] : undefined;
    if (checkValue === undefined) throw optionError(within + option, 'is not known');
    if (value !== undefined) checkValue(value, within + option);
  }
}

/** The options of a sandbox with every default filled in. */
export interface ResolvedOptions extends ResolvedLimits {
  /** `undefined`: the state goes with the sandbox. */
  persistence: ResolvedPersistence | undefined;
  network: NetworkSetting;
  security: SecurityOptions;
  /** Those given that say where the parts of the kernel are. */
  platformOptions: PlatformOptions;
  files: Record<string, string | Uint8Array>;
  mounts: NonNullable<SandboxOptions['mounts']>;
  /** Packages of Python to be installed at first. */
  preload: readonly string[];
  env: Record<string, string>;
  cwd: string;
}

const pick = (options: object, names: string[]): PlatformOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));

// One limit, spelt in bytes or in MiB.
function bytesOrMb(options: SandboxOptions, stem: 'memoryLimit' | 'fsLimit'): number | undefined {
  const bytes = options[`${stem}Bytes`];
  const mb = options[`${stem}Mb`];
  if (bytes !== undefined && mb !== undefined) {
    throw optionError(`${stem}Mb`, `and option '${stem}Bytes' set the same limit: give one of them`);
  }
  return bytes ?? (mb === undefined ? undefined : mb * mebibyte);
}

/** Checks the options of {@link Sandbox.create}. `own`: the checks of those that only this platform has. */
export function resolveOptions(options: SandboxOptions, own: Record<string, Check>): ResolvedOptions {
  check(options, { ...sandboxChecks, ...own });
  const cwd = options.cwd ?? '/home/user';
  if (!cwd.startsWith('/')) throw optionError('cwd', 'must be an absolute path');
  const { from } = options;
  if (from !== undefined && !isBytes(from) && options.wasmDir !== undefined) {
    throw optionError('wasmDir', "and option 'from' say where the programs are: give one of them");
  }
  const python = resolvePython(options.python, options.network);
  const { preset, ...rare } = typeof options.limits === 'string' ? { preset: options.limits } : (options.limits ?? {});
  const limits = resolveLimits(preset ?? 'default', {
    timeoutMs: options.timeoutMs,
    cpuTimeoutMs: options.cpuTimeoutMs,
    memoryLimitBytes: bytesOrMb(options, 'memoryLimit'),
    fsLimitBytes: bytesOrMb(options, 'fsLimit'),
    fileCountLimit: options.fileCountLimit,
    maxProcesses: options.maxProcesses,
    maxOutputBytes: options.maxOutputBytes,
    maxSnapshots: options.maxSnapshots,
    ...rare,
  });
  return {
    ...limits,
    persistence: resolvePersistence(options.persistence),
    network: options.network ?? 'deny-all',
    security: options.security ?? {},
    platformOptions: pick(options, ['wasmDir', ...Object.keys(own)]),
    files: { ...options.files },
    mounts: { ...python.mounts, ...options.mounts },
    preload: python.preload,
    env: { ...python.env, ...options.env },
    cwd,
  };
}

/** The options of {@link Sandbox.run}, checked: a copy, since the caller may change his while the command waits for its turn. */
export function readRunOptions(options: RunOptions): RunOptions {
  if (!isRecord(options)) throw notObject();
  const read: RunOptions = { ...options };
  if (Array.isArray(read.args)) read.args = [...read.args];
  if (isRecord(read.env)) read.env = { ...read.env };
  check(read, runChecks);
  return read;
}

/** Checks the options of {@link Python.session}. */
export function checkPythonSessionOptions(options: PythonSessionOptions): void {
  check(options, pythonSessionChecks);
}

/** The options of {@link PythonSession.run}, checked: a copy, since the caller may change his while the code waits for its turn. */
export function readPythonRunOptions(options: PythonRunOptions): PythonRunOptions {
  check(options, pythonRunChecks);
  return { ...options };
}

/** Checks the options of {@link Sandbox.forwardPort}. */
export function checkForwardOptions(options: object): void {
  const port: Check = (value, option) => {
    const isOne = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535;
    if (!isOne) throw optionError(option, 'must be a whole number from 0 (any) to 65535');
  };
  check(options, { host: checkText, port });
}

/** Checks the argument of {@link Sandbox.limitHost}. */
export function checkHostLimits(limits: { memoryBytes: number }): void {
  check(limits, { memoryBytes: integer(0, 'bytes'), nativeBinding: checkText });
  if (limits.memoryBytes === undefined) throw optionError('memoryBytes', 'must be given');
}

/** Checks the options of {@link Sandbox.snapshot}. */
export function checkSnapshotOptions(options: SnapshotOptions): void {
  check(options, snapshotChecks);
}

/** Checks the options of {@link Sandbox.exportState}. */
export function checkExportOptions(options: ExportOptions): void {
  check(options, exportChecks);
}

/** Checks the arguments of {@link Sandbox.importState}. */
export function checkImport(state: unknown, options: ImportOptions): void {
  if (!isBytes(state)) throw optionError('state', 'must be a Uint8Array');
  check(options, importChecks);
}

/** Checks the options of {@link Sandbox.importTar}. */
export function checkImportTarOptions(options: ImportTarOptions): void {
  check(options, importTarChecks);
}

/** Checks the options of {@link Sandbox.exportTar}. */
export function checkExportTarOptions(options: ExportTarOptions): void {
  check(options, exportTarChecks);
}

/** Checks what an archive is to come from. */
export function checkTarSource(source: unknown): void {
  checkUnlocked(source, 'source');
  if (isBytes(source) || source instanceof ReadableStream || isAsyncIterable(source)) return;
  throw optionError('source', 'must be a Uint8Array, a ReadableStream or an async iterable');
}

/** Checks the argument of {@link Sandbox.writeFiles}. */
export function checkFiles(value: unknown): void {
  files(value, 'files');
}

/** Checks the arguments of {@link Sandbox.mount}, of a folder. */
export function checkMount(folder: unknown, options: MountOptions): void {
  checkText(folder, 'folder');
  check(options, mountChecks);
}

/** The same of what is provided. */
export function checkProvided(source: unknown, options: ProvideOptions): void {
  if (typeof source === 'object' && source !== null && 'tree' in source) check(source, { tree });
  else provider(source, 'provider');
  check(options, provideChecks);
}

/** Checks the arguments of {@link Sandbox.spawn}. */
export function checkSpawn(command: string, args: string[], options: SpawnOptions): void {
  checkString(command, 'command');
  stringList(args, 'args');
  check(options, spawnChecks);
  if (options.signal?.aborted) throw systemError(ECANCELED, 'spawn', command);
}

/** Checks one argument that must be a string a C program can hold. */
export function checkString(value: unknown, option: string): void {
  if (typeof value !== 'string') throw optionError(option, 'must be a string');
  if (value.includes('\0')) throw optionError(option, 'must not contain a NUL character');
}

/** Refuses a command line with its arguments, or code, that is longer than a sandbox takes. */
export function checkCommandBytes(words: string[], most: number, what = 'the command line'): void {
  // A unit of UTF-16 is three bytes at most.
  const units = words.reduce((sum, word) => sum + word.length, 0);
  if (3 * units <= most || words.reduce((sum, word) => sum + encode(word).length, 0) <= most) return;
  throw new SandboxError(`${what} is longer than 'maxCommandBytes' allows: ${most} bytes`, {
    code: 'E_LIMIT_COMMAND',
    limit: 'maxCommandBytes',
  });
}
