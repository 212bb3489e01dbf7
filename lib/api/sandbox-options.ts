// Options of sandboxes and of templates. A sandbox may begin as a template.

import type { Data } from './data.js';
import type { LimitsInCreate } from './generated/limit-options.js';
import type { LimitOptions, LimitPreset } from './limits.js';
import type { NetworkAuditEvent, NetworkSetting } from './network.js';
import type { PersistenceOptions } from './persistence.js';
import type { MountedFolder, MountedProvider, MountedTree, SnapshotId } from './types.js';

/** Options of {@link Sandbox.create}. A name that is not listed here is refused. */
export interface SandboxOptions extends LimitsInCreate {
  /** `memoryLimitBytes` in MiB; giving both is an error. */
  memoryLimitMb?: number;
  /** `fsLimitBytes` in MiB; giving both is an error. */
  fsLimitMb?: number;
  /** The other limits; or a preset of all, which those that are given take precedence over. Default `'default'`. */
  limits?: LimitPreset | LimitOptions;
  /**
   * What the sandbox begins as, in the place of the base image: a snapshot of any sandbox of this thread, a template, or a state of
   * `exportState`. `cwd` and, but for a state, `wasmDir` come with it, and so does the environment, to which `env` is added.
   */
  from?: SnapshotId | SandboxTemplate | Uint8Array;
  /**
   * How the state outlives the sandbox. When something was saved in the namespace the sandbox begins as that, and `from`, `cwd` and
   * `files`, which say how a new one begins, are not looked at; `env` is added.
   */
  persistence?: PersistenceOptions;
  /** What may be reached of the outside. Default `'deny-all'`. */
  network?: NetworkSetting;
  /** Packages of the sandbox's Python. */
  python?: PythonOptions;
  /** Callbacks that hear of decisions about the outside. */
  security?: SecurityOptions;
  /** Directory of the host that holds the base image's programs and their list, `image.tsv`. Default: those of this package. */
  wasmDir?: string;
  /** Files written before the first command, by path; relative ones lie under `cwd`. */
  files?: Record<string, Data>;
  /**
   * Folders of the host and trees that are provided, by the absolute paths where they are mounted in this order: see
   * {@link Sandbox.mount}. A string is a folder, read-only.
   */
  mounts?: Record<string, string | MountedFolder | MountedTree | MountedProvider>;
  /** Added to the session's environment. */
  env?: Record<string, string>;
  /** Working directory of the session, made when missing. Default `/home/user`. */
  cwd?: string;
  /**
   * Whether the sandbox's user may become root of the sandbox with `sudo` and `su`, which ask for no password. With `false` no program in the
   * sandbox has more rights than the user who started it. Default true.
   */
  sudo?: boolean;
}

/** Packages of the sandbox's Python, beside those of the image. */
export interface PythonOptions {
  /**
   * Where they come from: directories of the host with wheels, whose modules can be imported at once and which pip installs from, and URLs
   * of indexes, which pip asks, or of Pyodide's own distribution, as `pyodide+https://…/`, of which pip takes the wheels that its lock has
   * the digests of. Option `network` must allow them: naming one here opens nothing. Without an index pip asks none.
   */
  packages?: string | string[];
  /** What is installed before the first command, as pip is told: `'numpy'`, `'requests>=2'`. Rejects `create` when it cannot be. */
  preload?: string[];
}

/** What is done about what a sandbox is not to do. */
export interface SecurityOptions {
  /** Called with each question of a guest to the outside and with the decision. It must not throw. */
  onAuditEvent?: (event: AuditEvent) => void;
}

export type AuditEvent = NetworkAuditEvent;

/** Marks results of `Sandbox.template`, also those of another copy of this package. */
export const templateBrand = Symbol.for('wasmsand.template');

/**
 * A sandbox that was set up once, from which others begin: see `Sandbox.template`. It keeps its memory until you dispose of it.
 *
 * @example
 * using template = await Sandbox.template((sandbox) => sandbox.run('mkdir -p project && cd project && git init'));
 * const sandbox = await template.create();
 */
export interface SandboxTemplate<Made = unknown> {
  /** @internal */
  readonly [templateBrand]: true;
  /**
   * Makes a sandbox that begins as the template is. `overrides` replace options of the template, as for `Sandbox.create`. Rejects as that
   * does.
   *
   * @throws `E_NO_SNAPSHOT`: the template was disposed of.
   * @throws `E_LIMIT_FS`, `E_LIMIT_MEMORY`: with the overrides, it may not have what the template has.
   * @throws `E_INVALID_OPTION`
   *
   * @example
   * const small = await template.create({ maxProcesses: 8, env: { CI: '1' } });
   */
  create(overrides?: SandboxOptions): Promise<Made>;
  /** Frees the template: `create` rejects with E_NO_SNAPSHOT from then on. Sandboxes made from it live on. You may call it again. */
  dispose(): void;
  /** As `dispose`. */
  [Symbol.dispose](): void;
}

export const isTemplate = (value: unknown): value is SandboxTemplate =>
  typeof value === 'object' && value !== null && templateBrand in value;
