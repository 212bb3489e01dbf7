// The base image: the layout and the programs that a manifest names, one entry after the other.

import { directories, rootId, symlinks, systemFiles, userFiles, userId } from './base-layout.js';
import { SandboxError } from './errors.js';
import { encode } from './text.js';

/** Parent directories come before what they contain. Times are those of the image's creation. */
export type BaseImageEntry =
  | { type: 'directory'; path: string; mode: number; uid: number; gid: number }
  | { type: 'file'; path: string; mode: number; uid: number; gid: number; data: Uint8Array }
  | { type: 'symlink'; path: string; target: string }
  /** A hard link to an entry before it. */
  | { type: 'link'; path: string; target: string }
  | ProgramEntry;

/** A file whose bytes are read on first use, from `file` beside the manifest. */
export interface ProgramEntry {
  type: 'program';
  path: string;
  mode: number;
  size: number;
  file: string;
}

interface ManifestEntry {
  path: string;
  type: 'program' | 'file' | 'link' | 'symlink';
  file?: string;
  target?: string;
  mode?: number;
  size?: number;
}

function manifestEntries(manifest: { version?: unknown; entries?: unknown }): ManifestEntry[] {
  if (manifest.version !== 1 || !Array.isArray(manifest.entries)) {
    throw new SandboxError("the programs' manifest.json is not of version 1", { code: 'E_NO_PROGRAMS' });
  }
  return manifest.entries as ManifestEntry[];
}

function imageEntry({ path, type, file = '', target = '', mode = 0o755, size = 0 }: ManifestEntry): BaseImageEntry {
  if (type === 'link' || type === 'symlink') return { type, path, target };
  return { type: 'program', path, mode, size, file };
}

function ownedFile(path: string, text: string, owner: number): BaseImageEntry {
  return { type: 'file', path, mode: 0o644, uid: owner, gid: owner, data: encode(text) };
}

/** Appends the directories above `path` that are not `known` yet. Most paths have the parent of the one before. */
function addParents(entries: BaseImageEntry[], path: string, known: Set<string>): void {
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (parent === '' || known.has(parent)) return;
  addParents(entries, parent, known);
  known.add(parent);
  entries.push({ type: 'directory', path: parent, mode: 0o755, uid: rootId, gid: rootId });
}

/** `manifest`: what its JSON says. */
export function baseImageEntries(manifest: { version?: unknown; entries?: unknown }): BaseImageEntry[] {
  const entries: BaseImageEntry[] = directories.map(({ path, mode = 0o755, owner = rootId }) => ({
    type: 'directory',
    path,
    mode,
    uid: owner,
    gid: owner,
  }));
  const known = new Set(directories.map(({ path }) => path));
  for (const [path, target] of Object.entries(symlinks)) entries.push({ type: 'symlink', path, target });
  for (const [path, text] of Object.entries(systemFiles)) entries.push(ownedFile(path, text, rootId));
  for (const [path, text] of Object.entries(userFiles)) entries.push(ownedFile(path, text, userId));
  // Links come after what they lead to.
  const links: ManifestEntry[] = [];
  const add = (entry: ManifestEntry): void => {
    addParents(entries, entry.path, known);
    entries.push(imageEntry(entry));
  };
  for (const entry of manifestEntries(manifest)) {
    if (entry.type === 'link') links.push(entry);
    else add(entry);
  }
  links.forEach(add);
  return entries;
}
