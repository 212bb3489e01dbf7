// Decodes the answer of `Kernel.diff` for the caller.

import type { Change } from '../api/types.js';
import { decode } from '../text/text.js';
import { fileTypeOfEntry } from './stats.js';

const kinds: ReadonlyMap<string | undefined, Change['kind']> = new Map([
  ['c', 'created'],
  ['d', 'deleted'],
  ['m', 'modified'],
  ['r', 'renamed'],
]);

const fieldsEach = 3;

/** The format is described in lib/kernel/kernel.ts. */
export function parseChanges(listing: Uint8Array): Change[] {
  const fields = decode(listing).split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + fieldsEach < fields.length; at += fieldsEach) {
    const [head = '', path = '', from = ''] = fields.slice(at, at + fieldsEach);
    const kind = kinds.get(head[0]);
    const [mode = 0, size = 0] = head.slice(2).split(' ').map(Number);
    if (kind === undefined) continue;
    const change: Change = { kind, path, type: fileTypeOfEntry(head.charCodeAt(1)), size, mode };
    if (kind === 'renamed') change.from = from;
    changes.push(change);
  }
  return changes;
}
