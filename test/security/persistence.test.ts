// Saved state and what may become of it: crashes, damage, disks that are full, and whoever can write where it is kept.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryStore, type PersistenceOptions, Sandbox } from 'wasmsand';
import { crashSite } from '../../scripts/soak/crashes.mjs';
import { objectsOf } from '../contract/faulty-stores.js';

async function place(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const end = (sandbox: Sandbox): Promise<void> => sandbox[Symbol.asyncDispose]();
const corrupt = { code: 'E_PERSIST_CORRUPT', message: expect.stringContaining("'n'") };

const inStore = (backend: MemoryStore, key?: Uint8Array): PersistenceOptions =>
  ({
    ...{ mode: 'persistent', namespace: 'n', backend, autosaveMs: 0 },
    key,
  }) as PersistenceOptions;

/** Saves one state after the other, and ends. */
async function save(persistence: PersistenceOptions, ...states: string[]): Promise<void> {
  const sandbox = await Sandbox.create({ persistence });
  for (const state of states) {
    sandbox.writeFile('file', state);
    sandbox.writeFile('large', state.repeat(5000));
    await sandbox.save();
  }
  await end(sandbox);
}

async function read(persistence: PersistenceOptions): Promise<string> {
  const sandbox = await Sandbox.create({ persistence });
  try {
    return sandbox.readFile('file', 'utf8');
  } finally {
    await end(sandbox);
  }
}

describe('a process that is killed as it saves', () => {
  it.each([undefined, 'cd'.repeat(32)])(
    'leaves the state before or the one after, whole; with key %s',
    async (key) => {
      const site = await crashSite(key);
      onTestFinished(() => site.remove());
      for (let round = 0; round < 15; round++) {
        await site.round({ states: round % 3, afterMs: round < 3 ? round : Math.random() * 100 });
      }
      expect(site.states()).toBeGreaterThan(0);
    },
    120_000,
  );
});

describe('damage', () => {
  const kinds = [undefined, new Uint8Array(32).fill(1)];

  it.each(kinds)('of any object, or its loss, is found; key %s', async (key) => {
    const store = new MemoryStore();
    await save(inStore(store, key), 'state');
    const objects = await objectsOf(store);
    expect(objects.size).toBeGreaterThan(2);
    for (const [name, bytes] of objects) {
      const flipped = bytes.slice();
      flipped[Math.floor(bytes.length / 2)]! ^= 1;
      for (const damaged of [flipped, bytes.subarray(1), new Uint8Array()]) {
        await store.put(new Map([[name, damaged]]));
        await expect(Sandbox.create({ persistence: inStore(store, key) })).rejects.toMatchObject(corrupt);
      }
      await store.delete([name]);
      await expect(Sandbox.create({ persistence: inStore(store, key) })).rejects.toMatchObject(corrupt);
      await store.put(new Map([[name, bytes]]));
    }
    expect(await read(inStore(store, key))).toBe('state');
  });

  it.each(kinds)('of the root is found; key %s', async (key) => {
    const store = new MemoryStore();
    await save(inStore(store, key), 'state');
    const root = (await store.readRoot())!;
    const swap = async (next: Uint8Array): Promise<void> => {
      expect(await store.swapRoot((await store.readRoot())!, next)).toBe(true);
    };
    for (let at = 0; at < root.length; at++) {
      const flipped = root.slice();
      flipped[at]! ^= 1;
      await swap(flipped);
      const code = expect.stringMatching(/^E_PERSIST_(CORRUPT|KEY|VERSION)$/);
      await expect(Sandbox.create({ persistence: inStore(store, key) })).rejects.toMatchObject({ code });
    }
    for (const other of [root.subarray(1), new Uint8Array(), new Uint8Array(32), randomBytes(1000)]) {
      await swap(other);
      const code = expect.stringMatching(/^E_PERSIST_(CORRUPT|KEY)$/);
      await expect(Sandbox.create({ persistence: inStore(store, key) })).rejects.toMatchObject({ code });
    }
    await swap(root);
    expect(await read(inStore(store, key))).toBe('state');
  });

  it('is told of by load, and changes nothing', async () => {
    const store = new MemoryStore();
    const sandbox = await Sandbox.create({ persistence: inStore(store) });
    onTestFinished(() => sandbox.destroy());
    await sandbox.run('echo one >file; v=1');
    await sandbox.save();
    await sandbox.run('echo two >file; v=2');
    for (const name of (await objectsOf(store)).keys()) await store.delete([name]);
    await expect(sandbox.load()).rejects.toMatchObject(corrupt);
    expect((await sandbox.run('cat file; echo $v')).stdout).toBe('two\n2\n');
  });

  it('that could not be read gives way to the next save, and nothing of it stays behind', async () => {
    const damages: ((store: MemoryStore) => Promise<unknown>)[] = [
      async (store) => store.swapRoot(await store.readRoot(), new Uint8Array(50)),
      async (store) => store.delete([...(await objectsOf(store)).keys()].slice(1)),
      async (store) => {
        const { list } = store;
        store.list = () => {
          store.list = list;
          throw new Error('no connection');
        };
      },
    ];
    const sizes: number[] = [];
    for (const damage of [async () => {}, ...damages]) {
      const store = new MemoryStore();
      await save(inStore(store), 'one', 'two');
      const sandbox = await Sandbox.create({ persistence: inStore(store) });
      await damage(store);
      await sandbox.load().catch(({ code }) => expect(code).toMatch(/^E_PERSIST_(CORRUPT|FAILED)$/));
      sandbox.writeFile('file', 'three');
      await sandbox.save();
      await end(sandbox);
      sizes.push((await objectsOf(store)).size);
      expect(await read(inStore(store))).toBe('three');
    }
    expect(sizes).toEqual(sizes.map(() => sizes[0]));
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['is cut off', (path) => truncate(path, 3 * 4096)],
    ['is empty', (path) => truncate(path, 0)],
    ['is gone', (path) => rm(path)],
    ['is something else', (path) => writeFile(path, 'something else'.repeat(2000))],
    [
      'has lost its first pages',
      async (path) => {
        const bytes = await readFile(path);
        await writeFile(path, bytes.fill(0, 0, 8192));
      },
    ],
  ])('of a database that %s is found', async (_, damage) => {
    const directory = await place();
    const persistence: PersistenceOptions = { mode: 'persistent', namespace: 'n', directory, autosaveMs: 0 };
    await save(persistence, ...Array.from({ length: 5 }, (_, i) => `state ${i}`));
    await damage(join(directory, 'n', 'data.mdb'));
    await expect(Sandbox.create({ persistence })).rejects.toMatchObject(corrupt);
    // It is in nobody's hands.
    await expect(Sandbox.create({ persistence })).rejects.toMatchObject(corrupt);
  });
});

describe('who can write where an encrypted state is kept', () => {
  const key = new Uint8Array(32).fill(7);

  it('cannot put old objects under a new root, nor one object in the place of another', async () => {
    const store = new MemoryStore();
    await save(inStore(store, key), 'one');
    const [oldRoot, old] = [(await store.readRoot())!, await objectsOf(store)];
    await save(inStore(store, key), 'two');
    const [newRoot, fresh] = [(await store.readRoot())!, await objectsOf(store)];
    const restore = async (root: Uint8Array, objects: Map<string, Uint8Array>): Promise<void> => {
      await store.delete([...(await objectsOf(store)).keys()]);
      await store.put(objects);
      await store.swapRoot((await store.readRoot())!, root);
    };
    await restore(newRoot, old);
    await expect(read(inStore(store, key))).rejects.toMatchObject(corrupt);
    await restore(oldRoot, fresh);
    await expect(read(inStore(store, key))).rejects.toMatchObject(corrupt);
    const names = [...fresh.keys()];
    await restore(newRoot, new Map(names.map((name, i) => [name, fresh.get(names[(i + 1) % names.length]!)!])));
    await expect(read(inStore(store, key))).rejects.toMatchObject(corrupt);
    // All of an old state is one that there was.
    await restore(oldRoot, old);
    expect(await read(inStore(store, key))).toBe('one');
  });

  it('cannot give it to another namespace', async () => {
    const store = new MemoryStore();
    await save(inStore(store, key), 'one');
    const persistence = { ...inStore(store, key), namespace: 'other' };
    await expect(Sandbox.create({ persistence })).rejects.toMatchObject({ code: 'E_PERSIST_KEY' });
  });

  it('sees neither what is the same in two places, nor in one twice', async () => {
    const [one, two] = [new MemoryStore(), new MemoryStore()];
    for (const store of [one, two]) await save(inStore(store, key), 'same');
    const [first, second] = [await objectsOf(one), await objectsOf(two)];
    expect([...first.keys()].filter((name) => second.has(name))).toEqual([]);
    const plain = new MemoryStore();
    await save(inStore(plain), 'same');
    expect([...(await objectsOf(plain)).keys()].filter((name) => first.has(name))).toEqual([]);
  });
});

describe('a disk that is full', () => {
  const script = `
    import { randomBytes } from 'node:crypto';
    import { Sandbox } from 'wasmsand';
    const persistence = { mode: 'persistent', namespace: 'n', directory: process.argv[1], autosaveMs: 0 };
    const sandbox = await Sandbox.create({ persistence });
    sandbox.writeFile('file', 'small');
    await sandbox.save();
    for (const bytes of [6_000_000, 20_000_000]) {
      sandbox.writeFile('large', randomBytes(bytes));
      await sandbox.save().catch(({ code }) => console.log(code));
    }
    await sandbox[Symbol.asyncDispose]();
    const again = await Sandbox.create({ persistence });
    console.log(again.readFile('file', 'utf8'), again.exists('large'));
    again.writeFile('file', 'other');
    await again.save();
    console.log('saved');
    again.destroy();
  `;

  it('leaves what was saved before, and says so', async ({ skip }) => {
    const directory = await place();
    const mount = `mount -t tmpfs -o size=4m none ${directory} && exec "$@"`;
    const command = ['-rm', 'sh', '-c', mount, 'sh', process.execPath, '--input-type=module', '-e', script, directory];
    const run = promisify(execFile);
    const may = await run('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', directory]).catch(() => undefined);
    if (may === undefined) skip('this machine lets nobody mount a file system of their own');
    const { stdout } = await run('unshare', command);
    expect(stdout).toBe('E_PERSIST_FULL\nE_PERSIST_FULL\nsmall false\nsaved\n');
  });
});
