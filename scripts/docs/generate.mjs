// Writes what is made from tables of lib/: references in docs/reference, and types with their descriptions.
//   node scripts/docs/generate.mjs [--check]
// --check: writes nothing and fails when one has drifted.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorsPage } from './errors.mjs';
import { limitOptions, limitsPage } from './limits.mjs';
import { optionsPage } from './options.mjs';
import { root } from './source.mjs';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const made = {
  'docs/reference/options.md': optionsPage(),
  'docs/reference/limits.md': await limitsPage(),
  'docs/reference/errors.md': await errorsPage(),
  'lib/api/generated/limit-options.ts': await limitOptions(),
};

/** @param {string} path */
function written(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

for (const [name, text] of Object.entries(made)) {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  if (written(path) === text) continue;
  if (values.check) {
    console.error(`${name} is not as the code says: node scripts/docs/generate.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
  }
}
