// The limits of a sandbox: options that were given, and a preset for the rest.

import type { LimitsInLimits } from './generated/limit-options.js';
import { type LimitName, limitRows, type SandboxLimit } from './limit-table.js';

export type ResolvedLimits = Record<SandboxLimit, number>;

/** `'strict'`: for the command lines of strangers. */
export type LimitPreset = 'default' | 'strict';

/** Limits that are rarely set, each by its name, and what the others are: `preset`. */
export interface LimitOptions extends LimitsInLimits {
  /** Default `'default'`. */
  preset?: LimitPreset;
}

const pipeShare = 4;

/** All limits as a preset has them. */
export function presetLimits(preset: LimitPreset): ResolvedLimits {
  const values = Object.entries(limitRows).map(([name, row]) => [name, row[preset]]);
  return Object.fromEntries(values) as ResolvedLimits;
}

/** The limit of time among these limits that ended a command; `undefined`: none. */
export function timeLimitIn(met: LimitName[]): 'timeoutMs' | 'cpuTimeoutMs' | undefined {
  return met.find((limit) => limit === 'timeoutMs' || limit === 'cpuTimeoutMs');
}

/** Fills in and checks all limits of a sandbox. `given` has some of them. */
export function resolveLimits(preset: LimitPreset, given: Partial<ResolvedLimits>): ResolvedLimits {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const limits: ResolvedLimits = { ...presetLimits(preset), ...set };
  const share = Math.max(Math.floor(limits.memoryLimitBytes / pipeShare), limitRows.maxPipeBytes.least);
  if (given.maxPipeBytes === undefined) limits.maxPipeBytes = Math.min(limits.maxPipeBytes, share);
  return limits;
}
