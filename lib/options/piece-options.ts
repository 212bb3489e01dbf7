// Checks the options of calls that read and write files in pieces, and that list directories.

import { optionError } from '../api/errors.js';
import type { FileRange, ReadDirOptions, ReadFileOptions, WriteStreamOptions } from '../api/pieces.js';
import type { OptionCheck as Check } from '../kernel/backend.js';
import { boolean, check, integer, stringList } from './checks.js';
import { flagOf, isText, modeOf } from './file-arguments.js';
import { openFlagsOf } from './open-flags.js';

const offset = integer(0, 'bytes');

const rangeChecks: Record<keyof FileRange, Check> = { start: offset, end: offset };

const readChecks: Record<keyof ReadFileOptions, Check> = { ...rangeChecks, encoding: (value) => void isText(value) };

const writeChecks: Record<keyof WriteStreamOptions, Check> = {
  flags: (value) => void openFlagsOf(value),
  mode: (value) => void modeOf(value),
  start: offset,
};

const readDirChecks: Record<keyof ReadDirOptions, Check> = { recursive: boolean, depth: integer(1, 'levels') };

function checkOrder({ start = 0, end = start }: FileRange): void {
  if (end < start) throw optionError('end', "must not be before 'start'");
}

/** Checks the options of {@link Sandbox.readFile}. */
export function checkReadFile(options: ReadFileOptions): void {
  check(options, readChecks);
  checkOrder(options);
}

/** Checks the options of {@link Sandbox.createReadStream}. */
export function checkRange(options: FileRange): void {
  check(options, rangeChecks);
  checkOrder(options);
}

/** Checks the options of {@link Sandbox.createWriteStream}. */
export function checkWriteStream(options: WriteStreamOptions): void {
  check(options, writeChecks);
}

/** Checks the options of {@link Sandbox.readDir}. */
export function checkReadDir(options: ReadDirOptions): void {
  check(options, readDirChecks);
}

/** How many levels of directories are read. */
export function levelsOf({ recursive, depth }: ReadDirOptions): number {
  if (depth !== undefined) readDirChecks.depth(depth, 'depth');
  const isRecursive = recursive === undefined ? depth !== undefined : flagOf(recursive, 'recursive');
  return isRecursive ? (depth ?? Number.POSITIVE_INFINITY) : 1;
}

/** One pattern or several. */
export function patternsOf(given: unknown, option: string): string[] {
  const patterns = typeof given === 'string' ? [given] : given;
  stringList(patterns, option);
  return [...(patterns as string[])];
}
