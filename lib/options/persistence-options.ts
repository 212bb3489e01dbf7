// Checks the option `persistence`.

import { optionError, unknownOptionError } from '../api/errors.js';
import { optionDefaults } from '../api/option-defaults.js';
import { type PersistenceOptions, stateKeyBytes } from '../api/persistence.js';
import type { StateStore } from '../api/state-store.js';
import { isBytes } from '../text/bytes.js';

/** With the defaults filled in. */
export interface ResolvedPersistence {
  mode: 'session' | 'persistent';
  namespace: string;
  directory: string | undefined;
  autosaveMs: number;
  maxBytes: number;
  key: Uint8Array | undefined;
  backend: StateStore | undefined;
  onError: ((error: Error) => void) | undefined;
}

type Check = (value: unknown) => string | undefined;

const modes = ['ephemeral', 'session', 'persistent'];
const namespacePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const longestTimer = 0x7fffffff;
const methods = ['readRoot', 'swapRoot', 'get', 'list', 'put', 'delete'] as const;

const isStore = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function');

const must = (holds: (value: never) => boolean, problem: string): Check => {
  return (value) => (holds(value as never) ? undefined : problem);
};

const checks: Record<keyof PersistenceOptions, Check> = {
  mode: must((value: string) => modes.includes(value), `must be one of ${modes.join(', ')}`),
  namespace: must(
    (value: unknown) => typeof value === 'string' && namespacePattern.test(value),
    'must be 1 to 64 letters, digits, ".", "_" or "-", and begin with a letter or a digit',
  ),
  directory: must(
    (value: unknown) => typeof value === 'string' && value !== '' && !value.includes('\0'),
    'must be the path of a directory',
  ),
  autosaveMs: must(
    (value: unknown) => typeof value === 'number' && value >= 0 && value <= longestTimer,
    'must be a number of milliseconds from 0 (only save() saves) to 2147483647',
  ),
  maxBytes: must(
    (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0,
    'must be a whole number of bytes, at least 1',
  ),
  key: must(
    (value: unknown) => isBytes(value) && value.length === stateKeyBytes,
    `must be a Uint8Array of ${stateKeyBytes} bytes`,
  ),
  backend: must(isStore, `must be a StateStore: an object with the methods ${methods.join(', ')}`),
  onError: must((value: unknown) => typeof value === 'function', 'must be a function'),
};

/** Throws E_INVALID_OPTION. `undefined`: the state is not kept. */
export function resolvePersistence(given: unknown): ResolvedPersistence | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'object' || given === null) throw optionError('persistence', 'must be an object');
  for (const [name, value] of Object.entries(given)) {
    const option = `persistence.${name}`;
    if (!Object.hasOwn(checks, name)) throw unknownOptionError('persistence.', name, Object.keys(checks));
    const problem = value === undefined ? undefined : checks[name as keyof PersistenceOptions](value);
    if (problem !== undefined) throw optionError(option, problem);
  }
  const { mode = 'ephemeral', namespace, directory, backend, ...rest } = given as PersistenceOptions;
  if (mode === 'ephemeral') return undefined;
  if (namespace === undefined) throw optionError('persistence.namespace', `is needed for mode '${mode}'`);
  checkPlace(mode, directory, backend);
  return {
    mode,
    namespace,
    directory,
    backend,
    autosaveMs: rest.autosaveMs ?? optionDefaults['PersistenceOptions.autosaveMs'],
    maxBytes: rest.maxBytes ?? Number.POSITIVE_INFINITY,
    // A copy: the caller may wipe its own key.
    key: rest.key?.slice(),
    onError: rest.onError,
  };
}

function checkPlace(mode: string, directory: string | undefined, backend: StateStore | undefined): void {
  if (mode === 'session' && (directory !== undefined || backend !== undefined)) {
    const name = directory === undefined ? 'backend' : 'directory';
    throw optionError(`persistence.${name}`, "is for mode 'persistent'");
  }
  if (mode === 'session') return;
  if (directory === undefined && backend === undefined) {
    throw optionError('persistence.directory', "is needed for mode 'persistent', or 'backend'");
  }
  if (directory !== undefined && backend !== undefined) {
    throw optionError('persistence.backend', "and 'directory' say where: give one of them");
  }
}
