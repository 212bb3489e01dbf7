// The states that a sandbox can begin as or go back to.

import type { Kernel } from '../kernel/kernel.js';
import type { PythonSessionState } from '../python/python-session.js';
import type { SessionState } from '../shell/session.js';

/** What this side knows of the sessions. Their processes follow one another in the kernel: the shell, the interpreters. */
export interface SessionsState {
  shell: SessionState;
  hasShell: boolean;
  /** Those with an interpreter first. */
  python: PythonSessionState[];
}

/** A snapshot, wherever it is, a sandbox as it is now, or a state that was read. */
export interface Origin {
  /** Makes all of a kernel as it is there; answers as `Kernel.restore`. */
  fill(kernel: Kernel, runs: Int32Array, result: Int32Array): number;
  sessions: SessionsState | undefined;
}
