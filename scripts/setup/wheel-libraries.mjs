// C libraries that modules of wheels are linked with, from Debian's source packages (wasm/wheels/libraries.mjs says how each is compiled),
// and kept: `{ include, archive, terms }`, without an archive if CPython has it in itself.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { libraries } from '../../wasm/wheels/libraries.mjs';
import { hashOf } from './inputs.mjs';
import { build, cache } from './places.mjs';
import { report, run } from './progress.mjs';
import { unpackSource } from './sources.mjs';
import { compileAll } from './wheel-compile.mjs';
import { sdk, sdkInputs } from './wheel-sdk.mjs';

const code = ['scripts/setup/wheel-libraries.mjs', 'scripts/setup/wheel-compile.mjs'];

/** What a library is made of, as a fact for hashes of what is linked with it. */
export const libraryFacts = (names) =>
  names.map((name) => [libraries[name], libraryFacts(libraries[name].libraries ?? [])]);

/** A header or a source that a configure step would have written, of the text of a template: `@NAME@` and `#cmakedefine`. */
function fill(text, values) {
  const has = (name) => values[name] !== undefined && values[name] !== false;
  return text
    .replace(/^#\s*cmakedefine01 (\w+)/gm, (_, name) => `#define ${name} ${has(name) ? 1 : 0}`)
    .replace(/^#\s*cmakedefine (\w+)(.*)/gm, (_, name, rest) =>
      has(name) ? `#define ${name}${rest}` : `/* #undef ${name} */`,
    )
    .replace(/@(\w+)@/g, (_, name) => values[name] ?? '');
}

async function make(name, directory) {
  const { source, sources, terms = [], flags = [], headers, templates = {}, libraries: needed = [] } = libraries[name];
  const known = await sdk();
  report('wheels', `compiling ${name}`);
  mkdirSync(build, { recursive: true });
  const scratch = mkdtempSync(join(build, 'library-'));
  try {
    const tree = join(scratch, 'source');
    await unpackSource('wheels', source, tree);
    for (const path of terms) cpSync(join(tree, path), join(directory, 'terms', `${name}-${basename(path)}`));
    for (const [path, { from, values }] of Object.entries(templates))
      writeFileSync(join(tree, path), fill(readFileSync(join(tree, from), 'utf8'), values));
    for (const [from, to] of Object.entries(headers))
      cpSync(join(tree, from), join(directory, 'include', to), { recursive: true });
    if (sources.length === 0) return;
    const include = [];
    for (const each of needed) include.push(`-I${(await libraryOf(each)).include}`);
    const objects = await compileAll(known, sources, ['-O2', '-g0', '-DNDEBUG', ...flags, ...include], tree, name);
    const archive = ['rcsD', join(directory, `lib${name}.a`), ...objects];
    await run('wheels', join(known.place, 'bin/emar'), archive, { cwd: tree });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const making = new Map();

async function kept(name) {
  const place = join(cache, `wheel-library-${name}-${hashOf([...sdkInputs, ...code], libraryFacts([name]))}`);
  if (!existsSync(place)) {
    rmSync(`${place}.new`, { recursive: true, force: true });
    mkdirSync(`${place}.new`, { recursive: true });
    await make(name, `${place}.new`);
    renameSync(`${place}.new`, place);
  }
  const archive = join(place, `lib${name}.a`);
  const terms = join(place, 'terms');
  return { include: join(place, 'include'), archive: existsSync(archive) ? archive : undefined, terms };
}

export function libraryOf(name) {
  if (!making.has(name)) making.set(name, kept(name));
  return making.get(name);
}
