// Checks the options of a sandbox, and of all sandboxes of a process, and fills in every default.

import { optionError } from '../api/errors.js';
import { createLimits, limitTable, rareLimits } from '../api/limit-table.js';
import { type LimitOptions, type ResolvedLimits, resolveLimits } from '../api/limits.js';
import type { NetworkSetting } from '../api/network.js';
import { optionDefaults } from '../api/option-defaults.js';
import { isTemplate, type SandboxOptions, type SecurityOptions } from '../api/sandbox-options.js';
import type { OptionCheck as Check, PlatformOptions } from '../kernel/backend.js';
import { resolveNetwork } from '../network/options.js';
import { isBytes } from '../text/bytes.js';
import { boolean, callback, check, checkText, environment, files, integer, isRecord, limitChecks } from './checks.js';
import { mounts } from './file-options.js';
import { type ResolvedPersistence, resolvePersistence } from './persistence-options.js';
import { resolvePython } from './python-packages.js';

const mebibyte = 1024 * 1024;

const origin: Check = (value, option) => {
  if (isTemplate(value) || isBytes(value)) return;
  if (typeof value !== 'string' || value === '') {
    throw optionError(option, 'must be the id of a snapshot, a template or a state');
  }
};

const preset: Check = (value, option) => {
  if (value !== 'default' && value !== 'strict') throw optionError(option, "must be 'default' or 'strict'");
};

const rareChecks: Record<keyof LimitOptions, Check> = { preset, ...limitChecks(rareLimits) };

const limits: Check = (value, option) => {
  if (!isRecord(value)) return preset(value, option);
  const misplaced = Object.keys(value).find((name) => Object.hasOwn(sandboxChecks, name));
  if (misplaced !== undefined) {
    throw optionError(`${option}.${misplaced}`, `is not known: give '${misplaced}' beside '${option}', not in it`);
  }
  check(value, rareChecks, `${option}.`);
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
  // Checked later, together with the option `network`.
  python: () => {},
  security,
  ...limitChecks(createLimits),
  memoryLimitMb: integer(1, 'MiB', limitTable.memoryLimitBytes.most / mebibyte),
  fsLimitMb: integer(1, 'MiB', limitTable.fsLimitBytes.most / mebibyte),
  limits,
  sudo: boolean,
  from: origin,
  persistence: resolvePersistence,
  wasmDir: checkText,
  files,
  mounts,
  env: environment,
  cwd: checkText,
};

/** The options of a sandbox with every default filled in. */
export interface ResolvedOptions extends ResolvedLimits {
  /** `undefined`: the state ends with the sandbox. */
  persistence: ResolvedPersistence | undefined;
  network: NetworkSetting;
  security: SecurityOptions;
  /** The given options that say where the kernel's parts are. */
  platformOptions: PlatformOptions;
  files: Record<string, string | Uint8Array>;
  mounts: NonNullable<SandboxOptions['mounts']>;
  /** Packages of Python to be installed at first. */
  preload: readonly string[];
  env: Record<string, string>;
  cwd: string;
  sudo: boolean;
}

const pick = (options: object, names: string[]): PlatformOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));

// A limit that can be given in bytes or in MiB.
function bytesOrMb(options: SandboxOptions, stem: 'memoryLimit' | 'fsLimit'): number | undefined {
  const bytes = options[`${stem}Bytes`];
  const mb = options[`${stem}Mb`];
  if (bytes !== undefined && mb !== undefined) {
    throw optionError(`${stem}Mb`, `and option '${stem}Bytes' set the same limit: give one of them`);
  }
  return bytes ?? (mb === undefined ? undefined : mb * mebibyte);
}

/** Checks the options of {@link Sandbox.create}. `own` has the checks of options that only this platform has. */
export function resolveOptions(options: SandboxOptions, own: Record<string, Check>): ResolvedOptions {
  if (isRecord(options)) {
    const misplaced = Object.keys(options).find((name) => Object.hasOwn(rareChecks, name));
    if (misplaced !== undefined) throw optionError(misplaced, `is not known here: it is 'limits.${misplaced}'`);
  }
  check(options, { ...sandboxChecks, ...own });
  const cwd = options.cwd ?? optionDefaults['SandboxOptions.cwd'];
  if (!cwd.startsWith('/')) throw optionError('cwd', 'must be an absolute path');
  const { from } = options;
  if (from !== undefined && !isBytes(from) && options.wasmDir !== undefined) {
    throw optionError('wasmDir', "and option 'from' say where the programs are: give one of them");
  }
  const python = resolvePython(options.python, options.network);
  const given = options.limits ?? optionDefaults['SandboxOptions.limits'];
  const { preset, ...rare }: LimitOptions = typeof given === 'string' ? { preset: given } : given;
  const limits = resolveLimits(preset ?? optionDefaults['LimitOptions.preset'], {
    ...Object.fromEntries(createLimits.map((name) => [name, options[name]])),
    memoryLimitBytes: bytesOrMb(options, 'memoryLimit'),
    fsLimitBytes: bytesOrMb(options, 'fsLimit'),
    ...rare,
  });
  return {
    ...limits,
    persistence: resolvePersistence(options.persistence),
    network: options.network ?? optionDefaults['SandboxOptions.network'],
    security: options.security ?? {},
    platformOptions: pick(options, ['wasmDir', ...Object.keys(own)]),
    files: { ...options.files },
    mounts: { ...python.mounts, ...options.mounts },
    preload: python.preload,
    env: { ...python.env, ...options.env },
    cwd,
    sudo: options.sudo ?? true,
  };
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
