// A worker that runs many processes, each on a stack that the engine can switch: one that waits gives the thread back. C++ decides who
// has the next turn, and makes each turn a callback of its own: a process that is ended in the middle of it takes no other along.

import { ENOMEM, ENOSYS } from '../abi/generated/errno.js';
import { StackTurn } from '../abi/generated/guest-block.js';
import { Guest } from './guest.js';
import { makeGuestSurroundings } from './guest-surroundings.js';
import type { Entry, Thrown } from './runtime.js';
import type { WorkerParts } from './worker-parts.js';

/** The function on a stack of its own. */
type Promising = NonNullable<typeof WebAssembly.promising>;

/** A place for a process, one after the other. */
class Slot extends Guest {
  #resume: (() => void) | undefined;
  /** For each stack that waits for the end of one above it: ends that wait by an exception. */
  readonly waiting: ((reason: unknown) => void)[] = [];

  /** Kept when the process has its next turn; never, when it is dropped. */
  suspended(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  resume(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }
}

export function runOnStacks(parts: WorkerParts): void {
  const { native, modules, start } = parts;
  const { Suspending, promising } = WebAssembly;
  if (Suspending === undefined || promising === undefined) throw new Error('this engine cannot switch stacks');
  const onStack: Promising = promising;
  const slots: (Slot | undefined)[] = [];
  let current: Slot;
  const surroundings = makeGuestSurroundings(parts, {
    wait: new Suspending(() => current.suspended()),
    newStack: new Suspending((argument: number) => deeper(current, argument)),
  });

  async function deeper(slot: Slot, argument: number): Promise<number> {
    const call = slot.newStack();
    if (call === undefined) return -ENOSYS;
    const depth = slot.waiting.length;
    if (!native.chargeStacks((depth + 1) * start.stackBytes)) return -ENOMEM;
    try {
      await new Promise((resolve, reject) => {
        slot.waiting.push(reject);
        onStack(call)(argument).then(resolve, reject);
      });
      return 0;
    } finally {
      slot.waiting.length = depth;
      native.chargeStacks(depth * start.stackBytes);
    }
  }

  /** One stack was ended in the middle, and the engine would keep those that wait for it for ever. False: there are none any more. */
  function unwind(slot: Slot): boolean {
    const end = slot.waiting.pop();
    end?.(parts.unwind);
    return end !== undefined;
  }

  async function enter({ function: entered, arguments: values }: Entry): Promise<Thrown | undefined> {
    try {
      await onStack(entered)(...values);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  async function run(slot: Slot): Promise<void> {
    const steps = slot.run();
    let step = steps.next();
    while (!step.done) {
      if (step.value !== 'wait') {
        step = steps.next(await enter(step.value));
        continue;
      }
      await slot.suspended();
      step = steps.next();
    }
    if (step.value) native.processEnded();
  }

  function turn(index: number, what: number): boolean {
    current = slots[index] ??= new Slot(surroundings, index);
    surroundings.caller.guest = current;
    if (what === StackTurn.start) void run(current);
    else if (what === StackTurn.resume) current.resume();
    else if (what === StackTurn.unwind) return unwind(current);
    else {
      current.forget();
      current.waiting.length = 0;
      current.releaseMemory();
      // A process that was ended has left its frames behind: they must find nothing of the next one.
      if (what === StackTurn.dropped) slots[index] = undefined;
    }
    return true;
  }

  native.registerStacks(start.pool, start.worker, parts.block, parts.unwind, turn, (idle) => {
    modules.tidy(idle);
    surroundings.instances.tidy(idle);
  });
}
