// One saved state and two that take it for theirs, in every order in which their calls can reach the store.

import { describe, expect, it } from 'vitest';
import { Actor, type Contents, explore, lost, type Method, OpenStore, Owner } from './owners.js';

interface Owning {
  /** Those of its calls that wait. */
  methods: readonly Method[];
  saves: Contents[];
}

interface Plan {
  begun?: Contents;
  former: Owning;
  successor: Owning;
  /** How many calls of the former owner get no answer, and may happen at any time later. */
  losses: number;
  key?: Uint8Array;
}

/** Saves states one after the other; a save whose answer is lost is followed by the next one. Says when it has lost the state. */
async function saveAll(owner: Owner, states: Contents[], saved: (contents: Contents) => void): Promise<void> {
  for (const contents of states) {
    try {
      await owner.save(contents);
      saved(contents);
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: unknown };
      if (code === 'E_PERSIST_LOCKED') return;
      if (cause !== lost) throw error;
    }
  }
}

/** One order of all calls. Returns what the store's last owner found. */
async function play(
  { begun = ['a', 'b', 'c'], former, successor, losses, key }: Plan,
  choose: (count: number) => number,
) {
  const store = new OpenStore();
  const first = new Owner(store, key);
  await first.open();
  await first.save(begun);
  const failures: unknown[] = [];
  const saved = new Map<string, Contents>();
  const begin = (name: string, { methods, saves }: Owning): Actor =>
    new Actor(store, methods, async (through) => {
      try {
        const owner = new Owner(through, key);
        await owner.open();
        await saveAll(owner, saves, (contents) => saved.set(name, contents));
      } catch (error) {
        if ((error as { cause?: unknown }).cause !== lost) failures.push(error);
      }
    });
  const actors = [begin('former', former), begin('successor', successor)];
  const late: (() => Promise<void>)[] = [];
  let left = losses;
  for (;;) {
    await Promise.all(actors.map((actor) => actor.settled()));
    const ready = actors.filter((actor) => actor.next !== undefined);
    if (ready.length === 0 && late.length === 0) break;
    const canLose = left > 0 && ready.includes(actors[0]!);
    const choice = choose(ready.length + late.length + (canLose ? 1 : 0));
    if (choice < ready.length) {
      await ready[choice]!.take().happen();
    } else if (choice < ready.length + late.length) {
      const [happen] = late.splice(choice - ready.length, 1);
      await happen!();
    } else {
      left--;
      const call = actors[0]!.take();
      late.push(call.happen);
      call.lose();
    }
    // Whatever has happened, the state is whole for whoever comes now.
    if (key === undefined) expect(missing(store)).toEqual([]);
  }
  expect(failures).toEqual([]);
  const last = new Owner(store, key);
  const found = await last.open();
  await last.save(['last']);
  expect(await new Owner(store, key).open()).toEqual(['last']);
  return { found, saved };
}

/** The objects that the root of a plain store needs and that are under no name. */
function missing({ root, objects }: OpenStore): string[] {
  const byHash = new Map(Array.from(objects, ([name, bytes]) => [name.slice(-64), Buffer.from(bytes).toString()]));
  const tree = Buffer.from(root!.subarray(72, 104)).toString('hex');
  const [, ...hashes] = byHash.get(tree)?.split(' ') ?? [];
  return byHash.has(tree) ? hashes.filter((hash) => !byHash.has(hash)) : [tree];
}

const writing: readonly Method[] = ['put', 'swapRoot', 'delete'];
const transactions: readonly Method[] = ['swapRoot', 'commit'];
const all: readonly Method[] = ['readRoot', 'list', 'get', ...writing];

// The successor has objects of the same content as the former owner writes, deletes, and writes again.
const former: Contents[] = [
  ['a', 'd'],
  ['a', 'b', 'e'],
];
const successor: Contents[] = [
  ['a', 'b', 'd', 'e'],
  ['c', 'd'],
];

describe('two owners of a state', () => {
  it.each<[string, Plan]>([
    [
      'whose calls come in every order',
      { former: { methods: writing, saves: former }, successor: { methods: writing, saves: successor }, losses: 0 },
    ],
    [
      'of which one reads while the other saves',
      { begun: ['a'], former: { methods: writing, saves: [['b']] }, successor: { methods: all, saves: [] }, losses: 0 },
    ],
    [
      'of which the former gets no answer once, and the call happens at any time later',
      {
        former: { methods: writing, saves: [['b'], ['a', 'd']] },
        successor: { methods: ['swapRoot'], saves: [] },
        losses: 1,
      },
    ],
    [
      'with transactions, of which the former gets no answer once',
      {
        former: { methods: transactions, saves: former },
        successor: { methods: transactions, saves: successor },
        losses: 1,
      },
    ],
    [
      'of an encrypted state',
      {
        former: { methods: writing, saves: former.slice(0, 1) },
        successor: { methods: writing, saves: successor.slice(0, 1) },
        losses: 0,
        key: new Uint8Array(32),
      },
    ],
  ])(
    '%s',
    async (_, plan) => {
      const states = new Set<string>();
      const runs = await explore(async (choose) => {
        const { found, saved } = await play(plan, choose);
        states.add(String(found));
        // What was saved last is there.
        const last = [...saved.values()];
        if (plan.losses === 0 && last.length > 0) expect(last).toContainEqual(found);
      });
      expect(runs).toBeGreaterThan(30);
      expect(states.size).toBeGreaterThan(1);
    },
    300_000,
  );
});
