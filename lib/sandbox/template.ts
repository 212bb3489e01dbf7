// The results of `Sandbox.template`.

import { type SandboxOptions, type SandboxTemplate, templateBrand } from '../api/sandbox-options.js';
import type { Origin } from '../state/origin.js';

export class SetUpTemplate<Made = unknown> implements SandboxTemplate<Made> {
  readonly [templateBrand] = true;
  readonly #origin: () => Origin;
  readonly #create: (overrides: SandboxOptions) => Promise<Made>;
  readonly #dispose: () => void;

  constructor(parts: {
    origin: () => Origin;
    create: (template: SandboxTemplate, overrides: SandboxOptions) => Promise<Made>;
    dispose: () => void;
  }) {
    this.#origin = parts.origin;
    this.#create = (overrides) => parts.create(this, overrides);
    this.#dispose = parts.dispose;
  }

  create(overrides: SandboxOptions = {}): Promise<Made> {
    return this.#create(overrides);
  }

  dispose(): void {
    this.#dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  origin(): Origin {
    return this.#origin();
  }
}
