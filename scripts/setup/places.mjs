// Where the set-up reads and writes.
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
// Not build/, which node-gyp empties.
export const build = join(root, '.setup');

// Products that take minutes live outside the checkout, named by the hash of what they are made from. Deleting this
// directory costs time and nothing else.
export const cache =
  process.env.WASMSAND_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wasmsand');

export const clangVersion = 19;
