// Finds the parts of this package on disk: the native binary, the worker's script and the programs. They are at fixed places beside this
// code. If a bundler has moved the code, the caller gives their places.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionError, SandboxError } from '../api/errors.js';

/** Paths of the host that a caller has given. */
export interface PartPaths {
  nativeBinding?: string;
  workerScript?: string;
  wasmDir?: string;
}

/** Paths of the host: those of the package, or those that the caller gives instead. */
export interface Parts {
  nativeBinding: string;
  workerScript: string;
  wasmDir: string;
}

const optionNames = ['nativeBinding', 'workerScript', 'wasmDir'] as const;
const workerFile = join('dist', 'cjs', 'worker.cjs');
const platform = `${process.platform}-${process.arch}`;

/** The directory with the package's `package.json`, two levels above the bundles. None if this code is elsewhere. */
function packageRoot(): string | undefined {
  // A bundle in CommonJS has no URL.
  const url: string | undefined = import.meta.url;
  if (url === undefined) return undefined;
  const root = join(dirname(fileURLToPath(url)), '..', '..');
  return existsSync(join(root, workerFile)) ? root : undefined;
}

/** From the checkout's own compiler, or as the package carries them. */
function packagedBinding(root: string): string {
  const prebuilds = join(root, 'prebuilds');
  const candidates = [join(root, 'build', 'Release', 'wasmsand.node'), join(prebuilds, platform, 'wasmsand.node')];
  const found = candidates.find((path) => existsSync(path));
  if (found !== undefined) return found;
  const others = existsSync(prebuilds) ? readdirSync(prebuilds).join(', ') : 'none';
  throw new SandboxError(
    `wasmsand has no native binary for ${platform} (for: ${others}); in a source checkout run "npm start" or "node scripts/setup.mjs" once`,
    { code: 'E_NO_BINARY' },
  );
}

function bundledError(missing: string[]): SandboxError {
  return new SandboxError(
    `wasmsand cannot find its native binary, worker script and programs for ${platform}: it was bundled, and they were not. ` +
      "Mark 'wasmsand' as external (esbuild: --external:wasmsand), or ship them with the bundle and give their paths in " +
      `the options 'nativeBinding', 'workerScript' and 'wasmDir' (missing: ${missing.join(', ')}). See docs/guide/bundlers.md.`,
    { code: 'E_BUNDLED' },
  );
}

/** The place of each part. Throws when one is missing. */
export function locateParts(given: PartPaths): Parts {
  const missing = optionNames.filter((name) => given[name] === undefined);
  const root = missing.length > 0 ? packageRoot() : undefined;
  if (missing.length > 0 && root === undefined) throw bundledError(missing);
  for (const name of ['nativeBinding', 'workerScript'] as const) {
    if (given[name] !== undefined && !existsSync(given[name]))
      throw optionError(name, 'names a file that does not exist');
  }
  return {
    nativeBinding: resolve(given.nativeBinding ?? packagedBinding(root ?? '')),
    workerScript: resolve(given.workerScript ?? join(root ?? '', workerFile)),
    wasmDir: given.wasmDir ?? join(root ?? '', 'dist', 'wasm'),
  };
}
