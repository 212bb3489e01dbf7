// A sandbox that was set up once, for others to begin as.

import type { SandboxOptions } from '../api/types.js';
import type { Origin } from '../state/snapshots.js';

/**
 * What {@link Sandbox.template} has set up. It keeps what it was made of until it is disposed of.
 *
 * @example
 * using template = await Sandbox.template((sandbox) => sandbox.run('mkdir -p project && cd project && git init'));
 * const sandbox = await template.create();
 */
export class SandboxTemplate<Made = unknown> {
  readonly #origin: () => Origin;
  readonly #create: (overrides: SandboxOptions) => Promise<Made>;
  readonly #dispose: () => void;

  /** @internal */
  constructor(parts: {
    origin: () => Origin;
    create: (template: SandboxTemplate, overrides: SandboxOptions) => Promise<Made>;
    dispose: () => void;
  }) {
    this.#origin = parts.origin;
    this.#create = (overrides) => parts.create(this, overrides);
    this.#dispose = parts.dispose;
  }

  /** Makes a sandbox that begins as the template is. Options are those of the template but for `overrides`, as for `Sandbox.create`. */
  create(overrides: SandboxOptions = {}): Promise<Made> {
    return this.#create(overrides);
  }

  /** Frees it: from then on `create` rejects with E_NO_SNAPSHOT. Sandboxes that were made from it are not concerned. May be called again. */
  dispose(): void {
    this.#dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  origin(): Origin {
    return this.#origin();
  }
}
