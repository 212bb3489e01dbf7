// Paths that fit patterns: fs.glob.

import { optionError } from '../api/errors.js';
import {
  advanced,
  compileSegment,
  expandBraces,
  type GlobForm,
  globstar,
  matchesPath,
  opened,
  type Segment,
} from '../text/glob.js';
import type { Files } from './files.js';
import { DirEntry } from './stats.js';
import { entriesOf, isGone, join } from './tree-walk.js';

const form: GlobForm = { dot: false, groups: true };

/** Options of {@link SandboxFs.glob}. */
export interface GlobOptions<Asked = string> {
  /** Where relative patterns begin. Default: the session's working directory. */
  cwd?: string;
  /** What is left out, with all below: patterns, or a function of a name, or with `withFileTypes` of an entry. */
  exclude?: readonly string[] | ((asked: Asked) => boolean);
  /** Whether entries are answered in place of paths. Default: paths. */
  withFileTypes?: boolean;
}

export interface GlobRequest {
  patterns: readonly string[];
  /** Absolute. */
  directory: string;
  /** Whether what has this path or this name is left out, with all below. */
  excludes: (names: readonly string[], entry: DirEntry) => boolean;
}

interface Pattern {
  isAbsolute: boolean;
  segments: Segment[];
  onlyDirectories: boolean;
}

/** Throws E_INVALID_OPTION for braces that stand for too much. */
export function compilePatterns(pattern: string, option: string): Pattern[] {
  const expanded = expandBraces(pattern);
  if (expanded === undefined) throw optionError(option, 'stands for more than 10 000 patterns by its braces');
  return expanded.map((text) => {
    const names: string[] = [];
    for (const name of text.split('/')) {
      if (name === '' || name === '.') continue;
      const before = names.at(-1);
      // A name without wildcards has one parent: the directory that it lies in.
      if (name !== '..' || before === undefined || before === '..' || /[*?[\\(]/.test(before)) names.push(name);
      else names.pop();
    }
    const segments = names
      .map((name) => compileSegment(name, form))
      .filter((one, i, all) => one !== globstar || all[i - 1] !== globstar);
    return { isAbsolute: text.startsWith('/'), segments, onlyDirectories: /\/\.?$/.test(text) };
  });
}

/** Whether one of the patterns has the path. */
export function excluder(patterns: readonly string[]): (names: readonly string[]) => boolean {
  const compiled = patterns.flatMap((pattern) => compilePatterns(pattern, 'exclude'));
  return (names) => compiled.some(({ segments }) => matchesPath(segments, names, form));
}

const anyForm: GlobForm = { dot: true, groups: true };

/** Whether one of the patterns has a path, or without a slash its name. No pattern has all. */
export function compileGlobs(patterns: readonly string[]): (names: readonly string[]) => boolean {
  const compiled = patterns.flatMap((pattern) => {
    const expanded = compilePatterns(pattern, 'glob');
    return pattern.includes('/')
      ? expanded
      : expanded.map((one) => ({ ...one, segments: [globstar as Segment, ...one.segments] }));
  });
  return (names) => compiled.length === 0 || compiled.some(({ segments }) => matchesPath(segments, names, anyForm));
}

/** Each path once. */
export async function* globPaths(
  files: Files,
  { patterns, directory, excludes }: GlobRequest,
): AsyncGenerator<{ path: string; entry: DirEntry }> {
  const seen = new Set<string>();
  for (const pattern of patterns.flatMap((text) => (text === '' ? [] : compilePatterns(text, 'pattern')))) {
    for await (const found of walk(files, pattern, directory, excludes)) {
      if (seen.has(found.path)) continue;
      seen.add(found.path);
      yield found;
    }
  }
}

async function* walk(
  files: Files,
  { isAbsolute, segments, onlyDirectories }: Pattern,
  directory: string,
  excludes: GlobRequest['excludes'],
): AsyncGenerator<{ path: string; entry: DirEntry }> {
  const pace = files.pacer();
  // Names that are sure need no directory to be read.
  let sure = 0;
  const names: string[] = [];
  for (; sure < segments.length; sure++) {
    const segment = segments[sure];
    if (segment === undefined || segment === globstar || segment.literal === undefined) break;
    names.push(segment.literal);
  }
  const root = isAbsolute ? '/' : directory;
  const rest = segments.slice(sure);
  const first = await entryAt(files, names.reduce(join, root));
  if (first === undefined) return;
  const shown = (names: readonly string[]): string => (isAbsolute ? names.reduce(join, '/') : names.join('/') || '.');
  const left: Visit[] = [{ above: names, entry: first, places: opened(rest, [0]) }];
  for (let visit = left.pop(); visit !== undefined; visit = left.pop()) {
    const { above, entry, places } = visit;
    const names = entry === first ? [...above] : [...above, entry.name];
    await pace();
    if (names.length > 0 && excludes(names, entry)) continue;
    // A link is entered only by its name.
    const isInside = entry.isDirectory() || (entry === first && entry.isSymbolicLink());
    if (places.has(rest.length) && (!onlyDirectories || isInside)) yield { path: shown(names), entry };
    if (!isInside || places.size === 0) continue;
    const entries = await entriesOf(files, names.reduce(join, root));
    for (const below of entries.reverse()) {
      const next = advanced(rest, places, below.name, form);
      if (!below.isDirectory() && !endsThere(rest, places, next)) continue;
      if (next.size > 0) left.push({ above: names, entry: below, places: next });
    }
  }
}

interface Visit {
  /** The names of the path, but for the last: one array for all entries of a directory. */
  above: readonly string[];
  entry: DirEntry;
  places: Set<number>;
}

/** Whether a path may end with a name that is no directory: a `**` at the end has at least that name. */
function endsThere(segments: readonly Segment[], before: Set<number>, after: Set<number>): boolean {
  const last = segments.length - 1;
  return after.has(segments.length) && (segments[last] !== globstar || before.has(last));
}

async function entryAt(files: Files, path: string): Promise<DirEntry | undefined> {
  try {
    const { type } = await files.settled(() => files.lstat(path));
    const slash = path.lastIndexOf('/');
    return new DirEntry(path.slice(slash + 1), path.slice(0, slash) || '/', type);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
