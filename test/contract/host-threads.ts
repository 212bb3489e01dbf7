// The threads of the process that makes sandboxes.

import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** Whether each process of a sandbox has a thread, also those of the image. */
export const isThreads = process.env.WASMSAND_HOST === 'threads' || !('Suspending' in WebAssembly);

export const threadCount = (): number => readdirSync('/proc/self/task').length;

/** Of the image's programs, where they share threads. */
const shared = isThreads ? 0 : Math.max(2, 2 * availableParallelism());

/** Whether no other test is in this process, whose memory is this one's then. */
export const ownsProcess = isMainThread;

/** Of other tests in the same process, which come and go. */
const beside = ownsProcess ? 0 : 32;

/**
 * How many threads there may be when all sandboxes are gone, for a process that has made none yet: those that it has, those of libuv,
 * which come when they are wanted, two for the next processes, and the pool's own two.
 */
export async function mostThreadsAfterwards(): Promise<number> {
  await stat('/');
  return threadCount() + shared + 2 + 2 + beside;
}
