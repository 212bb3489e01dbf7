// What a worker has for its processes: the bridge they call through, their memories, and who of them calls.

import { type BridgeCalls, makeBridge } from './bridge.js';
import type { Guest } from './guest.js';
import { InstancePool } from './instance-pool.js';
import { MemoryPool } from './memory-pool.js';
import type { GuestSurroundings } from './runtime.js';
import { type Caller, linuxCalls, wasiCalls } from './shims.js';
import type { WorkerParts } from './worker-parts.js';

/** Instances that a worker keeps for the next processes, as many as may end at about the same time. */
const spareInstances = { threads: 4, stacks: 64 };

/** `wait` and `newStack`: as the bridge has them. `caller.guest` must be set before a guest is entered. */
export function makeGuestSurroundings(
  { native, block, unwind, modules, start }: WorkerParts,
  { wait, newStack }: Pick<BridgeCalls, 'wait' | 'newStack'>,
): GuestSurroundings & { readonly caller: Caller } {
  const caller: Caller = {
    guest: undefined as unknown as Guest,
    after: new WebAssembly.Global({ value: 'i32', mutable: true }, 0),
  };
  const bridge = makeBridge(
    {
      wait,
      newStack,
      takeSignal: () => caller.guest.takeSignal(),
      signalWord: (index) => caller.guest.signalWord(index),
      signalDone: (frame) => caller.guest.signalDone(frame),
      signalLeft: () => caller.guest.signalLeft(),
      linux: linuxCalls(native, block, caller),
      wasi: wasiCalls(native, block, caller),
    },
    caller.after,
  );
  const memories = new MemoryPool(native);
  return {
    native,
    block,
    unwind,
    modules,
    memories,
    instances: new InstancePool(spareInstances[start.kind], memories),
    bridge,
    caller,
  };
}
