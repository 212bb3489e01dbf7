// Checks that several options and arguments share. An unknown name or a wrong value throws an error that names the option.

import type { InputSource } from '../api/data.js';
import { optionError, SandboxError, unknownOptionError } from '../api/errors.js';
import { limitRows, limitTable, type SandboxLimit } from '../api/limit-table.js';
import type { OptionCheck as Check } from '../kernel/backend.js';
import { isBytes } from '../text/bytes.js';
import { worded } from '../text/worded.js';

export function integer(minimum: number, unit: string, maximum = Number.MAX_SAFE_INTEGER): Check {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `, at least ${minimum}` : ` from ${minimum} to ${maximum}`;
  return (value, option) => {
    if (!Number.isSafeInteger(value) || (value as number) < minimum || (value as number) > maximum) {
      throw optionError(option, `must be a whole number of ${unit}${range}`);
    }
  };
}

const { most: mostMs } = limitTable.timeoutMs;

export const milliseconds: Check = (value, option) => {
  if (typeof value !== 'number' || !(value >= 0 && value <= mostMs)) {
    throw optionError(option, `must be a number of milliseconds from 0 (no limit) to ${mostMs}`);
  }
};

/** A path, a name or another text that must not be empty. */
export const checkText: Check = (value, option) => {
  if (typeof value !== 'string' || value === '') throw optionError(option, 'must be a string that is not empty');
  if (value.includes('\0')) throw optionError(option, 'must not contain a NUL character');
};

export const callback: Check = (value, option) => {
  if (typeof value !== 'function') throw optionError(option, 'must be a function');
};

export const abortSignal: Check = (value, option) => {
  if (!(value instanceof AbortSignal)) throw optionError(option, 'must be an AbortSignal');
};

/** Checks a name and value of an environment. */
export function checkVariable(name: unknown, value: unknown, option = 'env'): void {
  if (typeof name !== 'string' || !/^[^=\0]+$/.test(name)) {
    throw optionError(option, `has a bad variable name ${worded(name)}: empty, or with "=" or NUL in it`);
  }
  if (typeof value !== 'string' || value.includes('\0')) {
    throw optionError(option, `must give ${name} a string without NUL characters`);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const environment: Check = (value, option) => {
  if (!isRecord(value)) throw optionError(option, 'must be an object of strings');
  for (const [name, content] of Object.entries(value)) checkVariable(name, content, option);
};

export const stringList: Check = (value, option) => {
  // A copy has no holes, which `some` would pass over.
  if (!Array.isArray(value) || [...value].some((item) => typeof item !== 'string' || item.includes('\0'))) {
    throw optionError(option, 'must be an array of strings without NUL characters');
  }
};

function isData(value: unknown): boolean {
  return typeof value === 'string' || isBytes(value);
}

export const files: Check = (value, option) => {
  if (!isRecord(value) || !Object.values(value).every(isData)) {
    throw optionError(option, 'must be an object from path to string or Uint8Array');
  }
};

export function isAsyncIterable(value: unknown): boolean {
  return isRecord(value) && typeof value[Symbol.asyncIterator as never] === 'function';
}

// Two readers of one stream would each get a part of it.
export function checkUnlocked(value: unknown, option: string): void {
  if (value instanceof ReadableStream && value.locked) {
    throw optionError(option, 'is a stream that has a reader already');
  }
}

export const input: Check = (value, option) => {
  const accepted: (value: unknown) => value is InputSource = (value): value is InputSource =>
    isData(value) || value instanceof ReadableStream || isAsyncIterable(value);
  if (!accepted(value)) throw optionError(option, 'must be a string, a Uint8Array or a ReadableStream');
  checkUnlocked(value, option);
};

export const boolean: Check = (value, option) => {
  if (typeof value !== 'boolean') throw optionError(option, 'must be true or false');
};

export const size: Check = (value, option) => {
  if (typeof value !== 'number' || !(value >= 0)) throw optionError(option, 'must be a number of bytes, or Infinity');
};

export function limit(name: SandboxLimit): Check {
  const { unit, least, most } = limitRows[name];
  return unit === 'milliseconds' ? milliseconds : integer(least, unit, most);
}

/** The checks of some limits, by their names. */
export function limitChecks<Name extends SandboxLimit>(names: readonly Name[]): Record<Name, Check> {
  return Object.fromEntries(names.map((name) => [name, limit(name)])) as Record<Name, Check>;
}

export function notObject(): SandboxError {
  return new SandboxError('options must be an object', { code: 'E_INVALID_OPTION' });
}

/** Checks each option by its name. `within` stands before the names in messages: `limits.`. */
export function check(options: unknown, checks: Record<string, Check>, within = ''): void {
  if (!isRecord(options)) throw notObject();
  for (const [option, value] of Object.entries(options)) {
    const checkValue = Object.hasOwn(checks, option) ? checks[option] : undefined;
    if (checkValue === undefined) throw unknownOptionError(within, option, Object.keys(checks));
    if (value !== undefined) checkValue(value, within + option);
  }
}

/** Checks an argument that must be a string without NUL, for a C program. */
export function checkString(value: unknown, option: string): void {
  if (typeof value !== 'string') throw optionError(option, 'must be a string');
  if (value.includes('\0')) throw optionError(option, 'must not contain a NUL character');
}
