// Writes the references in docs/reference that are made from the code.
//   node scripts/docs/generate.mjs [--check]
// --check: writes nothing and fails when one has drifted.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorsPage } from './errors.mjs';
import { limitsPage } from './limits.mjs';
import { optionsPage } from './options.mjs';
import { root } from './source.mjs';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const references = {
  'docs/reference/options.md': optionsPage(),
  'docs/reference/limits.md': await limitsPage(),
  'docs/reference/errors.md': await errorsPage(),
};

/** @param {string} path */
function written(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

mkdirSync(join(root, 'docs/reference'), { recursive: true });
for (const [name, text] of Object.entries(references)) {
  const path = join(root, name);
  if (written(path) === text) continue;
  if (values.check) {
    console.error(`${name} is not as the code says: node scripts/docs/generate.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
  }
}
