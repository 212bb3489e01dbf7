// The sandbox of this package.

import { createSandbox, KernelSandbox, type SandboxParts } from '../sandbox.js';
import type { SandboxOptions } from '../types.js';
import { nativeBackend } from './backend.js';

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
}
