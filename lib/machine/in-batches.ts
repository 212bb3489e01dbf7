// Work on many things, some of them at a time.

import type { Platform } from '../kernel/backend.js';
import { pacer } from './pacer.js';

/** Asked of a store, or encrypted, at a time. */
const atOnce = 64;

/** What `work` makes of each, several at a time, with turns of the event loop between. */
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
