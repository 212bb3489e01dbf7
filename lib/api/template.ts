// Templates: sandboxes from which other sandboxes begin.

import type { SandboxOptions } from './types.js';

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
  /** Makes a sandbox that begins as the template is. `overrides` replaces options of the template, as for `Sandbox.create`. */
  create(overrides?: SandboxOptions): Promise<Made>;
  /** Frees the template: `create` rejects with E_NO_SNAPSHOT from then on. Sandboxes made from it live on. You may call it again. */
  dispose(): void;
  [Symbol.dispose](): void;
}

export const isTemplate = (value: unknown): value is SandboxTemplate =>
  typeof value === 'object' && value !== null && templateBrand in value;
