// A worker that runs one process at a time, on its own stack. Whatever waits does so in native code.

import type { Bridge } from './bridge.js';
import { type Entry, Guest } from './guest.js';
import { makeGuestHost } from './guest-host.js';
import type { WorkerParts } from './worker.js';

function enter(bridge: Bridge, { place, child }: Entry): void {
  if (child === undefined) bridge.enter(place);
  else bridge.enterChild(place, child.functionIndex, child.argument);
}

function runToEnd(guest: Guest, bridge: Bridge): void {
  const steps = guest.run();
  for (let step = steps.next(); !step.done; ) {
    try {
      if (step.value !== 'wait') enter(bridge, step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
}

export function runOnThread(parts: WorkerParts): void {
  const { native, modules, start } = parts;
  let idle = true;
  if (!native.register(start.pool, start.worker, parts.block, parts.unwind, () => modules.tidy(idle))) return;
  const host = makeGuestHost(parts, () => {});
  const guest = new Guest(host, 0);
  host.caller.guest = guest;
  const run = (): void => runToEnd(guest, host.bridge);
  while (native.waitForJob()) {
    idle = false;
    native.runJob(run);
    guest.forget();
    modules.tidy(false);
    idle = true;
  }
}
