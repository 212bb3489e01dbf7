// Checks the options and arguments of calls about files, mounts, snapshots, states and archives.

import { optionError } from '../api/errors.js';
import type { Provider } from '../api/mounts.js';
import type {
  ExportOptions,
  ExportTarOptions,
  ImportOptions,
  ImportTarOptions,
  MountOptions,
  ProvideOptions,
  SnapshotOptions,
} from '../api/types.js';
import type { OptionCheck as Check } from '../kernel/backend.js';
import { isBytes } from '../text/bytes.js';
import { worded } from '../text/worded.js';
import { boolean, check, checkText, checkUnlocked, files, integer, isAsyncIterable, isRecord, size } from './checks.js';

const mountChecks: Record<keyof MountOptions, Check> = { readOnly: boolean, maxBytes: size };

const provider: Check = (value, option) => {
  const offers = value as Partial<Record<keyof Provider, unknown>> | null;
  const isOne = typeof offers === 'object' && offers !== null;
  for (const name of ['stat', 'list', 'read'] as const) {
    if (!isOne || typeof offers[name] !== 'function') throw optionError(option, `must have a function '${name}'`);
  }
};

// Only the form is checked here. The mount looks at the content.
const tree: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object of names');
};

const provideChecks: Record<keyof ProvideOptions, Check> = { timeoutMs: integer(1, 'milliseconds', 0x7fffffff) };

function mountedChecks(mounted: object): Record<string, Check> | undefined {
  if ('tree' in mounted) return { tree, ...provideChecks };
  if ('provider' in mounted) return { provider, ...provideChecks };
  return 'folder' in mounted ? { folder: checkText, ...mountChecks } : undefined;
}

export const mounts: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object from path to folder');
  for (const [path, mounted] of Object.entries(value)) {
    if (!path.startsWith('/') || path.includes('\0'))
      throw optionError(option, `must have absolute paths of the sandbox: ${worded(path)} is none`);
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

/** Checks the source of an archive. */
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

/** Checks the arguments of {@link Sandbox.mount} for a tree or a provider. */
export function checkProvided(source: unknown, options: ProvideOptions): void {
  if (typeof source === 'object' && source !== null && 'tree' in source) check(source, { tree });
  else provider(source, 'provider');
  check(options, provideChecks);
}
