// Where this package is on disk: the native binary, the worker's script and the wasm programs lie at fixed places under it.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory that holds the package's `package.json`: two above `dist/esm` and `dist/cjs`, where the bundles are. */
export function packageRoot(): string {
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..');
}
