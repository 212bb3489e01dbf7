// Modules of lib/ that the package does not export, for fuzzers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../setup/places.mjs';

/**
 * What they export; `paths` as one would import them in lib/.
 * @param {...string} paths
 */
export async function importFromLib(...paths) {
  const place = mkdtempSync(join(tmpdir(), 'wasmsand-fuzz-'));
  const outfile = join(place, 'bundle.mjs');
  const contents = paths.map((path) => `export * from '${path}';`).join('\n');
  await build({
    stdin: { contents, resolveDir: join(root, 'lib') },
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  const modules = await import(pathToFileURL(outfile).href);
  rmSync(place, { recursive: true });
  return modules;
}
