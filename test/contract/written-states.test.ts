// States that were written once, and that every kernel must read, whichever version of this package comes: test/contract/states.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryStore, type PersistenceOptions, type Sandbox, type StateStore } from 'wasmsand';
import { nativeBackend } from '../../lib/node/backend.js';
import { readRootRecord, writeRootRecord } from '../../lib/persistence/root-record.js';
import { packageRoot } from '../e2e/run-node.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();

const recorded = async <Content>(name: string): Promise<Content> =>
  JSON.parse(await readFile(new URL(`states/${name}.json`, import.meta.url), 'utf8')) as Content;

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

describe('a state of an earlier version', () => {
  it('is read, and written again byte for byte', async () => {
    const { state } = await recorded<{ state: string }>('exported');
    const sandbox = await create();
    await sandbox.importState(bytesOf(state));
    expect(Buffer.from(await sandbox.exportState()).toString('base64')).toBe(state);
    const text = (path: string): string => sandbox.readFile(path, 'utf8');
    expect([text('a'), text('d/b'), text('l'), text('d/large')]).toEqual([
      'one\n',
      'one\n',
      'one\n',
      'large '.repeat(500),
    ]);
    expect(sandbox.stat('a').mode & 0o777).toBe(0o600);
    expect([sandbox.readFile('sparse').length, sandbox.getEnv('E')]).toEqual([200_000, 'of the environment']);
  });
});

interface Saved {
  root: string;
  objects: Record<string, string>;
}

const key = new Uint8Array(32).fill(5);

const parts = {
  nativeBinding: join(packageRoot, 'build/Release/wasmsand.node'),
  workerScript: join(packageRoot, 'dist/cjs/worker.cjs'),
  wasmDir: join(packageRoot, 'dist/wasm'),
};

async function fill(
  store: StateStore,
  { root, objects }: Saved,
  change = (record: Uint8Array) => record,
): Promise<void> {
  await store.put(new Map(Object.entries(objects).map(([name, bytes]) => [name, bytesOf(bytes)])));
  expect(await store.swapRoot(undefined, change(bytesOf(root)))).toBe(true);
}

async function namesIn(store: StateStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names;
}

const textOf = (sandbox: Sandbox): string[] => [sandbox.readFile('file', 'utf8'), sandbox.readFile('large', 'utf8')];
const end = (sandbox: Sandbox): Promise<void> => sandbox[Symbol.asyncDispose]();

/** Opens what is there, saves other files, and reads those. */
async function migrate(persistence: PersistenceOptions): Promise<void> {
  const first = await create({ persistence });
  expect(textOf(first)).toEqual(['old', 'large '.repeat(500)]);
  await end(first);
  const second = await create({ persistence });
  expect(textOf(second)).toEqual(['old', 'large '.repeat(500)]);
  second.writeFile('large', 'new '.repeat(500));
  await second.save();
  await end(second);
  const third = await create({ persistence });
  expect(textOf(third)).toEqual(['old', 'new '.repeat(500)]);
  await end(third);
}

describe.each<[string, Uint8Array | undefined]>([
  ['version-1', undefined],
  ['version-1-encrypted', key],
  ['version-2', undefined],
  ['version-2-encrypted', key],
])('a state that was saved: %s', (name, secret) => {
  const options = { mode: 'persistent', namespace: 'n', autosaveMs: 0, key: secret } as const;

  it('is read and claimed, and replaced by the next save', async () => {
    const saved = await recorded<Saved>(name);
    const backend = new MemoryStore();
    await fill(backend, saved);
    await migrate({ ...options, backend });
    expect((await backend.readRoot())![4]).toBe(2);
    const left = await namesIn(backend);
    // What both states need may stay: that depends on the programs of the image.
    expect(Object.keys(saved.objects).every((one) => left.includes(one))).toBe(false);
  });

  it('is read from a directory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'wasmsand-state-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const store = await nativeBackend.openStore!(parts, directory, 'n');
    await fill(store, await recorded<Saved>(name));
    await store.close?.();
    await migrate({ ...options, directory });
  });
});

describe('the record of a root', () => {
  it('is written byte for byte', async () => {
    const { root } = await recorded<Saved>('version-2');
    const record = bytesOf(root);
    const opened = await readRootRecord(record, 'n').open(undefined);
    expect(opened).toMatchObject({ epoch: 1, save: 1 });
    expect(Buffer.from(await writeRootRecord(opened, record.slice(56, 72), undefined)).toString('base64')).toBe(root);
  });

  it('of version 0, with only the name of the root object, is read', async () => {
    const backend = new MemoryStore();
    await fill(backend, await recorded<Saved>('version-1'), (record) => record.slice(40, 72));
    await migrate({ mode: 'persistent', namespace: 'n', autosaveMs: 0, backend });
  });

  it('of a later version is refused and not changed', async () => {
    const backend = new MemoryStore();
    const later = (record: Uint8Array): Uint8Array => record.with(4, 3);
    const saved = await recorded<Saved>('version-2');
    await fill(backend, saved, later);
    const persistence = { mode: 'persistent', namespace: 'n', backend } as const;
    await expect(create({ persistence })).rejects.toMatchObject({ code: 'E_PERSIST_VERSION' });
    expect(await backend.readRoot()).toEqual(later(bytesOf(saved.root)));
  });
});
