// Searches in a tree of files: no process, and the event loop turns meanwhile.

import { optionDefaults } from '../api/option-defaults.js';
import type { FindOptions, FoundFile, FoundLine, GrepOptions, SearchOptions } from '../api/search.js';
import type { FileType } from '../api/types.js';
import { patternsOf } from '../options/piece-options.js';
import { decode } from '../text/text.js';
import type { Files } from './files.js';
import { compileGlobs } from './glob.js';
import { IgnoreRules } from './ignore.js';
import { type LineBudget, pieceSize, searchFile } from './line-search.js';
import { entriesOf, isGone, join } from './tree-walk.js';

const longestIgnoreFile = 64 * 1024;
/** A guest may make directories in directories, and each path is compared with patterns name by name. */
const mostLevels = 256;

interface Found {
  /** As the caller sees it. */
  path: string;
  absolute: string;
  type: FileType;
}

interface Visit extends Found {
  /** Of the path from the root on, without the last: one array for all entries of a directory. */
  above: readonly string[];
  name: string;
  rules: IgnoreRules | undefined;
}

export async function find(files: Files, options: FindOptions): Promise<FoundFile[]> {
  const { type, maxResults = optionDefaults['FindOptions.maxResults'] } = options;
  const found: FoundFile[] = [];
  for await (const one of search(files, options)) {
    if (type !== undefined && one.type !== type) continue;
    const stat = await unlessGone(() => files.settled(() => files.lstat(one.absolute)));
    if (stat !== undefined) found.push({ path: one.path, type: stat.type, size: stat.size });
    if (found.length >= maxResults) break;
  }
  return found;
}

export async function grep(
  files: Files,
  options: GrepOptions,
  matches: (line: string) => boolean,
): Promise<FoundLine[]> {
  const budget: LineBudget = {
    matches: options.maxMatches ?? optionDefaults['GrepOptions.maxMatches'],
    bytes: options.maxBytes ?? optionDefaults['GrepOptions.maxBytes'],
  };
  const { context = optionDefaults['GrepOptions.context'], literal = optionDefaults['GrepOptions.literal'] } = options;
  const found: FoundLine[] = [];
  const request = { matches, context, isLiteral: literal, signal: options.signal, piece: new Uint8Array(pieceSize) };
  for await (const { path, absolute, type } of search(files, options)) {
    if (type !== 'file') continue;
    for (const line of await searchFile(files, absolute, request, budget)) found.push({ path, ...line });
    if (budget.matches <= 0 || budget.bytes <= 0) break;
  }
  return found;
}

async function unlessGone<Value>(make: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await make();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** What the options mean, each directory before what is in it. */
async function* search(files: Files, options: SearchOptions): AsyncGenerator<Found> {
  const { path, ignore, signal } = options;
  const fits = compileGlobs(options.glob === undefined ? [] : patternsOf(options.glob, 'glob'));
  const given = path === undefined ? files.workingDirectory : files.absolute(path, 'scandir');
  const root = await files.settled(() => files.realpath(given));
  const { type } = await files.settled(() => files.stat(root));
  const names = root.split('/').filter((name) => name !== '');
  if (type !== 'directory') {
    yield { path: path ?? root, absolute: root, type };
    return;
  }
  const isGit = ignore === 'git';
  const first = isGit ? await rulesAbove(files, names) : new IgnoreRules(ignore ?? [], names.length);
  const pace = files.pacer();
  const left: Visit[] = [];
  const enter = async (directory: Directory): Promise<void> => {
    for (const inside of await below(files, directory, isGit)) left.push(inside);
  };
  await enter({ path: path ?? '', absolute: root, names, rules: first });
  for (let visit = left.pop(); visit !== undefined; visit = left.pop()) {
    await pace();
    if (signal?.aborted === true) return;
    const inside = [...visit.above, visit.name];
    if (fits(inside.slice(names.length))) yield visit;
    if (visit.type === 'directory' && inside.length - names.length < mostLevels)
      await enter({ ...visit, names: inside });
  }
}

interface Directory {
  path: string;
  absolute: string;
  names: readonly string[];
  rules: IgnoreRules | undefined;
}

// In reverse, for they are taken from the end.
async function below(
  files: Files,
  { path, absolute, names, rules: above }: Directory,
  isGit: boolean,
): Promise<Visit[]> {
  const entries = await entriesOf(files, absolute);
  const rules = isGit ? await rulesOf(files, absolute, names.length, above) : above;
  const pace = files.pacer();
  const visits: Visit[] = [];
  for (const { name, type } of entries.reverse()) {
    if (isGit && name === '.git') continue;
    await pace();
    if (rules !== undefined && (await rules.ignores([...names, name], type === 'directory', pace))) continue;
    const shown = path === '' ? name : join(path, name);
    visits.push({ path: shown, absolute: join(absolute, name), type, above: names, name, rules });
  }
  return visits;
}

/** The rules of the directories above one that lies in a repository. */
async function rulesAbove(files: Files, names: readonly string[]): Promise<IgnoreRules | undefined> {
  const exists = (path: string) => files.settled(() => files.exists(path));
  let depth = names.length;
  const pathOf = (length: number): string => `/${names.slice(0, length).join('/')}`;
  while (depth > 0 && !(await exists(join(pathOf(depth), '.git')))) depth--;
  if (depth === 0) return undefined;
  let rules: IgnoreRules | undefined;
  for (; depth < names.length; depth++) rules = await rulesOf(files, pathOf(depth), depth, rules);
  return rules;
}

async function rulesOf(
  files: Files,
  directory: string,
  depth: number,
  above: IgnoreRules | undefined,
): Promise<IgnoreRules | undefined> {
  const path = join(directory, '.gitignore');
  // As git, not by a link.
  const stat = await unlessGone(() => files.settled(() => files.lstat(path)));
  if (stat?.isFile() !== true) return above;
  const bytes = new Uint8Array(Math.min(longestIgnoreFile, stat.size));
  const count = await unlessGone(() => files.readAt(path, 0, bytes));
  return count === undefined ? above : new IgnoreRules(decode(bytes.subarray(0, count)).split('\n'), depth, above);
}
