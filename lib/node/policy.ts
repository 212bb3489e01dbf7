// The policy of the owning thread for its workers: the constants of native/binding/pool/policy.h for TypeScript. Each comment says what a
// value trades, and in brackets the bench that measures it.

import { availableParallelism } from 'node:os';

/**
 * How many processes run at a time for all sandboxes of a thread; native/binding/pool/admission.h says who gets more. With a thread each,
 * or with a stack: more at once for more memory, and a memory's mappings and a stack's are some six of the 65 530 that Linux gives a
 * process. [scale]
 */
export const maximumProcesses = { threads: 128, stacks: 8192 };
/**
 * A worker that starts keeps this thread busy for about 30 ms. Starting many at a time blocks the event loop, and none is ready sooner.
 * [scale]
 */
export const maximumStarting = availableParallelism();

/**
 * A recursive shell function of depth 200 overflows Node's 4 MiB of stack once its code is optimised. What a guest can make the engine
 * put on the heap is its tables, bounded before they are made, and its exceptions, which are charged to the sandbox like the stack as soon
 * as they are found. A heap that overflows before that ends the worker, and the process with it. With stacks that would be the end of
 * thousands. Only programs of the image are there that can link no modules (`Program::links`), and these put nothing on the heap
 * themselves: it has room for as many instances as there can be. [scale]
 */
export const workerLimits = {
  threads: { stackSizeMb: 64, maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 },
  stacks: { stackSizeMb: 64, maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 12 },
} as const;

/**
 * Of a stack that the engine switches, taken from the system as it is used. The first one of a process is not charged to its sandbox;
 * a shell that recurses deeper asks for more (wasm/sys/process_wasm.cc). The engine keeps stacks that are not in use for the next process
 * while there are 4 MiB of them, with what guards them: a mapping made and undone for each process is as much work as a small program's. [commands, scale]
 */
export const switchedStackBytes = 3968 * 2 ** 10;

/**
 * Each instance is some tens of kilobytes of garbage later. By itself the engine collects it a megabyte at a time, in workers made from
 * now on when there is as much as this: a third of what a crowd of new sandboxes cost. [scale]
 */
export const firstCollectionMb = 48;

/** With fewer, a pipeline of two shells could wait for itself. [scale with few threads] */
export const fewestThreads = 4;

/** Of the threads that are left to this process, where others hold stacks: those are few, and one is enough for all. [scale] */
export const shareBesideStacks = 1 / 2;
