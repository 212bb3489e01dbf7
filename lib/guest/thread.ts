// A worker that runs one process at a time, on its own stack. Whatever waits does so in native code.

import { ENOSYS } from '../abi/generated/errno.js';
import { Guest } from './guest.js';
import { makeGuestSurroundings } from './guest-surroundings.js';
import type { Entry, RuntimeOf, Thrown } from './runtime.js';
import type { WorkerParts } from './worker-parts.js';

function enter({ function: entered, arguments: values }: Entry): Thrown | undefined {
  try {
    entered(...values);
    return undefined;
  } catch (error) {
    return { error };
  }
}

function runToEnd(guest: Guest): void {
  const steps = guest.run();
  for (let step = steps.next(); !step.done; ) step = steps.next(step.value === 'wait' ? undefined : enter(step.value));
}

export function runOnThread(parts: WorkerParts, runtimeOf?: RuntimeOf): void {
  const { native, modules, start } = parts;
  // The thread's own stack is large.
  const newStack = (argument: number): number => {
    const call = guest.newStack();
    call?.(argument);
    return call === undefined ? -ENOSYS : 0;
  };
  // What waits does so in native code.
  const surroundings = { ...makeGuestSurroundings(parts, { wait: () => {}, newStack }), runtimeOf };
  const guest: Guest = new Guest(surroundings, 0);
  surroundings.caller.guest = guest;
  let idle = true;
  const tidy = (): void => {
    modules.tidy(idle);
    surroundings.instances.tidy(idle);
  };
  if (!native.register(start.pool, start.worker, parts.block, parts.unwind, tidy)) return;
  const run = (): void => runToEnd(guest);
  while (native.waitForJob()) {
    idle = false;
    native.runJob(run);
    guest.forget();
    modules.processEnded();
    idle = true;
  }
}
