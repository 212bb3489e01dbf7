// Runs a port's configure without the answers recorded for it and records what it found:
//   node wasm/ports/record-answers.mjs grep
// Needs the C library (scripts/setup.mjs wasm). Answers that name the build machine's own programs are left out.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { installedLibc } from '../../scripts/setup/libc.mjs';
import { build } from '../../scripts/setup/places.mjs';
import { productOf } from '../../scripts/setup/programs.mjs';
import { configure, prepareSources } from './builder.mjs';
import { recipes } from './recipes.mjs';

const ofThisMachine = /^(ac_cv_(env|path|prog|build|host|exeext)|am_cv_(prog|make|CC)|lt_cv_|gl_cv_host|gt_cv_path)/;

for (const name of process.argv.slice(2)) {
  const recipe = recipes.get(name);
  const libraries = await Promise.all((recipe.libraries ?? []).map(productOf));
  const tree = join(build, 'wasm/answers', name);
  await prepareSources(recipe, tree);
  await configure(recipe, tree, { libc: installedLibc, libraries }, { own: false });
  const answers = readFileSync(join(tree, 'config.cache'), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=\$\{/.test(line) && !ofThisMachine.test(line))
    .map((line) => line.replace(/^(\w+)=\$\{\1=(.*)\}$/, '$1=$2'));
  const place = join(dirname(fileURLToPath(import.meta.url)), 'answers', name);
  writeFileSync(place, `${answers.join('\n')}\n`);
  rmSync(tree, { recursive: true });
  console.log(`${name}: ${answers.length} answers`);
}
