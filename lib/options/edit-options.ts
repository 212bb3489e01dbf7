// Options and arguments of edits, checked.

import type { PatchOptions, TextEdit, ViewOptions } from '../api/edits.js';
import { optionError } from '../api/errors.js';
import type { OptionCheck as Check } from '../kernel/backend.js';
import { boolean, check, checkText } from './checks.js';

export function checkLine(value: unknown, option: string, least = 1): void {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    throw optionError(option, `must be the number of a line, at least ${least}`);
  }
}

export const text: Check = (value, option) => {
  if (typeof value !== 'string') throw optionError(option, 'must be a string');
};

const viewChecks: Record<keyof ViewOptions, Check> = {
  start: (value, option) => checkLine(value, option),
  end: (value, option) => checkLine(value, option),
  numbers: boolean,
};

const editChecks: Record<keyof TextEdit, Check> = { old: text, new: text, all: boolean };

const patchChecks: Record<keyof PatchOptions, Check> = { cwd: checkText, check: boolean };

/** Checks the arguments of {@link Sandbox.edit}. */
export function checkTextEdit(edit: TextEdit): void {
  check(edit, editChecks);
  text(edit.old, 'old');
  text(edit.new, 'new');
  if (edit.old === '') throw optionError('old', 'must not be empty: insert() adds lines');
  if (edit.old === edit.new) throw optionError('new', "is the same as 'old'");
}

/** Checks the options of {@link Sandbox.view}. */
export function checkViewOptions(options: ViewOptions): void {
  check(options, viewChecks);
  const { start = 1, end = Number.POSITIVE_INFINITY } = options;
  if (end < start) throw optionError('end', "must not be before 'start'");
}

/** Checks the arguments of {@link Sandbox.applyPatch}. */
export function checkPatch(patch: string, options: PatchOptions): void {
  text(patch, 'patch');
  check(options, patchChecks);
}
