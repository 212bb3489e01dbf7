// The machine of a new sandbox.

import type { Backend } from '../kernel/backend.js';
import { type Machine, startMachine } from '../machine/kernel-client.js';
import { kernelLimits } from '../machine/kernel-limits.js';
import type { ResolvedOptions } from '../options/sandbox-options.js';

const hostname = 'sandbox';

/** A machine with a sandbox's limits. */
export function newMachine(backend: Backend, options: ResolvedOptions): Promise<Machine> {
  return startMachine(backend, options.platformOptions, {
    hostname,
    setUserId: options.sudo,
    ...kernelLimits(options),
  });
}
