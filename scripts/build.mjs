// Builds lib/ into dist/: ESM and CommonJS bundles, the worker's script, and the declarations of both module systems.
// dist/wasm belongs to the set-up's wasm steps and is left alone.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** @import { BuildOptions } from 'esbuild' */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** @param {...string} parts */
const out = (...parts) => join(root, 'dist', ...parts);

/** @type {BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  // Only who keeps state on disk has it.
  external: ['lmdb'],
  logLevel: 'warning',
};

// CommonJS has no import.meta; the bundles that need their own place read it from this constant instead.
/** @type {BuildOptions} */
const commonJs = {
  ...shared,
  format: 'cjs',
  define: { 'import.meta.url': '__moduleUrl' },
  banner: { js: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

// What is bundled from CommonJS packages (undici) requires Node's modules, which an ES module has no `require` for.
/** @type {BuildOptions} */
const esm = {
  ...shared,
  format: 'esm',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(typeof __filename === 'undefined' ? import.meta.url : __filename);",
  },
};

rmSync(out('esm'), { recursive: true, force: true });
rmSync(out('cjs'), { recursive: true, force: true });

await Promise.all([
  // What is imported later than at the beginning lies in files of its own.
  build({ ...esm, entryPoints: ['lib/index.ts'], outdir: 'dist/esm', splitting: true }),
  build({ ...commonJs, entryPoints: ['lib/index.ts'], outfile: 'dist/cjs/index.js' }),
  // One worker script serves both bundles; a classic script starts fastest. Its name keeps it one wherever it is copied to.
  build({ ...commonJs, entryPoints: ['lib/node/main.ts'], outfile: 'dist/cjs/worker.cjs' }),
  build({ ...commonJs, entryPoints: ['lib/node/unpack.ts'], outfile: 'dist/cjs/unpack.cjs' }),
]);

const tsc = createRequire(import.meta.url).resolve('typescript/package.json');
execFileSync(process.execPath, [join(dirname(tsc), 'bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});

// The same declarations, read as CommonJS because of the package.json beside them.
writeFileSync(out('cjs', 'package.json'), '{ "type": "commonjs" }\n');
for (const file of readdirSync(out('esm'), { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.d.ts')) cpSync(out('esm', file), out('cjs', file));
}
if (!existsSync(out('esm', 'index.d.ts'))) throw new Error('the declarations of the package were not emitted');
