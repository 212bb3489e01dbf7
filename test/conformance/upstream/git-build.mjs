// What git's scripts need of its build tree and the base image does not have: two test programs, made from the recipe's
// tree with the ports' toolchain, and the options of the build. A product of the set-up's cache, by its own hash and the port's.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf } from '../../../scripts/setup/inputs.mjs';
import { installedLibc } from '../../../scripts/setup/libc.mjs';
import { product } from '../../../scripts/setup/products.mjs';
import { productOf } from '../../../scripts/setup/programs.mjs';
import { buildPort } from '../../../wasm/ports/builder.mjs';
import { recipes } from '../../../wasm/ports/recipes.mjs';

const { name, version, source, libraries, edits, write } = recipes.get('git');

const programs = ['t/helper/test-tool', 't/helper/test-fake-ssh'];

const testRecipe = {
  name: 'git-tests',
  version,
  source,
  libraries,
  edits,
  write,
  optimise: '-O1',
  // git is without its programs in Perl; the scripts call perl for themselves.
  make: [['-e', ...programs, 'GIT-BUILD-OPTIONS', 'NO_PERL=']],
  programs: programs.map((path) => ({ built: path, path, postlink: { level: '-O1' } })),
  files: [{ from: 'GIT-BUILD-OPTIONS', path: '/GIT-BUILD-OPTIONS' }],
};

/** Entries for a sandbox, by their path in the build tree. */
export async function buildEntries() {
  const hash = hashOf([], [testRecipe, basename(await productOf(name))]);
  const make = async (place) =>
    buildPort(testRecipe, place, { libc: installedLibc, libraries: await Promise.all(libraries.map(productOf)) });
  // Not by themselves: their paths are those of the build tree.
  const directory = await product('git-tests', hash, make, { smoke: false });
  const entries = JSON.parse(readFileSync(join(directory, 'entries.json'), 'utf8'));
  return entries.map(({ path, file, mode }) => [path, { data: readFileSync(join(directory, file)), mode }]);
}
