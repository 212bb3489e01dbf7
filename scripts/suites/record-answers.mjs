// Runs a port's configure without the answers recorded for it and records what it found:
//   node scripts/suites/record-answers.mjs grep
// Needs the C library (scripts/setup.mjs wasm). Answers that name the build machine's own programs are left out.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure, prepareSources } from '../../wasm/ports/builder.mjs';
import { recipes } from '../../wasm/ports/recipes.mjs';
import { installedLibc } from '../setup/libc.mjs';
import { build, root } from '../setup/places.mjs';
import { productOf } from '../setup/programs.mjs';

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
  const place = join(root, 'wasm/ports/answers', name);
  writeFileSync(place, `${answers.join('\n')}\n`);
  rmSync(tree, { recursive: true });
  console.log(`${name}: ${answers.length} answers`);
}
