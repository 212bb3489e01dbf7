// A sandbox's access to the outside. It is closed until the options or the caller open it.

import { SandboxError } from '../api/errors.js';
import type { NetworkSetting } from '../api/network.js';
import type { SecurityOptions } from '../api/sandbox-options.js';
import type { Platform } from '../kernel/backend.js';
import type { SandboxNetwork } from '../kernel/connection.js';
import { readAllowed } from '../network/options.js';
import { openGate } from './connections.js';
import type { Machine } from './kernel-client.js';

export class NetworkAccess {
  readonly #machine: Machine;
  readonly #setting: NetworkSetting;
  readonly #security: SecurityOptions;
  /** Beyond what the option says. */
  readonly #allowed: string[] = [];
  #network: Promise<SandboxNetwork> | undefined;

  constructor(machine: Machine, setting: NetworkSetting, security: SecurityOptions) {
    this.#machine = machine;
    this.#setting = setting;
    this.#security = security;
  }

  /** Opens what the options allow, and what the sandbox `like` allows beyond its options. Rejects when the network cannot be opened. */
  async begin(like?: NetworkAccess): Promise<void> {
    // To deny everything needs no network, unless there is a listener for decisions.
    if (this.#setting !== 'deny-all' || this.#security.onAuditEvent !== undefined) await this.open();
    if (like !== undefined && like.#allowed.length > 0) this.allow(like.#allowed);
  }

  /** Throws E_INVALID_OPTION. */
  allow(domains: string[]): void {
    readAllowed(domains, 'allowNetwork');
    const network = this.open();
    this.#allowed.push(...domains);
    // Before the first connection, which would be refused without a network.
    network.then(
      (opened) => opened.allow(domains),
      () => {},
    );
  }

  /** Rejects when it cannot be opened. */
  open(): Promise<SandboxNetwork> {
    this.#network ??= this.#make(this.#machine.platform);
    return this.#network;
  }

  #make(platform: Platform): Promise<SandboxNetwork> {
    if (platform.openNetwork === undefined) {
      throw new SandboxError('there is no network on this platform', { code: 'E_UNSUPPORTED' });
    }
    const made = platform.openNetwork(this.#setting, this.#security.onAuditEvent);
    openGate(this.#machine, made);
    return made;
  }
}
