// The option `persistence`.

import type { StateStore } from './state-store.js';

/** The length in bytes of the key that encrypts saved state. */
export const stateKeyBytes = 32;

/** How the state of a sandbox outlives it: see {@link SandboxOptions.persistence}. */
export interface PersistenceOptions {
  /**
   * `ephemeral` (default): the state is not kept. `session`: kept in memory, as long as this thread lives. `persistent`: kept in
   * `directory` or in `backend`.
   */
  mode?: 'ephemeral' | 'session' | 'persistent';
  /** The name of the state: 1 to 64 letters, digits, `.`, `_` or `-`. The first is a letter or a digit. */
  namespace?: string;
  /** A directory on the host, for mode `persistent`. Each namespace gets a directory in it. Made with mode 0700 if missing. */
  directory?: string;
  /**
   * Milliseconds from the first unsaved change to an automatic save, so that many changes become one save. Default 1000. 0: only `save()`
   * and the end of the sandbox save.
   */
  autosaveMs?: number;
  /** The largest size of a saved state, in bytes. A save that needs more rejects with E_PERSIST_FULL. Default: no limit. */
  maxBytes?: number;
  /** 32 bytes. The state is encrypted with this key (AES-256-GCM). */
  key?: Uint8Array;
  /** A store of your own, for mode `persistent`, in place of `directory`. The sandbox closes the store when it ends. */
  backend?: StateStore;
  /** Called when an automatic save fails. The next change, `save()` and the end of the sandbox try again. */
  onError?: (error: Error) => void;
}
