// A folder of the host for each test of a file, gone after it.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** What is in a folder: the content of a file, or a link as what `linkTo` makes, by path. */
type Content = Record<string, string | { target: string }>;

export const linkTo = (target: string) => ({ target });

function fill(folder: string, content: Content): void {
  for (const [name, value] of Object.entries(content)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof value === 'string') writeFileSync(path, value);
    else symlinkSync(value.target, path);
  }
}

/** Before each test `use` is told where the folder is, with what `content` says of that path in it. */
export function useFolder(content: (folder: string) => Content, use: (folder: string) => void): void {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wasmsand-folder-'));
    fill(folder, content(folder));
    use(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}
