// Options of watches, checked.

import type { WatchOptions } from '../api/watching.js';
import type { OptionCheck as Check } from '../kernel/backend.js';
import { abortSignal, boolean, check } from './checks.js';

const watchChecks: Record<keyof WatchOptions, Check> = { recursive: boolean, signal: abortSignal };

/** Checks the options of {@link Sandbox.watch}. */
export function checkWatchOptions(options: WatchOptions): void {
  check(options, watchChecks);
}
