// Where this package is on disk: the native binary, the worker's script and the wasm programs lie at fixed places under it.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The same source becomes an ES module and a CommonJS one; each knows its place by other means.
function ownDirectory(): string {
  return typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url));
}

/** The directory that holds the package's `package.json`. */
export function packageRoot(): string {
  let directory = ownDirectory();
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('wasmsand: package.json of the package is missing');
    directory = parent;
  }
  return directory;
}
