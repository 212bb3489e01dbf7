// Encodes the layout of the base image, one entry after the other. The list of programs follows it.

import { encode } from '../text/text.js';
import { directories, rootId, symlinks, systemFiles, userFiles, userId } from './base-layout.js';

/** Parent directories come before their content. All times are that of the image's creation. */
export type BaseImageEntry =
  | { type: 'directory'; path: string; mode: number; uid: number; gid: number }
  | { type: 'file'; path: string; mode: number; uid: number; gid: number; data: Uint8Array }
  | { type: 'symlink'; path: string; target: string };

function ownedFile(path: string, text: string, owner: number): BaseImageEntry {
  return { type: 'file', path, mode: 0o644, uid: owner, gid: owner, data: encode(text) };
}

export function layoutEntries(): BaseImageEntry[] {
  return [
    ...directories.map(({ path, mode = 0o755, owner = rootId }): BaseImageEntry => {
      return { type: 'directory', path, mode, uid: owner, gid: owner };
    }),
    ...Object.entries(symlinks).map(([path, target]): BaseImageEntry => ({ type: 'symlink', path, target })),
    ...Object.entries(systemFiles).map(([path, text]) => ownedFile(path, text, rootId)),
    ...Object.entries(userFiles).map(([path, text]) => ownedFile(path, text, userId)),
  ];
}
