// The places of saved state for the option `persistence`. One sandbox can have a place at a time.

import { SandboxError } from '../api/errors.js';
import { lockedError, type StateStore } from '../api/state-store.js';
import type { Backend, PlatformOptions } from '../kernel/backend.js';
import type { ResolvedPersistence } from '../options/persistence-options.js';
import { CheckedStore } from './checked-store.js';
import { MemoryStore } from './memory-store.js';
import { SavedState } from './saved-state.js';

/** The stores of mode `session`, by namespace. */
const sessions = new Map<string, MemoryStore>();

/** Stores of this thread that are in use by a sandbox. */
const inUse = new WeakSet<StateStore>();

/** Places that sandboxes are about to release, by `keyOf`. The next sandbox waits for them. */
const ending = new Map<unknown, Promise<void>>();

function sessionStore(namespace: string): MemoryStore {
  const known = sessions.get(namespace);
  if (known !== undefined) return known;
  const made = new MemoryStore();
  sessions.set(namespace, made);
  return made;
}

async function storeOf(
  backend: Backend,
  platformOptions: PlatformOptions,
  { mode, namespace, directory, backend: given }: ResolvedPersistence,
): Promise<StateStore> {
  if (mode === 'session') return sessionStore(namespace);
  if (given !== undefined) return given;
  if (backend.openStore !== undefined) return backend.openStore(platformOptions, directory ?? '', namespace);
  throw new SandboxError("this platform has no directories to keep state in: give 'persistence.backend'", {
    code: 'E_PERSIST_UNAVAILABLE',
  });
}

const keyOf = ({ mode, namespace, directory, backend }: ResolvedPersistence): unknown =>
  backend ?? `${mode} ${namespace} ${directory}`;

const isDirectoryOf = (key: unknown, namespace: string): boolean =>
  typeof key === 'string' && key.startsWith(`persistent ${namespace} `);

/** Opens the place of a namespace. Rejects with E_PERSIST_LOCKED when another sandbox has it. */
export async function openSavedState(
  backend: Backend,
  platformOptions: PlatformOptions,
  options: ResolvedPersistence,
): Promise<SavedState> {
  await ending.get(keyOf(options));
  const store = await storeOf(backend, platformOptions, options).catch(async (error: SandboxError) => {
    // One directory can have several paths. Perhaps it is one of these.
    const others = [...ending].filter(([key]) => isDirectoryOf(key, options.namespace)).map(([, end]) => end);
    if (error.code !== 'E_PERSIST_LOCKED' || others.length === 0) throw error;
    await Promise.all(others);
    return storeOf(backend, platformOptions, options);
  });
  const { namespace, key, maxBytes } = options;
  if (inUse.has(store)) throw lockedError(namespace);
  inUse.add(store);
  const release = (): void => {
    inUse.delete(store);
  };
  return new SavedState({
    store: new CheckedStore(store),
    namespace,
    key,
    maxBytes,
    platform: backend.platform,
    release,
  });
}

/** Another sandbox that opens this place waits for `end`. */
export function endUse(options: ResolvedPersistence, end: Promise<void>): Promise<void> {
  const key = keyOf(options);
  const settled = end
    .catch(() => {})
    .then(() => {
      if (ending.get(key) === settled) ending.delete(key);
    });
  ending.set(key, settled);
  return end;
}
