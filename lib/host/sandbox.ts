// The sandbox of this package.

import { createSandbox, createTemplate } from '../creation.js';
import { optionError } from '../errors.js';
import { KernelSandbox, type SandboxParts } from '../sandbox.js';
import type { SandboxTemplate } from '../template.js';
import type { SandboxOptions } from '../types.js';
import { nativeBackend } from './backend.js';
import { loadAddon } from './native.js';
import { locateParts } from './parts.js';

/** Limits of all sandboxes of this process together. */
export interface HostLimits {
  /** WebAssembly memory, in bytes; 0: no limit beyond each sandbox's own. */
  memoryBytes: number;
  /** As for `Sandbox.create`. */
  nativeBinding?: string;
}

/**
 * A Unix machine of its own: files, processes and a shell session, inside this process.
 *
 * @example
 * const sandbox = await Sandbox.create();
 * const { stdout } = await sandbox.run('printf "%s\\n" b a | sort');
 * sandbox.destroy();
 */
export class Sandbox extends KernelSandbox {
  declare readonly backend: 'native';

  private constructor(parts: SandboxParts) {
    super(parts);
  }

  /** Makes a sandbox. Rejects when an option is wrong or a limit that was asked for cannot be armed. */
  static create(options: SandboxOptions = {}): Promise<Sandbox> {
    return createSandbox(nativeBackend, options, (parts) => new Sandbox(parts));
  }

  /**
   * Limits what all sandboxes of this process take together, in all its threads: from now on what would pass the limit is refused as
   * if the sandbox that asks had reached `memoryLimitBytes`, and called `hostMemoryBytes`. No limit is set by default.
   */
  static limitHost({ memoryBytes, nativeBinding }: HostLimits): void {
    if (!Number.isSafeInteger(memoryBytes) || memoryBytes < 0) {
      throw optionError('memoryBytes', 'must be a whole number of bytes, at least 0');
    }
    loadAddon(locateParts({ nativeBinding }).nativeBinding).limitHostMemory(memoryBytes);
  }

  /**
   * Sets a sandbox up once, for others to begin as: each at the price of `create`. `options` are those of the sandbox that `setUp`
   * gets and, but for `files`, of those made from the template. Rejects with what `setUp` does.
   *
   * @example
   * using template = await Sandbox.template((sandbox) => sandbox.run('git init project && cd project'));
   * const sandbox = await template.create();
   */
  static template(
    setUp: (sandbox: Sandbox) => Promise<unknown>,
    options: SandboxOptions = {},
  ): Promise<SandboxTemplate<Sandbox>> {
    return createTemplate(nativeBackend, setUp, options, (parts) => new Sandbox(parts));
  }
}
