// Walks through directories, and lets the event loop turn meanwhile.

import type { Files } from './files.js';
import type { DirEntry } from './stats.js';

export function join(directory: string, name: string): string {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}

/** Entries of a directory; those of one that is gone, or was never one, are none. */
export async function entriesOf(files: Files, path: string): Promise<DirEntry[]> {
  try {
    return await files.settled(() => files.readDirectory(path));
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

// A guest moves files while they are walked through, and makes paths that are too long.
const gone = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EIO', 'ETIMEDOUT', 'ESTALE']);

export function isGone(error: unknown): boolean {
  return gone.has((error as { code?: string } | undefined)?.code ?? '');
}

/** All entries below a directory, each before those in it. `depth`: of that many levels. */
export async function* walkTree(files: Files, path: string, depth: number): AsyncGenerator<DirEntry> {
  const pace = files.pacer();
  const left: [string, number][] = [[path, 1]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [directory, level] = next;
    await pace();
    const entries = await files.settled(() => files.readDirectory(directory));
    for (const entry of entries) yield entry;
    if (level >= depth) continue;
    for (const entry of entries.reverse()) {
      if (entry.isDirectory()) left.push([join(directory, entry.name), level + 1]);
    }
  }
}

/** The same at once. */
export function readTree(files: Files, path: string, depth: number): DirEntry[] {
  const found: DirEntry[] = [];
  const left: [string, number][] = [[path, 1]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [directory, level] = next;
    const entries = files.readDirectory(directory);
    for (const entry of entries) found.push(entry);
    if (level >= depth) continue;
    for (const entry of entries.reverse()) {
      if (entry.isDirectory()) left.push([join(directory, entry.name), level + 1]);
    }
  }
  return found;
}
