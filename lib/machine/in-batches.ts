// Works on many items, a few at a time.

import type { Platform } from '../kernel/backend.js';
import { pacer } from './pacer.js';

/** How many requests to a store, or encryptions, run at a time. */
const atOnce = 64;

/** The results of `work` for each item. Several run at a time, with turns of the event loop in between. */
export async function mapInBatches<Item, Result>(
  platform: Platform,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const pace = pacer(platform);
  let batch: Promise<Result>[] = [];
  const finish = async (): Promise<void> => {
    for (const result of await Promise.all(batch)) results.push(result);
    batch = [];
    await pace();
  };
  for await (const item of items) {
    batch.push(work(item));
    if (batch.length === atOnce) await finish();
  }
  await finish();
  return results;
}
