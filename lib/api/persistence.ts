// The option `persistence`.

import type { StateStore } from './state-store.js';

/** Bytes of a key that saved state is encrypted with. */
export const stateKeyBytes = 32;

/** How the state of a sandbox outlives it: see {@link SandboxOptions.persistence}. */
export interface PersistenceOptions {
  /**
   * `ephemeral`: not at all, the default. `session`: as long as this thread. `persistent`: in `directory`, or in `backend`.
   */
  mode?: 'ephemeral' | 'session' | 'persistent';
  /** Which state: 1 to 64 letters, digits, `.`, `_` or `-`, of which the first is a letter or a digit. */
  namespace?: string;
  /** Directory of the host for mode `persistent`; each namespace has one in it. Made when missing, with mode 0700. */
  directory?: string;
  /**
   * Milliseconds from the first change that is not saved to its being saved, so that many changes are one save. Default 1000; 0: only
   * `save()` saves.
   */
  autosaveMs?: number;
  /** Bytes that what is saved may come to. A save that needs more rejects with E_PERSIST_FULL. Default: no limit. */
  maxBytes?: number;
  /** 32 bytes: what is saved is encrypted with it (AES-256-GCM). */
  key?: Uint8Array;
  /** The place of the namespace, for mode `persistent`, instead of a directory. It is closed with the sandbox. */
  backend?: StateStore;
  /** Called when a save failed that nobody has asked for. The next change, `save()` and the end try again. */
  onError?: (error: Error) => void;
}
