// Overlays: folders of the host whose changes stay in the sandbox until they are committed.

import { optionError } from '../api/errors.js';
import type { Change, Overlay } from '../api/types.js';
import type { Files } from './files.js';

/** How a folder is mounted. */
export const MountKind = { readOnly: 0, writable: 1, overlay: 2 } as const;

export class FolderOverlay implements Overlay {
  readonly path: string;
  readonly #files: Files;

  constructor(files: Files, path: string) {
    this.#files = files;
    this.path = path;
  }

  diff(): Change[] {
    const changes = this.#files.overlayChanges(this.path);
    for (const change of changes) change.path = `${this.path}/${change.path}`;
    return changes;
  }

  commit(paths?: string[]): void {
    if (paths !== undefined && !Array.isArray(paths)) throw optionError('paths', 'must be an array of strings');
    this.#files.commitOverlay(
      this.path,
      paths?.map((path) => this.#within(path)),
    );
  }

  discard(): void {
    this.#files.discardOverlay(this.path);
  }

  // Paths are given as `diff` shows them, or relative to the overlay.
  #within(path: string): string {
    if (typeof path !== 'string') throw optionError('paths', 'must be an array of strings');
    if (path === this.path) return '';
    if (path.startsWith(`${this.path}/`)) return path.slice(this.path.length + 1);
    if (path.startsWith('/')) throw optionError('paths', `must lie in ${this.path}`);
    return path;
  }
}
