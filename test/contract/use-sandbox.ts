// A sandbox for each test of a file, gone after it.

import { afterEach } from 'vitest';
import { Sandbox, type SandboxOptions } from 'wasmsand';

/** Returns a function that makes sandboxes; all are destroyed when the test is over. */
export function useSandboxes(): (options?: SandboxOptions) => Promise<Sandbox> {
  const made: Sandbox[] = [];
  afterEach(() => {
    for (const sandbox of made.splice(0)) sandbox.destroy();
  });
  return async (options) => {
    const sandbox = await Sandbox.create(options);
    made.push(sandbox);
    return sandbox;
  };
}
